"""Random armies under rules of composition: what is allowed, how it is drawn, and what cannot be."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

import tigersim as ts
from tests.forms import form
from tests.lab.short_list import QUICK, UNITS, small
from tigersim.catalogue.army_rules import ArmyRules, Limit, rules_of_texts
from tigersim.catalogue.units import all_units, parse_army
from tigersim.errors import InvalidValue, RuleForbids, UnknownName
from tigersim.lab import Design
from tigersim.lab.batch import play_batches

N = 4000
FEW = parse_army("M4 Sherman, Jeep [usa], Tiger I, SS Grenadiers")
CLASSES = ("medium_tank", "light_transport", "heavy_tank", "infantry")
"""One for each of the few units."""


def faults(design: Design, armies: np.ndarray) -> list[str]:
    """What drawn armies break of the rules of their side, whichever way the rules were given out."""
    assert design.army_rules is not None
    broken = []
    for battle in armies:
        both = [[design.units[kind] for kind in side if kind >= 0] for side in battle]
        ways = (design.army_rules, design.army_rules[::-1])
        said = [[*way[0].faults(both[0]), *way[1].faults(both[1])] for way in ways]
        if all(said):
            broken += said[0]
    return broken


@st.composite
def composition(draw: st.DrawFn) -> ArmyRules:
    groups = draw(st.lists(st.sampled_from(CLASSES), max_size=4, unique=True))
    numbers = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted)
    cut = draw(st.integers(0, len(groups)))
    limits = [Limit(tuple(part), *draw(numbers)) for part in (groups[:cut], groups[cut:]) if part]
    nations = draw(st.sampled_from([(), ("usa",), ("germany",), ("germany", "usa")]))
    return ArmyRules(nations, copies=draw(st.none() | st.integers(1, 4)), limits=tuple(limits))


def can_be(rules: ArmyRules, size: int) -> bool:
    """Whether any army of so many of the few units fulfils the rules: all are looked at."""
    return any(not rules.faults(army) for army in combinations_with_replacement(FEW, size))


@settings(max_examples=form(20, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(composition(), composition(), st.tuples(st.integers(1, 5), st.integers(1, 5)).map(sorted), st.integers(0, 99))
def test_every_army_fulfils_its_rules_and_only_impossible_rules_are_refused(
    one: ArmyRules, other: ArmyRules, sizes: list[int], seed: int
) -> None:
    possible = all(can_be(rules, size) for rules in (one, other) for size in range(sizes[0], sizes[1] + 1))
    try:
        design = Design(FEW, seed=seed, sizes=(sizes[0], sizes[1]), army_rules=(one, other))
    except InvalidValue:
        assert not possible
        return
    assert possible
    if design.army_rules is None:
        return
    armies = design.armies(0, 40)
    assert faults(design, armies) == []
    filled = armies >= 0
    assert (filled[:, :, :-1] >= filled[:, :, 1:]).all()
    assert sizes[0] <= filled.sum(axis=2).min() <= filled.sum(axis=2).max() <= sizes[1]


@settings(max_examples=form(5, 15), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(["germany,ussr", "germany,usa", "germany,britain", "japan,usa", "ussr"]),
    st.integers(1942, 1945),
    st.sampled_from(["three_of_a_kind", "combined_arms"]),
    st.integers(0, 9),
)
def test_armies_of_the_catalogue_fulfil_their_rules(nation: str, year: int, name: str, seed: int) -> None:
    two = rules_of_texts({"nation": nation, "year": year, "army_rules": name})
    design = Design(seed=seed, army_rules=two)
    assert faults(design, design.armies(100 * seed, 100)) == []


def rules(**texts: str | int) -> Any:
    return rules_of_texts(texts)


SEATED = ("germany,ussr", "germany,usa", "germany,britain", "italy,britain", "japan,usa", "france,germany")


@pytest.mark.parametrize("nation", SEATED)
def test_neither_side_nor_nation_is_preferred(nation: str) -> None:
    """Sizes and gaps are the design's, though the units of one nation cost more."""
    design = Design(seed=7, army_rules=rules(nation=nation))
    armies = design.armies(0, N)
    costs, of = np.append(design.costs, 0)[armies].sum(axis=2), np.array([one.nation for one in design.units])
    sizes = (armies >= 0).sum(axis=2)
    assert (sizes.min(), sizes.max()) == (6, 10)
    first = of[armies[:, 0, 0]] == nation.partition(",")[0]
    assert abs(first.mean() - 0.5) < 4 * 0.5 / N**0.5  # either nation is as often side a
    gap = costs[:, 0] - costs[:, 1]
    # the difference of two sums of two dice 0..3: variance 5; what is left is the search for a fitting army
    assert 5**0.5 <= gap.std() + 0.1 < 5**0.5 + 0.5
    assert abs(gap.mean()) < 4 * gap.std() / N**0.5
    of_first = np.where(first, gap, -gap)
    assert abs(of_first.mean()) < 0.5
    for side in (0, 1):
        assert abs(sizes[first == (side == 0), side].mean() - sizes[first == (side == 1), 1 - side].mean()) < 0.2


def test_units_that_cost_alike_are_drawn_alike_and_stand_anywhere() -> None:
    """Two of three units, each once: all six orders alike."""
    units = parse_army("M4 Sherman, T-34c, Cromwell")
    design = Design(units, seed=1, sizes=(2, 2), jitter=1, prices=(4, 4, 4), army_rules=ArmyRules(copies=1))
    drawn = design.armies(0, N)
    for side in (0, 1):
        orders = Counter(map(tuple, drawn[:, side, :2].tolist()))
        assert len(orders) == 6
        assert stats.chisquare(list(orders.values())).pvalue > 0.001


def test_units_that_are_asked_for_are_drawn_by_the_law_that_is_documented() -> None:
    """Two of three units, the third asked for: unit by unit, drawn again where there is no room left for it.

    The first is any of three.  If it is the one asked for (1/3), the second is any; else the second must be it.  So it
    stands alone twice in 1/9 of the armies, with either other one in 4/9, and in front as often as behind.
    """
    units = parse_army("T-34c, Cromwell, KV-1")
    design = Design(
        units,
        seed=2,
        sizes=(2, 2),
        jitter=1,
        prices=(4, 4, 4),
        army_rules=ArmyRules(limits=(Limit(("heavy_tank",), at_least=1),)),
    )
    orders = Counter(map(tuple, design.armies(0, N)[:, 0, :2].tolist()))
    expected = {(2, 2): 1 / 9, (0, 2): 2 / 9, (2, 0): 2 / 9, (1, 2): 2 / 9, (2, 1): 2 / 9}
    assert orders.keys() == expected.keys()
    found = [orders[order] for order in expected]
    assert stats.chisquare(found, N * np.array(list(expected.values()))).pvalue > 0.001


def test_armies_follow_from_the_battle_number_and_not_from_who_plays_it() -> None:
    design = small(army_rules=[{"nations": ["germany"]}, {"nations": ["usa", "ussr"]}])
    armies = design.armies(0, 300)
    assert np.array_equal(design.armies(120, 30), armies[120:150])
    assert np.array_equal(design.mirror().armies(0, 300), armies)
    one, two = (list(play_batches(design, 0, 3, threads)) for threads in (1, 2))
    assert [batch.results.tobytes() for batch in one] == [batch.results.tobytes() for batch in two]
    assert not np.array_equal(small(seed=6, army_rules=design.army_rules).armies(0, 300), armies)


def test_no_rules_are_no_rules() -> None:
    plain = small()
    for nothing in (None, ArmyRules(), [{}, {}], ArmyRules(copies=16)):
        design = small(army_rules=nothing)
        assert design == plain
        assert design.provenance() == plain.provenance()
        assert np.array_equal(design.armies(0, 100), plain.armies(0, 100))
    assert "army_rules" not in plain.provenance()


def test_provenance_tells_the_rules_and_reads_them_back() -> None:
    two = rules(nation="germany,ussr", year=1943, army_rules="combined_arms")
    design = Design(seed=4, army_rules=two)
    about = json.loads(json.dumps(design.provenance()))
    assert about["army_rules"][0]["nations"] == ["germany"]
    assert about["army_rules"][1]["year"] == 1943
    assert Design.of_provenance(about, all_units()) == design
    assert about != Design(seed=4, army_rules=two[::-1]).provenance()


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (
            {"army_rules": {"nations": ["germny"]}},
            UnknownName,
            "unknown nation 'germny' in the rules of armies; did yo",
        ),
        (
            {"army_rules": {"nations": ["germany"], "front": "pacific"}},
            InvalidValue,
            "none of 40 units served on the f",
        ),
        ({"army_rules": {"nations": ["japan"], "year": 1930}}, InvalidValue, "of 10 units was in service in 1930"),
        (
            {"army_rules": {"nations": ["usa"], "year": 1940, "front": "east"}},
            InvalidValue,
            "none of 25 units served on the front east",
        ),
        (
            {"army_rules": {"nations": ["ussr"], "year": 1940, "front": "pacific", "copies": 1}},
            InvalidValue,
            "a pool of 5 units, 1 of each gives at most 5, and sizes asks for up to 10; sizes up to 5 would do",
        ),
        (
            {"army_rules": {"nations": ["japan"], "limit": [{"classes": ["heavy_tank"], "at_least": 1}]}},
            InvalidValue,
            "at least 1 of heavy_tank are asked for, and the pool has 0 units",
        ),
        (
            {"army_rules": {"limit": [{"classes": ["infantry"], "at_least": 7}]}},
            InvalidValue,
            "they ask for 7 units, and sizes says that 6 are enough",
        ),
        (
            {"army_rules": {"sizes": [8, 12]}},
            InvalidValue,
            "they ask for 8 to 12 units, and sizes says 6 to 10; sizes within 8 to 12 would do",
        ),
        (
            {"army_rules": {"sizes": [6, 10]}, "scenario": "take the position"},
            InvalidValue,
            "position! says its own for",
        ),
        (
            {"army_rules": "three_of_a_kind", "scenario": "take the position"},
            InvalidValue,
            "position! says its own for",
        ),
        (
            {"army_rules": {"nations": ["italy"], "front": "west"}, "scenario": "caught in a vice"},
            InvalidValue,
            "rules that Caught in a vice can be played by; caught_in_a_vice.toml, field 'attacker.parts.0'",
        ),
        ({"army_rules": {"nations": ["france"]}, "landing": {"a": 2}}, RuleForbids, "neither gliders nor airborne"),
    ],
)
def test_rules_that_no_army_can_fulfil_are_refused_before_play(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Design(**options)


def test_two_nations_take_the_roles_of_a_scenario_in_turn() -> None:
    design = Design(seed=3, scenario="caught in a vice", army_rules=rules(nation="germany,ussr", year=1943))
    attackers = Counter()
    for number in range(60):
        nations = [{one.nation for one in army} for army in design.mustered(number)]
        assert sorted(map(sorted, nations)) == [["germany"], ["ussr"]]
        attackers[nations[0].pop()] += 1
    assert min(attackers.values()) > 60 / 2 - 4 * 60**0.5 / 2
    # tanks of 1943 alone, of these two nations
    assert {one.nation for one in map(design.units.__getitem__, design.fielded)} == {"germany", "ussr"}
    assert all(design.units[unit].type.endswith(("tank", "tank_destroyer")) for unit in design.fielded)


def test_one_nation_on_both_sides_of_a_scenario() -> None:
    design = Design(seed=3, scenario="take the position", army_rules={"nations": ["usa"]})
    assert {one.nation for army in design.mustered(0) for one in army} == {"usa"}
    assert [design.units[unit].nation for unit in design.fielded] == ["usa"] * 25


def test_units_that_may_be_fielded() -> None:
    assert small().fielded == tuple(range(len(UNITS)))
    design = small(army_rules=[{"nations": ["france"]}, {"nations": ["ussr"]}])
    assert [UNITS[unit].key for unit in design.fielded] == ["Regulars [france]", "KV-2 [ussr]", "T-34/85 [ussr]"]


def test_battles_are_played_by_rules() -> None:
    design = small(army_rules={"copies": 1}, players=QUICK)
    table = ts.battles(design, 64, threads=1)
    assert not table["army_a"].str.contains(" x ").any()
    assert ts.battles(small(), 64, threads=1)["army_a"].str.contains(" x ").any()
