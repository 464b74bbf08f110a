"""Going through a battle again, decision by decision, and stopping at every roll while its dice lie on the table.

The engine stops only where somebody has to choose, so one decision may bring about several rolls.  On the copy that is
gone through, every unit is therefore lent a permission to re-roll and keeps its dice each time it is asked: the dice
fall as they did, for they come from streams that a kept roll does not touch.  A second copy, to which nothing was lent,
goes along; what both tell must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.core import enums, fire, layout
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import as_written
from tigersim.core.play import kernels
from tigersim.game.battle import Battle

PERMISSIONS = ("attack_rerolls", "save_rerolls", "move_rerolls", "melee_rerolls", "own_rerolls")
"""Fields of a profile: what lets a unit re-roll an attack, a save, a move, a strike, and tests of its own."""
ATTACK, SAVE, MOVE, MELEE, OWN = PERMISSIONS

SUPPORT = "support"
"""What an attack of support fire could be re-rolled by: nothing, so nobody is ever asked, only lent a look."""

Rows = npt.NDArray[np.int16]
"""Rows of the log (``core.log``): (n, LOG_FIELDS)."""


@dataclass(frozen=True)
class Moment:
    """A decision of a battle, a roll whose dice lie on the table, or the end.

    ``record``: a BATTLE record (length 1), its units with the permissions that they have.  ``decision``: how many have
    been taken.  ``rows``: what the log has told since the moment before.  ``permission``: what the roll on the table
    could be re-rolled by, one of ``PERMISSIONS`` or ``SUPPORT``, "" without a roll.  ``asked``: a player decides here;
    else the dice are kept.
    """

    record: Any
    decision: int
    rows: Rows
    permission: str
    asked: bool


def walk(battle: Battle) -> Iterator[Moment]:
    """All moments of what has been played of a battle, from its first decision on."""
    plain, lent = battle.from_start(), battle.from_start()
    lend(lent.record[0])
    rows = lent._work[0].log[:0].copy()
    yield _moment(plain, lent, 0, rows)
    for decision, code in enumerate(battle.taken, 1):
        told = [_step(plain, code)]
        heard = [_step(lent, code)]
        while _is_lent(lent.record[0], plain.record[0]):
            yield _moment(plain, lent, decision, heard[-1])
            heard.append(_step(lent, Fields(enums.PASS, int(lent.record[0].subject)).code))
        assert np.array_equal(told[0], np.concatenate(heard)), "a lent permission has changed the battle"
        yield _moment(plain, lent, decision, heard[-1])


def lend(record: Any) -> None:
    """Let every unit re-roll everything once, for all that it may not re-roll anyway."""
    record.support.lent = 1
    for unit in record.unit:
        for permission in PERMISSIONS:
            unit["profile"][permission] = max(unit["profile"][permission], 1)


def permission_of(record: Any) -> str:
    """What the roll on the table could be re-rolled by, "" where no roll waits for that."""
    if record.ask != enums.REROLL:
        return ""
    if record.phase in (enums.PHASE_FIRE, enums.PHASE_OFF_TABLE):
        if record.shot.stage != fire.ATTACK_STAGE:
            return SAVE
        return ATTACK if record.phase == enums.PHASE_FIRE else SUPPORT
    return {enums.PHASE_MOVE: MOVE, enums.PHASE_MELEE: MELEE}.get(int(record.phase), OWN)


def _is_lent(lent: Any, plain: Any) -> bool:
    """Whether the engine waits for no player, only for a permission that was lent."""
    permission = permission_of(lent)
    if permission in ("", SUPPORT):
        return permission == SUPPORT
    return not plain.unit[lent.subject].profile[permission]


def _step(battle: Battle, code: int) -> Rows:
    """Take a decision; returns what the log tells of it."""
    battle._work[0].log_rows = 0
    with as_written():
        kernels.step(battle._kind, battle.record, battle.table, battle._work, code)
    rows: Rows = battle._work[0].log[: battle._work[0].log_rows].copy()
    return rows


def _moment(plain: Battle, lent: Battle, decision: int, rows: Rows) -> Moment:
    asked = not _is_lent(lent.record[0], plain.record[0])
    record = layout.copied(lent.record)
    record[0].unit["profile"] = plain.record[0].unit["profile"]
    record[0].support.lent = 0
    return Moment(record, decision, rows, permission_of(record[0]), asked)
