"""Initiative: 2D6 of each side, less its brigades that do not obey."""

from __future__ import annotations

from tigersim.registry import rule

NOBODY, OWN, ENEMY = 0, 1, 2
"""Who has the initiative; nobody before the first turn."""


@rule("GA-INI-01", "GA-DER-05", "GA-GAP-08", "GA-GAP-09")
def penalty(
    hesitant: int, faltering: int, both: int, fled: int, count_double: bool = False, count_fled: bool = False
) -> int:
    """What a side's Hesitant and Faltering brigades take off its roll, those of this turn.

    ``hesitant`` and ``faltering``: brigades that are only that.  GA-GAP-08 ``count_double``: one that is both counts
    twice.  GA-GAP-09 ``count_fled``: those that have fled count too.
    """
    return hesitant + faltering + both * (2 if count_double else 1) + (fled if count_fled else 0)


@rule("GA-INI-02", "GA-INI-03", "GA-INI-04", "GA-INI-05")
def winner(own: int, enemy: int, holder: int, die: int) -> int:
    """The Active player: the higher modified result.

    GA-INI-03: a tie leaves it with the ``holder``.  GA-INI-04: in the first turn a ``die`` decides, 1 to 3 for us.
    """
    if own != enemy:
        return OWN if own > enemy else ENEMY
    if holder != NOBODY:
        return holder
    return OWN if die <= 3 else ENEMY
