"""The patch in planted worlds: what is mispriced is changed, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.pricing.exploit_world import Bazaar, fair_bazaar
from tigersim.pricing.play.armies import Market
from tigersim.pricing.play.contest import standing
from tigersim.pricing.play.exploit import Effort
from tigersim.pricing.play.patch import Bounds, Draft, Patcher

SCALE = 0.2
EFFORT = Effort(generations=4, candidates=24, pairs=16, kept=2, most_pairs=128, fresh_pairs=600)


def revised(world: Bazaar) -> np.ndarray:
    """Where a unit brings what it costs: theta - q (p - c) = SCALE p."""
    price = (world.theta + world.mortality * world.costs) / (SCALE + world.mortality)
    return np.maximum(np.rint(price), 1).astype(int)


def two_bargains() -> Bazaar:
    """Units 3 and 11 are worth just what they would be at 5 and at 4 VP more than they cost."""
    world = fair_bazaar(20)
    dear = world.costs + np.isin(np.arange(20), 3) * 5 + np.isin(np.arange(20), 11) * 4
    return replace(world, theta=SCALE * dear + world.mortality * (dear - world.costs))


def patcher(world: Bazaar, **bounds: object) -> Patcher:
    market = Market(world.costs, 24, (5, 8), 3)
    return Patcher(world.stage, market, revised(world), EFFORT, EFFORT, Bounds(**bounds), seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [0.1, 0.6])
def test_two_mispriced_units_are_what_is_changed(error: float) -> None:
    world = two_bargains()
    found = patcher(world).run(world.belief(error))
    assert np.flatnonzero(found.costs != world.costs).tolist() == [3, 11]
    assert found.reached
    assert found.final.best.p_win < 0.55
    assert found.looks[0].best.p_win > 0.7  # there was something to mend
    assert (found.costs - world.costs)[[3, 11]].tolist() == [5, 4]


def test_a_fair_list_is_left_alone() -> None:
    world = fair_bazaar(20)
    found = patcher(world).run(world.belief(0.2))
    assert found.reached
    assert (found.costs == world.costs).all()


def test_needless_changes_are_taken_back() -> None:
    world = two_bargains()
    work = patcher(world)
    right = revised(world)
    over = Draft(world.costs, world.belief(0.2)).at([3, 11, 5, 8], [right[3], right[11], world.costs[5] + 2, 9])
    look = work._look("raise", over, (), EFFORT)
    assert look.changed == 4
    left = work.take_back(look, 0.55)
    assert np.flatnonzero(left.draft.costs != world.costs).tolist() == [3, 11]


def test_what_may_not_rise_stays_and_the_figure_reached_is_told() -> None:
    world = fair_bazaar(20, off={3: 4.0, 11: 4.0})
    work = replace(patcher(world, beyond=0), aim=world.costs)
    found = work.run(world.belief(0.2))
    assert not found.reached
    assert (found.costs == world.costs).all()
    assert found.final.best.p_win > 0.6
    assert [look.doing for look in found.looks] == ["raise", "last look"]


def test_where_raising_is_not_enough_dear_units_come_down() -> None:
    # units 0 to 9 are so poor that a random army is weak whatever the others cost
    poor = dict.fromkeys(range(10), -1.2)
    world = fair_bazaar(20, off=poor)
    work = patcher(world, beyond=0)
    found = work.run(world.belief(0.2))
    doing = [look.doing for look in found.looks]
    assert "revise" in doing
    lowered = np.flatnonzero(found.costs < world.costs)
    assert set(lowered.tolist()) <= set(poor)
    assert len(lowered) >= 3
    first, last = found.looks[0].best.p_win, found.final.best.p_win
    assert last < first - 0.03


def test_a_bound_on_looks_is_kept() -> None:
    world = fair_bazaar(20, off=dict.fromkeys(range(8), 2.0))
    found = patcher(world, raises=1, looks=3, backs=0).run(world.belief(0.2))
    assert [look.doing for look in found.looks] == ["raise", "raise", "raise", "last look"]
    assert found.looks[-1].changed == found.final.changed <= 2
    assert standing(found.final.best.army, _again(world, found.final)).p_win > 0.55


def _again(world: Bazaar, look):  # type: ignore[no-untyped-def]
    from tigersim.pricing.play.contest import Contest

    contest = Contest(world.stage, Market(look.draft.costs, 24, (5, 8), 3), 77, 400)
    return contest.meet([look.best.army], 0, 400)[0]
