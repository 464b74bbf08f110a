"""What a position is worth to a side: VP of the final margin, by fitted numbers over what any player may see."""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.evaluation_layout import NARROW, SIDE_FEATURES, TURN_FEATURES, UNIT_FEATURES, WIDE
from tigersim.core.players.strategist.features import look
from tigersim.core.sides import slots_of


@jit_inner
def worth(b, t, w, side):
    """VP of the final margin that a side may expect; leaves in ``w.unit_worth`` what each unit adds to its own side."""
    if b[0].over != 0:
        return float(b[0].player[side].vp - b[0].player[1 - side].vp)
    look(b, t, w)
    return side_worth(b, w, side) - side_worth(b, w, 1 - side)


@jit_inner
def side_worth(b, w, side):
    """What a side has: its units, and its own numbers weighed."""
    model, own, now = w[0].evaluation, w[0].of_side[side], w[0].of_turn[side]
    played, total = now[0], 0.0
    for k in range(SIDE_FEATURES):
        total += own[k] * (model.of_side[k, 0] + model.of_side[k, 1] * played)
    shared, wide = w[0].wide[0], w[0].wide[1]
    for j in range(WIDE):
        shared[j] = model.bias[j]
    for k in range(TURN_FEATURES):
        value = now[k]
        if value != 0.0:
            for j in range(WIDE):
                shared[j] += value * model.of_turn[k, j]
    for unit in slots_of(b, side):
        w[0].unit_worth[unit] = 0.0
        if b[0].unit[unit].alive != 0:
            worth_of_unit(w, unit, shared, wide)
            total += w[0].unit_worth[unit]
    return total


@jit_inner
def worth_of_unit(w, unit, shared, wide):
    """One unit through the two layers, and past them."""
    model, seen, narrow = w[0].evaluation, w[0].of_unit[unit], w[0].narrow
    total = seen[0] * model.straight[0]
    for j in range(WIDE):
        wide[j] = shared[j]
    for k in range(UNIT_FEATURES):
        value = seen[k]
        if value != 0.0:
            if k > 0:
                total += value * model.straight[k]
            for j in range(WIDE):
                wide[j] += value * model.of_unit[k, j]
    for i in range(NARROW):
        narrow[i] = model.inner_bias[i]
    for j in range(WIDE):
        value = wide[j]
        if value > 0.0:
            for i in range(NARROW):
                narrow[i] += value * model.inner[j, i]
    for i in range(NARROW):
        if narrow[i] > 0.0:
            total += narrow[i] * model.last[i]
    w[0].unit_worth[unit] = total
