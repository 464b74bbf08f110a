"""What a player may choose: one legal action, read field by field and told in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tigersim.catalogue.cards import card_name
from tigersim.core import enums
from tigersim.core.decisions import DECISION_NAMES
from tigersim.game.narration import COMPASS, WEAPON_NAMES

VERBS = {
    enums.PASS: "pass",
    enums.PLACE: "place",
    enums.GIVE: "give",
    enums.CHOOSE: "choose",
    enums.MOVE: "move",
    enums.FIRE: "fire",
    enums.ONE_DIE: "re-roll one die",
    enums.ALL_DICE: "re-roll all dice",
    enums.DROP: "drop",
    enums.GO_ON: "go on",
    enums.FIND_COVER: "find cover",
    enums.ASSAULT: "close combat",
    enums.NAME: "name",
    enums.BOARD: "board",
    enums.SHIFT: "share die",
    enums.SOME_DICE: "re-roll some dice",
    enums.CALL: "call support",
    enums.BLOW: "blow the bridge",
}
NO_VERB = "no verb"
WEAPONS = ("main", "hull", "mg", "mortar")
"""The weapons by slot, as ``ts.odds.shot`` takes them; a flamethrower goes by the slot that it stands in."""
UNSEEN_CARD = "a card that nobody has seen"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CARDS_OF_A_UNIT = {1: "its first card", 2: "its second card", 3: "both its cards"}
"""Which cards a unit is chosen for before they are turned over, as bits."""


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One choice: ``verb`` and the fields it needs (unit and target are slots, ``which`` a weapon, card or die)."""

    code: int

    @property
    def verb(self) -> str:
        return VERBS.get(self.code & 0xFF, NO_VERB)

    @property
    def unit(self) -> int:
        return self.code >> 8 & 0xFF

    @property
    def target(self) -> int:
        return self.code >> 16 & 0xFF

    @property
    def which(self) -> int:
        return self.code >> 24 & 0xFF

    @property
    def cell(self) -> int:
        return self.code >> 32 & 0xFFFF

    @property
    def facing(self) -> int:
        return self.code >> 48 & 0xFF

    @property
    def card(self) -> str | None:
        """The card that is given, dropped or played from the hand to call support, ``"QH"``.

        None for one that nobody has seen, and for other verbs.
        """
        named = self.code & 0xFF in (enums.GIVE, enums.DROP) or (self.code & 0xFF == enums.CALL and self.which > 0)
        return card_name(self.which) if named and self.which < enums.PACK else None

    @property
    def weapon(self) -> str | None:
        """The weapon that is fired, one of ``WEAPONS``; None for other verbs."""
        return WEAPONS[self.which] if self.code & 0xFF == enums.FIRE else None

    def __repr__(self) -> str:
        fields = ("unit", "target", "which", "cell", "facing")
        used = "".join(f", {name}={getattr(self, name)}" for name in fields if getattr(self, name))
        return f"Action({self.verb!r}{used})"


def in_words(
    action: Action,
    name: Callable[[int], str],
    width: int,
    nominating: bool,
    flames: Callable[[int], Sequence[int]],
    decision: str = "",
) -> str:
    """An action in words; ``name`` gives the name of a slot's unit, ``width`` is the table's in inches.

    ``nominating``: a unit that is chosen has its cards still to turn over; else the card that comes up is chosen.
    ``decision``: the one it answers, where that tells more than the action.
    ``flames``: which of the weapons of a slot's unit are flamethrowers.
    """
    if action.verb == "fire":
        weapon = enums.FLAMETHROWER if flames(action.unit)[action.which] else action.which
        return f"{name(action.unit)}: fire {WEAPON_NAMES[weapon]} at {name(action.target)}"
    if action.verb == "place":
        x, y = action.cell % width, action.cell // width
        if decision == DECISION_NAMES[enums.DRIFT]:
            return f"{name(action.unit)}: from ({x}, {y}) to the {COMPASS[action.facing]}"
        if decision == DECISION_NAMES[enums.LAND]:
            return f"{name(action.unit)}: dropped at ({x}, {y}), heading {COMPASS[action.facing]}"
        return f"{name(action.unit)}: to ({x}, {y}), facing {action.facing}"
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
    if action.verb == "drop":
        return f"drop {action.card or UNSEEN_CARD}"
    return action.verb
