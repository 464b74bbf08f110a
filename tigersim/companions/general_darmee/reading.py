"""The rulings of the game as its rules take them: numbers and options instead of names."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.catalogue.companions import Readings
from tigersim.companions.question import ask_whole

MOST_DIVISIONS = 6
MOST_ADCS = 3
"""For one brigade; and ten times that as a bonus."""


@dataclass(frozen=True)
class Ruled:
    """How the open points are read.  Options of a choice are numbered from its default, 0."""

    obey_from: int
    faltering_obey_from: int
    removes: bool
    extra: int
    pool: int
    per_brigade: int
    bonus: int
    shortfall: int
    count_double: bool
    count_fled: bool
    units: int
    both_bonuses: bool
    glory: int
    before_obeying: bool
    most_rerolls: int
    cover_stacks: bool
    divisions: int
    reserve_rolls: bool
    preparation_obeys: bool
    attach_reserve: bool
    stands_at_once: bool
    assault_obeys: bool
    guns_by_any: bool

    @property
    def unit(self) -> str:
        """Short name of the unit of length."""
        return ("cm", "in")[self.units]


def ruled(readings: Readings) -> Ruled:
    """The rulings of some readings.  Raises ``InvalidValue`` for numbers that no game has."""
    ask_whole("divisions", divisions := _number(readings, "divisions"), 1, MOST_DIVISIONS)
    ask_whole("adc_per_brigade", per_brigade := _number(readings, "adc_per_brigade"), 0, MOST_ADCS)
    ask_whole("adc_bonus", bonus := _number(readings, "adc_bonus"), 0, 10 * MOST_ADCS)
    return Ruled(
        obey_from=_number(readings, "obey_threshold"),
        faltering_obey_from=_number(readings, "faltering_obey_threshold"),
        removes=_flag(readings, "sauve_qui_peut_removes"),
        extra=_option(readings, "extra_adc"),
        pool=_option(readings, "extra_pool"),
        per_brigade=per_brigade,
        bonus=bonus,
        shortfall=_option(readings, "morale_shortfall"),
        count_double=_flag(readings, "count_double_state"),
        count_fled=_flag(readings, "count_fled"),
        units=_option(readings, "units"),
        both_bonuses=readings["forward_mode"] == "both",
        glory=_number(readings, "glory_recovers"),
        before_obeying=_flag(readings, "command_reroll_before_obey"),
        most_rerolls=_number(readings, "max_rerolls"),
        cover_stacks=_flag(readings, "recon_cover_stacks"),
        divisions=divisions,
        reserve_rolls=_flag(readings, "reserve_rolls_on_commit"),
        preparation_obeys=_flag(readings, "artillery_prep_needs_obey"),
        attach_reserve=_flag(readings, "attach_reserve"),
        stands_at_once=readings["assault_stands"] == "paid",
        assault_obeys=_flag(readings, "assault_obeys"),
        guns_by_any=readings["guns_order"] == "any_task",
    )


def _number(readings: Readings, key: str) -> int:
    return int(readings[key])


def _flag(readings: Readings, key: str) -> bool:
    return readings[key] == "true"


def _option(readings: Readings, key: str) -> int:
    return readings.game.by_key[key].options.index(readings[key])
