"""The lines below a picture: what it shows, and what its numbers rest on.  No picture goes without."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tigersim.forbid import player_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTERS = 12.5
"""Letters of a line below a picture, per inch of its width."""
UNTOLD = "what these numbers rest on was not told"


def below(ax: Axes, *parts: str) -> None:
    """Write the label of the horizontal axis, and below it what the numbers rest on: a paragraph each."""
    ax.set_xlabel("\n".join(lines(ax, *parts)))


def lines(ax: Axes, *parts: str) -> list[str]:
    """Paragraphs folded to the width that these axes have of their figure."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    place = ax.get_subplotspec()
    share = 1.0 if place is None else len(place.colspan) / place.get_gridspec().ncols
    letters = round(LETTERS * figure.get_figwidth() * share)
    return [line for part in parts for line in textwrap.wrap(part, letters)]


def settings_line(about: Mapping[str, Any], counted: str = "") -> str:
    """Battles, players, ruleset, seed of a provenance, as far as it has them; ``counted`` stands for the battles."""
    battles = f"{about['battles']:,} battles" if isinstance(about.get("battles"), int) else ""
    parts = [counted or battles]
    players = about.get("players")
    if isinstance(players, list | tuple):
        forbidden = about.get("forbid", [()] * len(players))
        seated = [player_name(str(who), what) for who, what in zip(players, forbidden, strict=True)]
        parts.append(f"players {' against '.join(seated)}")
    ruleset = about.get("ruleset")
    name = ruleset.get("name") if isinstance(ruleset, Mapping) else ruleset
    parts += [
        f"{what} {value}" for what, value in (("ruleset", name), ("seed", about.get("seed"))) if value is not None
    ]
    return ", ".join(part for part in parts if part) or UNTOLD
