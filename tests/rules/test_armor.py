"""Armour and the save roll."""

import pytest

from tigersim.rules.armor import armor_dice, armor_dice_for_aspect, armor_successes, die_saves, hits_left
from tigersim.rules.switches import Edition, VulnerableArmorMin


@pytest.mark.rule("PT-ARMOR-02")
def test_full_dice_to_the_front_only() -> None:
    assert armor_dice_for_aspect(3, 2, True) == 3
    assert armor_dice_for_aspect(3, 2, False) == 2


@pytest.mark.rule("PT-ARMOR-03", "PT-DIS-VULNERABLE_ARMOR", "AMB-107")
def test_vulnerable_armor() -> None:
    assert armor_dice(3, True, 1) == 3
    assert armor_dice(3, True, 2) == 2
    assert armor_dice(3, False, 2) == 3
    assert armor_dice(1, True, 2) == 1
    assert armor_dice(1, True, 2, True, VulnerableArmorMin.CUMULATIVE_MIN_ZERO) == 0
    assert armor_dice(2, True, 2, False) == 1
    assert armor_dice(2, True, 2, False, VulnerableArmorMin.NOT_CUMULATIVE_WITH_SIDE) == 2
    assert armor_dice(2, True, 2, True, VulnerableArmorMin.NOT_CUMULATIVE_WITH_SIDE) == 1
    # no armour stays no armour
    assert armor_dice(0, True, 2) == 0


@pytest.mark.rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def test_faces_that_save() -> None:
    assert [die_saves(face, 5) for face in range(1, 7)] == [False] * 4 + [True] * 2
    assert [die_saves(face, 6) for face in range(1, 7)] == [False] * 5 + [True]


@pytest.mark.rule("PT-UNIT-LTANK-01", "PT-UNIT-TD-01", "PT-UNIT-LSPG-01", "AMB-46")
def test_keeping_the_best_die_saves_once_at_most() -> None:
    assert [armor_successes(n, True) for n in range(3)] == [0, 1, 1]
    assert [armor_successes(n, False) for n in range(3)] == [0, 1, 2]


@pytest.mark.rule("PT-ARMOR-01", "PT-COVER-01", "PT-FIRE-07", "AMB-43")
@pytest.mark.parametrize(
    ("hits", "option", "left"),  # left after 0, 1, 2, 3 successes
    [
        (1, 0, [1, 0, 0, 0]),
        (2, 0, [2, 1, 0, 0]),
        (1, 1, [1, 0, 0, 0]),
        (2, 1, [2, 0, 0, 0]),
        (1, 2, [1, 0, 0, 0]),
        (2, 2, [2, 1, 1, 1]),
    ],
)
def test_hits_that_saves_leave(hits: int, option: int, left: list[int]) -> None:
    assert [hits_left(hits, successes, option) for successes in range(4)] == left


@pytest.mark.rule("PT1-FIRE-05")
def test_the_first_edition_knows_no_sides() -> None:
    assert [armor_dice_for_aspect(2, 1, front) for front in (True, False)] == [2, 1]
    assert [armor_dice_for_aspect(2, 1, front, Edition.FIRST) for front in (True, False)] == [2, 2]
