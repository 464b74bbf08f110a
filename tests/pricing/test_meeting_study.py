"""The study of nations that meet: a small one from end to end, and what its file cannot say."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.forms import form
from tigersim.errors import DataError
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.kinds import read_study

LEARNT = form(1000, 2000)
"""Pairs that the closest prices are learnt from."""

SMALL = f"""
kind = "meetings"
question = "How even?"
why = "To see."
ruleset = "paper_tigers_2"
nations = [["japan", "usa"], ["germany", "germany"]]
pairs = 200
battles = 4
learnt = {LEARNT}

[design]
seed = 5
players = ["heuristic", "heuristic"]
"""


def small(folder: Path, text: str = SMALL) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_how_even_armies_are_and_could_be_and_nothing_is_played_twice(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = read_study(small(tmp_path)).run(
        tmp_path / "run", progress=lambda done, total, _: told.append((done, total))
    )
    assert isinstance(found, Findings)
    assert told[-1] == (2 * (200 * 4 + LEARNT),) * 2
    table = found.tables["meetings"].set_index(["first", "second"])
    assert table.index.tolist() == [("japan", "usa"), ("germany", "germany")]
    japan, mirror = (table.loc[row] for row in table.index)
    # Japan's light tanks cost in print what mediums of the USA do: it is the printed costs that are to blame
    assert japan.p_high < 0.5
    assert japan.closest_high < japan.low
    assert mirror.p_low < 0.5 < mirror.p_high
    assert (table["low"] <= table["points"]).all()
    assert (table["points"] <= table["high"]).all()
    assert table[["units_first", "units_second"]].stack().between(1, 16).all()
    found.save(tmp_path / "run")
    kept = sorted((tmp_path / "run" / "kept").glob("*.parquet"))
    before = [one.stat().st_mtime_ns for one in kept]
    again = read_study(small(tmp_path)).run(tmp_path / "run", threads=1)
    assert [one.stat().st_mtime_ns for one in sorted((tmp_path / "run" / "kept").glob("*.parquet"))] == before
    assert isinstance(again, Findings)
    pd.testing.assert_frame_equal(again.tables["meetings"], found.tables["meetings"])
    assert again.said == Findings.load(tmp_path / "run").said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[["japan", "usa"], ["germany", "germany"]]', "[]", "nations"),
        ('["japan", "usa"]', '["japan", "atlantis"]', "atlantis"),
        ("battles = 4", "battles = 1", "battles"),
        (f"learnt = {LEARNT}", "learnt = 20", "learnt"),
    ],
)
def test_a_wrong_file_is_refused_by_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_study(small(tmp_path, SMALL.replace(old, new, 1)))
