"""Pictures of odds and prices: the only place that imports matplotlib.

Every function takes axes (or makes its own) and returns them.  All of them read in black and white and for the
colour-blind: whatever a colour says, a shape, a hatch or a label says too.  Values are VP or probabilities.
"""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PatchCollection
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from tigersim.atomic import write_whole
from tigersim.errors import InvalidValue
from tigersim.rules.setup import deployment_depth
from tigersim.show.tables import RANKS

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.axes import Axes

    from tigersim.lab import Ladder, Tuning
    from tigersim.pricing import Prices
    from tigersim.pricing.findings import Findings
    from tigersim.tabletop import Table

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
    "text.parse_math": False,  # names of units may hold dollars
    "svg.fonttype": "none",
    "svg.hashsalt": "tigersim",
}

# the palette of Okabe and Ito, safe for the colour-blind, ordered from dark to light
INK, BLUE, VERMILION, SKY, PALE = "#1a1a1a", "#0072b2", "#d55e00", "#56b4e9", "#e6e6e6"

DARK = {
    INK: "#e8e8e8",
    "#000000": "#e8e8e8",
    PALE: "#3a3f46",
    "#ffffff": "#16191d",
    BLUE: "#56b4e9",
    VERMILION: "#ff8c42",
}
"""Colour of a picture -> the one in its place where the reader asks for light letters on a dark ground."""

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

SEARCH: dict[str, dict[str, Any]] = {
    "mean_score": {"label": "mean of the candidates", "color": INK, "marker": "o"},
    "best_score": {"label": "best of them (by luck too)", "color": SKY, "linestyle": "--", "marker": "^"},
}
"""Column of ``lab.Tuning.search`` -> how a picture shows it."""

GROUND: dict[str, dict[str, Any]] = {
    "♣": {"label": "wood", "facecolor": "#009e73", "hatch": "ooo", "edgecolor": "white"},
    "^": {"label": "hill", "facecolor": "#e69f00", "hatch": "//", "edgecolor": "white"},
    "▒": {"label": "building", "facecolor": INK},
    "=": {"label": "road", "facecolor": "#b3b3b3"},
    "~": {"label": "water", "facecolor": SKY, "hatch": "---", "edgecolor": "white"},
    ",": {"label": "ford", "facecolor": PALE, "hatch": "---", "edgecolor": SKY},
    "#": {"label": "bridge", "facecolor": VERMILION, "hatch": "|||", "edgecolor": "white"},
}
"""Glyph of a map -> how a picture shows it."""
LETTERS = 12.5
"""Letters of a line below a picture, per inch of its width."""
PICTURES = (".png", ".svg", ".pdf")

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
    the nearest whole price is the printed one.  ``top`` keeps the dearest and the cheapest so many units; units whose
    worth is unknown are left out.
    """
    table = prices.table.dropna(subset="delta").sort_values("delta", kind="stable")
    shown = table if top is None or len(table) <= 2 * top else _ends(table, top)
    ax = ax or new_axes(6.6, 1.3 + 0.16 * len(shown))
    with plt.rc_context(STYLE):
        rows = np.arange(len(shown))
        ax.axvspan(-0.5, 0.5, color=PALE, zorder=0, label="within half a VP")
        ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
        _intervals(ax, shown)
        _values(ax, shown["delta"])
        names = zip(shown["name"], shown["nation"], shown["cost"], strict=True)
        ax.set_yticks(rows, [f"{name} [{nation}]  {cost}" for name, nation, cost in names])
        ax.set_ylim(-0.8, len(shown) - 0.2)
        what = "worth minus printed cost (VP), with 95% intervals; printed cost after the name"
        ax.set_xlabel(_below(what, prices, ax))
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
        _values(ax, traits["worth"])
        ax.set_yticks(rows, [f"{trait} ({n})" for trait, n in zip(traits["trait"], traits["units"], strict=True)])
        ax.set_xlabel(_below("VP, with 95% intervals; number of units with the trait in brackets", prices, ax))
        ax.set_title("What a trait is worth beside its price")
        ax.legend(loc="lower right")
    return ax


def trait_worth_plot(found: Findings, ax: Axes | None = None) -> Axes:
    """What every trait is worth on standard units: mean over the classes with its 95% interval, the printed VP (a
    diamond), and a tick for every class.  ``found``: of a study of kind ``traits``."""
    traits, cells = found.tables["traits"].dropna(subset="worth").sort_values("worth"), found.tables["cells"]
    ax = ax or new_axes(6.6, 1.6 + 0.2 * len(traits))
    with plt.rc_context(STYLE):
        rows = np.arange(len(traits))
        worth, low, high = (traits[name].to_numpy(dtype=float) for name in ("worth", "low", "high"))
        row_of = dict(zip(traits["trait"], rows, strict=True))
        ax.axvline(0, color=INK, linewidth=0.8, zorder=1)
        look: dict[str, Any] = {"color": SKY, "markersize": 5, "label": "one class"}
        ax.plot(cells["worth"], [row_of[name] for name in cells["trait"]], "|", **look)
        ends = [worth - low, high - worth]
        ax.errorbar(worth, rows, xerr=ends, fmt="o", color=INK, markersize=3.5, capsize=2, label="mean of the classes")
        ax.plot(traits["printed"], rows, "D", color=VERMILION, markerfacecolor="none", markersize=6, label="printed")
        ax.set_yticks(rows, [f"{name} ({n})" for name, n in zip(traits["trait"], traits["classes"], strict=True)])
        ax.set_ylim(-0.8, len(traits) - 0.2)
        what = "VP, with 95% intervals; number of classes in brackets"
        ax.set_xlabel(f"{what}\n{textwrap.fill(found.said[1], 80)}")
        ax.set_title("What a trait is worth on standard units beside its price")
        ax.legend(loc="lower right")
    return ax


def elo_plot(ladder: Ladder, ax: Axes | None = None) -> Axes:
    """How strong the players of a ladder are, the weakest below, with 95% intervals; a square fixes the scale."""
    table = ladder.elo.iloc[::-1]
    ax = ax or new_axes(6.0, 1.6 + 0.3 * len(table))
    with plt.rc_context(STYLE):
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
        ax.set_yticks(rows, [f"{name}  (n = {battles:,})" for name, battles in names])
        ax.set_ylim(-0.6, len(table) - 0.2)
        ax.margins(x=0.1)
        what = "Elo, with 95% intervals (400 points are ten to one); battles of a player after the name"
        ax.set_xlabel(f"{what}\n{textwrap.fill(ladder.summary, 80)}")
        ax.set_title("Who plays better")
        ax.legend(loc="upper left")
    return ax


def search_plot(tuning: Tuning, ax: Axes | None = None) -> Axes:
    """How the candidates of a search fared, generation by generation: share of points won, their mean and the best."""
    ax = ax or new_axes(6.6, 3.2)
    table = tuning.search
    with plt.rc_context(STYLE):
        ax.axhline(0.5, color=INK, linewidth=0.8, linestyle=":")
        for column, style in SEARCH.items():
            ax.plot(table["generation"], table[column], linewidth=1, markersize=3, **style)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_ylabel("share of points won")
        ax.set_xlabel(f"generation\n{textwrap.fill(tuning.summary, 90)}")
        ax.set_title(f"The search for weights of the {tuning.player}")
        ax.legend(loc="lower right")
    return ax


def weights_plot(tuning: Tuning, ax: Axes | None = None) -> Axes:
    """How far a search has moved every weight, in units of its first step; before and after stand beside the name."""
    table = tuning.changes().iloc[::-1]
    ax = ax or new_axes(6.0, 1.3 + 0.2 * len(table))
    with plt.rc_context(STYLE):
        rows = np.arange(len(table))
        steps = table["steps"].to_numpy(dtype=float)
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.hlines(rows, 0, steps, color=INK, linewidth=0.8)
        ax.plot(steps, rows, "o", color=BLUE, markersize=4)
        names = zip(table["weight"], table["start"], table["found"], strict=True)
        ax.set_yticks(rows, [f"{name}  {start:g} \N{RIGHTWARDS ARROW} {found:g}" for name, start, found in names])
        ax.set_ylim(-0.8, len(table) - 0.2)
        what = "moved by so many first steps; before and after beside the name"
        ax.set_xlabel(f"{what}\n{textwrap.fill(tuning.verdict, 80)}")
        ax.set_title(f"What the search has changed in the {tuning.player}")
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


def table_map(table: Table, ax: Axes | None = None) -> Axes:
    """A random table from above, north at the top: terrain, roads, the edges of the deployment zones, markers (VP)."""
    ax = ax or new_axes(1.2 + 0.13 * table.width, 1.0 + 0.13 * table.depth)
    rows = table.to_dict()["map"][::-1]
    with plt.rc_context(STYLE):
        for letter, look in GROUND.items():
            cells = [(x, y) for y, row in enumerate(rows) for x, shown in enumerate(row) if shown == letter]
            if cells:
                ax.add_collection(PatchCollection([Rectangle(cell, 1, 1) for cell in cells], linewidth=0, **look))
        handles = [Patch(linewidth=0, **look) for look in GROUND.values()]
        third = deployment_depth(table.depth)
        for y in (third, table.depth - third):
            ax.axhline(y, color=INK, linewidth=0.8, linestyle="--")
        for marker in table.markers:
            ring = {"boxstyle": "circle", "facecolor": "white", "edgecolor": INK}
            ax.text(marker.x + 0.5, marker.y + 0.5, str(marker.vp), ha="center", va="center", bbox=ring)
        ax.set_xlim(0, table.width)
        ax.set_ylim(0, table.depth)
        ax.set_xticks(range(0, table.width + 1, 6))
        ax.set_yticks(range(0, table.depth + 1, 6))
        ax.set_aspect("equal")
        ax.set_xlabel("inches; the sides deploy beyond the broken lines" + ("; circles: VP" if table.markers else ""))
        ax.set_title(f"{table.family} table {table.number} of seed {table.seed}")
        ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax


def save(ax: Axes, path: Path) -> None:
    """Write the figure of ``ax`` to a file whose name says how (.png, .svg, .pdf).  Raises ``InvalidValue``."""
    if path.suffix.lower() not in PICTURES:
        raise InvalidValue("name of the picture", str(path), f"a file that ends in {', '.join(PICTURES)}")
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.savefig(path)


def write(ax: Axes, path: Path) -> None:
    """Write the figure of ``ax`` as a .png file that appears whole or not at all, and let go of it.

    Raises ``RunError``.
    """
    figure = ax.get_figure(root=True)
    assert figure is not None
    try:
        write_whole(path, lambda passing: figure.savefig(passing, format="png"))
    finally:
        plt.close(figure)


def svg(ax: Axes) -> str:
    """The figure of ``ax`` as SVG that turns dark with its reader's screen; lets go of it.

    The same figure gives the same text: no date, no random names.
    """
    figure = ax.get_figure(root=True)
    assert figure is not None
    drawn = io.StringIO()
    try:
        with plt.rc_context(STYLE):
            figure.savefig(drawn, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    finally:
        plt.close(figure)
    text = drawn.getvalue()
    text = text[text.index("<svg") :]
    for number, colour in enumerate(DARK):
        text = text.replace(f": {colour}", f": var(--c{number})")
    light, dark = ("".join(f"--c{k}:{c};" for k, c in enumerate(colours)) for colours in (DARK, DARK.values()))
    screen = "@media screen and (prefers-color-scheme:dark)"
    style = f"<style>svg{{{light}}}{screen}{{svg{{{dark}}}}}text{{fill:var(--c0)}}</style>"
    head = text.index(">") + 1
    return text[:head] + style + text[head:]


def _below(what: str, prices: Prices, ax: Axes) -> str:
    """The label of an axis, and below it what the numbers rest on: battles, players, ruleset, seed."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    letters = round(LETTERS * figure.get_figwidth())
    return "\n".join(textwrap.fill(part, letters) for part in (what, prices.summary))


def _ends(table: pd.DataFrame, top: int) -> pd.DataFrame:
    return table.iloc[[*range(top), *range(len(table) - top, len(table))]]


def _intervals(ax: Axes, table: pd.DataFrame) -> None:
    """One horizontal 95% interval per row, its mark telling the verdict."""
    for verdict, look in VERDICTS.items():
        rows = np.flatnonzero(table["verdict"] == verdict)
        if not len(rows):
            continue
        part = table.iloc[rows]
        delta = part["delta"].to_numpy(dtype=float)
        ends = [delta - part["delta_low"].to_numpy(dtype=float), part["delta_high"].to_numpy(dtype=float) - delta]
        ax.errorbar(delta, rows, xerr=ends, linestyle="none", linewidth=1, markersize=4, label=verdict.lower(), **look)


def _values(ax: Axes, values: pd.Series) -> None:
    """The value of every row, in VP, right of the axes."""
    for row, value in enumerate(values):
        look: dict[str, Any] = {"ha": "right", "va": "center", "fontsize": 7, "color": INK}
        ax.annotate(f"{value:+z.1f}", (1, row), (28, 0), ax.get_yaxis_transform(), "offset points", **look)


def _card_label(difficulty: int) -> str:
    """The cards of one difficulty, in the words of a player."""
    return RANKS.get(difficulty, str(difficulty))
