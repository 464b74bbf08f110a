"""Progress where there is no terminal: now and then a line, with the time left."""

from __future__ import annotations

import io
import sys

import pytest

from tigersim.cli import output
from tigersim.cli.output import battle_progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time; a test moves it."""
    now = [0.0]
    monkeypatch.setattr(output.time, "monotonic", lambda: now[0])
    return now


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_lines_tell_the_time_left(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    with battle_progress() as tell:
        for seconds, done, width in ((0, 0, None), (1, 100, None), (4, 400, None), (64, 6400, 0.5), (65, 7000, 0.5)):
            clock[0] = seconds
            tell(done, 1_000_000, width)
    assert lines(capsys) == [
        "0 of about 1,000,000 battles",
        "400 of about 1,000,000 battles, about 2 h 46 min left",
        "6,400 of about 1,000,000 battles, so far ±0.50 VP, about 2 h 45 min left",
    ]


def test_battles_that_were_read_do_not_count_for_long(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    with battle_progress() as tell:
        for look, done in enumerate((0, 100_000, 100_100, 100_200)):  # 100,000 at once, then 50 a second
            clock[0] = 2.0 * look
            tell(done, 200_000, None)
    assert lines(capsys)[2:] == [  # 99,900 and 99,800 at 50 a second
        "100,100 of about 200,000 battles, about 33 min left",
        "100,200 of about 200,000 battles, about 33 min left",
    ]


def test_a_pace_that_changes_counts_after_a_while(clock: list[float]) -> None:
    pace = output.Pace()
    for look in range(60):
        clock[0] = 2.0 * look
        pace.note(min(1000 * look, 20_000 + 100 * look), 100_000)  # 500 a second for 44 s, then 50
    assert pace.left(100_000) == "about 24 min left"  # 74,100 at 50 a second


def test_a_bar_tells_the_same_time_left(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    drawn = io.StringIO()
    monkeypatch.setattr(drawn, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", drawn)
    with output.progress_bar("battles") as move:
        for look, done in enumerate((0, 100_000, 100_100, 100_200)):
            clock[0] = 2.0 * look
            move(done, 200_000)
    assert "about 33 min left" in drawn.getvalue()


def test_the_end_is_told_whenever_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    with battle_progress() as tell:
        for done in (0, 50, 100):
            tell(done, 100, None)
    assert lines(capsys) == ["0 of about 100 battles", "100 of about 100 battles"]


def test_compiling_says_how_long_it_takes(
    capsys: pytest.CaptureFixture[str], clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    with output.compiling_progress() as tell:
        for seconds, done, left in (
            (5, 0, None),
            (8, 20, 300.0),
            (12, 40, 195.0),
            (16, 60, 170.0),
            (23, 200, 125.0),
            (34, 200, 0.2),
        ):
            clock[0] = seconds
            tell(done, 200, left)
    assert lines(capsys) == [
        "compiling: 40 of 200 functions, about 3 min left",
        "compiling: 200 functions are done, now the whole, about 2 min left",
        "compiling: 200 functions are done, now the whole, nearly ready",
    ]
    drawn = io.StringIO()
    monkeypatch.setattr(drawn, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", drawn)
    with output.compiling_progress() as tell:
        tell(40, 200, 75.0)
    assert "compiling: 40 of 200 functions, about 1 min left" in drawn.getvalue()
