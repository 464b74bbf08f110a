"""CONTRIBUTING.md names what is there: helpers of tests, words, modules that share a name."""

from __future__ import annotations

import ast
import re
from collections import Counter
from itertools import chain
from pathlib import Path

from tests.contributing import ROOT, Page

TESTS = ROOT / "tests"
PROGRAMS = ("branch_counts", "coverage_table", "lists", "notebooks", "pages", "switches")
"""Modules besides the tests that write files anew: "Keep the pages true" has them."""


PACKAGE = ROOT / "tigersim"
WORDS = Page("Words").text
CHAPTERS = ("rules", "odds", "core")
"""Rooms in which a chapter of the rulebook has one name."""
SHOWN = ("cli", "show", "site")
"""Rooms whose modules are called after what they ask for or show."""
TWICE = {
    *("asking", "carrying", "dice", "ground", "kernels", "lists", "luck", "markers", "orders", "places"),
    *("armies", "attacks", "battles", "cards", "chances", "experiment", "frames", "result", "run", "sampling"),
    *("scenarios", "schemas", "sight", "targets", "traits", "units"),
}
"""Names that stand in two rooms for want of better ones, each time for the same thing: fewer is better."""


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


def test_a_name_of_a_module_stands_once() -> None:
    chapters = {path.stem for path in (PACKAGE / "rules").glob("*.py")}
    rooms: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parent.as_posix()
        first = room.split("/")[0]
        of_a_game = room.startswith("companions/")
        if path.stem.startswith("__") or first in SHOWN or of_a_game or path == PACKAGE / f"{path.stem}.py":
            continue
        rooms.setdefault(path.stem, set()).add("chapters" if first in CHAPTERS and path.stem in chapters else room)
    doubles = {name: sorted(found) for name, found in rooms.items() if len(found) > 1}
    assert {name: found for name, found in doubles.items() if name not in TWICE} == {}
    assert set(doubles) == TWICE


def identifiers() -> Counter[str]:
    """Words that names of the package are made of."""
    found: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        names = [path.stem]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names += [getattr(node, field) for field in ("name", "id", "attr", "arg") if hasattr(node, field)]
        parts = (re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name) for name in names if isinstance(name, str))
        found.update(word.lower() for word in chain.from_iterable(parts))
    return found


def test_a_word_has_one_line() -> None:
    rows = re.findall(r"^\| (?!\*\*|word|-)(.+?) \|", WORDS, re.MULTILINE)
    words = [word for row in rows for word in row.split(", ")]
    assert len(words) > 40
    assert [word for word, lines in Counter(words).items() if lines > 1] == []


def test_names_do_without_the_words_that_are_not_used() -> None:
    unused = re.search(r"are not used in names.*?: (.*?)\.\n", WORDS, re.DOTALL)
    assert unused
    others = re.findall(r"(\w+)(?:, (\w+))? \(\w+\)", unused[1])
    words = [word for pair in others for word in pair if word]
    assert len(words) >= 6
    used = identifiers()
    assert used["player"] > 100
    assert [word for word in words if used[word]] == []
