"""The rules by chapter: pure functions of numbers; ``readings``: how open points are read."""
