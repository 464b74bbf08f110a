"""What a position is worth to a side, VP of the final margin.

By fitted numbers over what any player may see.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.evaluation_layout import NARROW, SIDE_FEATURES, TOGETHER, TURN_FEATURES, UNIT_FEATURES, WIDE
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


add_moment = layer(WIDE, TURN_FEATURES, rectified=False)
add_units = layer(WIDE, UNIT_FEATURES, rectified=True, together=TOGETHER, straight=True)
add_wide = layer(NARROW, WIDE, rectified=True, together=TOGETHER)


@jit_inner
def judge_units(b, w, side, network, found):
    """What a network makes of every unit of a side, VP, into ``found``.

    0 for those that are gone.  After ``look``.
    """
    judging, n = w[0].judging, 0
    for unit in slots_of(b, side):
        found[unit] = 0.0
        if b[0].unit[unit].alive != 0:
            judging[n] = unit
            n += 1
    if n == 0:
        return
    add_moment(w[0].shared, network.bias, w[0].of_turn[side], network.of_turn)
    for k in range(n, n + TOGETHER - 1):
        judging[k] = judging[n - 1]  # once more, where they do not come out even
    for k in range(0, n, TOGETHER):
        judge_some(w, judging[k : k + TOGETHER], network)
        for j in range(TOGETHER):
            found[judging[k + j]] = w[0].unit_total[j]


@jit_inner
def judge_some(w, judging, network):
    """Some units through the two layers, and past them, into ``w.unit_total``."""
    wide, narrow, total = w[0].wide, w[0].narrow, w[0].unit_total
    add_units(wide, w[0].shared, w[0].of_unit, network.of_unit, judging, total, network.straight)
    add_wide(narrow, network.inner_bias, wide, network.inner)
    for j in range(TOGETHER):
        worth = total[j]  # not 0.0 to begin with, which would make the sum one of double precision
        for i in range(NARROW):
            worth += narrow[j, i] * network.last[i]
        total[j] = worth


@jit_inner
def judge_targets(b, w, side):
    """What the destruction of every unit of a side, and a shock, is worth to its enemy, VP.

    After ``look``.
    """
    judge_units(b, w, side, w[0].evaluation.kill, w[0].kill_value)
    judge_units(b, w, side, w[0].evaluation.shock, w[0].shock_value)
