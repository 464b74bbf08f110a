"""Units that wait off the table: reinforcements, and all units in the fog of war (1.28).

At the start of a turn, before the draw, each side brings on those that may come.  Reinforcements touch their owner's
edge.  In the fog a card says which edge it is, after the first unit has been named and before anything stands there.
"""

from tigersim.core import log
from tigersim.core.asking import ask, attacker
from tigersim.core.board import cell_at
from tigersim.core.chance import below, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import cards_in_pile, pile_of
from tigersim.core.enums import ARRIVE, CHANCE_ARRIVAL, DEPLOY, NOBODY, PASS, PHASE_DRAW, SLOTS
from tigersim.core.ground import is_free, may_stand
from tigersim.core.hands import turn_over_top
from tigersim.core.layout import WAVES
from tigersim.core.log import note
from tigersim.core.sides import first_slot, side_of, slots_of
from tigersim.core.units import in_play, on_table
from tigersim.registry import rule
from tigersim.rules.airdrop import NOT_BY_AIR
from tigersim.rules.cards import suit
from tigersim.rules.edges import EAST, NO_EDGE, NORTH, SOUTH, WEST
from tigersim.rules.scenarios import edge_of_suit, fewest_in_patrol, fog_allowance, is_at_edge, is_clear_of
from tigersim.rules.switches import FogArrivals, FogAttacker, PatrolReinforcements


@jit_inner
def forget_arrivals(b):
    """Note that no unit is on its way."""
    b[0].arrival.step = 0
    b[0].arrival.edge = NO_EDGE
    b[0].arrival.came = b[0].arrival.here = 0
    b[0].arrival.named = NOBODY


@jit_inner
def has_arrivals(b):
    """Whether a scenario has units that do not stand on the table from the start."""
    plan = b[0].scenario
    return plan.fog != 0 or plan.late[0, 0] + plan.late[1, 0] > 0 or plan.patrol[0, 1] + plan.patrol[1, 1] > 0


@jit_inner
@rule("PT-SCEN-PATROL-05", "PT-SCEN-FOG-03")
def hold_back(b):
    """Reinforcements wait off the table for their turn; in the fog all do.

    Who is no infantry is no part of a patrol.  Who comes by air comes in the turn of the landing.
    """
    for side in range(2):
        unit = first_slot(side) + b[0].player[side].units  # the first that is held back
        if b[0].scenario.fog != 0:
            for one in range(first_slot(side), unit):
                if b[0].unit[one].by_air == NOT_BY_AIR:
                    b[0].unit[one].due = 1
        for wave in range(WAVES - 1, -1, -1):
            for _ in range(b[0].scenario.late[side, wave]):
                if unit > first_slot(side) + 1:  # some unit is there from the start
                    unit -= 1
                    if b[0].unit[unit].by_air == NOT_BY_AIR:
                        b[0].unit[unit].due = b[0].scenario.late_turn[side, wave]
        if b[0].scenario.patrol[side, 1] > 0:
            for one in slots_of(b, side):
                if b[0].unit[one].profile.infantry == 0 and b[0].unit[one].by_air == NOT_BY_AIR:
                    b[0].unit[one].due = b[0].scenario.relief[side]
    count_reserves(b)


@jit_inner
def may_be_held_back(b, unit):
    """Whether a unit of a patrol, not yet set up, may still be kept for later."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.placed == 0 and u.carrier == NOBODY and u.due == 0 and u.profile.infantry != 0


@jit_inner
def size_of_patrol(b, side):
    """Infantry units of a side that are set up at the start, as things stand."""
    n = 0
    for unit in slots_of(b, side):
        if may_be_held_back(b, unit):
            n += 1
    return n


@jit_inner
def may_start_all(b, side):
    """Whether a patrol is no larger than it may be."""
    return size_of_patrol(b, side) <= b[0].scenario.patrol[side, 1]


@jit_inner
@rule("PT-SCEN-PATROL-05", "AMB-139")
def chooses_patrol(b, side):
    """Whether a side has still to say which of its infantry comes later."""
    plan = b[0].scenario
    if plan.patrol[side, 1] == 0 or (b[0].step >> side) & 1 != 0:
        return False
    return size_of_patrol(b, side) > fewest_in_patrol(plan.patrol[side, 0], b[0].ruling.patrol_reinforcements)


@jit_inner
def answer_hold_back(b, w, verb, unit):
    """A side names a unit that comes later, or says that no other does."""
    if verb == PASS:
        b[0].step |= 1 << b[0].asked
        return
    b[0].unit[unit].due = b[0].scenario.relief[b[0].asked]
    b[0].reserves += 1
    note(b, w, log.HELD_BACK, unit)


@jit_inner
def step_arrive(b, t, w):
    """Ask for the next unit that comes on, until both sides are done."""
    count_reserves(b)
    while b[0].arrival.step < 2:
        side = first_to_arrive(b) if b[0].arrival.step == 0 else 1 - first_to_arrive(b)
        if comes_on(b, t, w, side):
            return
        next_side(b)
    b[0].arrival.step = 0
    b[0].arrived = b[0].turn + 1
    b[0].phase = PHASE_DRAW


@jit_inner
@rule("AMB-147")
def first_to_arrive(b):
    """Who counts as the attacker; 1 (random_each_turn) chance says so anew in every turn."""
    if b[0].scenario.fog != 0 and b[0].ruling.fog_attacker == FogAttacker.RANDOM_EACH_TURN:
        return below(stream(b[0].key, CHANCE_ARRIVAL, b[0].turn + 1, 0), 0, 2)
    return attacker(b)


@jit_inline
def waits(b, unit):
    """Whether a unit waits off the table and may come on this turn."""
    u = b[0].unit[unit]
    off = u.alive != 0 and u.placed == 0 and u.carrier == NOBODY and u.by_air == NOT_BY_AIR
    return off and 0 < u.due <= b[0].turn + 1


@jit_inner
def waiting(b, side):
    """How many units of a side may come on this turn."""
    n = 0
    for unit in slots_of(b, side):
        if waits(b, unit):
            n += 1
    return n


@jit_inner
@rule("PT-SCEN-PATROL-05", "PT-SCEN-FOG-03", "PT-SCEN-FOG-04", "AMB-139", "AMB-148")
def comes_on(b, t, w, side):
    """Stop for the next decision about a side's arrivals, if any; returns whether there is one."""
    arrival = b[0].arrival
    unit = arrival.named
    if unit != NOBODY:
        arrival.named = NOBODY
        if b[0].scenario.fog != 0:
            draw_edge(b, w, side)
        if has_place_to_arrive(b, t, unit):
            arrival.came += 1
            ask(b, DEPLOY, side, unit)
            return True
        return False  # no room there: they wait on
    here = waiting(b, side)
    if arrival.came == 0:
        arrival.here = here
    if here == 0:
        return False
    if b[0].scenario.fog != 0:
        if arrival.came >= fog_allowance(b[0].player[side].units, arrival.here, b[0].ruling.fog_arrivals):
            return False
        ask(b, ARRIVE, side, NOBODY)
        return True
    if b[0].ruling.patrol_reinforcements == PatrolReinforcements.ANY_LATER_TURN:
        ask(b, ARRIVE, side, NOBODY)
        return True
    for one in slots_of(b, side):
        if waits(b, one) and has_place_to_arrive(b, t, one):
            ask(b, DEPLOY, side, one)
            return True
    return False


@jit_inline
def must_arrive(b):
    """Whether every unit that may come on in the fog has to (AMB-148 full_third_mandatory)."""
    return b[0].scenario.fog != 0 and b[0].ruling.fog_arrivals == FogArrivals.FULL_THIRD_MANDATORY


@jit_inner
@rule("PT-SCEN-FOG-04", "AMB-148")
def draw_edge(b, w, side):
    """Draw the edge that units come on from (AMB-148); with an empty pile it is their own."""
    arrival = b[0].arrival
    if arrival.edge != NO_EDGE and b[0].ruling.fog_arrivals != FogArrivals.ONE_CARD_PER_UNIT:
        return
    if cards_in_pile(b, pile_of(b, side)) == 0:
        arrival.edge = own_edge(b, side)
        return
    card = turn_over_top(b, w, side)
    arrival.edge = edge_of_suit(suit(card))
    note(b, w, log.EDGE_DRAWN, side, card, arrival.edge)


@jit_inline
def own_edge(b, side):
    """A side's own table edge."""
    return NORTH if b[0].player[side].north != 0 else SOUTH


@jit_inline
def off_edge(t, edge, cell):
    """Whole cells between a cell and a table edge."""
    x, y = cell % t[0].width, cell // t[0].width
    if edge == NORTH:
        return t[0].depth - 1 - y
    if edge == SOUTH:
        return y
    return x if edge == WEST else t[0].width - 1 - x


@jit_inner
@rule("PT-SCEN-PATROL-05", "PT-SCEN-FOG-03", "PT-SCEN-FOG-05")
def may_arrive_at(b, t, unit, cell):
    """Whether a cell, free or not, is where the unit may come on.

    Reinforcements touch their owner's edge; in the fog within 6 inches of the edge drawn, and a foot to one side of all
    enemies that are there already.
    """
    side = side_of(unit)
    if b[0].scenario.fog == 0:
        return off_edge(t, own_edge(b, side), cell) == 0
    edge = b[0].arrival.edge
    if not is_at_edge(off_edge(t, edge, cell)):
        return False
    first, last = enemies_at_edge(b, t, 1 - side, edge)
    along = cell // t[0].width if edge == EAST or edge == WEST else cell % t[0].width
    return first > last or is_clear_of(along, first, last)


@jit_inner
def enemies_at_edge(b, t, enemy, edge):
    """(first, last) place along an edge of the enemies near it; first > last if there are none."""
    first, last = 1 << 20, -1
    for other in slots_of(b, enemy):
        if on_table(b, other):
            v = b[0].unit[other]
            if is_at_edge(off_edge(t, edge, cell_at(t, v.x, v.y))):
                along = v.y if edge == EAST or edge == WEST else v.x
                first, last = min(first, along), max(last, along)
    return first, last


@jit_inner
def has_place_to_arrive(b, t, unit):
    """Whether there is a free cell that the unit may come on in."""
    for cell in range(t[0].width * t[0].depth):
        if is_free(b, cell) and may_stand(b, t, unit, cell) and may_arrive_at(b, t, unit, cell):
            return True
    return False


@jit_inner
def arrival_cells(b, t, w, unit):
    """The free cells that the unit may come on in, into ``w.cells``; returns how many."""
    n = 0
    for cell in range(t[0].width * t[0].depth):
        if is_free(b, cell) and may_stand(b, t, unit, cell) and may_arrive_at(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
def next_side(b):
    """A side is done with its arrivals of this turn."""
    b[0].arrival.step += 1
    b[0].arrival.came = 0
    b[0].arrival.edge = NO_EDGE
    b[0].arrival.named = NOBODY


@jit_inner
def count_reserves(b):
    """``b.reserves`` = the living units that wait off the table."""
    b[0].reserves = 0
    for unit in range(SLOTS):
        u = b[0].unit[unit]
        if u.alive != 0 and u.due > 0 and not in_play(b, unit):
            b[0].reserves += 1
