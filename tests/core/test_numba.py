"""What of numba is changed: for versions that were tried, behind one switch, and for this package's functions alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest

from tests.forms import LONG
from tests.verification import newer_numba
from tigersim.core.compile import settings
from tigersim.core.compile.jit import COMPILER_OFF

ROOT = Path(__file__).resolve().parents[2]
NEEDED_BY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
WHAT_TO_DO = newer_numba.WHAT_TO_DO.format(version=numba.__version__)

OURS_AND_THEIRS = """
import sys
sys.path.insert(0, "FOLDER")
import numba, numpy as np
from numba import types
from numba.core import config, itanium_mangler

BEFORE = (config.CACHE_DIR, types.Record.__repr__, types.BaseFunction.get_call_type)
import theirs
from tigersim.core.compile.dispatchers import INNER_CODE
from tigersim.core.compile.inner_code import FOREIGN, InnerCodeLibrary
from tigersim.core.compile.settings import is_wanted
from tigersim.core.geometry import gap_squared

print("on" if INNER_CODE else "off")
assert INNER_CODE == is_wanted()
assert gap_squared(1, 1, 5, 6) == 25  # two bases of an inch, three inches and four apart
assert (config.CACHE_DIR, types.Record.__repr__, types.BaseFunction.get_call_type)[0] == BEFORE[0]
if not INNER_CODE:
    assert (types.Record.__repr__, types.BaseFunction.get_call_type) == BEFORE[1:]

records = np.zeros(2, dtype=[("first", "i8"), ("second", "f8")])
assert "'first'" in repr(numba.typeof(records).dtype)  # as numba writes them
assert theirs.total(records, 3) == 6.0
for code in (*theirs.total.overloads.values(), *theirs.part.overloads.values()):
    assert getattr(code.library, "kind", FOREIGN) == FOREIGN
    assert code.library.get_pointer_to_function(code.fndesc.llvm_func_name)  # machine code of its own
    assert theirs.total.stats.cache_hits or any(
        code.fndesc.llvm_func_name == f.name and f.linkage.name == "external"  # open to all
        for f in code.library.get_defined_functions()
    )
assert len(theirs.part.overloads) in (0, 2)  # loaded with the kernel, or apart for integers and numbers
assert theirs.with_ours(4, 5) == theirs.kept_with_ours(4, 5) == 25  # ours is but inner code
print(theirs.total.stats.cache_path)
"""
THEIRS = """
import numba
from tigersim.core.geometry import gap_squared

@numba.njit
def part(x, y):
    return x + y

@numba.njit(cache=True)
def kept_with_ours(a, c):
    return gap_squared(0, 0, a, c)

@numba.njit
def with_ours(a, c):
    return gap_squared(0, 0, a, c)

@numba.njit(cache=True)
def total(records, n):
    s = 0.0
    for k in range(n):
        s += part(k, 1) + part(records[0].second, 0.0)
    return s
"""


def test_the_version_of_numba_is_one_that_was_tried() -> None:
    assert settings.OLDEST <= numba.version_info.short <= settings.NEWEST, WHAT_TO_DO


def test_the_versions_that_may_be_installed_are_those_that_were_tried() -> None:
    (bounds,) = (line.removeprefix("numba") for line in NEEDED_BY if line.startswith("numba"))
    (major, oldest), (_, newest) = settings.OLDEST, settings.NEWEST
    assert bounds == f">={major}.{oldest},<{major}.{newest + 1}", WHAT_TO_DO


@pytest.mark.parametrize(("switch", "version", "wanted"), [
    ("", settings.NEWEST, True),
    ("", settings.OLDEST, True),
    ("", (settings.NEWEST[0], settings.NEWEST[1] + 1), False),
    ("", (0, 60), False),
    ("1", settings.NEWEST, False),
])  # fmt: skip
def test_what_was_not_tried_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, switch: str, version: tuple[int, int], wanted: bool
) -> None:
    monkeypatch.setenv(settings.PLAIN, switch)
    assert settings.is_wanted(version) is wanted


@pytest.mark.parametrize(("said", "told"), [
    ("numba (0.61.2)\nAvailable versions: 0.61.2, 0.61.0\n", "no numba is out that was not tried"),
    ("numba (99.1.0)\nAvailable versions: 99.1.0\n", "numba 99.1 is not one of the versions"),
    ("", "pip could not be asked"),
])  # fmt: skip
def test_the_gate_tells_of_a_newer_numba(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said))
    newer_numba.main()
    assert told in capsys.readouterr().out


@pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")
@pytest.mark.parametrize("switch", ["", "1"], ids=["changed", "plain"])
def test_other_packages_compile_as_ever(tmp_path: Path, switch: str) -> None:
    (tmp_path / "theirs.py").write_text(THEIRS, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    for _ in ("compiled", "loaded") if LONG or not switch else ("compiled",):  # plain, numba alone has kept it
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", OURS_AND_THEIRS.replace("FOLDER", str(tmp_path))],
            env={**environment, settings.PLAIN: switch, "TIGERSIM_CACHE": str(tmp_path / "kernels")},
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        state, folder = done.stdout.splitlines()
        assert state == ("off" if switch else "on")
        assert Path(folder) == tmp_path / "__pycache__"
