"""How often branches are taken: counted as they are, told to LLVM, and on record for the engine as it is."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Any

import numba
import pytest
from numba.core.compiler import run_frontend

from tests import branch_counts as counter
from tigersim.core.compile import branch_counts
from tigersim.core.compile.branch_counts import Counted, branches_in, counted, weights
from tigersim.core.compile.dispatchers import INNER_CODE, _general
from tigersim.core.compile.inner_code import InnerCodeLibrary, adopt

needs_inner_code = pytest.mark.skipif(not INNER_CODE, reason="all is compiled as numba does it")
WEIGHED_BY_NUMBA = ("i32 1, i32 99", "i32 99, i32 1")
"""Weights that it gives to branches which only errors take."""
NAME = f"{__name__}.threes"


def threes(numbers: int) -> int:
    found = 0
    for k in range(numbers):
        if k % 3 == 0:
            found += k
    return found


def is_odd_face(face: int) -> bool:
    return face in (1, 3, 5)


def kernel(function: Any = threes, **options: Any) -> Any:
    """A function above as one of ours that Python calls, compiled anew."""
    adopt(function)
    return _general(numba.njit(nogil=True, _nrt=False, **options)(function))


def given_to_llvm(known: Counted, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[str]:
    """What is told to LLVM of how often things happen in the function above, with these counts of it on record."""
    modules: list[str] = []
    add = InnerCodeLibrary.add_ir_module

    def added(library: Any, module: Any) -> None:
        modules.append(str(module))
        add(library, module)

    with monkeypatch.context() as patch:
        patch.setattr(branch_counts, "counted", lambda: {NAME: known})
        patch.setattr(InnerCodeLibrary, "add_ir_module", added)
        assert kernel(**options)(10) == 0 + 3 + 6 + 9
    (body,) = (each for each in modules if re.search(rf'define i32 @"_ZN.*{threes.__name__}', each))
    told = re.findall(r'"(?:branch_weights|function_entry_count)", (.*) }', body)
    return [each for each in told if each not in WEIGHED_BY_NUMBA]


def test_weights_are_shares() -> None:
    held, other = weights(3_000_000, 1_000_000)
    assert held == 3 * other
    often, never = weights(5, 0)
    assert never > 0
    assert often == 1024 * never


def test_the_largest_that_make_up_a_part() -> None:
    counts = [50_000, 30_000, 15_000, 4_000, 1_000]
    largest = {part: (least, many) for part, least, many in branch_counts._largest(counts)}
    assert largest[10_000] == largest[500_000] == (50_000, 1)
    assert largest[600_000] == largest[800_000] == (30_000, 2)
    assert largest[950_000] == (15_000, 3)
    assert largest[990_000] == (4_000, 4)
    assert largest[999_999] == (1_000, 5)


@needs_inner_code
def test_counts_on_record_reach_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    told = given_to_llvm(Counted(7, [(70, 7), (30, 40)]), monkeypatch)
    ways = [", ".join(f"i32 {weight}" for weight in weights(*met)) for met in ((70, 7), (30, 40))]
    assert told == ["i64 7", *ways]


@needs_inner_code
def test_a_branch_that_was_never_met_has_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(given_to_llvm(Counted(7, [(0, 7), (0, 0)]), monkeypatch)) == 2


@needs_inner_code
@pytest.mark.parametrize("branches", [[], [(70, 7)], [(70, 7), (30, 40), (1, 1)]])
def test_a_function_that_was_changed_since_has_none(
    branches: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert given_to_llvm(Counted(7, branches), monkeypatch) == []


@needs_inner_code
def test_a_function_that_is_to_be_debugged_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given_to_llvm(Counted(7, [(70, 7), (30, 40)]), monkeypatch, debug=True) == []


@needs_inner_code
def test_neither_has_one_of_numba_that_it_calls() -> None:
    assert any("seq_contains" in name for name in counted())
    assert [face for face in range(7) if kernel(is_odd_face, debug=True)(face)] == [1, 3, 5]


@needs_inner_code
def test_what_is_counted_is_what_was_done() -> None:
    with counter.counting() as counts:
        made = kernel()
        assert made(10) == made(10) == 18
        assert made(2) == 0
    assert counts.record()[NAME] == [3, [22, 3], [9, 13]]  # 10 + 10 + 2 steps; 4 + 4 + 1 of them by threes


@needs_inner_code
def test_large_counts_are_kept_to_three_digits() -> None:
    with counter.counting() as counts:
        assert kernel()(123_456) > 0
    assert counts.record()[NAME] == [1, [123_000, 1], [41_200, 82_300]]


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="counted with Python 3.11; another makes other branches")
def test_the_record_is_of_the_engine_as_it_is() -> None:
    known = {name: one for name, one in counted().items() if "<locals>" not in name}
    assert len(known) > 500
    assert sum(one.begun > 0 for one in known.values()) > len(known) / 2
    stale = [name for name, one in known.items() if branches_of(name) != len(one.branches)]
    assert len(stale) < len(known) / 50, f"python -m tests.branch_counts; {stale}"


def branches_of(name: str) -> int | None:
    """How many branches a function has now; None if there is none of this name."""
    module, _, function = name.rpartition(".")
    found = getattr(import_module(module), function, None)
    return None if found is None else branches_in(run_frontend(getattr(found, "py_func", found)))
