"""The open questions of the rulebook with the readings to choose from."""

from __future__ import annotations

from making.markdown import Page, code, plain, table
from tigersim.catalogue.rulesets import Ruling, rulings


def page() -> Page:
    """One table of all rulings."""
    problems = [f"{one.id} asks nothing" for one in rulings() if not one.question]
    rows = [(_switch(one), _question(one), _readings(one)) for one in rulings()]
    return table(("Switch", "Question", "Readings, the default first"), rows, "rulings"), problems


def _switch(one: Ruling) -> str:
    return f'<span id="{one.id}">{one.id}</span><br>{code(one.switch)}'


def _question(one: Ruling) -> str:
    touched = ", ".join(f'<a href="rulebook.html#{name}">{name}</a>' for name in one.touches)
    return "<br>".join(filter(None, (plain(one.question), touched)))


def _readings(one: Ruling) -> str:
    """Every option; those that this version does not play say so, and the note says why."""
    options = [code(name) + ("" if name in one.playable else " (not played)") for name in one.options]
    options[0] = f"**{options[0]}**"
    return "<br>".join([*options, *([plain(one.note)] if one.note else [])])
