"""Pictures of odds, prices, battles and players: the only place that imports matplotlib.

Every function takes axes (or makes its own) and returns them, and says below the picture what its numbers rest on.  All
of them read in black and white and for the colour-blind: whatever a colour says, a shape, a hatch or a label says too.

A file per subject: ``prices``, ``cards``, ``battles``, ``validation``, ``ladder``; beside them ``style`` (the style
sheet, for pictures of your own: ``plt.style.use("tigersim.show.tigersim")``), ``below`` (what numbers rest on),
``forest`` and ``matrix`` (how rows of intervals and squares of shares are drawn) and ``files``.
"""

from tigersim.show.plots.battles import CURVES, GROUND, luck_plot, survival_plot, table_map
from tigersim.show.plots.cards import COLOURS, OUTCOMES, card_bars, initiative_plot, shot_matrix
from tigersim.show.plots.files import PICTURES, check_picture, save, svg, write
from tigersim.show.plots.ladder import SEARCH, elo_plot, family_matrix, player_matrix, search_plot, weights_plot
from tigersim.show.plots.matrix import win_matrix
from tigersim.show.plots.prices import VERDICTS, list_plot, price_plot, range_plot, trait_plot, trait_worth_plot
from tigersim.show.plots.style import BLUE, DARK, INK, PALE, PALETTE, SKY, STYLE, STYLE_FILE, VERMILION, new_axes
from tigersim.show.plots.validation import (
    calibration_plot,
    counters_matrix,
    duel_plot,
    exploit_plot,
    matched_plot,
    readings_plot,
)

__all__ = [
    "BLUE",
    "COLOURS",
    "CURVES",
    "DARK",
    "GROUND",
    "INK",
    "OUTCOMES",
    "PALE",
    "PALETTE",
    "PICTURES",
    "SEARCH",
    "SKY",
    "STYLE",
    "STYLE_FILE",
    "VERDICTS",
    "VERMILION",
    "calibration_plot",
    "card_bars",
    "check_picture",
    "counters_matrix",
    "duel_plot",
    "elo_plot",
    "exploit_plot",
    "family_matrix",
    "initiative_plot",
    "list_plot",
    "luck_plot",
    "matched_plot",
    "new_axes",
    "player_matrix",
    "price_plot",
    "range_plot",
    "readings_plot",
    "save",
    "search_plot",
    "shot_matrix",
    "survival_plot",
    "svg",
    "table_map",
    "trait_plot",
    "trait_worth_plot",
    "weights_plot",
    "win_matrix",
    "write",
]
