"""Lists of prices to play by: a checked value, in files and terms that read back, played point by point."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import tigersim as ts
from tigersim.catalogue.army_rules import ArmyRules, Limit
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.units import all_units, parse_army, unit
from tigersim.cli import app
from tigersim.errors import DataError, InvalidValue, UnknownName

TANK, SQUAD = unit("M4 Sherman [usa]"), unit("Regulars [usa]")
RULES = ArmyRules(copies=3, limits=(Limit(("infantry", "recon"), at_least=2), Limit(("heavy_tank",), at_most=1)))
LIST = PriceList("Mine", {TANK.key: 35, SQUAD.key: 6}, 10, "printed", RULES, {"seed": 3, "from": "a club"})


def tenfold(**other: Any) -> PriceList:
    """The printed costs, in tenths of a VP."""
    return PriceList("in tenths", {one.key: 10 * ts.profile(one).cost for one in all_units()}, 10, **other)


def test_a_list_comes_back_from_its_file_from_terms_and_from_a_pickle(tmp_path: Path) -> None:
    path = LIST.save(tmp_path / "mine.toml")
    found = PriceList.load(path)
    assert found == LIST
    assert dict(found.about) == dict(LIST.about)
    terms = ts.Terms(price_list=path, family="river")
    assert terms == ts.Terms(price_list=LIST, family="river") != ts.Terms(family="river")
    assert (
        terms == ts.Terms.parse(str(terms)) == ts.Terms.from_dict(terms.to_dict()) == pickle.loads(pickle.dumps(terms))
    )


def test_the_limits_of_a_list_hold_where_rules_name_none_of_their_own() -> None:
    assert LIST.rules_for(None) == RULES
    russian = ArmyRules(("ussr",), 1943, "east")
    assert LIST.rules_for(russian) == replace(RULES, nations=("ussr",), year=1943, front="east")
    for own in (ArmyRules(copies=5), ArmyRules(sizes=(2, 4)), ArmyRules(limits=RULES.limits[:1])):
        assert LIST.rules_for(own) == own
    assert PriceList("x", {TANK.key: 35}).rules_for(None) is None


def test_a_unit_that_is_not_on_the_list_costs_what_is_printed() -> None:
    tiger = unit("Tiger I [germany]")
    assert (LIST.cost(TANK), LIST.cost(tiger)) == (35, 10 * ts.profile(tiger).cost)
    assert LIST.total(parse_army("2 x M4 Sherman [usa], Regulars [usa]")) == 76


def test_what_a_destroyed_unit_scores_is_its_points_or_what_is_printed() -> None:
    printed = 10 * ts.profile(TANK).score
    assert (LIST.cost(TANK), LIST.score(TANK)) == (35, printed)
    assert PriceList("x", {TANK.key: 35}, 10).score(TANK) == 35


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("scale", 0, "'mine.toml', field 'scale': is '0', allowed: 1 to 100 points to a VP"),
        ("scores", "all", "unknown way to score 'all'"),
        ("points", {"M4 Sherman [usa]": 0}, "a whole number from 1 to 1000"),
        ("points", {"M4 Sherman [usa]": 2.5}, "a whole number from 1 to 1000"),
        ("points", [], "is no table; write [points]"),
        ("title", " ", "a name for people"),
        ("prices", 3, "unknown field 'prices'"),
        ("army_rules", {"copies": 0}, "1 to 16 of one unit"),
    ],
)
def test_a_wrong_list_names_the_file_and_the_field(field: str, value: object, said: str) -> None:
    with pytest.raises((DataError, UnknownName)) as error:
        PriceList.of_dict({**LIST.to_dict(), field: value}, "mine.toml")
    assert "mine.toml" in str(error.value)
    assert said.rsplit("': ", maxsplit=1)[-1].removeprefix("is '0', ") in str(error.value)


def test_a_list_that_there_is_not_is_met_with_those_that_there_are() -> None:
    with pytest.raises(UnknownName, match="price list 'halves'"):
        ts.Terms(price_list="halves")
    with pytest.raises(InvalidValue, match="a PriceList, a name, a file, or a dictionary"):
        ts.Terms(price_list=3)  # type: ignore[arg-type]


OTHER_TERMS: list[dict[str, Any]] = [
    {},
    {"markers": "standard", "target_score": 20},
    {"scenario": "reconnaissance mission"},
    {"scenario": "fog of war"},
]


@pytest.mark.parametrize("player", ["heuristic", "tactician"])
@pytest.mark.parametrize("terms", OTHER_TERMS, ids=str)
def test_printed_costs_in_tenths_are_the_same_battles_score_by_score(player: str, terms: dict[str, Any]) -> None:
    design = ts.Design(players=(player, player), seed=3, **terms)
    plain = ts.battles(design, 100)
    tenths = ts.battles(ts.Design(players=(player, player), seed=3, price_list=tenfold(), **terms), 100)
    for column in ("army_a", "army_b", "winner", "turns", "ended_by"):
        assert plain[column].equals(tenths[column])
    for column in ("cost_a", "cost_b", "vp_a", "vp_b", "margin"):
        np.testing.assert_array_equal(10 * plain[column], tenths[column])


def test_a_victory_is_three_vp_ahead_and_not_three_points() -> None:
    armies, quick = ["3 x Jeep [usa], Regulars [usa]"] * 2, ["heuristic", "heuristic"]
    plain = ts.series(armies, 30, 2, players=quick)
    tenths = ts.series(armies, 30, 2, players=quick, price_list=tenfold())
    told = [[one.outcome.victory for one in found.battles] for found in (plain, tenths)]
    assert told[0] == told[1]
    assert {"victory", "minor victory"} <= set(told[0])  # 1 or 2 VP ahead, which are 10 or 20 points
    assert [one.points for one in plain.battles] == [one.points for one in tenths.battles]


def test_units_that_score_what_is_printed_are_paid_by_the_list() -> None:
    free = PriceList("free", {one.key: 1 for one in all_units()}, 10, "printed")
    found = ts.battles(ts.Design(players=("heuristic", "heuristic"), price_list=free, seed=4), 50)
    assert (found["cost_a"] == found["army_a"].map(lambda army: len(parse_army(army)))).all()
    assert (found["vp_a"] % 10 == 0).all()
    assert found["vp_a"].max() > 10


def test_prices_of_a_design_and_a_list_contradict_each_other() -> None:
    with pytest.raises(InvalidValue, match="the price list says what units cost"):
        ts.Design([TANK, SQUAD], prices=[3, 1], price_list=LIST)


ARMIES = ["3 x Jeep [usa], Regulars [usa]", "Jeep [usa], 2 x Regulars [usa]"]


@pytest.mark.parametrize(
    "command",
    [
        ["battle", *ARMIES],
        ["battle", *ARMIES, "--log"],
        ["battle", *ARMIES, "--luck"],
        ["fair", *ARMIES, "--battles", "200"],
        ["series", *ARMIES, "--rounds", "2"],
        ["scenario", "take the position", "--battles", "64"],
        ["luck", "--battles", "1000"],
    ],
    ids=" ".join,
)
def test_no_command_calls_points_of_a_list_vp(command: list[str]) -> None:
    shown = CliRunner().invoke(app, [*command, "--list", "tenths", "--players", "heuristic"])
    assert shown.exit_code == 0, shown.output
    assert "points" in shown.output or "score" in shown.output
    of_points = re.compile(r"(?<!-)(?<!to a )\bVP\b")  # not the ID of a rule, nor what a list is
    assert not of_points.search(shown.stdout)
    plain = CliRunner().invoke(app, [*command, "--players", "heuristic"])
    assert of_points.search(plain.stdout)
