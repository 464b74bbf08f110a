"""Follow me!: who may follow whom, which actions, and whether a leader's failure stops them."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import (
    Edition,
    FollowActions,
    FollowEligibility,
    FollowIndependent,
    NoRadioScope,
    SuppressionEffect,
)

FOLLOW_INCHES = 3
"""PT-FOLLOW-01: how near to the unit before it in the chain a follower must be."""
MOST_IN_GROUP = 3
"""PT-FOLLOW-05: units that one card activates: the leader and two followers."""


@rule("PT-FOLLOW-01", "PT-FOLLOW-05", "PT-FOLLOW-09", "PT1-FOLLOW-01", "PT1-FOLLOW-02")
def near_enough_to_follow(gap_squared: float) -> bool:
    """PT-FOLLOW-01, PT-FOLLOW-05, PT1-FOLLOW-01, PT1-FOLLOW-02: within 3 inches of the unit before it in the chain.

    PT-FOLLOW-09: in close combat of the leader.
    """
    return gap_squared <= FOLLOW_INCHES * FOLLOW_INCHES


@rule("PT-FOLLOW-02")
def keeps_together(gap_squared: float) -> bool:
    """PT-FOLLOW-02: the end of a follower's move, within 3 inches of another unit of the group, where it can be."""
    return gap_squared <= FOLLOW_INCHES * FOLLOW_INCHES


@rule("PT-FOLLOW-05", "PT1-FOLLOW-02")
def room_in_group(members: int) -> bool:
    """PT-FOLLOW-05, PT1-FOLLOW-02: one card activates at most three units."""
    return members < MOST_IN_GROUP


@rule("PT-FOLLOW-01", "PT-FOLLOW-06", "PT-FOLLOW-08", "PT-HIT-05", "PT-DIS-NO_RADIO", "PT1-FOLLOW-01", "PT1-FOLLOW-03")
def may_follow(
    given: int,
    held: int,
    shocked: bool,
    actions: int,
    max_actions: int,
    silenced: bool = False,
    follow_eligibility: int = 0,
    no_radio_scope: int = 0,
    suppression_effect: int = 0,
    edition: int = 0,
) -> bool:
    """PT-FOLLOW-01, PT-FOLLOW-06, PT-FOLLOW-08, PT-HIT-05, PT-DIS-NO_RADIO, PT1-FOLLOW-01: a unit may follow another.

    ``given``: cards assigned to it this turn, ``held``: those it still has; ``actions`` made of ``max_actions`` (1
    without a radio); ``silenced``: it was suppressed this turn.  AMB-85 ``follow_eligibility``: 0 never given a card,
    1 none now.  AMB-109 ``no_radio_scope``: 1 = not without a radio.  AMB-62 ``suppression_effect``: 1 = not if
    silenced.  PT1-FOLLOW-01: no cards in ``edition`` 1 either; PT1-FOLLOW-03: it counts no actions.
    """
    if shocked or (held if follow_eligibility == FollowEligibility.NO_CARDS_NOW else given) > 0:
        return False
    if silenced and suppression_effect == SuppressionEffect.NO_ACTIONS_THIS_TURN:
        return False
    if max_actions < 2 and no_radio_scope == NoRadioScope.CANNOT_FOLLOW:
        return False
    return actions < max_actions or edition == Edition.FIRST


@rule("PT-FOLLOW-07", "PT1-FOLLOW-03")
def keeps_leader(leads: int, followed: int, nobody: int, edition: int = 0) -> bool:
    """PT-FOLLOW-07: in one turn a unit follows one and the same unit.

    ``leads`` leads now, ``followed`` is the unit it has followed before, or ``nobody``.  PT1-FOLLOW-03: no such limit.
    """
    return followed in (nobody, leads) or edition == Edition.FIRST


@rule("PT-FOLLOW-01")
def can_be_followed(find_cover: bool, follow_actions: int = 0) -> bool:
    """PT-FOLLOW-01: others may join this action of their leader.

    AMB-86 ``follow_actions``: 0 every action that a card allows, 1 not Find cover.
    """
    return not find_cover or follow_actions == FollowActions.CARD_MENU


@rule("PT-FOLLOW-04")
def follows(leader_succeeded: bool, follow_independent: int = 0) -> bool:
    """PT-FOLLOW-04: a follower rolls too, with its own dice against the leader's card.

    AMB-88 ``follow_independent``: 0 whether the leader succeeded or not, 1 only if he did.
    """
    return leader_succeeded or follow_independent == FollowIndependent.INDEPENDENT
