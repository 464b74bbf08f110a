"""What an army is worth: the model's symmetries, its slopes, a planted world found again, files that are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, special

from tests.pricing.planted_worlds import on_own_tables
from tigersim.errors import DataError, InvalidValue, UnitNotFound
from tigersim.pricing.estimate.army_check import by_kind, groups_of, missed, tenths_of
from tigersim.pricing.estimate.army_fit import BATCH, Battles, additive, begin, fit_armies, slopes
from tigersim.pricing.estimate.army_model import ArmyModel, counts_of, shapes

UNITS = 8
KEYS = tuple(f"unit {k}" for k in range(UNITS))
WORTH = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 3.0, 4.0])


def model(seed: int = 1) -> ArmyModel:
    """A model of random numbers."""
    rng = np.random.default_rng(seed)
    drawn = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes(UNITS).items()}
    return ArmyModel(KEYS, drawn, {"seed": seed})


def armies(n: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, UNITS, (n, 2, 16))
    drawn[np.arange(16) >= rng.integers(1, 11, (n, 2))[:, :, None]] = -1
    return drawn


def test_counts_of_armies_in_slots() -> None:
    assert counts_of(np.array([[2, 2, 0, -1], [-1, 1, -1, -1]]), 3).tolist() == [[1, 0, 2], [0, 1, 0]]


def test_exchanged_armies_change_the_sign_and_nothing_else() -> None:
    some = armies(200, 3)
    one, other = model().foretell(some), model().foretell(some[:, ::-1])
    np.testing.assert_allclose(one.margin, -other.margin, atol=1e-4)
    np.testing.assert_allclose(one.sd, other.sd, rtol=1e-5)
    np.testing.assert_allclose(one.p_win, 1 - other.p_win, atol=1e-6)
    assert np.ptp(one.margin) > 1
    same = some.copy()
    same[:, 1] = same[:, 0]
    np.testing.assert_allclose(model().foretell(same).p_win, 0.5, atol=1e-6)


def test_the_order_of_units_does_not_matter() -> None:
    some = armies(50, 4)
    np.testing.assert_allclose(model().foretell(some).margin, model().foretell(some[:, :, ::-1]).margin, atol=1e-4)


def test_slopes_are_those_of_differences() -> None:
    numbers = {name: values.astype(np.float64) for name, values in model().weights.items()}
    counts = [counts_of(armies(60, 5)[:, side], UNITS).astype(np.float64) for side in range(2)]
    battles = Battles(counts[0], counts[1], np.random.default_rng(6).normal(0, 12, 60).round())
    _, found = slopes(numbers, battles)
    for name, values in numbers.items():
        for place in np.random.default_rng(7).choice(values.size, 3):
            at = np.unravel_index(place, values.shape)

            changed = {**numbers, name: values.copy()}

            def loss(x: np.ndarray, changed: dict = changed, name: str = name, at: tuple[int, ...] = at) -> float:
                changed[name][at] = x[0]
                return slopes(changed, battles)[0]

            (slope,) = optimize.approx_fprime(np.array([values[at]]), loss, 1e-6)
            assert found[name][at] == pytest.approx(slope, rel=0.02, abs=2e-5), (name, at)


def planted(n: int, seed: int) -> tuple[Battles, np.ndarray]:
    """Battles in a world where the second and each further unit 7 of an army brings nothing, and their true margins."""
    some = armies(n, seed)
    counts = [counts_of(some[:, side], UNITS) for side in range(2)]
    sums = []
    for side in counts:
        effective = side.copy()
        effective[:, 7] = np.minimum(effective[:, 7], 1)
        sums.append(effective @ WORTH)
    true = sums[0] - sums[1]
    came = np.round(true + np.random.default_rng(seed + 1).normal(0, 8, n))
    return Battles(counts[0], counts[1], came), true


def test_a_planted_world_is_found_where_a_sum_of_worths_is_not() -> None:
    battles, _ = planted(60_000, 11)
    fitted = fit_armies(battles, KEYS, epochs=8, seed=2)
    fresh, true = planted(2_000, 13)
    found = fitted.foretell_counts(fresh.side_a, fresh.side_b)
    by_sum = (fresh.side_a - fresh.side_b) @ additive(battles)
    miss, sum_misses = (float(np.sqrt(np.mean((one - true) ** 2))) for one in (found.margin, by_sum))
    assert miss < 0.6
    assert sum_misses > 1.5  # two or three of the eighth unit are common
    np.testing.assert_allclose(found.sd, 8, atol=0.8)
    chance = special.ndtr(true / 8)
    assert np.sqrt(np.mean((found.p_win - chance) ** 2)) < 0.03
    # one more of the eighth is worth 4 VP to who has none, and nothing to who has one
    none, some = (fitted.gains([KEYS[2]] * 3 + [KEYS[7]] * k, [KEYS[3]] * 3).margin[7] for k in (0, 1))
    assert none == pytest.approx(4, abs=0.8)
    assert some == pytest.approx(0, abs=0.8)


def test_same_battles_and_seed_same_numbers() -> None:
    battles, _ = planted(BATCH * 2, 17)
    one, again, other = (fit_armies(battles, KEYS, epochs=1, seed=seed) for seed in (1, 1, 2))
    assert all((one.weights[name] == again.weights[name]).all() for name in one.weights)
    assert (one.weights["traits"] != other.weights["traits"]).any()
    assert begin(battles, 1)["worth"].shape == (UNITS,)
    with pytest.raises(InvalidValue, match="2,048 or more"):
        fit_armies(Battles(*(column[:100] for column in battles)), KEYS)


def test_saved_models_foretell_alike(tmp_path: Path) -> None:
    path = model().save(tmp_path / "model.json")
    again = ArmyModel.load(path)
    some = armies(40, 8)
    np.testing.assert_allclose(again.foretell(some).margin, model().foretell(some).margin, atol=1e-3)
    assert again.provenance == {"seed": 1}
    with pytest.raises(UnitNotFound, match="Tigr"):
        again.numbers_of(["Tigr"])
    with pytest.raises(InvalidValue, match="enemy"):
        again.gains([KEYS[0]], [])


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("format", 2, "format"),
        ("units", ["a"], "weights.worth"),
        ("units", [], "units"),
        ("weights", {}, "weights.worth"),
    ],
)
def test_a_file_that_does_not_fit_is_named(tmp_path: Path, field: str, value: object, named: str) -> None:
    path = model().save(tmp_path / "model.json")
    about = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**about, field: value}), encoding="utf-8")
    with pytest.raises(DataError, match=named) as refused:
        ArmyModel.load(path)
    assert "model.json" in str(refused.value)


def test_what_dice_leave_is_taken_off() -> None:
    rng = np.random.default_rng(9)
    true = rng.uniform(0.2, 0.8, 3_000)
    won = (rng.random((3_000, 40)) < true[:, None]).astype(float)
    at, low, high = missed(true, on_own_tables(won))
    assert low <= 0.012
    assert at < 0.02
    off, low, high = missed(true + 0.05, on_own_tables(won))
    assert low < 0.05 < high
    assert off == pytest.approx(0.05, abs=0.006)


def test_tables_by_kind_and_tenth_by_hand() -> None:
    fought = on_own_tables(np.tile([1.0, 1.0, 1.0, 0.0], (40, 1)))
    kinds = np.column_stack([np.arange(40) % 2, np.arange(40) % 2])
    groups = groups_of(kinds, {0: "even", 1: "odd", 2: "none"})
    assert {name: len(pairs) for name, pairs in groups.items()} == {"all": 40, "even": 20, "odd": 20}
    table = by_kind(fought, {"right": np.full(40, 0.75), "wrong": np.full(40, 0.5)}, groups)
    assert table["pairs"].tolist() == [40, 40, 20, 20, 20, 20]
    wrong = table[table["forecast_by"] == "wrong"]
    assert wrong["worst"].tolist() == pytest.approx([25.0] * 3)
    # a quarter of a hundred, less what the spread within pairs (variance 1/4 of 4 battles) would leave
    assert wrong["missed"].tolist() == pytest.approx([100 * (0.0625 - 0.25 / 4) ** 0.5] * 3, abs=1e-6)
    tenths = tenths_of(np.linspace(0.1, 0.9, 40), fought)
    assert tenths["came"].tolist() == pytest.approx([75.0] * 10)
    assert tenths["pairs"].sum() == 40
    with pytest.raises(InvalidValue, match="3 or more"):
        by_kind(on_own_tables(fought.came[:, :2]), {"right": np.full(40, 0.75)}, groups)
