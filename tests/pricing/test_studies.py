"""The studies that come along, by name and by number, and questions asked of them from Python."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import tigersim as ts
from tests.lists import EXPERIMENTS, RESULTS, STUDIES
from tigersim.catalogue.lists import DUELS, WORTH
from tigersim.errors import NoResults
from tigersim.lab.ladder import Ladder
from tigersim.pricing import Prices
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.studies import number_or_name, studies, tables_of


def test_which_studies_there_are_with_question_players_and_seed() -> None:
    rows = {row["study"]: row for row in studies()}
    assert tuple(rows) == STUDIES
    worth = rows[WORTH]
    asked = tomllib.loads((EXPERIMENTS / f"{WORTH}.toml").read_text(encoding="utf-8"))
    assert (worth["question"], worth["seed"], worth["players"]) == (
        asked["question"],
        asked["design"]["seed"],
        "tactician",
    )
    assert worth["battles"] == Prices.load(WORTH).provenance["battles"]
    balance = pd.read_csv(RESULTS / "013_scenarios" / "balance.csv")
    assert rows["013_scenarios"]["battles"] == balance["battles"].sum()
    duels = pd.read_csv(RESULTS / "012_duels" / "duels.csv")
    assert rows["012_duels"]["battles"] == duels["games"].sum()
    assert (rows[DUELS]["players"], rows[DUELS]["battles"], rows[DUELS]["tables"]) == ("", None, ["pairs"])
    pd.testing.assert_frame_equal(ts.findings(), pd.DataFrame(studies()))


def test_a_study_by_number_by_name_and_by_folder() -> None:
    assert [number_or_name(name) for name in ("6", "006", WORTH, "99", "runs/6")] == [
        WORTH,
        WORTH,
        WORTH,
        "99",
        "runs/6",
    ]
    assert isinstance(ts.findings(6), Prices)  # type: ignore[arg-type]
    assert ts.findings("012_duels").to_dict() == ts.findings(RESULTS / "012_duels").to_dict()
    with pytest.raises(NoResults, match="installed one by name"):
        ts.findings("99")


def test_tables_by_name_without_the_empty_ones() -> None:
    assert list(tables_of(Prices.load(WORTH))) == ["prices", "traits", "classes", "detail", "conditions"]
    assert list(tables_of(Findings.load("012_duels"))) == ["duels", "shares"]
    assert "matches" in tables_of(Ladder.load(RESULTS / "002_player_ladder"))


def test_lists_are_asked_by_name() -> None:
    listed = Prices.load(WORTH)
    pd.testing.assert_frame_equal(ts.efficiency("M4 Sherman"), listed.efficiency("M4 Sherman"))
    other = RESULTS / "003_prices_of_heuristics"
    assert ts.compare(WORTH, other).rms == ts.compare(listed, Prices.load(other)).rms
    with pytest.raises(NoResults):
        ts.compare(WORTH, Path("nowhere"))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ts.army("3 x T-34c, KV-1"),
        lambda: ts.build(8, quick=True),
        lambda: ts.compare(WORTH, WORTH),
        lambda: ts.fair_match("2 x T-34c", "2 x Hetzer", battles=200, players=("heuristic",) * 2),
        lambda: ts.findings("012_duels"),
        lambda: ts.foretell("5 x M4 Sherman", "2 x Tiger I"),
        lambda: ts.match("heuristic", "uniform", battles=4, armies=("T-34c", "Hetzer")),
        lambda: ts.series(("T-34c", "Hetzer"), rounds=2, players="uniform"),
        lambda: ts.simulate.shots("Tiger I", "KV-1", trials=100),
        lambda: ts.table("river"),
    ],
)
def test_an_answer_left_at_the_end_of_a_cell_reads_as_it_prints(ask: Callable[[], object]) -> None:
    found = ask()
    assert repr(found) == str(found)


def test_a_design_does_not_tell_all_its_units() -> None:
    assert "KV-1" not in repr(ts.Design())
    assert "seed=7" in repr(ts.Design(seed=7))


def test_how_many_is_the_study_of_one_pair() -> None:
    found = ts.how_many("M4 Sherman", "Tiger I", distances=[10], covers=["none"], games=200, players=("heuristic",) * 2)
    assert len(found.tables["duels"]) == 1
    assert "M4 Sherman" in found.said[0]
