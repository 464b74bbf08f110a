"""Questions about a whole turn: phases, what a unit may do, charges, cards under fire."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.general_darmee.forces.gains import charges, dice_of, moves_farther, prepares
from tigersim.companions.general_darmee.forces.orders import find_task
from tigersim.companions.general_darmee.forces.phases import phases
from tigersim.companions.general_darmee.forces.roster import LIMBERED, Unit, read_unit
from tigersim.companions.general_darmee.forces.side import MOST_BRIGADES, Side
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.odds.command_rolls import obedience
from tigersim.companions.general_darmee.odds.initiative import rolled_penalties, struggle
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules import permissions
from tigersim.companions.general_darmee.rules.effects import VOLLEY_RANGE
from tigersim.companions.general_darmee.rules.fog import after_fire, placed
from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN, penalty
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.general_darmee.rules.tasks import ASSAULT, ATTACH, COMMAND, FORWARD, PREPARATION
from tigersim.companions.general_darmee.rules.turn import first_to_act, first_to_charge, may_fire, may_move
from tigersim.companions.question import question
from tigersim.errors import InvalidValue
from tigersim.statistics.law import Law

SIDES = {"own": OWN, "enemy": ENEMY}
FIRST = {OWN: "we", ENEMY: "the enemy", NOBODY: "both at once"}
MOST_UNITS = 12


@question("GA-Q-22", "turn")
def turn_order(active: Annotated[str, "who has the initiative: own or enemy"] = "own", *, readings: Readings) -> Answer:
    """What happens in a turn, and who comes first?"""
    side = chosen("Active player", active, SIDES)
    rows = [
        {"phase": k, "name": phase.title, "first": FIRST[first_to_act(phase.together, side)], "step": step}
        for k, phase in enumerate(phases(), 1)
        for step in phase.steps
    ]
    return Answer("The phases of a turn", tables=(Table(f"{active} side Active", rows),))


@question("GA-Q-23", "unit")
def unit(
    unit: Annotated[str, "the unit, as 'infantry line recruits' or 'artillery low casualties 2'"] = "artillery",
    orders: Annotated[str, "tasks that its brigade was given and obeys, as 'attach, forward'"] = "attach, forward",
    army: asking.Army = "austrian",
    distance: Annotated[int, "its distance to the enemy, in the units of the ruling", (0, asking.MOST_DISTANCE)] = 40,
    charged: Annotated[bool, "a charge has involved it this turn, in whatever part"] = False,
    *,
    readings: Readings,
) -> Answer:
    """What may a unit do this turn?"""
    one, reading, of = read_unit(unit), Reading.of(readings), permissions.find_army(army)
    tasks = [find_task(name) for name in orders.split(",") if name.strip()]
    if away := [task.name for task in tasks if not task.on_brigade]:
        raise InvalidValue("orders", orders, f"tasks of a brigade, not {', '.join(away)}")
    codes = frozenset(task.code for task in tasks)
    return Answer(
        f"What {unit} of the {of} army may do under: {orders or 'no orders'}",
        tuple(_may(one, codes, of, distance, charged, reading)),
        rests_on=("units", "guns_order"),
    )


def _may(
    one: Unit, codes: frozenset[int], army: str, distance: int, charged: bool, reading: Reading
) -> Iterator[Number]:
    """What a unit may do: 1 or 0 each."""
    forward, assault = FORWARD in codes, ASSAULT in codes
    moves = may_move(charged)
    yield Number.of("may_move", "1: it may move or change formation; 0: not", int(moves))
    passed = permissions.order_for_guns(ATTACH in codes, bool(codes), True, reading.guns_by_any)
    if one.is_battery:
        redeploys = permissions.may_redeploy_guns(
            permissions.guns_are_free(army), passed, one.has(LIMBERED), one.has("horse")
        )
        yield Number.of("may_redeploy", "its guns may limber and move", int(moves and redeploys))
    if forward:
        yield Number.of("forward", "Forward! lengthens its move or charge", int(moves_farther(one)))
    fires = [may_fire(charged, forward, one.deployed and stays) for stays in (False, True)]
    yield Number.of("may_fire", "it may fire, wherever it goes", int(fires[False]))
    yield Number.of("may_fire_in_place", "it may fire if it stays where it is", int(fires[True]))
    if assault:
        back = permissions.may_move_in_assault(True, distance, VOLLEY_RANGE[reading.units])
        yield Number.of("may_charge", "it may charge under Assault!", int(charges(one)))
        yield Number.of("may_go_back", "it may go back of its own will", int(moves and back))
    if PREPARATION in codes:
        yield Number.of("may_prepare", "it may fire the preparation", int(prepares(one)))
    joins = permissions.brigadier_may_join_charge(army, COMMAND in codes)
    yield Number.of("brigadier_joins", "its brigadier may join it in a charge by Command!", int(joins))
    yield Number.of("casualty_dice", "Casualty Dice that it gains", sum(dice_of(code, (one,)) for code in codes))


@question("GA-Q-24", "charge-first")
def charge_first(
    brigades: Annotated[int, "our brigades in line, all steady"] = 5,
    enemy_brigades: Annotated[int, "enemy brigades in line, all steady"] = 5,
    command: Annotated[bool, "our brigade that charges gets Command! if it can be paid"] = True,
    enemy_command: Annotated[bool, "so does the enemy brigade against it"] = False,
    holder: asking.Holder = "nobody",
    *,
    readings: Readings,
) -> Answer:
    """Which of two brigades charges first?

    Command! that is obeyed goes before the initiative; the brigade that hesitates under it makes the initiative worse.
    """
    reading, last = Reading.of(readings), asking.find_holder(holder)
    sides = [
        _commanded(Side(count), told, reading) for count, told in ((brigades, command), (enemy_brigades, enemy_command))
    ]
    first = initiative = Fraction(0)
    for ((own, a), p), ((enemy, b), q) in product(*sides):
        ahead = struggle(a - b).of(last)
        initiative += p * q * ahead
        for active, share in ((OWN, ahead), (ENEMY, 1 - ahead)):
            first += p * q * share * (first_to_charge(active, own, enemy) == OWN)
    return Answer(
        f"Which brigade charges first, of {brigades} and of {enemy_brigades}",
        (
            Number.of("p_first", "ours charges first", first),
            Number.of("p_initiative", "we have the initiative", initiative),
            Number.of("p_command", "our Command! is paid and obeyed", sides[0].chance(lambda rolled: rolled[0])),
            Number.of("p_enemy_command", "the enemy's is", sides[1].chance(lambda rolled: rolled[0])),
        ),
        rests_on=(*asking.POOL, *asking.COMMAND_ROLL),
    )


def _commanded(side: Side, command: bool, reading: Reading) -> Law[tuple[bool, int]]:
    """Whether Command! is paid and obeyed, and what the side takes off its initiative."""
    if side.line < 1:
        raise InvalidValue("brigades", side.line, f"1 to {MOST_BRIGADES}")
    paid = adc_law(side, reading).at_least(find_task("command").cost) if command else Fraction(0)
    others, hesitates = rolled_penalties(side.line - 1, 0, 0, reading), penalty(1, 0, 0, 0)

    def rolled(given: int) -> Law[tuple[bool, int]]:
        return Law.trial(obedience(reading, command=bool(given))).map(
            lambda obeyed: (bool(given and obeyed), 0 if obeyed else hesitates)
        )

    return Law.trial(paid).then(rolled).then(lambda own: others.map(lambda off: (own[0], own[1] + off)))


@question("GA-Q-25", "card-under-fire")
def card_under_fire(
    casualties: Annotated[str, "casualties that each fire at the card causes, as 1,0,2"] = "1,0,2",
    discipline_test: Annotated[bool, "the last fire would call for a Discipline test"] = False,
    units: Annotated[int, "units that the card hides", (1, MOST_UNITS)] = 3,
    shares: Annotated[str, "casualties of each unit as their owner shares them out, as 3,0,0; empty: not decided"] = "",
    *,
    readings: Readings,
) -> Answer:
    """What becomes of a card of the Fog of War under fire?"""
    fires = asking.numbers("casualties", casualties)
    noted, uncovered = 0, False
    for k, lost in enumerate(fires, 1):
        noted, uncovered = after_fire(noted, lost, discipline_test and k == len(fires))
    ask_whole("casualties in all", noted, 0, asking.MOST_NUMBERS)
    told = placed(noted, asking.numbers("shares", shares)) if shares.strip() else ()
    if told and len(told) != units:
        raise InvalidValue("shares", shares, f"{units} numbers, one of each unit")
    rows = [{"unit": k, "casualties": one} for k, one in enumerate(told, 1)]
    fate = "The card goes and its units are placed, without a Discipline test." if uncovered else "The card stays."
    return Answer(
        f"A card with {units} units under {len(fires)} fires",
        (
            Number.of("noted", "casualties that are noted for it", noted),
            Number.of("placed", "1: its units are placed; 0: it stays", int(uncovered)),
            Number.of("ways", "ways in which their owner may share them out", comb(noted + units - 1, units - 1)),
            Number.of("least_worst", "casualties that the worst unit has at least", -(-noted // units)),
        ),
        (Table("Units when they are placed", rows),) if rows else (),
        findings=(fate,),
    )
