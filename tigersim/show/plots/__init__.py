"""Pictures of odds, prices, battles and players: the only place that imports matplotlib.

Every function takes axes (or makes its own) and returns them, and says below the picture what its numbers rest on.  All
of them read in black and white and for the colour-blind: whatever a colour says, a shape, a hatch or a label says too.

A file per subject: ``prices``, ``cards``, ``battles``, ``validation``, ``lists``, ``ladder``; next to them ``style``
(the style sheet, for pictures of your own: ``plt.style.use("tigersim.show.tigersim")``), ``below`` (what numbers rest
on), ``forest`` and ``matrix`` (how rows of intervals and squares of shares are drawn) and ``files``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tigersim.lazy import lazily

if TYPE_CHECKING:
    from tigersim.show.plots.battles import GROUND as GROUND
    from tigersim.show.plots.battles import luck_plot as luck_plot
    from tigersim.show.plots.battles import survival_plot as survival_plot
    from tigersim.show.plots.battles import table_map as table_map
    from tigersim.show.plots.cards import card_bars as card_bars
    from tigersim.show.plots.cards import initiative_plot as initiative_plot
    from tigersim.show.plots.cards import shot_matrix as shot_matrix
    from tigersim.show.plots.files import check_picture as check_picture
    from tigersim.show.plots.files import save as save
    from tigersim.show.plots.files import svg as svg
    from tigersim.show.plots.files import write as write
    from tigersim.show.plots.ladder import elo_plot as elo_plot
    from tigersim.show.plots.ladder import family_matrix as family_matrix
    from tigersim.show.plots.ladder import player_matrix as player_matrix
    from tigersim.show.plots.ladder import search_plot as search_plot
    from tigersim.show.plots.ladder import weights_plot as weights_plot
    from tigersim.show.plots.lists import fineness_plot as fineness_plot
    from tigersim.show.plots.lists import tenths_plot as tenths_plot
    from tigersim.show.plots.matrix import win_matrix as win_matrix
    from tigersim.show.plots.prices import VERDICTS as VERDICTS
    from tigersim.show.plots.prices import list_plot as list_plot
    from tigersim.show.plots.prices import price_plot as price_plot
    from tigersim.show.plots.prices import range_plot as range_plot
    from tigersim.show.plots.prices import trait_plot as trait_plot
    from tigersim.show.plots.prices import trait_worth_plot as trait_worth_plot
    from tigersim.show.plots.style import BLUE as BLUE
    from tigersim.show.plots.style import DARK as DARK
    from tigersim.show.plots.style import INK as INK
    from tigersim.show.plots.style import PALE as PALE
    from tigersim.show.plots.style import PALETTE as PALETTE
    from tigersim.show.plots.style import SKY as SKY
    from tigersim.show.plots.style import STYLE as STYLE
    from tigersim.show.plots.style import STYLE_FILE as STYLE_FILE
    from tigersim.show.plots.style import VERMILION as VERMILION
    from tigersim.show.plots.style import new_axes as new_axes
    from tigersim.show.plots.validation import calibration_plot as calibration_plot
    from tigersim.show.plots.validation import counters_matrix as counters_matrix
    from tigersim.show.plots.validation import duel_plot as duel_plot
    from tigersim.show.plots.validation import exploit_plot as exploit_plot
    from tigersim.show.plots.validation import matched_plot as matched_plot
    from tigersim.show.plots.validation import readings_plot as readings_plot

__all__, __getattr__, __dir__ = lazily(__name__)
