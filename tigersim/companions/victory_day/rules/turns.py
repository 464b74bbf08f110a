"""Turns: who begins, who is next, and the phases."""

from __future__ import annotations

from tigersim.registry import rule

DRAW, LAY, BUILD, ATTACK = range(4)
"""Phases in which something is done."""


@rule("VD-SET-01", "VD-TRN-03")
def other_player(player: int) -> int:
    """The other of the two, whose turn comes next."""
    return 1 - player


@rule("VD-TRN-04", "VD-TRN-05")
def first_player(game: int, lot: int) -> int:
    """Who begins game 0, 1, ... of a series: the lot decides the first, then each in turn."""
    return lot if game % 2 == 0 else 1 - lot


@rule("VD-TRN-01")
def player_of(turn: int, first: int) -> int:
    """Whose turn it is in turn 1, 2, ... of a game, counting the turns of both players."""
    return first if turn % 2 == 1 else 1 - first


@rule("VD-GAP-01")
def phase(number: int, order: int) -> int:
    """The phase that comes as ``number`` 0 to 3; ``order``: 0 builds first, 1 attacks first."""
    if number < BUILD or order == 0:
        return number
    return BUILD + ATTACK - number
