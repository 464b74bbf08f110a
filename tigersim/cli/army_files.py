"""Armies on the command line: as text, or read from a file (``@army.txt``) or from standard input (``-``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

FILE, STDIN = "@", "-"
FROM_FILE = "@FILE and - read one"
"""What the help of every army says of files."""


def army_given(text: str) -> str:
    """An army as one line: what was given, or what the file or standard input that it names holds.

    Raises ``DataError`` naming the file where it cannot be read or holds no army.
    """
    from tigersim.catalogue.army_text import army_line
    from tigersim.files.documents import text_of

    if text == STDIN:
        return army_line(sys.stdin.read(), "standard input")
    if text.startswith(FILE):
        return army_line(text_of(Path(text[1:])), text[1:])
    return text


def army_asked(ctx: typer.Context, value: str | None) -> str | None:
    """Callback of an argument or option that is an army."""
    return value if value is None or ctx.resilient_parsing else army_given(value)


def armies_asked(ctx: typer.Context, value: Sequence[str] | None) -> list[str] | None:
    """Callback of one that is several armies."""
    return None if value is None else [str(army_asked(ctx, one)) for one in value]
