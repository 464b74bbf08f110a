"""Controls of a notebook: alive where ipywidgets is installed, a line that says how to get them where it is not."""

from __future__ import annotations

import sys

import ipywidgets
import pytest
from matplotlib.axes import Axes

from tigersim.show import widgets
from tigersim.show.plots import new_axes


def test_a_control_for_every_argument_and_the_picture_of_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []
    shown: list[ipywidgets.Widget] = []

    def draw(**chosen: object) -> Axes:
        seen.append(chosen)
        return new_axes(2, 2)

    monkeypatch.setattr("IPython.display.display", lambda *things, **_: shown.extend(things))
    monkeypatch.setattr("ipywidgets.widgets.interaction.display", lambda *things, **_: shown.extend(things))
    widgets.explore(draw, distance=(2, 30, 2), cover=["none", "wood"])
    (box,) = (thing for thing in shown if isinstance(thing, ipywidgets.VBox))
    slider, menu = box.children[:2]
    assert (slider.min, slider.max, slider.step, menu.options) == (2, 30, 2, ("none", "wood"))
    assert seen[0] == {"distance": slider.value, "cover": "none"}
    menu.value = "wood"
    assert seen[-1]["cover"] == "wood"


def test_controls_start_where_the_picture_above_them_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []

    def draw(**chosen: object) -> Axes:
        seen.append(chosen)
        return new_axes(2, 2)

    monkeypatch.setattr("IPython.display.display", lambda *_, **__: None)
    monkeypatch.setattr("ipywidgets.widgets.interaction.display", lambda *_, **__: None)
    widgets.explore(
        draw, {"distance": 10, "cover": "wood"}, distance=(2, 30, 2), cover=["none", "wood"], side=["a", "b"]
    )
    assert seen == [{"distance": 10, "cover": "wood", "side": "a"}]


def test_without_ipywidgets_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    widgets.explore(new_axes, width=(1, 3, 1))
    assert "tigersim[notebook]" in capsys.readouterr().out
