"""How many X equal Y, fought out by the engine, and what that many cost.

A few skirmishes of every number of X from 1 to 8 say where it is even, some more about there (``indifference``) between
which two neighbours; the rest is fought with these, and the even number read off the logit through them, with Fieller's
interval.  Nothing is said about numbers that were not fought: beyond them the
answer is "even 8 are not enough" or "one is more than enough".  A skirmish undecided is half a win, which makes the
interval too wide rather than too narrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import isotonic_regression

from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, format_army
from tigersim.errors import InvalidValue
from tigersim.lab.skirmish import Skirmish, Skirmishes, Tally
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.indifference import NoEvenPoint, even_point, second_stage
from tigersim.rules.fire import is_far
from tigersim.statistics.fieller import Root
from tigersim.statistics.intervals import wilson

COUNTS = np.arange(1, 9)
"""Numbers of X that are fought."""
DISTANCES = (10, 20)
"""Inches: one within the 12 that fire depends on (``rules.fire.is_far``), one beyond."""
GAMES = 4000
"""Skirmishes that one even number rests on."""
FEWEST_GAMES = 100
STAGE = 0.2
"""Share of them that is spread evenly over all numbers of X, and share that is fought about the first root."""

EVEN, TOO_FEW, ENOUGH = "even", "even 8 are not enough", "one is more than enough"
NO_HELP, UNDECIDED, UNKNOWN = "more do not help", "nothing is decided", "cannot be told"


@dataclass(frozen=True)
class EvenNumber:
    """How many X are even with the Y of a skirmish.

    root: the number, within 1 to 8, or only bounds.
    verdict: what it comes to.
    tallies: what was fought, by number of X from 1 on.
    """

    skirmish: Skirmish
    root: Root
    verdict: str
    tallies: tuple[Tally, ...]

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def undecided(self) -> float:
        """Share of the skirmishes in which both sides were left in the end, or neither."""
        return sum(tally.undecided for tally in self.tallies) / self.games


def even_number(fights: Skirmishes, games: int = GAMES) -> EvenNumber:
    """The even number from ``games`` skirmishes.

    Where no slope can be fitted, the bounds are the last number that clearly loses and the first that clearly wins.
    Raises ``InvalidValue`` for fewer than 100 games.
    """
    if games < FEWEST_GAMES:
        raise InvalidValue("games", games, f"{FEWEST_GAMES} or more")
    tallies = [Tally(0, 0, 0)] * len(COUNTS)

    def play(counts: Integers, wanted: Integers) -> Floats:
        won = np.zeros(len(counts))
        for place, (k, n) in enumerate(zip(counts.tolist(), wanted.tolist(), strict=True)):
            if n > 0:
                found = fights.fight(k, n, tallies[place].games)
                tallies[place] = tallies[place] + found
                won[place] = found.points
        return won

    early = np.full(len(COUNTS), int(STAGE * games) // len(COUNTS))
    won = play(COUNTS, early)
    try:
        middle = second_stage(even_point(COUNTS, won, early), COUNTS, int(STAGE * games))
    except NoEvenPoint:
        middle = _shared(_neighbours(tallies), int(STAGE * games))
    play(COUNTS, middle)
    pair = _neighbours(tallies)
    play(COUNTS, _shared(pair, games - int(early.sum() + middle.sum())))
    root, verdict = _verdict(tallies, pair)
    return EvenNumber(fights.skirmish, root, verdict, tuple(tallies))


def _neighbours(tallies: Sequence[Tally]) -> Flags:
    """The two numbers of X between which the share of wins, made to rise, crosses one half."""
    points, games = np.array([(one.points, one.games) for one in tallies], dtype=np.float64).T
    rising = isotonic_regression(points / games, weights=games).x
    at = min(max([*(rising >= 0.5), True].index(True), 1), len(tallies) - 1)
    pair = np.zeros(len(tallies), dtype=np.bool_)
    pair[at - 1 : at + 1] = True
    return pair


def _shared(pair: Flags, games: int) -> Integers:
    """``games`` shared between the numbers of a pair."""
    share = np.zeros(len(pair), dtype=np.int64)
    share[pair] = games // 2, games - games // 2
    return share


def _verdict(tallies: Sequence[Tally], pair: Flags) -> tuple[Root, str]:
    """The even number as far as it lies among the numbers fought, and what it comes to.

    First what single numbers of X say beyond doubt, then the logit through two: over more of them it is not straight.
    """
    nothing, first, last = Root(nan, -inf, inf, "all"), float(COUNTS[0]), float(COUNTS[-1])
    too_few, enough = Root(nan, last, inf, "interval"), Root(nan, 0.0, first, "interval")
    won, lost, _ = (sum(column) for column in zip(*tallies, strict=True))
    loses, wins = _beyond_doubt(tallies)
    if won == lost == 0:
        return nothing, UNDECIDED
    if not won or (last in loses and not wins):  # skirmishes that only go on are no wins
        return too_few, TOO_FEW
    if not lost or (first in wins and not loses):
        return enough, ENOUGH
    if min(wins, default=inf) < max(loses, default=-inf):
        return nothing, NO_HELP
    points, games = np.array([(one.points, one.games) for one in tallies], dtype=np.float64).T
    try:
        found = even_point(COUNTS[pair], points[pair], games[pair])
        root, rises = found.root, found.b >= 0
    except NoEvenPoint:
        root, rises = nothing, True
    if not root.bounded:
        between = Root(nan, max(loses, default=-inf), min(wins, default=inf), "interval")
        return (between, EVEN) if loses and wins else (Root(nan, root.low, root.high, root.kind), UNKNOWN)
    if not rises:
        return nothing, NO_HELP
    if root.low >= last:
        return too_few, TOO_FEW
    return (enough, ENOUGH) if root.high <= first else (root, EVEN)


def _beyond_doubt(tallies: Sequence[Tally]) -> tuple[list[float], list[float]]:
    """The numbers of X that lose more than half, and those that win more, each with 95%."""
    shares = [(float(k), wilson(one.points, one.games)) for k, one in zip(COUNTS, tallies, strict=True)]
    return [k for k, share in shares if share.high < 0.5], [k for k, share in shares if share.low > 0.5]


# --- tables ----------------------------------------------------------------------------------------------------------


def label(unit: Unit) -> str:
    """Its name, with the nation where the catalogue has several of it."""
    return format_army([unit])


def band(skirmish: Skirmish) -> str:
    """The band of ranges that it is fought in."""
    return "beyond 12" if is_far(skirmish.ranks(1).nearest ** 2) else "within 12"


def duels_frame(found: Iterable[EvenNumber]) -> pd.DataFrame:
    """One row per even number.

    Columns: ``x y distance cover``; ``even low high``: with 95% interval, NaN or infinite where 1 to 8 X do not tell,
    and the ``verdict``; ``against`` how many Y, in which ``band`` of ranges, what is ``in_cover``; ``kind`` of the set
    (``Root``); ``share_undecided`` and ``games``; ``vp_x vp_x_low vp_x_high``: printed VP of that many X,
    ``vp_y``: of the Y; ``better_buy``: x or y where the whole interval says so, else empty.
    """
    return pd.DataFrame([_row(one) for one in found])


def _row(one: EvenNumber) -> dict[str, Any]:
    fight, root = one.skirmish, one.root
    cost_x, cost_y = (profile(unit, fight.terms.ruleset).cost for unit in (fight.x, fight.y))
    paid, vp = fight.against * cost_y, [cost_x * number for number in (root.value, root.low, root.high)]
    bounded = root.bounded
    return {
        "x": label(fight.x),
        "y": label(fight.y),
        "distance": fight.distance,
        "cover": fight.cover,
        "even": root.value,
        "low": root.low,
        "high": root.high,
        "verdict": one.verdict,
        "against": fight.against,
        "band": band(fight),
        "in_cover": "" if fight.cover == "none" else fight.in_cover,
        "kind": root.kind,
        "share_undecided": one.undecided,
        "games": one.games,
        "vp_x": vp[0],
        "vp_x_low": vp[1],
        "vp_x_high": vp[2],
        "vp_y": paid,
        "better_buy": "x" if bounded and vp[2] < paid else "y" if bounded and vp[1] > paid else "",
    }


def shares_frame(found: Iterable[EvenNumber]) -> pd.DataFrame:
    """One row per even number and number of X that was fought, with Wilson's interval.

    Columns ``x y against distance cover k games won lost undecided share share_low share_high``.
    """
    rows = []
    for one in found:
        fight = one.skirmish
        for k, tally in zip(COUNTS.tolist(), one.tallies, strict=True):
            if tally.games:
                low, high = wilson(tally.points, tally.games)
                shares = {"share": tally.points / tally.games, "share_low": low, "share_high": high}
                named = {"x": label(fight.x), "y": label(fight.y), "against": fight.against, "distance": fight.distance}
                counts = {"k": k, "games": tally.games, **tally._asdict()}
                rows.append({**named, "cover": fight.cover, **counts, **shares})
    return pd.DataFrame(rows)


# --- words -----------------------------------------------------------------------------------------------------------


def in_words(found: Sequence[EvenNumber]) -> list[str]:
    """Even numbers as sentences; those alike to the last skirmish share one."""
    alike: dict[Any, list[EvenNumber]] = {}
    for one in found:
        fight = one.skirmish
        alike.setdefault((fight.x, fight.y, fight.against, one.tallies), []).append(one)
    sentences = []
    for group in alike.values():
        places = [(one.skirmish.distance, one.skirmish.cover) for one in group]
        distances, covers = (list(dict.fromkeys(part)) for part in zip(*places, strict=True))
        if len(places) == len(distances) * len(covers):
            sentences.append(_sentence(group[0], distances, covers))
        else:
            sentences += [_sentence(one, [one.skirmish.distance], [one.skirmish.cover]) for one in group]
    return sentences


def _sentence(one: EvenNumber, distances: Sequence[int], covers: Sequence[str]) -> str:
    fight, root = one.skirmish, one.root
    x, y = label(fight.x), label(fight.y)
    them = f"{'one' if fight.against == 1 else fight.against} {y}"
    covered = {"x": f"the {x}", "y": f"the {y}", "both": "both"}[fight.in_cover]
    stands = ["in the open" if cover == "none" else f"{covered} in a {cover}" for cover in covers]
    where = f"at {' or '.join(map(str, distances))} inches, {' or '.join(stands)}"
    if one.verdict == EVEN:
        number = f"{root.value:.2f} [{root.low:.2f}, {root.high:.2f}]"
        return f"{number if isfinite(root.value) else f'{root.low:g} to {root.high:g}'} {x} equal {them} {where}."
    words = {
        TOO_FEW: f"Even {COUNTS[-1]} {x} are not enough for {them}",
        ENOUGH: f"One {x} is more than enough for {them}",
        NO_HELP: f"More {x} do not help against {them}",
        UNDECIDED: f"Nothing is decided between {x} and {them}",
        UNKNOWN: f"How many {x} equal {them} cannot be told from these skirmishes",
    }
    return f"{words[one.verdict]} {where}."
