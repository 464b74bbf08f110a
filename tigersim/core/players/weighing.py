"""What a player weighs before it chooses.

Kept where reasons are asked for, at no cost where they are not.
"""

from tigersim.core.compile.jit import jit_inline
from tigersim.core.layout import MAX_OPTIONS


@jit_inline
def weigh(w, action, worth):
    """Keep an option and what it is worth (VP), if reasons are asked for."""
    if w[0].explaining != 0 and w[0].options < MAX_OPTIONS:
        w[0].option[w[0].options] = action
        w[0].option_worth[w[0].options] = worth
        w[0].options += 1
