"""Victory points: what units cost and score, and when a battle ends."""

from __future__ import annotations

from tigersim.registry import rule


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


@rule("PT-VP-14", "PT-VP-16")
def result(vp: int, vp_enemy: int) -> int:
    """PT-VP-14, PT-VP-16: 2 a victory (3 VP or more ahead), 1 a minor victory, 0 a draw, and negative if behind."""
    ahead = vp - vp_enemy
    if abs(ahead) >= 3:
        return 2 if ahead > 0 else -2
    if ahead == 0:
        return 0
    return 1 if ahead > 0 else -1


@rule("PT-VP-15", "PT-VP-16")
def may_prolong(difference: int, decks_played: int, reshuffle_margin: int = 0, reshuffle_limit: int = 0) -> bool:
    """PT-VP-15, PT-VP-16: another deck may be played while the scores are close and decks are left.

    AMB-05 ``reshuffle_margin``: 0 (and 2, which differs in who decides) up to 3 VP apart, 1 up to 2.
    AMB-06 ``reshuffle_limit``: 0 three decks, 1 four, 2 after the third only if the scores differ.
    """
    apart = abs(difference)
    if apart > (2 if reshuffle_margin == 1 else 3):
        return False
    if reshuffle_limit == 2:
        return decks_played < 3 or apart > 0
    return decks_played < (4 if reshuffle_limit == 1 else 3)
