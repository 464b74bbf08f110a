"""Machine code that is ready plays without numba, to the same bits; what is not whole is made anew."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.forms import form
from tigersim.core import layout
from tigersim.core.board import TableTerms
from tigersim.core.compile import ready
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.compile.ready import form_of
from tigersim.core.play.kernels import Battles

ROOT = Path(__file__).resolve().parents[2]
needs_ready = pytest.mark.skipif(COMPILER_OFF or not ready.IS_POSSIBLE, reason="no machine code is kept here")

TRIED = """
import numpy as np
from tigersim.core.compile.jit import jit, jit_allocating

@jit
def added(numbers, k, x, terms, big, deep):
    total = x * numbers[k] + deep[1, 0] - deep[0, 1]
    total += terms.width + terms.depth + terms.forts[0] - terms.forts[1]
    numbers[0] = total
    return np.uint64(big + np.uint64(1))

@jit
def is_even(n):
    return n % 2 == 0

@jit
def nothing(numbers):
    numbers[1] = -1.0

@jit
def parted(n):
    return n // 2, n % 2

@jit_allocating
def summed(n):
    return np.arange(n).sum()

@jit
def refuses(n):
    if n < 0:
        raise ValueError("a number below 0")
    return n
"""
CHECKS = """
import importlib.util
import sys
import numpy as np
from tigersim.core.board import TableTerms

spec = importlib.util.spec_from_file_location("tigersim.tried", "tried.py")  # only the package's own is kept
sys.modules["tigersim.tried"] = tried = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tried)
added, is_even, nothing = tried.added, tried.is_even, tried.nothing

numbers, deep = np.array([1.0, 2.0, 4.0]), np.arange(4.0).reshape(2, 2)
terms = TableTerms(36, 48, forts=(4, 1))
most = 2**64 - 2
for k, x in ((2, 0.5), (np.int64(1), np.float64(3.0))):
    numbers[:] = 1.0, 2.0, 4.0
    assert added(numbers, k, x, terms, np.uint64(most), deep) == most + 1
    # 0.5 * 4 or 3 * 2; 2 - 1; 36 + 48 + 4 - 1
    assert numbers.tolist() == [x * (4.0, 2.0)[int(k) == 1] + 1 + 87, 2.0, 4.0]
assert is_even(4) is True and is_even(7) is False
assert nothing(numbers) is None and numbers[1] == -1.0
print("numba" in sys.modules)
"""
OTHERS = """
numbers = np.array([1.0, 2.0, 4.0])
assert tried.refuses(3) == 3
try:
    tried.refuses(-1)
except ValueError as error:
    assert str(error) == "a number below 0"
else:
    raise AssertionError("no error came out of the kernel")
assert tried.parted(7) == (3, 1)
assert tried.summed(5) == 10
far_apart = np.arange(8.0)[::2]
assert nothing(far_apart) is None and far_apart[1] == -1.0  # others than the ones before
assert is_even(n=6) is True
"""


def loads_numba(tmp_path: Path, more: str = "") -> bool:
    """Call kernels in a process of its own; returns whether numba was loaded for those that every machine keeps."""
    module = tmp_path / "tried.py"
    if not module.exists():  # numba compiles anew what was written since
        module.write_text(TRIED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CHECKS + more],
        cwd=tmp_path,
        env={**os.environ, "TIGERSIM_CACHE": str(tmp_path / "kernels"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout == "True\n"


def kept(tmp_path: Path, kernel: str) -> list[Path]:
    return sorted((tmp_path / "kernels").rglob(f"ready/tried.{kernel}-*.json"))


@needs_ready
def test_a_kernel_that_is_ready_is_called_without_numba(tmp_path: Path) -> None:
    assert loads_numba(tmp_path, OTHERS)
    assert len(kept(tmp_path, "added")) == len(kept(tmp_path, "is_even")) == 1
    assert len(kept(tmp_path, "nothing")) == 2  # for arrays of two kinds
    assert not kept(tmp_path, "parted")  # there are no words for two answers
    assert not kept(tmp_path, "refuses")  # nor for errors
    assert not kept(tmp_path, "summed")  # numba makes its arrays
    assert not loads_numba(tmp_path, OTHERS)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def of_another_processor(path: Path) -> None:
    about = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**about, "machine": ["another", ""]}), encoding="utf-8")


def of_a_record_that_is_gone(path: Path) -> None:
    about = json.loads(path.read_text(encoding="utf-8"))
    about["arguments"] = [{"array": {**about["arguments"][0]["array"], "dtype": ["tigersim.core.layout", "NO", []]}}]
    path.write_text(json.dumps(about), encoding="utf-8")


def all_code(spoil: Callable[[Path], Any]) -> Callable[[Path], Any]:
    """Spoil all machine code that lies beside what is said of a kernel."""
    return lambda path: [spoil(code) for code in path.parent.glob("*.o")]


SPOILT: tuple[Callable[[Path], Any], ...] = (cut, of_another_processor, of_a_record_that_is_gone, all_code(cut))


@needs_ready
def test_what_is_not_whole_is_made_anew(tmp_path: Path) -> None:
    assert loads_numba(tmp_path)
    for spoil in (*SPOILT, *form((), (Path.unlink, all_code(Path.unlink)))):
        (about,) = kept(tmp_path, "nothing")
        spoil(about)
        assert loads_numba(tmp_path)  # it has its own copy
    assert not loads_numba(tmp_path)


def test_the_words_of_an_array_say_where_it_lies() -> None:
    numbers = np.arange(24, dtype=np.int64).reshape(4, 6)
    form = form_of({"array": {"dtype": "<i8", "ndim": 2, "layout": "A", "writeable": True}})
    words: list[Any] = []
    part = numbers[1::2, ::3]
    assert form.words(part, words)
    owner, parent, items, size, place, rows, columns, by_row, by_column = words
    assert len(form.kinds) == len(words)
    assert (owner, parent, items, size, rows, columns) == (0, 0, 4, 8, 2, 2)
    assert ctypes.c_int64.from_address(place + by_row + by_column).value == part[1, 1] == 21
    for other in (numbers, part.astype(np.int32), part[0], part.copy(), part.T.copy().T, [[6, 9], [18, 21]]):
        assert not form.words(other, [])
    part.flags.writeable = False
    assert not form.words(part, [])


def test_records_are_told_by_where_they_are_declared() -> None:
    battle = {"dtype": ["tigersim.core.battle_layout", "BATTLE", []], "ndim": 1, "layout": "C", "writeable": True}
    unit = {**battle, "dtype": ["tigersim.core.battle_layout", "BATTLE", ["unit"]]}
    battles = layout.battles(2)
    whole, part = form_of({"array": battle}), form_of({"array": unit})
    assert whole.words(battles, [])
    assert whole.words(battles[1:], [])
    assert whole.words(np.asarray(battles), [])  # no recarray, yet the same record
    assert not whole.words(layout.tables(1), [])
    assert part.words(battles[0].unit, [])
    assert not part.words(battles, [])


@pytest.mark.parametrize(("kind", "fits", "does_not"), [
    ("int64", (5, np.int64(-5), np.int32(7), -(2**63)), (True, np.uint64(5), 5.0, 2**63, "5", None)),
    ("uint64", (np.uint64(2**64 - 1),), (5, np.int64(5), True)),
    ("float64", (0.5, np.float64(0.5)), (1, np.float32(0.5), True)),
    ("bool", (True, False, np.True_), (1, 0.0, None)),
])  # fmt: skip
def test_numbers_are_told_apart(kind: str, fits: tuple[Any, ...], does_not: tuple[Any, ...]) -> None:
    form = form_of(kind)
    for value in fits:
        words: list[Any] = []
        assert form.words(value, words)
        assert words == [value]
    assert not any(form.words(value, []) for value in does_not)


def test_a_named_tuple_is_told_by_its_class() -> None:
    forts = {"tuple": ["builtins", "tuple"], "parts": ["int64", "int64"]}
    numbers = ["int64"] * (len(TableTerms._fields) - 1)
    form = form_of({"tuple": ["tigersim.core.board", "TableTerms"], "parts": [*numbers, forts]})
    given = TableTerms(36, 48, forts=(4, 1))
    words: list[Any] = []
    assert form.words(given, words)
    assert words == [*given[:-1], 4, 1]
    for other in (tuple(given), Battles(*given[:4]), given._replace(width=36.0), given._replace(forts=(4, 1, 0))):
        assert not form.words(other, [])
