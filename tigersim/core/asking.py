"""Stopping a battle for a decision, and what is never asked because a side may not do it."""

from __future__ import annotations

from tigersim.core.jit import jit_inline, jit_inner


@jit_inline
def attacker(b):
    """The attacking side."""
    return 0 if b[0].player[0].attacker != 0 else 1


@jit_inline
def is_forbidden(b, side, what):
    """Whether a side may not do this at all (enums: MOVE, FOLLOWING, ...): no rule, a restriction of the experiment.

    It is asked where legal actions are made, so that it binds whoever decides.
    """
    return (b[0].player[side].forbidden >> what) & 1 != 0


@jit_inner
def ask(b, decision, side, subject):
    """Stop for a decision."""
    b[0].ask = decision
    b[0].asked = side
    b[0].subject = subject
