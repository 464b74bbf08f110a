"""The first edition as a ruleset: its kinds of unit, their numbers typed from its text, and what it does not ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tigersim.catalogue.classes import CLASS_IDS, classes
from tigersim.catalogue.picks import pick
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import MAIN, Profile, base_vp, profile
from tigersim.catalogue.profile.unit_table import units
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, rulings
from tigersim.catalogue.units import all_units, unit
from tigersim.errors import NotModelled, RuleForbids
from tigersim.rules.switches import Edition, PassengerHits

FIRST = RuleSet.load("paper_tigers_1")

KIND = {
    "infantry": "infantry",
    "recon": "infantry",
    "armored_car": "armored_car",
    "light_armored_car": "armored_car",
    "half_track": "half_track",
    "carrier": "half_track",
    "light_half_track": "half_track",
    "light_carrier": "half_track",
    "light_tank": "tank",
    "medium_tank": "tank",
    "heavy_tank": "tank",
    "tank_destroyer": "tank",
    "transport": "truck",
    "light_transport": "truck",
    "towed_gun": "gun",
    "light_towed_gun": "gun",
    "heavy_towed_gun": "gun",
}
"""Section 2, PT1-UNIT-01; self-propelled guns, landing craft and gliders are not in the edition."""

# kind -> fire dice, range, movement dice, cap, armour dice, cover dice, seats, VP
NUMBERS: dict[str, tuple[tuple[int, int], int, tuple[int, int], int, int, int, int, int]] = {
    "tank": ((3, 2), 0, (2, 3), 0, 2, 0, 1, 5),
    "armored_car": ((3, 2), 0, (2, 3), 0, 1, 0, 0, 3),
    "half_track": ((3, 2), 0, (2, 3), 0, 1, 0, 1, 3),
    "truck": ((0, 0), 0, (2, 3), 0, 0, 0, 1, 1),
    "gun": ((3, 2), 0, (2, 3), 0, 0, 0, 0, 3),
    "infantry": ((3, 2), 12, (2, 3), 6, 0, 1, 0, 1),
}


def make(type: str, **fields: Any) -> Unit:
    return Unit(nation="testland", name="Test", source_name="Test", type=type, **fields)


def numbers(p: Profile) -> tuple[Any, ...]:
    """The same numbers of a profile as ``NUMBERS`` holds."""
    near = (p.red_near[MAIN], p.black_near[MAIN])
    return (
        near,
        p.max_range[MAIN],
        (p.move_red, p.move_black),
        p.move_cap,
        p.armor_front,
        p.terrain_cover,
        p.seats,
        p.cost,
    )


@pytest.mark.rule("PT1-UNIT-01", "PT1-MOVE-01", "PT1-MOVE-02", "PT1-FIRE-01", "PT1-FIRE-06", "PT1-FIRE-07", "PT1-VP-01")
@pytest.mark.rule("PT1-CARRY-01", "PT1-CARRY-06", "PT1-CARD-02")
@pytest.mark.parametrize("name", KIND)
def test_kinds_and_their_numbers(name: str) -> None:
    p = profile(make(name), FIRST)
    assert numbers(p) == NUMBERS[KIND[name]]
    assert base_vp(make(name), FIRST) == p.score == p.cost
    far = (p.red_far[MAIN], p.black_far[MAIN])
    assert far == ((0, 0) if KIND[name] == "infantry" else NUMBERS[KIND[name]][0])
    assert p.armed == (int(KIND[name] != "truck"), 0, 0, 0)  # no machine guns, no mortars
    assert (p.hits_to_destroy, p.low_profile, p.armor_face, p.armor_keep_best) == (2, 0, 5, 0)
    assert (p.move_keep, p.move_drop, p.move_bonus) == (0, 0, 0)
    assert (p.recon_seats, p.hitches, p.light_hitches, p.tank_berths, p.seats_and_hitches) == (0,) * 5
    assert p.tank == (KIND[name] == "tank")


@pytest.mark.rule("PT1-FIRE-05")
@pytest.mark.parametrize("name", KIND)
def test_armour_is_the_same_from_every_side(name: str) -> None:
    p = profile(make(name), FIRST)
    assert p.armor_other == p.armor_front
    assert p.armored == (p.armor_front > 0)


@pytest.mark.rule("PT1-CARD-03", "PT1-CARD-04", "PT1-RECOVER-01", "PT1-MOVE-04")
@pytest.mark.parametrize("name", KIND)
def test_orders_that_the_edition_does_not_know(name: str) -> None:
    p = profile(make(name), FIRST)
    assert (p.melee_dice, p.may_assault) == (0, 0)
    assert (p.find_open, p.find_terrain) == (0, 0)
    assert (p.recovery_dice, p.may_regroup) == (2, 0)
    assert p.road_die == 0
    labels = {row.label for row in p.table()}
    assert labels.isdisjoint({"Find cover", "Close combat"})
    kind = p.table()[0].value.replace("armoured car", "armored_car").replace("half-track", "half_track")
    assert kind == KIND[name]


def test_riders_stay_on_a_tank_that_fires() -> None:
    said = {row.label: row.value for row in profile("Tiger I", FIRST).table()}["Its passengers"]
    assert said == "do not fire; when fire hits it, they take a hit too and get off"


@pytest.mark.rule("PT1-UNIT-01")
@pytest.mark.parametrize("name", [name for name in CLASS_IDS if name not in KIND])
def test_units_of_the_second_edition_alone(name: str) -> None:
    with pytest.raises(RuleForbids, match="first edition has no such units") as caught:
        profile(make(name), FIRST)
    assert caught.value.rule_id == "PT1-UNIT-01"


@pytest.mark.rule("PT1-UNIT-01")
def test_traits_notes_and_improvement_do_not_count() -> None:
    for one in all_units(ruleset=FIRST):
        assert profile(one, FIRST) == profile(make(one.type), FIRST), one.key
    assert len(all_units(ruleset=FIRST)) == 147 - 9 - 4 - 3 - 3 - 5  # SPGs of three sizes, craft, gliders
    assert set(units(FIRST, generic=True).type) == set(KIND)
    with pytest.raises(RuleForbids, match="offers no choice"):
        profile(pick(unit("Regulars [france]"), "mortar"), FIRST)


def test_all_units_is_the_whole_list_elsewhere() -> None:
    assert all_units(ruleset=DEFAULT) is all_units()


def test_kinds_are_real_classes() -> None:
    assert {one.first_edition for one in classes().values()} == {
        "",
        "infantry",
        "armored_car",
        "half_track",
        "medium_tank",
        "transport",
        "towed_gun",
    }


SECOND_ONLY = ("PT-ARMOR-02", "PT-ARMOR-03", "PT-COVER-0", "PT-MELEE", "PT-WHEEL", "PT-UNIT-GUN", "PT-UNIT-HTRACK-02")


@pytest.mark.parametrize("name", KIND)
def test_the_table_names_rules_of_the_edition_only(name: str) -> None:
    known = {entry.id for entry in rules()} | {ruling.id for ruling in rulings()}
    for row in profile(make(name), FIRST).table():
        assert set(row.rules) <= known
        assert not [rule_id for rule_id in row.rules if rule_id.startswith(SECOND_ONLY)], row


# --- the ruleset ---------------------------------------------------------------------------------------------------


def test_the_edition_is_a_ruleset() -> None:
    codes = FIRST.readings.edition, DEFAULT.readings.edition
    assert (FIRST.name, FIRST.edition, *codes) == ("paper_tigers_1", 1, 1, 0)
    assert FIRST.changed() == {"passenger_hits": "only_unsaved"}
    readings = {switch: code for switch, code in FIRST.readings._asdict().items() if code}
    assert readings == {"edition": Edition.FIRST, "passenger_hits": PassengerHits.ONLY_UNSAVED}
    assert FIRST != RuleSet("paper_tigers_1", 2, FIRST.changes)
    assert RuleSet.from_dict(FIRST.to_dict()) == FIRST


def test_a_users_ruleset_may_build_on_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "paper_tigers_1"\n[switches]\ned1_gun_move = "as_edition_ii"\n', encoding="utf-8")
    mine = RuleSet.load(path)
    assert (mine.name, mine.edition) == ("mine", 1)
    assert mine.changed() == {"passenger_hits": "only_unsaved", "ed1_gun_move": "as_edition_ii"}
    assert RuleSet.from_dict(mine.to_dict()) == mine
    path.write_text('base = "paper_tigers_1"\n[switches]\nvp_spg = "tank_5"\n', encoding="utf-8")
    with pytest.raises(
        RuleForbids, match=r"mine\.toml: vp_spg = tank_5 .* no meaning in edition 1.*allowed: armored_3"
    ):
        RuleSet.load(path)


def test_another_edition_is_refused() -> None:
    with pytest.raises(NotModelled, match=r"edition 3 .*allowed: 2, 1"):
        RuleSet.from_dict(FIRST.to_dict() | {"edition": 3})


def asked_by(ruleset: RuleSet) -> set[str]:
    """The switches that an edition leaves open."""
    asked = {ruling.switch for ruling in rulings() if ruleset.asks(ruling.switch)}
    assert asked == {row["switch"] for row in ruleset.describe() if not row["unused"]}
    return asked


def test_every_question_is_asked_by_one_edition_at_least() -> None:
    both = {ruling.switch for ruling in rulings()}
    only_first = {"ed1_measure", "ed1_gun_move", "ed1_example"}
    assert asked_by(DEFAULT) == both - only_first
    assert only_first <= asked_by(FIRST) < both
    assert {"passenger_hits", "small_arms_vs_armor", "los_terrain_rule", "wreck_cover"} <= asked_by(FIRST)


@pytest.mark.parametrize("ruleset", [DEFAULT, FIRST], ids=str)
def test_a_question_that_is_not_asked_has_no_second_answer(ruleset: RuleSet) -> None:
    known = {entry.id for entry in rules()}
    for row in ruleset.describe():
        if not row["unused"]:
            continue
        assert row["unused"].rpartition("(")[2].removesuffix(")") in known
        assert row["playable"] == [row["default"]]
        assert ruleset.replace(**{row["switch"]: row["default"]}) == ruleset
        for option in next(each for each in rulings() if each.switch == row["switch"]).live:
            with pytest.raises(RuleForbids, match=f"{row['switch']} = {option}.*has no meaning in edition"):
                ruleset.replace(**{row["switch"]: option})


# --- its own questions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PT1-MOVE-02")
def test_guns_may_move_as_in_the_second_edition() -> None:
    slow = FIRST.replace(ed1_gun_move="as_edition_ii")
    for name in ("towed_gun", "light_towed_gun", "heavy_towed_gun"):
        p = profile(make(name), slow)
        assert (p.move_red, p.move_black, p.move_cap, p.move_keep) == (2, 2, 6, 0)
    for name in ("medium_tank", "infantry", "half_track"):
        assert profile(make(name), slow) == profile(make(name), FIRST)


def test_inches_are_the_scaled_centimetres() -> None:
    """2.5 cm an inch: 7.5, 15 and 30 cm are the 3, 6 and 12 inches that profiles hold."""
    inches = FIRST.replace(ed1_measure="inches")
    for name in KIND:
        assert profile(make(name), inches) == profile(make(name), FIRST)
    with pytest.raises(NotModelled, match=r"ed1_measure = literal_cm .*centimetres"):
        FIRST.replace(ed1_measure="literal_cm")


def test_rulings_that_both_editions_ask() -> None:
    armed = FIRST.replace(unarmed_transports="all_vehicles_fire")
    assert profile("Jeep [usa]", armed).armed == (1, 0, 0, 0)
    outside = FIRST.replace(town_building="guns_outside")
    assert profile(make("towed_gun"), FIRST).enters_buildings == 1
    assert profile(make("towed_gun"), outside).enters_buildings == 0
