"""Scenario files: those that come along, and what is said of bad ones."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.forms import form
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.scenarios import FOLDER, Scenario, check_army, pools, scenarios
from tigersim.catalogue.units import all_units, parse_army, unit
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.errors import DataError, RuleForbids, ScenarioNotFound
from tigersim.game.terms import Terms
from tigersim.lab.design import Design

ROW = "." * 36
MAP = "\n".join([ROW] * 36)


def written(place: Path, text: str) -> Path:
    path = place / "mine.toml"
    path.write_text('title = "Mine"\nabout = "A try."\n' + text, encoding="utf-8")
    return path


def test_the_rulebook_and_the_files_name_the_same_scenarios() -> None:
    named = {rule for name in scenarios() for rule in Scenario.load(name).ids}
    assert named == {rule.id for rule in rules() if rule.id.startswith("PT-SCEN-")}
    assert scenarios()[0] == "standard battle"
    assert len(scenarios()) == 8


@pytest.mark.rule("PT-MISC-03")
def test_a_copy_is_a_scenario_of_ones_own(tmp_path: Path) -> None:
    for name in scenarios():
        copy = tmp_path / "copy.toml"
        copy.write_text((FOLDER / f"{name.replace(' ', '_')}.toml").read_text(encoding="utf-8"), encoding="utf-8")
        mine = Scenario.load(copy)
        assert mine.name == "copy"
        assert mine.to_dict() == Scenario.load(name).to_dict() | {"name": "copy"}
    assert Scenario.load("Fog-of-War") == Scenario.load("fog of war")
    with pytest.raises(ScenarioNotFound, match="did you mean fog of war"):
        Scenario.load("fog of wars")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[table]\nfamily = 3", "table.family"),
        ("[table]\nfamilie = 'open'", "table.familie"),
        ("[tables]", "tables"),
        ("[attacker]\nsize = [6, 5]", "size: fewest and most units"),
        ("[attacker]\nsize = [1, 17]", "within 1 to 16"),
        ("[attacker]\nparts = [{ classes = ['tanks'] }]", "unknown class 'tanks'"),
        ("[attacker]\nparts = [{ units = ['Tiger IX'] }]", "unknown unit 'Tiger IX'"),
        ("[attacker]\nparts = [{ classes = ['infantry'], share = 'half' }]", "two halves, or none"),
        ("[attacker]\nparts = [{ classes = ['infantry'], share = 'at most', most = 2 }]", "one must take the rest"),
        ("[attacker]\nparts = [{ classes = ['infantry'], share = 'at most' }]", "most: belongs to share"),
        ("[attacker]\nzones = [{ place = 'own third', area = [0, 0, 1, 1] }]", "either place or area"),
        ("[attacker]\nzones = [{ place = 'moon' }]", "attacker.zones.0.place"),
        ("[attacker]\nzones = [{ place = 'own third', most = 'third' }]", "do not take all units"),
        ("[attacker]\nzones = [{ place = 'own third' }]", "must be true where the sides differ"),
        ("[rules]\nside_a_attacks = true\n[attacker]\nzones = [{ place = 'own third' }]", "for both sides or for none"),
        ("[rules]\ncrossing = true\nside_a_attacks = true", "needs the table family 'withdrawal'"),
        ("[rules]\nthere_and_back = 5", "must be true where the sides differ"),
        ("[rules]\nkeep_apart = 99", "rules.keep_apart"),
        (f"[table]\nmap = '''\n{ROW}\n...\n'''", "row 2 has 3 letters"),
        (f"[table]\nmap = '''\n{MAP[:-1]}x\n'''", "row 36 has 'x'"),
        (f"[table]\nmap = '''\n{ROW}\n'''", "is 36x1 inches; allowed: 36x36 to 72x48"),
        (f"[table]\nobjective = 8\nmap = '''\n{MAP}\n'''", "give its VP where the map has a *"),
        ("[table]\nobjective = 8", "this scenario has no map"),
        ("[table]\nwidth = 80", "table.width"),
        ("[attacker]\nwaves = [{ name = 'a', units = 1 }]", "either turn or after"),
        ("[attacker]\nwaves = [{ name = 'a', units = 1, after = 'b' }]", "'a' comes after 'b'"),
        (
            "[attacker]\nwaves = [{ name = 'a', units = 1, after = 'b' }, { name = 'b', units = 1, after = 'a' }]",
            "each waits for the next: a after b after a",
        ),
        ("[attacker]\nsize = [2, 4]\nwaves = [{ name = 'a', units = 2, turn = 2 }]", "at least one must be there"),
        ("[attacker]\npatrol = [3, 5]", "belongs to a wave without units"),
        ("[attacker]\nwaves = [{ name = 'a', turn = 2 }]", "belongs to a wave without units"),
        ("[attacker]\npatrol = [5, 3]\nwaves = [{ name = 'a', turn = 2 }]", "patrol: fewest and most units"),
        (
            "[attacker]\nsize = [2, 5]\npatrol = [3, 5]\nwaves = [{ name = 'a', turn = 2 }]",
            "more than the fewest of size",
        ),
        (
            "[attacker]\npatrol = [3, 5]\nwaves = [{ name = 'a', turn = 2 }, { name = 'b', units = 1, turn = 3 }]",
            "with a patrol there is one",
        ),
        ("[attacker]\nparts = [{ most = 2, share = 'at most' }]", "give classes, units or tanks = true"),
        ("[table]\nforts = [1]", "table.forts"),
        (f"[table]\nforts = [1, 0]\nmap = '''\n{MAP}\n'''", "forts: are laid on a table of a family"),
        ("[rules]\nsupport = 'rockets'", "rules.support"),
        ("[attacker]\nlanding = 0", "attacker.landing"),
        ("[attacker]\nlanding = 2", "must be true where the sides differ"),
        ("title = 'again'", "is no TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_field(tmp_path: Path, text: str, told: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as error:
        Scenario.load(path)
    assert str(path) in str(error.value)
    assert told in str(error.value)


SEA = "~" * 36
BANKS = "\n".join([ROW] * 17 + [SEA] * 2 + [ROW] * 17)
BANK = f"[rules]\nside_a_attacks = true\n[table]\nmap = '''\n{BANKS}\n'''"


def test_land_that_does_not_hang_together_is_refused_where_the_table_is_made(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine\.toml.*table\.map.*no vehicle of the attacker reaches the defender"):
        Terms(scenario=written(tmp_path, BANK)).table(1, 0)
    bridged = BANK.replace(SEA, "~" * 17 + "#" + "~" * 18)
    table = Terms(scenario=written(tmp_path, bridged)).table(1, 0)
    assert (table[0].width, table[0].depth, table[0].defender_edge) == (36, 36, 1)


def test_a_zone_in_the_water_is_refused(tmp_path: Path) -> None:
    zones = "zones = [{ area = [0, 17, 36, 2] }]"
    text = BANK.replace("[table]", f"[attacker]\n{zones}\n[defender]\n{zones}\n[table]")
    with pytest.raises(DataError, match=r"mine\.toml.*attacker\.zones\.0.*has no land"):
        Terms(scenario=written(tmp_path, text)).table(1, 0)
    small = text.replace("[0, 17, 36, 2]", "[0, 0, 5, 3]")
    with pytest.raises(DataError, match=r"attacker\.zones.*have land for 15 units on this table; needed: 16"):
        Terms(scenario=written(tmp_path, small)).table(1, 0)


def test_a_map_of_larger_letters(tmp_path: Path) -> None:
    rows = ["." * 24] * 16
    rows[7] = "...WW.." + "H" * 3 + "....**......" + ".."
    drawn = "\n".join(rows)
    text = f"[table]\ninches_per_letter = 3\nobjective = 4\nmap = '''\n{drawn}\n'''"
    table = Terms(scenario=written(tmp_path, text)).table(1, 0)[0]
    kind, marker, feature = (table[name][: 72 * 48].reshape(48, 72) for name in ("kind", "marker", "feature"))
    assert (table.width, table.depth, table.features, table.markers, table.marker_value[0]) == (72, 48, 2, 1, 4)
    assert kind[24:27, 9:15].tolist() == [[1] * 6] * 3  # the eighth row from the north
    assert (kind == 1).sum() == 18
    assert (kind == 3).sum() == 27
    assert marker[24:27, 42:48].all()
    assert marker.sum() == 18
    assert set(feature[kind == 1]) | set(feature[kind == 3]) == {1, 2}


# --- armies ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-PATROL-01", "PT-SCEN-RECCE-01", "PT-SCEN-RECCE-02", "PT-SCEN-PINCER-01")
@pytest.mark.parametrize(
    ("name", "role", "army", "told"),
    [
        ("clash of patrols", "attacker", "2 x Regulars [usa]", "2 units; allowed: 3 to 5"),
        ("clash of patrols", "defender", "3 x Regulars [usa], Jeep [usa]", "may not have Jeep"),
        ("reconnaissance mission", "attacker", "3 x M8 Greyhound, Jeep [usa]", "has 3 of armored_car"),
        ("reconnaissance mission", "attacker", "3 x M8 Greyhound, 3 x Jeep [usa]", ""),
        ("reconnaissance mission", "attacker", "2 x M8 Greyhound, 3 x Jeep [usa]", ""),
        ("reconnaissance mission", "defender", "3 x Regulars [usa], 2 x Jeep [usa]", "allowed: at most 1"),
        ("reconnaissance mission", "defender", "3 x Regulars [usa], Jeep [usa]", ""),
        ("caught in a vice", "attacker", "3 x Tiger I, Regulars [germany]", "may not have Regulars"),
        ("caught in a vice", "attacker", "3 x Tiger I, M10 Wolverine", ""),
    ],
)
def test_armies_that_a_scenario_forbids(name: str, role: str, army: str, told: str) -> None:
    plan = Scenario.load(name)
    if not told:
        check_army(plan, parse_army(army), role)
        return
    with pytest.raises(RuleForbids, match="PT-SCEN-") as error:
        check_army(plan, parse_army(army), role)
    assert told in str(error.value)


@pytest.mark.rule("PT-SCEN-PINCER-01", "PT-SCEN-PATROL-05", "AMB-114")
@pytest.mark.parametrize(("reading", "allowed"), [("tank_5", True), ("armored_3", False)])
@pytest.mark.parametrize(
    ("name", "army"),
    [
        ("caught in a vice", "M4 Sherman, M10 Wolverine"),
        ("patrols reinforced", "M10 Wolverine, 3 x Regulars [usa]"),
    ],
)
def test_a_tank_destroyer_is_a_tank_where_it_scores_as_one(reading: str, allowed: bool, name: str, army: str) -> None:
    plan, rules = Scenario.load(name), DEFAULT.replace(vp_tank_destroyer=reading)
    units = parse_army(army)
    numbers = {number for pool in pools(plan, list(all_units()), rules)["defender"] for number in pool}
    destroyers = {k for k, one in enumerate(all_units()) if one.type == "tank_destroyer"}
    assert destroyers
    assert (destroyers <= numbers, bool(destroyers & numbers)) == (allowed, allowed)
    if allowed:
        check_army(plan, units, "defender", rules)
        return
    with pytest.raises(RuleForbids, match="may not have M10 Wolverine"):
        check_army(plan, units, "defender", rules)


@pytest.mark.rule("PT-SCEN-PATROL-01", "PT-SCEN-PATROL-05", "AMB-139")
@pytest.mark.parametrize(
    ("army", "reading", "told"),
    [
        ("M4 Sherman, 3 x Regulars [usa]", "agreed_extra_turn_2", ""),
        ("5 x M4 Sherman, 5 x Regulars [usa]", "agreed_extra_turn_2", ""),
        ("2 x M4 Sherman, 2 x Regulars [usa]", "agreed_extra_turn_2", "has 2 infantry units; its patrol needs 3"),
        ("3 x Regulars [usa]", "agreed_extra_turn_2", "3 units; allowed: 4 to 10"),
        ("2 x M4 Sherman, Regulars [usa]", "held_back_from_patrol", ""),
        ("3 x M4 Sherman", "held_back_from_patrol", "has 0 infantry units; its patrol needs 1"),
        ("M4 Sherman, 5 x Regulars [usa]", "held_back_from_patrol", "6 units; allowed: 3 to 5"),
    ],
)
def test_a_patrol_and_its_relief(army: str, reading: str, told: str) -> None:
    plan, rules = Scenario.load("patrols reinforced"), DEFAULT.replace(patrol_reinforcements=reading)
    if not told:
        check_army(plan, parse_army(army), "attacker", rules)
        return
    with pytest.raises(RuleForbids) as error:
        check_army(plan, parse_army(army), "attacker", rules)
    assert told in str(error.value)


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of armies")
@pytest.mark.rule("PT-SCEN-PATROL-05", "AMB-139", "AMB-114")
@pytest.mark.parametrize("reading", ["agreed_extra_turn_2", "held_back_from_patrol"])
def test_random_armies_have_a_patrol_and_a_relief_of_any_size(reading: str) -> None:
    rules = DEFAULT.replace(patrol_reinforcements=reading, vp_tank_destroyer="armored_3")
    plan = Scenario.load("patrols reinforced")
    design = Design(scenario=plan, seed=3, ruleset=rules)
    tanks = set()
    for number in range(200):
        for role, army in zip(("attacker", "defender"), design.mustered(number), strict=True):
            check_army(plan, army, role, rules)
            tanks.add(sum(one.type.endswith("tank") for one in army))
    assert tanks == set(range(6 if reading == "agreed_extra_turn_2" else 5))


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of armies")
@pytest.mark.rule("PT-SCEN-HILL-05", "PT-SCEN-BRIDGE-04", "PT-VP-11", "PT-VP-12")
@pytest.mark.parametrize("name", scenarios())
def test_armies_drawn_for_a_scenario_are_allowed(name: str) -> None:
    plan = Scenario.load(name)
    design = Design(scenario=plan, seed=3)
    with as_written():
        armies = design.armies(0, 1000)
        equal = Design(scenario=plan, seed=3, extra_points=0).armies(0, 1000)
    room = 16 - plan.rules.demolition
    for battle in armies[:200]:
        for role, side in zip(("attacker", "defender"), battle, strict=True):
            army = [design.units[kind] for kind in side if kind >= 0]
            assert len(army) <= room
            check_army(plan, army, role)
    costs = [np.append(design.costs, 0)[each].sum(axis=2).mean(axis=0) for each in (equal, armies)]
    assert abs(costs[0][0] - costs[0][1]) < 1.0  # jeeps and armoured cars cannot match everything
    more = costs[1][0] - costs[0][0]
    # 8 VP, unless the army would cost more than twice the other (AMB-123) or have more than ten units
    assert (6.5 < more <= 8.0) if plan.rules.compensation else more == 0


def test_pools_name_a_part_that_nobody_belongs_to() -> None:
    with pytest.raises(DataError, match=r"reconnaissance_mission\.toml.*attacker\.parts\.1"):
        pools(Scenario.load("reconnaissance mission"), [unit("M8 Greyhound"), unit("Regulars [usa]")])


# --- anything --------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "own third",
        "objective",
        "left flank",
        "bridgehead",
        "half",
        "rest",
        "all",
        "third",
        "at most",
        "infantry",
        "Jeep",
    ]
)
VALUES = st.recursive(
    st.one_of(st.integers(-3, 40), st.booleans(), WORDS, st.text(max_size=6), st.floats(allow_nan=False)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS: dict[str, list[str]] = {
    "table": ["family", "markers", "map", "inches_per_letter", "objective", "forts", "width", "depth"],
    "attacker": ["size", "patrol", "parts", "zones", "waves", "landing"],
    "defender": ["size", "patrol", "parts", "zones", "waves", "landing"],
    "rules": ["side_a_attacks", "column", "fog", "keep_apart", "there_and_back", "crossing", "demolition", "support"],
}
CHANGES = st.lists(
    st.sampled_from(sorted(FIELDS)).flatmap(
        lambda part: st.tuples(st.just(part), st.sampled_from([*FIELDS[part], "nothing"]), VALUES)
    ),
    min_size=1,
    max_size=4,
)


# few reach every field with every kind of value: what only one of those trips over is found by the long form
@settings(max_examples=form(80, 400), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(scenarios()), changes=CHANGES)
def test_whatever_a_file_holds_it_is_taken_or_refused_by_field(name: str, changes: list[Any]) -> None:
    text = (FOLDER / f"{name.replace(' ', '_')}.toml").read_text(encoding="utf-8")
    given: dict[str, Any] = tomllib.loads(text)
    for part, field, value in changes:
        given.setdefault(part, {})[field] = value
    told = refusal(given)
    assert told is None or "mine.toml" in told or "(PT-" in told


def refusal(given: dict[str, Any]) -> str | None:
    """What is said against a scenario, with an army that may not suit it; None if nothing."""
    try:
        plan = Scenario.of_dict(given, "mine.toml")
        pools(plan, list(all_units()))
        check_army(plan, parse_army("2 x Tiger I, Regulars [germany]"), "attacker")
    except (DataError, RuleForbids) as error:
        return str(error)
    return None
