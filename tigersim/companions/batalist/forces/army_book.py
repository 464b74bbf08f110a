"""Tables of the game, and battalions by name.

The army book of the source is missing, so the profiles are examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from tigersim.catalogue.companions import game
from tigersim.companions.batalist.rules.ranks import COLUMN, HEDGEHOG, LOOSE, WEDGE
from tigersim.errors import InvalidValue, UnknownName
from tigersim.registry import rule

SKILLS = (
    "melee", "shooter", "jet", "area", "flying", "wide", "long-body", "fast", "big", "rider", "giant", "swimmer",
    "heavy-armour", "forest-walker", "swamp-walker", "snow-walker", "cold-proof", "twilight-vision", "night-creature",
    "camouflage", "noisy", "long-weapon", "big-shield",
)  # fmt: skip
"""Skills that change an answer; those with a number (coward, undisciplined, weak) are arguments of their question."""
MOST = 200
"""Warriors of one battalion, and any other figure of a profile."""
LEAST = {"warriors": 1, "width": 1, "speed": 1, "protection": 1}


@rule("BA-DEF-07", "BA-PRO-01", "BA-PRO-02", "BA-PRO-04", "BA-PRO-05", "BA-SKL-01", "BA-SKL-02")
@dataclass(frozen=True)
class Battalion:
    """Warriors of one type on one base, with the profile of these."""

    key: str
    title: str
    warriors: int
    width: int
    """Warriors of the first rank."""
    speed: int
    """SK, steps."""
    melee_class: int
    melee: int
    """Br."""
    shot_class: int
    shot: int
    """Bs."""
    range: int
    """RS, steps."""
    armour_class: int
    protection: int
    skills: frozenset[str]

    def has(self, skill: str) -> bool:
        """Whether it has a skill."""
        return skill in self.skills

    @property
    def is_large(self) -> bool:
        """No target of normal height."""
        return self.has("big") or self.has("rider")


@cache
def battalions() -> Mapping[str, Battalion]:
    """The examples by name."""
    found = {}
    for row in game("batalist").table("battalions"):
        numbers: dict[str, Any] = {k: int(value) for k, value in row.items() if k not in ("key", "title", "skills")}
        found[row["key"]] = Battalion(row["key"], row["title"], skills=frozenset(row["skills"].split()), **numbers)
    return found


def battalion(text: str) -> Battalion:
    """A battalion by name, some of it changed: ``pikes warriors=30 skills=melee+rider``.

    Raises ``UnknownName`` and ``InvalidValue``.
    """
    name, *changes = text.replace(",", " ").split() or [""]
    found = battalions().get(name.lower())
    if found is None:
        raise UnknownName(name, battalions(), kind="battalion")
    for change in changes:
        found = _changed(found, change)
    if changes:
        found = replace(found, key=" ".join([name.lower(), *changes]), title=f"{found.title} ({', '.join(changes)})")
    return found


def _changed(one: Battalion, change: str) -> Battalion:
    field, _, value = change.partition("=")
    if field == "skills":
        skills = frozenset(part for part in value.split("+") if part)
        for skill in sorted(skills.difference(SKILLS)):
            raise UnknownName(skill, SKILLS, kind="skill")
        return replace(one, skills=skills)
    numbers = [name for name in Battalion.__dataclass_fields__ if name not in ("key", "title", "skills")]
    if field not in numbers:
        raise UnknownName(field, [*numbers, "skills"], kind="figure of a profile")
    least = LEAST.get(field, 0)
    if not value.isdecimal() or not least <= int(value) <= MOST:
        raise InvalidValue(field, value, f"a whole number from {least} to {MOST}")
    number: dict[str, Any] = {field: int(value)}
    return replace(one, **number)


@rule("BA-BOT-03")
def aboard(one: Battalion, speed: int) -> Battalion:
    """The battalion that warriors on boats form: the boat's SK, their own strength, never Fast."""
    return replace(one, speed=speed, skills=one.skills - {"fast"})


@dataclass(frozen=True)
class Modifier:
    """A row of the table of modifiers: dice (D6) and flat numbers, in melee and in shooting."""

    id: str
    when: str
    melee_dice: int
    shooting_dice: int
    melee_flat: int
    shooting_flat: int
    in_reply: bool
    """Whether the reply of an attacked battalion has it too (BA-GAP-15)."""
    on: str
    """``numerator``, ``skill`` (BA-GAP-22) or ``flat`` (BA-GAP-23)."""

    def dice(self, shooting: bool) -> int:
        """Dice added, or taken off below 0."""
        return self.shooting_dice if shooting else self.melee_dice

    def flat(self, shooting: bool) -> int:
        """Number added."""
        return self.shooting_flat if shooting else self.melee_flat


@cache
def modifiers() -> Mapping[str, Modifier]:
    """The table of modifiers by the ID of their rule."""
    found = {}
    for row in game("batalist").table("modifiers"):
        numbers = {name: int(value) for name, value in row.items() if name.endswith(("_dice", "_flat"))}
        found[row["id"]] = Modifier(row["id"], row["when"], in_reply=row["reply"] == "yes", on=row["on"], **numbers)
    return found


@dataclass(frozen=True)
class Ability:
    """A row of the captains' or the mages' table."""

    id: str
    name: str
    low: int
    high: int
    skill: str
    """Ruling that holds its KN or MN."""
    extra: str
    """Captains: the ruling that holds KR; mages: what a die of mana is raised by, as printed."""


@cache
def abilities(table: str) -> tuple[Ability, ...]:
    """``captains`` or ``mages``."""
    last = "radius" if table == "captains" else "mana"
    return tuple(
        Ability(row["id"], row["ability"], int(row["low"]), int(row["high"]), row["skill"], row[last])
        for row in game("batalist").table(table)
    )


@dataclass(frozen=True)
class Weather:
    """A row of a weather table."""

    season: str
    roll: int
    id: str
    name: str
    """Empty: roll again."""
    view: Fraction
    snow: bool
    frost: bool
    night_matters: bool
    """Whether night creatures mind the time of day."""


@rule("BA-WTH-01", "BA-WTH-06", "BA-WTH-07", "BA-WTH-13")
@cache
def weather(season: str) -> tuple[Weather, ...]:
    """The table of ``summer`` (spring and autumn too) or ``winter``."""
    return tuple(
        Weather(
            season,
            int(row["roll"]),
            row["id"],
            row["weather"],
            Fraction(row["view"]),
            row["snow"] == "yes",
            row["frost"] == "yes",
            row["night_matters"] == "yes",
        )
        for row in game("batalist").table("weather")
        if row["season"] == season
    )


@rule("BA-TIM-01", "BA-TIM-05")
def is_night(time: int) -> bool:
    """Whether a row of the table of times, drawn with one die, is night."""
    return next(row["night"] == "yes" for row in game("batalist").table("times") if int(row["roll"]) == time)


@rule("BA-FRM-01")
def formation_pace(formation: str) -> Fraction:
    """Share of its speed that a formation marches at: all in column, in which battles begin."""
    return next(Fraction(row["pace"]) for row in game("batalist").table("formations") if row["formation"] == formation)


FORMATIONS = {"column": COLUMN, "loose": LOOSE, "wedge": WEDGE, "hedgehog": HEDGEHOG}
