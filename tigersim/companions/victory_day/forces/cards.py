"""Cards: the units of the source (units.csv), and how units, costs and decks are typed in.

A unit is its name, or ``[NAME] ATTACK/DEFENCE [ARM] [COST] [strike=N] [+A/D against TYPE]``, as
``3/3 armour 1-2-1`` or ``hunter 4/3 infantry +1/1 against armour``.  A cost is ``depots-factories-fuel`` or the name
of a unit that has one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from tigersim.catalogue.companions import Readings, game
from tigersim.companions.asking import chosen
from tigersim.companions.victory_day.rules.combat import modified, modifier_works
from tigersim.companions.victory_day.rules.decks import MOST_COPIES, identical, sides_fit, too_many
from tigersim.companions.victory_day.rules.spending import Amount
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.registry import rule

ARMS = ("infantry", "armour", "artillery", "aviation")
"""VD-UNT-01."""
RESOURCES = {"depot": 0, "depots": 0, "factory": 1, "factories": 1, "fuel": 2}
SIDES = ("soviet", "german")
"""VD-INT-01."""
FREE: Amount = (0, 0, 0)
HIGHEST = 99
"""Of attack, defence and each part of a cost: two digits."""

UNIT = re.compile(
    r"(?:(?P<name>\S.*?)\s+)?(?P<attack>\d{1,2})/(?P<defence>\d{1,2})"
    r"(?:\s+(?P<arm>[a-z]+))?(?:\s+(?P<cost>\d+-\d+-\d+))?(?:\s+strike=(?P<strike>\d{1,2}))?(?:\s+\+(?P<more>\d{1,2})/(?P<tougher>\d{1,2})\s+against\s+(?P<against>\S.*))?"
)
COST = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{1,2})")
ITEM = re.compile(r"(?P<copies>\d{1,3})\s*x\s+(?P<card>[^\[\]]+?)\s*(?:\[(?P<side>[^\[\]]*)\])?")


@dataclass(frozen=True)
class Unit:
    """A unit card."""

    name: str
    attack: int
    defence: int
    arm: str = ""
    """One of ``ARMS``; empty = not told."""
    cost: Amount | None = None
    """None: not told."""
    bonus: tuple[int, int] = (0, 0)
    """Its tactical modifier: to attack and to defence."""
    against: str = ""
    """The arm, or the kind of unit, that the modifier names."""
    strike: int = 0
    """Cards that its strike at the deck discards."""

    @property
    def line(self) -> str:
        """Attack and defence as printed."""
        return f"{self.attack}/{self.defence}"

    def against_all(self, enemies: list[Unit]) -> Unit:
        """The unit as it is in combat with exactly these enemies."""
        works = modifier_works(sum(is_of(enemy.name, enemy.arm, self.against) for enemy in enemies), len(enemies))
        plus, tougher = self.bonus
        return replace(self, attack=modified(self.attack, plus, works), defence=modified(self.defence, tougher, works))


@dataclass(frozen=True)
class Copies:
    """An item of a deck: equal cards."""

    copies: int
    name: str
    side: str = ""
    resource: int = -1
    """Which kind of resource; -1 = none."""
    unit: Unit | None = None


@rule("VD-UNT-01")
def arm_named(name: str) -> str:
    """One of the four arms.  Raises ``UnknownName``."""
    return chosen("arm", name, dict.fromkeys(ARMS, name))


@rule("VD-UNT-03")
def is_of(name: str, arm: str, wanted: str) -> bool:
    """Whether a unit is of an arm or, within it, of a kind, which is its name."""
    return wanted != "" and wanted.casefold() in (name.casefold(), arm)


@cache
def units() -> dict[str, Unit]:
    """The units that the source names."""
    found = {}
    for row in game("victory_day").table("units"):
        words = [f"{row['attack']}/{row['defence']}", row["arm"], row["cost"]]
        words += [f"{row['bonus']} against {row['against']}"] if row["bonus"] else []
        found[row["name"]] = replace(_typed("unit", " ".join(word for word in words if word)), name=row["name"])
    return found


def unit(text: str, field: str = "unit") -> Unit:
    """The unit that a text names or describes.

    Raises ``InvalidValue``, ``UnitNotFound`` and ``UnknownName``.
    """
    text = " ".join(text.split())
    if "/" in text:
        return _typed(field, text)
    known = units().get(text.lower())
    if known is None:
        raise UnitNotFound(text, units())
    return known


def unit_list(text: str, field: str) -> list[Unit]:
    """Units with commas between them."""
    return [unit(part, field) for part in text.split(",")]


def cost(text: str, field: str = "cost") -> Amount:
    """A cost, or another amount of resources; the name of a unit stands for its cost.

    Raises ``InvalidValue`` and ``UnitNotFound``.
    """
    text = text.strip()
    match = COST.fullmatch(text)
    if match:
        return (int(match[1]), int(match[2]), int(match[3]))
    if text[:1].isdigit() or not text:
        raise InvalidValue(field, text, "depots-factories-fuel, each from 0 to 99, as 1-2-1, or a unit with a cost")
    return known_cost(unit(text, field), field)


def known_cost(of: Unit, field: str) -> Amount:
    """The cost of a unit.  Raises ``InvalidValue`` if it is not told."""
    if of.cost is None:
        raise InvalidValue(field, of.name, "a unit whose cost is known; the source prices the armoured car only")
    return of.cost


def deck(text: str, field: str) -> list[Copies]:
    """A deck: ``COUNT x CARD`` with commas between.

    A card is a resource, a unit, or ``card NAME`` for any other.

    A side may follow: ``[soviet]``.  Raises ``InvalidValue``, ``UnitNotFound`` and ``UnknownName``.
    """
    found = []
    for part in text.split(","):
        match = ITEM.fullmatch(part.strip())
        if match is None or int(match["copies"]) == 0:
            raise InvalidValue(field, part.strip(), "COUNT x CARD, as 8 x depot, 4 x armoured car, 2 x card ambush")
        found.append(_copies(int(match["copies"]), match["card"], _side(match["side"]), field))
    return found


def _copies(copies: int, name: str, side: str, field: str) -> Copies:
    if name.lower() in RESOURCES:
        return Copies(copies, name.lower(), side, RESOURCES[name.lower()])
    if name.lower().startswith("card "):
        return Copies(copies, name[5:].strip(), side)
    known = unit(name, field)
    return Copies(copies, known.name, side, unit=known)


def _side(name: str | None) -> str:
    return "" if name is None else chosen("side", name, dict.fromkeys(SIDES, name))


def _typed(field: str, text: str) -> Unit:
    match = UNIT.fullmatch(text)
    if match is None or int(match["defence"]) == 0:
        allowed = "[NAME] ATTACK/DEFENCE [ARM] [COST] [strike=N] [+A/D against TYPE], with a defence from 1 to 99"
        raise InvalidValue(field, text, allowed)
    return Unit(
        name=match["name"] or text,
        attack=int(match["attack"]),
        defence=int(match["defence"]),
        arm=arm_named(match["arm"]) if match["arm"] else "",
        cost=cost(match["cost"], field) if match["cost"] else None,
        bonus=(int(match["more"] or 0), int(match["tougher"] or 0)),
        against=match["against"] or "",
        strike=int(match["strike"] or 0),
    )


def size(cards: Sequence[Copies]) -> int:
    """Cards in all."""
    return sum(one.copies for one in cards)


def resource_cards(cards: Sequence[Copies]) -> int:
    """Resource cards among them."""
    return size([one for one in cards if one.resource >= 0])


def names(cards: Sequence[Copies]) -> Counter[str]:
    """Copies of every card that is no resource, by name."""
    counts: Counter[str] = Counter()
    for one in cards:
        if one.resource < 0:
            known = next((name for name in counts if identical(name, one.name)), one.name)
            counts[known] += one.copies
    return counts


def faults(cards: Sequence[Copies], readings: Readings) -> list[str]:
    """What is wrong with a deck by itself."""
    found = [
        f"{copies} x {name}, {MOST_COPIES} at most" for name, copies in names(cards).items() if too_many(copies, False)
    ]
    sides = sorted({one.side for one in cards if one.side})
    if not sides_fit(len(sides), readings.option("side_exclusive")):
        found.append(f"cards of both sides, {' and '.join(sides)}")
    return found
