"""Plans for the cards of a turn: a tactician's notes of what a card is worth to each unit, changed for some of them.

Which units get the cards is settled by those notes, card by card and at no cost; so a turn is planned once, before its
first card is assigned, by trying what follows from other notes, of one unit and then of another.
"""

from tigersim.core.codes import pack, unit_of, verb_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import DROP, GIVE, SLOTS
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.sequence import has_room
from tigersim.core.sides import slots_of

AS_NOTED = 0
"""The plan that leaves the notes as they are."""
WORSE = 0.5
"""VP by which a plan has to be worse than the notes as they are to be forgotten for the turn."""
FAVOUR, LEAST = 3.0, 0.15
"""A favoured unit counts so many times as much, and so many VP at least."""


@jit_inner
def list_plans(b, w, hand):
    """The notes as they are, each unit favoured and each left out, into ``w.option``; returns how many.

    A plan is written as an action: GIVE to the unit that is favoured, DROP what it would get.
    """
    w[0].option[0] = AS_NOTED
    n = 1
    for unit in slots_of(b, b[0].asked):
        u = b[0].unit[unit]
        if u.commander != hand or not has_room(b, unit) or n + 2 > MAX_OPTIONS:
            continue
        if u.promise + u.threat > 0.0:
            w[0].option[n] = pack(GIVE, unit, 0, 0, 0, 0)
            n += 1
        if u.promise > 0.0:
            w[0].option[n] = pack(DROP, unit, 0, 0, 0, 0)
            n += 1
    return n


@jit_inner
def keep_plans(w, n):
    """Leave of ``n`` plans that were tried those worth another trial beside the best, which is the first.

    In ``w.option``, the notes as they are first; returns how many.
    """
    option, worths = w[0].option, w[0].option_worth
    chosen, noted = unit_of(option[0]), 0
    for k in range(n):
        if option[k] == AS_NOTED:
            noted = k
    least, left = worths[noted] - WORSE, 1
    for k in range(1, n):
        if k != noted and unit_of(option[k]) != chosen and (w[0].option_tries[k] == 0 or worths[k] > least):
            option[left] = option[k]
            left += 1
    option[0] = AS_NOTED
    return left


@jit_inner
def follow_plan(b, plan):
    """Change the notes as a plan says."""
    if plan == AS_NOTED:
        return
    u = b[0].unit[unit_of(plan)]
    u.planned, u.noted = 1, u.promise
    u.promise = max(FAVOUR * u.noted, LEAST) if verb_of(plan) == GIVE else 0.0


@jit_inner
def forget_plans(b, hand):
    """Take back what other players' plans have changed: nobody knows what another has in mind."""
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.planned != 0 and u.commander != hand:
            u.promise, u.planned = u.noted, 0
