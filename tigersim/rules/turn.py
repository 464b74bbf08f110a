"""The turn: drawing, limits on assigned and saved cards, order of play, choice of cards."""

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
    """Whether each side has fewer than five units.

    Which forces are counted is the caller's business: those chosen for the game, or under other readings those of this
    turn; under ``per_player`` each player counts its own.
    """
    return units < 5 and (enemy_units < 5 or small_force_test == SmallForceTest.PER_PLAYER)


@rule("PT-TURN-02", "PT-TURN-06")
def cards_drawn(die1: int, die2: int, small_game: bool) -> int:
    """Cards to take: as many as 2D6 show, or as the higher die shows in a small game."""
    return max(die1, die2) if small_game else die1 + die2


@rule("PT-TURN-03", "PT-TURN-10")
def draw_result(die1: int, die2: int, small_game: bool, high_roll_basis: int = 0) -> int:
    """Number that decides who rolled highest.

    The cards taken, under ``sum_2d6`` the sum of both dice.
    """
    return die1 + die2 if high_roll_basis == HighRollBasis.SUM_2D6 else cards_drawn(die1, die2, small_game)


@rule("PT-TURN-03", "PT-TURN-04", "PT1-TURN-01")
def attacker_first(result_attacker: int, result_defender: int) -> bool:
    """Whether the attacker comes first: by the higher draw roll, or a tie."""
    return result_attacker >= result_defender


@rule("PT-TURN-03", "AMB-02")
def round_is_dealt(pile: int, wanted: int, deck_runs_out_mid_deal: int = 0) -> bool:
    """Whether a round of dealing in which ``wanted`` players take one card each is dealt.

    Under ``equalise`` not if the pile is too small for all of them.
    """
    return deck_runs_out_mid_deal != DeckRunsOutMidDeal.EQUALISE or pile >= wanted


@rule("PT-TURN-07", "AMB-10")
def first_to_assign(attacker: int, draw_winner: int, first_assigner: int = 0) -> int:
    """Side that assigns the first card.

    The attacker, under ``higher_draw_roll`` who rolled higher at the draw.
    """
    return draw_winner if first_assigner == FirstAssigner.HIGHER_DRAW_ROLL else attacker


@rule("PT-TURN-10", "AMB-12")
def first_to_name(attacker: int, draw_winner: int, first_draw_winner: int, activation_first_player: int = 0) -> int:
    """Side that names its unit first.

    Who rolled higher at this turn's draw, under ``first_turn_roll`` at that of turn 1, under ``attacker`` the attacker.
    """
    if activation_first_player == ActivationFirstPlayer.FIRST_TURN_ROLL:
        return first_draw_winner
    return attacker if activation_first_player == ActivationFirstPlayer.ATTACKER else draw_winner


@rule("PT-TURN-08", "PT-HIT-05", "PT-RECOVER-06", "PT-DIS-NO_RADIO")
def card_limit(hits: int, max_cards: int) -> int:
    """Cards that a unit may be assigned this turn; none if it is shocked.

    ``max_cards`` is 2, or 1 without a radio.
    """
    return 0 if hits > 0 else max_cards


@rule("PT-HIT-05", "PT-RECOVER-05", "PT-RECOVER-06", "PT1-RECOVER-02")
def free_to_act(hits: int) -> bool:
    """Whether a unit may act: not with a hit, until it recovers."""
    return hits == 0


@rule("PT-TURN-11", "PT-END-03", "AMB-19")
def may_turn_over(chosen: int, held: int, opened: int, open_card_activation: int = 0) -> bool:
    """Whether a unit may use the cards ``chosen`` of those it holds (one bit per card).

    ``opened``: which of them are saved cards that lie face up.  As its owner likes, under ``open_first`` the open card
    first, under ``open_last`` last (both at once is neither first nor last).
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
    """Number by which units with cards turned over are compared, higher first.

    ``ranks`` is the sum of the ranks that the unit has turned over, ``best_card`` the best of these cards.  The best
    card counts, under ``sum_of_cards`` the sum, equal sums by the best card.
    """
    return 52 * ranks + best_card if two_card_initiative == TwoCardInitiative.SUM_OF_CARDS else best_card


@rule("PT-TURN-17", "PT1-TURN-05", "PT1-TURN-06", "AMB-17")
def may_waive(other_actions: int, action_choice_timing: int = 0) -> bool:
    """Whether a card that comes up may be waived.

    ``other_actions``: how many actions are open to the unit.  Under ``must_act`` only where nothing else is open.
    """
    return other_actions == 0 or action_choice_timing != ActionChoiceTiming.MUST_ACT


@rule("PT-HIT-01", "PT-MG-04", "AMB-18")
def loses_revealed(suppression: bool, revealed_card_lost: int = 0) -> bool:
    """Whether a unit that loses its cards also loses those turned over and not yet resolved.

    Always; under ``revealed_card_still_acts`` suppression leaves them alone (a hit does not).
    """
    return not (suppression and revealed_card_lost == RevealedCardLost.REVEALED_CARD_STILL_ACTS)


@rule("PT-TURN-09", "PT-END-04")
def hand_excess(unassigned: int) -> int:
    """Cards to discard at the end of the turn; six may be saved (AMB-20)."""
    return max(unassigned - 6, 0)
