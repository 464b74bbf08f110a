"""Build an army: what one owns or may buy, for a budget, against a given army or the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np
import pandas as pd

from tigersim.catalogue.army_rules import NO_RULES, ArmyRules, OneSide, army_rules_of
from tigersim.catalogue.army_text import ArmyGiven, units_of
from tigersim.catalogue.collection import OwnGiven, owned
from tigersim.catalogue.price_lists import ListGiven, PriceList, check_units, counted_in, price_list_of, scale_of
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, UnitsGiven, all_units, format_army, listed_units
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue, UnknownName, check_names
from tigersim.game.records import SEEDS, check_players
from tigersim.given import is_number, truth_value, whole_number
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.play.army_builder import QUICK, Effort, Task, characters, in_common
from tigersim.pricing.play.army_search import Allowed, Bought, Counts, allowed
from tigersim.pricing.play.army_summary import list_prices
from tigersim.pricing.play.balance import percent
from tigersim.pricing.play.field_forecast import draw_field
from tigersim.pricing.play.forecast_misses import PRINTED, built_at_once, lists_with_model, usual_miss
from tigersim.pricing.play.foretell import missed, model_for
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.rules.airdrop import BY_GLIDER

DEFAULT_BUDGET = 27
"""VP: what random armies of six to ten units cost on average at the printed costs."""
DEFAULT_COPIES = 3
MOST_BUDGET = 1000
COLUMNS = ["army", "units", "cost", "points", "foretold", "p_win", "p_low", "p_high", "battles", "in_common"]
"""Of ``Built.table``; in_common: the greatest share of units that it shares with an army above it."""
FIELD = 64
"""Armies of the field that forecasts of a search are means over."""
UNSURE = 0.2
"""Deviation of true rates from forecasts of other players, lists or units than the model was fitted to."""


@dataclass(frozen=True, eq=False)
class Built:
    """Armies that were built, the best first, or the fairest.

    table: a row for each, columns ``army units cost points foretold p_win p_low p_high battles in_common``: VP as
    printed, points of the list (as printed without one), the chance to win that the model foretells, the share of
    fresh battles won with its 95% interval (missing without battles), the greatest share of units in common with
    those above.
    budget: VP.  against: the enemy as text, "" = the field.  fair: whether the fairest was sought.
    price_list: the list to play by; None = the printed costs.  players: of the army and of its enemy.
    missed: points of a hundred by which forecasts missed true rates, root mean square.
    notes: what to doubt, sentences without full stop.
    """

    table: pd.DataFrame
    budget: float
    against: str
    fair: bool
    price_list: PriceList | None
    players: tuple[str, str]
    missed: float
    notes: tuple[str, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def counted(self) -> str:
        """What ``points`` are counted in: "VP" or "points"."""
        return counted_in(scale_of(self.price_list))

    @property
    def played(self) -> bool:
        """Whether battles judged the armies, and not the model alone."""
        return bool(self.table["battles"].iloc[0])

    @property
    def enemy(self) -> str:
        """The enemy in words."""
        return self.against or f"the field, random armies of {self.budget:g} VP"

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        best = self.table.iloc[0]
        army = f"The {'fairest' if self.fair else 'strongest'} army that was found wins"
        if self.played:
            rate = f"{100 * best.p_win:.1f}% [{percent((best.p_low, best.p_high))}] of {best.battles:,} fresh battles"
            first = f"{army} {rate} against {self.enemy}, a draw counting half: {best.army}."
        else:
            rate = f"{100 * best.foretold:.0f}%"
            first = f"{army} {rate} against {self.enemy}, foretold without a battle: {best.army}."
        return (first, *(f"{note}." for note in self.notes))

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, ready for JSON; commands read the first army back."""
        return {
            "suggestions": records(self.table),
            "budget": self.budget,
            "against": self.against or None,
            "fair": self.fair,
            "list": None if self.price_list is None else self.price_list.title,
            "counted": self.counted,
            "players": list(self.players),
            "missed": self.missed,
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def __str__(self) -> str:
        return " ".join(self.said)

    def __repr__(self) -> str:
        return str(self)


class BuildOptions(TypedDict, total=False):
    """What ``build`` takes by name besides its parameters."""

    price_list: ListGiven | None
    rules: OneSide | None
    copies: int | None
    units: UnitsGiven | None
    players: tuple[str, str]
    seed: int
    effort: Effort
    threads: int | None
    progress: Progress | None


def build(
    budget: float | None = None,
    *,
    against: ArmyGiven | None = None,
    own: OwnGiven | None = None,
    fair: bool = False,
    quick: bool = False,
    **options: Unpack[BuildOptions],
) -> Built:
    """Build the strongest army of a budget, or the fairest, against a given army or the field.

    budget: VP; None = what the enemy costs, 27 against the field.
    against: the enemy, as ``parse_army`` reads it or a list of units; None = random armies of the budget.
    own: what one has: a ``Path`` to a file of units and counts, an army as text, or numbers by unit; None = anything.
    fair: whether to come as near as can be to an even match.
    quick: whether to answer from the model of armies, without a battle.

    Options, by name:
    price_list: what units cost and score: a list to play by, its name or file; default: as printed.
    rules: of composition: ``ArmyRules``, a name or a file; all but nations hold for the field too; default: the limits
    of the list.
    copies: of one unit at most; default: 3, or as many as one owns; by a list, as many as it allows.
    units: those that may be bought, and where names are looked up; default: the catalogue.
    players: compiled players of the army and of its enemy; default ("tactician", "tactician").
    seed: from which all chance follows.
    effort: how hard to seek.
    threads: of this process; default: one for each core.
    progress: called with (battles played, battles expected in all, None).

    Raises ``InvalidValue`` for a budget that cannot be spent, ``UnknownName``, ``DataError`` for a file of what one has
    that cannot be read, and what ``parse_army`` and ``PriceList`` raise.
    """
    check_names(options, BuildOptions.__annotations__, "option of building")
    sought = seek(budget, against=against, own=own, fair=fair, quick=quick, **options)
    return sought.foretold() if quick else sought.played()


def seek(
    budget: float | None = None,
    *,
    against: ArmyGiven | None = None,
    own: OwnGiven | None = None,
    fair: bool = False,
    quick: bool = False,
    **options: Unpack[BuildOptions],
) -> Sought:
    """What ``build`` asks, sought by the model of armies; nothing is compiled or played yet.  Raises as ``build``."""
    for name, value in (("fair", fair), ("quick", quick)):
        truth_value(name, value)
    seed, effort = options.get("seed", 1), options.get("effort", QUICK if quick else Effort())
    seed = whole_number("seed", seed, 0, SEEDS - 1, "a whole number, 0 or more")
    asked = _Asked.of(budget, against, own, options)
    if quick:
        asked.check_foretold()
    task = Task(asked.model, asked.bought, asked.opponents(FIELD, seed), fair, asked.surely)
    groups = characters(task, effort, np.random.default_rng([seed, 0]))
    return Sought(asked, task, groups, effort, {**options, "seed": seed})


class Sought(NamedTuple):
    """Armies of several characters, the best foretold first: an answer by forecast, or what battles will judge."""

    asked: _Asked
    task: Task
    groups: Sequence[Counts]
    effort: Effort
    options: BuildOptions

    def foretold(self) -> Built:
        """The answer without a battle."""
        return self._built([_Found(group[0], float(self.task.foretold(group[:1])[0])) for group in self.groups])

    def played(self) -> Built:
        """The answer after battles."""
        return self._built(self.asked.judged(self.task, self.groups, self.effort, self.options))

    def _built(self, found: Sequence[_Found]) -> Built:
        about = {"seed": self.options.get("seed", 1), "effort": self.effort._asdict()}
        return self.asked.built(found, self.task.fair, about)


class _Found(NamedTuple):
    """An army, what was foretold of it, and its fresh battles: rate with its interval, and how many."""

    army: Counts
    foretold: float
    rate: tuple[float, float, float] = (float("nan"),) * 3
    battles: int = 0


@dataclass(frozen=True, eq=False)
class _Asked:
    """A question, read: who may be bought at what, and who is the enemy."""

    units: tuple[Unit, ...]
    """Those that may be bought, the enemy's, and those of the catalogue, as the model numbers them."""
    model: ArmyModel
    bought: Bought
    enemy: tuple[Unit, ...]
    rules: ArmyRules
    price_list: PriceList | None
    players: tuple[str, str]
    known: tuple[Unit, ...]
    strangers: tuple[str, ...]
    """Units that may be bought or met and that the model does not know."""
    list_name: str | None
    """The list whose battles the model knows, "" = the printed costs; None = not the one asked for."""

    @classmethod
    def of(cls, budget: float | None, against: ArmyGiven | None, own: OwnGiven | None, options: BuildOptions) -> _Asked:
        known = listed_units(options.get("units"))
        enemy = () if against is None else tuple(units_of(against, known))
        if against is not None and not 1 <= len(enemy) <= MAX_UNITS:
            raise InvalidValue("against", f"{len(enemy)} units", f"an army of 1 to {MAX_UNITS}")
        have = None if own is None else owned(own, known)
        chosen = price_list_of(options.get("price_list"))
        check_units(chosen, known)
        rules = _rules(options.get("rules"), chosen, options.get("copies"))
        _check_nations(rules, known)
        shipped, list_name = model_for(chosen)
        model, units = _with_strangers(shipped, dict.fromkeys([*known, *enemy, *(have or ())]))
        prices = list_prices(units, chosen)
        vp = _budget(budget, enemy, units, prices)
        pool = _pool(units, known, have, rules, options.get("copies"))
        players = options.get("players", DEFAULT_PLAYERS)
        check_players(players)
        strangers = tuple(one.name for one in units[len(all_units()) :])
        asked = cls(units, model, Bought(prices, vp, pool), enemy, rules, chosen, players, known, strangers, list_name)
        asked.check_spent(have is not None)
        return asked

    def check_spent(self, owns: bool) -> None:
        """Raises ``InvalidValue`` where what one owns does not make up the budget."""
        if not owns:
            return
        copies = np.where(self.bought.rules.units, self.bought.rules.copies, 0)
        have = float(copies @ self.bought.prices)
        if have < 0.9 * self.bought.budget:
            raise InvalidValue(
                "budget",
                f"{self.bought.budget:g} VP",
                f"up to {have:g} VP, what all units cost that are owned and allowed",
            )

    def check_foretold(self) -> None:
        """Raises ``InvalidValue`` for what the model knows nothing of, or too little."""
        if self.list_name is None:
            known = ", ".join(("as printed", *lists_with_model()))
            least = f"{known}: there is no forecast by other lists; else battles are played"
            raise InvalidValue("quick", "a list to play by", least)
        if self.strangers:
            some = ", ".join(self.strangers[:3])
            raise InvalidValue(
                "quick", f"a forecast with {some}", "units of the catalogue; without it battles are played"
            )
        if tuple(self.players) != DEFAULT_PLAYERS:
            raise InvalidValue(
                "quick", "other players", "tacticians: the model knows no others; without it battles are played"
            )

    @property
    def surely(self) -> float:
        """How far forecasts are to be trusted here."""
        if self.list_name is None or self.strangers or tuple(self.players) != DEFAULT_PLAYERS:
            return UNSURE
        return usual_miss(self.list_name) / 100

    def opponents(self, n: int, seed: int) -> Counts:
        """The enemy, or armies of the field."""
        if self.enemy:
            return self.counts(self.enemy)[None]
        there = all_units()
        field = draw_field(there, self.bought.prices[: len(there)], self.bought.budget, self.rules, n, seed)
        return np.pad(field, ((0, 0), (0, len(self.units) - len(there))))

    def counts(self, army: Sequence[Unit]) -> Counts:
        """An army as numbers of each unit."""
        at = {one.key: number for number, one in enumerate(self.units)}
        return np.bincount([at[one.key] for one in army], minlength=len(self.units)).astype(np.float32)

    def judged(self, task: Task, groups: Sequence[Counts], effort: Effort, options: BuildOptions) -> list[_Found]:
        """One army of each character, judged by battles, the best first."""
        from tigersim.game.terms import Terms
        from tigersim.lab.design import Design
        from tigersim.pricing.play.army_judge import Judge, judged
        from tigersim.pricing.play.blocks import MOST_BLOCKS, PAIRS
        from tigersim.pricing.play.exploit import FRESH

        seed, threads = options.get("seed", 1), options.get("threads")
        joint = JointProgress(options.get("progress"), 2 * PAIRS * effort._replace(suggestions=len(groups)).blocks)
        terms = Terms(price_list=self.price_list)
        design = Design(self.units, terms, seed=seed, players=self.players, tables=MOST_BLOCKS)
        fresh = self.opponents(PAIRS * effort.fresh, seed + FRESH)
        judges = (
            Judge(design, task.field, threads, joint),
            Judge(replace(design, seed=seed + FRESH), fresh, threads, joint),
        )
        return [
            _Found(one.army, one.foretold, (one.fresh.p_win(), *one.fresh.p_interval()), one.fresh.battles)
            for one in judged(task, groups, effort, judges)
        ]

    def built(self, found: Sequence[_Found], fair: bool, about: Mapping[str, Any]) -> Built:
        """The answer."""
        rows: list[tuple[Any, ...]] = []
        scale = scale_of(self.price_list)
        for number, one in enumerate(found):
            members = [unit for unit, n in zip(self.units, one.army.astype(int), strict=True) for _ in range(n)]
            alike = [float(in_common(one.army[None], other.army)[0]) for other in found[:number]]
            cost = sum(profile(unit).cost for unit in members)
            points = round(scale * float(one.army @ self.bought.prices))
            text = format_army(members, self.known)
            rows.append(
                (text, len(members), cost, points, one.foretold, *one.rate, one.battles, max(alike, default=0.0))
            )
        enemy = format_army(self.enemy, self.known) if self.enemy else ""
        table = pd.DataFrame(rows, columns=COLUMNS)
        doubt, budget = missed(self.model, [one.foretold for one in found]), self.bought.budget
        notes = self.notes(found[0].battles > 0, found[0].foretold)
        return Built(table, budget, enemy, fair, self.price_list, self.players, doubt, notes, about)

    def notes(self, played: bool, foretold: float) -> tuple[str, ...]:
        """What to doubt; foretold: the chance of the best army."""
        if played:
            return (
                "Order and rates are from fresh battles that the search has not met; the first of several looks a "
                "little better than it is",
            )
        seen = built_at_once(self.list_name or PRINTED)
        return (
            f"The best of many forecasts looks better than it is: {seen.armies} such armies that then met the field in "
            f"battles had been foretold {seen.high:.0f} points too much on average, {seen.missed:.0f} off (root mean "
            f"square); a single enemy is foretold less surely, {missed(self.model, foretold):.0f} points off",
        )


def _rules(given: OneSide | None, chosen: PriceList | None, copies: int | None) -> ArmyRules:
    """Rules of composition of what is built, with the limits of the list; ``copies`` stands in for its own."""
    asked = None if given is None else army_rules_of(given)
    rules = (asked if chosen is None else chosen.rules_for(asked)) or NO_RULES
    return rules if copies is None else replace(rules, copies=(asked or NO_RULES).copies)


def _check_nations(rules: ArmyRules, known: Sequence[Unit]) -> None:
    nations = list(dict.fromkeys(one.nation for one in known))
    for nation in rules.nations:
        if nation not in nations:
            raise UnknownName(nation, nations, kind="nation")


def _budget(budget: float | None, enemy: Sequence[Unit], units: Sequence[Unit], prices: Any) -> float:
    if budget is None:
        at = {one.key: price for one, price in zip(units, prices, strict=True)}
        return float(sum(at[one.key] for one in enemy)) if enemy else DEFAULT_BUDGET
    if not is_number(budget, 0, MOST_BUDGET) or budget == 0:
        raise InvalidValue("budget", budget, f"more than 0, up to {MOST_BUDGET:,} VP")
    return float(budget)


def _pool(
    units: Sequence[Unit],
    known: Sequence[Unit],
    have: Mapping[Unit, int] | None,
    rules: ArmyRules,
    copies: int | None,
) -> Allowed:
    """Which units may be bought, and how many of each."""
    if copies is not None:
        copies = whole_number("copies", copies, 1, MAX_UNITS, f"1 to {MAX_UNITS} of one unit")
    pool = allowed(rules, units)
    usual = DEFAULT_COPIES if have is None and rules.copies is None else MAX_UNITS
    most = min(MAX_UNITS if rules.copies is None else rules.copies, usual if copies is None else copies)
    listed = {one for one in known if not _elsewhere(one)}
    each = [most if have is None else min(have.get(one, 0), most) for one in units]
    there = [n > 0 and (one in listed if have is None else True) for one, n in zip(units, each, strict=True)]
    return pool._replace(units=pool.units & np.array(there), copies=np.array(each, dtype=np.float32))


def _elsewhere(one: Unit) -> bool:
    """Whether a unit is for battles with water or from the air: nobody builds with those that does not own them."""
    numbers = profile(one)
    return bool(numbers.water_only or numbers.airborne == BY_GLIDER)


def _with_strangers(model: ArmyModel, wanted: Mapping[Unit, None]) -> tuple[ArmyModel, tuple[Unit, ...]]:
    """The model with units that it does not know, each taken for the one of its class that is most like it.

    That is good enough to propose armies; battles judge them.
    """
    shipped = all_units()
    strangers = [one for one in wanted if one.key not in set(model.units)]
    if not strangers:
        return model, shipped
    numbers = np.array([_numbers(one) for one in shipped])
    spread = numbers.std(axis=0) + 1e-9
    stand_ins = []
    for one in strangers:
        away = (np.abs(numbers - _numbers(one)) / spread).sum(axis=1)
        other_class = np.array([there.type != one.type for there in shipped])
        stand_ins.append(int(np.argmin(away + 1e6 * (other_class if not other_class.all() else 0))))
    return model.with_stand_ins([one.key for one in strangers], stand_ins), (*shipped, *strangers)


def _numbers(one: Unit) -> Any:
    from tigersim.rules.unit_numbers import SCALARS, WEAPON_FIELDS

    numbers = profile(one)
    said = [getattr(numbers, name) for name in SCALARS]
    return np.array([*said, *(value for name in WEAPON_FIELDS for value in getattr(numbers, name))], dtype=float)
