"""The pictures show what the tables say: marks where the numbers are, captions that say what they rest on."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

import tigersim as ts
from tigersim.errors import RunError
from tigersim.pricing.report.settled import Settled
from tigersim.show import plots


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture
def prices() -> Any:
    """Three units with known deltas: 1.5 too cheap, fair, 0.8 too dear."""
    table = pd.DataFrame(
        {
            "nation": ["usa", "ussr", "japan"],
            "name": ["Stuart", "KV", "Marines"],
            "cost": [5, 4, 1],
            "delta": [0.1, -0.8, 1.5],
            "delta_low": [-0.1, -1.1, 1.2],
            "delta_high": [0.3, -0.5, 1.8],
            "verdict": ["FAIR", "UNDETERMINED", "BARGAIN"],
        }
    )
    traits = pd.DataFrame(
        {
            "trait": ["fast", "rivets"],
            "printed": [1, -1],
            "worth": [0.4, -2.0],
            "low": [0.2, -2.5],
            "high": [0.6, -1.5],
            "units": [6, 18],
        }
    )
    detail = pd.DataFrame({"key": ["Stuart [usa]", "KV [ussr]", "Marines [japan]"]})
    return SimpleNamespace(
        table=table, traits=traits, detail=detail, replays=pd.DataFrame(), provenance={}, summary="300 battles, seed 1"
    )


def labels(ax: Any) -> list[str]:
    return [tick.get_text() for tick in ax.get_yticklabels()]


def marks(ax: Any) -> dict[str, list[tuple[float, float]]]:
    """Legend label -> places of its marks."""
    return {str(bars.get_label()): list(bars.lines[0].get_xydata()) for bars in ax.containers}


def test_units_are_ranked_from_too_dear_to_too_cheap(prices: Any) -> None:
    ax = plots.price_plot(prices)
    assert labels(ax) == ["KV [ussr]  4", "Stuart [usa]  5", "Marines [japan]  1"]
    assert np.allclose(marks(ax)["bargain"], [(1.5, 2)])
    assert np.allclose(marks(ax)["undetermined"], [(-0.8, 0)])
    assert np.allclose(marks(ax)["fair"], [(0.1, 1)])


def test_intervals_reach_from_low_to_high(prices: Any) -> None:
    ax = plots.price_plot(prices)
    bargain = next(bars for bars in ax.containers if bars.get_label() == "bargain")
    assert np.allclose(bargain.lines[2][0].get_segments(), [[[1.2, 2], [1.8, 2]]])


def test_what_is_far_off_is_a_direction_without_an_interval(prices: Any) -> None:
    prices.table.loc[2, ["delta", "delta_low", "delta_high"]] = 18.0, 17.7, 18.3
    ax = plots.price_plot(prices)
    far = next(line for line in ax.lines if str(line.get_label()).startswith("bargain, how far"))
    assert np.allclose(far.get_xydata(), [(18.0, 2)])
    assert far.get_marker() == ">"
    assert "bargain" not in marks(ax)


def test_the_settled_price_is_drawn_where_there_is_one(prices: Any) -> None:
    columns = ["settled", "settled_low", "settled_high", "settled_whole"]
    frame = pd.DataFrame([[5.3, 5.1, 5.5, 5], [3.1, 3.0, 3.2, 3], [2.2, 2.0, 2.4, 2]], columns=columns)
    ax = plots.price_plot(prices, settled=Settled(frame.set_index(prices.detail["key"]), {}))
    assert np.allclose(marks(ax)["bargain"], [(1.2, 2)])
    assert np.allclose(marks(ax)["undetermined"], [(-0.9, 0)])
    assert "settled price minus printed cost" in ax.get_xlabel()


def test_top_keeps_both_ends(prices: Any) -> None:
    assert labels(plots.price_plot(prices, top=1)) == ["KV [ussr]  4", "Marines [japan]  1"]


def test_a_picture_says_what_it_rests_on(prices: Any) -> None:
    for ax in (plots.price_plot(prices), plots.trait_plot(prices)):
        assert "300 battles, seed 1" in ax.get_xlabel()
        assert "95% intervals" in ax.get_xlabel()


def test_verdicts_differ_without_colour() -> None:
    shapes = [(look["marker"], look["markerfacecolor"] == "white") for look in plots.VERDICTS.values()]
    assert len(set(shapes)) == len(shapes)


def test_axes_in_axes_out(prices: Any) -> None:
    _, ax = plt.subplots()
    assert plots.price_plot(prices, ax) is ax
    assert plots.trait_plot(prices, ax) is ax


def test_traits_stand_beside_their_printed_price(prices: Any) -> None:
    ax = plots.trait_plot(prices)
    assert labels(ax) == ["rivets (18)", "fast (6)"]
    printed = next(line for line in ax.lines if line.get_label() == "printed")
    assert np.allclose(printed.get_xydata(), [(-1, 0), (1, 1)])


@pytest.fixture
def cards() -> pd.DataFrame:
    """Two cards of one difficulty, red and black, and a black one that may not fire."""
    return pd.DataFrame(
        {
            "card": ["7H", "7C", "8C"],
            "difficulty": [7, 7, 8],
            "red": [True, False, False],
            "initiative": [23, 20, 24],
            "p_none": [0.2, 0.5, np.nan],
            "p_suppressed": [0.1, 0.2, np.nan],
            "p_one_hit": [0.5, 0.4, np.nan],
            "p_destroyed": [0.3, 0.1, np.nan],
            "p_hit_scored": [0.8, 0.5, np.nan],
        }
    )


def test_bars_of_a_card_add_up_to_one_or_to_nothing(cards: pd.DataFrame) -> None:
    ax = plots.card_bars(cards)
    tops = [sum(bars.patches[card].get_height() for bars in ax.containers) for card in range(3)]
    assert tops == pytest.approx([1, 1, 0])


def test_cards_go_from_last_to_first(cards: pd.DataFrame) -> None:
    ax = plots.initiative_plot(cards)
    red, black = ax.lines
    assert np.allclose(red.get_xydata(), [(23, 0.8)])
    assert np.allclose(black.get_xdata(), [20, 24])


def test_a_table_from_above() -> None:
    one = ts.table("river", seed=3, markers="standard")
    ax = plots.table_map(one)
    shown = {str(text.get_text()) for text in ax.get_legend().get_texts()}
    assert shown == {"wood", "hill", "building", "road", "water", "ford", "bridge"}
    squares = sum(len(cells.get_paths()) for cells in ax.collections)
    assert squares == sum(glyph != "." for row in one.to_dict()["map"] for glyph in row)
    assert [text.get_text() for text in ax.texts] == [str(marker.vp) for marker in one.markers]
    assert sorted(line.get_ydata()[0] for line in ax.lines) == [12, 24]  # where the deployment zones end


@pytest.mark.rule("PT-FORT-01")
def test_positions_on_a_table_from_above() -> None:
    one = ts.table("open", seed=3, forts=(2, 1))
    ax = plots.table_map(one)
    drawn = {str(line.get_label()): len(line.get_xdata()) for line in ax.lines if "position" in str(line.get_label())}
    assert drawn == {"light position": 2, "heavy position": 1}
    shown = [str(text.get_text()) for text in ax.get_legend().get_texts()]
    assert shown[-2:] == ["light position", "heavy position"]
    squares = sum(len(cells.get_paths()) for cells in ax.collections)
    assert squares == sum(glyph != "." for row in one.glyphs(positions=False) for glyph in row)


@pytest.fixture
def ladder() -> Any:
    """Three players with known strengths; the heuristic fixes the scale."""
    table = pd.DataFrame(
        {
            "player": ["tactician", "heuristic", "uniform"],
            "elo": [1200.0, 1000.0, 310.4],
            "low": [1150.0, 1000.0, 250.0],
            "high": [1250.0, 1000.0, 370.0],
            "battles": [800, 8800, 8000],
        }
    )
    summary = "8,800 battles in mirrored pairs, players uniform, heuristic, ruleset paper_tigers_2, seed 2"
    return SimpleNamespace(elo=table, summary=summary)


def test_players_stand_by_their_strength(ladder: Any) -> None:
    ax = plots.elo_plot(ladder)
    assert labels(ax) == ["uniform  (n = 8,000)", "heuristic  (n = 8,800)", "tactician  (n = 800)"]
    bars = ax.containers[0]
    assert np.allclose(bars.lines[0].get_xydata(), [(310.4, 0), (1200, 2)])
    assert np.allclose(bars.lines[2][0].get_segments(), [[[250, 0], [370, 0]], [[1150, 2], [1250, 2]]])
    fixed = next(line for line in ax.lines if line.get_label() == "fixes the scale")
    assert np.allclose(fixed.get_xydata(), [(1000, 1)])
    assert [text.get_text() for text in ax.texts] == ["310", "1000", "1200"]
    assert bars.lines[0].get_marker() != fixed.get_marker()  # told apart without colour
    assert {bars.lines[0].get_color(), fixed.get_color()} == {plots.INK}


def test_a_ladder_says_what_it_rests_on(ladder: Any) -> None:
    _, given = plt.subplots()
    ax = plots.elo_plot(ladder, given)
    assert ax is given
    said = " ".join(ax.get_xlabel().split())
    for words in ("95% intervals", "8,800 battles", "players uniform, heuristic", "ruleset paper_tigers_2", "seed 2"):
        assert words in said


def test_a_ladder_of_nobody_is_an_empty_picture(ladder: Any) -> None:
    empty = SimpleNamespace(elo=ladder.elo.iloc[:0], summary=ladder.summary)
    assert labels(plots.elo_plot(empty)) == []


@pytest.fixture(scope="module")
def tuning() -> Any:
    """A search of two generations that moved one weight up and one down."""
    return SimpleNamespace(
        player="heuristic",
        search=pd.DataFrame({"generation": [1, 2], "mean_score": [0.45, 0.5], "best_score": [0.5, 0.6]}),
        changes=lambda: pd.DataFrame(
            {"weight": ["seen_by", "far_off"], "start": [0.15, 0.08], "found": [0.3, 0.02], "steps": [3.3, -2.0]}
        ),
        summary="2 generations of 14 candidates, seed 4",
        verdict="The new weights beat the start weights: 55.0% [53.0, 57.0].",
    )


def test_a_search_generation_by_generation(tuning: Any) -> None:
    _, given = plt.subplots()
    ax = plots.search_plot(tuning, given)
    assert ax is given
    lines = {line.get_label(): line for line in ax.lines}
    mean, best = lines["mean of the candidates"], lines["best of them (by luck too)"]
    assert np.allclose(mean.get_xydata(), [(1, 0.45), (2, 0.5)])
    assert np.allclose(best.get_xydata(), [(1, 0.5), (2, 0.6)])
    assert mean.get_marker() != best.get_marker()  # told apart without colour
    assert "seed 4" in ax.get_xlabel()
    assert "heuristic" in ax.get_title(loc="left")


def test_weights_stand_where_the_search_has_moved_them(tuning: Any) -> None:
    ax = plots.weights_plot(tuning)
    assert labels(ax) == ["far_off  0.08 → 0.02", "seen_by  0.15 → 0.3"]
    points = next(line for line in ax.lines if line.get_marker() == "o")
    assert np.allclose(points.get_xydata(), [(-2.0, 0), (3.3, 1)])
    assert "55.0% [53.0, 57.0]" in " ".join(ax.get_xlabel().split())


def test_a_written_picture_is_let_go(ladder: Any, tmp_path: Path) -> None:
    before = plt.get_fignums()
    plots.write(plots.elo_plot(ladder), tmp_path / "elo.png")
    assert plt.get_fignums() == before
    assert [path.name for path in tmp_path.iterdir()] == ["elo.png"]
    assert (tmp_path / "elo.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(RunError, match=r"elo\.png cannot be written"):
        plots.write(plots.elo_plot(ladder), tmp_path / "nowhere" / "elo.png")
    assert plt.get_fignums() == before


def test_traits_on_standard_units_stand_beside_their_printed_vp() -> None:
    traits = pd.DataFrame(
        {
            "trait": ["fast", "rivets"],
            "printed": [1, -1],
            "worth": [0.4, -2.0],
            "low": [0.2, -2.5],
            "high": [0.6, -1.5],
            "classes": [2, 1],
        }
    )
    cells = pd.DataFrame({"trait": ["rivets", "fast", "fast"], "worth": [-2.0, 0.1, 0.7]})
    found: Any = SimpleNamespace(tables={"traits": traits, "cells": cells}, said=("a", "300 battles, seed 1"))
    ax = plots.trait_worth_plot(found)
    assert labels(ax) == ["rivets (1)", "fast (2)"]
    assert np.allclose(marks(ax)["mean of the classes"], [(-2.0, 0), (0.4, 1)])
    lines = {str(line.get_label()): line.get_xydata() for line in ax.lines}
    assert np.allclose(lines["one class"], [(-2.0, 0), (0.1, 1), (0.7, 1)])
    assert np.allclose(lines["printed"], [(-1, 0), (1, 1)])
    assert "seed 1" in ax.get_xlabel()
