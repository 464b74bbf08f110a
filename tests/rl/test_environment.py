"""The PettingZoo environment: it keeps PettingZoo's own rules, and its battles are the battles of the engine."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")  # it comes with the extras rl and dev

from pettingzoo.test import api_test, seed_test

import tigersim as ts
from tests.forms import form
from tests.game.test_battle import ARMIES
from tigersim import rl
from tigersim.errors import InvalidValue, MissingExtra, UnknownName
from tigersim.lab.design import Design
from tigersim.rl.environment import AGENTS, BattleEnv
from tigersim.rl.menu import ACTIONS, FIRST_FACING

NOT_OF_AN_ARRAY = (
    "ignore:Observation is not a NumPy array:UserWarning",  # it is a dictionary that holds one, next to the mask
    "ignore:Observation space for each agent probably should be:UserWarning",
)


def a_number(seen: np.ndarray, mask: np.ndarray) -> int:
    """A policy that looks at everything and takes each of the legal numbers now and then."""
    legal = np.flatnonzero(mask)
    return int(legal[int(np.abs(seen).sum() * 7) % len(legal)])


def played(env: BattleEnv) -> dict[str, float]:
    """Play the battle in hand to its end; what each agent was paid at last."""
    paid = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        assert not cut
        paid[agent] = reward
        env.step(None if over else a_number(seen["observation"], seen["action_mask"]))
    return paid


@pytest.mark.filterwarnings(*NOT_OF_AN_ARRAY)
def test_it_passes_the_test_of_pettingzoo() -> None:
    api_test(rl.env(), num_cycles=1000)
    api_test(rl.env(armies=("M4 Sherman", "Panther G"), tables=1), num_cycles=200)


def test_it_passes_the_seed_test_of_pettingzoo() -> None:
    seed_test(rl.env, num_cycles=form(100, 500))


def test_rewards_are_the_margin_at_the_end() -> None:
    env = rl.env(armies=ARMIES, seed=4)
    margins = []
    for _ in range(form(2, 4)):
        env.reset()
        paid = []
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            paid.append((agent, reward, over))
            env.step(None if over else a_number(seen["observation"], seen["action_mask"]))
        outcome = env.battle.outcome
        assert outcome is not None
        assert all(reward == 0 for _, reward, over in paid if not over)
        assert {agent: reward for agent, reward, over in paid if over} == {
            AGENTS[0]: outcome.vp_a - outcome.vp_b,
            AGENTS[1]: outcome.vp_b - outcome.vp_a,
        }
        assert env.agents == []
        margins.append(outcome.margin)
    assert any(margins)


def test_its_battles_are_those_of_the_engine() -> None:
    """The same policy, in the environment and as a player of both sides of a battle, plays the same battle."""
    env = rl.env(seed=6, tables=3)
    policy = rl.Trained(a_number)
    design = Design(seed=6, tables=3)
    for number in range(form(2, 4)):
        env.reset()
        played(env)
        battle = ts.Battle.start(
            armies=design.mustered(number), seed=6, number=number, table=number % 3, players=(policy, policy)
        )
        assert battle.play() == env.battle.outcome


def test_only_who_is_asked_has_a_mask() -> None:
    env = rl.env(armies=ARMIES)
    env.reset(seed=3)
    two_steps = 0
    for agent in env.agent_iter():
        other = AGENTS[1 - AGENTS.index(agent)]
        seen, _, over, _, _ = env.last()
        assert seen["action_mask"].any() == (not over)
        if over:
            break
        assert not env.observe(other)["action_mask"].any()
        assert env.observation_space(other).contains(env.observe(other))
        number = a_number(seen["observation"], seen["action_mask"])
        before = env.battle.record.tobytes()
        env.step(number)
        if env.battle.record.tobytes() == before:  # a cell is chosen, its facing is not
            two_steps += 1
            assert env.agent_selection == agent
            assert not env.observe(agent)["action_mask"][:FIRST_FACING].any()
    assert two_steps > 10


def test_resets_go_from_battle_to_battle() -> None:
    env, again = rl.env(seed=9), rl.env(seed=9)
    keys = []
    for _ in range(3):
        env.reset()
        keys.append(int(env.battle.record[0].key))
    again.reset(seed=9)
    assert int(again.battle.record[0].key) == keys[0]
    again.reset()
    assert int(again.battle.record[0].key) == keys[1]
    again.reset(seed=10)
    assert len({*keys, int(again.battle.record[0].key)}) == 4
    assert len({env.design.table_of(number) for number in range(40)}) == 32


@pytest.mark.parametrize("wrong", [-1, ACTIONS, 0])
def test_a_number_that_is_not_offered_is_refused(wrong: int) -> None:
    env = rl.env(armies=ARMIES)
    env.reset(seed=1)
    before = env.battle.record.tobytes()
    with pytest.raises(InvalidValue, match=rf"action is {wrong}; .*action mask is 1"):
        env.step(wrong)
    assert env.battle.record.tobytes() == before


def test_settings_reach_the_battle() -> None:
    rules = ts.RuleSet.load("paper_tigers_2").replace(card_secrecy="look_at_hand")
    env = rl.env(
        armies=ARMIES, family="river", markers="standard", target_score=12, ruleset=rules, render_mode="ansi", tables=1
    )
    env.reset(seed=2)
    view = env.battle.view()
    assert (view.table.family, bool(view.table.markers), view.target_score, view.ruleset) == ("river", True, 12, rules)
    assert env.render() == str(env.battle)
    assert rl.env().render_mode is None
    small = rl.env(sizes=(1, 2))
    small.reset()
    assert len(small.battle.view().units) <= 4


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"render_mode": "human"}, InvalidValue, "render_mode is 'human'"),
        ({"family": "moon"}, UnknownName, "family of tables"),
        ({"seed": -1}, InvalidValue, "seed is -1"),
        ({"sizes": (0, 3)}, InvalidValue, "sizes"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rl.env(**settings)
    with pytest.raises(InvalidValue, match="seed is -1"):
        rl.env().reset(seed=-1)


def test_without_pettingzoo_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tigersim.rl.environment")
    with pytest.raises(MissingExtra, match=r"pettingzoo is not installed; .*pip install 'tigersim\[rl\]'"):
        rl.env()
