"""The luck of each roll: what came of it minus what was to be expected, in victory points.

Kills count what they score; a unit that is shocked, or recovers, counts ``SHOCK`` of its cost, the part of a unit's
worth that the tacticians have learnt to give for a shock (``core.weights``), so a kill of a shocked unit brings that
much less.  What was to be expected is the exact chance before the dice fell, given everything that was known then; so
on average every term is 0, whichever players play.  The engine books the same sums for a whole battle (``core.luck``,
the hazards of units); a test holds both equal.  Where the exact chance is not known beforehand, the outcome counts as
no luck: passengers that share their carrier's fate, engines that break, bursts before they are shared out, players that
re-roll as they like.  The luck of the draw, how many cards and which, has no price in VP and is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tigersim.core import enums
from tigersim.core.compile.jit import as_written
from tigersim.core.weights import TACTICIAN
from tigersim.game.battle import Battle
from tigersim.replay.kernels import save_chances, shot_chances, support_chances, tables_know
from tigersim.replay.walk import ATTACK, MELEE, OWN, SAVE, SUPPORT, Moment
from tigersim.rules.cards import difficulty
from tigersim.rules.recovery import catches_fire

SHOCK = TACTICIAN["shock"]
"""What a shocked unit counts, in units of its cost."""


@dataclass(frozen=True)
class Luck:
    """What chance gave to side a and took from side b by one shot, strike or recovery test.

    vp: all of it, VP
    kills: scores of the units destroyed beyond the odds, VP
    shocks, recoveries: costs of the units shocked and recovered beyond the odds, VP before ``SHOCK`` weighs them
    """

    vp: float
    kills: float
    shocks: float
    recoveries: float


@dataclass(frozen=True)
class Stake:
    """A unit (its slot) that a roll may destroy, shock or let recover, with the exact chances."""

    unit: int
    destroys: float
    shocks: float = 0.0
    recovers: float | None = None


def _at_target(shot: Any, known: float, destroys: float, shocks: float) -> list[Stake]:
    return [Stake(int(shot.target), destroys, shocks)] if known else []


class Ledger:
    """The stakes of the rolls of a battle: opened with the dice, closed with their effect."""

    def __init__(self, battle: Battle) -> None:
        self._table, self._work = battle.table, battle._work
        self._before: Any = None
        self._stakes: list[Stake] = []

    def at(self, moment: Moment) -> tuple[Luck | None, list[Stake]]:
        """Close what was at stake and open what now is: (luck, None where none; new stakes)."""
        record = moment.record[0]
        if self._goes_on(moment):
            return None, []
        luck = self._close(record) if self._stakes else None
        if self._before is not None and self._before.ask in (enums.LAND, enums.DRIFT):
            luck = self._of_landing(record)
        with as_written():
            self._stakes = self._at_stake(moment)
        self._before = record
        return luck, self._stakes

    def _goes_on(self, moment: Moment) -> bool:
        """Whether these dice go on with what is at stake: its save, or dice rolled again."""
        if not moment.permission or not self._stakes:
            return False
        record = moment.record[0]
        if moment.permission == SAVE:
            return bool(record.shot.target == self._stakes[0].unit)
        return bool(record.roll.fixed[: record.roll.n].any())

    def _at_stake(self, moment: Moment) -> list[Stake]:
        stakes = {ATTACK: self._of_shot, SUPPORT: self._of_support, SAVE: self._of_save, MELEE: self._of_strike}
        if moment.record[0].phase == enums.PHASE_RECOVERY_TESTS:
            stakes[OWN] = self._of_recovery
        return stakes[moment.permission](moment.record) if moment.permission in stakes else []

    def _of_shot(self, b: Any) -> list[Stake]:
        shot = b[0].shot
        about = (int(shot.unit), int(shot.target), int(shot.weapon), int(shot.card))
        return _at_target(shot, *shot_chances(b, self._table, self._work, *about))

    def _of_support(self, b: Any) -> list[Stake]:
        return _at_target(b[0].shot, *support_chances(b, self._table, self._work))

    def _of_save(self, b: Any) -> list[Stake]:
        """The stakes of a save alone, where the odds of its attack were not known beforehand."""
        shot = b[0].shot
        if shot.suppressing or b[0].phase == enums.PHASE_OFF_TABLE:  # support's are known before its attack or never
            return []
        about = (int(shot.unit), int(shot.target), int(shot.scored), int(shot.high))
        return _at_target(shot, *save_chances(b, self._table, self._work, *about))

    def _of_strike(self, b: Any) -> list[Stake]:
        melee = b[0].melee
        striker, victim = int(melee.striker), int(melee.victim)
        hit = self._passes(b, striker, "melee_rerolls", int(melee.difficulty))
        if hit is None:
            return []
        daring = [Stake(striker, 1.0 - hit)] if melee.daring else []
        return [Stake(victim, hit), *daring]

    def _of_recovery(self, b: Any) -> list[Stake]:
        unit = int(b[0].subject)
        u = b[0].unit[unit]
        passed = self._passes(b, unit, "own_rerolls", difficulty(int(u.recovery_card)))
        if passed is None:
            return []
        burns = catches_fire(bool(u.profile.engine_fire), bool(u.engine_hit), False, int(b[0].ruling.engine_fire))
        return [Stake(unit, 1.0 - passed if burns else 0.0, recovers=passed)]

    def _of_landing(self, after: Any) -> Luck | None:
        """The luck of a landing since the last decision, as the engine has booked it; None for none."""
        kills = 0.0
        for slot, (u, v) in enumerate(zip(self._before.unit, after.unit, strict=True)):
            sign = 1.0 if slot >= enums.MAX_UNITS else -1.0
            kills += sign * float(u.profile.score) * (float(v.died - u.died) - float(v.hazard - u.hazard))
        shocks = float((after.luck[enums.LUCK_SHOCK] - self._before.luck[enums.LUCK_SHOCK]).sum())
        return Luck(kills + SHOCK * shocks, kills, shocks, 0.0) if kills or shocks else None

    def _passes(self, b: Any, unit: int, field: str, needed: int) -> float | None:
        """Chance that the dice reach a sum, None where it is open how they are re-rolled."""
        permissions = int(b[0].unit[unit].profile[field])
        if permissions and not tables_know(b, unit, permissions):
            return None
        return float(self._work[0].hit[min(permissions, 1), int(b[0].roll.n), needed])

    def _close(self, after: Any) -> Luck:
        """The luck of everything that was at stake."""
        vp, kills, shocks, recoveries = 0.0, 0.0, 0.0, 0.0
        for stake in self._stakes:
            u, v = self._before.unit[stake.unit], after.unit[stake.unit]
            sign = 1.0 if stake.unit >= enums.MAX_UNITS else -1.0  # a loss of side b is luck of side a
            died = sign * (float(v.died - u.died) - stake.destroys)
            shocked = sign * (float(v.alive != 0 and v.hits > u.hits) - stake.shocks)
            recovered = 0.0
            if stake.recovers is not None:
                shocked = 0.0
                recovered = -sign * (float(v.alive != 0 and v.hits == 0) - stake.recovers)
            score, cost = float(u.profile.score), float(u.profile.cost)
            kills += score * died
            shocks += cost * shocked
            recoveries += cost * recovered
            counted = score - (SHOCK * cost if u.hits > 0 else 0.0)
            vp += counted * died + SHOCK * cost * (shocked + recovered)
        return Luck(vp, kills, shocks, recoveries)
