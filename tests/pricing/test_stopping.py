"""Intervals that may be looked at at any time."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.stopping import always_valid


@pytest.mark.parametrize(("share", "width"), [(1, 1.55), (1 / 3, 1.62), (1 / 10, 1.97), (10, 1.65)])
def test_widths_beside_an_interval_for_one_look(share: float, width: float) -> None:
    """Widths over 1.96 SE, as tabled for the boundary, whatever the n that it was made for."""
    for best_at in (1e4, 1e6):
        n = share * best_at
        assert always_valid(n, 2.0, best_at) / (1.96 * 2 / np.sqrt(n)) == pytest.approx(width, abs=0.006)


def test_by_hand() -> None:
    """alpha such that -2 log alpha = 2: r^2 = (2 + log 3) / n*; at n = n* = 1 the width is as the formula says."""
    square = 2 + np.log(3)
    expected = np.sqrt(2 * (square + 1) / square * np.log(np.sqrt(square + 1) * np.e))
    assert always_valid(1, 1.0, 1, alpha=np.exp(-1)) == pytest.approx(expected)


def test_it_is_narrowest_where_it_is_wanted() -> None:
    widths = [always_valid(5000, 1.0, best_at) for best_at in (500, 5000, 50_000)]
    assert widths[1] == min(widths)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((0, 1.0, 10), "n is 0"), (([5, 0], 1.0, 10), "n is"), ((5, 1.0, 0), "best_at is 0"), ((5, 1.0, 9, 1.0), "alpha")],
)
def test_bad_arguments_are_refused(arguments: tuple, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        always_valid(*arguments)
