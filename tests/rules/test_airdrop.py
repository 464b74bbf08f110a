"""Landings from the air: what the dice and the ground decide."""

from __future__ import annotations

import pytest

from tigersim.rules import airdrop, carry
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.switches import AirdropCard, AirdropHits, GliderSlide, GliderStats


@pytest.mark.rule("PT-AIRDROP-04", "AMB-128")
def test_one_card_for_all_landings_of_a_player_or_one_for_each() -> None:
    assert airdrop.turns_over_a_card(True)
    assert not airdrop.turns_over_a_card(False)
    assert airdrop.turns_over_a_card(False, AirdropCard.ONE_PER_UNIT)


@pytest.mark.rule("PT-AIRDROP-05")
def test_two_dice_on_red_three_on_black() -> None:
    assert [airdrop.landing_dice(is_red(card)) for card in range(4)] == [3, 3, 2, 2]  # 2C 2S 2D 2H


@pytest.mark.rule("PT-AIRDROP-06", "PT-AIRDROP-07")
def test_the_sum_has_to_reach_the_difficulty_else_it_drifts_so_far() -> None:
    assert airdrop.lands_on_point(8, 8)
    assert not airdrop.lands_on_point(7, 8)
    assert [airdrop.drift_inches(difficulty(card)) for card in (0, 35, 51)] == [2, 10, 11]  # 2C, 10H, AH


@pytest.mark.rule("PT-AIRDROP-08", "AMB-129")
def test_gliders_slide_along_the_heading() -> None:
    assert airdrop.slides(airdrop.BY_GLIDER)
    assert not airdrop.slides(airdrop.BY_PARACHUTE)
    assert airdrop.SLIDE_DICE == 3
    for rule in (0, 1):
        assert [airdrop.slide_heading(5, 9, drifted, rule) for drifted in (False, True)] == [5, 5]
    assert [airdrop.slide_heading(5, 9, drifted, GliderSlide.DRIFT_DIRECTION) for drifted in (False, True)] == [5, 9]


@pytest.mark.rule("PT-AIRDROP-09", "PT-AIRDROP-10", "AMB-130")
def test_ones_are_hits_but_a_landing_never_destroys() -> None:
    assert airdrop.ones_that_count(1, 2) == 3
    assert airdrop.ones_that_count(1, 2, AirdropHits.LANDING_ROLL_ONLY) == 1
    assert [airdrop.landing_hits(ones) for ones in range(4)] == [0, 1, 1, 1]
    assert [airdrop.landing_hits(ones, AirdropHits.NORMAL_HITS) for ones in range(4)] == [0, 1, 2, 3]
    assert airdrop.ones_that_destroy(2) == airdrop.NEVER
    assert airdrop.ones_that_destroy(1) == 1  # PT-HIT-04
    assert [airdrop.ones_that_destroy(hits, AirdropHits.NORMAL_HITS) for hits in (1, 2)] == [1, 2]
    assert [airdrop.loses_weapon(ones) for ones in range(4)] == [False, False, True, True]


@pytest.mark.rule("PT-AIRDROP-10", "AMB-130")
def test_two_ones_cost_a_vehicle_or_gun_aboard_and_infantry_by_a_ruling() -> None:
    for load in (carry.GUN, carry.LIGHT_GUN, carry.TANK, carry.LIGHT_TRUCK):
        assert airdrop.ones_that_cost_cargo(load) == 2
    for load in (carry.FOOT, carry.RECON):
        assert airdrop.ones_that_cost_cargo(load) == airdrop.NEVER
        assert airdrop.ones_that_cost_cargo(load, AirdropHits.ALL_CARGO_LOST) == 2


@pytest.mark.rule("PT-AIRDROP-11")
def test_water_woods_and_towns_are_deadly() -> None:
    assert not airdrop.is_deadly(False, False, False)
    assert airdrop.is_deadly(True, False, False)
    assert airdrop.is_deadly(False, True, False)
    assert airdrop.is_deadly(False, False, True)


@pytest.mark.rule("PT-AIRDROP-13", "AMB-126")
def test_what_a_glider_is_on_the_ground() -> None:
    assert not airdrop.is_taken_away(True, 0)
    assert airdrop.is_taken_away(True, 0, GliderStats.REMOVED_AFTER_UNLOADING)
    assert not airdrop.is_taken_away(True, 1, GliderStats.REMOVED_AFTER_UNLOADING)
    assert not airdrop.is_taken_away(False, 0, GliderStats.REMOVED_AFTER_UNLOADING)
    assert airdrop.may_be_attacked(True)
    assert not airdrop.may_be_attacked(True, GliderStats.NOT_A_UNIT)
    assert airdrop.may_be_attacked(False, GliderStats.NOT_A_UNIT)
