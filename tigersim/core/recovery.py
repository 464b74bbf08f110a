"""Recovery at the end of the turn (chapter 1.13): cards to damaged units, regroup, the tests."""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.chance import die, stream
from tigersim.core.deck import bit, discard, pop_blind
from tigersim.core.enums import BLIND, CHANCE_RECOVERY, LUCK_RECOVERY, MAX_UNITS, NO_CARD, NOBODY, REGROUP
from tigersim.core.geometry import gap_squared
from tigersim.core.jit import jit_inner
from tigersim.core.log import note
from tigersim.core.luck import book_luck, show_card
from tigersim.core.reach import reach, side_of
from tigersim.core.units import destroy, put
from tigersim.registry import rule
from tigersim.rules.cards import difficulty
from tigersim.rules.recovery import REGROUP_INCHES, catches_fire, may_test, recovers, recovery_dice
from tigersim.rules.recovery import may_regroup as regroup_is_open


@jit_inner
@rule("PT-RECOVER-02")
def wants_recovery(b, unit):
    """PT-RECOVER-02: a living unit with a hit (or immobilised, AMB-110) that has no recovery card yet."""
    u = b[0].unit[unit]
    if u.alive == 0 or u.recovery_card != NO_CARD:
        return False
    return may_test(u.hits, u.immobilised != 0, b[0].switch[110])


@jit_inner
def anyone_wants_recovery(b, side):
    """Whether a side has a unit that a recovery card could go to."""
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if wants_recovery(b, unit):
            return True
    return False


@jit_inner
@rule("PT-RECOVER-01", "PT-RECOVER-03")
def give_recovery_card(b, side, unit, which):
    """PT-RECOVER-01, PT-RECOVER-03: lay a card from the hand beside a damaged unit, unseen unless it was saved."""
    u = b[0].unit[unit]
    if which == BLIND:
        u.recovery_card = pop_blind(b, side)
        u.recovery_open = 0
    else:
        b[0].player[side].saved &= ~bit(which)
        u.recovery_card = which
        u.recovery_open = 1


@jit_inner
def nearest_enemy(b, unit):
    """The enemy whose base is nearest to the unit's (the first of equals), or NOBODY."""
    u = b[0].unit[unit]
    enemy = 1 - side_of(unit)
    best, nearest = NOBODY, 1 << 30
    for other in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        v = b[0].unit[other]
        if v.alive != 0:
            gap = gap_squared(u.x, u.y, v.x, v.y)
            if gap < nearest:
                best, nearest = other, gap
    return best


@jit_inner
@rule("PT-DIS-NO_RETREAT")
def may_regroup(b, unit):
    """PT-DIS-NO_RETREAT: whether the unit may withdraw at all before its test (AMB-97)."""
    u = b[0].unit[unit]
    p = u.profile
    fixed = u.immobilised != 0 or p.immobile != 0 or p.water_only != 0
    return regroup_is_open(p.may_regroup == 0, fixed, u.hits) and nearest_enemy(b, unit) != NOBODY


@jit_inner
@rule("PT-RECOVER-07", "PT-RECOVER-08")
def regroup_cells(b, t, w, unit):
    """PT-RECOVER-07, PT-RECOVER-08: cells up to 6 inches away that lead away from the nearest enemy."""
    return reach(b, t, w, unit, REGROUP_INCHES, 0, nearest_enemy(b, unit))


@jit_inner
def ask_regroup(b, unit):
    """Ask the owner whether and where to the unit withdraws before its test."""
    b[0].ask = REGROUP
    b[0].asked = side_of(unit)
    b[0].subject = unit


@jit_inner
def regroup(b, t, w, unit, x, y, facing):
    """Withdraw; a unit that is in fact displaced loses found cover (AMB-49)."""
    put(b, t, unit, x, y, facing)
    b[0].unit[unit].found_cover = 0
    note(b, w, log.REGROUPED, unit, x, y, 0, 0, 0)


@jit_inner
@rule("PT-RECOVER-04", "PT-RECOVER-05", "PT-DIS-ENGINE_FIRE", "PT-ADV-RUGGED")
def test_recovery(b, t, w, unit, regrouped):
    """PT-RECOVER-04, PT-RECOVER-05, PT-DIS-ENGINE_FIRE, PT-ADV-RUGGED: roll the test; the card is used up."""
    u = b[0].unit[unit]
    card = u.recovery_card
    dice = recovery_dice(u.profile.recovery_dice, regrouped)
    chance = stream(b[0].key, CHANCE_RECOVERY, b[0].turn, unit)
    total = 0
    for k in range(dice):
        total += die(chance, k)
    u.recovery_card = NO_CARD
    if u.recovery_open == 0:
        show_card(b, w, card)
    discard(b, card)
    needed = difficulty(card)
    passed = recovers(total, needed)
    missed = chance_to_miss(w, dice, needed)
    book_luck(b, side_of(unit), LUCK_RECOVERY, u.profile.cost * ((1.0 if passed else 0.0) - (1.0 - missed)))
    burns = catches_fire(u.profile.engine_fire != 0, u.engine_hit != 0, False, b[0].switch[106])
    if burns:
        u.hazard += missed
    note(b, w, log.ROLLED, unit, CHANCE_RECOVERY, needed, dice, total, 1 if passed else 0)
    if passed:
        u.hits = 0
        u.engine_hit = 0
        u.immobilised = 0
        note(b, w, log.RECOVERED, unit, 0, 0, 0, 0, 0)
    elif burns:
        destroy(b, t, w, unit, -1)


@jit_inner
def chance_to_miss(w, dice, needed):
    """P(sum of dice < needed)."""
    hit = 0.0
    for outcome in range(4):
        hit += w[0].attack[0, dice, needed, outcome]
    return 1.0 - hit
