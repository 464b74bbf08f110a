"""Tables of studies on the terminal: what a table is about is whole at any usual width, and nothing is lost unsaid."""

from __future__ import annotations

import tomllib
from functools import lru_cache

import numpy as np
import pandas as pd
import pytest
from rich.table import Table as RichTable
from typer.testing import CliRunner

from tests.show.test_columns import FOLDERS, RESULTS
from tigersim.cli import app
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.show.derived import as_read
from tigersim.show.pages import TEMPLATES
from tigersim.show.sheets import sheet_of
from tigersim.show.tables.fitted import SHOWN_ROWS, PlainTable
from tigersim.show.tables.layout import text

STUDIES = [name for name in FOLDERS if (RESULTS / name / "provenance.json").exists() and kind_of(RESULTS / name)]
OTHERS = ["002_player_ladder", "006_what_every_unit_is_worth"]
"""A ladder and a price list with conditions, whose tables are laid out by hand."""
OWN_TABLE = {("traits", "traits")}
"""Pairs (kind of study, table) that the terminal prints in a table of its own."""
BOOK = tomllib.loads((TEMPLATES / "columns.toml").read_text(encoding="utf-8"))


@lru_cache
def study(name: str) -> Findings:
    return Findings.load(RESULTS / name)


def printed(name: str, width: int) -> str:
    shown = CliRunner().invoke(app, ["report", str(RESULTS / name), "--text"], env={"COLUMNS": str(width)})
    assert (shown.exit_code, shown.stderr) == (0, "")
    return shown.stdout


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("name", [*STUDIES, *OTHERS])
def test_what_is_printed_fits_and_loses_no_letter(name: str, width: int) -> None:
    lines = printed(name, width).splitlines()
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if "…" in line]
    assert not [line for line in lines if line.endswith(" ")]


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("name", STUDIES)
def test_what_a_table_is_about_is_whole(name: str, width: int) -> None:
    """Every word of the declared columns is there, unbroken, and so is every word of their headings."""
    found = study(name)
    for table, frame in found.tables.items():
        if (found.kind, table) in OWN_TABLE:
            continue
        declared = BOOK["sheets"][table]["shown"]
        sheet = sheet_of(frame.head(SHOWN_ROWS), table)
        at = [k for k, column in enumerate(sheet.columns) if column.names[0] in declared]
        assert {sheet.columns[k].names[0] for k in at} == set(declared) & {n for c in sheet.columns for n in c.names}
        words = set(text(PlainTable(frame, table), width).split())
        for k in at:
            assert set(sheet.columns[k].heading.split()) <= words, (table, sheet.columns[k].heading)
            assert {word for row in sheet.rows for word in row[k].text.split()} <= words, (table, declared)


def test_every_table_of_a_study_declares_what_it_is_about() -> None:
    found = {table for name in STUDIES for table in study(name).tables}
    assert {name for name in found if not BOOK["sheets"][name].get("shown")} == set()
    for name, told in BOOK["sheets"].items():
        assert len(told.get("shown", [])) == len(set(told.get("shown", []))), name


def test_a_wide_terminal_shows_more_columns_and_a_narrow_one_says_what_is_left_out() -> None:
    frame = pd.DataFrame({"unit": ["Jeep"], **{f"column_number_{k}": [1000 + k] for k in range(12)}})
    narrow, wide = (text(PlainTable(frame, "mine"), width) for width in (80, 160))
    shown = [sum(f"{1000 + k:,}" in told for k in range(12)) for told in (narrow, wide)]
    assert 0 < shown[0] < shown[1] <= 12
    assert f"{12 - shown[0]} more columns in mine.csv" in narrow
    assert "more column" not in text(PlainTable(frame, "mine"), 250)
    assert "1 more row in mine.csv" in text(PlainTable(pd.DataFrame({"k": range(SHOWN_ROWS + 1)}), "mine"))
    assert "2 more rows in all of it" in text(
        PlainTable(pd.DataFrame({"k": range(SHOWN_ROWS + 2)}), "mine", "all of it")
    )


def test_long_text_wraps_in_its_column_and_numbers_never() -> None:
    army = ", ".join(f"{k} x Sturgeschutz III" for k in range(2, 12))
    frame = pd.DataFrame({"list": ["printed"], "copies": [3], "p_win": [0.998], "p_low": [0.995], "p_high": [1.0]})
    told = text(PlainTable(frame.assign(army=army), "exploits"))
    assert "99.5% to 100.0%" in told
    lines = [line for line in told.splitlines() if "Sturgeschutz" in line]
    assert len(lines) > 3
    assert len({line.index(line.split()[-1]) >= 50 for line in lines}) == 1  # all of it under its heading
    pieces = " ".join(line[50:].strip() for line in lines[1:])
    assert all(f"{k} x" in told and "Sturgeschutz III" in pieces for k in range(4, 12))


def test_a_terminal_narrower_than_the_numbers_shows_what_it_can() -> None:
    frame = pd.DataFrame({"army": ["3 x M7 Priest, Jagd Panther"], "p_win": [0.5]})
    assert max(map(len, text(PlainTable(frame, "exploits"), 24).splitlines())) <= 24
    group = PlainTable(frame, "exploits").at(24)
    (laid_out,) = [one for one in group.renderables if isinstance(one, RichTable)]
    assert laid_out.columns[0].width >= 6  # letters


def test_counters_say_in_words_what_was_expected() -> None:
    """Expected is 50% at a result of 60% that lies log(0.6 / 0.4) beyond it, and 60% at 50% as far below it."""
    beyond = np.log(1.5)
    frame = pd.DataFrame(
        {
            "first": ["heavy_tank", "spg"],
            "against": ["spg"] * 2,
            "logits": [beyond, -beyond],
            "p_first_wins": [0.6, 0.5],
        }
    )
    assert np.allclose(as_read(frame, "counters")["p_expected"], [0.5, 0.6])
    told = text(PlainTable(frame, "counters"))
    rows = [" ".join(line.split()) for line in told.splitlines() if "spg" in line]
    assert rows[0].startswith("heavy tank spg 60.0% 50.0% more than expected")
    assert rows[1].startswith("spg spg 50.0% 60.0% less than expected")
