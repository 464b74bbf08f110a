"""Rules of composition: one checked value, equal by meaning, in files and dictionaries that read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tigersim as ts
from tigersim.catalogue.army_rules import ArmyRules, Limit, army_rules, rules_of_texts, two_rules
from tigersim.catalogue.classes import CLASS_IDS
from tigersim.errors import DataError, InvalidValue, TigersimError, UnknownName

SQUADS = Limit(("infantry", "recon"), at_least=2)
ARMORED = ("light_tank", "medium_tank", "heavy_tank")


def army(text: str) -> list[ts.Unit]:
    from tigersim.catalogue.units import parse_army

    return parse_army(text)


def test_rules_are_equal_by_what_they_allow() -> None:
    assert ArmyRules(("Italy", "germany ", "italy")) == ArmyRules(("germany", "italy"))
    assert ArmyRules(copies=16) == ArmyRules(sizes=(1, 16)) == ArmyRules()  # no army has more units, or none
    assert ArmyRules(sizes=(6, 14)) != ArmyRules(sizes=(6, 13))
    assert Limit(("recon", "infantry", "recon"), 2) == SQUADS
    one, other = Limit(("infantry",), 1), Limit(("heavy_tank",), at_most=1)
    assert ArmyRules(limits=(one, other)) == ArmyRules(limits=(other, one, Limit(("spg",))))
    assert len({ArmyRules(limits=(one, other)), ArmyRules(limits=(other, one))}) == 1
    assert ArmyRules(("germany",), 1943) != ArmyRules(("germany",), 1944)
    assert ArmyRules(limits=(one,)) != ArmyRules(limits=(other,))


numbers = st.tuples(st.integers(0, 16), st.integers(0, 16)).map(sorted)
limits = st.lists(st.tuples(st.sampled_from(CLASS_IDS), numbers), max_size=4, unique_by=lambda one: one[0])
rules = st.builds(
    ArmyRules,
    nations=st.lists(st.sampled_from(["usa", "ussr", "germany", "mine"]), max_size=3),
    year=st.none() | st.integers(1930, 1945),
    front=st.sampled_from([None, "west", "east", "mediterranean", "pacific"]),
    copies=st.none() | st.integers(1, 16),
    sizes=st.none() | st.tuples(st.integers(1, 16), st.integers(1, 16)).map(lambda two: tuple(sorted(two))),
    limits=limits.map(lambda many: tuple(Limit((name,), low, high) for name, (low, high) in many)),
)


@given(rules)
def test_dictionary_and_file_read_back(tmp_path_factory: pytest.TempPathFactory, one: ArmyRules) -> None:
    assert ArmyRules.of_dict(one.to_dict()) == one
    path = tmp_path_factory.mktemp("rules") / "club.toml"
    path.write_text(one.to_toml(), encoding="utf-8")
    assert ArmyRules.load(path) == one
    assert two_rules([one.to_dict(), one]) in (None, (one, one))


def test_rules_that_come_along() -> None:
    assert army_rules() == ("combined_arms", "one_of_a_kind", "six_to_fourteen", "three_of_a_kind")
    assert ArmyRules.load("three_of_a_kind") == ArmyRules(copies=3)
    assert ArmyRules.load("one_of_a_kind") == ArmyRules(copies=1)
    assert ArmyRules.load("six_to_fourteen") == ArmyRules(copies=3, sizes=(6, 14))
    combined = ArmyRules.load("combined_arms")
    assert combined.faults(army("2 x Regulars [usa], 2 x Tiger I, 3 x M4 Sherman")) == []
    assert len(combined.faults(army("Regulars [usa], 3 x Tiger I, 4 x M4 Sherman"))) == 3


@pytest.mark.parametrize(
    ("of", "units", "faults"),
    [
        (ArmyRules(("germany",)), "Tiger I, Truck [germany]", 0),
        (ArmyRules(("germany",)), "Tiger I, T-34c, KV-1", 2),
        (ArmyRules(year=1942), "Tiger I, Panther D", 1),
        (ArmyRules(front="pacific"), "Tiger I, 2 x LVT-1", 1),
        (ArmyRules(copies=2), "2 x T-34c, 2 x KV-1", 0),
        (ArmyRules(copies=2), "3 x T-34c, 3 x KV-1, T-70", 2),
        (ArmyRules(sizes=(3, 4)), "2 x T-34c", 1),
        (ArmyRules(sizes=(3, 4)), "3 x T-34c", 0),
        (ArmyRules(sizes=(3, 4)), "4 x T-34c", 0),
        (ArmyRules(copies=3, sizes=(3, 4)), "5 x T-34c", 2),
        (ArmyRules(limits=(Limit(ARMORED, at_most=2),)), "T-34c, KV-1", 0),
        (ArmyRules(limits=(Limit(ARMORED, at_most=2),)), "T-34c, KV-1, T-70", 1),
        (ArmyRules(limits=(SQUADS,)), "T-34c, Regulars [ussr]", 1),
    ],
)
def test_what_an_army_breaks_is_counted_from_the_rules(of: ArmyRules, units: str, faults: int) -> None:
    assert len(of.faults(army(units))) == faults


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"nations": "germany"}, InvalidValue, "nations is 'germany'; allowed: a list"),
        ({"nations": ("",)}, InvalidValue, "nations is"),
        ({"year": 1929}, InvalidValue, "year is 1929; allowed: a year from 1930 to 1945"),
        ({"year": 1943.5}, InvalidValue, "year is 1943.5"),
        ({"year": True}, InvalidValue, "year is True"),
        ({"front": "eats"}, UnknownName, "unknown front 'eats'; did you mean east"),
        ({"copies": 0}, InvalidValue, "copies is 0; allowed: 1 to 16"),
        ({"sizes": (14, 6)}, InvalidValue, r"sizes is \(14, 6\); allowed: fewest and most units of an army"),
        ({"sizes": (0, 6)}, InvalidValue, r"sizes is \(0, 6\)"),
        ({"sizes": 6}, InvalidValue, "sizes is 6"),
        ({"limits": (SQUADS, Limit(("recon",), 1))}, InvalidValue, "limit.classes is 'recon'; allowed: a class in one"),
    ],
)
def test_values_out_of_range_are_refused(fields: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ArmyRules(**fields)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("copys = 3", "unknown field 'copys' in .*club.toml; did you mean copies"),
        ("copies = 0", "club.toml, field 'copies': is 0; allowed: 1 to 16 of one unit"),
        ("copies = '3'", "club.toml, field 'copies': is '3'; allowed"),
        ("sizes = [6]", r"club.toml, field 'sizes': is \[6\]; .*as \[6, 12\]"),
        ("sizes = '6-12'", "club.toml, field 'sizes': is '6-12'"),
        ("year = 1950", "club.toml, field 'year': is 1950; allowed: a year from 1930 to 1945"),
        ("front = 'noth'", "unknown front 'noth' in .*club.toml"),
        ("nations = 'ussr'", "club.toml, field 'nations': is 'ussr'; allowed: a list of nations"),
        ("nations = 3", "club.toml, field 'nations': is no list of names"),
        ("limit = 3", r"club.toml, field 'limit': is no table; write \[\[limit\]\]"),
        ("[[limit]]\nclass = 'infantry'", "unknown field 'class' in .*club.toml; did you mean classes"),
        ("[[limit]]\nclasses = ['tanc']", "unknown class 'tanc' in .*club.toml; "),
        ("[[limit]]\nat_least = 2", "club.toml, field 'limit.classes': is .*a list of classes"),
        ("[[limit]]\nclasses = ['spg']\nat_least = 17", "field 'limit.at_least': is 17; allowed: a whole number"),
        (
            "[[limit]]\nclasses = ['spg']\nat_least = 3\nat_most = 2",
            "field 'limit.at_least': is 3; .*no more than at_mo",
        ),
        ("copies = ", "club.toml: is no TOML"),
    ],
)
def test_a_file_names_the_field_and_the_fix(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((DataError, UnknownName), match=words):
        ArmyRules.load(str(path))


def test_an_army_may_grow_until_it_is_full_however_small_it_still_is() -> None:
    few = ArmyRules(copies=1, sizes=(3, 4))
    t34, kv = army("T-34c, KV-1")
    assert few.open_to([], [t34, kv]) == [t34, kv]
    assert few.open_to([t34], [t34, kv]) == [kv]
    assert few.open_to(army("T-34c, T-70, BT-7, T-26"), [kv]) == []


def test_the_rules_say_how_many_units_in_words() -> None:
    assert str(ArmyRules(copies=3, sizes=(6, 14))) == "all nations; at most 3 of one unit; 6 to 14 units in all"
    assert str(ArmyRules(sizes=(1, 1))) == "all nations; 1 unit in all"
    assert ArmyRules(sizes=(3, 4)).faults(army("2 x T-34c")) == ["2 units, and 3 to 4 units are asked for"]


def test_an_unknown_name_is_met_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown army rules 'three'; did you mean three_of_a_kind"):
        ArmyRules.load("three")
    with pytest.raises(DataError, match=r"missing\.toml: cannot be read"):
        ArmyRules.load("missing.toml")


def test_options_of_two_sides() -> None:
    german, soviet = rules_of_texts({"nation": "germany,ussr", "year": 1943, "army_rules": "three_of_a_kind"}) or ()
    assert german == ArmyRules(("germany",), 1943, copies=3)
    assert soviet == ArmyRules(("ussr",), 1943, copies=3)
    both = rules_of_texts({"nation": "germany+italy,britain", "front": "mediterranean", "year": "1941,1942"})
    assert both == (
        ArmyRules(("germany", "italy"), 1941, "mediterranean"),
        ArmyRules(("britain",), 1942, "mediterranean"),
    )
    assert rules_of_texts({"nation": None, "year": None}) is None
    assert two_rules("one_of_a_kind") == (ArmyRules(copies=1),) * 2
    assert two_rules([ArmyRules(), {}]) is None


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"nation": "usa,ussr,italy"}, "--nation is 'usa,ussr,italy'; allowed: one value for both sides, or two"),
        ({"army_rules": "one_of_a_kind,"}, "--army-rules is 'one_of_a_kind,'"),
        ({"year": "forty"}, "--year is 'forty'; allowed: a year from 1930 to 1945"),
        ({"front": "weast"}, "unknown front 'weast' in --front; did you mean west"),
        ({"years": "1943"}, "unknown option of armies 'years'; did you mean year"),
    ],
)
def test_options_that_cannot_be_read_are_named(texts: dict[str, str], words: str) -> None:
    with pytest.raises(TigersimError, match=words):
        rules_of_texts(texts, "--")


@pytest.mark.parametrize("given", [3, [], [{}, {}, {}], [3]])
def test_only_rules_are_rules(given: Any) -> None:
    with pytest.raises(TigersimError, match="army_rules"):
        two_rules(given)
