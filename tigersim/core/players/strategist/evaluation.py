"""What a position is worth to a side, VP of the final margin.

By fitted numbers over what any player may see.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.evaluation_layout import NARROW, SIDE_FEATURES, TURN_FEATURES, UNIT_FEATURES, WIDE
from tigersim.core.players.strategist.features import look
from tigersim.core.players.strategist.layers import layer
from tigersim.core.sides import slots_of


@jit_inner
def worth(b, t, w, side):
    """VP of the final margin that a side may expect.

    Leaves in ``w.unit_worth`` what each unit adds to its own side.
    """
    if b[0].over != 0:
        return (b[0].player[side].vp - b[0].player[1 - side].vp) / b[0].scale
    look(b, t, w)
    return side_worth(b, w, side) - side_worth(b, w, 1 - side)


@jit_inner
def side_worth(b, w, side):
    """What a side has: its units, and its own numbers weighed."""
    model, own, now = w[0].evaluation, w[0].of_side[side], w[0].of_turn[side]
    played, total = now[0], 0.0
    for k in range(SIDE_FEATURES):
        total += own[k] * (model.of_side[k, 0] + model.of_side[k, 1] * played)
    judge_units(b, w, side, w[0].evaluation.worth, w[0].unit_worth)
    for unit in slots_of(b, side):
        total += w[0].unit_worth[unit]
    return total


add_moment = layer(WIDE, TURN_FEATURES, if_positive=False)
add_unit = layer(WIDE, UNIT_FEATURES, if_positive=False)
add_wide = layer(NARROW, WIDE, if_positive=True)


@jit_inner
def judge_units(b, w, side, network, found):
    """What a network makes of every unit of a side, VP, into ``found``.

    0 for those that are gone.  After ``look``.
    """
    add_moment(w[0].wide[0], network.bias, w[0].of_turn[side], network.of_turn)
    for unit in slots_of(b, side):
        found[unit] = judge_unit(w, unit, network) if b[0].unit[unit].alive != 0 else 0.0


@jit_inner
def judge_unit(w, unit, network):
    """One unit through the two layers, and past them."""
    seen, wide, narrow = w[0].of_unit[unit], w[0].wide[1], w[0].narrow
    add_unit(wide, w[0].wide[0], seen, network.of_unit)
    add_wide(narrow, network.inner_bias, wide, network.inner)
    total = seen[0] * network.straight[0]  # not 0.0 to begin with, which would make the sum one of double precision
    for k in range(1, UNIT_FEATURES):
        total += seen[k] * network.straight[k]
    for i in range(NARROW):
        if narrow[i] > 0.0:
            total += narrow[i] * network.last[i]
    return total


@jit_inner
def judge_targets(b, w):
    """What the destruction of every unit, and a shock, is worth to its enemy, VP.

    After ``look``.
    """
    for side in range(2):
        judge_units(b, w, side, w[0].evaluation.kill, w[0].kill_value)
        judge_units(b, w, side, w[0].evaluation.shock, w[0].shock_value)
