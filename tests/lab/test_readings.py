"""Readings drawn at random: every ruling by itself, as often as wanted, the same whoever plays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.forms import form
from tests.lab.short_list import small
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, rulings
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue
from tigersim.lab import Design, play_batches
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.readings import Readings, about_prices, others, tried
from tigersim.lab.run import to_arrow


def test_every_ruling_is_read_otherwise_as_often_as_wanted() -> None:
    readings, draws = Readings(0.3), 150
    drawn = [readings.drawn(DEFAULT, 7, number) for number in range(draws)]
    chosen = np.array([[one.switch in each for one in tried(DEFAULT)] for each in drawn])
    assert np.abs(chosen.mean(axis=0) - 0.3).max() < 4.5 * np.sqrt(0.3 * 0.7 / draws)
    together = np.corrcoef(chosen.T) - np.eye(chosen.shape[1])
    assert np.abs(together).max() < 5 / np.sqrt(draws)
    three = next(one for one in tried(DEFAULT) if len(others(DEFAULT, one)) == 2)
    options = [each[three.switch] for each in drawn if three.switch in each]
    assert abs(options.count(others(DEFAULT, three)[0]) / len(options) - 0.5) < 4.5 * 0.5 / np.sqrt(len(options))


def test_what_a_named_gun_changes_is_among_what_is_tried() -> None:
    (guns,) = (one for one in tried() if one.id == "AMB-54")
    assert others(DEFAULT, guns) == ("main_gun_only", "note_for_gun_only")


def test_rulings_that_two_players_never_ask_for_are_not_tried() -> None:
    assert not {"identical_cards", "solo_order", "multi_activation"} & {one.switch for one in tried()}


def test_rulings_about_prices_are_not_tried() -> None:
    left_out = {one.switch for one in about_prices(DEFAULT)}
    assert {"vp_spg", "vp_improved", "compound_gun_entry"} <= left_out
    assert not left_out & {one.switch for one in tried(DEFAULT)}
    printed = [profile(unit).cost for unit in all_units()]
    rules = Readings(0.9).ruleset(DEFAULT, 1, 0)
    assert [profile(unit, rules).cost for unit in all_units()] == printed
    assert all(option in one.playable for one in rulings() for option in [rules.option(one.switch)])


@pytest.mark.parametrize("settings", [{"share": 0.0}, {"share": 1.0}, {"tasks": 0}])
def test_readings_out_of_range_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(InvalidValue):
        Readings(**settings)  # type: ignore[arg-type]


def test_a_task_is_played_by_its_own_ruleset() -> None:
    design = small(readings=Readings(0.5, tasks=2))
    batches = list(play_batches(design, 0, 4, threads=2))
    for task, batch in enumerate(batches):
        rules = design.ruleset_of(task)
        assert rules == design.ruleset_of(task - task % 2)
        alone = Arena(small(ruleset=rules))
        n = form(40, BATTLES_PER_TASK)
        assert to_arrow(alone.results(task * BATTLES_PER_TASK, n)).equals(to_arrow(batch.results[:n]))
    assert design.ruleset_of(0) != design.ruleset_of(2)


def test_provenance_carries_the_readings() -> None:
    design = small(readings=Readings(0.5, tasks=2))
    about = design.provenance()
    assert about["readings"] == {"share": 0.5, "tasks": 2}
    assert Design.of_provenance(about, design.units) == design
    assert "readings" not in replace(design, readings=None).provenance()
