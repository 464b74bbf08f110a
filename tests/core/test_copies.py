"""Copies of a battle under way are the battle, byte by byte, though not all bytes are copied."""

from typing import Any

import numpy as np
import pytest

from tigersim.core import layout
from tigersim.core.battle_layout import BATTLE, UNIT
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.copies import CHANGES, ROUND, UNIT_CHANGES, UNITS, copy_battle, make_room

CELLS = 36 * 36


def filled(rng: np.random.Generator, units: tuple[int, int], *, allies: int = 0, own_decks: int = 0) -> Any:
    """A battle of any bytes between so many units, with nothing where such a battle has nothing."""
    battle = rng.integers(1, 256, BATTLE.itemsize, dtype=np.uint8).view(BATTLE)
    battle["allies"], battle["own_decks"] = allies, own_decks
    battle["occupant"][0][CELLS:] = 0
    for name, number in (("pile", 1 + own_decks), ("player", 2 + 2 * allies)):
        whole = battle[name].view(np.uint8).reshape(battle[name].shape[1], -1)
        whole[number:] = 0
    for side, n in enumerate(units):
        battle["player"][0]["units"][side] = n
        battle["unit"].view(np.uint8).reshape(-1, UNIT.itemsize)[side * MAX_UNITS + n : (1 + side) * MAX_UNITS] = 0
    return battle


@pytest.fixture
def table() -> Any:
    found = layout.tables(1)
    found["width"], found["depth"] = 36, 36
    return found


def played_on(rng: np.random.Generator, battle: Any) -> Any:
    """The battle with other bytes in all that may change of it."""
    units = tuple(battle["player"][0]["units"][:2])
    other = filled(rng, units, allies=battle["allies"][0], own_decks=battle["own_decks"][0])
    other.view(np.uint8)[:CHANGES] = battle.view(np.uint8)[:CHANGES]
    mine, theirs = (one["unit"].view(np.uint8).reshape(-1, UNIT.itemsize) for one in (other, battle))
    mine[:, :UNIT_CHANGES] = theirs[:, :UNIT_CHANGES]
    return other


def test_what_is_copied_of_a_battle_is_all_there_is() -> None:
    assert BATTLE.fields is not None
    assert UNIT.fields is not None
    assert BATTLE.fields["unit"][1] == UNITS
    lasting = [name for name, (_, place, *_) in BATTLE.fields.items() if place < CHANGES]
    assert lasting == ["number", "allies", "split", "own_decks", "scale", "target_score", "scenario", "ruling"]
    assert [name for name, (_, place, *_) in UNIT.fields.items() if place < UNIT_CHANGES] == ["profile", "kind"]


def test_nothing_is_copied_in_parts_too_short_for_a_round() -> None:
    assert min(CHANGES, UNIT_CHANGES, UNIT.itemsize - UNIT_CHANGES, CELLS) >= ROUND


@pytest.mark.parametrize("units", [(6, 10), (16, 1), (16, 16), (1, 3)])
@pytest.mark.parametrize(("allies", "own_decks"), [(0, 0), (1, 0), (0, 1)])
def test_a_copy_is_the_battle(units: tuple[int, int], allies: int, own_decks: int, table: Any) -> None:
    rng = np.random.default_rng(7)
    battle = filled(rng, units, allies=allies, own_decks=own_decks)
    room = layout.battles(2)
    make_room(room, battle)
    for k in range(2):
        room[k : k + 1] = played_on(rng, battle)
        assert room[k].tobytes() != battle.tobytes()
        copy_battle(room[k : k + 1], battle, table)
        assert room[k].tobytes() == battle.tobytes()


@pytest.mark.parametrize("earlier", [(9, 9), (2, 16), (16, 2)])
def test_copies_of_an_earlier_battle_will_do(earlier: tuple[int, int], table: Any) -> None:
    rng = np.random.default_rng(8)
    battle = filled(rng, (7, 11))
    room = np.concatenate([filled(rng, earlier) for _ in range(2)])
    make_room(room, battle)
    for k in range(2):
        copy_battle(room[k : k + 1], battle, table)
        assert room[k].tobytes() == battle.tobytes()
