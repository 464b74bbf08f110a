"""Questions about morale and obedience."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.forces.army_book import battalion
from tigersim.companions.batalist.forces.attack import Attack, at_first
from tigersim.companions.batalist.odds.morale import failures, obeying
from tigersim.companions.batalist.odds.strike import strike_of
from tigersim.companions.batalist.rules.morale import MORALE_DICE, leaves_the_field, loses_orders, rally_cost, routs
from tigersim.companions.batalist.rules.orders import MOST_ORDERS, bloodthirsty_attacks
from tigersim.companions.batalist.rules.readings import Reading, mattering
from tigersim.companions.odds import any_of
from tigersim.companions.question import question
from tigersim.statistics.law import Law


@question("BA-Q-08", "morale")
def morale(
    standard_bearer: Annotated[bool, "a standard bearer adds 1"] = False,
    battalions: Annotated[int, "battalions that test, as after the general's death", (1, 100)] = 4,
    *,
    readings: Readings,
) -> Answer:
    """How does morale act?"""
    law = _morale(standard_bearer, readings)
    loses, leaves, routed = (_chance(law, what) for what in (loses_orders, leaves_the_field, routs))
    names, cost, helped = (
        ("holds", "shaken: orders cancelled", "retreat", "rout"),
        rally_cost(battalions),
        _morale(True, readings),
    )
    rows = [
        {"failures": n, "it": it, "chance": law[n], "with standard bearer": helped[n]} for n, it in enumerate(names)
    ]
    return Answer(
        "A morale test" + (" with a standard bearer" if standard_bearer else ""),
        (
            Number.of("p_holds", "no failure", law[0]),
            Number.of("p_loses_orders", "its orders are cancelled", loses),
            Number.of("p_leaves", "retreat or rout", leaves),
            Number.of("p_rout", "rout", routed),
            Number.of("failures", "failures, on average", law.mean),
            Number.of("p_any_rout", f"at least one of {battalions} routs", any_of(routed, battalions)),
            Number.of("leaving", f"of {battalions} retreat or rout, on average", battalions * leaves),
            Number.of("rally", "KN of the general to put back those who rout, on average", routed * cost),
        ),
        (Table("Failures of three dice", rows),),
        rests_on=("standard_bearer",),
    )


def _chance(law: Law[int], what: Callable[[int], bool]) -> Fraction:
    return law.expect(lambda failed: int(what(failed)))


def _morale(standard_bearer: bool, readings: Readings) -> Law[int]:
    helped = 1 if readings["standard_bearer"] == "one_die" else MORALE_DICE
    return failures(MORALE_DICE, int(standard_bearer), helped)


@question("BA-Q-18", "obedience")
def obedience(
    coward: Annotated[int, "H of Coward, before an attack; 0 = none", (0, 6)] = 2,
    weak: Annotated[int, "H of Weak, before the second order; 0 = none", (0, 6)] = 0,
    undisciplined: Annotated[int, "H of Undisciplined, before a change of formation; 0 = none", (0, 6)] = 0,
    attacker: Annotated[str, "who is to attack"] = "line-infantry",
    target: Annotated[str, "its target"] = "line-infantry",
    bloodthirsty: Annotated[bool, "it is Bloodthirsty: it attacks without orders too"] = False,
    given: Annotated[int, "orders that it got this turn", (0, MOST_ORDERS)] = 1,
    *,
    readings: Readings,
) -> Answer:
    """Will an order be executed in spite of a weakness, or an attack be made without one?"""
    one, other = battalion(attacker), battalion(target)
    at = Attack(one, other, formation=at_first(one), target_formation=at_first(other))
    alone = replace(at, ordered=False, unbidden=True)
    law, unbidden = (strike_of(each, Reading.of(readings)).law() for each in (at, alone))
    attacks = bloodthirsty_attacks(given) if bloodthirsty else 0
    made = (at, alone) if attacks else (at,)
    attack, second, change = (obeying(weakness) for weakness in (coward, weak, undisciplined))
    return Answer(
        f"Coward {coward}, Weak {weak}, Undisciplined {undisciplined}",
        (
            Number.of("p_attack", "an attack is carried out", attack),
            Number.of("p_second", "an attack as second order is carried out", attack * second),
            Number.of("p_change", "a change of formation is carried out", change),
            Number.of("damage", "damage of the ordered attack, on average, refusals included", attack * law.mean),
            Number.of("unbidden", f"attacks that it makes without an order, having got {given}", attacks),
            Number.of("unbidden_damage", "damage by them, on average", attacks * unbidden.mean),
        ),
        rests_on=mattering(readings, lambda reading: [strike_of(each, reading).law() for each in made]),
    )
