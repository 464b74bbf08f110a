"""Questions about orders: how many can be given, and what a hero can afford."""

from __future__ import annotations

from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.batalist.forces.commanders import after_costs, givers_of, most_orders, plan_cost, plans
from tigersim.companions.batalist.rules.morale import rally_cost
from tigersim.companions.batalist.rules.orders import (
    HERO,
    MOST_ORDERS,
    change_cost,
    free_orders,
    in_reach,
    orders_in_all,
    orders_to_contact,
    turns_for,
    unanswered,
    usable_orders,
)
from tigersim.companions.question import question


@question("BA-Q-19", "orders")
def orders(
    skills: Annotated[int, "KN of all commanders together", (0, 200)] = 6,
    battalions: Annotated[int, "battalions within their radius", (0, 200)] = 4,
    recalled: Annotated[int, "routed battalions put back this turn", (0, 200)] = 0,
    changed: Annotated[int, "orders of independent warriors changed this turn", (0, 200)] = 0,
    independent: Annotated[int, "of the battalions, those of independent warriors"] = 0,
    enemy_orders: Annotated[int, "orders of the enemy this turn", (0, 400)] = 4,
    steps: Annotated[int, "distance to a target, steps", (1, 1000)] = 13,
    speed: Annotated[int, "SK of who goes there", (1, 200)] = 4,
    givers: Annotated[str, "who gives them, instead of skills, as 'general 3, captain 2, hero 1'"] = "",
    *,
    readings: Readings,
) -> Answer:
    """How many orders can be given and used?"""
    ask_whole("independent", independent, 0, battalions)
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
    first, then = (unanswered(used, enemy_orders, before) for before in (True, False))
    march = orders_to_contact(steps, speed)
    return Answer(
        f"KN {skills} for {battalions} battalions",
        (
            Number.of("given", "orders that can be given", given),
            Number.of("used", "orders carried out, free ones included", used),
            Number.of("alone_first", "carried out after the enemy's last, going first", first),
            Number.of("alone_second", "the same, going second", then),
            Number.of("march", f"orders to strike a target {steps} steps away, the attack included", march),
            Number.of("turns", "turns that they take", turns_for(march)),
        ),
        rests_on=("free_orders_count",),
    )


@question("BA-Q-20", "hero")
def hero(
    strength: Annotated[int, "ZS of the hero", (0, 100)] = 6,
    own: Annotated[int, "orders to the hero, up to 2", (0, MOST_ORDERS)] = 1,
    given: Annotated[int, "orders to a battalion, up to 2", (0, MOST_ORDERS)] = 1,
    steps: Annotated[int, "how far away it is, steps", (0, 100)] = 2,
    mana: Annotated[int, "mana set aside", (0, 100)] = 2,
    turns: Annotated[int, "turns in which the hero takes two orders", (1, 100)] = 4,
    *,
    readings: Readings,
) -> Answer:
    """What can a hero afford?"""
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
