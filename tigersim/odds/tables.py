"""Exact odds as arrays, for kernels that look them up: attack rolls and save rolls.

The re-rolls follow ``rules.rerolls``: with one permission the engine's own choice is the exact optimum, so a table's
entry is the chance of what the engine then rolls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.odds.saves import SaveRoll, save_outcomes
from tigersim.rules.fire import lethal_difficulty
from tigersim.rules.rerolls import ONE_OR_ALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

PERMISSIONS = (0, 1)
MAX_DICE = 7
MAX_DIFFICULTY = 14
MAX_ARMOR_DICE, MAX_COVER_DICE = 9, 6
"""More than any unit rolls: cover dice besides the armour, or among it (AMB-47)."""
OWN_ARMOR_DICE = 4
"""Armour dice that a unit rolls besides cover dice at most; more of them are cover dice that count as armour."""


def attack_table(death_trap_rule: int = 0, edition: int = 0, extent: int = ONE_OR_ALL) -> NDArray[np.float64]:
    """P of an attack roll, [re-roll permissions 0..1][dice 0..7][difficulty 0..14][outcome].

    Outcomes: 0 a hit whose dice would not set off a death trap, 1 a hit whose dice would, 2 and 3 lethal hits likewise;
    ``death_trap_rule`` is the option of AMB-104 (by default a natural 5 or 6 does), ``extent`` what a permission is for
    (``rules.rerolls``: one die or all, any dice by AMB-99, the whole roll by AMB-101).
    Re-rolls maximise P(hit), then P(lethal hit).  No dice score nothing, and in the first ``edition`` (1) no hit is
    lethal (PT1-FIRE-04).
    """
    table = np.zeros((len(PERMISSIONS), MAX_DICE + 1, MAX_DIFFICULTY + 1, 4))
    for permissions in PERMISSIONS:
        for dice in range(1, MAX_DICE + 1):
            for difficulty in range(MAX_DIFFICULTY + 1):
                lethal = lethal_difficulty(difficulty, 0, edition=edition)
                test = AttackTest(dice, difficulty, lethal, 0, death_trap_rule)
                found = attack_outcomes(test, permissions, (), extent)
                table[permissions, dice, difficulty] = [count / sum(found) for count in found[HIT:]]
    return table


def save_table(save_success_rule: int = 0, extent: int = ONE_OR_ALL) -> NDArray[np.float64]:
    """P of what a save roll leaves.

    [re-roll permissions 0..1][hits - 1][armour dice 0..9][face 5, 6][keep best 0..1][cover dice 0..6][unsaved 0..2].
    ``save_success_rule`` is the option of AMB-43, ``extent`` as in ``attack_table``.  Re-rolls minimise the expected
    unsaved hits.  Rolls that no unit makes, of more than ``OWN_ARMOR_DICE`` besides cover dice, are left 0.
    """
    sizes = (len(PERMISSIONS), 2, MAX_ARMOR_DICE + 1, 2, 2, MAX_COVER_DICE + 1)
    table = np.zeros((*sizes, 3))
    for place in np.ndindex(sizes):
        permissions, hits, armor, face, keep_best, cover = place
        if armor > OWN_ARMOR_DICE and cover > 0:
            continue
        roll = SaveRoll(hits + 1, armor, face + 5, keep_best, cover, save_success_rule)
        found = save_outcomes(roll, permissions, extent)
        whole = sum(found)
        table[place] = [(found[2 * unsaved] + found[2 * unsaved + 1]) / whole for unsaved in range(3)]
    return table
