"""A learned policy as a player like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.game.action import Action
from tigersim.game.view import View
from tigersim.rl.menu import Menu
from tigersim.rl.sight import observation

Policy = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], Any]
"""A function of (observation, action mask) that returns a number where the mask is 1."""


class Trained:
    """A player that does what a policy says: ``ts.match(rl.Trained(policy), "heuristic")``."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Raises ``InvalidValue`` for a number that the mask does not offer."""
        menu = Menu(legal_actions, view.side)
        while True:
            found = menu.pick(int(self.policy(observation(view, menu.cell), menu.mask())))
            if isinstance(found, Action):
                return found
            menu = found
