"""Solo play: which card a unit turns over, and how many unit cards are blank or taken away."""

from fractions import Fraction

import pytest

from tigersim.rules.solo import blank_cards, cards_removed, solo_cards
from tigersim.rules.switches import SoloOrder

FIRST, SECOND, BOTH = 1, 2, 3


@pytest.mark.rule("PT-SOLO-03", "AMB-149")
def test_the_card_assigned_first_or_one_that_lies_open() -> None:
    assert solo_cards(BOTH, 0) == FIRST
    assert solo_cards(BOTH, SECOND) == BOTH  # the saved card, if its owner likes that better
    assert solo_cards(BOTH, FIRST) == FIRST
    assert solo_cards(BOTH, BOTH) == BOTH
    assert solo_cards(SECOND, 0) == SECOND  # the other is gone
    assert solo_cards(BOTH, 0, SoloOrder.RANDOM_CARD) == BOTH  # chance decides
    assert solo_cards(FIRST, 0, SoloOrder.RANDOM_CARD) == FIRST


@pytest.mark.rule("PT-SOLO-07")
@pytest.mark.parametrize("units", range(1, 17))
def test_up_to_a_third_of_the_cards(units: int) -> None:
    blank = blank_cards(units, 1, 3)
    assert Fraction(blank, units + blank) <= Fraction(1, 3) < Fraction(blank + 1, units + blank + 1)
    assert cards_removed(units + blank, 1, 3) == (units + blank) // 3
    assert cards_removed(units + blank, 1, 3) < units  # some unit always appears
    assert blank_cards(units, 0, 3) == cards_removed(units, 0, 3) == 0
