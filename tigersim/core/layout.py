"""The records of the core: one battle is one record, a batch is a 1-D array of them.

Everything that changes while a battle is played is in ``BATTLE``; what many battles share is in ``TABLE``; what a
thread needs for itself (odds tables, scratch, the log) is in ``WORK``.  Kernels take length-1 slices of such arrays
and are named ``b`` (battle), ``t`` (table) and ``w`` (work).  Nothing is allocated while playing.

What a battle computes with is 64-bit, so that nothing wraps with the compiler off; profiles and large arrays are
smaller, to stay in the cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core.enums import (
    LUCK_BANDS,
    LUCK_KINDS,
    MAX_BLIND,
    MAX_DICE,
    MAX_MARKERS,
    MAX_UNITS,
    PACK,
    SLOTS,
    WEAPONS,
)
from tigersim.core.weights import TACTICS, THUMBS
from tigersim.rules.switches import SWITCHES

MAX_WIDTH, MAX_DEPTH = 72, 48
"""Largest table in inches (cells); PT-GEN-03 asks for at least 36 x 36."""
MAX_CELLS = MAX_WIDTH * MAX_DEPTH
LOS_WORDS = MAX_CELLS * (MAX_CELLS // 64)
LOG_ROWS = 8192
LOG_FIELDS = 8
MAX_ACTIONS = 1 << 16
VERBS = 18
"""Verbs of actions that are counted."""
WAVES = 3
"""Waves of reinforcements that a side can have."""
ZONES = 3
"""Deployment zones of a side that a scenario can have."""
MAX_GROUP = 3
"""PT-FOLLOW-05: units that one card can bring to act."""


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A structured dtype whose scalars know their fields as attributes, with the compiler on and off."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


# Names and meaning are those of catalogue.profile.Profile, which fills them; a test holds the two equal.
PROFILE_SCALARS = (
    "class_id",
    "infantry",
    "towed_gun",
    "vehicle",
    "armored",
    "tank",
    "spg",
    "cost",
    "hits_to_destroy",
    "low_profile",
    "enters_buildings",
    "fire_rolls",
    "attack_rerolls",
    "howitzer",
    "flammable",
    "armor_front",
    "armor_other",
    "armor_face",
    "armor_keep_best",
    "vulnerable_armor",
    "save_rerolls",
    "terrain_cover",
    "rivets",
    "death_trap",
    "skirt_armor",
    "open_top",
    "move_red",
    "move_black",
    "move_keep",
    "move_drop",
    "move_bonus",
    "move_cap",
    "road_die",
    "move_rerolls",
    "unreliable",
    "engine_fire",
    "weak_running_gear",
    "amphibious",
    "water_only",
    "immobile",
    "max_cards",
    "max_actions",
    "find_open",
    "find_terrain",
    "melee_dice",
    "may_assault",
    "suicide_assault",
    "melee_rerolls",
    "recovery_dice",
    "may_regroup",
    "score",
    "own_rerolls",
    "mg_attacks",
    "attack_whole",
    "save_whole",
    "move_whole",
    "load",
    "carrier",
    "seats",
    "recon_seats",
    "hitches",
    "light_hitches",
    "tank_berths",
    "light_truck_berths",
    "seats_and_hitches",
    "airborne",
    "rifles_red",
    "rifles_black",
    "rifles_range",
    "anti_air",
)
PROFILE_WEAPONS = (
    "armed",
    "red_near",
    "black_near",
    "red_far",
    "black_far",
    "max_range",
    "min_range",
    "forward_only",
    "machine_gun",
    "suppresses",
    "indirect",
    "flame",
)

PROFILE = record([(name, "i2") for name in PROFILE_SCALARS] + [(name, "i2", (WEAPONS,)) for name in PROFILE_WEAPONS])

UNIT = record(
    [
        ("profile", PROFILE),
        ("kind", "i8"),  # the caller's number of this unit in his list; the core only carries it
        ("alive", "i8"),
        ("placed", "i8"),  # stands on the table
        ("x", "i8"),  # cell, inches from the west edge
        ("y", "i8"),  # cell, inches from the south edge
        ("facing", "i8"),  # index into geometry.FACING_X / FACING_Y
        ("hits", "i8"),  # smoke markers (PT-GEN-07); a living unit with a hit is shocked
        ("engine_hit", "i8"),  # its hit came from its own failed move (PT-DIS-ENGINE_FIRE)
        ("immobilised", "i8"),  # weak running gear failed (PT-DIS-WEAK_RUNNING_GEAR)
        ("found_cover", "i8"),
        ("cards", "i8", (2,)),  # assigned cards not yet turned over, or NO_CARD
        ("opened", "i8", (2,)),  # 1 = that card lies face up (a saved card, PT-END-03)
        ("pending", "i8"),  # cards turned over and not yet resolved
        ("turning", "i8"),  # which of its cards it will turn over in this round of solo play (bits), see core.rounds
        ("actions", "i8"),  # actions made this turn
        ("given", "i8"),  # cards assigned to it this turn
        ("recovery_card", "i8"),
        ("recovery_open", "i8"),
        ("recovering", "i8"),  # what it has done about its recovery this turn (bits, see core.recovery)
        ("rolls", "i8"),  # dice this unit has rolled this turn: its place in the stream of chance
        ("commander", "i8"),  # which of the players commands it, see core.commanders
        ("hazard", "f8"),  # sum of the exact chances of being destroyed, roll by roll
        ("died", "i8"),
        ("acted", "i8"),  # orders carried out in the whole battle
        ("promise", "f8"),  # its player's own note of what a card is worth to it this turn
        ("danger", "f8"),  # the enemy player's note of what it may do to him in an action, VP
        ("threat", "f8"),  # its player's note of what may be done to it where it stands, VP
        ("leader", "i8"),  # slot of the unit it has followed this turn, or NOBODY (PT-FOLLOW-07)
        ("done", "i8"),  # bit per verb it has carried out this turn (AMB-21)
        ("silenced", "i8"),  # suppressed this turn: may not follow under a ruling (AMB-62)
        ("doubled", "i8"),  # has fired its one extra shot of the turn (AMB-102)
        ("carrier", "i8"),  # slot of the unit that carries it, or NOBODY; then it is not ``placed`` and moves along
        ("aboard", "i8"),  # units that it carries
        ("leaving", "i8"),  # has to get off its carrier: 1 at once, 2 if its owner likes (PT-CARRY-06)
        ("drove", "i8"),  # moved this turn (AMB-93)
        ("ramp", "i8"),  # was boarded or left this turn (AMB-93)
        ("wreck_due", "i8"),  # destroyed just now: its owner has to say whether the wreck stays (PT-FIRE-08)
        ("role", "i8"),  # part in the close combat in hand, see core.assault
        ("struck", "i8"),  # has struck in it
        ("home_x", "i8"),  # where it stood before the close combat (PT-MELEE-13)
        ("home_y", "i8"),
        ("home_facing", "i8"),
        ("due", "i8"),  # turn from which on it may come on the table; 0 = it stands there from the start
        ("goal", "i8"),  # what it has done for its scenario, see core.goals
        ("by_air", "i8"),  # lands (or has landed) from the air: 0 no, 1 by parachute, 2 as a glider (rules.airdrop)
    ]
)

PLAYER = record(
    [
        ("units", "i8"),  # units at the start
        ("standing", "i8"),  # units alive
        ("attacker", "i8"),
        ("north", "i8"),  # 1 = its table edge is the north one
        ("policy", "i8"),  # which compiled player decides for this side (players.POLICIES)
        ("by_the_book", "i8"),  # its re-rolls follow rules.rerolls, so exact hazards are known
        ("forbidden", "i8"),  # bit per thing that it may not do, whoever decides (asking.is_forbidden)
        ("vp", "i8"),
        ("draw", "i8"),  # cards to take this turn
        ("blind", "i8", (MAX_BLIND,)),  # drawn this turn, seen by nobody
        ("n_blind", "i8"),
        ("saved", "u8"),  # bit per card: face-up cards in hand
        ("passed", "i8"),  # finished assigning
        ("last_unit", "i8"),  # nominated last (AMB-15)
        ("decisions", "u4"),  # place in this player's own stream of chance
        ("forfeited", "i8"),  # cards discarded over the hand limit
        ("waived", "i8"),  # cards turned over and waived
        ("idle_turns", "i8"),  # turns without any order carried out
        ("orders", "i8"),  # orders carried out this turn
        ("thought", "i8"),  # the turn in which its player last wrote his notes (damaged, unit.promise)
        ("damaged", "i8"),  # units that a recovery card could help
        ("marker_vp", "i8"),  # worth of the markers it controlled when they were last counted (PT-VP-10)
        ("goal_vp", "i8"),  # worth of its scenario's goals when they were last counted, see core.goals
        ("verbs", "i8", (VERBS,)),  # orders carried out in the whole battle, by verb
        ("followed", "i8"),  # actions made by following
        ("group", "i8"),  # units that he commands at the start, where a side has several players
        ("result", "i8"),  # his draw result of this turn, where a side has several players or a deck of its own
        ("scored", "i8"),  # VP for units that his own have destroyed, where a side has several players
    ]
)
"""A side, and its (first) player; records of second players hold what belongs to a player alone: cards and notes."""

ROLL = record(
    [
        ("dice", "i8", (MAX_DICE,)),
        ("fixed", "i8", (MAX_DICE,)),  # re-rolled already: may not be re-rolled again (PT-IMPROVED-04)
        ("kind", "i8", (MAX_DICE,)),  # 0 an armour (or ordinary) die, 1 a cover die, 2 the road die, 3 on top
        ("n", "i8"),
        ("permissions", "i8"),
        ("whole", "i8"),  # how many of the permissions are for the whole roll only (AMB-101)
        ("dealt", "i8", (MAX_DICE,)),  # slot of the target that a machine-gun die is dealt to (PT-MG-06)
    ]
)

SHOT = record(
    [
        ("unit", "i8"),
        ("target", "i8"),
        ("weapon", "i8"),
        ("card", "i8"),
        ("rolls_left", "i8"),
        ("stage", "i8"),  # of the Fire or Move action: see fire.py, movement.py
        ("difficulty", "i8"),
        ("lethal", "i8"),  # what a lethal hit doubles
        ("hits", "i8"),  # hits that the save roll is made against
        ("high", "i8"),  # 1 = its dice would set off a death trap
        ("suppressing", "i8"),
        ("hazard", "f8"),
        ("shock_chance", "f8"),
        ("hits_before", "i8"),
        ("first_target", "i8"),  # the target of the order; ``target`` is the one in hand
        ("scored", "i8"),  # 1 = the attack roll in hand hit (for what a hit brings about)
        ("last_target", "i8"),  # target of the roll that a mortar's second shot belongs to
        ("extra", "i8"),  # 1 = a mortar's second shot or the other gun's, which brings no further one
        ("splitting", "i8"),  # 1 = dice may still be dealt to further targets
        ("shares", "i8"),  # targets that the dice were dealt to (PT-MG-06), the first target first
        ("share_at", "i8"),
        ("share_target", "i8", (MAX_DICE,)),
        ("share_total", "i8", (MAX_DICE,)),  # sum of the dice dealt to that target
        ("share_high", "i8", (MAX_DICE,)),  # fives and sixes among them
        ("share_dice", "i8", (MAX_DICE,)),
        ("hit_any", "i8"),  # 1 = some share of this roll hit
        ("exact", "i8"),  # 1 = ``hazard`` is the exact chance of what is being decided
        ("taken", "i8"),  # 1 = the target in hand has taken hits
    ]
)

GROUP = record(
    [
        ("verb", "i8"),  # what all of them do
        ("members", "i8"),  # 1 to 3, the leader first (PT-FOLLOW-05)
        ("member", "i8", (MAX_GROUP,)),
        ("at", "i8"),  # who acts
        ("target", "i8"),  # of the leader's order
        ("weapon", "i8"),
        ("card", "i8"),
        ("closed", "i8"),  # 1 = no further followers are asked for
        ("success", "i8"),  # 1 = the leader's roll succeeded (AMB-88)
    ]
)

MELEE = record(
    [
        ("stage", "i8"),  # see core.close_combat
        ("target", "i8"),  # the declared target
        ("target_x", "i8"),  # where it stood
        ("target_y", "i8"),
        ("striker", "i8"),
        ("victim", "i8"),
        ("difficulty", "i8"),
        ("helpers", "i8"),
        ("exact", "i8"),  # 1 = ``hazard`` is the exact chance of the strike in hand
        ("daring", "i8"),  # 1 = the striker has taken the extra die of a suicide assault
        ("hazard", "f8"),
    ]
)

SUPPORT = record(
    [
        ("kind", "i8"),  # what is under way: 0 nothing, 1 a barrage, 2 an air strike (rules.off_table)
        ("attacks", "i8"),  # made so far
        ("last", "i8"),  # the target of the last one, or NOBODY
        ("once", "i8"),  # bit per slot that has been attacked
        ("twice", "i8"),  # bit per slot that has been attacked twice
        ("called", "i8"),  # 1 = the ace that has come up has called support and its unit may still act (AMB-131)
        ("declined", "i8"),  # bit per side that plays no ace from its hand before this pair of units (AMB-131)
        ("lent", "i8"),  # permissions to look at the attack dice before they count, for replays
    ]
)

SCENARIO = record(
    [
        ("attacker", "i8"),  # 0 = as the dice fall, 1 = side a, 2 = side b
        ("off_table", "i8"),  # what aces may call (PT-SUPPORT-01), see core.off_table
        ("most", "i8", (2 * ZONES,)),  # how many units a deployment zone takes, see core.zones
        ("apart", "i8"),  # inches that the attacker keeps from the defender when he sets up
        ("column", "i8"),  # 1 = both sides set up as a patrol's column
        ("late", "i8", (2, WAVES)),  # the last units of side a and side b are reinforcements, so many in each wave,
        ("late_turn", "i8", (2, WAVES)),  # which come from these turns on
        ("patrol", "i8", (2, 2)),  # the fewest and the most infantry units of a side that are there at the start; its
        ("relief", "i8", (2,)),  # others come from this turn on: none where the most are 0
        ("fog", "i8"),  # 1 = all units wait off the table, and cards say where they come on
        ("bonus", "i8"),  # VP of the attacker for a unit that was at the enemy's edge and came back
        ("crossing", "i8"),  # 1 = who has crossed the bridge scores for the defender, who has not for the attacker
        ("capture", "i8"),  # number + 1 of the marker whose capture ends the battle
        ("demolition", "i8"),  # 1 = the defender may blow the bridge
        ("charge", PROFILE),  # with this as a unit that takes a card a turn
        ("landing", "i8", (2,)),  # turn in which a side's airborne units land (PT-AIRDROP-01), 0 = they have landed
        ("solo", "i8"),  # 1 = cards are assigned and turned over as in solo play (PT-SOLO-02 to 04)
    ]
)
"""What a scenario adds to a battle; all nought is the standard battle.  Given before a battle and not changed by it."""

ARRIVAL = record(
    [
        ("step", "i8"),  # 0 the first side brings units on, 1 the other
        ("edge", "i8"),  # table edge that the card has named, or -1
        ("came", "i8"),  # units that it has brought on this turn
        ("here", "i8"),  # units that waited when it began
        ("named", "i8"),  # slot of the unit that comes on next, or NOBODY
    ]
)

LANDING = record(
    [
        ("stage", "i8"),  # of the landing in hand, see core.landing
        ("unit", "i8"),  # who lands
        ("card", "i8", (2,)),  # each side's landing card of this turn, or NO_CARD
        ("x", "i8"),  # the point, then where it comes down
        ("y", "i8"),
        ("heading", "i8"),  # facing along which a glider slides
        ("drifted", "i8"),  # 1 = it missed its point
        ("direction", "i8"),  # in which it drifted
        ("ones", "i8"),  # ones of the landing roll
        ("lost", "i8"),  # bit per slot: a squad that has lost its machine gun or mortar in landing
    ]
)

UNSEEN = record(
    [
        ("n", "i8"),  # cards whose place nobody knows
        ("power", "f8"),  # their sum of WORK.card_power
        ("ranks", "i8"),  # their sum of ranks
    ]
)

PILE = record(
    [
        ("deck", "i8", (PACK,)),
        ("next_card", "i8"),
        ("deck_size", "i8"),
        ("discards", "u8"),
        ("shown", "u8"),  # bit per card that all players have seen since it was last shuffled
        ("shuffles", "i8"),  # how often it has been shuffled
        ("ran_out", "i8"),  # 1 = the deck ran out in the middle of a deal and was shuffled anew (AMB-02)
        ("kept", "i8", (PACK,)),  # turn in which a saved card was kept (AMB-20)
        ("revealed", "u8"),  # bit per card turned over and not yet resolved
        ("holder", "i8", (PACK,)),  # slot of the unit that turned that card over
        ("unseen", UNSEEN),
    ]
)
"""A pack of 52 cards, wherever they lie: what is known of each."""

RULING = record([(name, "i8") for name in SWITCHES])
"""How the rules are read: the edition and every ruling, each one of its enumeration in ``rules.switches``."""

BATTLE = record(
    [
        ("key", "u8"),  # hash of (seed, battle number): every stream of chance starts here
        ("number", "i8"),
        ("phase", "i8"),
        ("ask", "i8"),  # the decision the battle waits for (enums)
        ("asked", "i8"),  # the side that decides
        ("subject", "i8"),  # the unit it is about
        ("card", "i8"),  # the card it is about
        ("card_pile", "i8"),  # of which pile
        ("turn", "i8"),
        ("decks", "i8"),
        ("over", "i8"),
        ("ended_by", "i8"),
        ("small_forces", "i8"),
        ("draw_winner", "i8"),  # who rolled highest at this turn's draw
        ("first", "i8"),  # who nominates first this turn
        ("nominated", "i8", (4,)),  # slot named by each player in this round
        ("chosen", "i8", (4,)),  # which cards it turns over (bits)
        ("step", "i8"),  # place within the phase
        ("allowance", "i8"),  # inches a successful move may use
        ("road_bonus", "i8"),  # inches of the road die
        ("allies", "i8"),  # 1 = a side has two players, see core.commanders
        ("split", "i8", (2,)),  # how they share its units: 0 one player, -1 in turn, n the first n are the first one's
        ("speaker", "i8"),  # the player who is asked, where no unit says who
        ("order", "i8", (4,)),  # the players as they name units this turn, where a side has several
        ("named_last", "i8", (2,)),  # which of its players has named a unit last this turn (AMB-150)
        ("ahead", "i8"),  # the deck whose cards come up next, where there are two
        ("tie_rolls", "i8"),  # how often dice have said which of two decks comes first
        ("own_decks", "i8"),  # 1 = each side has a deck of its own (PT-MULTI-03)
        ("pile", PILE, (2,)),  # see deck.pile_of
        ("held", "i8"),  # cards in all hands at the start of a turn without drawing, PACK if there was a draw (AMB-03)
        ("roll", ROLL),
        ("shot", SHOT),
        ("group", GROUP),
        ("melee", MELEE),
        ("support", SUPPORT),
        ("leaving", "i8"),  # units that have to get off a carrier before anything else happens
        ("wrecks_due", "i8"),  # vehicles whose owner has to say whether the wreck stays
        ("thrown", "i8"),  # inches of the forced dismount that is asked for
        ("firer", "i8"),  # who caused it (AMB-91)
        ("wrecks", "i8"),
        ("wreck_x", "i8", (SLOTS,)),
        ("wreck_y", "i8", (SLOTS,)),
        ("first_result", "i8", (4,)),  # draw results of turn 1 (AMB-12)
        ("target_score", "i8"),  # VP that end the battle at the end of a deck (PT-VP-17), 0 = not played
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),  # of side a minus side b, see core.luck
        ("scenario", SCENARIO),
        ("reserves", "i8"),  # units that wait off the table
        ("arrived", "i8"),  # the last turn whose arrivals are done with
        ("arrival", ARRIVAL),
        ("blown", "i8"),  # 1 = the bridge is blown
        ("landing", LANDING),
        ("ruling", RULING),
        ("occupant", "i1", (MAX_CELLS,)),  # slot + 1 of the unit in a cell, 0 = free, WRECKED a wreck
        ("player", PLAYER, (4,)),
        ("unit", UNIT, (SLOTS,)),
    ]
)

TABLE = record(
    [
        ("number", "i8"),
        ("width", "i8"),
        ("depth", "i8"),
        ("words", "i8"),  # 64-bit words per row of the line-of-sight matrix
        ("features", "i8"),
        ("kind", "i1", (MAX_CELLS,)),  # terrain of a cell
        ("feature", "i1", (MAX_CELLS,)),  # which piece of terrain the cell belongs to, 0 = none
        ("road", "i1", (MAX_CELLS,)),
        ("family", "i8"),  # index into board.ALL_FAMILIES
        ("water", "i8"),  # whether there is water on the table, and who may be on it (enums)
        ("los_rule", "i8"),  # the reading of AMB-36 that ``los`` was surveyed by
        ("defender_edge", "i8"),  # the defender's table edge: 0 = left to chance, 1 = south, 2 = north
        ("sea", "i8"),  # 1 = the attacker comes over the sea that covers his deployment zone (PT-AMPHIB-02)
        ("zoned", "i8"),  # 1 = ``zone`` says where units are set up, in place of PT-SETUP-04
        ("zone", "u1", (MAX_CELLS,)),  # bit per deployment zone that the cell belongs to, see core.zones
        ("river_rows", "i8"),  # rows from the defender's edge to the far bank's first, where crossing counts
        ("objective_x", "i8"),  # the middle of the scenario's objective, where there is one
        ("objective_y", "i8"),
        ("hill_by_edge", "i8"),  # 1 = the big hill's edge is near the middle of the table (AMB-140), given
        ("big_hill", "i8"),  # number of the hill that gives a bonus die against hits from below, 0 = none
        ("fort", "i1", (MAX_CELLS,)),  # fortified position in the cell: 0 none, 1 light, 2 heavy (PT-FORT)
        ("forts", "i8"),  # how many cells hold one
        ("markers", "i8"),
        ("marker", "i1", (MAX_CELLS,)),  # number + 1 of the marker that the cell belongs to, 0 = none
        ("marker_value", "i8", (MAX_MARKERS,)),  # VP
        ("los", "u8", (LOS_WORDS,)),  # bit matrix, row = from, bit = to
    ]
)

RESULT = record(
    [
        ("number", "i8"),
        ("table", "i4"),
        ("side_a_first", "i1"),  # side a was the attacker
        ("side_a_south", "i1"),  # side a stood at the south edge
        ("turns", "i2"),
        ("decks", "i1"),
        ("ended_by", "i1"),  # index into enums.ENDED_BY
        ("vp", "i2", (2,)),
        ("idle_turns", "i2", (2,)),
        ("waived", "i2", (2,)),
        ("forfeited", "i2", (2,)),
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),
        ("marker_vp", "i2", (2,)),  # part of ``vp``
        ("goal_vp", "i2", (2,)),  # part of ``vp``
        ("verbs", "i2", (2, VERBS)),  # orders carried out, by verb
        ("followed", "i2", (2,)),  # actions made by following
        ("never_acted", "i1", (2,)),  # units that carried out no order in the whole battle
        ("kind", "i2", (2, MAX_UNITS)),  # which unit stood in a slot, -1 = none
        ("dead", "i1", (2, MAX_UNITS)),
        ("hazard", "f8", (2, MAX_UNITS)),  # summed exact chances of being destroyed
    ]
)

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

WORK = record(
    [
        ("attack", "f8", ATTACK_SHAPE),
        ("save", "f8", SAVE_SHAPE),
        ("hit", "f8", ATTACK_SHAPE[:-1]),  # P(hit or lethal hit)
        ("mean_attack", "f8", MEAN_ATTACK_SHAPE),
        ("mean_hit", "f8", (2, 8)),  # P(a roll reaches the difficulty), mean over the cards of a colour
        ("tactics", "f8", (2, len(TACTICS))),  # the judgement of each side's tactician (core.weights)
        ("thumbs", "f8", (2, len(THUMBS))),  # the same of rules of thumb
        ("paired", "i8"),  # not 0 = ``pair`` is about the battle in hand (1 + battle.landing.lost)
        ("pair", "f4", (SLOTS, MAX_UNITS, BANDS, 3)),  # see players.tactician.worth
        ("most_taken", "f8", (SLOTS,)),  # VP that a mean action of each unit takes at most
        ("after_hits", "f8", (SLOTS, 12, 2, 2, 3)),  # [unit][way][hits - 1][any die high], see players.tactician.worth
        ("playouts", "i8", (2,)),  # how many futures each side's planner looks at before a decision
        ("explaining", "i8"),  # 1 = a player keeps what it weighs in ``option``
        ("options", "i8"),
        ("option", "i8", (MAX_OPTIONS,)),  # what a player weighs
        ("option_worth", "f8", (MAX_OPTIONS,)),  # VP
        ("option_tries", "i8", (MAX_OPTIONS,)),  # futures that a planner has looked at
        ("call_kill", "f8", (SLOTS,)),  # VP of destroying a unit by support fire, see players.calls
        ("call_shock", "f8", (SLOTS,)),  # of shocking it
        ("call_deny", "f8", (SLOTS,)),  # of taking its cards
        ("call_hit", "f8", (SLOTS, CALL_STEPS)),  # P(an attack on it hits), so many attacks from now
        ("call_gain", "f8", (SLOTS, CALL_STEPS)),  # VP of that attack
        ("call_again", "f8", (SLOTS, CALL_STEPS)),  # VP of it where it is the second on this unit
        ("card_power", "f8", (PACK,)),  # P(a plain fire order with this card hits)
        ("cost", "i8", (MAX_CELLS,)),  # reach: path length so far in hundredths of an inch
        ("first_label", "i8", (MAX_CELLS,)),  # reach: what paths to a cell have needed, see core.flood
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
        ("looker", "i8"),  # the unit whose prospects stand in what follows, see players.tactician.stand
        ("foe_facing", "i8", (MAX_UNITS,)),
        ("foe_attack", "f8", (MAX_UNITS, BANDS)),  # VP that it may take from a foe, by distance and side
        ("foe_threat", "f8", (MAX_UNITS, BANDS)),  # VP that he may take from it
        ("foe_melee", "f8", (MAX_UNITS, 2)),  # the same in close combat: from him, from it
        ("friends", "i8"),
        ("friend_x", "i8", (MAX_UNITS,)),
        ("friend_y", "i8", (MAX_UNITS,)),
        ("marker_x", "i8", (MAX_MARKERS,)),  # the middle of every marker
        ("marker_y", "i8", (MAX_MARKERS,)),
        ("marker_held", "i8", (MAX_MARKERS,)),  # units of the side that a player thinks for on every marker
        ("marker_contested", "i8", (MAX_MARKERS,)),  # enemies near it
        ("actions", "i8", (MAX_ACTIONS,)),
        ("logging", "i8"),
        ("log_rows", "i8"),
        ("log", "i2", (LOG_ROWS, LOG_FIELDS)),
    ]
)


def battles(n: int) -> Any:
    """``n`` empty battle records (a recarray, so that fields read as attributes without the compiler too)."""
    return np.zeros(n, dtype=BATTLE).view(np.recarray)


def tables(n: int) -> Any:
    """``n`` empty tables."""
    return np.zeros(n, dtype=TABLE).view(np.recarray)


def results(n: int) -> Any:
    """``n`` empty result records."""
    return np.zeros(n, dtype=RESULT).view(np.recarray)


def work() -> Any:
    """One thread's workbench."""
    return np.zeros(1, dtype=WORK).view(np.recarray)


def put(records: Any, into: Any) -> None:
    """Write records over others of their kind, as bytes: numpy would copy field by field, a hundred times as long."""
    into.view(np.ndarray).view(np.uint8)[:] = records.view(np.ndarray).view(np.uint8)


def copied(records: Any) -> Any:
    """The same records once more."""
    again = np.empty(records.shape, dtype=records.dtype).view(np.recarray)
    put(records, again)
    return again
