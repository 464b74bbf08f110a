"""A page of CONTRIBUTING.md and a copy of the package: take it to follow an "Add a ..." page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SMALL_TABLES = """
import numpy as np
from tigersim.core import board

def survey(table):  # every cell sees every other: without the compiler this takes no minute
    table[0].words = (int(table[0].width) * int(table[0].depth) + 63) // 64
    table[0].los[:] = np.uint64(2**64 - 1)

board.survey = survey
"""
"""What a program begins with that plays battles on a copy."""


class Page:
    """One page, by its title.

    text: all of it.
    examples: its blocks of code in the order of the page, without the indent of the list.
    """

    def __init__(self, title: str) -> None:
        whole = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        self.text = whole.split(f"## {title}\n")[1].split("\n## ")[0]
        self.examples = [textwrap.dedent(one) for one in re.findall(r"```[a-z]+\n(.*?)```", self.text, re.DOTALL)]

    def files(self) -> list[str]:
        """Paths that the page names, each once."""
        return list(dict.fromkeys(re.findall(r"`((?:tigersim|tests|experiments)/[^`\n]+)`", self.text)))

    def missing(self) -> list[str]:
        """Paths that the page names and that are not there; NAME stands for any name."""
        return [name for name in self.files() if "NAME" not in name and not (ROOT / name).exists()]


class Copy:
    """The package in another folder, to be changed and run there without the compiler."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__", "*.parquet")
        shutil.copytree(ROOT / "tigersim", folder / "tigersim", ignore=ignored)

    def append(self, path: str, text: str) -> None:
        """Add a text at the end of a file, or write a new one."""
        with (self.folder / path).open("a", encoding="utf-8") as file:
            file.write(text)

    def replace(self, path: str, old: str, new: str) -> None:
        """Put a text in the place of another, which is there exactly once."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        (self.folder / path).write_text(text.replace(old, new), encoding="utf-8")

    def patch(self, path: str, changes: str) -> None:
        """Make the changes of an example: lines with ``-`` before them go, lines with ``+`` come."""
        lines = [(line[:1], line[1:]) for line in changes.splitlines(keepends=True)]
        old, new = ("".join(text for mark, text in lines if mark != other) for other in "+-")
        self.replace(path, old, new)

    def run(self, program: str) -> str:
        """What a program prints that imports the copy.  Fails with its errors where it fails."""
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(self.folder), "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
