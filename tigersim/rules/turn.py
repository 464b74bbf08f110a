"""The turn: drawing, the limits on assigned and saved cards, who comes first."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-TURN-06")
def is_small_game(units_a: int, units_b: int) -> bool:
    """PT-TURN-06: each side chose fewer than five units for this game (AMB-07 fixed_at_start_both)."""
    return units_a < 5 and units_b < 5


@rule("PT-TURN-02", "PT-TURN-06")
def cards_drawn(die1: int, die2: int, small_game: bool) -> int:
    """PT-TURN-02, PT-TURN-06: take as many cards as 2D6 show, or as the higher die shows in a small game."""
    if small_game:
        return max(die1, die2)
    return die1 + die2


@rule("PT-TURN-03", "PT-TURN-10")
def draw_result(die1: int, die2: int, small_game: bool, high_roll_basis: int = 0) -> int:
    """PT-TURN-03, PT-TURN-10: the number that decides who rolled highest.

    AMB-08 ``high_roll_basis``: 0 the cards taken, 1 the sum of both dice.
    """
    if high_roll_basis == 1:
        return die1 + die2
    return cards_drawn(die1, die2, small_game)


@rule("PT-TURN-03", "PT-TURN-04")
def attacker_first(result_attacker: int, result_defender: int) -> bool:
    """PT-TURN-03, PT-TURN-04: the higher draw roll comes first, the attacker on a tie."""
    return result_attacker >= result_defender


@rule("PT-TURN-08", "PT-HIT-05", "PT-RECOVER-06", "PT-DIS-NO_RADIO")
def card_limit(hits: int, max_cards: int) -> int:
    """PT-TURN-08, PT-HIT-05, PT-RECOVER-06, PT-DIS-NO_RADIO: cards a unit may be assigned this turn.

    ``max_cards`` is 2, or 1 without a radio; a shocked unit may be assigned none.
    """
    if hits > 0:
        return 0
    return max_cards


@rule("PT-HIT-05", "PT-RECOVER-05", "PT-RECOVER-06")
def may_act(hits: int) -> bool:
    """PT-HIT-05, PT-RECOVER-05, PT-RECOVER-06: a unit with a hit may not act until it has recovered."""
    return hits == 0


@rule("PT-TURN-09", "PT-END-04")
def hand_excess(unassigned: int) -> int:
    """PT-TURN-09, PT-END-04: cards to discard at the end of the turn; six may be saved (AMB-20)."""
    return max(unassigned - 6, 0)
