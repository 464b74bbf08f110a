"""Decisions within an attack or a roll: re-rolls, further targets, wrecks."""

from tigersim.core.codes import pack, target_of, unit_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.decision import Decision, add, list_pass, list_yes_or_no
from tigersim.core.dice import may_reroll_some, reroll
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_COVER,
    CHANCE_FIRE,
    CHANCE_MELEE,
    CHANCE_MOVE,
    CHANCE_OFF_TABLE,
    CHANCE_SAVE,
    FIRE,
    GO_ON,
    NAME,
    ONE_DIE,
    PASS,
    PHASE_COVER,
    PHASE_MELEE,
    PHASE_MOVE,
    PHASE_OFF_TABLE,
    PHASE_RECOVERY_TESTS,
    REROLL,
    SECOND_SHOT,
    SOME_DICE,
    SPLASH,
    WRECK,
)
from tigersim.core.fire import ATTACK_STAGE, follow_up, next_fire_roll
from tigersim.core.recovery import reroll_in_recovery
from tigersim.core.sides import enemies_of, slots_of
from tigersim.core.support_weapons import may_follow_up, may_splash, splash
from tigersim.core.wrecks import settle_wreck
from tigersim.rules.switches import ImprovedRerollExtent


@jit_inner
def list_reroll(b, t, w):
    """One free die, all, or any of them together, as rulings have it (AMB-99, AMB-101); or none."""
    n = list_pass(w)
    free = 0
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            free |= 1 << k
            if may_reroll_some(b):
                n = add(w, n, pack(ONE_DIE, b[0].subject, 0, k, 0, 0))
    if b[0].ruling.improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET and may_reroll_some(b):
        for some in range(3, free):
            if some & ~free == 0 and some & (some - 1) != 0:
                n = add(w, n, pack(SOME_DICE, b[0].subject, 0, some, 0, 0))
    return add(w, n, pack(ALL_DICE, b[0].subject, 0, 0, 0, 0))


@jit_inner
def do_reroll(b, t, w, action):
    """Throw the dice again, or keep the roll."""
    verb, which, phase = verb_of(action), which_of(action), b[0].phase
    if phase == PHASE_RECOVERY_TESTS:
        reroll_in_recovery(b, t, w, verb, which)
    else:
        reroll(b, b[0].subject, _purpose(b, phase), verb, which)


@jit_inner
def _purpose(b, phase):
    """The stream of chance that the dice on the table are from."""
    if phase == PHASE_COVER:
        return CHANCE_COVER
    if phase == PHASE_MELEE:
        return CHANCE_MELEE
    if phase == PHASE_MOVE:
        return CHANCE_MOVE
    if b[0].shot.stage != ATTACK_STAGE:
        return CHANCE_SAVE
    return CHANCE_FIRE if phase != PHASE_OFF_TABLE else CHANCE_OFF_TABLE


@jit_inner
def list_second_shot(b, t, w):
    """Every target that a mortar's second shot, or the other gun, may be fired at; or none."""
    n = list_pass(w)
    enemy, weapon = 1 - b[0].asked, b[0].shot.weapon
    for target in slots_of(b, enemy):
        if may_follow_up(b, t, target, weapon):
            n = add(w, n, pack(FIRE, b[0].subject, target, weapon, 0, 0))
    return n


@jit_inner
def do_second_shot(b, t, w, action):
    """Fire again, or not."""
    if verb_of(action) == PASS:
        next_fire_roll(b)
    else:
        follow_up(b, target_of(action))


@jit_inner
def list_splash(b, t, w):
    """The neighbours of the target that the hit may suppress."""
    n = 0
    for unit in enemies_of(b, b[0].asked):
        if may_splash(b, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_splash(b, t, w, action):
    """Suppress the neighbour."""
    splash(b, t, w, unit_of(action))


@jit_inner
def do_wreck(b, t, w, action):
    """Leave the destroyed vehicle on the table, or not."""
    settle_wreck(b, t, w, b[0].subject, verb_of(action) == GO_ON)


DECISIONS = (
    Decision(REROLL, "re-roll", list_reroll, do_reroll),
    Decision(SECOND_SHOT, "second shot", list_second_shot, do_second_shot),
    Decision(SPLASH, "splash", list_splash, do_splash),
    Decision(WRECK, "wreck", list_yes_or_no, do_wreck),
)
