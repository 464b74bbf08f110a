"""What the engine knows of a roll, and other futures of a battle, opened for Python."""

from __future__ import annotations

from typing import Any

from tigersim.core import aim, secrets
from tigersim.core.compile.jit import jit
from tigersim.core.off_table import chances


@jit
def shot_chances(b: Any, t: Any, w: Any, unit: int, target: int, weapon: int, card: int) -> Any:
    """(1.0 if they are known beforehand else 0.0, P(destroyed), P(left shocked)) of the shot whose dice are thrown."""
    if b[0].shot.splitting != 0 or not aim.attack_is_exact(b, unit, target) or not aim.saves_are_exact(b, target):
        return 0.0, 0.0, 0.0
    destroys, shocks = aim.chance_to_destroy(b, t, w, unit, target, weapon, card)
    return 1.0, destroys, shocks


@jit
def support_chances(b: Any, t: Any, w: Any) -> Any:
    """The same of the attack of a barrage or an air strike whose dice are thrown."""
    shot, support = b[0].shot, b[0].support
    if not aim.saves_are_exact(b, shot.target):
        return 0.0, 0.0, 0.0
    hits = b[0].unit[shot.target].hits
    found = chances.support_chances(b, t, w, shot.target, support.kind, support.attacks - 1, hits)
    return 1.0, found[1], found[2]


@jit
def save_chances(b: Any, t: Any, w: Any, unit: int, target: int, scored: int, high: int) -> Any:
    """The same of a save roll against a shot that scored so much."""
    if not aim.saves_are_exact(b, target):
        return 0.0, 0.0, 0.0
    destroys, shocks = aim.chance_after_roll(b, t, w, unit, target, b[0].shot.weapon, scored, high != 0)
    return 1.0, destroys, shocks


@jit
def tables_know(b: Any, unit: int, permissions: int) -> Any:
    """``aim.tables_know`` of a roll that has no permissions for the whole roll."""
    return aim.tables_know(b, unit, permissions, 0)


@jit
def another_future(b: Any, number: int) -> Any:
    """``secrets.another_future``."""
    secrets.another_future(b, number)
