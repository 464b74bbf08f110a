"""Layers of networks: the machine's vectors and a sum written out by hand give the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.errors import TypingError

from tigersim.core.compile.jit import COMPILER_OFF, jit
from tigersim.core.players.strategist.layers import layer

ROWS = 5
WIDTHS = (1, 3, 8, 24)


def by_hand(bias: np.ndarray, values: np.ndarray, weights: np.ndarray, rectified: bool) -> list[list[float]]:
    """Each sum on its own, number by number, in single precision."""
    sums = []
    for of_one in values:
        sums.append([])
        for column, start in enumerate(bias):
            total = np.float32(start)
            for row, value in enumerate(of_one):
                total = np.float32(total + np.float32(value * weights[row, column]))
            sums[-1].append(float(max(total, np.float32(0)) if rectified else total))
    return sums


@pytest.mark.parametrize("rectified", [False, True])
@pytest.mark.parametrize("together", [1, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_sums_have_the_bits_of_a_sum_by_hand(width: int, together: int, rectified: bool) -> None:
    add_up = layer(width, ROWS, rectified=rectified, together=together)

    @jit
    def added(sums, bias, values, weights):
        add_up(sums, bias, values, weights)

    chance = np.random.default_rng(width)
    for zeros in range(ROWS + 1):
        bias, values, weights = (
            chance.normal(size=n).astype(np.float32) for n in (width, (together, ROWS), (ROWS, width))
        )
        values[:, :zeros] = 0.0
        expected = by_hand(bias, values, weights, rectified)
        sums = np.zeros((together, width), np.float32)
        added(sums, bias, values, weights)
        assert sums.tolist() == expected
        if together == 1:
            added(bias, bias, values[0], weights)  # into the bias itself
            assert [bias.tolist()] == expected


@pytest.mark.parametrize("together", [1, 4])
def test_a_line_past_the_layer_has_the_bits_of_a_sum_by_hand(together: int) -> None:
    add_up = layer(24, ROWS, rectified=True, together=together, straight=True)

    @jit
    def added(sums, bias, values, weights, picks, line, slopes):
        add_up(sums, bias, values, weights, picks, line, slopes)

    chance = np.random.default_rng(together)
    picks = chance.permutation(together + 3)[:together]
    bias, values, weights, slopes = (
        chance.normal(size=n).astype(np.float32) for n in (24, (together + 3, ROWS), (ROWS, 24), ROWS)
    )
    sums, line = np.zeros((together, 24), np.float32), np.ones(together, np.float32)
    added(sums, bias, values, weights, picks, line, slopes)
    assert sums.tolist() == by_hand(bias, values[picks], weights, True)
    assert [[total] for total in line.tolist()] == by_hand(
        np.zeros(1, np.float32), values[picks], slopes[:, None], False
    )


@pytest.mark.skipif(COMPILER_OFF, reason="refused by the compiler")
@pytest.mark.parametrize("wrong", [np.zeros((ROWS, 3)), np.zeros((3, ROWS), np.float32).T], ids=["double", "columns"])
def test_other_numbers_are_refused(wrong: np.ndarray) -> None:
    add_up = layer(3, ROWS, rectified=False)

    @jit
    def added(sums, bias, values, weights):
        add_up(sums, bias, values, weights)

    with pytest.raises(TypingError, match="arrays of float32 in rows"):
        added(np.zeros(3, np.float32), np.zeros(3, np.float32), np.zeros(ROWS, np.float32), wrong)


def test_more_rows_than_a_word_has_bits_are_refused() -> None:
    layer(3, 64, rectified=True)
    with pytest.raises(ValueError, match="at most 64 rows of weights, not 65"):
        layer(3, 65, rectified=True)
