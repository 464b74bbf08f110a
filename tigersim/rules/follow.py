"""Follow me!: which unit may follow which, in which actions, and after a leader's failure."""

from __future__ import annotations

from typing import NamedTuple

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
    """Whether a unit is within 3 inches of the one before it in the chain.

    In close combat of the leader.
    """
    return gap_squared <= FOLLOW_INCHES * FOLLOW_INCHES


@rule("PT-FOLLOW-02")
def keeps_together(gap_squared: float) -> bool:
    """Whether a follower's move ends within 3 inches of another unit of the group."""
    return gap_squared <= FOLLOW_INCHES * FOLLOW_INCHES


@rule("PT-FOLLOW-05", "PT1-FOLLOW-02")
def room_in_group(members: int) -> bool:
    """Whether one more unit may join: one card activates at most three units."""
    return members < MOST_IN_GROUP


class Follower(NamedTuple):
    """What counts of a unit that would follow another.

    given, held: cards assigned to it this turn, and those that it still has.
    shocked: it has taken a hit.
    actions, max_actions: actions made this turn, and the most it may make (1 without a radio).
    silenced: it was suppressed this turn.
    """

    given: int
    held: int
    shocked: bool
    actions: int
    max_actions: int
    silenced: bool


@rule("PT-FOLLOW-01", "PT-FOLLOW-06", "PT-FOLLOW-08", "PT-HIT-05", "PT-DIS-NO_RADIO", "PT1-FOLLOW-01", "PT1-FOLLOW-03")
def may_follow(
    unit: Follower, follow_eligibility: int = 0, no_radio_scope: int = 0, suppression_effect: int = 0, edition: int = 0
) -> bool:
    """Whether a unit may follow another.

    It is not shocked, has been given no card this turn (under ``no_cards_now``: holds none) and has an action left; the
    first edition counts no actions.
    """
    if unit.shocked or (unit.held if follow_eligibility == FollowEligibility.NO_CARDS_NOW else unit.given) > 0:
        return False
    if unit.silenced and suppression_effect == SuppressionEffect.NO_ACTIONS_THIS_TURN:
        return False
    if unit.max_actions < 2 and no_radio_scope == NoRadioScope.CANNOT_FOLLOW:
        return False
    return unit.actions < unit.max_actions or edition == Edition.FIRST


@rule("PT-FOLLOW-07", "PT1-FOLLOW-03")
def keeps_leader(leads: int, followed: int, nobody: int, edition: int = 0) -> bool:
    """Whether a unit stays with its leader: in one turn it follows one unit only.

    ``leads`` leads now, ``followed`` is the unit it has followed before, or ``nobody``.  The first edition has no such
    limit.
    """
    return followed in (nobody, leads) or edition == Edition.FIRST


@rule("PT-FOLLOW-01")
def can_be_followed(find_cover: bool, follow_actions: int = 0) -> bool:
    """Whether others may join this action of their leader.

    Every action that a card allows; under ``move_fire_melee_only`` not Find cover.
    """
    return not find_cover or follow_actions == FollowActions.CARD_MENU


@rule("PT-FOLLOW-04")
def follows(leader_succeeded: bool, follow_independent: int = 0) -> bool:
    """Whether a follower acts after its leader has rolled, with its own dice against the card.

    Under ``leader_must_succeed`` only if the leader succeeded.
    """
    return leader_succeeded or follow_independent == FollowIndependent.INDEPENDENT
