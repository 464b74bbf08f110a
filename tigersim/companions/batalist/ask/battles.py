"""Questions about battalions that fight on: attacks needed, charges under fire, duels, morale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.army_book import Battalion, battalion, formation_pace
from tigersim.companions.batalist.ask.common import FORMATIONS, HEIGHTS, SIDES, chosen
from tigersim.companions.batalist.ask.strikes import shot_at
from tigersim.companions.batalist.conditions import Attack, at_first
from tigersim.companions.batalist.duel import (
    MOST_STATES,
    OPEN,
    RULINGS,
    Duel,
    Place,
    mean_outcome,
    morale_of,
    outcome,
)
from tigersim.companions.batalist.law import K6, Law
from tigersim.companions.batalist.odds import any_of, failures
from tigersim.companions.batalist.reading import REPLY, STRIKE, Reading, mattering
from tigersim.companions.batalist.rules.morale import MORALE_DICE, leaves_the_field, loses_orders, rally_cost, routs
from tigersim.companions.batalist.rules.orders import (
    MOST_ORDERS,
    bloodthirsty_attacks,
    moves_a_turn,
    obeys,
    orders_for,
    orders_to_contact,
    turns_for,
)
from tigersim.companions.batalist.rules.ranks import COLUMN, FRONT, WEDGE
from tigersim.companions.batalist.strike import Strike, check_range, strike_of
from tigersim.companions.question import ask_whole, question
from tigersim.errors import InvalidValue, RuleForbids

Formation = Annotated[str, "of this battalion: column, loose, wedge, hedgehog"]
COVERS = {"none": "", "a": "a", "b": "b", "both": "ab"}
Cover = Annotated[str, "who stands in cover: none, a, b, both"]
FirstSide = Annotated[str, "side of b that a attacks, until b's first own attack: front, flank, rear"]
HeightOfA = Annotated[str, "of a's attacks: level, downhill, uphill"]


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
    at = Attack(one, other, shooting=not melee, formation=at_first(one), target_formation=at_first(other))
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


def shots_before_contact(moves: int, a_turn: int, shooters_first: bool, two_turns: bool) -> list[bool]:
    """Shots at a battalion that comes on: for each, whether it has moved in the current turn (BA-Q-06).

    ``moves`` until contact, so many ``a_turn``, against two orders of the shooters, in turn.  BA-GAP-50: with
    ``two_turns`` the turn before counts too.
    """
    told = []
    turns, more = divmod(moves - 1, a_turn)
    for shot in range(MOST_ORDERS * turns + min(more + shooters_first, MOST_ORDERS)):
        before, this_turn = shot // MOST_ORDERS, shot % MOST_ORDERS + (not shooters_first)
        told.append(this_turn > 0 or (two_turns and before > 0))
    return told


def pace_of_charge(other: Battalion, formation: int, readings: Readings) -> Fraction:
    """Steps a move of a battalion that comes on in a formation (BA-GAP-35).  Raises ``RuleForbids``."""
    pace = other.speed * formation_pace(next(name for name, code in FORMATIONS.items() if code == formation))
    if not pace:
        raise RuleForbids("BA-FRM-02", "a hedgehog cannot move")
    if readings["sk_round"] == "down":
        pace = Fraction(floor(pace))
    if not pace:
        raise RuleForbids("BA-FRM-03", f"{other.title}: half of its speed, rounded down, is no step at all")
    return pace


def shots_of(
    one: Battalion, other: Battalion, steps: int, shooters_first: bool, readings: Readings, formation: int = COLUMN
) -> list[Strike]:
    """The strikes of those shots."""
    two_turns = readings["moved_window"] == "two_turns"
    reading = Reading.of(readings)
    moves = orders_to_contact(steps, pace_of_charge(other, formation, readings))
    moved = shots_before_contact(moves, moves_a_turn(other.has("fast")), shooters_first, two_turns)
    return [shot_at(one, other, reading, each, formation) for each in moved]


@question("BA-Q-06", "charge")
def charge(
    shooters: Annotated[str, "who shoots, standing"] = "archers",
    attacker: Annotated[str, "who comes on"] = "line-infantry",
    steps: Annotated[int, "distance in steps"] = 12,
    shooters_first: Annotated[bool, "the shooters act before the movers in each pair of goes"] = True,
    formation: Annotated[str, "of who comes on: column, loose, wedge"] = "column",
    *,
    readings: Readings,
) -> Answer:
    """How much does a charge across open ground cost?

    Who is Fast makes one move a turn without an order.
    """
    one, other = battalion(shooters), battalion(attacker)
    ask_whole("steps", steps, 1, 200)
    check_range(one, steps)
    form = chosen("formation", formation, FORMATIONS)
    shots = shots_of(one, other, steps, shooters_first, readings, form)
    lost = Law.sure(0)
    for shot in shots:
        lost = lost.plus(shot.law())
    moves, fast = orders_to_contact(steps, pace_of_charge(other, form, readings)), other.has("fast")
    by_left = contacts(one, other, form, Reading.of(readings))
    met = lost.expect(lambda x: by_left[max(other.warriors - x, 0)].mean) if by_left else None
    return Answer(
        f"{other.title} charges {one.title} across {steps} steps" + (f" in {formation}" if form != COLUMN else ""),
        "BA-Q-06",
        readings,
        (
            Number.of("losses", "damage before contact, on average", lost.mean),
            Number.of("p_destroyed", f"all {other.warriors} are gone before contact", lost.at_least(other.warriors)),
            Number.of("p_half", "half or more are gone before contact", lost.at_least(-(-other.warriors // 2))),
            Number.of("shots", "shots before contact", len(shots)),
            Number.of("orders", "orders to contact, the attack included", orders_for(moves, fast, True)),
            Number.of("turns", "turns that they take", turns_for(moves, fast)),
            *(
                ()
                if met is None
                else (Number.of("contact", "damage of its attack on contact, on average (0 if all are gone)", met),)
            ),
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


def contacts(one: Battalion, other: Battalion, formation: int, reading: Reading) -> list[Law]:
    """What the attack does that ends a charge, by the warriors left, from none; empty for who may not attack."""
    if not other.has("melee") or one.has("flying"):
        return []
    at = Attack(other, one, formation=formation, target_formation=at_first(one))
    left = (replace(at, striker=replace(other, warriors=n)) for n in range(1, other.warriors + 1))
    return [Law.sure(0), *(strike_of(each, reading).law() for each in left)]


@question("BA-Q-07", "duel")
def duel(
    a: Annotated[str, "first battalion"] = "line-infantry",
    b: Annotated[str, "second battalion"] = "line-infantry",
    formation_a: Formation = "column",
    formation_b: Formation = "column",
    cover: Cover = "none",
    side: FirstSide = "front",
    height: HeightOfA = "level",
    *,
    readings: Readings,
) -> Answer:
    """Who wins a battalion duel?

    Ordered attacks take turns until one side is destroyed; both keep their formation and their ground.
    """
    place = place_of(formation_a, formation_b, cover, side, height)
    fought = duel_of(a, b, readings, place)
    one, other = fought.a.one, fought.b.one
    found = mean_outcome(fought, readings["duel_first"])
    first, second = outcome(fought, "a"), outcome(fought, "b")
    rows = [
        {"first to attack": who, one.title: each.a, f"{other.title} (b)": each.b, "neither": each.neither}
        for who, each in (("a", first), ("b", second))
    ]
    return Answer(
        f"{one.title} (a) against {other.title} (b)" + placed(formation_a, formation_b, cover, side, height),
        "BA-Q-07",
        readings,
        (
            Number.of("p_a", "a holds the field alone", found.a),
            Number.of("p_b", "b holds the field alone", found.b),
            Number.of("p_neither", "neither", found.neither),
            Number.of("exchanges", "exchanges, on average", found.exchanges),
            Number.of("left_a", "warriors left of a on a field that it holds, on average over all duels", found.left_a),
            Number.of("left_b", "warriors left of b on a field that it holds, likewise", found.left_b),
        ),
        (Table("By who attacks first", rows),),
        rests_on=(*duel_rulings(one, other, readings, place), *RULINGS),
    )


def place_of(formation_a: str, formation_b: str, cover: str, side: str, height: str) -> Place:
    """How two battalions meet, by name.  Raises ``UnknownName``."""
    covered = chosen("cover", cover, COVERS)
    return Place(
        chosen("formation", formation_a, FORMATIONS),
        chosen("formation", formation_b, FORMATIONS),
        "a" in covered,
        "b" in covered,
        chosen("side", side, SIDES),
        chosen("height", height, HEIGHTS),
    )


def placed(formation_a: str, formation_b: str, cover: str, side: str, height: str) -> str:
    """The same in words, without what is as usual."""
    told = [f"{who} in {form}" for who, form in (("a", formation_a), ("b", formation_b)) if form != "column"]
    told += [f"{who} in cover" for who in COVERS[cover]]
    told += [f"a attacks the {side} first"] if side != "front" else []
    told += [f"a attacks {height}"] if height != "level" else []
    return f": {', '.join(told)}" if told else ""


def duel_of(a: str, b: str, readings: Readings, place: Place = OPEN) -> Duel:
    """The duel of two battalions by name, to be counted out.  Raises ``InvalidValue`` for one that is too large."""
    fought = Duel.of(battalion(a), battalion(b), Reading.of(readings), morale_of(readings), place)
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
    loses, leaves, routed = (_chance(law, what) for what in (loses_orders, leaves_the_field, routs))
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
            Number.of("p_loses_orders", "its orders are cancelled", loses),
            Number.of("p_leaves", "retreat or rout", leaves),
            Number.of("p_rout", "rout", routed),
            Number.of("failures", "failures, on average", law.mean),
            Number.of("p_any_rout", f"at least one of {battalions} routs", any_of(routed, battalions)),
            Number.of("leaving", f"of {battalions} retreat or rout, on average", battalions * leaves),
            Number.of(
                "rally", "KN of the general to put back those who rout, on average", routed * rally_cost(battalions)
            ),
        ),
        (Table("Failures of three dice", rows),),
        rests_on=("standard_bearer",),
    )


def _chance(law: Law, what: Callable[[int], bool]) -> Fraction:
    return law.expect(lambda failed: int(what(failed)))


def _morale(standard_bearer: bool, readings: Readings) -> Law:
    helped = 1 if readings["standard_bearer"] == "one_die" else MORALE_DICE
    return failures(MORALE_DICE, int(standard_bearer), helped)


@question("BA-Q-18", "obedience")
def obedience(
    coward: Annotated[int, "H of Coward, before an attack; 0 = none"] = 2,
    weak: Annotated[int, "H of Weak, before the second order; 0 = none"] = 0,
    undisciplined: Annotated[int, "H of Undisciplined, before a change of formation; 0 = none"] = 0,
    attacker: Annotated[str, "who is to attack"] = "line-infantry",
    target: Annotated[str, "its target"] = "line-infantry",
    bloodthirsty: Annotated[bool, "it is Bloodthirsty: it attacks without orders too"] = False,
    given: Annotated[int, "orders that it got this turn"] = 1,
    *,
    readings: Readings,
) -> Answer:
    """Will an order be executed in spite of a weakness, or an attack be made without one?"""
    ask_whole("given", given, 0, MOST_ORDERS)
    for name, value in (("coward", coward), ("weak", weak), ("undisciplined", undisciplined)):
        ask_whole(name, value, 0, 6)
    one, other = battalion(attacker), battalion(target)
    at = Attack(one, other, formation=at_first(one), target_formation=at_first(other))
    alone = replace(at, ordered=False, unbidden=True)
    law, unbidden = (strike_of(each, Reading.of(readings)).law() for each in (at, alone))
    attacks = bloodthirsty_attacks(given) if bloodthirsty else 0
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
            Number.of("unbidden", f"attacks that it makes without an order, having got {given}", attacks),
            Number.of("unbidden_damage", "damage by them, on average", attacks * unbidden.mean),
        ),
        rests_on=mattering(
            readings,
            lambda reading: [strike_of(each, reading).law() for each in ((at, alone) if attacks else (at,))],
        ),
    )


def obeying(weakness: int) -> Fraction:
    """Chance that an order is carried out in spite of a weakness."""
    return Fraction(sum(obeys(face, weakness) for face in range(1, 7)), 6)


def shot_rulings(one: Battalion, other: Battalion, readings: Readings, formation: int = COLUMN) -> tuple[str, ...]:
    """The rulings on strikes that matter to shots at who comes on, whether it has moved or not."""
    return mattering(
        readings, lambda reading: [shot_at(one, other, reading, moved, formation).law() for moved in (False, True)]
    )


def pace_rulings(formation: int) -> tuple[str, ...]:
    """The rulings that matter to how fast a formation comes on: of those that do, a wedge alone is slower."""
    return ("sk_round",) if formation == WEDGE else ()


def duel_rulings(one: Battalion, other: Battalion, readings: Readings, place: Place = OPEN) -> tuple[str, ...]:
    """The rulings on strikes that matter to a duel, whatever number of warriors is left."""

    def strikes(reading: Reading) -> list[Strike]:
        duel = Duel.of(one, other, reading, place=place)
        return [
            duel.strike(of_b, ordered, n, side)
            for side in dict.fromkeys((FRONT, duel.side))
            for of_b, fighter in ((False, duel.a), (True, duel.b))
            for ordered in (True, False)
            for n in range(1, fighter.one.warriors + 1)
        ]

    flanked = Duel.of(one, other, Reading.of(readings), place=place).side != FRONT
    mattered = mattering(
        readings, lambda reading: [each.law() for each in dict.fromkeys(strikes(reading))], (*STRIKE, *REPLY)
    )
    return (*mattered, *(("flank_turn",) if flanked else ()))
