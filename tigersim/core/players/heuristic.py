"""``heuristic``: rules of thumb.

Cards go to units that see an enemy.  A unit that sees one makes the attack with the best exact expectation, a shot or
an assault; one that sees none moves to where it does, infantry into cover, on a carrier if it is far; one that can do
neither finds cover.  Units beside an acting one follow it where that is of use.  The lowest cards are kept for
recovery.
"""

from tigersim.core.aim import may_fire
from tigersim.core.asking import decider
from tigersim.core.assault import may_assault
from tigersim.core.carrying import riders_can_get_off
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.cover import cover_roll_dice
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    ARRIVE,
    ASSAULT,
    ASSIGN,
    BLOW,
    CALL,
    DARE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    DRIFT,
    EFFECT,
    FIND_COVER,
    FIRE,
    FOLLOW,
    GO_ON,
    HELP,
    HOLD_BACK,
    LAND,
    MOVE,
    NAME,
    NEXT_TARGET,
    NOBODY,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ACT,
    PROLONG,
    RECOVER,
    REGROUP,
    REROLL,
    SECOND_SHOT,
    SPLASH,
    SPLIT,
    STRIKE,
    TEST,
    WEAPONS,
    WRECK,
)
from tigersim.core.follow import may_join, may_repeat
from tigersim.core.movement import move_dice
from tigersim.core.off_table.calling import kind_ordered, spotter_of
from tigersim.core.players.airdrop import drop, let_drift
from tigersim.core.players.attack import (
    assault_worth,
    best_assault,
    best_shot,
    card_to_lose,
    choose_victim,
    dare,
    name_helper,
    neighbour,
    second_shot,
    share_burst,
)
from tigersim.core.players.by_the_book import reroll
from tigersim.core.players.hand import assign, discard_worst, nominate, recover
from tigersim.core.players.places import deploy, destination, dismount, regroup
from tigersim.core.players.scenario_goals import blow_worth, bring_on, hold_back, presses_on
from tigersim.core.players.support_calls import call_by_thumb, next_target_by_thumb
from tigersim.core.players.surroundings import (
    RIDE_INCHES,
    covers,
    find_foes,
    foe_within,
    in_view,
    is_landing_craft,
    longest_range,
    makes_for_land,
    risks_itself,
    wants_off,
)
from tigersim.core.recovery import awaits_test
from tigersim.core.sides import enemies_of, side_of, slots_of
from tigersim.core.units import cell_of
from tigersim.rules.cards import difficulty
from tigersim.rules.off_table import NO_SUPPORT
from tigersim.rules.switches import ActionChoiceTiming, SupportCall


@jit_inner
def decide(b, t, w):
    """The action of a player of rules of thumb."""
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
        return nominate(b)
    if decision == FOLLOW:
        return name_follower(b, t, w)
    if decision == DESTINATION:
        return destination(b, t, w)
    if decision == REROLL:
        return reroll(b)
    if decision == RECOVER:
        return recover(b, w)
    if decision == REGROUP:
        return regroup(b, t, w)
    if decision == DISCARD:
        return discard_worst(b, w)
    if decision == DEPLOY:
        return deploy(b, t, w)
    return minor(b, t, w, decision)


@jit_inner
def minor(b, t, w, decision):
    """Decisions that come up now and then."""
    side = b[0].asked
    if decision == HELP:
        return name_helper(b)
    if decision == STRIKE:
        return choose_victim(b, t, w)
    if decision == DARE:
        return dare(b, w)
    if decision == DISMOUNT:
        return dismount(b, t, w)
    if decision == SPLIT:
        return share_burst(b, t)
    if decision == SECOND_SHOT:
        return second_shot(b, t, w)
    if decision == SPLASH:
        return neighbour(b)
    if decision == ARRIVE:
        return bring_on(b)
    if decision == HOLD_BACK:
        return hold_back(b)
    if decision == LAND:
        return drop(b, t, w)
    if decision == DRIFT:
        return let_drift(b, t, w)
    if decision == EFFECT:
        return card_to_lose(b, t, w)
    if decision == NEXT_TARGET:
        return next_target_by_thumb(b, t, w)
    if decision == PROLONG:
        mine, theirs = b[0].player[side], b[0].player[1 - side]
        ahead = mine.vp + mine.marker_vp + mine.goal_vp > theirs.vp + theirs.marker_vp + theirs.goal_vp
        return pack(PASS if ahead else GO_ON, 0, 0, 0, 0, 0)
    if decision == WRECK:  # a side with fewer units is glad of what blocks the lines
        fewer = b[0].player[side].standing < b[0].player[1 - side].standing
        return pack(GO_ON if fewer else PASS, 0, 0, 0, 0, 0)
    return first_to_test(b) if decision == TEST else PASSING


@jit_inner
def first_to_test(b):
    """The first unit of the player that waits for its recovery test."""
    side = b[0].asked
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == decider(b) and awaits_test(b, unit):
            return pack(NAME, unit, 0, 0, 0, 0)
    return PASSING


@jit_inner
def any_order(b, t, w):
    """Some order that is open to the unit, where a ruling forbids to waive (AMB-17 must_act).

    A follower only fires.
    """
    unit, card = b[0].subject, b[0].card
    if is_charge(b, unit):
        return pack(BLOW, unit, 0, 0, 0, 0)
    follows = b[0].phase == PHASE_ACT
    if not follows and may_repeat(b, unit, MOVE) and move_dice(b, t, unit, card) > 0:
        return pack(MOVE, unit, 0, 0, 0, 0)
    if not follows and may_repeat(b, unit, FIND_COVER) and cover_roll_dice(b, t, unit, card) > 0:
        return pack(FIND_COVER, unit, 0, 0, 0, 0)
    for target in enemies_of(b, b[0].asked):
        if not follows and may_repeat(b, unit, ASSAULT) and may_assault(b, t, w, unit, target, card):
            return pack(ASSAULT, unit, target, 0, 0, 0)
        if not may_repeat(b, unit, FIRE) or not riders_can_get_off(b, t, w, unit):
            continue
        for weapon in range(WEAPONS):
            if may_fire(b, t, unit, target, weapon, card):
                return pack(FIRE, unit, target, weapon, 0, 0)
    if not follows and kind_ordered(b, unit, card) != NO_SUPPORT:
        for target in enemies_of(b, b[0].asked):
            if spotter_of(b, t, b[0].asked, target) != NOBODY:
                return pack(CALL, unit, target, 0, 0, 0)
    return PASSING


# --- orders -----------------------------------------------------------------------------------------------------


@jit_inner
def order(b, t, w):
    """Attack if it is worth it, else move, else find cover, else the poor shot or nothing."""
    unit, card = b[0].subject, b[0].card
    if is_charge(b, unit):
        return pack(BLOW, unit, 0, 0, 0, 0) if blow_worth(b, t) > 0.0 else PASSING
    shot, worth = PASSING, 0.0
    if b[0].phase == PHASE_ACT or (may_repeat(b, unit, FIRE) and riders_can_get_off(b, t, w, unit)):
        shot, worth = best_shot(b, t, w, unit, card)
        if b[0].phase == PHASE_ACT:
            return shot
    if may_repeat(b, unit, ASSAULT):
        assault, gain = best_assault(b, t, w, unit, card)
        if gain > worth:
            shot, worth = assault, gain
    if b[0].scenario.off_table != 0:
        kind = kind_ordered(b, unit, card)
        if kind != NO_SUPPORT:
            call, gain = call_by_thumb(b, t, w, unit, kind)
            if call != PASSING and b[0].ruling.support_call == SupportCall.IN_ADDITION:
                return call
            if gain > worth:
                shot, worth = call, gain
    if worth >= w[0].heuristic[side_of(unit)].least_attack:
        return shot
    find_foes(b, t, w, side_of(unit))
    if wants_to_move(b, t, w, unit, card):
        return pack(MOVE, unit, 0, 0, 0, 0)
    if wants_cover(b, t, w, unit, card):
        return pack(FIND_COVER, unit, 0, 0, 0, 0)
    return shot


@jit_inner
def wants_to_move(b, t, w, unit, card):
    """Whether the unit had better be elsewhere and the card may well bring it there.

    After ``find_foes``.
    """
    u = b[0].unit[unit]
    dice, needed = move_dice(b, t, unit, card), difficulty(card)
    if dice == 0 or 6 * dice < needed or not may_repeat(b, unit, MOVE):
        return False
    if risks_itself(u.profile, dice, needed):
        return False
    if u.carrier != NOBODY:
        return wants_off(b, t, w, unit)
    if is_landing_craft(b, t, unit):
        return makes_for_land(b, t, unit)
    if presses_on(b, t, unit):
        return True
    cell = cell_of(b, t, unit)
    if longest_range(b, unit) > 0:
        return not covers(b, t, unit, cell)
    if u.aboard > 0:
        return not foe_within(w, u.x, u.y, RIDE_INCHES)
    return in_view(t, w, cell)


@jit_inner
def wants_cover(b, t, w, unit, card):
    """Whether the unit is seen and may well find cover with this card.

    After ``find_foes``.
    """
    if b[0].unit[unit].found_cover != 0 or not may_repeat(b, unit, FIND_COVER):
        return False
    dice = cover_roll_dice(b, t, unit, card)
    if dice == 0 or w[0].hit[0, dice, difficulty(card)] < w[0].heuristic[side_of(unit)].least_cover:
        return False
    return in_view(t, w, cell_of(b, t, unit))


# --- following --------------------------------------------------------------------------------------------------


@jit_inner
def name_follower(b, t, w):
    """The first unit beside the group that has a use for the action."""
    side, verb, card = b[0].asked, b[0].group.verb, b[0].group.card
    find_foes(b, t, w, side)
    for unit in slots_of(b, side):
        fresh = b[0].unit[unit].alive != 0 and b[0].unit[unit].given == 0
        if fresh and may_join(b, t, w, unit) and follows_gladly(b, t, w, unit, verb, card):
            return pack(NAME, unit, 0, 0, 0, 0)
    return PASSING


@jit_inner
def follows_gladly(b, t, w, unit, verb, card):
    """Whether the action of the leader is of use to the unit (after find_foes)."""
    if verb == FIRE:
        _, worth = best_shot(b, t, w, unit, card)
        return worth > 0.0
    if verb == MOVE:
        return wants_to_move(b, t, w, unit, card)
    if verb == FIND_COVER:
        return b[0].unit[unit].found_cover == 0
    return assault_worth(b, w, unit, b[0].group.target, card) > 0.0
