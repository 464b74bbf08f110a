"""Every notebook runs from top to bottom, defines no functions and is committed without long outputs."""

import ast
import sys
import warnings
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the kernel's machinery has its own; tigersim's would fail in its own tests
        from jupyter_client.kernelspec import KernelSpec
        from jupyter_client.manager import AsyncKernelManager
        from nbclient import NotebookClient

        manager = AsyncKernelManager(kernel_name="python3")
        # this interpreter, whatever kernels the machine has installed
        manager._kernel_spec = KernelSpec(
            argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            language="python",
            env={"PYTHONPATH": str(ROOT)},
        )
        client = NotebookClient(read(path), km=manager, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
        client.execute()


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
