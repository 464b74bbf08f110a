"""Which dice a trial rolls: from a shot to the rows of ``core.sampling``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tigersim.core import sampling
from tigersim.core.enums import PACK
from tigersim.core.random_lanes import rejects_below, success_fraction
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.shot import Attack, Shot
from tigersim.rules.switches import DeathTrap

EVERY_BIT = 0xFFFF
NO_DIE = 1
"""Size of a die that is not there: its digit is always 0."""


class DicePlan(NamedTuple):
    """The arguments of ``count_rolls``."""

    card_row: NDArray[np.uint16]
    die_rows: NDArray[np.uint16]
    table: NDArray[np.uint64]


class Group(NamedTuple):
    """Save dice that are rolled together, always all or none of them."""

    before: int
    """Dice of the kind that are rolled whenever these are."""
    dice: int
    face: int
    stride: int


def dice_plan(shot: Shot, card: int | None) -> DicePlan | None:
    """How to roll a shot with this card (None: any); None if it is not plain enough.

    Re-rolls, two fire rolls, too many dice and a death trap that needs nothing but fives and sixes (AMB-104) are left
    to the other kernel.
    """
    attack, defence = shot.attack, shot.defence
    rolled_again = attack.rolls > 1 or attack.rerolls or defence.rerolls or attack.mortar
    if rolled_again or (defence.death_trap and shot.readings.death_trap == DeathTrap.ALL_DICE):
        return None
    dice = max(attack.red_dice, attack.black_dice)
    totals = 5 * dice + 1
    armor_levels = (defence.armor_dice, defence.armor_dice_lethal, defence.suppression_armor_dice)
    cover_levels = (defence.cover_dice, defence.suppression_cover_dice)
    armor, stride = _groups(armor_levels, defence.armor_face, 1)
    cover, stride = _groups(cover_levels, COVER_FACE, stride)
    class_stride = totals * stride
    if class_stride * (PACK // 2) > sampling.INDICES:
        return None
    table = sampling.write_table(shot, totals, _array(armor), _array(cover), class_stride)
    saves = [(group.face, totals * group.stride) for group in armor + cover for _ in range(group.dice)]
    card_row = _card_row(shot, card, class_stride)
    rows = [_die_row(shot, 2 + k, saves[2 * k : 2 * k + 2]) for k in range(max(dice - 2, (len(saves) + 1) // 2))]
    return DicePlan(card_row, np.array(rows, np.uint16).reshape(-1, sampling.COLUMNS), table)


def _groups(levels: tuple[int, ...], face: int, stride: int) -> tuple[list[Group], int]:
    """Save dice cut where some rolls use fewer of them, and the stride of what comes next."""
    groups = []
    before = 0
    for level in sorted(set(levels) - {0}):
        groups.append(Group(before, level - before, face, stride))
        stride *= level - before + 1
        before = level
    return groups, stride


def _array(groups: list[Group]) -> NDArray[np.int64]:
    return np.array([(g.before, g.dice, g.stride) for g in groups], np.int64).reshape(-1, 3)


def _card_row(shot: Shot, card: int | None, class_stride: int) -> NDArray[np.uint16]:
    """The row of the card (one card stands for itself) and the first two attack dice."""
    row = np.zeros(sampling.COLUMNS, np.uint16)
    row[sampling.CARDS] = PACK if card is None else 1
    row[sampling.HALF_CARDS] = PACK // 2 if card is None else 1
    row[sampling.FIRST_CLASS] = 0 if card is None else card // 2
    row[sampling.CLASS_STRIDE] = class_stride
    row[sampling.ATTACK : sampling.ATTACK + 3] = _attack_die(shot.attack, 0)
    row[sampling.ATTACK + 3 : sampling.ATTACK + 6] = _attack_die(shot.attack, 1)
    return _finished(row, shot, (sampling.CARDS, sampling.ATTACK, sampling.ATTACK + 3))


def _die_row(shot: Shot, number: int, saves: list[tuple[int, int]]) -> NDArray[np.uint16]:
    """The row of attack die ``number`` and up to two save dice (lowest saving face, stride)."""
    row = np.zeros(sampling.COLUMNS, np.uint16)
    row[sampling.ATTACK : sampling.ATTACK + 3] = _attack_die(shot.attack, number)
    for column in (sampling.SAVE, sampling.SAVE + 3):
        face, stride = saves.pop(0) if saves else (0, 0)
        row[column : column + 3] = (6, success_fraction(face - 1), stride) if face else (NO_DIE, 0, 0)
    return _finished(row, shot, (sampling.ATTACK, sampling.SAVE, sampling.SAVE + 3))


def _attack_die(attack: Attack, number: int) -> tuple[int, int, int]:
    """Size, bits kept on a black card, bits kept on one colour only."""
    black, red = number < attack.black_dice, number < attack.red_dice
    return 6 if black or red else NO_DIE, EVERY_BIT * black, EVERY_BIT * (black != red)


def _finished(row: NDArray[np.uint16], shot: Shot, sizes: tuple[int, int, int]) -> NDArray[np.uint16]:
    """The row with what all rows have; ``sizes`` are the columns of its digits' sizes."""
    row[sampling.FIVE_AT] = success_fraction(4)
    row[sampling.FIVE_FLAG] = sampling.FIVE_OR_SIX if shot.defence.death_trap else 0
    row[sampling.BELOW] = rejects_below(*(int(row[column]) for column in sizes))
    return row
