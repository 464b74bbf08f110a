"""Battles as a PettingZoo environment: two agents, one at a time, with masks of what is legal (AEC).

Agents: ``side_0`` is side a, ``side_1`` side b.  An observation is ``{"observation": all that the agent's view shows,
"action_mask": 1 at what it may pick}`` (``tigersim.rl.sight``, ``tigersim.rl.menu``); the mask of an agent that is not
asked is nought everywhere.  A place with a facing takes two steps.  Reward: nought until the battle is over, then the
margin in VP, own minus the other's, so the two rewards add up to nought.  Battles always end; nothing is truncated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.game.records import FAMILY, MARKERS, NO_FORTS, SUPPORT, check_seed, table_inches
from tigersim.lab.design import Design
from tigersim.rl.menu import ACTIONS, Menu
from tigersim.rl.sight import HIGH, LOW, SIZE, check_board, observation

AGENTS = ("side_0", "side_1")


class BattleEnv(AECEnv[str, Any, Any]):
    """Battle after battle of one experiment; ``reset(seed)`` begins an experiment anew, ``reset()`` the next battle.

    armies: those of side a and side b (default: random ones for every battle, as ``tigersim prices`` draws them).
    sizes: fewest and most units a side of random armies.  tables: how many tables are used in turn.  family, markers,
    target_score, support, forts, ruleset: as of ``Battle.start``.  render_mode: "ansi" for a map as text, or None.
    Raises ``InvalidValue``, ``UnknownName`` and ``RuleForbids`` for settings out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tigersim_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }
    battle: Battle
    menu: Menu
    """What the agent that is asked may pick."""

    def __init__(
        self,
        armies: tuple[str, str] | tuple[Sequence[Unit], Sequence[Unit]] | None = None,
        *,
        seed: int = 1,
        sizes: tuple[int, int] = (6, 10),
        tables: int = 32,
        family: str = FAMILY,
        markers: str = MARKERS[0],
        target_score: int = 0,
        support: str = SUPPORT[0],
        forts: tuple[int, int] = NO_FORTS,
        ruleset: RuleSet | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InvalidValue("render_mode", render_mode, '"ansi" or None')
        check_board(table_inches(ruleset), table_inches(ruleset))
        self.render_mode = render_mode
        self.armies = armies
        self.settings: dict[str, Any] = {
            "family": family,
            "markers": markers,
            "target_score": target_score,
            "support": support,
            "forts": forts,
            "ruleset": ruleset or DEFAULT,
        }
        self.design = Design(seed=seed, sizes=sizes, tables=tables, **self.settings)
        self.number = -1
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in AGENTS}
        seen: dict[str, Space[Any]] = {
            "observation": Box(LOW, HIGH, (SIZE,), np.float32),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: Dict(seen) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle: the first of the experiment ``seed``, or the next of the one in hand."""
        if seed is not None:
            check_seed(seed)
            self.design = replace(self.design, seed=seed)
            self.number = -1
        self.number += 1
        self.battle = Battle.start(
            armies=self.design.mustered(self.number) if self.armies is None else self.armies,
            seed=self.design.seed,
            number=self.number,
            table=self.design.table_of(self.number),
            logged=False,
            **self.settings,
        )
        if max(self.battle.commanders) > 1:
            raise InvalidValue("armies", "two battlegroups a side", "one battlegroup a side, for each has one agent")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may pick."""
        asked = agent == self.agent_selection and not self.battle.is_over
        return {
            "observation": observation(self.battle.view(SIDES[AGENTS.index(agent)]), self.menu.cell if asked else None),
            "action_mask": self.menu.mask() if asked else np.zeros(ACTIONS, dtype=np.int8),
        }

    def step(self, action: Any) -> None:
        """The agent that is asked picks a number.  Raises ``InvalidValue`` for one that its mask does not offer."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        found = self.menu.pick(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if isinstance(found, Action):
            self.battle.push(found)
            self._ask()
        else:
            self.menu = found
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Whose turn it is, and what he may do; or the end."""
        self.agent_selection = AGENTS[SIDES.index(self.battle.to_decide)]
        self.menu = Menu(self.battle.legal_codes(), self.battle.to_decide)
        outcome = self.battle.outcome
        if outcome is not None:
            self.rewards = dict(zip(AGENTS, (float(outcome.margin), float(-outcome.margin)), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """A map of the battle, if it was asked for."""
        return str(self.battle) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
