"""Battles: the table they are fought on, what chance decides of them, and who is left after each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.collections import PatchCollection
from matplotlib.patches import Patch, Rectangle

from tigersim.rules.setup import deployment_depth
from tigersim.show.plots.below import below
from tigersim.show.plots.style import INK, PALE, SKY, VERMILION, in_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tigersim.tabletop import Table

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


@in_style
def table_map(table: Table, ax: Axes | None = None) -> Axes:
    """A random table from above, north at the top: terrain, roads, the edges of the deployment zones, markers (VP)."""
    ax = ax or new_axes(1.2 + 0.13 * table.width, 1.1 + 0.13 * table.depth)
    rows = table.to_dict()["map"][::-1]
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
    what = "inches; the sides deploy beyond the broken lines" + ("; circles: VP" if table.markers else "")
    below(ax, what, "one random table, drawn inch by inch as it is played on; no ruleset, nothing estimated")
    ax.set_title(f"{table.family} table {table.number} of seed {table.seed}")
    ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax
