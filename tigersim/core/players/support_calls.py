"""What players make of off-table support.

The best barrage or air strike, a few attacks ahead.  Every attack counts with its exact chances.  What is planned is a
fixed row of targets; a strike ends with its first miss.  What a kill, a shock and lost cards are worth (the prices) is
each player's own judgement: that of the player of rules of thumb stands here, the tactician's in ``tactician.support``.
"""

from tigersim.core.aim import can_be_aimed_at
from tigersim.core.asking import decider, is_forbidden
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import holds
from tigersim.core.enums import (
    CALL,
    CALLING,
    GIVE,
    NOBODY,
    PACK,
    PHASE_OFF_TABLE,
    SLOTS,
)
from tigersim.core.geometry import gap_squared
from tigersim.core.hands import known_cards
from tigersim.core.layout import CALL_STEPS
from tigersim.core.off_table.calling import kind_called, spotter_of
from tigersim.core.off_table.chances import support_chances
from tigersim.core.off_table.targets import may_be_next, may_decline, times_attacked
from tigersim.core.players.weighing import weigh
from tigersim.core.sequence import has_room
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import cards_to_lose
from tigersim.rules.off_table import (
    BARRAGE,
    MOST_ATTACKS,
    NO_SUPPORT,
    barrage_splashes,
    in_chain,
    support_goes_on,
)
from tigersim.rules.switches import SupportCall, SupportTargets


@jit_inner
def price_by_thumb(b, w, side):
    """Note ``w.call_kill``, ``call_shock`` and ``call_deny`` by rule of thumb.

    Of the side's own units, negative.
    """
    weights = w[0].heuristic[side]
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        sign = -1.0 if side_of(slot) == side else 1.0
        cost = float(u.profile.believed) if u.alive != 0 else 0.0
        w[0].call_kill[slot] = sign * cost
        w[0].call_shock[slot] = sign * weights.shock_worth * cost
        w[0].call_deny[slot] = sign * weights.pin_worth * cards_to_lose(b, slot) if u.alive != 0 else 0.0


@jit_inner
def look_ahead(b, t, w, side, kind, made):
    """Fill ``w.call_hit``, ``call_gain``, ``call_again`` for the attacks after so many.

    The prices are set.
    """
    friends = b[0].ruling.support_targets == SupportTargets.ANY_UNIT
    for slot in range(SLOTS):
        if not can_be_aimed_at(b, slot) or (side_of(slot) == side and not friends):
            continue
        hits = b[0].unit[slot].hits
        kill, shock, deny = w[0].call_kill[slot], w[0].call_shock[slot], w[0].call_deny[slot]
        for k in range(CALL_STEPS):
            hit, dies, shaken, stripped = support_chances(b, t, w, slot, kind, made + k, hits)
            w[0].call_hit[slot, k] = hit
            gain = kill * dies + shock * shaken + deny * (dies + shaken + stripped)
            gain += splash_worth(b, w, slot, kind, hit)
            w[0].call_gain[slot, k] = gain
            # the same as a second attack: the first has left it dead, shocked or unhurt
            before, given = max(k - 1, 0), 1.0
            hit_before, dies_before, shaken_before, _ = support_chances(b, t, w, slot, kind, made + before, hits)
            if kind != BARRAGE:  # a strike goes on after a hit only
                given = max(hit_before, 1e-9)
            worse = 0.0
            if shaken_before > 0.0:
                _, worse, _, _ = support_chances(b, t, w, slot, kind, made + k, hits + 1)
            left = 1.0 - (dies_before + shaken_before) / given
            w[0].call_again[slot, k] = left * gain + shaken_before / given * worse * (kill - shock)


@jit_inner
def splash_worth(b, w, target, kind, hit):
    """VP that the suppression beside a hit of a barrage is worth.

    Of the neighbour with most to lose.
    """
    if kind != BARRAGE:
        return 0.0
    best, u = 0.0, b[0].unit[target]
    for other in range(SLOTS):
        o = b[0].unit[other]
        if other == target or o.alive == 0 or o.placed == 0 or w[0].call_deny[other] <= best:
            continue
        armored = o.profile.armored != 0
        if barrage_splashes(kind, 1, armored, b[0].ruling.howitzer_splash) and in_chain(
            gap_squared(u.x, u.y, o.x, o.y), False
        ):
            best = w[0].call_deny[other]
    return hit * best


@jit_inner
def may_plan(b, side, last, target, times):
    """Whether a plan may go from one target to another, attacked so often already."""
    if side_of(target) == side or not can_be_aimed_at(b, target):
        return False
    if times_attacked_now(b, target) + times >= MOST_ATTACKS:
        return False
    u, v = b[0].unit[last], b[0].unit[target]
    return in_chain(gap_squared(u.x, u.y, v.x, v.y), last == target)


@jit_inner
def times_attacked_now(b, target):
    """Attacks on a unit by the support that is under way."""
    return times_attacked(b, target) if b[0].phase == PHASE_OFF_TABLE else 0


@jit_inner
def plan_worth(b, w, side, kind, made, one):
    """VP of attacking a unit now, and of the best two attacks after it (after ``look_ahead``)."""
    second_best = 0.0
    if support_goes_on(kind, made + 1, True):
        for two in range(SLOTS):
            if not may_plan(b, side, one, two, 1 if two == one else 0):
                continue
            third_best = 0.0
            if support_goes_on(kind, made + 2, True):
                for three in range(SLOTS):
                    times = (1 if three == one else 0) + (1 if three == two else 0)
                    if may_plan(b, side, two, three, times):
                        gain = w[0].call_again[three, 2] if times > 0 else w[0].call_gain[three, 2]
                        third_best = max(third_best, gain)
            gain = w[0].call_again[two, 1] if two == one else w[0].call_gain[two, 1]
            gain += third_best * (1.0 if kind == BARRAGE else w[0].call_hit[two, 1])
            second_best = max(second_best, gain)
    return w[0].call_gain[one, 0] + second_best * (1.0 if kind == BARRAGE else w[0].call_hit[one, 0])


@jit_inner
def best_call(b, t, w, unit, kind, weighed):
    """(action, VP) of the best support that a unit may call (after the prices are set).

    0 VP if there is none.
    """
    side = side_of(unit)
    look_ahead(b, t, w, side, kind, 0)
    best, most = PASSING, 0.0
    for target in range(SLOTS):
        if side_of(target) == side or spotter_of(b, t, side, target) == NOBODY:
            continue
        action, gain = pack(CALL, unit, target, 0, 0, 0), plan_worth(b, w, side, kind, 0, target)
        if weighed:
            weigh(w, action, gain)
        if gain > most:
            best, most = action, gain
    return best, most


@jit_inner
def next_attack(b, t, w):
    """The best next target of the support in hand, or none if all would do harm.

    After the prices are set.
    """
    kind, made, side = b[0].support.kind, b[0].support.attacks, b[0].asked
    look_ahead(b, t, w, side, kind, made)
    best, most = PASSING, -1e9
    for target in range(SLOTS):
        if may_be_next(b, target):
            action, gain = pack(CALL, b[0].subject, target, 0, 0, 0), plan_worth(b, w, side, kind, made, target)
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    if not may_decline(b):
        return best
    weigh(w, PASSING, 0.0)
    return best if most > 0.0 else PASSING


@jit_inner
def ace_from_hand(b, t, w):
    """(action, VP) of the best ace of the hand and its first target (after the prices are set)."""
    side = b[0].asked
    cards = known_cards(b, side)
    best, most = PASSING, 0.0
    for card in range(PACK):
        kind = kind_called(b, side, card) if holds(cards, card) else NO_SUPPORT
        if kind == NO_SUPPORT:
            continue
        look_ahead(b, t, w, side, kind, 0)
        for target in range(SLOTS):
            seen_by = spotter_of(b, t, side, target) if side_of(target) != side else NOBODY
            if seen_by == NOBODY:
                continue
            action, gain = pack(CALL, seen_by, target, card, 0, 0), plan_worth(b, w, side, kind, 0, target)
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    return best, most


@jit_inner
def ace_to_give(b, t, w, side, least):
    """A saved ace that calls support worth more than ``least`` VP.

    It goes to the unit that promises least (after the prices are set).
    """
    if b[0].ruling.support_call == SupportCall.FROM_HAND or is_forbidden(b, side, CALLING):
        return PASSING
    hand = decider(b)
    cards = known_cards(b, hand)
    for card in range(PACK):
        kind = kind_called(b, side, card) if holds(cards, card) else NO_SUPPORT
        if kind == NO_SUPPORT:
            continue
        caller = idlest(b, hand)
        if caller == NOBODY:
            return PASSING
        _, gain = best_call(b, t, w, caller, kind, False)
        if gain > max(least, b[0].unit[caller].promise):
            gift = pack(GIVE, caller, 0, card, 0, 0)
            weigh(w, gift, gain)
            weigh(w, PASSING, 0.0)
            return gift
    return PASSING


@jit_inner
def idlest(b, hand):
    """The unit of a player that may have a card and to which one is worth least, or NOBODY."""
    best, least, side = NOBODY, 1e9, hand & 1
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and has_room(b, unit) and b[0].unit[unit].promise < least:
            best, least = unit, b[0].unit[unit].promise
    return best


# --- rules of thumb --------------------------------------------------------------------------------------------------


@jit_inner
def call_by_thumb(b, t, w, unit, kind):
    """(action, VP) of the best support that a unit may call."""
    price_by_thumb(b, w, side_of(unit))
    return best_call(b, t, w, unit, kind, False)


@jit_inner
def next_target_by_thumb(b, t, w):
    """The next target, or an ace of the hand, or none."""
    side = b[0].asked
    price_by_thumb(b, w, side)
    if b[0].phase == PHASE_OFF_TABLE:
        return next_attack(b, t, w)
    action, gain = ace_from_hand(b, t, w)
    return action if gain >= w[0].heuristic[side].least_attack else PASSING
