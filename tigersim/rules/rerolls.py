"""Re-rolls of improved units: which dice may be rolled again, and the best choice among them, by exact counts.

Every choice is the optimum for one permission; with a second permission the engine asks again about the dice that
have not been re-rolled.  Ties keep as many dice as possible.
"""

from __future__ import annotations

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
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_GUN, PT-ADV-IMPROVED_ARMOR, PT-ADV-IMPROVED_MOVEMENT.

    Whether a roll with so many ``permissions`` left may have some of its dice, or ``all_dice``, rolled again.
    ``whole`` of the permissions are for the whole roll (AMB-101), so for nothing once a die was ``rerolled``.
    """
    if permissions > whole:
        return True
    return permissions > 0 and all_dice and rerolled == 0


@rule("PT-IMPROVED-02", "PT-IMPROVED-04")
def reroll_extent(permissions: int, whole: int, improved_reroll_extent: int = 0) -> tuple[int, int]:
    """PT-IMPROVED-02, PT-IMPROVED-04: (how often a roll may be mended, ``ONE_OR_ALL``, ``ANY_DICE`` or ``WHOLE_ROLL``).

    Beside an ordinary permission one for the whole roll adds nothing: a die re-rolled stays as it fell.  AMB-99
    ``improved_reroll_extent``: 0 one die or all, 1 any dice.
    """
    if whole == 0 or permissions > whole:
        return (
            permissions - whole,
            ANY_DICE if improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET else ONE_OR_ALL,
        )
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
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_GUN: 0 keep, 1 re-roll the lowest free die, 2 all free dice.

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
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_GUN: how many of the lowest free dice to re-roll (AMB-99, any).

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
    """Ways in which the best ``kept`` of ``dice`` fresh and some fixed dice, and dice beside them, reach a total."""
    ways = 0
    for sum_beside in range(beside, 6 * beside + 1):
        falls = ways_at_least(beside, sum_beside) - ways_at_least(beside, sum_beside + 1)
        ways += falls * ways_kept_at_least(dice, kept, total - sum_beside, fixed)
    return ways


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT")
def best_move_reroll(
    free: int,
    fixed: int,
    kept: int,
    road_free: int,
    road_fixed: int,
    difficulty: int,
    bonus_free: int = 0,
    bonus_fixed: int = 0,
    whole: bool = False,
) -> int:
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_MOVEMENT: the best choice for a move roll.

    0 keep, 1 re-roll the lowest free die, 2 all free dice, 3 the road die, 4 the lowest die on top.  Maximises
    P(success), the ``kept`` best dice, the dice on top and the road die summed.  ``free`` and ``fixed``, ``bonus_free``
    and ``bonus_fixed`` pack the dice that may still, and may no longer, be re-rolled (``arithmetic.with_face``);
    ``road_free`` or ``road_fixed`` is the face of a road die that counts in the test; ``whole``: nothing less than all
    dice (AMB-101).
    """
    all_count = road_free + road_fixed + faces_total(bonus_free) + faces_total(bonus_fixed)
    kept_total = move_total(free + fixed, kept)
    if kept_total + all_count >= difficulty:
        return 0
    dice, bonus_dice = faces_dice(free), faces_dice(bonus_free)
    beside = bonus_dice + (1 if road_free > 0 else 0)
    choice, best = 0, 0
    if dice > 0 and not whole:
        rest = without_face(free, lowest_face(free)) + fixed
        ways = 0
        for face in range(1, 7):
            if move_total(with_face(rest, face), kept) + all_count >= difficulty:
                ways += 1
        ways *= power(6, dice - 1 + beside)
        if ways > best:
            choice, best = 1, ways
    if road_free > 0 and not whole:
        ways = power(6, dice + beside - 1) * ways_with_one_die(kept_total + all_count - road_free, difficulty)
        if ways > best:
            choice, best = 3, ways
    if bonus_dice > 0 and not whole:
        others = kept_total + all_count - lowest_face(bonus_free)
        ways = power(6, dice + beside - 1) * ways_with_one_die(others, difficulty)
        if ways > best:
            choice, best = 4, ways
    ways = ways_with_dice_beside(dice, kept, beside, difficulty - road_fixed - faces_total(bonus_fixed), fixed)
    return 2 if ways > best and dice + beside > 0 else choice


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT")
def best_move_subset(
    free: int,
    fixed: int,
    kept: int,
    road_free: int,
    road_fixed: int,
    difficulty: int,
    bonus_free: int = 0,
    bonus_fixed: int = 0,
) -> int:
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_MOVEMENT: the dice of a move roll to re-roll (AMB-99, any).

    The number of lowest free dice, ``SECOND_KIND`` more if the road die is rolled again too, ``THIRD_KIND`` for each of
    the lowest dice on top; arguments and aim as in ``best_move_reroll``.
    """
    on_top = bonus_free
    stands = road_free + road_fixed + faces_total(bonus_free) + faces_total(bonus_fixed)
    if move_total(free + fixed, kept) + stands >= difficulty:
        return 0
    dice, bonus_dice, road_dice = faces_dice(free), faces_dice(bonus_free), 1 if road_free > 0 else 0
    choice, best, fewest = 0, 0, 0
    for m in range(bonus_dice + 1):
        if m > 0:
            stands -= lowest_face(on_top)
            on_top = without_face(on_top, lowest_face(on_top))
        rest = free
        for k in range(dice + 1):
            if k > 0:
                rest = without_face(rest, lowest_face(rest))
            for road in range(road_dice + 1):
                needed = difficulty - stands + road * road_free
                others = power(6, dice - k + bonus_dice - m + road_dice - road)
                ways = others * ways_with_dice_beside(k, kept, m + road, needed, fixed + rest)
                again = k + m + road
                if ways > best or (ways == best and again < fewest):
                    choice, best, fewest = k + SECOND_KIND * road + THIRD_KIND * m, ways, again
    return choice


@rule()
def unsaved(hits: int, armor_ok: int, cover_ok: int, keep_best: bool, save_success_rule: int) -> int:
    """Hits left by a save roll with so many successful armour and cover dice."""
    return hits_left(hits, armor_successes(armor_ok, keep_best) + cover_ok, save_success_rule)


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR")
def best_save_reroll(
    hits: int,
    armor_dice: int,
    armor_ok: int,
    cover_dice: int,
    cover_ok: int,
    armor_face: int,
    keep_best: bool,
    save_success_rule: int = 0,
    fixed_armor_ok: int = 0,
    fixed_cover_ok: int = 0,
    whole: bool = False,
) -> int:
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_ARMOR: the best choice for a save roll.

    0 keep, 1 re-roll a failed armour die, 2 a failed cover die, 3 all free dice.  Minimises the expected unsaved hits.
    ``armor_dice`` and ``cover_dice`` are the dice not yet re-rolled, of which ``armor_ok`` and ``cover_ok`` succeeded;
    ``fixed_...`` are successes of dice re-rolled before; ``whole``: nothing less than all dice (AMB-101).  For a roll
    against a suppression, where one success is enough, ask with one hit.
    """
    a = armor_ok + fixed_armor_ok
    c = cover_ok + fixed_cover_ok
    now = unsaved(hits, a, c, keep_best, save_success_rule)
    dice = armor_dice + cover_dice
    if now == 0 or dice == 0:
        return 0
    saving = 7 - armor_face
    sixth = power(6, dice - 1)
    choice, best = 0, now * sixth * 6
    if armor_ok < armor_dice and not whole:
        better = unsaved(hits, a + 1, c, keep_best, save_success_rule)
        expected = (better * saving + now * (6 - saving)) * sixth
        if expected < best:
            choice, best = 1, expected
    if cover_ok < cover_dice and not whole:
        better = unsaved(hits, a, c + 1, keep_best, save_success_rule)
        expected = (better * 2 + now * 4) * sixth
        if expected < best:
            choice, best = 2, expected
    expected = 0
    for i in range(armor_dice + 1):
        armor_ways = choose(armor_dice, i) * power(saving, i) * power(6 - saving, armor_dice - i)
        for j in range(cover_dice + 1):
            cover_ways = choose(cover_dice, j) * power(2, j) * power(4, cover_dice - j)
            left = unsaved(hits, fixed_armor_ok + i, fixed_cover_ok + j, keep_best, save_success_rule)
            expected += armor_ways * cover_ways * left
    return 3 if expected < best else choice


@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR")
def best_save_subset(
    hits: int,
    armor_dice: int,
    armor_ok: int,
    cover_dice: int,
    cover_ok: int,
    keep_best: bool,
    save_success_rule: int = 0,
    fixed_armor_ok: int = 0,
    fixed_cover_ok: int = 0,
) -> int:
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_ARMOR: the dice of a save roll to re-roll (AMB-99, any).

    The number of failed armour dice, and ``SECOND_KIND`` for each failed cover die; arguments as in
    ``best_save_reroll``.  Every failed die is rolled again whose success could still stop a hit: more chances never
    harm, and a success is never given away.
    """
    armor = armor_ok + fixed_armor_ok
    cover = cover_ok + fixed_cover_ok
    now = unsaved(hits, armor, cover, keep_best, save_success_rule)
    again = 0
    if armor_ok < armor_dice and unsaved(hits, armor + 1, cover, keep_best, save_success_rule) < now:
        again += armor_dice - armor_ok
    if cover_ok < cover_dice and unsaved(hits, armor, cover + 1, keep_best, save_success_rule) < now:
        again += SECOND_KIND * (cover_dice - cover_ok)
    return again
