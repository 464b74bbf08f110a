"""Shares of luck and skill against worlds in which they are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tigersim as ts
from tests.forms import form
from tigersim.errors import InvalidValue, RunError
from tigersim.lab import Design
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.study.luck_shares import (
    ARMIES,
    KILLS,
    OTHER,
    REST,
    TABLES,
    luck_shares,
    shares_of_design,
)

UNITS, SLOTS = 12, 4


def planted(
    n: int, seed: int, *, tables: int = 1, kinds: int = 1, noise: float = 3.0, skill: float = 1.0
) -> tuple[Any, dict[str, float]]:
    """Battles whose margin is a sum of parts that are drawn apart, and the share of each part in its variance."""
    rng = np.random.default_rng(seed)
    cost = rng.integers(1, 7, UNITS).astype(float)
    army = rng.integers(0, UNITS, (n, 2, SLOTS))
    worth = skill * rng.normal(0, 2, UNITS)
    by_army = worth[army].sum(axis=2) @ np.array([1.0, -1.0])
    hazard = rng.uniform(0.1, 0.9, army.shape)
    dead = (rng.random(army.shape) < hazard).astype(np.uint8)
    lost = ((dead - hazard) * cost[army]).sum(axis=2)
    kills = 0.8 * (lost[:, 1] - lost[:, 0])
    chance = rng.normal(0, 1, (n, kinds))
    other = 1.5 * chance[:, 0]
    rest = rng.normal(0, noise, n)
    parts = {ARMIES: by_army, TABLES: np.zeros(n), KILLS: kills, OTHER: other, REST: rest}
    units = [(f"unit {k}", vp) for k, vp in enumerate(cost)]
    table = rng.integers(0, tables, n)
    edge = rng.choice([-1, 1], n)
    margin = sum(parts.values()) + 2.0  # a level of its own is no part of the spread
    battles = BattleTable.from_slots(
        army, margin, units=units, table=table, edge=edge, dead=dead, hazard=hazard, chance=chance
    )
    whole = sum(float(part.var()) for part in parts.values())
    return battles, {name: float(part.var()) / whole for name, part in parts.items()}


def test_planted_shares_are_found() -> None:
    battles, truth = planted(6000, 1)
    found = luck_shares([battles.rows(slice(0, 2500)), battles.rows(slice(2500, 6000))])
    assert found.battles == 6000
    assert found.table["part"].tolist() == list(truth)
    assert found.table["share"].sum() == pytest.approx(1)
    for row in found.table.to_dict("records"):
        assert row["share"] == pytest.approx(truth[row["part"]], abs=0.03)
    assert found.known_luck == pytest.approx(found.share(KILLS, OTHER))
    assert found.spread == pytest.approx(battles.margin.std())


def test_intervals_hold_about_as_often_as_they_say() -> None:
    inside = []
    for seed in range(form(16, 40)):
        battles, truth = planted(1200, 100 + seed)
        table = luck_shares([battles]).table
        inside += [
            row["low"] <= truth[row["part"]] <= row["high"] for row in table.to_dict("records") if row["part"] != TABLES
        ]
    assert np.mean(inside) >= form(0.82, 0.88)  # of 64 or 160, which hang together; half as wide they hold 67%


def test_a_part_that_does_nothing_has_no_share() -> None:
    """Fitted numbers explain something by chance: 12 units and 60 tables of 1,000 battles about 7%."""
    shares = []
    for seed in range(10):
        battles, _ = planted(1000, 200 + seed, tables=60, kinds=3, skill=0.0)
        found = luck_shares([battles])
        shares.append([found.share(ARMIES), found.share(TABLES)])
    assert np.abs(np.mean(shares, axis=0)).max() < 0.01


def test_unknown_deaths_leave_the_luck_of_kills_in_the_rest() -> None:
    battles, truth = planted(4000, 3)
    blind = BattleTable.from_slots(battles.army, battles.margin, units=battles.roster)
    found = luck_shares([blind])
    assert found.table["part"].tolist() == [ARMIES, TABLES, REST]
    assert found.share(REST) == pytest.approx(truth[KILLS] + truth[OTHER] + truth[REST], abs=0.03)


def test_what_cannot_be_answered_is_refused() -> None:
    battles, _ = planted(1500, 4)
    with pytest.raises(InvalidValue, match="1,000 or more"):
        luck_shares([battles.rows(slice(0, 900))])
    with pytest.raises(InvalidValue, match="battles"):
        luck_shares([])
    even = BattleTable.from_slots(battles.army, np.full(1500, 4.0), units=battles.roster)
    with pytest.raises(InvalidValue, match="margins that vary"):
        luck_shares([even])


def test_real_battles() -> None:
    found = shares_of_design(Design(seed=5), 1024, threads=1)
    parts = found.table.set_index("part")["share"]
    assert parts.sum() == pytest.approx(1)
    assert [name for name in parts.index if name.startswith("luck")] == [
        "luck: kills",
        "luck: shocks",
        "luck: how many cards",
        "luck: which cards",
        "luck: recovery",
    ]
    assert parts[KILLS] > 0.05  # who kills scores
    assert found.provenance["seed"] == 5
    public = ts.luck(battles=1024, seed=5, threads=1)
    assert public.table.equals(found.table)
    assert str(public) == repr(public) == "\n".join(found.said)


def test_a_folder_without_battles_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no run"):
        ts.luck(tmp_path)
