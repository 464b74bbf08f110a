"""Who was lucky: the sums of one battle against its log, and against the same battle played in a batch."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.catalogue.units import parse_army
from tigersim.core.enums import LUCK_NAMES
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.lab import Design
from tigersim.lab.battle_luck import MEANING, luck_by_kind, luck_by_unit
from tigersim.lab.given_armies import Given, kill_luck, slots_of

ARMIES = ("2 x T-34c, KV-1", "2 x Panzer IV (mid), Hetzer")


def played(seed: int = 2) -> Battle:
    battle = Battle.start(armies=ARMIES, seed=seed)
    battle.play()
    return battle


def test_the_dead_are_those_of_the_log_and_their_cost_is_the_score() -> None:
    battle = played()
    found = luck_by_unit(battle)
    fallen = [line.strip().split(" is destroyed: ") for line in battle.log() if " is destroyed: " in line]
    assert sorted(found[found["dead"]]["unit"]) == sorted(name for name, _ in fallen)
    assert {name: f"{cost} VP" for name, cost in found[found["dead"]][["unit", "cost"]].to_numpy()} == dict(fallen)
    outcome = battle.outcome
    assert outcome is not None
    lost = found[found["dead"]].groupby("side")["cost"].sum()
    assert (lost.get("b", 0), lost.get("a", 0)) == (outcome.vp_a, outcome.vp_b)
    assert np.allclose(found["luck"], found["cost"] * (found["chance"] - found["dead"]))


def test_it_is_the_luck_that_prices_are_read_without() -> None:
    one, other = (parse_army(army) for army in ARMIES)
    kinds = tuple(dict.fromkeys([*one, *other]))
    design = Design(units=kinds, seed=2)
    slots = slots_of([[kinds.index(unit) for unit in army] for army in (one, other)])
    results = Given(design, threads=1).play(slots[None])
    found = luck_by_kind(played()).set_index("kind")["side_a"]
    assert found["kills"] == pytest.approx(kill_luck(results, design.costs.astype(float))[0])
    assert list(found[list(LUCK_NAMES)]) == pytest.approx(results["luck"][0].sum(axis=1).tolist())
    assert set(found.index) == set(MEANING)


def test_a_battle_that_goes_on_has_no_fortune_yet() -> None:
    with pytest.raises(InvalidValue, match="not over"):
        luck_by_kind(Battle.start(armies=ARMIES))
