"""Questions about single tasks: Recon!, Forward!, assaults, and bundles of tasks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.general_darmee.forces.engagement import Commander
from tigersim.companions.general_darmee.forces.gains import dice_of, orders_in_vain, units_of
from tigersim.companions.general_darmee.forces.orders import Order, breaches, cost_of, read_orders
from tigersim.companions.general_darmee.forces.roster import number_of_brigade, read_roster
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.odds.command_rolls import (
    cards_left,
    mean_turns_to_uncover,
    sum_at_least,
    uncovers,
)
from tigersim.companions.general_darmee.odds.turn import guns_moving, needs_obedience, obeying
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules import effects
from tigersim.companions.general_darmee.rules.permissions import find_army, may_move_in_assault
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.general_darmee.rules.tasks import ASSAULT, COMMAND, PREPARATION, REDEPLOY, RESERVE
from tigersim.companions.question import question
from tigersim.errors import InvalidValue
from tigersim.statistics.law import Law

MOST_CARDS = 12


@question("GA-Q-10", "recon")
def recon(
    brigades: asking.Brigades = 3,
    off_table: asking.OffTable = 0,
    cover: asking.Cover = "open",
    cards: Annotated[int, "enemy cards of the Fog of War that are to be uncovered", (1, MOST_CARDS)] = 1,
    turns: Annotated[int, "within how many turns", (1, asking.MOST_TURNS)] = 1,
    adc_at_hand: Annotated[bool, "there is always an ADC to send, whatever the dice say"] = False,
    *,
    readings: Readings,
) -> Answer:
    """Does reconnaissance succeed?"""
    reading = Reading.of(readings)
    p = uncovers(reading, *asking.find_cover(cover))
    law = Law.sure(reading.divisions) if adc_at_hand else adc_law(Side(brigades, 0, off_table), reading)
    left = cards_left(cards, turns, law, reading.divisions, p)
    wait = mean_turns_to_uncover(cards, law, reading.divisions, p)
    rows = [{"uncovered": cards - k, "probability": left[k]} for k in range(cards, -1, -1)]
    uncovered = cards - left.mean
    return Answer(
        f"Recon! of {cards} cards, {cover}, within {turns} turns",
        (
            Number.of("p_attempt", "one Recon! uncovers its card", p),
            Number.of("p_any", "at least one card is uncovered", 1 - left[cards]),
            Number.of("p_all", "all cards are uncovered", left[0]),
            Number.of("expected_uncovered", "cards uncovered, on average", uncovered),
            *(() if wait is None else (Number.of("expected_turns", "turns until all are, on average", wait),)),
        ),
        (Table("Cards uncovered", rows),),
        rests_on=(*asking.POOL, "recon_cover_stacks", "divisions"),
    )


@question("GA-Q-12", "forward")
def forward(
    distance: Annotated[int, "how much farther a unit should get, in the units of the ruling"] = 14,
    *,
    readings: Readings,
) -> Answer:
    """How far does Forward! carry?"""
    ask_whole("distance", distance, 0, asking.MOST_DISTANCE)
    reading = Reading.of(readings)
    dice = {
        "move": effects.forward_dice(False, reading.units),
        "charge": effects.forward_dice(True, reading.units),
        "turn": effects.forward_dice_in_all(reading.units, reading.both_bonuses),
    }
    words = {"move": "of a move", "charge": "of a charge", "turn": "of all that a unit may use in one turn"}
    numbers = [
        number
        for key, n in dice.items()
        for number in (
            Number.of(f"p_{key}", f"the bonus {words[key]}, {n}D6, is {distance} or more", sum_at_least(n, distance)),
            Number.of(f"expected_{key}", "its mean", Fraction(7 * n, 2)),
            Number.of(f"variance_{key}", "its variance", Fraction(35 * n, 12)),
        )
    ]
    return Answer(f"Forward! by {distance} {reading.unit} or more", tuple(numbers), rests_on=("units", "forward_mode"))


@question("GA-Q-14", "assault")
def assault(
    distance: Annotated[int, "distance to the enemy when the order is obeyed, in the units of the ruling"] = 40,
    threatened: Annotated[
        int, "in how many turns, the first ones, it is charged or threatened and need not advance"
    ] = 0,
    *,
    readings: Readings,
) -> Answer:
    """How many turns does an assault take at the slowest pace that is legal?"""
    ask_whole("distance", distance, 0, asking.MOST_DISTANCE)
    ask_whole("threatened", threatened, 0, asking.MOST_TURNS)
    reading = Reading.of(readings)
    path, reach = [distance], effects.VOLLEY_RANGE[reading.units]
    while path[-1] > reach:
        path.append(effects.distance_after(path[-1], reading.units, len(path) <= threatened))
    rows = [
        {"turn": turn, "distance": left, "may go back": "yes" if may_move_in_assault(True, left, reach) else "no"}
        for turn, left in enumerate(path)
    ]
    return Answer(
        f"An assault from {distance} {reading.unit}",
        (Number.of("turns", "turns until a unit is in volley range, at the slowest", len(path) - 1),),
        (Table("Turn by turn", rows),),
        rests_on=("units",),
    )


@question("GA-Q-18", "bundle")
def bundle(
    orders: Annotated[str, "tasks and the brigades that get them"] = "forward 1, forward 2, attach 1, attach 2, recon",
    brigades: Annotated[int, "brigades in line, numbered from 1"] = 8,
    reserves: Annotated[int, "brigades in reserve on the table, numbered after them"] = 0,
    off_table: Annotated[int, "brigades off the table, numbered last"] = 0,
    faltering: Annotated[int, "how many in line are Faltering, the last ones: an ADC for each comes first"] = 0,
    roster: Annotated[str, "units of the brigades, as '1 infantry line, 3 artillery low casualties 2'"] = "",
    army: asking.Army = "french",
    standing: Annotated[str, "brigades whose Assault! stands from an earlier turn, as 1,3"] = "",
    *,
    readings: Readings,
) -> Answer:
    """Is a bundle of tasks legal, can it be paid, and will it be obeyed?"""
    reading = Reading.of(readings)
    side = Side(brigades, reserves, off_table, faltering)
    told = read_orders(orders, side)
    units = read_roster(roster, side.count)
    assaulting = _standing(standing, side)
    reserves_first = sorted(told, key=lambda order: order.task.code != RESERVE)
    wrong = breaches(reserves_first, side, reading.divisions, reading.attach_reserve)
    cost = cost_of(told, side) + faltering
    paid = adc_law(side, reading).at_least(cost)
    chances = obeying(side, list(told), frozenset(), reading)
    who = {order.brigade for order in told if needs_obedience(order, reading)}
    obeyed = Fraction(0) if wrong else prod([chances[brigade] for brigade in who], start=Fraction(1))
    dice = sum(dice_of(order.task.code, units_of(order, told, units)) for order in told)
    guns = list(guns_moving(Commander(side, told, roster=units, army=find_army(army)), told, chances, reading))
    rows = [
        {
            "brigade": brigade,
            "orders": ", ".join(order.task.name for order in told if order.brigade == brigade),
            "obeys": chances.get(brigade, Fraction(0)),
        }
        for brigade in sorted({order.brigade for order in told if order.brigade})
    ]
    return Answer(
        f"{orders}: {side.count} brigades, {faltering} Faltering",
        (
            Number.of("cost", "ADCs that it takes, with those of Faltering brigades", cost),
            Number.of("legal", "1: the rules allow it; 0: they do not", int(not wrong)),
            Number.of("p_affordable", "it can be paid, legal or not", paid),
            Number.of("p_all_obey", "if it is legal and paid: every brigade that must obey does", obeyed),
            Number.of("p_paid_and_obeyed", "it is legal, paid and obeyed", paid * obeyed),
            *((Number.of("casualty_dice", "Casualty Dice that it brings if all obey", dice),) if dice else ()),
            *((Number.of("guns", "batteries that may limber and move if it is paid", sum(guns)),) if guns else ()),
        ),
        (Table("Brigades with orders, if all is paid", rows),) if rows else (),
        findings=(
            *(f"Not legal. {one}." for one in wrong),
            *(f"In vain. {one}." for one in orders_in_vain(told, units)),
            *_assaults(told, assaulting),
        ),
        rests_on=(*asking.POOL, "divisions", "attach_reserve", *_rolls(told, side), *(("guns_order",) if guns else ())),
    )


def _rolls(told: tuple[Order, ...], side: Side) -> tuple[str, ...]:
    """The rulings that say whether a bundle is obeyed."""
    codes = {order.task.code for order in told}
    return (
        *(asking.ROLL if side.faltering else asking.STEADY_ROLL),
        *(("reserve_rolls_on_commit",) if RESERVE in codes else ()),
        *(("artillery_prep_needs_obey",) if PREPARATION in codes else ()),
        *(("command_reroll_before_obey", "max_rerolls") if COMMAND in codes else ()),
    )


def _standing(text: str, side: Side) -> tuple[int, ...]:
    """Brigades from text.  Raises ``InvalidValue``."""
    found = [number_of_brigade(part.strip(), side.count) for part in text.split(",") if part.strip()]
    if None in found:
        raise InvalidValue("standing", text, f"numbers of brigades, 1 to {side.count}, with commas")
    return tuple(brigade for brigade in found if brigade is not None)


def _assaults(told: tuple[Order, ...], assaulting: tuple[int, ...]) -> Iterator[str]:
    """What becomes of the assaults that stand."""
    for brigade in assaulting:
        given = {order.task.code for order in told if order.brigade == brigade}
        anew, elsewhere = ASSAULT in given, REDEPLOY in given
        if effects.order_stands(True, False, anew, elsewhere):
            yield f"The Assault! of brigade {brigade} stands and takes no ADC."
        elif anew:
            yield f"assault {brigade}: one stands already, so this is a new objective, paid for anew."
        else:
            yield f"redeploy {brigade}: its Assault! may be cancelled with it."
