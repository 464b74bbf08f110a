"""Armies of a list against a field of random armies of one budget, in the same battles.

A pair is two battles with the same opponent, table, cards and dice, the armies having changed sides.  Every army meets
the same opponents at the same numbers: that takes four fifths of the chance out of the difference between two armies
that are one unit apart (measured with tacticians).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tigersim.core.enums import MAX_UNITS
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given, Numbers, lucks, margins, slots_of
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.play.armies import Army, Market, counts_of
from tigersim.statistics import student
from tigersim.statistics.intervals import wilson

PER_TABLE = 4
"""Pairs that follow each other on one table."""
PILOT = 384
"""Pairs between armies of the field that tell how much of a margin is luck."""


class Played(NamedTuple):
    """Battles as one side sees them: VP ahead, (n,), and what chance brought, (n, kinds)."""

    margins: Floats
    lucks: Floats


Play = Callable[[Any, Numbers], Played]
"""Plays armies, (n, 2, MAX_UNITS) unit numbers with -1 for empty slots, at the numbers of battles (n,)."""
Stage = Callable[[Integers, int], Play]
"""Who plays by whole prices (U,) with a seed of their own."""


def staged(given: Callable[[int], Given]) -> Stage:
    """The engine as a stage; given: makes what plays with a seed.

    Margins come in VP, also where it plays by points of a price list.
    """
    seeds: dict[int, Given] = {}

    def stage(costs: Integers, seed: int) -> Play:
        here = seeds.setdefault(seed, given(seed))
        printed = bool((costs == here.design.costs).all())
        there = here if printed else here.repriced([int(vp) for vp in costs])
        worth = costs.astype(float)

        def play(armies: Any, numbers: Numbers) -> Played:
            results = there.at(armies, numbers)
            return Played(margins(results) / here.design.scale, lucks(results, worth))

        return play

    return stage


def numbers_of(first: int, end: int) -> Numbers:
    """Numbers of the battles of pairs ``first`` to ``end`` - 1, ``PER_TABLE`` to a table."""
    pair = np.arange(first, end)
    return np.asarray(pair // PER_TABLE * BATTLES_PER_TASK + pair % PER_TABLE, dtype=np.int64)


class Record(NamedTuple):
    """Battles of one army in pairs: VP as side a and as b, (pairs, 2); and with luck out."""

    margins: Floats
    adjusted: Floats


class Contest:
    """Armies of a market against its field.

    stage: plays the battles.
    market: where the armies are bought.
    seed: of opponents, tables and dice.
    most_pairs: of one army.
    """

    def __init__(self, stage: Stage, market: Market, seed: int, most_pairs: int) -> None:
        self.market = market
        self.seed = seed
        self._play = stage(market.costs, seed)
        chance = np.random.default_rng([seed, market.budget // market.scale])  # the same at any fineness of points
        drawn = market.field(2 * max(most_pairs, PILOT), chance)
        self.field, self._others = drawn[::2], drawn[1::2]
        self._slots = slots_of(self.field)
        self._by_luck = self._pilot()

    def _pilot(self) -> Floats:
        """VP of margin per unit of each kind of luck, from armies of the field against each other."""
        there, back = self._pairs(slots_of(self._others[:PILOT])[None], 0, PILOT)
        margin = np.concatenate([there.margins.ravel(), back.margins.ravel()])
        luck = np.concatenate([side.lucks.reshape(len(margin) // 2, -1) for side in (there, back)])
        design = np.column_stack([np.ones(len(margin)), luck])
        self.spread = float(margin.std(ddof=1))
        return np.asarray(np.linalg.lstsq(design, margin, rcond=None)[0][1:])

    def _pairs(self, slots: Any, first: int, end: int) -> tuple[Played, Played]:
        """Battles of armies (1 or all pairs each) as side a and as b, from their point of view."""
        shape = (len(slots), end - first, MAX_UNITS)
        armies = slots if slots.shape[1:] == shape[1:] else slots[:, None].repeat(end - first, axis=1)
        foes = np.broadcast_to(self._slots[first:end], shape)
        numbers = np.tile(numbers_of(first, end), len(slots))
        played = []
        for sign, sides in ((1, (armies, foes)), (-1, (foes, armies))):
            one = self._play(np.stack(sides, axis=2).reshape(-1, 2, MAX_UNITS), numbers)
            played.append(Played(sign * one.margins.reshape(shape[:2]), sign * one.lucks.reshape(*shape[:2], -1)))
        return played[0], played[1]

    def meet(self, armies: Sequence[Army], first: int, end: int) -> list[Record]:
        """Pairs ``first`` to ``end`` - 1 of every army."""
        if not armies or first >= end:
            return [Record(np.zeros((0, 2)), np.zeros(0)) for _ in armies]
        there, back = self._pairs(slots_of(armies), first, end)
        one, other = (side.margins - side.lucks @ self._by_luck for side in (there, back))
        raw = np.stack([there.margins, back.margins], axis=2)
        return [Record(*each) for each in zip(raw, (one + other) / 2, strict=True)]

    def faced(self, pairs: int) -> Floats:
        """Units of an opponent of the first ``pairs``, on average, (U,)."""
        return np.asarray(counts_of(self.field[:pairs], len(self.market.costs)).mean(axis=0))


def joined(records: Sequence[Record]) -> Record:
    """The pairs of all."""
    return Record(*(np.concatenate(part) for part in zip(*records, strict=True)))


class Standing(NamedTuple):
    """How an army does against the field.

    p_win: share of its battles won, a draw counting half.
    margin: VP, luck taken out.

    Both have 95% intervals from the spread of the pairs, each pair with an opponent of its own.
    """

    army: Army
    p_win: float
    p_low: float
    p_high: float
    margin: float
    margin_low: float
    margin_high: float
    battles: int


def standing(army: Army, record: Record) -> Standing:
    """What the pairs of an army say; as sure as Wilson's interval where all ended alike."""
    scores, n = (0.5 + 0.5 * np.sign(record.margins)).mean(axis=1), len(record.margins)
    share, low, high = _mean(scores)
    if not np.ptp(scores):
        low, high = wilson(round(share * n), n)
    return Standing(army, share, max(low, 0.0), min(high, 1.0), *_mean(record.adjusted), 2 * n)


def _mean(values: Floats) -> tuple[float, float, float]:
    """The mean of independent values with Student's 95% interval."""
    middle, n = float(values.mean()), len(values)
    half = float(student.quantile(0.975, n - 1) * values.std(ddof=1) / np.sqrt(n))
    return middle, middle - half, middle + half
