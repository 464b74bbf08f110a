"""The sampled twin of the exact odds: agreement with them, the same bits on any number of threads, intervals, errors."""

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tigersim import odds, simulate
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core import sampling
from tigersim.core.jit import COMPILER_OFF
from tigersim.core.shooting import count_actions
from tigersim.errors import InvalidValue, RuleForbids, UnitNotFound
from tigersim.odds.setup import resolve_shot
from tigersim.simulate import run
from tigersim.simulate.books import books
from tigersim.simulate.dice_plan import dice_plan
from tigersim.simulate.outcomes import outcome_table
from tigersim.simulate.sample import wilson

FIELDS = ("p_none", "p_one_hit", "p_destroyed", "p_suppressed", "p_hit_scored", "p_lethal_scored", "p_no_shot")


def trials(wanted: int) -> int:
    """So many trials, or few with the compiler off."""
    return 300 if COMPILER_OFF else wanted


def ruled(**switches: str) -> dict[str, Any]:
    return {"ruleset": DEFAULT.replace(**switches)}


PLAIN = {"attacker": "M4 Sherman", "target": "Panzer IV (mid)"}
MG = {"attacker": "Panzer I", "weapon": "mg"}
SHOTS: dict[str, dict[str, Any]] = {
    "plain": PLAIN,
    "already hit": {**PLAIN, "hits_before": 1},
    "from the side": {**PLAIN, "aspect": "other"},
    "found cover": {**PLAIN, "found_cover": True},
    "death trap": {"attacker": "Tiger I", "target": "M4 Sherman"},
    "rivets": {"attacker": "Tiger I", "target": "M3 Lee", "aspect": "other"},
    "keep the best die": {"attacker": "T-34/85", "target": "M24 Chaffee", "aspect": "front"},
    "light armour": {"attacker": "M4 Sherman", "target": "Humber Scout"},
    "one hit destroys": {"attacker": "M4 Sherman", "target": "Jeep [usa]"},
    "low profile": {"attacker": "Crusader III", "target": "Jagd Panther", "aspect": "other"},
    "vulnerable armour": {"attacker": "T-34/85", "target": "Panther A"},
    "no shot on black": {"attacker": "T-34a", "target": "Panzer IV (mid)"},
    "no shot on black, already hit": {"attacker": "T-34a", "target": "Panther A", "hits_before": 1},
    "infantry at skirts": {"attacker": "Regulars [germany]", "target": "Panther G"},
    "light gun far away": {"attacker": "Sdkfz 234/1", "target": "M4 Sherman", "distance": 20},
    "machine gun in the open": {**MG, "target": "Regulars [ussr]"},
    "machine gun at cover": {**MG, "target": "Regulars [ussr]", "cover": "wood", "found_cover": True},
    "machine gun at armour": {**MG, "target": "M4 Sherman"},
    "machine gun, saves re-rolled": {**MG, "target": "Guards Infantry", "cover": "wood", "fortification": "light"},
    "machine gun, rapid fire": {"attacker": "T-60", "target": "Regulars [ussr]", "weapon": "mg"},
    "howitzer": {"attacker": "M7 Priest", "target": "Conscripts [italy]", "cover": "building", "distance": 15},
    "attack re-rolled": {"attacker": "M10 Wolverine", "target": "Panzer IV (mid)"},
    "saves re-rolled": {"attacker": "M4 Sherman", "target": "T-70", "found_cover": True},
    "both re-rolled": {"attacker": "Crusader III", "target": "T-34c"},
    "two permissions": {"attacker": "Comet", "target": "Panther A"},
    "two permissions to destroy": {"attacker": "Comet", "target": "M4 Sherman", "objective": "destroy"},
    "one permission to destroy": {"attacker": "M36 Jackson", "target": "Sherman Firefly", "objective": "destroy"},
    "rapid fire": {"attacker": "T-60", "target": "Crusader I/II"},
    "rapid fire, already hit": {"attacker": "T-60", "target": "Panther A", "hits_before": 1},
    "any save stops all": {**PLAIN, **ruled(save_success_rule="one_success_cancels_all")},
    "a save stops one at most": {**PLAIN, **ruled(save_success_rule="one_success_cancels_one_hit_only")},
    "rivets if unsaved": {"attacker": "Tiger I", "target": "M3 Lee", **ruled(rivets="extra_if_unsaved")},
    "rivets make it lethal": {"attacker": "Tiger I", "target": "M3 Lee", **ruled(rivets="counts_as_lethal")},
    "death trap by all dice": {"attacker": "Tiger I", "target": "M4 Sherman", **ruled(death_trap="all_dice")},
    "death trap without a save": {
        "attacker": "Tiger I",
        "target": "M4 Sherman",
        **ruled(death_trap="armor_roll_with_no_success"),
    },
    "vulnerable to nothing": {
        "attacker": "T-34/85",
        "target": "Panther A",
        "aspect": "other",
        **ruled(vulnerable_armor_min="cumulative_min_zero"),
    },
    "more than half suppresses": {
        **MG,
        "target": "Regulars [ussr]",
        **ruled(suppression_half="strictly_more_than_half"),
    },
    "cover as armour": {**PLAIN, "found_cover": True, **ruled(cover_die_pool="same_quality")},
    "armour or cover against suppression": {
        **MG,
        "target": "M4 Sherman",
        "found_cover": True,
        **ruled(suppression_save="either_not_both"),
    },
    "low profile for the hit only": {
        "attacker": "M4 Sherman",
        "target": "SU-100",
        **ruled(spg_low_profile="threshold_hit_only"),
    },
}
ALL_SHOTS = pytest.mark.parametrize("question", SHOTS.values(), ids=SHOTS.keys())


def assert_agrees(sample: simulate.ShotSample) -> None:
    """All shares within four standard errors of the exact odds."""
    assert set(sample.counts) == set(FIELDS)
    for field, z in sample.z_scores.items():
        assert abs(z) < 4, f"{field}: {getattr(sample, field)} against {getattr(sample.exact, field)}, z = {z:.1f}"
    assert sum(sample.counts[field] for field in FIELDS[:3]) == sample.trials


# --- agreement with the exact odds ---------------------------------------------------------------------------------


@ALL_SHOTS
@pytest.mark.parametrize("method", simulate.run.METHODS)
def test_agrees_with_the_odds(question: dict[str, Any], method: str) -> None:
    assert_agrees(simulate.shots(**question, trials=trials(500_000), seed=3, method=method))


@ALL_SHOTS
def test_outcome_table_adds_up_to_the_odds(question: dict[str, Any]) -> None:
    table = outcome_table(resolve_shot(**question), None)
    assert sum(table.values()) == 1
    exact = odds.shot(**question).exact
    for field, place in run.REPORTED.items():
        share = sum((p for fields, p in table.items() if place in fields), Fraction(0))
        assert share == getattr(exact, field), field


@pytest.mark.parametrize("card", range(52))
@pytest.mark.parametrize("question", ["plain", "both re-rolled"])
def test_agrees_card_by_card(card: int, question: str) -> None:
    assert_agrees(simulate.shots(**SHOTS[question], card=card, trials=trials(100_000), seed=card))


@pytest.mark.parametrize("name", [name for name, question in SHOTS.items() if dice_plan_of(question)] if False else ["plain"])
def test_placeholder(name: str) -> None:
    assert name
