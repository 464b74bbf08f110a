"""The tactician's decisions, one function each."""

from tigersim.core.carrying import riders_can_get_off
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner, jit_part
from tigersim.core.cover import cover_roll_dice
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    ASSAULT,
    ASSIGN,
    BLOW,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    FIND_COVER,
    FIRE,
    FOLLOW,
    MOVE,
    NAME,
    NEXT_TARGET,
    NOBODY,
    NOMINATE,
    ORDER,
    PHASE_ACT,
    RECOVER,
    REGROUP,
    REROLL,
)
from tigersim.core.follow import may_join, may_repeat
from tigersim.core.movement import move_dice
from tigersim.core.off_table.calling import kind_ordered
from tigersim.core.players.by_the_book import reroll
from tigersim.core.players.heuristic import any_order, minor
from tigersim.core.players.scenario_goals import blow_worth
from tigersim.core.players.surroundings import (
    is_landing_craft,
    makes_for_land,
    risks_itself,
    wants_off,
)
from tigersim.core.players.tactician.attacks import assault_gain, best_assault, best_shot
from tigersim.core.players.tactician.cards import assign, discard, nominate, recover
from tigersim.core.players.tactician.company import company_promise, friends_beside
from tigersim.core.players.tactician.moving import destination, dismount, gain_of_place, regroup
from tigersim.core.players.tactician.outlook import outlook, prepare
from tigersim.core.players.tactician.setting_up import deploy
from tigersim.core.players.tactician.support import aim_next, weigh_calls
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import side_of, slots_of
from tigersim.rules.cards import difficulty
from tigersim.rules.movement import move_allowance
from tigersim.rules.off_table import NO_SUPPORT
from tigersim.rules.switches import ActionChoiceTiming, SupportCall


@jit_part
def decide(b, t, w):
    """The action of a tactician."""
    decision = b[0].ask
    if decision == ORDER:
        wanted = order(b, t, w)
        return (
            wanted
            if wanted != PASSING or b[0].ruling.action_choice_timing != ActionChoiceTiming.MUST_ACT
            else any_order(b, t, w)
        )
    if decision == ASSIGN:
        return assign(b, t, w)
    if decision == NOMINATE:
        return nominate(b, w)
    if decision == FOLLOW:
        return name_follower(b, t, w)
    if decision == DESTINATION:
        prepare(b, t, w)
        return destination(b, t, w)
    if decision == REROLL:
        return reroll(b)
    if decision == RECOVER:
        return recover(b, w)
    if decision == REGROUP:
        prepare(b, t, w)
        return regroup(b, t, w)
    if decision == DISMOUNT:
        prepare(b, t, w)
        return dismount(b, t, w)
    if decision == DISCARD:
        return discard(b, w)
    if decision == DEPLOY:
        return deploy(b, t, w)
    if decision == NEXT_TARGET:
        return aim_next(b, t, w)
    return minor(b, t, w, decision)


# --- orders -----------------------------------------------------------------------------------------------------


@jit_inner
def order(b, t, w):
    """The order of which most is expected: a shot, an assault, a better place, cover, or none."""
    unit, card = b[0].subject, b[0].card
    if is_charge(b, unit):
        gain = blow_worth(b, t)
        weigh(w, pack(BLOW, unit, 0, 0, 0, 0), gain)
        weigh(w, PASSING, 0.0)
        return pack(BLOW, unit, 0, 0, 0, 0) if gain > 0.0 else PASSING
    prepare(b, t, w)
    best, most = PASSING, 0.0
    if b[0].phase == PHASE_ACT or (may_repeat(b, unit, FIRE) and riders_can_get_off(b, t, w, unit)):
        best, most = best_shot(b, t, w, unit, card)
        if b[0].phase == PHASE_ACT:
            weigh(w, PASSING, 0.0)
            return best
    if best != PASSING:
        followers, _ = company_promise(b, w, unit, friends_beside(b, unit))
        most += w[0].tactician[side_of(unit)].chorus * followers
    if may_repeat(b, unit, ASSAULT):
        assault, gain = best_assault(b, t, w, unit, card)
        if assault != PASSING:
            followers, _ = company_promise(b, w, unit, friends_beside(b, unit))
            gain += w[0].tactician[side_of(unit)].chorus * followers
        if gain > most:
            best, most = assault, gain
    if b[0].scenario.off_table != 0:
        kind = kind_ordered(b, unit, card)
        if kind != NO_SUPPORT:
            call, gain = weigh_calls(b, t, w, unit, kind)
            if call != PASSING and b[0].ruling.support_call == SupportCall.IN_ADDITION:
                return call
            if gain > most:
                best, most = call, gain
    gain = gain_by_moving(b, t, w, unit, card, most)
    weigh(w, pack(MOVE, unit, 0, 0, 0, 0), gain)
    if gain > most:
        best, most = pack(MOVE, unit, 0, 0, 0, 0), gain
    gain = gain_by_cover(b, t, w, unit, card)
    weigh(w, pack(FIND_COVER, unit, 0, 0, 0, 0), gain)
    if gain > most:
        best, most = pack(FIND_COVER, unit, 0, 0, 0, 0), gain
    least = max(w[0].tactician[side_of(unit)].least, 0.0)
    weigh(w, PASSING, least)
    return best if most >= least else PASSING


@jit_inner
def gain_by_moving(b, t, w, unit, card, most):
    """VP expected of a Move action with this card (after ``prepare``).

    0 if it cannot be more than ``most``.
    """
    u = b[0].unit[unit]
    dice, needed = move_dice(b, t, unit, card), difficulty(card)
    if dice == 0 or 6 * dice < needed or not may_repeat(b, unit, MOVE):
        return 0.0
    side = side_of(unit)
    weights = w[0].tactician[side]
    if risks_itself(u.profile, dice, needed):
        return 0.0
    if u.carrier != NOBODY:
        return weights.walk if wants_off(b, t, w, unit) else 0.0
    if is_landing_craft(b, t, unit):
        return weights.walk if makes_for_land(b, t, unit) else 0.0
    likely = w[0].hit[min(u.profile.move_rerolls, 1), min(dice, 7), needed]
    if likely < 0.1:
        return 0.0
    pace = move_allowance(max(needed, 7 * dice // 2), u.profile.move_cap)
    scale = weights.move * likely
    return scale * gain_of_place(b, t, w, unit, pace, most / scale) if scale > 0.0 else 0.0


@jit_inner
def gain_by_cover(b, t, w, unit, card):
    """VP expected of a Find cover action with this card (after ``prepare``)."""
    u = b[0].unit[unit]
    if u.found_cover != 0 or u.carrier != NOBODY or not may_repeat(b, unit, FIND_COVER):
        return 0.0
    dice = cover_roll_dice(b, t, unit, card)
    if dice == 0:
        return 0.0
    _, threat, _, _ = outlook(b, t, w, unit, u.x, u.y, u.facing)
    return w[0].tactician[side_of(unit)].cover * w[0].hit[0, min(dice, 7), difficulty(card)] * threat


@jit_inner
def name_follower(b, t, w):
    """The unit beside the group that wins most by the action."""
    side, verb, card = b[0].asked, b[0].group.verb, b[0].group.card
    prepare(b, t, w)
    best, most = PASSING, 0.0
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        if u.alive == 0 or u.given > 0 or not may_join(b, t, w, unit):
            continue
        if verb == FIRE:
            _, gain = best_shot(b, t, w, unit, card)
        elif verb == MOVE:
            gain = gain_by_moving(b, t, w, unit, card, most)
        elif verb == FIND_COVER:
            gain = gain_by_cover(b, t, w, unit, card)
        else:
            gain = assault_gain(b, w, unit, b[0].group.target, card)
        weigh(w, pack(NAME, unit, 0, 0, 0, 0), gain)
        if gain > most:
            best, most = pack(NAME, unit, 0, 0, 0, 0), gain
    weigh(w, PASSING, 0.0)
    return best
