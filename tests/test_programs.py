"""Processes that are begun run this package, not one that lies where they are begun."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tigersim
from tigersim.files import programs
from tigersim.version import RULES_VERSION, __version__

PACKAGE = Path(tigersim.__file__).parent
WHERE = "import tigersim; print(tigersim.__file__)"


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """A folder with a package of the same name."""
    folder = tmp_path / "checkout"
    (folder / "tigersim").mkdir(parents=True)
    (folder / "tigersim" / "__init__.py").write_text("raise SystemExit('another tigersim')\n", encoding="utf-8")
    return folder


def answer(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, env=programs.environment(), cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_package_where_a_process_is_begun_is_not_run(another: Path) -> None:
    assert (
        answer(programs.module("tigersim", "--version"), another)
        == f"tigersim {__version__} (rules version {RULES_VERSION})"
    )
    assert answer(programs.code(WHERE), another) == tigersim.__file__
    plain = subprocess.run([sys.executable, "-m", "tigersim"], cwd=another, capture_output=True, text=True, check=False)
    assert "another tigersim" in plain.stderr


def test_a_package_that_is_not_installed_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("site.getsitepackages", list)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["first", "second"]))
    assert programs.environment()["PYTHONPATH"].split(os.pathsep) == [str(PACKAGE.parent), "first", "second"]
    monkeypatch.delenv("PYTHONPATH")
    assert programs.environment()["PYTHONPATH"] == str(PACKAGE.parent)
    assert answer(programs.code(WHERE), tmp_path) == tigersim.__file__


def test_an_installed_package_does_not_hide_what_python_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site.getsitepackages", lambda: [str(PACKAGE.parent)])
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert "PYTHONPATH" not in programs.environment()


def test_nobody_else_begins_python() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "executable"
    }
    assert found == {"files/programs.py"}
