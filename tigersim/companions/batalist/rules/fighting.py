"""Melee and shooting: who fights, and what a strike does, in integers for kernels."""

from __future__ import annotations

from tigersim.companions.batalist.rules.ranks import FLANK, LOOSE, REAR, WEDGE, last_rank, outer_file
from tigersim.registry import rule

FLOOR, TRUNCATE, ZERO = range(3)
"""BA-GAP-12: what becomes of a numerator below 0."""


def half(number: int, up: int) -> int:
    """Half of a number, rounded down, or up if ``up`` is 1 (BA-GAP-11)."""
    return (number + up) // 2


@rule("BA-CMB-07")
def first_ranks(warriors: int, width: int, ranks: int) -> int:
    """Warriors that attack directly, normally the first rank."""
    return min(warriors, max(ranks, 0) * width)


@rule("BA-SKL-32")
def melee_ranks(long_weapon: bool) -> int:
    """Ranks that take part in melee: two with long weapons."""
    return 2 if long_weapon else 1


@rule("BA-FRM-06")
def shooting_ranks(formation: int) -> int:
    """Ranks that shoot: two in loose formation."""
    return 2 if formation == LOOSE else 1


@rule("BA-MOD-02", "BA-FRM-07")
def loose_fighters(fighters: int, up: int) -> int:
    """Fighters hand to hand in loose formation: half as many.

    (The doubled shooters of BA-MOD-02 are the two ranks of ``shooting_ranks``.)
    """
    return half(fighters, up)


@rule("BA-MOD-05", "BA-FRM-05")
def shooters_at_loose(shooters: int, up: int) -> int:
    """Shooters at a loose target: only half."""
    return half(shooters, up)


@rule("BA-SKL-09")
def shooters_at_flying(warriors: int) -> int:
    """Shooters at a target that flies: the whole battalion."""
    return warriors


@rule("BA-FRM-04")
def wedge_front(warriors: int, corners: int) -> int:
    """Fighters of a wedge, the warriors along its edge without the last rank.

    BA-GAP-17: ranks of 1, 2, 3 ...; with r of them 2r - 3 fight; ``corners`` counts the two ends of the last rank too.
    """
    rows, room = 0, 0
    while room < warriors:
        rows += 1
        room += rows
    return min(warriors, max(2 * rows - 3 + 2 * corners, 1))


def wedge_last_rank(warriors: int) -> int:
    """Warriors of the last rank of a wedge (BA-GAP-17)."""
    rows, room = 0, 0
    while room < warriors:
        rows += 1
        room += rows
    return warriors - (room - rows)


@rule("BA-CMB-02")
def reply_fighters(warriors: int, width: int, ranks: int, side: int, as_front: int) -> int:
    """Warriors that strike back: the first rank, on the flank one file, in the rear the last.

    BA-GAP-16: ``as_front`` lets the first rank reply wherever the attack falls.
    """
    if side == FLANK and not as_front:
        return outer_file(warriors, width)
    if side == REAR and not as_front:
        return last_rank(warriors, width)
    return first_ranks(warriors, width, ranks)


def melee_fighters(
    warriors: int, width: int, rows: int, formation: int, side: int, as_front: int, corners: int, up: int
) -> int:
    """Warriors that fight hand to hand; ``side``: where a battalion that strikes back was hit."""
    if formation == WEDGE:
        return wedge_last_rank(warriors) if side == REAR and not as_front else wedge_front(warriors, corners)
    whole = reply_fighters(warriors, width, rows, side, as_front)
    return loose_fighters(whole, up) if formation == LOOSE else whole


@rule("BA-CMB-06")
def numerator(strength: int, fighters: int, modifiers: int) -> int:
    """What is divided: modifiers and the strength of the arm used, once for every fighter."""
    return strength * fighters + modifiers


def quotient(divided: int, protection: int, negative: int) -> int:
    """Division by the protection; BA-GAP-12 ``negative``: floor, towards 0, or never below 0."""
    if divided < 0 and negative == ZERO:
        return 0
    if divided < 0 and negative == TRUNCATE:
        return -(-divided // protection)
    return divided // protection


@rule("BA-CMB-04", "BA-CMB-05", "BA-MOD-15", "BA-DER-01", "BA-DER-07")
def damage(divided: int, protection: int, face: int, negative: int, halved: int, up: int) -> int:
    """Damage: the quotient rounded down plus one die for each attacking battalion.

    Never below 0; halved at the end if the weapon's class is the armour's.  BA-DER-01, BA-DER-07: the die is not
    divided, so without halving the damage is at least 1 unless what is divided falls below 0.
    """
    whole = max(quotient(divided, protection, negative) + face, 0)
    return half(whole, up) if halved else whole


def is_halved(weapon_class: int, armour_class: int) -> bool:
    """The condition of BA-MOD-15; a weapon of no class (0) is never halved (BA-GAP-56)."""
    return weapon_class == armour_class and weapon_class > 0


@rule("BA-CMB-09")
def survivors(warriors: int, damage_taken: int) -> int:
    """Warriors left after a damage, each point of which kills one."""
    return max(warriors - damage_taken, 0)
