"""Where the answers go: a table for people, JSON or CSV for programs.  Rich is loaded only for a table."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import typer

from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_json(value: Any) -> None:
    """Print ``value`` as JSON: a missing value or NaN is null, a fraction is text, an array a list."""
    typer.echo(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def print_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print dictionaries with equal keys as CSV: lists joined by ";", flags yes or no, missing values empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in rows)
    typer.echo(out.getvalue(), nl=False)


def print_rich(*parts: RenderableType) -> None:
    """Print tables and text, in colour on a terminal; 80 columns wide where there is none."""
    from rich.console import Console

    Console(highlight=False, soft_wrap=False).print(*parts, sep="\n")


def one_form(json_: bool, csv_: bool) -> None:
    """Refuse ``--json`` together with ``--csv``."""
    if json_ and csv_:
        raise InvalidValue("--json --csv", "both", "one of the two")


def frame_rows(frame: Any) -> list[dict[str, Any]]:
    """The rows of a DataFrame as dictionaries."""
    rows: list[dict[str, Any]] = frame.to_dict(orient="records")
    return rows


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, str) or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Iterable):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):  # a numpy scalar
        return _plain(value.item())
    return None if value != value else str(value)  # noqa: PLR0124  (pandas' missing value is unequal to itself)


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, list | tuple):
        return ";".join(str(item) for item in value)
    return value
