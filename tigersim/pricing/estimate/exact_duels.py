"""Which unit destroys the other in an exact duel, each with the weapon that serves it best.

A duel is that of ``odds.duel``: two units in the open, face to face at a distance, one card each a turn.  Nobody moves,
assaults, finds cover or is helped, so what lives by its speed, by close combat or by what it carries shows none of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tigersim.catalogue.profile import SLOTS, profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.duel import HOLDS_FIRE, duel
from tigersim.odds.shot import shot

WEAPONS = ("main", "hull", "mg", "mortar")
"""Names of the weapon slots, in their order."""
TURNS = 6
"""Turns within which one has to be destroyed to count: those of ``tigersim duel``."""


class ExactDuel(NamedTuple):
    """P(destroyed) of both within the turns, and what each fired."""

    p_a_destroyed: float
    p_b_destroyed: float
    weapon_a: str
    weapon_b: str


def exact_duel(a: Unit, b: Unit, distance: float, ruleset: RuleSet, turns: int = TURNS) -> ExactDuel:
    """The chances of both to be destroyed within so many turns; 0 for both where neither can harm the other."""
    weapons = best_weapon(a, b, distance, ruleset), best_weapon(b, a, distance, ruleset)
    if not (harms(a, b, distance, ruleset) or harms(b, a, distance, ruleset)):
        return ExactDuel(0.0, 0.0, *weapons)
    found = duel(a, b, distance, turns, ruleset, weapons=weapons)
    return ExactDuel(found.p_a_within, found.p_b_within, *weapons)


def harms(a: Unit, b: Unit, distance: float, ruleset: RuleSet) -> bool:
    """Whether any shot of ``a`` may leave a hit on ``b``."""
    ranked = _shots(a, b, distance, ruleset)
    return bool(ranked) and ranked[0][0][0] > 0


def best_weapon(a: Unit, b: Unit, distance: float, ruleset: RuleSet) -> str:
    """The weapon whose Fire action leaves ``a``'s target most often hit, over the whole deck; "none" without one.

    Of two that hit as often the one that destroys more often, then the one that suppresses more often.
    """
    ranked = _shots(a, b, distance, ruleset)
    return ranked[0][1] if ranked else HOLDS_FIRE


@lru_cache(maxsize=1024)
def _shots(a: Unit, b: Unit, distance: float, ruleset: RuleSet) -> list[tuple[tuple[float, float, float], str]]:
    """The weapons that may fire, the best first, each with P(hit left), P(destroyed), P(suppressed)."""
    armed = profile(a, ruleset).armed
    found = []
    for slot in range(SLOTS):
        if not armed[slot]:
            continue
        try:
            one = shot(a, b, None, distance, ruleset=ruleset, weapon=WEAPONS[slot])
        except RuleForbids:
            continue  # out of its range
        found.append(((one.p_one_hit + one.p_destroyed, one.p_destroyed, one.p_suppressed), WEAPONS[slot]))
    return sorted(found, key=lambda each: each[0], reverse=True)
