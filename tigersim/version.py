"""Version of the package, and of the game it plays."""

__version__ = "0.1.0"

RULES_VERSION = 9
"""Moves whenever the distribution of any battle may have changed."""
