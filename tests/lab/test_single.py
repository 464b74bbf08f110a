"""A battle of a run, played again by itself, is the battle of the run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.readings import Readings
from tigersim.lab.single import single_battle

PLAIN = Design(seed=11, sizes=(2, 4), tables=3)
DESIGNS = {
    "plain": PLAIN,
    "tacticians": replace(PLAIN, players=("heuristic", "tactician"), family="river"),
    "markers": replace(PLAIN, markers="standard", target_score=9, forbid=("a:follow", "regroup")),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_it_ends_as_in_the_batch(name: str) -> None:
    design = DESIGNS[name]
    first = 2 * BATTLES_PER_TASK - 2  # the last battles of a task, and the first of the next: two tables
    results = [Arena(design).results(first, 2), Arena(design).results(first + 2, 2)]
    seen = set()
    for one in [row for part in results for row in part]:
        battle = single_battle(design, int(one.number))
        outcome = battle.play()
        assert battle.ground.number == one.table
        assert (outcome.vp_a, outcome.vp_b) == tuple(one.vp)
        assert (outcome.turns, outcome.decks) == (one.turns, one.decks)
        names = [design.units[kind].name for side in one.kind for kind in side if kind >= 0]
        called = [battle.unit_name(slot) for slot in range(2 * MAX_UNITS)]
        assert [name.partition(" ")[2] for name in called if name] == names
        seen.add((outcome.vp_a, outcome.vp_b, outcome.turns))
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"prices": tuple(int(vp) for vp in PLAIN.costs)}, "prices is 'of its own'"),
        ({"readings": Readings(share=0.5, tasks=1)}, "readings is 'drawn at random'"),
        ({"players": ("planner", "heuristic"), "playouts": (64, 256)}, "playouts"),
    ],
)
def test_what_cannot_be_played_alone_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        single_battle(replace(PLAIN, **changed), 0)


def test_numbers_begin_at_zero() -> None:
    with pytest.raises(InvalidValue, match="number of the battle"):
        single_battle(PLAIN, -1)
