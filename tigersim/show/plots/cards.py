"""What a card, a shot and a gun can do: exact odds as bars, curves and squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.show.plots.below import UNTOLD, below
from tigersim.show.plots.matrix import Shares, share_matrix
from tigersim.show.plots.style import BLUE, INK, PALE, SKY, VERMILION, in_style, new_axes
from tigersim.show.tables.odds import RANKS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from tigersim.odds import ShotMatrix

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

PANELS = {
    "p_destroyed": "How often one Fire action destroys",
    "p_one_hit": "How often one Fire action shocks",
    "p_suppressed": "How often one Fire action suppresses",
    "p_none": "How often one Fire action leaves the target unhurt",
    "p_hit_scored": "Whose roll reaches the difficulty",
    "p_lethal_scored": "Whose roll is a lethal hit",
}
"""Field of a shot -> what a picture of it shows."""


@in_style
def card_bars(cards: pd.DataFrame, ax: Axes | None = None, *, title: str = "", rests_on: str = "") -> Axes:
    """What becomes of the target, card by card: stacked bars of ``shot(card=None).by_card()``.

    One pair of bars per difficulty: the red card (named ``r``) next to the black one (``b``).  A card that may not fire
    has no bar.  rests_on: a line below, by default the one that ``by_card`` gives.
    """
    ax = ax or new_axes(6.6, 3.4)
    groups = cards.drop_duplicates(["difficulty", "red"]).sort_values(["difficulty", "red"], ascending=[True, False])
    places = groups["difficulty"].to_numpy() + np.where(groups["red"], -0.2, 0.2)
    values = groups.assign(p_nothing=groups["p_none"] - groups["p_suppressed"])
    bottom = np.zeros(len(groups))
    for column, label, look in OUTCOMES:
        height = values[column].fillna(0).to_numpy(dtype=float)
        ax.bar(places, height, width=0.36, bottom=bottom, label=label, linewidth=0, **look)
        bottom += height
    difficulties = sorted(groups["difficulty"].unique())
    ax.set_xticks(places, ["r" if red else "b" for red in groups["red"]])
    ranks = ax.secondary_xaxis(-0.08)
    ranks.set_xticks(difficulties, [RANKS.get(d, str(d)) for d in difficulties])
    ranks.tick_params(length=0)
    ranks.spines["bottom"].set_visible(False)
    ax.set_ylim(0, 1)
    ax.set_ylabel("probability")
    ax.set_title(title or "What becomes of the target", pad=18)
    # the labels of the second axis lie in between
    ax.xaxis.labelpad = 16
    below(ax, "card (r: red, b: black)", rests_on or str(cards.attrs.get("rests_on", UNTOLD)))
    ax.legend(loc="lower left", bbox_to_anchor=(-0.01, 0.98), ncols=len(OUTCOMES), borderaxespad=0.2)
    return ax


@in_style
def initiative_plot(
    cards: pd.DataFrame, ax: Axes | None = None, *, value: str = "p_hit_scored", rests_on: str = ""
) -> Axes:
    """The bargain of every card: how early it acts against what it can do.

    ``cards`` has one row per card with the columns ``card`` (as ``QH``), ``red``, ``value`` (a probability) and
    ``initiative`` (1 acts last, 52 first), without which the rows are in that order, as those of ``by_card`` are.
    rests_on: a line below, by default the one that ``by_card`` gives.
    """
    ax = ax or new_axes(6.6, 3.2)
    cards = cards if "initiative" in cards else cards.assign(initiative=np.arange(1, len(cards) + 1))
    for red, look in COLOURS.items():
        part = cards[cards["red"] == red].sort_values("initiative")
        ax.plot(part["initiative"], part[value], linewidth=0.8, markersize=4, **look)
    ranks = cards.assign(rank=[str(card)[:-1] for card in cards["card"]]).groupby("rank")["initiative"].mean()
    ax.set_xticks(ranks, ranks.index)
    ax.set_ylim(-0.02, 1.02)
    what = "card, in order of initiative: left acts last, right acts first"
    below(ax, what, rests_on or str(cards.attrs.get("rests_on", UNTOLD)))
    ax.set_ylabel(value.removeprefix("p_").replace("_", " ") + " (probability)")
    ax.set_title("Early or sure: no card is both")
    ax.legend(loc="lower left")
    return ax


@in_style
def shot_matrix(panel: ShotMatrix, ax: Axes | None = None, *, field: str = "p_destroyed") -> Axes:
    """What each attacker does to each target, in percent (``ts.odds.shot_matrix``).

    ``field``: of ``ShotOdds``, a probability.  A shot that the rules forbid is a "–".
    """
    wide = panel.wide(field)
    title = PANELS.get(field, field.removeprefix("p_").replace("_", " ").capitalize())
    what = f"chance in percent, who fires in rows, the target in columns; {panel.asked}"
    return share_matrix(Shares(wide), ax, title=title, what=what, rests_on=panel.rests_on)
