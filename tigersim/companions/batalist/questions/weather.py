"""Questions about the optional rules: time, weather, wind, cold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.batalist.forces.army_book import Weather, is_night, modifiers
from tigersim.companions.batalist.forces.modifiers import covers_the_sky
from tigersim.companions.batalist.odds.strike import Strike, with_flat
from tigersim.companions.batalist.odds.weather import SNOW, shooting_penalty, weather_chances
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.batalist.rules.weather import deflection, direction, drift, frost_losses, wind_bonus
from tigersim.companions.question import question
from tigersim.statistics.law import D6

SEASONS = {"summer": "summer", "spring": "summer", "autumn": "summer", "winter": "winter"}


@question("BA-Q-21", "weather")
def weather_of(
    season: Annotated[str, "spring, summer, autumn, winter"] = "winter",
    turns: Annotated[int, "turns of frost", (1, 60)] = 6,
    losses: Annotated[int, "losses of one battalion to frost whose chance is asked for", (0, 400)] = 10,
    *,
    readings: Readings,
) -> Answer:
    """What do weather, time, wind and cold do?"""
    chances = weather_chances(chosen("season", season, SEASONS), readings["weather_tables"] == "once")
    frost = D6.map(lambda face: frost_losses(face, readings.number("frost_floor") or 0))

    def mean(value: Callable[[Weather], int]) -> Fraction:
        return sum((p * value(row) for row, p in chances.items()), Fraction(0))

    night = Fraction(sum(is_night(roll) for roll in range(1, 7)), 6)
    reading = Reading.of(readings)
    reference = Strike(2, 5, protection=4, plus=1, negative=reading.negative)
    in_dark = with_flat(reference, modifiers()["BA-TIM-02"].flat(False), reading)
    dark = reference.law().mean - in_dark.law().mean
    divisions = readings.number("wind_divisions") or 0
    ask_whole("wind_divisions", divisions, 1, 360)
    ways = [direction(face, divisions) for face in range(1, 7)]
    current = [drift(face) for face in range(1, 7)]
    open_water = [steps for steps in current if steps >= 0]
    drifted, many = Fraction(sum(open_water), len(open_water)), frost.times(turns).at_least(losses)
    rows = [
        {
            "weather": row.name,
            "chance": p,
            "view": row.view,
            "shooting": shooting_penalty(row),
            "snow": row.snow,
            "frost": row.frost,
            "night creatures mind the day": not covers_the_sky(row.name),
        }
        for row, p in chances.items()
    ]
    return Answer(
        f"Weather in {season}",
        (
            Number.of("p_night", "it is night", night),
            Number.of("penalty", "taken from shots by the weather, on average", -mean(shooting_penalty)),
            Number.of("p_snow", "snow, as such", mean(lambda row: row.id == SNOW)),
            Number.of("p_snow_lies", "snow, a blizzard's included", mean(lambda row: row.snow)),
            Number.of("p_frost", "frost, a blizzard's included", mean(lambda row: row.frost)),
            Number.of("frost", "lost to frost by a battalion in a turn, on average", frost.mean),
            Number.of("p_losses", f"{losses} or more lost in {turns} turns of frost", many),
            Number.of("wind", "added by the wind to shots along it, on average", D6.map(wind_bonus).mean),
            Number.of("deflection", "steps that shots across the wind drift, on average", D6.map(deflection).mean),
            Number.of("p_north", "the wind goes to the north", Fraction(ways.count(0), 6)),
            Number.of("p_closed", "water closed by its current", Fraction(current.count(-1), 6)),
            Number.of("drift", "steps downstream where it can be crossed, on average", drifted),
            Number.of("night", "lost at night by an attack of 5 with Br 2 at protection 4", dark),
        ),
        (Table("By one K6", rows),),
        rests_on=("weather_tables", "frost_floor", "wind_divisions", "flat_modifier_place", "negative_numerator"),
    )
