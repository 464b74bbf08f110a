"""CONTRIBUTING's "Add a game", followed to the letter: a folder of tables and a module, or the rooms, are enough."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tigersim.companions
from tests.contributing import Page
from tigersim.catalogue import companions
from tigersim.catalogue.companions import game, games
from tigersim.cli import app
from tigersim.companions.question import questions
from tigersim.errors import DataError

PAGE = Page("Add a game")
ROOMS = re.findall(r"`companions/NAME/(\w+)/`", PAGE.text)
IMPORTS = """
from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number
from tigersim.companions.question import question
"""
RULE = "XY-FIRE-07,Hits on a six,fire,line 3,abstracted,the odds count it"
RULING = "XY-GAP-01,hit_face,whole,6,,Which face hits?,The text is torn."


@pytest.fixture(params=["one file", "by the floor plan"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example of the page as a game called ``example``, found where the others are."""
    tables = tmp_path / "data" / "example"
    tables.mkdir(parents=True)
    (tables / "game.toml").write_text(
        'title = "Example"\nprefix = "XY"\nabout = "a game of one rule"\nsource = "A leaf."\n'
    )
    (tables / "rulebook.csv").write_text(f"id,title,chapter,source,status,how\n{RULE}\n")
    (tables / "rulings.csv").write_text(f"id,key,kind,default,alternatives,question,why\n{RULING}\n")
    code = tmp_path / "code"
    code.mkdir()
    module = IMPORTS + PAGE.examples[0]
    if request.param == "one file":
        (code / "example.py").write_text(module)
    else:
        for room in ROOMS:
            (code / "example" / room).mkdir(parents=True)
            (code / "example" / room / "__init__.py").touch()
        (code / "example" / "questions" / "fire.py").write_text(module)
        (code / "example" / "__init__.py").write_text("from tigersim.companions.example.questions.fire import hit\n")
    monkeypatch.setattr(companions, "FOLDER", tables.parent)
    monkeypatch.setattr(tigersim.companions, "__path__", [*tigersim.companions.__path__, str(code)])
    games.cache_clear()
    yield tables
    games.cache_clear()
    questions.cache_clear()
    for name in [name for name in sys.modules if name.startswith("tigersim.companions.example")]:
        sys.modules.pop(name)
    vars(tigersim.companions).pop("example", None)


def test_the_page_names_no_other_file() -> None:
    files = [name for name in re.findall(r"`([^`\n]+)`", PAGE.text) if "/" in name]
    assert len(files) >= 5
    assert [name for name in files if "companions/" not in name] == []


def test_it_is_played_without_another_line(folder: Path) -> None:
    answered = CliRunner().invoke(app, ["companion", "example", "hit", "--dice", "3", "--json"])
    assert answered.exit_code == 0, answered.output
    assert json.loads(answered.stdout)["numbers"]["p_hit"]["exact"] == "91/216"
    assert "XY-FIRE-07" in CliRunner().invoke(app, ["companion", "example", "rules"]).stdout
    assert "hit_face" in CliRunner().invoke(app, ["companion", "example", "rulings"]).stdout
    assert list(questions(game("example"))) == ["hit"]


@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        ("rulebook.csv", "abstracted", "done", "example/rulebook.csv.*row 2.*status"),
        ("rulebook.csv", "the odds count it", "", "example/rulebook.csv.*row 2.*how"),
        ("rulings.csv", "whole", "number", "example/rulings.csv.*row 2.*kind"),
    ],
)
def test_a_faulty_table_is_named(folder: Path, file: str, right: str, wrong: str, told: str) -> None:
    path = folder / file
    path.write_text(path.read_text().replace(right, wrong))
    with pytest.raises(DataError, match=told):
        _ = game("example").entries
