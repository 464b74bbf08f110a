"""Several players a side: decks, ties between them, friends, praise."""

import pytest

from tigersim.catalogue.cards import parse_card
from tigersim.rules.cards import is_red, rank
from tigersim.rules.multiplayer import follows_player, same_initiative, scores_most, sides_have_decks
from tigersim.rules.switches import IdenticalCards, TwoCardInitiative
from tigersim.rules.turn import initiative


@pytest.mark.rule("PT-MULTI-03")
def test_four_players_are_too_many_for_one_deck() -> None:
    assert [sides_have_decks(players) for players in (2, 3, 4, 5)] == [False, False, True, True]


@pytest.mark.rule("PT-MULTI-04", "AMB-22")
def test_which_cards_of_two_decks_are_tied() -> None:
    for one in range(52):
        for other in range(52):
            assert same_initiative(one, other) == (one == other)
            alike = rank(one) == rank(other) and is_red(one) == is_red(other)
            assert same_initiative(one, other, IdenticalCards.SAME_RANK_AND_COLOUR) == alike
    assert same_initiative(parse_card("5H"), parse_card("5D"), IdenticalCards.SAME_RANK_AND_COLOUR)
    assert not same_initiative(parse_card("5H"), parse_card("5S"), IdenticalCards.SAME_RANK_AND_COLOUR)


@pytest.mark.rule("PT-MULTI-04", "AMB-14", "AMB-22")
def test_which_pairs_of_cards_are_tied_where_their_sum_counts() -> None:
    queen_and_five = initiative(12 + 5, parse_card("QH"), TwoCardInitiative.SUM_OF_CARDS)
    queen_of_diamonds = initiative(12 + 5, parse_card("QD"), TwoCardInitiative.SUM_OF_CARDS)
    ten_and_seven = initiative(10 + 7, parse_card("10H"), TwoCardInitiative.SUM_OF_CARDS)
    assert same_initiative(queen_and_five, queen_of_diamonds, IdenticalCards.SAME_RANK_AND_COLOUR)
    assert not same_initiative(queen_and_five, queen_of_diamonds)
    assert not same_initiative(queen_and_five, ten_and_seven, IdenticalCards.SAME_RANK_AND_COLOUR)


@pytest.mark.rule("PT-MULTI-02", "AMB-150")
@pytest.mark.parametrize(("rule", "across"), [(0, True), (1, True), (2, False)])
def test_whether_units_follow_those_of_a_partner(rule: int, across: bool) -> None:
    assert follows_player(2, 0, rule) is across
    assert follows_player(2, 2, rule)


@pytest.mark.rule("PT-MULTI-05")
def test_the_best_is_praised_and_so_are_two_alike() -> None:
    assert (scores_most(7, 4), scores_most(4, 7), scores_most(5, 5)) == (True, False, True)
