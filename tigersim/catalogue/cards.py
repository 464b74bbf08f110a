"""Cards as players write them: rank and suit, ``2C 10D QH AS``."""

from __future__ import annotations

from tigersim.errors import CardNotFound

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CSDH"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The 52 cards in order of initiative, lowest first; a card's number is its place here (PT-CARD-01 to 03)."""

_NUMBER = {text: number for number, text in enumerate(CARDS)} | {
    symbol: number
    for number, text in enumerate(CARDS)
    for symbol in (text.replace(*pair) for pair in ("C♣", "S♠", "D♦", "H♥"))
}


def card_name(card: int) -> str:
    """The text of card number 0..51: ``card_name(51) == "AH"``."""
    if not 0 <= card < len(CARDS):
        raise CardNotFound(str(card), CARDS)
    return CARDS[card]


def parse_card(text: str) -> int:
    """Number 0 to 51 of a card, as in ``parse_card("QH")``.

    Lower case, T for 10 and the suit signs are understood too.  Raises ``CardNotFound`` with the cards nearest to what
    was written.
    """
    written = text.strip().upper()
    if written.startswith("T"):
        written = "10" + written[1:]
    number = _NUMBER.get(written)
    if number is None:
        raise CardNotFound(text, CARDS)
    return number
