"""How fast a battalion goes: a share of its speed, by ground, gait and formation."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import radians, sin

from tigersim.registry import rule

FULL, HALF, QUARTER, NONE = Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(0)


@rule("BA-TER-07")
def on_difficult_ground(skills: Collection[str]) -> Fraction:
    """Pace on difficult ground: half."""
    return HALF


@rule("BA-TER-04", "BA-SKL-26", "BA-SKL-28")
def in_swamp(skills: Collection[str], water: bool, half_only: bool) -> Fraction:
    """Pace in a swamp: a quarter, for swamp walkers all of it.

    BA-GAP-34: a bog (no ``water``) is difficult ground, and with ``half_only`` every swamp is; not to heavy armour.
    """
    if "swamp-walker" in skills:
        return FULL
    return QUARTER if "heavy-armour" in skills or (water and not half_only) else HALF


@rule("BA-TER-03", "BA-SKL-25")
def on_water(skills: Collection[str]) -> Fraction:
    """Pace in water: for swimmers only, unless they wear heavy armour (BA-SKL-26)."""
    return FULL if "swimmer" in skills and "heavy-armour" not in skills else NONE


@rule("BA-LAD-01", "BA-LAD-02", "BA-SKL-18", "BA-SKL-21")
def on_ladder(skills: Collection[str]) -> Fraction:
    """Pace on a ladder: half; none for giants, big warriors and riders (BA-GAP-33)."""
    return NONE if {"big", "rider", "giant"} & set(skills) else HALF


@rule("BA-TER-01", "BA-TER-05")
def on_steep_slope(skills: Collection[str], sheer: bool) -> Fraction:
    """Pace on a steep slope: none for big warriors and riders, on a sheer one for all."""
    return NONE if sheer or {"big", "rider"} & set(skills) else FULL


@rule("BA-SKL-07")
def flies_over(skills: Collection[str]) -> bool:
    """Whether a battalion flies, and so ignores obstacles."""
    return "flying" in skills


@rule("BA-WTH-09", "BA-WTH-08")
def in_snow(skills: Collection[str]) -> Fraction:
    """Pace in snow, a blizzard's too (BA-GAP-44): half, for snow walkers all of it."""
    return FULL if "snow-walker" in skills else HALF


@rule("BA-ORD-06", "BA-AMB-05", "BA-ORD-11")
def gait(name: str) -> Fraction:
    """Pace of a gait: half for steps back or aside, markers of an ambush, wounded on their way."""
    return FULL if name == "forward" else HALF


@rule("BA-ORD-04")
def slower_corner(one: Fraction, other: Fraction) -> Fraction:
    """The slower of the two front corners sets the pace."""
    return min(one, other)


@rule("BA-PRO-03")
def orders_to_march(steps: Fraction, pace: Fraction) -> int:
    """Movement orders for a way at so many steps an order."""
    return -(-steps // pace)


@rule("BA-ORD-05")
def wheeling(front: int, degrees: int, straight: bool) -> Fraction:
    """Steps that a wheel costs, the way of the corner opposite to the one it is made about.

    BA-GAP-63: along the arc, or ``straight`` from where the corner was to where it is.  Rounded to a millionth.
    """
    angle = radians(degrees)
    return Fraction(round(1_000_000 * front * (2 * sin(angle / 2) if straight else angle)), 1_000_000)


@rule("BA-BOT-02")
def boat_orders(crossing: int) -> int:
    """Movement orders of a way by boat: one to go aboard, those on the water, one to go ashore."""
    return 1 + crossing + 1


@rule("BA-BOT-01")
def boats_needed(warriors: int, capacity: int) -> int:
    """Boats that carry all of a battalion at once; what one holds is agreed by the players."""
    return -(-warriors // capacity)


@rule("BA-PRE-10")
def zones_apart(fastest: int) -> int:
    """Steps between the deployment zones, at least."""
    return 3 * fastest
