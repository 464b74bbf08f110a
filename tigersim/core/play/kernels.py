"""The ways in for Python: one kernel for each kind of match.

A kernel is optimised as a whole but for what carries battles on and the tactician, which are parts that all kernels
share (``core.compile.parts``); so whatever is asked of it goes through one function in which everything is called in
one place.  No player is compiled for nothing: one without a kernel of its own is played by that for any.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, folder_of, jit
from tigersim.core.decisions.actions import apply
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play import engine
from tigersim.core.play.compiled_players import POLICIES, QUICK
from tigersim.core.play.deciding import UNPLAYED, any_of, played
from tigersim.core.play.engine import record_result, set_up


class Request(IntEnum):
    """What a kernel is asked for."""

    CARRY_ON = 0
    """Carry the battle on to its next decision or its end."""
    ACT = 1
    """Perform an action, then carry on."""
    CHOOSE = 2
    """Return the action that the compiled player that is asked chooses."""
    PLAY = 3
    """Play the battle to its end."""
    PLAY_ALL = 4
    """Set up one battle after the other on one table, play them and record their results."""


class Battles(NamedTuple):
    """Battles of an experiment that are to be played."""

    seed: int
    profiles: Any
    """PROFILE records of the units that take part."""
    armies: Any
    """(n, 2, MAX_UNITS) indices into ``profiles``, -1 = no unit."""
    results: Any
    """(n,) RESULT records: ``number`` is given, all else is recorded."""


NO_PROFILES = np.zeros(1, dtype=layout.PROFILE).view(np.recarray)
NO_BATTLES = Battles(0, NO_PROFILES, np.zeros((0, 2, MAX_UNITS), dtype=np.int64), layout.results(0))
NO_SPARE = layout.battles(0)
SPARE = 2
"""Battles to look ahead in: the one in hand, and the future that it begins from."""


class Kind(NamedTuple):
    """A kind of match: the players that its kernel plays, what decides in it, and the kernel."""

    players: tuple[str, ...]
    decide: Any
    kernel: Any


decide: Any = None
"""What asks the players of a match; each kernel has its own (``_kind``)."""


def _play(b, t, w, spare, request, action, battles):
    """What a kernel does, with the players that ``decide`` asks."""
    n = battles.results.shape[0] if request == Request.PLAY_ALL else 1
    for k in range(n):
        if request == Request.PLAY_ALL:
            set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        acts = request == Request.ACT
        while True:
            if acts:
                apply(b, t, w, action)
            if request != Request.CHOOSE:
                engine.carry_on(b, t, w)
            if b[0].over != 0 or request == Request.CARRY_ON or request == Request.ACT:
                break
            action = decide(b, t, w, spare)
            if request == Request.CHOOSE or action == UNPLAYED:
                return action
            acts = True
        if request == Request.PLAY_ALL:
            record_result(b, t, battles.results[k : k + 1], battles.armies[k])
    return 0


def _kind(name: str, players: Sequence[str]) -> Kind:
    """A kind of match; its kernel is named, for on disk all of one name were one.

    ``b`` is one battle record that carries rulings, policies and what is forbidden; it is used again for every battle.
    ``spare`` are more, to look ahead in, or empty where no player does.
    """
    decide = any_of(players)
    kernel = FunctionType(_play.__code__, {**globals(), "decide": decide})
    kernel.__name__ = kernel.__qualname__ = f"{name}_kernel"
    return Kind(tuple(players), decide, jit(kernel))


MIXED, AHEAD = "mixed", "ahead"
PLAYED = {
    "heuristic": ("heuristic",),
    "tactician": ("tactician",),
    MIXED: QUICK,
    AHEAD: POLICIES,
}
KINDS = {name: _kind(name, players) for name, players in PLAYED.items()}


def kind_of(players: Sequence[str]) -> str:
    """The kind of a match of these players: one that is ready, or else the first whose kernel plays them all.

    All kernels play the same battles, and those that play more players are hardly slower: nobody waits for another.
    """
    able = [kind for kind, about in KINDS.items() if set(players) <= set(about.players)]
    return next(filter(is_ready, able), able[0])


def is_ready(kind: str) -> bool:
    """Whether the kernel of a kind needs no compiling: it is loaded, all of it is on disk, or none is wanted."""
    return COMPILER_OFF or KINDS[kind].kernel.is_loaded or stamp_of(kind).exists()


def stamp_of(kind: str) -> Path:
    """A file in the cache folder that says that all kernels of these sources for one kind of match are compiled."""
    return folder_of() / f"ready-{kind}"


def run(kind: str, b: Any, t: Any, w: Any, request: Request, action: int = 0, battles: Battles = NO_BATTLES) -> int:
    """Call the kernel for a match of this kind; raises ``ValueError`` for a player that it does not play."""
    spare = layout.battles(SPARE) if kind == AHEAD else NO_SPARE
    return played(int(KINDS[kind].kernel(b, t, w, spare, int(request), action, battles)))


def start(kind: str, b: Any, t: Any, w: Any, seed: int, number: int, profiles: Any, army: Any) -> None:
    """Set up battle ``number`` (see ``engine.set_up``) and carry it to its first decision."""
    set_up(b, t, w, seed, number, profiles, army)
    carry_on(kind, b, t, w)


def carry_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Carry a battle on to its next decision or its end."""
    run(kind, b, t, w, Request.CARRY_ON)


def choose(kind: str, b: Any, t: Any, w: Any) -> int:
    """The action that the player that is asked chooses."""
    return run(kind, b, t, w, Request.CHOOSE)


def step(kind: str, b: Any, t: Any, w: Any, action: int) -> None:
    """Perform one action and carry the battle on to the next decision."""
    run(kind, b, t, w, Request.ACT, action)


def play_on(kind: str, b: Any, t: Any, w: Any) -> None:
    """Play a battle that has started to its end."""
    run(kind, b, t, w, Request.PLAY)


def play_many(kind: str, b: Any, t: Any, w: Any, battles: Battles) -> None:
    """Play one battle after the other on one table and record their results."""
    run(kind, b, t, w, Request.PLAY_ALL, 0, battles)
