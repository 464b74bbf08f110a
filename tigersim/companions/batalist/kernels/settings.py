"""What ``kernels.fights`` reads, as plain numbers.  Nothing here needs the compiler."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.companions.batalist.odds.duel import Duel, Fighter
from tigersim.companions.batalist.odds.strike import Strike

FIRST = {"a": 0, "b": 1, "coin": 2}


def duel_terms(duel: Duel, first: str) -> list[int]:
    """Terms of ``fights.fight``."""
    sides = [n for side in (duel.a, duel.b) for n in _side(side)]
    flanked = duel.side, int(duel.b.one.has("long-body")), int(duel.about_face)
    readings = duel.a.reading, duel.b.reading
    who_fights = [
        max(getattr(each, name) for each in readings) for name in ("front_replies", "corners", "half_fighters_up")
    ]
    blows = [duel.a.attack, duel.a.reply, duel.b.attack, duel.b.reply, duel.surprise or duel.a.attack]
    told = [term for blow in blows for term in blow.terms]
    return [*sides, duel.morale, FIRST[first], *flanked, *who_fights, *told]


def _side(side: Fighter) -> tuple[int, int, int, int, int]:
    return side.one.warriors, side.one.width, side.ranks, side.one.warriors, side.formation


def line_terms(duel: Duel, first: str, pairs: int, limited: bool, shots: Sequence[Strike]) -> list[int]:
    """Terms of ``fights.lines``: the duel of each pair, and the shots at a before it."""
    return [*duel_terms(duel, first), pairs, int(limited), len(shots), *(term for shot in shots for term in shot.terms)]
