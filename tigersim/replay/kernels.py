"""Chances of a roll and other futures of a battle, as kernels that Python can call."""

from __future__ import annotations

from typing import Any

from tigersim.core import aim, hidden_cards
from tigersim.core.compile.jit import jit
from tigersim.core.off_table import chances


@jit
def shot_chances(b: Any, t: Any, w: Any, unit: int, target: int, weapon: int, card: int) -> Any:
    """(1.0 if known beforehand, P(destroyed), P(left shocked)) of the shot thrown."""
    if b[0].shot.splitting != 0 or not aim.attack_is_exact(b, unit, target) or not aim.saves_are_exact(b, target):
        return 0.0, 0.0, 0.0
    destroys, shocks = aim.chance_to_destroy(b, t, w, unit, target, weapon, card)
    return 1.0, destroys, shocks


@jit
def support_chances(b: Any, t: Any, w: Any) -> Any:
    """Chances of the support attack thrown, as ``shot_chances``."""
    shot, support = b[0].shot, b[0].support
    if not aim.saves_are_exact(b, shot.target):
        return 0.0, 0.0, 0.0
    hits = b[0].unit[shot.target].hits
    found = chances.support_chances(b, t, w, shot.target, support.kind, support.attacks - 1, hits)
    return 1.0, found[1], found[2]


@jit
def save_chances(b: Any, t: Any, w: Any, unit: int, target: int, scored: int, high: int) -> Any:
    """Chances of a save against a shot that has ``scored`` so many hits, as ``shot_chances``."""
    if not aim.saves_are_exact(b, target):
        return 0.0, 0.0, 0.0
    destroys, shocks = aim.chance_after_roll(b, t, w, unit, target, b[0].shot.weapon, scored, high != 0)
    return 1.0, destroys, shocks


@jit
def tables_know(b: Any, unit: int, permissions: int) -> Any:
    """Whether the tables know how a roll is rolled again, without a permission for all of it."""
    return aim.tables_know(b, unit, permissions, 0)


@jit
def another_future(b: Any, number: int) -> Any:
    """Deal hidden cards anew and throw other dice: future ``number`` of a battle."""
    hidden_cards.another_future(b, number)
