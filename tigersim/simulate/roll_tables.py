"""All rolls of the dice as tables, and the choices of re-rolls, one entry for every roll.

One permission is asked of the rule functions that the engine asks too; two permissions on one roll, and the objective
"destroy", of the exact solution in ``tigersim.odds``.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from tigersim.core.fire_sampler import DIFFICULTY_PLACES, HIGH, HIT_PLACES, RollTables
from tigersim.core.resolution import (
    AGAINST_HIT,
    AGAINST_LETHAL,
    AGAINST_SUPPRESSION,
    armor_dice_against,
    cover_dice_against,
)
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.rerolls import AttackChoices, AttackTest
from tigersim.odds.saves import SaveChoices, SaveRoll, SaveState, save_roll
from tigersim.odds.volley import attack_test
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.fire import OUT_OF_REACH
from tigersim.rules.rerolls import WHOLE_ROLL, SaveDice, best_attack_reroll, best_save_reroll
from tigersim.rules.shot import Shot
from tigersim.simulate.outcomes import attack_values

Choices = NDArray[np.int8]

KINDS = (AGAINST_HIT, AGAINST_LETHAL, AGAINST_SUPPRESSION)
"""What a save roll can be made against."""


def roll_tables(shot: Shot) -> RollTables:
    """All rolls and choices for a shot."""
    sums, rests = _rolls(max(shot.attack.red_dice, shot.attack.black_dice))
    choices = _attack(shot)
    save, save_again = _saves(shot)
    return RollTables(sums, rests, _saved(shot), choices.reshape(-1), choices.shape[-1], save, save_again)


def _faces(dice: int) -> NDArray[np.int64]:
    """The dice of every roll in the order of its number: shape (dice, 6^dice)."""
    return np.indices((6,) * dice).reshape(dice, 6**dice) + 1


def _numbers(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each roll."""
    numbers = np.zeros(faces.shape[1], np.int64)
    for face in faces:
        numbers = 6 * numbers + face - 1
    return numbers


def _rolls(most: int) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
    """``RollTables.sums`` and ``RollTables.rests``: [dice, number of the roll]."""
    sums, rests = np.zeros((most + 1, 6**most), np.int16), np.zeros((most + 1, 6**most), np.int32)
    for dice in range(1, most + 1):
        faces = _faces(dice)
        sums[dice, : 6**dice] = faces.sum(axis=0) + HIGH * (faces >= 5).sum(axis=0)
        rests[dice, : 6**dice] = _numbers(np.sort(faces, axis=0)[1:])
    return sums, rests


def _saved(shot: Shot) -> Choices:
    """Successes of every save roll: [kind, number of the roll, 0 armour or 1 cover]."""
    dice = [(armor_dice_against(kind, shot), cover_dice_against(kind, shot)) for kind in KINDS]
    saved = np.zeros((len(KINDS), 6 ** max(map(sum, dice)), 2), np.int8)
    for kind, (armor, cover) in zip(KINDS, dice, strict=True):
        faces = _faces(armor + cover)
        saved[kind, : faces.shape[1], 0] = (faces[:armor] >= shot.defence.armor_face).sum(axis=0)
        saved[kind, : faces.shape[1], 1] = (faces[armor:] >= COVER_FACE).sum(axis=0)
    return saved


def _attack(shot: Shot) -> Choices:
    """Choices after an attack roll, as ``RollTables.choices`` holds them."""
    attack = shot.attack
    most = max(attack.red_dice, attack.black_dice) if attack.rerolls else 0
    table = np.zeros((attack.rolls, HIT_PLACES, 2, DIFFICULTY_PLACES, 2, 6**most), np.int8)
    if not attack.rerolls:
        return table
    for later, hits, red in product(range(attack.rolls), range(HIT_PLACES), (False, True)):
        dice = attack.dice(red)
        for value, _ in DIFFICULTIES[red] if dice else ():
            if attack.objective == 0 and (later or hits):  # the aim is the same whatever went before
                table[later, hits, int(red), value] = table[0, 0, int(red), value]
                continue
            test = attack_test(attack, shot.readings, red, value)
            values = attack_values(shot, red, value, attack.rolls - later, hits)
            chooser = _AttackChooser(test, values, attack.extent)
            table[later, hits, int(red), value, 0, : 6**dice] = chooser.after_roll(attack.rerolls)
            if attack.rerolls > 1:
                table[later, hits, int(red), value, 1, : 6**dice] = chooser.after_one_die()
    return table


class _AttackChooser:
    """The choices of one attack roll, for every number that the roll can have."""

    def __init__(self, test: AttackTest, values: tuple[int, ...], extent: int) -> None:
        self.test, self.values, self.extent = test, values, extent
        self.solution = AttackChoices(test, values, extent)

    def choice(self, free: tuple[int, ...], fixed: int, permissions: int) -> int:
        """The choice for sorted free dice next to dice of sum ``fixed`` that were re-rolled before."""
        if permissions == 1 and not self.values:
            lowest = free[0] if free else 0
            lethal = OUT_OF_REACH if self.test.all_lethal else self.test.lethal_difficulty  # no sum adds to a hit
            needed, whole = (self.test.difficulty, lethal), self.extent == WHOLE_ROLL
            return best_attack_reroll(len(free), sum(free), lowest, fixed, *needed, whole)
        return self.solution.choice(free, fixed, int(fixed >= 5), permissions)

    def after_roll(self, permissions: int) -> Choices:
        return self._numbered(self.test.dice, 0, permissions)

    def after_one_die(self) -> Choices:
        """The re-rolled die comes first in the number of the roll."""
        return np.concatenate([self._numbered(self.test.dice - 1, face, 1) for face in range(1, 7)])

    def _numbered(self, dice: int, fixed: int, permissions: int) -> Choices:
        """The choices in the order of the numbers of ``dice`` free dice."""
        rolls = list(combinations_with_replacement(range(1, 7), dice))
        by_sorted = np.zeros(6**dice, np.int8)
        numbers = _numbers(np.array(rolls, np.int64).reshape(len(rolls), dice).T)
        by_sorted[numbers] = [self.choice(free, fixed, permissions) for free in rolls]
        return by_sorted[_numbers(np.sort(_faces(dice), axis=0))]


def _saves(shot: Shot) -> tuple[Choices, Choices]:
    """First and second choices after a save roll, as ``RollTables`` holds them."""
    most_armor = max(armor_dice_against(kind, shot) for kind in KINDS) + 1
    most_cover = max(cover_dice_against(kind, shot) for kind in KINDS) + 1
    first = np.zeros((len(KINDS), most_armor, most_cover), np.int8)
    second = np.zeros((len(KINDS), 2, most_armor, most_cover, 2), np.int8)
    permissions, extent = shot.defence.rerolls, shot.defence.extent
    if not permissions:
        return first, second
    for kind in KINDS:
        roll = _save_roll(kind, shot)
        for armor_ok, cover_ok in product(range(roll.armor_dice + 1), range(roll.cover_dice + 1)):
            state = (armor_ok, roll.armor_dice - armor_ok, cover_ok, roll.cover_dice - cover_ok, 0, 0)
            first[kind, armor_ok, cover_ok] = _save_choice(roll, state, permissions, extent)
        if permissions > 1:
            for one, saved in product(range(2), range(2)):
                armor, cover = roll.armor_dice - (one == 0), roll.cover_dice - (one == 1)
                fixed = (saved, 0) if one == 0 else (0, saved)
                for armor_ok, cover_ok in product(range(armor + 1), range(cover + 1)):
                    state = (armor_ok, armor - armor_ok, cover_ok, cover - cover_ok, *fixed)
                    second[kind, one, armor_ok, cover_ok, saved] = _save_choice(roll, state, 1, extent)
    return first, second


def _save_roll(kind: int, shot: Shot) -> SaveRoll:
    if kind != AGAINST_SUPPRESSION:
        return save_roll(shot.defence, shot.readings, 2 if kind == AGAINST_LETHAL else 1)
    armor, cover = armor_dice_against(kind, shot), cover_dice_against(kind, shot)
    return SaveRoll(1, armor, shot.defence.armor_face, 0, cover)  # one success is enough


def _save_choice(roll: SaveRoll, state: SaveState, permissions: int, extent: int) -> int:
    """The choice in a state of the save roll."""
    if permissions > 1:
        return SaveChoices(roll).choice(state, permissions)
    armor_ok, armor_failed, cover_ok, cover_failed, fixed_armor, fixed_cover = state
    dice = SaveDice(
        roll.hits,
        armor_ok + armor_failed,
        armor_ok,
        cover_ok + cover_failed,
        cover_ok,
        roll.armor_face,
        bool(roll.keep_best),
        roll.save_success_rule,
        fixed_armor,
        fixed_cover,
    )
    return best_save_reroll(dice, extent == WHOLE_ROLL)
