"""The notebooks with their outputs: ``python -m tests.notebooks [NAME ...]`` runs them and writes the outputs anew.

What is written depends on the notebooks and the program only: no times, no counters, no random names.  Controls live
only in a notebook that runs, and a page within it is large, so what is kept of them is a line that says so.
"""

from __future__ import annotations

import atexit
import base64
import io
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
CONTROLS = "Controls are here when the notebook runs: jupyter lab notebooks"
PAGE = "A page to watch is here when the notebook runs: jupyter lab notebooks"
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
FIGURE = re.compile(r"<Figure size [^>]*>")
KEPT = ("text/plain", "text/html", "image/png")
COLOURS = 64
"""Of a picture that is kept."""

EXECUTE = """
import os
import sys

import nbformat
from IPython.core.displayhook import CapturingDisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config


class Shell(InteractiveShell):
    kernel = None  # what has this attribute is no terminal: pandas breaks its tables otherwise there

    def enable_gui(self, gui=None):
        pass


class Shown(CapturingDisplayHook):
    def __call__(self, result=None):
        if not shell.displayhook.quiet():  # the cell ends in a semicolon
            super().__call__(result)


# without its history, which a thread writes: threads and forks do not go together
shell = Shell.instance(colors="nocolor", config=Config({"HistoryManager": {"enabled": False}}))

with shell.builtin_trap:  # pandas looks for the shell once, while it is imported
    import ipywidgets
    import matplotlib.pyplot
    import numba
    import pandas
    import pyarrow
    import scipy.stats


def execute(source, into):
    notebook = nbformat.read(source, as_version=4)
    os.chdir(os.environ["NOTEBOOKS"])
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        with capture_output() as said:
            shell.display_trap.hook = Shown(shell=shell, outputs=shell.display_pub.outputs)
            done = shell.run_cell(cell.source, store_history=True)
        if not done.success:
            raise RuntimeError(said.stdout + said.stderr)
        streams = {"stdout": said.stdout, "stderr": said.stderr}
        outputs = [nbformat.v4.new_output("stream", name=name, text=text) for name, text in streams.items() if text]
        cell["outputs"] = [*outputs, *(nbformat.v4.new_output("display_data", data=one.data) for one in said.outputs)]
    nbformat.write(notebook, into)


for line in sys.stdin:
    source, into = line.rstrip().split(os.pathsep)
    child = os.fork()
    if not child:
        os.dup2(os.open(into + ".said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        execute(source, into)  # what it raises ends the child
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""The shell of a notebook without its kernel: between kernels and clients messages get lost, and neither is tested."""


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


@cache
def _runner() -> subprocess.Popen[str]:
    """A process that has imported what is slow to import, none of it ours, and runs each notebook in a fork."""
    process = subprocess.Popen(
        [sys.executable, "-c", EXECUTE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "NOTEBOOKS": str(ROOT / "notebooks"),
        },
    )
    atexit.register(process.communicate)  # which closes its stdin: it ends
    return process


def executed(path: Path, into: Path) -> nbformat.NotebookNode:
    """The notebook after a run from top to bottom, with outputs as they are kept; ``into``: a file to pass it through.

    A process of its own: the shell changes what its process shows and how it draws.
    """
    runner = _runner()
    assert runner.stdin is not None
    assert runner.stdout is not None
    print(path, into, sep=os.pathsep, file=runner.stdin, flush=True)
    assert runner.stdout.readline() == "0\n", Path(f"{into}.said").read_text(encoding="utf-8")
    notebook = read(into)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for number, cell in enumerate(notebook.cells):
        cell["metadata"] = nbformat.NotebookNode()
        cell["id"] = f"cell-{number:02}"
        if cell.cell_type == "code":
            cell["execution_count"] = None
            cell["outputs"] = [kept(output) for output in but_for_controls(cell.outputs)]
    return notebook


def but_for_controls(outputs: list[Any]) -> list[Any]:
    """What a control draws at first stands before it in the notebook: of such a cell only the control is an output."""
    return [output for output in outputs if WIDGET in output.get("data", {})] or outputs


def kept(output: Any) -> Any:
    """One output without what changes from run to run."""
    if output.output_type == "stream":
        return output
    data = {"text/plain": CONTROLS} if WIDGET in output.data else dict(output.data)
    if data.get("text/html", "").startswith("<iframe"):
        data = {"text/plain": PAGE}
    plain = {name: value for name, value in data.items() if name in KEPT}
    plain["text/plain"] = ADDRESS.sub("", plain.get("text/plain", ""))
    if "image/png" in plain:
        plain["image/png"] = in_few_colours(plain["image/png"])
    return nbformat.v4.new_output("display_data", data=plain)


def in_few_colours(picture: str) -> str:
    """A picture, base64 there and back, in a palette: half of its size, and nobody sees it."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(picture))) as whole:
        # this way a single mark of another colour keeps it
        few = whole.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode() + "\n"


def words(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """What every code cell says, pictures left out: their letters and pixels are the drawing library's."""
    return [
        [
            output.text if output.output_type == "stream" else FIGURE.sub("a picture", output.data["text/plain"])
            for output in cell.outputs
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


if __name__ == "__main__":
    asked = sys.argv[1:]
    for one in NOTEBOOKS:
        if asked and not any(one.name.startswith(name) for name in asked):
            continue
        with TemporaryDirectory() as folder:
            nbformat.write(executed(one, Path(folder) / one.name), one)
