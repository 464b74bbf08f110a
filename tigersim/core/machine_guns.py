"""Machine guns: sharing the dice of a roll out, and suppression (chapter 1.17)."""

from tigersim.core import log
from tigersim.core.aim import faces_target, may_fire
from tigersim.core.asking import ask
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import bit, discard, holds, pile_of
from tigersim.core.enums import EFFECT, HIDDEN, NO_CARD, NOBODY, PACK, SLOTS
from tigersim.core.geometry import gap_squared
from tigersim.core.log import note
from tigersim.core.sides import first_slot, side_of
from tigersim.core.units import cards_to_lose, lose_cards
from tigersim.registry import rule
from tigersim.rules.machine_guns import may_deal_away, may_share_with


@jit_inner
@rule("PT-MG-06")
def may_share(b, t, target):
    """Whether dice of the burst may go to this enemy: near the first target, and a legal shot."""
    shot = b[0].shot
    if target == shot.first_target:
        return False
    u, v = b[0].unit[shot.first_target], b[0].unit[target]
    if not may_share_with(gap_squared(u.x, u.y, v.x, v.y)):
        return False
    return faces_target(b, shot.unit, target, shot.weapon) and may_fire(b, t, shot.unit, target, shot.weapon, shot.card)


@jit_inner
def next_shared_target(b, t, after):
    """The first enemy slot after ``after`` that dice may be dealt to, or NOBODY."""
    side = 1 - side_of(b[0].shot.unit)
    first = first_slot(side)
    for target in range(max(after + 1, first), first + b[0].player[side].units):
        if may_share(b, t, target):
            return target
    return NOBODY


@jit_inner
@rule("PT-MG-06")
def may_share_die(b, k):
    """Whether die ``k`` may leave the first target, which keeps at least one (AMB-61).

    Dice are dealt in their order, so that no sharing is listed twice.
    """
    roll, shot = b[0].roll, b[0].shot
    if roll.dealt[k] != shot.first_target:
        return False
    left, total = 0, 0
    for j in range(roll.n):
        if roll.dealt[j] == shot.first_target:
            left += 1
            total += roll.dice[j]
        elif j > k:
            return False
    return may_deal_away(left - 1, total - roll.dice[k], shot.difficulty, b[0].ruling.mg_split)


@jit_inner
def deal_all_to_first_target(b):
    """Before any sharing every die belongs to the target of the order."""
    for k in range(b[0].roll.n):
        b[0].roll.dealt[k] = b[0].shot.first_target


@jit_inner
def count_shares(b):
    """Add up what lies with each target, the first target first, the others by slot."""
    roll, shot = b[0].roll, b[0].shot
    shot.shares = shot.share_at = 0
    _add_share(b, shot.first_target)
    elsewhere = 0
    for k in range(roll.n):
        elsewhere |= roll.dealt[k] ^ shot.first_target
    if elsewhere == 0:
        return
    for target in range(SLOTS):
        if target != shot.first_target:
            for k in range(roll.n):
                if roll.dealt[k] == target:
                    _add_share(b, target)
                    break


@jit_inner
def _add_share(b, target):
    roll, shot = b[0].roll, b[0].shot
    n = shot.shares
    shot.share_target[n] = target
    shot.share_total[n] = shot.share_high[n] = shot.share_dice[n] = 0
    for k in range(roll.n):
        if roll.dealt[k] == target:
            shot.share_total[n] += roll.dice[k]
            shot.share_dice[n] += 1
            if roll.dice[k] >= 5:
                shot.share_high[n] += 1
    shot.shares = n + 1


@jit_inner
def note_share(b, w, share, needed):
    """Tell which dice of a shared roll lie with one of its targets, and what they have to reach."""
    roll, shot = b[0].roll, b[0].shot
    low, high, n = 0, 0, 0
    for k in range(roll.n):
        if roll.dealt[k] == shot.share_target[share]:
            if n < 4:
                low = 7 * low + roll.dice[k]
            else:
                high = 7 * high + roll.dice[k]
            n += 1
    note(b, w, log.SHARED, shot.share_target[share], needed, shot.share_total[share], low, high)


@jit_inner
@rule("PT-MG-04", "PT-MG-07")
def suppress(b, w, unit, target):
    """An unarmoured unit loses all its cards, an armoured one a card of the firer's choice."""
    if b[0].unit[target].profile.armored == 0:
        strip(b, w, target)
        return
    b[0].unit[target].silenced = 1
    held = cards_to_lose(b, target)
    if held == 1:
        lose_one_card(b, w, target, first_card(b, target))
    elif held > 1:
        ask(b, EFFECT, side_of(unit), target)


@jit_inner
@rule("PT-MG-04", "PT-SUPPORT-05", "PT-SUPPORT-06", "PT-SUPPORT-14")
def strip(b, w, target):
    """The unit is suppressed and loses all its cards."""
    b[0].unit[target].silenced = 1
    lose_cards(b, w, target, True)


@jit_inner
def first_card(b, unit):
    """Some card of a unit: one still assigned, else one turned over and unresolved."""
    for k in range(2):
        if b[0].unit[unit].cards[k] != NO_CARD:
            return b[0].unit[unit].cards[k]
    pile = b[0].pile[pile_of(b, side_of(unit))]
    for card in range(PACK):
        if holds(pile.revealed, card) and pile.holder[card] == unit:
            return card
    return NO_CARD


@jit_inner
def lose_one_card(b, w, unit, which):
    """Discard a card: ``which`` is the card, or HIDDEN + its place if no player has seen it."""
    u = b[0].unit[unit]
    for k in range(2):
        card = u.cards[k]
        if card != NO_CARD and (which == card or which == HIDDEN + k):
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            discard(b, side_of(unit), card)
    pile = b[0].pile[pile_of(b, side_of(unit))]
    if which < PACK and holds(pile.revealed, which) and pile.holder[which] == unit:
        pile.revealed &= ~bit(which)
        u.pending -= 1
        pile.discards |= bit(which)
    note(b, w, log.SUPPRESSED, unit, 1)
