"""Every notebook runs from top to bottom, defines no functions and is committed without long outputs."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


EXECUTE = """
import sys

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

manager = AsyncKernelManager(kernel_name="python3")
# this interpreter, whatever kernels the machine has installed
argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
manager._kernel_spec = KernelSpec(argv=argv, language="python")
NotebookClient(nbformat.read(sys.argv[1], as_version=4), km=manager, timeout=300).execute()
"""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    # a process of its own: the kernel's machinery has warnings and sockets that are no business of these tests
    done = subprocess.run(
        [sys.executable, "-c", EXECUTE, str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"},
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_asks_one_question_and_defines_nothing(path: Path) -> None:
    cells = read(path).cells
    assert cells[0].cell_type == "markdown"
    assert "?" in cells[0].source.splitlines()[0]
    for cell in cells:
        if cell.cell_type != "code":
            continue
        defined = [
            node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.FunctionDef | ast.ClassDef)
        ]
        assert not defined, f"{path.name} defines {defined[0].name}"
        assert len(str(cell.outputs)) < 20_000, f"{path.name} is committed with a long output"
