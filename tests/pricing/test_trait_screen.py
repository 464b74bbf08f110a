"""Traits that make no difference are found by battles, and others are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.lab.short_list import small
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.errors import IdentifiabilityError
from tigersim.lab import Design
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.pricing.estimate.trait_cells import IDLE, ROUNDS, Cells, trait_cells
from tigersim.pricing.play.trait_screen import alike, screened
from tigersim.pricing.play.trait_twins import Twins


def design(**settings: object) -> Design:
    return small(**{"sizes": (4, 7), **settings})


def some(*traits: str) -> Cells:
    return trait_cells(design().units, DEFAULT, ["medium_tank"], traits)


def dummy(cells: Cells, trait: str) -> Cells:
    """The cells, one of which has a carrier that is the plain unit under another name."""
    asked = tuple(
        replace(cell, carrier=cell.standard.model_copy(update={"name": cell.carrier.name}))
        if cell.trait == trait
        else cell
        for cell in cells.asked
    )
    return Cells(asked, cells.left_out)


def test_a_trait_that_is_none_is_left_out_and_one_that_is_stays() -> None:
    left = screened(Twins(design(), dummy(some("fast", "rivets", "improved"), "fast")))
    fast_tanks = sum(one.type == "medium_tank" and "fast" in one.advantages for one in design().units)
    assert [cell.trait for cell in left.asked] == ["rivets", "improved"]
    assert left.left_out.to_dict("records") == [
        {"type": "medium_tank", "trait": "fast", "reason": IDLE, "units": fast_tanks}
    ]


def test_nobody_swims_where_there_is_no_water() -> None:
    left = screened(Twins(design(family="open"), some("amphibious", "rivets")))
    assert [cell.trait for cell in left.asked] == ["rivets"]


def test_nothing_left_to_ask_is_said() -> None:
    with pytest.raises(IdentifiabilityError, match="made no difference in any of 64"):
        screened(Twins(design(), dummy(some("fast"), "fast")))


def test_whoever_has_made_a_difference_plays_no_more() -> None:
    told: list[int] = []
    screened(Twins(design(), dummy(some("rivets", "improved", "fast"), "fast"), told=told.append))
    assert sum(told) == 2 * (3 * ROUNDS[0] + ROUNDS[1] + ROUNDS[2])


def test_a_cell_plays_each_of_its_pairs_in_another_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task has one table: a trait that needs water has its chance on as many tables as there are, up to 64."""
    twins = Twins(design(), dummy(some("rivets", "fast"), "fast"))
    tasks: list[int] = []
    play = twins.given.play

    def seen(armies: Any, first: int = 0) -> Any:
        tasks.append(first // BATTLES_PER_TASK)
        return play(armies, first)

    monkeypatch.setattr(twins.given, "play", seen)
    screened(twins)
    assert len(tasks) == 2 * sum(ROUNDS)
    assert len(set(tasks)) == sum(ROUNDS)


def test_battles_are_alike_only_if_all_of_them_is() -> None:
    given = Twins(design(), some("rivets")).given
    armies = design().armies(0, 20)
    one = given.play(armies)
    other = one.copy()
    assert alike(one, other).all()
    other["luck"][3, 4, 2] += 1e-12
    other["dead"][7, 1, 0] ^= 1
    assert np.flatnonzero(~alike(one, other)).tolist() == [3, 7]
    renamed = one.copy()
    renamed["kind"] += 1
    assert alike(one, renamed).all()
