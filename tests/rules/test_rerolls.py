"""The best choice of re-roll, against trying every choice with every fall of the dice."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product

import pytest

from tigersim.rules.arithmetic import with_face
from tigersim.rules.rerolls import (
    ANY_DICE,
    ONE_OR_ALL,
    SECOND_KIND,
    THIRD_KIND,
    WHOLE_ROLL,
    MoveDice,
    SaveDice,
    best_attack_reroll,
    best_attack_subset,
    best_move_reroll,
    best_move_subset,
    best_save_reroll,
    best_save_subset,
    may_reroll_dice,
    reroll_extent,
)
from tigersim.rules.switches import ImprovedRerollExtent, SaveSuccessRule

D6 = range(1, 7)


def subsets(places: int) -> list[tuple[int, ...]]:
    """Every choice of places, the smaller ones first."""
    return list(chain.from_iterable(combinations(range(places), k) for k in range(places + 1)))


def falls(roll: tuple[int, ...], places: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The roll with the dice at these places rolled again, in every way."""
    again = []
    for fall in product(D6, repeat=len(places)):
        now = list(roll)
        for place, face in zip(places, fall, strict=True):
            now[place] = face
        again.append(tuple(now))
    return again


def totals_by(total: Callable[[tuple[int, ...]], int]) -> Callable[[tuple[int, ...], tuple[int, ...]], list[int]]:
    """What a roll comes to with the dice at some places rolled again, in every way.

    How these dice lay before makes no difference, so each list is made once for all rolls that keep the same others.
    """

    @cache
    def of(lifted: tuple[int, ...]) -> list[int]:
        return [total(now) for now in falls(lifted, tuple(k for k, face in enumerate(lifted) if not face))]

    return lambda roll, places: of(tuple(0 if k in places else face for k, face in enumerate(roll)))


def share(ends: list[int], difficulty: int) -> Fraction:
    return Fraction(sum(end >= difficulty for end in ends), len(ends))


def attack_worth(rolls: list[int], difficulty: int, lethal: int) -> tuple[Fraction, Fraction]:
    n = len(rolls)
    return (
        Fraction(sum(total >= difficulty for total in rolls), n),
        Fraction(sum(total >= lethal for total in rolls), n),
    )


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN", "AMB-99")
@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(("fixed", "lethal"), [(0, 0), (3, 0), (0, 7)])
def test_attack_choice_is_the_best_of_all(n: int, fixed: int, lethal: int) -> None:
    fresh = [sum(roll) + fixed for roll in product(D6, repeat=n)]
    for roll in combinations_with_replacement(D6, n):
        for difficulty in range(2, 14):
            doubled = 2 * (lethal or difficulty)
            worth = {
                0: attack_worth([sum(roll) + fixed], difficulty, doubled),
                1: max(
                    attack_worth([sum(roll) + fixed - roll[i] + face for face in D6], difficulty, doubled)
                    for i in range(n)
                ),
                2: attack_worth(fresh, difficulty, doubled),
            }
            best = max(worth.values())
            expected = next(choice for choice in worth if worth[choice] == best)
            assert best_attack_reroll(n, sum(roll), roll[0], fixed, difficulty, lethal) == expected, (roll, difficulty)


@pytest.mark.rule("PT-IMPROVED-02")
def test_attack_examples() -> None:
    # 1 + 6 + 6 against 14: a 2 or more on the one makes it, all three dice reach 14 in 35 of 216
    assert best_attack_reroll(3, 13, 1, 0, 14) == 1
    # 1 + 1 + 1 against 10: one die cannot, all three can
    assert best_attack_reroll(3, 3, 1, 0, 10) == 2
    # a lethal hit is kept, and so is a miss that nothing can mend
    assert best_attack_reroll(2, 12, 6, 0, 6) == 0
    assert best_attack_reroll(1, 3, 3, 0, 8) == 0
    assert best_attack_reroll(0, 0, 0, 9, 10) == 0


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT", "AMB-31")
@pytest.mark.parametrize(("n", "kept"), [(1, 1), (2, 2), (2, 1), (3, 2), (3, 3)])
@pytest.mark.parametrize("road", [0, 2, 5])
def test_move_choice_is_the_best_of_all(n: int, kept: int, road: int) -> None:
    def chance(rolls: list[tuple[tuple[int, ...], int]], difficulty: int) -> Fraction:
        good = sum(sum(sorted(dice)[-kept:]) + extra >= difficulty for dice, extra in rolls)
        return Fraction(good, len(rolls))

    fresh_road = D6 if road else (0,)
    fresh = [(dice, extra) for dice in product(D6, repeat=n) for extra in fresh_road]
    for roll in combinations_with_replacement(D6, n):
        packed = 0
        for face in roll:
            packed = with_face(packed, face)
        for difficulty in (4, 6, 8, 11):
            chances = {0: chance([(roll, road)], difficulty)}
            chances[1] = max(
                chance([((*roll[:i], face, *roll[i + 1 :]), road) for face in D6], difficulty) for i in range(n)
            )
            if road:
                chances[3] = chance([(roll, face) for face in D6], difficulty)
            chances[2] = chance(fresh, difficulty)
            best = max(chances.values())
            expected = next(choice for choice in chances if chances[choice] == best)
            dice = MoveDice(packed, 0, kept, road, 0, difficulty, 0, 0)
            assert best_move_reroll(dice) == expected, (roll, difficulty)


@pytest.mark.rule("PT-IMPROVED-04", "AMB-101")
def test_move_keeps_the_dice_already_rerolled() -> None:
    six, two = with_face(0, 6), with_face(0, 2)
    # the fixed 6 counts; the free 2 must become 4 or more to reach 10
    assert best_move_reroll(MoveDice(two, six, 2, 0, 0, 10, 0, 0)) == 1
    # a road die that was re-rolled counts as it lies
    assert best_move_reroll(MoveDice(two, 0, 1, 0, 5, 7, 0, 0)) == 0
    assert best_move_reroll(MoveDice(two, 0, 1, 0, 5, 12, 0, 0)) == 0
    assert best_move_reroll(MoveDice(0, six, 1, 0, 0, 9, 0, 0)) == 0


@pytest.mark.rule("PT-ADV-IMPROVED_MOVEMENT", "AMB-29", "AMB-101")
@pytest.mark.parametrize(("n", "kept", "top"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (2, 1, 2), (0, 0, 2)])
@pytest.mark.parametrize("road", [0, 3])
def test_move_choice_with_dice_on_top(n: int, kept: int, top: int, road: int) -> None:
    """Pool, dice on top, road die: every choice is tried with every fall of what it rolls again."""

    def total(dice: tuple[int, ...]) -> int:
        pool = sorted(dice[:n])
        return sum(pool[len(pool) - kept :]) + sum(dice[n:])

    totals = totals_by(total)

    def chance(dice: tuple[int, ...], places: tuple[int, ...], difficulty: int) -> Fraction:
        return share(totals(dice, places), difficulty)

    for pool in combinations_with_replacement(D6, n):
        for above in combinations_with_replacement(D6, top):
            dice = (*pool, *above, *([road] if road else []))
            for difficulty in (5, 8, 11):
                worth = {0: chance(dice, (), difficulty)}
                if n:
                    worth[1] = chance(dice, (0,), difficulty)
                if road:
                    worth[3] = chance(dice, (n + top,), difficulty)
                worth[4] = chance(dice, (n,), difficulty)
                worth[2] = chance(dice, tuple(range(len(dice))), difficulty)
                best = max(worth.values())
                expected = next(choice for choice in worth if worth[choice] == best)
                faces = MoveDice(packed(pool), 0, kept, road, 0, difficulty, packed(above), 0)
                assert best_move_reroll(faces) == expected, (dice, difficulty)
                assert best_move_reroll(faces, whole=True) == (2 if worth[2] > worth[0] else 0)
    six, two = with_face(0, 6), with_face(0, 2)
    assert best_move_reroll(MoveDice(0, 0, 0, 0, 0, 11, two, six)) == 4  # the six was re-rolled and stands


def expected_unsaved(
    hits: int, dice: list[tuple[str, bool]], rerolled: tuple[int, ...], face: int, keep_best: bool, option: int
) -> Fraction:
    """Mean hits left when the dice at the places ``rerolled`` are rolled again."""
    total = 0
    for fall in product(D6, repeat=len(rerolled)):
        saved = {"armor": 0, "cover": 0}
        now = dict(zip(rerolled, fall, strict=True))
        for place, (kind, ok) in enumerate(dice):
            good = now[place] >= (face if kind == "armor" else 5) if place in now else ok
            saved[kind] += good
        armor = min(saved["armor"], 1) if keep_best else saved["armor"]
        successes = armor + saved["cover"]
        if option == 1:
            left = 0 if successes else hits
        else:
            left = max(hits - (successes if option == 0 else min(successes, 1)), 0)
        total += left
    return Fraction(total, 6 ** len(rerolled))


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR", "AMB-99")
@pytest.mark.parametrize(("armor", "cover"), [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 1), (3, 0)])
@pytest.mark.parametrize(
    ("face", "keep_best", "option"), [(5, False, 0), (6, False, 0), (5, True, 0), (5, False, 1), (6, True, 2)]
)
def test_save_choice_is_the_best_of_all(armor: int, cover: int, face: int, keep_best: bool, option: int) -> None:
    for hits, armor_ok, cover_ok in product((1, 2), range(armor + 1), range(cover + 1)):
        dice = [("armor", i < armor_ok) for i in range(armor)] + [("cover", i < cover_ok) for i in range(cover)]
        means = {0: expected_unsaved(hits, dice, (), face, keep_best, option)}
        for place, (kind, ok) in enumerate(dice):
            code = 1 if kind == "armor" else 2
            mean = expected_unsaved(hits, dice, (place,), face, keep_best, option)
            if not ok or mean < means[0]:
                means[code] = min(mean, means.get(code, mean))
        means[3] = expected_unsaved(hits, dice, tuple(range(len(dice))), face, keep_best, option)
        best = min(means.values())
        expected = next(choice for choice in sorted(means) if means[choice] == best)
        got = best_save_reroll(SaveDice(hits, armor, armor_ok, cover, cover_ok, face, keep_best, option, 0, 0))
        assert got == expected, (hits, armor_ok, cover_ok, means)


@pytest.mark.rule("PT-IMPROVED-04", "AMB-101")
def test_save_counts_the_dice_already_rerolled() -> None:
    # a lethal hit, one success fixed, one failed armour die free: re-roll it
    assert best_save_reroll(SaveDice(2, 1, 0, 0, 0, 5, False, SaveSuccessRule.EACH_SUCCESS_CANCELS_ONE, 1, 0)) == 1
    # an ordinary hit is stopped by the fixed success
    assert best_save_reroll(SaveDice(1, 1, 0, 0, 0, 5, False, SaveSuccessRule.EACH_SUCCESS_CANCELS_ONE, 1, 0)) == 0
    # no free dice left
    assert best_save_reroll(SaveDice(2, 0, 0, 0, 0, 5, False, SaveSuccessRule.EACH_SUCCESS_CANCELS_ONE, 1, 0)) == 0


# --- any dice (AMB-99), the whole roll only (AMB-101) -----------------------------------------------------------------


def packed(dice: tuple[int, ...]) -> int:
    faces = 0
    for face in dice:
        faces = with_face(faces, face)
    return faces


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN", "AMB-99")
@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(("fixed", "lethal"), [(0, 0), (3, 0), (0, 7)])
def test_any_attack_dice_are_the_best_of_all_subsets(n: int, fixed: int, lethal: int) -> None:
    for roll in combinations_with_replacement(D6, n):
        sums = {places: [sum(now) + fixed for now in falls(roll, places)] for places in subsets(n)}
        for difficulty in range(2, 14):
            worth = {
                places: attack_worth(totals, difficulty, 2 * (lethal or difficulty)) for places, totals in sums.items()
            }
            best = max(worth.values())
            fewest = next(places for places in worth if worth[places] == best)
            got = best_attack_subset(packed(roll), fixed, difficulty, lethal)
            assert got == len(fewest), (roll, difficulty)
            assert worth[tuple(range(got))] == best


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_MOVEMENT", "AMB-99")
@pytest.mark.parametrize(("n", "kept"), [(1, 1), (2, 2), (3, 2), (3, 3)])
@pytest.mark.parametrize("road", [0, 2, 5])
def test_any_move_dice_are_the_best_of_all_subsets(n: int, kept: int, road: int) -> None:
    totals = totals_by(lambda now: sum(sorted(now[:n])[-kept:]) + sum(now[n:]))
    for roll in combinations_with_replacement(D6, n):
        whole = (*roll, road) if road else roll
        for difficulty in (4, 8, 11):
            chances = {places: share(totals(whole, places), difficulty) for places in subsets(len(whole))}
            best = max(chances.values())
            fewest = next(places for places in chances if chances[places] == best)
            again = best_move_subset(MoveDice(packed(roll), 0, kept, road, 0, difficulty, 0, 0))
            dice, with_road = again % SECOND_KIND, again // SECOND_KIND
            chosen = (*range(dice), *((n,) if with_road else ()))
            assert (len(chosen), chances[chosen]) == (len(fewest), best), (roll, difficulty)


@pytest.mark.rule("PT-ADV-IMPROVED_MOVEMENT", "AMB-29", "AMB-99")
@pytest.mark.parametrize(("n", "kept", "top"), [(1, 1, 1), (2, 1, 1), (2, 1, 2), (0, 0, 2)])
@pytest.mark.parametrize("road", [0, 3])
def test_any_dice_on_top_are_the_best_of_all_subsets(n: int, kept: int, top: int, road: int) -> None:
    totals_of = totals_by(lambda now: sum(sorted(now[:n])[n - kept :]) + sum(now[n:]))
    for pool, above in product(combinations_with_replacement(D6, n), combinations_with_replacement(D6, top)):
        whole = (*pool, *above, *([road] if road else []))
        totals = {places: totals_of(whole, places) for places in subsets(len(whole))}
        for difficulty in (5, 8, 11):
            chances = {places: share(ends, difficulty) for places, ends in totals.items()}
            best = max(chances.values())
            fewest = next(places for places in chances if chances[places] == best)
            again = best_move_subset(MoveDice(packed(pool), 0, kept, road, 0, difficulty, packed(above), 0))
            on_top, with_road = again // THIRD_KIND, again % THIRD_KIND // SECOND_KIND
            chosen = (*range(again % SECOND_KIND), *range(n, n + on_top), *((n + top,) if with_road else ()))
            assert (len(chosen), chances[chosen]) == (len(fewest), best), (whole, difficulty)
    six, two = with_face(0, 6), with_face(0, 2)
    assert best_move_subset(MoveDice(0, 0, 0, 0, 0, 11, two, six)) == THIRD_KIND  # the six was re-rolled and stands


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_ARMOR", "AMB-99")
@pytest.mark.parametrize(("armor", "cover"), [(1, 0), (2, 0), (0, 2), (1, 1), (2, 1), (3, 0)])
@pytest.mark.parametrize(
    ("face", "keep_best", "option"), [(5, False, 0), (6, False, 0), (5, True, 0), (5, False, 1), (6, True, 2)]
)
def test_any_save_dice_are_the_best_of_all_subsets(
    armor: int, cover: int, face: int, keep_best: bool, option: int
) -> None:
    for hits, armor_ok, cover_ok in product((1, 2), range(armor + 1), range(cover + 1)):
        dice = [("armor", i < armor_ok) for i in range(armor)] + [("cover", i < cover_ok) for i in range(cover)]
        means = {places: expected_unsaved(hits, dice, places, face, keep_best, option) for places in subsets(len(dice))}
        best = min(means.values())
        fewest = next(places for places in means if means[places] == best)
        again = best_save_subset(SaveDice(hits, armor, armor_ok, cover, cover_ok, 5, keep_best, option, 0, 0))
        chosen = (
            *range(armor_ok, armor_ok + again % SECOND_KIND),
            *range(armor + cover_ok, armor + cover_ok + again // SECOND_KIND),
        )
        assert (len(chosen), means[chosen]) == (len(fewest), best), (hits, armor_ok, cover_ok)


@pytest.mark.rule("PT-IMPROVED-04", "AMB-101")
def test_the_whole_roll_or_nothing() -> None:
    # 1 + 6 + 6 against 14: one die would do better, but all three must go; they reach 14 in 35 of 216
    assert best_attack_reroll(3, 13, 1, 0, 14, whole=True) == 2
    # 1 + 6 + 6 against 4 is a hit and lethal: kept
    assert best_attack_reroll(3, 13, 1, 0, 4, whole=True) == 0
    # a hit is not given away for a lethal one that may fail
    assert best_attack_reroll(3, 13, 1, 0, 8, whole=True) == 0
    assert best_move_reroll(MoveDice(with_face(0, 2), 0, 1, 3, 0, 9, 0, 0), whole=True) == 2
    # a lethal hit, one of two armour dice saved: two new dice stop 2/3 on average, the one that lies there a whole hit
    assert best_save_reroll(SaveDice(2, 2, 1, 0, 0, 5, False, 0, 0, 0), whole=True) == 0
    assert best_save_reroll(SaveDice(2, 2, 1, 0, 0, 5, False, 0, 0, 0)) == 1
    assert best_save_reroll(SaveDice(2, 2, 0, 0, 0, 5, False, 0, 0, 0), whole=True) == 3


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "AMB-99", "AMB-101")
def test_what_permissions_extend_to() -> None:
    # one ordinary permission, then none: any dice as long as it lasts
    assert may_reroll_dice(1, 0, 2, False)
    assert not may_reroll_dice(0, 0, 0, True)
    # one for the whole roll: all dice, and only while none was re-rolled
    assert may_reroll_dice(1, 1, 0, True)
    assert not may_reroll_dice(1, 1, 0, False)
    assert not may_reroll_dice(1, 1, 1, True)
    assert reroll_extent(2, 0) == (2, ONE_OR_ALL)
    assert reroll_extent(2, 0, ImprovedRerollExtent.ANY_SUBSET) == (2, ANY_DICE)
    # besides an ordinary one the permission for the whole roll adds nothing
    assert reroll_extent(2, 1) == reroll_extent(1, 0)
    assert reroll_extent(1, 1, ImprovedRerollExtent.ANY_SUBSET) == (1, WHOLE_ROLL)
    assert reroll_extent(0, 0)[0] == 0
