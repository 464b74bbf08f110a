"""How much of the battle is left.

What pays off later counts for less, the fewer cards there are to draw.
"""

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import cards_left, has_run_out, pile_of
from tigersim.core.enums import PACK
from tigersim.rules.switches import GameEndTiming

USUAL = 0.4
"""Part of the deck that is left to draw on average; weights hold as they stand there."""


@jit_inline
def fading(b, side, trend):
    """What something that lasts counts now, in units of what it counts on average; 0 at least.

    ``trend``: by how much it loses while a deck is drawn, in the same units.
    """
    return fading_at(more_than_usual(b, side), trend)


@jit_inline
def more_than_usual(b, side):
    """How much more of the deck is left to draw than on average, as a part of the deck."""
    pile = b[0].pile[pile_of(b, side)]
    return (pile.deck_size - pile.next_card) / PACK - USUAL


@jit_inline
def fading_at(more, trend):
    """``fading`` with so much ``more_than_usual``."""
    return max(1.0 + trend * more, 0.0)


@jit_inner
def is_last_turn(b):
    """Whether the deck ends with this turn, as far as can be known.

    No further card is drawn from it (PT-VP-13).
    """
    if b[0].ruling.game_end_timing == GameEndTiming.UNTIL_HANDS_EMPTY or b[0].target_score > 0:
        return False
    return cards_left(b) == 0 or has_run_out(b)
