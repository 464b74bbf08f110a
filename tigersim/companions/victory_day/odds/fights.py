"""Combat against a field of stat lines, and pairings of attackers and blockers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from tigersim.companions.victory_day.forces.cards import Unit
from tigersim.companions.victory_day.rules.combat import BOTH, LOSS, NEITHER, WIN, outcome

Shares = dict[int, Fraction]
"""Outcome, as the attacker sees it -> its share."""
SCORE = {NEITHER: 0, WIN: 1, LOSS: -1, BOTH: 0}
"""Enemy losses less own losses."""


def fight(attacker: Unit, defender: Unit) -> int:
    """The outcome of a combat of these two alone, with their modifiers."""
    one, other = attacker.against_all([defender]), defender.against_all([attacker])
    return outcome(one.attack, one.defence, other.attack, other.defence)


def against_field(lines: Sequence[tuple[int, int]], field: Sequence[int]) -> Shares:
    """Shares of outcomes of stat lines against enemies with any numbers of ``field``."""
    counts = dict.fromkeys((NEITHER, WIN, LOSS, BOTH), 0)
    for attack, defence in lines:
        for other_attack in field:
            for other_defence in field:
                counts[outcome(attack, defence, other_attack, other_defence)] += 1
    return {code: Fraction(count, len(lines) * len(field) ** 2) for code, count in counts.items()}


def dominates(one: Unit, other: Unit) -> bool:
    """Whether a line is nowhere worse than another at no higher cost, and somewhere better.

    Modifiers are left out; where a cost is not told only the lines count.
    """
    better = [one.attack - other.attack, one.defence - other.defence]
    if one.cost is not None and other.cost is not None:
        better.append(sum(other.cost) - sum(one.cost))
    return min(better) >= 0 and max(better) > 0


def pairings(attackers: Sequence[Unit], blockers: Sequence[Unit]) -> list[tuple[tuple[int, ...], int, int]]:
    """Every one-to-one pairing: the blocker of each attacker, enemy losses, own losses."""
    told = [[fight(attacker, blocker) for blocker in blockers] for attacker in attackers]
    found = []
    for places in permutations(range(len(blockers))):
        codes = [row[place] for row, place in zip(told, places, strict=True)]
        found.append((places, sum(c in (WIN, BOTH) for c in codes), sum(c in (LOSS, BOTH) for c in codes)))
    return found
