"""What the repository refers to is in the repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("tigersim", "tests", "docs", "experiments", "benchmarks", "notebooks", ".ci")
ENDINGS = {".py", ".md", ".toml", ".csv", ".txt", ".ipynb", ".sh", ""}
DOCUMENT = re.compile(r"(?<![\w/.{}*-])(?:\w[\w.-]*/)*\w[\w-]*\.(?:md|rst)\b")
"""A page that is named, as README.md or guide/prices.md."""
PATH = re.compile(r"`((?:[\w.-]+/)*[\w.-]+/?)(?:#[\w-]+)?`")
"""What stands in code marks and could be a file or a folder."""
MADE = {"docs/_build/index.html"}
"""Paths that a command makes."""


def texts() -> list[Path]:
    """All texts that people write."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS]
    found += [path for path in ROOT.iterdir() if path.suffix in ENDINGS]
    return [path for path in found if path.is_file() and "_build" not in path.parts and path.name != "CHANGELOG.md"]


def known() -> set[str]:
    """The names of all pages."""
    return {path.name for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))}


def test_pages_that_are_named_exist() -> None:
    pages = known()
    assert {"README.md", "CONTRIBUTING.md", "method.md"} <= pages
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in texts()
        for name in DOCUMENT.findall(path.read_text(encoding="utf-8", errors="replace"))
        if name.rpartition("/")[2] not in pages
    ]
    assert missing == []


def in_code_marks(page: str) -> list[str]:
    """The paths that a page names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [name for name in PATH.findall(text) if "/" in name]


def test_paths_of_contributing_exist() -> None:
    named = in_code_marks("CONTRIBUTING.md")
    assert len(named) > 20
    for name in named:
        to_write = name.endswith("NAME.py")
        real = name.rpartition("/")[0] if to_write else name.replace("NAME", "batalist")
        places = (ROOT / real, ROOT / "tigersim" / real)  # the layers are called by their folders
        assert any(place.exists() for place in places) or real in MADE, name


@pytest.mark.parametrize("text", ["({}, test 7)", "see rules/{}", "{}: columns", "`{}`"])
def test_pages_that_do_not_exist_are_seen(text: str) -> None:
    (name,) = DOCUMENT.findall(text.format("PLAN" + ".md"))
    assert name.rpartition("/")[2] not in known()
