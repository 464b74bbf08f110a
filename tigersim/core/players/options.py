"""What a player weighed before it chose: kept for whoever asks why, at no cost to those who do not."""

from __future__ import annotations

from tigersim.core.compile.jit import jit_inline
from tigersim.core.layout import MAX_OPTIONS


@jit_inline
def weigh(w, action, worth):
    """Keep an option and what it is worth (VP), if somebody wants to know."""
    if w[0].explaining != 0 and w[0].options < MAX_OPTIONS:
        w[0].option[w[0].options] = action
        w[0].option_worth[w[0].options] = worth
        w[0].options += 1
