"""The turn: draw, limits, who may act."""

import pytest

from tigersim.rules.turn import (
    attacker_first,
    card_limit,
    cards_drawn,
    draw_result,
    hand_excess,
    is_small_game,
    may_act,
)


@pytest.mark.rule("PT-TURN-02", "PT-TURN-06")
def test_cards_drawn() -> None:
    assert cards_drawn(3, 5, False) == 8
    assert cards_drawn(6, 6, False) == 12
    assert cards_drawn(3, 5, True) == 5
    assert cards_drawn(4, 4, True) == 4


@pytest.mark.rule("PT-TURN-06", "AMB-07")
def test_small_game_needs_fewer_than_five_on_both_sides() -> None:
    assert is_small_game(4, 4)
    assert not is_small_game(5, 4)
    assert not is_small_game(4, 5)


@pytest.mark.rule("PT-TURN-03", "PT-TURN-04", "PT-TURN-10", "AMB-08")
def test_higher_draw_first_and_ties_to_the_attacker() -> None:
    assert attacker_first(7, 7)
    assert attacker_first(8, 7)
    assert not attacker_first(6, 7)
    # in a small game 5 + 1 takes five cards, 4 + 4 takes four: the cards taken decide, or the sums
    assert draw_result(5, 1, True) > draw_result(4, 4, True)
    assert draw_result(5, 1, True, 1) < draw_result(4, 4, True, 1)
    assert draw_result(5, 1, False) == 6


@pytest.mark.rule("PT-TURN-08", "PT-DIS-NO_RADIO", "PT-HIT-05", "PT-RECOVER-06")
def test_card_limit() -> None:
    assert card_limit(0, 2) == 2
    assert card_limit(0, 1) == 1
    assert card_limit(1, 2) == 0


@pytest.mark.rule("PT-HIT-05", "PT-RECOVER-05", "PT-RECOVER-06")
def test_a_shocked_unit_may_not_act() -> None:
    assert may_act(0)
    assert not may_act(1)


@pytest.mark.rule("PT-TURN-09", "PT-END-04")
def test_six_cards_may_be_saved() -> None:
    assert [hand_excess(n) for n in (0, 6, 7, 12)] == [0, 0, 1, 6]
