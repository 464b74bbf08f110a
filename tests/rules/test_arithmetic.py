"""Counting rolls: the check values of the rules reference, and every small roll counted out."""

from itertools import product

import pytest

from tigersim.rules.arithmetic import (
    choose,
    face_count,
    faces_dice,
    faces_total,
    lowest_face,
    ways_at_least,
    ways_kept_at_least,
    with_face,
    without_face,
)

# rolls of 1, 2, 3, 4 dice with a sum of d or more, d from 2 to 11; then of 2, 3, 4 dice with twice d or more
REACHED = {
    1: (5, 4, 3, 2, 1, 0, 0, 0, 0, 0),
    2: (36, 35, 33, 30, 26, 21, 15, 10, 6, 3),
    3: (216, 216, 215, 212, 206, 196, 181, 160, 135, 108),
    4: (1296, 1296, 1296, 1295, 1291, 1281, 1261, 1226, 1170, 1090),
}
DOUBLED = {
    2: (33, 26, 15, 6, 1, 0, 0, 0, 0, 0),
    3: (215, 206, 181, 135, 81, 35, 10, 1, 0, 0),
    4: (1296, 1291, 1261, 1170, 986, 721, 435, 206, 70, 15),
}


@pytest.mark.rule("PT-GEN-02", "PT-GEN-10")
@pytest.mark.parametrize("dice", REACHED)
def test_check_values_of_single_rolls(dice: int) -> None:
    assert tuple(ways_at_least(dice, d) for d in range(2, 12)) == REACHED[dice]


@pytest.mark.rule("PT-FIRE-07")
@pytest.mark.parametrize("dice", DOUBLED)
def test_check_values_of_lethal_hits(dice: int) -> None:
    assert tuple(ways_at_least(dice, 2 * d) for d in range(2, 12)) == DOUBLED[dice]


def test_ends_of_the_range() -> None:
    assert ways_at_least(0, 0) == 1
    assert ways_at_least(0, 1) == 0
    assert ways_at_least(3, -4) == 216
    assert ways_at_least(3, 19) == 0
    assert choose(5, 2) == 10
    assert choose(3, 4) == choose(3, -1) == 0


def test_packed_dice() -> None:
    packed = 0
    for face in (6, 2, 2, 5):
        packed = with_face(packed, face)
    assert (faces_dice(packed), faces_total(packed), lowest_face(packed)) == (4, 15, 2)
    assert [face_count(packed, face) for face in range(1, 7)] == [0, 2, 0, 0, 1, 1]
    assert faces_total(without_face(packed, 6)) == 9
    assert lowest_face(0) == 0


@pytest.mark.parametrize(("dice", "kept"), [(2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (5, 3), (4, 4), (2, 5)])
@pytest.mark.parametrize("fixed", [(), (4,), (1, 6)])
def test_best_dice_counted_out(dice: int, kept: int, fixed: tuple[int, ...]) -> None:
    packed = 0
    for face in fixed:
        packed = with_face(packed, face)
    sums = [sum(sorted(roll + fixed)[-kept:]) for roll in product(range(1, 7), repeat=dice)]
    for total in range(6 * kept + 2):
        assert ways_kept_at_least(dice, kept, total, packed) == sum(s >= total for s in sums)
