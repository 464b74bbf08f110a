"""Victory points: what units and markers score, and when a battle ends."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import (
    Edition,
    ExtraForceCap,
    GameEndTiming,
    MarkerControl,
    ReshuffleLimit,
    ReshuffleMargin,
    TargetScore,
    VpSelfInflicted,
)

MOST_DECKS = 12
"""Cap of the engine where the rules set none (AMB-06 only_equality_ends, AMB-124): the last deck that is played."""
MARKER_INCHES = 3
"""PT-VP-10: an enemy within so many inches of a marker contests it."""


@rule("PT-VP-01", "PT-VP-02", "PT-VP-03")
def base_vp(tank: bool, gun_or_armored: bool) -> int:
    """PT-VP-01, PT-VP-02, PT-VP-03: 5 for a tank, 3 for a gun or armoured vehicle, 1 for anything else."""
    if tank:
        return 5
    return 3 if gun_or_armored else 1


@rule("PT-VP-04", "PT-VP-05", "PT-VP-06", "PT-HIST-03")
def unit_cost(base: int, advantages: int, disadvantages: int) -> int:
    """PT-VP-04, PT-VP-05, PT-VP-06, PT-HIST-03: base + 1 per advantage - 1 per disadvantage, at least 1 (AMB-120)."""
    return max(base + advantages - disadvantages, 1)


@rule("PT-VP-01", "PT-VP-02", "PT-VP-03", "AMB-121")
def opponent_scores(own_fault: bool, vp_self_inflicted: int = 0) -> bool:
    """PT-VP-01, PT-VP-02, PT-VP-03: whether the enemy scores a unit that is lost.

    AMB-121 ``vp_self_inflicted``: 0 every unit, 1 not those that destroy themselves.
    """
    return not (own_fault and vp_self_inflicted == VpSelfInflicted.ONLY_ENEMY_CAUSED)


@rule("PT-VP-08")
def marker_worth(size: int) -> int:
    """PT-VP-08: VP of a marker by its size: 0 minor 2, 1 medium 4, 2 major 8."""
    return 2 << size


@rule("PT-VP-10", "AMB-122")
def counts_at_marker(hits: int, embarked: bool, marker_control: int = 0) -> bool:
    """PT-VP-10: whether a unit can hold or contest a marker.

    AMB-122 ``marker_control``: 0 any unit but an embarked one, 1 the same without shocked units, 2 embarked ones too.
    """
    if embarked and marker_control != MarkerControl.EMBARKED_COUNT:
        return False
    return hits == 0 or marker_control != MarkerControl.UNSHOCKED_ONLY


@rule("PT-VP-10")
def is_at_marker(gap_squared: int) -> bool:
    """PT-VP-10: close enough to the nearest edge of a marker to contest it."""
    return gap_squared <= MARKER_INCHES * MARKER_INCHES


@rule("PT-VP-11", "PT-VP-12", "AMB-123")
def extra_unit_points(marker_vp: int, army_cost: int, opponent_cost: int, extra_force_cap: int = 0) -> int:
    """PT-VP-11, PT-VP-12: VP of units that a player may add because the enemy begins with markers.

    ``marker_vp``: worth of the markers that the enemy controls at the start; ``army_cost`` and ``opponent_cost``: both
    armies before the addition.  AMB-123 ``extra_force_cap``: 0 the whole army may cost at most twice the other, 1 the
    additional units may, 2 no cap.
    """
    if extra_force_cap == ExtraForceCap.UNCAPPED:
        return marker_vp
    cap = 2 * opponent_cost - (army_cost if extra_force_cap == ExtraForceCap.TOTAL_AT_MOST_DOUBLE else 0)
    return max(min(marker_vp, cap), 0)


@rule("PT-VP-14", "PT-VP-16", "PT1-VP-04")
def result(vp: int, vp_enemy: int) -> int:
    """PT-VP-14, PT-VP-16, PT1-VP-04: 2 a victory (3 VP or more ahead), 1 a minor victory, 0 a draw.

    Negative for the side that is behind.
    """
    ahead = vp - vp_enemy
    if abs(ahead) >= 3:
        return 2 if ahead > 0 else -2
    if ahead == 0:
        return 0
    return 1 if ahead > 0 else -1


@rule("PT1-VP-05")
def campaign_points(result: int) -> int:
    """PT1-VP-05: points in a series of battles: 3 for a victory, 2 for a minor one, 1 for a draw, 0 for a defeat.

    ``result`` as of the function of that name.
    """
    return max(result + 1, 0)


@rule("PT-VP-13", "AMB-03")
def deck_has_ended(pile: int, ran_out: bool, in_hand: int, cards_used: bool, game_end_timing: int = 0) -> bool:
    """PT-VP-13: whether the deck counts as played at the end of a turn.

    ``pile``: cards left in it; ``ran_out``: it was empty in the middle of the deal and has been shuffled anew (AMB-02);
    ``in_hand``: cards that both players have left; ``cards_used``: some were used this turn.  AMB-03
    ``game_end_timing``: 1 (until hands are empty) turns without drawing go on while cards are left and used.
    """
    if ran_out:
        return True
    if pile > 0:
        return False
    return game_end_timing != GameEndTiming.UNTIL_HANDS_EMPTY or in_hand == 0 or not cards_used


@rule("PT-VP-15", "PT-VP-16", "PT1-VP-04")
def may_prolong(
    difference: int, decks_played: int, reshuffle_margin: int = 0, reshuffle_limit: int = 0, edition: int = 0
) -> bool:
    """PT-VP-15, PT-VP-16: another deck may be played while the scores are close and decks are left.

    AMB-05 ``reshuffle_margin``: 0 (and 2, which differs in who decides) up to 3 VP apart, 1 up to 2.
    AMB-06 ``reshuffle_limit``: 0 three decks, 1 four, 2 after the third only if the scores differ (up to the engine's
    cap).  In edition I one deck is one game (PT1-VP-04).
    """
    apart = abs(difference)
    if edition == Edition.FIRST or apart > (2 if reshuffle_margin == ReshuffleMargin.UNDER_3_BOTH_AGREE else 3):
        return False
    if reshuffle_limit == ReshuffleLimit.ONLY_EQUALITY_ENDS:
        return decks_played < 3 or (apart > 0 and decks_played < MOST_DECKS)
    return decks_played < (4 if reshuffle_limit == ReshuffleLimit.THREE_RESHUFFLES else 3)


@rule("PT-VP-17")
def score_is_reached(vp: int, vp_enemy: int, target: int) -> bool:
    """PT-VP-17: one of the players, or both, have the VP that they agreed to play to (0 = they agreed on none)."""
    return target > 0 and (vp >= target or vp_enemy >= target)


@rule("PT-VP-17", "AMB-124")
def plays_on_to_score(decks_played: int, target_score_rule: int = 0) -> bool:
    """PT-VP-17: whether another deck is played when nobody has reached the score agreed on.

    AMB-124 ``target_score_rule``: 0 (and 1, where the score also ends a battle at once) always, up to the engine's cap,
    2 up to three decks.
    """
    return decks_played < (3 if target_score_rule == TargetScore.MAX_THREE_DECKS else MOST_DECKS)
