"""What a player may choose: one legal action, read field by field and told in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tigersim.catalogue.cards import card_name
from tigersim.core import codes, enums
from tigersim.core.decisions import DECISIONS
from tigersim.core.decisions.decision import A_PLACE
from tigersim.game.narration import COMPASS, ORDINALS, WEAPON_NAMES
from tigersim.game.notation import VERBS, WEAPONS, read, written
from tigersim.game.options import TABLE_INCHES

NO_VERB = "no verb"
PLACES = {one.name: one.place for one in DECISIONS}
"""How a place that is chosen is told, by the name of the decision."""
UNSEEN_CARD = "a card that nobody has seen"
CARDS_OF_A_UNIT = {1: "its first card", 2: "its second card", 3: "both its cards"}
"""Which cards a unit is chosen for before they are turned over, as bits."""


def _in_python(kernel: Callable[[int], int]) -> Callable[[int], int]:
    """A kernel as plain Python: there are many actions, and calls of a compiled one take long."""
    plain: Callable[[int], int] = getattr(kernel, "py_func", kernel)
    return plain


_verb, _unit, _target = _in_python(codes.verb_of), _in_python(codes.unit_of), _in_python(codes.target_of)
_which, _cell, _facing = _in_python(codes.which_of), _in_python(codes.cell_of), _in_python(codes.facing_of)


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One choice: a verb and the fields it needs, and a text that parses back.

    ``str(action)`` is the text, ``Action.parse`` reads it and ``Battle.push`` takes it: the unit by side and place in
    its army, the verb, and what the verb needs, such as ``a1 fire b3 mg`` or ``b2 place 12,8 NNE``
    (``tigersim.game.notation.FORMS``).  ``View.describe`` says it in words.

    code: int, the action as the engine packs it; actions with the same code are equal.
    width: int, inches, of the table that the cell is of.
    turned: bool, whether the cards that are chosen from have been turned over.
    """

    code: int
    width: int = field(default=TABLE_INCHES, compare=False)
    turned: bool = field(default=False, compare=False)

    @classmethod
    def parse(cls, text: str, width: int = TABLE_INCHES) -> Action:
        """The action of a text, on a table so many inches wide.  Raises ``InvalidValue``."""
        return cls(read(text, width), width)

    @property
    def verb(self) -> str:
        """What is done, one of ``tigersim.game.notation.VERBS``."""
        return VERBS.get(_verb(self.code), NO_VERB)

    @property
    def unit(self) -> int:
        """Slot of the unit that does it, or that it is done to."""
        return _unit(self.code)

    @property
    def target(self) -> int:
        """Slot of the target or carrier."""
        return _target(self.code)

    @property
    def which(self) -> int:
        """Number of the weapon, card or die, or bits of several."""
        return _which(self.code)

    @property
    def cell(self) -> int:
        """Number of the cell: y * width of the table + x."""
        return _cell(self.code)

    @property
    def facing(self) -> int:
        """Sixteenths of a turn from east, anticlockwise."""
        return _facing(self.code)

    @property
    def card(self) -> str | None:
        """The card that is given, dropped or played from the hand to call support, ``"QH"``.

        None for one that nobody has seen, and for other verbs.
        """
        verb, which = _verb(self.code), self.which
        named = verb in (enums.GIVE, enums.DROP) or (verb == enums.CALL and which > 0)
        return card_name(which) if named and which < enums.PACK else None

    @property
    def weapon(self) -> str | None:
        """The weapon that is fired, one of ``WEAPONS``; None for other verbs."""
        return WEAPONS[self.which] if _verb(self.code) == enums.FIRE else None

    def __str__(self) -> str:
        return written(self.code, self.width, self.turned) or repr(self)

    def __repr__(self) -> str:
        text = written(self.code, self.width, self.turned)
        if text is None:
            return f"Action({self.code})"
        size = "" if self.width == TABLE_INCHES else f", width={self.width}"
        return f"Action.parse({text!r}{size})"


def in_words(
    action: Action,
    name: Callable[[int], str],
    width: int,
    nominating: bool,
    flames: Callable[[int], Sequence[int]],
    decision: str = "",
) -> str:
    """An action in words.

    ``name`` gives the name of a slot's unit, ``width`` is the table's in inches.
    ``nominating``: a unit that is chosen has its cards still to turn over; else the card that comes up is chosen.
    ``decision``: the one it answers, where that tells more than the action.
    ``flames``: which of the weapons of a slot's unit are flamethrowers.
    """
    if action.verb == "fire":
        weapon = enums.FLAMETHROWER if flames(action.unit)[action.which] else action.which
        return f"{name(action.unit)}: fire {WEAPON_NAMES[weapon]} at {name(action.target)}"
    if action.verb == "place":
        x, y = action.cell % width, action.cell // width
        place = PLACES.get(decision, A_PLACE).format(x=x, y=y, compass=COMPASS[action.facing])
        return f"{name(action.unit)}: {place}"
    if action.verb == "share die":
        return f"{name(action.unit)}: its {ORDINALS[action.which]} die to {name(action.target)}"
    if action.verb == "call support":
        ace = f" with {card_name(action.which)}" if action.which else ""
        return f"{name(action.unit)}: {action.verb} on {name(action.target)}{ace}"
    if action.verb in ("close combat", "board"):
        return f"{name(action.unit)}: {action.verb} {name(action.target)}"
    if action.verb == "give":
        return f"{name(action.unit)}: give {action.card or UNSEEN_CARD}"
    if action.verb == "choose":
        cards = CARDS_OF_A_UNIT[action.which] if nominating else card_name(action.which)
        return f"{name(action.unit)}: choose {cards}"
    if action.verb in ("move", "find cover", "name"):
        return f"{name(action.unit)}: {action.verb}"
    if action.verb == "drop" and action.which in (enums.HIDDEN, enums.HIDDEN + 1):
        return f"drop the {ORDINALS[action.which - enums.HIDDEN]} card, which lies face down"
    if action.verb == "drop":
        return f"drop {action.card or UNSEEN_CARD}"
    return action.verb
