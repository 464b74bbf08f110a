"""Parts of kernels that are machine code of their own: compiled once, and kept with whatever calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forms import LONG
from tigersim.core.compile import settings
from tigersim.core.compile.jit import COMPILER_OFF

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")

PLAYED = """
import numpy as np
from typing import Any, NamedTuple
from tigersim.core.compile.jit import jit, jit_inner, jit_part

RECORD = np.dtype((np.record, np.dtype([("first", "i8"), ("second", "f8")], align=True)))


class Numbers(NamedTuple):
    most: int
    rows: Any


@jit_inner
def small(x):
    return 3 * x


@jit_part
def deep(records, k):
    if records[k].first < 0:
        raise ValueError("a number below 0")
    return small(records[k].first)


@jit_part
def total(records, factor, numbers, square):
    found = 0.0
    for k in range(records.shape[0]):
        found += deep(records, k) * records[k].second
    for k in range(min(numbers.most, numbers.rows.shape[0])):
        found += factor * numbers.rows[k]
    for i in range(square.shape[0]):
        for j in range(square.shape[1]):
            found += square[i, j]
    records[0].second = found
    return found


@jit_inner
def between(records, factor, numbers, square):
    return total(records, factor, numbers, square)


@jit
def one(records, factor, numbers, square):
    return between(records, factor, numbers, square)


@jit
def other(records, factor, numbers, square):
    return -total(records, factor, numbers, square) + deep(records, 0)


def some():
    records = np.zeros(3, dtype=RECORD).view(np.recarray)
    records["first"], records["second"] = (2, 3, 4), (1.0, 10.0, 100.0)
    numbers = Numbers(2, np.arange(1.0, 9.0)[::3])
    return records, 1000.0, numbers, np.arange(6.0).reshape(2, 3)
"""
CHECKS = """
import sys
sys.path.insert(0, "FOLDER")
import played
from tigersim.core.compile import parts

# three times (2 + 30 + 400), a thousand times the first two of 1, 4 and 7, and 0 to 5
expected = 3 * 432.0 + 1000.0 * 5 + 15
for kernel, result in ((played.one, expected), (played.other, -expected + 6)):
    records, *others = played.some()
    assert kernel(records, *others) == result, kernel
    assert records[0].second == expected  # the caller's own array
    records[1].first = -1
    try:
        kernel(records, *others)
    except ValueError as error:
        assert str(error) == "a number below 0"
    else:
        raise AssertionError("no error came out of the part")
assert sum(played.one.stats.cache_hits.values()) == sum(played.other.stats.cache_hits.values()) == HITS
for part in parts.known_parts.values():
    assert part.gate.encode() in part.code
print(len(parts.known_parts))
"""
FOREIGN = """
import sys, warnings
sys.path.insert(0, "FOLDER")
import numba
import played
import theirs

records = played.some()[0]
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    assert theirs.kept(records) == 6
assert [one.category for one in told] == [numba.core.errors.NumbaWarning], told
assert "dynamic globals" in str(told[0].message)
assert not theirs.kept.stats.cache_hits
print(0)
"""
THEIRS = """
import numba
from played import deep

@numba.njit(cache=True)
def kept(records):
    return deep(records, 0)
"""


def checked(tmp_path: Path, hits: int, plain: str = "", script: str = CHECKS) -> int:
    """Play in a process of its own; returns how many parts it has loaded."""
    module = tmp_path / "played.py"
    if not module.exists():  # numba compiles anew what was written since
        module.write_text(PLAYED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script.replace("FOLDER", str(tmp_path)).replace("HITS", str(hits))],
        env={**os.environ, settings.PLAIN: plain, "TIGERSIM_CACHE": str(tmp_path / "kernels")},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_kernels_share_parts_and_find_them_on_disk(tmp_path: Path) -> None:
    wanted = 2 if settings.is_wanted() else 0  # each once, though two kernels go to both
    assert checked(tmp_path, hits=0) == wanted
    assert checked(tmp_path, hits=1) == wanted
    files = [path for name in ("total", "deep") for path in (tmp_path / "kernels").rglob(f"played.{name}-*")]
    assert len(files) == 4
    for path in files:
        path.unlink()
    assert checked(tmp_path, hits=1) == wanted  # a kernel brings along what it goes to


def test_as_numba_does_it_they_are_parts_of_each_kernel(tmp_path: Path) -> None:
    assert checked(tmp_path, hits=0, plain="1") == 0
    if LONG:
        assert checked(tmp_path, hits=1, plain="1") == 0  # numba alone has kept them


@pytest.mark.skipif(not settings.is_wanted(), reason="nothing is installed")
def test_what_numba_would_read_by_itself_is_not_kept_with_parts(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(THEIRS, encoding="utf-8")
    for _ in ("compiled", "again"):
        checked(tmp_path, hits=0, script=FOREIGN)
