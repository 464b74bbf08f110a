"""Random armies of an experiment: every unit alike, sizes and budgets jittered, no side preferred."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import tigersim as ts
from tests.lab.short_list import UNITS, small
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue, PlayerNotFound, RuleForbids, ScenarioNotFound, UnknownName
from tigersim.lab import Design

N = 20_000
DESIGN = Design(seed=3)
BALANCED = {"advantages": ("improved_gun",), "disadvantages": ("rivets",)}
"""An advantage and a disadvantage, +1 and -1 VP."""


@pytest.fixture(scope="module")
def armies() -> np.ndarray:
    return DESIGN.armies(0, N)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"sizes": (0, 5)}, InvalidValue, r"sizes is \(0, 5\)"),
        ({"sizes": (7, 6)}, InvalidValue, r"sizes is \(7, 6\)"),
        ({"sizes": (6, 17)}, InvalidValue, "within 1 to 16"),
        ({"jitter": 0}, InvalidValue, "jitter is 0"),
        ({"tables": 0}, InvalidValue, "tables is 0"),
        ({"seed": -1}, InvalidValue, "seed is -1"),
        ({"seed": 1 << 62}, InvalidValue, "seed is"),
        ({"units": ()}, InvalidValue, "at least one unit"),
        ({"players": ("heuristic",)}, InvalidValue, "players is"),
        ({"players": ("heuristic", "huristic")}, PlayerNotFound, "did you mean heuristic"),
        ({"scenario": "bridge"}, ScenarioNotFound, "unknown scenario 'bridge'; allowed: standard battle, "),
        ({"forbid": ("folow",)}, UnknownName, "'folow'; did you mean follow"),
        ({"forbid": ("c:follow",)}, UnknownName, "unknown side 'c'"),
        ({"playouts": (256, 0)}, InvalidValue, r"playouts is \(256, 0\); allowed: two whole numbers"),
        ({"playouts": (2_000_000, 64)}, InvalidValue, "from 1 to 1,000,000"),
        ({"playouts": (64,)}, InvalidValue, r"playouts is \(64,\)"),
        ({"playouts": (6.5, 64)}, InvalidValue, r"playouts is \(6.5, 64\)"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        small(**settings)


def test_sizes_and_slots(armies: np.ndarray) -> None:
    assert armies.shape == (N, 2, MAX_UNITS)
    filled = armies >= 0
    sizes = filled.sum(axis=2)
    assert (sizes.min(), sizes.max(), armies.max(), armies.min()) == (6, 10, 146, -1)
    assert (filled == (np.arange(MAX_UNITS) < sizes[..., None])).all()  # empty slots come last
    for size in range(6, 11):
        assert (sizes == size).mean() == pytest.approx(0.2, abs=0.02)


def test_budgets_are_near_each_other_but_not_equal(armies: np.ndarray) -> None:
    cost = np.append(ts.units()["cost"].to_numpy(), 0)
    gap = cost[armies].sum(axis=2) @ [1, -1]
    assert 1.5 < gap.std() < 3.5
    assert (gap == 0).mean() < 0.3
    # four dice 0..3: variance 4 x 15/12 = 5; what is left is the search for a fitting army
    assert gap.var() == pytest.approx(5, rel=0.25)
    equal = Design(seed=3, jitter=1).armies(0, 5000)
    assert (cost[equal].sum(axis=2) @ [1, -1]).std() < 0.6 * gap.std()


def test_every_unit_comes_equally_often(armies: np.ndarray) -> None:
    count = np.bincount(armies[armies >= 0], minlength=147)
    assert stats.chisquare(count).pvalue > 0.001
    # also on either side, and where the army that was fitted to the other's budget stands
    for side in range(2):
        there = armies[:, side]
        assert stats.chisquare(np.bincount(there[there >= 0], minlength=147)).pvalue > 0.001


def test_neither_side_is_preferred(armies: np.ndarray) -> None:
    cost = np.append(ts.units()["cost"].to_numpy(), 0)
    sides = {
        "budget": cost[armies].sum(axis=2),
        "size": (armies >= 0).sum(axis=2),
        "cheap units": (cost[armies] == 1).sum(axis=2),
        "dearest unit": cost[armies].max(axis=2),
    }
    for name, of in sides.items():
        lead = of @ [1.0, -1.0]
        assert abs(lead.mean()) < 4 * lead.std() / np.sqrt(N), name


def test_armies_follow_from_the_battle_number(armies: np.ndarray) -> None:
    assert np.array_equal(DESIGN.armies(700, 60), armies[700:760])
    assert not np.array_equal(DESIGN.armies(0, 60), Design(seed=4).armies(0, 60))


def test_one_unit_can_fight_itself() -> None:
    armies = small(units=UNITS[:1], sizes=(1, 1)).armies(0, 10)
    assert (armies[:, :, 0] == 0).all()
    assert (armies[:, :, 1:] == -1).all()


@pytest.mark.parametrize(
    "change",
    [
        lambda: small(seed=6),
        lambda: small(players=("heuristic", "uniform")),
        lambda: small(ruleset=ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")),
        lambda: small(sizes=(3, 7)),
        lambda: small(jitter=5),
        lambda: small(tables=4),
        lambda: small(markers="standard"),
        lambda: small(target_score=20),
        lambda: small(forts=(1, 0)),
        lambda: small(forts=(0, 1)),
        lambda: small(forbid=("follow",)),
        lambda: small(forbid=("b:save",)),
        lambda: small(units=UNITS[:11]),
        lambda: small(units=UNITS[::-1]),
        # the same name and the same cost, but another unit
        lambda: small(units=(UNITS[0].model_copy(update=BALANCED), *UNITS[1:])),
    ],
)
def test_whatever_decides_a_battle_stands_in_the_provenance(change: Callable[[], Design]) -> None:
    assert change().provenance() != small().provenance()


def test_what_is_forbidden_stands_in_the_provenance_by_side() -> None:
    design = small(forbid=["b:save", "follow"])
    assert design.provenance()["forbid"] == [["follow"], ["follow", "save"]]
    assert design.player_names == ("heuristic without follow", "heuristic without follow, save")
    assert small(forbid=("b:follow", "b:save", "a:follow")).provenance() == design.provenance()
    assert small(forbid="follow").forbidden == (("follow",), ("follow",))
    assert "forbid" not in small().provenance()  # runs that began without knowing of it go on
    assert small().player_names == ("heuristic", "heuristic")


@pytest.mark.rule("PT-FORT-01")
def test_positions_stand_in_the_provenance_where_there_are_any() -> None:
    design = small(forts=[2, 1])
    assert design.provenance()["forts"] == [2, 1]
    assert "forts" not in small().provenance()  # runs that began without knowing of them go on
    for one in (design, small()):
        assert Design.of_provenance(one.provenance(), one.units).terms.forts == one.terms.forts
    with pytest.raises(InvalidValue, match="light and of heavy"):
        small(forts=(1, -1))
    with pytest.raises(RuleForbids, match="PT1-UNIT-01"):
        Design(ruleset=ts.RuleSet.load("paper_tigers_1"), forts=(1, 0))


@pytest.mark.rule("PT-FORT-04")
def test_random_armies_have_no_flamethrowers_and_given_ones_as_many_as_they_may() -> None:
    flames = (ts.unit("M4 Sherman"), ts.unit("M4 Sherman + flamethrower"))
    design = small(units=flames, forts=(0, 1))
    with pytest.raises(RuleForbids, match="no random army"):
        design.armies(0, 2)
    armies = np.full((2, 2, MAX_UNITS), -1)
    armies[:, 0, :2] = (0, 1)
    armies[:, 1, 0] = 0
    design.check_armies(armies)
    armies[1, 0, 0] = 1
    with pytest.raises(RuleForbids, match="2 tanks need 2 heavy positions"):
        design.check_armies(armies)


def test_numbers_that_no_unit_makes_use_of_do_not_count_in_the_fingerprint() -> None:
    stored = json.loads(Path("results/001_first_price_list/provenance.json").read_text(encoding="utf-8"))
    assert Design().provenance()["profiles"] == stored["profiles"]
    plain, burning = small(units=UNITS[:1]), small(units=(ts.unit("M4 Sherman + flamethrower"),))
    assert plain.provenance()["profiles"] != burning.provenance()["profiles"]


def test_tables_are_used_in_turn() -> None:
    assert [small().table_of(task) for task in range(5)] == [0, 1, 2, 0, 1]


def test_a_design_of_the_first_edition_has_its_units() -> None:
    design = Design(ruleset=ts.RuleSet.load("paper_tigers_1"))
    assert len(design.units) == 123
    assert set(design.costs.tolist()) == {1, 3, 5}


# --- players who change places -------------------------------------------------------------------------------------


def test_the_mirror_swaps_the_players_with_all_that_is_theirs_and_nothing_else() -> None:
    design = small(players=("planner", "uniform"), playouts=(64, 7), forbid=("a:follow", "mount"), family="river")
    mirror = design.mirror()
    assert (mirror.players, mirror.playouts) == (("uniform", "planner"), (7, 64))
    assert mirror.forbidden == (("mount",), ("follow", "mount"))
    assert mirror.mirror() == replace(design, forbid=mirror.mirror().terms.forbid)
    assert mirror.mirror().forbidden == design.forbidden
    assert (mirror.armies(5, 30) == design.armies(5, 30)).all()
    same = {"players", "playouts", "forbid"}
    one, other = ({k: v for k, v in each.provenance().items() if k not in same} for each in (design, mirror))
    assert one == other


def test_a_budget_stands_in_the_provenance_where_a_planner_plays() -> None:
    assert small(players=("planner", "heuristic"), playouts=(64, 9)).provenance()["playouts"] == [64, None]
    assert small(players=("tactician", "planner")).provenance()["playouts"] == [None, 256]
    assert "playouts" not in small(playouts=(64, 64)).provenance()


def test_new_tables_stand_in_the_provenance_and_come_back() -> None:
    anew = small(tables=None)
    about = anew.provenance()
    assert (about["tables"], about["tasks_per_table"]) == (None, 2)
    assert Design.of_provenance(about, anew.units) == anew
    # a price list says there how many tables its battles met
    assert Design.of_provenance({**about, "tables": 1000}, anew.units) == anew
    assert "tasks_per_table" not in small().provenance()
    assert [anew.table_of(task) for task in (0, 1, 2, 40_959)] == [0, 0, 1, 20_479]
    assert [anew.tables_of(tasks) for tasks in (0, 1, 2, 3)] == [0, 1, 1, 2]
    assert [small().tables_of(tasks) for tasks in (2, 3, 9)] == [2, 3, 3]
