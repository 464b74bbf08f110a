"""The rules of Victory Day by chapter: plain functions of numbers; ``readings``: how open points are read."""
