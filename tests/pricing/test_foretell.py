"""Forecasts of battles between two armies, by a model whose answer is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import special

from tigersim.catalogue.price_lists import FOLDER
from tigersim.catalogue.units import all_units, parse_army
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.pricing.estimate.army_model import VP, ArmyModel, shapes
from tigersim.pricing.play.forecast_misses import (
    MEASURED,
    built_at_once,
    expected_miss,
    lists_with_model,
    misses_by_chance,
    usual_miss,
)
from tigersim.pricing.play.foretell import foretell

UNITS = all_units()
TIGER, SHERMAN = "Tiger I [germany]", "M4 Sherman [usa]"


def known_model() -> ArmyModel:
    """Every unit is worth 1 VP, a Tiger 5; a battle strays by 10 VP."""
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes(len(UNITS)).items()}
    worth = np.array([5.0 if one.key == TIGER else 1.0 for one in UNITS])
    weights["worth"] = (worth / VP).astype(np.float32)
    kinds = [{"kind": "all", "forecast_by": "the model", "missed": 4.4}]
    return ArmyModel(tuple(one.key for one in UNITS), weights, {"kinds": kinds})


def test_a_forecast_is_the_arithmetic_of_its_model(tmp_path: Path) -> None:
    model = ArmyModel.load(known_model().save(tmp_path / "model.json"))
    found = foretell("2 x Tiger I, M4 Sherman [usa]", f"3 x {SHERMAN}", model=model)
    assert found.margin == pytest.approx(11 - 3)
    assert found.sd == pytest.approx(10)
    assert found.p_win == pytest.approx(special.ndtr(0.8), abs=1e-6)
    gains = found.gains.set_index("unit")
    assert gains.index[0] == TIGER
    assert gains.loc[TIGER, "vp"] == pytest.approx(5, abs=1e-5)
    assert gains.loc[SHERMAN, "p_win"] == pytest.approx(special.ndtr(0.9) - special.ndtr(0.8), abs=1e-6)
    assert "army a wins 79%" in found.said[0]
    assert "miss the true rate by 4 points" in found.said[0]
    assert found.to_dict()["army_b"] == "3 x M4 Sherman"


def test_armies_exchanged_change_the_sign() -> None:
    one, other = (foretell(*pair, model=known_model()) for pair in ((TIGER, SHERMAN), (SHERMAN, TIGER)))
    assert one.margin == pytest.approx(-other.margin)
    assert one.p_win + other.p_win == pytest.approx(1)
    assert foretell(TIGER, TIGER, model=known_model()).p_win == pytest.approx(0.5)


def test_the_doubt_is_that_of_forecasts_as_sure() -> None:
    """Rows of 5.8 points up to 10 from an even match, ..., 2.9 beyond 40: the ends belong to the row below."""
    rows = misses_by_chance()
    assert [one.off for one in rows] == [10, 20, 30, 40, 50]
    for chance, row in ((0.5, 0), (0.59, 0), (0.41, 0), (0.35, 1), (0.75, 2), (0.12, 3), (0.99, 4), (1.0, 4)):
        assert expected_miss("", chance) == rows[row].missed
    assert expected_miss("", [0.5, 0.99]) == pytest.approx(((rows[0].missed ** 2 + rows[4].missed ** 2) / 2) ** 0.5)
    sure, even = foretell("16 x Tiger I", "Jeep [usa]"), foretell(TIGER, TIGER)
    assert (sure.missed, even.missed) == (rows[4].missed, rows[0].missed)
    assert f"by {rows[4].missed:.0f} points" in sure.said[0]


def test_what_was_measured_is_whole() -> None:
    """Every model that comes along has its misses; each pair of the draws stands in one row."""
    told = json.loads(MEASURED.read_text(encoding="utf-8"))["lists"]
    shipped = {path.name.removesuffix(".army_model.json") for path in FOLDER.glob("*.army_model.json")}
    assert set(told) == shipped | {""}
    assert set(lists_with_model()) == shipped
    for name, about in told.items():
        assert sum(one["pairs"] for one in about["by_chance"]) == sum(one["pairs"] for one in about["drawn"])
        ends = [one.off for one in misses_by_chance(name)]
        assert ends == sorted(set(ends))
        assert ends[-1] == 50
        for row in (*about["by_chance"], *about["drawn"]):
            assert 0 <= row["low"] < row["missed"] < row["high"] < 50
        pooled = [(one["pairs"], one["missed"] ** 2) for one in about["drawn"]]
        mean = sum(pairs * square for pairs, square in pooled) / sum(pairs for pairs, _ in pooled)
        assert usual_miss(name) == pytest.approx(mean**0.5, abs=0.01), "rows and draws are of the same pairs"
        assert built_at_once(name).armies > 0


def test_what_the_model_does_not_know_is_refused() -> None:
    model = known_model()
    with pytest.raises(InvalidValue, match="1 to 16"):
        foretell(TIGER, [UNITS[0]] * 17, model=model)
    few = ArmyModel(model.units[:3], {n: np.zeros(s, np.float32) for n, s in shapes(3).items()})
    with pytest.raises(UnitNotFound, match="the model of armies"):
        foretell(parse_army(TIGER), [UNITS[0]], model=few)
