"""What attack rolls do to a target: saves, hits, suppression, and where that leaves it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tigersim.odds.dice import Counts
from tigersim.odds.rerolls import HIT, LETHAL
from tigersim.odds.saves import SaveRoll, save_outcomes, save_roll, suppression_cancelled
from tigersim.rules.hits import death_trap_springs, hits_taken, is_destroyed
from tigersim.rules.shot import Defence, Shot, ShotReadings

CLEAN, SUPPRESSED, ONE_HIT, DESTROYED = range(4)
"""The state of the target: unhurt, unhurt but it lost assigned cards, one hit, destroyed."""


class Victim(NamedTuple):
    """All that decides what a hit does to the target, whatever the card and the attack dice."""

    defence: Defence
    readings: ShotReadings
    suppressible: bool
    """A near miss strips its cards."""
    machine_gun_on_armor: bool = False

    def save_roll(self, hits: int) -> SaveRoll:
        """Its save roll against an ordinary (1) or lethal (2) hit."""
        return save_roll(self.defence, self.readings, hits)


def victim(shot: Shot) -> Victim:
    """The target of a shot."""
    return Victim(shot.defence, shot.readings, shot.suppressible, shot.machine_gun_on_armor)


class Effect(NamedTuple):
    """What each outcome of an attack does; counts out of ``whole``."""

    after: tuple[Counts, ...]
    """[outcome] -> counts of CLEAN, SUPPRESSED, ONE_HIT, DESTROYED."""
    hits: Counts
    """[outcome] -> hits that get through, summed over the whole."""
    whole: int


@lru_cache(maxsize=4096)
def effect(target: Victim, before: int) -> Effect:
    """What the six outcomes of one attack roll do to a target with so many hits ``before``."""
    cancel, tries = suppression_cancelled(target.defence)
    permissions = (target.defence.rerolls, target.defence.extent)
    saves = [save_outcomes(target.save_roll(hits), *permissions) for hits in (1, 2)]
    whole = max(tries, *map(sum, saves))
    if before:  # shocked: it has no cards to lose
        untouched = stripped = (0, 0, whole, 0)
    else:
        untouched = (whole, 0, 0, 0)
        stripped = (whole // tries * cancel, whole // tries * (tries - cancel), 0, 0)
    after: list[Counts] = [untouched, stripped if target.suppressible else untouched]
    through = [0, 0]
    for outcome in range(HIT, LETHAL + 2):
        hit: tuple[Counts, int] = stripped, 0
        if not target.machine_gun_on_armor:
            hit = _after_hit(target, saves[outcome >= LETHAL], outcome % 2 == 1, before, whole)
        after.append(hit[0])
        through.append(hit[1])
    return Effect(tuple(after), tuple(through), whole)


def _after_hit(target: Victim, saves: Counts, high: bool, before: int, whole: int) -> tuple[Counts, int]:
    """The target's states after a hit, and hits that get through, summed over the ``whole``.

    ``high``: the dice set off a death trap.
    """
    defence, readings = target.defence, target.readings
    scale = whole // sum(saves)
    states, through = [0, 0, 0, 0], 0
    for entry, ways in enumerate(saves):
        unsaved, armor_saved = divmod(entry, 2)
        taken = hits_taken(unsaved, bool(defence.rivets), False, readings.rivets)
        through += taken * ways * scale
        trap = bool(defence.death_trap) and death_trap_springs(unsaved, high, armor_saved, readings.death_trap)
        if is_destroyed(before, taken, defence.hits_to_destroy, trap):
            states[DESTROYED] += ways * scale
        else:
            states[ONE_HIT if before + taken else CLEAN] += ways * scale
    return tuple(states), through
