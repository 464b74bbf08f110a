"""Cards: initiative, difficulty, what a colour allows."""

import pytest

from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import unit
from tigersim.rules.cards import (
    allows_close_combat,
    allows_find_cover,
    difficulty,
    is_red,
    plain_fire_dice,
    plain_move_dice,
    rank,
    suit,
)

CLUBS, SPADES, DIAMONDS, HEARTS = range(4)
JACK, QUEEN, KING, ACE = 11, 12, 13, 14


def card(rank: int, suit: int) -> int:
    return (rank - 2) * 4 + suit


@pytest.mark.rule("PT-CARD-01", "PT-CARD-03")
def test_rank_and_suit_of_every_card() -> None:
    for r in range(2, 15):
        for s in (CLUBS, SPADES, DIAMONDS, HEARTS):
            assert (rank(card(r, s)), suit(card(r, s))) == (r, s)


@pytest.mark.rule("PT-CARD-04")
@pytest.mark.parametrize(
    ("rank", "expected"),
    [(number, number) for number in range(2, 11)] + [(JACK, 10), (QUEEN, 10), (KING, 10), (ACE, 11)],
)
def test_difficulty(rank: int, expected: int) -> None:
    assert {difficulty(card(rank, s)) for s in range(4)} == {expected}


@pytest.mark.rule("PT-CARD-01", "PT-CARD-02", "PT-CARD-03", "PT-TURN-12")
def test_the_number_of_a_card_is_its_initiative() -> None:
    """Rank decides, then colour (red first), then suit: hearts, diamonds, spades, clubs."""
    by_the_rules = sorted(range(52), key=lambda c: (rank(c), is_red(c), suit(c)))
    assert by_the_rules == list(range(52))
    assert card(ACE, CLUBS) > card(KING, HEARTS)
    assert card(7, HEARTS) > card(7, DIAMONDS) > card(7, SPADES) > card(7, CLUBS)


@pytest.mark.rule("PT-CARD-02", "PT-CARD-06", "PT-CARD-07", "PT-CARD-08", "PT-MELEE-02", "PT-COVER-04")
def test_red_assaults_and_black_finds_cover() -> None:
    reds = [c for c in range(52) if is_red(c)]
    assert len(reds) == 26
    assert is_red(card(9, HEARTS))
    assert not is_red(card(9, SPADES))
    assert allows_close_combat(True)
    assert not allows_close_combat(False)
    assert allows_find_cover(False)
    assert not allows_find_cover(True)


@pytest.mark.rule("PT-CARD-06", "PT-CARD-07")
def test_red_cards_are_for_fire_and_black_ones_for_moves() -> None:
    assert [(plain_fire_dice(red), plain_move_dice(red)) for red in (True, False)] == [(3, 2), (2, 3)]
    plain = profile(unit("M8 Greyhound"))  # a class that fires with the dice of the card
    assert (plain.red_near[0], plain.black_near[0]) == (3, 2)
    assert (plain.move_red, plain.move_black) == (2, 3)
