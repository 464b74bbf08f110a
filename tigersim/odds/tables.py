"""Exact odds as arrays, for kernels that look them up: attack rolls, save rolls, moves.

The re-rolls follow ``rules.rerolls``: with one permission the engine's own choice is the exact optimum, so a table's
entry is the chance of what the engine then rolls.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tigersim.odds.dice import rolls
from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.odds.saves import SaveRoll, save_outcomes
from tigersim.rules.arithmetic import ways_kept_at_least, with_face, without_face
from tigersim.rules.fire import lethal_difficulty
from tigersim.rules.movement import move_kept_count, move_total
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, WHOLE_ROLL, ways_with_one_die

if TYPE_CHECKING:
    from numpy.typing import NDArray

PERMISSIONS = (0, 1)
MAX_DICE = 7
MAX_DIFFICULTY = 14
MAX_ARMOR_DICE, MAX_COVER_DICE = 9, 6
"""More than any unit rolls: cover dice beside the armour, or among it (AMB-47)."""
OWN_ARMOR_DICE = 4
"""Armour dice that a unit rolls beside cover dice at most; more of them are cover dice that count as armour."""
MOVE_MODES = ((0, 0), (0, 1), (1, 0), (2, 0))
"""(``move_keep``, ``move_drop``) of each mode: all dice, drop the lowest, keep the best, keep the best two."""


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
    unsaved hits.  Rolls that no unit makes, of more than ``OWN_ARMOR_DICE`` beside cover dice, are left 0.
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


def move_table(extent: int = ONE_OR_ALL) -> NDArray[np.float64]:
    """P(success) of a move roll without road die or dice on top.


    [re-roll permissions 0..1][dice 0..7][mode][difficulty 0..14]; ``MOVE_MODES`` says which dice count in each
    mode, ``extent`` is as in ``attack_table``.  Re-rolls maximise P(success).  No dice never succeed.
    """
    table = np.zeros((len(PERMISSIONS), MAX_DICE + 1, len(MOVE_MODES), MAX_DIFFICULTY + 1))
    for dice in range(1, MAX_DICE + 1):
        for mode, (keep, drop) in enumerate(MOVE_MODES):
            kept = move_kept_count(dice, keep, drop)
            if kept == 0:
                continue
            if extent == ANY_DICE:
                table[:, dice, mode] = _any_move_dice(dice, kept)
                continue
            states = _move_states(dice, kept)
            for difficulty in range(MAX_DIFFICULTY + 1):
                fresh = ways_kept_at_least(dice, kept, difficulty)
                table[0, dice, mode, difficulty] = fresh / 6**dice
                ways = 0
                for (now, base, floor), count in states.items():
                    if now >= difficulty:
                        ways += count * 6**dice
                    else:
                        if extent == WHOLE_ROLL:
                            ways += count * fresh
                            continue
                        one_die = 6 if base + floor >= difficulty else ways_with_one_die(base, difficulty)
                        ways += count * max(one_die * 6 ** (dice - 1), fresh)
                table[1, dice, mode, difficulty] = ways / 36**dice
    return table


def _any_move_dice(dice: int, kept: int) -> NDArray[np.float64]:
    """P(success), [permissions 0..1][difficulty 0..14], where one re-rolls any of the dice."""
    found = np.zeros((len(PERMISSIONS), MAX_DIFFICULTY + 1))

    @cache
    def ways(again: int, rest: int, difficulty: int) -> int:
        return ways_kept_at_least(again, kept, difficulty, rest)

    for difficulty in range(MAX_DIFFICULTY + 1):
        found[0, difficulty] = ways(dice, 0, difficulty) / 6**dice
        total = 0
        for faces, count in rolls(dice):
            if sum(faces[dice - kept :]) >= difficulty:
                total += count * 6**dice
                continue
            rest, best = 0, 0
            for place in range(dice - 1, -1, -1):  # the highest dice are kept longest
                best = max(best, ways(place + 1, rest, difficulty) * 6 ** (dice - place - 1))
                rest = with_face(rest, faces[place])
            total += count * best
        found[1, difficulty] = total / 36**dice
    return found


def _move_states(dice: int, kept: int) -> Counter[tuple[int, int, int]]:
    """How often each state of a move roll falls, as far as one re-roll can tell them apart.

    (total kept, total kept of the other dice beside a re-rolled one, what that one adds at the least).
    """
    states: Counter[tuple[int, int, int]] = Counter()
    for faces, ways in rolls(dice):
        packed = 0
        for face in faces:
            packed = with_face(packed, face)
        others = without_face(packed, faces[0])
        base = move_total(others, kept - 1)
        states[move_total(packed, kept), base, move_total(others, kept) - base] += ways
    return states
