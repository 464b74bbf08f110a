"""Every column of the results on record says in plain words what it holds; nothing is explained that is not there."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import pandas as pd
import pytest

from tigersim.pricing import Prices
from tigersim.pricing.play.closing import COLUMNS
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.settled import settled_for
from tigersim.show.pages import TEMPLATES
from tigersim.show.price_section import price_sheets
from tigersim.show.report import read
from tigersim.show.sections import finding_sheets, ladder_sheets
from tigersim.show.sheets import Sheet, meaning, sheet_of

RESULTS = Path(__file__).resolve().parents[2] / "results"
SEARCHES = {place.parent.name for place in RESULTS.glob("*/weights.json")}
FOLDERS = sorted({place.parent.name for place in RESULTS.glob("*/provenance.json")} - SEARCHES)


@lru_cache
def sheets(folder: str) -> tuple[Sheet, ...]:
    """The tables on the page of a folder."""
    found = read(RESULTS / folder)
    if isinstance(found, Prices):
        return price_sheets(found, settled_for(found, RESULTS / "007_prices_that_have_settled"))
    return finding_sheets(found) if isinstance(found, Findings) else ladder_sheets(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_column_is_explained_and_every_table_has_a_title(folder: str) -> None:
    assert sheets(folder)
    for sheet in sheets(folder):
        assert [column.names for column in sheet.columns if not column.meaning] == [], sheet.name
        assert all("_" not in column.heading for column in sheet.columns)
        assert "_" not in sheet.title


def test_no_explanation_is_left_over() -> None:
    book = tomllib.loads((TEMPLATES / "columns.toml").read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {name: set() for name in book["sheets"]}
    for folder in FOLDERS:
        for sheet in sheets(folder):
            found.setdefault(sheet.name, set()).update(name for column in sheet.columns for name in column.names)
    found["replays"].update(COLUMNS)  # no list on record has been closed
    for name, told in book["sheets"].items():
        assert set(told) - {"title", "shown"} | set(told.get("shown", [])) <= found[name], name


def test_the_two_ends_of_an_interval_share_a_column() -> None:
    frame = pd.DataFrame({"nation": ["usa"], "name": ["Jeep"], "p_win": [0.5], "p_win_low": [0.4], "p_win_high": [0.6]})
    sheet = sheet_of(frame.assign(low=["x"], high=["y"]), "mine")
    assert [column.names for column in sheet.columns] == [
        *[("name",), ("nation",), ("p_win",), ("p_win_low", "p_win_high"), ("low",), ("high",)]
    ]  # what names a row comes first; ends that are no numbers are no interval
    assert sheet.columns[3].heading == "95% of wins"
    assert (sheet.rows[0][3].text, sheet.rows[0][3].values) == ("40.0% to 60.0%", ("0.4", "0.6"))


def test_what_nobody_explained_keeps_its_name() -> None:
    assert meaning("mine", ("odd",)) == ""
    assert sheet_of(pd.DataFrame({"odd_one": [1]}), "my_table").columns[0].heading == "odd one"
    assert sheet_of(pd.DataFrame({"odd_one": [1]}), "my_table").title == "My table"
