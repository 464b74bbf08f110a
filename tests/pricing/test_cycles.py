"""The cyclic share of duels and which class counters which."""

from __future__ import annotations

import numpy as np
import pytest

from tests.pricing.planted_worlds import DuelWorld
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.cycles import cyclic_share


def shares(world: DuelWorld, games: int, runs: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    found = [cyclic_share(world.halves(games, seed)) for seed in range(runs)]
    return tuple(np.array([getattr(one, name) for one in found]) for name in ("share", "se", "raw"))


def test_without_cycles_the_share_is_zero() -> None:
    share, se, raw = shares(DuelWorld.make(1, cyclic=0.0), 100, 20)
    assert abs(share.mean()) < 0.01
    assert np.std(share / se) == pytest.approx(1.0, abs=0.4)
    assert raw.mean() > 0.05  # what noise would pass off as circles
    assert shares(DuelWorld.make(1, cyclic=0.0), 20, 3)[2].mean() > 0.2


def test_a_planted_share_is_found() -> None:
    inside, raw = [], []
    for seed in range(6):
        world = DuelWorld.make(seed, cyclic=0.35)
        found = [cyclic_share(world.halves(100, 10 * seed + k)) for k in range(4)]
        assert np.mean([one.share for one in found]) == pytest.approx(world.share, abs=0.02)
        inside += [one.interval.low <= world.share <= one.interval.high for one in found]
        raw.append(np.mean([one.raw for one in found]) - world.share)
    assert np.mean(inside) > 0.85
    assert np.mean(raw) > 0.04  # undebiased, it is missed


def test_noise_alone_stays_near_the_edge() -> None:
    found = [cyclic_share(DuelWorld.make(2, cyclic=0.0).halves(100, seed)) for seed in range(20)]
    assert max(one.top / one.edge for one in found) < 1.1
    assert np.mean([len(one.planes) for one in found]) < 1


def test_planted_counters_are_found() -> None:
    """One plane of counters: what counters what comes out, with the right sign."""
    world = DuelWorld.make(3, cyclic=0.6)
    found = cyclic_share(world.halves(100, 1))
    assert 1 <= len(found.planes) <= 2
    edges = found.planes[0].edges
    strong = np.abs(world.circle) > np.quantile(np.abs(world.circle), 0.8)
    assert np.mean(np.sign(edges[strong]) == np.sign(world.circle[strong])) > 0.98
    assert np.corrcoef(edges.ravel(), world.circle.ravel())[0, 1] > 0.95
    assert np.corrcoef(found.rating, world.rating)[0, 1] > 0.98


def test_rock_paper_scissors_by_hand() -> None:
    """Three armies, each beats the next 30 to 10: no strengths, one plane of sqrt(3) * log 3."""
    half = np.array([[0, 15, 5], [5, 0, 15], [15, 5, 0.0]])
    found = cyclic_share(np.array([half, half]))
    assert found.share == pytest.approx(1.0)
    np.testing.assert_allclose(found.rating, 0, atol=1e-12)
    assert found.top == pytest.approx(np.sqrt(3) * np.log(30.5 / 10.5))
    assert found.planes[0].edges[0, 1] == pytest.approx(np.log(30.5 / 10.5))


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (np.ones((3, 4, 4)), "2 halves"),
        (np.ones((2, 2, 2)), "3 or more"),
        (-np.ones((2, 3, 3)), "counts from 0"),
        (np.full((2, 3, 3), np.nan), "counts from 0"),
        (np.array([np.ones((3, 3)), np.eye(3)]), "armies 0 and 1 in half 1 is 0"),
    ],
)
def test_results_that_cannot_be_split_are_refused(wins: np.ndarray, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        cyclic_share(wins)
