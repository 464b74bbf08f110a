"""The turn: drawing, the limits on assigned and saved cards, who comes first, which card comes up."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import (
    ActionChoiceTiming,
    ActivationFirstPlayer,
    DeckRunsOutMidDeal,
    FirstAssigner,
    HighRollBasis,
    OpenCardActivation,
    RevealedCardLost,
    SmallForceTest,
    TwoCardInitiative,
)


@rule("PT-TURN-06", "PT1-TURN-02", "AMB-07")
def is_small_game(units: int, enemy_units: int, small_force_test: int = 0) -> bool:
    """PT-TURN-06, PT1-TURN-02: each side has fewer than five units.

    AMB-07 ``small_force_test``: 0 the forces chosen for the game, both sides; 1 those of this turn, both sides (which
    forces are counted is the caller's business); 2 of this turn, each player by his own.
    """
    return units < 5 and (enemy_units < 5 or small_force_test == SmallForceTest.PER_PLAYER)


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
    if high_roll_basis == HighRollBasis.SUM_2D6:
        return die1 + die2
    return cards_drawn(die1, die2, small_game)


@rule("PT-TURN-03", "PT-TURN-04", "PT1-TURN-01")
def attacker_first(result_attacker: int, result_defender: int) -> bool:
    """PT-TURN-03, PT-TURN-04, PT1-TURN-01: the higher draw roll comes first, the attacker on a tie."""
    return result_attacker >= result_defender


@rule("PT-TURN-03", "AMB-02")
def round_is_dealt(pile: int, wanted: int, deck_runs_out_mid_deal: int = 0) -> bool:
    """PT-TURN-03: whether a round of dealing in which ``wanted`` players take one card each is dealt.

    AMB-02 ``deck_runs_out_mid_deal``: 2 (equalise) not if the pile is too small for all of them.
    """
    return deck_runs_out_mid_deal != DeckRunsOutMidDeal.EQUALISE or pile >= wanted


@rule("PT-TURN-07", "AMB-10")
def first_to_assign(attacker: int, draw_winner: int, first_assigner: int = 0) -> int:
    """PT-TURN-07: the side that assigns the first card.

    AMB-10 ``first_assigner``: 0 the attacker, 1 who rolled higher at the draw.
    """
    return draw_winner if first_assigner == FirstAssigner.HIGHER_DRAW_ROLL else attacker


@rule("PT-TURN-10", "AMB-12")
def first_to_name(attacker: int, draw_winner: int, first_draw_winner: int, activation_first_player: int = 0) -> int:
    """PT-TURN-10: the side that names its unit first.

    AMB-12 ``activation_first_player``: 0 who rolled higher at this turn's draw, 1 at that of turn 1, 2 the attacker.
    """
    if activation_first_player == ActivationFirstPlayer.FIRST_TURN_ROLL:
        return first_draw_winner
    return attacker if activation_first_player == ActivationFirstPlayer.ATTACKER else draw_winner


@rule("PT-TURN-08", "PT-HIT-05", "PT-RECOVER-06", "PT-DIS-NO_RADIO")
def card_limit(hits: int, max_cards: int) -> int:
    """PT-TURN-08, PT-HIT-05, PT-RECOVER-06, PT-DIS-NO_RADIO: cards a unit may be assigned this turn.

    ``max_cards`` is 2, or 1 without a radio; a shocked unit may be assigned none.
    """
    if hits > 0:
        return 0
    return max_cards


@rule("PT-HIT-05", "PT-RECOVER-05", "PT-RECOVER-06", "PT1-RECOVER-02")
def free_to_act(hits: int) -> bool:
    """PT-HIT-05, PT-RECOVER-05, PT-RECOVER-06, PT1-RECOVER-02: a unit with a hit may not act until it recovers."""
    return hits == 0


@rule("PT-TURN-11", "PT-END-03", "AMB-19")
def may_turn_over(chosen: int, held: int, opened: int, open_card_activation: int = 0) -> bool:
    """PT-TURN-11, PT-END-03: whether a unit may use the cards ``chosen`` of those it holds (one bit per card).

    ``opened``: which of them are saved cards that lie face up.  AMB-19 ``open_card_activation``: 0 as its owner likes,
    1 the open card first, 2 the open card last (both at once is neither first nor last).
    """
    if chosen == 0 or chosen & ~held != 0:
        return False
    mixed = held & opened != 0 and held & ~opened != 0
    if mixed and open_card_activation == OpenCardActivation.OPEN_FIRST:
        return chosen & opened != 0
    if mixed and open_card_activation == OpenCardActivation.OPEN_LAST:
        return chosen & ~opened != 0
    return True


@rule("PT-TURN-12", "PT-TURN-13", "PT-TURN-14", "PT1-TURN-04", "AMB-14")
def initiative(ranks: int, best_card: int, two_card_initiative: int = 0) -> int:
    """PT-TURN-12, PT-TURN-13, PT-TURN-14, PT1-TURN-04: what units with cards turned over are compared by, higher first.

    ``ranks`` is the sum of the ranks that the unit has turned over, ``best_card`` the best of these cards.  AMB-14
    ``two_card_initiative``: 0 and 2 the best card, 1 the sum, equal sums by the best card.
    """
    return 52 * ranks + best_card if two_card_initiative == TwoCardInitiative.SUM_OF_CARDS else best_card


@rule("PT-TURN-17", "PT1-TURN-05", "PT1-TURN-06", "AMB-17")
def may_waive(other_actions: int, action_choice_timing: int = 0) -> bool:
    """PT-TURN-17, PT1-TURN-05, PT1-TURN-06: whether a card that comes up may be waived.

    ``other_actions``: how many actions are open to the unit.  AMB-17 ``action_choice_timing``: 2 (must act) only where
    nothing else is open.
    """
    return other_actions == 0 or action_choice_timing != ActionChoiceTiming.MUST_ACT


@rule("PT-HIT-01", "PT-MG-04", "AMB-18")
def loses_revealed(suppression: bool, revealed_card_lost: int = 0) -> bool:
    """PT-HIT-01, PT-MG-04: whether a unit that loses its cards also loses those turned over and not yet resolved.

    AMB-18 ``revealed_card_lost``: 0 always, 1 suppression leaves them alone (a hit does not).
    """
    return not (suppression and revealed_card_lost == RevealedCardLost.REVEALED_CARD_STILL_ACTS)


@rule("PT-TURN-09", "PT-END-04")
def hand_excess(unassigned: int) -> int:
    """PT-TURN-09, PT-END-04: cards to discard at the end of the turn; six may be saved (AMB-20)."""
    return max(unassigned - 6, 0)
