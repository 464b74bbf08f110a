"""Units of brigades in words: arm, formation, casualties, ammunition.

A roster is text such as ``"1 infantry line recruits, 1 artillery low casualties 2, 4 cavalry"``: brigade 1 has
infantry and a battery, and belongs to the arm that is named first.  Of brigades that are not named nothing is known, so
every task does something for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tigersim.errors import InvalidValue, UnknownName

INFANTRY, CAVALRY, ARTILLERY = ARMS = ("infantry", "cavalry", "artillery")
LINE, SQUARE, SKIRMISHERS, LIMBERED = "line", "square", "skirmishers", "limbered"
WORDS = {
    LINE: (INFANTRY,),
    SQUARE: (INFANTRY,),
    SKIRMISHERS: (INFANTRY,),
    LIMBERED: (ARTILLERY,),
    "horse": (ARTILLERY,),
    "low": (ARTILLERY,),
    "recruits": (INFANTRY, ARTILLERY),
    "unformed": ARMS,
    "out-of-command": ARMS,
}
"""What may be said of a unit besides its casualties, and of which arms.  Guns are deployed unless they are limbered."""
FORMATIONS = (LINE, SQUARE, SKIRMISHERS, LIMBERED)
MOST_CASUALTIES, MOST_UNITS = 100, 24
EXAMPLE = "as 'infantry line recruits' or 'artillery low casualties 2'"


@dataclass(frozen=True)
class Unit:
    """One unit: a battalion, a regiment of horse, a battery."""

    arm: str
    words: frozenset[str] = frozenset()
    casualties: int = 0

    @property
    def is_battery(self) -> bool:
        """Whether it is of guns."""
        return self.arm == ARTILLERY

    @property
    def formed(self) -> bool:
        """Whether it is in order."""
        return "unformed" not in self.words

    @property
    def in_command(self) -> bool:
        """Whether it stands within the command of its brigadier."""
        return "out-of-command" not in self.words

    @property
    def deployed(self) -> bool:
        """Whether its guns are off their limbers."""
        return self.is_battery and LIMBERED not in self.words

    def has(self, word: str) -> bool:
        """Whether a word was said of it."""
        return word in self.words


Units = tuple[Unit, ...]
Roster = Mapping[int, Units]
"""Brigade -> its units."""


def read_unit(text: str) -> Unit:
    """A unit from words, its arm first.  Raises ``InvalidValue`` and ``UnknownName``."""
    arm, *words = text.lower().split() or [""]
    if arm not in ARMS:
        raise UnknownName(arm, ARMS, kind="arm of a unit")
    said: set[str] = set()
    casualties = 0
    while words:
        word = words.pop(0)
        if word == "casualties":
            number = words.pop(0) if words else ""
            if not (number.isascii() and number.isdecimal() and len(number) < 4 and int(number) <= MOST_CASUALTIES):
                raise InvalidValue("casualties of a unit", number, f"a whole number from 0 to {MOST_CASUALTIES}")
            casualties = int(number)
            continue
        if word not in WORDS:
            raise UnknownName(word, (*WORDS, "casualties"), kind="word of a unit")
        if arm not in WORDS[word]:
            raise InvalidValue("unit", text, f"'{word}' of {' and '.join(WORDS[word])} only")
        said.add(word)
    if len(said.intersection(FORMATIONS)) > 1:
        raise InvalidValue("unit", text, f"one formation of {', '.join(FORMATIONS)}")
    return Unit(arm, frozenset(said), casualties)


def read_roster(text: str, brigades: int) -> Roster:
    """The units of brigades from text.  Raises ``InvalidValue`` and ``UnknownName``."""
    found: dict[int, Units] = {}
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > MOST_UNITS:
        raise InvalidValue("units of the roster", len(parts), f"up to {MOST_UNITS}")
    for part in parts:
        number, _, words = part.partition(" ")
        brigade = number_of_brigade(number, brigades)
        if brigade is None:
            raise InvalidValue("roster", part, f"the number of a brigade, 1 to {brigades}, and its unit, {EXAMPLE}")
        found[brigade] = (*found.get(brigade, ()), read_unit(words))
    return found


def number_of_brigade(text: str, brigades: int) -> int | None:
    """The brigade of a number, None if there is no such brigade."""
    known = text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= brigades
    return int(text) if known else None
