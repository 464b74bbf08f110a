"""The record of what a thread needs for itself: odds, weights, scratch, the log."""

from tigersim.core.enums import MAX_MARKERS, MAX_UNITS, PACK, SLOTS
from tigersim.core.evaluation_layout import (
    EVALUATION,
    NARROW,
    SIDE_FEATURES,
    STRENGTHS,
    TOGETHER,
    TURN_FEATURES,
    UNIT_FEATURES,
    WIDE,
)
from tigersim.core.sizes import (
    KEPT_PLACES,
    KEPT_SHOTS,
    KEPT_STRENGTHS,
    LOG_FIELDS,
    LOG_ROWS,
    MAX_ACTIONS,
    MAX_CELLS,
    SETUP_TRIES,
    record,
)
from tigersim.core.weights import WEIGHTS

ATTACK_SHAPE = (2, 8, 15, 4)
"""[re-roll permissions][dice][difficulty][hit, hit that sets off a death trap, lethal hit, lethal hit that does]"""
MEAN_ATTACK_SHAPE = (2, *ATTACK_SHAPE[:2], 4)
"""[low profile][re-roll permissions][dice][as ``attack``]: the same, mean over the cards of a colour."""
CALL_STEPS = 3
"""Attacks of support fire that a player thinks ahead."""
BANDS = 24
"""Ways in which a shot can come: near or far, at the front or not, at a target in cover or not, and in which fortified
position; on a table without positions only the first eight are filled."""
MAX_OPTIONS = 128
"""Options that a planner tries."""
SAVE_SHAPE = (2, 2, 10, 2, 2, 7, 3)
"""[re-roll permissions][hits - 1][armour dice][face - 5][keep best][cover dice][unsaved hits]"""

KEPT_PLACE = record(
    [
        ("situation", "u8"),  # in which it was looked for
        ("here", "f8"),  # VP of where the unit stood
        ("cell", "i8"),
        ("worth", "f8"),  # VP, or -NO_BOUND if no place is worth ``floor``
        ("floor", "f8"),
    ]
)
"""A best place that was found before."""
KEPT_SHOT = record([("situation", "u8"), ("action", "i8"), ("worth", "f8")])
"""A best shot, or where to set up, that was found before."""
LASTING = record(
    [
        ("vp", "f8"),  # its cost
        ("unseen", "f8"),  # what a target out of its sight counts
        ("cost", "f4"),  # features of these names
        ("score", "f4"),
        ("pace", "f4"),
        ("foot", "f4"),
        ("unarmed", "f4"),
    ]
)
"""What does not change of a unit while its weapons are the same, see players.strategist.features."""
COMPANY = record(
    [
        ("width", "i8"),  # of the table
        ("first", "i8"),  # row of the zone, and the row after its last
        ("last", "i8"),
        ("place", "i8", (MAX_UNITS,)),  # 1 + the cell of each friend that is counted, or 0
        ("friends", "u1", (MAX_CELLS,)),  # near enough to a cell
    ]
)
"""Where units can be set up in company."""
KEPT_STRENGTH = record(
    [
        ("pairings", "i8"),
        ("alive", "u8"),  # bit per unit
        ("shocked", "u8"),
        ("of_unit", "f4", (SLOTS, STRENGTHS)),
    ]
)
"""What units can do to each other wherever they stand, found before."""

WORK = record(
    [
        ("attack", "f8", ATTACK_SHAPE),
        ("save", "f8", SAVE_SHAPE),
        ("hit", "f8", ATTACK_SHAPE[:-1]),  # P(hit or lethal hit)
        ("mean_attack", "f8", MEAN_ATTACK_SHAPE),
        ("mean_hit", "f8", (2, 8)),  # P(a roll reaches the difficulty), mean over the cards of a colour
        *((player, record([(name, "f8") for name in usual]), (2,)) for player, usual in WEIGHTS.items()),  # by side
        ("lent", record([(name, "f8") for name in WEIGHTS["tactician"]]), (1,)),  # those of the tactician meanwhile
        ("lent_to", "i8"),  # 1 + the side that decides by its own weights, or 0: see core.play.strategist
        ("paired", "i8"),  # not 0 = ``pair`` is about the battle in hand (1 + battle.landing.lost)
        ("pair", "f4", (SLOTS, MAX_UNITS, BANDS, 3)),  # see players.tactician.fire_values
        ("after_hits", "f8", (SLOTS, 12, 2, 2, 3)),  # [unit][way][hits - 1][any die high], see there
        ("playouts", "i8", (2,)),  # how many futures each side's planner looks at before a decision
        ("trying", "i8"),  # 1 = what follows an option is imagined, see core.play.racing
        ("laid_by_plan", "u8", (MAX_OPTIONS,)),  # numbers of the cards that plans for a turn lay
        ("plans_laid", "i8"),
        ("explaining", "i8"),  # 1 = a player keeps what it weighs in ``option``
        ("options", "i8"),
        ("option", "i8", (MAX_OPTIONS,)),  # what a player weighs
        ("option_worth", "f8", (MAX_OPTIONS,)),  # VP
        ("option_tries", "i8", (MAX_OPTIONS,)),  # futures that a planner has looked at
        ("option_spread", "f8", (MAX_OPTIONS,)),  # sum of the squares by which they are off their mean
        ("call_kill", "f8", (SLOTS,)),  # VP of destroying a unit by support fire, see players.support_calls
        ("call_shock", "f8", (SLOTS,)),  # of shocking it
        ("call_deny", "f8", (SLOTS,)),  # of taking its cards
        ("call_hit", "f8", (SLOTS, CALL_STEPS)),  # P(an attack on it hits), so many attacks from now
        ("call_gain", "f8", (SLOTS, CALL_STEPS)),  # VP of that attack
        ("call_again", "f8", (SLOTS, CALL_STEPS)),  # VP of it where it is the second on this unit
        ("card_power", "f8", (PACK,)),  # P(a plain fire order with this card hits)
        ("cost", "i8", (MAX_CELLS,)),  # reach: path length so far in hundredths of an inch
        ("first_label", "i8", (MAX_CELLS,)),  # reach: what paths to a cell have needed, see core.bent_paths
        ("label_next", "i8", (4 * MAX_CELLS,)),
        ("label_wild", "i8", (4 * MAX_CELLS,)),  # inches off the road, in hundredths
        ("label_wet", "i8", (4 * MAX_CELLS,)),  # inches on water
        ("mark", "i1", (MAX_CELLS,)),
        ("ways", "u1", (MAX_CELLS,)),  # reach: bit per direction in which a move may enter a cell
        ("heap", "i8", (4 * MAX_CELLS,)),
        ("cells", "i8", (MAX_CELLS,)),
        ("foes", "i8"),  # the living enemies of the unit that a player thinks about
        ("foe", "i8", (MAX_UNITS,)),
        ("foe_x", "i8", (MAX_UNITS,)),
        ("foe_y", "i8", (MAX_UNITS,)),
        ("foe_cell", "i8", (MAX_UNITS,)),
        ("viewer", "i8"),  # the unit whose prospects stand in what follows, see players.tactician.outlook
        ("foe_facing", "i8", (MAX_UNITS,)),
        ("foe_known", "i8", (MAX_UNITS,)),  # bit per number below that is worked out, see there
        ("foe_hidden", "i8", (MAX_UNITS,)),  # bits of a band: how it is hidden where it stands
        ("foe_loaded", "f8", (MAX_UNITS,)),  # how much more it threatens by the cards it holds
        ("foe_attack", "f8", (MAX_UNITS, BANDS)),  # VP that it may take from a foe, by distance and side
        ("foe_threat", "f8", (MAX_UNITS, BANDS)),  # VP that a foe may take from it
        ("foe_melee", "f8", (MAX_UNITS, 2)),  # VP in close combat: taken from a foe, taken from it
        ("timed", "i8"),  # the side that what follows is noted for, see players.tactician.fire_values
        ("shock_now", "f8", (2,)),  # what a shocked unit is worth to a side now, in units of its cost
        ("place_now", "f8"),  # what places are worth now, in units of what they are worth on average
        ("threat_now", "f8"),  # the weight of threat, by who is ahead
        ("crowd_now", "f8"),  # the weight of further foes in view, per VP of the unit's cost
        ("closes", "i8"),  # 1 = the unit, or what it carries, has something to do near the enemy
        ("drawn", "i8"),  # 1 = the unit is drawn to foes at close quarters
        ("foe_draw", "f8", (MAX_UNITS,)),  # VP that it may take from a foe at close quarters, which draws it there
        ("lobs", "i8"),  # 1 = some of the next two is not 0
        ("foe_lobs", "f8", (MAX_UNITS,)),  # 1 = the foe has a weapon that needs no line of sight
        ("foe_spotted", "f8", (MAX_UNITS,)),  # 1 = the unit has one, and a friend sees the foe
        ("foe_harm", "f8", (MAX_UNITS, 2)),  # VP that a foe may take from it in some cell: at its front, from behind
        ("floor", "f8"),  # what a place has to be worth to be of interest, in VP on average
        ("too_much", "f8"),  # the threat with which no place is worth that
        ("friends", "i8"),
        ("friend_x", "i8", (MAX_UNITS,)),
        ("friend_y", "i8", (MAX_UNITS,)),
        ("tries_of", "u8", (SLOTS,)),  # what the next three are noted for, see players.tactician.setting_up
        ("tried_cell", "i4", (SLOTS, SETUP_TRIES)),  # the places that a unit tries
        ("tried_row", "f8", (SLOTS, SETUP_TRIES)),  # VP for how far forward it is
        ("tried_ground", "f8", (SLOTS, SETUP_TRIES)),  # VP of its ground
        ("company", COMPANY, (2,)),  # of each side, see there
        ("marker_x", "i8", (MAX_MARKERS,)),  # the middle of every marker
        ("marker_y", "i8", (MAX_MARKERS,)),
        ("marker_held", "i8", (MAX_MARKERS,)),  # units of the side that a player thinks for on every marker
        ("marker_contested", "i8", (MAX_MARKERS,)),  # enemies near it
        ("evaluation", EVALUATION),
        ("of_unit", "f4", (SLOTS, UNIT_FEATURES)),  # a position, see players.strategist.features
        ("of_turn", "f4", (2, TURN_FEATURES)),
        ("of_side", "f4", (2, SIDE_FEATURES)),
        ("shared", "f4", (WIDE,)),  # what all units of a side have in common in the first layer
        ("judging", "i8", (SLOTS + TOGETHER,)),  # units of a side that are judged
        ("wide", "f4", (TOGETHER, WIDE)),  # what the layers make of those that are judged at once
        ("narrow", "f4", (TOGETHER, NARROW)),
        ("unit_total", "f4", (TOGETHER,)),
        ("unit_worth", "f4", (SLOTS,)),  # VP of the final margin, by the evaluation
        ("kill_worth", "f8", (SLOTS,)),  # VP that its destruction takes from its side
        ("judged", "i8"),  # bit per side that values targets by ``kill_value`` and ``shock_value``
        ("kill_value", "f4", (SLOTS,)),  # VP that its destruction is worth to the enemy, by the evaluation
        ("shock_value", "f4", (SLOTS,)),  # of a shock
        ("kept_strengths", KEPT_STRENGTH, (KEPT_STRENGTHS,)),  # see players.strategist.features
        ("lasting", LASTING, (SLOTS,)),
        ("lasting_of", "i8"),  # the pairings that it was noted for
        ("unit_cell", "i8", (SLOTS,)),
        ("unit_band", "i8", (SLOTS,)),  # how it is hidden
        ("unit_gap", "i8", (SLOTS,)),  # square of the inches to the nearest foe
        ("living", "i8", (2,)),
        ("sound", "i8", (2,)),
        ("due", "f8", (2,)),  # chances to hit of the cards that a side acts with next
        ("laid", "i8", (2,)),  # cards beside a side's units
        ("pairings", "i8"),  # how often ``pair`` was made
        ("judgements", "i8"),  # how often targets were valued by the evaluation
        ("situation", "u8"),  # in which a player decides, and what was found in others: see players.tactician.recall
        ("kept_place", KEPT_PLACE, (KEPT_PLACES,)),
        ("kept_shot", KEPT_SHOT, (KEPT_SHOTS,)),
        ("actions", "i8", (MAX_ACTIONS,)),
        ("logging", "i8"),
        ("log_rows", "i8"),
        ("log", "i2", (LOG_ROWS, LOG_FIELDS)),
    ]
)
