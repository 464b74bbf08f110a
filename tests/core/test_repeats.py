"""What is spared of numba's work gives what numba gives, and other packages' functions see nothing of it."""

from __future__ import annotations

import subprocess
import sys
import threading
from os import environ

import numpy as np
import pytest
from llvmlite.binding import ffi
from numba import typeof
from numba.core import compiler, ir
from numba.core.registry import cpu_target

from tigersim.core.compile.inner_code import PLAIN
from tigersim.core.compile.jit import INNER_CODE
from tigersim.core.compile.repeats import as_ours
from tigersim.core.reach import in_reach_straight

pytestmark = pytest.mark.skipif(not INNER_CODE, reason="nothing is installed")
WATCHED = ffi.lib._lock._cblist

AS_NUMBA_DOES = """
from numba.core import ir
before = ir.Inst._rec_list_vars
import tigersim.core.compile.jit
print(ir.Inst._rec_list_vars is before)
"""


def variables_of(statement: ir.Inst) -> list[str]:
    """Variables of a statement by a walk of our own through everything in it."""
    found, left = [], list(statement.__dict__.values())[::-1]
    while left:
        part = left.pop()
        if isinstance(part, ir.Var):
            found.append(part.name)
        elif isinstance(part, ir.Inst):
            left += list(part.__dict__.values())[::-1]
        elif isinstance(part, (list, tuple)):
            left += part[::-1]
        elif isinstance(part, dict):
            left += list(part.values())[::-1]
    return found


def test_no_variable_of_a_statement_is_overlooked() -> None:
    blocks = compiler.run_frontend(in_reach_straight.py_func).blocks
    statements = [one for block in blocks.values() for one in block.body]
    assert len(statements) > 50
    for one in statements:
        assert [var.name for var in one.list_vars()] == variables_of(one)
    assert sum(len(one.list_vars()) for one in statements) > 100


def test_flags_are_alike_when_they_say_the_same() -> None:
    said, left_out, other = compiler.Flags(), compiler.Flags(), compiler.Flags()
    said.release_gil = left_out.release_gil  # the default, said aloud
    other.release_gil = not left_out.release_gil
    assert said == left_out
    assert hash(said) == hash(left_out)
    assert other != left_out
    assert said != "flags"


def test_a_type_is_measured_as_llvm_measures_it() -> None:
    context = cpu_target.target_context
    for kind in (context.get_value_type(typeof(value)) for value in (1, 2.5, True, np.zeros(3))):
        ours = as_ours(context.get_abi_sizeof)
        assert ours(kind) == ours(kind) == kind.get_abi_size(context.target_data)


def test_calls_of_llvm_are_watched_again_afterwards() -> None:
    before = WATCHED[:]
    assert before  # numba's own
    during: list[int] = []

    @as_ours
    def inner() -> None:
        during.append(len(WATCHED))

    @as_ours
    def fails() -> None:
        inner()
        raise ValueError("for the test")

    with pytest.raises(ValueError, match="for the test"):
        fails()
    assert during == [0]
    assert before == WATCHED
    both = threading.Barrier(2)

    @as_ours
    def beside() -> None:
        both.wait()
        during.append(len(WATCHED))
        both.wait()

    threads = [threading.Thread(target=beside) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert during == [0, 0, 0]
    assert before == WATCHED


@pytest.mark.parametrize(("switch", "same"), [("1", "True"), ("", "False")])
def test_the_switch_leaves_numba_alone(switch: str, same: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", AS_NUMBA_DOES],
        env={**environ, PLAIN: switch},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == same
