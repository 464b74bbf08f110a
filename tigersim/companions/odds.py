"""Exact odds that more than one game asks for."""

from __future__ import annotations

from fractions import Fraction


def any_of(p: Fraction, tries: int) -> Fraction:
    """Chance that at least one of several independent tries succeeds."""
    return 1 - (1 - p) ** tries
