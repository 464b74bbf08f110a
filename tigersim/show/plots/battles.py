"""Battles: their table, what chance decides of them, and who is left after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import PatchCollection
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from tigersim.errors import InvalidValue
from tigersim.rules.setup import deployment_depth
from tigersim.show.plots.below import below, settings_line
from tigersim.show.plots.forest import beside, height, name_rows, numbers
from tigersim.show.plots.style import BLUE, INK, PALE, SKY, SMALL, VERMILION, in_style, new_axes
from tigersim.show.sides import LOOKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.game.tabletop import Table
    from tigersim.lab.survival import Survival
    from tigersim.pricing.study.luck_shares import LuckShares

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

PARTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("luck", {"facecolor": SKY, "hatch": "///", "edgecolor": "white"}),
    ("rest", {"facecolor": PALE}),
    ("", {"facecolor": BLUE}),
)
"""How the name of a part of the spread begins -> how its bar looks."""
CURVES: tuple[dict[str, Any], ...] = (
    {"color": LOOKS["a"].colour, "linestyle": "-"},
    {"color": LOOKS["b"].colour, "linestyle": "--"},
    {"color": INK, "linestyle": "-."},
    {"color": SKY, "linestyle": ":"},
)
"""How the curves of a picture are told apart; the first two are those of the sides, where it is about sides."""
POSITIONS: dict[str, dict[str, Any]] = {
    "light": {"linestyle": "none", "marker": "s", "markersize": 5, "markerfacecolor": "white", "color": INK},
    "heavy": {"linestyle": "none", "marker": "s", "markersize": 5, "color": INK},
}
SELDOM = 0.01
"""Turns that a smaller share of the battles play are left out of a picture."""


@in_style
def table_map(table: Table, ax: Axes | None = None) -> Axes:
    """A random table from above, north at the top: terrain, roads, zones, markers (VP).

    Light positions are open squares, heavy ones filled.
    """
    ax = ax or new_axes(1.2 + 0.13 * table.width, 1.1 + 0.13 * table.depth)
    rows = table.glyphs(positions=False)[::-1]
    for letter, look in GROUND.items():
        cells = [(x, y) for y, row in enumerate(rows) for x, shown in enumerate(row) if shown == letter]
        if cells:
            ax.add_collection(PatchCollection([Rectangle(cell, 1, 1) for cell in cells], linewidth=0, **look))
    handles: list[Artist] = [Patch(linewidth=0, **look) for look in GROUND.values()]
    third = deployment_depth(table.depth)
    for y in (third, table.depth - third):
        ax.axhline(y, color=INK, linewidth=0.8, linestyle="--")
    for marker in table.markers:
        ring = {"boxstyle": "circle", "facecolor": "white", "edgecolor": INK}
        ax.text(marker.x + 0.5, marker.y + 0.5, str(marker.vp), ha="center", va="center", bbox=ring)
    for kind, look in POSITIONS.items():
        places = [one for one in table.positions if one.kind == kind]
        if places:
            middles = [one.x + 0.5 for one in places], [one.y + 0.5 for one in places]
            handles += ax.plot(*middles, label=f"{kind} position", **look)
    ax.set_xlim(0, table.width)
    ax.set_ylim(0, table.depth)
    ax.set_xticks(range(0, table.width + 1, 6))
    ax.set_yticks(range(0, table.depth + 1, 6))
    ax.set_aspect("equal")
    what = "inches; the sides deploy beyond the broken lines" + ("; circles: VP" if table.markers else "")
    below(ax, what, "one random table, drawn inch by inch as it is played on; no ruleset, nothing estimated")
    ax.set_title(f"{table.family} table {table.number} of seed {table.seed}")
    ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax


@in_style
def luck_plot(shares: LuckShares, ax: Axes | None = None) -> Axes:
    """The part of the spread of margins that each cause explains, with 95% intervals.

    Known luck (hatched) is what came of dice and cards minus what was to be expected of them.
    """
    table = shares.table.iloc[::-1]
    ax = ax or new_axes(6.6, height(len(table), 0.3))
    share, low, high = numbers(table, "share", "low", "high")
    rows = np.arange(len(table))
    for row, part, width in zip(rows, table["part"], share, strict=True):
        look = next(look for begin, look in PARTS if str(part).startswith(begin))
        ax.barh(row, width, height=0.7, linewidth=0, **look)
    ends = [np.maximum(share - low, 0), np.maximum(high - share, 0)]
    ax.errorbar(share, rows, xerr=ends, linestyle="none", color=INK, linewidth=1, capsize=2)
    ax.axvline(0, color=INK, linewidth=0.8)
    beside(ax, [f"{100 * value:.1f}%" for value in share])
    name_rows(ax, list(table["part"]))
    ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    what = (
        f"share of the variance of the margin (its standard deviation is {shares.spread:.1f} VP), with 95% intervals; "
        f"all known luck together: {100 * shares.known_luck:.0f}%"
    )
    below(ax, what, settings_line(shares.provenance, f"{shares.battles:,} battles"))
    ax.set_title("What decides a battle")
    return ax


@in_style
def survival_plot(found: Survival, ax: Axes | None = None, *, units: Sequence[tuple[str, str]] | None = None) -> Axes:
    """Who is left after each turn: share of the units alive, with pointwise 95% intervals.

    units: pairs of a side, "a" or "b", and a key, "Tiger I [germany]", at most ``len(CURVES)``; by default all units of
    each side.  At the foot stands in how many of a hundred battles each turn is played.  Raises ``InvalidValue`` for
    a unit that does not fight there.
    """
    table, wanted = found.table, units if units is not None else [(side, "all units") for side in "ab"]
    if not 1 <= len(wanted) <= len(CURVES):
        raise InvalidValue("units", f"{len(wanted)} of them", f"1 to {len(CURVES)}")
    ax = ax or new_axes(6.6, 3.8)
    going = table.drop_duplicates("turn").sort_values("turn")
    last = int(going["turn"][going["under_way"].shift(fill_value=1.0) >= SELDOM].max())
    ends = []
    for (side, unit), look in zip(wanted, CURVES, strict=False):
        part = table[(table["side"] == side) & (table["unit"] == unit) & (table["turn"] <= last)].sort_values("turn")
        if part.empty:
            there = sorted({f"{one} {key}" for one, key in zip(table["side"], table["unit"], strict=True)})
            raise InvalidValue("unit", f"{side} {unit}", ", ".join(there))
        turn, share, low, high = numbers(part, "turn", "share", "low", "high")
        label = f"side {side}: {unit} (n = {part['units'].iloc[0]})"
        ax.fill_between(turn, low, high, color=look["color"], alpha=0.18, linewidth=0)
        ax.plot(turn, share, marker=".", linewidth=1.3, label=label, **look)
        ends.append(float(share[-1]))
    for end, place in zip(sorted(ends), _apart(sorted(ends), 0.05), strict=True):
        ax.annotate(f"{100 * end:.0f}%", (last, place), (5, 0), textcoords="offset points", va="center")
    for turn, share in zip(going["turn"].iloc[1 : last + 1], going["under_way"], strict=False):
        ax.annotate(f"{100 * share:.0f}", (turn, 0.01), ha="center", va="bottom", fontsize=SMALL, color=INK)
    ax.set_xlim(0, max(last, 1) * 1.07)
    ax.set_ylim(0, 1.02)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylabel("share of the units alive")
    what = (
        "after turn; with pointwise 95% intervals; at the foot: of 100 battles so many play the turn, those turns left "
        f"out that fewer than {100 * SELDOM:.0f} play"
    )
    below(ax, what, settings_line(found.provenance, f"n = {found.battles:,} battles"))
    ax.set_title("Who is left after each turn")
    ax.legend(loc="upper right")
    return ax


def _apart(places: Sequence[float], least: float) -> list[float]:
    """Places in rising order, moved up until each is ``least`` above the one before."""
    return list(accumulate(places, lambda before, place: max(place, before + least)))
