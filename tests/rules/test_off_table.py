"""Off-table support: what aces call, dice and difficulties, the chain of targets, what a near miss and a hit bring."""

from __future__ import annotations

import pytest

from tigersim.rules.off_table import (
    BARRAGE,
    NO_SUPPORT,
    STRIKE,
    barrage_splashes,
    in_chain,
    may_attack_again,
    may_break_off,
    support_dice,
    support_difficulty,
    support_goes_on,
    support_is_frontal,
    support_of,
    support_suppresses,
)
from tigersim.rules.switches import SupportTargets

ACE, KING = 14, 13


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
@pytest.mark.parametrize(
    ("permitted", "black", "red"),
    [(0, NO_SUPPORT, NO_SUPPORT), (1, BARRAGE, NO_SUPPORT), (2, NO_SUPPORT, STRIKE), (3, BARRAGE, STRIKE)],
)
def test_black_aces_call_barrages_and_red_ones_strikes(permitted: int, black: int, red: int) -> None:
    assert support_of(ACE, False, permitted) == black
    assert support_of(ACE, True, permitted) == red
    assert [support_of(rank, red, permitted) for rank in range(2, ACE) for red in (False, True)] == [NO_SUPPORT] * 24


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-07", "AMB-134")
def test_dice() -> None:
    assert [support_dice(BARRAGE, anti_air) for anti_air in (False, True)] == [2, 2]
    assert [support_dice(STRIKE, anti_air) for anti_air in (False, True)] == [3, 2]


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10", "PT-SUPPORT-12", "AMB-133")
def test_a_barrage_stays_at_eleven_and_a_strike_climbs_by_two() -> None:
    assert [support_difficulty(BARRAGE, attacks, 0) for attacks in range(3)] == [11, 11, 11]
    assert [support_difficulty(STRIKE, attacks, 0) for attacks in range(5)] == [11, 13, 15, 17, 19]
    # three dice show 18 at most: the fourth attack can hit, the fifth cannot, and none is lethal
    assert 3 * 6 >= support_difficulty(STRIKE, 3, 0)
    assert 3 * 6 < support_difficulty(STRIKE, 4, 0)
    assert 3 * 6 < 2 * support_difficulty(STRIKE, 0, 0)


@pytest.mark.rule("PT-UNIT-SPG-02", "AMB-53")
@pytest.mark.parametrize(("reading", "barrage", "strike"), [(0, 11, 13), (1, 11, 13), (2, 13, 15), (3, 11, 13)])
def test_a_low_profile_counts_against_support_by_one_reading(reading: int, barrage: int, strike: int) -> None:
    assert support_difficulty(BARRAGE, 1, 2, reading) == barrage
    assert support_difficulty(STRIKE, 1, 2, reading) == strike


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-10", "PT-SUPPORT-11", "PT-SUPPORT-16")
def test_three_shots_in_any_case_and_a_strike_while_it_hits() -> None:
    for hit in (False, True):
        assert [support_goes_on(BARRAGE, attacks, hit) for attacks in range(5)] == [True, True, True, False, False]
        assert [support_goes_on(STRIKE, attacks, hit) for attacks in range(1, 5)] == [hit] * 4


@pytest.mark.rule("PT-SUPPORT-04", "PT-SUPPORT-12")
def test_two_attacks_on_a_target() -> None:
    assert [may_attack_again(attacks) for attacks in range(4)] == [True, True, False, False]


@pytest.mark.rule("PT-SUPPORT-03", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10", "PT-SUPPORT-12")
def test_the_next_target_lies_within_six_inches_or_is_the_same() -> None:
    assert [in_chain(gap, False) for gap in (0, 1, 35, 36, 37, 49)] == [True, True, True, True, False, False]
    assert in_chain(0, True)


@pytest.mark.rule("PT-SUPPORT-03", "AMB-71")
def test_only_a_barrage_that_may_fall_on_friends_has_to_go_on() -> None:
    assert may_break_off(BARRAGE)
    assert may_break_off(STRIKE)
    assert not may_break_off(BARRAGE, SupportTargets.ANY_UNIT)
    assert may_break_off(STRIKE, SupportTargets.ANY_UNIT)


@pytest.mark.rule("PT-SUPPORT-13", "PT-ARMOR-02", "AMB-132")
def test_support_comes_at_the_front_by_one_reading_of_barrages() -> None:
    assert [support_is_frontal(kind, reading) for kind in (BARRAGE, STRIKE) for reading in (0, 1)] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.rule("PT-SUPPORT-05", "PT-SUPPORT-14", "AMB-63", "AMB-65")
@pytest.mark.parametrize(
    ("difficulty", "half", "least"),
    [(11, 0, 6), (13, 0, 7), (15, 0, 8), (19, 0, 10), (11, 1, 6), (12, 0, 6), (12, 1, 7)],
)
def test_a_miss_of_half_the_difficulty_suppresses(difficulty: int, half: int, least: int) -> None:
    for total in range(2, 19):
        expected = least <= total < difficulty
        for armored in (False, True):
            for reading in (0, 1, 2):
                spared = armored and reading == 2
                assert support_suppresses(total, difficulty, armored, half, reading) == (expected and not spared)


@pytest.mark.rule("PT-SUPPORT-06", "AMB-70")
def test_a_hit_of_a_barrage_sends_a_neighbour_to_ground() -> None:
    for reading in (0, 1, 2):
        assert barrage_splashes(BARRAGE, 1, False, reading)
        assert barrage_splashes(BARRAGE, 1, True, reading) == (reading == 2)
        assert not barrage_splashes(BARRAGE, 0, False, reading)
        assert not barrage_splashes(STRIKE, 1, False, reading)
