"""What an experiment plays: units, sizes of armies, tables, players, and terms of battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.army_rules import TwoRules, two_rules
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.scenario_parts import MOST_PARTS
from tigersim.catalogue.scenarios import ROLES, pools
from tigersim.catalogue.units import Unit, all_units, members
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import Budget, Drawing, Forces, Gap, muster, muster_by_rules, muster_forces, turn_unit_cards
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS, versions_of
from tigersim.errors import DataError, InvalidValue, RuleForbids, UnitNotFound, check_names
from tigersim.game.armies import DrawnArmies, check_landing_units
from tigersim.game.options import NO_FORTS, SUPPORT, check_family, table_inches
from tigersim.game.records import (
    PLANNER_NAME,
    PLAYOUTS,
    check_players,
    check_playouts,
    check_seed,
    fingerprint,
    policy_number,
    profile_records,
)
from tigersim.game.restrictions import Forbidden, player_name
from tigersim.game.scenario import compensated
from tigersim.game.seats import PARTS, Seats, decks_of, parts_of
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import is_number, is_pair, list_of, whole_number
from tigersim.lab.composition import drawing_of, pool_of
from tigersim.lab.design_options import DesignOptions
from tigersim.lab.readings import Readings
from tigersim.lab.schemas import check_settings
from tigersim.version import __version__

BATTLES_PER_TASK = 256
"""Battles that one task plays, all on one table; the number of the table follows from the number of the task."""
TASKS_PER_TABLE = 2
"""Tasks in a row on one table where every table is a new one.

Making a table takes as long as 30 battles of tacticians, 120 of heuristics.
"""
MOST_TABLES = 10_000
"""Tables that a design uses in turn, at most."""
MOST_EXTRA = 1000
"""VP that the attacker may have more."""
MOST_PRICE = 1000
"""VP; the dearest unit of a list that is played by."""
SHARES = ("rest", "half", "at most")
"""By their numbers in ``core.muster``."""
ALWAYS = ("scenario", "family", "markers", "target_score", "ruleset")
"""What every provenance says of the terms."""
TERMS = ("plan", *TermOptions.__annotations__)
"""What provenance says of the terms."""
WRITTEN = (
    *("tigersim", "rules_version", "ahead_version", "seed"),
    *("scenario", "family", "markers", "target_score", "support", "players"),
    *(
        "forts",
        "forbid",
        "playouts",
        "repriced",
        "believed",
        "readings",
        "plan",
        "price_list",
        "extra_points",
        "army_rules",
        "inches",
        "commanders",
        "decks",
    ),
    *("solo", "dummies", "removed", "landing", "map", "ruleset", "sizes", "jitter", "tables", "tasks_per_table"),
    *("table_inches", "units", "costs", "profiles"),
)
"""The order of a provenance, to the byte that of the runs on record."""
MOST_JITTER = 100
"""Faces of the dice that set the wanted budget gap, at most."""


@dataclass(frozen=True, init=False)
class Design:
    """A factorial design: random armies of all units, with sizes, budgets and tables varied.

    units: those that the armies are drawn from, or their names, by default all of the catalogue that the ruleset's
    edition has; or a CSV file, whose units join these.
    terms: what the battles are played by; its options may be given by name instead, and go before those of ``terms``.
    seed: the experiment, from which all chance follows.
    players: compiled players of side a and side b; where ``commanders`` says two, both are of that kind.
    playouts: futures that a planner of side a and of side b looks at before a decision.
    sizes: fewest and most units a side.
    jitter: VP; the wanted budget gap is a difference of two sums of two dice with so many faces (4: deviation 2.2).
    tables: how many random tables are used in turn; None = a new one for every two tasks, however many are played.
    prices: whole VP of the units, in their order, that are paid, scored and minded by the players in place of the
    printed costs; () = as printed.
    believed: VP that the players take the units to be worth, in their order, in place of what they cost and score;
    () = just that.  The strategist and the planner judge positions by what they have learned, and are told less.
    readings: how often other readings of the rules than the ruleset's are played by.
    extra_points: VP of units that the attacker may have more; None = as the scenario says (PT-VP-11).
    army_rules: what the armies may be made of, ``ArmyRules`` for both sides or for either, by value, name or file; None
    = any units.  Whose rules hold for side a is left to chance in every battle; unit cards are turned over later.
    Rules other than those of nations, year and front do not go with a scenario that says its own forces.

    Where units land from the air (``terms.landing``) there must be airborne ones in the list; an army without any has
    nothing to land.  Raises ``InvalidValue``, ``PlayerNotFound``, ``UnknownName``, ``RuleForbids`` and ``NotModelled``.
    """

    units: tuple[Unit, ...] = field(repr=False)
    terms: Terms
    seed: int = 1
    players: tuple[str, str] = DEFAULT_PLAYERS
    playouts: tuple[int, int] = (PLAYOUTS, PLAYOUTS)
    sizes: tuple[int, int] = (6, 10)
    jitter: int = 4
    tables: int | None = 32
    prices: tuple[int, ...] = ()
    believed: tuple[float, ...] = ()
    readings: Readings | None = None
    extra_points: int | None = None
    army_rules: TwoRules | None = None

    def __init__(
        self,
        units: Sequence[Unit | str] | str | Path | None = None,
        terms: Terms | None = None,
        **options: Unpack[DesignOptions],
    ) -> None:
        own = [one.name for one in fields(self)]
        check_names(options, [*own, *TermOptions.__annotations__], "option of a design")
        given: dict[str, Any] = dict(options)
        for name in own:
            if name in given:
                object.__setattr__(self, name, given.pop(name))
        terms = Terms.of(terms).replace(**given)
        if units is None or units is all_units() or isinstance(units, str | Path):
            units = all_units(units if isinstance(units, str | Path) else None, terms.ruleset)
        object.__setattr__(self, "units", tuple(members(units)))
        object.__setattr__(self, "terms", terms)
        object.__setattr__(self, "army_rules", two_rules(self.army_rules))
        self._check()

    def _check(self) -> None:
        if not is_pair(self.sizes, 1, MAX_UNITS) or self.sizes[0] > self.sizes[1]:
            raise InvalidValue("sizes", self.sizes, f"fewest and most units a side, within 1 to {MAX_UNITS}")
        whole_number("jitter", self.jitter, 1, MOST_JITTER, f"1 (equal budgets wanted) to {MOST_JITTER}")
        if self.tables is not None:
            whole_number("tables", self.tables, 1, MOST_TABLES, f"1 to {MOST_TABLES}")
        if self.readings is not None and not isinstance(self.readings, Readings):
            raise InvalidValue("readings", self.readings, "Readings, or None")
        if self.extra_points is not None:
            whole_number("extra_points", self.extra_points, 0, MOST_EXTRA, f"0 to {MOST_EXTRA} VP")
        check_seed(self.seed)
        check_family(self.terms.family)
        if not self.units:
            raise InvalidValue("units", "an empty list", "at least one unit")
        check_players(self.players)
        for player in self.players:
            policy_number(player)
        check_playouts(self.playouts)
        self._as_plain_numbers()
        if self.prices and self.terms.price_list is not None:
            raise InvalidValue("prices", f"{len(self.prices)} numbers", "left out: the price list says what units cost")
        if self.army_rules is not None:
            self._check_army_rules(self.army_rules)
        if self.terms.landing:
            for pool in self._pools:
                units = [self.units[place] for place in pool]
                check_landing_units((units, units), self.terms.landing, self.terms.ruleset)

    def _as_plain_numbers(self) -> None:
        """Keep Python's own numbers of what was given, as files and provenance write them."""
        plain: dict[str, Any] = {name: int(getattr(self, name)) for name in ("seed", "jitter")}
        plain |= {name: tuple(map(int, getattr(self, name))) for name in ("sizes", "playouts")}
        for name in ("tables", "extra_points"):
            plain[name] = None if getattr(self, name) is None else int(getattr(self, name))
        plain["prices"] = tuple(map(int, _of_units("prices", self.prices, len(self.units), 1, whole=True)))
        plain["believed"] = tuple(map(float, _of_units("believed", self.believed, len(self.units), 0)))
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def _check_army_rules(self, two: TwoRules) -> None:
        if self.terms.scenario.is_standard:
            _ = self.drawing
            return
        named = self.terms.scenario.title
        for rules in two:
            if rules.copies is not None or rules.sizes is not None or rules.limits:
                allowed = f"rules of nations, year and front alone: {named} says its own forces"
                raise InvalidValue("army_rules", str(rules), allowed)
            try:
                self._parts(pool_of(rules, self.units, self.sizes[1]))
            except DataError as error:
                raise InvalidValue("army_rules", str(rules), f"rules that {named} can be played by; {error}") from None

    @cached_property
    def _pools(self) -> list[list[int]]:
        """Numbers of the units that both sides are drawn from, or the one and the other."""
        if self.army_rules is None:
            return [list(range(len(self.units)))]
        one, other = (pool_of(rules, self.units, self.sizes[1]) for rules in self.army_rules)
        return [one] if one == other else [one, other]

    @classmethod
    def of_provenance(cls, about: Mapping[str, Any], among: Iterable[Unit]) -> Design:
        """The design that wrote ``about`` (``provenance``), its units found ``among`` these.

        Whether it plays the same battles still is for ``provenance`` to say.  Raises ``UnitNotFound``, ``KeyError``
        for a setting that is missing, ``DataError`` for one of another type, and what the class raises.
        """
        check_settings(about)
        known = {unit.key: unit for unit in among}
        for key in about["units"]:
            if key not in known:
                raise UnitNotFound(key, known, where="the run; give its own units with --units")
        first, second = about["players"]
        one, other = (PLAYOUTS if n is None else int(n) for n in about.get("playouts", (None, None)))
        low, high = about["sizes"]
        return cls(
            units=tuple(known[key] for key in about["units"]),
            terms=Terms.from_dict({name: about[name] for name in TERMS if name in about or name in ALWAYS}),
            seed=about["seed"],
            players=(first, second),
            playouts=(one, other),
            sizes=(low, high),
            jitter=about["jitter"],
            tables=None if "tasks_per_table" in about else about["tables"],
            prices=tuple(about["costs"]) if about.get("repriced") else (),
            believed=tuple(about.get("believed", ())),
            readings=Readings.from_dict(about.get("readings")),
            extra_points=about.get("extra_points"),
            army_rules=about.get("army_rules") or None,
        )

    def narrowed(self) -> Design:
        """The design with those units alone that a random army may have."""
        kept = self.fielded
        if len(kept) == len(self.units):
            return self
        # the others never come up, so that nothing could be learned of them
        return replace(
            self,
            units=tuple(self.units[unit] for unit in kept),
            prices=tuple(self.prices[unit] for unit in kept if self.prices),
            believed=tuple(self.believed[unit] for unit in kept if self.believed),
        )

    @property
    def forbidden(self) -> Forbidden:
        """What side a and side b never do."""
        return self.terms.forbidden

    @property
    def player_names(self) -> tuple[str, str]:
        """The players with what they are forbidden: "heuristic without follow"."""
        first, second = map(player_name, self.players, self.forbidden)
        return first, second

    def mirror(self) -> Design:
        """The design with the players in each other's places, with all that goes with them."""
        return replace(self, terms=self.terms.mirror(), players=self.players[::-1], playouts=self.playouts[::-1])

    @cached_property
    def profiles(self) -> Any:
        """PROFILE records of the units, in their order."""
        return self.profiles_under(self.terms.ruleset)

    def profiles_under(self, ruleset: RuleSet) -> Any:
        """PROFILE records of the units under another ruleset."""
        profiles = profile_records(self.units, ruleset, self.terms.price_list)
        if self.prices:
            profiles["cost"] = profiles["score"] = profiles["believed"] = self.prices
        if self.believed:
            profiles["believed"] = self.believed
        return profiles

    @cached_property
    def burns(self) -> bool:
        """Whether any of the units carries a flamethrower."""
        return bool(self.profiles["flammable"].any())

    def check_armies(self, armies: npt.NDArray[np.int64]) -> None:
        """Check that every player has units, and flamethrowers.

        Raises ``InvalidValue`` for a player without units, ``RuleForbids`` for flamethrowers (PT-FORT-04).
        ``armies``: (n, 2, MAX_UNITS) unit numbers, -1 = empty slot.
        """
        fewest = (armies >= 0).sum(axis=2).min(axis=0, initial=MAX_UNITS)
        for players, units in zip(self.terms.commanders or (), fewest.tolist(), strict=False):
            if players > max(units, 1):
                raise InvalidValue("commanders", players, "no more than the army has units")
        if self.burns:
            for sides in np.unique(armies.reshape(len(armies), -1), axis=0).reshape(-1, 2, MAX_UNITS):
                units = [[self.units[kind] for kind in side if kind >= 0] for side in sides]
                self.terms.check_flamethrowers(units)

    def ruleset_of(self, task: int) -> RuleSet:
        """The ruleset that a task is played by: the design's, but for its ``readings``."""
        if self.readings is None:
            return self.terms.ruleset
        return self.readings.ruleset(self.terms.ruleset, self.seed, self.readings.number(task))

    @property
    def scale(self) -> int:
        """Points that make a VP of the rulebook, in which units cost and score."""
        return self.terms.scale

    @property
    def _gap(self) -> Gap:
        """By how much the budgets of both sides differ."""
        return Gap(self.jitter, self.scale)

    @cached_property
    def costs(self) -> npt.NDArray[np.int64]:
        """Cost of the units, VP: as printed, or ``prices``; points of a price list."""
        costs: npt.NDArray[np.int64] = self.profiles["cost"].astype(np.int64)
        return costs

    def armies(self, first: int, n: int) -> npt.NDArray[np.int64]:
        """Armies of ``n`` battles: (n, 2, MAX_UNITS) unit numbers, -1 = empty slot.

        Raises ``RuleForbids`` for units with flamethrowers: those are picked army by army.
        """
        if self.burns:
            raise RuleForbids("PT-FORT-04", "flamethrowers are picked for the attacker: no random army has them")
        armies = np.empty((n, 2, MAX_UNITS), dtype=np.int64)
        spare = np.empty(MAX_UNITS, dtype=np.int64)
        if not self.terms.scenario.is_standard:
            muster_forces(self.seed, first, self.costs, *self._forces, armies, spare)
            return armies
        if self.drawing is None:
            muster(self.seed, first, self.costs, *self.sizes, self._gap, armies, spare)
        else:
            muster_by_rules(self.seed, first, self.costs, self.drawing, armies, spare)
        blank, gone = parts_of(self.terms.dummies, "dummies"), parts_of(self.terms.removed, "removed")
        if any(blank + gone):
            turn_unit_cards(self.seed, first, np.array(blank), np.array(gone), PARTS, armies)
        return armies

    @cached_property
    def drawing(self) -> Drawing | None:
        """What ``muster_by_rules`` draws from; None without rules of composition."""
        return None if self.army_rules is None else drawing_of(self.army_rules, self.units, self.sizes, self._gap)

    @cached_property
    def _forces(self) -> tuple[Forces, Budget]:
        """What ``muster_forces`` draws a scenario's armies from."""
        plan = self.terms.scenario
        forces = [plan.force(role).under(self.terms.ruleset) for role in ROLES]
        room = MAX_UNITS - int(plan.rules.demolition)
        usual = (self.sizes[0], min(self.sizes[1], room))
        sizes = np.array([(*(force.size or usual), (force.patrol or (0, 0))[0]) for force in forces])
        shares, most = np.zeros((2, MOST_PARTS), dtype=np.int64), np.zeros((2, MOST_PARTS), dtype=np.int64)
        for number, force in enumerate(forces):
            for part, each in enumerate(force.parts):
                shares[number, part] = SHARES.index(each.share)
                most[number, part] = each.most
        found = [self._parts(places) for places in self._pools]
        # with a pool for each side there are two ways to give out the roles
        kinds = np.zeros((len(found), 2, MOST_PARTS, len(self.units)), dtype=np.int64)
        members = np.zeros(kinds.shape[:3], dtype=np.int64)
        for way in range(len(found)):
            for number, role in enumerate(ROLES):
                for part, pool in enumerate(found[(way + number) % len(found)][role]):
                    members[way, number, part] = len(pool)
                    kinds[way, number, part, : len(pool)] = pool
        extra = compensated(plan) if self.extra_points is None else self.extra_points
        cap = self.terms.ruleset.code("extra_force_cap")
        budget = Budget(self._gap, plan.rules.side_a_attacks, extra * self.scale, cap)
        return Forces(sizes, kinds, members, shares, most), budget

    def _parts(self, places: Sequence[int]) -> dict[str, list[list[int]]]:
        """Role -> for each part of the scenario's force the units among these that belong to it."""
        found = pools(self.terms.scenario, [self.units[place] for place in places], self.terms.ruleset)
        return {role: [[places[k] for k in part] for part in parts] for role, parts in found.items()}

    @cached_property
    def fielded(self) -> tuple[int, ...]:
        """Numbers of the units that a random army may have, by the rules of armies and the scenario."""
        if self.terms.scenario.is_standard:
            return tuple(sorted({unit for pool in self._pools for unit in pool}))
        forces, _ = self._forces
        taken = np.arange(forces.pools.shape[-1]) < forces.members[..., None]
        return tuple(np.unique(forces.pools[taken]).tolist())

    def battle_record(self, ruleset: RuleSet | None = None) -> Any:
        """An empty record for the battles of this design, by another ruleset if one is given."""
        return self._terms_under(ruleset).record(self.players)

    def _terms_under(self, ruleset: RuleSet | None) -> Terms:
        return self.terms if ruleset is None or ruleset == self.terms.ruleset else self.terms.replace(ruleset=ruleset)

    def mustered(self, number: int) -> DrawnArmies:
        """The units of both armies of one battle."""
        with as_written():
            slots = self.armies(number, 1)[0]
        side_a, side_b = ([self.units[kind] for kind in side if kind >= 0] for side in slots)
        return DrawnArmies(side_a, side_b)

    def make_table(self, number: int, rules: RuleSet) -> Any:
        """A table of this design, as ``rules`` read it."""
        return self._terms_under(rules).table(self.seed, number)

    def table_of(self, task: int) -> int:
        """Number of the table that a task's battles are played on."""
        return task // TASKS_PER_TABLE if self.tables is None else task % self.tables

    def table_at(self, number: int) -> int:
        """Number of the table of a battle that is played by itself, each on the next one."""
        return number if self.tables is None else number % self.tables

    def tables_of(self, tasks: int) -> int:
        """How many tables the first ``tasks`` tasks are played on."""
        return -(-tasks // TASKS_PER_TABLE) if self.tables is None else min(tasks, self.tables)

    def provenance(self) -> dict[str, Any]:
        """Everything that decides the bits of a result, in the order of ``WRITTEN``.

        ``ALWAYS`` stands in it, and of all else what is not as usual: ``playouts`` where a planner plays (None for
        another player), ``repriced`` where the costs are not the printed ones, ``believed`` where something else
        is thought of the units, ``readings`` and ``army_rules`` where there are any,
        ``tasks_per_table`` where tables are drawn anew.  So a run goes on from one that did not know of an option.
        """
        terms = self.terms
        budgets = [n if who == PLANNER_NAME else None for who, n in zip(self.players, self.playouts, strict=True)]
        about: dict[str, Any] = {
            **terms.to_dict(),
            "tigersim": __version__,
            **versions_of(self.players),
            "scenario": terms.scenario.name,
            "family": terms.family,
            "markers": terms.markers,
            "target_score": terms.target_score,
            "ruleset": terms.ruleset.to_dict(),
            "seed": self.seed,
            "players": list(self.players),
            "sizes": list(self.sizes),
            "jitter": self.jitter,
            "tables": self.tables,
            "table_inches": table_inches(terms.ruleset),
            "units": [unit.key for unit in self.units],
            "costs": self.costs.tolist(),
            "profiles": fingerprint(self.profiles),
        }
        for seated in ("commanders", "decks", "solo"):
            about.pop(seated, None)
        if terms.seats != Seats():
            company = terms.commanders or (1, 1)
            about |= {"commanders": list(company), "decks": decks_of(company, terms.decks), "solo": terms.solo}
        if terms.support != SUPPORT[0]:  # the scenario's too, which terms take for granted
            about["support"] = terms.support
        if terms.forts != NO_FORTS:
            about["forts"] = list(terms.forts)
        if any(budgets):
            about["playouts"] = budgets
        if self.prices:
            about["repriced"] = True
        if self.believed:
            about["believed"] = list(self.believed)
        if self.readings is not None:
            about["readings"] = self.readings.to_dict()
        if self.extra_points is not None:
            about["extra_points"] = self.extra_points
        if self.army_rules is not None:
            about["army_rules"] = [rules.to_dict() for rules in self.army_rules]
        if self.tables is None:
            about["tasks_per_table"] = TASKS_PER_TABLE
        return {name: about[name] for name in WRITTEN if name in about}


def _of_units(field: str, given: object, units: int, least: int, *, whole: bool = False) -> list[float]:
    """VP of each unit, none = not said; 5.0 is whole.  Raises ``InvalidValue``."""
    found = list_of(field, given, "numbers, one for each unit")
    if found and len(found) != units:
        raise InvalidValue(field, f"{len(found)} numbers", f"one for each of the {units} units")
    for vp in found:
        if not is_number(vp, least, MOST_PRICE) or (whole and vp != int(vp)):
            raise InvalidValue(field, vp, f"{least} to {MOST_PRICE} {'whole ' if whole else ''}VP each")
    return found
