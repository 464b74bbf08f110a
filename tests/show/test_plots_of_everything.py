"""What holds for every picture: axes in and out, what it rests on below it, letters and colours that can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import tigersim as ts
from tests.show import drawn_pictures
from tigersim.lab.survival import ALL, Survival
from tigersim.pricing.study.luck_shares import LuckShares
from tigersim.show import plots
from tigersim.show.finding_figures import OF_KIND
from tigersim.show.plots.matrix import luminance
from tigersim.show.plots.style import in_style

UNITS = ["M4 Sherman", "Tiger I"]


def survival() -> Survival:
    rows = [
        (side, ALL, turn, 4, 1 - 0.1 * turn, 0.95 - 0.1 * turn, 1 - 0.09 * turn, 1 - turn / 3)
        for side in "ab"
        for turn in range(4)
    ]
    columns = ["side", "unit", "turn", "units", "share", "low", "high", "under_way"]
    return Survival(pd.DataFrame(rows, columns=columns), 300, drawn_pictures.ABOUT)


def shares() -> LuckShares:
    table = pd.DataFrame(
        [("armies", 0.5, 0.45, 0.55), ("luck: kills", 0.3, 0.28, 0.32), ("rest", 0.2, 0.18, 0.22)],
        columns=["part", "share", "low", "high"],
    )
    return LuckShares(table, 5000, 8.0, drawn_pictures.ABOUT)


def shot() -> pd.DataFrame:
    return ts.odds.shot(*UNITS).by_card()


DRAW: dict[str, Callable[[Any], Any]] = {
    "price_plot": lambda ax: plots.price_plot(drawn_pictures.prices(), ax),
    "range_plot": lambda ax: plots.range_plot(drawn_pictures.prices(), ax),
    "trait_plot": lambda ax: plots.trait_plot(drawn_pictures.prices(), ax),
    "trait_worth_plot": lambda ax: plots.trait_worth_plot(drawn_pictures.findings("traits"), ax),
    "list_plot": lambda ax: plots.list_plot(drawn_pictures.findings("equilibrium"), ax),
    "card_bars": lambda ax: plots.card_bars(shot(), ax),
    "initiative_plot": lambda ax: plots.initiative_plot(shot(), ax),
    "shot_matrix": lambda ax: plots.shot_matrix(ts.odds.shot_matrix(UNITS, UNITS), ax),
    "table_map": lambda ax: plots.table_map(ts.table("river", seed=77), ax),
    "luck_plot": lambda ax: plots.luck_plot(shares(), ax),
    "survival_plot": lambda ax: plots.survival_plot(survival(), ax),
    "elo_plot": lambda ax: plots.elo_plot(drawn_pictures.ladder(), ax),
    "player_matrix": lambda ax: plots.player_matrix(drawn_pictures.ladder(), ax),
    "family_matrix": lambda ax: plots.family_matrix(drawn_pictures.ladder(), ax),
    "search_plot": lambda ax: plots.search_plot(drawn_pictures.tuning(), ax),
    "weights_plot": lambda ax: plots.weights_plot(drawn_pictures.tuning(), ax),
    "win_matrix": lambda ax: plots.win_matrix(
        pd.DataFrame([[0.5, 0.7], [0.3, 0.5]], list("xy"), list("xy")),
        50,
        ax,
        rests_on="5,000 battles, ruleset paper_tigers_2, seed 77",
    ),
    "calibration_plot": lambda ax: plots.calibration_plot(drawn_pictures.findings("validation"), ax),
    "matched_plot": lambda ax: plots.matched_plot(drawn_pictures.findings("validation"), ax),
    "counters_matrix": lambda ax: plots.counters_matrix(drawn_pictures.findings("validation"), ax),
    "exploit_plot": lambda ax: plots.exploit_plot(drawn_pictures.findings("exploit"), ax),
    "duel_plot": lambda ax: plots.duel_plot(drawn_pictures.findings("duels"), ax),
    "fineness_plot": lambda ax: plots.fineness_plot(drawn_pictures.findings("list"), ax),
    "tenths_plot": lambda ax: plots.tenths_plot(drawn_pictures.findings("armies"), ax),
    "readings_plot": lambda ax: plots.readings_plot(drawn_pictures.findings("rulings"), ax),
}
EXACT = {"card_bars", "initiative_plot", "shot_matrix"}
NO_RULES = {"table_map"}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_all_pictures_are_looked_at() -> None:
    makers = {name for name in plots.__all__ if name.endswith(("_plot", "_matrix", "_bars", "_map"))}
    assert makers == set(DRAW)


@pytest.mark.parametrize("name", DRAW)
def test_a_picture_takes_axes_and_says_what_it_rests_on(name: str) -> None:
    _, (given, other) = plt.subplots(1, 2)
    before = plt.get_fignums()
    assert DRAW[name](given) is given
    assert plt.get_fignums() == before  # no figure besides the one that was given
    assert not other.has_data()
    said = drawn_pictures.below(given)
    for words in (
        ()
        if name in NO_RULES
        else ("ruleset paper_tigers_2",)
        if name in EXACT
        else ("ruleset paper_tigers_2", "seed 77")
    ):
        assert words in said
    if name in EXACT:
        assert "exact odds, nothing sampled" in said
    assert given.get_title(loc="left")


@pytest.mark.parametrize("name", DRAW)
def test_a_picture_of_its_own_can_be_read(name: str) -> None:
    ax = DRAW[name](None)
    figure = ax.get_figure(root=True)
    figure.canvas.draw()
    shown = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    assert min(text.get_fontsize() for text in shown) >= 6
    whole = figure.bbox
    for text in shown:
        box = text.get_window_extent()
        if box.width and not text.get_clip_on():
            assert box.x0 >= whole.x0 - 2, text.get_text()
            assert box.x1 <= whole.x1 + 2, text.get_text()


def test_the_style_is_data_that_others_can_use() -> None:
    assert plots.STYLE_FILE.is_file()
    with plt.style.context("tigersim.show.tigersim"):
        assert plt.rcParams["axes.titleweight"] == "bold"
        assert tuple(plt.rcParams["axes.prop_cycle"].by_key()["color"]) == plots.PALETTE
    for name in (
        "font.size",
        "axes.titlesize",
        "axes.labelsize",
        "xtick.labelsize",
        "ytick.labelsize",
        "legend.fontsize",
    ):
        assert float(plots.STYLE[name]) >= 6


def test_a_backend_that_becomes_interactive_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a notebook's does with its first figure; if it did not stay so, no second picture would be shown."""
    monkeypatch.setitem(mpl.rcParams, "interactive", False)
    in_style(lambda: mpl.interactive(True))()
    assert mpl.is_interactive()


def test_the_picture_leaves_no_style_behind() -> None:
    before = dict(plt.rcParams)
    DRAW["price_plot"](None)
    assert dict(plt.rcParams) == before


def lightness(colour: str) -> float:
    """CIE L*, 0 (black) to 100 (white)."""
    y = luminance(colour)
    return float(116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y)


def test_lightness_is_that_of_the_standard() -> None:
    # of the sRGB colours #000000, #ffffff and #777777
    assert [round(lightness(colour)) for colour in ("#000000", "#ffffff", "#777777")] == [0, 100, 50]


def test_the_palette_is_told_apart_in_grey() -> None:
    steps = [lightness(colour) for colour in plots.PALETTE]
    assert all(after - before >= 12 for before, after in pairwise(steps))


def test_the_colour_map_grows_evenly_darker() -> None:
    steps = [lightness(mpl.colors.to_hex(mpl.colormaps[plots.STYLE["image.cmap"]](k / 20))) for k in range(21)]
    falls = [before - after for before, after in pairwise(steps)]
    assert min(falls) > 0.5 * max(falls) > 0


def test_grounds_differ_without_colour() -> None:
    looks = [
        (look.get("hatch"), round(lightness(mpl.colors.to_hex(to_rgb(look["facecolor"]))), -1))
        for look in plots.GROUND.values()
    ]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("kind", drawn_pictures.STUDIES)
def test_every_picture_of_a_study_has_words(kind: str) -> None:
    found = drawn_pictures.findings(kind)
    assert OF_KIND[kind]
    for one in OF_KIND[kind]:
        assert one.alt(found).endswith(".")
        assert one.caption.endswith(".")
        assert one.inches is None or 1 < one.inches(found) < 12
