"""Machine guns and suppression."""

import pytest

from tigersim.rules.machine_guns import (
    may_deal_away,
    may_share_with,
    share_scores,
    suppresses,
    suppression,
    suppression_cancelled,
    suppression_dice,
)
from tigersim.rules.switches import ArmoredSuppression, MgSplit, SuppressionHalf, SuppressionSave

# difficulty -> least sum that suppresses, and the same if more than half is asked for
LEAST = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6}
MORE_THAN_HALF = {2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6, 11: 6}


@pytest.mark.rule("PT-MG-04", "PT-MORTAR-05", "PT-HOW-02", "AMB-63")
@pytest.mark.parametrize("d", LEAST)
def test_near_misses(d: int) -> None:
    for total in range(1, 20):
        assert suppresses(total, d) == (LEAST[d] <= total < d)
        assert suppresses(total, d, SuppressionHalf.STRICTLY_MORE_THAN_HALF) == (MORE_THAN_HALF[d] <= total < d)


@pytest.mark.rule("PT-MG-04", "PT-MG-07", "PT-MORTAR-05", "PT-HOW-02", "AMB-65")
def test_what_suppression_costs() -> None:
    # a machine gun: all cards of an unarmoured unit on a near miss, one card of an armoured unit on a hit
    assert [suppression(total, 10, True, True, False) for total in (4, 5, 9, 10)] == [0, 2, 2, 0]
    assert [suppression(total, 10, True, True, True) for total in (4, 5, 9, 10)] == [0, 0, 0, 1]
    # a howitzer: unarmoured units only
    assert [suppression(total, 10, True, False, False) for total in (4, 5, 9, 10)] == [0, 2, 2, 0]
    assert [suppression(total, 10, True, False, True) for total in (4, 5, 9, 10)] == [0, 0, 0, 0]
    # near_miss_one_card: a howitzer's or a mortar's near miss costs armour one card; machine guns stay as they are
    assert [
        suppression(total, 10, True, False, True, SuppressionHalf.CEIL_HALF, ArmoredSuppression.NEAR_MISS_ONE_CARD)
        for total in (4, 5, 9, 10)
    ] == [0, 1, 1, 0]
    assert [
        suppression(total, 10, True, True, True, SuppressionHalf.CEIL_HALF, ArmoredSuppression.NEAR_MISS_ONE_CARD)
        for total in (4, 5, 9, 10)
    ] == [0, 0, 0, 1]
    assert [
        suppression(total, 10, False, False, True, SuppressionHalf.CEIL_HALF, ArmoredSuppression.NEAR_MISS_ONE_CARD)
        for total in (4, 5, 9, 10)
    ] == [0, 0, 0, 0]
    # a gun: nobody
    assert [suppression(total, 10, False, False, False) for total in (4, 5, 9, 10)] == [0, 0, 0, 0]


@pytest.mark.rule("PT-MG-05", "PT-MG-08", "AMB-64")
def test_dice_against_suppression() -> None:
    assert suppression_dice(2, 5, 1, True) == (2, 1)
    assert suppression_dice(0, 5, 2, False) == (0, 2)
    # either armour or cover: two armour dice beat one cover die, one weak armour die does not
    assert suppression_dice(2, 5, 1, True, SuppressionSave.EITHER_NOT_BOTH) == (2, 0)
    assert suppression_dice(1, 6, 1, True, SuppressionSave.EITHER_NOT_BOTH) == (0, 1)
    assert suppression_dice(0, 5, 2, False, SuppressionSave.EITHER_NOT_BOTH) == (0, 2)


@pytest.mark.rule("PT-MG-05", "PT-MG-08")
def test_one_success_cancels() -> None:
    assert [suppression_cancelled(n) for n in range(3)] == [False, True, True]


@pytest.mark.rule("PT-MG-06", "AMB-61")
def test_sharing_the_dice_of_a_roll() -> None:
    assert [may_share_with(squared) for squared in (9, 10)] == [True, False]
    # a die at least stays with the original target
    assert may_deal_away(1, 1, 8)
    assert not may_deal_away(0, 0, 8)
    # surplus_only: the dice left must still hit it
    assert may_deal_away(2, 8, 8, MgSplit.SURPLUS_ONLY)
    assert not may_deal_away(2, 7, 8, MgSplit.SURPLUS_ONLY)
    assert may_deal_away(2, 7, 8, MgSplit.NO_LETHAL_ON_SPLIT)
    # each share is an attack of its own; no_lethal_on_split caps those of a shared roll
    assert [share_scores(total, 4, 0, True) for total in (3, 4, 8)] == [0, 1, 2]
    assert [share_scores(total, 4, 0, True, MgSplit.NO_LETHAL_ON_SPLIT) for total in (3, 4, 8)] == [0, 1, 1]
    assert share_scores(8, 4, 0, False, MgSplit.NO_LETHAL_ON_SPLIT) == 2
    assert share_scores(8, 6, 4, True) == 2
