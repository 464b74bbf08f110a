"""Landings, as a player sees them.

Where to be dropped, and where to let the enemy's drop go astray.  A place is judged in thousandths of a VP: nothing is
worse than where a landing ends in death; else it is good to come down in reach of an enemy, not in its midst, and where
few see it.  A point counts with the chance of the roll what it is worth, and for the rest the worst that the opponent
can make of it; a glider's point what its slide makes of it.
"""

from tigersim.core.board import cell_at
from tigersim.core.codes import pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import rolls_of
from tigersim.core.enums import NOBODY, PLACE
from tigersim.core.geometry import FACINGS, facing_towards, is_cell
from tigersim.core.landing import HEADING_STAGE
from tigersim.core.landing.flight import (
    FARTHEST,
    FLIGHT_X,
    FLIGHT_Y,
    drift_end,
    is_deadly_place,
    may_come_down,
    safe_inches,
    slide_end,
)
from tigersim.core.players.surroundings import count_foes, find_foes
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import side_of, slots_of
from tigersim.rules.airdrop import SLIDE_DICE, drift_inches, landing_dice, slide_heading, slides
from tigersim.rules.arithmetic import ways_at_least
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.switches import GliderSlide

THOUSAND = 1000
NEAR, FAR = 6, 10
"""Inches to the nearest enemy between which a landing is neither in its midst nor out of reach."""
IN_THE_MIDST, PER_INCH, SEEN = 100, 30, 50
"""Thousandths of the cost: for every inch nearer than that, for every inch farther, for every enemy that sees it."""
MOST_SEEN = 4
MEAN_SLIDE = 10
"""Inches that a glider slides more often than not."""


@jit_inner
def worth_of_load(b, unit):
    """VP of a unit and of all that it carries."""
    side = side_of(unit)
    worth = b[0].unit[unit].profile.cost
    for other in slots_of(b, side):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
            worth += b[0].unit[other].profile.cost
    return worth


@jit_inner
def worth_of_standing(t, w, x, y, load):
    """Thousandths of a VP that it is worth to stand in a cell (after ``find_foes``)."""
    if w[0].foes == 0:
        return 0
    _, seen, nearest = count_foes(t, w, x, y, 0)
    inches = 0
    while (inches + 1) * (inches + 1) <= nearest:
        inches += 1
    value = -SEEN * min(seen, MOST_SEEN) - IN_THE_MIDST * max(NEAR - inches, 0) - PER_INCH * max(inches - FAR, 0)
    return value * load


@jit_inner
def worth_of_coming_down(b, t, w, x, y, load):
    """``worth_of_coming_down`` on a point aimed at by parachute."""
    if is_deadly_place(t, x, y):
        return -THOUSAND * load
    return worth_of_standing(t, w, x, y, load)


@jit_inner
def worth_of_sliding(b, t, w, x, y, heading, load):
    """``worth_of_coming_down`` of a glider that touches the ground there and slides on."""
    if is_deadly_place(t, x, y):
        return -THOUSAND * load
    safe = safe_inches(b, t, x, y, heading)
    dies = 0
    if safe < FARTHEST:
        dies = THOUSAND * ways_at_least(SLIDE_DICE, safe + 1) // rolls_of(SLIDE_DICE)
    px, py = slide_end(b, t, x, y, heading, MEAN_SLIDE)
    stands = worth_of_coming_down(b, t, w, px, py, load)
    return (-THOUSAND * load * dies + (THOUSAND - dies) * stands) // THOUSAND


@jit_inner
def drop(b, t, w):
    """The point, and a glider's heading, that promises most whatever the opponent does."""
    unit = b[0].subject
    side = side_of(unit)
    find_foes(b, t, w, side)
    load = worth_of_load(b, unit)
    cells = t[0].width * t[0].depth
    best, most = 0, -(1 << 60)
    if not slides(b[0].unit[unit].by_air):
        for cell in range(cells):
            w[0].cost[cell] = worth_of_coming_down(b, t, w, cell % t[0].width, cell // t[0].width, load)
        cell, _ = best_point(b, t, w, unit, 0, load, most)
        return pack(PLACE, unit, 0, 0, cell, facing_of_squad(w, cell % t[0].width, cell // t[0].width))
    for heading in range(FACINGS):
        for cell in range(cells):
            value = worth_of_sliding(b, t, w, cell % t[0].width, cell // t[0].width, heading, load)
            if b[0].ruling.glider_slide == GliderSlide.OPPONENT_HEADING and heading > 0:
                value = min(value, w[0].cost[cell])
            w[0].cost[cell] = value
        if b[0].ruling.glider_slide == GliderSlide.OPPONENT_HEADING and heading < FACINGS - 1:
            continue
        cell, value = best_point(b, t, w, unit, heading, load, most)
        if value > most:
            best, most = pack(PLACE, unit, 0, 0, cell, heading), value
    return best


@jit_inner
def best_point(b, t, w, unit, heading, load, most):
    """The best point to aim at, and its worth (cell, worth).

    By what coming down in each cell is worth (``w.cost``).
    """
    needed, n = difficulty(b[0].card), landing_dice(is_red(b[0].card))
    hits = THOUSAND * ways_at_least(n, needed) // rolls_of(n)
    inches = drift_inches(needed)
    best, best_value = 0, -(1 << 60)
    for cell in range(t[0].width * t[0].depth):
        if not may_come_down(b, t, cell):
            continue
        value = hits * w[0].cost[cell]
        if hits < THOUSAND:
            value += (THOUSAND - hits) * worst_drift(t, w, cell, inches, load)
        value //= THOUSAND
        if value > best_value:
            best, best_value = cell, value
            if value > most:
                weigh(w, pack(PLACE, unit, 0, 0, cell, heading), value / THOUSAND)
    return best, best_value


@jit_inner
def worst_drift(t, w, cell, inches, load):
    """The least that coming down is worth (``w.cost``) so many inches away from a cell."""
    x, y = cell % t[0].width, cell // t[0].width
    worst = 1 << 60
    for direction in range(FACINGS):
        px, py = x + FLIGHT_X[inches, direction], y + FLIGHT_Y[inches, direction]
        if not is_cell(t, px, py):
            return -THOUSAND * load
        worst = min(worst, w[0].cost[cell_at(t, px, py)])
    return worst


@jit_inner
def facing_of_squad(w, x, y):
    """Towards the nearest enemy (after ``find_foes``)."""
    best, nearest = 0, 1 << 60
    for k in range(w[0].foes):
        dx, dy = w[0].foe_x[k] - x, w[0].foe_y[k] - y
        if dx * dx + dy * dy < nearest:
            best, nearest = facing_towards(dx, dy), dx * dx + dy * dy
    return best


@jit_inner
def let_drift(b, t, w):
    """The direction, of an enemy's drop or of its glider's slide, that leaves it least.

    Of equals the first.
    """
    land = b[0].landing
    unit = b[0].subject
    find_foes(b, t, w, side_of(unit))
    load = worth_of_load(b, unit)
    inches = drift_inches(difficulty(b[0].card))
    best, least = NOBODY, 1 << 60
    cell = cell_at(t, land.x, land.y)
    for direction in range(FACINGS):
        if land.stage == HEADING_STAGE:
            value = worth_of_sliding(b, t, w, land.x, land.y, direction, load)
        else:
            value = worth_of_drift(b, t, w, unit, direction, inches, load)
        weigh(w, pack(PLACE, unit, 0, 0, cell, direction), -value / THOUSAND)
        if value < least:
            best, least = direction, value
    return pack(PLACE, unit, 0, 0, cell, best)


@jit_inner
def worth_of_drift(b, t, w, unit, direction, inches, load):
    """What a drop that drifts in a direction is worth to its owner, thousandths of a VP."""
    land = b[0].landing
    x, y = drift_end(b, t, land.x, land.y, direction, inches)
    if not slides(b[0].unit[unit].by_air):
        return worth_of_coming_down(b, t, w, x, y, load)
    if b[0].ruling.glider_slide != GliderSlide.OPPONENT_HEADING:
        return worth_of_sliding(
            b, t, w, x, y, slide_heading(land.heading, direction, True, b[0].ruling.glider_slide), load
        )
    worst = 1 << 60
    for heading in range(FACINGS):
        worst = min(worst, worth_of_sliding(b, t, w, x, y, heading, load))
    return worst
