from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from tests.forms import form
from tigersim.errors import TraitNotFound
from tigersim.pricing.estimate.traits_from_prices import COLUMNS, decompose, reml

CLASSES = {"infantry": 1, "armored_car": 3, "light_tank": 5, "medium_tank": 5}
TRUE_CLASS = {"infantry": 1.6, "armored_car": 2.5, "light_tank": 4.0, "medium_tank": 5.5}
TRUE_TRAIT = {
    "improved": 0.8,
    "rapid_fire": 2.0,
    "rugged": 0.2,
    "rivets": -0.4,
    "open_top": -1.3,
    "heavy_gun": 1.1,
    "wheeled": -0.2,
}


def army_list(rng: np.random.Generator, units: int) -> pd.DataFrame:
    rows = []
    for k in range(units):
        kind = list(CLASSES)[k % 4]
        rows.append(
            {
                "type": kind,
                "base_vp": CLASSES[kind],
                "improved": bool(rng.random() < 0.2),
                "advantages": tuple(t for t in ("rapid_fire", "rugged") if rng.random() < 0.3),
                "disadvantages": tuple(t for t in ("rivets", "open_top") if rng.random() < 0.3),
                "gun": rng.choice([None, "heavy"], p=[0.8, 0.2]),
                "wheeled": bool(rng.random() < 0.3),
            }
        )
    return pd.DataFrame(rows)


def true_worth(frame: pd.DataFrame) -> np.ndarray:
    traits = [
        sum(TRUE_TRAIT[t] for t in (*row.advantages, *row.disadvantages))
        + TRUE_TRAIT["improved"] * row.improved
        + TRUE_TRAIT["heavy_gun"] * (row.gun == "heavy")
        + TRUE_TRAIT["wheeled"] * row.wheeled
        for row in frame.itertuples()
    ]
    return frame["type"].map(TRUE_CLASS).to_numpy() + np.array(traits)


def some_covariance(rng: np.random.Generator, units: int, size: float) -> np.ndarray:
    root = rng.normal(size=(units, units)) / np.sqrt(units)
    return size**2 * (0.5 * np.eye(units) + 0.5 * root @ root.T)


def test_exact_worths_are_taken_apart_exactly() -> None:
    frame = army_list(np.random.default_rng(1), 80)
    found = decompose(frame, true_worth(frame), 1e-8 * np.eye(80))
    worth = found.traits.set_index("trait")["worth"]
    assert worth.to_dict() == pytest.approx(TRUE_TRAIT, abs=1e-6)
    assert found.classes.set_index("trait")["worth"].to_dict() == pytest.approx(TRUE_CLASS, abs=1e-6)
    assert found.residual_sd == pytest.approx(0, abs=1e-3)
    assert tuple(found.traits.columns) == COLUMNS
    printed = found.traits.set_index("trait")["printed"].to_dict()
    assert printed == {
        "improved": 0,
        "rapid_fire": 1,
        "rugged": 1,
        "rivets": -1,
        "open_top": -1,
        "heavy_gun": 0,
        "wheeled": 0,
    }
    assert found.classes.set_index("trait")["printed"].to_dict() == CLASSES
    assert found.traits.set_index("trait").loc["rugged", "units"] == sum("rugged" in a for a in frame["advantages"])


def test_intervals_cover_and_the_residual_is_found() -> None:
    """The spread tau is found within 0.1 of 0.6, and intervals cover in 93% of the draws or more, of few in 90%."""
    inside, sizes = [], []
    for seed in range(form(25, 60)):
        rng = np.random.default_rng(seed)
        frame = army_list(rng, 120)
        cov = some_covariance(rng, 120, 0.3)
        worth = true_worth(frame) + rng.normal(0, 0.6, 120) + rng.multivariate_normal(np.zeros(120), cov)
        found = decompose(frame, worth, cov)
        sizes.append(found.residual_sd)
        table = found.traits.set_index("trait")
        truth = pd.Series(TRUE_TRAIT)[table.index]
        inside += list((table["low"] <= truth) & (truth <= table["high"]))
    assert np.mean(sizes) == pytest.approx(0.6, abs=form(0.045, 0.03))
    assert np.std(sizes) < 0.1
    assert form(0.9, 0.93) <= np.mean(inside) <= form(0.995, 0.98)


def test_reml_without_known_errors_is_ordinary_regression() -> None:
    rng = np.random.default_rng(2)
    x = np.column_stack([np.ones(50), rng.normal(size=(50, 2))])
    y = x @ [1.0, 2.0, -1.0] + rng.normal(size=50)
    coef, cov, variance = reml(x, y, np.zeros((50, 50)))
    oracle = sm.OLS(y, x).fit()
    np.testing.assert_allclose(coef, oracle.params, atol=1e-9)
    assert variance == pytest.approx(oracle.scale, rel=1e-4)
    np.testing.assert_allclose(cov, oracle.cov_params(), rtol=1e-4)


def test_reml_maximises_the_likelihood_of_the_residuals() -> None:
    """Against the density of contrasts that are free of the coefficients, on a grid."""
    rng = np.random.default_rng(3)
    x = np.column_stack([np.ones(30), rng.normal(size=30)])
    known = some_covariance(rng, 30, 0.8)
    y = x @ [1.0, 2.0] + rng.normal(0, 0.7, 30) + rng.multivariate_normal(np.zeros(30), known)
    contrasts = np.linalg.svd(x)[0][:, 2:].T
    grid = np.arange(0.0, 2.0, 0.002)
    density = [
        stats.multivariate_normal(cov=contrasts @ (known + s * s * np.eye(30)) @ contrasts.T).logpdf(contrasts @ y)
        for s in grid
    ]
    assert np.sqrt(reml(x, y, known)[2]) == pytest.approx(grid[np.argmax(density)], abs=0.004)


def test_traits_that_go_together_share_a_row_and_single_ones_are_named() -> None:
    frame = army_list(np.random.default_rng(4), 40)
    frame.loc[3, "advantages"] = ["skirt_armor"]
    frame.loc[[5, 6], "disadvantages"] = pd.Series([("slow", "no_radio")] * 2, index=[5, 6])
    found = decompose(frame, true_worth(army_list(np.random.default_rng(4), 40)), 0.01 * np.eye(40))
    table = found.traits.set_index("trait")
    assert table.loc["no_radio + slow", "printed"] == -2
    assert table.loc["no_radio + slow", "units"] == 2
    assert table.loc["skirt_armor", "units"] == 1
    assert any("one unit only" in note and "skirt armor" in note for note in found.notes)
    assert any("go together" in note and "no radio + slow" in note for note in found.notes)


def test_a_trait_told_by_its_class_has_no_worth_of_its_own() -> None:
    frame = army_list(np.random.default_rng(5), 40)
    frame["wheeled"] = frame["type"] == "armored_car"
    found = decompose(frame, np.ones(40), 0.01 * np.eye(40))
    assert np.isnan(found.traits.set_index("trait").loc["wheeled", "worth"])
    assert any("wheeled" in note and "tell it" in note for note in found.notes)


def test_units_without_a_price_are_left_out() -> None:
    frame = army_list(np.random.default_rng(1), 80)
    worth = true_worth(frame)
    worth[7] = np.nan
    cov = 1e-8 * np.eye(80)
    cov[7] = cov[:, 7] = np.nan
    found = decompose(frame, worth, cov)
    assert found.traits.set_index("trait")["worth"].to_dict() == pytest.approx(TRUE_TRAIT, abs=1e-6)


def test_what_cannot_be_done_is_said() -> None:
    few = army_list(np.random.default_rng(1), 6)
    assert any("do not exceed" in note for note in decompose(few, np.ones(6), np.eye(6)).notes)
    bare = pd.DataFrame({"name": ["a", "b"], "cost": [1, 2]})
    found = decompose(bare, np.ones(2), np.eye(2))
    assert found.traits.empty
    assert any("no column type" in note for note in found.notes)
    odd = army_list(np.random.default_rng(1), 40)
    odd.loc[0, "advantages"] = ["flying"]
    with pytest.raises(TraitNotFound, match="flying"):
        decompose(odd, np.ones(40), np.eye(40))


def test_two_guns_and_machine_guns() -> None:
    frame = pd.DataFrame(
        {
            "type": ["light_tank"] * 12,
            "base_vp": [5] * 12,
            "advantages": [()] * 12,
            "disadvantages": [()] * 12,
            "gun": ["light", "light", None, None] * 3,
            "hull_gun": ["medium", None, "light", None] * 3,
            "machine_guns": [0, 0, 2, 1] * 3,
        }
    )
    table = decompose(frame, np.arange(12.0), np.eye(12)).traits.set_index("trait")
    assert table["units"].to_dict() == {"light_gun": 3, "two_guns": 6, "mg": 3}
