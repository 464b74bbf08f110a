"""Several players a side: decks, ties between them, friends, praise."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import IdenticalCards, MultiActivation

MANY_PLAYERS = 4
"""PT-MULTI-03: "too many players" for one deck.

The rule gives no number.  Four draw 28 cards a turn on average, so that one deck would not last two turns; three draw
21.
"""


@rule("PT-MULTI-03")
def sides_have_decks(players: int) -> bool:
    """Whether there are so many players that each side needs a deck of its own."""
    return players >= MANY_PLAYERS


@rule("PT-MULTI-04", "AMB-22")
def same_initiative(value: int, other: int, identical_cards: int = 0) -> bool:
    """Whether dice decide which of two cards of different decks (or values) comes first.

    The very same card; under ``same_rank_and_colour`` the order of suits does not count.  Half of a card's number is
    its rank and colour, and so it is with what ``turn.initiative`` makes of cards.
    """
    if identical_cards == IdenticalCards.SAME_RANK_AND_COLOUR:
        return value // 2 == other // 2
    return value == other


@rule("PT-MULTI-02", "AMB-150")
def follows_player(commander: int, leader_commander: int, multi_activation: int = 0) -> bool:
    """Whether a unit of a player may follow one of that other player of its side: a friend.

    Under ``no_follow_across_players`` only one of its own player.
    """
    return multi_activation != MultiActivation.NO_FOLLOW_ACROSS_PLAYERS or commander == leader_commander


@rule("PT-MULTI-05")
def scores_most(vp: int, partner_vp: int) -> bool:
    """Whether a player of the winning side is praised; with equal scores both are."""
    return vp >= partner_vp
