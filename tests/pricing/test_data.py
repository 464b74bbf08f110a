"""Battles from arrays and from tables that people bring."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import all_units, unit
from tigersim.errors import DataError, InvalidValue, TigersimError, UnitNotFound
from tigersim.pricing import BattleTable
from tigersim.pricing.estimate.data import blocks, joined
from tigersim.pricing.estimate.frames import from_frame
from tigersim.pricing.estimate.roster import Roster

LIST = {"Lion [north]": 3, "Bear [north]": 5, "Bear [south]": 2, "Mouse [south]": 1}
GAMES = pd.DataFrame(
    {
        "battle": [10, 11, 12],
        "army_a": ["2 x Lion, Mouse", "Bear [north]", "Mouse"],
        "army_b": ["Bear [south], 3 x Mouse", "Lion, Bear [south]", "2 x mouse"],
        "margin": [4, -1.5, 0],
        "table": ["wood", "hill", "wood"],
        "winner": ["a", "b", "draw"],
        "side_a_first": [True, False, True],
        "deaths": ["Lion | Bear [south], 2 x Mouse", " | ", ("Mouse", "")],
    }
)


def changed(**columns: object) -> pd.DataFrame:
    return GAMES.assign(**columns)


def test_a_table_of_games() -> None:
    read = from_frame(GAMES, LIST)
    assert read.roster.keys == tuple(LIST)
    assert read.difference.tolist() == [[2, 0, -1, -2], [-1, 1, -1, 0], [0, 0, 0, -1]]
    assert read.margin.tolist() == [4, -1.5, 0]
    assert read.table.tolist() == [1, 0, 1]  # in the order of the names
    assert read.winner.tolist() == [1, -1, 0]
    assert read.attacker.tolist() == [1, -1, 1]
    # dead of b minus dead of a, so that conceded @ cost is the margin: 2 + 2 x 1 - 3 = 1
    assert read.conceded.tolist() == [[-1, 0, 1, 2], [0, 0, 0, 0], [0, 0, 0, -1]]
    assert (read.conceded @ read.roster.cost).tolist() == [1, 0, -1]


def test_deaths_in_two_columns() -> None:
    frame = GAMES.drop(columns="deaths").assign(
        deaths_a=["Lion", None, "Mouse"], deaths_b=["Bear [south], 2 x Mouse", "", np.nan]
    )
    assert from_frame(frame, LIST).conceded.tolist() == from_frame(GAMES, LIST).conceded.tolist()


def test_deaths_and_hazards_in_a_second_table() -> None:
    slots = pd.DataFrame(
        {
            "battle": [10, 10, 10, 12],
            "side": ["a", "a", "b", "a"],
            "unit": ["Lion", "Lion", "Bear [south]", "Mouse"],
            "dead": [1, 0, 1, 1],
            "hazard": [0.7, 0.4, 0.5, 0.25],
        }
    )
    read = from_frame(GAMES.drop(columns="deaths"), LIST, slots=slots)
    assert read.conceded.tolist() == [[-1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, -1]]
    assert read.hazard.sum() == pytest.approx(1.85)
    assert read.luck()[0, 0, :2] == pytest.approx([0.3, -0.4])
    for column, value, message in (
        ("battle", [10, 10, 10, 99], r"slots, row 3, field 'battle'.*99"),
        ("side", ["a", "a", "c", "a"], r"slots, row 2, field 'side'.*allowed: a, b"),
        ("unit", ["Lion", "Lion", "Lion", "Mouse"], "row 2, field 'unit'.*more rows than units"),
        ("dead", [1, None, 1, 1], "row 1, field 'dead'"),
    ):
        with pytest.raises(DataError, match=message):
            from_frame(GAMES.drop(columns="deaths"), LIST, slots=slots.assign(**{column: value}))


@pytest.mark.parametrize("column", ["army_a", "army_b", "margin"])
def test_a_missing_column_is_named(column: str) -> None:
    with pytest.raises(DataError, match=f"battles, field '{column}': the column is missing"):
        from_frame(GAMES.drop(columns=column), LIST)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"margin": [4, np.nan, 0]}, r"battles, row 1, field 'margin': .*no number"),
        ({"margin": [4, "lots", 0]}, r"row 1, field 'margin': 'lots'"),
        ({"army_b": ["Mouse", "0 x Lion", "Mouse"]}, r"row 1, field 'army_b'.*count"),
        ({"army_a": ["Mouse", None, "Mouse"]}, r"row 1, field 'army_a'.*is no army"),
        ({"army_a": ["Mouse", "Bear", "Mouse"]}, r"row 1, field 'army_a'.*Bear \[north\], Bear \[south\]"),
        ({"winner": ["a", "b", "nobody"]}, r"row 2, field 'winner': 'nobody'; allowed: a, b, draw"),
        ({"side_a_first": [True, None, True]}, r"row 1, field 'side_a_first'"),
        ({"table": ["wood", None, "hill"]}, r"row 1, field 'table'"),
        ({"pair": [1, None, 1]}, r"row 1, field 'pair'"),
        ({"deaths": ["Lion", "|", "|"]}, r"row 0, field 'deaths'.*tell the sides apart"),
        ({"deaths": ["3 x Lion |", "|", "|"]}, r"row 0, field 'deaths of side a': 3 x Lion \[north\] died.*has 2"),
    ],
)
def test_a_bad_cell_is_named(columns: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        from_frame(changed(**columns), LIST)


def test_an_unknown_unit_is_named_with_its_likes() -> None:
    with pytest.raises(UnitNotFound, match=r"unknown unit 'Lyon' in battles, row 2, field 'army_a'; did you mean Lion"):
        from_frame(changed(army_a=["Mouse", "Mouse", "Lyon"]), LIST)


def test_a_unit_outside_the_list_is_named() -> None:
    """Generic units and choices are found by name, but only what is in the list can be priced."""
    frame = pd.DataFrame({"army_a": ["Tiger I"], "army_b": ["Towed gun"], "margin": [1.0]})
    with pytest.raises(UnitNotFound, match=r"unknown unit 'Towed gun \[generic\]' in battles, row 0, field 'army_b'"):
        from_frame(frame)
    with pytest.raises(UnitNotFound, match=r"'Regulars \+ mortar \[france\]'"):
        from_frame(frame.assign(army_b="Regulars [france] + mortar"))
    with pytest.raises(DataError, match="PT-MORTAR-01"):
        from_frame(frame.assign(army_b="Tiger I + mortar"))
    chosen = [unit(name) for name in ("Tiger I", "Towed gun", "Regulars [france]", "Regulars [france] + mortar")]
    read = from_frame(frame.assign(army_b="Towed gun, 2 x Regulars + mortar"), units=Roster.of(chosen))
    counts = dict(zip(read.roster.keys, read.difference[0].tolist(), strict=True))
    assert {key: count for key, count in counts.items() if count} == {
        "Tiger I [germany]": 1,
        "Towed gun [generic]": -1,
        "Regulars + mortar [france]": -2,
    }


def test_units_without_points_are_not_listed() -> None:
    bought = set(Roster.of(None, DEFAULT.replace(vp_craft="zero")).keys)
    craft = {one.key for one in all_units() if one.type in ("landing_craft", "glider")}
    assert set(Roster.of(None).keys) - bought == craft


def test_no_battles() -> None:
    with pytest.raises(DataError, match="there is no battle"):
        from_frame(GAMES.iloc[:0], LIST)


def test_units_of_the_catalogue_that_fought() -> None:
    frame = pd.DataFrame({"army_a": ["3 x M4 Sherman, Jeep [usa]"], "army_b": ["Tiger I"], "margin": [1.0]})
    read = from_frame(frame)
    assert set(read.roster.keys) == {"M4 Sherman [usa]", "Jeep [usa]", "Tiger I [germany]"}
    cost = dict(zip(read.roster.keys, read.roster.cost, strict=True))
    assert cost["M4 Sherman [usa]"] == 5  # medium tank 5 + 1 - 1, worked example of the rules reference
    counts = dict(zip(read.roster.keys, read.difference[0].tolist(), strict=True))
    assert counts == {"M4 Sherman [usa]": 3, "Jeep [usa]": 1, "Tiger I [germany]": -1}


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({"Lion": 0}, r"units, row 0, field 'cost': 0 is no cost"),
        ([("Lion", 1), ("Lion", 2)], r"row 1, field 'key': 'Lion' is listed twice"),
        (pd.DataFrame({"name": ["Lion"]}), "field 'cost': the column is missing"),
        (pd.DataFrame({"cost": [1]}), "field 'key': the column is missing"),
        (pd.DataFrame({"key": [], "cost": []}), "no unit is listed"),
        ("Lion", "is no list of units"),
        (pd.DataFrame({"key": ["Lion"], "cost": ["dear"]}), "'dear' is no cost"),
    ],
)
def test_bad_lists_of_units(units: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        Roster.of(units)


def test_lists_of_units_in_their_forms() -> None:
    whole = Roster.of()
    assert len(whole) == 147
    frame = pd.DataFrame({"name": ["Lion", "Bear"], "nation": ["north", "north"], "cost": [3, 5]})
    assert Roster.of(frame).keys == ("Lion [north]", "Bear [north]")
    assert Roster.of(LIST).frame["nation"].tolist() == ["north", "north", "south", "south"]
    some = Roster.of(["Jeep [usa]", "Tiger I [germany]"])
    assert some.cost.tolist() == [whole.cost[whole.keys.index(key)] for key in some.keys]
    with pytest.raises(UnitNotFound):
        Roster.of(["Lion"])


def test_arrays_that_do_not_fit() -> None:
    army = np.zeros((2, 2, 1), dtype=int)
    good = {"army": army, "margin": [1.0, 2.0], "units": LIST}
    for change, message in (
        ({"army": army[:, 0]}, "shape"),
        ({"army": army + 4}, "unit numbers 0 to 3"),
        ({"army": army - 2}, "unit numbers 0 to 3"),
        ({"margin": [1.0]}, "margin is .*shape"),
        ({"margin": [1.0, np.nan]}, "margin of battle 1"),
        ({"table": [0, -1]}, "table of battle 1"),
        ({"attacker": [0, 2]}, "attacker of battle 1"),
        ({"dead": army - 1}, "dead of battle 0"),
        ({"hazard": np.full((2, 2, 1), np.inf)}, "hazard of battle 0"),
    ):
        with pytest.raises(InvalidValue, match=message):
            BattleTable.from_slots(**{**good, **change})
    assert issubclass(InvalidValue, TigersimError)


def test_blocks_are_the_battles_in_order_wherever_parts_end() -> None:
    army = np.zeros((25, 2, 1), dtype=int)
    whole = BattleTable.from_slots(army, np.arange(25.0), units=LIST)
    parts = [whole.rows(slice(a, b)) for a, b in ((0, 3), (3, 3), (3, 18), (18, 25))]
    cut = list(blocks(parts, 10))
    assert [len(block) for block in cut] == [10, 10, 5]
    assert np.concatenate([block.margin for block in cut]).tolist() == list(range(25))
    assert joined(parts).margin.tolist() == list(range(25))
    with pytest.raises(InvalidValue, match="different units"):
        joined([whole, BattleTable.from_slots(army, np.arange(25.0), units={"Owl": 2})])
