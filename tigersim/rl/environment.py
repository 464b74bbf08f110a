"""Battles as a PettingZoo environment (AEC): two agents, with masks of what is legal.

Agents: ``side_0`` is side a, ``side_1`` side b.  An observation is ``{"observation": all that the agent's view shows,
"action_mask": 1 at what it may pick}`` (``tigersim.rl.sight``, ``tigersim.rl.menu``); the mask of an agent that is not
asked is zero everywhere.  A place with a facing takes two steps.  Reward: zero until the battle is over, then the
margin in VP, own minus the other's, so the two rewards add up to zero.  Battles always end; nothing is truncated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from tigersim.catalogue.units import Unit
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.game.records import check_seed
from tigersim.game.terms import TermOptions, Terms
from tigersim.lab.design import Design
from tigersim.rl.menu import ACTIONS, Menu
from tigersim.rl.sight import HIGH, LOW, SIZE, check_board, observation

AGENTS = ("side_0", "side_1")


class BattleEnv(AECEnv[str, Any, Any]):
    """Battle after battle of one experiment.

    ``reset(seed)`` begins an experiment anew, ``reset()`` the next battle.

    armies: those of side a and side b, one battlegroup each; None = random ones for every battle.
    terms: what is played by, ``Terms``; its options may be given by name.  Each side has one agent: no ``commanders``.
    seed: of the first experiment, from which all chance follows.
    sizes: fewest and most units a side of random armies.
    tables: how many tables are used in turn.
    render_mode: "ansi" for a map as text, or None.
    Raises ``InvalidValue``, ``UnknownName`` and ``RuleForbids`` for settings out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "tigersim_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    battle: Battle
    menu: Menu
    """What the agent that is asked may pick."""

    def __init__(
        self,
        armies: tuple[str, str] | tuple[Sequence[Unit], Sequence[Unit]] | None = None,
        terms: Terms | None = None,
        *,
        seed: int = 1,
        sizes: tuple[int, int] = (6, 10),
        tables: int = 32,
        render_mode: str | None = None,
        **options: Unpack[TermOptions],
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InvalidValue("render_mode", render_mode, '"ansi" or None')
        self.terms = Terms.of(terms, **options)
        check_board(*self.terms.size)
        if self.terms.commanders not in (None, (1, 1)):
            raise InvalidValue("commanders", self.terms.commanders, "one a side, for each has one agent")
        self.render_mode = render_mode
        self.armies = armies
        self.design = Design(terms=self.terms, seed=seed, sizes=sizes, tables=tables)
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
            self.design.mustered(self.number) if self.armies is None else self.armies,
            self.terms if self.armies is not None else self.terms.without_cards(),
            seed=self.design.seed,
            number=self.number,
            table=self.design.table_of(self.number),
            logged=False,
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
        """The agent that is asked picks a number.  Raises ``InvalidValue`` for one not in its mask."""
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
        """Set the agent that is asked and its menu; or the end."""
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
