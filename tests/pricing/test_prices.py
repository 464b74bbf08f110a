from __future__ import annotations

import json
import weakref
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.pricing.planted_worlds import NO_ONE, AdditiveWorld, Design, KillWorld
from tigersim.errors import RunError
from tigersim.pricing import BattleTable, Guards, Prices, PriceStudy, fit_prices

DESIGN = Design(units=12, tables=3, sizes=(3, 6), choices=4)
WORLD = KillWorld.make(2, DESIGN)
COLUMNS = [
    "nation", "name", "cost", "delta", "delta_low", "delta_high", "price", "price_low", "price_high", "range_low",
    "range_high", "verdict", "theta", "theta_se", "n",
]  # fmt: skip


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    return WORLD.battles(5000, 1)


@pytest.fixture(scope="module")
def prices(battles: BattleTable) -> Prices:
    return fit_prices(battles)


def written(battles: BattleTable) -> pd.DataFrame:
    """The same battles as a person would write them down."""
    keys = battles.roster.keys

    def army(slots: np.ndarray) -> str:
        units, counts = np.unique(slots[slots != NO_ONE], return_counts=True)
        return ", ".join(keys[u] if k == 1 else f"{k} x {keys[u]}" for u, k in zip(units, counts, strict=True))

    return pd.DataFrame(
        {
            "army_a": [army(both[0]) for both in battles.army],
            "army_b": [army(both[1]) for both in battles.army],
            "margin": battles.margin,
            "table": battles.table,
            "side_a_first": battles.attacker == 1,
            "deaths": [
                (army(both[0][dead[0] == 1]), army(both[1][dead[1] == 1]))
                for both, dead in zip(battles.army, battles.dead, strict=True)
            ],
        }
    )


def test_columns_are_those_of_the_contract(prices: Prices) -> None:
    assert list(prices.table) == COLUMNS
    assert list(prices.traits) == ["trait", "printed", "worth", "low", "high", "units"]
    assert prices.table["n"].sum() == (WORLD.battles(5000, 1).army >= 0).sum()
    assert set(prices.table["verdict"]) <= {"BARGAIN", "TOO DEAR", "FAIR", "UNDETERMINED"}
    assert (prices.table["delta_low"] < prices.table["delta"]).all()
    assert prices.table[["range_low", "range_high"]].isna().all(axis=None)
    assert any("no range of prices" in note for note in prices.notes)


def test_battles_that_can_be_had_again_are_not_kept(battles: BattleTable, prices: Prices) -> None:
    study = PriceStudy(WORLD.roster, tables=3)
    asked: list[int] = []
    kept: list[weakref.ref[BattleTable]] = []

    def again(start: int) -> BattleTable:
        asked.append(start)
        return battles.rows(slice(start, start + 1024))

    for start in range(0, 5000, 1024):
        piece = again(start)
        kept.append(weakref.ref(piece))
        study.add(piece, start, partial(again, start))
        del piece
    assert [one() for one in kept[:-1]] == [None] * 4  # the last waits for its block to be full
    asked.clear()
    found = study.fit()
    assert asked == 2 * [0, 1024, 2048, 3072, 4096]  # for the intervals at printed prices, and at those of the list
    for name in ("table", "detail", "covariance"):
        pd.testing.assert_frame_equal(getattr(found, name), getattr(prices, name), check_exact=True)


def test_a_written_table_gives_the_same_prices(battles: BattleTable) -> None:
    loose = Guards(max_scale_error=0.2)
    units = dict(zip(WORLD.roster.keys, WORLD.roster.cost, strict=True))
    from_text = fit_prices(written(battles), units, guards=loose)
    from_slots = fit_prices(replace(battles, hazard=None), guards=loose)
    numbers = ["delta", "delta_low", "price", "price_high", "theta", "theta_se"]
    np.testing.assert_allclose(from_text.table[numbers], from_slots.table[numbers], atol=1e-9)
    assert any("hazards are unknown" in note for note in from_text.notes)


def test_without_deaths_there_is_no_list_and_no_correction(battles: BattleTable) -> None:
    found = fit_prices(replace(battles, dead=None, hazard=None), guards=Guards(max_scale_error=0.2))
    theta, cost = found.table["theta"], found.table["cost"]
    scale = (theta @ cost) / (cost @ cost)
    np.testing.assert_allclose(found.table["delta"], theta / scale - cost)
    assert found.table[["price", "price_low", "price_high"]].isna().all(axis=None)
    assert found.detail["mortality"].isna().all()
    assert any("deaths are unknown" in note for note in found.notes)


def test_hazards_make_intervals_narrower(battles: BattleTable, prices: Prices) -> None:
    assert (
        prices.half_width_95
        < 0.6 * fit_prices(replace(battles, hazard=None), guards=Guards(max_scale_error=0.2)).half_width_95
    )
    assert prices.provenance["luck_variance_ratio"] < 0.5


def test_same_battles_same_bytes(battles: BattleTable, prices: Prices, tmp_path: Path) -> None:
    for name, found in (("one", prices), ("two", fit_prices(battles))):
        found.save(tmp_path / name)
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [
        "classes.parquet",
        "covariance.parquet",
        "detail.parquet",
        "prices.parquet",
        "provenance.json",
        "traits.parquet",
    ]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_saved_prices_read_back(prices: Prices, tmp_path: Path) -> None:
    folder = prices.save(tmp_path / "new" / "run")
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "prices.parquet"), prices.table, check_dtype=False)
    about = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert about["battles"] == 5000
    assert about["verdicts"] == prices.verdicts.counts
    assert about["notes"] == list(prices.notes)
    prices.save(folder)  # again, over the old files
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_an_unwritable_folder_is_one_clear_line(prices: Prices, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"prices cannot be written to .*file"):
        prices.save(tmp_path / "file" / "run")


def test_plain_values_for_json(prices: Prices) -> None:
    plain = prices.to_dict()
    again = json.loads(json.dumps(plain, allow_nan=False))
    assert again == plain
    assert len(again["table"]) == 12
    assert again["table"][0]["range_low"] is None
    assert isinstance(again["table"][0]["n"], int)


def test_verdicts_count_and_list(prices: Prices) -> None:
    assert sum(prices.verdicts.counts.values()) == 12
    assert list(prices.verdicts) == ["BARGAIN", "TOO DEAR", "FAIR", "UNDETERMINED"]
    for verdict, sign in (("BARGAIN", 1), ("TOO DEAR", -1)):
        off = prices.table[prices.table["verdict"] == verdict]
        assert (np.sign(off["delta"]) == sign).all()
        assert prices.detail["key"][off["delta"].abs().idxmax()] == prices.verdicts[verdict][0]
    assert "5,000 battles, 12 units" in repr(prices)
    assert "BARGAIN" in repr(prices)


def test_provenance_of_the_caller_is_kept_and_told(battles: BattleTable) -> None:
    study = PriceStudy(WORLD.roster, tables=3)
    study.add(battles)
    found = study.fit({"seed": 7, "players": ["planner", "uniform"]})
    assert found.provenance["seed"] == 7
    assert found.summary == "5,000 battles, 12 units, 3 tables, players planner against uniform, seed 7"


def test_a_study_looks_and_plans(battles: BattleTable) -> None:
    study = PriceStudy(WORLD.roster, tables=3)
    study.add(battles.rows(slice(0, 2000)))
    early = study.half_width_95()
    planned = study.battles_for(early / 2)
    assert planned == pytest.approx(4 * 2000, abs=1)
    study.add(battles.rows(slice(2000, 5000)))
    assert len(study) == 5000
    assert study.half_width_95() == pytest.approx(early * np.sqrt(2 / 5), rel=0.1)
    assert study.fit().half_width_95 == pytest.approx(study.half_width_95(), rel=1e-9)


def test_tables_that_never_return_have_no_effects_of_their_own() -> None:
    world = AdditiveWorld.make(1, DESIGN)
    battles = world.battles(4000, 2)
    found = fit_prices(replace(battles, table=np.arange(4000, dtype=np.int32)), guards=Guards(max_scale_error=0.2))
    assert found.provenance["tables"] == 4000
    assert any("no table effects" in note for note in found.notes)


def test_historical_units_get_a_trait_table() -> None:
    """Armies of the catalogue whose units are worth what is printed, except that rapid fire is worth 3."""
    units = ts.units()
    rng = np.random.default_rng(1)
    design = Design(units=len(units), tables=1, sizes=(7, 14), choices=6)
    cost = units["cost"].to_numpy(dtype=float)
    army = design.armies(rng, cost, 12_000)
    worth = cost + np.array([2.0 * ("rapid_fire" in advantages) for advantages in units["advantages"]])
    margin = 0.5 * (np.append(worth, 0.0)[army].sum(axis=2) @ [1, -1]) + rng.normal(0, 2, len(army))
    found = fit_prices(BattleTable.from_slots(army, margin, units=units))
    traits = found.traits.set_index("trait")
    assert traits.loc["rapid_fire", "low"] < 3 < traits.loc["rapid_fire", "high"]
    assert traits.loc["rapid_fire", "printed"] == 1
    assert traits.loc["rivets", "low"] < -1 < traits.loc["rivets", "high"]
    assert traits.loc["improved", "printed"] == 0
    assert {"light_gun", "heavy_gun", "wheeled", "mg_only", "two_guns"} <= set(traits.index)
    assert found.traits["printed"].dtype.kind == found.classes["printed"].dtype.kind == "i"
    assert set(found.classes["trait"]) == set(units["type"])
    # Militia and LCVP: 1 - 1 = 0, raised to 1 (worked examples of the rules reference)
    assert any("below 1 VP" in note and "LCVP" in note for note in found.notes)
    rapid = units["advantages"].map(lambda names: "rapid_fire" in names)
    # unit by unit: 2 VP too cheap, the VP scale taking its share
    assert found.table.loc[rapid, "delta"].mean() == pytest.approx(2.0, abs=0.25)
    assert found.table.loc[~rapid, "delta"].mean() == pytest.approx(0.0, abs=0.1)


def test_plot(prices: Prices) -> None:
    axes = prices.plot()
    assert len(axes.get_yticklabels()) == 12
