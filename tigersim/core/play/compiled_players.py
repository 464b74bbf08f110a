"""The compiled players: one entry each, from which all else that is said of them follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tigersim.version import AHEAD_VERSION, RULES_VERSION


@dataclass(frozen=True)
class CompiledPlayer:
    """A compiled player.  Its weights, if it has any, stand under its name in ``core.weights``."""

    name: str
    about: str
    """One line for people."""
    decide: Callable[[], Any]
    """Loads the function that decides: (b, t, w) -> action; with a battle to look ahead in, (b, t, w, spare)."""
    by_the_book: bool = True
    """Whether its re-rolls follow rules.rerolls, so that the exact hazard of a roll is known beforehand."""
    explains: bool = False
    """Whether it hands what it weighs, in VP, to ``core.players.weighing.weigh``."""
    looks_ahead: bool = False
    """Whether it plays on in a copy of the battle before it decides, which takes long."""


def _uniform() -> Any:
    from tigersim.core.players.uniform import decide

    return decide


def _heuristic() -> Any:
    from tigersim.core.players.heuristic import decide

    return decide


def _tactician() -> Any:
    from tigersim.core.players.tactician.decide import decide

    return decide


def _planner() -> Any:
    from tigersim.core.play.planner import decide

    return decide


def _strategist() -> Any:
    from tigersim.core.play.strategist import decide

    return decide


PLAYERS = (
    CompiledPlayer("uniform", "any legal action, all alike", _uniform, by_the_book=False),
    CompiledPlayer("heuristic", "rules of thumb", _heuristic),
    CompiledPlayer("tactician", "weighs every option in victory points", _tactician, explains=True),
    CompiledPlayer("planner", "plays its options on before it decides", _planner, explains=True, looks_ahead=True),
    CompiledPlayer("strategist", "picks by a learned evaluation", _strategist, explains=True, looks_ahead=True),
)
"""All of them; the place is the ``policy`` in a player's record.

The functions are loaded where they are needed, so that names are known without waiting for a compiler.
"""
POLICIES = tuple(player.name for player in PLAYERS)
"""Names of the compiled players."""
QUICK = tuple(player.name for player in PLAYERS if not player.looks_ahead)
"""Those that decide by looking at the battle alone."""
EXPLAINERS = tuple(player.name for player in PLAYERS if player.explains)
"""Those that weigh their options in VP; the first speaks for those that do not."""
DEFAULT_PLAYER = "tactician"
"""Who plays unless it is said: the strongest that plays thousands of battles while people wait."""
DEFAULT_PLAYERS = (DEFAULT_PLAYER, DEFAULT_PLAYER)


def versions_of(players: Iterable[str]) -> dict[str, int]:
    """What a provenance says of the game and of players that look ahead, where there are any."""
    named = set(players)
    ahead = any(player.looks_ahead for player in PLAYERS if player.name in named)
    return {"rules_version": RULES_VERSION, **({"ahead_version": AHEAD_VERSION} if ahead else {})}
