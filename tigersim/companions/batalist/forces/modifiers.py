"""When each modifier of the table holds, a function each; modifiers.csv has its size."""

from __future__ import annotations

from collections.abc import Callable

from tigersim.companions.batalist.forces.army_book import Battalion, Modifier, modifiers
from tigersim.companions.batalist.forces.army_book import weather as table
from tigersim.companions.batalist.forces.attack import DOWNHILL, UPHILL, Attack
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, HEDGEHOG, REAR, WEDGE
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.registry import rule

Holds = Callable[[Attack], bool]
CONDITIONS: dict[str, Holds] = {}
"""ID of a modifier's rule -> when it holds."""


def modifier(id: str) -> Callable[[Holds], Holds]:
    """Register the condition of a modifier, and its rule."""

    def made(holds: Holds) -> Holds:
        CONDITIONS[id] = holds
        return rule(id)(holds)

    return made


@modifier("BA-MOD-01")
def carries_out_order(at: Attack) -> bool:
    """The order Melee Attack is carried out."""
    return at.ordered and not at.shooting


@modifier("BA-MOD-03")
def in_wedge(at: Attack) -> bool:
    """The attacker stands in a wedge."""
    return at.formation == WEDGE


@modifier("BA-MOD-04")
def shoots_after_moving(at: Attack) -> bool:
    """The shooter moved or changed formation before."""
    return at.moved


@modifier("BA-MOD-06")
def at_hedgehog(at: Attack) -> bool:
    """The target stands in a hedgehog."""
    return at.target_formation == HEDGEHOG


@modifier("BA-MOD-07")
def along_column(at: Attack) -> bool:
    """The target is a column, shot at from front or rear."""
    return at.target_formation == COLUMN and at.side != FLANK


@modifier("BA-MOD-09")
def at_target_in_water(at: Attack) -> bool:
    """The target stands in water or swamp."""
    return at.in_water


@modifier("BA-MOD-10")
def at_moving_target(at: Attack) -> bool:
    """The target moved before."""
    return at.target_moved


@modifier("BA-MOD-11")
def from_flank(at: Attack) -> bool:
    """An attack on the flank."""
    return at.side == FLANK


@modifier("BA-MOD-12")
def from_rear(at: Attack) -> bool:
    """An attack in the rear."""
    return at.side == REAR


@modifier("BA-MOD-13")
def downhill(at: Attack) -> bool:
    """From above."""
    return at.height == DOWNHILL


@modifier("BA-MOD-14")
def uphill(at: Attack) -> bool:
    """From below."""
    return at.height == UPHILL


@modifier("BA-MOD-16")
def without_melee_skill(at: Attack) -> bool:
    """No Melee skill."""
    return not at.striker.has("melee")


@modifier("BA-SKL-19")
def big_at_normal(at: Attack) -> bool:
    """Big warriors attack those of normal height."""
    return at.striker.has("big") and not at.target.is_large


@modifier("BA-SKL-20")
def shot_at_big(at: Attack) -> bool:
    """A big target."""
    return at.target.has("big")


@modifier("BA-SKL-22")
def rider_at_normal(at: Attack) -> bool:
    """Riders attack those of normal height."""
    return at.striker.has("rider") and not at.target.is_large


@modifier("BA-SKL-23")
def shot_at_rider(at: Attack) -> bool:
    """A rider as target."""
    return at.target.has("rider")


@modifier("BA-SKL-27")
def at_heavy_armour(at: Attack) -> bool:
    """Heavy armour on the target (BA-GAP-21; on the striker is read in ``active``)."""
    return at.target.has("heavy-armour")


@modifier("BA-SKL-33")
def long_weapon_at_rider(at: Attack) -> bool:
    """Long weapons against riders."""
    return at.striker.has("long-weapon") and at.target.has("rider")


@modifier("BA-SKL-34")
def at_big_shields(at: Attack) -> bool:
    """Big shields on the target."""
    return at.target.has("big-shield")


@modifier("BA-WND-08")
def by_wounded(at: Attack) -> bool:
    """Wounded fight as a battalion of their own."""
    return at.of_wounded


@modifier("BA-MOR-08")
def in_retreat(at: Attack) -> bool:
    """The striker ran into an enemy in its retreat."""
    return at.in_retreat


@modifier("BA-ORD-13")
def out_of_mercy(at: Attack) -> bool:
    """An attack on the own wounded."""
    return at.mercy


@modifier("BA-TIM-02")
def at_night(at: Attack) -> bool:
    """Night, for all without twilight vision that are no creatures of the night."""
    return at.night and not hates_day(at.striker) and not sees_at_night(at.striker)


@rule("BA-TIM-03")
def sees_at_night(one: Battalion) -> bool:
    """Twilight vision makes light of the night."""
    return one.has("twilight-vision")


def hates_day(one: Battalion) -> bool:
    """Creatures of the night fight well at night and badly by day."""
    return one.has("night-creature")


@modifier("BA-TIM-04")
def night_creature_by_day(at: Attack) -> bool:
    """A creature of the night by day, unless the sky is covered."""
    return not at.night and hates_day(at.striker) and not covers_the_sky(at.weather)


@rule("BA-WTH-02", "BA-WTH-12")
def covers_the_sky(weather: str) -> bool:
    """Weather in which creatures of the night do not mind the day; thick fog does it too."""
    return any(row.name == weather and not row.night_matters for row in (*table("summer"), *table("winter")))


@modifier("BA-SUN-01")
def into_the_sun(at: Attack) -> bool:
    """The sun in the striker's face, by day."""
    return at.sun_in_face and not at.night


@modifier("BA-WTH-03")
def in_fog(at: Attack) -> bool:
    """Fog."""
    return at.weather == "fog"


@modifier("BA-WTH-04")
def in_thick_fog(at: Attack) -> bool:
    """Thick fog."""
    return at.weather == "thick fog"


@modifier("BA-WTH-05")
def in_heavy_rain(at: Attack) -> bool:
    """Heavy rain."""
    return at.weather == "heavy rain"


@modifier("BA-WTH-09")
def in_snow(at: Attack) -> bool:
    """Snow, which a blizzard brings too (BA-GAP-44)."""
    return any(row.name == at.weather and row.snow for row in table("winter"))


@rule("BA-DEF-23")
def active(at: Attack, reading: Reading) -> list[Modifier]:
    """The modifiers that a strike has.

    BA-GAP-15: a reply has what lies in the situation, or with ``reply_full`` all but the order.  BA-GAP-21: with
    ``heavy_dealt`` heavy armour weakens the blows of its wearer, not those that he takes.  BA-GAP-61: with
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
