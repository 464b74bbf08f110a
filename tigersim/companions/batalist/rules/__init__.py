"""The rules of Batalist by chapter: plain functions of integers, so that odds and kernels share them."""
