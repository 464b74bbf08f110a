"""A short and a long form of one test: take it where fewer samples find nearly every fault.

Every run takes the short form, ``tests.verification.long_forms`` the long one: every case, or very many samples.  What
only the long form finds stands beside the number: a reader sees what the short form can still tell.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

LONG: Final = os.environ.get("TIGERSIM_LONG_FORMS") == "1"
"""Whether this run takes the long forms."""

long_form = pytest.mark.long_form
"""Marks a test, or a case of one, that only the long run takes: a shorter one beside it holds the same promise."""

T = TypeVar("T")


def form(short: T, long: T) -> T:
    """The number (of samples, battles, worlds) of the form that this run takes."""
    return long if LONG else short


def some(cases: Sequence[T], few: int) -> Sequence[T]:
    """All cases in the long form; in the short one ``few`` of them, spread evenly from the first to the last."""
    if LONG or len(cases) <= few:
        return cases
    if few == 1:
        return cases[:1]
    return [cases[round(place * (len(cases) - 1) / (few - 1))] for place in range(few)]
