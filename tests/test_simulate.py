"""The sampled twin of the exact odds: agreement with them, the same bits on any number of threads, errors."""

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.odds.sample_units import FLAME_SQUAD, FLAME_TANK, HEAVY_FLAME, MORTAR_SQUAD, made
from tigersim import odds, simulate
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.core import sampling
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.fire_sampler import count_actions
from tigersim.errors import InvalidValue, NotModelled, RuleForbids, UnitNotFound
from tigersim.odds.resolve import resolve_shot
from tigersim.rules.shot import Shot
from tigersim.simulate import run
from tigersim.simulate.dice_plan import dice_plan
from tigersim.simulate.outcomes import outcome_law
from tigersim.simulate.roll_tables import roll_tables
from tigersim.statistics.intervals import wilson, z_score

FIRST = RuleSet.load("paper_tigers_1")
FIELDS = ("p_none", "p_one_hit", "p_destroyed", "p_suppressed", "p_hit_scored", "p_lethal_scored", "p_no_shot")


def trials(wanted: int) -> int:
    """So many trials, or few with the compiler off."""
    return 300 if COMPILER_OFF else wanted


def ruled(**switches: str) -> dict[str, Any]:
    return {"ruleset": DEFAULT.replace(**switches)}


PLAIN = {"attacker": "M4 Sherman", "target": "Panzer IV (mid)"}
MG = {"attacker": "Panzer I", "weapon": "mg"}
MORTAR = {"attacker": MORTAR_SQUAD, "target": "Regulars [ussr]", "weapon": "mortar"}
RAPID_MORTAR = made("Rapid mortar", "infantry", improved=True, mortar=True, advantages=("rapid_fire",))
SHOTS: dict[str, dict[str, Any]] = {
    "plain": PLAIN,
    "already hit": {**PLAIN, "hits_before": 1},
    "from the side": {**PLAIN, "aspect": "other"},
    "found cover": {**PLAIN, "found_cover": True},
    "death trap": {"attacker": "Tiger I", "target": "M4 Sherman"},
    "rivets": {"attacker": "Tiger I", "target": "M3 Lee", "aspect": "other"},
    "keep the best die": {"attacker": "T-34/85", "target": "Panzer III (early)"},
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
    "flames": {"attacker": FLAME_SQUAD, "target": "Regulars [ussr]", "weapon": "flame", "distance": 6, "cover": "wood"},
    "flames at a bunker": {
        "attacker": FLAME_SQUAD,
        "target": "Regulars [ussr]",
        "weapon": "flame",
        "distance": 6,
        "fortification": "heavy",
    },
    "flames, everything re-rolled": {"attacker": FLAME_TANK, "target": "Guards Infantry", "fortification": "light"},
    "flames to destroy": {"attacker": FLAME_TANK, "target": "M4 Sherman", "objective": "destroy"},
    "at a flame tank": {"attacker": "Tiger I", "target": HEAVY_FLAME, "aspect": "other"},
    "a machine gun at a flame tank": {**MG, "target": HEAVY_FLAME},
    "a machine gun at a flame squad": {**MG, "target": FLAME_SQUAD, "fortification": "heavy"},
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
    "whole roll only": {"attacker": "Crusader III", "target": "T-34c", **ruled(advantage_reroll="whole_roll_only")},
    "beside an ordinary permission": {
        "attacker": "Comet",
        "target": "M5A1 Stuart",
        "found_cover": True,
        **ruled(advantage_reroll="whole_roll_only"),
    },
    "two machine guns, two attacks": {**MG, "target": "Regulars [ussr]", **ruled(two_mgs="two_attacks")},
    "first edition": {**PLAIN, "aspect": "other", "ruleset": FIRST},
    "first edition, more than the difficulty": {**PLAIN, "ruleset": FIRST.replace(ed1_example="strictly_more")},
    "mortar": MORTAR,
    "mortar, rapid and improved": {**MORTAR, "attacker": RAPID_MORTAR, "target": "Guards Infantry", "cover": "wood"},
    "mortar, after an unsaved hit": {**MORTAR, **ruled(mortar_second_shot="on_unsaved_hit")},
    "mortar, a chain": {**MORTAR, "cover": "wood", **ruled(mortar_second_shot="chain")},
    "near misses at armour": {
        "attacker": "M7 Priest",
        "target": "M4 Sherman",
        **ruled(armored_suppression="near_miss_one_card"),
    },
    "rapid fire of main weapons": {
        "attacker": "T-60",
        "target": "Regulars [ussr]",
        "weapon": "mg",
        **ruled(rapid_fire="main_weapon_only"),
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
    law = outcome_law(resolve_shot(**question).shot, None)
    assert sum(law.chances.values()) == 1
    exact = odds.shot(**question).exact
    for field, place in run.REPORTED.items():
        share = law.chance(lambda fields, place=place: place in fields)
        assert share == getattr(exact, field), field


@pytest.mark.parametrize("card", range(52))
@pytest.mark.parametrize("question", ["plain", "both re-rolled"])
def test_agrees_card_by_card(card: int, question: str) -> None:
    assert_agrees(simulate.shots(**SHOTS[question], card=card, trials=trials(100_000), seed=card))


def assert_counts_agree(counts: np.ndarray, shot: Shot) -> None:
    """All fields within four standard errors of the exact law of outcomes."""
    law = outcome_law(shot, None)
    n = int(counts[sampling.TRIAL])
    for place in run.REPORTED.values():
        share = law.chance(lambda fields, place=place: place in fields)
        assert abs(z_score(int(counts[place]), n, float(share))) < 4, (place, counts[place] / n, float(share))


def test_both_kernels_agree() -> None:
    # what is usually rolled side by side, rolled die by die
    together = set()
    for name, question in SHOTS.items():
        shot = resolve_shot(**question).shot
        if dice_plan(shot, None) is not None:
            together.add(name)
            with np.errstate(over="ignore"):
                counts = count_actions(np.uint64(5), np.uint64(0), trials(300_000), -1, shot, roll_tables(shot))
            assert_counts_agree(counts, shot)
    assert {"plain", "death trap", "rivets", "keep the best die", "machine gun at cover"} <= together
    assert not together & {"rapid fire", "both re-rolled", "two permissions", "death trap by all dice"}


ATTACK = {"red_dice": 4, "black_dice": 1}
DEFENCE = {
    "armor_dice": 3,
    "armor_dice_lethal": 2,
    "armor_face": 6,
    "cover_dice": 1,
    "suppression_armor_dice": 3,
    "suppression_cover_dice": 1,
    "death_trap": 1,
}
"""Dice of every kind: three on red only, an armour die that lethal hits take away, cover, a death trap."""


@pytest.mark.parametrize(
    ("attacks", "saves"), [({}, {}), ({"rerolls": 2}, {"rerolls": 2}), ({"rolls": 2}, {"rerolls": 1})]
)
@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ({}, {}),
        ({}, {"rivets": 1}),
        ({"machine_gun": 1, "suppresses": 1, "red_dice": 2}, {"armored": 0}),
        ({}, {"keep_best": 1}),
    ],
    ids=str,
)
def test_crowded_shots(
    attacks: dict[str, int], saves: dict[str, int], attack: dict[str, int], defence: dict[str, int]
) -> None:
    plain = resolve_shot(**PLAIN).shot
    shot = plain._replace(
        attack=plain.attack._replace(**{**ATTACK, **attacks, **attack}),
        defence=plain.defence._replace(**{**DEFENCE, **saves, **defence}),
    )
    counter = run.dice_counter(shot, None)
    assert_counts_agree(run.count(counter, trials(400_000), 8, 1), shot)


def test_dice_of_all_faces_fall_equally_often() -> None:
    # chi-square of 16 sums of three dice and 11 sums of two dice, from how often each difficulty is reached
    for card, dice in (("2H", 3), ("9C", 2)):
        sample = simulate.shots(**PLAIN, card=card, trials=trials(2_000_000), seed=11)
        needed = int(card[0])
        ways = np.convolve(np.convolve(np.ones(6), np.ones(6)), np.ones(6) if dice == 3 else np.ones(1))
        reached = [ways[max(bound - dice, 0) :].sum() / 6**dice for bound in (needed, 2 * needed)]
        cells = np.array([1 - reached[0], reached[0] - reached[1], reached[1]]) * sample.trials
        hit, lethal = sample.counts["p_hit_scored"], sample.counts["p_lethal_scored"]
        seen = np.array([sample.trials - hit, hit - lethal, lethal])
        possible = cells > 0
        assert not seen[~possible].any()
        assert ((seen - cells)[possible] ** 2 / cells[possible]).sum() < 16


# --- the same bits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["plain", "both re-rolled", "two permissions"])
@pytest.mark.parametrize("method", simulate.run.METHODS)
def test_threads_do_not_change_the_counts(question: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 64 if COMPILER_OFF else 1 << 14)
    n = trials(200_003)  # thirteen chunks, the last one short
    alone = simulate.shots(**SHOTS[question], trials=n, method=method, threads=1)
    for threads in (2, 5, None):
        assert simulate.shots(**SHOTS[question], trials=n, method=method, threads=threads).counts == alone.counts
    assert simulate.shots(**SHOTS[question], trials=n, method=method, seed=2).counts != alone.counts


def test_progress_ends_at_all_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 100)
    for threads in (1, 2):
        seen: list[tuple[int, int]] = []
        simulate.shots(**PLAIN, trials=950, threads=threads, progress=lambda *at, seen=seen: seen.append(at))
        assert seen[-1] == (950, 950)
        assert len(seen) == 10
        assert all(before[0] < after[0] for before, after in pairwise(seen))


def test_a_run_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 100)

    def stop(done: int, _all: int) -> None:
        if done >= 500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate.shots(**PLAIN, trials=10**12, threads=2, progress=stop)


PROGRAM = """
from tigersim import simulate
from tigersim.core.compile.jit import COMPILER_OFF
questions = (
    dict(attacker="M4 Sherman", target="Panzer IV (mid)"),
    dict(attacker="Tiger I", target="M4 Sherman", found_cover=True),
    dict(attacker="Comet", target="Panther A"),
    dict(attacker="T-60", target="Guards Infantry", weapon="mg", cover="wood", fortification="light"),
)
print(COMPILER_OFF)
for question in questions:
    for method in simulate.run.METHODS:
        print(list(simulate.shots(**question, trials=200, seed=9, method=method).counts.values()))
"""


@pytest.mark.skipif(COMPILER_OFF, reason="compares with the compiler on")
def test_the_compiler_does_not_change_the_counts() -> None:
    def counts(**more: str) -> list[str]:
        run_ = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, **more},
            capture_output=True,
            text=True,
            check=True,
        )
        return run_.stdout.splitlines()

    compiled, plain = counts(), counts(NUMBA_DISABLE_JIT="1")
    assert (compiled[0], plain[0]) == ("False", "True")
    assert compiled[1:] == plain[1:]


# --- the answer ------------------------------------------------------------------------------------------------------


def test_wilson_intervals() -> None:
    # Newcombe 1998, table I: method 3 (score, no continuity correction)
    for count, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (29, 29, 0.8830, 1),
    ):
        found = wilson(count, n)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_intervals_cover_the_exact_odds() -> None:
    covered = []
    for seed in range(trials(300) // 3):
        sample = simulate.shots(**PLAIN, trials=2000, seed=seed, threads=1)
        covered += [low <= sample.exact.p_destroyed <= high for low, high in [sample.intervals["p_destroyed"]]]
    assert np.mean(covered) > 0.88  # 95% of 100; fewer than 88 is a chance of one in 500


def test_fields_and_table() -> None:
    sample = simulate.shots(**PLAIN, trials=1000)
    assert [sample.p_none, sample.p_destroyed] == [sample.counts["p_none"] / 1000, sample.counts["p_destroyed"] / 1000]
    table = sample.table().set_index("field")
    assert list(table.index) == list(FIELDS)
    assert (table["low"] <= table["share"]).all()
    assert (table["share"] <= table["high"]).all()
    assert table.loc["p_hit_scored", "exact"] == odds.shot(**PLAIN).p_hit_scored
    assert "1,000 trials" in str(sample)
    assert str(sample).count("exact") == len(FIELDS)
    assert sample.to_dict()["fields"]["p_destroyed"]["count"] == sample.counts["p_destroyed"]


def test_provenance_is_enough_to_repeat() -> None:
    sample = simulate.shots(**SHOTS["rivets if unsaved"], trials=1234, seed=77, method="table")
    origin = sample.provenance
    assert origin["switches"] == {"rivets": "extra_if_unsaved"}
    again = simulate.shots(**origin["question"], trials=origin["trials"], seed=origin["seed"], method=origin["method"])
    assert again.counts == sample.counts


def test_cards_without_a_shot_count_as_no_shot() -> None:
    sample = simulate.shots(**SHOTS["no shot on black"], trials=trials(100_000))
    assert sample.p_no_shot == pytest.approx(0.5, abs=0.2 if COMPILER_OFF else 0.01)
    hurt = simulate.shots(**SHOTS["no shot on black, already hit"], trials=trials(100_000))
    assert hurt.counts["p_none"] == 0
    assert hurt.p_one_hit > hurt.p_no_shot


# --- wrong questions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("trials", 0),
        ("trials", -1),
        ("trials", 1e6),
        ("trials", True),
        ("seed", -1),
        ("seed", 2**64),
        ("threads", 0),
        ("method", "guess"),
        ("distance", -1),
        ("aspect", "top"),
    ],
)
def test_wrong_values_are_named(field: str, value: object) -> None:
    with pytest.raises(InvalidValue, match=field):
        simulate.shots(**PLAIN, **{field: value})  # type: ignore[arg-type]


def test_unknown_unit() -> None:
    with pytest.raises(UnitNotFound, match="Tiger I"):
        simulate.shots("Tigre I", "M4 Sherman")


@pytest.mark.rule("AMB-99")
def test_what_only_whole_outcomes_know() -> None:
    any_dice = ruled(improved_reroll_extent="any_subset")
    aimed = {**MORTAR, "attacker": RAPID_MORTAR, "objective": "destroy"}
    for question in ({"attacker": "Comet", "target": "Panther A", **any_dice}, aimed):
        with pytest.raises(NotModelled, match="method"):
            simulate.shots(**question, trials=100)
        assert_agrees(simulate.shots(**question, trials=trials(200_000), seed=6, method="table"))


@pytest.mark.rule("PT-DIS-POOR_COMMAND")
def test_forbidden_card() -> None:
    with pytest.raises(RuleForbids, match="PT-DIS-POOR_COMMAND"):
        simulate.shots("T-34a", "M4 Sherman", card="9C")


def test_largest_seed() -> None:
    assert simulate.shots(**PLAIN, trials=100, seed=2**64 - 1).trials == 100


def test_few_trials() -> None:
    for n in (1, 2, 3):
        sample = simulate.shots(**PLAIN, trials=n)
        assert sum(sample.counts[field] for field in FIELDS[:3]) == n
        assert sample.counts["p_hit_scored"] <= n


def test_cuts_are_exact_to_the_last_bit() -> None:
    coarse, fine = run.cuts([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)])
    for low, high, cut in zip(coarse, fine, (Fraction(1, 3), Fraction(2, 3)), strict=True):
        error = cut - (Fraction(int(low), 2**16) + Fraction(int(high), 2**80))
        assert 0 <= error < Fraction(1, 2**80)


def test_outcomes_are_counted_in_their_fields() -> None:
    # a lethal hit is a hit, a destroyed target was hit: no outcome of the table breaks this
    for question in SHOTS.values():
        for fields in outcome_law(resolve_shot(**question).shot, None).ways:
            assert sampling.LETHAL_SCORED not in fields or sampling.HIT_SCORED in fields
            assert sampling.NO_SHOT not in fields or sampling.HIT_SCORED not in fields
