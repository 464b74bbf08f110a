"""Re-rolls of improved units: the dice that may be, and the best choice, by exact counts.

Every choice is the optimum for one permission; with a second permission the engine asks again about the dice that have
not been re-rolled.  Ties keep as many dice as possible.
"""

from __future__ import annotations

from typing import NamedTuple

from tigersim.registry import rule
from tigersim.rules.arithmetic import (
    choose,
    faces_dice,
    faces_total,
    lowest_face,
    power,
    ways_at_least,
    ways_kept_at_least,
    with_face,
    without_face,
)
from tigersim.rules.armor import armor_successes, hits_left
from tigersim.rules.movement import move_total
from tigersim.rules.switches import ImprovedRerollExtent

ONE_OR_ALL, ANY_DICE, WHOLE_ROLL = 0, 1, 2
"""What a permission to re-roll extends to."""
SECOND_KIND, THIRD_KIND = 8, 16
"""``best_..._subset``: so much is added for each die of the second kind (the road die, cover dice), of the third (dice
on top of a movement roll)."""


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN", "PT-ADV-IMPROVED_ARMOR", "PT-ADV-IMPROVED_MOVEMENT")
def may_reroll_dice(permissions: int, whole: int, rerolled: int, all_dice: bool) -> bool:
    """Whether some dice of a roll, or ``all_dice``, may be rolled again.

    So many ``permissions`` are left, ``whole`` of which are for the whole roll (AMB-101), so for nothing once a die was
    ``rerolled``.
    """
    if permissions > whole:
        return True
    return permissions > 0 and all_dice and rerolled == 0


@rule("PT-IMPROVED-02", "PT-IMPROVED-04")
def reroll_extent(permissions: int, whole: int, improved_reroll_extent: int = 0) -> tuple[int, int]:
    """(How often a roll may be mended, ``ONE_OR_ALL``, ``ANY_DICE`` or ``WHOLE_ROLL``).

    Beside an ordinary permission one for the whole roll adds nothing: a die re-rolled stays as it fell.
    """
    if whole == 0 or permissions > whole:
        extent = ANY_DICE if improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET else ONE_OR_ALL
        return permissions - whole, extent
    return min(permissions, 1), WHOLE_ROLL


@rule()
def ways_with_one_die(rest: int, threshold: int) -> int:
    """Faces of one die that lift a sum of ``rest`` to ``threshold`` or more: 0..6."""
    return min(max(7 - (threshold - rest), 0), 6)


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN")
def best_attack_reroll(
    free_dice: int,
    free_total: int,
    free_lowest: int,
    fixed_total: int,
    difficulty: int,
    lethal_difficulty: int = 0,
    whole: bool = False,
) -> int:
    """Best choice for an attack roll: 0 keep, 1 re-roll the lowest free die, 2 all free dice.

    Maximises P(hit), then P(lethal hit).  ``fixed_total`` is the sum of dice already re-rolled; a lethal hit needs
    twice ``lethal_difficulty`` (0 = twice the difficulty); ``whole``: nothing less than all dice (AMB-101).
    """
    if free_dice == 0:
        return 0
    lethal = 2 * (lethal_difficulty if lethal_difficulty > 0 else difficulty)
    total = free_total + fixed_total
    if total >= lethal:
        return 0
    rest = total - free_lowest
    sixth = power(6, free_dice - 1)
    keep_hit = sixth * 6 if total >= difficulty else 0
    one_hit = sixth * ways_with_one_die(rest, difficulty)
    one_lethal = sixth * ways_with_one_die(rest, lethal)
    all_hit = ways_at_least(free_dice, difficulty - fixed_total)
    all_lethal = ways_at_least(free_dice, lethal - fixed_total)
    choice, best_hit, best_lethal = 0, keep_hit, 0
    if not whole and (one_hit > best_hit or (one_hit == best_hit and one_lethal > best_lethal)):
        choice, best_hit, best_lethal = 1, one_hit, one_lethal
    if all_hit > best_hit or (all_hit == best_hit and all_lethal > best_lethal):
        choice = 2
    return choice


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN")
def best_attack_subset(free: int, fixed_total: int, difficulty: int, lethal_difficulty: int = 0) -> int:
    """Number of the lowest free dice of an attack roll to re-roll where any may be (AMB-99).

    Maximises P(hit), then P(lethal hit), as ``best_attack_reroll``; ``free`` packs the free dice.  Of so many dice the
    lowest are the best to give away: whatever falls, the others then sum to more.
    """
    lethal = 2 * (lethal_difficulty if lethal_difficulty > 0 else difficulty)
    dice = faces_dice(free)
    total = faces_total(free) + fixed_total
    choice = 0
    best_hit = power(6, dice) if total >= difficulty else 0
    best_lethal = power(6, dice) if total >= lethal else 0
    rest = free
    for k in range(1, dice + 1):
        lowest = lowest_face(rest)
        rest = without_face(rest, lowest)
        total -= lowest
        others = power(6, dice - k)
        hit = others * ways_at_least(k, difficulty - total)
        lethal_hit = others * ways_at_least(k, lethal - total)
        if hit > best_hit or (hit == best_hit and lethal_hit > best_lethal):
            choice, best_hit, best_lethal = k, hit, lethal_hit
    return choice


@rule()
def ways_with_dice_beside(dice: int, kept: int, beside: int, total: int, fixed: int) -> int:
    """Ways in which the ``kept`` best dice, and dice ``beside`` them, reach a total.

    ``dice`` are fresh, ``fixed`` are packed and lie; those ``beside`` are fresh and all count.
    """
    ways = 0
    for sum_beside in range(beside, 6 * beside + 1):
        falls = ways_at_least(beside, sum_beside) - ways_at_least(beside, sum_beside + 1)
        ways += falls * ways_kept_at_least(dice, kept, total - sum_beside, fixed)
    return ways


class MoveDice(NamedTuple):
    """A movement roll as it lies; dice of a kind are packed by ``arithmetic.with_face``.

    free, fixed: ordinary dice that may still, and may no longer, be re-rolled.
    kept: number of best dice that count.
    road_free, road_fixed: face of a road die that counts in the test, 0 = none.
    difficulty: sum that succeeds.
    bonus_free, bonus_fixed: dice on top, all of which count.
    """

    free: int
    fixed: int
    kept: int
    road_free: int
    road_fixed: int
    difficulty: int
    bonus_free: int
    bonus_fixed: int


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT")
def best_move_reroll(roll: MoveDice, whole: bool = False) -> int:
    """The best choice for a movement roll: what makes its success most likely.

    0 keep, 1 re-roll the lowest free die, 2 all free dice, 3 the road die, 4 the lowest die on top.  ``whole``: nothing
    less than all dice (AMB-101).
    """
    free, kept, difficulty = roll.free, roll.kept, roll.difficulty
    all_count = roll.road_free + roll.road_fixed + faces_total(roll.bonus_free) + faces_total(roll.bonus_fixed)
    kept_total = move_total(free + roll.fixed, kept)
    if kept_total + all_count >= difficulty:
        return 0
    dice, bonus_dice = faces_dice(free), faces_dice(roll.bonus_free)
    beside = bonus_dice + (1 if roll.road_free > 0 else 0)
    choice, best = 0, 0
    if dice > 0 and not whole:
        rest = without_face(free, lowest_face(free)) + roll.fixed
        ways = 0
        for face in range(1, 7):
            if move_total(with_face(rest, face), kept) + all_count >= difficulty:
                ways += 1
        ways *= power(6, dice - 1 + beside)
        if ways > best:
            choice, best = 1, ways
    if roll.road_free > 0 and not whole:
        ways = power(6, dice + beside - 1) * ways_with_one_die(kept_total + all_count - roll.road_free, difficulty)
        if ways > best:
            choice, best = 3, ways
    if bonus_dice > 0 and not whole:
        others = kept_total + all_count - lowest_face(roll.bonus_free)
        ways = power(6, dice + beside - 1) * ways_with_one_die(others, difficulty)
        if ways > best:
            choice, best = 4, ways
    needed = difficulty - roll.road_fixed - faces_total(roll.bonus_fixed)
    ways = ways_with_dice_beside(dice, kept, beside, needed, roll.fixed)
    return 2 if ways > best and dice + beside > 0 else choice


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT")
def best_move_subset(roll: MoveDice) -> int:
    """The dice of a movement roll to re-roll where any may be (AMB-99).

    The number of lowest free dice, ``SECOND_KIND`` more if the road die is rolled again too, ``THIRD_KIND`` for each of
    the lowest dice on top; the aim is that of ``best_move_reroll``.
    """
    on_top = roll.bonus_free
    stands = roll.road_free + roll.road_fixed + faces_total(roll.bonus_free) + faces_total(roll.bonus_fixed)
    if move_total(roll.free + roll.fixed, roll.kept) + stands >= roll.difficulty:
        return 0
    dice, bonus_dice, road_dice = faces_dice(roll.free), faces_dice(roll.bonus_free), 1 if roll.road_free > 0 else 0
    choice, best, fewest = 0, 0, 0
    for m in range(bonus_dice + 1):
        if m > 0:
            stands -= lowest_face(on_top)
            on_top = without_face(on_top, lowest_face(on_top))
        rest = roll.free
        for k in range(dice + 1):
            if k > 0:
                rest = without_face(rest, lowest_face(rest))
            for road in range(road_dice + 1):
                needed = roll.difficulty - stands + road * roll.road_free
                others = power(6, dice - k + bonus_dice - m + road_dice - road)
                ways = others * ways_with_dice_beside(k, roll.kept, m + road, needed, roll.fixed + rest)
                again = k + m + road
                if ways > best or (ways == best and again < fewest):
                    choice, best, fewest = k + SECOND_KIND * road + THIRD_KIND * m, ways, again
    return choice


class SaveDice(NamedTuple):
    """A save roll as it lies.

    hits: hits that it is rolled against; one against a suppression, where one success is enough.
    armor_dice, cover_dice: dice not yet re-rolled, of which ``armor_ok`` and ``cover_ok`` succeeded.
    armor_face: lowest face of an armour die that saves.
    keep_best: only the best armour die counts.
    save_success_rule: AMB-43.
    fixed_armor_ok, fixed_cover_ok: successes of dice re-rolled before.
    """

    hits: int
    armor_dice: int
    armor_ok: int
    cover_dice: int
    cover_ok: int
    armor_face: int
    keep_best: bool
    save_success_rule: int
    fixed_armor_ok: int
    fixed_cover_ok: int


@rule()
def unsaved(roll: SaveDice, armor_ok: int, cover_ok: int) -> int:
    """Hits left by a save roll with so many successful armour and cover dice."""
    return hits_left(roll.hits, armor_successes(armor_ok, roll.keep_best) + cover_ok, roll.save_success_rule)


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR")
def best_save_reroll(roll: SaveDice, whole: bool = False) -> int:
    """The best choice for a save roll: what leaves the fewest unsaved hits on average.

    0 keep, 1 re-roll a failed armour die, 2 a failed cover die, 3 all free dice.  ``whole``: nothing less than all dice
    (AMB-101).
    """
    a = roll.armor_ok + roll.fixed_armor_ok
    c = roll.cover_ok + roll.fixed_cover_ok
    now = unsaved(roll, a, c)
    dice = roll.armor_dice + roll.cover_dice
    if now == 0 or dice == 0:
        return 0
    saving = 7 - roll.armor_face
    sixth = power(6, dice - 1)
    choice, best = 0, now * sixth * 6
    if roll.armor_ok < roll.armor_dice and not whole:
        expected = (unsaved(roll, a + 1, c) * saving + now * (6 - saving)) * sixth
        if expected < best:
            choice, best = 1, expected
    if roll.cover_ok < roll.cover_dice and not whole:
        expected = (unsaved(roll, a, c + 1) * 2 + now * 4) * sixth
        if expected < best:
            choice, best = 2, expected
    expected = 0
    for i in range(roll.armor_dice + 1):
        armor_ways = choose(roll.armor_dice, i) * power(saving, i) * power(6 - saving, roll.armor_dice - i)
        for j in range(roll.cover_dice + 1):
            cover_ways = choose(roll.cover_dice, j) * power(2, j) * power(4, roll.cover_dice - j)
            expected += armor_ways * cover_ways * unsaved(roll, roll.fixed_armor_ok + i, roll.fixed_cover_ok + j)
    return 3 if expected < best else choice


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR")
def best_save_subset(roll: SaveDice) -> int:
    """The dice of a save roll to re-roll where any may be (AMB-99).

    The number of failed armour dice, and ``SECOND_KIND`` for each failed cover die.  Every failed die is rolled again
    whose success could still stop a hit: more chances never harm, and a success is never given away.
    """
    armor = roll.armor_ok + roll.fixed_armor_ok
    cover = roll.cover_ok + roll.fixed_cover_ok
    now = unsaved(roll, armor, cover)
    again = 0
    if roll.armor_ok < roll.armor_dice and unsaved(roll, armor + 1, cover) < now:
        again += roll.armor_dice - roll.armor_ok
    if roll.cover_ok < roll.cover_dice and unsaved(roll, armor, cover + 1) < now:
        again += SECOND_KIND * (roll.cover_dice - roll.cover_ok)
    return again
