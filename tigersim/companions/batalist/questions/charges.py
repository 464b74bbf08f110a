"""Questions about attacks until a battalion is gone, and about charges under fire."""

from __future__ import annotations

from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import chosen
from tigersim.companions.batalist.forces.army_book import FORMATIONS, battalion
from tigersim.companions.batalist.forces.attack import Attack, at_first
from tigersim.companions.batalist.odds.charge import contacts, pace_of_charge, pace_rulings, shot_rulings, shots_of
from tigersim.companions.batalist.odds.strike import check_range, strike_of
from tigersim.companions.batalist.rules.orders import orders_for, orders_to_contact, turns_for
from tigersim.companions.batalist.rules.ranks import COLUMN
from tigersim.companions.batalist.rules.readings import Reading, mattering
from tigersim.companions.question import question
from tigersim.errors import InvalidValue
from tigersim.statistics.law import D6, Law


@question("BA-Q-05", "destroy")
def destroy(
    attacker: Annotated[str, "who attacks again and again"] = "archers",
    target: Annotated[str, "who is to be destroyed"] = "line-infantry",
    melee: Annotated[bool, "by ordered melee, not by shooting; its strength does not wane"] = False,
    attacks: Annotated[int, "attacks whose effect is asked for", (1, 50)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """How many attacks destroy a battalion?"""
    one, other = battalion(attacker), battalion(target)
    at = Attack(one, other, shooting=not melee, formation=at_first(one), target_formation=at_first(other))
    law = strike_of(at, Reading.of(readings)).law()
    needed = _attacks(law, other.warriors)
    done = law.times(attacks)
    return Answer(
        f"{one.title} until {other.warriors} {other.title} are destroyed",
        (
            Number.of("attacks", "attacks needed, on average", needed.mean),
            Number.of("p_destroyed", f"{attacks} attacks are enough", done.at_least(other.warriors)),
            Number.of("p_half", f"{attacks} attacks take half or more", done.at_least(-(-other.warriors // 2))),
            Number.of("p_supply", "the ammunition of one battalion is enough", needed.expect(D6.at_least)),
        ),
        (Table("Attacks needed", [{"attacks": n, "chance": p} for n, p in needed]),),
        rests_on=mattering(readings, lambda one: strike_of(at, one).law()),
    )


def _attacks(law: Law[int], warriors: int) -> Law[int]:
    """Attacks until all are gone.  Raises ``InvalidValue`` for attacks that may do nothing."""
    if law.least <= 0:
        raise InvalidValue("attacker", "a strike that may do no damage", "one that always does some")
    return law.until(warriors)


@question("BA-Q-06", "charge")
def charge(
    shooters: Annotated[str, "who shoots, standing"] = "archers",
    attacker: Annotated[str, "who comes on"] = "line-infantry",
    steps: Annotated[int, "distance in steps", (1, 200)] = 12,
    shooters_first: Annotated[bool, "the shooters act before the movers in each pair of goes"] = True,
    formation: Annotated[str, "of who comes on: column, loose, wedge"] = "column",
    *,
    readings: Readings,
) -> Answer:
    """How much does a charge across open ground cost?

    Who is Fast makes one move a turn without an order.
    """
    one, other = battalion(shooters), battalion(attacker)
    check_range(one, steps)
    form = chosen("formation", formation, FORMATIONS)
    shots = shots_of(one, other, steps, shooters_first, readings, form)
    lost = Law.sure(0)
    for shot in shots:
        lost = lost.plus(shot.law())
    moves, fast = orders_to_contact(steps, pace_of_charge(other, form, readings)), other.has("fast")
    by_left = contacts(one, other, form, Reading.of(readings))
    hits = "damage of its attack on contact, on average (0 if all are gone)"
    met = [lost.expect(lambda x: by_left[max(other.warriors - x, 0)].mean)] if by_left else []
    return Answer(
        f"{other.title} charges {one.title} across {steps} steps" + (f" in {formation}" if form != COLUMN else ""),
        (
            Number.of("losses", "damage before contact, on average", lost.mean),
            Number.of("p_destroyed", f"all {other.warriors} are gone before contact", lost.at_least(other.warriors)),
            Number.of("p_half", "half or more are gone before contact", lost.at_least(-(-other.warriors // 2))),
            Number.of("shots", "shots before contact", len(shots)),
            Number.of("orders", "orders to contact, the attack included", orders_for(moves, fast, True)),
            Number.of("turns", "turns that they take", turns_for(moves, fast)),
            *(Number.of("contact", hits, damage) for damage in met),
        ),
        rests_on=(
            *dict.fromkeys(
                (
                    *shot_rulings(one, other, readings, form),
                    *mattering(readings, lambda reading: contacts(one, other, form, reading)),
                )
            ),
            "moved_window",
            *pace_rulings(form),
        ),
    )
