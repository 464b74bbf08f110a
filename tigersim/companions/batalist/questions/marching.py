"""Questions about the wounded and about marching."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.batalist.forces.army_book import FORMATIONS, Battalion, aboard, battalion, formation_pace
from tigersim.companions.batalist.forces.attack import Attack, at_first
from tigersim.companions.batalist.odds.strike import strike_of
from tigersim.companions.batalist.rules import marching, wounds
from tigersim.companions.batalist.rules.orders import orders_for, turns_for
from tigersim.companions.batalist.rules.ranks import ranks
from tigersim.companions.batalist.rules.readings import Reading, mattering
from tigersim.companions.batalist.rules.weather import boat_shift
from tigersim.companions.question import question
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.statistics.law import D6, Law

GROUNDS = ("open", "difficult", "swamp", "bog", "water", "ladder", "snow", "steep slope", "sheer slope")
GAITS = ("forward", "backward", "sideways", "markers", "to hospital")


@question("BA-Q-17", "wounded")
def wounded(
    attacker: Annotated[str, "who attacks by order"] = "line-infantry",
    target: Annotated[str, "who has killed and wounded"] = "line-infantry",
    lying: Annotated[int, "wounded who lie there and are to recover", (1, 200)] = 10,
    orders: Annotated[int, "Recovery orders", (1, 100)] = 2,
    damage: Annotated[int, "a damage that is followed through", (0, 400)] = 8,
    healthy: Annotated[int, "healthy warriors who take it", (0, 400)] = 4,
    wounded_before: Annotated[int, "wounded who lie there already", (0, 400)] = 0,
    shooting: Annotated[bool, "the attacker shoots"] = False,
    *,
    readings: Readings,
) -> Answer:
    """How many are killed and wounded; how fast do they recover?"""
    one, other = battalion(attacker), battalion(target)
    up, beyond = int(readings["killed_round"] == "up"), int(readings["overkill"] == "more_than_double")

    at = Attack(one, other, shooting, formation=at_first(one), target_formation=at_first(other))
    by_wounded = [
        Attack(other, who, ordered=False, reply=True, of_wounded=True, formation=at_first(other),
               target_formation=at_first(who))
        for who in (one, other)
    ]  # fmt: skip

    def struck(reading: Reading) -> tuple[Law[int], Law[int], Law[int], Law[int]]:
        """Laws of the attack, of mercy, and of blows of attacked wounded at the enemy and their own."""
        law, back, back_at_own = (strike_of(each, reading).law() for each in (at, *by_wounded))
        return law.map(lambda x: min(x, other.warriors)), mercy_law(other, reading), back, back_at_own

    law, mercy, reply, own_reply = struck(Reading.of(readings))
    dead = law.expect(lambda x: wounds.killed(x, up))
    back = D6.map(lambda face: wounds.recovered(lying, face)).mean
    needed = D6.map(lambda face: face + 1).until(lying)
    left = wounds.wounded_after(damage, healthy, wounded_before, beyond, up)
    fallen = min(damage, healthy)
    return Answer(
        f"Killed and wounded of {other.title}",
        (
            Number.of("killed", f"killed by one attack of {one.title}, on average", dead),
            Number.of("wounded", "wounded by it, on average", law.mean - dead),
            Number.of("back", f"of {lying} wounded back after one Recovery, on average", back),
            Number.of("orders", f"orders until all {lying} are back, on average", needed.mean),
            Number.of("p_enough", f"{orders} orders are enough", 1 - needed.at_least(orders + 1)),
            Number.of("healthy_left", f"healthy left of {healthy} after damage {damage}", healthy - fallen),
            Number.of("wounded_left", "wounded left after it", left),
            Number.of("mercy", f"wounded killed by Mercy of {other.title}, on average", mercy.mean),
            Number.of("mercy_reply", "its losses by it", own_reply.mean if readings["mercy_reply"] == "yes" else 0),
            Number.of("strike_back", "damage by a battalion of wounded that is attacked, on average", reply.mean),
        ),
        rests_on=(*mattering(readings, struck), "killed_round", "overkill", "mercy_reply"),
    )


def mercy_law(one: Battalion, reading: Reading) -> Law[int]:
    """Own wounded that a battalion's mercy kills, in the better of its ways (BA-GAP-67)."""
    lying = replace(one, skills=one.skills - {"flying", "wide"})
    ways = [
        strike_of(Attack(one, lying, shooting, ordered=False, mercy=True, formation=at_first(one)), reading).law()
        for skill, shooting in (("melee", False), ("shooter", True))
        if one.has(skill)
    ]
    return max(ways, key=lambda law: law.mean, default=Law.sure(0))


def pace_on(ground: str, one: Battalion, readings: Readings) -> Fraction:
    """Share of its speed that a battalion marches at on some ground.  Raises ``InvalidValue``."""
    half_only = readings["swamp_factor"] == "half"
    skills = one.skills
    if marching.flies_over(skills):
        return marching.FULL
    paces = {
        "open": marching.FULL,
        "difficult": marching.on_difficult_ground(skills),
        "swamp": marching.in_swamp(skills, True, half_only),
        "bog": marching.in_swamp(skills, False, half_only),
        "water": marching.on_water(skills),
        "ladder": marching.on_ladder(skills),
        "snow": marching.in_snow(skills),
        "steep slope": marching.on_steep_slope(skills, False),
        "sheer slope": marching.on_steep_slope(skills, True),
    }
    return chosen("ground", ground, paces)


@question("BA-Q-24", "march")
def march(
    who: Annotated[str, "who marches"] = "line-infantry",
    steps: Annotated[int, "how far, steps"] = 10,
    ground: Annotated[str, "open, difficult, swamp, bog, water, ladder, snow, steep slope, sheer slope"] = "open",
    other_corner: Annotated[str, "ground under the other front corner; empty = the same"] = "",
    gait: Annotated[str, "forward, backward, sideways, markers (of an ambush), to hospital"] = "forward",
    formation: Annotated[str, "column, loose, wedge, hedgehog"] = "column",
    lying: Annotated[int, "wounded who go with it", (0, 400)] = 0,
    wheel: Annotated[int, "degrees by which it wheels about a front corner on the way", (0, 180)] = 0,
    front: Annotated[int, "width of its base, steps, which a wheel is measured by", (1, 200)] = 5,
    *,
    readings: Readings,
) -> Answer:
    """How do terrain, wheeling and wounds change marching time?

    Who is Fast makes one move a turn without an order.
    """
    one = battalion(who)
    ask_whole("steps", steps, 0 if wheel else 1, 1000)
    chosen("gait", gait, dict.fromkeys(GAITS))
    chosen("formation", formation, FORMATIONS)
    rows_of_all = ranks(one.warriors, one.width)
    rows = wounds.wounded_ranks(lying, rows_of_all)
    speed = one.speed - wounds.steps_lost(rows)
    if speed < 1:
        raise InvalidValue("lying", lying, "wounded few enough to carry: they leave a speed of at least 1")
    share = marching.gait(gait) * formation_pace(formation)

    def pace(on: str, corner: str) -> Fraction:
        found = speed * share * marching.slower_corner(pace_on(on, one, readings), pace_on(corner, one, readings))
        return Fraction(floor(found)) if readings["sk_round"] == "down" else found

    turned = marching.wheeling(front, wheel, readings["wheel_measure"] == "straight")
    way, fast = steps + turned, one.has("fast")
    here = pace(ground, other_corner or ground)
    if not here:
        raise RuleForbids(_forbids(ground, formation), f"{one.title} cannot move so")
    moves = marching.orders_to_march(way, here)
    paces = {on: pace(on, on) for on in GROUNDS}
    needed = {on: orders_for(marching.orders_to_march(way, p), fast, False) if p else "-" for on, p in paces.items()}
    table = [{"ground": on, "steps an order": p, "orders": needed[on]} for on, p in paces.items()]
    return Answer(
        f"{one.title} marches {steps} steps{f' and wheels {wheel} degrees' if wheel else ''}: {ground}, {gait},"
        f" in {formation}",
        (
            Number.of("orders", "Movement orders", orders_for(moves, fast, False)),
            Number.of("turns", "turns that they take, two orders a turn", turns_for(moves, fast)),
            Number.of("pace", "steps an order", here),
            Number.of("wheel", "steps that the wheel costs", turned),
            Number.of("wounded_ranks", "ranks of wounded", rows),
            Number.of("steps_lost", "steps of speed lost to them", wounds.steps_lost(rows)),
            Number.of("ranks_lost", "ranks lost to them in combat", wounds.ranks_lost(lying, rows_of_all)),
            Number.of("zones", "steps between deployment zones if it is the fastest", marching.zones_apart(one.speed)),
        ),
        (Table("On other ground", table),),
        rests_on=("swamp_factor", "sk_round", *(("wheel_measure",) if wheel else ())),
    )


@question("BA-Q-26", "boats")
def boats(
    who: Annotated[str, "who crosses"] = "line-infantry",
    steps: Annotated[int, "width of the water, steps", (1, 1000)] = 12,
    speed: Annotated[int, "SK of the boats, as agreed", (1, 200)] = 6,
    capacity: Annotated[int, "warriors that one boat carries, as agreed", (1, 200)] = 10,
    current: Annotated[int, "strength of the current, 0 = none", (0, 6)] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How long does it take to cross water by boat?"""
    afloat = aboard(battalion(who), speed)
    crossing = marching.orders_to_march(Fraction(steps), Fraction(afloat.speed))
    orders = marching.boat_orders(crossing)
    each = readings["current_shift"] == "order"
    return Answer(
        f"{afloat.title} crosses {steps} steps of water in boats of speed {speed}",
        (
            Number.of("orders", "Movement orders: aboard, across, ashore", orders),
            Number.of("turns", "turns that they take", turns_for(orders)),
            Number.of("afloat", "of the orders, those on the water", crossing),
            Number.of("boats", "boats that it needs", marching.boats_needed(afloat.warriors, capacity)),
            Number.of("drift", "steps downstream by the current", boat_shift(current, crossing, each)),
        ),
        rests_on=("current_shift",) if current else (),
    )


def _forbids(ground: str, formation: str) -> str:
    """The rule by which nobody moves."""
    if formation == "hedgehog":
        return "BA-FRM-02"
    return {"water": "BA-TER-03", "ladder": "BA-LAD-01", "sheer slope": "BA-TER-01"}.get(ground, "BA-SKL-18")
