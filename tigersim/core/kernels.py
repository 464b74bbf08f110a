"""Which compiled kernel plays which players: one for each kind of match, so that no player is compiled for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tigersim.core import engine, layout, planner
from tigersim.core.enums import MAX_UNITS
from tigersim.core.players import decide, heuristic_decide, tactician_decide

MIXED, PLANNED = "mixed", "planner"
ONLY: dict[str, tuple[int | None, int | None]] = {"heuristic": (None, None), "tactician": (None, 1), MIXED: (1, 1)}
"""Kind -> arguments of the kernels that leave out other players."""
NO_PROFILES = np.zeros(1, dtype=layout.PROFILE).view(np.recarray)
NO_ARMIES = np.zeros((0, 2, MAX_UNITS), dtype=np.int64)
NO_RESULTS = layout.results(0)
"""What ``play_many`` is given where there is nothing to set up and nothing to fill."""


def kind_of(players: Sequence[str]) -> str:
    """The kind of a match: heuristic, tactician (both sides alike), planner (at least one) or mixed (any others)."""
    if PLANNED in players:
        return PLANNED
    return players[0] if len(set(players)) == 1 and players[0] in ONLY else MIXED


def part_that_decides(kind: str) -> tuple[Any, int]:
    """(the inner function that decides in a match of this kind, how many battle records it takes)."""
    if kind == PLANNED:
        return planner.plan_or_decide, 2
    return {"heuristic": heuristic_decide, "tactician": tactician_decide, MIXED: decide}[kind], 1


def run(
    kind: str,
    b: Any,
    t: Any,
    w: Any,
    order: int,
    seed: int = 0,
    profiles: Any = NO_PROFILES,
    armies: Any = NO_ARMIES,
    results: Any = NO_RESULTS,
) -> int:
    """``engine.run`` for a match of this kind."""
    if kind == PLANNED:
        return int(planner.run(b, t, w, layout.battles(1), order, seed, profiles, armies, results))
    return int(engine.run(b, t, w, order, seed, profiles, armies, results, *ONLY[kind]))


def start(kind: str, b: Any, t: Any, w: Any, seed: int, number: int, profiles: Any, army: Any) -> None:
    """Set up battle ``number`` of an experiment (see ``engine.set_up``) and carry it to its first decision."""
    engine.set_up(b, t, w, seed, number, profiles, army)
    carry_on(kind, b, t, w)


def carry_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Carry a battle on to its next decision or its end."""
    run(kind, b, t, w, engine.CARRY_ON)


def choose(kind: str, b: Any, t: Any, w: Any) -> int:
    """The action that the player who is asked chooses."""
    return run(kind, b, t, w, engine.CHOOSE)


def step(kind: str, b: Any, t: Any, w: Any, action: int) -> None:
    """Perform one action and carry the battle on to the next decision."""
    run(kind, b, t, w, action)


def play_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Play a battle that has started to its end."""
    run(kind, b, t, w, engine.PLAY)


def play_many(kind: str, b: Any, t: Any, w: Any, seed: int, profiles: Any, armies: Any, results: Any) -> None:
    """Play one battle after the other on one table and fill ``results``."""
    run(kind, b, t, w, engine.PLAY, seed, profiles, armies, results)
