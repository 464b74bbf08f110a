"""CONTRIBUTING.md names what is there: helpers of tests, words, modules that share a name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.contributing import ROOT, Page

TESTS = ROOT / "tests"
PROGRAMS = ("coverage_table", "lists", "notebooks", "pages", "switches")
"""Modules beside the tests that write files anew: "Keep the pages true" has them."""


def first_line(path: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]


def test_every_helper_says_when_to_take_it() -> None:
    table = re.findall(r"^\| `(tests/\S+\.py)` \| (.*) \|$", Page("Which helper to take").text, re.MULTILINE)
    helpers = {
        path.relative_to(ROOT).as_posix(): first_line(path)
        for path in TESTS.rglob("*.py")
        if not path.name.startswith(("test_", "conftest", "__")) and path.parent.name != "verification"
        if path.stem not in PROGRAMS or path.parent != TESTS
    }
    assert {name: words.replace("`", "``") for name, words in table} == helpers
    assert all("take it " in words for words in helpers.values())
