"""Whatever becomes of the files of a run: an answer, or one line that names the file and what to do.

The long form is ``tests/verification/damaged_runs.py``.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.damage import RESULTS, RUNS, asked, case, commands, complaint, damage
from tigersim.catalogue.units import all_units
from tigersim.errors import DamagedFile, NoResults, RunError, TigersimError
from tigersim.lab.run import Run, read_settings
from tigersim.pricing import Prices
from tigersim.pricing.play.own_unit import Known
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.pricing.report.schemas import OfPrices, provenance
from tigersim.show.report import read
from tigersim.show.run_replays import design_of

LIST, SETTLED, TRAITS, EXPLOITS, HOLDS, UNCLEAR, DUELS, LADDER = (
    next(run.name for run in RUNS if run.name.startswith(number))
    for number in ("006", "007", "008", "009", "010", "011", "012", "002")
)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_every_finished_run_is_read_with_the_numbers_of_its_files(run: Path) -> None:
    found = read(run)
    if isinstance(found, Prices):
        tables = {"prices": found.table, "traits": found.traits, "detail": found.detail, "covariance": found.covariance}
    elif isinstance(found, Findings):
        tables = dict(found.tables)
    else:
        pd.testing.assert_frame_equal(found.matches, pd.read_csv(run / "matches.csv"))
        if len(found.elo):
            pd.testing.assert_frame_equal(found.elo, pd.read_csv(run / "elo.csv"))
        return
    for name, table in tables.items():
        kept = pd.read_parquet(run / f"{name}.parquet")
        pd.testing.assert_frame_equal(table[list(kept)], kept)


@pytest.mark.parametrize("seed", range(48))
def test_a_damaged_run_is_read_or_refused_in_one_line(seed: int, tmp_path: Path) -> None:
    damaged = case(seed, tmp_path)
    questions = commands(damaged)[:-1]  # a page takes seconds to draw
    result = asked(questions[seed % len(questions)])
    assert complaint(damaged, result) == "", damaged


# --- one damage of every kind, and what is said of it ----------------------------------------------------------------


def copy_of(run: str, place: Path) -> Path:
    return Path(shutil.copytree(RESULTS / run, place / run, ignore=shutil.ignore_patterns("*.png", "pairs")))


def setting(**new: Any) -> Callable[[Path], object]:
    """Other values of settings; ``...`` leaves one out."""

    def change(path: Path) -> None:
        about = {**json.loads(path.read_text(encoding="utf-8")), **new}
        path.write_text(json.dumps({k: v for k, v in about.items() if v is not ...}), encoding="utf-8")

    return change


def words(text: str | bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(text if isinstance(text, bytes) else text.encode())


def frame(change: Callable[[pd.DataFrame], pd.DataFrame]) -> Callable[[Path], object]:
    return lambda path: change(pd.read_parquet(path)).to_parquet(path, index=False)


def cell(column: str, value: Any, row: int = 3) -> Callable[[Path], object]:
    def change(table: pd.DataFrame) -> pd.DataFrame:
        cells = table[column].astype(object).tolist()
        cells[row] = value
        return table.assign(**{column: pd.Series(cells, dtype=object)})

    return frame(change)


def texts(column: str) -> Callable[[Path], object]:
    return frame(lambda table: table.assign(**{column: table[column].astype(str)}))


def pairs(column: str) -> Callable[[Path], object]:
    return frame(lambda table: table.assign(**{column: [[value, value] for value in table[column]]}))


def without(column: str) -> Callable[[Path], object]:
    return frame(lambda table: table.drop(columns=column))


def other(file: str) -> Callable[[Path], object]:
    return lambda path: shutil.copy(RESULTS / file, path)


def not_utf8(path: Path) -> None:
    """Text whose bytes are those of no letters, in a file that is sound but for that."""
    table = pq.read_table(path)
    at = table.column_names.index("army")
    letters = table.column(at).combine_chunks().cast(pa.binary())
    bad = pa.array([value.as_py().replace(b"e", b"\xf5") for value in letters], pa.binary())
    text = pa.StringArray.from_buffers(len(bad), *bad.buffers()[1:])
    pq.write_table(table.set_column(at, "army", text), path)


DEEP = "[" * 100_000
DAMAGES = [
    # what is no JSON, or no settings
    (LIST, "provenance.json", words("{"), "is no JSON"),
    (LIST, "provenance.json", words("null"), "holds no settings by name"),
    (DUELS, "provenance.json", words("5"), "holds no settings by name"),
    (UNCLEAR, "provenance.json", words('["said"]'), "holds no settings by name"),
    (TRAITS, "provenance.json", words(DEEP), "holds values within values without end"),
    (LIST, "provenance.json", words('{"a":' * 100_000), "holds values within values without end"),
    (LIST, "provenance.json", words("9" * 5000), "holds a number of thousands of digits"),
    (LIST, "provenance.json", words(b'{"notes": "\xf5"}'), "is not UTF-8 text"),
    (LIST, "provenance.json", words('{"seed": 1, "seed": 1}'), "field 'seed': stands twice"),
    # settings of the wrong type
    (LIST, "provenance.json", setting(battles="many"), "field 'battles'"),
    (LIST, "provenance.json", setting(battles=2**70), "field 'battles': is beyond 64 bits"),
    (LIST, "provenance.json", setting(tables=[1]), "field 'tables'"),
    (LIST, "provenance.json", setting(players={"a": 1}), "field 'players'"),
    (LIST, "provenance.json", setting(players=["tactician", {"a": 1}]), "field 'players.1'"),
    (LIST, "provenance.json", setting(forbid=[["follow"]]), "field 'forbid': names 1 players; there are 2"),
    (LIST, "provenance.json", setting(sizes=[6]), "field 'sizes'"),
    (LIST, "provenance.json", setting(health=[{"player": "x"}]), "field 'health.0.count'"),
    (LIST, "provenance.json", setting(notes=...), "field 'notes'"),
    (LIST, "provenance.json", setting(family="\x1b]0;me\x07"), "field 'family': '\\x1b]0;me\\x07' holds control"),
    (SETTLED, "provenance.json", setting(said=5.0), "field 'said'"),
    (SETTLED, "provenance.json", setting(kind=["equilibrium"]), "field 'kind'"),
    (UNCLEAR, "provenance.json", setting(notes=[0.5]), "field 'notes.0'"),
    (DUELS, "provenance.json", setting(skirmishes=[{"players": []}]), "field 'skirmishes.0.players'"),
    (TRAITS, "provenance.json", setting(tables=["../../provenance"]), "field 'tables.0'"),
    (LADDER, "provenance.json", setting(matches=[{"players": ["one"]}]), "field 'matches.0.players'"),
    # tables
    (LIST, "prices.parquet", words("no table"), "is no parquet file"),
    (LIST, "prices.parquet", other("012_duels/shares.parquet"), "field 'nation': the column is missing"),
    (LIST, "detail.parquet", other("007_prices_that_have_settled/rounds.parquet"), "field 'key'"),
    (LIST, "covariance.parquet", other("010_does_it_hold/matched.parquet"), "the column is missing"),
    (LIST, "covariance.parquet", texts("Seep [usa]"), "field 'Seep [usa]': row 0 is '"),
    (LIST, "covariance.parquet", cell("M3 Lee [usa]", -1.0), "row 3 is -1; a variance is 0 or more"),
    (LIST, "covariance.parquet", cell("Seep [usa]", 1e9), "is no covariance of these two"),
    (LIST, "covariance.parquet", cell("Seep [usa]", float("nan")), "is no covariance of these two"),
    (LIST, "covariance.parquet", frame(lambda table: table.iloc[:, ::-1]), "are not those of the list beside it"),
    (LIST, "prices.parquet", without("delta_high"), "field 'delta_high': the column is missing"),
    (LIST, "prices.parquet", without("verdict"), "field 'verdict': the column is missing"),
    (LIST, "prices.parquet", cell("cost", float("nan")), "field 'cost': row 3 is missing"),
    (LIST, "prices.parquet", cell("cost", 0), "field 'cost': row 3 is 0"),
    (LIST, "prices.parquet", cell("delta", float("inf")), "field 'delta': row 3 is inf"),
    (LIST, "prices.parquet", cell("name", "\x1b]0;t\x07"), "field 'name': row 3 is '\\x1b]0;t\\x07'"),
    (LIST, "prices.parquet", pairs("verdict"), "field 'verdict': row 0 is "),
    (LIST, "prices.parquet", texts("delta_low"), "field 'delta_low': row 0 is '"),
    (LIST, "prices.parquet", frame(lambda t: t.assign(theta=[b"x"] * len(t))), "field 'theta': row 0 is b'x'"),
    (LIST, "prices.parquet", frame(lambda t: t.iloc[[0, *range(len(t))]]), "for the second time"),
    (LIST, "prices.parquet", frame(lambda t: t.iloc[:0]), "has 0 rows; at least 1 are needed"),
    (LIST, "prices.parquet", frame(lambda t: t.assign(delta_low=t["delta_high"] + 1)), "less than its 'delta_low'"),
    (LIST, "detail.parquet", cell("whole_price_probability", 1.5), "row 3 is 1.5; allowed: a number from 0 to 1"),
    (LIST, "detail.parquet", frame(lambda t: t.iloc[1:]), "has 146 rows, but prices.parquet has 147"),
    (LIST, "traits.parquet", without("printed"), "field 'printed': the column is missing"),
    (LIST, "conditions.parquet", pairs("price"), "field 'price': row 0 is "),
    (LIST, "conditions.parquet", frame(lambda t: t.iloc[1:]), "the units of 'the list itself' are not those"),
    (LIST, "conditions.parquet", other("013_scenarios/balance.parquet"), "field 'key': the column is missing"),
    (TRAITS, "traits.parquet", without("classes"), "field 'classes': the column is missing"),
    (TRAITS, "traits.parquet", texts("high"), "field 'high': row 0 is '"),
    (SETTLED, "list.parquet", cell("price", -(10.0**15)), "field 'price': row 3 is -1"),
    (EXPLOITS, "exploits.parquet", pairs("army"), "field 'army': row 0 is "),
    (EXPLOITS, "steps.parquet", pairs("doing"), "field 'doing': row 0 is "),
    (EXPLOITS, "steps.parquet", not_utf8, "field 'army': cannot be read"),
    (TRAITS, "traits.parquet", frame(lambda t: t.iloc[1:]), "cells.parquet, field 'trait': names a trait that"),
    (HOLDS, "forecasts.parquet", frame(lambda t: t.iloc[:-1]), "has no row of 'a perfect one'"),
    (HOLDS, "calibration.parquet", cell("came", -0.5), "allowed: a number from 0 to 1"),
    (UNCLEAR, "rulings.parquet", words(b"PAR1" + bytes(range(256)) + b"PAR1"), "is no parquet file"),
    (LADDER, "elo.csv", words("player,elo\n"), "has 0 rows; at least 1 are needed"),
    (LADDER, "matches.csv", words("\x00\xff"), "matches.csv"),
    (LADDER, "thinking.csv", words("playouts,decisions\nx,1\n"), "field 'ms_mean': the column is missing"),
]


@pytest.mark.parametrize(
    ("run", "file", "change", "said"), DAMAGES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_is_wrong_is_named(
    run: str, file: str, change: Callable[[Path], object], said: str, tmp_path: Path
) -> None:
    folder = copy_of(run, tmp_path)
    change(folder / file)
    with pytest.raises(DamagedFile, match=re.escape(said)) as caught:
        read(folder)
    if not said.startswith("cells"):  # what is left out here is missed there
        assert str(folder / file) in str(caught.value)
    assert str(caught.value).endswith("put back the file as the run wrote it, or play the run again")
    assert str(caught.value).isprintable()


def test_numbers_of_another_type_are_read_as_what_they_are(tmp_path: Path) -> None:
    folder = copy_of(LIST, tmp_path)
    plain = Prices.load(folder)
    frame(lambda t: t.assign(n=t["n"].astype("float64"), cost=t["cost"].astype("int8")))(folder / "prices.parquet")
    again = Prices.load(folder)
    assert again.table["n"].dtype == np.int64
    assert (again.table["cost"] == plain.table["cost"]).all()
    assert asked(["report", str(folder), "--text"]).exit_code == 0


@pytest.mark.parametrize("verdict", ["BARGAIN", "TOO DEAR"])
def test_verdicts_of_other_versions_are_read(verdict: str, tmp_path: Path) -> None:
    folder = copy_of(LIST, tmp_path)
    cell("verdict", verdict)(folder / "prices.parquet")
    assert isinstance(read(folder), Prices)


def test_a_list_that_does_not_say_its_edition_is_printed(tmp_path: Path) -> None:
    folder = copy_of(LIST, tmp_path)
    setting(edition=...)(folder / "provenance.json")
    text = asked(["report", str(folder), "--text"])
    assert (text.exit_code, text.stderr) == (0, "")


def test_what_is_not_there_is_no_damage(tmp_path: Path) -> None:
    folder = copy_of(SETTLED, tmp_path)
    (folder / "rounds.parquet").unlink()
    with pytest.raises(NoResults, match=r"holds no findings: rounds\.parquet: No such file"):
        Findings.load(folder)
    assert kind_of(folder) == "equilibrium"
    (folder / "settings.json").write_text(DEEP, encoding="utf-8")
    with pytest.raises(Exception, match=r"settings\.json is damaged \(.*values without end"):
        read_settings(folder)


@pytest.mark.parametrize("seed", range(24))
def test_damaged_settings_are_refused_or_played_by(seed: int, tmp_path: Path) -> None:
    """``luck``, ``merge`` and a run that goes on open ``settings.json``; replays and own units go by the provenance."""
    shutil.copy(RESULTS / LIST / "settings.json", tmp_path / "settings.json")
    damage(tmp_path / "settings.json", random.Random(seed))
    with suppress(RunError):
        Run.open(tmp_path, all_units())
    shutil.copy(RESULTS / LIST / "provenance.json", tmp_path / "provenance.json")
    damage(tmp_path / "provenance.json", random.Random(seed))
    with suppress(TigersimError):
        found = replace(Prices.load(LIST), provenance=provenance(tmp_path / "provenance.json", OfPrices))
        with suppress(TigersimError):
            Known.of(found, seed=1, among=all_units())
        design_of(found, "the list")
