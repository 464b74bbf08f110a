"""Decks, openings and races at random, compiled; ``places`` and ``settings`` are not."""
