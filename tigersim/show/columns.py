"""What columns of results are called on a page, and what they mean, in plain words.

From ``templates/columns.toml``.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from tigersim.show.pages import TEMPLATES

LOW, HIGH = "low", "high"
INTERVAL = "In 95 of 100 such experiments this interval covers what endless play would give."


def title(sheet: str) -> str:
    """The title of a table; by default its name in words."""
    return str(_book()["sheets"].get(sheet, {}).get("title", sheet.replace("_", " ").capitalize()))


def heading(column: str) -> str:
    """What stands over a column, over an interval named by its lower end."""
    named = _book()["headings"].get(column)
    if named is not None:
        return str(named)
    return column.replace("_", " ")


def interval_heading(column: str) -> str:
    """The heading of an interval, ``column`` being its lower end: "95%" or "95% of margin"."""
    if column in _book()["headings"]:
        return heading(column)
    middle = column.removesuffix(LOW).rstrip("_")
    return f"95% of {heading(middle)}" if middle else "95%"


def meaning(sheet: str, names: tuple[str, ...]) -> str:
    """What a column means, "" if unknown; ``names``: its columns in the CSV, two of an interval."""
    book, column = _book(), names[0]
    words = book["sheets"].get(sheet, {}).get(column, book["any"].get(column, ""))
    return str(words) or (INTERVAL if len(names) > 1 else "")


@lru_cache(maxsize=1)
def _book() -> dict[str, Any]:
    return tomllib.loads((TEMPLATES / "columns.toml").read_text(encoding="utf-8"))
