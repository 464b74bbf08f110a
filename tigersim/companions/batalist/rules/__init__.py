"""The rules of Batalist by chapter: plain functions of numbers; ``readings``: how open points are read."""
