"""The rulings of the game as its rules take them: numbers and options instead of names."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.catalogue.companions import Readings
from tigersim.companions.asking import as_ruled, ask_whole, ruled

MOST_DIVISIONS = 6
MOST_ADCS = 3
"""For one brigade; and ten times that as a bonus."""


@dataclass(frozen=True)
class Reading:
    """How the open points are read.  Kernels have the rulings in this order."""

    obey_from: int = ruled("obey_threshold")
    faltering_obey_from: int = ruled("faltering_obey_threshold")
    removes: bool = ruled("sauve_qui_peut_removes")
    extra: int = ruled("extra_adc")
    pool: int = ruled("extra_pool")
    per_brigade: int = ruled("adc_per_brigade")
    bonus: int = ruled("adc_bonus")
    shortfall: int = ruled("morale_shortfall")
    count_double: bool = ruled("count_double_state")
    count_fled: bool = ruled("count_fled")
    units: int = ruled("units")
    both_bonuses: bool = ruled("forward_mode")
    glory: int = ruled("glory_recovers")
    before_obeying: bool = ruled("command_reroll_before_obey")
    most_rerolls: int = ruled("max_rerolls")
    divisions: int = ruled("divisions")
    reserve_rolls: bool = ruled("reserve_rolls_on_commit")
    preparation_obeys: bool = ruled("artillery_prep_needs_obey")
    attach_reserve: bool = ruled("attach_reserve")
    stands_at_once: bool = ruled("assault_stands")
    assault_obeys: bool = ruled("assault_obeys")
    guns_by_any: bool = ruled("guns_order")
    cover_stacks: bool = ruled("recon_cover_stacks")

    @classmethod
    def of(cls, readings: Readings) -> Reading:
        """The rulings of some readings.  Raises ``InvalidValue`` for numbers that no game has."""
        for key, most in (("divisions", MOST_DIVISIONS), ("adc_per_brigade", MOST_ADCS), ("adc_bonus", 10 * MOST_ADCS)):
            ask_whole(key, int(readings[key]), int(key == "divisions"), most)
        return as_ruled(cls, readings)

    @property
    def unit(self) -> str:
        """Short name of the unit of length."""
        return ("cm", "in")[self.units]
