"""A unit of one's own among those of its class, for the terminal."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from rich.console import Group

from tigersim.pricing.estimate.mispricing import BARGAIN
from tigersim.show.tables.layout import Column, table
from tigersim.show.tables.prices import direction

if TYPE_CHECKING:
    from tigersim.pricing.play.own_unit import OwnPrice

MARK = "> "
BELOW = "settled: on the list that stays as it is when all prices are revised and played by."


def class_table(found: OwnPrice) -> Group:
    """All units of the class by worth, the own one marked."""
    rows = [
        (
            f"{MARK if row['own'] else ''}{row['unit']}",
            row["cost"],
            "" if isnan(row["settled"]) else f"{row['settled']:.1f}",
            direction(1.0 if row["verdict"] == BARGAIN else -1.0) if isnan(row["worth"]) else f"{row['worth']:.1f}",
            "" if isnan(row["worth"]) else f"{row['low']:.1f} to {row['high']:.1f}",
            str(row["verdict"]),
        )
        for row in found.beside.to_dict("records")
    ]
    numbers = (Column(name, number=True) for name in ("VP", "settled", "worth", "95%"))
    columns = (Column("unit"), *numbers, Column("verdict"))
    title = f"{found.unit.type.replace('_', ' ').capitalize()}: what each is worth, all other prices as they are"
    return table(columns, rows, title=title, below=BELOW if found.beside["settled"].notna().any() else "")
