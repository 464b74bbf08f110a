"""What players who try options may recall: nothing, once anything has changed that it depends on.

Whether it is what a search would find is checked in whole battles: ``tests.verification.recalled``.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.mirrored_scenes import Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK
from tests.core.unit_kernels import question_of_setup, situation
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS, SLOTS
from tigersim.core.geometry import FACINGS
from tigersim.core.sizes import MAX_DEPTH, MAX_WIDTH

OF_ENEMIES = ("x", "y", "facing", "hits", "found_cover", "aboard", "pending", "danger")
OF_FRIENDS = ("x", "y", "facing", "hits", "found_cover", "aboard")
OF_BATTLE = ("wrecks", "lead", "next_card", "deck_size")


def scene() -> Scene:
    """Two of either side; an evaluation is at work."""
    made = Scene([(TANK, 12, 4, NORTH), (SQUAD, 15, 5, NORTH)], [(TANK, 14, 15, SOUTH), (SQUAD, 20, 14, SOUTH)])
    made.position.work[0].judged = 1
    return made


def code_of(made: Scene) -> int:
    with as_written():
        return int(situation(made.position.battle, made.position.work, made.side))


@pytest.mark.parametrize("what", [*(("them", f) for f in OF_ENEMIES), *(("us", f) for f in OF_FRIENDS)], ids=" ".join)
def test_a_unit_that_has_changed_makes_another_situation(what: tuple[str, str]) -> None:
    made, (side, field) = scene(), what
    before = code_of(made)
    unit = made.position.unit(getattr(made, side) + 1)
    unit[field] += 1
    assert code_of(made) != before
    unit[field] -= 1
    assert code_of(made) == before


@pytest.mark.parametrize("what", OF_BATTLE)
def test_a_battle_that_has_gone_on_makes_another_situation(what: str) -> None:
    made = scene()
    before, battle = code_of(made), made.position.battle[0]
    if what == "lead":
        battle.player[0].vp += 1
    elif what == "wrecks":
        battle.wrecks, battle.wreck_x[0], battle.wreck_y[0] = 1, 3, 7
    else:
        battle.pile[0][what] += 1
    assert code_of(made) != before


def test_where_to_set_up_is_another_question_with_friends_elsewhere_and_not_with_enemies() -> None:
    made = scene()
    record, work = made.position.battle, made.position.work

    def asked(unit: int) -> int:
        with as_written():
            return int(question_of_setup(record, work, unit))

    before = asked(made.us)
    made.position.unit(made.them).x += 1
    assert asked(made.us) == before
    assert asked(made.us + 1) != before
    made.position.unit(made.us + 1).x += 1
    assert asked(made.us) != before
    made.position.unit(made.us + 1).x -= 1
    assert asked(made.us) == before
    record[0].key += np.uint64(1)
    assert asked(made.us) != before


def test_what_becomes_of_a_carried_unit_makes_another_situation() -> None:
    made = scene()
    unit = made.position.unit(made.them + 1)
    unit.placed, unit.carrier = 0, made.them
    before = code_of(made)
    unit.hits = 1
    assert code_of(made) != before


def test_a_card_beside_an_enemy_makes_another_situation() -> None:
    made = scene()
    before = code_of(made)
    made.position.give(made.them + 1, "4H")
    assert code_of(made) != before


def test_every_number_of_a_unit_has_bits_enough() -> None:
    assert max(MAX_WIDTH, MAX_DEPTH) <= 1 << 7
    assert max(SLOTS, MAX_UNITS + 1, FACINGS) <= 1 << 5


def test_units_that_change_places_make_another_situation() -> None:
    made = scene()
    before, units = code_of(made), [made.position.unit(made.them + k) for k in range(2)]
    for field in ("x", "y"):
        units[0][field], units[1][field] = int(units[1][field]), int(units[0][field])
    assert code_of(made) != before
