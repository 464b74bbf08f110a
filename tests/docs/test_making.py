"""Pages that are made of the program: all of it is there, and what lacks words is a problem of the build."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

import tigersim
from tests.cli.all_commands import COMMANDS
from tigersim.catalogue.companions import games
from tigersim.catalogue.rulebook import coverage, rules
from tigersim.catalogue.rulesets import rulings
from tigersim.core.log import EVENTS

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "docs"))
making = pytest.importorskip("making", reason="needs Sphinx, which comes with tigersim[docs]")
from making import code, commands, events, markdown, names, rulebook  # noqa: E402
from making import rulings as rulings_page  # noqa: E402


def made(page: markdown.Page) -> str:
    """The text of a page, which has no problems."""
    text, problems = page
    assert problems == []
    return text


def test_the_command_line_has_a_section_for_every_command_and_a_line_for_every_option() -> None:
    sections = dict(re.findall(r"^## tigersim (.*?)\n(.*?)(?=^## |\Z)", made(commands.page()), flags=re.M | re.S))
    assert list(sections) == list(COMMANDS)
    for name, text in sections.items():
        for one in COMMANDS[name].params:
            if one.param_type_name == "option" and one.name not in commands.COMMON:
                assert f"`{one.opts[0]}" in text, f"{name} {one.opts[0]}"


def test_a_command_without_help_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()

    @app.command()
    def mute(seed: int = 1) -> None: ...

    @app.command()
    def loud() -> None:
        """tigersim loud"""

    monkeypatch.setattr(commands, "app", app)
    assert commands.page()[1] == ["tigersim mute: it has no help", "tigersim mute: seed has no help"]


def test_every_rule_stands_with_its_status_code_and_tests() -> None:
    text = made(rulebook.page())
    rows = {found[1]: found[0] for found in re.finditer(r'^\| <span id="([^"]+)">.*$', text, flags=re.M)}
    assert list(rows) == [entry.id for entry in rules()]
    for entry, row in zip(rules(), coverage(), strict=True):
        line = rows[entry.id]
        assert f"*{entry.status}*" in line
        assert markdown.plain(entry.title) in line
        assert all(f"<{name}>`" in line for name in row["functions"])
        assert all(name.removeprefix("tests/") in line for name in row["tests"])


def test_every_function_that_a_rule_leads_to_has_an_entry() -> None:
    pages = (ROOT / "docs" / "reference" / "code").glob("*.md")
    packages = [one for page in pages for one in re.findall(r"<!-- made: code (\S+) -->", page.read_text("utf-8"))]
    text = "".join(made(code.page(one)) for one in packages)
    listed = dict(re.findall(r"autofunction:: (\S+)\n\n +Rules: (.+)", text))
    rows = [*coverage(), *(row for game in games().values() for row in game.coverage())]
    assert set(listed) == {name for row in rows for name in row["functions"]}
    assert all(row["id"] in listed[name].split(", ") for row in rows for name in row["functions"])


def test_every_unclear_rule_stands_with_its_readings() -> None:
    text = made(rulings_page.page())
    rows = {found[1]: found[0] for found in re.finditer(r'^\| <span id="([^"]+)">.*$', text, flags=re.M)}
    assert list(rows) == [one.id for one in rulings()]
    for one in rulings():
        assert all(f"`{option}`" in rows[one.id] for option in one.options)
        assert rows[one.id].count("(not played)") == len(one.options) - len(one.playable)


def test_every_event_of_the_log_stands_with_its_fields() -> None:
    text = made(events.page())
    rows = {found[1]: found[0] for found in re.finditer(r"^\| \d+ \| ([a-z ]+) \|.*$", text, flags=re.M)}
    assert set(rows) == {one.name for one in EVENTS.values()} | {"recovery tested"}
    for one in EVENTS.values():
        assert all(f"`{field}`" in rows[one.name] for field in one.fields)


def test_every_public_name_has_an_entry() -> None:
    pages = [page.stem for page in (ROOT / "docs" / "reference" / "api").glob("*.md") if page.stem != "errors"]
    text = "".join(made(names.page(f"tigersim.{page}" if page != "tigersim" else page)) for page in sorted(pages))
    listed = re.findall(r"auto(?:class|function):: tigersim\.(\S+)", text)
    assert len(set(listed)) == len(listed)
    packages = {"odds", "rl", "simulate"}
    assert {name for name in tigersim.__all__ if name[0] != "_"} - packages <= set(listed)
    assert {f"odds.{name}" for name in tigersim.odds.__all__} <= set(listed)
    assert packages <= set(pages)


def test_text_is_never_markup() -> None:
    nasty = "<script>alert(1)</script> [a](b) `c` *d* | e_f\n# g"
    assert re.sub(r"\\(.)", r"\1", markdown.plain(nasty)) == " ".join(nasty.split())
    assert not re.search(r"(?<!\\)[<>\[\]`*|_#]", markdown.plain(nasty))


def test_a_page_that_loads_from_elsewhere_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []
    monkeypatch.setattr(making, "warn", lambda *words: found.append(words[-1]))
    link = '<a href="https://example.org">'
    (tmp_path / "good.html").write_text(f'{link}<script src="own.js"></script>', encoding="utf-8")
    making.stay_at_home(SimpleNamespace(outdir=tmp_path), None)
    assert found == []
    for k, bad in enumerate(
        ('<script src="https://a/b.js">', '<link rel="x" href="//a/b.css">', "@import url(http://a)")
    ):
        (tmp_path / f"bad{k}.{'css' if '@' in bad else 'html'}").write_text(bad, encoding="utf-8")
    making.stay_at_home(SimpleNamespace(outdir=tmp_path), None)
    assert len(found) == 3
