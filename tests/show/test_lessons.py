"""Pictures of the notebooks: what they show is what the tables say."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from tigersim.errors import TraitNotFound
from tigersim.game.battle import Battle
from tigersim.odds.panel import panel
from tigersim.pricing.play.fair import FairMatch
from tigersim.pricing.report.findings import Findings
from tigersim.show import lessons


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def rows_of(ax: plt.Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def test_the_bars_of_a_panel_are_its_chances_either_side_of_zero() -> None:
    ax = lessons.panel_plot("Tiger I", ["M4 Sherman", "Truck [germany]"], distance=20)
    frame = panel("Tiger I", ["M4 Sherman", "Truck [germany]"], 20).iloc[::-1]
    drawn = [[bar.get_width() for bar in bars] for bars in ax.containers]
    for widths, (column, _, side, _) in zip(drawn, lessons.WAYS, strict=True):
        assert widths == pytest.approx((side * frame[column]).tolist())
    assert rows_of(ax) == ["Truck [germany]  1", "M4 Sherman  5"]
    assert ax.get_title(loc="left") == "Tiger I against all kinds: distance 20"


def test_intervals_stand_in_the_order_of_their_rows_with_what_is_beside() -> None:
    frame = pd.DataFrame({"who": ["first", "$x$"], "v": [1.0, 3.0], "l": [0, 2], "h": [2, 5], "p": [2, 2], "m": [0, 1]})
    ax = lessons.intervals_plot(frame, ("who", "v", "l", "h"), beside=("p", "printed"), mark="m")
    assert rows_of(ax) == ["$x$", "first"]
    ends = [container[2][0].get_segments()[0][:, 0].tolist() for container in ax.containers]
    assert ends == [[0, 2], [2, 5]]
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["printed"]


def test_a_map_of_a_battle_has_all_that_stand_and_none_of_the_fallen() -> None:
    battle = Battle.start(armies=("2 x T-34c", "2 x Panzer IV (mid)"), seed=3)
    while battle.decision == "deploy":
        battle.push(battle.legal_actions()[0])
    ax = lessons.battle_map(battle)
    assert {"a1", "a2", "b1", "b2"} <= {text.get_text() for text in ax.texts}
    battle.play()
    left = {unit.name.split()[0] for unit in battle.view("a").units if unit.alive}
    shown = {text.get_text() for text in lessons.battle_map(battle).texts}
    assert shown == left != {"a1", "a2", "b1", "b2"}


def test_a_map_of_a_battle_shows_sides_as_replays_do_and_wrecks() -> None:
    battle = Battle.start(armies=("2 x T-34c", "2 x Panzer IV (mid)"), seed=3)
    battle.play()
    ax = lessons.battle_map(battle)
    wrecks = battle.view("a").wrecks
    assert wrecks
    drawn = {(line.get_marker(), tuple(line.get_xdata()), tuple(line.get_ydata())) for line in ax.lines}  # type: ignore[arg-type]
    assert ("X", tuple(x + 0.5 for x, _ in wrecks), tuple(y + 0.5 for _, y in wrecks)) in drawn
    for one in battle.view("a").units:
        if one.alive and one.place is not None:
            mark = {"a": "o", "b": "s"}[one.side]
            assert (mark, (one.place[0] + 0.5,), (one.place[1] + 0.5,)) in drawn
    legend = ax.get_legend()
    assert legend is not None
    assert {"side a", "side b", "wreck"} <= {text.get_text() for text in legend.get_texts()}


def test_the_even_handicap_is_marked_where_the_curve_crosses_one_half() -> None:
    margins = np.tile(np.array([[-1, 2, 3, 6]])[:, :, None], (6, 1, 2)) + np.arange(6)[:, None, None]
    match = FairMatch(margins, margins.astype(float), ("x", "y"), (1, 1), ("p", "q"))
    ax = lessons.fair_plot(match)
    marks = {line.get_label(): (line.get_xdata()[0], line.get_ydata()[0]) for line in ax.lines}  # type: ignore[index]
    assert marks["even"] == (match.handicap, match.p_win(match.handicap))
    assert marks["no VP given"] == (0, match.p_win())


def test_a_trait_that_the_study_does_not_have_is_named() -> None:
    cells = pd.DataFrame({"trait": ["fast"], "type": ["spg"], "worth": [1.0], "low": [0.5], "high": [1.5]})
    cells = cells.assign(printed=1, verdict="FAIR")
    found = Findings("traits", (), {"cells": cells})
    assert rows_of(lessons.trait_by_class(found, "fast")) == ["spg"]
    with pytest.raises(TraitNotFound, match="fats"):
        lessons.trait_by_class(found, "fats")
