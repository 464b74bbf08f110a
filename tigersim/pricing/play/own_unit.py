"""What should a unit of your own cost?  Twin battles in place of units of known worth.

Armies are drawn as those of a finished price list were, from its units, and one place of either army is chosen blindly.
In one battle the own unit stands in side a's place, in its twin in side b's; table, cards, dice and all other units are
the same.  So one own unit is on the table at a time, and the difference of the two margins is

    D = 2 theta - theta_a - theta_b + chance,      theta: VP of margin that one more such unit brings,

where a and b are the units that it stood in for.  The list tells what these bring compared with their cost; with
the D of many pairs, known luck taken out, follows what the own unit brings compared with its price c, and from that its
worth, as for every unit of the list (``mispricing``):

    delta = (theta - lambda c) / (lambda + q),      q = P(the own unit dies)

It is the estimand of the list's own ``delta``: worth minus price in random armies of that kind, led by those players,
all other prices as they are.  The interval holds the chance of the pairs, by tables, and the errors of the list: those
of the units that were stood in for, with how they hang together, and that of lambda.

Beyond 3 VP that line is a direction and no price.  Then the twins are played again with the own unit at cost + delta,
and the price at which it is worth its cost is read off the secant (``secant``), three times at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, inf
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np
import pandas as pd

from tigersim.catalogue.lists import WORTH
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, all_units
from tigersim.core.play.compiled_players import versions_of
from tigersim.errors import IdentifiabilityError, InvalidValue, check_names
from tigersim.game.terms import TermOptions
from tigersim.given import is_number, whole_number
from tigersim.lab.design import BATTLES_PER_TASK, MOST_PRICE, Design
from tigersim.lab.given_armies import Given, lucks, margins
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.mispricing import Mispricing, nearest_whole_price, verdicts
from tigersim.pricing.estimate.secant import ABOVE, FairPrice, Played, fair_price, next_price
from tigersim.pricing.play import blocks
from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
from tigersim.pricing.play.job import TARGET
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.pricing.report.answers import answers
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.settled import settled_for
from tigersim.statistics.intervals import Z_95
from tigersim.version import RULES_VERSION

PLACES = 0x91ACE
"""Tells the places that are chosen apart from all else that is drawn from a seed."""
FEWEST = 640
"""Battles: 40 tables."""
MOST = 2 * PAIRS * MOST_BLOCKS
NEAR = 1.0
"""VP; a unit that was found far from its cost is played again until so much is left, or ``ROUNDS`` times."""
ROUNDS = 3
SEEDS = 1000
"""Seeds between one round and the next."""


@dataclass(frozen=True)
class OwnPrice:
    """What a unit of your own should cost next to a list, all other prices as they are.

    cost: VP that it was first played at.
    delta: worth minus that cost, with 95% interval (low, high).
    verdict: as of the list's units, for this one by itself.
    worth: VP that it should cost, with ``worth_interval``: cost + delta, or, of a unit more than 3 VP off, by the
    secant of its ``replays`` (columns ``charged delta delta_se battles``); NaN where only a direction is known.
    whole: the nearest whole price, 0 where there is none, and its ``probability``.
    theta: VP of margin that one more such unit brings.
    mortality: how often it died.
    beside: units of its class with their worth in the list, the own one among them (``own``), the dearest first:
    columns ``unit cost settled worth low high verdict own``.
    """

    unit: Unit
    cost: int
    delta: float
    low: float
    high: float
    verdict: str
    worth: float
    worth_interval: tuple[float, float]
    whole: int
    probability: float
    theta: float
    mortality: float
    battles: int
    beside: pd.DataFrame
    replays: pd.DataFrame
    notes: tuple[str, ...] = ()
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        name, way = f"{self.unit.name} [{self.unit.nation}]", "more" if self.delta > 0 else "less"
        if np.isnan(self.worth):
            return (
                f"{name} is worth much {way} than {self.cost} VP: it is {self.verdict}, from {self.battles:,} battles.",
                "How much, a straight line from there does not tell; leave out --cost, and it is played again.",
            )
        low, high = self.worth_interval
        sure = f"the nearest whole price is {self.whole} ({100 * self.probability:.0f}% sure)"
        first = f"{name} is worth {self.worth:.1f} VP [{low:.1f}, {high:.1f}]; {sure}."
        if len(self.replays):
            prices = " and ".join(f"{vp} VP" for vp in self.replays["charged"])
            return (
                first,
                f"At the {self.cost} VP that it was first played at it is {self.verdict}, worth much {way}; so it was "
                f"played again at {prices}, {self.battles:,} battles in all.",
            )
        return (
            first,
            f"At the {self.cost} VP that it was played at it is {self.verdict}: {self.delta:+.2f} VP "
            f"[{self.low:+.2f}, {self.high:+.2f}], from {self.battles:,} battles.",
        )

    def __str__(self) -> str:
        return "\n".join(self.said)

    def __repr__(self) -> str:
        return str(self)

    def row(self) -> dict[str, Any]:
        """The numbers, ready for JSON and CSV; a price of which only a direction is known is None."""
        low, high = self.worth_interval
        known = not np.isnan(self.worth)
        return {
            **{"nation": self.unit.nation, "name": self.unit.name, "type": self.unit.type, "cost": self.cost},
            **{"worth": self.worth, "worth_low": low, "worth_high": high} | ({} if known else dict.fromkeys(ENDS)),
            **{"whole_price": self.whole if known else None},
            **{"whole_price_probability": self.probability if known else None, "verdict": self.verdict},
            **{"delta": self.delta, "delta_low": self.low, "delta_high": self.high, "looks": 1 + len(self.replays)},
            **{"theta": self.theta, "mortality": self.mortality, "battles": self.battles},
        }


ENDS = ("worth", "worth_low", "worth_high")


@dataclass(frozen=True)
class Known:
    """What a list says of its U units; excess: VP of margin beyond its due, (U,)."""

    design: Design
    cost: Integers
    excess: Floats
    cov: Floats
    scale: float
    scale_se: float

    @classmethod
    def of(cls, prices: Prices, seed: int, among: Sequence[Unit]) -> Known:
        """What a list says.

        Raises ``InvalidValue`` for a list that no battles between random armies made, or of ``seed`` itself.
        """
        about, table = prices.provenance, prices.table
        keys, cost = list(prices.detail["key"]), table["cost"].to_numpy(dtype=np.int64)
        if seed in (about.get("seed"), *about.get("seeds", ())):
            raise InvalidValue("seed", seed, "another than that of the price list, whose dice it would throw again")
        rules = {"name": about.get("ruleset"), "edition": about.get("edition"), "switches": about.get("switches")}
        once = {"seed": seed, "ruleset": rules, "units": keys, "repriced": True, "costs": cost.tolist()}
        try:
            design = Design.of_provenance({**about, **once, "tables": MOST_BLOCKS}, among)
            scale, scale_se = float(about["vp_scale"]), float(about["vp_scale_se"])
        except KeyError as missing:
            allowed = "a finished run of tigersim prices"
            raise InvalidValue("price list", f"one that does not say its {missing.args[0]}", allowed) from None
        below = scale + prices.detail["mortality"].to_numpy(dtype=np.float64)
        excess = table["delta"].to_numpy(dtype=np.float64) * below
        if not np.isfinite(excess).all():
            raise InvalidValue(
                "price list", "one that leaves the worth of units open", "a finished run of more battles"
            )
        cov = prices.covariance.to_numpy(dtype=np.float64) * np.outer(below, below)
        return cls(replace(design, tables=MOST_BLOCKS), cost, excess, cov, scale, scale_se)


class OwnUnitOptions(TypedDict, total=False):
    """What ``price_unit`` takes by name besides its parameters."""

    units: Iterable[Unit]
    threads: int | None


def price_unit(
    own: Unit,
    beside: Prices | str | Path = WORTH,
    battles: int | None = None,
    seed: int = 1,
    *,
    cost: int | None = None,
    target: float = TARGET,
    progress: Progress | None = None,
    **options: Unpack[OwnUnitOptions],
) -> OwnPrice:
    """What a unit of your own should cost next to a finished price list.

    Its battles are like those of the list: players, terms, sizes of armies and the other units are the list's.

    own: the unit, as ``ts.unit("Sisu", among="mine.csv")``.
    beside: the list, the folder of its run, or the name of an installed one (``catalogue.lists``).
    battles: how many, rounded up to whole tables of 16; None = until ``target`` is reached, 160,000 at most.
    seed: from which all chance follows; another than the list's.
    cost: whole VP that it is played at, paid by its side and scored by its destroyer; None = what the rules charge, and
    again at other prices if it comes out more than 3 VP off.
    target: VP; half-width of the 95% interval of its worth.
    progress: called with (battles played, battles expected in all, None).

    Options, by name:
    units: where those of the list are looked up if it has other than the historical ones.
    threads: of this process; default: one for each core.

    Raises ``InvalidValue`` for numbers out of range and lists that will not do, and for options of ``Terms``;
    ``RunError`` for a folder without a list, ``UnitNotFound`` for units of the list that are unknown,
    ``IdentifiabilityError`` where the list is too unsure for ``target``, and what ``Design`` raises.
    """
    for name in options:
        if name in TermOptions.__annotations__:
            raise InvalidValue(name, options.get(name), "left out: the battles are like those of the price list")
    check_names(options, OwnUnitOptions.__annotations__, "option of price_unit")
    if not isinstance(own, Unit):
        allowed = 'a Unit: ts.unit("Sisu", among="mine.csv"), or ts.unit("Tiger I").changed(...)'
        raise InvalidValue("own", own, allowed)
    if battles is not None:
        whole_number("number of battles", battles, FEWEST, MOST, f"{FEWEST} to {MOST:,}")
    if cost is not None:
        cost = whole_number("cost", cost, 1, MOST_PRICE, f"1 to {MOST_PRICE:,} VP")
    if not is_number(target, 0, inf) or target == 0:
        raise InvalidValue("target half-width", target, "a number of VP above 0")
    prices = beside if isinstance(beside, Prices) else Prices.load(beside)
    among = (*all_units(), *options.get("units", ()))
    known = Known.of(prices, seed, among)
    charged = profile(own, known.design.terms.ruleset).cost if cost is None else cost
    joint = JointProgress(progress)
    rounds: list[_Twins] = []

    def play_at(price: int) -> Played:
        number = len(rounds)
        here = known if not number else Known.of(prices, seed + SEEDS * number, among)
        twins = _Twins(here, own, price, options.get("threads"), joint.next_run())
        if battles is None:
            blocks.until(target, twins.play, lambda: twins.half_width(target))
        else:
            twins.play(0, ceil(battles / (2 * PAIRS)))
        rounds.append(twins)
        found = twins.found()
        return Played(float(price), float(found.delta[0]), float(found.se[0]))

    runs = [play_at(charged)]
    far = cost is None and abs(runs[0].delta) > ABOVE
    while far and len(runs) <= ROUNDS and abs(runs[-1].delta) > NEAR:
        price = next_price(runs)
        if price in {run.price for run in runs}:
            break
        runs.append(play_at(price))
    return _own_price(rounds, runs, prices, among)


class _Twins:
    """Plays pairs of twins and keeps what became of them."""

    def __init__(self, known: Known, own: Unit, cost: int, threads: int | None, progress: Progress | None) -> None:
        self.known, self.own, self.cost, self.threads, self.progress = known, own, cost, threads, progress
        drawn = known.design
        self.design = replace(drawn, units=(*drawn.units, own), prices=(*known.cost.tolist(), cost))
        self.total, self.done = 0, 0
        self.brought: list[Floats] = []
        self.lucks: list[Floats] = []
        self.stood: list[Integers] = []
        self.died: list[Floats] = []

    def play(self, first: int, end: int) -> None:
        """Blocks ``first`` to ``end`` - 1."""
        self.total = 2 * PAIRS * end
        for low in range(first, end, blocks.FIRST_LOOK):
            self._part(low, min(low + blocks.FIRST_LOOK, end))

    def _part(self, first: int, end: int) -> None:
        given = Given(self.design, threads=self.threads, told=self._count)
        numbers = blocks.numbers_of(first, end)
        armies = np.concatenate([self.known.design.armies(n * BATTLES_PER_TASK, PAIRS) for n in range(first, end)])
        places = self._places(armies, first, end)
        row, worth = np.arange(len(armies)), self.design.costs.astype(np.float64)
        played = []
        for side in range(2):
            mine = armies.copy()
            mine[row, side, places[:, side]] = len(self.known.cost)
            played.append(given.at(mine, numbers))
        one, other = played
        self.brought.append((margins(one) - margins(other)).astype(np.float64))
        self.lucks.append(lucks(one, worth) - lucks(other, worth))
        self.stood.append(np.stack([armies[row, side, places[:, side]] for side in range(2)], axis=1))
        self.died.append(np.stack([played[s]["dead"][row, s, places[:, s]] for s in range(2)], axis=1).astype(float))

    def _places(self, armies: Integers, first: int, end: int) -> Integers:
        """The place of each army that is chosen, (pairs, 2); it does not depend on how many blocks."""
        chance = [np.random.default_rng([self.design.seed, PLACES, n]).random((PAIRS, 2)) for n in range(first, end)]
        return np.asarray((np.concatenate(chance) * (armies >= 0).sum(axis=2)).astype(np.int64))

    def _count(self, battles: int) -> None:
        self.done += battles
        if self.progress is not None:
            self.progress(self.done, self.total, None)

    @property
    def mortality(self) -> float:
        return float(np.concatenate(self.died).mean())

    def half_width(self, target: float) -> float:
        """Half-width so far, VP.  Raises ``IdentifiabilityError`` if the list is too unsure."""
        found = self.found()
        left = float(Z_95 * np.sqrt(self.by_list(float(found.delta[0]))))
        if left >= target:
            raise IdentifiabilityError(
                f"the price list alone leaves {left:.2f} VP to either side, so {target:g} VP are out of reach; ask for "
                "a wider --target, or for a list of more battles"
            )
        return float(found.half_width()[0])

    def by_list(self, delta: float) -> float:
        """Variance of ``delta`` that the errors of the list leave, VP squared."""
        known, stood = self.known, np.concatenate(self.stood).ravel()
        share = np.bincount(stood, minlength=len(known.cost)) / len(stood)
        by_scale = float(share @ known.cost) - self.cost - delta
        variance = share @ known.cov @ share + (by_scale * known.scale_se) ** 2
        return float(variance) / (known.scale + self.mortality) ** 2

    def found(self) -> Mispricing:
        """delta of the own unit, (1,), and its variance."""
        known, stood = self.known, np.concatenate(self.stood)
        # theta of the own unit beyond its due, pair by pair
        due = known.excess[stood] + known.scale * (known.cost[stood] - self.cost)
        beyond = 0.5 * (np.concatenate(self.brought) + due.sum(axis=1))
        beyond = blocks.without_luck(beyond, np.concatenate(self.lucks))
        below = known.scale + self.mortality
        delta = float(beyond.mean()) / below
        died = np.concatenate(self.died).mean(axis=1)
        pairs = (beyond - delta * died).reshape(-1, PAIRS)
        variance = (blocks.standard_error(pairs) / below) ** 2 + self.by_list(delta)
        return Mispricing(np.array([delta]), np.array([[variance]]), len(pairs) - 1)


def _own_price(rounds: list[_Twins], runs: list[Played], prices: Prices, among: Sequence[Unit]) -> OwnPrice:
    twins, own = rounds[0], rounds[0].own
    found, known = twins.found(), twins.known
    delta, half, (verdict,) = float(found.delta[0]), float(found.half_width()[0]), verdicts(found)[0]
    fair = fair_price(runs, together=True) or FairPrice(np.nan, np.nan)
    reach = half if len(runs) == 1 else Z_95 * fair.se
    ends = (fair.price - reach, fair.price + reach)
    whole, probability = 0, float("nan")
    if not np.isnan(fair.price):
        near, chance = nearest_whole_price(np.array([fair.price]), np.array([fair.se]))
        whole, probability = int(near[0]), float(chance[0])
    of_class = np.array([unit.type == own.type for unit in known.design.units])
    replays = pd.DataFrame(
        [(int(run.price), run.delta, run.se, one.done) for run, one in zip(runs[1:], rounds[1:], strict=True)],
        columns=["charged", "delta", "delta_se", "battles"],
    )
    return OwnPrice(
        unit=own,
        cost=twins.cost,
        delta=delta,
        low=delta - half,
        high=delta + half,
        verdict=verdict,
        worth=fair.price,
        worth_interval=ends,
        whole=whole,
        probability=probability,
        theta=delta * (known.scale + twins.mortality) + known.scale * twins.cost,
        mortality=twins.mortality,
        battles=sum(one.done for one in rounds),
        beside=_beside(prices, of_class, own, twins.cost, (fair.price, *ends, verdict)),
        replays=replays,
        notes=_notes(prices, runs),
        provenance={**twins.design.provenance(), "list": prices.summary},
    )


def _beside(
    prices: Prices, of_class: Any, own: Unit, cost: int, found: tuple[float, float, float, str]
) -> pd.DataFrame:
    """The own unit among those of its class, the dearest first."""
    columns = ["key", "cost", "settled", "fair", "fair_low", "fair_high", "verdict"]
    settled = answers(prices, settled_for(prices)).set_index(prices.table.index)
    frame = settled[["key", "settled", "fair", "fair_low", "fair_high"]].join(prices.table[["cost", "verdict"]])
    frame = frame.loc[of_class, columns].assign(own=False)
    *price, verdict = found
    frame.loc[len(prices.table)] = [own.key, cost, np.nan, *price, verdict, True]
    frame.columns = ["unit", "cost", "settled", "worth", "low", "high", "verdict", "own"]
    level = frame["worth"].fillna(frame["settled"])
    ranked: pd.DataFrame = frame.iloc[level.argsort(kind="stable")[::-1]].reset_index(drop=True)
    return ranked


def _notes(prices: Prices, runs: list[Played]) -> tuple[str, ...]:
    notes = [f"beside the list of {prices.summary}: its players, tables, rules, armies and other prices"]
    played = prices.provenance.get("rules_version")
    if played != RULES_VERSION:
        notes.append(
            f"the list was played by version {played} of the rules as they are programmed, the twins by version "
            f"{RULES_VERSION}: what differs between the two is not in the interval"
        )
    today = versions_of(prices.provenance.get("players", ()))
    if today.get("ahead_version", 1) != prices.provenance.get("ahead_version", 1):
        notes.append("its players decide otherwise today: what that changes is not in the interval; play the list anew")
    if len(runs) > 1 and abs(runs[-1].delta) > NEAR:
        notes.append(f"the last run left {runs[-1].delta:+.1f} VP: play it at that price with --cost to be sure")
    if len(runs) > 1:
        notes.append("its price is read off the secant of its last two runs, played at different prices")
    return tuple(notes)
