"""Players: their strength, how they score against each other, and searches for weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from tigersim.show.plots.below import below
from tigersim.show.plots.forest import height, name_rows
from tigersim.show.plots.matrix import Shares, share_matrix
from tigersim.show.plots.style import BLUE, INK, SKY, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.lab import Ladder, Tuning

SEARCH: dict[str, dict[str, Any]] = {
    "mean_score": {"label": "mean of the candidates", "color": INK, "marker": "o"},
    "best_score": {"label": "best of them (by luck too)", "color": SKY, "linestyle": "--", "marker": "^"},
}
"""Column of ``lab.Tuning.search`` -> how a picture shows it."""
ENDS = ("score", "score_low", "score_high")


@in_style
def elo_plot(ladder: Ladder, ax: Axes | None = None) -> Axes:
    """How strong players are, the weakest below, with 95% intervals; a square fixes the scale."""
    table = ladder.elo.iloc[::-1]
    ax = ax or new_axes(6.0, height(len(table), 0.3))
    rows = np.arange(len(table))
    points, low, high = (table[name].to_numpy(dtype=float) for name in ("elo", "low", "high"))
    fixed = low == high
    look: dict[str, Any] = {"linestyle": "none", "color": INK, "markersize": 5}
    ends = [(points - low)[~fixed], (high - points)[~fixed]]
    ax.errorbar(points[~fixed], rows[~fixed], xerr=ends, marker="o", capsize=3, label="estimate", **look)
    ax.plot(points[fixed], rows[fixed], marker="s", markerfacecolor="white", label="fixes the scale", **look)
    for row, value in zip(rows, points, strict=True):
        ax.annotate(f"{value:.0f}", (value, row), (0, 7), textcoords="offset points", ha="center")
    names = zip(table["player"], table["battles"], strict=True)
    name_rows(ax, [f"{name}  (n = {battles:,})" for name, battles in names])
    ax.margins(x=0.1)
    below(ax, "Elo, with 95% intervals (400 points are ten to one); battles of a player after the name", ladder.summary)
    ax.set_title("Who plays better")
    ax.legend(loc="upper left")
    return ax


@in_style
def player_matrix(ladder: Ladder, ax: Axes | None = None) -> Axes:
    """Share of the points that the player of the row has won against that of the column.

    In a cell the share in percent and its 95% interval; who has not met has none.
    """
    names = list(ladder.elo["player"])
    square = [pd.DataFrame(np.nan, index=names, columns=names) for _ in ENDS]
    for row in ladder.matches.to_dict("records"):
        first, second = str(row["first"]), str(row["second"])
        score, low, high = (float(row[name]) for name in ENDS)
        there, back = (score, low, high), (1 - score, 1 - high, 1 - low)
        for frame, one, other in zip(square, there, back, strict=True):
            frame.loc[first, second], frame.loc[second, first] = one, other
    what = "in percent of the points (a draw is half), with 95% intervals; players of the row against the column"
    return share_matrix(Shares(*square), ax, title="Points against each other", what=what, rests_on=ladder.summary)


@in_style
def family_matrix(ladder: Ladder, ax: Axes | None = None) -> Axes:
    """Share of the points by match and family of tables: does the better player always win?"""
    table = ladder.families.assign(match=ladder.families["first"] + " over " + ladder.families["second"])
    order = table["match"].unique(), table["family"].unique()
    wide = [table.pivot(index="match", columns="family", values=name).loc[order[0], order[1]] for name in ENDS]
    what = "in percent of the points of the first player, with 95% intervals"
    return share_matrix(Shares(*wide), ax, title="Points by family of tables", what=what, rests_on=ladder.summary)


@in_style
def search_plot(tuning: Tuning, ax: Axes | None = None) -> Axes:
    """How the candidates of a search fared by generation: share of points, mean and best."""
    ax = ax or new_axes(6.6, 3.2)
    table = tuning.search
    ax.axhline(0.5, color=INK, linewidth=0.8, linestyle=":")
    for column, style in SEARCH.items():
        ax.plot(table["generation"], table[column], linewidth=1, markersize=3, **style)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylabel("share of points won")
    below(ax, "generation", tuning.summary)
    ax.set_title(f"The search for weights of the {tuning.player}")
    ax.legend(loc="lower right")
    return ax


@in_style
def weights_plot(tuning: Tuning, ax: Axes | None = None) -> Axes:
    """How far a search has moved every weight, in units of its first step.

    Before and after stand next to the name.
    """
    table = tuning.changes().iloc[::-1]
    ax = ax or new_axes(6.0, height(len(table), 0.2))
    rows = np.arange(len(table))
    steps = table["steps"].to_numpy(dtype=float)
    ax.axvline(0, color=INK, linewidth=0.8)
    ax.hlines(rows, 0, steps, color=INK, linewidth=0.8)
    ax.plot(steps, rows, "o", color=BLUE, markersize=4)
    names = zip(table["weight"], table["start"], table["found"], strict=True)
    name_rows(ax, [f"{name}  {start:g} \N{RIGHTWARDS ARROW} {found:g}" for name, start, found in names])
    what = "moved by so many first steps; before and after next to the name"
    below(ax, what, tuning.verdict, tuning.summary)
    ax.set_title(f"What the search has changed in the {tuning.player}")
    return ax
