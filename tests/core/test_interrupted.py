"""Ctrl-C while a function is compiled: it is heard, nothing is left half done, and the next call compiles again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.forms import form
from tigersim.core.compile import signals
from tigersim.core.compile.jit import COMPILER_OFF

SCRIPT = '''
import linecache, os, signal, sys
from types import CodeType

import numpy as np

from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.compile.inner_code import InnerCodeLibrary
from numba.core import caching, codegen, compiler_lock, event, typeinfer, typing, utils

SOURCE = """
def small(x):
    return x * 3 + 1

def inner(a, x):
    s = 0
    for i in range(a.shape[0]):
        s += small(a[i]) * x
    return s

def part(a, x):
    return inner(a, x) + 1

def run(a, x):
    return part(a, x) + inner(a, 2)
"""
NUMBERS = np.arange(5)  # 1 + 4 + 7 + 10 + 13 = 35; 35 * 7 + 1 + 35 * 2 = 316


def fresh(number):
    """The function ``run`` and its parts, not compiled yet."""
    file = os.path.join(os.environ["TIGERSIM_CACHE"], f"kernels_{number}.py")
    with open(file, "w") as out:
        out.write(SOURCE)
    names = {"__name__": f"kernels_{number}"}
    exec(compile(SOURCE, file, "exec"), names)
    for name, how in (("small", jit_inline), ("inner", jit_inner), ("part", jit), ("run", jit)):
        names[name] = how(names[name])
    return names["run"]


def interrupted(code, nth):
    """Press Ctrl-C where Python code is called for the n-th time while ``run`` is compiled."""
    run, left = fresh(f"{code.co_name}_{nth}"), [nth]

    def press(frame, event, _):
        if event == "call" and frame.f_code is code:
            left[0] -= 1
            if left[0] == 0:
                signal.raise_signal(signal.SIGINT)

    sys.setprofile(press)
    try:
        run(NUMBERS, 7)
        return "went on"
    except KeyboardInterrupt:
        pass
    finally:
        sys.setprofile(None)
    if left[0] > 0:
        return "never came there"
    return "again" if run(NUMBERS, 7) == 316 == run(NUMBERS, 7) else "wrong"


assert fresh("first")(NUMBERS, 7) == 316  # what numba does once is done
places = [
    (codegen.JITCodeLibrary._object_compiled_hook.__func__.__code__, 1),  # LLVM calls it and drops what it raises
    (codegen.JITCodeLibrary._object_compiled_hook.__func__.__code__, 2),
    (utils.stream_list.__code__, 3),
    (event.start_event.__code__, 5),
    (compiler_lock._CompilerLock.release.__code__, 2),
    (typeinfer.TypeInferer.propagate.__code__, 1),
    (typeinfer.TypeInferer.propagate.__code__, 3),
    (InnerCodeLibrary.finalize.__code__, 1),
    (InnerCodeLibrary.finalize.__code__, 3),
    (InnerCodeLibrary._optimize_final_module.__code__, 4),
    (caching.IndexDataCacheFile._save_index.__code__, 1),
    (caching.IndexDataCacheFile._save_data.__code__, 2),
]
for code, nth in places[:: int(sys.argv[1])]:
    print(code.co_name, nth, interrupted(code, nth), flush=True)
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
'''


@pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")
def test_after_ctrl_c_at_any_place_the_next_call_compiles_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script, str(form(3, 1))],  # every third place, in the long form each of them
        env={**os.environ, "TIGERSIM_CACHE": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    *places, handler = done.stdout.splitlines()
    assert handler == "True"
    assert len(places) == form(4, 12)
    assert [place for place in places if not place.endswith(" again")] == []


LOADED = """
import signal, sys

class Stopped:
    def find_spec(self, name, path=None, target=None):
        if name == "PACKAGE" and self in sys.meta_path:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

def cell():
    table = ts.table.__name__
    from tigersim.core.geometry import gap_squared
    return table, gap_squared(1, 1, 5, 6)

import tigersim as ts
sys.meta_path.insert(0, Stopped())
try:
    cell()
except KeyboardInterrupt:
    print("stopped", *cell())
"""
"""Ctrl-C while a package is loaded for the first time, as in a cell of a notebook; then the cell is run again."""


@pytest.mark.parametrize("package", [
    "numpy.linalg",
    pytest.param("numba.core.codegen", marks=pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")),
])  # fmt: skip
def test_ctrl_c_while_the_engine_is_loaded_leaves_it_whole(package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.replace("PACKAGE", package)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.stdout, done.stderr) == ("stopped table 25\n", "")


class Heard(Exception):
    """What a signal raises here."""


@pytest.fixture
def user_signal() -> int:
    """A signal that raises Heard."""
    if not hasattr(signal, "SIGUSR1"):
        pytest.skip("this system has no such signal")
    return signal.SIGUSR1


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> object:
    def hear(number: int, frame: object) -> None:
        raise Heard

    before = signal.signal(signal.SIGUSR1, hear) if hasattr(signal, "SIGUSR1") else None
    yield
    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, before)


def test_a_step_is_done_before_a_signal_is_dealt_with(user_signal: int) -> None:
    done = []

    @signals.uninterrupted
    def step() -> None:
        signal.raise_signal(user_signal)
        signal.raise_signal(user_signal)
        done.append("step")

    with pytest.raises(Heard):
        step()
    assert done == ["step"]
    with pytest.raises(Heard):
        signal.raise_signal(user_signal)  # nothing waits outside


def test_between_two_steps_of_a_longer_one_it_is_dealt_with(user_signal: int) -> None:
    done = []
    part = signals.uninterrupted(done.append)

    @signals.uninterrupted
    def whole() -> None:
        part(1)
        signal.raise_signal(user_signal)
        done.append(2)
        part(3)

    with pytest.raises(Heard):
        whole()
    assert done == [1, 2]


def test_an_error_of_the_step_gives_way_to_the_signal(user_signal: int) -> None:
    @signals.uninterrupted
    def step() -> None:
        signal.raise_signal(user_signal)
        raise ValueError

    with pytest.raises(Heard):
        step()


def test_another_thread_takes_no_part(user_signal: int) -> None:
    found = []
    step = signals.uninterrupted(lambda: found.append(signal.getsignal(user_signal)))
    step()
    thread = threading.Thread(target=step)
    thread.start()
    thread.join()
    assert found[0] is signals._note
    assert found[1] is signal.getsignal(user_signal) is not signals._note
