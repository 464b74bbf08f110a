"""Every notebook runs from top to bottom, says what it is committed with, defines no functions and is small."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from tests.forms import form
from tests.notebooks import CONTROLS, NOTEBOOKS, ROOT, executed, read, words

LARGEST = 300_000
"""Bytes of a notebook with its outputs."""
PLACES = re.compile(r"(?<![\w/:.<])/(?:[\w.-]+/)+|[A-Z]:\\\\|site-packages")
"""What only a path of a machine has; not the part of an address, a fraction or a tag."""
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def plain(source: str) -> str:
    """A cell without what is meant for the notebook itself: lines such as ``%matplotlib inline``."""
    return "\n".join(line for line in source.splitlines() if not line.startswith("%"))


def test_notebooks_are_numbered_from_one_and_stand_in_the_guide() -> None:
    guide = (ROOT / "docs" / "guide" / "notebooks.md").read_text(encoding="utf-8")
    assert [path.name[:3] for path in NOTEBOOKS] == [f"{k:02}_" for k in range(1, len(NOTEBOOKS) + 1)]
    assert len(NOTEBOOKS) >= 8
    for path in NOTEBOOKS:
        assert guide.count(f"](../../notebooks/{path.name})") == 1, path.name


FEWER = {
    "04_what_is_a_unit_worth": ("n_battles=20_480", "n_battles=10_240"),
    "07_design_your_own_unit": ("target=0.4", "target=0.8"),
}
"""What the short form asks of a notebook in place of many battles."""


@each
def test_a_notebook_runs_and_says_what_it_is_committed_with(path: Path, tmp_path: Path) -> None:
    """If it says something else now, ``python -m tests.notebooks`` writes it anew.

    Every cell runs in both forms.  Only the long one finds other numbers in cells that rest on the battles of FEWER.
    """
    before, after = form(FEWER.get(path.stem, ("", "")), ("", ""))
    notebook, told = read(path), words(read(path))
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    known = resting_on(before, [cell.source for cell in code]) if before else [False] * len(code)
    assert any(known) == bool(before)
    for cell in code:
        cell["source"] = cell.source.replace(before, after) if before else cell.source
    nbformat.write(notebook, tmp_path / path.name)
    now = words(executed(tmp_path / path.name, tmp_path / "run.ipynb"))
    assert [len(outputs) for outputs in now] == [len(outputs) for outputs in told]
    for rests, said, committed in zip(known, now, told, strict=True):
        assert rests or said == committed


def resting_on(text: str, sources: list[str]) -> list[bool]:
    """Of each cell, whether ``text`` stands in it or it reads what such a cell assigns."""
    found: list[bool] = []
    touched: set[str] = set()
    for source in sources:
        names = [node for node in ast.walk(ast.parse(plain(source))) if isinstance(node, ast.Name)]
        rests = text in source or any(node.id in touched for node in names if isinstance(node.ctx, ast.Load))
        touched |= {node.id for node in names if rests and isinstance(node.ctx, ast.Store)}
        found.append(rests)
    return found


def test_cells_that_rest_on_a_text_are_found() -> None:
    cells = ["%matplotlib inline\na = 1", "b = run(n=9)", "c = a", "d = b", "print(d)", "print(a, c)"]
    assert resting_on("n=9", cells) == [False, True, False, True, True, False]


@each
def test_a_notebook_asks_one_question_and_defines_nothing(path: Path) -> None:
    cells = read(path).cells
    assert cells[0].cell_type == "markdown"
    assert "?" in cells[0].source.splitlines()[0]
    for cell in cells:
        if cell.cell_type != "code":
            continue
        defined = [
            node
            for node in ast.walk(ast.parse(plain(cell.source)))
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda)
        ]
        assert not defined, f"{path.name} defines something in line {defined[0].lineno} of {cell.source!r}"


@each
def test_a_notebook_is_committed_with_its_outputs_and_nothing_of_the_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    notebook = read(path)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in notebook.cells:
        assert cell.metadata == {}, "no times of execution"
        if cell.cell_type != "code":
            continue
        assert cell.execution_count is None
        assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in cell.outputs)
        assert cell.outputs or _only_prepares(cell.source), f"{path.name}: {cell.source!r} has no output"
        told = [output.text if output.output_type == "stream" else str(output.data) for output in cell.outputs]
        for letters in (cell.source, *(re.sub(r"'image/png': '[^']*'", "", one) for one in told)):
            assert not PLACES.search(letters), f"{path.name}: {letters[:200]!r}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kept in /a_machine/runs/one", True),
        ('File "/a_machine/lib/numba.py"', True),
        ("C:" + 2 * chr(92) + "runs", True),
        ("https://example.org/guide/units", False),
        ("1/2/3 and/or</td></tr>", False),
    ],
)
def test_a_path_of_a_machine_is_told_from_other_slashes(text: str, found: bool) -> None:
    assert bool(PLACES.search(text)) == found


def _only_prepares(source: str) -> bool:
    """Whether a cell ends in an import or an assignment, so that there is nothing to see."""
    return isinstance(ast.parse(plain(source)).body[-1], ast.Import | ast.ImportFrom | ast.Assign)


@each
def test_what_a_control_shows_stands_in_a_picture_before_it(path: Path) -> None:
    """Who only reads sees no controls; the cell of a control never comes first."""
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    for before, cell in pairwise(cells):
        if "widgets.explore(" in cell.source:
            assert any("image/png" in output.get("data", {}) for output in before.outputs), cell.source
            assert any(CONTROLS in str(output) for output in cell.outputs)
