"""What the outcomes of attack rolls do to a target: saves, hits, suppression, and where that leaves it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tigersim.odds.rerolls import HIT, LETHAL, MISS, Counts
from tigersim.odds.saves import SaveRoll, cancelled, save_outcomes
from tigersim.odds.setup import ShotTerms
from tigersim.rules.fire import fires_again
from tigersim.rules.hits import death_trap_springs, hits_taken, hits_to_save, is_destroyed

CLEAN, SUPPRESSED, ONE_HIT, DESTROYED = range(4)
"""The state of the target: unhurt, unhurt but it lost assigned cards, one hit, destroyed."""


class Victim(NamedTuple):
    """All that decides what a hit does to the target, whatever the card and the attack dice."""

    machine_gun_on_armor: int
    suppressible: int
    """1 = a near miss strips its cards."""
    hits_to_destroy: int
    armor_dice: int
    armor_dice_lethal: int
    armor_face: int
    keep_best: int
    cover_dice: int
    save_rerolls: int
    suppression_armor_dice: int
    suppression_cover_dice: int
    rivets: int
    death_trap: int
    save_success_rule: int
    rivets_rule: int
    death_trap_rule: int
    save_extent: int


def victim(terms: ShotTerms) -> Victim:
    """The target of these terms."""
    return Victim(
        terms.machine_gun and terms.target_armored,
        terms.suppresses_target,
        terms.hits_to_destroy,
        terms.armor_dice,
        terms.armor_dice_lethal,
        terms.armor_face,
        terms.keep_best,
        terms.cover_dice,
        terms.save_rerolls,
        terms.suppression_armor_dice,
        terms.suppression_cover_dice,
        terms.rivets,
        terms.death_trap,
        terms.save_success_rule,
        terms.rivets_rule,
        terms.death_trap_rule,
        terms.save_extent,
    )


class Effect(NamedTuple):
    """What each outcome of the attack (or each pair of outcomes of two rolls) does, in counts out of ``whole``."""

    after: tuple[Counts, ...]
    """[outcome] -> counts of CLEAN, SUPPRESSED, ONE_HIT, DESTROYED."""
    hits: Counts
    """[outcome] -> hits that get through, summed over the whole."""
    whole: int


def effect_of(terms: ShotTerms) -> Effect:
    """What the attack rolls of a Fire action on these terms do."""
    return (effect if terms.rolls == 1 else effect_of_two)(victim(terms), terms.hits_before)


@lru_cache(maxsize=4096)
def effect(target: Victim, before: int) -> Effect:
    """What the six outcomes of one attack roll do to a target with so many hits ``before``."""
    cancel, tries = cancelled(
        target.suppression_armor_dice,
        target.armor_face,
        target.suppression_cover_dice,
        target.save_rerolls,
        target.save_extent,
    )
    saves = [_saves(target, hits) for hits in (1, 2)]
    whole = max(tries, *map(sum, saves))
    if before:  # shocked: it has no cards to lose
        untouched = stripped = (0, 0, whole, 0)
    else:
        untouched = (whole, 0, 0, 0)
        stripped = (whole // tries * cancel, whole // tries * (tries - cancel), 0, 0)
    after: list[Counts] = [untouched, stripped if target.suppressible else untouched]
    through = [0, 0]
    for outcome in range(HIT, LETHAL + 2):
        if target.machine_gun_on_armor:
            after.append(stripped)
            through.append(0)
        else:
            left = saves[outcome >= LETHAL]
            after.append(_after_hit(target, left, outcome % 2 == 1, before, whole))
            through.append(_through(target, left, whole))
    return Effect(tuple(after), tuple(through), whole)


@lru_cache(maxsize=4096)
def effect_of_two(target: Victim, before: int) -> Effect:
    """What each pair of outcomes of two attack rolls does; the second is lost if the first destroys the target."""
    first, unhurt, hurt = effect(target, before), effect(target, 0), effect(target, 1)
    after: list[Counts] = []
    through: list[int] = []
    for now, hits in zip(first.after, first.hits, strict=True):
        going_on = sum(ways for state, ways in enumerate(now) if fires_again(1, state == DESTROYED))
        for second in range(MISS, LETHAL + 2):
            fresh, worse = unhurt.after[second], hurt.after[second]
            after.append(
                (
                    now[CLEAN] * fresh[CLEAN],
                    now[CLEAN] * fresh[SUPPRESSED] + now[SUPPRESSED] * (fresh[CLEAN] + fresh[SUPPRESSED]),
                    (now[CLEAN] + now[SUPPRESSED]) * fresh[ONE_HIT] + now[ONE_HIT] * worse[ONE_HIT],
                    (now[CLEAN] + now[SUPPRESSED]) * fresh[DESTROYED]
                    + now[ONE_HIT] * worse[DESTROYED]
                    + now[DESTROYED] * first.whole,
                )
            )
            through.append(hits * first.whole + going_on * unhurt.hits[second])
    return Effect(tuple(after), tuple(through), first.whole**2)


def _saves(target: Victim, hits: int) -> Counts:
    """What the save roll against an ordinary (1) or lethal (2) hit leaves."""
    stake = hits_to_save(hits, bool(target.rivets), False, target.rivets_rule)
    armor = target.armor_dice_lethal if hits == 2 else target.armor_dice
    roll = SaveRoll(stake, armor, target.armor_face, target.keep_best, target.cover_dice, target.save_success_rule)
    return save_outcomes(roll, target.save_rerolls, target.save_extent)


def _after_hit(target: Victim, saves: Counts, high: bool, before: int, whole: int) -> Counts:
    """The target's states after a hit, in counts out of ``whole``; ``high`` = the dice set off a death trap."""
    scale = whole // sum(saves)
    states = [0, 0, 0, 0]
    for entry, ways in enumerate(saves):
        unsaved, armor_saved = divmod(entry, 2)
        taken = hits_taken(unsaved, bool(target.rivets), False, target.rivets_rule)
        trap = bool(target.death_trap) and death_trap_springs(unsaved, high, armor_saved, target.death_trap_rule)
        if is_destroyed(before, taken, target.hits_to_destroy, trap):
            states[DESTROYED] += ways * scale
        else:
            states[ONE_HIT if before + taken else CLEAN] += ways * scale
    return tuple(states)


def _through(target: Victim, saves: Counts, whole: int) -> int:
    """Hits that get through a hit's save roll, summed over the ``whole``."""
    scale = whole // sum(saves)
    return scale * sum(
        ways * hits_taken(entry // 2, bool(target.rivets), False, target.rivets_rule)
        for entry, ways in enumerate(saves)
    )
