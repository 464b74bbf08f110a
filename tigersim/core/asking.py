"""Stopping a battle for a decision, and what is never asked because a side may not do it."""

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import NOBODY
from tigersim.core.sides import side_of
from tigersim.registry import rule


@jit_inline
def attacker(b):
    """The attacking side."""
    return 0 if b[0].player[0].attacker != 0 else 1


@jit_inline
def is_forbidden(b, side, what):
    """Whether the experiment forbids a side to do this at all (enums: MOVE, FOLLOWING, ...).

    It is no rule.  It is asked where legal actions are made, so that it binds every player.
    """
    return (b[0].player[side].forbidden >> what) & 1 != 0


@jit_inner
def ask(b, decision, side, subject):
    """Stop for a decision of a side: of the subject's player, or of the side's first one."""
    b[0].ask = decision
    b[0].asked = side
    b[0].subject = subject
    b[0].speaker = side


@jit_inner
def ask_owner(b, decision, unit):
    """Stop for a decision of the side that a unit belongs to, about this unit."""
    ask(b, decision, side_of(unit), unit)


@jit_inner
def ask_commander(b, decision, commander):
    """Stop for a decision of one player about its cards or units."""
    b[0].ask = decision
    b[0].asked = commander & 1
    b[0].subject = NOBODY
    b[0].speaker = commander


@jit_inner
@rule("PT-MULTI-02")
def decider(b):
    """The player that is asked: each decides for its own units and cards."""
    if b[0].allies == 0:
        return b[0].asked
    subject = b[0].subject
    if subject == NOBODY:
        return b[0].speaker if (b[0].speaker & 1) == b[0].asked else b[0].asked
    if side_of(subject) != b[0].asked:  # what happens to an enemy is for the unit that fires to say
        subject = b[0].shot.unit
    return b[0].unit[subject].commander


@jit_inner
def next_commander(b, commander):
    """The next player round the table that has not passed, itself last; NOBODY if none."""
    if b[0].allies == 0:
        if b[0].player[1 - commander].passed == 0:
            return 1 - commander
        return commander if b[0].player[commander].passed == 0 else NOBODY
    for k in range(1, 5):
        other = (commander + k) % 4
        if b[0].player[other].passed == 0:
            return other
    return NOBODY


@jit_inner
def let_others_in_again(b, commander):
    """Let players that have passed go on after another has laid a card (AMB-11)."""
    for other in range(2 + 2 * b[0].allies):
        if other != commander:
            b[0].player[other].passed = 0
