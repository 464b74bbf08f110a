"""Legal actions counted on both sides, along a tree or a walk: take it for a change of what is legal.

``perft`` counts the leaves of the tree of decisions under a position, the dice falling as the battle's own streams of
chance have it; ``walk`` plays at random.  Wherever they look they raise ``Differs`` if the two lists are not the same.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.quick import quick
from tests.reference.naive_moves import Lister, Move, followers, helpers, moves, packed, unpacked
from tigersim.core import enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import DECISION_NAMES, actions
from tigersim.core.play import kernels
from tigersim.rules.switches import SWITCHES, FollowTiming, MeleeSupportersStrike

ORDERS = (enums.MOVE, enums.FIRE, enums.FIND_COVER, enums.ASSAULT)
FAVOURED = {enums.ASSIGN: 0.9, enums.ORDER: 1.0, enums.FOLLOW: 0.8, enums.HELP: 0.8, enums.STRIKE: 0.8}
"""How often a random walk does something where it could pass."""
BOARDING = 0.5
"""How often it gets on a carrier where it could."""


class Differs(AssertionError):
    """The engine's list and the naive one are not the same, or a question was not asked."""


class Tree:
    """A battle on its table with a workbench."""

    def __init__(self, battle: Any, table: Any, work: Any) -> None:
        self.battle, self.table, self.work = battle, table, work

    def listed(self) -> list[Move]:
        """The legal actions of the decision in hand, in the order of their integers, checked against the naive list."""
        with as_written():
            n = actions.legal_actions(self.battle, self.table, self.work)
        engine_list = [int(code) for code in self.work[0].actions[:n]]
        naive_list = [packed(move) for move in moves(self.battle, self.table)]
        found = Counter(engine_list)
        found.subtract(Counter(naive_list))
        wrong = {unpacked(code): times for code, times in found.items() if times}
        if wrong:
            raise Differs(f"{self.where()}: {len(wrong)} actions, engine (+) and naive (-): {list(wrong.items())[:8]}")
        return [unpacked(code) for code in sorted(engine_list)]

    def where(self) -> str:
        """The decision in hand, in words."""
        b = self.battle[0]
        readings = {name: int(b.ruling[name]) for name in SWITCHES if b.ruling[name]}
        return f"turn {b.turn}, {DECISION_NAMES[b.ask]} of side {b.asked}, unit {b.subject}, rulings {readings}"

    def step(self, move: Move) -> None:
        """Perform an action; where followers or helpers could be named the engine has to ask for them."""
        due = self.due_after(move)
        with as_written():
            kernels.step(quick(), self.battle, self.table, self.work, packed(move))
        asked = int(self.battle[0].ask)
        if due is not None and (asked in (enums.FOLLOW, enums.HELP) or due) and asked != due:
            raise Differs(f"after {move}: {self.where()}, not {DECISION_NAMES[due or 0]}")

    def due_after(self, move: Move) -> int | None:
        """The question about followers or helpers that an order has to bring up, 0 for neither; None: not for us."""
        b = self.battle[0]
        if b.ask != enums.ORDER or b.phase == enums.PHASE_ACT or move.verb not in ORDERS:
            return None
        if Lister(self.battle, self.table).ruling.follow_timing == FollowTiming.AFTER_LEADER_ACTS:
            return None
        if followers(self.battle, self.table, move):
            return enums.FOLLOW
        if move.verb == enums.ASSAULT and b.ruling.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK:
            return None
        if move.verb == enums.ASSAULT and helpers(self.battle, self.table, move.target):
            return enums.HELP
        return 0

    def perft(self, depth: int, places: int = 3) -> int:
        """Leaves of the tree ``depth`` decisions deep: the sum of the lengths of the lists ``depth`` - 1 actions on.

        Of the cells and facings of a list only ``places``, evenly spread, are followed; the last lists count in full.
        """
        found = self.listed()
        if depth == 1:
            return len(found)
        here = layout.copied(self.battle)
        leaves = 0
        for move in sampled(found, places):
            self.step(move)
            leaves += self.perft(depth - 1, places) if not self.battle[0].over else 1
            layout.put(here, self.battle)
        return leaves

    def endings(self) -> int:
        """In how many ways the decision in hand can be answered until another kind of decision follows."""
        decision = int(self.battle[0].ask)
        here = layout.copied(self.battle)
        ways = 0
        for move in self.listed():
            self.step(move)
            ways += self.endings() if self.battle[0].ask == decision else 1
            layout.put(here, self.battle)
        return ways

    def walk(self, seed: int, decisions: int) -> Counter[str]:
        """Play up to so many decisions at random; returns how often each kind was asked."""
        pick = random.Random(seed)
        asked: Counter[str] = Counter()
        while not self.battle[0].over and asked.total() < decisions:
            asked[DECISION_NAMES[self.battle[0].ask]] += 1
            self.step(chosen(self.listed(), int(self.battle[0].ask), pick))
        return asked


def sampled(found: list[Move], places: int) -> list[Move]:
    """All actions but those that name a place, and ``places`` of these, evenly spread."""
    named = [move for move in found if move.verb == enums.PLACE]
    step = max(len(named) // places, 1)
    # an odd stride next to the sixteen facings of a cell, so that facings vary too
    return [move for move in found if move.verb != enums.PLACE] + named[:: step | 1]


def chosen(found: list[Move], decision: int, pick: random.Random) -> Move:
    """One of the actions at random, with some liking for doing something."""
    boarding = [move for move in found if move.verb == enums.BOARD]
    if boarding and pick.random() < BOARDING:
        return pick.choice(boarding)
    active = [move for move in found if move.verb != enums.PASS]
    if active and pick.random() < FAVOURED.get(decision, 0.0):
        return pick.choice(active)
    return pick.choice(found)
