"""Terms: what a battle is played by, except armies, players and seed, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypedDict, Unpack, cast

from pydantic import ValidationError

from tigersim.catalogue.price_lists import ListGiven, PriceList, counted_in, price_list_of, scale_of
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, RuleSetGiven, ruleset_of
from tigersim.catalogue.scenario_parts import MOST_INCHES_PER_LETTER, Ground, fault_of_map
from tigersim.catalogue.scenarios import STANDARD, Scenario
from tigersim.catalogue.units import Unit
from tigersim.core import layout
from tigersim.core.enums import SIDES
from tigersim.core.play.compiled_players import PLAYERS
from tigersim.errors import InvalidValue, check_names
from tigersim.game import terms_text
from tigersim.game.armies import check_flamethrowers
from tigersim.game.ground import (
    check_reach,
    lay_zones,
    make_table,
    mark_objective,
    needs_edge,
    set_defender_edge,
    table_of_map,
)
from tigersim.game.options import (
    FAMILY,
    MARKERS,
    NO_FORTS,
    SUPPORT,
    allow_support,
    check_aces,
    check_family,
    check_forts,
    check_landing,
    check_size,
    check_support,
    check_table,
    check_victory,
    table_inches,
)
from tigersim.game.records import check_players, policy_number
from tigersim.game.restrictions import Forbidden, by_side, forbid_of, mask
from tigersim.game.scenario import check_fits, scenario_of, set_scenario, settled
from tigersim.game.seats import (
    ALTERNATELY,
    OWN_DECKS,
    Seats,
    Shares,
    check_commanders,
    check_solo,
    decks_of,
    pair_of,
    parts_of,
    take_seats,
)
from tigersim.given import is_pair, truth_value

STANDARD_BATTLE = Scenario.load(STANDARD)


class TermOptions(TypedDict, total=False):
    """The options of a battle by name, as ``Terms`` explains them; None = not given."""

    ruleset: RuleSetGiven | None
    scenario: str | Path | Scenario
    family: str
    inches: tuple[int, int] | None
    markers: str
    target_score: int
    support: str
    forts: tuple[int, int]
    landing: Mapping[str, int] | None
    forbid: str | Iterable[str]
    commanders: tuple[int, int] | None
    decks: int | None
    solo: bool
    dummies: Shares
    removed: Shares
    map: str | None
    price_list: ListGiven | None


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Terms:
    """What a battle is played by: ``Terms(family="river", forts=(2, 1))``.

    ruleset: the reading of the rules, a ``RuleSet``, its name or file, by default the second edition's.
    scenario: one of ``ts.scenarios()``, a file of your own or a ``Scenario``; where it has roles side a attacks.
    family: kind of table, where the scenario leaves it open.
    inches: width and depth of the table; None = as the scenario has them, or the smallest of the edition.
    markers: "none", or "standard" for a table with markers worth VP (PT-VP-07).
    target_score: VP that are played to (PT-VP-17), 0 = no such score.
    support: what aces call from off the table: "none", "barrages", "air strikes" or "both" (PT-SUPPORT-01).
    forts: light and heavy positions of the defender (PT-FORT-01).
    landing: side ("a", "b") -> turn in which its airborne infantry and gliders land (PT-AIRDROP-01).
    forbid: what the sides never do, by any player: "follow" for both or "a:follow" for one.
    commanders: players of side a and of side b, 1 or 2; None = as the armies are written (PT-MULTI-01).
    decks: 1 for all players, 2 = one for each side; None = as PT-MULTI-03 has it.
    solo: whether cards are assigned and turned over as in solo play (PT-SOLO-02).
    dummies: share of unit cards that are blank, 0 to 1/3, for both sides or for each (PT-SOLO-05).
    removed: share of unit cards that are taken away unseen, 0 to 1/3, for both sides or for each.
    map: rows of letters as in a scenario's ``table.map``, north first; every letter is as many inches wide and deep as
    make the table large enough for the edition.
    price_list: what units cost and score (``PriceList``), a name, a file or the value; None = as printed.

    Support, forts and landing hold what the scenario says, where it says something.  Terms are equal if they mean the
    same.  Raises ``UnknownName``, ``ScenarioNotFound``, ``InvalidValue``, ``RuleForbids``, ``NotModelled`` and
    ``DataError``.
    """

    ruleset: RuleSet = DEFAULT
    scenario: Scenario = STANDARD_BATTLE
    family: str = FAMILY
    inches: tuple[int, int] | None = None
    markers: str = MARKERS[0]
    target_score: int = 0
    support: str = SUPPORT[0]
    forts: tuple[int, int] = NO_FORTS
    landing: Mapping[str, int] = field(default_factory=dict)
    forbid: tuple[str, ...] = ()
    commanders: tuple[int, int] | None = None
    decks: int | None = None
    solo: bool = False
    dummies: tuple[float, float] = (0, 0)
    removed: tuple[float, float] = (0, 0)
    map: str | None = None
    price_list: PriceList | None = None

    def __init__(self, **options: Unpack[TermOptions]) -> None:
        check_names(options, TermOptions.__annotations__, "option of a battle")
        given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        given["ruleset"] = ruleset_of(given.get("ruleset"))
        given["scenario"] = scenario_of(given.get("scenario", STANDARD))
        given["price_list"] = price_list_of(given.get("price_list"))
        landing = given.get("landing", {})
        if not isinstance(landing, Mapping):
            raise InvalidValue("landing", landing, 'a turn by side, as {"a": 2}')
        check_landing(landing)
        landing = {side: int(turn) for side, turn in landing.items()}
        truth_value("solo", given.get("solo", False))
        forbidden = by_side(given.get("forbid", ()))
        for name, value in given.items():
            object.__setattr__(self, name, value)
        rules = self.ruleset
        if self.inches is not None:
            check_inches(self.inches)
        check_fits(self.scenario, self.family, self.markers, self.inches, rules)
        check_family(self.family, "chosen")
        check_victory(self.markers, self.target_score, rules)
        check_forts(self.forts, rules)
        drawn_forces = any(parts_of(self.dummies, "dummies") + parts_of(self.removed, "removed"))
        check_commanders((1, 1) if self.commanders is None else self.commanders, self.decks, self.solo, rules)
        support, forts, lands = settled(self.scenario, self.support, self.forts, landing)
        normal = {
            "support": support,
            "forts": tuple(map(int, forts)),
            "landing": MappingProxyType({side: lands[side] for side in sorted(lands)}),
            "forbid": forbid_of(forbidden),
            "dummies": pair_of(self.dummies),
            "removed": pair_of(self.removed),
            "target_score": int(self.target_score),
            "inches": None if self.inches is None else tuple(map(int, self.inches)),
            "commanders": None if self.commanders is None else tuple(map(int, self.commanders)),
            "decks": None if self.decks is None else int(self.decks),
        }
        for name, value in normal.items():
            object.__setattr__(self, name, value)
        check_forts(self.forts, rules)
        check_landing(self.landing, rules)
        check_solo(self.solo or drawn_forces, rules)
        check_support(self.support, rules)
        check_aces(self.support, self.seats, rules)
        if self.map is not None:
            self._check_map()
        check_table(*self.size, rules)

    @classmethod
    def of(cls, terms: Terms | None = None, **options: Unpack[TermOptions]) -> Terms:
        """The terms with options laid over them, as every function does that takes both.

        Raises ``InvalidValue`` for an option that the terms have otherwise already, and what ``Terms`` raises.
        """
        if terms is None:
            return cls(**options)
        if not isinstance(terms, Terms):
            raise InvalidValue("terms", terms, "Terms, as in Terms(family='river')")
        options = {name: value for name, value in options.items() if value is not None}  # type: ignore[assignment]
        if not options:
            return terms
        found, already = terms.replace(**options), terms.changed()
        for name, value in options.items():
            if name in already and found._meaning[name] != terms._meaning[name]:
                said = getattr(already[name], "name", already[name])
                allowed = f"{said}: the terms say so (terms.replace({name}=...) makes other terms)"
                raise InvalidValue(name, value, allowed)
        return found

    def replace(self, **options: Unpack[TermOptions]) -> Self:
        """Other terms: these options instead of those, None = as if it had never been given."""
        return type(self)(**{**self.changed(), **options}) if options else self

    def changed(self) -> dict[str, Any]:
        """The options that differ from what is usual and from what the scenario says."""
        usual: dict[str, Any] = {one.name: one.default for one in fields(self)} | settled(self.scenario)._asdict()
        found = {name: getattr(self, name) for name, value in usual.items() if getattr(self, name) != value}
        return found | ({"landing": dict(self.landing)} if "landing" in found else {})

    @cached_property
    def _meaning(self) -> dict[str, Any]:
        """Option -> a value that is equal where it means the same."""
        ground = self.scenario.table
        return {
            **{one.name: getattr(self, one.name) for one in fields(self)},
            "scenario": self.scenario.model_dump_json(exclude_defaults=True),
            "family": ground.family or self.family,
            "inches": self.size,
            "markers": ground.markers or self.markers,
            "landing": tuple(self.landing.items()),
            "decks": self.decks if self.commanders is None else decks_of(self.commanders, self.decks),
            "dummies": parts_of(self.dummies, "dummies"),
            "removed": parts_of(self.removed, "removed"),
        }

    def __eq__(self, other: object) -> bool:
        return self._meaning == other._meaning if isinstance(other, Terms) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._meaning.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.changed(),)

    # --- as data and as text -----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON, without what is as usual; ``from_dict`` reads it back."""
        found = self.changed()
        kept: dict[str, Any] = {
            name: list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
            for name, value in found.items()
        }
        if "ruleset" in found:
            kept["ruleset"] = self.ruleset.to_dict()
        if "scenario" in found:
            kept |= {"scenario": self.scenario.name, "plan": self.scenario.to_dict()}
        if self.price_list is not None:
            kept["price_list"] = self.price_list.to_dict()
        if "forbid" in found:
            kept["forbid"] = [list(names) for names in self.forbidden]
        return kept

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "terms") -> Terms:
        """The terms of a dictionary that ``to_dict`` gave, or of a table of a file.

        Raises ``UnknownName`` and ``DataError`` that name ``where`` and the field, and what ``Terms`` raises.
        """
        return cls(**terms_text.TermsTable.of(data, where).options())

    def __str__(self) -> str:
        return terms_text.to_text(self.to_dict())

    def __repr__(self) -> str:
        return f"Terms.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Terms:
        """Read terms from one line, as ``str`` gives it: "river, forts=2+1, a:landing=2".

        Raises ``UnknownName`` and ``InvalidValue`` that name the item, and what ``Terms`` raises.
        """
        return cls.from_dict(terms_text.from_text(text))

    # --- what follows from them --------------------------------------------------------------------------------

    @property
    def forbidden(self) -> Forbidden:
        """Names of what side a and side b never do."""
        return by_side(self.forbid)

    @property
    def seats(self) -> Seats:
        """How the players sit; two of a side take its units in turn."""
        company = self.commanders or (1, 1)
        first, second = (0 if n == 1 else ALTERNATELY for n in company)
        return Seats((first, second), decks_of(company, self.decks) == OWN_DECKS, self.solo)

    def mirror(self) -> Terms:
        """Exchange what side a and side b are forbidden, their commanders and unit cards."""
        forbid = [f"{side}:{name}" for side, names in zip("ba", self.forbidden, strict=True) for name in names]
        company = None if self.commanders is None else self.commanders[::-1]
        return self.replace(forbid=forbid, commanders=company, dummies=self.dummies[::-1], removed=self.removed[::-1])

    @property
    def size(self) -> tuple[int, int]:
        """Width and depth of the table, inches."""
        ground = self.plan.table
        if ground.map is not None:
            return len(ground.rows[0]) * ground.inches_per_letter, len(ground.rows) * ground.inches_per_letter
        wide, deep = self.inches or (table_inches(self.ruleset),) * 2
        return ground.width or wide, ground.depth or deep

    def check_flamethrowers(self, armies: Sequence[Sequence[Unit]]) -> None:
        """Check who carries flamethrowers (PT-FORT-04).

        Raises ``RuleForbids`` where the armies of side a and b may not carry theirs.
        """
        attacker = 1 if self.scenario.rules.side_a_attacks else 0
        check_flamethrowers(armies, self.forts[1], self.ruleset, attacker)

    def without_cards(self) -> Terms:
        """The terms without ``dummies`` and ``removed``: for armies drawn from unit cards already."""
        return self.replace(dummies=(0, 0), removed=(0, 0))

    @cached_property
    def plan(self) -> Scenario:
        """The scenario, on the table of ``map`` if there is one."""
        if self.map is None:
            return self.scenario
        rows, least = self.map.splitlines(), table_inches(self.ruleset)
        if problem := fault_of_map(rows):
            raise InvalidValue("map", self.map, f"rows of letters, the north first ({problem})")
        if "*" in self.map:
            raise InvalidValue("map", self.map, "no *: an objective needs the file of a scenario, which says its VP")
        inches = max(-(-least // n) for n in (len(rows), len(rows[0])))
        if inches > MOST_INCHES_PER_LETTER:
            fewest = -(-least // MOST_INCHES_PER_LETTER)
            allowed = f"{fewest} rows of {fewest} letters or more, of {MOST_INCHES_PER_LETTER} inches each at most"
            raise InvalidValue("map", f"{len(rows)} rows of {len(rows[0])} letters", allowed)
        try:
            ground = Ground(map=self.map, inches_per_letter=inches)
        except ValidationError as error:
            problem = error.errors()[0]["msg"].removeprefix("Value error, ").removeprefix("map: ")
            raise InvalidValue("map", self.map, f"rows of letters ({problem})") from None
        return self.scenario.on_ground(ground, "the map")

    @cached_property
    def of_table(self) -> Terms:
        """The part of the terms that a table depends on."""
        names = ("ruleset", "scenario", "family", "inches", "markers", "forts", "map")
        changed = self.changed()
        return Terms(**{name: changed[name] for name in names if name in changed})

    def _check_map(self) -> None:
        if not isinstance(self.map, str):
            raise InvalidValue("map", self.map, "rows of letters, the north first")
        object.__setattr__(self, "map", "\n".join(self.map.split()))
        ground = self.scenario.table
        if ground.map is not None or ground.family is not None:
            raise InvalidValue("map", self.map, f"none: the scenario '{self.scenario.name}' has a table of its own")
        for name, usual in (("family", FAMILY), ("inches", None), ("markers", MARKERS[0]), ("forts", NO_FORTS)):
            if getattr(self, name) != usual:
                raise InvalidValue(name, getattr(self, name), f"{usual}: the map says what the table is like")

    @property
    def scale(self) -> int:
        """Points that make a VP of the rulebook, in which units cost and score."""
        return scale_of(self.price_list)

    @property
    def counted_in(self) -> str:
        """What scores and costs are counted in: "VP", or "points" of a price list."""
        return counted_in(self.scale)

    # --- records -----------------------------------------------------------------------------------------------

    def record(self, players: tuple[str, str], seats: Seats | None = None) -> Any:
        """An empty BATTLE record by these terms.

        players: names of compiled players, of side a and side b; where a side has two, both are the one named.
        seats: how they sit, None = as ``seats`` has it.  Raises ``PlayerNotFound``, ``InvalidValue``, ``RuleForbids``
        and ``NotModelled``.
        """
        check_players(players)
        company = self.seats if seats is None else seats
        check_solo(company.solo, self.ruleset)
        check_commanders(company.commanders, 1 + company.own_decks, company.solo, self.ruleset)
        check_aces(self.support, company, self.ruleset)
        battle = layout.battles(1)
        battle[0].target_score = self.target_score
        battle[0].scale = self.scale
        allow_support(battle, self.support, self.ruleset)
        battle[0].ruling = self.ruleset.readings
        for side, (player, forbidden) in enumerate(zip(players, self.forbidden, strict=True)):
            number = policy_number(player)
            for seat in (side, side + 2):
                battle[0].player[seat].policy = number
                battle[0].player[seat].by_the_book = PLAYERS[number].by_the_book
            battle[0].player[side].forbidden = mask(forbidden)
            battle[0].scenario.landing[side] = self.landing.get(SIDES[side], 0)
        take_seats(battle, company)
        set_scenario(battle, self.scenario)
        return battle

    def table(self, seed: int, number: int) -> Any:
        """Table ``number`` of an experiment with its zones and lines of sight: a TABLE record.

        Raises ``DataError`` for a scenario whose zones have no room on it, ``RuleForbids`` for a table that is too
        small for the edition, and what ``make_table`` raises.
        """
        plan, rules = self.plan, self.ruleset
        ground = plan.table
        if ground.map is not None:
            table = table_of_map(plan, number, rules)
        else:
            kinds = (ground.family or self.family, ground.markers or self.markers)
            table = make_table(seed, number, *self.size, *kinds, self.forts, rules)
        if needs_edge(plan):
            set_defender_edge(table, seed, number)
        if plan.attacker.zones:
            lay_zones(table, plan, rules)
        if ground.map is not None:
            check_reach(table, plan)
        mark_objective(table)
        return table


def check_inches(inches: Sequence[object]) -> None:
    """Check the width and the depth of a table, inches.  Raises ``InvalidValue``."""
    if not is_pair(inches):
        raise InvalidValue("inches", inches, "two whole numbers: width and depth of the table")
    wide, deep = cast(tuple[int, int], inches)
    check_size(wide, deep)


def _made(options: TermOptions) -> Terms:
    return Terms(**options)
