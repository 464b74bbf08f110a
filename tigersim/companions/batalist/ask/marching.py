"""Questions about the wounded and about marching."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.army_book import Battalion, battalion, formation_pace
from tigersim.companions.batalist.ask.common import FORMATIONS, chosen
from tigersim.companions.batalist.conditions import Attack
from tigersim.companions.batalist.law import K6, Law
from tigersim.companions.batalist.reading import Reading, mattering
from tigersim.companions.batalist.rules import marching
from tigersim.companions.batalist.rules.ranks import ranks
from tigersim.companions.batalist.rules.wounds import (
    killed,
    ranks_lost,
    recovered,
    steps_lost,
    wounded_after,
    wounded_ranks,
)
from tigersim.companions.batalist.strike import strike_of
from tigersim.companions.question import ask_whole, question
from tigersim.errors import InvalidValue, RuleForbids

GROUNDS = (
    "open",
    "difficult",
    "swamp",
    "bog",
    "water",
    "ladder",
    "snow",
    "steep slope",
    "sheer slope",
)
GAITS = ("forward", "backward", "sideways", "markers", "to hospital")


@question("BA-Q-17", "wounded")
def wounded(
    attacker: Annotated[str, "who attacks by order"] = "line-infantry",
    target: Annotated[str, "who has killed and wounded"] = "line-infantry",
    lying: Annotated[int, "wounded who lie there and are to recover"] = 10,
    orders: Annotated[int, "Recovery orders"] = 2,
    damage: Annotated[int, "a damage that is followed through"] = 8,
    healthy: Annotated[int, "healthy warriors who take it"] = 4,
    wounded_before: Annotated[int, "wounded who lie there already"] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How many are killed and wounded; how fast do they recover?"""
    one, other = battalion(attacker), battalion(target)
    ask_whole("lying", lying, 1, 200)
    ask_whole("orders", orders, 1, 100)
    for name, value in (("damage", damage), ("healthy", healthy), ("wounded_before", wounded_before)):
        ask_whole(name, value, 0, 400)
    up, beyond = int(readings["killed_round"] == "up"), int(readings["overkill"] == "more_than_double")

    def struck(reading: Reading) -> tuple[Law, Law, Law]:
        """The attack, mercy, and the blows of wounded who are attacked."""
        by_wounded = Attack(other, other, ordered=False, reply=True, of_wounded=True)
        kinds = Attack(one, other), Attack(other, other, ordered=False, mercy=True), by_wounded
        attack, mercy, reply = (strike_of(at, reading).law() for at in kinds)
        return attack.map(lambda x: min(x, other.warriors)), mercy, reply

    law, mercy, reply = struck(Reading.of(readings))
    dead = law.expect(lambda x: killed(x, up))
    back = K6.map(lambda face: recovered(lying, face)).mean
    needed = K6.map(lambda face: face + 1).until(lying)
    left = wounded_after(damage, healthy, wounded_before, beyond, up)
    fallen = min(damage, healthy)
    return Answer(
        f"Killed and wounded of {other.title}",
        "BA-Q-17",
        readings,
        (
            Number.of("killed", f"killed by one attack of {one.title}, on average", dead),
            Number.of("wounded", "wounded by it, on average", law.mean - dead),
            Number.of("back", f"of {lying} wounded back after one Recovery, on average", back),
            Number.of("orders", f"orders until all {lying} are back, on average", needed.mean),
            Number.of("p_enough", f"{orders} orders are enough", 1 - needed.at_least(orders + 1)),
            Number.of("healthy_left", f"healthy left of {healthy} after damage {damage}", healthy - fallen),
            Number.of("wounded_left", "wounded left after it", left),
            Number.of("mercy", f"wounded killed by Mercy of {other.title}, on average", mercy.mean),
            Number.of("mercy_reply", "its losses by it", reply.mean if readings["mercy_reply"] == "yes" else 0),
            Number.of("strike_back", "damage by a battalion of wounded that is attacked, on average", reply.mean),
        ),
        rests_on=(*mattering(readings, struck), "killed_round", "overkill", "mercy_reply"),
    )


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
    lying: Annotated[int, "wounded who go with it"] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How do terrain and wounds change marching time?"""
    one = battalion(who)
    ask_whole("steps", steps, 1, 1000)
    ask_whole("lying", lying, 0, 400)
    chosen("gait", gait, dict.fromkeys(GAITS))
    chosen("formation", formation, FORMATIONS)
    rows_of_all = ranks(one.warriors, one.width)
    rows = wounded_ranks(lying, rows_of_all)
    speed = one.speed - steps_lost(rows)
    if speed < 1:
        raise InvalidValue("lying", lying, "wounded few enough to carry: they leave a speed of at least 1")
    share = marching.gait(gait) * formation_pace(formation)

    def pace(on: str, corner: str) -> Fraction:
        found = speed * share * marching.slower_corner(pace_on(on, one, readings), pace_on(corner, one, readings))
        return Fraction(floor(found)) if readings["sk_round"] == "down" else found

    here = pace(ground, other_corner or ground)
    if not here:
        raise RuleForbids(_forbids(ground, formation), f"{one.title} cannot move so")
    table = [
        {"ground": on, "steps an order": p, "orders": marching.orders_to_march(Fraction(steps), p) if p else "-"}
        for on in GROUNDS
        for p in (pace(on, on),)
    ]
    return Answer(
        f"{one.title} marches {steps} steps: {ground}, {gait}, in {formation}",
        "BA-Q-24",
        readings,
        (
            Number.of("orders", "Movement orders", marching.orders_to_march(Fraction(steps), here)),
            Number.of("pace", "steps an order", here),
            Number.of("wounded_ranks", "ranks of wounded", rows),
            Number.of("steps_lost", "steps of speed lost to them", steps_lost(rows)),
            Number.of("ranks_lost", "ranks lost to them in combat", ranks_lost(lying, rows_of_all)),
            Number.of("zones", "steps between deployment zones if it is the fastest", marching.zones_apart(one.speed)),
        ),
        (Table("On other ground", table),),
        rests_on=("swamp_factor", "sk_round"),
    )


def _forbids(ground: str, formation: str) -> str:
    """The rule by which nobody moves."""
    if formation == "hedgehog":
        return "BA-FRM-02"
    return {"water": "BA-TER-03", "ladder": "BA-LAD-01", "sheer slope": "BA-TER-01"}.get(ground, "BA-SKL-18")
