"""Pricing a unit of one's own: against planted truth, and against what a list says of a unit that it knows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.forms import long_form
from tests.lab.short_list import QUICK, UNITS
from tigersim.catalogue.lists import WORTH
from tigersim.catalogue.units import Unit, all_units, unit
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing import Prices, prices
from tigersim.pricing.play import own_unit as module
from tigersim.pricing.play.own_unit import Known, price_unit
from tigersim.version import AHEAD_VERSION

engine = pytest.mark.skipif(COMPILER_OFF, reason="thousands of battles")
RESULT = [
    ("vp", "f8", 2),
    ("dead", "i1", (2, 16)),
    ("hazard", "f8", (2, 16)),
    ("kind", "i2", (2, 16)),
    ("luck", "f8", (5, 3)),
]
Z = 3.3
"""Standard errors that an estimate may lie from the truth; by chance one of a thousand does."""


@cache
def listed() -> Prices:
    """A list of twelve units, played by the heuristic."""
    return prices(7680, seed=77, units=UNITS, sizes=(3, 6), tables=30, players=QUICK, jitter=8)


def disguised(name: str) -> Unit:
    return unit(name).model_copy(update={"name": "Nobody", "nation": "own"})


@engine
@pytest.mark.parametrize(
    ("name", "seed"), [("M4 Sherman", 1), ("Regulars [france]", 2), pytest.param("KV-2", 3, marks=long_form)]
)
def test_a_unit_that_the_list_knows_comes_out_as_in_the_list(name: str, seed: int) -> None:
    found = price_unit(disguised(name), listed(), 1600, seed)
    at = list(listed().detail["key"]).index(unit(name).key)
    row = listed().table.iloc[at]
    error = np.hypot(found.high - found.low, row["delta_high"] - row["delta_low"]) / (2 * 1.96)
    assert abs(found.delta - row["delta"]) < Z * error
    assert error < 0.6, "or the test says nothing"
    assert abs(found.mortality - listed().detail["mortality"][at]) < 0.08
    assert found.cost == row["cost"]


def planted(monkeypatch: pytest.MonkeyPatch, theta: float, mortality: float, noise: float) -> None:
    """A world in place of the engine: a margin is what the units bring, additively, and noise."""

    class World(module.Given):
        def at(self, armies, numbers):  # type: ignore[no-untyped-def]
            known, own = listed(), len(UNITS)
            worth = np.append(known.table["theta"].to_numpy(), [theta, 0.0])
            brought = worth[armies].sum(axis=2)
            chance = np.random.default_rng([numbers[0], int((armies[:, 0] == own).sum())])
            margin = brought[:, 0] - brought[:, 1] + chance.normal(0, noise, len(armies))
            results = np.zeros(len(armies), dtype=RESULT)
            results["vp"][:, 0] = margin
            results["kind"] = armies
            results["dead"] = (armies == own) & (chance.random(armies.shape) < mortality)
            results["hazard"] = results["dead"]
            return results

    monkeypatch.setattr(module, "Given", World)
    monkeypatch.setattr(module, "margins", lambda results: results["vp"][:, 0] - results["vp"][:, 1])


@engine
@pytest.mark.parametrize(("theta", "mortality", "cost"), [(2.5, 0.3, 5), (-0.4, 0.8, 5), (2.5, 0.3, 8)])
def test_planted_truth_is_found(monkeypatch: pytest.MonkeyPatch, theta: float, mortality: float, cost: int) -> None:
    """delta = (theta - lambda c) / (lambda + q), whatever the unit costs and however often it dies."""
    planted(monkeypatch, theta, mortality, noise=2.0)
    found = price_unit(disguised("M4 Sherman"), listed(), 3200, seed=5, cost=cost)
    scale = listed().provenance["vp_scale"]
    truth = (theta - scale * cost) / (scale + mortality)
    # the list is true here, so only the chance of the pairs may part the two
    assert abs(found.delta - truth) < Z * (found.high - found.low) / (2 * 1.96)
    assert found.theta == pytest.approx(theta, abs=0.3)
    assert found.mortality == pytest.approx(mortality, abs=0.05)
    assert (found.cost, found.worth) == (cost, cost + found.delta)


@engine
def test_an_own_unit_stands_once_on_the_table_in_either_battle_of_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[np.ndarray, np.ndarray]] = []
    original = module.Given.at

    def watched(self, armies, numbers):  # type: ignore[no-untyped-def]
        seen.append((np.array(armies), np.array(numbers)))
        return original(self, armies, numbers)

    monkeypatch.setattr(module.Given, "at", watched)
    found = price_unit(disguised("Tiger I"), listed(), 640, seed=9)
    (one, first), (other, second) = seen[:2]
    own = len(UNITS)
    assert found.battles == 640
    assert np.array_equal(first, second)
    assert np.array_equal((one == own).sum(axis=2), np.tile([1, 0], (len(one), 1)))
    assert np.array_equal((other == own).sum(axis=2), np.tile([0, 1], (len(one), 1)))
    differ = (one != other).sum(axis=(1, 2))
    assert (differ == 2).all()
    # every unit of the list is stood in for about alike
    stood = np.bincount(other[:, 0][one[:, 0] == own], minlength=own)
    assert stood.min() > 0.3 * stood.mean()


@engine
def test_the_same_seed_is_the_same_price_on_any_number_of_threads() -> None:
    one, other = (price_unit(disguised("Hetzer"), listed(), 640, seed=4, threads=n) for n in (1, 2))
    assert one.row() == other.row()


@engine
def test_errors_name_what_to_mend() -> None:
    own = disguised("Hetzer")
    with pytest.raises(InvalidValue, match="number of battles is 10; allowed: 640"):
        price_unit(own, listed(), 10)
    with pytest.raises(InvalidValue, match="seed is 77; allowed: another than that of the price list"):
        price_unit(own, listed(), 640, seed=77)
    with pytest.raises(IdentifiabilityError, match=r"the price list alone leaves .* wider --target"):
        price_unit(own, listed(), target=0.01)
    elsewhere = replace(listed(), provenance={k: v for k, v in listed().provenance.items() if k != "sizes"})
    with pytest.raises(InvalidValue, match="does not say its sizes"):
        price_unit(own, elsewhere, 640)


@engine
def test_what_is_told_of_a_unit_far_from_a_price_that_was_asked_for() -> None:
    """At a price of one's own it is played once, and far from it only a direction is known."""
    found = price_unit(disguised("M4 Sherman"), listed(), 640, seed=2, cost=20)
    assert found.delta < -3
    assert np.isnan(found.worth)
    assert found.verdict == "TOO DEAR"
    assert found.said[0].startswith("Nobody [own] is worth much less than 20 VP: it is TOO DEAR")
    assert (found.row()["worth"], found.row()["whole_price"]) == (None, None)
    assert found.beside["own"].sum() == 1
    assert set(found.beside["unit"]) == {"M4 Sherman [usa]", "T-34/85 [ussr]", "Comet [britain]", "Nobody [own]"}


def shot_at_by_price(monkeypatch: pytest.MonkeyPatch, fair: float, noise: float) -> None:
    """A world in which a unit dies the more the more it costs, and conceding that is part of what it brings: at
    ``fair`` VP it brings its due and no more, and a straight line from its cost does not end there."""
    scale = listed().provenance["vp_scale"]

    def mortality(price: float) -> float:
        return 0.1 + 0.5 * (1 - np.exp(-price / 12))

    class World(module.Given):
        def at(self, armies, numbers):  # type: ignore[no-untyped-def]
            own, price = len(UNITS), float(self.design.costs[-1])
            theta = (scale + mortality(fair)) * fair - mortality(price) * price
            worth = np.append(listed().table["theta"].to_numpy(), [theta, 0.0])
            brought = worth[armies].sum(axis=2)
            chance = np.random.default_rng([self.design.seed, numbers[0], int((armies[:, 0] == own).sum())])
            results = np.zeros(len(armies), dtype=RESULT)
            results["vp"][:, 0] = brought[:, 0] - brought[:, 1] + chance.normal(0, noise, len(armies))
            results["kind"] = armies
            results["dead"] = (armies == own) & (chance.random(armies.shape) < mortality(price))
            results["hazard"] = results["dead"]
            self.told(len(armies))
            return results

    monkeypatch.setattr(module, "Given", World)
    monkeypatch.setattr(module, "margins", lambda results: results["vp"][:, 0] - results["vp"][:, 1])


@engine
@pytest.mark.parametrize("fair", [12.0, 16.0])
def test_a_unit_far_from_its_cost_is_played_again_until_the_loop_closes(
    monkeypatch: pytest.MonkeyPatch, fair: float
) -> None:
    shot_at_by_price(monkeypatch, fair, noise=2.0)
    told: list[tuple[int, int]] = []
    own = disguised("M4 Sherman")  # 5 VP by the rules
    found = price_unit(own, listed(), 3200, seed=5, progress=lambda done, total, _: told.append((done, total)))
    low, high = found.worth_interval
    error = (high - low) / (2 * 1.96)
    assert found.cost == 5
    assert abs(found.cost + found.delta - fair) > Z * error, "the straight line misses"
    assert abs(found.worth - fair) < Z * error
    assert error < 0.5, "or the test says nothing"
    assert found.whole == round(found.worth)
    assert 1 <= len(found.replays) <= 3
    assert found.battles == 3200 * (1 + len(found.replays)) == told[-1][0]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert "played again at" in found.said[1]
    assert found.beside.set_index("unit").loc["Nobody [own]", "worth"] == found.worth
    once = price_unit(own, listed(), 3200, seed=5, cost=round(fair))
    assert len(once.replays) == 0
    assert abs(once.delta) < Z * (once.high - once.low) / (2 * 1.96), "at its fair price it is worth what it costs"


def test_the_list_that_is_used_unless_another_is_named_is_there() -> None:
    found = Prices.load(WORTH)
    known = Known.of(found, seed=1, among=all_units())
    assert len(known.cost) == len(found.table)
    assert known.scale == found.provenance["vp_scale"]


def test_a_list_by_players_who_look_ahead_and_decide_otherwise_today_says_so() -> None:
    found = Prices.load(WORTH)
    today = {"ahead_version": AHEAD_VERSION}
    for player, version, told in (("tactician", {}, False), ("strategist", {}, True), ("strategist", today, False)):
        about = {**found.provenance, "players": [player, player], **version}
        notes = module._notes(replace(found, provenance=about), [])
        assert any("decide otherwise today" in note for note in notes) == told
