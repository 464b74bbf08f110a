"""An order from the card to its end: leader, followers, one action after the other (1.3).

PHASE_FOLLOW asks for followers, PHASE_ACT lets the members act in their order; each action has a phase of its own and
comes back to PHASE_ACT.
"""

from tigersim.core.asking import ask_owner
from tigersim.core.close_combat import start_close_combat
from tigersim.core.compile.jit import jit_inner
from tigersim.core.cover import start_cover
from tigersim.core.enums import ASSAULT, FIND_COVER, FIRE, MOVE, ORDER, PHASE_ACT, PHASE_FOLLOW, PHASE_RESOLVE
from tigersim.core.fire import start_fire
from tigersim.core.follow import ask_follow, can_do, someone_may_join
from tigersim.core.movement import start_move
from tigersim.core.sides import side_of
from tigersim.core.units import may_act
from tigersim.registry import rule
from tigersim.rules.follow import follows
from tigersim.rules.switches import FollowTiming


@jit_inner
@rule("PT-TURN-17")
def give_order(b, unit, verb, target, weapon, card):
    """One card, one action of the leader; then followers may be named (AMB-87)."""
    g = b[0].group
    g.verb = verb
    g.members = 1
    g.member[0] = unit
    g.at = 0
    g.target = target
    g.weapon = weapon
    g.card = card
    g.success = g.closed = 0
    record_action(b, unit, verb)
    b[0].phase = (
        PHASE_ACT if b[0].ruling.follow_timing == FollowTiming.AFTER_LEADER_ACTS and verb != ASSAULT else PHASE_FOLLOW
    )


@jit_inner
def record_action(b, unit, verb):
    """Count an action of a unit."""
    u, player = b[0].unit[unit], b[0].player[side_of(unit)]
    u.actions += 1
    u.acted += 1
    u.done |= 1 << verb
    player.orders += 1
    player.verbs[verb] += 1


@jit_inner
@rule("PT-FOLLOW-04", "PT-FOLLOW-08")
def record_following(b, unit, verb):
    """What a follower attempts is an action of its own."""
    record_action(b, unit, verb)
    b[0].player[side_of(unit)].followed += 1


@jit_inner
@rule("PT-FOLLOW-05")
def step_follow(b, t, w):
    """Ask for followers while one may join; then the group acts."""
    if b[0].group.closed == 0 and someone_may_join(b, t, w):
        ask_follow(b)
        return
    close_group(b)


@jit_inner
def close_group(b):
    """No further followers: the group acts."""
    b[0].group.closed = 1
    if b[0].group.verb == ASSAULT:
        start_close_combat(b)
    else:
        b[0].phase = PHASE_ACT


@jit_inner
@rule("PT-FOLLOW-03", "PT-FOLLOW-04")
def step_act(b, t, w):
    """The leader acts, then each follower with its own dice; shots need a target each."""
    g = b[0].group
    if g.at >= g.members:
        if g.closed == 0:
            b[0].phase = PHASE_FOLLOW
        else:
            b[0].phase = PHASE_RESOLVE
            g.at = 0  # nobody follows any more: who moves next, or thinks of it, moves by himself
        return
    unit = g.member[g.at]
    first = g.at == 0
    g.at += 1
    if not first and not still_follows(b, t, w, unit):
        return
    if g.verb == FIRE:
        if first:
            start_fire(b, unit, g.target, g.weapon, g.card)
        else:
            ask_owner(b, ORDER, unit)
        return
    if not first:
        record_following(b, unit, g.verb)
    if g.verb == MOVE:
        start_move(b, unit, g.card)
    elif g.verb == FIND_COVER:
        start_cover(b, unit, g.card)


@jit_inner
@rule("PT-FOLLOW-01", "PT-FOLLOW-04")
def still_follows(b, t, w, unit):
    """When its turn comes a follower is unhurt and the action is still open to it."""
    g = b[0].group
    if not may_act(b, unit) or not follows(g.success != 0, b[0].ruling.follow_independent):
        return False
    return can_do(b, t, w, unit, g.verb, g.card)
