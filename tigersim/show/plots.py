"""Pictures of odds and prices: the only place that imports matplotlib.

Every function takes axes (or makes its own) and returns them.  All of them read in black and white and for the
colour-blind: whatever a colour says, a shape, a hatch or a label says too.  Values are VP or probabilities.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from tigersim.show.tables import RANKS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from tigersim.pricing import Prices

STYLE: Any = {
    "font.size": 8,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "legend.frameon": False,
    "figure.dpi": 110,
    "savefig.dpi": 160,
    "savefig.bbox": "tight",
    "hatch.linewidth": 0.6,
}

# the palette of Okabe and Ito, safe for the colour-blind, ordered from dark to light
INK, BLUE, VERMILION, SKY, PALE = "#1a1a1a", "#0072b2", "#d55e00", "#56b4e9", "#e6e6e6"

VERDICTS: dict[str, dict[str, Any]] = {
    "MISPRICED": {"marker": "s", "color": VERMILION, "markerfacecolor": VERMILION},
    "FAIR": {"marker": "o", "color": BLUE, "markerfacecolor": BLUE},
    "UNDETERMINED": {"marker": "o", "color": INK, "markerfacecolor": "white"},
}

OUTCOMES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("p_destroyed", "destroyed", {"color": INK}),
    ("p_one_hit", "one hit", {"color": BLUE, "hatch": "///", "edgecolor": "white"}),
    ("p_suppressed", "suppressed only", {"color": SKY, "hatch": "...", "edgecolor": "white"}),
    ("p_nothing", "nothing", {"color": PALE}),
)

COLOURS: dict[bool, dict[str, Any]] = {
    True: {"label": "red card", "marker": "D", "color": VERMILION, "markerfacecolor": VERMILION},
    False: {"label": "black card", "marker": "o", "color": INK, "markerfacecolor": "white"},
}


def new_axes(width: float, height: float) -> Axes:
    """Axes of a figure of their own, ``width`` by ``height`` inches, in the common style."""
    with plt.rc_context(STYLE):
        _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def price_plot(prices: Prices, ax: Axes | None = None, *, top: int | None = None) -> Axes:
    """What every unit seems to be worth beside its printed cost, ranked, with 95% intervals.

    The line at nought is the printed cost; a unit right of it is a bargain, one left of it too dear.  In the grey band
    the nearest whole price is the printed one.  ``top`` keeps the dearest and the cheapest so many units.
    """
    table = prices.table.sort_values("delta", kind="stable")
    shown = table if top is None or len(table) <= 2 * top else _ends(table, top)
    ax = ax or new_axes(6.6, 1.3 + 0.16 * len(shown))
    with plt.rc_context(STYLE):
        rows = np.arange(len(shown))
        ax.axvspan(-0.5, 0.5, color=PALE, zorder=0, label="nearest whole price is the printed one")
        ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
        _intervals(ax, shown)
        names = zip(shown["name"], shown["nation"], shown["cost"], strict=True)
        ax.set_yticks(rows, [f"{name} [{nation}]  {cost}" for name, nation, cost in names])
        ax.set_ylim(-0.8, len(shown) - 0.2)
        ax.set_xlabel(_below("worth minus printed cost (VP), with 95% intervals; printed cost after the name", prices))
        ax.set_title("What a unit is worth beside its cost")
        if top is not None and len(shown) < len(table):
            ax.axhline(top - 0.5, color=INK, linewidth=0.6, linestyle=":")
        ax.legend(loc="lower right")
    return ax


def trait_plot(prices: Prices, ax: Axes | None = None) -> Axes:
    """What every advantage and disadvantage is worth, with 95% intervals, beside its printed price (a diamond)."""
    traits = prices.traits.sort_values("worth", kind="stable")
    ax = ax or new_axes(6.0, 1.3 + 0.2 * len(traits))
    with plt.rc_context(STYLE):
        rows = np.arange(len(traits))
        worth = traits["worth"].to_numpy(dtype=float)
        low, high = (traits[name].to_numpy(dtype=float) for name in ("low", "high"))
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.errorbar(worth, rows, xerr=[worth - low, high - worth], fmt="o", color=BLUE, markersize=4, label="worth")
        ax.plot(traits["printed"], rows, "D", color=INK, markerfacecolor="white", markersize=5, label="printed")
        ax.set_yticks(rows, [f"{trait} ({n})" for trait, n in zip(traits["trait"], traits["units"], strict=True)])
        ax.set_xlabel(_below("VP, with 95% intervals; number of units with the trait in brackets", prices))
        ax.set_title("What a trait is worth beside its price")
        ax.legend(loc="lower right")
    return ax


def card_bars(cards: pd.DataFrame, ax: Axes | None = None, *, title: str = "") -> Axes:
    """What becomes of the target, card by card: stacked bars of ``shot(card=None).by_card()``.

    One pair of bars per difficulty: the red card (named ``r``) beside the black one (``b``).  A card that may not fire
    has no bar.
    """
    ax = ax or new_axes(6.6, 3.2)
    with plt.rc_context(STYLE):
        groups = cards.drop_duplicates(["difficulty", "red"]).sort_values(
            ["difficulty", "red"], ascending=[True, False]
        )
        places = groups["difficulty"].to_numpy() + np.where(groups["red"], -0.2, 0.2)
        values = groups.assign(p_nothing=groups["p_none"] - groups["p_suppressed"])
        bottom = np.zeros(len(groups))
        for column, label, look in OUTCOMES:
            height = values[column].fillna(0).to_numpy(dtype=float)
            ax.bar(places, height, width=0.36, bottom=bottom, label=label, linewidth=0, **look)
            bottom += height
        difficulties = sorted(groups["difficulty"].unique())
        ax.set_xticks(places, ["r" if red else "b" for red in groups["red"]])
        below = ax.secondary_xaxis(-0.08)
        below.set_xticks(difficulties, [_card_label(d) for d in difficulties])
        below.tick_params(length=0)
        below.spines["bottom"].set_visible(False)
        below.set_xlabel("card (r: red, b: black)")
        ax.set_ylim(0, 1)
        ax.set_ylabel("probability")
        ax.set_title(title or "What becomes of the target")
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=len(OUTCOMES))
    return ax


def initiative_plot(cards: pd.DataFrame, ax: Axes | None = None, *, value: str = "p_hit_scored") -> Axes:
    """The bargain of every card: how early it acts against what it can do.

    ``cards`` has one row per card with the columns ``card`` (as ``QH``), ``initiative`` (1 acts last, 52 first),
    ``red`` and ``value`` (a probability).
    """
    ax = ax or new_axes(6.6, 3.0)
    with plt.rc_context(STYLE):
        for red, look in COLOURS.items():
            part = cards[cards["red"] == red].sort_values("initiative")
            ax.plot(part["initiative"], part[value], linewidth=0.8, markersize=4, **look)
        ranks = cards.assign(rank=[str(card)[:-1] for card in cards["card"]]).groupby("rank")["initiative"].mean()
        ax.set_xticks(ranks, ranks.index)
        ax.set_ylim(-0.02, 1.02)
        ax.set_xlabel("card, in order of initiative: left acts last, right acts first")
        ax.set_ylabel(value.removeprefix("p_").replace("_", " ") + " (probability)")
        ax.set_title("Early or sure: no card is both")
        ax.legend(loc="lower left")
    return ax


def _below(what: str, prices: Prices) -> str:
    """The label of an axis, and below it what the numbers rest on: battles, players, ruleset, seed."""
    return f"{what}\n{textwrap.fill(prices.summary, 80)}"


def _ends(table: pd.DataFrame, top: int) -> pd.DataFrame:
    return table.iloc[[*range(top), *range(len(table) - top, len(table))]]


def _intervals(ax: Axes, table: pd.DataFrame) -> None:
    """One horizontal 95% interval per row, its mark telling the verdict."""
    for verdict, look in VERDICTS.items():
        rows = np.flatnonzero(table["verdict"] == verdict)
        part = table.iloc[rows]
        delta = part["delta"].to_numpy(dtype=float)
        ends = [delta - part["delta_low"].to_numpy(dtype=float), part["delta_high"].to_numpy(dtype=float) - delta]
        ax.errorbar(delta, rows, xerr=ends, linestyle="none", linewidth=1, markersize=4, label=verdict.lower(), **look)


def _card_label(difficulty: int) -> str:
    """The cards of one difficulty, in the words of a player."""
    return RANKS.get(difficulty, str(difficulty))
