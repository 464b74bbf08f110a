"""When each modifier of the table holds; modifiers.csv says it in words and has its size."""

from __future__ import annotations

from collections.abc import Callable

from tigersim.companions.batalist.forces.army_book import Battalion, Modifier, modifiers
from tigersim.companions.batalist.forces.army_book import weather as table
from tigersim.companions.batalist.forces.attack import DOWNHILL, UPHILL, Attack
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, HEDGEHOG, REAR, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.registry import rule


@rule("BA-TIM-03")
def sees_at_night(one: Battalion) -> bool:
    """Twilight vision makes light of the night."""
    return one.has("twilight-vision")


def hates_day(one: Battalion) -> bool:
    """Creatures of the night fight well at night and badly by day."""
    return one.has("night-creature")


@rule("BA-WTH-02", "BA-WTH-12")
def covers_the_sky(weather: str) -> bool:
    """Weather in which creatures of the night do not mind the day; thick fog does it too."""
    return any(row.name == weather and not row.night_matters for row in (*table("summer"), *table("winter")))


CONDITIONS: dict[str, Callable[[Attack], bool]] = {
    "BA-MOD-01": lambda at: at.ordered and not at.shooting,
    "BA-MOD-03": lambda at: at.formation == WEDGE,
    "BA-MOD-04": lambda at: at.moved,
    "BA-MOD-06": lambda at: at.target_formation == HEDGEHOG,
    "BA-MOD-07": lambda at: at.target_formation == COLUMN and at.side != FLANK,
    "BA-MOD-09": lambda at: at.in_water,
    "BA-MOD-10": lambda at: at.target_moved,
    "BA-MOD-11": lambda at: at.side == FLANK,
    "BA-MOD-12": lambda at: at.side == REAR,
    "BA-MOD-13": lambda at: at.height == DOWNHILL,
    "BA-MOD-14": lambda at: at.height == UPHILL,
    "BA-MOD-16": lambda at: not at.striker.has("melee"),
    "BA-SKL-19": lambda at: at.striker.has("big") and not at.target.is_large,
    "BA-SKL-20": lambda at: at.target.has("big"),
    "BA-SKL-22": lambda at: at.striker.has("rider") and not at.target.is_large,
    "BA-SKL-23": lambda at: at.target.has("rider"),
    "BA-SKL-27": lambda at: at.target.has("heavy-armour"),  # BA-GAP-21: on the striker in ``active``
    "BA-SKL-33": lambda at: at.striker.has("long-weapon") and at.target.has("rider"),
    "BA-SKL-34": lambda at: at.target.has("big-shield"),
    "BA-WND-08": lambda at: at.of_wounded,
    "BA-MOR-08": lambda at: at.in_retreat,
    "BA-ORD-13": lambda at: at.mercy,
    "BA-TIM-02": lambda at: at.night and not hates_day(at.striker) and not sees_at_night(at.striker),
    "BA-TIM-04": lambda at: not at.night and hates_day(at.striker) and not covers_the_sky(at.weather),
    "BA-SUN-01": lambda at: at.sun_in_face and not at.night,
    "BA-WTH-03": lambda at: at.weather == "fog",
    "BA-WTH-04": lambda at: at.weather == "thick fog",
    "BA-WTH-05": lambda at: at.weather == "heavy rain",
    "BA-WTH-09": lambda at: any(row.name == at.weather and row.snow for row in table("winter")),
}
"""ID of a modifier's rule -> when it holds; BA-GAP-44: snow in a blizzard too."""


@rule("BA-DEF-23", *CONDITIONS)
def active(at: Attack, reading: Reading) -> list[Modifier]:
    """The modifiers that a strike has.

    BA-GAP-15: a reply has what lies in the situation, or with ``reply_full`` all but the order.  BA-GAP-21: with
    ``heavy_dealt`` heavy armour weakens the blows of its wearer, not those that it takes.  BA-GAP-61: with
    ``unbidden_die`` an attack without an order hits as one with it.
    """
    found = []
    for one in modifiers().values():
        holds = CONDITIONS[one.id](at)
        if one.id == "BA-SKL-27" and reading.heavy_dealt:
            holds = at.striker.has("heavy-armour")
        if one.id == "BA-MOD-01" and reading.unbidden_die:
            holds = holds or at.unbidden
        if at.reply and not (one.in_reply or (reading.reply_full and one.id not in NEVER_IN_REPLY)):
            continue
        if holds and (one.dice(at.shooting) or one.flat(at.shooting)):
            found.append(one)
    return found


NEVER_IN_REPLY = ("BA-MOD-01", "BA-MOD-11", "BA-MOD-12", "BA-ORD-13", "BA-MOR-08")
"""What the attack has and its reply never: the order, and the side on which it falls."""
