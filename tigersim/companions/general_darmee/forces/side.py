"""A side of the command phase, its brigades numbered: in line, in reserve, off the table."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.companions.asking import ask_whole
from tigersim.companions.general_darmee.rules.availability import adc_dice
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.errors import InvalidValue

MOST_BRIGADES, MOST_DICE = 20, 60


@dataclass(frozen=True)
class Side:
    """How many brigades stand where; the last ``faltering`` of those in line are Faltering."""

    line: int
    reserves: int = 0
    """On the table, with the others' dice for their ADCs."""
    off_table: int = 0
    faltering: int = 0

    def __post_init__(self) -> None:
        for name, value in (("brigades", self.line), ("reserves", self.reserves), ("off_table", self.off_table)):
            ask_whole(name, value, 0, MOST_BRIGADES)
        ask_whole("faltering", self.faltering, 0, self.line)
        if not 1 <= self.count <= MOST_BRIGADES:
            raise InvalidValue("brigades", self.count, f"1 to {MOST_BRIGADES} of a side in all")

    @property
    def count(self) -> int:
        """All brigades."""
        return self.line + self.reserves + self.off_table

    def is_off_table(self, brigade: int) -> bool:
        """Whether a brigade has not entered the table."""
        return brigade > self.line + self.reserves

    def in_reserve(self, brigade: int) -> bool:
        """Whether a brigade is in reserve, on the table or off it."""
        return brigade > self.line

    def falters(self, brigade: int) -> bool:
        """Whether a brigade is one of the Faltering ones."""
        return self.line - self.faltering < brigade <= self.line

    def dice(self, reading: Reading) -> tuple[int, int]:
        """Dice for ADCs of brigades on the table and off it.  Raises ``InvalidValue`` for too many."""
        on_table = adc_dice(self.line + self.reserves, reading.per_brigade, reading.bonus)
        off_table = adc_dice(self.off_table, reading.per_brigade)
        if on_table + off_table > MOST_DICE:
            raise InvalidValue("dice for ADCs", on_table + off_table, f"up to {MOST_DICE}")
        return on_table, off_table
