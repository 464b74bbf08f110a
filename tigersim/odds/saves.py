"""What a save roll leaves of a shot when the target re-rolls as well as can be.

Distributions are tuples of integer counts.  Only the numbers of successes matter, so a state of the roll is how many
armour and cover dice saved and failed, and how many of the successes may no longer be re-rolled; each state is worth
the best of its choices (keep, one failed die, all; or any failed dice, or nothing but all, by the extent of the
permission), as in ``tigersim.odds.rerolls``.  Ties keep as many dice as possible, and prefer an armour die to a cover
die.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from tigersim.odds.dice import Counts
from tigersim.rules.armor import armor_successes, hits_left
from tigersim.rules.hits import hits_to_save
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, WHOLE_ROLL
from tigersim.rules.shot import Defence, ShotReadings


class SaveRoll(NamedTuple):
    """One roll of all armour and cover dice against one shot."""

    hits: int
    armor_dice: int
    armor_face: int
    """Lowest face of an armour die that saves, 5 or 6."""
    keep_best: int
    """1 = at most one armour success counts."""
    cover_dice: int
    """Dice that save on 5 and 6."""
    save_success_rule: int = 0
    """Option of AMB-43."""

    def unsaved(self, armor_ok: int, cover_ok: int) -> int:
        """Hits left after so many successful dice."""
        return hits_left(self.hits, armor_successes(armor_ok, bool(self.keep_best)) + cover_ok, self.save_success_rule)


@lru_cache(maxsize=4096)
def save_outcomes(save: SaveRoll, permissions: int = 0, extent: int = ONE_OR_ALL) -> Counts:
    """Counts of what a save roll leaves; they add up to a power of 6.

    Entry ``2 * u`` counts u unsaved hits without any armour success, ``2 * u + 1`` u unsaved hits with one or more.
    With re-roll ``permissions`` (0 to 2) of this ``extent`` the owner minimises the expected number of unsaved hits.
    """
    choices = SaveChoices(save, extent)
    if permissions == 0:
        return choices.all_dice(save.armor_dice, save.cover_dice, 0, 0)
    best = choices.best
    counts = [0] * 6
    for armor_ok, armor_ways in enumerate(_successes(save.armor_dice, 7 - save.armor_face)):
        for cover_ok, cover_ways in enumerate(_successes(save.cover_dice, 2)):
            state = (armor_ok, save.armor_dice - armor_ok, cover_ok, save.cover_dice - cover_ok, 0, 0)
            for outcome, count in enumerate(best(state, permissions)):
                counts[outcome] += armor_ways * cover_ways * count
    return tuple(counts)


@lru_cache(maxsize=256)
def _successes(dice: int, saving_faces: int) -> Counts:
    """How many rolls of some dice show 0, 1, .. successes, with so many saving faces each."""
    counts: Counts = (1,)
    for _ in range(dice):
        failed = [(6 - saving_faces) * ways for ways in counts] + [0]
        saved = [0] + [saving_faces * ways for ways in counts]
        counts = tuple(map(sum, zip(failed, saved, strict=True)))
    return counts


SaveState = tuple[int, int, int, int, int, int]
"""Free dice: armour that saved, armour that failed, cover that saved, cover that failed; fixed: armour, cover saved."""


class SaveChoices:
    """Solves one save roll: the best choice in every state, each state once."""

    def __init__(self, save: SaveRoll, extent: int = ONE_OR_ALL) -> None:
        self.save, self.extent = save, extent
        self.best: Callable[[SaveState, int], Counts] = cache(self._best)

    @staticmethod
    def cost(counts: Counts) -> int:
        return counts[2] + counts[3] + 2 * (counts[4] + counts[5])

    def _best(self, state: SaveState, permissions: int) -> Counts:
        """Counts of the outcomes (adding up to 6^free dice)."""
        return min(self._choices(state, permissions).values(), key=self.cost)

    def choice(self, state: SaveState, permissions: int) -> int:
        """What the owner re-rolls: 0 nothing, 1 a failed armour die, 2 a cover die, 3 all dice."""
        choices = self._choices(state, permissions)
        return min(choices, key=lambda number: self.cost(choices[number]))

    def _choices(self, state: SaveState, permissions: int) -> dict[int, Counts]:
        """What each allowed choice leads to; where several are as good the first one is taken."""
        armor_ok, armor_failed, cover_ok, cover_failed, fixed_armor, fixed_cover = state
        dice = armor_ok + armor_failed + cover_ok + cover_failed
        all_armor_ok = armor_ok + fixed_armor
        keep = [0] * 6
        unsaved = self.save.unsaved(all_armor_ok, cover_ok + fixed_cover)
        keep[2 * unsaved + (all_armor_ok > 0)] = 6**dice
        choices = {0: tuple(keep)}
        if permissions == 0 or dice == 0:
            return choices
        if self.extent == ANY_DICE:
            return choices | self._any_dice(state, permissions)
        saving = 7 - self.save.armor_face
        if self.extent == WHOLE_ROLL:
            armor_failed = cover_failed = 0
        if armor_failed:
            rest = (armor_ok, armor_failed - 1, cover_ok, cover_failed)
            saved: SaveState = (*rest, fixed_armor + 1, fixed_cover)
            choices[1] = self._mix(saving, saved, (*rest, fixed_armor, fixed_cover), permissions - 1)
        if cover_failed:
            rest = (armor_ok, armor_failed, cover_ok, cover_failed - 1)
            saved = (*rest, fixed_armor, fixed_cover + 1)
            choices[2] = self._mix(2, saved, (*rest, fixed_armor, fixed_cover), permissions - 1)
        choices[3] = self.all_dice(armor_ok + state[1], cover_ok + state[3], fixed_armor, fixed_cover)
        return choices

    def _any_dice(self, state: SaveState, permissions: int) -> dict[int, Counts]:
        """What re-rolling so many failed dice leads to, by 4 and upwards: fewer dice first."""
        armor_ok, armor_failed, cover_ok, cover_failed, fixed_armor, fixed_cover = state
        numbers = sorted(
            ((a, c) for a in range(armor_failed + 1) for c in range(cover_failed + 1) if a + c),
            key=lambda n: (sum(n), n),
        )
        choices = {}
        for number, (armor, cover) in enumerate(numbers, start=4):
            counts = [0] * 6
            for more_armor, armor_ways in enumerate(_successes(armor, 7 - self.save.armor_face)):
                for more_cover, cover_ways in enumerate(_successes(cover, 2)):
                    rest = (armor_ok, armor_failed - armor, cover_ok, cover_failed - cover)
                    then = self.best((*rest, fixed_armor + more_armor, fixed_cover + more_cover), permissions - 1)
                    for outcome, count in enumerate(then):
                        counts[outcome] += armor_ways * cover_ways * count
            choices[number] = tuple(counts)
        return choices

    def _mix(self, faces: int, saved: SaveState, failed: SaveState, permissions: int) -> Counts:
        """Counts after one die is rolled again, which saves on so many ``faces``."""
        good, bad = self.best(saved, permissions), self.best(failed, permissions)
        return tuple(faces * g + (6 - faces) * b for g, b in zip(good, bad, strict=True))

    def all_dice(self, armor: int, cover: int, fixed_armor: int, fixed_cover: int) -> Counts:
        """Counts of the outcomes of rolling so many dice next to successes that stand."""
        counts = [0] * 6
        for armor_ok, armor_ways in enumerate(_successes(armor, 7 - self.save.armor_face)):
            for cover_ok, cover_ways in enumerate(_successes(cover, 2)):
                all_armor_ok = armor_ok + fixed_armor
                unsaved = self.save.unsaved(all_armor_ok, cover_ok + fixed_cover)
                counts[2 * unsaved + (all_armor_ok > 0)] += armor_ways * cover_ways
        return tuple(counts)


def cancelled(
    armor_dice: int, armor_face: int, cover_dice: int, permissions: int, extent: int = ONE_OR_ALL
) -> tuple[int, int]:
    """(ways, all ways) in which save dice cancel a suppression: one success is enough."""
    counts = save_outcomes(SaveRoll(1, armor_dice, armor_face, 0, cover_dice), permissions, extent)
    return counts[0] + counts[1], sum(counts)


def suppression_cancelled(defence: Defence) -> tuple[int, int]:
    """(ways, all ways) in which a target cancels a suppression."""
    dice = (defence.suppression_armor_dice, defence.armor_face, defence.suppression_cover_dice)
    return cancelled(*dice, defence.rerolls, defence.extent)


def save_roll(defence: Defence, readings: ShotReadings, hits: int) -> SaveRoll:
    """The save roll of a target against an ordinary (1) or lethal (2) hit."""
    stake = hits_to_save(hits, bool(defence.rivets), False, readings.rivets)
    armor = defence.armor_dice_lethal if hits == 2 else defence.armor_dice
    return SaveRoll(stake, armor, defence.armor_face, defence.keep_best, defence.cover_dice, readings.save_success_rule)
