"""Drawing: the starting hand, the draws of each turn, and redeals."""

from __future__ import annotations

from tigersim.registry import rule

STARTING_HAND = 7
"""VD-DRW-01."""
DRAW = 2
"""VD-DRW-03."""
NO_LIMIT = -1


@rule("VD-DRW-02", "VD-DRW-03", "VD-GAP-13")
def drawn_on(turn: int, second: bool, first_turn_draw: int) -> int:
    """Cards that a player draws on own turn 1, 2, ...; ``second``: goes second."""
    return DRAW if second or turn > 1 else first_turn_draw


@rule("VD-DRW-01", "VD-DER-02")
def cards_seen(turn: int, second: bool, first_turn_draw: int, hand: int) -> int:
    """Cards dealt and drawn until the draw of own turn ``turn``; turn 0 = the starting hand."""
    if turn == 0:
        return hand
    return hand + drawn_on(1, second, first_turn_draw) + DRAW * (turn - 1)


@rule("VD-MUL-01", "VD-MUL-02")
def may_redeal(resources: int, hand: int) -> bool:
    """Whether a hand may be redealt: fewer than two resource cards, or nothing else."""
    return resources < 2 or resources == hand


@rule("VD-MUL-03", "VD-GAP-08")
def redeals(entitled: bool, wants: bool, redealt: int, most: int) -> bool:
    """Whether a hand is redealt: it may be, the player wants it, and fewer than ``most`` were."""
    return entitled and wants and (most == NO_LIMIT or redealt < most)


@rule("VD-GAP-16")
def beyond_limit(hand: int, limit: int) -> int:
    """How many cards a player must discard at the end of the turn."""
    return 0 if limit == NO_LIMIT else max(hand - limit, 0)
