"""Whether prices hold: forecasts, even matches, counters, exploits, duels, unclear rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tigersim.catalogue.reading_words import option_words
from tigersim.pricing.report.calibration import calibration
from tigersim.show.plots.below import below, settings_line
from tigersim.show.plots.forest import beside, height, intervals, name_rows, numbers
from tigersim.show.plots.matrix import win_matrix
from tigersim.show.plots.style import INK, MARKS, PALE, SMALL, VERMILION, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.pricing.report.findings import Findings

MOST = 24
"""Rows of a picture of readings."""
LETTERS = 46
"""In a line of the names of such rows."""
READING_ROW = 0.42
"""Inches of such a row."""


@in_style
def calibration_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """Share of battles won, by what prices foretell, with Wilson's 95% intervals.

    On the diagonal a forecast means what it says; the wider its points lie apart the more it tells.  Battles of one
    pair of armies hang together, which the intervals take in (``report.calibration``).  ``found``: of a study of kind
    ``validation``.  Raises ``InvalidValue``.
    """
    curves = calibration(found)
    ax = ax or new_axes(5.2, 5.0)
    ax.plot([0, 1], [0, 1], color=INK, linewidth=0.8, linestyle=":", label="came as forecast", zorder=0)
    # the forecast that varies most comes first
    spread = curves.groupby("forecast_by")["forecast"].std().sort_values(ascending=False)
    for name, look in zip(spread.index, MARKS, strict=False):
        part = curves[curves["forecast_by"] == name]
        came, low, high = numbers(part, "came", "low", "high")
        ends = [np.maximum(came - low, 0), np.maximum(high - came, 0)]
        style = {"linestyle": "none", "linewidth": 1, "markersize": 4, "capsize": 2, **look}
        ax.errorbar(part["forecast"], came, yerr=ends, label=f"forecast by {name}", **style)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    ax.set_aspect("equal")
    ax.set_ylabel("share of the battles that the first army won")
    each, pairs = curves["battles"].max(), found.provenance["replicates"]
    what = f"forecast chance that the first army wins; with Wilson's 95% intervals, n = {each:,} battles a mark"
    fresh = f"{pairs['pairs']:,} fresh pairs of armies, {pairs['battles']} battles each"
    below(
        ax, what, settings_line(found.provenance, f"{fresh}; fitted to {found.provenance.get('battles', 0):,} battles")
    )
    ax.set_title("Do forecasts come true?")
    ax.legend(loc="upper left")
    return ax


@in_style
def matched_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """How even armies of equal price are: true win rates' distance from a half, with 95%.

    ``found``: of a study of kind ``validation``.
    """
    table = found.tables["matched"].iloc[::-1]
    ax = ax or new_axes(6.0, height(len(table), 0.32))
    ax.axvline(0, color=INK, linewidth=0.8)
    look = {"marker": "o", "color": INK, "capsize": 3, "markersize": 5}
    intervals(ax, np.arange(len(table)), *numbers(table, "points", "points_low", "points_high"), **look)
    beside(ax, [f"{value:.1f}" for value in table["points"]])
    name_rows(ax, [f"{name}  (n = {n:,} pairs)" for name, n in zip(table["list"], table["pairs"], strict=True)])
    ax.set_xlim(left=-0.5)
    of = found.provenance.get("pairs", {})
    matches = f", {of['matches']:,} mirrored matches each" if "matches" in of else ""
    what = "percentage points from an even match (root mean square over the pairs), with 95% intervals; 0: all even"
    below(ax, what, settings_line(found.provenance, f"pairs of armies of equal price{matches}"))
    ax.set_title("How even are armies of equal price?")
    return ax


@in_style
def counters_matrix(found: Findings, ax: Axes | None = None) -> Axes:
    """Which armies of one class counter which others, for a study of kind ``validation``.

    Pairs of which one does better against the other than its strength says, beyond chance.
    """
    table, about = found.tables["counters"], found.provenance.get("circles", {})
    names = list(dict.fromkeys([*table["first"], *table["against"]]))
    scores = pd.DataFrame(np.nan, index=names, columns=names)
    for first, against, won in zip(table["first"], table["against"], table["p_first_wins"], strict=True):
        scores.loc[first, against], scores.loc[against, first] = won, 1 - won
    shown = scores.rename(index=_words, columns=_words)
    price = (
        f"armies of one class of about {about['price']:g} VP of the revised list"
        if "price" in about
        else "armies of one class"
    )
    title = "Counters (only what strength does not explain)"
    rests_on = settings_line(found.provenance, price)
    return win_matrix(shown, 2 * (int(about.get("battles", 2)) // 2), ax, title=title, rests_on=rests_on)


@in_style
def exploit_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """How often the strongest army found under each list wins, for a study of kind ``exploit``.

    Against random armies of its budget, with 95% intervals.
    """
    table = found.tables["exploits"]
    best = table.loc[table.groupby(["list", "copies"], sort=False)["p_win"].idxmax()].iloc[::-1]
    ax = ax or new_axes(6.6, height(len(best), 0.46))
    ax.axvline(0.5, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    patch = found.provenance.get("patch")
    bar = patch.get("bar") if isinstance(patch, dict) else None
    if bar is not None:
        ax.axvline(bar, color=VERMILION, linewidth=0.8, linestyle="--", zorder=0)
    rows = np.arange(len(best))
    intervals(ax, rows, *numbers(best, "p_win", "p_low", "p_high"), marker="o", color=INK, capsize=2)
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
    look: dict[str, Any] = {"va": "top", "fontsize": 6, "color": INK, "bbox": ground}
    for row, army in zip(rows, best["army"], strict=True):
        # a count stays with its unit
        folded = textwrap.fill(str(army).replace(" x ", "\N{NO-BREAK SPACE}x\N{NO-BREAK SPACE}"), 62)
        ax.annotate(folded, (0, row), (3, -6), ax.get_yaxis_transform(), "offset points", **look)
    beside(ax, [f"{100 * value:.1f}%" for value in best["p_win"]])
    lists = zip(best["list"], best["copies"], best["battles"], strict=True)
    name_rows(ax, [f"{_list(name)}\n{most} of a kind, n = {n:,}" for name, most, n in lists])
    ax.set_xlim(0, 1.02)
    ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    budget = found.provenance.get("market", {}).get("budget")
    against = f"of the same {budget} VP" if budget else "of the same budget"
    marked = "dotted: an even match" + (f"; broken: the bar of {bar:.0%}" if bar is not None else "")
    what = f"battles won against random armies {against}, with 95% intervals; {marked}"
    below(ax, what, settings_line(found.provenance))
    ax.set_title("What the strongest army of a budget wins")
    return ax


@in_style
def duel_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """How many X are an even fight, with 95% intervals, next to what costs say (a diamond).

    A triangle at the edge: more than were fought, or fewer than one.  ``found``: of a study of kind ``duels``.
    """
    table = _duels(found.tables["duels"]).iloc[::-1].reset_index(drop=True)
    ax = ax or new_axes(6.6, height(len(table), 0.28))
    even, low, high = numbers(table, "even", "low", "high")
    rows, known = np.arange(len(table)), np.isfinite(even)
    intervals(ax, rows[known], even[known], low[known], high[known], marker="o", color=INK, capsize=2, label="even")
    most = float(max(found.provenance.get("counts", [8])))
    labels = [f"{value:.1f}" for value in even]
    for edge, marker, sign, out in ((most, ">", ">", ~known & (low >= most)), (1.0, "<", "<", ~known & (high <= 1))):
        if out.any():
            ax.plot(np.full(out.sum(), edge), rows[out], marker, color=INK, markersize=5, label=f"{sign} {edge:g}")
            labels = [f"{sign}{edge:g}" if is_out else text for text, is_out in zip(labels, out, strict=True)]
    ax.plot(
        table["by_cost"], rows, "D", color=VERMILION, markerfacecolor="none", markersize=5, label="by printed costs"
    )
    ax.set_xscale("log", base=2)
    places = list(_doublings(0.5, most))
    ax.set_xticks(places, [f"{place:g}" for place in places])
    ax.minorticks_off()
    beside(ax, [text.replace("nan", "?") for text in labels])
    name_rows(ax, list(table["fight"]))
    ax.tick_params(axis="y", labelsize=SMALL)
    what = f"how many X equal the Y, with 95% intervals; n = {table['games'].max():,} skirmishes a row; names: X : Y"
    settings = found.provenance.get("skirmishes") or [{}]
    where = _cover(found.tables["duels"])
    below(ax, what + where, settings_line(settings[0], f"{len(found.tables['duels'])} duels"))
    ax.set_title("How many of these equal those?", pad=18)
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=4, borderaxespad=0.2, fontsize=SMALL)
    return ax


@in_style
def readings_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """Which other reading of an unclear rule moves which price furthest, with 95% intervals.

    ``found``: of a study of kind ``rulings``; the ``MOST`` largest effects beyond reasonable doubt.
    """
    table = found.tables["moved"]
    largest = table["effect"].abs().sort_values(ascending=False, kind="stable").index[:MOST]
    shown = table.loc[largest].iloc[::-1]
    ax = ax or new_axes(6.6, height(len(shown), READING_ROW))
    ax.axvspan(-0.5, 0.5, color=PALE, zorder=0, label="within half a VP")
    ax.axvline(0, color=INK, linewidth=0.8)
    rows = np.arange(len(shown))
    intervals(ax, rows, *numbers(shown, "effect", "low", "high"), marker="o", color=INK, capsize=2)
    beside(ax, [f"{value:+.1f}" for value in shown["effect"]])
    read = zip(shown["unit"], shown["switch"], shown["option"], strict=True)
    name_rows(ax, [f"{unit}\n{_reading(switch, option)}" for unit, switch, option in read])
    ax.tick_params(axis="y", labelsize=SMALL)
    what = (
        f"change of the price, VP, with 95% intervals; the {len(shown)} largest of {len(table)} that are beyond doubt"
    )
    below(ax, what, settings_line(found.provenance))
    ax.set_title("Which unclear rule\nmoves which price", pad=18)
    # above the frame, where no interval can lie
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 0.99), borderaxespad=0.2, fontsize=SMALL)
    return ax


def _reading(switch: str, option: str) -> str:
    """A reading in words, in lines that leave the picture its room."""
    return textwrap.fill(option_words(switch, option).rstrip("."), LETTERS)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _list(name: str) -> str:
    """A list by its name; one that is a folder by the folder's."""
    return name.rstrip("/").rpartition("/")[2].replace("_", " ")


def _duels(table: pd.DataFrame) -> pd.DataFrame:
    """Duels, one row for all ranges and covers that make no difference.

    Columns ``fight even low high games by_cost``; by_cost: how many X cost what the Y cost.
    """
    rows = []
    numbered = table.assign(even=table["even"].fillna(-1.0))
    for (x, y, against), pair in numbered.groupby(["x", "y", "against"], sort=False):
        name = f"{x} : {against} x {y}" if against != 1 else f"{x} : {y}"
        for _, same in pair.groupby(["even", "low", "high"], sort=False):
            even, low, high = (float(same[name].iloc[0]) for name in ("even", "low", "high"))
            places = zip(same["distance"], same["cover"], strict=True)
            where = ", ".join(f'{inches}"' + ("" if cover == "none" else f" {cover}") for inches, cover in places)
            said = name if len(same) == len(pair) else f"{name}\n{where}"
            cost = _cost_of_one(same.iloc[0])
            by_cost = float(same["vp_y"].iloc[0]) / cost if cost else np.nan
            rows.append((said, even if even >= 0 else np.nan, low, high, int(same["games"].iloc[0]), by_cost))
    return pd.DataFrame(rows, columns=["fight", "even", "low", "high", "games", "by_cost"])


def _cost_of_one(row: pd.Series) -> float | None:
    """What one X costs by its even number or a bound of it; None where neither is known."""
    for number, cost in (("even", "vp_x"), ("low", "vp_x_low"), ("high", "vp_x_high")):
        if np.isfinite(row[number]) and row[number] > 0 and np.isfinite(row[cost]):
            return float(row[cost] / row[number])
    return None


def _cover(table: pd.DataFrame) -> str:
    """Who stands in the cover."""
    who = sorted({str(side).upper() for side in table.loc[table["cover"] != "none", "in_cover"] if side})
    return f"; in cover: {' or '.join(who)}" if who else ""


def _doublings(first: float, last: float) -> Iterator[float]:
    while first <= last:
        yield first
        first *= 2
