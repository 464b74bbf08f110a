"""What a tactician does with its cards.

Which units get them, which it names first, what it recovers with.
"""

from tigersim.core.asking import decider
from tigersim.core.board import cell_at
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.bits import lowest_bit
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import NONE, ONE, hand_size, holds, pile_of
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    BLIND,
    CHOOSE,
    DROP,
    GIVE,
    NO_CARD,
    NOBODY,
    PACK,
    PHASE_RESOLVE,
)
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import highest_card, may_come_up, may_nominate
from tigersim.core.players.hand import MEAN_RANK, damaged_units, lowest_card
from tigersim.core.players.scenario_goals import blow_worth, presses_on
from tigersim.core.players.surroundings import (
    RIDE_INCHES,
    can_move,
    covers,
    foe_within,
    in_view,
    is_landing_craft,
    longest_range,
    makes_for_land,
    wants_off,
)
from tigersim.core.players.tactician.company import company_promise, friends_beside
from tigersim.core.players.tactician.fire_values import danger_of, taken
from tigersim.core.players.tactician.horizon import fading, is_last_turn
from tigersim.core.players.tactician.markers import marches
from tigersim.core.players.tactician.outlook import outlook, prepare
from tigersim.core.players.tactician.spare import cards_to_spare, spare_worth, unit_to_use_it
from tigersim.core.players.tactician.support import give_ace
from tigersim.core.players.weighing import weigh
from tigersim.core.recovery import wants_recovery
from tigersim.core.rounds import cards_to_turn
from tigersim.core.sequence import has_room
from tigersim.core.sides import side_of, slots_of
from tigersim.rules.cards import difficulty, is_red, plain_move_dice, rank
from tigersim.rules.recovery import recovery_dice
from tigersim.rules.turn import hand_excess


@jit_inner
def take_notes(b, t, w, hand):
    """Weigh a player's units once a turn, before the first card is assigned.

    Nothing moves while cards are laid.
    """
    player, side = b[0].player[hand], hand & 1
    if player.thought == b[0].turn:
        return
    player.thought = b[0].turn
    prepare(b, t, w)
    player.damaged = damaged_units(b, hand)
    for k in range(w[0].foes):
        foe = w[0].foe[k]
        b[0].unit[foe].danger = danger_of(b, w, side, foe)
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander != hand:
            continue
        b[0].unit[unit].planned = 0
        if is_charge(b, unit):
            b[0].unit[unit].promise = blow_worth(b, t)
            b[0].unit[unit].threat = 0.0
            b[0].unit[unit].aims, b[0].unit[unit].beside = 1, 0
        elif b[0].unit[unit].alive != 0:
            judge(b, t, w, unit)


@jit_inner
def judge(b, t, w, unit):
    """Note what a card is worth to the unit, VP, and what may be done to it where it stands."""
    side = side_of(unit)
    u = b[0].unit[unit]
    weights = w[0].tactician[side]
    u.promise = 0.0
    u.threat = 0.0
    u.aims = 0
    u.beside = friends_beside(b, unit)
    if u.carrier != NOBODY:
        u.promise = weights.walk if wants_off(b, t, w, unit) else 0.0
        return
    if is_landing_craft(b, t, unit):
        u.promise = weights.walk if makes_for_land(b, t, unit) else 0.0
        return
    attack, threat, _, _ = outlook(b, t, w, unit, u.x, u.y, u.facing)
    u.threat = threat
    u.promise = attack
    u.aims = 1 if attack > 0.0 else 0
    if attack == 0.0 and can_move(b, t, unit):
        cell = cell_at(t, u.x, u.y)
        if u.aboard > 0 and not foe_within(w, u.x, u.y, RIDE_INCHES):
            u.promise = weights.walk
        elif longest_range(b, unit) == 0:
            u.promise = weights.hide if in_view(t, w, cell) else 0.0
        elif not covers(b, t, unit, cell):
            u.promise = weights.walk + weights.stalk * most_harm(b, w, side, unit)
        if marches(b, t, w, unit) or presses_on(b, t, unit):
            u.promise = max(u.promise, weights.march)


@jit_inner
def most_harm(b, w, side, unit):
    """What a mean action of the unit takes from the best of its foes, wherever they stand, VP."""
    most = 0.0
    for k in range(w[0].foes):
        most = max(most, taken(b, w, side, unit, w[0].foe[k], 0))
    return most


# --- assigning and naming ---------------------------------------------------------------------------------------


@jit_inner
def assign(b, t, w):
    """A card to the unit that promises most, unless it wins more in a recovery."""
    side, hand = b[0].asked, decider(b)
    take_notes(b, t, w, hand)
    if b[0].scenario.off_table != 0:
        gift = give_ace(b, t, w, side)
        if gift != PASSING:
            return gift
    weights = w[0].tactician[side]
    best, most = NOBODY, 0.0
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and has_room(b, unit):
            gain = card_worth(b, w, unit)
            if gain > most:
                best, most = unit, gain
    kept_back = 0 if is_last_turn(b) else cards_to_keep(b, w, hand, most)
    which, spare = card_for(b, w, hand, best, kept_back), 0
    if best == NOBODY or which == NO_CARD or most < weights.keep:
        spare = cards_to_spare(b, hand)
        best = unit_to_use_it(b, t, w, hand, spare)
        which = card_for(b, w, hand, best, 0) if spare > 0 else NO_CARD
    if w[0].explaining != 0:
        for unit in slots_of(b, side):
            if which != NO_CARD and b[0].unit[unit].commander == hand and has_room(b, unit):
                gain = spare_worth(b, t, w, unit, spare) if spare > 0 else card_worth(b, w, unit)
                weigh(w, pack(GIVE, unit, 0, which, 0, 0), gain)
        weigh(w, PASSING, 0.0)
    return PASSING if best == NOBODY or which == NO_CARD else pack(GIVE, best, 0, which, 0, 0)


@jit_inner
def card_for(b, w, hand, unit, kept_back):
    """The card of most use to a unit (or to nobody in particular), see ``card_to_give``."""
    return card_to_give(b, w, hand, kept_back, unit != NOBODY and b[0].unit[unit].aims == 0)


@jit_inner
def cards_to_keep(b, w, hand, most):
    """How many of the lowest saved cards win more in a recovery than now.

    Now they win the ``most`` VP.  The dearest of the damaged units would get the lowest.
    """
    known, kept, side = known_cards(b, hand), 0, hand & 1
    last_cost, last = 1e9, -1
    while kept < b[0].player[hand].damaged:
        card, dearest, cost = lowest_card(known, kept), NOBODY, -1.0
        if card == NO_CARD:
            return kept
        for unit in slots_of(b, side):
            here = b[0].unit[unit].profile.believed
            later = here < last_cost or (here == last_cost and unit > last)
            if b[0].unit[unit].commander == hand and wants_recovery(b, unit) and later and here > cost:
                dearest, cost = unit, here
        if dearest == NOBODY or recovery_gain(b, w, dearest, card) <= w[0].tactician[side].reserve * most:
            return kept
        last_cost, last = cost, dearest
        kept += 1
    return kept


@jit_inner
def card_to_give(b, w, hand, kept_back, moves):
    """The saved card of most use but for the lowest so many.

    Or an unseen one if that is of more use on average.

    ``moves``: for a unit without a target, to which black cards are of more use than red ones (PT-CARD-06, 07).
    """
    known, side = known_cards(b, hand), hand & 1
    best, use = NO_CARD, -1.0
    while known != NONE:
        card = lowest_bit(known)
        known &= known - ONE
        if kept_back > 0:
            kept_back -= 1
            continue
        value = w[0].card_power[card]
        if moves:
            pace = w[0].hit[0, plain_move_dice(is_red(card)), difficulty(card)]
            value += w[0].tactician[side].suits * (pace - value)
        if value > use:
            best, use = card, value
    if unknown_cards(b, hand) > 0 and (best == NO_CARD or use < mean_power(b, hand)):
        return BLIND
    return best


@jit_inline
def mean_power(b, side):
    """P(a plain fire order hits) with an unknown card of the pile of a side."""
    unseen = b[0].pile[pile_of(b, side)].unseen
    return unseen.power / max(unseen.n, 1)


@jit_inner
def card_worth(b, w, unit):
    """VP that one more card is worth to a unit.

    Its own action, and those of the friends that follow it.
    """
    weights, u = w[0].tactician[side_of(unit)], b[0].unit[unit]
    if u.promise <= 0.0:
        return 0.0
    followers, led = company_promise(b, w, unit, u.beside)
    own = u.promise + weights.urgent * u.threat
    if led and u.given == 0:
        own *= 1.0 - weights.lean
    score = own + weights.lead * followers
    return score * (1.0 if u.given == 0 else weights.second)


@jit_inner
def nominate(b, w):
    """The unit with most to win or to fear, with every card it has.

    Of its cards the highest first.
    """
    side, hand = b[0].asked, decider(b)
    if b[0].phase == PHASE_RESOLVE:
        pile, cards = may_come_up(b)
        card = highest_card(cards)
        return pack(CHOOSE, b[0].pile[pile].holder[card], 0, card, 0, 0)
    if b[0].scenario.solo != 0:
        return turn_early(b, w)
    best, most = PASSING, -1e9
    for unit in slots_of(b, side):
        if may_nominate(b, hand, unit):
            u = b[0].unit[unit]
            bits = (1 if u.cards[0] != NO_CARD else 0) | (2 if u.cards[1] != NO_CARD else 0)
            action, gain = pack(CHOOSE, unit, 0, bits, 0, 0), u.promise + w[0].tactician[side].urgent * u.threat
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    return best


@jit_inner
def turn_early(b, w):
    """Solo play: the card of a unit that comes up sooner (PT-SOLO-03).

    By what it has to win or to fear.
    """
    unit = b[0].subject
    u, cards = b[0].unit[unit], cards_to_turn(b, unit)
    at_stake = max(u.promise + w[0].tactician[side_of(unit)].urgent * u.threat, 0.0)
    best, most = PASSING, -1.0
    for k in range(2):
        if (cards >> k) & 1 == 0:
            continue
        sooner = rank(u.cards[k]) if u.opened[k] != 0 else MEAN_RANK
        action, gain = pack(CHOOSE, unit, 0, 1 << k, 0, 0), at_stake * sooner / MEAN_RANK
        weigh(w, action, gain)
        if gain > most:
            best, most = action, gain
    return best


@jit_inner
def discard(b, w):
    """The weakest of the cards that may go; an unseen one counts as what it is on average."""
    side, hand = b[0].asked, decider(b)
    cards = droppable_cards(b, hand)
    weakest, power = NO_CARD, 2.0
    for card in range(PACK):
        if holds(cards, card) and w[0].card_power[card] < power:
            weakest, power = card, w[0].card_power[card]
    if unknown_droppable_cards(b, hand) > 0 and mean_power(b, side) < power:
        weakest = BLIND
    return pack(DROP, 0, 0, weakest, 0, 0)


# --- recovery ---------------------------------------------------------------------------------------------------


@jit_inner
def recover(b, w):
    """The lowest saved card, or an unseen one, to the unit that gains most by it.

    None that serves better next turn.
    """
    side, hand = b[0].asked, decider(b)
    lowest = lowest_card(recovery_cards(b, hand), 0)
    best, most = PASSING, 0.0
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander != hand or not wants_recovery(b, unit):
            continue
        for choice in range(2):
            which = lowest if choice == 0 else BLIND
            if which == NO_CARD or (which == BLIND and unknown_recovery_cards(b, hand) == 0):
                continue
            action, gain = pack(GIVE, unit, 0, which, 0, 0), recovery_gain(b, w, unit, which)
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    weigh(w, PASSING, 0.0)
    return best


@jit_inner
def recovery_gain(b, w, unit, which):
    """VP that testing with a card wins, less what the card is worth otherwise.

    The card may be one that nobody has seen (BLIND).
    """
    u, weights = b[0].unit[unit], w[0].tactician[side_of(unit)]
    dice, rerolls = recovery_dice(u.profile.recovery_dice, False), min(u.profile.own_rerolls, 1)
    if which == BLIND:
        power, likely = mean_power(b, side_of(unit)), w[0].mean_hit[rerolls, dice]
    else:
        power, likely = w[0].card_power[which], w[0].hit[rerolls, dice, difficulty(which)]
    gain = likely * fading(b, side_of(unit), weights.shock_fades) * weights.shock * u.profile.believed
    if hand_excess(hand_size(b, u.commander)) == 0:  # else it would be lost
        gain -= weights.card * power
    if u.engine_hit != 0 and u.profile.engine_fire != 0:  # it burns if it fails
        gain -= (1.0 - likely) * (1.0 - weights.shock) * u.profile.believed
    return gain
