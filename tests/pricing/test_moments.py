from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pricing.planted_worlds import Design, KillWorld, swapped
from tigersim.errors import InvalidValue
from tigersim.pricing import PriceStudy
from tigersim.pricing.estimate.data import BattleTable, joined
from tigersim.pricing.estimate.moments import BLOCK, Moments, Sums

WORLD = KillWorld.make(1, Design(units=12, tables=3, sizes=(3, 5), choices=3))
N = 7 * BLOCK + 111


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    return WORLD.battles(N, 2)


def total(pieces: list[tuple[int, BattleTable]]) -> Sums:
    moments = Moments(WORLD.roster, 3)
    for start, piece in pieces:
        moments.add(piece, start)
    return moments.total()


def same_bits(one: Sums, other: Sums) -> bool:
    names = [field.name for field in fields(Sums) if field.name != "tables"]
    pairs = [(getattr(one, name), getattr(other, name)) for name in names]
    pairs += zip(one.tables, other.tables, strict=True)
    return all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in pairs)


def cut(battles: BattleTable, ends: list[int]) -> list[tuple[int, BattleTable]]:
    edges = [0, *sorted(ends), N]
    return [(a, battles.rows(slice(a, b))) for a, b in pairwise(edges) if b > a]


@settings(max_examples=15, deadline=None)
@given(ends=st.lists(st.integers(1, N - 1), max_size=9, unique=True), seed=st.integers(0, 99))
def test_chunks_and_their_order_leave_no_trace(ends: list[int], seed: int) -> None:
    battles = WORLD.battles(N, 2)
    whole = total([(0, battles)])
    pieces = cut(battles, ends)
    np.random.default_rng(seed).shuffle(pieces)
    assert same_bits(total(pieces), whole)


def test_sums_are_what_they_say(battles: BattleTable) -> None:
    found = total([(0, battles)])
    x = battles.difference.astype(float)
    z = np.column_stack([x, battles.attacker])
    cost = WORLD.roster.cost
    np.testing.assert_allclose(found.zz, z.T @ z)
    np.testing.assert_allclose(found.zm, z.T @ battles.margin, atol=1e-9)
    np.testing.assert_allclose(battles.conceded @ cost, battles.margin)
    np.testing.assert_allclose(found.zd, z.T @ battles.conceded, atol=1e-9)
    dead, hazard = battles.dead.astype(float), battles.hazard
    by_slot = ((dead - hazard) * np.append(cost, 0.0)[battles.army]).sum(axis=2)
    lucky = by_slot[:, 1] - by_slot[:, 0]
    np.testing.assert_allclose(found.zk @ cost, z.T @ lucky, atol=1e-8)
    np.testing.assert_allclose(
        [found.mm, found.ml, found.ll], [v.sum() for v in (battles.margin**2, battles.margin * lucky, lucky**2)]
    )
    assert found.other == pytest.approx(0, abs=1e-9)
    for unit in range(12):
        here = battles.army == unit
        assert found.n[unit] == here.sum()
        assert found.deaths[unit] == dead[here].sum()
        assert found.luck[unit] == pytest.approx((dead - hazard)[here].sum())


def test_memory_does_not_grow_with_the_battles(battles: BattleTable) -> None:
    moments = Moments(WORLD.roster, 3)
    block = battles.rows(slice(0, BLOCK))
    for number in range(200):
        moments.add(block, number * BLOCK)
    assert len(moments._nodes) <= 8  # 200 = 11001000 in binary: one node for each 1


def test_a_battle_counts_once(battles: BattleTable) -> None:
    moments = Moments(WORLD.roster, 3)
    moments.add(battles.rows(slice(0, 3 * BLOCK + 9)), 0)
    for start in (0, BLOCK, 3 * BLOCK + 5):
        with pytest.raises(InvalidValue, match="not been added"):
            moments.add(battles.rows(slice(0, 10)), start)


def test_wrong_table_number_is_refused(battles: BattleTable) -> None:
    with pytest.raises(InvalidValue, match="table"):
        Moments(WORLD.roster, 2).add(battles, 0)


def test_batches_of_a_study_leave_no_trace(battles: BattleTable) -> None:
    def study(ends: list[int], turn: int) -> PriceStudy:
        built = PriceStudy(WORLD.roster, tables=3)
        for start, piece in cut(battles, ends)[::turn]:
            built.add(piece, start)
        return built

    whole, parts = study([], 1).fit(), study([100, 2000, 2001, 3000], -1).fit()
    for name in ("table", "detail", "covariance"):
        one, other = getattr(whole, name), getattr(parts, name)
        numbers = one.select_dtypes("number").columns
        assert one[numbers].to_numpy().tobytes() == other[numbers].to_numpy().tobytes()


def test_order_of_battles_does_not_matter(battles: BattleTable) -> None:
    order = np.random.default_rng(3).permutation(N)
    one, other = (prices(part) for part in (battles, battles.rows(order)))
    for name in ("delta", "delta_low", "price", "price_high", "theta_se"):
        np.testing.assert_allclose(one[name], other[name], atol=1e-9)


def test_exchanging_the_sides_does_not_matter(battles: BattleTable) -> None:
    one, other = prices(battles), prices(swapped(battles))
    for name in ("delta", "delta_low", "price", "price_high", "theta_se"):
        np.testing.assert_allclose(one[name], other[name], atol=1e-9)


def test_padding_and_slot_order_do_not_matter(battles: BattleTable) -> None:
    turned = replace(
        battles,
        **{name: np.ascontiguousarray(getattr(battles, name)[:, :, ::-1]) for name in ("army", "dead", "hazard")},
    )
    wide = replace(
        turned,
        army=np.pad(turned.army, ((0, 0), (0, 0), (2, 3)), constant_values=-1),
        dead=np.pad(turned.dead, ((0, 0), (0, 0), (2, 3))),
        hazard=np.pad(turned.hazard, ((0, 0), (0, 0), (2, 3))),
    )
    np.testing.assert_allclose(prices(battles)["delta"], prices(wide)["delta"], atol=1e-9)
    both = joined([battles, wide])
    assert both.army.shape == (2 * N, 2, wide.army.shape[2])
    with pytest.raises(InvalidValue, match="hazard"):
        joined([battles, replace(wide, hazard=None)])


def prices(battles: BattleTable):
    study = PriceStudy(WORLD.roster, tables=3)
    study.add(battles)
    return study.fit().table
