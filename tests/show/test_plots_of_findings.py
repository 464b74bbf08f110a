"""The pictures of lists, studies and battles show the numbers of their tables where they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt

from tests.show import drawn_pictures
from tigersim.errors import InvalidValue
from tigersim.lab.survival import ALL, Survival
from tigersim.pricing.study.luck_shares import LuckShares
from tigersim.show import plots
from tigersim.statistics.intervals import wilson


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def lines(ax: Any) -> dict[str, Any]:
    return {str(line.get_label()): line.get_xydata() for line in ax.lines}


def test_prices_stand_in_their_ranges() -> None:
    ax = plots.range_plot(drawn_pictures.prices())
    assert drawn_pictures.rows(ax) == ["Marines [japan]  1", "KV [ussr]  4", "Stuart [usa]  5"]
    assert drawn_pictures.marks(ax)["price, 95% interval"] == [(2.6, 0), (3.2, 1), (5.4, 2)]
    assert drawn_pictures.spans(ax, "price, 95% interval")[0] == pytest.approx(np.array([[2.5, 0], [2.7, 0]]))
    (band,) = [one for one in ax.collections if one.get_label() == "under other conditions"]
    assert [segment.tolist() for segment in band.get_segments()] == [
        [[2.5, 0], [3, 0]],
        [[2, 1], [3.5, 1]],
        [[5, 2], [6.5, 2]],
    ]
    assert lines(ax)["printed"].tolist() == [[1, 0], [4, 1], [5, 2]]
    assert drawn_pictures.texts(ax) == ["3", "3", "5"]  # the nearest whole prices
    assert "3 conditions" in drawn_pictures.below(ax)


def test_a_list_without_ranges_has_no_such_picture() -> None:
    prices = drawn_pictures.prices()
    prices.table["range_low"] = np.nan
    with pytest.raises(InvalidValue, match="one condition"):
        plots.range_plot(prices)


def test_the_list_that_has_settled() -> None:
    ax = plots.list_plot(drawn_pictures.findings("equilibrium"), top=1)
    assert drawn_pictures.rows(ax) == ["Marines [japan]  1", "Stuart [usa]  5"]
    assert drawn_pictures.marks(ax)["price, 95% interval"] == [(2.6, 0), (5.4, 1)]
    assert drawn_pictures.texts(ax) == ["3", "5"]
    assert "3,000 battles" in drawn_pictures.below(ax)


def test_forecasts_against_what_came() -> None:
    ax = plots.calibration_plot(drawn_pictures.findings("validation"))
    assert drawn_pictures.marks(ax)["forecast by the worths"] == [(0.2, 0.25), (0.8, 0.75)]
    assert lines(ax)["came as forecast"].tolist() == [[0, 0], [1, 1]]
    low, high = wilson(100, 400)  # the worths know every true rate, so all battles count
    assert drawn_pictures.spans(ax, "forecast by the worths")[0] == pytest.approx(np.array([[0.2, low], [0.2, high]]))
    # the printed costs do not: a fifth of their score is error, and 400 battles are worth 400 / 8.8
    low, high = wilson(0.5 * 400 / 8.8, 400 / 8.8)
    assert drawn_pictures.spans(ax, "forecast by the printed costs")[0] == pytest.approx(
        np.array([[0.5, low], [0.5, high]])
    )
    shapes = {(bars.lines[0].get_marker(), bars.lines[0].get_markerfacecolor()) for bars in ax.containers}
    assert len(shapes) == 2
    assert "n = 400 battles a mark" in drawn_pictures.below(ax)


def test_even_matches() -> None:
    ax = plots.matched_plot(drawn_pictures.findings("validation"))
    assert drawn_pictures.rows(ax) == ["revised  (n = 500 pairs)", "printed  (n = 500 pairs)"]
    (bars,) = ax.containers
    assert bars.lines[0].get_xydata().tolist() == [[3, 0], [20, 1]]
    assert drawn_pictures.texts(ax) == ["3.0", "20.0"]


def test_the_strongest_army_of_each_list() -> None:
    ax = plots.exploit_plot(drawn_pictures.findings("exploit"))
    assert drawn_pictures.rows(ax) == ["007 settled\n3 of a kind, n = 2,000", "printed\n3 of a kind, n = 2,000"]
    (bars,) = ax.containers
    assert bars.lines[0].get_xydata().tolist() == [[0.58, 0], [0.99, 1]]
    said = [text.replace("\N{NO-BREAK SPACE}", " ") for text in drawn_pictures.texts(ax)]
    assert said == ["KV-1, Jeep", "3 x M7 Priest", "58.0%", "99.0%"]
    assert sorted(line.get_xdata()[0] for line in ax.lines if line.get_linestyle() in (":", "--")) == [0.5, 0.55]


def test_duels_with_one_row_for_what_makes_no_difference() -> None:
    ax = plots.duel_plot(drawn_pictures.findings("duels"))
    assert drawn_pictures.rows(ax) == ["KV : Jeep", "Jeep : 2 x KV", "Sherman : Tiger"]
    assert drawn_pictures.marks(ax)["even"] == [(2, 2)]
    found = lines(ax)
    assert found["> 8"].tolist() == [[8, 1]]
    assert found["< 1"].tolist() == [[1, 0]]
    assert drawn_pictures.texts(ax) == ["<1", ">8", "2.0"]
    # a Jeep costs 16 / 8 = 2, a KV 4, a Sherman 10 / 2 = 5: for 8 VP 4 Jeeps, for 2 VP half a KV, for 4 VP 0.8 Shermans
    assert found["by printed costs"] == pytest.approx(np.array([[0.5, 0], [4, 1], [0.8, 2]]))


def test_duels_that_differ_by_range_are_rows_of_their_own() -> None:
    found = drawn_pictures.findings("duels")
    table = found.tables["duels"].copy()
    table.loc[1, ["even", "low", "high"]] = 3.0, 2.8, 3.2
    ax = plots.duel_plot(type(found)("duels", found.said, {"duels": table}, (), found.provenance))
    assert drawn_pictures.rows(ax)[2:] == ['Sherman : Tiger\n20"', 'Sherman : Tiger\n10"']


def test_readings_that_move_prices() -> None:
    ax = plots.readings_plot(drawn_pictures.findings("rulings"))
    assert drawn_pictures.rows(ax) == [
        "KV [ussr]\nA plain self-propelled gun has one armour die,\nas an armoured car",
        "Jeep [usa]\nof_another_version = other_way",
    ]  # the largest on top
    assert drawn_pictures.texts(ax) == ["+1.0", "-4.0"]


def test_shares_of_luck_are_bars() -> None:
    table = pd.DataFrame(
        [("armies", 0.5, 0.45, 0.55), ("luck: kills", 0.3, 0.28, 0.32), ("rest", 0.2, 0.18, 0.22)],
        columns=["part", "share", "low", "high"],
    )
    ax = plots.luck_plot(LuckShares(table, 5000, 8.0, drawn_pictures.ABOUT))
    assert drawn_pictures.rows(ax) == ["rest", "luck: kills", "armies"]
    assert [bar.get_width() for bar in ax.patches] == [0.2, 0.3, 0.5]
    assert len({(bar.get_hatch(), bar.get_facecolor()) for bar in ax.patches}) == 3
    assert drawn_pictures.texts(ax) == ["20.0%", "30.0%", "50.0%"]
    assert "together: 30%" in drawn_pictures.below(ax)
    (bars,) = [one for one in ax.containers if hasattr(one, "has_xerr")]
    assert [segment.tolist() for segment in bars.lines[2][0].get_segments()][2] == pytest.approx(
        np.array([[0.45, 2], [0.55, 2]])
    )


def survival() -> Survival:
    """Side a ends with three fifths, side b with all but as many; turn 4 is played by one battle of 200 only."""
    rows = []
    for side, shares in (("a", [1, 0.8, 0.6, 0.6, 0.6]), ("b", [1, 0.9, 0.61, 0.61, 0.61])):
        for turn, share in enumerate(shares):
            way = [1, 1, 0.4, 0.005, 0][turn]
            rows.append((side, ALL, turn, 4, share, share - 0.05, min(share + 0.05, 1), way))
    columns = ["side", "unit", "turn", "units", "share", "low", "high", "under_way"]
    return Survival(pd.DataFrame(rows, columns=columns), 200, drawn_pictures.ABOUT)


def test_curves_of_survival() -> None:
    ax = plots.survival_plot(survival())
    found = lines(ax)
    assert found["side a: all units (n = 4)"] == pytest.approx(np.array([[0, 1], [1, 0.8], [2, 0.6], [3, 0.6]]))
    assert len({(line.get_linestyle(), line.get_color()) for line in ax.lines}) == 2
    foot = [text.get_text() for text in ax.texts if text.get_position()[1] == 0.01]
    assert foot == ["100", "100", "40"]  # of a hundred battles so many play turns 1 to 3
    ends = {text.get_text(): text.xy[1] for text in ax.texts if text.get_text().endswith("%")}
    assert ends["61%"] - ends["60%"] == pytest.approx(0.05)  # moved apart to be read
    bands = [band.get_paths()[0].vertices for band in ax.collections]
    assert bands[0][:, 1].min() == pytest.approx(0.55)


def test_a_unit_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidValue, match=r"Tiger I.*a all units"):
        plots.survival_plot(survival(), units=[("a", "Tiger I [germany]")])
    with pytest.raises(InvalidValue, match="1 to 4"):
        plots.survival_plot(survival(), units=[("a", ALL)] * 5)
