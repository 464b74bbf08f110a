"""The command line: what ``--help`` of every command says, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from making.markdown import Page, code, plain, table
from tigersim.cli import app

COMMON = ("help", "install_completion", "show_completion")
"""Options that no command's table repeats."""


def page() -> Page:
    """A section for each command, in the order in which ``tigersim --help`` lists them."""
    parts: list[str] = []
    problems: list[str] = []
    for words, command in commands(get_command(app), ("tigersim",)):
        name = " ".join(words)
        problems += [f"{name}: {problem}" for problem in lacking(name, command)]
        parts += [f"## {name}\n", (command.help or "").split("\f")[0].strip() + "\n", *_parameters(command)]
    return "\n".join(parts), problems


def commands(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Pairs (the words that call it, command) of all commands below a group."""
    for name, one in command.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, (*words, name))
        else:
            yield (*words, name), one


def lacking(name: str, command: Any) -> Iterator[str]:
    """What the help of a command ought to say and does not."""
    if not (command.help or "").strip():
        yield "it has no help"
    elif name not in command.help:
        yield "its help shows no example"
    for one in command.params:
        if not getattr(one, "help", None):
            yield f"{one.name} has no help"


def _parameters(command: Any) -> Iterator[str]:
    shown = [one for one in command.params if one.name not in COMMON and not getattr(one, "hidden", False)]
    rows = [(_name(one), plain(one.help or "") + _default(one)) for one in shown]
    if rows:
        yield table(("", ""), rows, "options")


def _name(one: Any) -> str:
    """``--seed`` of an option, ``UNIT`` of an argument."""
    if one.param_type_name == "argument":
        return code(one.metavar or one.name.upper())
    value = "" if one.is_flag else f" {one.metavar or 'VALUE'}"
    return code(", ".join(one.opts) + value)


def _default(one: Any) -> str:
    """What holds where nothing is said."""
    shown = getattr(one, "show_default", None)
    if isinstance(shown, str):
        return f" Otherwise {plain(shown)}."
    if one.default in (None, False, ()) or getattr(one, "is_flag", False) or callable(one.default):
        return ""
    return f" Otherwise {code(str(one.default))}."
