"""Battles between given armies: any of them, the same bits however they are asked for, nothing played twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.lab.short_list import small
from tigersim.errors import InvalidValue, RunError
from tigersim.lab import Design, play_batches
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given, lucks, margins, slots_of
from tigersim.lab.run import to_arrow

N = 300


def same(one: Any, other: Any) -> bool:
    """Whether records are alike in every field (the bytes between the fields mean nothing)."""
    return bool(to_arrow(one).equals(to_arrow(other)))


def test_the_armies_of_a_design_give_the_battles_of_the_design() -> None:
    design = small()
    there = np.concatenate([batch.results for batch in play_batches(design, 0, 2)])[:N]
    given = Given(design).play(design.armies(0, N))
    assert same(given, there)


def test_any_part_and_any_number_of_threads_give_the_same_bits() -> None:
    design = small()
    armies = design.armies(0, 3 * BATTLES_PER_TASK)
    whole = Given(design, threads=2).play(armies)
    part = Given(design, threads=1).play(armies[200:600], first=200)
    assert same(part, whole[200:600])


def test_mirrored_battles_change_the_sides_and_nothing_else() -> None:
    design = small()
    one = slots_of([[0, 1, 2]] * N)
    there, back = Given(design).mirrored(np.stack([one, one], axis=1))
    assert same(there, back)
    armies = np.stack([one, slots_of([[3, 4, 5, 6]] * N)], axis=1)
    there, back = Given(design).mirrored(armies)
    assert (there["kind"] == back["kind"][:, ::-1]).all()
    assert (there["side_a_first"] == back["side_a_first"]).all()


def test_any_numbers_in_any_order_are_the_battles_of_these_numbers() -> None:
    design = small()
    armies = design.armies(0, 2 * BATTLES_PER_TASK)
    whole = Given(design, threads=2).play(armies)
    wanted = np.array([300, 301, 511, 0, 1, 255, 256, 2, 300, 301])
    assert same(Given(design, threads=2).at(armies[wanted], wanted), whole[wanted])
    for numbers in (wanted[1:], wanted - 1):
        with pytest.raises(InvalidValue, match="numbers"):
            Given(design).at(armies[wanted], numbers)


def test_other_prices_share_the_tables() -> None:
    design = small()
    dear = tuple(int(vp) + 2 for vp in design.costs)
    armies = design.armies(0, N)
    given = Given(design)
    given.play(armies)
    assert same(given.repriced(dear).play(armies), Given(replace(design, prices=dear)).play(armies))
    assert same(given.repriced(()).play(armies), given.play(armies))
    assert given.repriced(dear)._arena.table(0) is given._arena.table(0)


def test_what_was_played_is_read_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = small()
    armies = design.armies(0, N)
    told: list[int] = []
    first = Given(design, tmp_path / "kept", told=told.append).play(armies)
    monkeypatch.setattr("tigersim.lab.batch.play_many", None)
    again = Given(design, tmp_path / "kept", told=told.append).play(armies)
    assert same(again, first)
    assert sum(told) == 2 * N
    for other in (replace(design, seed=6), replace(design, players=("uniform", "uniform"))):
        with pytest.raises(TypeError):
            Given(other, tmp_path / "kept").play(armies)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    design = small()
    armies = design.armies(0, N)
    Given(design, tmp_path).play(armies)
    (kept,) = tmp_path.glob("*.parquet")
    kept.write_bytes(kept.read_bytes()[:-9])
    with pytest.raises(RunError, match=kept.name):
        Given(design, tmp_path).play(armies)


@pytest.mark.parametrize("armies", [np.zeros((0, 2, 16)), np.zeros((3, 2, 4)), np.full((2, 2, 16), -1)])
def test_armies_that_are_none_are_refused(armies: object) -> None:
    with pytest.raises(InvalidValue, match="armies"):
        Given(small()).play(armies)  # type: ignore[arg-type]


def test_a_design_plays_by_other_prices() -> None:
    printed = small()
    dear = replace(printed, prices=tuple(int(vp) + 2 for vp in printed.costs))
    assert (dear.costs == printed.costs + 2).all()
    assert Design.of_provenance(dear.provenance(), dear.units).provenance() == dear.provenance()
    assert "repriced" not in printed.provenance()
    results = Given(dear).play(printed.armies(0, N))
    worth = np.append(dear.costs, 0)[results["kind"]] * results["dead"]
    assert (results["vp"][:, 0] - results["marker_vp"][:, 0] == worth[:, 1].sum(axis=1)).all()
    for prices in ((1,), (0,) * len(printed.units)):
        with pytest.raises(InvalidValue, match="prices"):
            replace(printed, prices=prices)


def test_prices_of_a_design_are_whole() -> None:
    printed = small()
    rest = (4,) * (len(printed.units) - 1)
    with pytest.raises(InvalidValue, match=r"prices is 3\.7; allowed: 1 to \d+ whole VP each"):
        replace(printed, prices=(3.7, *rest))
    assert replace(printed, prices=(3.0, *rest)).prices == (3, *rest)


def test_luck_is_zero_on_average() -> None:
    design = small()
    results = Given(design).play(design.armies(0, 2000))
    luck = lucks(results, design.costs.astype(float))
    z = luck.mean(axis=0) / np.maximum(luck.std(axis=0), 1e-9) * np.sqrt(len(luck))
    assert np.abs(z).max() < 4.5
    assert np.abs(np.corrcoef(luck[:, 0], margins(results))[0, 1]) > 0.2
