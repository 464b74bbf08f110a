"""The best army, or the fairest, from what one has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tigersim as ts
from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import all_units, parse_army
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, TigersimError, UnknownName
from tigersim.lab.design import Design
from tigersim.pricing.estimate.army_model import ArmyModel, shapes
from tigersim.pricing.play.army_builder import IN_COMMON, Effort, Task, characters, in_common
from tigersim.pricing.play.army_judge import Judge, foremost
from tigersim.pricing.play.army_search import Bought, Breeding, allowed
from tigersim.pricing.play.blocks import PAIRS
from tigersim.pricing.play.build import seek
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.play.random_armies import random_armies

UNITS = all_units()
COSTS = np.array([ts.profile(one).cost for one in UNITS], dtype=float)
SMALL = Effort(suggestions=3, breeding=Breeding(20, 30, 6), later=Breeding(20, 30, 4), steps=3)
TINY = SMALL._replace(suggestions=2, candidates=2, looks=(1,), fresh=3)
MINE = "3 x Panzer IV (mid), Tiger I, 4 x Regulars [germany], 2 x Hetzer"


def additive(worth: np.ndarray) -> ArmyModel:
    """A model that knows sums alone."""
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes(len(UNITS)).items()}
    weights["worth"] = (0.02 * worth).astype(np.float32)
    return ArmyModel(tuple(one.key for one in UNITS), weights)


def task(fair: bool = False) -> Task:
    """Units 10 and 50 are worth thrice what they cost, the others what they cost."""
    worth = COSTS.copy()
    worth[[10, 50]] *= 3
    bought = Bought(COSTS, 27.0, allowed(ArmyRules(copies=3), UNITS))
    field = random_armies(bought, 20, np.random.default_rng(5))
    return Task(additive(worth), bought, field, fair, 0.05)


def test_the_strongest_army_has_the_bargains_and_the_fairest_is_even() -> None:
    groups = characters(task(), SMALL._replace(suggestions=1, steps=9), np.random.default_rng(1))
    assert groups[0][0][10] == groups[0][0][50] == 3
    even = task(fair=True)
    fairest = characters(even, SMALL, np.random.default_rng(1))[0][:1]
    assert even.foretold(fairest)[0] == pytest.approx(0.5, abs=0.03)


def test_characters_differ_and_are_in_order() -> None:
    one = task()
    groups = characters(one, SMALL, np.random.default_rng(2))
    assert len(groups) == 3
    firsts = [group[0] for group in groups]
    for k, army in enumerate(firsts):
        assert all(in_common(army[None], other)[0] <= IN_COMMON for other in firsts[:k])
    scores = one.foretold(np.stack(firsts))
    assert (np.diff(scores) <= 1e-9).all()


def test_units_in_common_are_counted_of_the_larger_army() -> None:
    armies = np.array([[2, 1, 0], [0, 0, 4]], dtype=np.float32)
    assert in_common(armies, np.array([1, 1, 2], dtype=np.float32)).tolist() == [0.5, 0.5]


def test_random_armies_spend_what_can_be_spent() -> None:
    own = np.zeros(len(UNITS), dtype=np.float32)
    own[[3, 5, 9]] = 2, 1, 1
    rules = allowed(ArmyRules(), UNITS)._replace(copies=own)
    whole = float(own @ COSTS)
    drawn = random_armies(Bought(COSTS, whole, rules), 8, np.random.default_rng(1))
    assert (drawn == own).all()
    with pytest.raises(InvalidValue, match=f"of {whole:g} VP at most"):
        random_armies(Bought(COSTS, 5 * whole, rules), 8, np.random.default_rng(1))
    with pytest.raises(InvalidValue, match="what the cheapest unit costs"):
        random_armies(Bought(COSTS, 0.5, rules), 8, np.random.default_rng(1))


def test_random_armies_have_as_many_units_as_the_rules_say() -> None:
    rules = allowed(ArmyRules(sizes=(5, 7)), UNITS)
    sizes = random_armies(Bought(COSTS, 30.0, rules), 40, np.random.default_rng(1)).sum(axis=1)
    assert set(sizes) <= {5, 6, 7}
    with pytest.raises(InvalidValue, match="of 7 units or fewer"):
        random_armies(Bought(COSTS, 300.0, rules), 1, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("asked", "fewest", "most", "copies"),
    [
        ({}, 8, 9, 2),
        ({"rules": ArmyRules(nations=("ussr",))}, 8, 9, 2),
        ({"copies": 4}, 8, 9, 4),
        ({"rules": ArmyRules(sizes=(3, 4))}, 3, 4, 3),
    ],
)
def test_by_a_list_its_limits_hold_unless_others_are_asked_for(
    asked: dict[str, Any], fewest: int, most: int, copies: int
) -> None:
    by = ts.PriceList("of few", {UNITS[0].key: 1}, army_rules=ArmyRules(copies=2, sizes=(8, 9)))
    found = seek(24, price_list=by, effort=SMALL, **asked).foretold()
    armies = [parse_army(text) for text in found.table["army"]]
    assert all(fewest <= len(army) <= most for army in armies)
    assert all(army.count(one) <= copies for army in armies for one in army)


def test_an_army_is_built_from_what_one_has() -> None:
    found = ts.build(25, own=MINE, quick=True, effort=SMALL)
    have = parse_army(MINE)
    for row in found.table.itertuples():
        army = parse_army(row.army)
        assert all(army.count(one) <= have.count(one) for one in army)
        assert 0.9 * 25 <= row.cost <= 25
        assert row.cost == sum(ts.profile(one).cost for one in army)
    assert not found.played
    assert "foretold" in str(found)
    assert found.to_dict()["suggestions"][0]["p_win"] is None


def test_a_budget_is_that_of_the_enemy_unless_one_is_given() -> None:
    found = ts.build(
        against="2 x Tiger I, Hetzer", quick=True, fair=True, effort=SMALL, rules=ArmyRules(nations=("usa",))
    )
    assert found.budget == 2 * 4 + ts.profile("Hetzer").cost
    assert found.against == "2 x Tiger I, Hetzer"
    assert {one.nation for text in found.table["army"] for one in parse_army(text)} == {"usa"}
    assert found.table["foretold"].iloc[0] == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"budget": 100, "own": "2 x T-34c"}, "up to 12 VP, what all units cost that are owned"),
        ({"budget": 0.5}, "what the cheapest unit costs"),
        ({"budget": 400}, "of 16 units or fewer"),
        ({"budget": -1}, "more than 0"),
        ({"rules": ArmyRules(nations=("finland",))}, "unknown nation 'finland'"),
        ({"own": Path("nowhere.csv")}, "nowhere.csv"),
        ({"against": "17 x KV-1"}, "an army of 1 to 16"),
        ({"copies": 0}, "1 to 16 of one unit"),
        ({"seed": -1}, "0 or more"),
        ({"price_list": ts.PriceList("Mine", {"KV-1 [ussr]": 9})}, "no forecast by other lists"),
        ({"players": ("heuristic", "heuristic")}, "the model knows no others"),
        ({"against": "2 x Towed gun [generic]"}, "units of the catalogue"),
        ({"armour": 3}, "unknown option of building 'armour'"),
    ],
)
def test_one_clear_line_for_what_cannot_be_built(asked: dict, words: str) -> None:
    with pytest.raises(TigersimError, match=words):
        ts.build(quick=True, **{"effort": SMALL, **asked})


def test_nations_are_those_of_the_list() -> None:
    with pytest.raises(UnknownName, match="allowed: usa"):
        ts.build(27, quick=True, rules=ArmyRules(nations=("atlantis",)))


def test_battles_correct_what_was_foretold() -> None:
    """Of four armies that are foretold alike, the one that wins its battles goes on."""
    armies = np.eye(4, len(UNITS), dtype=np.float32)

    class Played:
        def margins(self, these: np.ndarray, first: int, end: int) -> np.ndarray:
            sign = np.where(these[:, 2] > 0, 1, -1)
            return np.broadcast_to(sign[:, None, None, None], (len(these), end - first, PAIRS, 2))

    even = task()._replace(model=additive(np.zeros(len(UNITS))))
    (chosen,) = foremost(even, [armies], Effort(looks=(2, 2)), Played())  # type: ignore[arg-type]
    assert chosen.tolist() == armies[2].tolist()


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
def test_battles_judge_and_are_the_same_again() -> None:
    """Real battles, few: a mirrored army is even, and an answer follows from its seed."""
    told: list[int] = []
    how = {"players": ("heuristic", "heuristic"), "effort": TINY, "threads": 1, "own": MINE, "against": "2 x Tiger I"}
    found = ts.build(18, seed=3, progress=lambda done, total, width: told.append(done), **how)
    assert found.table.equals(ts.build(18, seed=3, **how).table)
    best = found.table.iloc[0]
    assert found.played
    assert best.battles == 2 * PAIRS * TINY.fresh
    assert best.p_low < best.p_win < best.p_high
    assert (np.diff(found.table["p_win"]) <= 0).all()
    assert told[-1] <= 2 * PAIRS * TINY.blocks
    design = Design(UNITS, seed=3, players=("heuristic", "heuristic"), tables=4)
    tiger = np.array([[float(one.name == "Tiger I") for one in UNITS]], dtype=np.float32)
    margin = Judge(design, tiger, 1, JointProgress(None)).margins(tiger, 0, 2)
    assert margin.shape == (1, 2, PAIRS, 2)
    assert (margin[..., 0] == -margin[..., 1]).all()  # the same battle from the other side


def test_units_of_ones_own_are_sought_as_those_that_are_most_like_them() -> None:
    tank = UNITS[[one.name for one in UNITS].index("T-34c")]
    mine = tank.model_copy(update={"name": "Mine", "nation": "finland", "source_name": "Mine"})
    sought = seek(12, own={mine: 3}, units=(*UNITS, mine), effort=SMALL)
    (found,) = sought.foretold().table["army"]
    assert found == "2 x Mine"
    twice = parse_army("2 x T-34c")
    as_that = sought.task.foretold(sought.asked.counts(twice)[None])[0]
    assert sought.task.foretold(sought.groups[0][:1])[0] == pytest.approx(as_that)
    with pytest.raises(InvalidValue, match="units of the catalogue"):
        ts.build(12, own={mine: 3}, units=(*UNITS, mine), quick=True, effort=SMALL)
