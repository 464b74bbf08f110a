"""Ctrl-C in whatever plays: what is kept is named, and how to go on; what keeps nothing says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.all_commands import CALLS, COMMANDS, HEURISTICS, options, run, words, written

GOES_ON = {
    "exploit": "tigersim.pricing.study.exploit_study.Exploits.run",
    "ladder": "tigersim.lab.ladder.play_ladder",
    "prices": "tigersim.pricing.prices",
    "run": "tigersim.pricing.study.duel_study.Duels.run",
    "traits": "tigersim.pricing.study.trait_study.trait_study",
    "train": "tigersim.lab.training.train",
    "tune": "tigersim.lab.tune.tune_player",
}
"""Commands that play into a folder -> what is interrupted."""

BEGINS_ANEW = {
    "battle": "tigersim.game.battle.Battle.play",
    "bench": "tigersim.bench.dice.measure_sampling",
    "build": "tigersim.pricing.play.build.seek",
    "fair": "tigersim.pricing.play.fair.fair_match",
    "how-many": "tigersim.pricing.study.duel_study.fight_all",
    "luck": "tigersim.pricing.study.luck_shares.shares_of_design",
    "merge": "tigersim.pricing.merge_runs",
    "price-unit": "tigersim.pricing.play.own_unit.price_unit",
    "scenario": "tigersim.pricing.study.scenario_study.scenario_balance",
    "series": "tigersim.lab.series.series",
    "survival": "tigersim.lab.survival.survival",
    "simulate shot": "tigersim.simulate.shots",
}
"""Commands that play, or read for long, and keep nothing."""

NOTHING_TO_STOP = {"table": "it is drawn at once"}
"""Commands with a seed or threads that need no test."""


def stop(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


def test_all_commands_that_play_are_tried() -> None:
    playing = {name for name in COMMANDS if {"--seed", "--threads"} & set(options(name))}
    assert playing <= {*GOES_ON, *BEGINS_ANEW, *NOTHING_TO_STOP}


@pytest.mark.parametrize("name", GOES_ON)
def test_what_is_kept_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GOES_ON[name], stop)
    monkeypatch.setattr("tigersim.core.play.warm.is_warm", lambda players: True)  # nothing will be played
    call = words(name, written(tmp_path))
    result = run(*call)
    assert (result.exit_code, result.stdout) == (130, "")
    folder = call[call.index("--out") + 1]
    said = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert said == [f"error: interrupted; what was played is kept in {folder}, and the same command goes on from there"]


@pytest.mark.parametrize("name", BEGINS_ANEW)
def test_what_keeps_nothing_says_so(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BEGINS_ANEW[name], stop)
    arguments = [HEURISTICS, HEURISTICS, "--out", "{place}/both"] if name == "merge" else CALLS[name]
    result = run(*words(name, written(tmp_path), arguments))
    assert (result.exit_code, result.stdout) == (130, "")
    said = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert said == ["error: interrupted; nothing was kept, and the same command begins anew"]
