"""What is spared of numba's work gives what numba gives, and other packages' functions see nothing of it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from os import environ
from typing import Any

import numpy as np
import pytest
from llvmlite import binding
from numba import typeof
from numba.core import compiler, event, ir, postproc
from numba.core.registry import cpu_target

from tigersim.core.compile.dispatchers import INNER_CODE
from tigersim.core.compile.repeats import as_ours
from tigersim.core.compile.settings import PLAIN
from tigersim.core.reach import in_reach_straight

pytestmark = pytest.mark.skipif(not INNER_CODE, reason="nothing is installed")

AS_NUMBA_DOES = """
from llvmlite.binding import ffi
from numba.core import ir, postproc, targetconfig, types
from numba.core.registry import cpu_target

def parts():
    flags, context = targetconfig.TargetConfig, cpu_target.target_context
    return [types.Record.__repr__, types.BaseFunction.get_call_type, flags.__eq__, flags.__hash__,
            ir.Inst._rec_list_vars, types.Record.__reduce__, postproc.PostProcessor.run,
            context.get_abi_sizeof.__func__, *ffi.lib._lock._cblist]

before = parts()
import tigersim.core.compile.dispatchers
try:
    print([now is then for now, then in zip(parts(), before, strict=True)])
except AttributeError:  # a plain function has taken the place of a method
    print("replaced")
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


@as_ours
def variables_as_ours(statement: ir.Inst) -> list[str]:
    return [var.name for var in statement.list_vars()]


def test_no_variable_of_a_statement_is_overlooked() -> None:
    blocks = compiler.run_frontend(in_reach_straight.py_func).blocks
    statements = [one for block in blocks.values() for one in block.body]
    assert len(statements) > 50
    for one in statements:
        assert variables_as_ours(one) == variables_of(one)
    assert sum(len(one.list_vars()) for one in statements) > 100


def test_variables_end_where_numba_ends_them() -> None:
    def ends(run: Callable[..., Any]) -> list[str]:
        function = compiler.run_frontend(in_reach_straight.py_func)
        run(postproc.PostProcessor(function), emit_dels=True)
        return [str(one) for block in function.blocks.values() for one in block.body]

    ours = ends(as_ours(postproc.PostProcessor.run))
    assert ours == ends(postproc.PostProcessor.run)
    assert sum(one.startswith("del ") for one in ours) > 50


@as_ours
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


def test_only_calls_for_our_functions_go_unwatched() -> None:
    during = threading.Event(), threading.Event()

    @as_ours
    def ours() -> None:
        during[0].set()
        during[1].wait()
        binding.get_default_triple()

    beside = threading.Thread(target=ours)
    with event.install_recorder("numba:llvm_lock") as seen:
        beside.start()
        during[0].wait()
        binding.get_default_triple()  # of another thread, meanwhile
        told = len(seen.buffer)
        during[1].set()
        beside.join()
        assert len(seen.buffer) == told > 0
        binding.get_default_triple()
        assert len(seen.buffer) == 2 * told


@pytest.mark.parametrize(("switch", "same"), [("1", True), ("", False)])
def test_the_switch_leaves_numba_alone(switch: str, same: bool) -> None:
    told = subprocess.run(
        [sys.executable, "-c", AS_NUMBA_DOES],
        env={**environ, PLAIN: switch},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("replaced" not in told.stdout and "False" not in told.stdout) == same
