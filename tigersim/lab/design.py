"""What an experiment plays: which units, how large the armies, on how many tables, by whom, under which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenario_parts import MOST_PARTS
from tigersim.catalogue.scenarios import ROLES, STANDARD, Scenario, pools
from tigersim.catalogue.units import Unit, all_units
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import Budget, Forces, muster, muster_forces, turn_unit_cards
from tigersim.errors import InvalidValue, RuleForbids, UnitNotFound
from tigersim.game.ground import agreed, check_setting, compensated, scenario_of, scenario_table, set_scenario
from tigersim.game.records import (
    FAMILY,
    MARKERS,
    NO_FORTS,
    PLANNER_NAME,
    PLAYOUTS,
    SUPPORT,
    battle_record,
    check_family,
    check_flamethrowers,
    check_forts,
    check_players,
    check_playouts,
    check_seed,
    check_support,
    check_table,
    check_victory,
    fingerprint,
    policy_number,
    profile_records,
    table_inches,
)
from tigersim.game.restrictions import Forbidden, by_side, player_name
from tigersim.game.seats import (
    ALTERNATELY,
    OWN_DECKS,
    PARTS,
    Seats,
    Shares,
    check_commanders,
    check_solo,
    decks_of,
    pair_of,
    parts_of,
)
from tigersim.lab.readings import Readings
from tigersim.lab.schemas import check_settings
from tigersim.version import RULES_VERSION, __version__

BATTLES_PER_TASK = 256
"""Battles that one task plays, all on one table; the number of the table follows from the number of the task."""
TASKS_PER_TABLE = 2
"""Tasks in a row on one table where every table is a new one.

Making a table takes as long as 30 battles of tacticians, 120 of heuristics.
"""
MOST_TABLES = 10_000
"""Tables that a design uses in turn, at most."""
MOST_PRICE = 1000
"""VP; the dearest unit of a list that is played by."""
SHARES = ("rest", "half", "at most")
"""By their numbers in ``core.muster``."""
MOST_JITTER = 100
"""Faces of the dice that set the wanted budget gap, at most."""


@dataclass(frozen=True)
class Design:
    """A factorial design: random armies of all units, sizes and budgets jittered, tables and sides varied.

    units: those that the armies are drawn from, by default all of the catalogue that the ruleset's edition has.
    sizes: fewest and most units a side.  jitter: the wanted budget gap is a difference of two sums of two dice with
    so many faces (VP; 4 gives a standard deviation of 2.2).  tables: how many random tables of a ``family`` are used
    in turn; None = a new one for every two tasks, however many are played.  markers: "none", or "standard" for tables
    with markers worth VP.  target_score: play to so many VP, 0 = not.  support: what aces call from off the table,
    "none", "barrages", "air strikes" or "both" (PT-SUPPORT-01).  forts: so many light and heavy positions of the
    defender on every table (PT-FORT-01).  forbid: what the players never do, as "follow" (both sides) or "a:follow"
    (``tigersim.game.restrictions.FORBIDDABLE``).
    playouts: futures that a planner of side a and of side b looks at before a decision; nobody else has a use for them.
    prices: whole VP of the units, in their order, that are paid, scored and minded by the players in place of the
    printed costs; () = as printed.  scenario: by name, file or as a ``Scenario``; where it has roles side a attacks.
    extra_points: VP of units that the attacker may have more, None = as the scenario says (PT-VP-11).  inches: width
    and depth of the tables, None = as the scenario has them, or the smallest of the edition (36 by 36, or 40 by 40 in
    the first).  readings: how often other readings of the rules than the ruleset's are played by.
    commanders: players of side a and side b, 1 or 2; two take the units of their side in turn, both of the kind that
    ``players`` names.  decks: 1 for all, 2 one for each side, None as PT-MULTI-03 has it.  solo, dummies, removed: as
    of ``Battle.start``; the armies drawn are those whose unit cards are laid out.
    Raises ``InvalidValue``, ``PlayerNotFound``, ``UnknownName``, ``RuleForbids`` or ``NotModelled`` for settings out of
    range.
    """

    units: tuple[Unit, ...] = field(default_factory=all_units)
    seed: int = 1
    players: tuple[str, str] = ("heuristic", "heuristic")
    ruleset: RuleSet = DEFAULT
    sizes: tuple[int, int] = (6, 10)
    jitter: int = 4
    tables: int | None = 32
    scenario: Scenario = field(default_factory=lambda: Scenario.load(STANDARD))
    family: str = FAMILY
    markers: str = MARKERS[0]
    target_score: int = 0
    support: str = SUPPORT[0]
    forts: tuple[int, int] = NO_FORTS
    forbid: tuple[str, ...] = ()
    playouts: tuple[int, int] = (PLAYOUTS, PLAYOUTS)
    prices: tuple[int, ...] = ()
    readings: Readings | None = None
    extra_points: int | None = None
    inches: tuple[int, int] | None = None
    commanders: tuple[int, int] = (1, 1)
    decks: int | None = None
    solo: bool = False
    dummies: Shares = 0
    removed: Shares = 0

    def __post_init__(self) -> None:
        if self.units is all_units():
            object.__setattr__(self, "units", all_units(ruleset=self.ruleset))
        low, high = self.sizes
        if not 1 <= low <= high <= MAX_UNITS:
            raise InvalidValue("sizes", self.sizes, f"fewest and most units a side, within 1 to {MAX_UNITS}")
        if not 1 <= self.jitter <= MOST_JITTER:
            raise InvalidValue("jitter", self.jitter, f"1 (equal budgets wanted) to {MOST_JITTER}")
        if self.tables is not None and not 1 <= self.tables <= MOST_TABLES:
            raise InvalidValue("tables", self.tables, f"1 to {MOST_TABLES}")
        check_seed(self.seed)
        object.__setattr__(self, "scenario", scenario_of(self.scenario))
        check_setting(self.scenario, self.family, self.markers, self.ruleset)
        if self.inches is not None:
            check_table(*self.inches, self.ruleset)
        check_family(self.family)
        check_victory(self.markers, self.target_score, self.ruleset)
        check_forts(self.forts, self.ruleset)
        support, forts, _ = agreed(self.scenario, self.support, self.forts, {})
        object.__setattr__(self, "support", support)
        object.__setattr__(self, "forts", forts)
        check_support(self.support, self.ruleset)
        check_forts(self.forts, self.ruleset)
        check_commanders(self.commanders, self.decks, self.solo, self.ruleset)
        drawn = parts_of(self.dummies, "dummies") + parts_of(self.removed, "removed")
        check_solo(self.solo or any(drawn), self.ruleset)
        object.__setattr__(self, "dummies", pair_of(self.dummies))
        object.__setattr__(self, "removed", pair_of(self.removed))
        if not self.units:
            raise InvalidValue("units", "an empty list", "at least one unit")
        check_players(self.players)
        for player in self.players:
            policy_number(player)
        check_playouts(self.playouts)
        object.__setattr__(self, "forbid", (self.forbid,) if isinstance(self.forbid, str) else tuple(self.forbid))
        by_side(self.forbid)
        object.__setattr__(self, "prices", tuple(int(vp) for vp in self.prices))
        if self.prices and len(self.prices) != len(self.units):
            raise InvalidValue("prices", f"{len(self.prices)} numbers", f"one for each of the {len(self.units)} units")
        if self.prices and not 1 <= min(self.prices) <= max(self.prices) <= MOST_PRICE:
            raise InvalidValue("prices", f"{min(self.prices)} to {max(self.prices)} VP", f"1 to {MOST_PRICE} VP")

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
        sides = zip("ab", about.get("forbid", ((), ())), strict=True)
        one, other = (PLAYOUTS if n is None else int(n) for n in about.get("playouts", (None, None)))
        low, high = about["sizes"]
        company = about.get("commanders", (1, 1))
        return cls(
            units=tuple(known[key] for key in about["units"]),
            seed=about["seed"],
            players=(first, second),
            ruleset=RuleSet.from_dict(about["ruleset"]),
            sizes=(low, high),
            jitter=about["jitter"],
            tables=None if "tasks_per_table" in about else about["tables"],
            scenario=Scenario.of_dict(about["plan"], about["scenario"])
            if "plan" in about
            else Scenario.load(about["scenario"]),
            family=about["family"],
            markers=about["markers"],
            target_score=about["target_score"],
            support=about.get("support", SUPPORT[0]),
            forts=tuple(about.get("forts", NO_FORTS)),
            forbid=tuple(f"{side}:{name}" for side, names in sides for name in names),
            playouts=(one, other),
            prices=tuple(about["costs"]) if about.get("repriced") else (),
            readings=Readings.from_dict(about.get("readings")),
            commanders=(int(company[0]), int(company[1])),
            decks=about.get("decks"),
            solo=about.get("solo", False),
            dummies=pair_of(about.get("dummies", 0)),
            removed=pair_of(about.get("removed", 0)),
        )

    @property
    def forbidden(self) -> Forbidden:
        """What side a and side b never do."""
        return by_side(self.forbid)

    @property
    def player_names(self) -> tuple[str, str]:
        """The players with what they are forbidden: "heuristic without follow"."""
        first, second = map(player_name, self.players, self.forbidden)
        return first, second

    def mirror(self) -> Design:
        """The same battles with the players in each other's places, each with his budget and what he is forbidden."""
        forbid = (f"{side}:{name}" for side, names in zip("ba", self.forbidden, strict=True) for name in names)
        return replace(
            self,
            players=self.players[::-1],
            playouts=self.playouts[::-1],
            forbid=tuple(forbid),
            commanders=self.commanders[::-1],
            dummies=pair_of(self.dummies)[::-1],
            removed=pair_of(self.removed)[::-1],
        )

    @property
    def seats(self) -> Seats:
        """How the players sit."""
        first, second = (0 if n == 1 else ALTERNATELY for n in self.commanders)
        return Seats((first, second), decks_of(self.commanders, self.decks) == OWN_DECKS, self.solo)

    @cached_property
    def profiles(self) -> Any:
        """PROFILE records of the units, in their order."""
        return self.profiles_under(self.ruleset)

    def profiles_under(self, ruleset: RuleSet) -> Any:
        """The same under another ruleset."""
        records = profile_records(self.units, ruleset)
        if self.prices:
            records["cost"] = records["score"] = self.prices
        return records

    @cached_property
    def burns(self) -> bool:
        """Whether any of the units carries a flamethrower."""
        return bool(self.profiles["flammable"].any())

    def check_armies(self, armies: npt.NDArray[np.int64]) -> None:
        """Raises ``RuleForbids`` for flamethrowers that an army may not have (PT-FORT-04).

        ``armies``: (n, 2, MAX_UNITS) unit numbers, -1 = empty slot.
        """
        if self.burns:
            for sides in np.unique(armies.reshape(len(armies), -1), axis=0).reshape(-1, 2, MAX_UNITS):
                units = [[self.units[kind] for kind in side if kind >= 0] for side in sides]
                check_flamethrowers(units, self.forts[1], self.ruleset)

    def ruleset_of(self, task: int) -> RuleSet:
        """The ruleset that a task is played by: the design's, but for its ``readings``."""
        if self.readings is None:
            return self.ruleset
        return self.readings.ruleset(self.ruleset, self.seed, self.readings.number(task))

    @cached_property
    def costs(self) -> npt.NDArray[np.int64]:
        """Cost of the units, VP: as printed, or ``prices``."""
        costs: npt.NDArray[np.int64] = self.profiles["cost"].astype(np.int64)
        return costs

    def armies(self, first: int, n: int) -> npt.NDArray[np.int64]:
        """Armies of battles ``first`` to ``first + n - 1``: (n, 2, MAX_UNITS) unit numbers, -1 = empty slot.

        Raises ``RuleForbids`` for units with flamethrowers: those are picked army by army.
        """
        if self.burns:
            raise RuleForbids("PT-FORT-04", "flamethrowers are picked for the attacker: no random army has them")
        armies = np.empty((n, 2, MAX_UNITS), dtype=np.int64)
        spare = np.empty(MAX_UNITS, dtype=np.int64)
        if not self.scenario.is_standard:
            muster_forces(self.seed, first, self.costs, *self._forces, armies, spare)
            return armies
        muster(self.seed, first, self.costs, *self.sizes, self.jitter, armies, spare)
        blank, gone = parts_of(self.dummies, "dummies"), parts_of(self.removed, "removed")
        if any(blank + gone):
            turn_unit_cards(self.seed, first, np.array(blank), np.array(gone), PARTS, armies)
        return armies

    @cached_property
    def _forces(self) -> tuple[Forces, Budget]:
        """What ``muster_forces`` draws a scenario's armies from."""
        plan = self.scenario
        forces = [plan.force(role).under(self.ruleset) for role in ROLES]
        room = MAX_UNITS - int(plan.rules.demolition)
        most_units = min(self.sizes[1], room)
        sizes = np.array(
            [(*(force.size or (self.sizes[0], most_units)), (force.patrol or (0, 0))[0]) for force in forces]
        )
        found = pools(plan, list(self.units), self.ruleset)
        members = np.zeros((2, MOST_PARTS), dtype=np.int64)
        kinds = np.zeros((2, MOST_PARTS, len(self.units)), dtype=np.int64)
        shares, most = np.zeros_like(members), np.zeros_like(members)
        for number, (role, force) in enumerate(zip(ROLES, forces, strict=True)):
            for part, pool in enumerate(found[role]):
                members[number, part] = len(pool)
                kinds[number, part, : len(pool)] = pool
            for part, each in enumerate(force.parts):
                shares[number, part] = SHARES.index(each.share)
                most[number, part] = each.most
        extra = self.extra_points
        if extra is None:
            extra = compensated(plan)
        cap = self.ruleset.code("extra_force_cap")
        budget = Budget(self.jitter, plan.rules.side_a_attacks, extra, cap)
        return Forces(sizes, kinds, members, shares, most), budget

    def battle_record(self, ruleset: RuleSet | None = None) -> Any:
        """An empty record for the battles of this design, by another ruleset if one is given."""
        rules = self.ruleset if ruleset is None else ruleset
        _, _, landing = agreed(self.scenario, self.support, self.forts, {})
        record = battle_record(self.players, rules, self.target_score, self.forbid, landing, self.support, self.seats)
        set_scenario(record, self.scenario)
        return record

    def mustered(self, number: int) -> tuple[list[Unit], list[Unit]]:
        """The units of both armies of one battle."""
        with as_written():
            slots = self.armies(number, 1)[0]
        side_a, side_b = ([self.units[kind] for kind in side if kind >= 0] for side in slots)
        return side_a, side_b

    def make_table(self, number: int, rules: RuleSet) -> Any:
        """A table of this design, as ``rules`` read it."""
        wide, deep = self.inches or (None, None)
        return scenario_table(
            self.scenario,
            self.seed,
            number,
            rules,
            family=self.family,
            markers=self.markers,
            forts=self.forts,
            width=wide,
            depth=deep,
        )

    def table_of(self, task: int) -> int:
        """Number of the table that a task's battles are played on."""
        return task // TASKS_PER_TABLE if self.tables is None else task % self.tables

    def table_at(self, number: int) -> int:
        """Number of the table of a battle that is played by itself, each on the next one."""
        return number if self.tables is None else number % self.tables

    def tables_of(self, tasks: int) -> int:
        """How many tables the first ``tasks`` tasks are played on."""
        return -(-tasks // TASKS_PER_TABLE) if self.tables is None else min(tasks, self.tables)

    def _seated(self) -> dict[str, Any]:
        """What provenance keeps of several players and of solo play; nothing of the usual battle."""
        told: dict[str, Any] = {}
        if self.seats != Seats():
            told["commanders"] = list(self.commanders)
            told["decks"] = decks_of(self.commanders, self.decks)
            told["solo"] = self.solo
        for name in ("dummies", "removed"):
            if any(parts_of(getattr(self, name), name)):
                told[name] = list(pair_of(getattr(self, name)))
        return told

    def provenance(self) -> dict[str, Any]:
        """Everything that decides the bits of a result.

        ``forts`` stands in it where there are any, ``forbid`` where anything is forbidden, ``support`` where aces call
        any, ``playouts`` where a planner plays (None for another player), ``repriced`` where the costs are not the
        printed ones, ``readings`` where there are any, ``tasks_per_table`` where tables are drawn anew: a run to which
        they mean nothing goes on from one that did not know of them.
        """
        supported = {"support": self.support} if self.support != SUPPORT[0] else {}
        restricted = {"forbid": [list(names) for names in self.forbidden]} if any(self.forbidden) else {}
        budgets = [n if who == PLANNER_NAME else None for who, n in zip(self.players, self.playouts, strict=True)]
        planned = {"playouts": budgets} if any(budgets) else {}
        repriced = {"repriced": True} if self.prices else {}
        staged: dict[str, Any] = {} if self.scenario.is_standard else {"plan": self.scenario.to_dict()}
        if self.extra_points is not None:
            staged["extra_points"] = self.extra_points
        if self.inches is not None:
            staged["inches"] = list(self.inches)
        fortified = {"forts": list(self.forts)} if self.forts != NO_FORTS else {}
        read = {"readings": self.readings.to_dict()} if self.readings is not None else {}
        anew = {"tasks_per_table": TASKS_PER_TABLE} if self.tables is None else {}
        return {
            "tigersim": __version__,
            "rules_version": RULES_VERSION,
            "seed": self.seed,
            "scenario": self.scenario.name,
            "family": self.family,
            "markers": self.markers,
            "target_score": self.target_score,
            **supported,
            "players": list(self.players),
            **fortified,
            **restricted,
            **planned,
            **repriced,
            **read,
            **staged,
            **self._seated(),
            "ruleset": self.ruleset.to_dict(),
            "sizes": list(self.sizes),
            "jitter": self.jitter,
            "tables": self.tables,
            **anew,
            "table_inches": table_inches(self.ruleset),
            "units": [unit.key for unit in self.units],
            "costs": self.costs.tolist(),
            "profiles": fingerprint(self.profiles),
        }
