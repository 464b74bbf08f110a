"""Legal actions as numbers of a fixed meaning, one deed for each in every battle.

A deed's number is the first number of its verb plus its fields, the last one counting by ones (``FORMS``).  Units are
counted within their army, own ones and the enemy's apart, so that both sides speak alike.  A place with a facing would
need 20,736 numbers; it is chosen in two steps, first the cell, then, where more than one is legal, the facing.  So all
legal actions can be reached, each in one way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

import numpy as np
import numpy.typing as npt

from tigersim.core import enums
from tigersim.core.codes import fields_of
from tigersim.core.geometry import FACINGS
from tigersim.errors import InvalidValue
from tigersim.game.action import Action
from tigersim.game.options import TABLE_INCHES

CELLS = TABLE_INCHES * TABLE_INCHES
CARDS = 64
"""The 52 cards and what stands for one not seen by anyone (``enums.BLIND``, ``enums.HIDDEN``)."""
Codes = npt.NDArray[np.int64]

FORMS: dict[int, tuple[tuple[str, int], ...]] = {
    enums.PASS: (),
    enums.GO_ON: (),
    enums.MOVE: (),
    enums.FIND_COVER: (),
    enums.FIRE: (("target", enums.MAX_UNITS), ("which", enums.WEAPONS)),
    enums.ASSAULT: (("target", enums.MAX_UNITS),),
    enums.BOARD: (("target", enums.MAX_UNITS),),
    enums.NAME: (("slot", enums.SLOTS),),
    enums.GIVE: (("unit", enums.MAX_UNITS), ("which", CARDS)),
    enums.CHOOSE: (("unit", enums.MAX_UNITS), ("which", CARDS)),
    enums.DROP: (("which", CARDS),),
    enums.ALL_DICE: (),
    enums.ONE_DIE: (("which", enums.MAX_DICE),),
    enums.SOME_DICE: (("which", 1 << enums.MAX_DICE),),
    enums.SHIFT: (("target", enums.MAX_UNITS), ("which", enums.MAX_DICE)),
    enums.PLACE: (("cell", CELLS),),
    enums.CALL: (("aim", enums.SLOTS), ("which", CARDS)),
    enums.BLOW: (),
}
"""Verb -> its fields and how many values each has.

``slot``, and ``aim`` of the target: own units 0 to 15, the enemy's 16 to 31.
"""


*_STARTS, FIRST_FACING = accumulate((prod(size for _, size in form) for form in FORMS.values()), initial=0)
"""The last is the number of facing 0 (the second step of a place)."""
FIRST = dict(zip(FORMS, _STARTS, strict=True))
"""The first number of each verb."""
ACTIONS = FIRST_FACING + FACINGS
"""How many numbers there are."""


class Menu:
    """The legal actions of one decision, by number; ``cell``: chosen in the first step, or None."""

    def __init__(self, legal: Sequence[Action] | Codes, side: str, cell: int | None = None) -> None:
        self.codes = legal if isinstance(legal, np.ndarray) else np.array([one.code for one in legal], dtype=np.int64)
        self.side = side
        self.cell = cell
        self.numbers = _numbers(self.codes, side) if cell is None else FIRST_FACING + fields_of(self.codes).facing

    def mask(self) -> npt.NDArray[np.int8]:
        """1 at every number that may be picked, else 0."""
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mask[self.numbers] = 1
        return mask

    def pick(self, number: int) -> Action | Menu:
        """The action of a number, or the menu of the second step.  Raises ``InvalidValue``."""
        found = self.codes[self.numbers == number]
        if len(found) == 0:
            raise InvalidValue("action", number, "a number where the action mask is 1")
        if len(found) == 1:
            return Action(int(found[0]))
        return Menu(found, self.side, fields_of(int(found[0])).cell)


def _numbers(codes: Codes, side: str) -> Codes:
    """The number of every action in the first step."""
    numbers = np.zeros(len(codes), dtype=np.int64)
    verbs = fields_of(codes).verb
    for verb in np.unique(verbs).tolist():
        chosen = verbs == verb
        rest = np.zeros(int(chosen.sum()), dtype=np.int64)
        for field, size in FORMS[verb]:
            rest = rest * size + _field(codes[chosen], field, side)
        numbers[chosen] = FIRST[verb] + rest
    return numbers


def _field(codes: Codes, field: str, side: str) -> Codes:
    """A field of every action, units counted from the viewer's side."""
    fields = fields_of(codes)
    if field in ("slot", "aim"):
        units: Codes = fields.unit if field == "slot" else fields.target
        return units if side == "a" else (units + enums.MAX_UNITS) % enums.SLOTS
    found: Codes = getattr(fields, field)
    return found % enums.MAX_UNITS if field in ("unit", "target") else found
