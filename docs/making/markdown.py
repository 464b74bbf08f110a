"""Text from tables and docstrings as Markdown that shows it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")

Page = tuple[str, list[str]]
"""The Markdown of a page, and what is wrong with what it was made of."""


def plain(text: str) -> str:
    """Text that means nothing to Markdown, in one line."""
    return " ".join(SPECIAL.sub(r"\\\1", text).split())


def code(text: str) -> str:
    """Text as it is typed."""
    return f"`{' '.join(text.split())}`".replace("|", r"\|")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of cells that are Markdown already, each in one line; ``kind`` is the class of its look."""
    lines = [heads, ["---"] * len(heads), *rows]
    body = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f":::{{rst-class}} {kind}\n:::\n\n{body}\n" if kind else f"{body}\n"


def eval_rst(lines: Iterable[str]) -> str:
    """Directives of Sphinx that only reStructuredText has."""
    return "\n".join(["```{eval-rst}", *lines, "```", ""])
