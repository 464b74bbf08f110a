"""Squares of shares: the right number in the right cell, with its interval, readable on its ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

import tigersim as ts
from tests.show import drawn_pictures
from tigersim.errors import InvalidValue
from tigersim.show import plots
from tigersim.show.plots.matrix import contrast, letters_on

NAMES = ["left", "right"]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def cells(ax: Any) -> dict[tuple[int, int], list[str]]:
    """(row, column) -> the texts that lie in that square, the first row on top."""
    found: dict[tuple[int, int], list[str]] = {}
    for text in ax.texts:
        x, y = text.get_position()
        found.setdefault((int(y), int(x)), []).append(text.get_text())
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    return found


def test_scores_stand_in_their_cells_with_intervals() -> None:
    scores = pd.DataFrame([[np.nan, 0.75], [0.25, np.nan]], NAMES, NAMES)
    ax = plots.win_matrix(scores, 100)
    # Wilson's interval of 75 of 100 is 65.7% to 82.5%
    assert cells(ax) == {(0, 0): ["–"], (0, 1): ["75", "66–82"], (1, 0): ["25", "18–34"], (1, 1): ["–"]}
    assert drawn_pictures.rows(ax) == NAMES
    assert [tick.get_text() for tick in ax.get_xticklabels()] == NAMES
    assert "n = 100 of every two" in drawn_pictures.below(ax)


def test_battles_may_differ_from_cell_to_cell() -> None:
    scores = pd.DataFrame([[0.5, 0.5], [0.5, 0.5]], NAMES, NAMES)
    n = pd.DataFrame([[10, 10], [1000, 10]], NAMES, NAMES)
    ax = plots.win_matrix(scores, n)
    assert cells(ax)[0, 1] == ["50", "24–76"]
    assert cells(ax)[1, 0] == ["50", "47–53"]
    assert "n = 10 to 1,000" in drawn_pictures.below(ax)


def test_what_is_no_score_is_refused() -> None:
    with pytest.raises(InvalidValue, match="shares from 0 to 1"):
        plots.win_matrix(pd.DataFrame([[75.0]]), 100)
    with pytest.raises(InvalidValue, match="1 or more"):
        plots.win_matrix(pd.DataFrame([[0.75]]), 0)


def test_numbers_stand_out_from_every_ground() -> None:
    grounds = [mpl.colors.to_hex(mpl.colormaps[plots.STYLE["image.cmap"]](k / 50)) for k in range(51)]
    assert min(contrast(letters_on(ground), ground) for ground in grounds) >= 4.5  # level AA
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_cells_stay_readable_on_a_dark_page() -> None:
    """Letters and grounds of cells are none of the colours that turn with the page."""
    ax = plots.win_matrix(pd.DataFrame([[0.0, 1.0]]), 10)
    used = {text.get_color() for text in ax.texts} | {mpl.colors.to_hex(patch.get_facecolor()) for patch in ax.patches}
    assert not used & set(plots.DARK)


def test_a_shot_that_is_forbidden_is_a_dash() -> None:
    panel = ts.odds.shot_matrix(["T-34a", "KV-1"], ["Tiger I"], "7S")
    ax = plots.shot_matrix(panel)
    sure = ts.odds.shot("KV-1", "Tiger I", "7S").p_destroyed
    assert cells(ax) == {(0, 0): ["–"], (1, 0): [f"{100 * sure:.0f}"]}
    assert '7S, 10", front' in drawn_pictures.below(ax)


def test_players_meet_from_both_sides() -> None:
    ax = plots.player_matrix(drawn_pictures.ladder())
    assert drawn_pictures.rows(ax) == ["tactician", "heuristic", "uniform"]
    found = cells(ax)
    assert found[0, 1] == ["70", "66–74"]
    assert found[1, 0] == ["30", "26–34"]
    assert found[1, 2] == ["99", "98–100"]
    assert found[0, 2] == ["–"]


def test_matches_by_family() -> None:
    ax = plots.family_matrix(drawn_pictures.ladder())
    assert drawn_pictures.rows(ax) == ["heuristic over uniform", "tactician over heuristic"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["open", "river"]
    assert [cells(ax)[0, k][0] for k in range(2)] == ["99", "50"]
    assert cells(ax)[1, 1][0] == "100"


def test_counters_are_shown_from_both_sides() -> None:
    ax = plots.counters_matrix(drawn_pictures.findings("validation"))
    assert drawn_pictures.rows(ax) == ["light spg", "spg"]
    # of 400: 300 and 100
    assert cells(ax) == {(0, 0): ["–"], (0, 1): ["75", "71–79"], (1, 0): ["25", "21–29"], (1, 1): ["–"]}
