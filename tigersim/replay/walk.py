"""Play a battle again, stopping at every decision and at every roll on the table.

The engine stops only where a player has to choose, so one decision may bring about several rolls.  In the copy that is
played again, every unit is therefore lent a permission to re-roll and keeps its dice each time it is asked: the dice
fall as they did, for they come from streams that a kept roll does not touch.  A second copy, to which nothing was lent,
is played next to it; the events of both must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tigersim.core import enums, fire, layout, log
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import as_written
from tigersim.core.play import kernels
from tigersim.game.battle import Battle

PERMISSIONS = ("attack_rerolls", "save_rerolls", "move_rerolls", "melee_rerolls", "own_rerolls")
"""Fields of a profile: what lets a unit re-roll an attack, a save, a move, a strike, and tests of its own."""
ATTACK, SAVE, MOVE, MELEE, OWN = PERMISSIONS

SUPPORT = "support"
"""What an attack of support fire could be re-rolled by: nothing; a permission is lent only to stop at its dice."""

Events = list[Any]
"""Events of the log, as ``core.log.read`` gives them."""


@dataclass(frozen=True)
class Moment:
    """A point of a battle: a decision, a roll whose dice lie on the table, or the end.

    record: a BATTLE record (length 1), its units with the permissions that they have
    decision: number of decisions taken so far
    events: events of the log since the moment before
    permission: what could re-roll the dice on the table, one of ``PERMISSIONS`` or ``SUPPORT``, "" without a roll
    asked: whether a player decides here; else the dice are kept
    """

    record: Any
    decision: int
    events: Events
    permission: str
    asked: bool


def walk(battle: Battle) -> Iterator[Moment]:
    """All moments of a battle so far, from its first decision on."""
    plain, lent = battle.from_start(), battle.from_start()
    lend(lent.record[0])
    yield _moment(plain, lent, 0, [])
    for decision, code in enumerate(battle.taken, 1):
        expected, events = _step(plain, code), _step(lent, code)
        seen = events
        while _is_lent(lent.record[0], plain.record[0]):
            yield _moment(plain, lent, decision, events)
            events = _step(lent, Fields(enums.PASS, int(lent.record[0].subject)).code)
            seen = seen + events
        assert expected == seen, "a lent permission has changed the battle"
        yield _moment(plain, lent, decision, events)


def lend(record: Any) -> None:
    """Let every unit re-roll once whatever it may not re-roll anyway."""
    record.support.lent = 1
    for unit in record.unit:
        for permission in PERMISSIONS:
            unit["profile"][permission] = max(unit["profile"][permission], 1)


def permission_of(record: Any) -> str:
    """The permission that could re-roll the dice on the table, "" where no roll waits for that."""
    if record.ask != enums.REROLL:
        return ""
    if record.phase in (enums.PHASE_FIRE, enums.PHASE_OFF_TABLE):
        if record.shot.stage != fire.ATTACK_STAGE:
            return SAVE
        return ATTACK if record.phase == enums.PHASE_FIRE else SUPPORT
    return {enums.PHASE_MOVE: MOVE, enums.PHASE_MELEE: MELEE}.get(int(record.phase), OWN)


def _is_lent(lent: Any, plain: Any) -> bool:
    """Whether the engine stopped only because a permission was lent."""
    permission = permission_of(lent)
    if permission in ("", SUPPORT):
        return permission == SUPPORT
    return not plain.unit[lent.subject].profile[permission]


def _step(battle: Battle, code: int) -> Events:
    """Take a decision; returns the events that it brought about."""
    battle._work[0].log_rows = 0
    with as_written():
        kernels.step(battle._kind, battle.record, battle.table, battle._work, code)
    return [log.read(row) for row in battle._work[0].log[: battle._work[0].log_rows].tolist()]


def _moment(plain: Battle, lent: Battle, decision: int, events: Events) -> Moment:
    asked = not _is_lent(lent.record[0], plain.record[0])
    record = layout.copied(lent.record)
    record[0].unit["profile"] = plain.record[0].unit["profile"]
    record[0].support.lent = 0
    return Moment(record, decision, events, permission_of(record[0]), asked)
