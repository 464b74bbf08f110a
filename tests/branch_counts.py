"""Counts how often battles take each branch of the engine: ``python -m tests.branch_counts`` writes the record anew.

The record is what ``core.compile.branch_counts`` tells LLVM.  It is worth writing anew where players or rules were
changed that much of a battle goes through: battles are to the same bits either way, with old counts a little slower.
Takes two minutes.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import ir, lowering

from tigersim.core.compile.branch_counts import RECORD, branches_in, name_of

WORD = llvm.IntType(64)
BEGUN = -1
"""Stands for a function's beginning where its branches have numbers."""
PLACES = 1 << 15
QUICK = ("heuristic", "tactician")
TASKS = 32
"""Tasks of 256 battles by each of these players; as many tables are met."""
FEW = 2
"""Battles of strategists on each table: they take longest."""
EXTRAS: Any = {"forts": (2, 1), "support": "both"}
"""What scenarios are played with besides what they say."""


class Counter:
    """Places in memory that machine code adds 1 to: of each branch, and of each function's beginning."""

    def __init__(self) -> None:
        self.counts = np.zeros((PLACES, 2), np.int64)
        self.places: dict[tuple[str, int, int], int] = {}
        """By function, how many branches it has, and which of them."""

    def counts_at(self, builder: Any, function: Any, branch: int, held: Any) -> None:
        """Have machine code count here, whether or not a condition held."""
        place = self.places.setdefault((name_of(function), branches_in(function), branch), len(self.places))
        address = builder.add(
            llvm.Constant(WORD, self.counts[place].ctypes.data),
            builder.mul(builder.zext(held, WORD), llvm.Constant(WORD, self.counts.itemsize)),
        )
        pointer = builder.inttoptr(address, WORD.as_pointer())
        builder.store(builder.add(builder.load(pointer), llvm.Constant(WORD, 1)), pointer)

    def record(self) -> dict[str, list[Any]]:
        """For each function: how often it began; of each branch how often its condition held, and how often not.

        Of a function that was compiled for several types of arguments, with other numbers of branches, the form that
        was called most.
        """
        found: dict[str, list[Any]] = {}
        for name, branches in sorted({place[:2] for place in self.places}):
            begun, *counted = (self._counted(name, branches, branch) for branch in range(BEGUN, branches))
            if name not in found or found[name][0] < sum(begun):
                found[name] = [sum(begun), *counted]
        return found

    def _counted(self, name: str, branches: int, branch: int) -> list[int]:
        place = self.places.get((name, branches, branch))
        return [0, 0] if place is None else [_in_short(count) for count in self.counts[place, ::-1].tolist()]


def _in_short(count: int) -> int:
    """A count to three digits."""
    return int(float(f"{count:.3g}"))


@contextmanager
def counting() -> Iterator[Counter]:
    """Count in all that is compiled meanwhile: it holds addresses of this process, and none of it may be kept."""
    counter = Counter()
    body, instruction = lowering.Lower.lower_function_body, lowering.Lower.lower_inst

    def counted_body(self: Any) -> Any:
        self.next_branch = BEGUN
        return body(self)

    def counted_instruction(self: Any, inst: Any) -> None:
        if self.next_branch == BEGUN:
            self.next_branch = 0
            counter.counts_at(self.builder, self.func_ir, BEGUN, llvm.Constant(llvm.IntType(1), 0))
        instruction(self, inst)
        if isinstance(inst, ir.Branch):
            end = self.builder.block.terminator
            self.builder.position_before(end)
            counter.counts_at(self.builder, self.func_ir, self.next_branch, end.operands[0])
            self.builder.position_at_end(self.builder.block)
            self.next_branch += 1

    lowering.Lower.lower_function_body, lowering.Lower.lower_inst = counted_body, counted_instruction
    try:
        yield counter
    finally:
        lowering.Lower.lower_function_body, lowering.Lower.lower_inst = body, instruction


def play() -> None:
    """Standard battles of all compiled players on the same tables, then some of every scenario, with all there is."""
    from tigersim.catalogue.scenarios import scenarios
    from tigersim.lab.batch import Arena
    from tigersim.lab.design import Design

    for player in QUICK:
        Arena(Design(players=(player, player))).batches(0, TASKS, threads=1)
    strategists = Arena(Design(players=("strategist", "strategist")))
    for task in range(TASKS):
        strategists.play(task, FEW)
    for terms in ({"markers": "standard"}, *({"scenario": scenario, **EXTRAS} for scenario in scenarios())):
        Arena(Design(players=QUICK, **terms)).batches(0, 1, threads=1)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TIGERSIM_CACHE"] = folder
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # or another process would help, and count for itself
        with counting() as counter:
            play()
    lines = (f"{json.dumps(name)}: {json.dumps(counts)}" for name, counts in counter.record().items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
