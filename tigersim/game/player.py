"""Players written in Python: what they have to be able to do, and asking them.

A player is any object with ``choose(view, legal_actions)``, which returns one of the legal actions.  If it also has
``begin(seed)``, this is called before the first decision of every battle with a number that follows from the battle
and the side alone: a player that draws its chance from there plays the same battle the same way again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Protocol, TypeGuard, cast

from tigersim.core.enums import SIDES
from tigersim.core.play import kernels
from tigersim.errors import InvalidValue, PlayerError
from tigersim.game.action import Action
from tigersim.game.records import check_players, policy_number
from tigersim.game.seats import MOST_COMMANDERS
from tigersim.game.view import View


class Player(Protocol):
    """A player of one's own; no need to inherit from it."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """One of the legal actions; ``view`` holds all that a player may see."""


Chooser = Callable[[Any, Sequence[Action]], Action]
"""A function of (battle, legal actions) in place of a player: it sees the hidden cards too."""
AnyPlayer = str | Player | Chooser
Side = AnyPlayer | Sequence[AnyPlayer]
"""Who plays a side: one, or where it has two players a pair of them (one alone then plays for both)."""
Seated = tuple[AnyPlayer | None, ...]
"""Who sits at each of the four seats (``core.commanders``), None = empty."""


def is_player(candidate: object) -> TypeGuard[Player]:
    """Whether an object can be asked to choose; a class cannot, an instance of it can."""
    return not isinstance(candidate, type) and callable(getattr(candidate, "choose", None))


def player_name(player: object) -> str:
    """The name of a compiled player, of a player's class, or of a function."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def begin(player: Player, key: int, side: int) -> None:
    """Tell a player that a battle begins, if it wants to know.

    ``key``: of the battle, see ``core.chance``.
    The number handed over does not lead back to the key, which all dice follow from.  Raises ``PlayerError``.
    """
    starts = getattr(player, "begin", None)
    if not callable(starts):
        return
    digest = sha256(f"{key} {side}".encode()).digest()
    try:
        starts(int.from_bytes(digest[:8], "big"))
    except Exception as error:
        raise _failed(player, "ab"[side], "at the beginning of a battle", error) from error


def answer(player: Player, view: View, legal: tuple[Action, ...]) -> Action:
    """What a player chooses.  Raises ``PlayerError`` if it fails or chooses what is not legal."""
    moment = f"at the decision '{view.decision}' of turn {view.turn}"
    try:
        chosen: Any = player.choose(view, legal)
    except Exception as error:
        raise _failed(player, view.side, moment, error) from error
    if not isinstance(chosen, Action) or chosen not in legal:
        allowed = f"one of the {len(legal)} legal actions that choose() was given"
        raise PlayerError(player_name(player), view.side, f"chose {chosen!r} {moment}; allowed: {allowed}")
    return chosen


def _failed(player: Player, side: str, moment: str, error: Exception) -> PlayerError:
    return PlayerError(player_name(player), side, f"failed {moment}: {type(error).__name__}: {error}")


# --- who sits where ---


def kind_of(players: Sequence[AnyPlayer | None]) -> str:
    """The kernel for the compiled ones among the players; the smallest where there are none."""
    named = [player for player in players if isinstance(player, str)]
    return kernels.kind_of(named or ["heuristic"])


def seated(players: tuple[Side, Side], commanders: Sequence[int]) -> Seated:
    """Who sits where.  Raises ``InvalidValue`` for missing players, and ``PlayerNotFound``."""
    check_players(players)
    seats: list[AnyPlayer | None] = [None] * (MOST_COMMANDERS * len(SIDES))
    for side, (who, wanted) in enumerate(zip(players, commanders, strict=True)):
        pair = list(who) if isinstance(who, (tuple, list)) else [cast(AnyPlayer, who)] * wanted
        if len(pair) != wanted:
            raise InvalidValue("players", len(pair), f"{wanted} for side {SIDES[side]}, or one for all of it")
        for k, player in enumerate(pair):
            check_player(player)
            seats[side + len(SIDES) * k] = player
    return tuple(seats)


def check_player(player: object) -> None:
    """Raises ``PlayerNotFound``, and ``InvalidValue`` for what cannot choose."""
    if isinstance(player, str):
        policy_number(player)
    elif isinstance(player, type) or not (is_player(player) or callable(player)):
        allowed = "the name of a compiled player, an object with choose(view, legal_actions), or a function"
        raise InvalidValue("player", player, allowed)
