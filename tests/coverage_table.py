"""Which functions carry out each rule, and which tests hold it: makes ``coverage.json`` of every rulebook.

``python -m tests.coverage_table`` writes the table, ``python -m tests.coverage_table --check`` says whether it is
up to date.  It joins rulebook.csv, the registry that ``@rule`` fills as far as users reach it (``tests.reachability``),
and the markers ``@pytest.mark.rule`` of all tests.
"""

from __future__ import annotations

import ast
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.reachability import reached
from tigersim.catalogue.companions import GameRule, games
from tigersim.catalogue.rulebook import COVERAGE_JSON, RuleEntry, rules
from tigersim.registry import REGISTRY

TESTS = Path(__file__).resolve().parent
PACKAGES = ("rules", "catalogue", "odds", "core", "game", "companions")
"""The packages whose functions carry out rules."""


@cache
def registered() -> dict[str, list[str]]:
    """Rule or ruling ID -> sorted dotted names of its functions, after importing every module that may hold one."""
    for package in PACKAGES:
        path = import_module(f"tigersim.{package}").__path__
        for module in pkgutil.walk_packages(path, f"tigersim.{package}."):
            import_module(module.name)
    return {rule_id: sorted(names) for rule_id, names in REGISTRY.items()}


@cache
def carried() -> dict[str, list[str]]:
    """The same, but only the functions that something a user can call leads to: these carry a rule out."""
    found = {rule_id: [name for name in names if name in reached()] for rule_id, names in registered().items()}
    return {rule_id: names for rule_id, names in found.items() if names}


def _marks(expression: ast.expr, where: str) -> Iterator[str]:
    """IDs in every ``pytest.mark.rule(...)`` within the expression (also inside lists and ``pytest.param``)."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise TypeError(f"{where}: a rule marker takes plain rule IDs, not {ast.unparse(argument)}")
                yield argument.value


def _module_marks(body: list[ast.stmt], where: str) -> set[str]:
    """IDs that ``pytestmark = ...`` gives to every test below it."""
    return {
        rule_id
        for statement in body
        if isinstance(statement, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets)
        for rule_id in _marks(statement.value, where)
    }


def _tests_of(body: list[ast.stmt], inherited: set[str], where: str) -> Iterator[tuple[str, str]]:
    """Pairs (rule ID, test) of one module or class body; ``where`` is the test's name so far."""
    own = inherited | _module_marks(body, where)
    for statement in body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{where}::{statement.name}"
            ids = own | {rule_id for decorator in statement.decorator_list for rule_id in _marks(decorator, name)}
            if isinstance(statement, ast.ClassDef):
                yield from _tests_of(statement.body, ids, name)
            elif statement.name.startswith("test"):
                yield from ((rule_id, name) for rule_id in ids)


def marked() -> dict[str, list[str]]:
    """Rule or ruling ID -> sorted tests that carry its marker, as ``tests/folder/file.py::name``."""
    return _marked_in(TESTS)


@cache
def _marked_in(folder: Path) -> dict[str, list[str]]:
    tests: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        where = path.relative_to(folder.parent).as_posix()
        for rule_id, test in _tests_of(ast.parse(path.read_text(encoding="utf-8")).body, set(), where):
            tests.setdefault(rule_id, set()).add(test)
    return {rule_id: sorted(names) for rule_id, names in tests.items()}


def table(entries: Sequence[RuleEntry | GameRule]) -> list[dict[str, Any]]:
    """The coverage table of a rulebook as it should be: one entry per rule, in rulebook order."""
    functions, tests = carried(), marked()
    return [
        {
            "id": entry.id,
            "title": entry.title,
            "chapter": entry.chapter,
            "status": entry.status,
            "functions": functions.get(entry.id, []),
            "tests": tests.get(entry.id, []),
        }
        for entry in entries
    ]


def text(entries: Sequence[RuleEntry | GameRule]) -> str:
    """A table as its file holds it: one line per rule, so that changes read well."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in table(entries))
    return f"[\n{lines}\n]\n"


def files() -> dict[Path, Sequence[RuleEntry | GameRule]]:
    """The tables: Paper Tigers', then one for each companion game."""
    return {COVERAGE_JSON: rules()} | {game.folder / "coverage.json": game.rules for game in games().values()}


def out_of_date() -> list[str]:
    """The written tables that are not what ``text`` would write now."""
    return [
        path.relative_to(TESTS.parent).as_posix()
        for path, entries in files().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text(entries)
    ]


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        stale = out_of_date()
        sys.exit(f"out of date: {', '.join(stale)}; run python -m tests.coverage_table" if stale else 0)
    for path, entries in files().items():
        path.write_text(text(entries), encoding="utf-8")
