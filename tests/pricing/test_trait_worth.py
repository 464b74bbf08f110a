"""What twins tell of traits, in a planted world: the truth is found, and the intervals are as wide as they claim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from tests.forms import form
from tigersim.errors import IdentifiabilityError
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.scale import Guards
from tigersim.pricing.estimate.trait_cells import IDLE, NO_EFFECT
from tigersim.pricing.estimate.traits_from_twins import TraitWorths, cell_table, trait_table, trait_worths
from tigersim.pricing.play.trait_twins import Twin, differences

SLOTS, FOCAL, EMPTY = 5, 0.6, 0.1
CELLS, LISTED = 8, 6
SCALE = 0.3
LOOSE = Guards(min_appearances=50, max_scale_error=0.5)


@dataclass(frozen=True)
class World:
    """Two classes of four traits each; of 5 slots a side about 3 stand for a cell, the rest for six listed units.

    margin = listed units + standard units + traits + friends (a unit with a trait helps each other one of its side that
    has one) + what the twins share + luck + the score of deaths beyond their chance + noise.
    """

    tau: np.ndarray
    died: np.ndarray  # with the trait
    alive: np.ndarray  # chance to die without it
    friends: float = 0.5
    shared: float = 4.0
    noise: float = 3.0

    @classmethod
    def make(cls, seed: int) -> World:
        rng = np.random.default_rng(seed)
        return cls(rng.normal(0, 1.0, CELLS), rng.uniform(0.3, 0.8, CELLS), rng.uniform(0.3, 0.8, CELLS))

    @property
    def cost(self) -> np.ndarray:
        """Of the listed units and the two standard units, VP."""
        return np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 1.0])

    @property
    def truth(self) -> np.ndarray:
        """VP of price: the trait, and its half of what it is to the other units of its side that have one."""
        return (self.tau + 0.5 * self.friends * FOCAL * (SLOTS - 1)) / (SCALE + self.died)

    def play(self, pairs: int, seed: int) -> tuple[BattleTable, BattleTable]:
        """Differences of the pairs, and their first battles."""
        rng = np.random.default_rng(seed)
        sort = rng.random((pairs, 2, SLOTS))
        focal = sort < FOCAL
        place = np.where(focal, rng.integers(0, CELLS, focal.shape), -1)
        listed = np.where(sort < 1 - EMPTY, rng.integers(0, LISTED, focal.shape), -1)
        first = rng.random(focal.shape) < 0.5
        shared = rng.normal(0, self.shared, pairs)
        unit = np.where(focal, LISTED + place // 4, listed)
        one, other = (self._battle(rng, place, unit, coin, shared) for coin in (first, ~first))
        keys = [f"cell {k}" for k in range(CELLS)]
        cells = Roster.of(pd.DataFrame({"key": keys, "cost": self.cost[LISTED + np.arange(CELLS) // 4]}))
        units = Roster.of(pd.DataFrame({"key": [f"unit {k}" for k in range(LISTED + 2)], "cost": self.cost}))
        level = BattleTable.from_slots(unit, one.margin, units=units, dead=one.dead, chance=one.luck)
        return differences(cells, place, first, one, other), level

    def _battle(
        self, rng: np.random.Generator, place: np.ndarray, unit: np.ndarray, has: np.ndarray, shared: np.ndarray
    ) -> Twin:
        has = has & (place >= 0)
        chance = np.where(place < 0, 0.5, np.where(has, self.died[place], self.alive[place]))
        dead = rng.random(chance.shape) < chance
        cost = np.append(self.cost, 0.0)[unit]
        brought = SCALE * cost + np.where(has, self.tau[place], 0.0) - cost * (dead - chance)
        side = brought.sum(axis=2)
        count = has.sum(axis=2)
        side = side + self.friends * count * (count - 1) / 2
        luck = rng.normal(0, 3.0, (len(place), 2))
        margin = side[:, 0] - side[:, 1] + shared + luck @ [1.0, -0.5] + rng.normal(0, self.noise, len(place))
        return Twin(margin, luck, dead.astype(np.uint8))


def fitted(world: World, pairs: int, seed: int) -> TraitWorths:
    twins, level = world.play(pairs, seed)
    return trait_worths([twins], [level], LISTED, LOOSE)


def test_the_truth_is_found_and_the_intervals_cover_it() -> None:
    """200 worlds of 8 cells: the mean error within 4 of its own, 95% of 1600 intervals within 3 standard deviations.

    Of 480 intervals in the short form, which finds errors that are off by a seventh, the long one by a twelfth.
    """
    z = []
    for seed in range(form(60, 200)):
        world = World.make(seed)
        found = fitted(world, 900, 1000 + seed)
        z.append((found.worth - world.truth) / found.se)
    score = np.concatenate(z)
    assert abs(score.mean()) < 4 / np.sqrt(len(score))
    assert np.mean(np.abs(score) < 1.96) == pytest.approx(0.95, abs=form(0.03, 0.016))
    assert score.std() == pytest.approx(1, abs=form(0.1, 0.06))


def test_what_is_shared_by_deaths_and_margins_enters_the_intervals() -> None:
    """Leaving it out, for traits that are worth much, the intervals would be visibly wrong."""
    world = World(np.full(CELLS, 6.0), np.full(CELLS, 0.5), np.full(CELLS, 0.5), noise=0.5, shared=0.5)
    score, blind = [], []
    for seed in range(form(30, 60)):
        found = fitted(world, 1500, seed)
        score.append((found.worth - world.truth) / found.se)
        blind.append((found.worth - world.truth) * (SCALE + 0.5) / found.tau_se)
    assert np.concatenate(score).std() == pytest.approx(1, abs=form(0.14, 0.1))
    assert np.concatenate(blind).std() > 1.15


def test_numbers_are_those_of_statsmodels() -> None:
    world = World.make(3)
    twins, level = world.play(800, 4)
    found = trait_worths([twins.rows(slice(0, 300)), twins.rows(slice(300, 800))], [level], LISTED, LOOSE)
    x = np.column_stack([twins.difference, twins.chance])
    oracle = sm.OLS(twins.margin, x).fit(cov_type="HC2")
    assert np.allclose(found.tau, oracle.params[:CELLS], atol=1e-8)
    assert np.allclose(found.tau_se, oracle.bse[:CELLS], rtol=1e-6)
    units = np.column_stack([level.difference, np.ones(len(level)), level.chance])
    theta = sm.OLS(level.margin, units).fit().params[:LISTED]
    cost = world.cost[:LISTED]
    assert np.isclose(found.scale.value, cost @ theta / (cost @ cost), atol=1e-8)


def test_the_gain_of_twins_is_what_they_share() -> None:
    """Var(D) / 2 against the variance of one battle: noise and deaths against the same and what is shared."""
    world = World(np.zeros(CELLS), np.full(CELLS, 0.5), np.full(CELLS, 0.5), friends=0.0)
    mean_square = FOCAL * (25 + 1) / 2 + (1 - FOCAL - EMPTY) * float(np.mean(world.cost[:6] ** 2))
    own = world.noise**2 + 2 * SLOTS * 0.25 * mean_square
    found = fitted(world, 20_000, 5)
    assert found.gain == pytest.approx((own + world.shared**2) / own, rel=0.03)


def test_one_pair_by_hand() -> None:
    """Side a has cell 0 in the first battle, side b cell 1 in the first and cell 0 in the second."""
    roster = Roster.of([("x", 5), ("y", 3)])
    place = np.array([[[0, -1], [1, 0]]])
    first = np.array([[[True, True], [True, False]]])
    dead = [np.array([[[1, 1], [0, 1]]], dtype=np.uint8), np.array([[[0, 0], [1, 1]]], dtype=np.uint8)]
    one, other = (
        Twin(np.array([m]), np.array([[lucky]]), d) for m, lucky, d in zip((7.0, 2.0), (1.0, 4.0), dead, strict=True)
    )
    table = differences(roster, place, first, one, other)
    assert table.margin.tolist() == [5.0]
    # cell 0: for a in the first battle, and for a since b has it in the second; cell 1: for b
    assert table.difference.tolist() == [[2, -1]]
    assert table.chance is not None
    assert table.chance.tolist() == [[-3.0]]
    # with its trait side a's unit died, b's cell 1 lived, b's cell 0 died in the second battle
    assert table.dead is not None
    fell = sorted(zip(table.army.ravel().tolist(), table.dead.ravel().tolist(), strict=True))
    assert fell == [*[(-1, 0)] * 5, (0, 1), (0, 1), (1, 0)]


def test_too_few_battles_are_refused_by_name() -> None:
    world = World.make(1)
    twins, level = world.play(40, 2)
    with pytest.raises(IdentifiabilityError, match=r"cell \d .*play more battles \(about [\d,]+\)"):
        trait_worths([twins], [level], LISTED, LOOSE)


@pytest.fixture
def known() -> tuple[TraitWorths, pd.DataFrame]:
    """fast on three classes, 0.0, 1.0 and 2.0 VP; rivets on one, -3 VP; no errors to speak of but 0.1 VP each."""
    world = World.make(0)
    scale = fitted(world, 400, 0).scale
    worth = np.array([0.0, 1.0, 2.0, -3.0])
    flat = np.full(4, 0.5)
    found = TraitWorths(worth, 0.01 * np.eye(4), worth, flat, flat, np.full(4, 100.0), scale, 2.0, 1000)
    rows = [("spg", "fast", 1, 3), ("medium_tank", "fast", 1, 1), ("recon", "fast", 1, 0), ("spg", "rivets", -1, 0)]
    return found, pd.DataFrame(rows, columns=["type", "trait", "charged", "units"])


def test_verdicts_are_about_the_printed_vp(known: tuple[TraitWorths, pd.DataFrame]) -> None:
    cells = cell_table(*known, without=np.full(4, 0.4))
    assert cells["printed"].tolist() == [1, 1, 1, -1]
    assert cells["verdict"].tolist() == ["TOO DEAR", "FAIR", "BARGAIN", "TOO DEAR"]
    assert np.allclose(cells["high"] - cells["worth"], 0.1962, atol=2e-4)  # t of 1000 degrees of freedom, 0.1 VP


def test_means_over_classes(known: tuple[TraitWorths, pd.DataFrame]) -> None:
    found, frame = known
    rows = [
        ("glider", "fast", NO_EFFECT, 1),
        ("recon", "rivets", IDLE, 0),
        ("spg", "slow", NO_EFFECT, 2),
        ("spg", "mg", "refused", 5),
    ]
    out = pd.DataFrame(rows, columns=["type", "trait", "reason", "units"])
    table = trait_table(cell_table(found, frame, np.full(4, 0.4)), found, out).set_index("trait")
    assert list(table.index) == ["fast", "slow", "rivets"]
    assert table["idle"].tolist() == [1, 1, 1]
    assert table["classes"].tolist() == [3, 0, 1]
    assert np.isnan(table.loc["slow", "worth"])
    fast, rivets = table.loc["fast"], table.loc["rivets"]
    # REML of three numbers that are known alike: their mean, and their variance less that of the errors
    assert fast["worth"] == pytest.approx(1.0)
    assert fast["spread"] == pytest.approx(np.sqrt(1.0 - 0.01), abs=1e-3)
    assert fast["high"] - fast["worth"] == pytest.approx(4.3027 * np.sqrt(1 / 3), rel=1e-3)  # t, 2 degrees
    # three units of the first class, one of the second, and one to which it is nothing
    assert fast["carried"] == pytest.approx(0.2)
    assert fast["carried_high"] - 0.2 == pytest.approx(1.962339 * 0.1 * np.sqrt(10) / 5)  # t, 1000 degrees
    assert (fast["mispriced"], fast["fair"], fast["classes"], fast["units"]) == (2, 1, 3, 5)
    assert table.loc["slow", "carried"] == 0
    assert np.isnan(table.loc["slow", "carried_low"])
    assert rivets["worth"] == pytest.approx(-3.0)
    assert np.isnan(rivets["spread"])
    assert np.isnan(rivets["carried"])
