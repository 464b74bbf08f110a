"""Prices and traits: what each is worth in VP, with intervals, compared with what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.mispricing import whole_vp
from tigersim.pricing.report.answers import OPEN, with_answers
from tigersim.show.plots.below import below, settings_line
from tigersim.show.plots.forest import beside, ends, height, intervals, name_rows, numbers, part_ends
from tigersim.show.plots.style import BLUE, INK, PALE, SKY, VERMILION, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.pricing import Prices
    from tigersim.pricing.report.findings import Findings
    from tigersim.pricing.report.settled import Settled

VERDICTS: dict[str, dict[str, Any]] = {
    "BARGAIN": {"marker": "s", "color": BLUE, "markerfacecolor": BLUE},
    "TOO DEAR": {"marker": "D", "color": VERMILION, "markerfacecolor": VERMILION},
    "FAIR": {"marker": "o", "color": INK, "markerfacecolor": INK},
    "UNDETERMINED": {"marker": "o", "color": INK, "markerfacecolor": "white"},
}
FAR_OFF: dict[str, str] = {"BARGAIN": ">", "TOO DEAR": "<"}
"""Marks of units that are far off, how far not being known."""
PRINTED: dict[str, Any] = {"linestyle": "none", "marker": "D", "color": VERMILION, "markerfacecolor": "none"}
"""How a printed cost is shown."""


@in_style
def price_plot(
    prices: Prices, ax: Axes | None = None, *, top: int | None = None, settled: Settled | None = None
) -> Axes:
    """What every unit should cost compared with its printed cost, ranked, with 95% intervals.

    By the settled list, if given.  The line at 0 is the printed cost; a unit right of it is a bargain, one left of it
    too dear.  In the grey band the nearest whole price is the printed one.  A triangle: far off, and how far is not
    known.  ``top`` keeps the dearest and the cheapest so many units; units whose worth is unknown are left out.
    """
    table = beside_cost(prices, settled)
    shown = ends(table, top)
    ax = ax or new_axes(6.6, height(len(shown)))
    ax.axvspan(-0.5, 0.5, color=PALE, zorder=0, label="within half a VP")
    ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
    known = shown["source"] != OPEN
    for verdict, look in VERDICTS.items():
        mine = shown["verdict"] == verdict
        rows = np.flatnonzero(mine & known)
        if len(rows):
            values = numbers(shown.iloc[rows], "beside", "beside_low", "beside_high")
            intervals(ax, rows, *values, label=verdict.lower(), **look)
        rows = np.flatnonzero(mine & ~known)
        if len(rows):
            mark = {**look, "marker": FAR_OFF.get(verdict, "x"), "linestyle": "none", "markersize": 5}
            label = f"{verdict.lower()}, how far is not known"
            ax.plot(shown["beside"].to_numpy(dtype=float)[rows], rows, label=label, **mark)
    forms = zip(shown["beside"], known, strict=True)
    beside(ax, [f"{value:+z.1f}" if exact else "far" for value, exact in forms])
    units = zip(shown["name"], shown["nation"], shown["cost"], strict=True)
    name_rows(ax, [f"{name} [{nation}]  {cost}" for name, nation, cost in units])
    what = "fair price" if settled is None else "settled price"
    below(ax, f"{what} minus printed cost (VP), with 95% intervals; printed cost after the name", prices.summary)
    ax.set_title("What a unit should cost, and what it costs")
    part_ends(ax, len(shown), top, len(table))
    ax.legend(loc="lower right")
    return ax


def beside_cost(prices: Prices, settled: Settled | None = None) -> pd.DataFrame:
    """The units with what to print minus printed cost, the dearest first.

    Columns ``beside beside_low beside_high`` are added.  Of units of which only a direction is known ``beside`` is
    where a straight line goes, and the interval is missing.
    """
    table = with_answers(prices, settled).dropna(subset="delta")
    if "answer" not in table:
        table = table.assign(answer=np.nan, answer_low=np.nan, answer_high=np.nan)
    off = {f"beside{end}": table[f"answer{end}"] - table["cost"] for end in ("", "_low", "_high")}
    off["beside"] = off["beside"].fillna(table["delta"])
    return table.assign(**off).sort_values("beside", kind="stable")


@in_style
def range_plot(
    prices: Prices, ax: Axes | None = None, *, top: int | None = None, settled: Settled | None = None
) -> Axes:
    """The price of every unit, its 95% interval, and how far it moves over conditions.

    The price is that of the settled list if given, and the range then goes as far from it as the price of a list
    revised at once goes.  The nearest whole price stands on the right, the printed one is a diamond.  ``top`` keeps the
    cheapest and the dearest so many units.  Raises ``InvalidValue`` for a list without ranges (only a study of kind
    ``worth`` has them).
    """
    if not prices.table["range_low"].notna().any():
        raise InvalidValue("prices", "a list that was played under one condition", "one with a range, of kind worth")
    table = prices.table.dropna(subset=["price", "range_low"])
    if settled is not None:
        at = with_answers(prices, settled).loc[table.index, ["settled", "settled_low", "settled_high"]].to_numpy()
        away = at[:, 0] - table["price"].to_numpy()
        moved = {end: table[end].to_numpy() + away for end in ("range_low", "range_high")}
        table = table.assign(price=at[:, 0], price_low=at[:, 1], price_high=at[:, 2], **moved)
    table = table.sort_values("price", kind="stable")
    shown = ends(table, top)
    ax = ax or new_axes(6.6, height(len(shown)))
    rows, low, high = np.arange(len(shown)), *numbers(shown, "range_low", "range_high")
    ax.hlines(rows, low, high, color=SKY, linewidth=5, zorder=1, label="under other conditions")
    _listed(ax, shown, len(prices.table), top, "What a unit should cost, and how far it holds")
    conditions = len(prices.provenance.get("conditions_in_range", ())) or "all"
    price = "price" if settled is None else "settled price"
    what = f"{price} (VP), with 95% intervals; moved over {conditions} conditions; nearest whole price on the right"
    below(ax, f"{what}, printed cost after the name", prices.summary)
    return ax


@in_style
def list_plot(found: Findings, ax: Axes | None = None, *, top: int | None = None) -> Axes:
    """The settled list, with 95% intervals, compared with the printed costs.

    In it all prices are revised and played by.

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
    """What every trait is worth, with 95% intervals, compared with its printed price (a diamond)."""
    traits = prices.traits.dropna(subset="worth").sort_values("worth", kind="stable")
    ax = ax or new_axes(6.0, height(len(traits), 0.2))
    ax.axvline(0, color=INK, linewidth=0.8)
    rows = np.arange(len(traits))
    intervals(ax, rows, *numbers(traits, "worth", "low", "high"), fmt="o", color=BLUE, label="worth")
    ax.plot(traits["printed"], rows, "D", color=INK, markerfacecolor="white", markersize=5, label="printed")
    beside(ax, [f"{value:+z.1f}" for value in traits["worth"]])
    name_rows(ax, [f"{trait} ({n})" for trait, n in zip(traits["trait"], traits["units"], strict=True)])
    below(ax, "VP, with 95% intervals; number of units with the trait in brackets", prices.summary)
    ax.set_title("What a trait is worth, and its price")
    ax.legend(loc="lower right")
    return ax


@in_style
def trait_worth_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """What every trait is worth on standard units, for a study of kind ``traits``.

    The mean over the classes with its 95% interval, the printed VP (a diamond), and a tick for every class.
    """
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
    ax.set_title("What a trait is worth on standard units, and its price")
    ax.legend(loc="lower right")
    return ax
