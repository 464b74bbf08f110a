"""What may be chosen when the armies are picked, and the generic units that go with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.picks import CHOICES, pick, picked
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import profile
from tigersim.catalogue.profile.unit_table import units
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import all_units, format_army, generic_units, parse_army, unit
from tigersim.errors import DataError, RuleForbids, UnitNotFound, UnknownName


def make(type: str, **fields: Any) -> Unit:
    return Unit(nation="testland", name="Test", source_name="Test", type=type, **fields)


# --- choices -------------------------------------------------------------------------------------------------------

CHANGES: dict[str, dict[str, Any]] = {
    "Regulars [france] + mortar": {"mortar": True},
    "Regulars [france] + machine gun": {"machine_guns": 1},
    "Guards Infantry + machine gun": {"machine_guns": 1},
    "Towed gun + howitzer": {"howitzer": True},
    "light towed gun [generic] + howitzer": {"howitzer": True},
    "heavy towed gun+howitzer": {"howitzer": True},
    "Half-track + unarmoured": {"unarmored": True},
    "Light gun carrier + unarmoured": {"unarmored": True},
    "Jeep [usa] + no machine gun": {"machine_guns": 0, "mg_optional": False},
    "Infantry [generic] + flamethrower": {"flamethrower": True},
    "M4 Sherman + flamethrower": {"flamethrower": True},
    "M10 Wolverine + flamethrower": {"flamethrower": True},
    "Truck [france] + anti-air": {"anti_air": True},
}


@pytest.mark.rule("PT-UNIT-INF-03", "PT-MG-01", "PT-MORTAR-01", "PT-HOW-01", "PT-UNIT-HTRACK-01", "PT-NOTE-MG_ARMAMENT")
@pytest.mark.parametrize("text", CHANGES)
def test_a_choice_changes_the_unit_and_its_name(text: str) -> None:
    plain, choice = (part.strip() for part in text.split("+"))
    before, after = unit(plain), unit(text)
    assert after == before.model_copy(update=CHANGES[text] | {"name": f"{before.name} + {choice}"})
    assert after.key == f"{before.name} + {choice} [{before.nation}]"
    assert picked(after) == (choice,)
    assert picked(before) == ()
    assert unit(after.key) == after
    assert unit(after.name, after.nation) == after
    bare = profile(before.model_copy(update=CHANGES[text]))
    assert profile(after) == bare


REFUSED = {
    "Recon + mortar": "PT-UNIT-RECON-04",
    "Recon + machine gun": "PT-UNIT-RECON-04",
    "Tiger I + machine gun": "PT-MG-01",
    "Tiger I + mortar": "PT-MORTAR-01",
    "Regulars [france] + mortar + machine gun": "PT-UNIT-INF-03",
    "Regulars [france] + mortar + mortar": "PT-UNIT-INF-03",
    "SU-122 + howitzer": "AMB-69",
    "M7 Priest + howitzer": "AMB-69",
    "Towed gun + howitzer + howitzer": "AMB-69",
    "Regulars [france] + howitzer": "AMB-69",
    "Tiger I + unarmoured": "PT-UNIT-HTRACK-01",
    "Type 1 Ho-Ha + unarmoured": "AMB-73",
    "Half-track + unarmoured + unarmoured": "AMB-73",
    "Jeep [britain] + no machine gun": "AMB-59",
    "M20 + no machine gun": "AMB-59",
    "Recon + flamethrower": "AMB-136",
    "Towed gun + flamethrower": "AMB-136",
    "SU-122 + flamethrower": "AMB-136",
    "Half-track + flamethrower": "AMB-136",
    "M4 Sherman + flamethrower + flamethrower": "PT-FORT-04",
    "M20 + anti-air + anti-air": "AMB-134",
}


@pytest.mark.rule("PT-UNIT-INF-03", "PT-UNIT-RECON-04", "PT-MG-01", "PT-MORTAR-01", "PT-HOW-01")
@pytest.mark.parametrize("text", REFUSED)
def test_a_choice_that_is_not_open_names_the_rule(text: str) -> None:
    with pytest.raises(RuleForbids) as caught:
        unit(text)
    assert caught.value.rule_id == REFUSED[text]


def test_unknown_choices_and_units_are_named() -> None:
    with pytest.raises(UnknownName, match=r"choice 'morter'.*did you mean mortar"):
        unit("Regulars [france] + morter")
    with pytest.raises(UnknownName, match="choice ''"):
        unit("Regulars [france] +")
    with pytest.raises(UnitNotFound, match="several units answer to 'Regulars'"):
        unit("Regulars + mortar")
    with pytest.raises(UnitNotFound, match="'Regulers'"):
        unit("Regulers + mortar", "france")


def test_armies_with_choices_read_back() -> None:
    text = "2 x Regulars + mortar [france], Heavy towed gun + howitzer [generic], Jeep [usa]"
    army = parse_army("2x Regulars [france] + mortar, heavy towed gun + howitzer, Jeep [usa]")
    assert [one.mortar for one in army] == [True, True, False, False]
    assert format_army(army) == text
    assert parse_army(text) == army


PICKABLE = [(one, choice) for one in (*all_units(), *generic_units()) for choice in CHOICES]


@given(st.lists(st.sampled_from(PICKABLE), min_size=1, max_size=6))
def test_whatever_may_be_picked_reads_back(chosen: list[tuple[Unit, str]]) -> None:
    army = []
    for one, choice in chosen:
        try:
            army.append(pick(one, choice))
        except RuleForbids:
            army.append(one)
    assert parse_army(format_army(army)) == army


def test_rulings_take_choices_away() -> None:
    scenario = DEFAULT.replace(howitzer_identity="scenario_only")
    with pytest.raises(RuleForbids, match="only noted howitzers") as caught:
        profile("Towed gun + howitzer", scenario)
    assert caught.value.rule_id == "AMB-69"
    assert profile("M7 Priest", scenario).howitzer == profile("Towed gun + howitzer").howitzer == 1
    none = DEFAULT.replace(unarmored_carrier="none_exist")
    for one in (unit("Half-track + unarmoured"), make("carrier", unarmored=True)):
        with pytest.raises(RuleForbids, match="no half-track or carrier is unarmoured") as caught:
            profile(one, none)
        assert caught.value.rule_id == "AMB-73"
    assert profile("Half-track", none).armored == 1


# --- generic units -------------------------------------------------------------------------------------------------


def test_one_generic_unit_of_each_class() -> None:
    assert tuple(one.type for one in generic_units()) == CLASS_IDS
    for one in generic_units():
        fields = one.model_dump(exclude={"nation", "name", "source_name", "type", "carries"})
        assert not any(fields.values()), one
        assert profile(one.model_copy(update={"carries": ""})) == profile(make(one.type))
        assert unit(one.key) is one
        assert unit(one.name) is one
    assert {one.name: one.carries for one in generic_units() if one.carries} == {
        "Landing craft": "2 infantry",
        "Glider": "1 infantry",
    }


def test_generic_units_stand_beside_the_list() -> None:
    assert len(all_units()) == len(units()) == 147
    table = units(generic=True)
    assert len(table) == 147 + 22
    assert list(table.nation[147:]) == ["generic"] * 22
    with pytest.raises(UnitNotFound, match="Towed gun"):
        unit("Towed guns")
    with pytest.raises(UnitNotFound):
        unit("Towed gun", "germany")
    with pytest.raises(UnitNotFound):
        unit("Tiger I", "generic")


def test_generic_units_are_found_beside_a_users_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("nation,name,type\npoland,Recon,recon\n", encoding="utf-8")
    listed = all_units(path)
    assert unit("Recon", among=listed).nation == "poland"
    assert unit("Recon [generic]", among=listed).nation == "generic"
    assert unit("Towed gun", among=listed).nation == "generic"
    army = [unit("Recon", among=listed), unit("Recon [generic]"), unit("Towed gun + howitzer")]
    assert parse_army(format_army(army, listed), listed) == army
    path.write_text("nation,name,type\ngeneric,Recon,recon\n", encoding="utf-8")
    with pytest.raises(DataError, match="exists already, among the generic units"):
        all_units(path)


# --- flamethrowers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FORT-04", "AMB-136", "AMB-114")
def test_who_carries_a_flamethrower_under_other_rulings() -> None:
    tiger, sherman, squad = (unit(f"{name} + flamethrower") for name in ("Tiger I", "M4 Sherman", "Infantry [generic]"))
    destroyer = unit("Tank destroyer [generic] + flamethrower")
    listed = make("heavy_tank", flamethrower=True)
    rulings = {
        "any_tank_any_infantry": (tiger, sherman, squad, listed, destroyer),
        "medium_tanks_only": (sherman, squad),
        "by_agreement_list": (listed,),
    }
    for option, allowed in rulings.items():
        rules = DEFAULT.replace(flame_vehicles=option)
        for one in (tiger, sherman, squad, listed, destroyer):
            if one in allowed:
                assert profile(one, rules).flammable == 1
            else:
                with pytest.raises(RuleForbids, match="AMB-136"):
                    profile(one, rules)
    with pytest.raises(RuleForbids, match="AMB-136"):
        profile(destroyer, DEFAULT.replace(vp_tank_destroyer="armored_3"))


@pytest.mark.rule("PT-FLAME-01", "PT-FLAME-02", "AMB-137")
def test_a_flamethrower_is_one_more_weapon_of_a_squad_and_takes_the_place_of_a_tank_s_guns() -> None:
    squad = profile("Infantry [generic] + machine gun + flamethrower")
    assert squad.armed == (1, 1, 1, 0)
    assert squad.flame == (0, 1, 0, 0)
    assert (squad.red_near[1], squad.black_near[1], squad.max_range[1]) == (3, 0, 6)
    for name, arms in (("M4 Sherman", (1, 0, 1, 0)), ("M3 Lee", (1, 0, 1, 0)), ("Marder III", None)):
        if arms is None:
            with pytest.raises(RuleForbids, match="AMB-136"):
                unit(f"{name} + flamethrower")
            continue
        tank = profile(f"{name} + flamethrower")
        assert tank.armed == arms
        assert tank.flame == (1, 0, 0, 0)
        assert (tank.red_near[0], tank.black_near[0], tank.red_far[0], tank.max_range[0]) == (3, 0, 0, 12)
        assert tank.cost == profile(name).cost
    alone = DEFAULT.replace(flame_mode="replaces_all_fire")
    assert profile("Infantry [generic] + machine gun + flamethrower", alone).armed == (0, 1, 0, 0)
    assert profile("M4 Sherman + flamethrower", alone).armed == (1, 0, 0, 0)
    flat = DEFAULT.replace(flame_mode="three_dice_flat")
    assert profile("Tiger I + flamethrower").red_near[0] == 4
    assert profile("Tiger I + flamethrower", flat).red_near[0] == 3


@pytest.mark.rule("AMB-118")
def test_a_flamethrower_may_cost_a_point_by_a_ruling() -> None:
    dear = DEFAULT.replace(vp_support_weapons="plus_1_each")
    for name in ("Infantry [generic]", "M4 Sherman"):
        assert profile(f"{name} + flamethrower", dear).cost == profile(name, dear).cost + 1
        assert profile(f"{name} + flamethrower").cost == profile(name).cost


@pytest.mark.rule("PT1-UNIT-01")
def test_the_first_edition_has_no_flamethrowers() -> None:
    with pytest.raises(RuleForbids, match="PT1-UNIT-01"):
        profile("M4 Sherman + flamethrower", RuleSet.load("paper_tigers_1"))


@pytest.mark.parametrize("type", ["recon", "spg", "transport", "towed_gun"])
def test_a_list_gives_flamethrowers_to_infantry_and_tanks_only(type: str) -> None:
    with pytest.raises(ValueError, match="PT-FORT-04"):
        make(type, flamethrower=True)


@pytest.mark.rule("PT-SUPPORT-07", "AMB-134")
def test_anti_air_costs_nothing_and_is_told() -> None:
    plain, armed = profile("Truck [france]"), profile(unit("Truck [france] + anti-air"))
    assert (plain.anti_air, armed.anti_air, plain.cost) == (0, 1, armed.cost)
    assert [row.rules for row in armed.table() if row.label == "Anti-air"] == [("PT-SUPPORT-07", "AMB-134")]
    assert "Anti-air" not in {row.label for row in plain.table()}
    listed = pick(unit("Truck [france]"), "anti-air")
    assert parse_army(format_army([listed])) == [listed]
