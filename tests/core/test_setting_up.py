"""Where a tactician sets up: what a view of the enemy's zone adds to a place, and for which units."""

from __future__ import annotations

import pytest

from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.game.battle import Battle
from tigersim.game.tabletop import Table

GLANCES, VIEW = 8, 5.0
ARMIES = ("M4 Sherman, Paratroopers or Rangers, M7 Priest, DUKW", "Panther G, Panzer IV (late)")
DIRECT = {"M4 Sherman", "Paratroopers or Rangers", "Panther G", "Panzer IV (late)"}


def part_in_view(table: Table, x: int, y: int) -> float:
    """Part of the middle line of the enemy's zone, a third of the table deep, that a place sees."""
    third = table.depth // 3
    middle = third // 2 if y >= table.depth // 2 else (2 * table.depth - third) // 2
    line = [((2 * k + 1) * table.width // (2 * GLANCES), middle) for k in range(GLANCES)]
    return sum(table.sees((x, y), place) for place in line) / GLANCES


def worths(battle: Battle, lookout: float) -> dict[int, float]:
    """Place -> VP that it is worth to a tactician of this weight."""
    battle._work["tactician"]["lookout"] = lookout
    return {option.action.cell: option.worth for option in battle.explain() if option.action.verb == "place"}


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of places for every unit")
def test_a_view_counts_for_what_fires_directly_and_for_nothing_else() -> None:
    battle = Battle.start(armies=ARMIES, seed=7, family="village", players=("tactician", "tactician"))
    told = set()
    while battle.decision == "deploy":
        unit = battle.unit_name(int(battle.record[0].subject)).split(" ", 1)[1]
        blind, eager = worths(battle, 0.0), worths(battle, VIEW)
        assert blind.keys() == eager.keys()
        for cell in blind:
            seen = part_in_view(battle.ground, cell % battle.ground.width, cell // battle.ground.width)
            assert eager[cell] - blind[cell] == pytest.approx(VIEW * seen if unit in DIRECT else 0.0), unit
            told.add((unit, seen > 0))
        battle.push(battle.explain()[0].action)
    assert {unit for unit, _ in told} == {*DIRECT, "M7 Priest", "DUKW"}
    assert {some for unit, some in told if unit in DIRECT} == {False, True}
