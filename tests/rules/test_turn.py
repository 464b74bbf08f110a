"""The turn: draw, limits, who may act."""

import pytest

from tigersim.rules.switches import (
    ActionChoiceTiming,
    DeckRunsOutMidDeal,
    HighRollBasis,
    SmallForceTest,
    TwoCardInitiative,
)
from tigersim.rules.turn import (
    attacker_first,
    card_limit,
    cards_drawn,
    draw_result,
    first_to_assign,
    first_to_name,
    free_to_act,
    hand_excess,
    initiative,
    is_small_game,
    loses_revealed,
    may_turn_over,
    may_waive,
    round_is_dealt,
)


@pytest.mark.rule("PT-TURN-02", "PT-TURN-06")
def test_cards_drawn() -> None:
    assert cards_drawn(3, 5, False) == 8
    assert cards_drawn(6, 6, False) == 12
    assert cards_drawn(3, 5, True) == 5
    assert cards_drawn(4, 4, True) == 4


@pytest.mark.rule("PT-TURN-06", "PT1-TURN-02", "AMB-07")
def test_small_game_needs_fewer_than_five_on_both_sides() -> None:
    assert is_small_game(4, 4)
    assert not is_small_game(5, 4)
    assert not is_small_game(4, 5)
    assert not is_small_game(4, 5, SmallForceTest.RECOUNT_EACH_TURN_BOTH)
    assert is_small_game(4, 5, SmallForceTest.PER_PLAYER)  # each player for himself
    assert not is_small_game(5, 4, SmallForceTest.PER_PLAYER)


@pytest.mark.rule("PT-TURN-03", "PT-TURN-04", "PT-TURN-10", "AMB-08")
def test_higher_draw_first_and_ties_to_the_attacker() -> None:
    assert attacker_first(7, 7)
    assert attacker_first(8, 7)
    assert not attacker_first(6, 7)
    # in a small game 5 + 1 takes five cards, 4 + 4 takes four: the cards taken decide, or the sums
    assert draw_result(5, 1, True) > draw_result(4, 4, True)
    assert draw_result(5, 1, True, HighRollBasis.SUM_2D6) < draw_result(4, 4, True, HighRollBasis.SUM_2D6)
    assert draw_result(5, 1, False) == 6


@pytest.mark.rule("PT-TURN-08", "PT-DIS-NO_RADIO", "PT-HIT-05", "PT-RECOVER-06")
def test_card_limit() -> None:
    assert card_limit(0, 2) == 2
    assert card_limit(0, 1) == 1
    assert card_limit(1, 2) == 0


@pytest.mark.rule("PT-HIT-05", "PT-RECOVER-05", "PT-RECOVER-06", "PT1-RECOVER-02")
def test_a_shocked_unit_may_not_act() -> None:
    assert free_to_act(0)
    assert not free_to_act(1)


@pytest.mark.rule("PT-TURN-09", "PT-END-04")
def test_six_cards_may_be_saved() -> None:
    assert [hand_excess(n) for n in (0, 6, 7, 12)] == [0, 0, 1, 6]


@pytest.mark.rule("PT-TURN-03", "AMB-02")
def test_a_round_that_the_pile_cannot_serve() -> None:
    assert [round_is_dealt(pile, 2) for pile in (0, 1, 2)] == [True, True, True]
    assert [round_is_dealt(pile, 2, DeckRunsOutMidDeal.RESHUFFLE_AND_CONTINUE) for pile in (0, 1, 2)] == [
        True,
        True,
        True,
    ]
    assert [round_is_dealt(pile, 2, DeckRunsOutMidDeal.EQUALISE) for pile in (0, 1, 2)] == [False, False, True]
    assert round_is_dealt(1, 1, DeckRunsOutMidDeal.EQUALISE)


@pytest.mark.rule("PT-TURN-07", "PT-TURN-10", "AMB-10", "AMB-12")
def test_who_comes_first() -> None:
    assert [first_to_assign(0, 1, rule) for rule in (0, 1)] == [0, 1]
    assert [first_to_name(1, 0, 1, rule) for rule in (0, 1, 2)] == [0, 1, 1]
    assert [first_to_name(1, 1, 0, rule) for rule in (0, 1, 2)] == [1, 0, 1]


@pytest.mark.rule("PT-TURN-11", "PT-END-03", "AMB-19")
def test_which_cards_a_unit_may_turn_over() -> None:
    first_is_open = [[bits for bits in range(4) if may_turn_over(bits, 3, 1, rule)] for rule in range(3)]
    assert first_is_open == [[1, 2, 3], [1, 3], [2, 3]]
    for opened in (0, 3):  # both hidden, or both open: nothing comes before the other
        assert [[bits for bits in range(4) if may_turn_over(bits, 3, opened, rule)] for rule in range(3)] == [
            [1, 2, 3]
        ] * 3
    for rule in range(3):
        assert [bits for bits in range(4) if may_turn_over(bits, 2, 2, rule)] == [2]


@pytest.mark.rule("PT-TURN-12", "PT-TURN-13", "PT-TURN-14", "AMB-14")
def test_two_cards_by_their_best_or_by_their_sum() -> None:
    # 9 and 8 against a king: 17 against 13
    nine_spades, king_clubs = 7 * 4 + 1, 11 * 4
    for rule, two_first in ((0, False), (1, True), (2, False)):
        assert (initiative(9 + 8, nine_spades, rule) > initiative(13, king_clubs, rule)) == two_first
    # equal sums by the best card: 10 and 3 against 9 and 4
    assert initiative(13, 8 * 4, TwoCardInitiative.SUM_OF_CARDS) > initiative(
        13, 7 * 4 + 3, TwoCardInitiative.SUM_OF_CARDS
    )


@pytest.mark.rule("PT-TURN-17", "AMB-17")
def test_waiving() -> None:
    assert [may_waive(3, rule) for rule in (0, 2)] == [True, False]
    assert may_waive(0, ActionChoiceTiming.MUST_ACT)


@pytest.mark.rule("PT-HIT-01", "PT-MG-04", "AMB-18")
def test_losing_a_card_that_is_turned_over() -> None:
    assert [loses_revealed(suppression, rule) for rule in (0, 1) for suppression in (False, True)] == [
        True,
        True,
        True,
        False,
    ]
