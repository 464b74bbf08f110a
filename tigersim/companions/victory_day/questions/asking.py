"""What several questions take and check: decks, turns, seats, readings of dealing."""

from __future__ import annotations

from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.asking import ask_whole, ask_wholes
from tigersim.companions.victory_day.odds.building import Target
from tigersim.companions.victory_day.odds.hands import Dealing
from tigersim.companions.victory_day.rules.drawing import STARTING_HAND
from tigersim.companions.victory_day.rules.readings import limit, whole
from tigersim.companions.victory_day.rules.spending import Amount
from tigersim.errors import InvalidValue

LARGEST_DECK = 300
LAST_TURN = 40

Deck = Annotated[int, "cards in the deck"]
ResourceCards = Annotated[int, "resource cards among them"]
Turn = Annotated[int, "number of the player's own turn", (1, LAST_TURN)]
Second = Annotated[bool, "the player goes second"]
Redeal = Annotated[bool, "the player redeals whenever it is allowed"]
Cost = Annotated[str, "its cost as depots-factories-fuel, or a unit with a cost"]
Depots = Annotated[int, "depots in the deck"]
Factories = Annotated[int, "factories in the deck"]
Fuel = Annotated[int, "fuel in the deck"]
CopiesOf = Annotated[int, "copies of the unit in the deck"]


def ask_deck(deck: int, resources: int = 0) -> None:
    """Raise ``InvalidValue`` for a deck that cannot be dealt from."""
    ask_whole("deck", deck, STARTING_HAND + 1, LARGEST_DECK)
    ask_whole("resources", resources, 0, deck)


def dealing(
    readings: Readings, deck: int, resources: int, second: bool = False, redeal: bool = False
) -> tuple[Dealing, tuple[str, ...]]:
    """How cards are dealt, and the keys of the readings that matter.  Raises ``InvalidValue``."""
    ask_deck(deck, resources)
    hand = whole(readings, "redeal_hand")
    if redeal and hand > deck:
        raise InvalidValue("redeal_hand", hand, f"at most the deck's {deck} cards")
    known = Dealing(
        deck, resources, second, redeal, limit(readings, "max_redeals"), hand, whole(readings, "first_turn_draw")
    )
    return known, (*([] if second else ["first_turn_draw"]), *(["max_redeals", "redeal_hand"] if redeal else []))


def building(
    readings: Readings, deck: int, by_kind: Amount, copies: int, price: Amount, second: bool, redeal: bool
) -> tuple[Dealing, Target, tuple[str, ...]]:
    """How cards are dealt and what is to be built, and the keys of readings that matter."""
    ask_wholes(0, deck, **dict(zip(("depots", "factories", "fuel"), by_kind, strict=True)))
    known, rests_on = dealing(readings, deck, sum(by_kind), second, redeal)
    ask_whole("copies", copies, 0, deck - sum(by_kind))
    return known, Target(copies, price, by_kind, readings.option("resource_enters_turned") == 1), rests_on


def shown(amount: Amount) -> str:
    """An amount as it is typed in."""
    return "-".join(map(str, amount))
