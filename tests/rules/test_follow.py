"""Follow me!: who may follow."""

import pytest

from tigersim.rules.follow import (
    Follower,
    can_be_followed,
    follows,
    keeps_leader,
    keeps_together,
    may_follow,
    near_enough_to_follow,
    room_in_group,
)
from tigersim.rules.switches import (
    Edition,
    FollowActions,
    FollowEligibility,
    FollowIndependent,
    NoRadioScope,
    SuppressionEffect,
)


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-02", "PT-FOLLOW-05", "PT-FOLLOW-09", "PT1-FOLLOW-01", "PT1-FOLLOW-02")
def test_distances_and_numbers() -> None:
    assert [near_enough_to_follow(squared) for squared in (0, 9, 10)] == [True, True, False]
    assert [keeps_together(squared) for squared in (0, 9, 10)] == [True, True, False]
    assert [room_in_group(members) for members in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-06", "PT-FOLLOW-08", "PT-HIT-05", "AMB-62", "AMB-85", "AMB-109")
def test_who_may_follow() -> None:
    assert may_follow(Follower(0, 0, False, 0, 2, False))
    assert may_follow(Follower(0, 0, False, 1, 2, False))
    assert not may_follow(Follower(0, 0, False, 2, 2, False))
    assert not may_follow(Follower(0, 0, True, 0, 2, False))
    assert not may_follow(Follower(1, 0, False, 0, 2, False))
    # no_cards_now: a unit that lost or used its card may
    assert may_follow(Follower(1, 0, False, 1, 2, False), follow_eligibility=FollowEligibility.NO_CARDS_NOW)
    assert not may_follow(Follower(1, 1, False, 0, 2, False), follow_eligibility=FollowEligibility.NO_CARDS_NOW)
    # without a radio: one action in all, or no following
    assert may_follow(Follower(0, 0, False, 0, 1, False))
    assert not may_follow(Follower(0, 0, False, 1, 1, False))
    assert not may_follow(Follower(0, 0, False, 0, 1, False), no_radio_scope=NoRadioScope.CANNOT_FOLLOW)
    assert may_follow(Follower(0, 0, False, 0, 2, False), no_radio_scope=NoRadioScope.CANNOT_FOLLOW)
    # no_actions_this_turn
    assert may_follow(Follower(0, 0, False, 0, 2, True))
    assert not may_follow(Follower(0, 0, False, 0, 2, True), suppression_effect=SuppressionEffect.NO_ACTIONS_THIS_TURN)


@pytest.mark.rule("PT-FOLLOW-07", "PT1-FOLLOW-03")
def test_one_leader_a_turn() -> None:
    nobody = -1
    assert keeps_leader(4, nobody, nobody)
    assert keeps_leader(4, 4, nobody)
    assert not keeps_leader(4, 5, nobody)
    assert keeps_leader(4, 5, nobody, Edition.FIRST)
    assert may_follow(Follower(0, 0, False, 2, 2, False), edition=Edition.FIRST)


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-04", "AMB-86", "AMB-88")
def test_what_can_be_followed() -> None:
    assert can_be_followed(True)
    assert not can_be_followed(True, FollowActions.MOVE_FIRE_MELEE_ONLY)
    assert can_be_followed(False, FollowActions.MOVE_FIRE_MELEE_ONLY)
    assert follows(False)
    assert follows(True, FollowIndependent.LEADER_MUST_SUCCEED)
    assert not follows(False, FollowIndependent.LEADER_MUST_SUCCEED)
