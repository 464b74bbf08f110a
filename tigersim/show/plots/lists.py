"""Lists to play by and armies: what fineness and limits buy, whether forecasts of armies come true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.show.plots.below import below, settings_line
from tigersim.show.plots.forest import height, intervals, name_rows, numbers
from tigersim.show.plots.style import BLUE, INK, MARKS, VERMILION, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.pricing.report.findings import Findings

BAR = 0.55
"""What the strongest army should win at most."""
APART = 0.22
"""Rows between the marks of two budgets."""


@in_style
def fineness_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """What the strongest army wins, by fineness of points and rules, with 95% intervals.

    ``found``: of a study of kind ``list``.
    """
    table = found.tables["proofs"]
    cells = list(dict.fromkeys(zip(table["army_rules"], table["scale"], strict=True)))[::-1]
    ax = ax or new_axes(6.6, height(len(cells), 0.34))
    ax.axvline(0.5, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    ax.axvline(BAR, color=VERMILION, linewidth=0.8, linestyle="--", zorder=0)
    budgets = list(dict.fromkeys(table["budget"]))
    for number, (budget, look) in enumerate(zip(budgets, MARKS, strict=False)):
        part = table[table["budget"] == budget]
        rows = [cells.index(cell) for cell in zip(part["army_rules"], part["scale"], strict=True)]
        places = np.array(rows) + APART * ((len(budgets) - 1) / 2 - number)
        intervals(ax, places, *numbers(part, "p_win", "p_low", "p_high"), capsize=2, label=f"{budget:g} VP", **look)
    name_rows(ax, [f"{rules.replace('_', ' ')},\n{_points(scale)}" for rules, scale in cells])
    ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    what = (
        "battles won by the strongest army of a budget that a fresh search finds, against random armies of its cost, "
        f"with 95% intervals; dotted: an even match; broken: {BAR:.0%}"
    )
    below(ax, what, settings_line(found.provenance))
    ax.set_title("What fineness and limits buy")
    ax.legend(loc="best")
    return ax


def _points(scale: int) -> str:
    return "whole VP" if scale == 1 else f"{scale} points to a VP"


@in_style
def tenths_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """Share of battles won by what the model of armies foretells, in tenths, by kind of armies.

    ``found``: of a study of kind ``armies``.
    """
    table = found.tables["tenths"]
    ax = ax or new_axes(5.2, 5.0)
    ax.plot([0, 100], [0, 100], color=INK, linewidth=0.8, linestyle=":", label="came as forecast", zorder=0)
    first = str(table["kind"].iloc[0])
    for kind, part in table.groupby("kind", sort=False):
        look: dict[str, Any] = {"marker": "x", "color": INK, "alpha": 0.5}
        if kind == first:
            look = {"marker": "o", "color": BLUE, "zorder": 3}
        name = "armies of all kinds" if kind == first else "of one kind"
        label = name if name not in ax.get_legend_handles_labels()[1] else None
        ax.plot(part["forecast"], part["came"], linestyle="none", markersize=4, label=label, **look)
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 100)
    ax.set_aspect("equal")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.0f}%")
    ax.set_ylabel("share of the battles that the first army won")
    pairs = int(table.loc[table["kind"] == first, "pairs"].sum())
    below(ax, f"chance that the model foretells, in tenths of {pairs:,} fresh pairs", settings_line(found.provenance))
    ax.set_title("Do forecasts of armies come true?")
    ax.legend(loc="upper left")
    return ax
