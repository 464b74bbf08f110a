"""Playing: from the forces to the last card (set_up, carry_on, record_result)."""

import numpy as np

from tigersim.core.arrivals import forget_arrivals, has_arrivals, hold_back, step_arrive
from tigersim.core.asking import is_forbidden
from tigersim.core.carrying import step_leaving
from tigersim.core.chance import battle_key
from tigersim.core.close_combat import melee_step
from tigersim.core.commanders import seat_commanders
from tigersim.core.compile.jit import jit, jit_inner, jit_part
from tigersim.core.cover import cover_step
from tigersim.core.deck import FULL_PACK, new_deck
from tigersim.core.demolition import lay_charge
from tigersim.core.enums import (
    LUCK_BANDS,
    LUCK_KINDS,
    MAX_UNITS,
    NO_CARD,
    NOBODY,
    NOTHING,
    PHASE_ACT,
    PHASE_ARRIVE,
    PHASE_ASSIGN,
    PHASE_COVER,
    PHASE_DEPLOY,
    PHASE_DRAW,
    PHASE_END,
    PHASE_FIRE,
    PHASE_FOLLOW,
    PHASE_LAND,
    PHASE_MELEE,
    PHASE_MOVE,
    PHASE_NOMINATE,
    PHASE_OFF_TABLE,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    PHASE_RESOLVE,
    REROLLING,
)
from tigersim.core.fire import fire_step
from tigersim.core.initiative import step_nominate, step_resolve
from tigersim.core.landing.turn import call_in_landings, landings_are_due, start_landings, step_landing
from tigersim.core.layout import VERBS
from tigersim.core.luck import hide_cards
from tigersim.core.movement import move_step
from tigersim.core.off_table.attacks import off_table_step
from tigersim.core.off_table.calling import offer_calls
from tigersim.core.orders import step_act, step_follow
from tigersim.core.recovery import step_recover, step_recovery_tests
from tigersim.core.rounds import step_round, step_solo
from tigersim.core.sequence import roll_for_attack, set_small_forces, step_assign, step_deploy, step_draw, step_end
from tigersim.core.sides import first_slot, side_of
from tigersim.core.units import fresh
from tigersim.core.victory import step_prolong, stop_if_decided
from tigersim.core.wrecks import ask_wreck

MOST_COUNTED = 127
"""Orders of a unit that a result has room for."""


@jit
def set_up(b, t, w, seed, number, profiles, army):
    """Set up battle ``number`` of an experiment, before anything is decided.

    ``profiles`` is an array of PROFILE records, ``army`` an int array (2, MAX_UNITS) of indices into it, -1 = no unit.
    Switches, policies and what is forbidden are in the record already; everything else is reset.
    """
    b[0].key = battle_key(seed, number)
    b[0].number = number
    b[0].phase = PHASE_DEPLOY
    b[0].ask = NOTHING
    b[0].asked = 0
    b[0].subject = NOBODY
    b[0].card = NO_CARD
    b[0].turn = 0
    b[0].decks = 1
    b[0].scale = max(b[0].scale, 1)
    b[0].over = b[0].ended_by = b[0].step = b[0].leaving = 0
    b[0].wrecks_due = b[0].wrecks = b[0].group.members = b[0].group.at = 0
    b[0].support.kind = b[0].support.lent = b[0].support.called = b[0].support.declined = 0
    cells = t[0].width * t[0].depth
    b[0].occupant[:cells] = 0
    for side in range(2):
        player = b[0].player[side]
        player.units = player.vp = player.marker_vp = player.goal_vp = 0
        player.n_blind = 0
        player.saved = np.uint64(0)
        player.decisions = player.thought = player.forfeited = player.waived = 0
        player.idle_turns = player.marker_vp = player.followed = player.verbs[:] = 0
        for k in range(army.shape[1]):
            _enlist(b, side * army.shape[1] + k, profiles, army[side, k])
            if army[side, k] >= 0:
                player.units += 1
        player.standing = player.units
    if b[0].allies != 0 or b[0].own_decks != 0:
        seat_commanders(b)
    b[0].tie_rolls = b[0].ahead = b[0].reserves = b[0].arrived = 0
    b[0].blown = 0
    forget_arrivals(b)
    b[0].landing.lost = 0
    b[0].luck[:] = 0.0
    w[0].paired = w[0].trying = w[0].judged = 0
    roll_for_attack(b, t)
    call_in_landings(b)
    set_small_forces(b)
    if has_arrivals(b):
        hold_back(b)
    if b[0].scenario.demolition != 0:
        lay_charge(b)
    for pile in range(1 + b[0].own_decks):
        new_deck(b, pile)
        hide_cards(b, w, pile, FULL_PACK)


@jit_inner
def _enlist(b, slot, profiles, kind):
    """A fresh unit of a kind in a slot."""
    u = b[0].unit[slot]
    u.kind = kind
    u.alive = u.placed = u.died = u.due = 0
    u.goal = u.planned = 0
    u.hazard = 0.0
    if kind < 0:
        return
    u.profile = profiles[kind]
    if is_forbidden(b, side_of(slot), REROLLING):
        forgo_rerolls(u.profile)
    fresh(b, slot)


@jit_inner
def forgo_rerolls(p):
    """Take all permissions to re-roll from a unit, so that its rolls are known exactly."""
    p.attack_rerolls = p.attack_whole = p.save_rerolls = p.save_whole = 0
    p.move_rerolls = p.move_whole = p.melee_rerolls = p.own_rerolls = 0


@jit_part
def carry_on(b, t, w):
    """Carry a battle on to its next decision or its end."""
    while b[0].ask == NOTHING and b[0].over == 0:
        phase = b[0].phase
        if b[0].leaving > 0:
            step_leaving(b, t, w)
            continue
        if b[0].wrecks_due > 0:
            ask_wreck(b, t)
            continue
        if phase not in (PHASE_DEPLOY, PHASE_FIRE, PHASE_MELEE, PHASE_OFF_TABLE) and stop_if_decided(b, t, w):
            return
        if phase == PHASE_RESOLVE:
            step_resolve(b, w)
        elif phase == PHASE_ACT:
            step_act(b, t, w)
        elif phase == PHASE_FOLLOW:
            step_follow(b, t, w)
        elif phase == PHASE_FIRE:
            fire_step(b, t, w)
        elif phase == PHASE_MOVE:
            move_step(b, t, w)
        elif phase == PHASE_MELEE:
            melee_step(b, t, w)
        elif phase == PHASE_COVER:
            cover_step(b, t, w)
        elif phase == PHASE_ASSIGN:
            step_assign(b)
        elif phase == PHASE_NOMINATE:
            if b[0].allies != 0:
                step_round(b, w)
            elif b[0].scenario.solo != 0:
                step_solo(b, w)
            elif not offer_calls(b, t):
                step_nominate(b, w)
        elif phase == PHASE_RECOVER:
            step_recover(b)
        elif phase == PHASE_RECOVERY_TESTS:
            step_recovery_tests(b, t, w)
        elif phase == PHASE_END:
            step_end(b, w)
        elif phase == PHASE_DRAW:
            step_draw(b, w)
        elif phase == PHASE_ARRIVE:
            if landings_are_due(b):
                start_landings(b)
            else:
                step_arrive(b, t, w)
        elif phase == PHASE_LAND:
            step_landing(b, t, w)
        elif phase == PHASE_DEPLOY:
            step_deploy(b, t)
        elif phase == PHASE_OFF_TABLE:
            off_table_step(b, t, w)
        else:
            step_prolong(b, t, w)


@jit_inner
def record_result(b, t, result, army):
    """Record the results of a finished battle: scores, deaths, hazards, health of the players."""
    r = result[0]
    r.table = t[0].number
    r.side_a_first = b[0].player[0].attacker
    r.side_a_south = 1 - b[0].player[0].north
    r.turns = b[0].turn
    for kind in range(LUCK_KINDS):
        for band in range(LUCK_BANDS):
            r.luck[kind, band] = b[0].luck[kind, band]
    r.decks = b[0].decks
    r.ended_by = b[0].ended_by
    for side in range(2):
        player = b[0].player[side]
        r.vp[side] = player.vp
        r.marker_vp[side] = player.marker_vp
        r.goal_vp[side] = player.goal_vp
        r.idle_turns[side] = player.idle_turns
        r.waived[side] = player.waived
        r.forfeited[side] = player.forfeited
        r.followed[side] = player.followed
        for verb in range(VERBS):
            r.verbs[side, verb] = player.verbs[verb]
        r.never_acted[side] = 0
        for k in range(MAX_UNITS):
            u = b[0].unit[first_slot(side) + k]
            r.kind[side, k] = army[side, k]
            r.dead[side, k] = u.died
            r.hazard[side, k] = u.hazard
            r.acted[side, k] = min(u.acted, MOST_COUNTED) if army[side, k] >= 0 else 0  # empty slots keep what was
            if army[side, k] >= 0 and u.acted == 0:
                r.never_acted[side] += 1
