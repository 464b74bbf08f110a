"""The study of a list to play by: a small one from end to end, the same again, and what its files cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import tigersim as ts
from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units, parse_army
from tigersim.cli import app
from tigersim.errors import DataError
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.play.army_search import fulfilled
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.list_study import ListStudy, rules_called

SMALL = """
kind = "list"
question = "Which points?"
why = "To see."
ruleset = "paper_tigers_2"
title = "Small"
scale = 10
budgets = [27]
army_rules = ["three_of_a_kind"]

[design]
seed = 5
players = ["heuristic", "heuristic"]

[rounds]
rounds = 2
pairs = 2048
searches = 1
strong = 6
battles = [10, 20]
averaged = 2
go_on = 0.5
epochs = 1
generations = 2

[proof]
scales = [1, 10]
army_rules = ["none", "three_of_a_kind"]
searches = 1
kept = 6
stages = [5, 10]
generations = 2
battles = 40
judges = ["tactician"]
judged = 20
pairs = 100
each = 3
alike = { "all units" = 50 }
patches = [3]
nations = [["germany", "ussr"]]
met = 60
"""


@pytest.fixture(scope="module", autouse=True)
def _few_opponents() -> Iterator[None]:
    """Fields of few armies out of few draws, on which most of the time went.

    No test asks how many there are.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in ("list_rounds", "list_proof"):
            patch.setattr(f"tigersim.pricing.play.{module}.OPPONENTS", 30)
        patch.setattr("tigersim.pricing.play.list_rounds.OF_A_NATION", 4)
        patch.setattr("tigersim.pricing.play.army_search.DRAWS", 400)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Findings]:
    folder = tmp_path_factory.mktemp("list")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    study = read_study(folder / "small.toml")
    assert isinstance(study, ListStudy)
    found = study.run(folder / "run")
    found.save(folder / "run")
    return folder, found


def test_the_list_is_that_of_the_table_and_every_command_takes_it(made: tuple[Path, Findings]) -> None:
    folder, found = made
    chosen = PriceList.load(folder / "run")
    units = found.tables["units"]
    assert [chosen.points[f"{row.name} [{row.nation}]"] for row in units.itertuples(index=False)] == [*units["points"]]
    np.testing.assert_allclose(units["points"], np.maximum(np.rint(10 * units["exact"]), 1))
    np.testing.assert_allclose(units["change"], units["points"] / 10 - units["printed"])
    assert chosen.army_rules == rules_called("three_of_a_kind")
    battle = ["battle", "M4 Sherman [usa]", "Panther D", "--list", str(folder / "run"), "--players", "heuristic"]
    assert CliRunner().invoke(app, battle).exit_code == 0


def test_the_strongest_armies_are_affordable_and_judged_by_fresh_battles(made: tuple[Path, Findings]) -> None:
    found = made[1]
    proofs, units = found.tables["proofs"], found.tables["units"]
    exact = dict(zip(units["name"] + " [" + units["nation"] + "]", units["exact"], strict=True))
    assert [*zip(proofs["scale"], proofs["army_rules"], proofs["budget"], strict=True)] == [
        *((1, rules, 27) for rules in ("none", "three_of_a_kind")),
        *((10, rules, 27) for rules in ("none", "three_of_a_kind")),
    ]
    for row in proofs.itertuples(index=False):
        paid = sum(max(round(row.scale * exact[one.key]), 1) for one in parse_army(row.army)) / row.scale
        assert paid == pytest.approx(row.cost)
        assert paid <= 27
        assert 0 <= row.p_low <= row.p_win <= row.p_high <= 1


def test_patches_and_nations_are_tried_too(made: tuple[Path, Findings]) -> None:
    found = made[1]
    patches, even = found.tables["patches"], found.tables["even"]
    chosen = PriceList.load(made[0] / "run").largest_changes(3)
    for row in patches.itertuples(index=False):
        assert row.changes == 3
        assert chosen.total(parse_army(row.army)) / 10 == pytest.approx(row.cost)
        assert row.cost <= 27
    assert even.loc[even["kind"] == "all units", "pairs"].tolist()[0] == 50
    assert (even.groupby(["list", "kind", "army_rules"]).size() == 1).all()
    nations = even[even["kind"] == "germany against ussr"]
    assert nations["list"].tolist() == ["printed", "printed", "this list", "this list"]
    assert nations["army_rules"].tolist() == ["none", "three_of_a_kind"] * 2
    assert (nations["pairs"].iloc[::2] == 60).all()
    assert nations["pairs"].iloc[1::2].between(30, 59).all()  # some have four of one unit


def test_pairs_within_rules_are_those_both_of_whose_armies_are() -> None:
    three, four = [0, 0, 0, 1], [0, 0, 0, 0]
    pairs = np.array([(three, three), (three, four), (four, three), ([2, -1, -1, -1], three)])
    assert fulfilled(pairs, ArmyRules(copies=3), all_units()).tolist() == [True, False, False, True]


def test_what_was_found_comes_back_and_the_same_again(made: tuple[Path, Findings], tmp_path: Path) -> None:
    folder, found = made
    again = read_study(folder / "small.toml").run(tmp_path / "again", threads=1)
    loaded = Findings.load(folder / "run")
    for name, table in found.tables.items():
        pd.testing.assert_frame_equal(table, again.tables[name])
        pd.testing.assert_frame_equal(table, loaded.tables[name], check_dtype=False)
    assert ArmyModel.load(folder / "run" / "army_model.json").units == tuple(one.key for one in all_units())
    assert found.said[0].startswith("For 27 VP") or "half" in found.said[0]


def test_the_list_is_shown_with_what_changed(made: tuple[Path, Findings], tmp_path: Path) -> None:
    folder, _ = made
    page = tmp_path / "list.html"
    shown = CliRunner().invoke(app, ["list", str(folder / "run"), "--nation", "germany", "--out", str(page)])
    assert shown.exit_code == 0
    assert "Tiger I" in shown.output
    assert "Sherman" not in shown.output
    text = page.read_text(encoding="utf-8")
    assert text.count("<tr>") - 1 == sum(one.nation == "germany" for one in all_units())
    assert "10 points make one victory point" in text
    patch = tmp_path / "patch.toml"
    three = CliRunner().invoke(app, ["list", str(folder / "run"), "--changes", "3", "--out", str(patch)])
    assert three.exit_code == 0
    assert "other units cost what is printed" in " ".join(three.output.split())
    whole, few = PriceList.load(folder / "run"), PriceList.load(patch)
    largest = made[1].tables["units"]["change"].abs().nlargest(3)
    changed = [abs(few.points[one.key] / 10 - profile(one).cost) for one in all_units() if one.key in few.points]
    assert sorted(changed, reverse=True) == pytest.approx(largest.tolist())
    assert all(few.points[key] == whole.points[key] for key in few.points)
    assert sum(few.cost(one) != 10 * profile(one).cost for one in all_units()) == 3
    assert whole.largest_changes(len(whole.points)).points == whole.points
    copy = tmp_path / "copy.toml"
    assert CliRunner().invoke(app, ["list", str(folder / "run"), "--out", str(copy)]).exit_code == 0
    assert PriceList.load(copy) == PriceList.load(folder / "run")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("patches = [3]", "patches = [0]", "patches"),
        ('"ussr"]]', '"ussr", "usa"]]', "nations"),
        ('"ussr"]]', '"atlantis"]]', "atlantis"),
        ("go_on = 0.5", "go_on = 0", "go_on"),
        ('"all units" = 50', '"all unit" = 50', "all units"),
        ('"three_of_a_kind"]', '"four_of_a_kind"]', "four_of_a_kind"),
        ("scale = 10", "scale = 0", "scale"),
        ("budgets = [27]", "budgets = [0]", "budgets"),
        ('title = "Small"', 'title = ""', "title"),
    ],
)
def test_a_wrong_file_is_refused_by_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_study(path)


def test_prices_of_lists_and_scale_are_played(made: tuple[Path, Findings]) -> None:
    folder, _ = made
    chosen = PriceList.load(folder / "run")
    found = ts.battles(ts.Design(players=("heuristic", "heuristic"), price_list=folder / "run"), 20)
    for row in found.itertuples(index=False):
        assert row.cost_a == chosen.total(parse_army(row.army_a))
