"""Answers and tables that README.md and docs/ print: ``python -m tests.pages`` writes them anew.

A block of the kind ``console`` holds one command after ``$``, with ``| head -N``, ``| tail -N`` or ``| grep "WORDS"``
if only those lines are wanted, and below it what it prints, 80 columns wide.  A line ``<!-- record: NAME -->`` above a
table, indented as much, says which one of ``tests.record_tables`` it is.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from tests.record_tables import TABLES
from tigersim.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts))
BLOCK = re.compile(r"```console\n\$ tigersim (?P<command>.*)\n(?P<answer>[^`]*?)```")
PART = re.compile(r"(?P<command>.*?) \| (?P<end>head|tail) -(?P<lines>\d+)")
WITH = re.compile(r'(?P<command>.*?) \| grep "(?P<words>[^"]*)"')
TABLE = re.compile(
    r"^(?P<named>(?P<indent> *)<!-- record: (?P<name>[a-z_]+) -->\n)(?P<lines>(?:(?P=indent)\|.*\n)*)", re.MULTILINE
)


def answer(command: str) -> str:
    """What ``tigersim command`` prints, as a page shows it; raises what the command raises."""
    part, only = PART.fullmatch(command), WITH.fullmatch(command)
    asked = part or only
    words = shlex.split(asked["command"] if asked else command)
    result = CliRunner().invoke(app, words, env={"COLUMNS": "80", "NO_COLOR": "1"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    lines = [line.rstrip() for line in (result.stderr if result.exit_code else result.stdout).splitlines()]
    if only:
        lines = [line for line in lines if only["words"] in line]
    if part:
        lines = lines[: int(part["lines"])] if part["end"] == "head" else lines[-int(part["lines"]) :]
    return "\n".join(lines).strip("\n") + "\n"


def blocks(page: str) -> list[tuple[str, str]]:
    """Pairs (command, printed answer) of the text of a page."""
    return [(block["command"], block["answer"]) for block in BLOCK.finditer(page)]


def tables(page: str) -> list[tuple[str, list[str]]]:
    """Pairs (name, printed lines without their indent) of the text of a page."""
    return [(one["name"], [line.strip() for line in one["lines"].splitlines()]) for one in TABLE.finditer(page)]


def recorded(page: str) -> str:
    """The text of a page with every table as the records have it now; ``KeyError`` where no such table is made."""

    def lines(one: re.Match[str]) -> str:
        return one["named"] + "".join(f"{one['indent']}{line}\n" for line in TABLES[one["name"]]())

    return TABLE.sub(lines, page)


def refreshed(page: str) -> str:
    """The text of a page with every answer as the program gives it now, and every table as the records have it."""
    page = recorded(page)
    return BLOCK.sub(lambda block: f"```console\n$ tigersim {block['command']}\n{answer(block['command'])}```", page)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")
