"""Version of the package, and of the game it plays."""

__version__ = "0.1.0"

RULES_VERSION = 10
"""Moves whenever the distribution of any battle may have changed, but for what ``AHEAD_VERSION`` says."""

AHEAD_VERSION = 5
"""Moves whenever players that look ahead may decide otherwise, and nobody else does: what quick players have played
stays of today."""
