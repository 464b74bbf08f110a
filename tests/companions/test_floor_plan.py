"""Every companion game that is a folder has the rooms of CONTRIBUTING's floor plan; each room knows those below it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tigersim.companions
from tests.cases import each
from tigersim.catalogue.companions import game, games
from tigersim.companions.question import questions

ROOMS = ("questions", "kernels", "odds", "forces", "rules")
"""From top to bottom."""
PACKAGE = Path(tigersim.companions.__file__).parent
GAMES = [one.name for one in games().values() if (PACKAGE / one.name).is_dir()]
FILES = [path for name in GAMES for path in sorted((PACKAGE / name).rglob("*.py"))]
PROJECT = Path(__file__).resolve().parents[2]
SECTION = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Add a game")[1].split("\n## ")[0]
Function = ast.FunctionDef | ast.AsyncFunctionDef

every_game = pytest.mark.parametrize("name", GAMES)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(node: ast.AST) -> Iterator[str]:
    """Dotted names that a piece of code imports, wherever it does."""
    for one in ast.walk(node):
        if isinstance(one, ast.ImportFrom) and one.module:
            yield from (f"{one.module}.{alias.name}" for alias in one.names)
        elif isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)


def decorated(function: Function, name: str) -> bool:
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == name
        for one in function.decorator_list
    )


def functions(path: Path) -> list[Function]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, Function)]


def test_the_three_games_are_folders() -> None:
    assert {"batalist", "general_darmee", "victory_day"} <= set(GAMES)


@every_game
def test_a_game_has_these_rooms_and_nothing_else(name: str) -> None:
    inside = {path.name for path in (PACKAGE / name).iterdir() if path.name != "__pycache__"}
    assert inside == {"__init__.py", *ROOMS}
    for room in ROOMS:
        files = list((PACKAGE / name / room).iterdir())
        assert [path for path in files if path.is_dir() and path.name != "__pycache__"] == []
        assert ast.get_docstring(tree(PACKAGE / name / room / "__init__.py")), room
        assert len([path for path in files if path.suffix == ".py"]) > 1, room
    for shared in ("questions/asking.py", "kernels/settings.py", "rules/readings.py"):
        assert (PACKAGE / name / shared).is_file(), shared


@each("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_knows_its_own_game_and_the_rooms_below(path: Path) -> None:
    name, room, *_ = path.relative_to(PACKAGE).parts
    if path.parent.name == name:
        return
    for thing in imported(tree(path)):
        if thing.startswith("tigersim.companions."):
            _, _, first, *rest = thing.split(".")
            if first in GAMES:
                assert first == name, thing
                assert rest[0] in ROOMS[ROOMS.index(room) :], thing


@each("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_compiler_is_met_in_kernels_only(path: Path) -> None:
    room = path.parent.name
    if room == "kernels" and path.stem not in ("__init__", "places", "settings", "parts"):
        return
    body = ast.Module([node for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)], [])
    assert [thing for thing in imported(body) if thing.startswith(("tigersim.core", "numba"))] == []


@every_game
def test_all_questions_stand_in_their_room_and_are_loaded(name: str) -> None:
    found = {
        function.name: path.parent.name
        for path in FILES
        if path.relative_to(PACKAGE).parts[0] == name
        for function in functions(path)
        if decorated(function, "question")
    }
    assert set(found.values()) == {"questions"}
    assert {one.ask.__name__ for one in questions(game(name)).values()} == set(found)


def test_only_a_question_has_more_than_eight_parameters() -> None:
    long = [
        f"{path.relative_to(PACKAGE)}: {function.name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for function in functions(path)
        if not decorated(function, "question")
        if sum(map(len, (function.args.posonlyargs, function.args.args, function.args.kwonlyargs))) > 8
    ]
    assert long == []


def test_a_docstring_begins_with_one_short_line_of_words() -> None:
    """The IDs of rules stand in the decorator; the text of a question is the command line's help."""
    first = {
        f"{path.relative_to(PACKAGE)}: {getattr(node, 'name', '-')}": (ast.get_docstring(node) or "").split("\n")[0]
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        if not (isinstance(node, Function) and decorated(node, "question"))
    }
    assert len(first) > 500
    assert {where: line for where, line in first.items() if len(line) > 90 or re.match(r"(BA|GA|VD)-", line)} == {}


def test_no_file_is_too_long_to_read() -> None:
    assert [path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8").count("\n") > 450] == []


def test_the_page_and_the_contracts_have_the_same_plan() -> None:
    assert tuple(re.findall(r"`companions/NAME/(\w+)/`", SECTION)) == ROOMS
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    plan = next(one for one in contracts["contracts"] if one["name"].startswith("Companion games have one floor plan"))
    assert tuple(plan["layers"]) == ROOMS
    assert plan["containers"] == [f"tigersim.companions.{name}" for name in sorted(GAMES)]
