"""Effects of readings on prices: planted ones are found, with errors that are what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.forms import form
from tests.lab.short_list import UNITS, few_units
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.lab.design import Design
from tigersim.lab.readings import Readings, about_prices, tried
from tigersim.pricing.play.job import Job
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.rulings import drawn_by, effects, options_of, price_moves


def test_planted_effects_are_covered_by_their_intervals() -> None:
    """120 things in 700 draws, errors that depend on what was drawn: 95% intervals cover 95%."""
    rng = np.random.default_rng(4)
    truth = rng.normal(0, 1, (120, 12)) * (rng.random((120, 1)) < 0.2)
    covered = []
    for _ in range(12):
        drawn = (rng.random((700, 120)) < 0.25).astype(float)
        noise = rng.normal(0, 1 + drawn[:, :1] + drawn[:, 1:2], (700, 12))
        found = effects(5 + drawn @ truth + noise, drawn)
        covered.append(np.abs(found.effect - truth) < 1.96 * found.se)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.006)
    assert np.array(covered)[:, :2].mean() == pytest.approx(0.95, abs=0.03)  # those that make the noise


@pytest.mark.parametrize("drawn", [np.zeros((200, 3)), np.tile([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], (100, 1))])
def test_readings_that_cannot_be_told_apart_are_refused(drawn: np.ndarray) -> None:
    with pytest.raises(IdentifiabilityError):
        effects(np.zeros((200, 2)), drawn)
    with pytest.raises(IdentifiabilityError, match="play"):
        effects(np.zeros((20, 2)), np.eye(20)[:, :3])


def test_too_few_draws_are_refused_before_a_battle_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job, "play_to", lambda job, tasks: pytest.fail("battles were played"))
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(battles=16_384), encoding="utf-8")
    readings = len(options_of(DEFAULT))
    with pytest.raises(IdentifiabilityError, match=rf"64 draws .* {readings} readings apart; play {readings + 51} or"):
        read_study(path).run(tmp_path / "run")
    assert not (tmp_path / "run").exists()


HALF = form(20, 40)
"""Tasks of 256 battles: either half of them is a draw."""


def test_the_moves_of_a_draw_are_those_of_a_list_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To first order: halves of the battles, fitted alone, differ from the whole list by what the moves say."""
    monkeypatch.setattr("tigersim.lab.run.TASKS_PER_PART", HALF)  # either half is a part
    design = Design(units=UNITS, seed=5, sizes=(3, 6), tables=3, players=("heuristic", "heuristic"), jitter=8)
    with Job.at_work(design, tmp_path / "whole") as job:
        job.play_to(2 * HALF)
        fit, listed = job.study.listed()
        half = np.arange(len(job.study)) // (HALF * 256)
        moves = price_moves(job.study.parts(), fit, listed, half, 2)
    for number in range(2):
        with Job.at_work(design, tmp_path / "whole") as alone:  # what was played, read again
            alone.play_to(2 * HALF)
            study = alone.study
            for at in sorted(study._parts):
                if at // (HALF * 256) != number:
                    del study._parts[at]
            from tigersim.pricing.estimate.moments import Moments

            study.moments = Moments(study.roster, 3, study.moments.columns.chances)
            for at, part in study._parts.items():
                study.moments.add(part.get(), at)
            own = study.listed()[1].prices
        error = np.abs(own - listed.prices - moves[number])
        assert error.max() < 0.15 * np.abs(moves[number]).max() + 0.02
    assert np.abs(moves).max() > 0.02


PLAN = """
kind = "rulings"
question = "Which reading moves what?"
why = "A test."

[design]
seed = 2
jitter = 8
players = ["heuristic", "heuristic"]

[readings]
share = 0.5
tasks = 1

[stop]
battles = {battles}
"""


def test_the_study_names_every_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = tried(DEFAULT)[::18]  # each takes a draw more, and every draw of readings a new set of profiles
    monkeypatch.setattr("tigersim.lab.readings.tried", lambda base: some)
    monkeypatch.setattr("tigersim.pricing.study.rulings.tried", lambda base: some)
    few_units(monkeypatch)
    path = tmp_path / "plan.toml"
    battles = 16_384
    plan = PLAN.format(battles=battles)
    path.write_text(plan, encoding="utf-8")
    found = read_study(path).run(tmp_path / "run")
    assert isinstance(found, Findings)
    assert Findings.load(tmp_path / "run").said == found.said
    assert any(all(one.title in note for one in about_prices(DEFAULT)) for note in found.notes)
    table = found.tables["rulings"]
    columns = options_of(Design().terms.ruleset)
    assert sorted(zip(table["switch"], table["option"], strict=True)) == sorted(columns)
    design = Design(seed=2, jitter=8, readings=Readings(0.5, 1))
    drawn = drawn_by(design, battles // 256, columns).sum(axis=0)
    for (switch, option), times in zip(columns, drawn, strict=True):
        row = table[(table["switch"] == switch) & (table["option"] == option)].iloc[0]
        assert row["draws"] == times
    path.write_text(plan.replace(f"battles = {battles}", "target_half_width = 0.2"), encoding="utf-8")
    with pytest.raises(InvalidValue, match="battles"):
        read_study(path).run(tmp_path / "run")
