"""Counting rolls of dice in exact integers, for every chapter that weighs a roll.

A set of dice is packed into one integer, three bits for the count of each face: face f sits at bit 3 * (f - 1), so up
to seven dice of a face fit.
"""

from __future__ import annotations

from tigersim.registry import rule


@rule()
def with_face(faces: int, face: int) -> int:
    """The packed dice with one more die showing ``face``."""
    return faces + (1 << (3 * (face - 1)))


@rule()
def without_face(faces: int, face: int) -> int:
    """The packed dice with one die less of ``face``."""
    return faces - (1 << (3 * (face - 1)))


@rule()
def face_count(faces: int, face: int) -> int:
    """How many of the packed dice show ``face``."""
    return (faces >> (3 * (face - 1))) & 7


@rule()
def faces_dice(faces: int) -> int:
    """How many dice are packed."""
    dice = 0
    for face in range(1, 7):
        dice += face_count(faces, face)
    return dice


@rule()
def faces_total(faces: int) -> int:
    """Sum of the packed dice."""
    total = 0
    for face in range(1, 7):
        total += face * face_count(faces, face)
    return total


@rule()
def lowest_face(faces: int) -> int:
    """Lowest face among the packed dice, 0 if there are none."""
    for face in range(1, 7):
        if face_count(faces, face) > 0:
            return face
    return 0


@rule()
def choose(n: int, k: int) -> int:
    """Binomial coefficient, 0 outside 0 <= k <= n."""
    if k < 0 or k > n:
        return 0
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


@rule()
def power(base: int, exponent: int) -> int:
    """``base`` to a power of 0 or more, in integers."""
    result = 1
    for _ in range(exponent):
        result *= base
    return result


@rule()
def ways_of_sides(dice: int, sides: int, total: int) -> int:
    """How many rolls of ``dice`` dice with faces 1..sides sum to ``total`` or more."""
    if dice == 0:
        return 1 if total <= 0 else 0
    if total <= dice:
        return power(sides, dice)
    # turned upside down (face f to sides + 1 - f) these are the rolls with a sum of at most `most`
    most = dice * (sides + 1) - total
    ways = 0
    sign = 1
    for k in range(dice + 1):
        if most - sides * k < dice:
            break  # what is left to count is 0
        ways += sign * choose(dice, k) * choose(most - sides * k, dice)
        sign = -sign
    return ways


@rule("PT-GEN-02", "PT-GEN-10")
def ways_at_least(dice: int, total: int) -> int:
    """Number of the 6^dice rolls that sum to ``total`` or more."""
    return ways_of_sides(dice, 6, total)


@rule()
def ways_kept_at_least(dice: int, kept: int, total: int, fixed: int = 0) -> int:
    """Number of rolls of ``dice`` dice whose ``kept`` best sum to ``total`` or more.

    The packed dice ``fixed`` lie beside them.  Counted by the lowest die that still counts: it shows v, some dice lie
    above it, enough lie level with it.
    """
    kept = min(kept, dice + faces_dice(fixed))
    if kept <= 0:
        return power(6, dice) if total <= 0 else 0
    ways = 0
    fixed_above = 0
    fixed_sum = 0
    for v in range(6, 0, -1):
        fixed_level = face_count(fixed, v)
        for above in range(min(dice, kept - 1 - fixed_above) + 1):
            level_kept = kept - fixed_above - above
            high = ways_of_sides(above, 6 - v, total - fixed_sum - level_kept * v - above * v)
            if high > 0:
                for level in range(max(level_kept - fixed_level, 0), dice - above + 1):
                    below = power(v - 1, dice - above - level)
                    ways += choose(dice, above) * choose(dice - above, level) * high * below
        fixed_above += fixed_level
        fixed_sum += fixed_level * v
    return ways
