"""Random stat lines, pools and pairings: samples of what the exact odds count."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.companions.tallies import add
from tigersim.companions.victory_day.rules.combat import destroyed, outcome
from tigersim.companions.victory_day.rules.resources import KINDS, lacking, pays
from tigersim.core.chance import battle_key, below, stream
from tigersim.core.compile.jit import for_kernels, jit, jit_allocating

for_kernels(destroyed, lacking, outcome, pays)


@jit
def random_lines(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Fights of random lines: setting (lowest, highest, own attack, own defence; 0 = random).

    Results: the four outcomes.
    """
    low, size = s[0], s[1] - s[0] + 1
    for trial in range(first, first + n):
        chance = stream(battle_key(seed, trial), 0, 0, 0)
        attack, defence = low + below(chance, 0, size), low + below(chance, 1, size)
        if s[3] > 0:
            attack, defence = s[2], s[3]
        code = outcome(attack, defence, low + below(chance, 2, size), low + below(chance, 3, size))
        add(sums, code, 1.0)


@jit
def pools(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Random pools: setting (cost, resources, 1 = all pools alike, 0 = cards).  Result: pays."""
    for trial in range(first, first + n):
        chance = stream(battle_key(seed, trial), 0, 0, 0)
        p0 = p1 = 0
        if s[4] == 1:
            # two bars among resources and bars part the kinds
            one, other = below(chance, 0, s[3] + 2), below(chance, 1, s[3] + 1)
            if other >= one:
                other += 1
            p0 = min(one, other)
            p1 = max(one, other) - p0 - 1
        else:
            for k in range(s[3]):
                kind = below(chance, k, KINDS)
                p0 += kind == 0
                p1 += kind == 1
        if pays(p0, p1, s[3] - p0 - p1, s[0], s[1], s[2]):
            add(sums, 0, 1.0)


@jit_allocating
def pairings(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Random pairings: setting (scores of attacker against blocker).  Result: their sum."""
    units = len(s)
    order = np.zeros(units, np.int64)
    for trial in range(first, first + n):
        chance = stream(battle_key(seed, trial), 0, 0, 0)
        for k in range(units):
            order[k] = k
        score = 0.0
        for k in range(units - 1, -1, -1):
            at = below(chance, k, k + 1)
            order[k], order[at] = order[at], order[k]
            score += s[k, order[k]]
        add(sums, 0, score)
