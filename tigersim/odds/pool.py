"""The exact odds of a plain pool of dice against a difficulty."""

from __future__ import annotations

from tigersim.given import whole_number
from tigersim.odds.rerolls import HIT, LETHAL, NEAR_MISS, AttackTest, attack_outcomes
from tigersim.odds.result import Answer, answer, means

MAX_POOL = 10


@answer
class PoolOdds(Answer):
    """What the sum of some dice does against a difficulty (PT-GEN-10)."""

    p_success: float = means("the sum reaches the difficulty")
    p_double: float = means("the sum reaches twice the difficulty (part of the first line)")
    p_half: float = means("the sum fails, but reaches half the difficulty, rounded up")

    def steps(self) -> list[str]:
        success, double, half = self.counts
        return [
            f"The dice fall in {self.whole} equally likely ways, re-rolls included (PT-GEN-10).",
            f"{success} of them succeed, {double} doubly; {half} fail but reach half the difficulty.",
        ]


def pool(dice: int, difficulty: int, rerolls: int = 0) -> PoolOdds:
    """The exact odds of ``dice`` D6 (1 to 10) against ``difficulty`` (1 to 60).

    ``rerolls`` (0 to 2) is the number of times one die or all may be re-rolled, no die twice: used for P(success),
    then for P(double).  Raises ``InvalidValue``.
    """
    dice = whole_number("dice", dice, 1, MAX_POOL)
    difficulty = whole_number("difficulty", difficulty, 1, 6 * MAX_POOL)
    rerolls = whole_number("rerolls", rerolls, 0, 2)
    found = attack_outcomes(AttackTest(dice, difficulty, difficulty), rerolls)
    counts, whole = (sum(found[HIT:]), sum(found[LETHAL:]), found[NEAR_MISS]), sum(found)
    return PoolOdds.of(f"{dice}D6 against {difficulty}", counts, whole)
