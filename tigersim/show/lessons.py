"""Pictures of the notebooks that no report has.

Every function takes axes (or makes its own) and returns them; all of them read in black and white.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from tigersim.errors import TraitNotFound
from tigersim.odds.panel import PANEL, panel
from tigersim.odds.shot import shot
from tigersim.pricing.estimate.mispricing import OFF
from tigersim.show.plots import BLUE, INK, PALE, SKY, VERMILION, card_bars, new_axes, table_map
from tigersim.show.plots.style import styled
from tigersim.show.sides import LOOKS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from tigersim.catalogue.units import Unit
    from tigersim.game.battle import Battle
    from tigersim.pricing.play.fair import FairMatch
    from tigersim.pricing.play.own_unit import OwnPrice
    from tigersim.pricing.report.findings import Findings

WAYS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("p_destroyed", "destroys", 1, {"color": BLUE}),
    ("p_one_hit", "hits once", 1, {"color": SKY, "hatch": "///", "edgecolor": "white"}),
    ("p_destroyed_back", "is destroyed", -1, {"color": INK}),
    ("p_one_hit_back", "is hit once", -1, {"color": PALE, "hatch": "\\\\\\", "edgecolor": "white"}),
)
"""Column of ``odds.panel`` -> its name, on which side of 0 it lies, and its style."""
SIDES: tuple[dict[str, Any], ...] = tuple(
    {"marker": look.marker, "color": look.colour, "label": f"side {side}"} for side, look in LOOKS.items()
)
WRECK: dict[str, Any] = {"marker": "X", "color": INK, "markeredgecolor": "white", "linestyle": "none", "label": "wreck"}
AWAY = 0.02
"""Chances to win this near to 0 or 1 are left out of a picture of handicaps."""


def shot_bars(attacker: str | Unit, target: str | Unit, ax: Axes | None = None, **circumstances: Any) -> Axes:
    """What becomes of a target, card by card; circumstances as of ``odds.shot``."""
    cards = shot(attacker, target, None, **circumstances).by_card()
    return card_bars(cards, ax, title=f"{_name(attacker)} fires at {_name(target)}{_where(circumstances)}")


def _name(unit: str | Unit) -> str:
    return unit if isinstance(unit, str) else unit.name


def _where(circumstances: dict[str, Any]) -> str:
    where = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in circumstances.items())
    return f": {where}" if where else ""


def panel_plot(
    unit: str | Unit, others: Sequence[str | Unit] = PANEL, ax: Axes | None = None, **circumstances: Any
) -> Axes:
    """What a unit's Fire action does to each of ``others`` (right), and theirs to it (left).

    circumstances: distance, cover and others of ``odds.panel``.  Exact, averaged over a full deck.
    """
    frame = panel(unit, others, **circumstances).iloc[::-1]
    ax = ax or new_axes(6.6, 1.5 + 0.24 * len(frame))
    with styled():
        rows = np.arange(len(frame))
        ends = {1: np.zeros(len(frame)), -1: np.zeros(len(frame))}
        for column, label, side, look in WAYS:
            width = side * frame[column].to_numpy(dtype=float)
            ax.barh(rows, width, left=ends[side], height=0.7, label=label, linewidth=0, **look)
            ends[side] += width
        ax.axvline(0, color=INK, linewidth=0.8)
        names = zip(frame["other"], frame["cost"], strict=True)
        ax.set_yticks(rows, [f"{name}  {cost}" for name, cost in names])
        ax.set_xlim(-1, 1)
        ax.set_xticks(np.linspace(-1, 1, 9), [f"{abs(share):.0%}" for share in np.linspace(-1, 1, 9)])
        ax.set_xlabel(
            "what they do to it   |   what it does to them\none Fire action, any card; printed VP after the name"
        )
        ax.set_title(f"{_name(unit)} against all kinds{_where(circumstances)}")
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14 - 0.6 / len(frame)), ncols=len(WAYS))
    return ax


def intervals_plot(
    frame: pd.DataFrame,
    columns: tuple[str, str, str, str],
    ax: Axes | None = None,
    *,
    beside: tuple[str, str] | None = None,
    mark: str | None = None,
    from_zero: bool = False,
    what: str = "",
    title: str = "",
) -> Axes:
    """Values with their intervals, one row per row of a frame, the first on top.

    frame: the rows.
    columns: of the names, the values, the lower and the upper ends.
    ax: to draw on; None: new ones.
    beside: a column that is set beside the value (a diamond), and what it is called.
    mark: a column of truth values; where it holds the row is drawn in another colour and form.
    from_zero: whether the axis begins at 0.
    what: words below the axis.
    title: words above.
    """
    names, value, low, high = columns
    shown = frame.iloc[::-1]
    ax = ax or new_axes(6.6, 1.2 + 0.2 * len(shown))
    with styled():
        rows = np.arange(len(shown))
        middle, least, most = (shown[column].to_numpy(dtype=float) for column in (value, low, high))
        special = np.zeros(len(shown), dtype=bool) if mark is None else shown[mark].to_numpy(dtype=bool)
        for chosen, form, colour in ((~special, "o", BLUE), (special, "s", VERMILION)):
            if chosen.any():
                ends = [(middle - least)[chosen], (most - middle)[chosen]]
                look: dict[str, Any] = {"color": colour, "markersize": 4, "capsize": 2, "linewidth": 1}
                ax.errorbar(middle[chosen], rows[chosen], xerr=ends, fmt=form, **look)
        if beside is not None:
            column, label = beside
            look = {"color": INK, "markerfacecolor": "none", "markersize": 6, "linestyle": "none"}
            ax.plot(shown[column].to_numpy(dtype=float), rows, marker="D", label=label, **look)
            ax.legend(loc="best")
        ax.set_yticks(rows, [str(name) for name in shown[names]])
        ax.set_ylim(-0.7, len(shown) - 0.3)
        ax.grid(axis="x", color=PALE, linewidth=0.6)
        ax.set_axisbelow(True)
        if from_zero:
            ax.set_xlim(left=0)
        ax.set_xlabel(what)
        ax.set_title(title)
    return ax


def trait_by_class(found: Findings, trait: str, ax: Axes | None = None) -> Axes:
    """What one trait is worth on a standard unit of each class, compared with its printed VP.

    ``found``: of a study of kind ``traits``.  Raises ``TraitNotFound`` for a trait that it has on no class.
    """
    cells = found.tables["cells"]
    part = cells[cells["trait"] == trait].sort_values("worth", ascending=False)
    if part.empty:
        raise TraitNotFound(trait, sorted(set(cells["trait"])))
    named = part.assign(type=part["type"].str.replace("_", " "))
    what = "VP, with 95% intervals; a square: a bargain or too dear"
    return intervals_plot(
        named.assign(off=named["verdict"].isin(OFF)),
        ("type", "worth", "low", "high"),
        ax,
        beside=("printed", "printed"),
        mark="off",
        what=what,
        title=f"{trait.replace('_', ' ')}: what it is worth on a plain unit of each class",
    )


def own_plot(found: OwnPrice, ax: Axes | None = None) -> Axes:
    """A unit of one's own (a square) among its class: worth with 95% intervals, and costs."""
    title = f"{found.unit.name} among the {found.unit.type.replace('_', ' ')}s"
    worths = {column: found.beside[column].fillna(found.beside["settled"]) for column in ("worth", "low", "high")}
    return intervals_plot(
        found.beside.assign(**worths),
        ("unit", "worth", "low", "high"),
        ax,
        beside=("cost", "cost"),
        mark="own",
        what="worth in VP, all other prices as they are, with 95% intervals; without: the settled price",
        title=title,
    )


def battle_map(battle: Battle, ax: Axes | None = None) -> Axes:
    """A battle as it stands: the table, and the units that are left, by side and place.

    A hollow mark is a unit that has been hit, a cross a wreck.
    """
    ax = table_map(battle.ground, ax)
    ground, units = ax.get_legend(), battle.record[0].unit
    handles = [] if ground is None else list(ground.legend_handles)
    per_side = len(units) // len(SIDES)
    with styled():
        for side, look in enumerate(SIDES):
            for slot in range(side * per_side, (side + 1) * per_side):
                if battle.unit_name(slot) and units[slot].placed:
                    _stand(ax, units[slot], battle.unit_name(slot).split()[0], look, LOOKS["ab"[side]].ink)
            handles += ax.plot([], [], linestyle="none", markersize=8, **look)
        wrecks = [(x + 0.5, y + 0.5) for x, y in battle.view("a").wrecks]
        if wrecks:
            handles += ax.plot(*zip(*wrecks, strict=True), markersize=8, zorder=2.5, **WRECK)
        ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1.0, 0.5))
        ax.set_title(f"Turn {battle.turn}: {battle.ground.family} table {battle.ground.number}")
    return ax


def _stand(ax: Axes, unit: Any, name: str, look: dict[str, Any], on_it: str) -> None:
    """A unit on the map: its side by form and colour, a hit by a hollow mark."""
    x, y = unit.x + 0.5, unit.y + 0.5
    face = "white" if unit.hits else look["color"]
    ax.plot(x, y, look["marker"], color=look["color"], markerfacecolor=face, markersize=13, zorder=3)
    ink = look["color"] if unit.hits else on_it
    ax.text(x, y, name, ha="center", va="center_baseline", color=ink, fontsize=6.5, fontweight="bold", zorder=4)


def fair_plot(match: FairMatch, ax: Axes | None = None) -> Axes:
    """The chance that army a wins, by VP given to army b at the end, with 95% intervals.

    The even handicap is marked, with all that cannot be told from even.
    """
    table = match.table
    shown = table[table["p_win"].between(AWAY, 1 - AWAY)] if len(table) > 1 else table
    ax = ax or new_axes(6.6, 3.2)
    with styled():
        vp = shown["handicap"].to_numpy(dtype=float)
        win, low, high = (shown[name].to_numpy(dtype=float) for name in ("p_win", "p_low", "p_high"))
        few, many = match.handicap_interval
        ax.axvspan(few - 0.5, many + 0.5, color=PALE, zorder=0, label="cannot be told from even")
        ax.axhline(0.5, color=INK, linewidth=0.8, linestyle=":")
        ax.errorbar(
            vp, win, yerr=[win - low, high - win], fmt="o", color=BLUE, markersize=3, linewidth=0.8, label="a wins"
        )
        for handicap, label, marker in ((0, "no VP given", "s"), (match.handicap, "even", "D")):
            look: dict[str, Any] = {"markerfacecolor": "none", "color": VERMILION, "markersize": 9, "linestyle": "none"}
            ax.plot(handicap, match.p_win(handicap), marker=marker, label=label, **look)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_ylabel("chance that army a wins")
        players = " against ".join(match.players)
        ax.set_xlabel(f"VP given to army b at the end (below 0: to army a)\n{match.battles:,} battles, {players}")
        ax.set_title("What makes this match even")
        ax.legend(loc="upper right")
    return ax
