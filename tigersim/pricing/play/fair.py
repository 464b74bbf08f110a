"""Is this match fair?  Two given armies in mirrored battles: who wins, by how much, and what makes it even.

A pair is two battles with the same table, cards and dice, the armies and their players having changed sides.  The
handicap is a number of whole VP that is added to one side's score when the battle is over.  The players do not know of
it; so the score that a battle would have had with it follows from the score that it had, and the chance to win with any
handicap is the share of the margins beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

import numpy as np

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, all_units, format_army, parse_army
from tigersim.errors import InvalidValue
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.game.restrictions import player_name
from tigersim.lab.design import Design
from tigersim.lab.given import Armies, Given, lucks, margins, slots_of
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.play import blocks
from tigersim.pricing.play.balance import Balance, percent
from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
from tigersim.pricing.play.job import Progress

TARGET = 0.02
"""Half-width of the interval of the chance to win at which a match stops."""
FEWEST = 200
"""Battles; fewer say nothing about luck."""
MOST = 2 * PAIRS * MOST_BLOCKS

Army = str | Sequence[Unit]


@dataclass(frozen=True, eq=False)
class FairMatch(Balance):
    """Mirrored battles of army a and army b: ``margins`` (blocks, pairs, 2), as side a, as side b.

    armies: as text; costs: VP as printed; players: who led them.
    """

    armies: tuple[str, str] = ("", "")
    costs: tuple[int, int] = (0, 0)
    players: tuple[str, str] = ("", "")
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def alike(self) -> bool:
        """Whether every battle was the same from either side, as of an army against itself: even beyond doubt."""
        return bool((self.margins[..., 0] == -self.margins[..., 1]).all())

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        low, high = self.p_interval()
        least, most = self.margin_interval
        ahead = f"is {abs(self.margin):.1f} VP {'ahead' if self.margin >= 0 else 'behind'}"
        given, (few, many) = self.handicap, self.handicap_interval
        even = f"Army a then wins {100 * self.p_win(given):.1f}% [{percent(self.p_interval(given))}]"
        gift = f"Give army {'b' if given > 0 else 'a'} {abs(given)} VP at the end" if given else "Give nobody anything"
        return (
            f"Army a wins {100 * self.p_win():.1f}% [{percent((low, high))}] of the battles, a draw counting half, "
            f"and {ahead} [{least:+.1f}, {most:+.1f}] on average, luck taken out.",
            f"{gift} for an even match. {even}.",
            _doubt(few, many),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        won, drawn, lost = self.counts
        return {
            **{f"army_{side}": army for side, army in zip("ab", self.armies, strict=True)},
            **{f"cost_{side}": cost for side, cost in zip("ab", self.costs, strict=True)},
            "players": list(self.players),
            **{"battles": self.battles, "won": won, "drawn": drawn, "lost": lost},
            "p_win": self.p_win(),
            "p_interval": list(self.p_interval()),
            "margin": self.margin,
            "margin_interval": list(self.margin_interval),
            "handicap": self.handicap,
            "handicap_interval": list(self.handicap_interval),
            "p_win_with_handicap": self.p_win(self.handicap),
            "p_interval_with_handicap": list(self.p_interval(self.handicap)),
            "table": records(self.table),
            "provenance": self.provenance,
        }

    def __str__(self) -> str:
        return " ".join(self.said)


def _doubt(few: int, many: int) -> str:
    if few == many:
        return "No other whole number of VP makes it even, with 95%."
    ends = f"{few} to {many}" if few >= 0 else f"{few:+d} to {many:+d}"
    return f"From {ends} VP for army b these battles cannot tell from even, with 95%."


def fair_match(
    a: Army,
    b: Army,
    battles: int | None = None,
    seed: int = 1,
    *,
    target: float = TARGET,
    players: tuple[str, str] = ("tactician", "tactician"),
    ruleset: RuleSet | None = None,
    units: Sequence[Unit] | None = None,
    family: str = FAMILY,
    markers: str = MARKERS[0],
    target_score: int = 0,
    support: str = SUPPORT[0],
    forts: tuple[int, int] = NO_FORTS,
    forbid: str | Iterable[str] = (),
    threads: int | None = None,
    progress: Progress | None = None,
) -> FairMatch:
    """Play army ``a`` against army ``b`` on random tables, each battle from both sides, and say what makes it even.

    a, b: as ``"3 x M4 Sherman, Jeep [usa]"`` or lists of units.  battles: play so many (rounded up to whole tables of
    16); None: until the 95% interval of the chance to win is at most ``target`` to either side, or 160,000 are played.
    players: who leads army a and who leads army b, wherever they stand; forbid: the same, as "a:follow".
    units: where names are looked up (default: the catalogue).  family, markers, target_score, support, forts: as of
    ``Battle.start``.
    progress: called with (battles played, battles expected in all, None).

    Raises ``InvalidValue`` for numbers out of range, and what ``parse_army`` and ``Design`` raise.
    """
    _check(battles, target)
    known = tuple(units) if units is not None else all_units()
    chosen = [parse_army(army, known) if isinstance(army, str) else list(army) for army in (a, b)]
    kinds = tuple(dict.fromkeys([*chosen[0], *chosen[1]]))
    slots = slots_of([[kinds.index(unit) for unit in army] for army in chosen])
    design = Design(
        units=kinds,
        seed=seed,
        players=players,
        ruleset=ruleset or DEFAULT,
        tables=MOST_BLOCKS,
        family=family,
        markers=markers,
        target_score=target_score,
        support=support,
        forts=forts,
        forbid=(forbid,) if isinstance(forbid, str) else tuple(forbid),
    )
    stage = _Stage(design, slots, threads, progress)
    if battles is None:
        blocks.until(target, stage.play, stage.half_width)
    else:
        stage.play(0, ceil(battles / (2 * PAIRS)))
    first, second = (int(design.costs[side[side >= 0]].sum()) for side in slots)
    return replace(
        stage.found(),
        armies=(format_army(chosen[0], known), format_army(chosen[1], known)),
        costs=(first, second),
        provenance=design.provenance(),
    )


def _check(battles: int | None, target: float) -> None:
    if battles is not None and not FEWEST <= battles <= MOST:
        raise InvalidValue("number of battles", battles, f"{FEWEST} to {MOST:,}")
    if not 0 < target < 0.5:
        raise InvalidValue("target", target, "a share between 0 and 0.5, as 0.02 for two percent either way")


class _Stage:
    """Plays blocks and keeps what became of them."""

    def __init__(self, design: Design, slots: Armies, threads: int | None, progress: Progress | None) -> None:
        self.design, self.slots, self.threads, self.progress = design, slots, threads, progress
        self.names = tuple(map(player_name, design.players, design.forbidden))
        self.total, self.done = 0, 0
        self.margins: list[Integers] = []
        self.lucks: list[Floats] = []

    def play(self, first: int, end: int) -> None:
        """Blocks ``first`` to ``end`` - 1; what ``until`` has them played for is only a forecast."""
        self.total = 2 * PAIRS * end
        for low in range(first, end, blocks.FIRST_LOOK):
            self._part(low, min(low + blocks.FIRST_LOOK, end))

    def _part(self, first: int, end: int) -> None:
        # tables are large and played on once: who played goes with them
        there = Given(self.design, threads=self.threads, told=self._told)
        numbers = blocks.numbers_of(first, end)
        armies = np.broadcast_to(self.slots, (len(numbers), *self.slots.shape))
        played = (there.at(armies, numbers), there.mirror().at(armies[:, ::-1], numbers))
        worth = self.design.costs.astype(np.float64)
        self.margins.append(np.stack([sign * margins(one) for sign, one in zip((1, -1), played, strict=True)], axis=1))
        both = [sign * lucks(one, worth) for sign, one in zip((1, -1), played, strict=True)]
        self.lucks.append(np.stack(both, axis=1))

    def _told(self, battles: int) -> None:
        self.done += battles
        if self.progress is not None:
            self.progress(self.done, self.total, None)

    def half_width(self) -> float:
        """Of the 95% interval of the chance to win."""
        found = self.found().p_interval()
        return (found.high - found.low) / 2

    def found(self) -> FairMatch:
        margin, luck = np.concatenate(self.margins), np.concatenate(self.lucks)
        adjusted = blocks.without_luck(margin.ravel().astype(np.float64), luck.reshape(margin.size, -1))
        shape = (-1, PAIRS, 2)
        first, second = self.names
        return FairMatch(margin.reshape(shape), adjusted.reshape(shape), players=(first, second))
