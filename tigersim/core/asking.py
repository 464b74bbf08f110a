"""Stopping a battle for a decision."""

from __future__ import annotations

from tigersim.core.jit import jit_inline, jit_inner


@jit_inline
def attacker(b):
    """The attacking side."""
    return 0 if b[0].player[0].attacker != 0 else 1


@jit_inner
def ask(b, decision, side, subject):
    """Stop for a decision."""
    b[0].ask = decision
    b[0].asked = side
    b[0].subject = subject
