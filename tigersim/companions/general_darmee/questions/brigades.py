"""Questions about brigades: obedience, tasks carried out, reserves that arrive."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.general_darmee.forces.gains import dice_of, in_vain
from tigersim.companions.general_darmee.forces.orders import Task, find_task, tasks
from tigersim.companions.general_darmee.forces.roster import LIMBERED, Units, read_unit
from tigersim.companions.general_darmee.forces.side import MOST_BRIGADES, Side
from tigersim.companions.general_darmee.odds.adcs import adc_law, free_law
from tigersim.companions.general_darmee.odds.command_rolls import carried_out, number_of, obedience
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules.effects import command_recovers, low_on_ammunition
from tigersim.companions.general_darmee.rules.permissions import find_army, guns_are_free, may_redeploy_guns
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.general_darmee.rules.tasks import (
    AMMUNITION,
    ATTACH,
    COMMAND,
    PREPARATION,
    RESERVE,
    may_be_given,
    order_cost,
)
from tigersim.companions.odds import any_of
from tigersim.companions.question import question
from tigersim.errors import InvalidValue
from tigersim.statistics.law import Law

Attach = Annotated[bool, "attach one more ADC to the brigade when there is one"]


@question("GA-Q-05", "obey")
def obey(
    steady: Annotated[int, "steady brigades that all should obey", (0, MOST_BRIGADES)] = 5,
    attached: Annotated[int, "how many of them have an ADC attached"] = 0,
    faltering: Annotated[int, "Faltering brigades that should obey too", (0, MOST_BRIGADES)] = 0,
    *,
    readings: Readings,
) -> Answer:
    """Will a brigade obey, and what is an attached ADC worth?"""
    ask_whole("attached", attached, 0, steady)
    reading = Reading.of(readings)
    alone, helped = obedience(reading), obedience(reading, attached=True)
    weak, weak_helped = obedience(reading, True), obedience(reading, True, True)
    everyone = [helped] * attached + [alone] * (steady - attached) + [weak] * faltering
    law, columns = number_of([1 - p for p in everyone]), ("Hesitant", "probability", "this or more")
    return Answer(
        f"Command Rolls of {steady} steady brigades, {attached} with an attached ADC, and {faltering} Faltering ones",
        (
            Number.of("p_obeys", "a steady brigade obeys", alone),
            Number.of("p_obeys_attached", "it obeys with an attached ADC", helped),
            Number.of("gain", "what the ADC adds to that", helped - alone),
            Number.of("p_faltering_obeys", "a Faltering brigade obeys", weak),
            Number.of("p_faltering_obeys_attached", "it obeys with an attached ADC", weak_helped),
            Number.of("p_all_obey", "all of them obey", prod(everyone, start=Fraction(1))),
            Number.of("expected_hesitant", "brigades that hesitate, on average", sum(1 - p for p in everyone)),
        ),
        (Table.of_law("How many hesitate", law, columns, range(len(everyone) + 1)),),
        rests_on=asking.ROLL,
    )


@question("GA-Q-06", "task")
def task(
    task: Annotated[str, "name of the task, as forward, assault or command"] = "forward",
    brigades: asking.Brigades = 5,
    off_table: asking.OffTable = 0,
    faltering: Annotated[int, "Faltering brigades on the table, which take their ADCs first"] = 0,
    attach: Attach = True,
    unit: Annotated[str, "unit that it is for, as 'artillery low casualties 2'; empty: one that gains by it"] = "",
    army: asking.Army = "french",
    *,
    readings: Readings,
) -> Answer:
    """Will a planned task be carried out this turn, and does it do anything for a unit?"""
    found, reading = find_task(task), Reading.of(readings)
    units = (read_unit(unit),) if unit else ()
    if found.code in (RESERVE, ATTACH):
        allowed = ", ".join(name for name, one in tasks().items() if one.code not in (RESERVE, ATTACH))
        raise InvalidValue("task", task, f"{allowed}; reserves have a question of their own")
    law = free_law(adc_law(Side(brigades, 0, off_table, faltering), reading), faltering)
    needs = found.needs_obedience and (found.code != PREPARATION or reading.preparation_obeys)
    command = found.code == COMMAND
    alone = obedience(reading, command=command) if needs else Fraction(1)
    helped = obedience(reading, attached=attach, command=command) if needs else Fraction(1)
    done = carried_out(law, found.cost, alone, helped)
    vain = in_vain(found.code, units)
    guns = (*asking.STEADY_ROLL, "guns_order") if any(one.is_battery for one in units) else ()
    rolls = obedience(reading, command=command), obedience(reading, attached=attach, command=command)
    passed = carried_out(law, found.cost, rolls[0] if reading.guns_by_any else Fraction(0), rolls[1])
    if not (attach or reading.guns_by_any):
        passed = Fraction(0)
    return Answer(
        f"{found.title} with {brigades} brigades on the table, {faltering} of them Faltering, and {off_table} off it",
        (
            Number.of("cost", "ADCs that it takes", found.cost),
            Number.of("p_paid", "they are there", law.at_least(found.cost)),
            Number.of("p_carried_out", "it is paid and obeyed", done),
            *_for_unit(found, units, done, vain),
            *_guns(units, find_army(army), passed),
        ),
        findings=(f"Its effect: {found.effect}.", *((f"In vain: {vain}.",) if vain else ())),
        rests_on=tuple(dict.fromkeys((*asking.POOL, *_obedience_of(found), *guns))),
    )


def _for_unit(task: Task, units: Units, done: Fraction, vain: str) -> Iterator[Number]:
    """What a task that is carried out so often does for a unit."""
    if units:
        yield Number.of("p_gains", "the unit gains by it", 0 if vain else done)
    if dice := dice_of(task.code, units):
        yield Number.of("casualty_dice", "Casualty Dice that a unit gains by it", dice)
        yield Number.of("expected_dice", "Casualty Dice, on average", done * dice)
    for one in units:
        if task.code == COMMAND:
            back = command_recovers(one.casualties, one.is_battery)
            yield Number.of("recovered", "casualties that come back if it is obeyed", back)
        elif task.code == AMMUNITION and one.is_battery:
            low = [low_on_ammunition(one.has("low"), obeyed) for obeyed in (False, True)]
            still = (1 - done) * low[False] + done * low[True]
            yield Number.of("p_still_low", "its guns are low on ammunition afterwards", still)


def _guns(units: Units, army: str, passed: Fraction) -> Iterator[Number]:
    """The chance that guns may limber and move, by the chance that their order is obeyed."""
    for one in units:
        if one.is_battery:
            free, limbered, horse = guns_are_free(army), one.has(LIMBERED), one.has("horse")
            may = [may_redeploy_guns(free, told, limbered, horse) for told in (False, True)]
            p = (1 - passed) * may[False] + passed * may[True]
            yield Number.of("p_guns", "its guns may limber and move", p)


def _obedience_of(task: Task) -> tuple[str, ...]:
    """The rulings that say whether a task is obeyed."""
    if task.code == COMMAND:
        return asking.COMMAND_ROLL
    if task.code == PREPARATION:
        return (*asking.STEADY_ROLL, "artillery_prep_needs_obey")
    return asking.STEADY_ROLL if task.needs_obedience else ()


WHERE = {"off table": True, "on table": False}
WITH = {"nothing": (), "assault": ("assault",), "forward": ("forward",), "both": ("assault", "forward")}


@question("GA-Q-11", "reserve")
def reserve(
    brigades: Annotated[int, "brigades on the table, reserves there included"] = 4,
    off_table: asking.OffTable = 1,
    where: Annotated[str, "where the reserve stands: off table or on table"] = "off table",
    order: Annotated[str, "what it gets with it: nothing, assault, forward or both"] = "nothing",
    attach: Attach = False,
    turns: Annotated[int, "within how many turns it should arrive", (1, asking.MOST_TURNS)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """When does a reserve arrive?"""
    off, given = chosen("place of a reserve", where, WHERE), chosen("order of a reserve", order, WITH)
    if not (off_table if off else brigades):
        raise InvalidValue("off_table" if off else "brigades", 0, f"from 1: the reserve stands {where}")
    reading = Reading.of(readings)
    law = adc_law(Side(brigades, 0, off_table), reading)
    cost = order_cost(find_task("reserve").cost, True, off, False)
    cost += sum(order_cost(find_task(name).cost, False, off, True) for name in given)
    helped = attach and may_be_given(ATTACH, True, True, reading.attach_reserve)
    each = _enters(law, cost, helped, reading)
    rows = [{"turn": turn, "arrived by then": any_of(each, turn)} for turn in range(1, turns + 1)]
    wait = (Number.of("expected_turns", "turns until it arrives, on average", 1 / each),) if each else ()
    return Answer(
        f"A reserve {where}, {brigades} brigades on the table and {off_table} off it",
        (
            Number.of("cost", "ADCs that it takes each turn", cost),
            Number.of("p_turn", "it arrives in a turn", each),
            Number.of("p_within", f"it arrives within {turns} turns", any_of(each, turns)),
            *wait,
        ),
        (Table("Turn by turn", rows),),
        rests_on=(*asking.POOL, *asking.STEADY_ROLL, "reserve_rolls_on_commit", "attach_reserve"),
    )


def _enters(law: Law[int], cost: int, attach: bool, reading: Reading) -> Fraction:
    """Probability that a reserve is paid for and enters in one turn."""
    if not reading.reserve_rolls:
        return law.at_least(cost)
    return carried_out(law, cost, obedience(reading), obedience(reading, attached=attach))
