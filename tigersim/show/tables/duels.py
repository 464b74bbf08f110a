"""How many X equal Y, and what a VP of a unit brings, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.pricing.estimate.secant import ABOVE
from tigersim.pricing.play.duels import ENOUGH, EVEN, TOO_FEW
from tigersim.show.tables.layout import Column, filled, numbers, table
from tigersim.show.tables.prices import delta_written

if TYPE_CHECKING:
    import pandas as pd


def duels_table(frame: pd.DataFrame) -> Group:
    """Even numbers (``duels_frame``) by range and cover, and the printed VP of both sides."""
    rows = filled(
        frame,
        '{distance}"',
        "{band}",
        lambda row: f"{row['cover']} ({row['in_cover']})" if row["in_cover"] else "none",
        _number,
        lambda row: _ends(row["low"], row["high"], 2) if row["verdict"] == EVEN else "",
        lambda row: _ends(row["vp_x_low"], row["vp_x_high"], 1) if row["kind"] == "interval" else "",
        "{vp_y}",
        "{share_undecided:.1%}",
    )
    columns = (*numbers("range"), "inches", "cover", *numbers("even", "95%", "VP of X", "of Y", "undecided"))
    games = int(frame["games"].iloc[0])
    return table(columns, rows, below=f"{games:,} skirmishes each.")


def efficiency_table(frame: pd.DataFrame, reference: str) -> Group:
    """Units by what a VP of them brings (``Prices.efficiency``), percent of the reference."""
    rows = filled(
        frame,
        "{name}",
        "{nation}",
        "{cost}",
        lambda row: "" if isnan(row["delta"]) else delta_written(row["delta"]),
        lambda row: _known(row["efficiency"], 0),
        lambda row: _ends(row["low"], row["high"], 0),
        lambda row: _known(row["revised"], 0),
    )
    columns = (Column("unit", fold=True), "nation", *numbers("VP", "delta", "percent", "95%", "revised"))
    far = int((frame["delta"].abs() > ABOVE).sum())
    below = f"Of {far} units more than {ABOVE:g} VP off their cost these are directions: a straight line goes too far."
    title = f"Worth for its cost, in percent of {reference}"
    return table(columns, rows, title=title, below=below if far else "")


def _number(row: Mapping[Any, Any]) -> str:
    """The even number, or on which side of those fought it lies; "" where only bounds are known."""
    if row["verdict"] == EVEN:
        return f"{row['even']:.2f}" if isfinite(row["even"]) else ""
    return {TOO_FEW: f"over {row['low']:.0f}", ENOUGH: f"below {row['high']:.0f}"}.get(row["verdict"], "?")


def _known(value: float, digits: int) -> str:
    return f"{value:,.{digits}f}" if isfinite(value) else ""


def _ends(low: float, high: float, digits: int) -> str:
    """An interval; what has no end is open on that side."""
    if isnan(low) or isnan(high):
        return ""
    return f"{low:.{digits}f} to {high:.{digits}f}" if isfinite(low) and isfinite(high) else _open(low, high, digits)


def _open(low: float, high: float, digits: int) -> str:
    if isfinite(low):
        return f"over {low:.{digits}f}"
    return f"up to {high:.{digits}f}" if isfinite(high) else "any"
