"""The rulings of the game as its rules take them: numbers and options instead of names."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.catalogue.companions import Readings
from tigersim.companions.asking import ask_whole

MOST_DIVISIONS = 6
MOST_ADCS = 3
"""For one brigade; and ten times that as a bonus."""


@dataclass(frozen=True)
class Reading:
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

    @classmethod
    def of(cls, readings: Readings) -> Reading:
        """The rulings of some readings.  Raises ``InvalidValue`` for numbers that no game has."""
        ask_whole("divisions", divisions := int(readings["divisions"]), 1, MOST_DIVISIONS)
        ask_whole("adc_per_brigade", per_brigade := int(readings["adc_per_brigade"]), 0, MOST_ADCS)
        ask_whole("adc_bonus", bonus := int(readings["adc_bonus"]), 0, 10 * MOST_ADCS)
        return cls(
            obey_from=int(readings["obey_threshold"]),
            faltering_obey_from=int(readings["faltering_obey_threshold"]),
            removes=readings.flag("sauve_qui_peut_removes"),
            extra=readings.option("extra_adc"),
            pool=readings.option("extra_pool"),
            per_brigade=per_brigade,
            bonus=bonus,
            shortfall=readings.option("morale_shortfall"),
            count_double=readings.flag("count_double_state"),
            count_fled=readings.flag("count_fled"),
            units=readings.option("units"),
            both_bonuses=readings["forward_mode"] == "both",
            glory=int(readings["glory_recovers"]),
            before_obeying=readings.flag("command_reroll_before_obey"),
            most_rerolls=int(readings["max_rerolls"]),
            cover_stacks=readings.flag("recon_cover_stacks"),
            divisions=divisions,
            reserve_rolls=readings.flag("reserve_rolls_on_commit"),
            preparation_obeys=readings.flag("artillery_prep_needs_obey"),
            attach_reserve=readings.flag("attach_reserve"),
            stands_at_once=readings["assault_stands"] == "paid",
            assault_obeys=readings.flag("assault_obeys"),
            guns_by_any=readings["guns_order"] == "any_task",
        )

    @property
    def unit(self) -> str:
        """Short name of the unit of length."""
        return ("cm", "in")[self.units]
