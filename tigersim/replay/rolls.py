"""The dice on the table and the exact chance of what they were thrown for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tigersim.core import enums, log
from tigersim.core.dice import BONUS_DIE, COVER_DIE, ORDINARY, ROAD_DIE
from tigersim.odds.move import MoveRoll, move_outcomes
from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.odds.saves import SaveRoll, save_outcomes
from tigersim.replay.walk import ATTACK, MELEE, MOVE, SAVE, SUPPORT, Moment
from tigersim.rules.airdrop import lands_on_point
from tigersim.rules.arithmetic import ways_at_least
from tigersim.rules.armor import hits_left
from tigersim.rules.cards import difficulty
from tigersim.rules.machine_guns import suppression_cancelled
from tigersim.rules.movement import move_kept_count
from tigersim.rules.rerolls import reroll_extent

WHOLE_ROLLS = {ATTACK: "attack_whole", SAVE: "save_whole", MOVE: "move_whole"}
"""Fields of a profile: how many of the permissions are for the whole roll only (AMB-101)."""
PURPOSES = {
    enums.CHANCE_FIRE: "fire",
    enums.CHANCE_MOVE: "move",
    enums.CHANCE_COVER: "find cover",
    enums.CHANCE_MELEE: "close combat",
    enums.CHANCE_OFF_TABLE: "support",
}
KINDS = {ORDINARY: "ordinary", COVER_DIE: "cover", ROAD_DIE: "road", BONUS_DIE: "bonus"}


@dataclass(frozen=True)
class Roll:
    """A roll as it fell, and what was to be expected of it.

    unit: slot of the unit that rolls
    target: slot of the unit shot or struck at, None for other rolls
    purpose: fire, support, save, move, find cover, close combat, recovery or landing
    dice: the faces in the end; empty where dice were rolled again and only their sum was kept
    kinds: the kind of each die: ordinary, cover, road or bonus
    needed: the sum that succeeds; of a save the hits to stop, 0 = the suppression
    total: what counts of the sum; of a save the successes
    passed: whether the roll succeeded
    chance: exact chance that this roll alone succeeds, rolled again in the best way; of a save, that it stops all hits
    rerolls: number of permissions to roll again
    destroys, shocks: exact chances that the whole shot or strike, saves included, destroys or shocks the target; None
        where they are not known beforehand (a burst that is shared out, a player that re-rolls as it likes)
    """

    unit: int
    target: int | None
    purpose: str
    dice: tuple[int, ...]
    kinds: tuple[str, ...]
    needed: int
    total: int
    passed: bool
    chance: Fraction
    rerolls: int
    destroys: float | None = None
    shocks: float | None = None


def roll_of(moment: Moment, event: Any, kept: bool) -> Roll:
    """The roll whose dice lay on the table at a moment.

    ``event``: the next event of the log, which says how the dice came out.  ``kept``: nothing was re-rolled then.
    """
    record = moment.record[0]
    kinds = tuple(KINDS[kind] for kind in record.roll.kind[: record.roll.n].tolist())
    chance, rerolls = chance_of(moment)
    if event.kind == log.SAVED:
        needed = 0 if record.shot.suppressing else int(record.shot.hits)
        dice, successes = tuple(log.dice_of(event)), event.successes
        stopped = hits_left(needed, successes, int(record.ruling.save_success_rule)) == 0
        passed = stopped if needed else suppression_cancelled(successes)
        return Roll(event.unit, None, "save", dice, kinds, needed, successes, passed, chance, rerolls)
    unit, purpose, needed, total = event.unit, event.purpose, event.needed, event.total
    if purpose == enums.CHANCE_RECOVERY:
        lying = tuple(record.roll.dice[: record.roll.n].tolist()) if kept else ()
        return Roll(unit, None, "recovery", lying, kinds, needed, total, bool(event.passed), chance, rerolls)
    at, struck = int(record.shot.target), int(record.melee.victim)
    targets = {enums.CHANCE_FIRE: at, enums.CHANCE_OFF_TABLE: at, enums.CHANCE_MELEE: struck}
    target = targets.get(purpose)
    dice = tuple(log.dice_of(event))
    return Roll(unit, target, PURPOSES[purpose], dice, kinds, needed, total, total >= needed, chance, rerolls)


def roll_of_landing(event: Any) -> Roll:
    """The roll of a landing, from its event in the log; no player may re-roll it."""
    needed, total, dice = event.needed, event.total, tuple(log.dice_of(event))
    chance = Fraction(ways_at_least(len(dice), needed), 6 ** len(dice))
    passed = lands_on_point(total, needed)
    return Roll(event.unit, None, "landing", dice, (KINDS[ORDINARY],) * len(dice), needed, total, passed, chance, 0)


def chance_of(moment: Moment) -> tuple[Fraction, int]:
    """(chance, before the dice fell, that the roll succeeds at best; permissions to roll again)."""
    record = moment.record[0]
    profile = record.unit[record.subject].profile
    if moment.permission == SUPPORT:
        dice, needed = int(record.roll.n), int(record.shot.difficulty)
        return Fraction(ways_at_least(dice, needed), 6**dice), 0
    whole = int(profile[WHOLE_ROLLS[moment.permission]]) if moment.permission in WHOLE_ROLLS else 0
    permissions, extent = reroll_extent(
        int(profile[moment.permission]), whole, int(record.ruling.improved_reroll_extent)
    )
    if moment.permission == SAVE:
        found = save_outcomes(_save(record, profile), permissions, extent)
        return Fraction(sum(found[:2]), sum(found)), permissions
    if moment.permission == MOVE:
        reach = move_outcomes(_move(record, profile), permissions, extent)
        return Fraction(sum(reach[1:]), sum(reach)), permissions
    needed = _needed(record, moment.permission)
    outcomes = attack_outcomes(AttackTest(int(record.roll.n), needed, needed), permissions, (), extent)
    return Fraction(sum(outcomes[HIT:]), sum(outcomes)), permissions


def _needed(record: Any, permission: str) -> int:
    """The sum that succeeds."""
    if permission == ATTACK:
        return int(record.shot.difficulty)
    if permission == MELEE:
        return int(record.melee.difficulty)
    card = record.shot.card if record.phase == enums.PHASE_COVER else record.unit[record.subject].recovery_card
    return difficulty(int(card))


def _count(record: Any, kind: int) -> int:
    """Dice of a kind on the table."""
    return int((record.roll.kind[: record.roll.n] == kind).sum())


def _save(record: Any, profile: Any) -> SaveRoll:
    """The save roll on the table; a suppression is stopped by one success."""
    hits = 1 if record.shot.suppressing else int(record.shot.hits)
    armor, cover = _count(record, ORDINARY), _count(record, COVER_DIE)
    face, best = int(profile.armor_face), int(profile.armor_keep_best)
    return SaveRoll(hits, armor, face, best, cover, int(record.ruling.save_success_rule))


def _move(record: Any, profile: Any) -> MoveRoll:
    """The move roll on the table."""
    dice, road, bonus = (_count(record, kind) for kind in (ORDINARY, ROAD_DIE, BONUS_DIE))
    kept = move_kept_count(dice, int(profile.move_keep), int(profile.move_drop))
    needed = difficulty(int(record.shot.card))
    readings = (int(record.ruling.move_test_value), int(record.ruling.road_die_in_test))
    return MoveRoll(dice, kept, road, int(profile.move_cap), needed, *readings, bonus)
