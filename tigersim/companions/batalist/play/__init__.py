"""Batalist with real dice: the modules below import the compiler, and nothing else of the game does at its start."""
