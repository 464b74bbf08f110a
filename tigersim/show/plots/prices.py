"""Prices and traits: what units and traits are worth, with intervals, beside what they cost.  Values are VP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tigersim.errors import InvalidValue
from tigersim.pricing.mispricing import whole_vp
from tigersim.show.plots.below import below, settings_line
from tigersim.show.plots.forest import beside, ends, height, intervals, name_rows, numbers, part_ends
from tigersim.show.plots.style import BLUE, INK, PALE, SKY, VERMILION, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.pricing import Prices
    from tigersim.pricing.findings import Findings

VERDICTS: dict[str, dict[str, Any]] = {
    "MISPRICED": {"marker": "s", "color": VERMILION, "markerfacecolor": VERMILION},
    "FAIR": {"marker": "o", "color": BLUE, "markerfacecolor": BLUE},
    "UNDETERMINED": {"marker": "o", "color": INK, "markerfacecolor": "white"},
}
PRINTED: dict[str, Any] = {"linestyle": "none", "marker": "D", "color": VERMILION, "markerfacecolor": "none"}
"""How a printed cost is shown."""


@in_style
def price_plot(prices: Prices, ax: Axes | None = None, *, top: int | None = None) -> Axes:
    """What every unit seems to be worth beside its printed cost, ranked, with 95% intervals.

    The line at nought is the printed cost; a unit right of it is a bargain, one left of it too dear.  In the grey band
    the nearest whole price is the printed one.  ``top`` keeps the dearest and the cheapest so many units; units whose
    worth is unknown are left out.
    """
    table = prices.table.dropna(subset="delta").sort_values("delta", kind="stable")
    shown = ends(table, top)
    ax = ax or new_axes(6.6, height(len(shown)))
    ax.axvspan(-0.5, 0.5, color=PALE, zorder=0, label="within half a VP")
    ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
    for verdict, look in VERDICTS.items():
        rows = np.flatnonzero(shown["verdict"] == verdict)
        if len(rows):
            intervals(
                ax, rows, *numbers(shown.iloc[rows], "delta", "delta_low", "delta_high"), label=verdict.lower(), **look
            )
    beside(ax, [f"{value:+z.1f}" for value in shown["delta"]])
    units = zip(shown["name"], shown["nation"], shown["cost"], strict=True)
    name_rows(ax, [f"{name} [{nation}]  {cost}" for name, nation, cost in units])
    below(ax, "worth minus printed cost (VP), with 95% intervals; printed cost after the name", prices.summary)
    ax.set_title("What a unit is worth beside its cost")
    part_ends(ax, len(shown), top, len(table))
    ax.legend(loc="lower right")
    return ax


@in_style
def range_plot(prices: Prices, ax: Axes | None = None, *, top: int | None = None) -> Axes:
    """The price of every unit, its 95% interval, and its range over the conditions that it was played under.

    The nearest whole price stands on the right, the printed one is a diamond.  ``top`` keeps the cheapest and the
    dearest so many units.  Raises ``InvalidValue`` for a list without ranges (only a study of kind ``worth`` has them).
    """
    if not prices.table["range_low"].notna().any():
        raise InvalidValue("prices", "a list that was played under one condition", "one with a range, of kind worth")
    table = prices.table.dropna(subset=["price", "range_low"]).sort_values("price", kind="stable")
    shown = ends(table, top)
    ax = ax or new_axes(6.6, height(len(shown)))
    rows, low, high = np.arange(len(shown)), *numbers(shown, "range_low", "range_high")
    ax.hlines(rows, low, high, color=SKY, linewidth=5, zorder=1, label="range over conditions")
    _listed(ax, shown, len(prices.table), top, "What a unit should cost, and how far it holds")
    conditions = len(prices.provenance.get("conditions_in_range", ())) or "all"
    what = f"price (VP), with 95% intervals; range over {conditions} conditions; nearest whole price on the right"
    below(ax, f"{what}, printed cost after the name", prices.summary)
    return ax


@in_style
def list_plot(found: Findings, ax: Axes | None = None, *, top: int | None = None) -> Axes:
    """The list in which all prices are revised and played by, with 95% intervals, beside the printed costs.

    ``found``: of a study of kind ``equilibrium``.  The nearest whole price stands on the right; ``top`` keeps the
    cheapest and the dearest so many units.
    """
    table = found.tables["list"].dropna(subset="price").sort_values("price", kind="stable")
    shown = ends(table, top)
    ax = ax or new_axes(6.6, height(len(shown)))
    _listed(ax, shown, len(table), top, "The price list that has settled")
    what = "price (VP), with 95% intervals; nearest whole price on the right, printed cost after the name"
    battles = found.tables["rounds"]["battles"].sum() if "rounds" in found.tables else 0
    below(ax, what, settings_line(found.provenance, f"{battles:,} battles" if battles else ""))
    return ax


def _listed(ax: Axes, shown: pd.DataFrame, of: int, top: int | None, title: str) -> None:
    """Prices with their intervals, printed costs and whole prices."""
    rows = np.arange(len(shown))
    look = {"marker": "o", "color": INK, "markersize": 3, "capsize": 2, "label": "price, 95% interval"}
    intervals(ax, rows, *numbers(shown, "price", "price_low", "price_high"), **look)
    ax.plot(shown["cost"], rows, **PRINTED, markersize=5, label="printed")
    beside(ax, [f"{whole:d}" for whole in whole_vp(shown["price"].to_numpy(dtype=float)).tolist()])
    units = zip(shown["name"], shown["nation"], shown["cost"], strict=True)
    name_rows(ax, [f"{name} [{nation}]  {cost}" for name, nation, cost in units])
    part_ends(ax, len(shown), top, of)
    ax.set_title(title)
    ax.legend(loc="lower right")


@in_style
def trait_plot(prices: Prices, ax: Axes | None = None) -> Axes:
    """What every advantage and disadvantage is worth, with 95% intervals, beside its printed price (a diamond)."""
    traits = prices.traits.sort_values("worth", kind="stable")
    ax = ax or new_axes(6.0, height(len(traits), 0.2))
    ax.axvline(0, color=INK, linewidth=0.8)
    rows = np.arange(len(traits))
    intervals(ax, rows, *numbers(traits, "worth", "low", "high"), fmt="o", color=BLUE, label="worth")
    ax.plot(traits["printed"], rows, "D", color=INK, markerfacecolor="white", markersize=5, label="printed")
    beside(ax, [f"{value:+z.1f}" for value in traits["worth"]])
    name_rows(ax, [f"{trait} ({n})" for trait, n in zip(traits["trait"], traits["units"], strict=True)])
    below(ax, "VP, with 95% intervals; number of units with the trait in brackets", prices.summary)
    ax.set_title("What a trait is worth beside its price")
    ax.legend(loc="lower right")
    return ax


@in_style
def trait_worth_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """What every trait is worth on standard units: mean over the classes with its 95% interval, the printed VP (a
    diamond), and a tick for every class.  ``found``: of a study of kind ``traits``."""
    traits, cells = found.tables["traits"].dropna(subset="worth").sort_values("worth"), found.tables["cells"]
    ax = ax or new_axes(6.6, height(len(traits), 0.2))
    rows = np.arange(len(traits))
    row_of = dict(zip(traits["trait"], rows, strict=True))
    ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
    ax.plot(cells["worth"], [row_of[name] for name in cells["trait"]], "|", color=SKY, markersize=5, label="one class")
    look = {"fmt": "o", "color": INK, "markersize": 3.5, "capsize": 2, "label": "mean of the classes"}
    intervals(ax, rows, *numbers(traits, "worth", "low", "high"), **look)
    ax.plot(traits["printed"], rows, **PRINTED, markersize=6, label="printed")
    beside(ax, [f"{value:+z.1f}" for value in traits["worth"]])
    name_rows(ax, [f"{name} ({n})" for name, n in zip(traits["trait"], traits["classes"], strict=True)])
    below(ax, "VP, with 95% intervals; number of classes in brackets", found.said[1])
    ax.set_title("What a trait is worth on standard units beside its price")
    ax.legend(loc="lower right")
    return ax
