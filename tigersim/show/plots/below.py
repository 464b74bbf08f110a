"""The lines below a picture: what it shows, and what its numbers rest on."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tigersim.game.restrictions import player_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTERS = 12.5
"""Letters of a line below a picture, per inch of its width."""
SHORT_NAME = 16
"""Letters; the label may stand in the middle below axes whose rows have names no longer than that."""
UNTOLD = "what these numbers rest on was not told"


def below(ax: Axes, *parts: str) -> None:
    """Write the label of the horizontal axis, and below it what the numbers rest on.

    Beside long names of rows it ends where the axes end, so that it reaches under the names and not beyond the picture.
    """
    names = [line for tick in ax.get_yticklabels() for line in tick.get_text().splitlines()]
    label = "\n".join(lines(ax, *parts))
    if max(map(len, names), default=0) > SHORT_NAME:
        ax.set_xlabel(label, loc="right", multialignment="left")
    else:
        ax.set_xlabel(label)


def lines(ax: Axes, *parts: str) -> list[str]:
    """Paragraphs folded to the width of these axes, their lines about equally long."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    place = ax.get_subplotspec()
    share = 1.0 if place is None else len(place.colspan) / place.get_gridspec().ncols
    letters = max(round(LETTERS * figure.get_figwidth() * share), 12)
    return [line for part in parts for line in _balanced(part, letters)]


def _balanced(part: str, letters: int) -> list[str]:
    """A paragraph folded into as few lines as possible, all about equally long."""
    folded = textwrap.wrap(part, letters)
    while letters > 12 and len(tighter := textwrap.wrap(part, letters - 1)) == len(folded):
        folded, letters = tighter, letters - 1
    return folded


def settings_line(about: Mapping[str, Any], counted: str = "") -> str:
    """Battles, players, ruleset, seed of a provenance; ``counted`` stands for the battles."""
    battles = f"{about['battles']:,} battles" if isinstance(about.get("battles"), int) else ""
    parts = [counted or battles]
    players = about.get("players")
    if isinstance(players, list | tuple):
        forbidden = about.get("forbid", [()] * len(players))
        seated = [player_name(str(who), what) for who, what in zip(players, forbidden, strict=True)]
        alike = len(set(seated)) == 1 and " without " in seated[0]
        parts.append(f"players on both sides {seated[0]}" if alike else f"players {' against '.join(seated)}")
    ruleset = about.get("ruleset")
    name = ruleset.get("name") if isinstance(ruleset, Mapping) else ruleset
    parts += [
        f"{what} {value}" for what, value in (("ruleset", name), ("seed", about.get("seed"))) if value is not None
    ]
    return ", ".join(part for part in parts if part) or UNTOLD
