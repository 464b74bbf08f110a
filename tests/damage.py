"""Damaged run folders and what reads them: take it for errors about files.

``case(seed, into)`` copies a run and damages it; the same seed makes the same damage.  ``asked(case)`` says what the
command line answers.  A few dozen cases are part of the suite (``tests/show/test_damaged_runs.py``), thousands are
asked by ``tests/verification/damaged_runs.py``.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from typer.testing import CliRunner, Result

from tigersim.cli import app

RESULTS = Path(__file__).resolve().parents[1] / "results"
RUNS = sorted(path.parent for path in RESULTS.glob("*/provenance.json") if not (path.parent / "weights.json").exists())
LISTS = [run for run in RUNS if (run / "prices.parquet").exists()]
TABLES = sorted(RESULTS.glob("*/*.parquet"))

JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**70, -(2**63), 0.5, float("nan"), float("inf"), 1e300),
    *("", "x", "printed", "<script>alert(1)</script>", "\x1b]0;title\x07", "\x00", "../../etc/passwd", "ä" * 5000),
    *([], {}, [1], [None], ["a", "b"], [[1, 2]], {"a": 1}, {"name": 5}),
)
"""Values that belong nowhere."""


@dataclass(frozen=True)
class Damage:
    """folder: the damaged copy of a run.  file: what was damaged in it.  how: in words."""

    folder: Path
    file: str
    how: str


def case(seed: int, into: Path) -> Damage:
    """A run with one file damaged, in a folder of ``into``."""
    chance = random.Random(seed)
    run = chance.choice(RUNS)
    folder = into / f"case-{seed}" / run.name
    folder.mkdir(parents=True)
    files = [path for path in sorted(run.iterdir()) if path.suffix in (".parquet", ".json")]
    if (run / "matches.csv").exists():
        files += sorted(run.glob("*.csv"))
    for path in files:
        shutil.copy(path, folder / path.name)
    # settings are read where battles are, which are not kept here
    read = [path.name for path in files if path.name != "settings.json"]
    name = "provenance.json" if chance.random() < 0.35 else chance.choice(read)
    how = damage(folder / name, chance)
    return Damage(folder, name, how)


def damage(path: Path, chance: random.Random) -> str:
    """Change one thing in a file; says what."""
    ways: list[Callable[[Path, random.Random], str]] = [_bytes]
    ways += {".json": [_setting] * 3 + [_json] * 2, ".parquet": [_table] * 5, ".csv": [_lines] * 2}[path.suffix]
    return chance.choice(ways)(path, chance)


# --- any file ----------------------------------------------------------------------------------------------------


def _bytes(path: Path, chance: random.Random) -> str:
    data = bytearray(path.read_bytes())
    how = chance.choice(("flip", "flip", "flip", "cut", "empty", "gone", "text"))
    if how == "flip":
        for _ in range(chance.choice((1, 1, 3, 30))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif how == "cut":
        del data[chance.randrange(len(data)) :]
    elif how == "empty":
        data.clear()
    elif how == "text":
        data[:] = bytes(range(256))
    path.write_bytes(data)
    if how == "gone":
        path.unlink()
    return f"bytes: {how}"


# --- JSON --------------------------------------------------------------------------------------------------------


def _json(path: Path, chance: random.Random) -> str:
    text = path.read_text(encoding="utf-8")
    whole = {
        "null": "null",
        "number": "5",
        "digits": "9" * 5000,
        "list": '["a", "b"]',
        "text": '"said"',
        "lists": "[" * 100_000,
        "objects": '{"a":' * 100_000,
        "lists in it": '{"notes": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "twice": text.rstrip().rstrip("}") + ', "seed": 1, "seed": 1}',
        "nan": text.replace("[", "[NaN, ", 1),
        "half": text.replace('"tactician"', '"\\ud800"'),
        "nothing": "{}",
    }
    how = chance.choice(list(whole))
    path.write_text(whole[how], encoding="utf-8")
    return f"json: {how}"


def _setting(path: Path, chance: random.Random) -> str:
    """One value, at any depth, replaced, left out or renamed."""
    about = json.loads(path.read_text(encoding="utf-8"))
    inside, trail = about, []
    while True:
        at = chance.choice(list(inside) if isinstance(inside, dict) else list(range(len(inside))))
        trail.append(str(at))
        if not (isinstance(inside[at], dict | list) and inside[at] and chance.random() < 0.5):
            break
        inside = inside[at]
    how, junk = chance.choice(("junk", "junk", "junk", "gone")), chance.choice(JUNK)
    if how == "gone":
        del inside[at]
    else:
        inside[at] = junk
    path.write_text(json.dumps(about), encoding="utf-8")
    return f"setting {'.'.join(trail)}: {how if how == 'gone' else repr(junk)[:60]}"


# --- tables ------------------------------------------------------------------------------------------------------


def _table(path: Path, chance: random.Random) -> str:
    frame = pd.read_parquet(path)
    column = chance.choice(list(frame.columns))
    row = chance.randrange(len(frame))
    how = chance.choice(
        ("cell", "cell", "cell", "cell", "other", "drop", "rename", "type", "rows", "twice", "shuffled")
    )
    told = f"table, {how} {column}"
    if how == "other":
        other = chance.choice(TABLES)
        shutil.copy(other, path)
        return f"{told}: {other.parent.name}/{other.name}"
    if how == "cell":
        junk = chance.choice((*JUNK, b"\xff\xfe", b"bytes", 1e15, 2**53))
        told += f": {junk!r}"[:70]
        cells = frame[column].astype(object).tolist()
        if isinstance(junk, str | bytes | list | dict):  # a column has one type on the disk
            cells = [junk if isinstance(junk, list | dict | bytes) else str(cell) for cell in cells]
        cells[row] = junk
        frame[column] = pd.Series(cells, dtype=object)
    elif how == "drop":
        frame = frame.drop(columns=column)
    elif how == "rename":
        frame = frame.rename(columns={column: chance.choice(("x", "key", "\x1b[2J", "<b>", column.upper()))})
    elif how == "type":
        kind = chance.choice(("str", "float32", "int8", "bool", "category", "datetime64[ns]", "complex"))
        told += f" {kind}"
        try:
            frame[column] = frame[column].astype(kind)
        except (ValueError, TypeError, RuntimeWarning):
            frame[column] = frame[column].astype("category")
    elif how == "rows":
        frame = frame.iloc[: chance.choice((0, 1, len(frame) - 1))]
    elif how == "twice":
        frame = pd.concat([frame, frame.iloc[[row]]], ignore_index=True)
    else:
        frame = frame.sample(frac=1, random_state=chance.randrange(1000)).reset_index(drop=True)
    try:
        frame.to_parquet(path, index=False)
    except Exception:  # what no file can hold does no damage
        return f"{told}: not written"
    return told


def _lines(path: Path, chance: random.Random) -> str:
    """A cell of a CSV file."""
    lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    row = chance.randrange(len(lines))
    column = chance.randrange(len(lines[row]))
    junk = chance.choice(("", "x", "nan", "inf", "-1", "1e400", "\x1b]0;t\x07", '"', "a,b", "9" * 5000))
    lines[row][column] = junk
    path.write_text("\n".join(map(",".join, lines)) + "\n", encoding="utf-8")
    return f"csv, row {row}, column {column}: {junk!r:.30}"


# --- what is asked of it -----------------------------------------------------------------------------------------


def commands(damage: Damage) -> list[list[str]]:
    """What can be asked of such a run, the quickest first."""
    folder = str(damage.folder)
    found = [["report", folder, "--text"], ["traits", "--run", folder]]
    if (RESULTS / damage.folder.name / "prices.parquet").exists():
        other = str(next(run for run in LISTS if run.name != damage.folder.name))
        found += [
            ["efficiency", folder, "--reference", "Tiger I"],
            ["compare", folder, other],
            ["compare", other, folder],
        ]
        found += [["exploit", "--worth", folder, "--list", "revised", "--budget", "1", "--out", f"{folder}/exploit"]]
    return [*found, ["report", folder, "--out", f"{folder}/page.html"]]


def asked(command: list[str]) -> Result:
    return CliRunner().invoke(app, command, env={"COLUMNS": "80", "NO_COLOR": "1"})


def complaint(damage: Damage, result: Result) -> str:
    """What is wrong with an answer to a question about a damaged run; "" if it is an answer or one clear line."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"{type(result.exception).__name__}: {result.exception}"[:300]
    if result.exit_code == 0:
        return ""
    lines = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    if result.exit_code not in (1, 2) or len(lines) != 1:
        return f"status {result.exit_code}, {len(lines)} lines: {result.stderr[:200]!r}"
    if not lines[0].isprintable() or len(lines[0]) > 2_100:
        return f"not to be printed: {lines[0][:200]!r}"
    return ""
