"""Where a tactician sets up its units.

In cover, beside friends, the armed forward, what fires directly with a view, what fires indirectly unseen.
"""

from tigersim.core.board import sees
from tigersim.core.chance import below, stream
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import may_set_up
from tigersim.core.decisions.places import legal_cells
from tigersim.core.enums import CHANCE_PLAYER, MAX_UNITS, PLACE
from tigersim.core.geometry import FACING_NORTH, FACING_SOUTH, gap_squared
from tigersim.core.layout import MAX_CELLS
from tigersim.core.players.places import position_of, positions_within
from tigersim.core.players.scenario_goals import goal_worth, has_goals, in_a_zone
from tigersim.core.players.surroundings import hiding_dice, is_landing_craft, longest_range
from tigersim.core.players.tactician.company import COMPANY_GAP
from tigersim.core.players.tactician.outlook import NO_BOUND, fires_indirectly
from tigersim.core.players.tactician.recall import asker_of_setup, may_recall_places, question_of_setup, shot_of
from tigersim.core.players.transports import embarkation
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import first_slot, side_of
from tigersim.core.sizes import SETUP_TRIES
from tigersim.core.units import cell_of, on_table
from tigersim.core.zones import deployment_rows
from tigersim.rules.follow import FOLLOW_INCHES
from tigersim.rules.fortifications import HEAVY

GLANCES = 8
"""Places of the enemy's zone from which one looks at a place for an indirect weapon."""
BESIDE = FOLLOW_INCHES + 1
"""Cells along a row between two units that still follow each other: ranges run between the edges of bases."""
UNARMED_BACK = 0.5
"""VP for setting up a unit without weapons an inch farther from the enemy."""


@jit_inner
def deploy(b, t, w):
    """The best of many random places and of the positions, or a ride."""
    unit = b[0].subject
    ride = embarkation(b, t, unit)
    if ride != PASSING:
        return ride
    if in_a_zone(b, t) or not may_recall_places(b, t, w):
        return find_setup(b, t, w, unit)
    code = question_of_setup(b, w, unit)
    kept = w[0].kept_shot[shot_of(code)]
    if kept.situation != code:
        kept.situation, kept.action = code, find_setup(b, t, w, unit)
    return kept.action


@jit_inner
def note_tries(b, t, w, unit):
    """Note the places that a unit tries, and what they are worth but for friends and view.

    They are the same whenever it is asked in one future.  Returns how many.
    """
    side = side_of(unit)
    asker = asker_of_setup(b, w, unit)
    if w[0].tries_of[unit] == asker:
        return SETUP_TRIES
    w[0].tries_of[unit] = asker
    first, last = deployment_rows(b, t, side)
    forwards = forward_worth(b, t, w, unit)
    chance = stream(b[0].key, CHANCE_PLAYER, 1 + unit, side)
    for k in range(SETUP_TRIES):
        cell = first * t[0].width + below(chance, 1 + k, (last - first) * t[0].width)
        w[0].tried_cell[unit, k] = cell
        w[0].tried_row[unit, k] = forwards * rows_from_back(b, t, side, cell // t[0].width)
        w[0].tried_ground[unit, k] = ground_worth(b, t, w, unit, cell)
    return SETUP_TRIES


@jit_inner
def find_setup(b, t, w, unit):
    """``deploy`` on the ground, looked for; all face the enemy."""
    side = side_of(unit)
    first, last = deployment_rows(b, t, side)
    listed = in_a_zone(b, t)
    note_company(b, t, w, unit)
    width, facing = t[0].width, facing_enemy(b, side)
    forwards = forward_worth(b, t, w, unit)
    chance = stream(b[0].key, CHANCE_PLAYER, 1 + unit, side)  # its own, the same whenever it is asked
    foremost = max(forwards, 0.0) * (last - 1 - first)
    most_ground = most_ground_worth(b, t, w, unit)
    flock, watching = w[0].tactician[side].flock, lookout_worth(b, w, unit)
    fewest, enough = 0, 0 if listed or flock < 0.0 else MAX_UNITS
    best, best_worth = -1, -99.0
    tries, positions = 0, positions_within(t, first, last)
    noted = note_tries(b, t, w, unit) if not listed and may_recall_places(b, t, w) else 0
    choices = legal_cells(b, t, w) if listed else 0
    while tries < SETUP_TRIES + positions or best < 0:
        tries += 1
        if tries <= noted:
            cell = w[0].tried_cell[unit, tries - 1]
        elif listed:
            cell = w[0].cells[below(chance, tries, MAX_CELLS) % choices]
        elif SETUP_TRIES < tries <= SETUP_TRIES + positions:
            cell = position_of(t, first, tries - SETUP_TRIES)
        else:
            cell = first * width + below(chance, tries, (last - first) * width)
        friends = w[0].company[side].friends[cell]
        if friends < fewest:
            continue
        if tries <= noted:
            value = w[0].tried_row[unit, tries - 1] + flock * friends + w[0].tried_ground[unit, tries - 1]
        else:
            value = forwards * rows_from_back(b, t, side, cell // width)
            value = value + flock * friends + ground_worth(b, t, w, unit, cell)
        if watching > 0.0 and (value + watching > best_worth or w[0].explaining != 0):
            value += watching * (1.0 - out_of_sight(b, t, side, cell))
        if (value <= best_worth and w[0].explaining == 0) or (not listed and not may_set_up(b, t, unit, cell)):
            continue
        weigh(w, pack(PLACE, unit, 0, 0, cell, facing), value)
        if value > best_worth:
            best, best_worth = cell, value
            while fewest < enough and foremost + flock * fewest + most_ground + watching <= best_worth:
                fewest += 1  # nor is a cell with so few friends better in the foremost row and on the best ground
    return pack(PLACE, unit, 0, 0, best, facing)


@jit_inner
def rows_from_back(b, t, side, row):
    """How many rows before the hindmost of its zone a unit of a side stands."""
    first, last = deployment_rows(b, t, side)
    return last - 1 - row if facing_enemy(b, side) == FACING_SOUTH else row - first


@jit_inner
def facing_enemy(b, side):
    """The facing of a side's units when they are set up."""
    return FACING_SOUTH if b[0].player[side].north != 0 else FACING_NORTH


@jit_inner
def forward_worth(b, t, w, unit):
    """VP for setting up a unit an inch nearer to the enemy.

    Below 0 where it had better be farther off.
    """
    if is_landing_craft(b, t, unit):
        return UNARMED_BACK
    return w[0].tactician[side_of(unit)].forward if longest_range(b, unit) > 0 else -UNARMED_BACK


@jit_inner
def lookout_worth(b, w, unit):
    """VP for setting up a unit where it sees all of the enemy's zone: 0 for what fires indirectly, or not at all."""
    directly = longest_range(b, unit) > 0 and not fires_indirectly(b, unit)
    return w[0].tactician[side_of(unit)].lookout if directly else 0.0


@jit_inner
def ground_worth(b, t, w, unit, cell):
    """VP that the ground of a cell is worth for setting up.

    Its cover, its goal, out of sight for indirect weapons.
    """
    side, value = side_of(unit), 0.0
    if has_goals(b):
        value += goal_worth(b, t, unit, cell % t[0].width, cell // t[0].width)
    if fires_indirectly(b, unit):
        value += w[0].tactician[side].lurk * out_of_sight(b, t, side, cell)
    return value + w[0].tactician[side].shelter * hiding_dice(b, t, unit, cell)


@jit_inner
def most_ground_worth(b, t, w, unit):
    """``ground_worth`` of no cell is more (a bound).

    A heavy position counts as many cover dice as its number says.
    """
    if has_goals(b) or w[0].explaining != 0:
        return NO_BOUND
    weights = w[0].tactician[side_of(unit)]
    lurking = max(weights.lurk, 0.0) if fires_indirectly(b, unit) else 0.0
    dice = 1 if b[0].unit[unit].profile.terrain_cover != 0 else 0
    dice += HEAVY if t[0].forts != 0 else 0
    return lurking + max(weights.shelter, 0.0) * dice


@jit_inner
def out_of_sight(b, t, side, cell):
    """Share of the middle of the enemy's deployment zone that does not see a cell."""
    first, last = deployment_rows(b, t, 1 - side)
    unseen = 0
    for k in range(GLANCES):
        x = (2 * k + 1) * t[0].width // (2 * GLANCES)
        if not sees(t, cell, (first + last) // 2 * t[0].width + x):
            unseen += 1
    return unseen / GLANCES


@jit_inner
def note_company(b, t, w, unit):
    """Note in ``w.company``, for every cell of the zone, how many friends could follow the unit there.

    Most of them stand where they stood when it was noted last.
    """
    side, width = side_of(unit), t[0].width
    first, last = (0, t[0].depth) if in_a_zone(b, t) else deployment_rows(b, t, side)
    kept = w[0].company[side]
    if kept.width != width or kept.first != first or kept.last != last:
        kept.width, kept.first, kept.last = width, first, last
        kept.friends[:] = 0
        kept.place[:] = 0
    for k in range(MAX_UNITS):
        other = first_slot(side) + k
        place = 1 + cell_of(b, t, other) if other != unit and on_table(b, other) else 0
        if place != kept.place[k]:
            if kept.place[k] != 0:
                add_company(kept, kept.place[k] - 1, -1)
            if place != 0:
                add_company(kept, place - 1, 1)
            kept.place[k] = place


@jit_inner
def add_company(kept, cell, more):
    """Count a friend more, or one less, in all cells of a zone that are near enough to a cell."""
    width, x, y = kept.width, cell % kept.width, cell // kept.width
    for row in range(max(y - BESIDE, kept.first), min(y + BESIDE + 1, kept.last)):
        wide = BESIDE
        while gap_squared(wide, row, 0, y) > COMPANY_GAP:
            wide -= 1
        for column in range(max(x - wide, 0), min(x + wide + 1, width)):
            kept.friends[row * width + column] += more
