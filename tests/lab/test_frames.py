"""Battles as tables for people: what stands in them agrees with itself, with the catalogue and with pricing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.lab.short_list import UNITS, small
from tigersim.catalogue.units import parse_army
from tigersim.errors import InvalidValue, PlayerNotFound, UnknownName
from tigersim.lab import Batch, Design, battles, slots_frame
from tigersim.lab.frames import battles_frame, played
from tigersim.pricing import Guards, fit_prices
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.play.battles import battle_table

CONTRACT = [
    "battle", "seed", "scenario", "table", "side_a_first", "player_a", "player_b", "army_a", "army_b", "cost_a",
    "cost_b", "vp_a", "vp_b", "margin", "winner", "turns", "decks", "ended_by",
]  # fmt: skip
"""Columns that notebooks and other people's programs may rely on, in this order."""
HEALTH = ["idle_turns", "never_acted", "waived", "forfeited", "marker_vp", "orders", "forbid"]
LOOSE = Guards(max_scale_error=0.5)
N = 3000

COSTS = {one.key: ts.profile(one).cost for one in UNITS}


@pytest.fixture(scope="module")
def batches() -> list[Batch]:
    return played(small(), N)


@pytest.fixture(scope="module")
def frame(batches: list[Batch]) -> pd.DataFrame:
    return battles_frame(small(), batches)


@pytest.fixture(scope="module")
def slots(batches: list[Batch]) -> pd.DataFrame:
    return slots_frame(small(), batches)


def test_columns_are_those_of_the_contract(frame: pd.DataFrame) -> None:
    health = [f"{name}_{side}" for name in HEALTH for side in "ab"]
    assert [name for name in frame if name != "side_a_south"] == [*CONTRACT, *health]
    assert frame["side_a_first"].dtype == frame["side_a_south"].dtype == bool
    assert list(frame["battle"]) == list(range(N))
    assert set(frame["seed"]) == {5}
    assert set(frame["scenario"]) == {"standard battle"}
    assert set(frame["table"]) == {0, 1, 2}
    assert set(frame["player_a"]) == set(frame["player_b"]) == {"heuristic"}
    assert set(frame["ended_by"]) <= {"PT-VP-13", "PT-VP-16", "AMB-23"}
    assert frame["turns"].min() >= 1
    assert frame["decks"].min() >= 1


def test_armies_read_back_as_the_units_that_fought(frame: pd.DataFrame, batches: list[Batch]) -> None:
    kinds = np.concatenate([batch.results["kind"] for batch in batches])
    for side in range(2):
        for text, row in zip(frame[f"army_{'ab'[side]}"], kinds[:, side], strict=True):
            assert parse_army(text, UNITS) == [UNITS[kind] for kind in row if kind >= 0]


def test_costs_margins_and_winners(frame: pd.DataFrame) -> None:
    for side in "ab":
        cost = [sum(COSTS[one.key] for one in parse_army(text, UNITS)) for text in frame[f"army_{side}"]]
        assert list(frame[f"cost_{side}"]) == cost
    assert (frame["margin"] == frame["vp_a"] - frame["vp_b"]).all()
    # as signed numbers: a's loss must not wrap round
    assert frame["margin"].min() < 0 < frame["margin"].max()
    names = {1: "a", -1: "b", 0: "draw"}
    assert [names[sign] for sign in np.sign(frame["margin"])] == list(frame["winner"])
    assert set(frame["winner"]) == {"a", "b", "draw"}


def test_points_are_the_costs_of_the_others_dead(frame: pd.DataFrame, slots: pd.DataFrame) -> None:
    lost = slots.assign(vp=slots["unit"].map(COSTS) * slots["dead"]).pivot_table("vp", "battle", "side", aggfunc="sum")
    assert (frame["vp_a"].to_numpy() == lost["b"].to_numpy()).all()
    assert (frame["vp_b"].to_numpy() == lost["a"].to_numpy()).all()


def test_slots_are_the_units_of_the_armies(frame: pd.DataFrame, slots: pd.DataFrame) -> None:
    assert list(slots) == ["battle", "side", "slot", "unit", "dead", "hazard"]
    assert not slots.duplicated(["battle", "side", "slot"]).any()
    fought = {key: Counter(group) for key, group in slots.groupby(["battle", "side"])["unit"]}
    for row in frame[["battle", "army_a", "army_b"]].itertuples(index=False):
        for side, text in (("a", row.army_a), ("b", row.army_b)):
            assert fought[row.battle, side] == Counter(one.key for one in parse_army(text, UNITS))
    assert (slots["hazard"] >= 0).all()
    # what died had a chance to die, and the chances add up to the deaths
    assert (slots.loc[slots["dead"], "hazard"] > 0).all()
    surprise = slots["dead"] - slots["hazard"]
    assert abs(surprise.mean()) < 4 * surprise.std() / np.sqrt(len(slots))


def test_health_counters_are_plausible(frame: pd.DataFrame) -> None:
    for side in "ab":
        sizes = [len(parse_army(text, UNITS)) for text in frame[f"army_{side}"]]
        assert frame[f"never_acted_{side}"].between(0, sizes).all()
        assert frame[f"idle_turns_{side}"].between(0, frame["turns"]).all()
        assert (frame[[f"waived_{side}", f"forfeited_{side}"]] >= 0).all(axis=None)
        assert ((frame[f"orders_{side}"] == 0) == (frame[f"never_acted_{side}"] == sizes)).all()


def test_both_sides_attack_and_stand_at_either_edge(frame: pd.DataFrame) -> None:
    for column in ("side_a_first", "side_a_south"):
        assert frame[column].mean() == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(N))
    assert (frame["side_a_first"] == frame["side_a_south"]).mean() == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(N))


def test_battles_is_the_short_way(frame: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(ts.battles(small(), N), frame)
    pd.testing.assert_frame_equal(ts.battles(small(), 300, threads=1), frame[:300])
    other = battles(small(), 20, seed=9, players=("uniform", "heuristic"))
    pd.testing.assert_frame_equal(other, battles(small(seed=9, players=("uniform", "heuristic")), 20))
    assert (set(other["player_a"]), set(other["player_b"]), set(other["seed"])) == ({"uniform"}, {"heuristic"}, {9})


def test_what_is_forbidden_stands_beside_the_players() -> None:
    other = battles(small(), 200, forbid=("follow", "b:fire"))
    assert (set(other["forbid_a"]), set(other["forbid_b"])) == ({"follow"}, {"fire, follow"})
    pd.testing.assert_frame_equal(other, battles(small(forbid=("follow", "b:fire")), 200))
    assert other["margin"].mean() > 3  # who may not fire loses
    assert set(battles(small(), 2)["forbid_a"]) == {""}
    assert set(battles(small(), 2, forbid="save")["forbid_b"]) == {"save"}


def test_battles_of_the_catalogue() -> None:
    frame = battles(n=2)
    assert list(frame["army_a"]) == list(battles_frame(Design(), played(Design(), 2))["army_a"])
    assert all(len(parse_army(text)) in range(6, 11) for side in "ab" for text in frame[f"army_{side}"])


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"n": 0}, InvalidValue, "number of battles is 0"),
        ({"n": -5}, InvalidValue, "number of battles is -5"),
        ({"seed": -1}, InvalidValue, "seed is -1"),
        ({"threads": 0}, InvalidValue, "threads is 0"),
        ({"players": ("uniform", "nobody")}, PlayerNotFound, "unknown player 'nobody'"),
        ({"forbid": ("nothing",)}, UnknownName, "what to forbid 'nothing'"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        battles(small(), **settings)


def test_a_number_of_battles_in_place_of_a_design_is_told_its_name() -> None:
    with pytest.raises(InvalidValue, match="how many battles says n="):
        battles(2000, seed=3)  # type: ignore[arg-type]


def test_prices_from_the_tables_are_those_of_the_fast_path(
    batches: list[Batch], frame: pd.DataFrame, slots: pd.DataFrame
) -> None:
    fast = battle_table(small(), Roster.of(list(UNITS)), batches)
    by_frames = fit_prices(frame, list(UNITS), slots=slots, guards=LOOSE).table
    without_chance = fit_prices(replace(fast, chance=None), guards=LOOSE).table
    numbers = ["cost", "delta", "delta_low", "price", "price_high", "theta", "theta_se", "n"]
    np.testing.assert_allclose(by_frames[numbers], without_chance[numbers], rtol=1e-9, atol=1e-9)
    # tables of battles carry no sums over chance; taking these out moves theta by the noise that goes, and no more
    with_chance = fit_prices(fast, guards=LOOSE).table
    removed = by_frames["theta_se"] ** 2 - with_chance["theta_se"] ** 2
    assert (removed > 0).all()
    z = (with_chance["theta"] - by_frames["theta"]) / np.sqrt(removed)
    assert np.abs(z).max() < 4
