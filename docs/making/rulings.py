"""The open questions of the rulebook: the readings in words, why the default, what each other one moves."""

from __future__ import annotations

from making.markdown import Page, code, plain, table
from tigersim.catalogue.reading_words import ReadingWords, reading_words
from tigersim.catalogue.rulesets import Ruling, rulings
from tigersim.pricing.report.moves import moves


def page() -> Page:
    """One table of all rulings."""
    told = {one.id: reading_words(one) for one in rulings()}
    problems = [f"{one.id} has no words for {', '.join(one.options)}" for one in rulings() if not _whole(one, told)]
    rows = [(_switch(one), _question(one, told[one.id]), _readings(one, told[one.id])) for one in rulings()]
    return table(("Switch", "Question", "Readings, the default first"), rows, "rulings"), problems


def _whole(one: Ruling, told: dict[str, ReadingWords]) -> bool:
    said = told[one.id]
    return bool(said.question and said.why) and set(said.options) == set(one.options)


def _switch(one: Ruling) -> str:
    return f'<span id="{one.id}">{one.id}</span><br>{code(one.switch)}'


def _question(one: Ruling, said: ReadingWords) -> str:
    touched = ", ".join(f'<a href="rulebook.html#{name}">{name}</a>' for name in one.touches)
    return "<br>".join((f"**{plain(said.question)}**", f"The default: {plain(said.why)}", touched))


def _readings(one: Ruling, said: ReadingWords) -> str:
    """Every option with its words and what it moves; those that this version does not play say so."""
    moved = moves(one)
    lines = []
    for name in one.options:
        parts = [code(name), plain(said.options[name])]
        if name not in one.playable:
            parts.append("(not played)")
        elif name in moved:
            parts.append(f"*{plain(str(moved[name]))}*")
        lines.append(" ".join(parts))
    lines[0] = f"**Default:** {lines[0]}"
    return "<br>".join([*lines, *([plain(one.note)] if one.note else [])])
