"""Questions about commanders, magic, heroes and orders."""

from __future__ import annotations

from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.batalist.forces.army_book import abilities
from tigersim.companions.batalist.odds.contests import contest, higher, initiative, mana_duel, mana_law, spell, tie
from tigersim.companions.batalist.rules.command import is_right, may_cast
from tigersim.companions.batalist.rules.hidden import area_orders
from tigersim.companions.batalist.rules.orders import CAPTAIN, in_reach
from tigersim.companions.batalist.rules.preparation import drawn, supply
from tigersim.companions.odds import any_of
from tigersim.companions.question import question
from tigersim.statistics.law import D6

GENIUS, TALENT = ("Genius",), ("Talent", "Genius")


@question("BA-Q-09", "contest")
def contest_of_skills(
    difference: Annotated[int, "own minus other KN (initiative) or MN (magic)"] = 1, *, readings: Readings
) -> Answer:
    """Who gets the initiative; does the spell get through?"""
    ask_whole("difference", difference, -20, 20)
    again, many = readings["initiative_tie"] == "reroll", readings.number("max_dispellers") or 0
    rows = [
        {
            "difference": d,
            "higher": higher(d),
            "tie": tie(d),
            "lower": higher(-d),
            "initiative": initiative(d, again),
            "spell": spell(d, many),
        }
        for d in range(-5, 6)
    ]
    return Answer(
        f"A skill {difference:+d} against another",
        (
            Number.of("p_initiative", "goes first", initiative(difference, again)),
            Number.of("p_spell", "a spell takes effect though the enemy dispels it", spell(difference, many)),
            Number.of("p_tie", "equal totals", tie(difference)),
        ),
        (Table("By difference of skills", rows),),
        ("A tie dispels: at equal skill a spell is no even bet.",),
        ("initiative_tie", "max_dispellers"),
    )


@question("BA-Q-10", "mana")
def mana(
    complexity: Annotated[int, "of every spell", (1, 20)] = 2,
    own: Annotated[int, "mana of the caster in the duel", (0, 100)] = 6,
    other: Annotated[int, "mana of the mage who dispels", (0, 100)] = 4,
    difference: Annotated[int, "magic skill of the caster minus the dispeller's", (-20, 20)] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How far does the mana go?"""
    law = mana_law(readings)
    skills = {row.name: readings.number(row.skill) or 0 for row in abilities("mages")}
    chance = spell(difference)
    cast, contested, effects = mana_duel(own, other, complexity, chance, readings["dispel_needs_mana"] == "yes")
    drawn_skill = D6.expect(lambda face: skills[drawn(abilities("mages"), face).name])
    return Answer(
        f"Spells of complexity {complexity}",
        (
            Number.of("mana", "mana of a mage who is drawn, on average", law.mean),
            Number.of("casts", "spells that it can cast, on average", law.expect(lambda zm: zm // complexity)),
            Number.of("p_can_cast", "it can cast such a spell at all", law.expect(lambda zm: may_cast(zm, complexity))),
            Number.of("skill", "its magic skill, on average", drawn_skill),
            Number.of("cast", f"spells cast with {own} mana", cast),
            Number.of("contested", f"of them contested with {other} mana", contested),
            Number.of("effects", "of them taking effect, on average", effects),
        ),
        (Table("Mana of a mage who is drawn", [{"mana": x, "chance": p} for x, p in law]),),
        rests_on=("mage_zm", "dispel_needs_mana", *(row.skill for row in abilities("mages"))),
    )


@question("BA-Q-11", "commanders")
def commanders(
    count: Annotated[int, "general and captains", (1, 50)] = 4,
    orders: Annotated[int, "orders a turn, all together, whose chance is asked for", (0, 1000)] = 10,
    steps: Annotated[int, "distance of a battalion that one of them is to reach", (0, 1000)] = 10,
    *,
    readings: Readings,
) -> Answer:
    """How good are the commanders drawn?"""
    table = abilities("captains")
    of_table = D6.map(lambda face: table.index(drawn(table, face)))
    skills, radii = ([readings.number(getattr(r, key)) or 0 for r in table] for key in ("skill", "extra"))
    drawn_as = zip(table, skills, radii, strict=True)
    rows = [{"ability": r.name, "chance": of_table[k], "KN": kn, "KR": kr} for k, (r, kn, kr) in enumerate(drawn_as)]
    genius = of_table.chance(lambda k: table[k].name in GENIUS)
    talented = of_table.chance(lambda k: table[k].name in TALENT)
    law, radius = of_table.map(skills.__getitem__).times(count), of_table.map(radii.__getitem__)
    reached = radius.chance(lambda kr: in_reach(CAPTAIN, steps, kr, 0))
    return Answer(
        f"{count} commanders",
        (
            Number.of("p_genius", "at least one genius among them", any_of(genius, count)),
            Number.of("p_no_talent", "neither talent nor genius among them", (1 - talented) ** count),
            Number.of("orders", "orders a turn, all together, on average", law.mean),
            Number.of("p_orders", f"{orders} orders a turn or more", law.at_least(orders)),
            Number.of("radius", "command radius of one, on average, steps", radius.mean),
            Number.of("p_reach", f"one of them reaches {steps} steps", reached),
            Number.of("p_any_reach", f"at least one of {count} does", any_of(reached, count)),
        ),
        (
            Table("Drawn on one K6", rows),
            Table.of_law("Orders a turn, all together", law, ("orders", "chance", "so many or more")),
        ),
        ("KN and KR are lost in the source; those here are place-holders.",),
        tuple(key for row in table for key in (row.skill, row.extra)),
    )


@question("BA-Q-12", "ammunition")
def ammunition(
    shooters: Annotated[int, "battalions with the Shooter skill", (1, 60)] = 3,
    needed: Annotated[int, "Shooting Attack orders wanted in the game", (0, 400)] = 12,
    *,
    readings: Readings,
) -> Answer:
    """Does the ammunition last?"""
    law = D6.times(shooters)
    least, most = supply([1] * shooters), supply([6] * shooters)
    return Answer(
        f"Ammunition of {shooters} battalions of shooters",
        (
            Number.of("supply", "shooting orders of the whole game, on average", law.mean),
            Number.of("variance", "their variance", law.variance),
            Number.of("p_enough", f"enough for {needed} orders", law.at_least(needed)),
            Number.of("p_area", f"enough for {needed // 2} times area fire", law.at_least(area_orders(needed))),
        ),
        (Table("Supply", [{"orders": x, "so many or more": law.at_least(x)} for x in range(least, most + 1)]),),
    )


@question("BA-Q-23", "dispute")
def dispute(*, readings: Readings) -> Answer:
    """How is a dispute settled?"""
    right = contest(lambda a, _, b, __: is_right(a, b), 0)
    return Answer(
        "The higher K6 is right",
        (
            Number.of("p_right", "the one side is right", right),
            Number.of("p_tie", "equal dice", 1 - 2 * right),
            Number.of("p_in_the_end", "the one side is right, ties rolled again", right / (2 * right)),
        ),
    )
