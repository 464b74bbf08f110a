"""The parts of a scenario file: ground, zones, forces with their waves, and changed rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tigersim.catalogue.classes import CLASS_IDS, classes, counts_as_tank
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import TigersimError, literal
from tigersim.rules.scenarios import fewest_in_patrol

MOST_UNITS = 16
"""Units that a side can field."""
MOST_ZONES, MOST_PARTS, MOST_WAVES = 3, 3, 3
LAST_TURN = 20
SMALLEST_TABLE, WIDEST_TABLE, DEEPEST_TABLE = 36, 72, 48
"""Inches: PT-GEN-03, and what a table can hold."""
MOST_INCHES_PER_LETTER = 6
"""Of a map."""
MAP_LETTERS = {
    ".": "open",
    "=": "open",
    "W": "wood",
    "B": "building",
    "H": "hill",
    "~": "water",
    ",": "ford",
    "#": "bridge",
    "*": "open",
}
"""Letter of a map -> the terrain there; "=" is a road, "*" the objective.  A small letter has a road too."""
Place = Literal["own third", "objective", "bridgehead", "left flank", "right flank"]


class Table(BaseModel):
    """A table of such a file: fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def fault_of_map(rows: Sequence[str]) -> str:
    """What is wrong with the letters of a map, "" = nothing."""
    if not rows:
        return "has no row"
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            return f"row {number} has {len(row)} letters, the first has {len(rows[0])}"
        for letter in row:
            if letter.upper() not in MAP_LETTERS:
                letters = " ".join(MAP_LETTERS).removesuffix(" *")
                return f"row {number} has {literal(letter)}; allowed: {letters} and * (objective)"
    return ""


class Ground(Table):
    """``[table]``: where it is played.

    family: a family of tables, or none for the one that the battle is asked for.  map: rows of ``MAP_LETTERS``, the
    north edge first, ``inches_per_letter`` inches each; the defender stands in the south.  objective: VP of the
    marker on the map's ``*`` letters.  markers: a plan of markers.  forts: light and heavy fortified positions in the
    defender's zone.  width, depth: inches.
    """

    family: str | None = None
    markers: str | None = None
    map: str | None = None
    inches_per_letter: Annotated[int, Field(ge=1, le=MOST_INCHES_PER_LETTER)] = 1
    objective: Annotated[int, Field(ge=0, le=20)] = 0
    forts: tuple[Annotated[int, Field(ge=0, le=MOST_UNITS)], Annotated[int, Field(ge=0, le=MOST_UNITS)]] = (0, 0)
    width: Annotated[int, Field(ge=SMALLEST_TABLE, le=WIDEST_TABLE)] | None = None
    depth: Annotated[int, Field(ge=SMALLEST_TABLE, le=DEEPEST_TABLE)] | None = None

    @model_validator(mode="after")
    def _one_kind_of_table(self) -> Self:
        if self.map is None:
            if self.objective:
                raise ValueError("objective: stands for the * of a map; this scenario has no map")
            return self
        if self.family is not None:
            raise ValueError("family: leave it out where there is a map")
        if any(self.forts):
            raise ValueError("forts: are laid on a table of a family, not on a map")
        rows = self.rows
        if problem := fault_of_map(rows):
            raise ValueError(f"map: {problem}")
        wide, deep = len(rows[0]) * self.inches_per_letter, len(rows) * self.inches_per_letter
        if not (SMALLEST_TABLE <= wide <= WIDEST_TABLE and SMALLEST_TABLE <= deep <= DEEPEST_TABLE):
            allowed = f"{SMALLEST_TABLE}x{SMALLEST_TABLE} to {WIDEST_TABLE}x{DEEPEST_TABLE}"
            raise ValueError(f"map: is {wide}x{deep} inches; allowed: {allowed}")
        if bool(self.objective) != any("*" in row for row in rows):
            raise ValueError("objective: give its VP where the map has a *, and only there")
        return self

    @property
    def rows(self) -> list[str]:
        """The map's rows, the north edge first."""
        return [line.strip() for line in (self.map or "").strip().splitlines()]


class Zone(Table):
    """One deployment zone: a named ``place`` or an ``area``.

    area: (left, near, width, depth) in inches, as its owner sees the table from its edge: left from its left corner,
    near from its own edge.
    most: how many units of the side it takes.
    """

    place: Place | None = None
    area: tuple[int, int, int, int] | None = None
    most: Literal["all", "third", "half"] = "all"

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.place is None) == (self.area is None):
            raise ValueError("give either place or area")
        if self.area is not None and (min(self.area[:2]) < 0 or min(self.area[2:]) < 1):
            raise ValueError("area: left and near from 0, width and depth from 1 inch")
        return self


class Part(Table):
    """A part of a force: units of some classes or names, and its share.

    tanks: whatever counts as a tank, so that a tank destroyer is one or not as AMB-114 says.  share: "half" of the
    units (of an odd number either half), "rest" (what the other parts leave), or "at most" so many: ``most``.
    """

    classes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    tanks: bool = False
    share: Literal["half", "rest", "at most"] = "rest"
    most: Annotated[int, Field(ge=0, le=MOST_UNITS)] = 0

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name in self.classes:
            if name not in CLASS_IDS:
                raise ValueError(f"classes: unknown class {literal(name)}; allowed: {', '.join(CLASS_IDS)}")
        if not self.classes and not self.units and not self.tanks:
            raise ValueError("give classes, units or tanks = true")
        if (self.share == "at most") != (self.most > 0):
            raise ValueError("most: belongs to share = 'at most', and is 1 or more")
        for name in self.units:
            try:
                unit(name)
            except TigersimError as error:
                raise ValueError(f"units: {error}") from None
        return self

    @property
    def names(self) -> str:
        """Its classes and units, for people."""
        return ", ".join((*self.classes, *(("tanks",) if self.tanks else ()), *self.units))

    def takes(self, one: Unit, ruleset: RuleSet | None = None) -> bool:
        """Whether a unit belongs to this part, by the reading of AMB-114 of a ruleset."""
        if one.type in self.classes or any(unit(name).key == one.key for name in self.units):
            return True
        return self.tanks and counts_as_tank(classes()[one.type], ruleset or DEFAULT)


class Wave(Table):
    """Reinforcements, from a turn on, or some turns ``after`` another wave.

    units: so many of the side's last ones; left out: those that are no part of its patrol.
    """

    name: str
    units: Annotated[int, Field(ge=1, lt=MOST_UNITS)] | None = None
    turn: Annotated[int, Field(ge=2, le=LAST_TURN)] | None = None
    after: str | None = None
    turns_later: Annotated[int, Field(ge=1, le=LAST_TURN)] = 1

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.turn is None) == (self.after is None):
            raise ValueError("give either turn or after")
        return self


class Force(Table):
    """``[attacker]`` or ``[defender]``: how large, of what, set up where.

    patrol: the fewest and the most infantry units that are there at the start; the side says which of its infantry come
    with the wave that brings all others (PT-SCEN-PATROL-05).  waves: of the units the last ones come later, the last
    wave's last; they touch their owner's edge.  landing: the turn in which its airborne units land (PT-AIRDROP-01).
    """

    size: tuple[int, int] | None = None
    patrol: tuple[int, int] | None = None
    parts: Annotated[tuple[Part, ...], Field(max_length=MOST_PARTS)] = ()
    zones: Annotated[tuple[Zone, ...], Field(max_length=MOST_ZONES)] = ()
    waves: Annotated[tuple[Wave, ...], Field(max_length=MOST_WAVES)] = ()
    landing: Annotated[int, Field(ge=1, le=LAST_TURN)] | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.size is not None and not 1 <= self.size[0] <= self.size[1] <= MOST_UNITS:
            raise ValueError(f"size: fewest and most units, within 1 to {MOST_UNITS}")
        if self.patrol is not None and not 1 <= self.patrol[0] <= self.patrol[1] <= MOST_UNITS:
            raise ValueError(f"patrol: fewest and most units, within 1 to {MOST_UNITS}")
        if self.patrol is not None and self.size is not None and self.patrol[0] > self.size[0]:
            raise ValueError("patrol: its fewest are more than the fewest of size")
        if (self.patrol is not None) != any(wave.units is None for wave in self.waves):
            raise ValueError("patrol: belongs to a wave without units, which brings all that are no part of it")
        if self.patrol is not None and len(self.waves) > 1:
            raise ValueError("waves: with a patrol there is one")
        if self.size is not None and self.held_back >= self.size[0]:
            raise ValueError("waves: fewer units than the fewest of size: at least one must be there at the start")
        self.arrivals()
        if self.parts and sum(part.share == "half" for part in self.parts) not in (0, 2):
            raise ValueError("parts: two halves, or none")
        if self.parts and not any(part.share in ("half", "rest") for part in self.parts):
            raise ValueError("parts: one must take the rest")
        if self.zones and all(zone.most != "all" for zone in self.zones):
            halves = sum(zone.most == "half" for zone in self.zones)
            if halves < 2:
                raise ValueError("zones: together they do not take all units; give one with most = 'all'")
        return self

    @property
    def held_back(self) -> int:
        """Units that come later, whatever their side says."""
        return sum(wave.units or 0 for wave in self.waves)

    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """(Units, turn) of every wave, in their order; 0 units for those outside a patrol.

        Raises ``ValueError`` for waves that wait for each other.
        """
        named = {wave.name: wave for wave in self.waves}
        if len(named) < len(self.waves):
            raise ValueError("waves: two have the same name")
        turns = []
        for wave in self.waves:
            later, seen, now = 0, [wave.name], wave
            while now.turn is None:
                later += now.turns_later
                if now.after not in named:
                    raise ValueError(
                        f"waves: {literal(now.name)} comes after {literal(now.after)}; allowed: {', '.join(named)}"
                    )
                now = named[now.after]
                if now.name in seen:
                    raise ValueError(f"waves: each waits for the next: {' after '.join([*seen, now.name])}")
                seen.append(now.name)
            turns.append(now.turn + later)
        return tuple((wave.units or 0, turn) for wave, turn in zip(self.waves, turns, strict=True))

    def part_of(self, one: Unit, ruleset: RuleSet | None = None) -> int:
        """Number of the part that a unit belongs to, -1 if none; 0 where there are no parts."""
        if not self.parts:
            return 0
        return next((k for k, part in enumerate(self.parts) if part.takes(one, ruleset)), -1)

    def under(self, ruleset: RuleSet | None) -> Force:
        """The force under a reading of AMB-139: reinforcements on top of the patrol or from it."""
        rules = ruleset or DEFAULT
        if self.patrol is None or rules.option("patrol_reinforcements") != "held_back_from_patrol":
            return self
        fewest = fewest_in_patrol(self.patrol[0], rules.readings.patrol_reinforcements)
        return self.model_copy(update={"size": self.patrol, "patrol": (fewest, self.patrol[1])})


class Rules(Table):
    """``[rules]``: what the scenario changes.

    side_a_attacks: the roles are settled (else the dice say).  column: PT-SCEN-PATROL.  fog: PT-SCEN-FOG.
    keep_apart: inches between attackers and defenders at the start.  there_and_back: VP (PT-SCEN-RECCE-03).  crossing,
    capture_ends, demolition: PT-SCEN-BRIDGE.  compensation: extra unit points for the attacker (PT-VP-11).
    support: what aces call from off the table (PT-SUPPORT-01); left out, what the battle is asked with.

    A description is what people are told of the rule where it is in force, its value at ``{}``.
    """

    side_a_attacks: bool = False
    column: Annotated[bool, Field(description="patrols start in columns")] = False
    fog: Annotated[bool, Field(description="everybody comes on later, from an edge that a card names")] = False
    keep_apart: Annotated[int, Field(ge=0, le=24, description='attackers start {}" from defenders')] = 0
    there_and_back: Annotated[
        int, Field(ge=0, le=20, description="{} VP for an attacker that was at the far edge and came back")
    ] = 0
    crossing: Annotated[
        bool, Field(description="who crosses the bridge scores for the defender, who does not for the attacker")
    ] = False
    capture_ends: Annotated[bool, Field(description="the bridge's capture ends the battle")] = False
    demolition: Annotated[bool, Field(description="the defender may blow the bridge")] = False
    compensation: Annotated[bool, Field(description="the attacker has extra unit points")] = False
    support: Literal["none", "barrages", "air strikes", "both"] | None = None

    @property
    def in_force(self) -> list[str]:
        """What is changed, for people."""
        said = {name: field.description for name, field in type(self).model_fields.items() if field.description}
        return [words.format(getattr(self, name)) for name, words in said.items() if getattr(self, name)]
