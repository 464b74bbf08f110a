"""Armies that were sought, judged by battles: one of each character, with its rate from fresh battles.

The foremost of every character meet the enemy, or armies of the field, on the same tables; what they win corrects what
was foretold; and one of each goes on to fresh battles, of other tables, dice and opponents.  All rates that are
reported are from these: the best of many looks better than it is where it was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tigersim.core.enums import MAX_UNITS
from tigersim.lab.design import Design
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.play import blocks
from tigersim.pricing.play.army_builder import IN_COMMON, Effort, Task, in_common
from tigersim.pricing.play.army_search import Counts, slots_of_counts
from tigersim.pricing.play.balance import Balance
from tigersim.pricing.play.blocks import PAIRS
from tigersim.pricing.play.progress import JointProgress


class Judged(NamedTuple):
    """An army, what was foretold of it, and its fresh battles."""

    army: Counts
    foretold: float
    fresh: Balance


class Judge:
    """Plays armies against their opponents, each from both sides of the table.

    design: terms, players, seed and units.
    field: opponents, counts (m, units); the k-th pair of battles meets the k-th of them, and so on from the first.
    """

    def __init__(self, design: Design, field: Counts, threads: int | None, joint: JointProgress) -> None:
        self.design, self.threads, self.joint = design, threads, joint
        self._foes = slots_of_counts(field)

    def margins(self, armies: Counts, first: int, end: int) -> Integers:
        """Margins of blocks ``first`` to ``end`` - 1, (armies, blocks, PAIRS, 2): as side a, as side b."""
        parts = [
            self._part(armies, low, min(low + blocks.FIRST_LOOK, end)) for low in range(first, end, blocks.FIRST_LOOK)
        ]
        return np.concatenate(parts, axis=1)

    def _part(self, armies: Counts, first: int, end: int) -> Integers:
        # tables are large and played on once: who played goes with them
        there = Given(self.design, threads=self.threads, told=self.joint.count)
        numbers = np.tile(blocks.numbers_of(first, end), len(armies))
        pairs = np.arange(first * PAIRS, end * PAIRS)
        own = np.repeat(slots_of_counts(armies), len(pairs), axis=0)
        foes = np.tile(self._foes[pairs % len(self._foes)], (len(armies), 1))
        met = np.stack([own, foes], axis=1).reshape(-1, 2, MAX_UNITS)
        one = margins(there.at(met, numbers))
        other = -margins(there.mirror().at(met[:, ::-1], numbers))
        return np.stack([one, other], axis=1).reshape(len(armies), end - first, PAIRS, 2)


def won(margin: Integers) -> Floats:
    """Share of battles won by each army, a draw counting half, (armies,)."""
    return np.asarray((0.5 + 0.5 * np.sign(margin)).reshape(len(margin), -1).mean(axis=1))


def foremost(task: Task, groups: Sequence[Counts], effort: Effort, judge: Judge) -> list[Counts]:
    """One army of each character: what was foretold, corrected by battles."""
    left = [group[: effort.candidates] for group in groups]
    seen: list[list[Integers]] = [[np.zeros((len(group), 0, PAIRS, 2), dtype=np.int64)] for group in left]
    done = 0
    for look in effort.looks:
        played = judge.margins(np.concatenate(left), done, done + look)
        cuts = np.cumsum([len(group) for group in left])[:-1]
        for k, part in enumerate(np.split(played, cuts)):
            so_far = np.concatenate([*seen[k], part], axis=1)
            order = np.argsort(-task.score(_believed(task, left[k], so_far)), kind="stable")
            kept = order[: max(-(-len(order) // 2), 1)]
            left[k], seen[k] = left[k][kept], [so_far[kept]]
        done += look
    return _unlike(left)


def _unlike(groups: Sequence[Counts]) -> list[Counts]:
    """The foremost of each group that is not too much like those of the groups before; none where all are."""
    chosen: list[Counts] = []
    for group in groups:
        for army in group:
            if not any(in_common(army[None], other)[0] > IN_COMMON for other in chosen):
                chosen.append(army)
                break
    return chosen


def _believed(task: Task, armies: Counts, margin: Integers) -> Floats:
    """Chances to win by what was foretold and what was played, each by how much it is to be trusted."""
    foretold, seen = task.foretold(armies), won(margin)
    noise = 0.25 / margin[0].size
    trust = noise / (noise + task.surely**2)
    return np.asarray(trust * foretold + (1 - trust) * seen)


def judged(task: Task, groups: Sequence[Counts], effort: Effort, judges: tuple[Judge, Judge]) -> list[Judged]:
    """One army of each character, best first; judges: of the choice, and of the fresh battles."""
    choosing, fresh = judges
    chosen = foremost(task, groups, effort, choosing)
    played = fresh.margins(np.stack(chosen), 0, effort.fresh)
    found = [
        Judged(army, float(task.foretold(army[None])[0]), Balance(part, part.astype(np.float64)))
        for army, part in zip(chosen, played, strict=True)
    ]
    order = np.argsort(-task.score(np.array([one.fresh.p_win() for one in found])), kind="stable")
    return [found[k] for k in order]
