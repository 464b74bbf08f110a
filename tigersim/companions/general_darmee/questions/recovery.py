"""Questions about the tasks that bring casualties back: Glory! and Command!."""

from __future__ import annotations

from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import chosen
from tigersim.companions.general_darmee.forces.orders import find_task
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.odds.command_rolls import carried_out, obedience
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.questions.brigades import Attach
from tigersim.companions.general_darmee.rules.effects import command_recovers, glory_recovers
from tigersim.companions.general_darmee.rules.permissions import brigadier_may_join_charge, find_army
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.odds import any_of
from tigersim.companions.question import question
from tigersim.errors import InvalidValue
from tigersim.statistics.law import D6


@question("GA-Q-13", "glory")
def glory(
    brigades: asking.Brigades = 4,
    off_table: asking.OffTable = 0,
    arm: Annotated[str, "unit that the brigadier is with: infantry or cavalry"] = "infantry",
    casualties: Annotated[int, "casualties of that unit", (0, 100)] = 1,
    attach: Attach = False,
    *,
    readings: Readings,
) -> Answer:
    """What does Glory! restore?"""
    infantry = chosen("arm", arm, {"infantry": True, "cavalry": False})
    reading = Reading.of(readings)
    law = adc_law(Side(brigades, 0, off_table), reading)
    cost = find_task("glory").cost
    good = D6.expect(lambda die: glory_recovers(die, infantry, 1))
    alone, helped = obedience(reading), obedience(reading, attached=attach)
    obeyed = carried_out(law, cost, alone, helped)
    back = min(reading.glory, casualties)
    return Answer(
        f"Glory! for {arm} with {casualties} casualties, {brigades} brigades on the table and {off_table} off it",
        (
            Number.of("p_obeys", "the brigade obeys, given its one ADC: one more die in melee", alone),
            Number.of("p_given_adc", "casualties come back, given that ADC", alone * good if back else 0),
            Number.of("p_recovers", "casualties come back", obeyed * good if back else 0),
            Number.of("expected_recovered", "casualties that come back, on average", obeyed * good * back),
        ),
        rests_on=(*asking.POOL, *asking.STEADY_ROLL, "glory_recovers"),
    )


@question("GA-Q-15", "command")
def command(
    brigades: asking.Brigades = 6,
    off_table: asking.OffTable = 0,
    casualties: Annotated[str, "casualties of the brigade's units, artillery left out, as 2,1,0,4"] = "2,1,0,4",
    attach: Attach = False,
    turns: Annotated[int, "within how many turns it should be payable", (1, asking.MOST_TURNS)] = 3,
    army: asking.Army = "french",
    *,
    readings: Readings,
) -> Answer:
    """What does Command! give?"""
    units = _casualties(casualties)
    reading = Reading.of(readings)
    law = adc_law(Side(brigades, 0, off_table), reading)
    cost = find_task("command").cost
    alone, helped = obedience(reading, command=True), obedience(reading, attached=attach, command=True)
    paid = law.at_least(cost)
    works = carried_out(law, cost, alone, helped)
    back = [command_recovers(one, False) for one in units]
    joins = "may" if brigadier_may_join_charge(find_army(army), True) else "may not, in this army,"
    gains = enumerate(zip(units, back, strict=True), 1)
    rows = [{"unit": k, "before": one, "after": one - gain} for k, (one, gain) in gains]
    return Answer(
        f"Command! with {brigades} brigades on the table and {off_table} off it",
        (
            Number.of("p_affordable", f"its {cost} ADCs are there", paid),
            Number.of("p_obeys", "the brigade then obeys, without another ADC attached", alone),
            Number.of("p_takes_effect", "it is paid and obeyed this turn", works),
            Number.of("p_affordable_within", f"it can be paid in one of {turns} turns", any_of(paid, turns)),
            Number.of("recovered", "casualties that come back if it is obeyed", sum(back)),
            Number.of("expected_recovered", "casualties that come back, on average", works * sum(back)),
        ),
        (Table("Units of the brigade, if it obeys", rows),),
        findings=(f"If it obeys, its brigadier {joins} join a unit that charges.",),
        rests_on=(*asking.POOL, *asking.COMMAND_ROLL),
    )


def _casualties(text: str) -> list[int]:
    """Numbers from text.  Raises ``InvalidValue``."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() for part in parts):
        raise InvalidValue("casualties", text, "whole numbers from 0 with commas, as 2,1,0,4")
    return [int(part) for part in parts]
