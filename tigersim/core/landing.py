"""Landings from the air: the card, the point, the roll, drifting, sliding, and what it costs (chapter 1.24).

Who lands is alive and off the table until the turn in which he is due; that turn begins with the landings, before the
draw (``b.turn`` is still the turn before).  Of one unit after the other the owner chooses the point, the dice are
thrown, the opponent lets it drift if they fail, and a glider slides on.  Whom a glider carries shares its way.

The books: every roll of dice may settle some deaths.  Their exact chances, given all that had been chosen and thrown,
are added to the hazards of the glider or squad and of everybody aboard just before the dice fall.  A drop that misses
is carried where the opponent likes, so nobody knows beforehand what it will meet: a death by drifting is booked as it
comes, and counts as no luck.
"""

from __future__ import annotations

import numpy as np

from tigersim.core import log
from tigersim.core.asking import ask, attacker
from tigersim.core.board import cell_at
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import NONE, cards_in_pile, pile_of, shuffle
from tigersim.core.enums import (
    BUILDING,
    CHANCE_LANDING,
    CHANCE_SLIDE,
    DRIFT,
    LAND,
    LUCK_BANDS,
    LUCK_SHOCK,
    MACHINE_GUN,
    MAIN,
    MAX_UNITS,
    MORTAR,
    NO_CARD,
    NOBODY,
    PHASE_ARRIVE,
    PHASE_LAND,
    SIDE_A,
    WATER,
    WOOD,
)
from tigersim.core.geometry import FACING_X, FACING_Y
from tigersim.core.ground import is_free, may_be_in, side_of
from tigersim.core.hands import hidden_cards, turn_over_top
from tigersim.core.log import note, pack_dice
from tigersim.core.luck import hide_cards
from tigersim.core.units import destroy, put, take_hits
from tigersim.registry import rule
from tigersim.rules.airdrop import (
    BY_GLIDER,
    NOT_BY_AIR,
    SLIDE_DICE,
    drift_inches,
    is_deadly,
    landing_dice,
    landing_hits,
    lands_on_point,
    loses_weapon,
    ones_that_cost_cargo,
    ones_that_count,
    ones_that_destroy,
    slide_heading,
    slides,
    turns_over_a_card,
)
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.switches import DeckRunsOutMidDeal, GliderSlide

NEXT_STAGE, ROLL_STAGE, DOWN_STAGE, HEADING_STAGE, SLIDE_STAGE = range(5)
"""The next unit is due; its point is chosen; it comes down; the opponent heads it (AMB-129); it slides."""
FARTHEST = 6 * SLIDE_DICE
"""Inches that a drop can drift or a glider slide at most."""
_LENGTHS = np.sqrt(FACING_X**2 + FACING_Y**2)
FLIGHT_X = np.rint(np.outer(np.arange(FARTHEST + 1), FACING_X / _LENGTHS)).astype(np.int64)
"""[inches, facing]: cells to the east of the cell nearest to the point so many inches away."""
FLIGHT_Y = np.rint(np.outer(np.arange(FARTHEST + 1), FACING_Y / _LENGTHS)).astype(np.int64)
"""The same to the north."""

# --- who lands when ----------------------------------------------------------------------------------------------


@jit_inner
@rule("PT-AIRDROP-01")
def send_by_air(b, unit, turn, by_air):
    """PT-AIRDROP-01: the unit does not begin on the table but lands in that turn, as a squad or as a glider."""
    u = b[0].unit[unit]
    if u.due == 0:
        b[0].reserves += 1
    u.due = turn
    u.by_air = by_air


@jit_inner
@rule("PT-AIRDROP-01")
def call_in_landings(b):
    """PT-AIRDROP-01: by agreement all airborne units of a side land in one turn (``scenario.landing``)."""
    for side in range(2):
        turn = b[0].scenario.landing[side]
        if turn > 0:
            for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
                by_air = b[0].unit[unit].profile.airborne
                if by_air != NOT_BY_AIR:
                    send_by_air(b, unit, turn, by_air)


@jit_inner
def lands_now(b, unit):
    """Whether the unit waits in the air and is due at the start of the coming turn."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.due > 0 and u.by_air != NOT_BY_AIR and u.due <= b[0].turn + 1


@jit_inner
def next_to_land(b):
    """The unit that lands next, the attacker's before the defender's, or NOBODY."""
    for k in range(2):
        side = attacker(b) if k == 0 else 1 - attacker(b)
        for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
            if lands_now(b, unit):
                return unit
    return NOBODY


@jit_inner
def landings_are_due(b):
    """Whether somebody lands now; without a card to turn over they wait for the next deck."""
    unit = next_to_land(b)
    return unit != NOBODY and can_turn_over(b, side_of(unit))


@jit_inner
def start_landings(b):
    """The turn begins with landings: nobody has turned over a card for them yet."""
    b[0].phase = PHASE_LAND
    b[0].landing.stage = NEXT_STAGE
    b[0].landing.card[0] = NO_CARD
    b[0].landing.card[1] = NO_CARD


# --- the card ------------------------------------------------------------------------------------------------------


@jit_inner
def can_turn_over(b, side):
    """Whether there is a card on a side's pile, or one that may be shuffled into a new one (AMB-02)."""
    pile = pile_of(b, side)
    return cards_in_pile(b, pile) > 0 or (
        b[0].ruling.deck_runs_out_mid_deal == DeckRunsOutMidDeal.RESHUFFLE_AND_CONTINUE
        and b[0].pile[pile].discards != NONE
    )


@jit_inner
@rule("PT-AIRDROP-04")
def turn_over_for(b, w, side):
    """PT-AIRDROP-04: the top card of the pile, seen by all, is a side's landing card, and goes to the discards."""
    pile = pile_of(b, side)
    if cards_in_pile(b, pile) == 0:
        shuffle(b, pile)
        b[0].pile[pile].ran_out = 1
        hide_cards(b, w, pile, hidden_cards(b, pile))
    card = turn_over_top(b, w, side)
    b[0].landing.card[side] = card
    note(b, w, log.LANDING_CARD, side, card, b[0].turn + 1, 0, 0, 0)


# --- one landing ---------------------------------------------------------------------------------------------------


@jit_inner
def step_landing(b, t, w):
    """One step of the landings of this turn; stops where a player has to choose."""
    stage = b[0].landing.stage
    if stage == NEXT_STAGE:
        start_landing(b, w)
    elif stage == ROLL_STAGE:
        roll_landing(b, t, w)
    elif stage == DOWN_STAGE:
        come_down(b, t, w)
    elif stage == SLIDE_STAGE:
        slide(b, t, w)


@jit_inner
@rule("PT-AIRDROP-04", "PT-AIRDROP-05", "PT-AIRDROP-12")
def start_landing(b, w):
    """PT-AIRDROP-04, PT-AIRDROP-05: the next unit; its owner turns over a card if one is due and chooses the point.

    PT-AIRDROP-12: after the last the turn goes on, and the landed play in it like all others.
    """
    land = b[0].landing
    unit = next_to_land(b)
    if unit == NOBODY:
        b[0].phase = PHASE_ARRIVE
        return
    side = side_of(unit)
    if turns_over_a_card(land.card[side] == NO_CARD, b[0].ruling.airdrop_card):
        if not can_turn_over(b, side):
            b[0].phase = PHASE_ARRIVE
            return
        turn_over_for(b, w, side)
    b[0].card = land.card[side]
    land.unit = unit
    land.drifted = 0
    land.ones = 0
    ask(b, LAND, side, unit)


@jit_inner
@rule("PT-AIRDROP-05", "PT-AIRDROP-08")
def choose_point(b, w, x, y, facing):
    """PT-AIRDROP-05: the owner has chosen the point, and PT-AIRDROP-08: which way a glider flies (AMB-129)."""
    land = b[0].landing
    land.x = x
    land.y = y
    land.heading = facing
    land.stage = ROLL_STAGE
    note(b, w, log.DROPPED, land.unit, x, y, facing, 0, 0)


@jit_inner
@rule("PT-AIRDROP-05", "PT-AIRDROP-06", "PT-AIRDROP-07")
def roll_landing(b, t, w):
    """PT-AIRDROP-05, PT-AIRDROP-06: the roll against the card.  PT-AIRDROP-07: a miss drifts as the opponent says."""
    land = b[0].landing
    unit, card = land.unit, b[0].card
    needed, n = difficulty(card), landing_dice(is_red(card))
    total = throw(b, w, unit, CHANCE_LANDING, n, needed)
    land.ones = ones_on_table(b)
    book_landing(b, t, unit, n, needed, total)
    land.stage = DOWN_STAGE
    if not lands_on_point(total, needed):
        land.drifted = 1
        ask(b, DRIFT, 1 - side_of(unit), unit)


@jit_inner
@rule("PT-AIRDROP-07", "PT-AIRDROP-08")
def choose_direction(b, w, facing):
    """PT-AIRDROP-07: the opponent has said which way the drop drifts, or PT-AIRDROP-08: the glider slides (AMB-129)."""
    land = b[0].landing
    if land.stage == HEADING_STAGE:
        land.heading = facing
        land.stage = SLIDE_STAGE
        return
    land.direction = facing
    note(b, w, log.DRIFTS, land.unit, facing, drift_inches(difficulty(b[0].card)), 0, 0, 0)


@jit_inline
@rule("PT-AIRDROP-05", "PT-FORT-01")
def may_come_down(b, t, cell):
    """PT-AIRDROP-05, PT-FORT-01: whether nothing in a cell keeps the unit that lands out of it.

    A unit, a wreck, or a fortified position that is not for it: no glider stands in a bunker (AMB-135).
    """
    return is_free(b, cell) and (t[0].forts == 0 or may_be_in(b, t, b[0].landing.unit, cell))


@jit_inner
@rule("PT-AIRDROP-07")
def drift_end(b, t, x, y, direction, inches):
    """PT-AIRDROP-07: (x, y) where a drop from that point comes down; (-1, -1) off the table.

    Where it cannot stand it comes down short of the place, so that it touches who is there (AMB-129).
    """
    for k in range(inches, -1, -1):
        px, py = x + FLIGHT_X[k, direction], y + FLIGHT_Y[k, direction]
        if px < 0 or py < 0 or px >= t[0].width or py >= t[0].depth:
            return -1, -1
        if may_come_down(b, t, cell_at(t, px, py)):
            return px, py
    return x, y


@jit_inner
@rule("PT-AIRDROP-11")
def is_deadly_place(t, x, y):
    """PT-AIRDROP-11: water, woods, a town, or off the table (AMB-129)."""
    if x < 0 or y < 0 or x >= t[0].width or y >= t[0].depth:
        return True
    kind = t[0].kind[cell_at(t, x, y)]
    return is_deadly(kind == WATER, kind == WOOD, kind == BUILDING)


@jit_inner
@rule("PT-AIRDROP-06", "PT-AIRDROP-07", "PT-AIRDROP-08", "PT-AIRDROP-11")
def come_down(b, t, w):
    """PT-AIRDROP-06, PT-AIRDROP-07: it comes down.  PT-AIRDROP-11: to its death.  PT-AIRDROP-08: or slides on."""
    land = b[0].landing
    unit = land.unit
    if land.drifted != 0:
        land.x, land.y = drift_end(b, t, land.x, land.y, land.direction, drift_inches(difficulty(b[0].card)))
    if is_deadly_place(t, land.x, land.y):
        if land.drifted != 0:
            book_as_it_comes(b, unit)
        crash(b, t, w, unit)
    elif not slides(b[0].unit[unit].by_air):
        settle(b, t, w, unit, land.ones)
    elif b[0].ruling.glider_slide == GliderSlide.OPPONENT_HEADING:
        land.stage = HEADING_STAGE
        ask(b, DRIFT, 1 - side_of(unit), unit)
    else:
        land.heading = slide_heading(land.heading, land.direction, land.drifted != 0, b[0].ruling.glider_slide)
        land.stage = SLIDE_STAGE


@jit_inner
@rule("PT-AIRDROP-08", "PT-AIRDROP-11")
def slide_end(b, t, x, y, heading, inches):
    """PT-AIRDROP-08, PT-AIRDROP-11: (x, y) where a glider ends that slides so many inches from (x, y).

    It slides inch by inch through the cells nearest to its way.  It stops before what keeps it out, and comes to
    grief in the first place that is deadly; that place is then its end, (-1, -1) off the table (AMB-129).
    """
    px, py = x, y
    for k in range(1, inches + 1):
        nx, ny = x + FLIGHT_X[k, heading], y + FLIGHT_Y[k, heading]
        if nx < 0 or ny < 0 or nx >= t[0].width or ny >= t[0].depth:
            return -1, -1
        if not may_come_down(b, t, cell_at(t, nx, ny)):
            return px, py
        px, py = nx, ny
        if is_deadly_place(t, px, py):
            return px, py
    return px, py


@jit_inner
def safe_inches(b, t, x, y, heading):
    """The most inches, up to ``FARTHEST``, that a glider may slide from (x, y) and live."""
    for k in range(1, FARTHEST + 1):
        nx, ny = x + FLIGHT_X[k, heading], y + FLIGHT_Y[k, heading]
        inside = nx >= 0 and ny >= 0 and nx < t[0].width and ny < t[0].depth
        if inside and not may_come_down(b, t, cell_at(t, nx, ny)):
            return FARTHEST
        if is_deadly_place(t, nx, ny):
            return k - 1
    return FARTHEST


@jit_inner
@rule("PT-AIRDROP-08", "PT-AIRDROP-09", "PT-AIRDROP-11")
def slide(b, t, w):
    """PT-AIRDROP-08, PT-AIRDROP-09, PT-AIRDROP-11: three dice of inches along the heading, and their ones."""
    land = b[0].landing
    unit, before = land.unit, land.ones
    safe = safe_inches(b, t, land.x, land.y, land.heading)
    inches = throw(b, w, unit, CHANCE_SLIDE, SLIDE_DICE, 0)
    ones = ones_that_count(before, ones_on_table(b), b[0].ruling.airdrop_hits)
    book_slide(b, unit, before, safe, ones, inches > safe)
    land.x, land.y = slide_end(b, t, land.x, land.y, land.heading, inches)
    if inches > safe:
        crash(b, t, w, unit)
    else:
        settle(b, t, w, unit, ones)


# --- what comes of it ----------------------------------------------------------------------------------------------


@jit_inner
@rule("PT-AIRDROP-11")
def crash(b, t, w, unit):
    """PT-AIRDROP-11: the unit is destroyed where it came down, and all aboard with it."""
    land = b[0].landing
    land.stage = NEXT_STAGE
    b[0].reserves -= 1
    note(b, w, log.CRASHED, unit, land.x, land.y, 0, 0, 0)
    side = side_of(unit)
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
            destroy(b, t, w, other, NOBODY)
    destroy(b, t, w, unit, NOBODY)


@jit_inner
@rule("PT-AIRDROP-09", "PT-AIRDROP-10")
def settle(b, t, w, unit, ones):
    """PT-AIRDROP-09, PT-AIRDROP-10: the unit stands on the table; ones are hits, two of them cost weapon or cargo."""
    land = b[0].landing
    land.stage = NEXT_STAGE
    b[0].reserves -= 1
    u = b[0].unit[unit]
    u.due = 0
    put(b, t, unit, land.x, land.y, land.heading)
    note(b, w, log.LANDED, unit, land.x, land.y, land.heading, 0, 0)
    if loses_weapon(ones) and u.by_air != BY_GLIDER:
        lose_weapon(b, w, unit)
    side = side_of(unit)
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if (
            o.alive != 0
            and o.carrier == unit
            and ones >= ones_that_cost_cargo(o.profile.load, b[0].ruling.airdrop_hits)
        ):
            destroy(b, t, w, other, NOBODY)
    take_hits(b, t, w, unit, landing_hits(ones, b[0].ruling.airdrop_hits), NOBODY)


@jit_inner
@rule("PT-AIRDROP-10")
def lose_weapon(b, w, unit):
    """PT-AIRDROP-10: a squad loses its machine gun or mortar and is left with its rifles."""
    p = b[0].unit[unit].profile
    if p.armed[MACHINE_GUN] == 0 and p.armed[MORTAR] == 0:
        return
    for weapon in (MAIN, MACHINE_GUN, MORTAR):
        p.armed[weapon] = 0
        p.red_near[weapon] = 0
        p.black_near[weapon] = 0
        p.red_far[weapon] = 0
        p.black_far[weapon] = 0
        p.min_range[weapon] = 0
        p.suppresses[weapon] = 0
        p.indirect[weapon] = 0
    if p.rifles_red > 0 or p.rifles_black > 0:
        p.armed[MAIN] = 1
        p.red_near[MAIN] = p.rifles_red
        p.black_near[MAIN] = p.rifles_black
        p.max_range[MAIN] = p.rifles_range
    b[0].landing.lost |= 1 << unit
    note(b, w, log.WEAPON_LOST, unit, 0, 0, 0, 0, 0)


# --- dice ----------------------------------------------------------------------------------------------------------


@jit_inner
def throw(b, w, unit, purpose, n, needed):
    """Throw the dice of a landing, of the turn that begins; they lie in ``b.roll``.  Returns their sum."""
    chance = stream(b[0].key, purpose, b[0].turn + 1, unit)
    roll = b[0].roll
    roll.n = n
    roll.permissions = 0
    roll.whole = 0
    total = 0
    for k in range(n):
        roll.dice[k] = die(chance, k)
        roll.fixed[k] = 0
        roll.kind[k] = 0
        total += roll.dice[k]
    if w[0].logging != 0:
        note(b, w, log.ROLLED, unit, purpose, needed, total, pack_dice(roll.dice, n, 0), 0)
    return total


@jit_inner
def ones_on_table(b):
    """How many dice of the roll show a one."""
    n = 0
    for k in range(b[0].roll.n):
        if b[0].roll.dice[k] == 1:
            n += 1
    return n


# --- the books -----------------------------------------------------------------------------------------------------


@jit_inner
def fatal_ones(b, unit):
    """How many ones of its landing (or its glider's) destroy a unit by themselves, ``NEVER`` if none do."""
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        return ones_that_cost_cargo(u.profile.load, b[0].ruling.airdrop_hits)
    return ones_that_destroy(u.profile.hits_to_destroy, b[0].ruling.airdrop_hits)


@jit_inner
def book_landing(b, t, unit, n, needed, total):
    """The chances of what this roll alone settles: a deadly point that is hit, and ones that destroy.

    And the luck of a squad's shock, as far as it comes down on its point.
    """
    land = b[0].landing
    deadly = is_deadly_place(t, land.x, land.y)
    side = side_of(unit)
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit):
            dies, _ = chances_of_landing(n, needed, deadly, fatal_ones(b, other))
            o.hazard += dies
    if slides(b[0].unit[unit].by_air):
        return
    fatal = fatal_ones(b, unit)
    _, shaken = chances_of_landing(n, needed, deadly, fatal)
    down = lands_on_point(total, needed) and not deadly
    shocked = 1.0 if down and land.ones > 0 and land.ones < fatal else 0.0
    book_shock(b, unit, shocked - shaken)


@jit_inner
def chances_of_landing(n, needed, deadly, fatal):
    """(chance that the roll destroys, chance that the unit comes down on its point alive and shocked) of ``n`` dice.

    ``deadly``: the point is; ``fatal``: so many ones destroy.
    """
    ways = 6**n
    dies, shaken = 0, 0
    for roll in range(ways):
        total, ones, rest = 0, 0, roll
        for _ in range(n):
            total += rest % 6 + 1
            ones += 1 if rest % 6 == 0 else 0
            rest //= 6
        hit = lands_on_point(total, needed)
        if ones >= fatal or (hit and deadly):
            dies += 1
        elif hit and ones > 0:
            shaken += 1
    return dies / ways, shaken / ways


@jit_inner
def book_as_it_comes(b, unit):
    """Who drifts to his death dies by a choice of the opponent; whom the ones have doomed is in the books already."""
    side = side_of(unit)
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit) and b[0].landing.ones < fatal_ones(b, other):
            o.hazard += 1.0


@jit_inner
def book_slide(b, unit, before, safe, ones, crashes):
    """The chances of what the slide settles: a way that ends in a deadly place, ones that destroy; and shock."""
    side = side_of(unit)
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit) and before < fatal_ones(b, other):
            dies, _ = chances_of_slide(before, safe, fatal_ones(b, other), b[0].ruling.airdrop_hits)
            o.hazard += dies
    fatal = fatal_ones(b, unit)
    _, shaken = chances_of_slide(before, safe, fatal, b[0].ruling.airdrop_hits)
    shocked = 1.0 if not crashes and ones > 0 and ones < fatal else 0.0
    book_shock(b, unit, shocked - shaken)


@jit_inner
def chances_of_slide(before, safe, fatal, airdrop_hits):
    """(chance that the slide destroys, chance that the glider ends it alive and shocked).

    ``before``: ones of the landing roll; ``safe``: inches that it may slide; ``fatal``: so many ones destroy.
    """
    ways = 6**SLIDE_DICE
    dies, shaken = 0, 0
    for roll in range(ways):
        total, ones, rest = 0, 0, roll
        for _ in range(SLIDE_DICE):
            total += rest % 6 + 1
            ones += 1 if rest % 6 == 0 else 0
            rest //= 6
        ones = ones_that_count(before, ones, airdrop_hits)
        if total > safe or ones >= fatal:
            dies += 1
        elif ones > 0:
            shaken += 1
    return dies / ways, shaken / ways


@jit_inner
def book_shock(b, unit, surprise):
    """The luck of a shock in landing, for the opponent, in the turn that begins; its cost in VP."""
    band = min(b[0].turn + 1, LUCK_BANDS) - 1
    gain = b[0].unit[unit].profile.cost * surprise
    b[0].luck[LUCK_SHOCK, band] += gain if side_of(unit) != SIDE_A else -gain
