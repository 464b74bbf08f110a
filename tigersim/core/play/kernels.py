"""Which compiled kernel plays which players: one for each kind of match, so that no player is compiled for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tigersim.core import engine, layout
from tigersim.core.actions import apply
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.engine import book, set_up
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.planner import plan_or_decide
from tigersim.core.players import decide, heuristic_decide, tactician_decide

PLAY, CARRY_ON, CHOOSE = -3, -2, -1
"""What a kernel is asked for beside single actions, which are 0 and more."""
MIXED, PLANNED = "mixed", "planner"
ONLY: dict[str, tuple[int | None, int | None]] = {"heuristic": (None, None), "tactician": (None, 1), MIXED: (1, 1)}
"""Kind -> arguments of the kernel that leave out other players."""
NO_PROFILES = np.zeros(1, dtype=layout.PROFILE).view(np.recarray)
NO_ARMIES = np.zeros((0, 2, MAX_UNITS), dtype=np.int64)
NO_RESULTS = layout.results(0)
"""What the kernel is given where there is nothing to set up and nothing to fill."""


def kind_of(players: Sequence[str]) -> str:
    """The kind of a match: heuristic, tactician (both sides alike), planner (at least one) or mixed (any others)."""
    if PLANNED in players:
        return PLANNED
    return players[0] if len(set(players)) == 1 and players[0] in ONLY else MIXED


def part_that_decides(kind: str) -> tuple[Any, int]:
    """(the inner function that decides in a match of this kind, how many battle records it takes)."""
    if kind == PLANNED:
        return plan_or_decide, 2
    return {"heuristic": heuristic_decide, "tactician": tactician_decide, MIXED: decide}[kind], 1


@jit_inner
def _decide(b, t, w, spare, mixed, tactics):
    """What the compiled player of the side that is asked chooses (see ``kernel``)."""
    if spare is not None:
        return plan_or_decide(b, t, w, spare)
    if mixed is not None:
        return decide(b, t, w)
    if tactics is not None:
        return tactician_decide(b, t, w)
    return heuristic_decide(b, t, w)


@jit
def kernel(b, t, w, order, seed, profiles, armies, results, spare, mixed, tactics):
    """The way in for Python; there is one for each kind of match, so that everything is compiled once.

    ``order``: an action is performed and the battle in ``b`` carried on to its next decision, with ``CARRY_ON`` without
    an action; ``CHOOSE`` returns what the compiled player of the side that is asked chooses; ``PLAY`` plays one battle
    after the other on one table and fills ``results``, or plays on the battle in ``b`` if there are none to fill.
    ``results`` (n,) RESULT records whose ``number`` is given; ``armies`` (n, 2, MAX_UNITS) indices into ``profiles``.
    ``b`` is one battle record that carries rulings, policies and what is forbidden; it is used again for every battle.
    The others tell the kind, so that no player is compiled for nothing: ``spare`` is a battle record to look ahead in
    where planners play; without it ``mixed`` is None where both players are alike, and ``tactics`` where they are
    heuristic.
    """
    new = results.shape[0] if order == PLAY else 0
    for k in range(max(new, 1)):
        if new > 0:
            set_up(b, t, w, seed, results[k].number, profiles, armies[k])
        action = order
        while True:  # every part is called in one place, where it is compiled once
            if action >= 0:
                apply(b, t, w, action)
            if order != CHOOSE:
                engine.carry_on(b, t, w)
            if b[0].over != 0 or (order != PLAY and order != CHOOSE):
                break
            action = _decide(b, t, w, spare, mixed, tactics)
            if order == CHOOSE:
                return action
        if new > 0:
            book(b, t, results[k : k + 1], armies[k])
    return 0


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
    """Call the kernel for a match of this kind."""
    who = (layout.battles(1), 1, 1) if kind == PLANNED else (None, *ONLY[kind])
    return int(kernel(b, t, w, order, seed, profiles, armies, results, *who))


def start(kind: str, b: Any, t: Any, w: Any, seed: int, number: int, profiles: Any, army: Any) -> None:
    """Set up battle ``number`` of an experiment (see ``engine.set_up``) and carry it to its first decision."""
    set_up(b, t, w, seed, number, profiles, army)
    carry_on(kind, b, t, w)


def carry_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Carry a battle on to its next decision or its end."""
    run(kind, b, t, w, CARRY_ON)


def choose(kind: str, b: Any, t: Any, w: Any) -> int:
    """The action that the player who is asked chooses."""
    return run(kind, b, t, w, CHOOSE)


def step(kind: str, b: Any, t: Any, w: Any, action: int) -> None:
    """Perform one action and carry the battle on to the next decision."""
    run(kind, b, t, w, action)


def play_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Play a battle that has started to its end."""
    run(kind, b, t, w, PLAY)


def play_many(kind: str, b: Any, t: Any, w: Any, seed: int, profiles: Any, armies: Any, results: Any) -> None:
    """Play one battle after the other on one table and fill ``results``."""
    run(kind, b, t, w, PLAY, seed, profiles, armies, results)
