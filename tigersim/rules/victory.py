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
    """Points of a class: 5 for a tank, 3 for a gun or armoured vehicle, 1 for anything else."""
    if tank:
        return 5
    return 3 if gun_or_armored else 1


@rule("PT-VP-04", "PT-VP-05", "PT-VP-06", "PT-HIST-03")
def unit_cost(base: int, advantages: int, disadvantages: int) -> int:
    """Cost of a unit: base + 1 per advantage - 1 per disadvantage, at least 1 (AMB-120)."""
    return max(base + advantages - disadvantages, 1)


@rule("PT-VP-01", "PT-VP-02", "PT-VP-03", "AMB-121")
def opponent_scores(own_fault: bool, vp_self_inflicted: int = 0) -> bool:
    """Whether the enemy scores a unit that is lost.

    Under ``only_enemy_caused`` not those that destroy themselves.
    """
    return not (own_fault and vp_self_inflicted == VpSelfInflicted.ONLY_ENEMY_CAUSED)


@rule("PT-VP-08")
def marker_worth(size: int) -> int:
    """VP of a marker by its size: 0 minor 2, 1 medium 4, 2 major 8."""
    return 2 << size


@rule("PT-VP-10", "AMB-122")
def counts_at_marker(hits: int, embarked: bool, marker_control: int = 0) -> bool:
    """Whether a unit can hold or contest a marker: any but an embarked one.

    Under ``unshocked_only`` no shocked one, under ``embarked_count`` embarked ones too.
    """
    if embarked and marker_control != MarkerControl.EMBARKED_COUNT:
        return False
    return hits == 0 or marker_control != MarkerControl.UNSHOCKED_ONLY


@rule("PT-VP-10")
def is_at_marker(gap_squared: int) -> bool:
    """Whether a unit is close enough to the nearest edge of a marker to contest it."""
    return gap_squared <= MARKER_INCHES * MARKER_INCHES


@rule("PT-VP-11", "PT-VP-12", "AMB-123")
def extra_unit_points(marker_vp: int, army_cost: int, opponent_cost: int, extra_force_cap: int = 0) -> int:
    """VP of units that a player may add because the enemy begins with markers.

    ``marker_vp``: worth of the markers that the enemy controls at the start; ``army_cost`` and ``opponent_cost``: both
    armies before the addition.  The whole army may cost at most twice the other, under ``extras_at_most_double`` the
    additional units may, under ``uncapped`` there is no cap.
    """
    if extra_force_cap == ExtraForceCap.UNCAPPED:
        return marker_vp
    cap = 2 * opponent_cost - (army_cost if extra_force_cap == ExtraForceCap.TOTAL_AT_MOST_DOUBLE else 0)
    return max(min(marker_vp, cap), 0)


@rule("PT-VP-14", "PT-VP-16", "PT1-VP-04")
def result(vp: float, vp_enemy: float) -> int:
    """Result: 2 a victory (3 VP or more ahead), 1 a minor victory, 0 a draw.

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
    """Points in a series: 3 for a victory, 2 for a minor one, 1 for a draw, 0 for a defeat.

    ``result`` as of the function of that name.
    """
    return max(result + 1, 0)


@rule("PT-VP-13", "AMB-03")
def deck_has_ended(pile: int, ran_out: bool, in_hand: int, cards_used: bool, game_end_timing: int = 0) -> bool:
    """Whether the deck counts as played at the end of a turn.

    pile: cards left in it.
    ran_out: it was empty in the middle of the deal and has been shuffled anew (AMB-02).
    in_hand: cards that both players have left.
    cards_used: some were used this turn.
    game_end_timing: under ``until_hands_empty`` turns without drawing go on while cards are left and used.
    """
    if ran_out:
        return True
    if pile > 0:
        return False
    return game_end_timing != GameEndTiming.UNTIL_HANDS_EMPTY or in_hand == 0 or not cards_used


@rule("PT-VP-15", "PT-VP-16", "PT1-VP-04")
def may_prolong(
    difference: float, decks_played: int, reshuffle_margin: int = 0, reshuffle_limit: int = 0, edition: int = 0
) -> bool:
    """Whether another deck may be played: the scores are close and decks are left.

    Up to 3 VP apart, under ``under_3_both_agree`` up to 2; three decks, under ``three_reshuffles`` four, under
    ``only_equality_ends`` after the third only if the scores differ (up to the engine's cap).  In the first edition one
    deck is one game.
    """
    apart = abs(difference)
    if edition == Edition.FIRST or apart > (2 if reshuffle_margin == ReshuffleMargin.UNDER_3_BOTH_AGREE else 3):
        return False
    if reshuffle_limit == ReshuffleLimit.ONLY_EQUALITY_ENDS:
        return decks_played < 3 or (apart > 0 and decks_played < MOST_DECKS)
    return decks_played < (4 if reshuffle_limit == ReshuffleLimit.THREE_RESHUFFLES else 3)


@rule("PT-VP-17")
def score_is_reached(vp: int, vp_enemy: int, target: int) -> bool:
    """Whether a player has the VP that both agreed to play to (0 = they agreed on none)."""
    return target > 0 and (vp >= target or vp_enemy >= target)


@rule("PT-VP-17", "AMB-124")
def plays_on_to_score(decks_played: int, target_score_rule: int = 0) -> bool:
    """Whether another deck is played while neither player has the score agreed on.

    Always, up to the engine's cap; under ``max_three_decks`` up to three.
    """
    return decks_played < (3 if target_score_rule == TargetScore.MAX_THREE_DECKS else MOST_DECKS)
