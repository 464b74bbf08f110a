"""The account of every rule: what it says, how far it is played, which code carries it and which tests hold it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from making.markdown import Page, code, plain, table
from tigersim.catalogue.rulebook import STATUSES, RuleEntry, coverage, rules
from tigersim.catalogue.words import book

EDITIONS = {2: "Edition II", 1: "Edition I"}


def page() -> Page:
    """One table for every chapter, in rulebook order."""
    links = {row["id"]: row for row in coverage()}
    problems = [f"{entry.id} has no title" for entry in rules() if not entry.title]
    problems += [f"{entry.id} has no sentence" for entry in rules() if entry.id not in book("rules")]
    problems += [f"{entry.id} is {entry.status} and does not say how" for entry in rules() if _owes_words(entry)]
    parts = [_count()]
    for (edition, chapter), entries in groupby(rules(), key=lambda entry: (entry.edition, entry.chapter)):
        rows = [(_rule(entry), _about(entry), _carried(links[entry.id])) for entry in entries]
        heads = ("Rule", "What it says", "Code and tests")
        parts += [f"## {EDITIONS[edition]}: {chapter.replace('_', ' ')}\n", table(heads, rows, "rulebook")]
    return "\n".join(parts), problems


def _owes_words(entry: RuleEntry) -> bool:
    return entry.status != "implemented" and not entry.how


def _count() -> str:
    found = Counter(entry.status for entry in rules())
    return f"{len(rules())} rules: " + ", ".join(f"{found[status]} {status}" for status in STATUSES) + ".\n"


def _rule(entry: RuleEntry) -> str:
    return f'<span id="{entry.id}">{entry.id}</span><br>*{entry.status}*'


def _about(entry: RuleEntry) -> str:
    """Title, sentence, and how it is played where that is not simply as it says."""
    says = plain(book("rules").get(entry.id, ""))
    return f"**{plain(entry.title)}**<br>{says}" + (f"<br>*{entry.status}*: {plain(entry.how)}" if entry.how else "")


def _carried(row: dict[str, list[str]]) -> str:
    """The functions, linked to what their page says of them; the tests, folded away."""
    functions = [f"{{py:obj}}`{_short(name)} <{name}>`" for name in row["functions"]]
    tests = "<br>".join(code(name.removeprefix("tests/")) for name in row["tests"])
    number = len(row["tests"])
    folded = f"<details><summary>{number} test{'s' * (number > 1)}</summary>{tests}</details>" if number else ""
    return "<br>".join(functions) + folded


def _short(name: str) -> str:
    """``rules.fire.hits_scored`` of ``tigersim.rules.fire.hits_scored``."""
    return name.removeprefix("tigersim.")
