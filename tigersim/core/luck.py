"""The luck of a battle: sums of what came minus what was to be expected.

Each term has expectation 0 whatever the players do, given all that was known before it fell; so such sums can be
taken out of a battle's margin without moving what it estimates (Burch et al. 2018, AIVAT; gnubg's variance reduction).
They count for side a and against side b, apart for turn 1, turn 2 and the rest.  The luck of kills is recorded by unit
(deaths minus hazards), so that it can be valued at any price.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import holds, pile_of
from tigersim.core.enums import LUCK_BANDS, LUCK_CARD, LUCK_RANK, PACK, SIDE_A
from tigersim.rules.cards import rank
from tigersim.rules.switches import DeckRunsOutMidDeal, GameEndTiming


@jit_inner
def record_luck(b, side, kind, surprise):
    """Add what came minus what was to be expected, in favour of ``side``."""
    band = min(b[0].turn, LUCK_BANDS) - 1
    b[0].luck[kind, band] += surprise if side == SIDE_A else -surprise


@jit_inner
def hide_cards(b, w, pile, cards):
    """Book where the cards of a shuffled pile, and unseen ones, may lie: any of them anywhere."""
    b[0].pile[pile].shown &= ~cards
    unseen = b[0].pile[pile].unseen
    unseen.n, unseen.power, unseen.ranks = 0, 0.0, 0
    for card in range(PACK):
        if holds(cards, card):
            unseen.n += 1
            unseen.power += w[0].card_power[card]
            unseen.ranks += rank(card)


@jit_inner
def show_card(b, w, side, card):
    """A player, or all, see a card of a side that nobody knew."""
    unseen = b[0].pile[pile_of(b, side)].unseen
    unseen.n -= 1
    unseen.power -= w[0].card_power[card]
    unseen.ranks -= rank(card)


@jit_inner
def unseen_are_alike(b, pile):
    """Whether any unseen card of a pile could lie in any hidden place, all with the same chance.

    Not once a pile was shuffled while cards of the old one lay unseen in the hands (AMB-02 reshuffle_and_continue,
    AMB-03 immediate): from then on no luck of cards is recorded.
    """
    return b[0].pile[pile].shuffles == 1 or (
        b[0].ruling.deck_runs_out_mid_deal != DeckRunsOutMidDeal.RESHUFFLE_AND_CONTINUE
        and b[0].ruling.game_end_timing != GameEndTiming.IMMEDIATE
    )


@jit_inner
def turn_over(b, w, side, card):
    """Book a hidden card that is seen: any unseen card could have been this one."""
    pile = pile_of(b, side)
    unseen = b[0].pile[pile].unseen
    if unseen_are_alike(b, pile):
        record_luck(b, side, LUCK_CARD, w[0].card_power[card] - unseen.power / unseen.n)
        record_luck(b, side, LUCK_RANK, rank(card) - unseen.ranks / unseen.n)
    show_card(b, w, side, card)
