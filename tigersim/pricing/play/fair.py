"""Is a match fair?  Two given armies in mirrored battles, and what makes them even.

A pair is two battles with the same table, cards and dice, the armies and their players having changed sides.
``balance`` says what a handicap is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, Unpack

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.army_text import ArmyGiven, units_of
from tigersim.catalogue.price_lists import check_units
from tigersim.catalogue.units import UnitsGiven, format_army, listed_units
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue, check_names
from tigersim.game.armies import check_armies, check_landing_units
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import is_number, whole_number
from tigersim.lab.design import Design
from tigersim.lab.given_armies import Armies, Given, check_all_fight, lucks, margins, slots_of
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.play import blocks
from tigersim.pricing.play.balance import Balance, percent
from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
from tigersim.pricing.play.progress import JointProgress, Progress

TARGET = 0.02
"""Half-width of the interval of the chance to win at which a match stops."""
FEWEST = 200
"""Battles; fewer say nothing about luck."""
MOST = 2 * PAIRS * MOST_BLOCKS


@dataclass(frozen=True, eq=False)
class FairMatch(Balance):
    """Mirrored battles of army a and army b.

    margins: (blocks, pairs, 2), as side a, as side b.
    armies: as text.
    costs: VP as printed.
    players: of army a and of army b.
    limits: of the list that armies cost by; faults: what each army breaks of them, in words.
    """

    armies: tuple[str, str] = ("", "")
    costs: tuple[int, int] = (0, 0)
    players: tuple[str, str] = ("", "")
    limits: ArmyRules | None = None
    faults: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def alike(self) -> bool:
        """Whether every battle was the same from either side, as of an army against itself."""
        return bool((self.margins[..., 0] == -self.margins[..., 1]).all())

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        low, high = self.p_interval()
        least, most = self.margin_interval
        ahead = f"is {abs(self.margin):.1f} {self.counted} {'ahead' if self.margin >= 0 else 'behind'}"
        given, (few, many) = self.handicap, self.handicap_interval
        even = f"Army a then wins {100 * self.p_win(given):.1f}% [{percent(self.p_interval(given))}]"
        gift = (
            f"Give army {'b' if given > 0 else 'a'} {self.amount(abs(given))} at the end"
            if given
            else "Give nobody anything"
        )
        return (
            f"Army a wins {100 * self.p_win():.1f}% [{percent((low, high))}] of the battles, a draw counting half, "
            f"and {ahead} [{least:+.1f}, {most:+.1f}] on average, luck taken out.",
            f"{gift} for an even match. {even}.",
            _doubt(few, many, self.counted),
            *(
                f"The list is made for other armies than army {side} ({self.limits}): {'; '.join(broken)}."
                for side, broken in zip("ab", self.faults, strict=True)
                if broken
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        won, drawn, lost = self.counts
        return {
            **{f"army_{side}": army for side, army in zip("ab", self.armies, strict=True)},
            **{f"cost_{side}": cost for side, cost in zip("ab", self.costs, strict=True)},
            "players": list(self.players),
            **{f"faults_{side}": list(broken) for side, broken in zip("ab", self.faults, strict=True)},
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

    def __repr__(self) -> str:
        return str(self)


def _doubt(few: int, many: int, counted: str) -> str:
    if few == many:
        return f"No other whole number of {counted} makes it even, with 95%."
    ends = f"{few} to {many}" if few >= 0 else f"{few:+d} to {many:+d}"
    return f"From {ends} {counted} for army b these battles cannot tell from even, with 95%."


class MatchOptions(TermOptions, total=False):
    """What ``fair_match`` takes by name besides its parameters: options of ``Terms``, and these."""

    players: tuple[str, str]
    units: UnitsGiven | None
    threads: int | None


def fair_match(
    a: ArmyGiven,
    b: ArmyGiven,
    battles: int | None = None,
    seed: int = 1,
    *,
    target: float = TARGET,
    terms: Terms | None = None,
    progress: Progress | None = None,
    **options: Unpack[MatchOptions],
) -> FairMatch:
    """Play two armies against each other from both sides, and say what makes the match even.

    a, b: the armies, as ``"3 x M4 Sherman, Jeep [usa]"`` or lists of units.
    battles: how many, rounded up to whole tables of 16; None = until ``target`` is reached, 160,000 at most.
    seed: from which all chance follows.
    target: half-width of the 95% interval of the chance to win, 0 to 0.5.
    terms: what the battles are played by.  What it says of side a (forbid, commanders, landing) holds for army a,
    wherever it stands; but in a scenario with roles both armies attack in turn.
    progress: called with (battles played, battles expected in all, None).

    Options, by name:
    players: compiled players of army a and of army b; default ("tactician", "tactician").
    units: where names are looked up; default: the catalogue.
    threads: of this process; default: one for each core.
    All of ``Terms`` but dummies and removed, for all units of both armies take the field.

    Raises ``UnknownName`` for an option that there is not, ``InvalidValue`` for numbers out of range, and what
    ``parse_army``, ``Terms`` and ``Design`` raise.
    """
    check_names(options, MatchOptions.__annotations__, "option of a match")
    check_match(battles, target)
    given: dict[str, Any] = dict(options)
    players, threads = given.pop("players", DEFAULT_PLAYERS), given.pop("threads", None)
    units = given.pop("units", None)
    by = Terms.of(terms, **given)
    check_all_fight(by)
    known = listed_units(units)
    check_units(by.price_list, known)
    chosen = [units_of(army, known) for army in (a, b)]
    kinds = tuple(dict.fromkeys([*chosen[0], *chosen[1]]))
    slots = slots_of([[kinds.index(unit) for unit in army] for army in chosen])
    design = Design(kinds, by, seed=seed, players=players, tables=MOST_BLOCKS)
    back = _mirrored(design)
    for plan, order in ((design, slots), (back, slots[::-1])):
        armies = [[kinds[kind] for kind in army if kind >= 0] for army in order]
        check_armies(plan.terms.scenario, armies, plan.terms.ruleset)
        check_landing_units(armies, plan.terms.landing, plan.terms.ruleset)
    stage = _Stage(design, back, slots, threads, progress)
    if battles is None:
        blocks.until(target, stage.play, stage.half_width)
    else:
        stage.play(0, ceil(battles / (2 * PAIRS)))
    limits = None if by.price_list is None else by.price_list.army_rules
    broken = [() if limits is None else tuple(limits.faults(army)) for army in chosen]
    first, second = (int(design.costs[side[side >= 0]].sum()) for side in slots)
    return replace(
        stage.found(),
        armies=(format_army(chosen[0], known), format_army(chosen[1], known)),
        costs=(first, second),
        counted=by.counted_in,
        limits=limits,
        faults=(broken[0], broken[1]),
        provenance=design.provenance(),
    )


def _mirrored(design: Design) -> Design:
    """The design with the armies in each other's places; what lands goes with its army."""
    back = design.mirror()
    landing = design.terms.changed().get("landing")
    if not landing:
        return back
    turned = {{"a": "b", "b": "a"}[side]: turn for side, turn in landing.items()}
    return replace(back, terms=back.terms.replace(landing=turned))


def check_match(battles: int | None, target: float) -> None:
    """Raises ``InvalidValue`` for a number of battles or a target that a match cannot have."""
    if battles is not None:
        whole_number("number of battles", battles, FEWEST, MOST, f"{FEWEST} to {MOST:,}")
    if not is_number(target, 0, 0.5) or target in (0, 0.5):
        raise InvalidValue("target", target, "a share between 0 and 0.5, as 0.02 for two percent either way")


class _Stage:
    """Plays blocks and keeps what became of them."""

    def __init__(
        self, design: Design, back: Design, slots: Armies, threads: int | None, progress: Progress | None
    ) -> None:
        self.design, self.back, self.slots, self.threads = design, back, slots, threads
        self.joint = JointProgress(progress)
        self.margins: list[Integers] = []
        self.lucks: list[Floats] = []

    def play(self, first: int, end: int) -> None:
        """Blocks ``first`` to ``end`` - 1; what ``until`` has them played for is only a forecast."""
        self.joint.total = 2 * PAIRS * end
        for low in range(first, end, blocks.FIRST_LOOK):
            self._part(low, min(low + blocks.FIRST_LOOK, end))

    def _part(self, first: int, end: int) -> None:
        # tables are large and played on once: who played goes with them
        there = Given(self.design, threads=self.threads, told=self.joint.count)
        numbers = blocks.numbers_of(first, end)
        armies = np.broadcast_to(self.slots, (len(numbers), *self.slots.shape))
        played = (there.at(armies, numbers), there.mirror(self.back).at(armies[:, ::-1], numbers))
        worth = self.design.costs.astype(np.float64)
        self.margins.append(np.stack([sign * margins(one) for sign, one in zip((1, -1), played, strict=True)], axis=1))
        both = [sign * lucks(one, worth) for sign, one in zip((1, -1), played, strict=True)]
        self.lucks.append(np.stack(both, axis=1))

    def half_width(self) -> float:
        """Half-width of the 95% interval of the chance to win."""
        found = self.found().p_interval()
        return (found.high - found.low) / 2

    def found(self) -> FairMatch:
        margin, luck = np.concatenate(self.margins), np.concatenate(self.lucks)
        adjusted = blocks.without_luck(margin.ravel().astype(np.float64), luck.reshape(margin.size, -1))
        shape = (-1, PAIRS, 2)
        return FairMatch(margin.reshape(shape), adjusted.reshape(shape), players=self.design.player_names)
