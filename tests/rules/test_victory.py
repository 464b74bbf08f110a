"""Victory points."""

import pytest

from tigersim.rules.switches import Edition, GameEndTiming, ReshuffleLimit, ReshuffleMargin, TargetScore
from tigersim.rules.victory import (
    MOST_DECKS,
    base_vp,
    campaign_points,
    counts_at_marker,
    deck_has_ended,
    extra_unit_points,
    is_at_marker,
    marker_worth,
    may_prolong,
    opponent_scores,
    plays_on_to_score,
    result,
    score_is_reached,
    unit_cost,
)


@pytest.mark.rule("PT-VP-01", "PT-VP-02", "PT-VP-03")
def test_base_vp() -> None:
    assert base_vp(True, True) == 5
    assert base_vp(False, True) == 3
    assert base_vp(False, False) == 1


@pytest.mark.rule("PT-VP-04", "PT-VP-05", "PT-VP-06", "PT-HIST-03", "AMB-120")
# the worked values of the rules reference: M4 Sherman, M3 Lee, Churchill IV, Sdkfz 234/1, Marines, militia, LCVP
@pytest.mark.parametrize(
    ("base", "advantages", "disadvantages", "cost"),
    [(5, 1, 1, 5), (5, 0, 1, 4), (5, 2, 0, 7), (3, 2, 1, 4), (1, 2, 0, 3), (1, 0, 1, 1), (1, 1, 1, 1)],
)
def test_unit_cost(base: int, advantages: int, disadvantages: int, cost: int) -> None:
    assert unit_cost(base, advantages, disadvantages) == cost


@pytest.mark.rule("PT-VP-14", "PT-VP-16", "PT1-VP-04", "AMB-05")
def test_result() -> None:
    assert [result(10, enemy) for enemy in (5, 7, 8, 9, 10, 11, 12, 13, 20)] == [2, 2, 1, 1, 0, -1, -1, -2, -2]


@pytest.mark.rule("PT-VP-15", "PT-VP-16", "AMB-05", "AMB-06")
def test_prolonging() -> None:
    assert [may_prolong(apart, 1) for apart in (0, 2, 3, -3, 4)] == [True, True, True, True, False]
    assert [may_prolong(0, decks) for decks in (1, 2, 3)] == [True, True, False]
    assert [may_prolong(apart, 1, ReshuffleMargin.UNDER_3_BOTH_AGREE) for apart in (2, 3)] == [True, False]
    assert [
        may_prolong(0, decks, ReshuffleMargin.UP_TO_3_BOTH_AGREE, ReshuffleLimit.THREE_RESHUFFLES) for decks in (3, 4)
    ] == [True, False]
    assert [
        may_prolong(apart, 3, ReshuffleMargin.UP_TO_3_BOTH_AGREE, ReshuffleLimit.ONLY_EQUALITY_ENDS)
        for apart in (0, 1, 3, 4)
    ] == [False, True, True, False]
    assert [
        may_prolong(1, decks, ReshuffleMargin.UP_TO_3_BOTH_AGREE, ReshuffleLimit.ONLY_EQUALITY_ENDS)
        for decks in (MOST_DECKS - 1, MOST_DECKS)
    ] == [True, False]
    assert not may_prolong(
        0, 1, ReshuffleMargin.UP_TO_3_BOTH_AGREE, ReshuffleLimit.THREE_DECKS_TOTAL, Edition.FIRST
    )  # edition I: one deck, one game


@pytest.mark.rule("PT1-VP-05")
def test_campaign_points() -> None:
    assert [campaign_points(result(vp, 10)) for vp in (13, 12, 11, 10, 9, 7)] == [3, 2, 2, 1, 0, 0]


@pytest.mark.rule("PT-VP-08")
def test_markers_are_worth_two_four_or_eight() -> None:
    assert [marker_worth(size) for size in range(3)] == [2, 4, 8]


@pytest.mark.rule("PT-VP-10", "AMB-122")
def test_who_counts_at_a_marker() -> None:
    kinds = [(0, False), (1, False), (0, True), (1, True)]  # hits, embarked
    assert [counts_at_marker(*kind) for kind in kinds] == [True, True, False, False]
    assert [counts_at_marker(*kind, 1) for kind in kinds] == [True, False, False, False]
    assert [counts_at_marker(*kind, 2) for kind in kinds] == [True, True, True, True]
    assert [is_at_marker(squared) for squared in (0, 9, 10)] == [True, True, False]


@pytest.mark.rule("PT-VP-11", "PT-VP-12", "AMB-123")
@pytest.mark.parametrize(
    ("marker_vp", "army", "opponent", "by_rule"),
    [
        (10, 40, 40, (10, 10, 10)),  # 50 is less than twice 40
        (60, 40, 40, (40, 60, 60)),  # the whole army stops at 80
        (100, 40, 40, (40, 80, 100)),  # the addition alone stops at 80
        (8, 90, 40, (0, 8, 8)),  # more than double already
    ],
)
def test_units_for_markers(marker_vp: int, army: int, opponent: int, by_rule: tuple[int, int, int]) -> None:
    assert tuple(extra_unit_points(marker_vp, army, opponent, rule) for rule in range(3)) == by_rule


@pytest.mark.rule("PT-VP-01", "PT-VP-02", "PT-VP-03", "AMB-121")
def test_who_scores_a_loss() -> None:
    assert [opponent_scores(own_fault, rule) for rule in (0, 1) for own_fault in (False, True)] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.rule("PT-VP-13", "AMB-02", "AMB-03")
def test_when_a_deck_has_ended() -> None:
    assert not deck_has_ended(1, False, 3, True)
    assert deck_has_ended(0, False, 3, True)
    assert deck_has_ended(30, True, 3, True)  # it ran out while dealing
    assert [deck_has_ended(0, False, *hands, 1) for hands in ((3, True), (3, False), (0, True))] == [False, True, True]
    assert deck_has_ended(30, True, 3, True, GameEndTiming.UNTIL_HANDS_EMPTY)


@pytest.mark.rule("PT-VP-17", "AMB-124")
def test_playing_to_a_score() -> None:
    assert not score_is_reached(30, 30, 0)
    assert [score_is_reached(vp, 5, 20) for vp in (19, 20, 21)] == [False, True, True]
    assert score_is_reached(5, 20, 20)
    assert [plays_on_to_score(decks, TargetScore.MAX_THREE_DECKS) for decks in (2, 3)] == [True, False]
    for rule in (0, 1):
        assert [plays_on_to_score(decks, rule) for decks in (3, MOST_DECKS - 1, MOST_DECKS)] == [True, True, False]
