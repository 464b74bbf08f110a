"""Trials: options played on in copies of the battle, all of them in the same futures.

What an option wins over the choice to beat is a paired difference, so that luck which does not depend on the choice
cancels; what the dice bring beyond their odds is taken out.  An option that falls behind is dropped, so that those that
are hard to tell apart are looked at longest (racing: Maron and Moore 1994).
"""

import math
from typing import NamedTuple

import numpy as np

from tigersim.core.asking import decider
from tigersim.core.chance import GAMMA, mix
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply
from tigersim.core.enums import (
    ASSIGN,
    DISCARD,
    LUCK_BANDS,
    LUCK_KINDS,
    LUCK_RECOVERY,
    LUCK_SHOCK,
    NOMINATE,
    ORDER,
    PHASE_ACT,
    PROLONG,
    RECOVER,
    SIDE_A,
    SLOTS,
)
from tigersim.core.hidden_cards import another_future
from tigersim.core.play.copies import copy_battle, make_room
from tigersim.core.play.engine import carry_on
from tigersim.core.players.strategist.card_plans import follow_plan, forget_plans
from tigersim.core.players.strategist.evaluation import judge_targets, worth
from tigersim.core.players.tactician.cards import take_notes
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.sides import side_of, slots_of

SPREAD, SAMPLES = 1.5, 2.0
"""VP by which futures differ in what an option wins, as known beforehand, and for how many futures that counts."""
GAIN = 0.1
"""VP that another option has to win over the choice to beat."""
CARE = 0.3
"""Errors that are taken off what an option has won before it is chosen: the best of many is the luckiest too."""
WHOLE_TURN = 1 << 20
"""More actions than a turn has."""


class Search(NamedTuple):
    """How long options are looked at."""

    futures: int
    """At most, of each option."""
    playouts: int
    """At most, of all options together."""
    actions: int
    """Of either side that are played on after the option's own; the turn's end is the last."""
    doubt: float
    """An option is dropped when it is behind by so many errors."""
    of_cards: bool = False
    """Whether the options are plans for the cards of a turn (``card_plans``), in place of actions."""
    of_both: bool = False
    """Whether the enemy is imagined to value its targets by the evaluation too, in place of as a tactician does."""


@jit_inner
def take_stock(b, t, w, of_both):
    """Judge all units by the evaluation.

    What each adds to its side, what its destruction takes from that, and what that and a shock are worth as a target of
    the side that is asked; ``of_both``: of either side.
    """
    worth(b, t, w, b[0].asked)
    for slot in range(SLOTS):
        score = b[0].unit[slot].profile.score / b[0].scale
        w[0].kill_worth[slot] = w[0].unit_worth[slot] + w[0].evaluation.luck[0] * score
    w[0].judgements += 1
    judge_targets(b, w, 1 - b[0].asked)
    if of_both:
        judge_targets(b, w, b[0].asked)


@jit_inner
def best_of(b, t, w, spare, n, search):
    """The best of ``w.option``; the first is taken unless another is better.

    After ``take_stock``.
    """
    logging, w[0].logging = w[0].logging, 0
    explaining, w[0].explaining = w[0].explaining, 0
    gains, option = w[0].option_worth, w[0].option
    for k in range(n):
        gains[k] = w[0].option_spread[k] = 0.0
        w[0].option_tries[k] = 0
    left, futures, playouts, base = n, 0, 0, 0.0
    make_room(spare, b)
    while left > 1 and futures < search.futures and (futures == 0 or playouts < search.playouts):
        imagine(b, t, spare, futures)
        if search.of_cards:
            let_enemy_note(spare[1:2], t, w)
            w[0].plans_laid = 0
        begin(b, t, w, spare, option[0], search)
        differs = not search.of_cards or lays_other_cards(b, spare, w)  # to be compared with
        stands = outcome(b, t, w, spare, search)
        playouts += left
        futures += 1
        base += (stands - base) / futures
        k = 1
        while k < left:
            begin(b, t, w, spare, option[k], search)
            differs = futures > 1 or not search.of_cards or lays_other_cards(b, spare, w)
            if differs:
                note_trial(w, k, outcome(b, t, w, spare, search) - stands)
            if not differs or gains[k] + search.doubt * error_of(w, k) < GAIN:
                left -= 1
                swap_options(w, k, left)
            else:
                k += 1
    w[0].option_tries[0] = futures
    best, most = 0, GAIN
    for k in range(1, left):
        gain = gains[k] - CARE * error_of(w, k)
        if gain > most:
            best, most = k, gain
    for k in range(n):
        gains[k] += base
    swap_options(w, 0, best)
    w[0].options = n
    w[0].logging = logging
    w[0].explaining = explaining
    return option[0]


@jit_inner
def note_trial(w, k, gain):
    """Add what an option has won in one more future to its mean and its spread."""
    w[0].option_tries[k] += 1
    off = gain - w[0].option_worth[k]
    w[0].option_worth[k] += off / w[0].option_tries[k]
    w[0].option_spread[k] += off * (gain - w[0].option_worth[k])


@jit_inner
def error_of(w, k):
    """Standard error of what an option wins.

    Its spread is known by its own futures, and by what is known of all options beforehand.
    """
    tries = w[0].option_tries[k]
    square = (w[0].option_spread[k] + SAMPLES * SPREAD * SPREAD) / (tries - 1 + SAMPLES)
    return math.sqrt(square / tries)


@jit_inner
def swap_options(w, j, k):
    """Let two options change places, with what is known of them."""
    w[0].option[j], w[0].option[k] = w[0].option[k], w[0].option[j]
    w[0].option_worth[j], w[0].option_worth[k] = w[0].option_worth[k], w[0].option_worth[j]
    w[0].option_spread[j], w[0].option_spread[k] = w[0].option_spread[k], w[0].option_spread[j]
    w[0].option_tries[j], w[0].option_tries[k] = w[0].option_tries[k], w[0].option_tries[j]


@jit_inner
def imagine(b, t, spare, number):
    """A copy of the battle in another future, where the options will find it.

    It holds nothing that the player who decides cannot know: unseen cards are dealt anew, others' plans are forgotten.
    """
    future = spare[1:2]
    copy_battle(future, b, t)
    another_future(future, number)
    forget_plans(future, decider(b))


@jit_inner
def let_enemy_note(b, t, w):
    """Have the enemy weigh its units now, once for all options: nothing moves while cards are laid."""
    side = b[0].asked
    b[0].asked, w[0].judged = 1 - side, 1 << side
    take_notes(b, t, w, 1 - side)
    if b[0].allies != 0:
        take_notes(b, t, w, 3 - side)
    b[0].asked, w[0].judged = side, 0


@jit_inner
def begin(b, t, w, spare, option, search):
    """Do what an option says in the future that is imagined (``imagine``), and lay all cards if it is a plan."""
    copy_battle(spare, spare[1:2], t)
    w[0].trying, w[0].judged = 1, 3 if search.of_both else 1 << b[0].asked
    if search.of_cards:
        follow_plan(spare, option)
        while spare[0].over == 0 and spare[0].ask == ASSIGN:
            move_on(spare, t, w)
    else:
        apply(spare, t, w, option)
        carry_on(spare, t, w)
    w[0].trying = w[0].judged = 0


@jit_inner
def lays_other_cards(b, spare, w):
    """Whether the side that decides lays other cards by a plan than by those tried before in this future.

    After ``begin``.  What the others win is known then.
    """
    code = np.uint64(0)
    for unit in slots_of(b, b[0].asked):
        cards = spare[0].unit[unit].cards
        code = mix(code ^ np.uint64(unit << 16 | (cards[0] + 1) << 8 | (cards[1] + 1))) + GAMMA
    for k in range(w[0].plans_laid):
        if w[0].laid_by_plan[k] == code:
            return False
    w[0].laid_by_plan[w[0].plans_laid] = code
    w[0].plans_laid += 1
    return True


@jit_inner
def outcome(b, t, w, spare, search):
    """VP that the side which decides may expect so many actions after an option, luck since taken out.

    After ``begin``.
    """
    side = b[0].asked
    play_actions(b, t, w, spare, search)
    return worth(spare, t, w, side) - luck_since(b, spare, w, side)


@jit_inner
def play_actions(b, t, w, spare, search):
    """Play so many actions on, to the end of the one under way."""
    last, left = b[0].turn, search.actions
    w[0].trying, w[0].judged = 1, 3 if search.of_both else 1 << b[0].asked
    while spare[0].over == 0 and (is_within_action(spare) or (spare[0].turn <= last and left > 0)):
        if begins_action(spare):
            left -= 1
        move_on(spare, t, w)
    w[0].trying = w[0].judged = 0


@jit_inner
def move_on(b, t, w):
    """Play one decision on as a tactician would."""
    apply(b, t, w, tactician(b, t, w))
    carry_on(b, t, w)


@jit_inner
def begins_action(b):
    """Whether a unit is asked what to do with its card."""
    return b[0].ask == ORDER and b[0].phase != PHASE_ACT


@jit_inner
def is_within_action(b):
    """Whether what is asked belongs to an action under way."""
    return not (b[0].ask in (ASSIGN, NOMINATE, RECOVER, DISCARD, PROLONG) or begins_action(b))


@jit_inner
def luck_since(b, spare, w, side):
    """VP that chance has brought a side since the battle was copied.

    By what was known of the units then (``take_stock``).
    """
    luck = 0.0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive != 0:
            v = spare[0].unit[slot]
            beyond = w[0].kill_worth[slot] * (v.died - u.died - (v.hazard - u.hazard))
            luck += -beyond if side_of(slot) == side else beyond
    for kind in range(LUCK_KINDS):
        sum_of = 0.0
        for band in range(LUCK_BANDS):
            sum_of += spare[0].luck[kind, band] - b[0].luck[kind, band]
        if kind == LUCK_SHOCK or kind == LUCK_RECOVERY:  # of units, by what they cost
            sum_of /= b[0].scale
        luck += w[0].evaluation.luck[1 + kind] * (sum_of if side == SIDE_A else -sum_of)
    return luck
