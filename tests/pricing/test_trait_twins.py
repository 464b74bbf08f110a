"""Twin battles of the real engine: they differ in traits alone, and a trait that is none changes nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.lab.short_list import small
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.enums import NOBODY
from tigersim.lab import Design
from tigersim.lab.given_armies import CHUNK
from tigersim.pricing.estimate.trait_cells import Cells, trait_cells
from tigersim.pricing.play.trait_twins import Part, Twins

N = 400


def design(**settings: object) -> Design:
    return small(**{"sizes": (4, 7), **settings})


def some(traits: Sequence[str] = ("improved", "short_range_gun"), classes: Sequence[str] = ("heavy_tank",)) -> Cells:
    return trait_cells(design().units, DEFAULT, classes, traits)


def same(one: Part, other: Part) -> bool:
    tables = [(part.pairs, part.level) for part in (one, other)]
    return all(
        np.array_equal(getattr(mine, name), getattr(theirs, name))
        for mine, theirs in zip(*tables, strict=True)
        for name in mine.columns()
    ) and np.array_equal(one.died_without, other.died_without)


def test_a_trait_that_is_none_makes_no_difference_in_any_battle() -> None:
    """Common random numbers prove themselves: every margin, every luck and every death is the same."""
    real = some()
    dummies = tuple(
        replace(cell, carrier=cell.standard.model_copy(update={"name": f"{cell.standard.name} ({cell.trait})"}))
        for cell in real.asked
    )
    part = Twins(design(), Cells(dummies, real.left_out)).part(0, N)
    assert part.pairs.chance is not None
    assert not part.pairs.margin.any()
    assert not part.pairs.chance.any()
    assert part.level.margin.std() > 3
    there = Twins(design(), real).part(0, N)
    assert there.pairs.margin.any()


def test_twins_have_the_same_armies_and_budgets_and_every_trait_turned_over() -> None:
    twins = Twins(design(), some())
    place, common, coins = twins.armies(0, N)
    focal = place >= 0
    assert not (focal & (common >= 0)).any()
    assert ((focal | (common >= 0)).sum(axis=2) >= 4).all()
    assert 0.4 < focal.sum() / (focal | (common >= 0)).sum() < 0.6
    assert 0.45 < coins[focal].mean() < 0.55
    assert 0.4 < (place[focal] == 0).mean() < 0.6
    profiles = twins.design.profiles
    for cell, without, carrier in zip(twins.cells.asked, twins.without, twins.carrier, strict=True):
        assert twins.design.units[without] == cell.standard
        assert twins.design.units[carrier] == cell.carrier
        for price in ("cost", "score"):
            assert profiles[price][without] == profiles[price][carrier] == 5  # a heavy tank
    # the budgets are as near as any design's: the jitter, and what the nearest of 24 armies leaves
    gap = np.diff(np.where(focal, 5, np.append(design().costs, 0)[common]).sum(axis=2), axis=1)
    assert gap.std() < 4


def test_half_of_all_slots_are_focal_however_many_cells_there_are() -> None:
    for cells in (some(("fast",)), some((), ("medium_tank", "spg"))):
        place, common, _ = Twins(design(), cells).armies(0, 2000)
        assert 0.4 < (place >= 0).sum() / ((place >= 0) | (common >= 0)).sum() < 0.6


def test_the_same_bits_on_any_threads_and_however_many_pairs_are_asked_for() -> None:
    one, two = (Twins(design(), some(), threads=n) for n in (1, 2))
    (whole,), (again,) = (list(twins.parts(N)) for twins in (one, two))
    assert same(whole, again)
    (less,) = two.parts(N // 2)
    assert np.array_equal(less.pairs.margin, whole.pairs.margin[: N // 2])
    assert np.array_equal(less.pairs.army, whole.pairs.army[: N // 2])
    starts = [one.armies(first, 50) for first in (0, CHUNK)]
    assert not np.array_equal(starts[0][2], starts[1][2])


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    first = Twins(design(), some(), tmp_path / "kept", told=told.append).part(0, N)
    monkeypatch.setattr("tigersim.lab.batch.play_many", None)
    assert same(Twins(design(), some(), tmp_path / "kept", told=told.append).part(0, N), first)
    assert sum(told) == 4 * N


def test_re_rolls_help_and_a_gun_without_range_hurts() -> None:
    """By the difference of the pairs alone: no luck is taken out."""
    cells = some(("improved", "short_range_gun"), ("heavy_tank",))
    twins = Twins(design(tables=32), cells)
    (part,) = twins.parts(6000)
    for number, sign in ((0, -1), (1, 1)):  # as in the rulebook: short_range_gun, then improved
        x = part.pairs.difference[:, number].astype(float)
        slope = x @ part.pairs.margin / (x @ x)
        error = np.sqrt(((x * (part.pairs.margin - slope * x)) ** 2).sum()) / (x @ x)
        assert sign * slope > 4 * error, cells.asked[number].key


def test_deaths_without_the_trait_are_those_of_the_other_battle() -> None:
    """Every unit of a cell takes part twice; whoever is counted once as dead is counted in one battle."""
    cells = some(("rivets",), ("heavy_tank",))
    twins = Twins(design(), cells)
    part = twins.part(0, N)
    place, common, coins = twins.armies(0, N)
    kinds = [
        np.where(place >= 0, np.where(coin, twins.carrier[0], twins.without[0]), common) for coin in (coins, ~coins)
    ]
    results = [twins.given.play(kind, 0) for kind in kinds]
    died = {
        kind: sum(int((r["dead"][r["kind"] == kind]).sum()) for r in results)
        for kind in (twins.carrier[0], twins.without[0])
    }
    assert part.pairs.dead is not None
    assert part.pairs.dead.sum() == died[twins.carrier[0]]
    assert part.died_without.tolist() == [died[twins.without[0]]]
    assert (part.pairs.army >= 0).sum() == sum((r["kind"] == twins.carrier[0]).sum() for r in results)
    assert (part.level.army >= 0).sum() == (results[0]["kind"] != NOBODY).sum()
    assert np.array_equal(part.level.margin, results[0]["vp"][:, 0] - results[0]["vp"][:, 1])
