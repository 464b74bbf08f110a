"""The transcription of Appendix A, finding units by name, armies as text, and files that are wrong."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tigersim.catalogue.profile.unit_table import units
from tigersim.catalogue.unit_file import COLUMNS, SHIPPED
from tigersim.catalogue.units import (
    AmbiguousUnit,
    Unit,
    all_units,
    format_army,
    parse_army,
    unit,
)
from tigersim.errors import DataError, InvalidValue, UnitNotFound, UnknownName

# --- checksums of the source ---------------------------------------------------------------------------------------


@pytest.mark.rule("PT-HIST-01")
def test_units_per_nation() -> None:
    expected = {"usa": 25, "britain": 28, "ussr": 24, "france": 10, "germany": 40, "italy": 10, "japan": 10}
    counted = Counter(one.nation for one in all_units())
    assert counted == expected
    assert list(counted) == list(expected)
    assert sum(counted.values()) == 147


def test_units_per_type_and_improved() -> None:
    counted = Counter((one.type, one.improved) for one in all_units())
    assert counted == {
        ("infantry", False): 14,
        ("infantry", True): 6,
        ("armored_car", False): 10,
        ("light_armored_car", False): 5,
        ("half_track", False): 1,
        ("carrier", False): 2,
        ("light_carrier", False): 1,
        ("light_tank", False): 28,
        ("light_tank", True): 4,
        ("medium_tank", False): 16,
        ("medium_tank", True): 5,
        ("heavy_tank", False): 8,
        ("heavy_tank", True): 2,
        ("tank_destroyer", False): 4,
        ("spg", False): 8,
        ("spg", True): 1,
        ("light_spg", False): 4,
        ("heavy_spg", False): 3,
        ("transport", False): 9,
        ("light_transport", False): 8,
        ("landing_craft", False): 3,
        ("glider", False): 5,
    }


def test_traits_of_the_list() -> None:
    assert Counter(trait for one in all_units() for trait in one.advantages) == {
        "improved_armor": 16,
        "improved_gun": 14,
        "improved_movement": 11,
        "rapid_fire": 5,
        "fast": 6,
        "hell_on_wheels": 1,
        "skirt_armor": 8,
        "suicide_assault": 3,
        "rugged": 8,
        "infiltrator": 2,
    }
    assert Counter(trait for one in all_units() for trait in one.disadvantages) == {
        "underpowered": 8,
        "poor_command": 3,
        "no_radio": 2,
        "unreliable": 6,
        "engine_fire": 1,
        "vulnerable_armor": 1,
        "short_range_gun": 5,
        "slow": 3,
        "open_top": 19,
        "death_trap": 3,
        "no_retreat": 2,
        "rivets": 18,
        "weak_running_gear": 1,
    }


def test_notes_of_the_list() -> None:
    listed = all_units()
    # light: 3 alone, 2 "improved", 3 turrets; medium: 9 alone, 1 "improved"; heavy: 3 alone, 3 "improved", 1 howitzer
    assert Counter(one.gun for one in listed if one.gun) == {"light": 8, "medium": 10, "heavy": 7}
    assert Counter(one.hull_gun for one in listed if one.hull_gun) == {"medium": 3, "light": 1}
    assert Counter(one.armor for one in listed if one.armor) == {"heavy": 1}
    assert Counter(one.machine_guns for one in listed) == {0: 147 - 13, 1: 8, 2: 5}
    flags = (
        "mg_only",
        "mg_implied",
        "mg_optional",
        "mortar",
        "howitzer",
        "forward_only",
        "wheeled",
        "amphibious",
        "unarmored",
    )
    counted = {flag: sum(getattr(one, flag) for one in listed) for flag in flags}
    assert counted == {
        "mg_only": 9,
        "mg_implied": 5,
        "mg_optional": 2,
        "mortar": 0,
        "howitzer": 1,
        "forward_only": 4,
        "wheeled": 24,
        "amphibious": 7,
        "unarmored": 0,
    }
    assert sum(bool(one.carries) for one in listed) == 8


def test_twelve_units_have_neither_traits_nor_notes() -> None:
    plain = {"nation", "name", "source_name", "type", "improved"}
    bare = [one.key for one in all_units() if not any(value for k, value in one if k not in plain)]
    assert bare == [
        "Paratroopers or Rangers [usa]",
        "Humber MKII [britain]",
        "Bedford Truck [britain]",
        "IS-2 [ussr]",
        "Guards Infantry [ussr]",
        "Regulars [france]",
        "Foreign Legion [france]",
        "Luchs [germany]",
        "Panzer III (early) [germany]",
        "Panzer III (mid) [germany]",
        "Panzer IV (mid) [germany]",
        "Regulars [italy]",
    ]


def test_names_are_latin_and_sources_kept() -> None:
    for one in all_units():
        assert one.name.isascii()
        if one.source_name.isascii():
            assert one.name in (one.source_name, "L3/33 / L3/35")
    cyrillic = {one.key: one.source_name for one in all_units() if not one.source_name.isascii()}
    assert len(cyrillic) == 24 + 17  # all of the USSR, and the infantry of the other nations
    assert cyrillic["T-34a [ussr]"] == "Т-34а"
    assert cyrillic["T-34c [ussr]"] == "Т-34с"
    assert cyrillic["KV-1 [ussr]"] == "КВ-1"
    assert cyrillic["SU-76M [ussr]"] == "СУ-76М"
    assert cyrillic["GAZ-76 (jeep) [ussr]"] == "Газ-76 (джип)"
    assert cyrillic["ZIS-3 Truck [ussr]"] == "Зис-3 Грузовик"
    assert cyrillic["Marines [japan]"] == cyrillic["Marines [usa]"] == "Морская пехота"
    assert sum(source == "Регулярные войска" for source in cyrillic.values()) == 6


# --- entries that need reading -------------------------------------------------------------------------------------

ODD: dict[str, dict[str, Any]] = {
    "M3 Lee": {"type": "medium_tank", "disadvantages": ("rivets",), "gun": "light", "hull_gun": "medium"},
    "Grant I": {"type": "medium_tank", "disadvantages": ("rivets",), "gun": "light", "hull_gun": "medium"},
    "Char B-1": {"type": "medium_tank", "disadvantages": ("underpowered",), "gun": "light", "hull_gun": "medium"},
    "M-11/39": {"type": "light_tank", "disadvantages": ("rivets",), "hull_gun": "light", "machine_guns": 2},
    "M10 Wolverine": {
        "type": "tank_destroyer",
        "advantages": ("improved_gun",),
        "disadvantages": ("open_top",),
        "gun": "medium",
    },
    "M36 Jackson": {
        "type": "tank_destroyer",
        "advantages": ("improved_gun",),
        "disadvantages": ("open_top",),
        "gun": "heavy",
    },
    "Sherman Firefly": {
        "type": "medium_tank",
        "advantages": ("improved_gun",),
        "disadvantages": ("death_trap",),
        "gun": "heavy",
    },
    "Comet": {"type": "medium_tank", "improved": True, "advantages": ("improved_gun",), "gun": "heavy"},
    "Churchill IV": {"type": "heavy_tank", "advantages": ("improved_movement", "improved_gun"), "gun": "light"},
    "Mathilda": {"type": "heavy_tank", "disadvantages": ("slow",), "gun": "light"},
    "Churchill I": {"type": "heavy_tank", "advantages": ("improved_movement",), "gun": "light"},
    "Churchill VII": {"type": "heavy_tank", "advantages": ("improved_movement",), "gun": "medium"},
    "KV-1": {"type": "heavy_tank", "gun": "medium"},
    "KV-2": {"type": "heavy_tank", "disadvantages": ("underpowered",), "gun": "medium", "armor": "heavy"},
    "T-34/85": {"type": "medium_tank", "advantages": ("improved_armor",), "gun": "heavy"},
    "SU-100": {"type": "spg", "gun": "heavy"},
    "Jagd Panther": {"type": "spg", "improved": True, "gun": "heavy"},
    "Marder III": {"type": "light_spg", "disadvantages": ("open_top",), "gun": "medium"},
    "Hetzer": {"type": "light_spg", "advantages": ("improved_armor",), "gun": "medium"},
    "Sdkfz 234/1": {
        "type": "armored_car",
        "advantages": ("rapid_fire", "improved_armor"),
        "disadvantages": ("open_top",),
        "wheeled": True,
        "gun": "light",
    },
    "Sdkfz 234/2 Puma": {
        "type": "armored_car",
        "advantages": ("improved_armor",),
        "wheeled": True,
        "gun": "medium",
    },
    "Sdkfz 234/3": {
        "type": "armored_car",
        "advantages": ("improved_armor",),
        "disadvantages": ("short_range_gun", "open_top"),
        "wheeled": True,
        "gun": "medium",
        "forward_only": True,
    },
    "Sdkfz 234/4": {
        "type": "armored_car",
        "advantages": ("improved_armor",),
        "disadvantages": ("open_top",),
        "wheeled": True,
        "gun": "medium",
        "forward_only": True,
    },
    "M24 Chaffee": {"type": "light_tank", "improved": True, "gun": "medium"},
    "M7 Priest": {
        "type": "spg",
        "disadvantages": ("open_top",),
        "gun": "heavy",
        "howitzer": True,
        "forward_only": True,
    },
    "M20": {
        "type": "armored_car",
        "disadvantages": ("open_top",),
        "wheeled": True,
        "machine_guns": 1,
        "mg_only": True,
    },
    "Stuart Kangaroo": {
        "type": "carrier",
        "advantages": ("improved_armor",),
        "disadvantages": ("open_top",),
        "machine_guns": 1,
        "mg_only": True,
    },
    "Humber Scout": {"type": "light_armored_car", "machine_guns": 1, "mg_only": True},
    "Daimler Scout": {"type": "light_armored_car", "machine_guns": 1, "mg_only": True},
    "Panzer I": {"type": "light_tank", "machine_guns": 2, "mg_only": True, "mg_implied": True},
    "LVT-1": {
        "type": "carrier",
        "disadvantages": ("open_top",),
        "amphibious": True,
        "machine_guns": 2,
        "mg_only": True,
        "mg_implied": True,
    },
    "T-40": {"type": "light_tank", "amphibious": True, "machine_guns": 2, "mg_only": True, "mg_implied": True},
    "L3/33 / L3/35": {
        "type": "light_carrier",
        "disadvantages": ("rivets",),
        "machine_guns": 2,
        "mg_only": True,
        "mg_implied": True,
        "forward_only": True,
    },
    "Type 1 Ho-Ha": {
        "type": "half_track",
        "disadvantages": ("open_top",),
        "machine_guns": 1,
        "mg_only": True,
        "mg_implied": True,
    },
    "Jeep [usa]": {
        "type": "light_transport",
        "advantages": ("improved_movement",),
        "wheeled": True,
        "machine_guns": 1,
        "mg_optional": True,
    },
    "Jeep [france]": {"type": "light_transport", "wheeled": True, "machine_guns": 1, "mg_optional": True},
    "Jeep [britain]": {"type": "light_transport", "advantages": ("improved_movement",)},
    "Sahariana": {
        "type": "transport",
        "advantages": ("improved_movement", "improved_gun"),
        "disadvantages": ("open_top",),
        "wheeled": True,
        "gun": "light",
        "machine_guns": 1,
    },
    "Seep": {"type": "light_transport", "wheeled": True, "amphibious": True},
    "Schwimmwagen": {"type": "light_transport", "wheeled": True, "amphibious": True},
    "LVT-A": {"type": "light_tank", "amphibious": True},
    "DUKW": {"type": "transport", "amphibious": True},
    "Type 2 Ka-Mi": {"type": "light_tank", "amphibious": True},
    "2 1/2 Ton Truck": {"type": "transport", "advantages": ("rugged",)},
    "Staghound": {"type": "armored_car", "advantages": ("improved_armor",)},
    "LCVP": {"type": "landing_craft", "disadvantages": ("open_top",), "carries": "2 infantry"},
    "LCM": {"type": "landing_craft", "disadvantages": ("open_top",), "carries": "2 infantry or 1 tank"},
    "LCA": {"type": "landing_craft", "carries": "2 infantry"},
    "Waco Glider": {"type": "glider", "carries": "2 infantry or 1 light_transport towing 1 light_towed_gun"},
    "Horsa Glider": {"type": "glider", "carries": "2 infantry or 1 light_transport towing 1 light_towed_gun"},
    "Gotha Glider": {"type": "glider", "carries": "2 infantry or 1 light_transport towing 1 light_towed_gun"},
    "Hamilcar Glider": {"type": "glider", "carries": "3 infantry or 2 light_transport towing 2 light_towed_gun"},
    "DFS 230 Glider": {"type": "glider", "carries": "1 infantry"},
    "Renault FT-17": {"type": "light_tank", "disadvantages": ("rivets", "underpowered")},
    "Renault R-35": {"type": "light_tank", "disadvantages": ("no_radio", "slow")},
    "Hotchkiss H-39": {"type": "light_tank", "disadvantages": ("poor_command", "underpowered")},
    "Somua S-35": {"type": "medium_tank", "disadvantages": ("poor_command", "no_radio")},
    "Type 89 Chi-Ro": {"type": "light_tank", "disadvantages": ("underpowered", "rivets")},
    "Conscripts [ussr]": {
        "type": "infantry",
        "advantages": ("suicide_assault",),
        "disadvantages": ("unreliable",),
    },
    "Conscripts [italy]": {"type": "infantry", "disadvantages": ("unreliable",)},
    "Militia": {"type": "infantry", "disadvantages": ("unreliable",)},
    "Regulars [usa]": {"type": "infantry", "advantages": ("rapid_fire",)},
    "Regulars [ussr]": {"type": "infantry", "advantages": ("infiltrator",)},
    "Regulars [britain]": {"type": "infantry", "advantages": ("rugged",)},
    "Regulars [germany]": {"type": "infantry", "advantages": ("rugged",)},
    "Commandos": {"type": "infantry", "advantages": ("improved_movement",)},
    "Bersaglieri": {"type": "infantry", "advantages": ("improved_movement",)},
    "Marines [usa]": {"type": "infantry", "advantages": ("rugged", "improved_gun")},
    "Wehrmacht Paratroopers": {"type": "infantry", "advantages": ("improved_gun",)},
    "Paratroopers": {"type": "infantry", "improved": True, "advantages": ("rugged",)},
    "SS Grenadiers": {"type": "infantry", "improved": True, "advantages": ("suicide_assault",)},
    "Marines [japan]": {
        "type": "infantry",
        "improved": True,
        "advantages": ("infiltrator",),
        "disadvantages": ("no_retreat",),
    },
    "Army Infantry": {"type": "infantry", "advantages": ("suicide_assault",), "disadvantages": ("no_retreat",)},
    "SU-122": {"type": "heavy_spg", "advantages": ("improved_gun",)},
    "SU-152": {"type": "heavy_spg", "advantages": ("improved_gun",), "disadvantages": ("short_range_gun",)},
}


@pytest.mark.parametrize("name", ODD)
def test_odd_entries_hold_what_is_printed_and_nothing_else(name: str) -> None:
    one = unit(name)
    bare = Unit(nation=one.nation, name=one.name, source_name=one.source_name, type=ODD[name]["type"])
    assert one == bare.model_copy(update=ODD[name])


def test_eight_wheeled_types_lack_the_note() -> None:
    wheeled = ("transport", "light_transport", "armored_car", "light_armored_car")
    lacking = [one.key for one in all_units() if one.type in wheeled and not one.wheeled]
    assert lacking == [
        "2 1/2 Ton Truck [usa]",
        "DUKW [usa]",
        "Staghound [britain]",
        "Humber MKII [britain]",
        "Humber Scout [britain]",
        "Daimler Scout [britain]",
        "Jeep [britain]",
        "Bedford Truck [britain]",
    ]


# --- finding units -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Tiger I", "Tiger I [germany]"),
        ("tiger i", "Tiger I [germany]"),
        ("Tiger II", "Tiger II (King Tiger) [germany]"),
        ("M4 Sherman", "M4 Sherman [usa]"),
        ("KV-2", "KV-2 [ussr]"),
        ("kv 2", "KV-2 [ussr]"),
        ("КВ-2", "KV-2 [ussr]"),
        ("Тигр I", "Tiger I [germany]"),
        ("ягдтигр", "Jagd Tiger [germany]"),
        ("Королевский тигр", "Tiger II (King Tiger) [germany]"),
        ("T34/85", "T-34/85 [ussr]"),
        ("Crusader I/II", "Crusader I/II [britain]"),
        ("Crusader III", "Crusader III [britain]"),
        ("L3/33, L3/35", "L3/33 / L3/35 [italy]"),
        ("Гренадеры СС", "SS Grenadiers [germany]"),
        (" Jeep [USA] ", "Jeep [usa]"),
        ("GAZ-76", "GAZ-76 (jeep) [ussr]"),
    ],
)
def test_units_are_found_as_typed(typed: str, key: str) -> None:
    assert unit(typed).key == key


def test_nation_chooses_between_namesakes() -> None:
    assert unit("Jeep", nation="britain").key == "Jeep [britain]"
    assert unit("Regulars", "Italy").nation == "italy"
    with pytest.raises(AmbiguousUnit, match=r"Jeep \[usa\], Jeep \[britain\], Jeep \[france\]") as caught:
        unit("Jeep")
    assert caught.value.close == ["Jeep [usa]", "Jeep [britain]", "Jeep [france]"]
    with pytest.raises(UnitNotFound, match=r"several units answer to 'Panzer III'"):
        unit("Panzer III")


def test_unknown_names_get_close_matches() -> None:
    with pytest.raises(UnitNotFound, match="did you mean Tiger I"):
        unit("tiger 1")
    with pytest.raises(UnitNotFound, match="Mathilda"):
        unit("Matilda")
    with pytest.raises(UnitNotFound):
        unit("Tiger I", nation="usa")
    with pytest.raises(UnitNotFound):
        unit("")
    with pytest.raises(UnknownName, match="did you mean germany"):
        unit("Tiger I", nation="germny")


def test_every_unit_is_found_by_its_key_and_by_nation() -> None:
    for one in all_units():
        assert unit(one.key) is one
        assert unit(one.name, one.nation) is one
        assert str(one) == one.key


# --- armies --------------------------------------------------------------------------------------------------------


def test_armies_are_read_in_order() -> None:
    army = parse_army("3 x M4 Sherman, Jeep [usa],2x L3/33 / L3/35 , 2 1/2 Ton Truck")
    names = ["M4 Sherman"] * 3 + ["Jeep"] + ["L3/33 / L3/35"] * 2 + ["2 1/2 Ton Truck"]
    assert [one.name for one in army] == names
    assert format_army(army) == "3 x M4 Sherman, Jeep [usa], 2 x L3/33 / L3/35, 2 1/2 Ton Truck"


@given(st.lists(st.sampled_from(all_units()), min_size=1, max_size=12))
def test_written_armies_read_back(army: list[Unit]) -> None:
    assert parse_army(format_army(army)) == army


def test_large_armies_read_back() -> None:
    army = [unit("Luchs")] * 230
    assert format_army(army) == "99 x Luchs, 99 x Luchs, 32 x Luchs"
    assert parse_army(format_army(army)) == army


@pytest.mark.parametrize("text", ["", "M4 Sherman,", "0 x M4 Sherman", "100 x M4 Sherman"])
def test_armies_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse_army(text)


def test_unknown_units_in_armies_are_named() -> None:
    with pytest.raises(UnitNotFound, match="M4 Shermann"):
        parse_army("Luchs, 3 x M4 Shermann")
    with pytest.raises(AmbiguousUnit):
        parse_army("3 x Jeep")


# --- the table -----------------------------------------------------------------------------------------------------


def test_table_of_units() -> None:
    table = units()
    assert list(table.columns) == [
        "nation",
        "name",
        "source_name",
        "type",
        "improved",
        "advantages",
        "disadvantages",
        "gun",
        "hull_gun",
        "armor",
        "machine_guns",
        "mg_only",
        "mg_optional",
        "howitzer",
        "forward_only",
        "wheeled",
        "amphibious",
        "carries",
        "base_vp",
        "cost",
    ]
    assert len(table) == 147
    tiger = table[table.name == "Tiger I"].iloc[0]
    assert (tiger.nation, tiger.type, tiger.disadvantages) == ("germany", "heavy_tank", ("unreliable",))
    assert (tiger.base_vp, tiger.cost) == (5, 4)


# --- files of the user's own ---------------------------------------------------------------------------------------

HEADER = "nation,name,type,improved,advantages,disadvantages,gun,machine_guns,mg_only\n"
GOOD = "poland,7TP,light_tank,no,fast;improved_gun,rivets,medium,,\n"


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_own_units_follow_the_historical_ones(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + GOOD + "\nusa,Big Wing,glider,,,,,,\n")
    listed = all_units(path)
    assert len(listed) == 149
    assert listed[147] == Unit(
        nation="poland",
        name="7TP",
        source_name="7TP",
        type="light_tank",
        advantages=("fast", "improved_gun"),
        disadvantages=("rivets",),
        gun="medium",
    )
    assert unit("7TP", among=listed) is listed[147]
    assert parse_army(format_army(listed, listed), listed) == list(listed)
    table = units(path=path)
    assert list(table.cost)[-2:] == [5 + 2 - 1, 1]
    with pytest.raises(UnitNotFound):
        unit("7TP")


def test_a_name_shared_with_the_users_unit_keeps_its_nation(tmp_path: Path) -> None:
    listed = all_units(write(tmp_path, HEADER + "poland,M4 Sherman,medium_tank,,,,,,\n"))
    army = [listed[147], unit("M4 Sherman [usa]")]
    assert format_army(army, listed) == "M4 Sherman [poland], M4 Sherman [usa]"
    assert parse_army(format_army(army, listed), listed) == army


def test_shipped_file_can_be_copied_as_a_template(tmp_path: Path) -> None:
    first, second = SHIPPED.read_text(encoding="utf-8").splitlines()[:2]
    assert sorted(first.split(",")) == sorted(COLUMNS)
    path = write(tmp_path, "\ufeff" + first + "\r\n" + second.replace("M3A1", "M3A9") + "\r\n")
    assert all_units(path)[147].name == "M3A9 Stuart"


def loaded(type_: str, carries: str) -> str:
    return f"nation,name,type,carries\nx,A,{type_},{carries}\n"


BAD: dict[str, tuple[str | bytes, int | None, str | None, str]] = {
    "unknown trait": (HEADER + GOOD.replace("fast", "fst"), 2, "advantages", r"'fst' is not known; .*nearest: fast"),
    "trait of the other kind": (HEADER + GOOD.replace("fast", "rivets"), 2, "advantages", "'rivets' is a disadvantage"),
    "trait twice": (HEADER + GOOD.replace("fast", "fast;fast"), 2, "advantages", "'fast' stands twice"),
    "empty trait": (HEADER + GOOD.replace("fast", "fast;"), 2, "advantages", "empty entry"),
    "bad number": (HEADER + GOOD.replace(",,\n", ",two,\n"), 2, "machine_guns", "'two' is not a whole number"),
    "negative number": (HEADER + GOOD.replace(",,\n", ",-1,\n"), 2, "machine_guns", "'-1' is not a whole number"),
    "number too large": (HEADER + GOOD.replace(",,\n", ",3,\n"), 2, "machine_guns", "3 machine guns; allowed: 0, 1, 2"),
    "huge number": (HEADER + GOOD.replace(",,\n", f",{'9' * 5000},\n"), 2, "machine_guns", "allowed: 0, 1, 2"),
    "bad flag": (HEADER + GOOD.replace(",no,", ",maybe,"), 2, "improved", "'maybe' is neither yes nor no"),
    "bad size": (HEADER + GOOD.replace("medium", "huge"), 2, "gun", "'huge' is not known; allowed: light, medium"),
    "wrong type": (HEADER + GOOD.replace("light_tank", "lite_tank"), 2, "type", "nearest: light_tank"),
    "misspelt nation": (HEADER + GOOD.replace("poland", "germny"), 2, "nation", "nearly 'germany'"),
    "malformed nation": (HEADER + GOOD.replace("poland", "Poland 1"), 2, "nation", "lower-case letters"),
    "no name": (HEADER + GOOD.replace("7TP", " "), 2, "name", "letters or digits"),
    "bracket in a name": (HEADER + GOOD.replace("7TP", "7TP [x]"), 2, "name", "without comma, bracket"),
    "comma in a name": (HEADER + GOOD.replace("7TP", '"7TP, 9TP"'), 2, "name", "without comma, bracket"),
    "name like a count": (HEADER + GOOD.replace("7TP", "7 x TP"), 2, "name", "reads as a count"),
    "duplicate key": (HEADER + GOOD + GOOD.replace("7TP", "7tp"), 3, "name", "in row 2"),
    "key taken": (HEADER + GOOD.replace("poland,7TP", "germany,tiger i"), 2, "name", "among the historical units"),
    "missing column": ("nation,name\npoland,7TP\n", 1, "type", "this column is missing; required: nation, name, type"),
    "unknown column": (HEADER.replace("gun,", "gnu,", 1) + GOOD, 1, "gnu", "not a known column; nearest: .*gun"),
    "column twice": (HEADER.replace("mg_only", "gun") + GOOD, 1, "gun", "names two columns"),
    "row too short": (HEADER + "poland,7TP,light_tank\n", 2, None, "3 fields, but the first line names 9 columns"),
    "row too long": (HEADER + GOOD.replace("\n", ",x\n"), 2, None, "10 fields"),
    "row after a blank line": (HEADER + GOOD + "\n\n" + "poland,TK\n", 5, None, "2 fields"),
    "row after a cell of two lines": (HEADER + GOOD.replace("7TP", '"7TP\nb"') + "x\n", 2, "name", "printable"),
    "not UTF-8": ((HEADER + GOOD).encode() + b"poland,\xff\xfe,light_tank,,,,,,\n", 3, None, "not UTF-8"),
    "open quote": (HEADER + GOOD + '"poland\n', 3, None, "not well-formed CSV"),
    "semicolons for commas": (HEADER.replace(",", ";") + GOOD, 2, None, "2 fields, but the first line names 9"),
    "empty file": ("", 1, "nation", "column is missing"),
    "no units": (HEADER, None, None, "no unit"),
    "recon with a machine gun": (HEADER + "poland,Scouts,recon,,,,,1,\n", 2, "machine_guns", "PT-UNIT-RECON-04"),
    "no machine gun but only that": (HEADER + "poland,TKS,carrier,,,,,,yes\n", 2, "machine_guns", "mg_only"),
    "machine guns only and a gun": (HEADER + "poland,TKS,carrier,,,,light,1,yes\n", 2, "mg_only", "another weapon"),
    "infantry with a tank gun": (HEADER + "poland,Men,infantry,,,,heavy,,\n", 2, "gun", "no meaning for infantry"),
    "line break in a capacity": ('nation,name,type,carries\nx,A,glider,"2\n3"\n', 2, "carries", "printable"),
    "unknown load": (loaded("glider", "2 men"), 2, "carries", "'men' cannot be carried; allowed: infantry"),
    "load without a number": (loaded("glider", "tank"), 2, "carries", "allowed: a number from 1 to 9"),
    "too large a load": (loaded("glider", "12 tank"), 2, "carries", "a number from 1 to 9"),
    "load twice": (loaded("glider", "1 tank or 2 tank"), 2, "carries", "'tank' stands twice"),
    "tank that tows inside": (loaded("glider", "1 tank towing 1 light_towed_gun"), 2, "carries", "only as many"),
    "jeep with two guns": (
        loaded("glider", "1 light_transport towing 2 light_towed_gun"),
        2,
        "carries",
        "only as many",
    ),
    "tank that tows": (loaded("heavy_tank", "1 towed_gun"), 2, "carries", "allowed: infantry, recon"),
    "armoured car that carries": (loaded("armored_car", "1 recon"), 2, "carries", "allowed: empty"),
    "plus in a name": ("nation,name,type\nx,A + B,infantry\n", 2, "name", "without comma, bracket, plus"),
    "implied but not only": ("nation,name,type,mg_implied\nx,A,carrier,yes\n", 2, "mg_implied", "how mg_only is meant"),
    "hull gun alone": ("nation,name,type,hull_gun\nx,A,spg,heavy\n", 2, "hull_gun", "beside a turret gun"),
    "armour note on a truck": ("nation,name,type,armor\nx,A,transport,heavy\n", 2, "armor", "armoured unit"),
    "howitzer on a tank": ("nation,name,type,howitzer\nx,A,medium_tank,1\n", 2, "howitzer", "PT-HOW-01"),
    "unarmoured tank": ("nation,name,type,unarmored\nx,A,medium_tank,1\n", 2, "unarmored", "PT-UNIT-HTRACK-01"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_name_row_field_and_what_is_allowed(case: str, tmp_path: Path) -> None:
    content, row, field, problem = BAD[case]
    path = write(tmp_path, content)
    with pytest.raises(DataError, match=problem) as caught:
        all_units(path)
    assert caught.value.file == str(path)
    assert caught.value.row == row
    assert caught.value.field == field
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value).replace("\\n", "")


@pytest.mark.parametrize("name", ["absent.csv", "."])
def test_unreadable_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        all_units(tmp_path / name)


VALID_ROWS = SHIPPED.read_text(encoding="utf-8").splitlines()
CELL = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["yes", "2", "recon", "heavy", "fast", "fast;rivets", '"', "\n", "\r", "\x00", ",", "  ", "-1", "²"]
    ),
)


def accepted_or_named(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), content)
        try:
            listed, problem = all_units(path), ""
        except DataError as error:
            listed, problem = (), str(error)
    assert listed or str(path) in problem
    assert not listed or parse_army(format_army(listed, listed), listed) == list(listed)


@settings(deadline=None)  # files are written and read, which takes as long as the disk is busy
@given(st.sampled_from(VALID_ROWS[1:]), st.integers(0, len(COLUMNS)), CELL)
def test_a_cell_of_anything_is_accepted_or_named(row: str, column: int, text: str) -> None:
    cells = row.replace("L3/33, L3/35", "L3").split(",")
    cells[column : column + 1] = [text]
    cells[0] = "newland" if column != 0 else cells[0]
    accepted_or_named("\n".join([VALID_ROWS[0], ",".join(cells)]).encode())


@settings(deadline=None)
@given(st.sampled_from(VALID_ROWS[1:]), st.integers(0, 400), st.binary(max_size=3))
def test_bytes_of_anything_are_accepted_or_named(row: str, where: int, some: bytes) -> None:
    content = "\n".join([VALID_ROWS[0], "newland" + row[row.index(",") :], ""]).encode()
    accepted_or_named(content[:where] + some + content[where + 1 :])


def test_reading_units_needs_no_pandas() -> None:
    code = "import sys, tigersim as ts; ts.unit('Tiger I'); ts.profile('Tiger I'); print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
