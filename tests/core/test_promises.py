"""What the engine promises the compiler is kept: by how its kernels are written, and where bounds are checked."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.compile.settings import PLAIN
from tigersim.core.compile.sources import PACKAGE, sources

GAMES = ("", "batalist", "general_darmee", "victory_day")

KERNEL = """
import numpy as np
from tigersim.core.compile.dispatchers import INNER_CODE
from tigersim.core.compile.jit import jit

def entry(a, k):
    return a[k]

def part(x, y):
    return x / y

def summed(n, step):
    total = 0
    for k in range(0, n, step):
        total += k
    return total

entry, part, summed = jit(entry), jit(part), jit(summed)
numbers = np.arange(1.0, 9.0)
assert entry(numbers[2:6], 3) == 6.0
assert part(1.0, 0.0) == np.inf  # no question, no exception
assert summed(7, 3) == 9
if not INNER_CODE:
    assert entry(numbers[2:6], -1) == 6.0  # as numba counts
    try:
        summed(7, 0)
    except ValueError:
        print("asked")
try:
    print(entry(numbers[2:6], -1))
except IndexError:
    print("refused")
"""


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that are compiled, the engine's rules among them, with their places."""
    for path in {path for game in GAMES for path in sources(game)}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (
                path.parent == PACKAGE / "rules" or any(map(compiles, node.decorator_list))
            ):
                yield f"{path.relative_to(PACKAGE)}:{node.name}", node


def compiles(decorator: ast.expr) -> bool:
    """Whether a decorator makes kernels of functions, or parts of them."""
    return isinstance(decorator, ast.Name) and decorator.id.startswith("jit")


def may_end_in_an_exception(node: ast.AST) -> bool:
    return isinstance(node, (ast.Raise, ast.Assert)) or (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not isinstance(node.right, ast.Constant)
    )


def counts_from_the_end(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub)
    )


def test_kernels_are_written_as_they_promise() -> None:
    found, broken = 0, []
    for place, kernel in kernels():
        found += 1
        for node in ast.walk(kernel):
            if may_end_in_an_exception(node) or counts_from_the_end(node):
                broken.append(f"{place}:{node.lineno}")  # type: ignore[attr-defined]
    assert found > 600
    assert broken == []


@pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")
@pytest.mark.parametrize(("switches", "said"), [
    ({}, "2.0"),  # reads what lies before, here one of the same numbers
    ({"NUMBA_BOUNDSCHECK": "1"}, "refused"),
    ({PLAIN: "1"}, "asked\n6.0"),
], ids=["promised", "bounds checked", "plain"])  # fmt: skip
def test_an_index_is_taken_as_it_is(tmp_path: Path, switches: dict[str, str], said: str) -> None:
    script = tmp_path / "kernel.py"
    script.write_text(KERNEL, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name not in ("NUMBA_BOUNDSCHECK", PLAIN)}
    environment["TIGERSIM_CACHE"] = str(tmp_path / "kernels")
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(PACKAGE.parent), environment.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, str(script)], env={**environment, **switches}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, said), done.stderr
