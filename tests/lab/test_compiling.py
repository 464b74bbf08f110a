"""How far compiling is: what a kernel is made of, what of it is there, and the time that the rest takes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tigersim.core.compile.jit import COMPILER_OFF, folder_of
from tigersim.core.play import engine, kernels
from tigersim.core.play.warm import warm
from tigersim.lab import compiling
from tigersim.lab.compiling import Pace, Work, functions_of, watched

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="nothing is compiled")


def test_what_a_kernel_is_made_of_is_what_its_folder_holds() -> None:
    """All of it, from the decisions of players down to rules and dice; nothing is left when it is warm."""
    warm(["tactician"])
    found = functions_of(kernels.KINDS["tactician"].kernel)
    names = {one.__qualname__ for one in found}
    assert {"tactician_kernel", "carry_on", "set_up", "apply"} <= names
    assert {one.__name__ for one in found if one.__module__.startswith("tigersim.rules.")} > {"is_red"}
    files = {path.name.split("-")[0] for one in found if (path := compiling._file(one)) is not None}
    kept = {path.name.split("-")[0] for path in folder_of().rglob("*.nbi")}
    assert len(files) > 500
    assert files <= kept
    assert Work.of(["tactician"]) == (frozenset(), {})
    assert set(functions_of(engine.carry_on)) < set(found)


def test_files_that_appear_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {one: tmp_path / str(number) for number, one in enumerate(functions_of(kernels.KINDS["tactician"].kernel))}
    whole = places[kernels.KINDS["tactician"].kernel]
    monkeypatch.setattr(compiling, "_file", places.get)
    monkeypatch.setattr(compiling, "SPELL", 0.01)
    told: list[tuple[int, int, float | None]] = []

    def tell(*how_far: float | None) -> None:
        told.append(how_far)
        if len(told) == 3:
            for path in places.values():
                if path != whole:
                    path.touch()

    with watched(["tactician"], tell):
        while len(told) < 6:
            time.sleep(0.01)  # a loop that waits at full speed leaves the one that looks for files no turn
    total = len(places) - 1
    assert told[0] == told[2] == (0, total, None)
    assert told[-1][:2] == (total, total)
    left = told[-1][2]
    assert left is not None
    assert left >= 0
    whole.touch()
    told.clear()
    with watched(["tactician"], tell):
        pass
    assert told == []


def test_the_time_left_follows_the_pace_and_goes_on_while_the_whole_is_made() -> None:
    pace = Pace(100.0, now=1000.0)
    assert pace.seconds_left(100.0, 1005.0) is None
    assert pace.seconds_left(90.0, 1020.0) == pytest.approx(180.0)  # 10 in 20 s
    assert pace.seconds_left(90.0, 1030.0) == pytest.approx(170.0)
    assert pace.seconds_left(30.0, 1070.0) == pytest.approx(30.0)  # 70 in 70 s
    assert pace.seconds_left(30.0, 1110.0) == 0.0
