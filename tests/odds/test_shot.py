"""The exact odds of a Fire action, against counting every die out and against icepool."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.sample_units import (
    ACE,
    FLAME_SQUAD,
    FLAME_TANK,
    FLAME_VETERANS,
    FRAIL,
    FRAIL_TRAP,
    GUN,
    HEAVY_FLAME,
    HOWITZER,
    LIGHT_GUN,
    MG_SQUAD,
    MORTAR_SQUAD,
    MUTE,
    OLD_HALF_TRACK,
    RIFLES,
    RIVETED_TRAP,
    SCOUTS,
    SKIRTED,
    TWICE_SAVED,
    VETERANS,
)
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import InvalidValue, RuleForbids

# attacker, target, card, circumstances: each trait and each circumstance at least once
CASES: list[tuple[str | Unit, str | Unit, str, dict[str, Any]]] = [
    ("Tiger I", "M4 Sherman", "QH", {}),
    ("Tiger I", "M4 Sherman", "6S", {"aspect": "other"}),
    ("Tiger I", "M4 Sherman", "3C", {"hits_before": 1}),
    ("M3A1 Stuart", "Tiger I", "5D", {"distance": 12}),
    ("M3A1 Stuart", "Tiger I", "5D", {"distance": 13}),
    ("M4 Sherman", "Jagd Panther", "4H", {}),
    ("M4 Sherman", "Jagd Panther", "5S", {"found_cover": True, "fortification": "light"}),
    (RIFLES, SKIRTED, "7H", {}),
    (RIFLES, GUN, "6H", {"cover": "wood"}),
    (RIFLES, "M4 Sherman", "3D", {"aspect": "other"}),
    (MG_SQUAD, RIFLES, "9D", {"weapon": "mg", "cover": "building", "found_cover": True}),
    (MG_SQUAD, RIFLES, "9S", {"weapon": "mg", "distance": 20}),
    (MG_SQUAD, VETERANS, "8H", {"weapon": "mg", "cover": "wood"}),
    (MG_SQUAD, "M4 Sherman", "5H", {"weapon": "mg", "found_cover": True}),
    (MG_SQUAD, VETERANS, "8C", {"weapon": "mg", "hits_before": 1, "fortification": "heavy"}),
    (MORTAR_SQUAD, RIFLES, "6D", {"weapon": "mortar", "distance": 14, "cover": "hill"}),
    (MORTAR_SQUAD, SKIRTED, "6D", {"weapon": "mortar", "distance": 8}),
    ("M4 Sherman", OLD_HALF_TRACK, "6H", {"weapon": "mg", "found_cover": True}),
    ("Tiger I", OLD_HALF_TRACK, "6H", {"found_cover": True}),
    ("Tiger I", LIGHT_GUN, "10H", {"cover": "wood", "found_cover": True}),
    ("Tiger I", SCOUTS, "8D", {"cover": "building"}),
    (HOWITZER, RIFLES, "KS", {"cover": "wood"}),
    (HOWITZER, "Tiger I", "7D", {}),
    ("Tiger I", FRAIL, "4H", {}),
    ("Tiger I", FRAIL, "4H", {"aspect": "other"}),
    ("Tiger I", FRAIL_TRAP, "5H", {}),
    ("Tiger I", RIVETED_TRAP, "5D", {}),
    ("M4 Sherman", RIVETED_TRAP, "3S", {"hits_before": 1}),
    ("M4 Sherman", TWICE_SAVED, "3H", {}),
    ("M4 Sherman", "T-60", "7C", {}),
    ("Sdkfz 222", "M4 Sherman", "4D", {}),
    ("T-60", RIFLES, "9H", {"weapon": "mg", "cover": "wood"}),
    ("T-60", "M4 Sherman", "4D", {"weapon": "mg"}),
    (ACE, "M4 Sherman", "6H", {}),
    (ACE, RIVETED_TRAP, "8H", {"objective": "destroy"}),
    (ACE, FRAIL_TRAP, "9S", {"objective": "destroy"}),
    (ACE, GUN, "8D", {"objective": "destroy", "cover": "wood"}),
    (ACE, FRAIL_TRAP, "9S", {"objective": "destroy", "hits_before": 1}),
    ("Comet", "Churchill I", "9S", {}),
    ("Comet", "M4 Sherman", "9S", {"objective": "destroy"}),
    ("Comet", "M4 Sherman", "QS", {}),
    (VETERANS, FRAIL_TRAP, "8H", {"objective": "destroy"}),
    (VETERANS, "M4 Sherman", "AH", {}),
    ("Panther A", "Panther A", "6H", {}),
    ("M3 Lee", "Tiger I", "6H", {"weapon": "hull", "distance": 30}),
    ("M3 Lee", "Tiger I", "6H", {"weapon": "main", "distance": 30}),
    (FLAME_SQUAD, RIFLES, "9H", {"weapon": "flame", "distance": 6}),
    (FLAME_SQUAD, RIFLES, "9H", {"weapon": "flame", "distance": 6, "cover": "wood", "fortification": "light"}),
    (FLAME_SQUAD, RIFLES, "9H", {"weapon": "flame", "distance": 0, "cover": "wood", "fortification": "heavy"}),
    (FLAME_SQUAD, SKIRTED, "6D", {"weapon": "flame", "distance": 3}),
    (FLAME_SQUAD, SCOUTS, "8H", {"weapon": "flame", "distance": 3, "cover": "building", "fortification": "light"}),
    (FLAME_VETERANS, FRAIL, "8H", {"weapon": "flame", "distance": 3}),
    (FLAME_VETERANS, RIVETED_TRAP, "8H", {"weapon": "flame", "distance": 3}),
    (FLAME_VETERANS, RIVETED_TRAP, "8H", {"weapon": "flame", "distance": 3, "objective": "destroy"}),
    (FLAME_TANK, VETERANS, "AH", {"weapon": "flame", "distance": 12, "fortification": "heavy"}),
    (FLAME_TANK, VETERANS, "10H", {"weapon": "main", "distance": 12, "fortification": "light", "objective": "destroy"}),
    (FLAME_TANK, HEAVY_FLAME, "7H", {"weapon": "flame", "distance": 12, "aspect": "other"}),
    (RIFLES, FLAME_VETERANS, "8S", {"cover": "wood", "fortification": "heavy"}),
    (MG_SQUAD, FLAME_SQUAD, "9D", {"weapon": "mg", "fortification": "heavy"}),
    (MG_SQUAD, FLAME_TANK, "5D", {"weapon": "mg"}),
    (MORTAR_SQUAD, FLAME_SQUAD, "9D", {"weapon": "mortar", "distance": 9}),
    ("Tiger I", HEAVY_FLAME, "6H", {"found_cover": True, "fortification": "light"}),
    (VETERANS, HEAVY_FLAME, "5H", {}),
]  # fmt: skip


def as_unit(one: str | Unit) -> Unit:
    return unit(one) if isinstance(one, str) else one


def assert_same(got: Any, expected: dict[str, Fraction], label: str) -> None:
    exact = vars(got.exact)
    assert exact == {name: Fraction(expected.get(name, 0)) for name in exact}, label
    for name, value in expected.items():
        assert getattr(got, name) == pytest.approx(float(value), abs=1e-12), label


@pytest.mark.rule(
    "PT-FIRE-06", "PT-FIRE-07", "PT-ARMOR-01", "PT-ARMOR-02", "PT-COVER-01", "PT-COVER-02", "PT-COVER-06",
    "PT-HIT-01", "PT-HIT-02", "PT-HIT-03", "PT-HIT-04", "PT-UNIT-SPG-02", "PT-MG-02", "PT-MG-04", "PT-MG-05",
    "PT-MG-07", "PT-MG-08", "PT-ADV-RAPID_FIRE", "PT-ADV-SKIRT_ARMOR", "PT-DIS-RIVETS", "PT-DIS-DEATH_TRAP",
    "PT-DIS-VULNERABLE_ARMOR", "PT-IMPROVED-02", "PT-IMPROVED-04", "PT-FORT-02",
    "PT-FORT-03", "PT-FLAME-01", "PT-FLAME-02", "PT-FLAME-03", "PT-FLAME-04", "PT-FLAME-05",
)  # fmt: skip
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}-{case[3]}")
def test_equals_counting_out(case: tuple[str | Unit, str | Unit, str, dict[str, Any]]) -> None:
    attacker, target, card, where = case
    expected = brute_force.shot(profile(as_unit(attacker)), profile(as_unit(target)), card, DEFAULT, **where)
    assert_same(odds.shot(attacker, target, card=card, **where), expected, card)


RULINGS = [
    ("save_success_rule", "one_success_cancels_all"),
    ("save_success_rule", "one_success_cancels_one_hit_only"),
    ("one_hit_destroys", "no_saves"),
    ("cover_die_pool", "same_quality"),
    ("find_cover_effect", "infantry_only_in_terrain"),
    ("spg_low_profile", "front_only"),
    ("spg_low_profile", "threshold_hit_only"),
    ("suppression_half", "strictly_more_than_half"),
    ("suppression_save", "either_not_both"),
    ("rivets", "extra_if_unsaved"),
    ("rivets", "counts_as_lethal"),
    ("death_trap", "all_dice"),
    ("death_trap", "armor_roll_with_no_success"),
    ("vulnerable_armor_min", "cumulative_min_zero"),
    ("vulnerable_armor_min", "not_cumulative_with_side"),
    ("skirt_armor_scope", "no_support_weapons"),
    ("zero_dice_pool", "min_one_die"),
    ("zero_dice_pool", "min_two_dice"),
]
# pairs chosen so that each ruling above changes at least one of them
RULED: list[tuple[str | Unit, str | Unit, str, dict[str, Any]]] = [
    ("M4 Sherman", "KV-1", "4H", {}),
    ("M4 Sherman", OLD_HALF_TRACK, "4H", {"found_cover": True}),
    ("M4 Sherman", LIGHT_GUN, "4H", {"cover": "wood"}),
    (RIFLES, VETERANS, "6H", {"found_cover": True}),
    ("M4 Sherman", "Jagd Panther", "4D", {"aspect": "other"}),
    ("M4 Sherman", "Jagd Panther", "4D", {}),
    (MG_SQUAD, RIFLES, "8H", {"weapon": "mg"}),
    (MG_SQUAD, "M4 Sherman", "8H", {"weapon": "mg", "found_cover": True}),
    ("M4 Sherman", "M3 Lee", "5H", {}),
    ("M4 Sherman", FRAIL_TRAP, "3H", {}),
    ("M4 Sherman", FRAIL_TRAP, "3H", {"aspect": "other"}),
    ("Tiger I", FRAIL, "5D", {"aspect": "other"}),
    (MORTAR_SQUAD, SKIRTED, "5D", {"weapon": "mortar", "distance": 8}),
    (SCOUTS, SKIRTED, "5D", {}),
    (SCOUTS, SKIRTED, "5C", {}),
]


@pytest.mark.rule(
    "AMB-30", "AMB-43", "AMB-44", "AMB-47", "AMB-48", "AMB-53", "AMB-63", "AMB-64", "AMB-103", "AMB-104", "AMB-107",
    "AMB-108",
)  # fmt: skip
@pytest.mark.parametrize(("switch", "option"), RULINGS)
def test_every_ruling_equals_counting_out_and_matters(switch: str, option: str) -> None:
    rules = DEFAULT.replace(**{switch: option})
    changed = 0
    for attacker, target, card, where in RULED:
        by_ruling, by_default = (fired(attacker, target, card, where, one) for one in (rules, DEFAULT))
        if by_ruling is not None:
            firer, aim = profile(as_unit(attacker), rules), profile(as_unit(target), rules)
            expected = brute_force.shot(firer, aim, card, rules, **where)
            assert_same(by_ruling, expected, f"{attacker} {target} {where}")
        changed += (by_ruling and by_ruling.exact) != (by_default and by_default.exact)
    assert changed > 0


def fired(attacker: str | Unit, target: str | Unit, card: str, where: dict[str, Any], rules: RuleSet) -> Any:
    """The answer, or None where the rules forbid the shot."""
    try:
        return odds.shot(attacker, target, card=card, ruleset=rules, **where)
    except RuleForbids:
        return None


@pytest.mark.parametrize(
    ("attacker", "target", "where"),
    [
        ("Tiger I", "M4 Sherman", {}),
        ("Sdkfz 222", "M3A1 Stuart", {}),
        ("M4 Sherman", RIFLES, {"weapon": "mg", "cover": "wood"}),
        (MUTE, "Tiger I", {"hits_before": 1}),
    ],
)
def test_deck_average_equals_counting_out(attacker: str | Unit, target: str | Unit, where: dict[str, Any]) -> None:
    firer, aim = profile(as_unit(attacker)), profile(as_unit(target))
    expected = brute_force.shot_over_deck(firer, aim, DEFAULT, **where)
    assert_same(odds.shot(attacker, target, **where), expected, "deck")


@pytest.mark.parametrize("objective", ["hit", "destroy"])
@pytest.mark.parametrize("attacker", ["Tiger I", ACE, "Comet", MUTE])
def test_deck_average_is_the_mean_of_the_cards(attacker: str | Unit, objective: str) -> None:
    answer = odds.shot(attacker, FRAIL_TRAP, objective=objective)
    rows = answer.by_card()
    assert len(rows) == 52
    for name in vars(answer.exact):
        assert rows[name].mean() == pytest.approx(getattr(answer, name), abs=1e-12)


def icepool_shot(dice: int, difficulty: int, armor: int, trap: bool) -> dict[str, Fraction]:
    """A shot at a unit with so many plain armour dice, in icepool's own words."""

    def attack(*faces: int) -> tuple[int, bool]:
        total = sum(faces)
        return (total >= difficulty) + (total >= 2 * difficulty), trap and max(faces) >= 5

    def end(attacked: tuple[int, bool], saved: int) -> str:
        hits, high = attacked
        left = max(hits - saved, 0)
        return "none" if left == 0 else "destroyed" if left == 2 or high else "one"

    save = icepool.d6.map({face: int(face >= 5) for face in range(1, 7)})
    final = icepool.map(end, icepool.map(attack, *[icepool.d6] * dice), armor @ save, star=False)
    return {name: Fraction(final.quantity(name), final.denominator()) for name in ("none", "one", "destroyed")}


@pytest.mark.parametrize(
    ("attacker", "target", "armor", "trap"),
    [
        ("M4 Sherman", "Panzer IV (mid)", 2, False),
        ("Panzer IV (mid)", "M4 Sherman", 2, True),
        ("M4 Sherman", "Tiger I", 3, False),
    ],
)
@pytest.mark.parametrize("card", ["2H", "5D", "QH", "AD", "3S", "7C", "JS"])
def test_agrees_with_icepool(attacker: str, target: str, armor: int, trap: bool, card: str) -> None:
    red, difficulty = brute_force.read_card(card)
    expected = icepool_shot(3 if red else 2, difficulty, armor, trap)
    exact = odds.shot(attacker, target, card=card).exact
    got = {"none": exact.p_none, "one": exact.p_one_hit, "destroyed": exact.p_destroyed}
    assert got == expected


@pytest.mark.rule("PT-CARD-06", "PT-CARD-07", "PT-FIRE-07")
def test_worked_by_hand() -> None:
    """A Sherman (3 dice on red) at a mid Panzer IV (2 armour dice) with the queen of hearts."""
    answer = odds.shot("M4 Sherman", "Panzer IV (mid)", card="QH")
    # 135 of 216 rolls reach 10, none 20; one armour die of two saves in 20 of 36
    assert answer.exact.p_hit_scored == Fraction(135, 216)
    assert answer.exact.p_lethal_scored == 0
    assert answer.exact.p_one_hit == Fraction(135, 216) * Fraction(16, 36)
    assert answer.exact.p_destroyed == 0
    assert answer.p_none == pytest.approx(1 - 135 / 216 * 16 / 36)


SHOOTERS = ["Tiger I", "M4 Sherman", "M3A1 Stuart", "Comet", ACE, RIFLES, "Sdkfz 222", GUN, HOWITZER]
TARGETS = ["Tiger I", "M4 Sherman", "Jagd Panther", "T-60", "Jeep [usa]", RIFLES, LIGHT_GUN, RIVETED_TRAP, TWICE_SAVED]


@settings(max_examples=60, deadline=None)
@given(
    attacker=st.sampled_from(SHOOTERS),
    target=st.sampled_from(TARGETS),
    distance=st.sampled_from([7, 12]),
    aspect=st.sampled_from(["front", "other"]),
    cover=st.sampled_from(["none", "wood", "building", "hill"]),
    found_cover=st.booleans(),
    objective=st.sampled_from(["hit", "destroy"]),
)
def test_invariants(attacker: Any, target: Any, **where: Any) -> None:
    deck = odds.shot(attacker, target, **where)
    for answer in (deck, odds.shot(attacker, target, card="9H", **where)):
        exact = answer.exact
        assert exact.p_none + exact.p_one_hit + exact.p_destroyed == 1
        assert all(p >= 0 for p in vars(exact).values())
        assert exact.p_suppressed <= exact.p_none
        assert exact.p_lethal_scored <= exact.p_hit_scored
    # harder cards never hit more often, and a target that saves more is never worse off
    reds = [odds.shot(attacker, target, card=f"{rank}H", **where).exact for rank in (2, 4, 6, 8, 10, "A")]
    aims = [one.p_hit_scored if where["objective"] == "hit" else one.p_destroyed for one in reds]
    assert aims == sorted(aims, reverse=True)
    if where["objective"] == "hit":
        safer = odds.shot(attacker, target, fortification="light", **where).exact
        assert safer.expected_hits <= deck.exact.expected_hits
    assert odds.shot(attacker, target, **(where | {"objective": "destroy"})).exact.p_destroyed >= deck.exact.p_destroyed
    assert odds.shot(attacker, target, **(where | {"objective": "hit"})).exact.p_hit_scored >= deck.exact.p_hit_scored


def test_side_and_rear_are_other() -> None:
    answers = {odds.shot("Tiger I", "M4 Sherman", aspect=aspect).p_destroyed for aspect in ("other", "side", "rear")}
    assert len(answers) == 1
    assert answers != {odds.shot("Tiger I", "M4 Sherman").p_destroyed}


def test_table_text_and_ruleset_by_name() -> None:
    answer = odds.shot("Comet", TWICE_SAVED, card="6H", ruleset="paper_tigers_2")
    table = answer.table()
    assert list(table["field"]) == list(vars(answer.exact))
    assert table.set_index("field").loc["p_hit_scored", "exact"] == str(answer.exact.p_hit_scored)
    assert answer.to_dict() == {name: getattr(answer, name) for name in vars(answer.exact)}
    assert str(answer) == answer.show()
    text = answer.show(steps=True)
    for words in (
        "low profile",
        "re-roll",
        "armour",
        "PT-FIRE-07",
        "one more" if answer.shot.hits_before else "shocks",
    ):
        assert words in text
    assert text.count("AMB-43: Does one successful save die stop one hit of a shot or all of them?") == 1
    with pytest.raises(AttributeError, match="p_destroyed"):
        _ = answer.exact.p_dead


def test_steps_tell_every_trait() -> None:
    def steps(attacker: Any, target: Any, **where: Any) -> str:
        return odds.shot(attacker, target, **where).show(steps=True)

    assert "rivets" in steps("Tiger I", RIVETED_TRAP)
    assert "death trap" in steps("Tiger I", RIVETED_TRAP)
    assert "Skirt armour" in steps(RIFLES, SKIRTED)
    assert "suppress" in steps(MG_SQUAD, RIFLES, card="9H", weapon="mg")
    assert "one assigned card" in steps(MG_SQUAD, "Tiger I", weapon="mg")
    assert "2 times" in steps("Sdkfz 222", "Tiger I")
    assert "PT-HIT-04" in steps("Tiger I", SCOUTS)
    assert "PT-HIT-02" in steps("Tiger I", "M4 Sherman", hits_before=1)
    assert "P(destroyed)" in steps(ACE, "Tiger I", objective="destroy")


def test_import_stays_light() -> None:
    import subprocess
    import sys

    code = (
        "import sys, tigersim.odds as o; o.shot('Tiger I', 'M4 Sherman').show(steps=True); "
        "print([m for m in ('pandas', 'numpy', 'numba', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_ruleset_is_part_of_the_question() -> None:
    strict = RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_one_hit_only")
    ruled, default = (odds.shot("M4 Sherman", "KV-1", card="2H", ruleset=rules) for rules in (strict, None))
    # two successes against a lethal hit: one hit still gets through by the stricter reading
    assert ruled.p_none < default.p_none


def test_what_was_asked_before_does_not_matter() -> None:
    """Parts of answers are kept: neither another ruleset's nor those of an argument that looks alike may be taken."""
    question: dict[str, Any] = {"attacker": "M4 Sherman", "target": "KV-1", "found_cover": True, "hits_before": 1}
    before = odds.shot(**question).exact
    strict = DEFAULT.replace(save_success_rule="one_success_cancels_one_hit_only")
    assert odds.shot(**question, ruleset=strict).exact != before
    assert odds.shot(**question).exact == before
    for field, lookalike in (("found_cover", 1), ("hits_before", True), ("hits_before", 1.0)):
        with pytest.raises(InvalidValue, match=field):
            odds.shot(**(question | {field: lookalike}))


@pytest.mark.parametrize("word", ["side", "flank", "rear"])
def test_every_word_for_what_is_not_the_front_means_the_same(word: str) -> None:
    other = odds.shot("Tiger I", "M4 Sherman", "QH", aspect="other")
    assert odds.shot("Tiger I", "M4 Sherman", "QH", aspect=word).exact == other.exact
