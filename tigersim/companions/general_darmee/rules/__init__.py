"""The rules by chapter: plain functions of integers, called by the exact odds and, compiled, by the kernels."""
