"""The rules of General d'Armée by chapter: plain functions of numbers; ``readings``: how open points are read."""
