"""Copies of a battle under way are the battle, byte by byte, though not all bytes are copied."""

from typing import Any

import numpy as np
import pytest

from tigersim.core.battle_layout import BATTLE, UNIT
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.copies import UNITS, copy_battle


def filled(rng: np.random.Generator, units: tuple[int, int]) -> Any:
    """A battle of any bytes between so many units, with nothing in the slots behind them."""
    battle = rng.integers(0, 256, BATTLE.itemsize, dtype=np.uint8).view(BATTLE)
    for side, n in enumerate(units):
        battle["player"][0]["units"][side] = n
        battle["unit"].view(np.uint8).reshape(-1, UNIT.itemsize)[side * MAX_UNITS + n : (1 + side) * MAX_UNITS] = 0
    return battle


def test_units_are_what_a_battle_ends_with() -> None:
    assert BATTLE.fields is not None
    assert BATTLE.fields["unit"][1] == UNITS


@pytest.mark.parametrize("units", [(6, 10), (16, 1), (16, 16), (0, 3)])
@pytest.mark.parametrize("laid", [0, 1])
def test_a_copy_is_the_battle(units: tuple[int, int], laid: int) -> None:
    """``laid``: a charge that the copy's defender laid since, in the slot behind its last unit (PT-SCEN-BRIDGE-06)."""
    rng = np.random.default_rng(7)
    battle = filled(rng, units)
    copy = filled(rng, (units[0], min(units[1] + laid, MAX_UNITS)))
    assert copy.tobytes() != battle.tobytes()
    copy_battle(copy, battle)
    assert copy.tobytes() == battle.tobytes()


@pytest.mark.parametrize("earlier", [(9, 9), (2, 16), (16, 2)])
def test_a_copy_of_an_earlier_battle_will_do(earlier: tuple[int, int]) -> None:
    rng = np.random.default_rng(8)
    battle, copy = filled(rng, (7, 11)), filled(rng, earlier)
    copy_battle(copy, battle)
    assert copy.tobytes() == battle.tobytes()
