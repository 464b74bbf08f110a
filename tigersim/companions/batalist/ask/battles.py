"""Questions about battalions that fight on: attacks needed, charges under fire, duels, morale."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.army_book import Battalion, battalion
from tigersim.companions.batalist.ask.strikes import shot_at_column
from tigersim.companions.batalist.conditions import Attack
from tigersim.companions.batalist.duel import (
    MOST_STATES,
    RULINGS,
    Duel,
    mean_outcome,
    morale_of,
    outcome,
)
from tigersim.companions.batalist.law import K6, Law
from tigersim.companions.batalist.odds import any_of, failures
from tigersim.companions.batalist.reading import REPLY, STRIKE, Reading, mattering
from tigersim.companions.batalist.rules.morale import MORALE_DICE, RETREAT, ROUT, rally_cost
from tigersim.companions.batalist.rules.orders import MOST_ORDERS, obeys, orders_to_contact, turns_for
from tigersim.companions.batalist.strike import Strike, check_range, strike_of
from tigersim.companions.question import ask_whole, question
from tigersim.errors import InvalidValue


@question("BA-Q-05", "destroy")
def destroy(
    attacker: Annotated[str, "who attacks again and again"] = "archers",
    target: Annotated[str, "who is to be destroyed"] = "line-infantry",
    melee: Annotated[bool, "by ordered melee, not by shooting; its strength does not wane"] = False,
    attacks: Annotated[int, "attacks whose effect is asked for"] = 2,
    *,
    readings: Readings,
) -> Answer:
    """How many attacks destroy a battalion?"""
    one, other = battalion(attacker), battalion(target)
    ask_whole("attacks", attacks, 1, 50)
    at = Attack(one, other, shooting=not melee)
    law = strike_of(at, Reading.of(readings)).law()
    needed = _attacks(law, other.warriors)
    done = law.times(attacks)
    return Answer(
        f"{one.title} until {other.warriors} {other.title} are destroyed",
        "BA-Q-05",
        readings,
        (
            Number.of("attacks", "attacks needed, on average", needed.mean),
            Number.of("p_destroyed", f"{attacks} attacks are enough", done.at_least(other.warriors)),
            Number.of("p_half", f"{attacks} attacks take half or more", done.at_least(-(-other.warriors // 2))),
            Number.of("p_supply", "the ammunition of one battalion is enough", needed.expect(K6.at_least)),
        ),
        (Table("Attacks needed", [{"attacks": n, "chance": p} for n, p in needed.chances.items()]),),
        rests_on=mattering(readings, lambda one: strike_of(at, one).law()),
    )


def _attacks(law: Law, warriors: int) -> Law:
    """Attacks until all are gone.  Raises ``InvalidValue`` for attacks that may do nothing: no number is the last."""
    if law.least <= 0:
        raise InvalidValue("attacker", "a strike that may do no damage", "one that always does some")
    return law.until(warriors)


def shots_before_contact(steps: int, speed: int, shooters_first: bool, two_turns: bool) -> list[bool]:
    """Shots at a battalion that comes on: for each, whether it has moved in the current turn (BA-Q-06).

    Two orders a turn on both sides, in turn.  BA-GAP-50: with ``two_turns`` the turn before counts too.
    """
    orders = orders_to_contact(steps, speed)
    shots = orders if shooters_first else orders - 1
    told = []
    for k in range(shots):
        moves = k if shooters_first else k + 1
        this_turn = moves - MOST_ORDERS * (k // MOST_ORDERS)
        told.append((moves if two_turns else this_turn) > 0)
    return told


def shots_of(one: Battalion, other: Battalion, steps: int, shooters_first: bool, readings: Readings) -> list[Strike]:
    """The strikes of those shots."""
    two_turns = readings["moved_window"] == "two_turns"
    reading = Reading.of(readings)
    moved = shots_before_contact(steps, other.speed, shooters_first, two_turns)
    return [shot_at_column(one, other, reading, each) for each in moved]


@question("BA-Q-06", "charge")
def charge(
    shooters: Annotated[str, "who shoots, standing"] = "archers",
    attacker: Annotated[str, "who comes on"] = "line-infantry",
    steps: Annotated[int, "distance in steps"] = 12,
    shooters_first: Annotated[bool, "the shooters act before the movers in each pair of goes"] = True,
    *,
    readings: Readings,
) -> Answer:
    """How much does a charge across open ground cost?"""
    one, other = battalion(shooters), battalion(attacker)
    ask_whole("steps", steps, 1, 200)
    check_range(one, steps)
    shots = shots_of(one, other, steps, shooters_first, readings)
    lost = Law.sure(0)
    for shot in shots:
        lost = lost.plus(shot.law())
    orders = orders_to_contact(steps, other.speed)
    return Answer(
        f"{other.title} charges {one.title} across {steps} steps",
        "BA-Q-06",
        readings,
        (
            Number.of("losses", "damage before contact, on average", lost.mean),
            Number.of("p_destroyed", f"all {other.warriors} are gone before contact", lost.at_least(other.warriors)),
            Number.of("p_half", "half or more are gone before contact", lost.at_least(-(-other.warriors // 2))),
            Number.of("shots", "shots before contact", len(shots)),
            Number.of("orders", "orders to contact, the attack included", orders),
            Number.of("turns", "turns that they take", turns_for(orders)),
        ),
        rests_on=(*shot_rulings(one, other, readings), "moved_window"),
    )


@question("BA-Q-07", "duel")
def duel(
    a: Annotated[str, "first battalion"] = "line-infantry",
    b: Annotated[str, "second battalion"] = "line-infantry",
    *,
    readings: Readings,
) -> Answer:
    """Who wins a battalion duel?

    Both in column, front to front, on open ground; ordered attacks take turns until one side is destroyed.
    """
    fought = duel_of(a, b, readings)
    one, other = fought.a.one, fought.b.one
    found = mean_outcome(fought, readings["duel_first"])
    first, second = outcome(fought, "a"), outcome(fought, "b")
    rows = [
        {"first to attack": who, one.title: each.a, f"{other.title} (b)": each.b, "neither": each.neither}
        for who, each in (("a", first), ("b", second))
    ]
    return Answer(
        f"{one.title} (a) against {other.title} (b)",
        "BA-Q-07",
        readings,
        (
            Number.of("p_a", "a holds the field alone", found.a),
            Number.of("p_b", "b holds the field alone", found.b),
            Number.of("p_neither", "neither", found.neither),
            Number.of("exchanges", "exchanges, on average", found.exchanges),
            Number.of("left_a", "warriors left of a on a field that it holds, on average over all duels", found.left_a),
            Number.of("left_b", "the same of b", found.left_b),
        ),
        (Table("By who attacks first", rows),),
        rests_on=(*duel_rulings(one, other, readings), *RULINGS),
    )


def duel_of(a: str, b: str, readings: Readings) -> Duel:
    """The duel of two battalions by name, to be counted out.  Raises ``InvalidValue`` for one that is too large."""
    fought = Duel.of(battalion(a), battalion(b), Reading.of(readings), morale_of(readings))
    if fought.states > MOST_STATES:
        raise InvalidValue(
            "warriors of a times warriors of b", fought.states, f"up to {MOST_STATES}; ask duel-sampled for more"
        )
    return fought


@question("BA-Q-08", "morale")
def morale(
    standard_bearer: Annotated[bool, "a standard bearer adds 1"] = False,
    battalions: Annotated[int, "battalions that test, as after the general's death"] = 4,
    *,
    readings: Readings,
) -> Answer:
    """How does morale act?"""
    ask_whole("battalions", battalions, 1, 100)
    law = _morale(standard_bearer, readings)
    leaves, routs = law.at_least(RETREAT), law.at_least(ROUT)
    names = ("holds", "shaken: orders cancelled", "retreat", "rout")
    rows = [
        {"failures": n, "it": names[n], "chance": law[n], "with standard bearer": _morale(True, readings)[n]}
        for n in range(MORALE_DICE + 1)
    ]
    return Answer(
        "A morale test" + (" with a standard bearer" if standard_bearer else ""),
        "BA-Q-08",
        readings,
        (
            Number.of("p_holds", "no failure", law[0]),
            Number.of("p_leaves", "retreat or rout", leaves),
            Number.of("p_rout", "rout", routs),
            Number.of("failures", "failures, on average", law.mean),
            Number.of("p_any_rout", f"at least one of {battalions} routs", any_of(routs, battalions)),
            Number.of("leaving", f"of {battalions} retreat or rout, on average", battalions * leaves),
            Number.of(
                "rally", "KN of the general to put back those who rout, on average", routs * rally_cost(battalions)
            ),
        ),
        (Table("Failures of three dice", rows),),
        rests_on=("standard_bearer",),
    )


def _morale(standard_bearer: bool, readings: Readings) -> Law:
    helped = 1 if readings["standard_bearer"] == "one_die" else MORALE_DICE
    return failures(MORALE_DICE, int(standard_bearer), helped)


@question("BA-Q-18", "obedience")
def obedience(
    coward: Annotated[int, "H of Coward, before an attack; 0 = none"] = 2,
    weak: Annotated[int, "H of Weak, before the second order; 0 = none"] = 0,
    undisciplined: Annotated[int, "H of Undisciplined, before a change of formation; 0 = none"] = 0,
    attacker: Annotated[str, "who is to attack"] = "line-infantry",
    target: Annotated[str, "whom"] = "line-infantry",
    *,
    readings: Readings,
) -> Answer:
    """Will an order be executed in spite of a weakness?"""
    for name, value in (("coward", coward), ("weak", weak), ("undisciplined", undisciplined)):
        ask_whole(name, value, 0, 6)
    at = Attack(battalion(attacker), battalion(target))
    law = strike_of(at, Reading.of(readings)).law()
    attack, second, change = (obeying(weakness) for weakness in (coward, weak, undisciplined))
    return Answer(
        f"Coward {coward}, Weak {weak}, Undisciplined {undisciplined}",
        "BA-Q-18",
        readings,
        (
            Number.of("p_attack", "an attack is carried out", attack),
            Number.of("p_second", "an attack as second order is carried out", attack * second),
            Number.of("p_change", "a change of formation is carried out", change),
            Number.of("damage", "damage of the ordered attack, on average, refusals included", attack * law.mean),
        ),
        rests_on=mattering(readings, lambda one: strike_of(at, one).law()),
    )


def obeying(weakness: int) -> Fraction:
    """Chance that an order is carried out in spite of a weakness."""
    return Fraction(sum(obeys(face, weakness) for face in range(1, 7)), 6)


def shot_rulings(one: Battalion, other: Battalion, readings: Readings) -> tuple[str, ...]:
    """The rulings on strikes that matter to shots at a column, whether it has moved or not."""
    return mattering(
        readings, lambda reading: [shot_at_column(one, other, reading, moved).law() for moved in (False, True)]
    )


def duel_rulings(one: Battalion, other: Battalion, readings: Readings) -> tuple[str, ...]:
    """The rulings on strikes that matter to a duel, whatever number of warriors is left."""

    def laws(reading: Reading) -> list[Law]:
        duel = Duel.of(one, other, reading)
        return [
            side.blow(ordered, n).law()
            for side in (duel.a, duel.b)
            for ordered in (True, False)
            for n in range(1, min(side.one.warriors, side.one.width * side.ranks) + 1)
        ]

    return mattering(readings, laws, (*STRIKE, *REPLY))
