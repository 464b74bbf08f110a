"""Questions about commanders, magic, heroes and orders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.army_book import abilities
from tigersim.companions.batalist.ask.common import chosen
from tigersim.companions.batalist.law import K6, Law, mixed
from tigersim.companions.batalist.odds import any_of, contest, dice_sum, higher, initiative, mana_duel, spell, tie
from tigersim.companions.batalist.rules.command import is_right, may_cast
from tigersim.companions.batalist.rules.hidden import area_orders
from tigersim.companions.batalist.rules.morale import rally_cost
from tigersim.companions.batalist.rules.orders import (
    CAPTAIN,
    GENERAL,
    HERO,
    MOST_ORDERS,
    change_cost,
    free_orders,
    hero_order_cost,
    in_reach,
    may_both_order,
    orders_in_all,
    orders_to_contact,
    turns_for,
    unanswered,
    usable_orders,
)
from tigersim.companions.batalist.rules.preparation import drawn, mana_supply, supply
from tigersim.companions.question import ask_whole, question
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.registry import rule

SIXTH = Fraction(1, 6)
GENIUS, TALENT = "Genius", ("Talent", "Genius")


@question("BA-Q-09", "contest")
def contest_of_skills(
    difference: Annotated[int, "own minus other KN (initiative) or MN (magic)"] = 1,
    *,
    readings: Readings,
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
        "BA-Q-09",
        readings,
        (
            Number.of("p_initiative", "goes first", initiative(difference, again)),
            Number.of("p_spell", "a spell takes effect though the enemy dispels it", spell(difference, many)),
            Number.of("p_tie", "equal totals", tie(difference)),
        ),
        (Table("By difference of skills", rows),),
        ("A tie dispels: at equal skill a spell is no even bet.",),
        ("initiative_tie", "max_dispellers"),
    )


def mana_law(readings: Readings) -> Law:
    """Mana of a mage who is drawn: a die for his ability, a die for his mana (BA-GAP-05)."""
    rising = readings["mage_zm"] == "rising"
    added = [int(row.extra) for row in abilities("mages")]
    more = dict(zip((row.id for row in abilities("mages")), reversed(added) if rising else added, strict=True))
    mages = (drawn(abilities("mages"), face) for face in range(1, 7))
    return mixed((SIXTH, K6.map(lambda face, row=row: mana_supply(face, more[row.id]))) for row in mages)  # type: ignore[misc]


@question("BA-Q-10", "mana")
def mana(
    complexity: Annotated[int, "of every spell"] = 2,
    own: Annotated[int, "mana of the caster in the duel"] = 6,
    other: Annotated[int, "mana of the mage who dispels"] = 4,
    difference: Annotated[int, "magic skill of the caster minus the dispeller's"] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How far does the mana go?"""
    ask_whole("complexity", complexity, 1, 20)
    ask_whole("own", own, 0, 100)
    ask_whole("other", other, 0, 100)
    ask_whole("difference", difference, -20, 20)
    law = mana_law(readings)
    skills = {row.name: readings.number(row.skill) or 0 for row in abilities("mages")}
    chance = spell(difference)
    cast, contested, effects = mana_duel(own, other, complexity, chance, readings["dispel_needs_mana"] == "yes")
    drawn_skill = sum((SIXTH * skills[drawn(abilities("mages"), face).name] for face in range(1, 7)), Fraction(0))
    return Answer(
        f"Spells of complexity {complexity}",
        "BA-Q-10",
        readings,
        (
            Number.of("mana", "mana of a mage who is drawn, on average", law.mean),
            Number.of("casts", "spells that he can cast, on average", law.expect(lambda zm: zm // complexity)),
            Number.of("p_can_cast", "he can cast such a spell at all", law.expect(lambda zm: may_cast(zm, complexity))),
            Number.of("skill", "his magic skill, on average", drawn_skill),
            Number.of("cast", f"spells cast with {own} mana", cast),
            Number.of("contested", f"of them contested with {other} mana", contested),
            Number.of("effects", "of them taking effect, on average", effects),
        ),
        (Table("Mana of a mage who is drawn", [{"mana": x, "chance": p} for x, p in law.chances.items()]),),
        rests_on=("mage_zm", "dispel_needs_mana", *(row.skill for row in abilities("mages"))),
    )


@question("BA-Q-11", "commanders")
def commanders(
    count: Annotated[int, "general and captains"] = 4,
    orders: Annotated[int, "orders a turn, all together, whose chance is asked for"] = 10,
    steps: Annotated[int, "distance of a battalion that one of them is to reach"] = 10,
    *,
    readings: Readings,
) -> Answer:
    """How good are the commanders drawn?"""
    ask_whole("count", count, 1, 50)
    ask_whole("orders", orders, 0, 1000)
    ask_whole("steps", steps, 0, 1000)
    table = abilities("captains")
    rows = []
    for row in table:
        p = Fraction(sum(drawn(table, face) is row for face in range(1, 7)), 6)
        skill, reach = readings.number(row.skill) or 0, readings.number(row.extra) or 0
        rows.append({"ability": row.name, "chance": p, "KN": skill, "KR": reach})
    by_name = {row["ability"]: Fraction(str(row["chance"])) for row in rows}
    talented = sum((by_name[name] for name in TALENT), Fraction(0))
    one = Law.of((int(str(row["KN"])), Fraction(str(row["chance"]))) for row in rows)
    radius = Law.of((int(str(row["KR"])), Fraction(str(row["chance"]))) for row in rows)
    law = one.times(count)
    reached = radius.expect(lambda kr: int(in_reach(CAPTAIN, steps, kr, 0)))
    return Answer(
        f"{count} commanders",
        "BA-Q-11",
        readings,
        (
            Number.of("p_genius", "at least one genius among them", any_of(by_name[GENIUS], count)),
            Number.of("p_no_talent", "neither talent nor genius among them", (1 - talented) ** count),
            Number.of("orders", "orders a turn, all together, on average", law.mean),
            Number.of("p_orders", f"{orders} orders a turn or more", law.at_least(orders)),
            Number.of("radius", "command radius of one, on average, steps", radius.mean),
            Number.of("p_reach", f"one of them reaches {steps} steps", reached),
            Number.of("p_any_reach", f"at least one of {count} does", any_of(reached, count)),
        ),
        (
            Table("Drawn on one K6", rows),
            Table(
                "Orders a turn, all together",
                [{"orders": n, "chance": p, "so many or more": law.at_least(n)} for n, p in law.chances.items()],
            ),
        ),
        ("KN and KR are lost in the source; those here are place-holders.",),
        tuple(key for row in table for key in (row.skill, row.extra)),
    )


@question("BA-Q-12", "ammunition")
def ammunition(
    shooters: Annotated[int, "battalions with the Shooter skill"] = 3,
    needed: Annotated[int, "Shooting Attack orders wanted in the game"] = 12,
    *,
    readings: Readings,
) -> Answer:
    """Does the ammunition last?"""
    ask_whole("shooters", shooters, 1, 60)
    ask_whole("needed", needed, 0, 400)
    law = dice_sum(shooters)
    least, most = supply([1] * shooters), supply([6] * shooters)
    variance = law.expect(lambda x: x * x) - law.mean**2
    return Answer(
        f"Ammunition of {shooters} battalions of shooters",
        "BA-Q-12",
        readings,
        (
            Number.of("supply", "shooting orders of the whole game, on average", law.mean),
            Number.of("variance", "their variance", variance),
            Number.of("p_enough", f"enough for {needed} orders", law.at_least(needed)),
            Number.of("p_area", f"enough for {needed // 2} times area fire", law.at_least(area_orders(needed))),
        ),
        (Table("Supply", [{"orders": x, "so many or more": law.at_least(x)} for x in range(least, most + 1)]),),
    )


@question("BA-Q-19", "orders")
def orders(
    skills: Annotated[int, "KN of all commanders together"] = 6,
    battalions: Annotated[int, "battalions within their radius"] = 4,
    recalled: Annotated[int, "routed battalions put back this turn"] = 0,
    changed: Annotated[int, "orders of independent warriors changed this turn"] = 0,
    independent: Annotated[int, "of the battalions, those of independent warriors"] = 0,
    enemy_orders: Annotated[int, "orders of the enemy this turn"] = 4,
    steps: Annotated[int, "distance to a target, steps"] = 13,
    speed: Annotated[int, "SK of who goes there"] = 4,
    givers: Annotated[str, "who gives them, instead of skills, as 'general 3, captain 2, hero 1'"] = "",
    *,
    readings: Readings,
) -> Answer:
    """How many orders can be given and used?"""
    for name, value in (("skills", skills), ("battalions", battalions), ("recalled", recalled), ("changed", changed)):
        ask_whole(name, value, 0, 200)
    ask_whole("independent", independent, 0, battalions)
    ask_whole("enemy_orders", enemy_orders, 0, 400)
    ask_whole("steps", steps, 1, 1000)
    ask_whole("speed", speed, 1, 200)
    free = free_orders(independent)
    room = battalions - independent if readings["free_orders_count"] == "yes" else battalions
    listed = givers_of(givers)
    if listed:
        skills, given = (
            sum(skill for _, skill in listed),
            most_orders(after_costs(listed, recalled, changed, room), room),
        )
    else:
        given = usable_orders(skills, rally_cost(recalled) + change_cost(changed), room)
    used = given + free
    march = orders_to_contact(steps, speed)
    return Answer(
        f"KN {skills} for {battalions} battalions",
        "BA-Q-19",
        readings,
        (
            Number.of("given", "orders that can be given", given),
            Number.of("used", "orders carried out, free ones included", used),
            Number.of(
                "alone_first", "carried out after the enemy's last, going first", unanswered(used, enemy_orders, True)
            ),
            Number.of("alone_second", "the same, going second", unanswered(used, enemy_orders, False)),
            Number.of("march", f"orders to strike a target {steps} steps away, the attack included", march),
            Number.of("turns", "turns that they take", turns_for(march)),
        ),
        rests_on=("free_orders_count",),
    )


Givers = Sequence[tuple[int, int]]
"""Commanders: what each is (``CAPTAIN``, ``GENERAL``, ``HERO``), and how many orders it can give."""
KINDS = {"captain": CAPTAIN, "general": GENERAL, "hero": HERO}


def givers_of(text: str) -> Givers:
    """Commanders as ``general 3, captain 2``.  Raises ``InvalidValue`` and ``UnknownName``."""
    found = []
    for part in filter(None, map(str.strip, text.split(","))):
        kind, _, skill = part.partition(" ")
        if not skill.strip().isdecimal():
            raise InvalidValue("givers", part, "each with its orders a turn, as 'general 3, captain 2, hero 1'")
        found.append((chosen("commander", kind, KINDS), int(skill)))
        ask_whole("givers", found[-1][1], 0, 50)
    if sum(kind == GENERAL for kind, _ in found) > 1:
        raise RuleForbids("BA-DEF-03", "an army has one general only")
    return found


def most_orders(givers: Givers, battalions: int) -> int:
    """The most orders that commanders can give to battalions which all of them reach.

    Captains and heroes give two to one battalion first, then single ones, for no other of them may help there; the
    general fills what is left.
    """
    left = [skill for _, skill in givers]
    got: list[list[int]] = [[] for _ in range(battalions)]

    def may_join(who: int, others: Sequence[int]) -> bool:
        return all(other == who or may_both_order(givers[who][0], givers[other][0]) for other in others)

    ranked = sorted(range(len(givers)), key=lambda who: givers[who][0] == GENERAL)
    for number in (MOST_ORDERS, 1):
        for who in ranked:
            if givers[who][0] == GENERAL and number > 1:
                continue
            for orders in got:
                while left[who] >= number and len(orders) + number <= MOST_ORDERS and may_join(who, orders):
                    orders.extend([who] * number)
                    left[who] -= number
    return sum(map(len, got))


def after_costs(givers: Givers, recalled: int, changed: int, battalions: int) -> Givers:
    """What commanders have left for orders: the general recalls, and changes are paid by who is missed least.

    Raises ``InvalidValue`` for costs beyond their skills.
    """
    left = list(givers)
    for cost, who_pays, name, times in (
        (rally_cost(1), (GENERAL,), "recalled", recalled),
        (change_cost(1), (GENERAL, CAPTAIN, HERO), "changed", changed),
    ):
        for _ in range(times):
            ways = [
                [(kind, skill - cost * (k == who)) for k, (kind, skill) in enumerate(left)]
                for who, (payer, has) in enumerate(left)
                if payer in who_pays and has >= cost
            ]
            if not ways:
                raise InvalidValue(name, times, f"no more than commanders can pay at {cost} KN each")
            left = max(ways, key=lambda way: most_orders(way, battalions))
    return left


Plan = tuple[int, int, int]
"""Orders to himself, orders to a battalion, mana set aside."""


@rule("BA-HER-01", "BA-HER-04")
def plan_cost(plan: Plan, steps: int, readings: Readings) -> int:
    """BA-HER-01, BA-HER-04: ZS that a hero's turn costs, divided among three uses; mana set aside is spent.

    BA-GAP-09: the radius is paid with every order, or once a turn.
    """
    own, given, set_aside = plan
    each = hero_order_cost(steps, False, readings["hero_order_cost"] == "one_plus_steps")
    if readings["hero_radius_paid"] == "per_turn" and given:
        return own * hero_order_cost(0, True, True) + each + (given - 1) * hero_order_cost(0, False, True) + set_aside
    return own * hero_order_cost(0, True, True) + given * each + set_aside


def plans(strength: int, steps: int, readings: Readings) -> Sequence[Plan]:
    """All ways to spend exactly so much on two orders to himself, two to a battalion and mana."""
    counts = range(MOST_ORDERS + 1)
    return [
        plan for plan in product(counts, counts, range(strength + 1)) if plan_cost(plan, steps, readings) == strength
    ]


@question("BA-Q-20", "hero")
def hero(
    strength: Annotated[int, "ZS of the hero"] = 6,
    own: Annotated[int, "orders to himself, up to 2"] = 1,
    given: Annotated[int, "orders to a battalion, up to 2"] = 1,
    steps: Annotated[int, "how far away it is, steps"] = 2,
    mana: Annotated[int, "mana set aside"] = 2,
    turns: Annotated[int, "turns in which he gives himself two orders"] = 4,
    *,
    readings: Readings,
) -> Answer:
    """What can a hero afford?"""
    ask_whole("strength", strength, 0, 100)
    ask_whole("own", own, 0, MOST_ORDERS)
    ask_whole("given", given, 0, MOST_ORDERS)
    ask_whole("steps", steps, 0, 100)
    ask_whole("mana", mana, 0, 100)
    ask_whole("turns", turns, 1, 100)
    cost = plan_cost((own, given, mana), steps, readings)
    reach = in_reach(HERO, steps, 0, readings.number("hero_max_steps") or 0) or not given
    farthest = readings.number("hero_max_steps") or 0
    ways = plans(strength, farthest, readings)
    afforded = orders_in_all(strength, turns, readings["hero_zs_refresh"] == "every_turn")
    if not reach:
        verdict = "This cannot be done: the battalion is too far away."
    else:
        verdict = "This can be afforded." if cost <= strength else "This costs too much."
    return Answer(
        f"A hero of ZS {strength}: {own} orders to himself, {given} at {steps} steps, {mana} mana",
        "BA-Q-20",
        readings,
        (
            Number.of("cost", "ZS that this turn costs", cost),
            Number.of("allowed", "1 = it can be done", int(cost <= strength and reach)),
            Number.of("ways", f"ways to spend exactly {strength} with a battalion at {farthest} steps", len(ways)),
            Number.of("own_orders", f"orders to himself in {turns} turns, two a turn wanted", afforded),
        ),
        (Table("Those ways", [{"to himself": a, "to a battalion": b, "mana": m} for a, b, m in ways]),),
        (verdict,),
        ("hero_order_cost", "hero_radius_paid", "hero_max_steps", "hero_zs_refresh"),
    )


@question("BA-Q-23", "dispute")
def dispute(*, readings: Readings) -> Answer:
    """How is a dispute settled?"""
    right = contest(lambda a, _, b, __: is_right(a, b), 0)
    return Answer(
        "The higher K6 is right",
        "BA-Q-23",
        readings,
        (
            Number.of("p_right", "the one side is right", right),
            Number.of("p_tie", "equal dice", 1 - 2 * right),
            Number.of("p_in_the_end", "the one side is right, ties rolled again", right / (2 * right)),
        ),
    )
