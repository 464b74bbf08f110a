"""Questions about ADCs: how many there are, what they pay, what losses change."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.general_darmee.forces.side import MOST_BRIGADES, Side
from tigersim.companions.general_darmee.odds.adcs import (
    adc_law,
    double_six,
    free_law,
    further_pairs,
    mean_fled,
    mean_tasks,
)
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules.availability import OFF, ON_TABLE, SEPARATE
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.question import question
from tigersim.errors import InvalidValue

MOST_COST = 40


@question("GA-Q-01", "adcs")
def adcs(
    brigades: asking.Brigades = 5,
    off_table: asking.OffTable = 0,
    wanted: Annotated[int, "number of ADCs that is wanted", (0, MOST_COST)] = 4,
    *,
    readings: Readings,
) -> Answer:
    """How many ADCs are available this turn?"""
    reading = Reading.of(readings)
    side = Side(brigades, 0, off_table)
    law = adc_law(side, reading)
    dice = sum(side.dice(reading))
    return Answer(
        f"ADCs of {brigades} brigades on the table and {off_table} off it",
        (
            Number.of("expected_adcs", "ADCs on average", law.mean),
            Number.of("variance_adcs", "variance of their number", law.variance),
            Number.of("p_none", "none is available", law[0]),
            Number.of("p_more_than_all", "more than were rolled for, by a double six", law.at_least(dice + 1)),
            Number.of("p_at_least", f"{wanted} or more are available", law.at_least(wanted)),
        ),
        (Table.of_law("How many there are", law, ("ADCs", "probability", "this or more"), range(law.most + 1)),),
        rests_on=asking.POOL,
    )


@question("GA-Q-02", "double-six")
def double(brigades: asking.Brigades = 5, off_table: asking.OffTable = 0, *, readings: Readings) -> Answer:
    """How often does the double six help?"""
    reading = Reading.of(readings)
    side = Side(brigades, 0, off_table)
    on, off = side.dice(reading)
    groups = {SEPARATE: (on, off), ON_TABLE: (on,)}.get(reading.pool, (on + off,))
    none = Fraction(1)
    for dice in groups:
        none *= 1 - double_six(dice)
    successes, further = Fraction(2 * on + off, 3), sum((further_pairs(dice) for dice in groups), Fraction(0))
    return Answer(
        f"Double sixes of {on} dice on the table and {off} off it",
        (
            Number.of("p_double_six", "a double six falls and brings an ADC", 0 if reading.extra == OFF else 1 - none),
            Number.of("expected_extra", "ADCs that it brings, on average", adc_law(side, reading).mean - successes),
            Number.of("expected_further", "pairs of sixes beyond the first, on average", further),
        ),
        rests_on=asking.POOL,
    )


@question("GA-Q-03", "afford")
def afford(
    brigades: asking.Brigades = 5,
    off_table: asking.OffTable = 0,
    cost: Annotated[int, "ADCs that the wanted tasks take together", (1, MOST_COST)] = 4,
    each: Annotated[int, "cost of one task, to see how many such can be paid", (1, MOST_COST)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """What can be afforded this turn?"""
    law = adc_law(Side(brigades, 0, off_table), Reading.of(readings))
    costs = range(1, law.most + 1)
    rows = [{"cost": c, "can be paid": law.at_least(c), "how many of them": mean_tasks(law, c)} for c in costs]
    return Answer(
        f"What {brigades} brigades on the table and {off_table} off it can pay",
        (
            Number.of("p_affordable", f"tasks that cost {cost} together can be paid", law.at_least(cost)),
            Number.of("expected_tasks", f"tasks that cost {each} each, on average", mean_tasks(law, each)),
        ),
        (Table("By cost", rows),),
        rests_on=asking.POOL,
    )


@question("GA-Q-04", "faltering")
def faltering(
    brigades: asking.Brigades = 5,
    off_table: asking.OffTable = 0,
    faltering: Annotated[int, "how many of the brigades on the table are Faltering"] = 2,
    *,
    readings: Readings,
) -> Answer:
    """Can the Faltering brigades be held?"""
    reading = Reading.of(readings)
    law = adc_law(Side(brigades, 0, off_table, faltering), reading)
    fled = mean_fled(law, faltering, reading.shortfall)
    return Answer(
        f"Divisional Morale! for {faltering} of {brigades} brigades on the table, {off_table} off it",
        (
            Number.of("p_shortfall", "there are fewer ADCs than Faltering brigades", 1 - law.at_least(faltering)),
            Number.of("expected_fled", "brigades that get Sauve qui peut! for it, on average", fled),
            Number.of("expected_free", "ADCs left for other tasks, on average", free_law(law, faltering).mean),
        ),
        rests_on=(*asking.POOL, "morale_shortfall"),
    )


@question("GA-Q-16", "lost-adcs")
def lost(
    brigades: Annotated[int, "brigades on the table before the losses"] = 6,
    off_table: asking.OffTable = 0,
    lost: Annotated[int, "brigades that have fled, each with its ADC for good"] = 1,
    each: Annotated[int, "cost of one task, to see how many such are lost", (1, MOST_COST)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """What does the loss of ADCs cost?"""
    ask_whole("lost", lost, 0, brigades)
    reading = Reading.of(readings)
    full = adc_law(Side(brigades, 0, off_table), reading)
    if lost == brigades + off_table:
        raise InvalidValue("lost", lost, f"a whole number from 0 to {brigades + off_table - 1}: one brigade is left")
    left = adc_law(Side(brigades - lost, 0, off_table), reading)
    fewer = mean_tasks(full, each) - mean_tasks(left, each)
    return Answer(
        f"{lost} of {brigades} ADCs on the table lost for good, {off_table} off it",
        (
            Number.of("expected_lost", "ADCs fewer in a turn, on average", full.mean - left.mean),
            Number.of("expected_tasks_lost", f"tasks that cost {each} fewer in a turn, on average", fewer),
            Number.of("expected_left", "ADCs that are still there in a turn, on average", left.mean),
        ),
        rests_on=asking.POOL,
    )


@question("GA-Q-17", "entering")
def entering(
    brigades: Annotated[int, "brigades on the table before one enters"] = 4,
    off_table: Annotated[int, "brigades off the table before one enters", (1, MOST_BRIGADES)] = 1,
    cost: Annotated[int, "ADCs that the wanted tasks take together", (1, MOST_COST)] = 3,
    *,
    readings: Readings,
) -> Answer:
    """What changes when a brigade enters the table?"""
    reading = Reading.of(readings)
    before = adc_law(Side(brigades, 0, off_table), reading)
    after = adc_law(Side(brigades + 1, 0, off_table - 1), reading)
    return Answer(
        f"From {brigades} brigades on the table and {off_table} off it to {brigades + 1} and {off_table - 1}",
        (
            Number.of("expected_gain", "ADCs more in a turn, on average", after.mean - before.mean),
            Number.of("p_before", f"tasks that cost {cost} can be paid before", before.at_least(cost)),
            Number.of("p_after", f"tasks that cost {cost} can be paid after", after.at_least(cost)),
        ),
        rests_on=asking.POOL,
    )
