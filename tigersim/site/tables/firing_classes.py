"""The two halves of a Fire action, by class: what a weapon brings to it, and what a target in its place does.

Units, weapons, distances and readings that make the same ``Attack`` at a plain target are one class of firers; units
and places with the same ``Defence`` are one class of targets.  A firer and a target of given classes always make the
same ``Shot``, so one pair of them stands for all; ``tests/site`` asks a thousand others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from tigersim.catalogue.picks import FLAMETHROWER, HOWITZER, MACHINE_GUN, MORTAR, pick
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, ruling
from tigersim.catalogue.units import Unit, all_units, generic_units, unit
from tigersim.errors import RuleForbids
from tigersim.odds.arguments import read_weapon
from tigersim.odds.circumstances import Circumstances
from tigersim.odds.resolve import FireAction, resolve
from tigersim.rules.fire import is_far
from tigersim.rules.shot import Attack, Defence, ShotReadings

RULINGS = ("save_success_rule", "spg_base_armor", "gun_note_override")
"""Switches that a visitor may set: of those of a shot they move the most units (study 011)."""
OF_PROFILE = tuple(name for name in RULINGS if name not in ShotReadings._fields)
"""Those that change profiles; the others are asked while dice are rolled."""
WEAPONS = {
    "main": ("main", ""),
    "hull": ("hull", ""),
    "mg": ("mg", MACHINE_GUN),
    "mortar": ("mortar", MORTAR),
    "flame": ("flame", FLAMETHROWER),
    "howitzer": ("main", HOWITZER),
}
"""What may be fired -> the weapon of ``odds.shot``, and what is picked for a unit that has none in print, or ""."""
ARCS = ("front", "other")
ASPECTS = ("front", "other")
COVERS = ("none", "wood")
"""Woods and buildings protect alike, a hill as the open ground."""
FOUND = (False, True)
FORTIFICATIONS = ("none", "light", "heavy")
PLAIN_TARGET, PLAIN_FIRER = "Infantry [generic]", "Medium tank [generic]"


class Place(NamedTuple):
    """Where a target stands, in the words of ``odds.shot``."""

    aspect: str
    cover: str
    found_cover: bool
    fortification: str


PLACES = tuple(Place(*one) for one in product(ASPECTS, COVERS, FOUND, FORTIFICATIONS))


class Firer(NamedTuple):
    """A weapon in the hands of a unit; ``readings``: options of the profile's switches."""

    unit: Unit
    weapon: str
    arc: str
    distance: float
    readings: tuple[str, ...]


class Aim(NamedTuple):
    """A target in its place."""

    unit: Unit
    place: Place
    readings: tuple[str, ...]


class FirerClass(NamedTuple):
    """All that a target needs to know of a firer."""

    attack: Attack
    """At a plain target."""
    red_forbidden: str
    black_forbidden: str
    infantry: bool
    flame: bool


class TargetClass(NamedTuple):
    """All that a firer needs to know of a target in its place."""

    defence: Defence
    """Against a plain gun."""
    hit_add: int
    lethal_add: int
    flammable: bool
    skirt_armor: bool
    dug_in: bool
    """It holds a heavy position, which burns out."""


_named = cache(unit)


def units() -> tuple[Unit, ...]:
    """The units of the page: the historical ones, then one of each class."""
    return all_units() + generic_units()


def options(switch: str) -> tuple[str, ...]:
    """The options of a switch that are played, the default first."""
    one = ruling(switch)
    return (one.default, *one.live)


def readings_of_profiles() -> tuple[tuple[str, ...], ...]:
    """Every choice of options for the switches that change profiles, the defaults first."""
    return tuple(product(*(options(switch) for switch in OF_PROFILE)))


@cache
def ruleset_of(readings: tuple[str, ...], **others: str) -> RuleSet:
    """The standard reading but for these options."""
    return DEFAULT.replace(**dict(zip(OF_PROFILE, readings, strict=True)), **others)


@cache
def limits() -> tuple[int, ...]:
    """Distances at which something changes just beyond: ranges of weapons, and where far begins."""
    far = max(inches for inches in range(100) if not is_far(inches * inches))
    ranges = {
        each
        for one in units()
        for weapon in WEAPONS
        for own in [profile(armed(one, weapon).unit)]
        for each in (*own.max_range, *own.min_range)
    }
    return tuple(sorted(ranges - {0} | {far}))


def distances() -> tuple[int, ...]:
    """One distance of each stretch between limits."""
    return (*limits(), limits()[-1] + 1)


class Armed(NamedTuple):
    """A unit with a weapon in print, or with what may be picked for it."""

    unit: Unit
    picked: bool
    forbidden: str = ""
    """ID of the rule by which it may not have this weapon."""


@cache
def armed(one: Unit, weapon: str) -> Armed:
    """The unit with such a weapon.

    Where it may have none, ``resolve`` says what forbids its shot, but for a howitzer, which is a kind of main gun.
    """
    slot, choice = WEAPONS[weapon]
    own = profile(one)
    place = read_weapon(slot, own)
    if not choice or (choice != HOWITZER and place >= 0 and own.armed[place]):
        return Armed(one, False)
    try:
        return Armed(pick(one, choice), True)
    except RuleForbids as why:
        return Armed(one, False, why.rule_id if choice == HOWITZER else "")


def firer_class(firer: Firer) -> FirerClass:
    """Its class.  Raises ``RuleForbids`` where no card lets it fire."""
    action = action_of(firer, Aim(_named(PLAIN_TARGET), PLACES[0], firer.readings))
    own = profile(firer.unit, ruleset_of(firer.readings))
    return FirerClass(
        action.shot.attack, action.red_forbidden, action.black_forbidden, bool(own.infantry), firer.weapon == "flame"
    )


def target_class(aim: Aim) -> TargetClass:
    """Its class.  Raises ``RuleForbids`` where it may not stand there."""
    gun = Firer(_named(PLAIN_FIRER), "main", "front", distances()[0], aim.readings)
    shot = action_of(gun, aim).shot
    own = profile(aim.unit, ruleset_of(aim.readings))
    return TargetClass(
        shot.defence,
        shot.attack.hit_add,
        shot.attack.lethal_add,
        bool(shot.attack.all_lethal),
        bool(own.skirt_armor),
        aim.place.fortification == "heavy",
    )


def action_of(firer: Firer, aim: Aim) -> FireAction:
    """The Fire action of the one at the other, under the readings of both."""
    return resolve(firer.unit, aim.unit, circumstances(firer, aim))


def circumstances(firer: Firer, aim: Aim, **others: str) -> Circumstances:
    """Of this firer and this target; ``others``: options of further switches."""
    return Circumstances(
        distance=firer.distance,
        weapon=WEAPONS[firer.weapon][0],
        arc=firer.arc,
        ruleset=ruleset_of(_together(firer.readings, aim.readings), **others),
        **aim.place._asdict(),
    )


def _together(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The readings of both, of which each leaves another default or none."""
    usual = readings_of_profiles()[0]
    return tuple(b if a == default else a for a, b, default in zip(one, other, usual, strict=True))


def firers(one: Unit, weapon: str, readings: tuple[str, ...]) -> Iterator[Firer]:
    """A unit with a weapon, by arc and then by distance."""
    with_it = armed(one, weapon).unit
    return (Firer(with_it, weapon, arc, inches, readings) for arc, inches in product(ARCS, distances()))
