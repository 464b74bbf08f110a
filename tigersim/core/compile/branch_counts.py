"""How often battles take each branch of the engine, told to LLVM: battles are a tenth faster, to the same bits.

A compiler that does not know which way a branch goes gives every way the same room.  With counts it keeps together what
is run together, copies the functions that are called most to where they are called, and makes what hardly ever runs
small.  ``python -m tests.branch_counts`` plays battles of all compiled players, counts, and writes the record anew.

Counts say what is worth the room, never what is done, so a record that is a little old costs a little time and no
more.  A function that has another number of branches than it had when they were counted is compiled without, and so is
one that is to be debugged (``NUMBA_DEBUGINFO=1``).
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import ir as llvm
from numba.core import ir, lowering

from tigersim.core.compile.repeats import is_ours

RECORD = Path(__file__).with_suffix(".json")
WEIGHED = ((lowering.Lower, "lower_function_body"), (lowering.Lower, "lower_inst"))
"""What numba must have for this."""
WHOLE = 1 << 20
"""Weights of both ways of a branch add up to about this."""
RAREST = 1 << 10
"""The part of the whole that a way is given at least, as 1 in so many: one that was not met can be met all the same."""
CUTOFFS = (10_000, *range(100_000, 1_000_000, 100_000), 950_000, 990_000, 999_000, 999_900, 999_990, 999_999)
"""Of a million counted: LLVM asks how large the largest counts are that make up so much together."""


class Counted(NamedTuple):
    """One function, as counted."""

    begun: int
    """How often it was called."""
    branches: Sequence[tuple[int, int]]
    """In the order of its code: how often the condition of each held, and how often not."""


def name_of(function: Any) -> str:
    """What the record calls a function; ``function`` is numba's form of it."""
    return f"{function.func_id.modname}.{function.func_id.func_qualname}"


def branches_in(function: Any) -> int:
    """How many branches a function has; ``function`` is numba's form of it."""
    return sum(isinstance(block.terminator, ir.Branch) for block in function.blocks.values())


@cache
def counted() -> dict[str, Counted]:
    """All functions on record, by name."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    return {name: Counted(begun, [tuple(ways) for ways in branches]) for name, (begun, *branches) in record.items()}


def weigh_branches() -> None:
    """Let numba hand the counts of our functions to LLVM."""
    lower_body, lower_instruction = lowering.Lower.lower_function_body, lowering.Lower.lower_inst

    def body(self: Any) -> Any:
        told = is_ours() and not self.context.enable_debuginfo  # llvmlite cannot write a function with both
        known = counted().get(name_of(self.func_ir)) if told else None
        self.branches = None
        if known and len(known.branches) == branches_in(self.func_ir):
            self.branches = iter(known.branches)
            begun = llvm.Constant(llvm.IntType(64), known.begun)
            self.function.set_metadata("prof", self.module.add_metadata(["function_entry_count", begun]))
        return lower_body(self)

    def instruction(self: Any, inst: Any) -> None:
        lower_instruction(self, inst)
        if isinstance(inst, ir.Branch) and self.branches and any(ways := next(self.branches)):
            self.builder.block.terminator.set_weights(weights(*ways))

    lowering.Lower.lower_function_body, lowering.Lower.lower_inst = body, instruction


def weights(held: int, other: int) -> list[int]:
    """What LLVM is told of a branch that was met."""
    return [max(round(WHOLE * way / (held + other)), WHOLE // RAREST) for way in (held, other)]


@cache
def summary() -> str:
    """What the counts of the whole record are like, as LLVM's text: from this it tells which are large."""
    known = counted().values()
    if not known:
        return ""
    ways = [way for function in known for branch in function.branches for way in branch]
    begun = [function.begun for function in known]
    counts = sorted(begun + ways, reverse=True)
    said = {
        "TotalCount": sum(counts),
        "MaxCount": counts[0],
        "MaxInternalCount": max(ways),
        "MaxFunctionCount": max(begun),
        "NumCounts": len(counts),
        "NumFunctions": len(begun),
    }
    largest = ", ".join(f"!{{i32 {part}, i64 {least}, i32 {many}}}" for part, least, many in _largest(counts))
    numbers = ", ".join(f'!{{!"{name}", i64 {number}}}' for name, number in said.items())
    return (
        f'!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !"ProfileSummary", !1}}\n'
        f'!1 = !{{!{{!"ProfileFormat", !"InstrProf"}}, {numbers}, !{{!"DetailedSummary", !{{{largest}}}}}}}\n'
    )


def _largest(counts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """For each of ``CUTOFFS``: the least of the largest counts that make it up, and how many they are."""
    sums = list(accumulate(counts))
    for part in CUTOFFS:
        last = bisect_left(sums, sums[-1] * part // 1_000_000)
        yield part, counts[last], last + 1
