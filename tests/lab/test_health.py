"""The health of players: counts of batches as one table, and what the counts are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from tests.lab.short_list import small
from tigersim.core import layout
from tigersim.core.enums import ASSAULT, FIRE, MOVE
from tigersim.lab import Batch, Health, battles, health_frame
from tigersim.lab.frames import played
from tigersim.lab.health import BOTH, OF_BATTLES, OF_PLAYERS, STILL, meaning


def batch(**columns: Sequence[object]) -> np.ndarray:
    """Results of which only the given fields are not 0; a unit has died on side a."""
    results = layout.results(len(next(iter(columns.values()))))
    results["dead"][:, 0, 3] = 1
    for name, values in columns.items():
        results[name] = values
    return results


def counted(players: tuple[str, str], *batches: np.ndarray) -> pd.DataFrame:
    health = Health(players)
    for results in batches:
        health.add(results)
    return health.frame().set_index(["player", "count"])


def test_mean_most_and_share_of_each_player() -> None:
    found = counted(("one", "other"), batch(waived=[(3, 0), (0, 1), (0, 1), (1, 2)], turns=[4, 9, 1, 2]))
    assert found.loc[("one", "waived")].tolist() == [4, 1.0, 3, 0.5]
    assert found.loc[("other", "waived")].tolist() == [4, 1.0, 2, 0.75]
    assert found.loc[("one", "forfeited")].tolist() == [4, 0.0, 0, 0.0]
    assert found.loc[(BOTH, "turns")].tolist() == [4, 4.0, 9, 1.0]


def test_a_player_of_both_sides_is_one() -> None:
    found = counted(("one", "one"), batch(idle_turns=[(3, 0), (0, 1)], decks=[1, 3]))
    assert found.loc[("one", "idle_turns")].tolist() == [4, 1.0, 3, 0.5]
    assert found.loc[(BOTH, "decks")].tolist() == [2, 2.0, 3, 1.0]
    assert list(found.index) == [("one", name) for name in OF_PLAYERS] + [(BOTH, name) for name in OF_BATTLES]


def test_battles_in_which_nothing_happens() -> None:
    results = batch(turns=[3, 3, 3])
    results["verbs"][0, 0, FIRE] = 1
    results["verbs"][1, :, MOVE] = 1, 2
    results["dead"][1:] = 0
    results["dead"][2, 1, 0] = 1
    found = counted(("one", "other"), results)
    assert found.loc[("one", "inactive")].tolist() == [3, pytest.approx(1 / 3), 1, pytest.approx(1 / 3)]
    assert found.loc[("other", "inactive"), "mean"] == pytest.approx(2 / 3)
    assert found.loc[(BOTH, "bloodless"), "share"] == pytest.approx(1 / 3)


def test_batches_add_up_in_any_parts() -> None:
    whole = batch(never_acted=[(1, 0), (0, 2), (0, 5)], turns=[1, 2, 3])
    assert counted(("one", "other"), whole).equals(counted(("one", "other"), whole[:1], whole[:0], whole[1:]))


def test_without_battles_there_is_nothing_to_tell() -> None:
    empty = Health(("one", "other"))
    assert empty.records() == []
    assert list(empty.frame()) == ["player", "count", "battles", "mean", "most", "share"]


@pytest.fixture(scope="module")
def batches() -> list[Batch]:
    return played(small(players=("heuristic", "uniform"), forbid=("b:fire",)), 600)


def test_it_agrees_with_the_table_of_battles(batches: list[Batch]) -> None:
    design = small(players=("heuristic", "uniform"), forbid=("b:fire",))
    frame = battles(design, 600)
    found = health_frame(design, batches).set_index(["player", "count"])
    for side, player in zip("ab", ("heuristic", "uniform without fire"), strict=True):
        for name in ("idle_turns", "never_acted", "waived", "forfeited"):
            values = frame[f"{name}_{side}"]
            row = found.loc[(player, name)]
            assert row.tolist() == [600, values.mean(), values.max(), (values > 0).mean()]
        assert found.loc[(player, "inactive"), "mean"] == (frame[f"orders_{side}"] == 0).mean()
    assert found.loc[(BOTH, "turns"), "most"] == frame["turns"].max()
    assert found.loc[(BOTH, "decks"), "mean"] == frame["decks"].mean()
    nobody_fell = (frame["vp_a"] + frame["vp_b"] == 0).mean()  # every unit of the list costs something
    assert found.loc[(BOTH, "bloodless"), "share"] == nobody_fell


def test_it_tells_the_players_apart(batches: list[Batch]) -> None:
    found = health_frame(small(players=("heuristic", "uniform"), forbid=("b:fire",)), batches)
    share = found.set_index(["player", "count"])["mean"]
    assert share["uniform without fire", "waived"] > 2 * share["heuristic", "waived"]


def test_units_that_never_acted_are_told_apart_by_class() -> None:
    results = batch(turns=[1, 1])
    results["kind"][:] = -1
    results["kind"][0, 0, :3] = 0, 1, 2  # a tank and two squads
    results["kind"][1, 0, :2] = 1, 2
    results["acted"][0, 0, :3] = 4, 0, 1
    health = Health(("one", "other"), ("tank", "squad", "squad", "jeep"))
    for part in (results[:1], results[1:]):
        health.add(part)
    found = health.frame().set_index(["player", "count"])
    assert found.loc[("one", STILL + "squad")].tolist() == [2, 0.75, 2, 1.0]
    assert found.loc[("one", STILL + "tank")].tolist() == [2, 0.0, 0, 0.0]
    assert ("one", STILL + "jeep") not in found.index  # there was none
    assert meaning(STILL + "squad") == "squad: share of units that never acted"


def test_orders_are_counted_by_kind() -> None:
    results = batch(turns=[1, 1], followed=[(3, 0), (1, 0)])
    results["verbs"][:, 0, FIRE] = 5, 0
    results["verbs"][:, 0, ASSAULT] = 0, 1
    found = counted(("one", "other"), results)
    assert found.loc[("one", "fire")].tolist() == [2, 2.5, 5, 0.5]
    assert found.loc[("one", "close_combat")].tolist() == [2, 0.5, 1, 0.5]
    assert found.loc[("one", "followed")].tolist() == [2, 2.0, 3, 1.0]
    assert found.loc[("other", "fire"), "most"] == 0


def test_units_by_class_agree_with_the_units_that_never_acted(batches: list[Batch]) -> None:
    design = small(players=("heuristic", "uniform"), forbid=("b:fire",))
    found = health_frame(design, batches).set_index(["player", "count"])["mean"]
    kinds = np.concatenate([one.results["kind"] for one in batches])
    types = np.array([unit.type for unit in design.units])
    for side, player in enumerate(("heuristic", "uniform without fire")):
        there = types[kinds[:, side][kinds[:, side] >= 0]]
        still = sum(found[player, STILL + name] * (there == name).sum() for name in set(types) & set(there))
        assert still / 600 == pytest.approx(found[player, "never_acted"])
