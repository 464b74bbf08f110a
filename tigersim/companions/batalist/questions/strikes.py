"""Questions about one strike: damage, modifiers, exchanges, shooting, single targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import chosen
from tigersim.companions.batalist.forces.army_book import FORMATIONS, battalion, weather
from tigersim.companions.batalist.forces.attack import Attack
from tigersim.companions.batalist.odds.strike import Strike, check_range, exchange_of, strike_of, with_dice, with_flat
from tigersim.companions.batalist.questions.asking import HEIGHTS, SIDES, damage_table
from tigersim.companions.batalist.rules.ranks import attacked_side
from tigersim.companions.batalist.rules.readings import REPLY, STRIKE, Reading, mattering
from tigersim.companions.batalist.rules.weather import assassin_penalty, may_aim, sniper_penalty, wind_bonus
from tigersim.companions.question import question
from tigersim.errors import RuleForbids
from tigersim.statistics.law import Law

WEATHERS = {one.name: one.name for season in ("summer", "winter") for one in weather(season) if one.name}


@question("BA-Q-01", "strike")
def strike(
    attacker: Annotated[str, "who strikes: a battalion, as 'pikes' or 'pikes warriors=30'"] = "line-infantry",
    target: Annotated[str, "who is struck"] = "line-infantry",
    shooting: Annotated[bool, "a shot, not a melee"] = False,
    side: Annotated[str, "side of the target: front, flank, rear"] = "front",
    formation: Annotated[str, "of the attacker: column, loose, wedge, hedgehog"] = "column",
    target_formation: Annotated[str, "of the target"] = "column",
    height: Annotated[str, "level, downhill, uphill"] = "level",
    moved: Annotated[bool, "the attacker moved or changed formation this turn"] = False,
    target_moved: Annotated[bool, "the target moved this turn"] = False,
    cover: Annotated[bool, "the target stands in a wood or other cover"] = False,
    in_water: Annotated[bool, "the target stands in water or swamp"] = False,
    night: Annotated[bool, "it is night"] = False,
    sun_in_face: Annotated[bool, "the attacker has the sun in its face"] = False,
    weather: Annotated[str, "weather: clear, overcast, fog, thick fog, heavy rain, snow, ..."] = "clear",
    wind: Annotated[int, "strength of wind, below 0 against the shot", (-6, 6)] = 0,
    under_template: Annotated[int, "warriors reached by a jet or a shell", (0, 200)] = 0,
    distance: Annotated[int, "steps to a target that is shot at; 0 = in range"] = 0,
    wounded: Annotated[int, "wounded lying behind the attacker", (0, 200)] = 0,
    in_retreat: Annotated[bool, "the attacker ran into the target in its retreat: no order, and -2"] = False,
    at_least: Annotated[int, "damage whose chance is asked for"] = 8,
    *,
    readings: Readings,
) -> Answer:
    """How is the damage of one strike distributed?

    In melee the Melee Attack order is carried out, unless the attacker retreats into the target.
    """
    one, other = battalion(attacker), battalion(target)
    if shooting and distance:
        check_range(one, distance)
    form = chosen("formation", target_formation, FORMATIONS)
    at = Attack(
        one,
        other,
        shooting=shooting,
        side=attacked_side(chosen("side", side, SIDES), form, other.warriors, other.has("long-body")),
        height=chosen("height", height, HEIGHTS),
        formation=chosen("formation", formation, FORMATIONS),
        target_formation=form,
        moved=moved,
        target_moved=target_moved,
        cover=cover,
        in_water=in_water,
        wounded=wounded,
        ordered=not in_retreat,
        unbidden=in_retreat,
        in_retreat=in_retreat,
        night=night,
        sun_in_face=sun_in_face,
        weather=chosen("weather", weather, WEATHERS),
    )
    gust = wind_bonus(abs(wind)) * (1 if wind > 0 else -1) if shooting else 0

    def struck(reading: Reading) -> Strike:
        return with_flat(strike_of(at, reading, under_template), gust, reading)

    made = struck(Reading.of(readings))
    law = made.law()
    return Answer(
        f"{one.title} {'shoots at' if shooting else 'attacks'} {other.title}",
        (
            Number.of("damage", "damage, on average", law.mean),
            Number.of("p_at_least", f"at least {at_least}", law.at_least(at_least)),
            Number.of("p_nothing", "nothing", law[0]),
            Number.of("p_destroyed", "all of the target at once", law.at_least(other.warriors)),
        ),
        (damage_table("Damage", law),),
        (f"{made.fighters} strike with {made.strength} each; the protection is {made.protection}.",),
        mattering(readings, lambda one: struck(one).law()),
    )


@question("BA-Q-02", "modifiers")
def modifiers(
    strength: Annotated[int, "Br or Bs of the striker", (0, 200)] = 2,
    fighters: Annotated[int, "how many strike", (0, 200)] = 5,
    protection: Annotated[int, "of the target", (1, 200)] = 4,
    at_least: Annotated[int, "damage whose chance is asked for"] = 6,
    *,
    readings: Readings,
) -> Answer:
    """What is each modifier worth?"""
    reading = Reading.of(readings)
    bare = Strike(strength, fighters, protection=protection, negative=reading.negative, half_up=reading.half_damage_up)
    kinds = {
        "none": bare,
        **{f"{n:+d}K6".replace("1K", "K"): with_dice(bare, n, reading) for n in (1, 2, -1, -2)},
        "+K6 and -K6": with_dice(with_dice(bare, 1, reading), -1, reading),
        "target in cover": replace(bare, cover=1),
        "half of the fighters": replace(bare, fighters=(fighters + reading.half_fighters_up) // 2),
        "twice the fighters": replace(bare, fighters=2 * fighters),
        "weapon class = armour class": replace(bare, halved=1),
        **{f"{n:+d}": with_flat(bare, n, reading) for n in (2, -1, -2, -3)},
    }
    laws = {name: made.law() for name, made in kinds.items()}
    base = laws["none"].mean
    rows = [
        {
            "modifier": name,
            "damage": law.mean,
            "worth": law.mean - base,
            f"{at_least} or more": law.at_least(at_least),
            "from": law.least,
            "to": law.most,
        }
        for name, law in laws.items()
    ]
    return Answer(
        f"Modifiers of a strike of {fighters} with {strength} each against protection {protection}",
        (
            Number.of("plain", "damage without modifiers, on average", base),
            Number.of("order", "gained by an order (+K6)", laws["+K6"].mean - base),
            Number.of("rear", "gained by an attack in the rear (+2K6)", laws["+2K6"].mean - base),
            Number.of("cover", "lost to cover", base - laws["target in cover"].mean),
        ),
        (Table("Mean damage", rows),),
        rests_on=("half_damage_round", "half_fighters_round", "negative_numerator", "multi_k6", "flat_modifier_place"),
    )


@question("BA-Q-03", "exchange")
def exchange(
    attacker: Annotated[str, "who attacks by order"] = "line-infantry",
    target: Annotated[str, "who strikes back"] = "line-infantry",
    side: Annotated[str, "side of the target: front, flank, rear"] = "front",
    formation: Annotated[str, "of the attacker: column, loose, wedge, hedgehog"] = "column",
    target_formation: Annotated[str, "of the target"] = "column",
    height: Annotated[str, "of the attack: level, downhill, uphill"] = "level",
    cover: Annotated[bool, "the target stands in cover"] = False,
    attacker_cover: Annotated[bool, "the attacker stands in cover"] = False,
    night: Annotated[bool, "it is night"] = False,
    in_retreat: Annotated[bool, "the attacker ran into the target in its retreat: no order, and -2"] = False,
    *,
    readings: Readings,
) -> Answer:
    """What happens in one melee exchange?"""
    one, other = battalion(attacker), battalion(target)
    form = chosen("formation", target_formation, FORMATIONS)
    at = Attack(
        one,
        other,
        side=attacked_side(chosen("side", side, SIDES), form, other.warriors, other.has("long-body")),
        height=chosen("height", height, HEIGHTS),
        formation=chosen("formation", formation, FORMATIONS),
        target_formation=form,
        cover=cover,
        night=night,
        ordered=not in_retreat,
        unbidden=in_retreat,
        in_retreat=in_retreat,
    )
    both = exchange_of(at, Reading.of(readings), attacker_cover)

    def struck(reading: Reading) -> tuple[Law[int], Law[int]]:
        told = exchange_of(at, reading, attacker_cover)
        return told.attack.law(), told.reply.law()

    attack, reply = both.attack.law(), both.reply.law()
    more = attack.expect(lambda x: 1 - reply.at_least(x))
    equal, destroyed = attack.expect(lambda x: reply[x]), attack.at_least(other.warriors)
    return Answer(
        f"{one.title} {'retreats into' if in_retreat else 'attacks'} {other.title}",
        (
            Number.of("inflicted", f"damage to {other.title}, on average", attack.mean),
            Number.of("taken", f"damage to {one.title}, on average", reply.mean),
            Number.of("p_more", "the attacker inflicts more", more),
            Number.of("p_equal", "both inflict as much", equal),
            Number.of("p_destroyed", f"all {other.warriors} of the target fall at once", destroyed),
        ),
        (damage_table("Attack", attack), damage_table("Reply", reply)),
        (f"{both.attack.fighters} attack and {both.reply.fighters} strike back, at the same moment.",),
        mattering(readings, struck, (*STRIKE, *REPLY)),
    )


@question("BA-Q-22", "assassin")
def assassin(
    strength: Annotated[int, "Bs of the sniper, or Br of the assassin", (0, 200)] = 6,
    protection: Annotated[int, "of the target", (1, 200)] = 2,
    passed: Annotated[int, "warriors before a sniper's target; files or ranks an assassin must pass", (0, 50)] = 2,
    melee: Annotated[bool, "an assassin in melee, not a sniper"] = False,
    large: Annotated[bool, "big warriors or riders stand before the target"] = False,
    *,
    readings: Readings,
) -> Answer:
    """What do snipers and assassins lose on the way?"""
    if not melee and not may_aim(large):
        raise RuleForbids("BA-SNP-02", "big warriors and riders hide the target: it cannot be chosen")
    reading = Reading.of(readings)

    def law(k: int) -> Law[int]:
        one = Strike(strength, 1, protection=protection, plus=int(melee), negative=reading.negative)
        return with_flat(one, assassin_penalty(k) if melee else sniper_penalty(k), reading).law()

    life = readings.number("character_hit_points") or 0
    here = law(passed)
    rows = [{"passed": k, "damage": law(k).mean, "kills": law(k).at_least(life)} for k in range(max(passed, 6) + 1)]
    who = "An assassin" if melee else "A sniper"
    return Answer(
        f"{who} of {strength} against protection {protection}",
        (
            Number.of("damage", f"damage past {passed}, on average", here.mean),
            Number.of("p_killed", f"at least {life}, which kills the character", here.at_least(life)),
            Number.of("lost", "damage lost on the way, on average", law(0).mean - here.mean),
        ),
        (Table("By what must be passed", rows),),
        rests_on=("flat_modifier_place", "negative_numerator", "character_hit_points"),
    )
