"""Questions about the initiative: one turn, several turns, before the Command Rolls."""

from __future__ import annotations

from typing import Annotated, Any

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, ask_wholes
from tigersim.companions.general_darmee.forces.side import MOST_BRIGADES
from tigersim.companions.general_darmee.odds.initiative import Struggle, mixed, rolled_penalties, struggle
from tigersim.companions.general_darmee.questions import asking
from tigersim.companions.general_darmee.rules.initiative import penalty
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.question import question

SHOWN = range(-4, 5)
"""Differences in the table of every question about one turn."""


@question("GA-Q-07", "initiative")
def initiative(
    own_hesitant: Annotated[int, "own brigades that are only Hesitant"] = 0,
    own_faltering: Annotated[int, "own brigades that are only Faltering"] = 0,
    own_both: Annotated[int, "own brigades that are both"] = 0,
    own_fled: Annotated[int, "own Faltering brigades that have fled"] = 0,
    enemy_hesitant: Annotated[int, "enemy brigades that are only Hesitant"] = 0,
    enemy_faltering: Annotated[int, "enemy brigades that are only Faltering"] = 0,
    enemy_both: Annotated[int, "enemy brigades that are both"] = 0,
    enemy_fled: Annotated[int, "enemy Faltering brigades that have fled"] = 0,
    *,
    readings: Readings,
) -> Answer:
    """Who gets the initiative this turn?"""
    counted = {name: value for name, value in locals().items() if name != "readings"}
    ask_wholes(0, MOST_BRIGADES, **counted)
    reading = Reading.of(readings)
    count = reading.count_double, reading.count_fled
    own = penalty(own_hesitant, own_faltering, own_both, own_fled, *count)
    enemy = penalty(enemy_hesitant, enemy_faltering, enemy_both, enemy_fled, *count)
    rows = [_row(difference) for difference in SHOWN]
    return Answer(
        f"Initiative, 2D6 - {own} against 2D6 - {enemy}",
        _chances(struggle(own - enemy)),
        (Table("By how many more of our brigades hesitate or falter", rows),),
        rests_on=asking.COUNTED,
    )


def _row(difference: int) -> dict[str, Any]:
    one = struggle(difference)
    return {
        "more of ours": difference,
        "first turn": one.first_turn,
        "held before": one.as_holder,
        "not held before": one.as_other,
        "long run": one.long_run,
    }


def _chances(one: Struggle) -> tuple[Number, ...]:
    """The numbers of one turn and of many like it."""
    spells = () if one.spell is None else (one.spell,)
    return (
        Number.of("p_as_holder", "we have the initiative, if we had it last turn", one.as_holder),
        Number.of("p_as_other", "we have it, if the enemy had it", one.as_other),
        Number.of("p_first_turn", "we have it in the first turn", one.first_turn),
        Number.of("p_tie", "the results are equal", one.tie),
        Number.of("p_long_run", "share of many such turns in which we have it", one.long_run),
        *(Number.of("expected_spell", "turns from winning to losing it, on average", turns) for turns in spells),
    )


@question("GA-Q-08", "initiative-turns")
def initiative_turns(
    difference: Annotated[int, "how many more of our brigades hesitate or falter each turn (below 0: fewer)"] = 0,
    holder: asking.Holder = "nobody",
    turns: asking.Turns = 6,
    *,
    readings: Readings,
) -> Answer:
    """What is the initiative worth over several turns?"""
    ask_whole("difference", difference, -2 * MOST_BRIGADES, 2 * MOST_BRIGADES)
    one = struggle(difference)
    numbers, table = _over_turns(one, holder, turns)
    return Answer(
        f"Initiative over {turns} turns, with {-difference:+d} on our roll", (*_chances(one), *numbers), (table,)
    )


def _over_turns(one: Struggle, holder: str, turns: int) -> tuple[tuple[Number, ...], Table]:
    """Turns of so many in which we have the initiative, and the chance in each."""
    ask_whole("turns", turns, 1, asking.MOST_TURNS)
    chances = one.turn_by_turn(asking.find_holder(holder), turns)
    rows = [{"turn": turn, "we have it": p} for turn, p in enumerate(chances, start=1)]
    told = Number.of("expected_turns", f"turns of {turns} in which we have it, on average", sum(chances))
    return (told,), Table("Turn by turn", rows)


@question("GA-Q-09", "initiative-after-rolls")
def initiative_after_rolls(
    own_steady: Annotated[int, "own steady brigades that roll for obedience"] = 5,
    own_attached: Annotated[int, "how many of them have an ADC attached"] = 0,
    own_faltering: Annotated[int, "own Faltering brigades, all held"] = 0,
    enemy_steady: Annotated[int, "enemy steady brigades"] = 5,
    enemy_attached: Annotated[int, "how many of them have an ADC attached"] = 0,
    enemy_faltering: Annotated[int, "enemy Faltering brigades, all held"] = 0,
    holder: asking.Holder = "nobody",
    turns: Annotated[int, "how many such turns"] = 6,
    *,
    readings: Readings,
) -> Answer:
    """Who gets the initiative when this turn's Command Rolls are still to come?"""
    counted = {name: value for name, value in locals().items() if name not in ("holder", "turns", "readings")}
    ask_wholes(0, MOST_BRIGADES, **counted)
    reading = Reading.of(readings)
    own = rolled_penalties(own_steady, own_attached, own_faltering, reading)
    enemy = rolled_penalties(enemy_steady, enemy_attached, enemy_faltering, reading)
    one = mixed(own, enemy)
    numbers, table = _over_turns(one, holder, turns)
    return Answer(
        f"Initiative before {own_steady + own_faltering} and {enemy_steady + enemy_faltering} brigades roll",
        (*_chances(one), *numbers),
        (table,),
        rests_on=(*asking.ROLL, "count_double_state"),
    )
