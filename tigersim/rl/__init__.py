"""For programs that learn: an environment of battles, and what is learned as a player.

``env()`` is the environment (it needs the extra ``tigersim[rl]``), ``Trained`` makes a player of a learned policy;
``observation`` and ``Menu`` are the numbers that both speak in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tigersim.errors import MissingExtra
from tigersim.rl.menu import ACTIONS, Menu
from tigersim.rl.sight import HIGH, LOW, PARTS, SIZE, observation
from tigersim.rl.trained import Trained

if TYPE_CHECKING:
    from tigersim.rl.environment import BattleEnv

__all__ = ["ACTIONS", "HIGH", "LOW", "PARTS", "SIZE", "Menu", "Trained", "env", "observation"]


def env(**settings: Any) -> BattleEnv:
    """A new environment; settings as of ``tigersim.rl.environment.BattleEnv``.

    Raises ``MissingExtra`` if PettingZoo is not installed, and what ``BattleEnv`` raises.
    """
    try:
        from tigersim.rl.environment import BattleEnv
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "pettingzoo", "rl") from error
    return BattleEnv(**settings)
