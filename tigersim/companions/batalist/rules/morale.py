"""Morale and reconnaissance: three dice against one, and what failures come to."""

from __future__ import annotations

from tigersim.registry import rule

SHAKEN, RETREAT, ROUT = 1, 2, 3
"""Failures of a morale test: orders cancelled, withdrawal, off the table."""
MORALE_DICE = 3
RALLY_COST = 2


@rule("BA-MOR-01")
def lost_half(initial: int, healthy: int) -> bool:
    """Whether half of the initial number is lost."""
    return 2 * (initial - healthy) >= initial


@rule("BA-MOR-04", "BA-REC-01", "BA-STD-01", "BA-DER-05")
def fails(face: int, opponent: int, bonus: int) -> bool:
    """Whether a die is below the opponent's; a standard bearer adds 1 to it."""
    return face + bonus < opponent


@rule("BA-MOR-05", "BA-MOR-06")
def loses_orders(failures: int) -> bool:
    """Whether all orders are cancelled, as by any failure."""
    return failures >= SHAKEN


@rule("BA-MOR-09")
def routs(failures: int) -> bool:
    """Whether the battalion leaves the table, as by three failures."""
    return failures >= ROUT


def leaves_the_field(failures: int) -> bool:
    """Retreat or rout: the fight at hand is lost."""
    return failures >= RETREAT


@rule("BA-MOR-10")
def rally_cost(battalions: int) -> int:
    """KN of the general to put routed battalions back."""
    return RALLY_COST * battalions


@rule("BA-REC-06")
def scouted_dice(markers_there: bool) -> int:
    """The side looked for rolls three dice, two once its markers lie there."""
    return 2 if markers_there else 3


@rule("BA-SKL-30", "BA-SKL-31")
def counted_failures(rolled: int, dice: int, camouflage: bool, noisy: bool, extra: bool) -> int:
    """Failures when one success or one failure is counted without a die.

    ``rolled``: failures of the dice thrown.  BA-GAP-38: it stands in place of a die, or with ``extra`` besides all.
    """
    if extra:
        return min(max(rolled + noisy - camouflage, 0), dice)
    return rolled + noisy


def thrown_dice(dice: int, camouflage: bool, noisy: bool, extra: bool) -> int:
    """Dice left to throw when some results are counted without (BA-GAP-38)."""
    return dice if extra else max(dice - camouflage - noisy, 0)
