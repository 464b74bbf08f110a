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

from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS, MAX_BLIND, MAX_DICE, MAX_UNITS, PACK, SLOTS, WEAPONS

MAX_WIDTH, MAX_DEPTH = 72, 48
"""Largest table in inches (cells); PT-GEN-03 asks for at least 36 x 36."""
MAX_CELLS = MAX_WIDTH * MAX_DEPTH
LOS_WORDS = MAX_CELLS * (MAX_CELLS // 64)
LOG_ROWS = 8192
LOG_FIELDS = 8
MAX_ACTIONS = 1 << 16


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
        ("actions", "i8"),  # actions made this turn
        ("given", "i8"),  # cards assigned to it this turn
        ("recovery_card", "i8"),
        ("recovery_open", "i8"),
        ("rolls", "i8"),  # dice this unit has rolled this turn: its place in the stream of chance
        ("hazard", "f8"),  # sum of the exact chances of being destroyed, roll by roll
        ("died", "i8"),
        ("acted", "i8"),  # orders carried out in the whole battle
        ("promise", "f8"),  # its player's own note of what a card is worth to it this turn
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
    ]
)

ROLL = record(
    [
        ("dice", "i8", (MAX_DICE,)),
        ("fixed", "i8", (MAX_DICE,)),  # re-rolled already: may not be re-rolled again (PT-IMPROVED-04)
        ("kind", "i8", (MAX_DICE,)),  # 0 an armour (or ordinary) die, 1 a cover die, 2 the road die
        ("n", "i8"),
        ("permissions", "i8"),
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
    ]
)

UNSEEN = record(
    [
        ("n", "i8"),  # cards whose place nobody knows
        ("power", "f8"),  # their sum of WORK.card_power
        ("ranks", "i8"),  # their sum of ranks
    ]
)

BATTLE = record(
    [
        ("key", "u8"),  # hash of (seed, battle number): every stream of chance starts here
        ("number", "i8"),
        ("phase", "i8"),
        ("ask", "i8"),  # the decision the battle waits for (enums)
        ("asked", "i8"),  # the side that decides
        ("subject", "i8"),  # the unit it is about
        ("card", "i8"),  # the card it is about
        ("turn", "i8"),
        ("decks", "i8"),
        ("over", "i8"),
        ("ended_by", "i8"),
        ("small_forces", "i8"),
        ("first", "i8"),  # who nominates first this turn
        ("nominated", "i8", (2,)),  # slot named by each side in this pair
        ("chosen", "i8", (2,)),  # which cards it turns over (bits)
        ("step", "i8"),  # place within the phase
        ("revealed", "u8"),  # bit per card turned over and not yet resolved
        ("holder", "i8", (PACK,)),  # slot of the unit that turned that card over
        ("allowance", "i8"),  # inches a successful move may use
        ("road_bonus", "i8"),  # inches of the road die
        ("deck", "i8", (PACK,)),
        ("next_card", "i8"),
        ("deck_size", "i8"),
        ("discards", "u8"),
        ("roll", ROLL),
        ("shot", SHOT),
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),  # of side a minus side b, see core.luck
        ("unseen", UNSEEN),
        ("switch", "i8", (160,)),  # option code of every AMB switch, by its number
        ("occupant", "i1", (MAX_CELLS,)),  # slot + 1 of the unit in a cell, 0 = free
        ("player", PLAYER, (2,)),
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
        ("never_acted", "i1", (2,)),  # units that carried out no order in the whole battle
        ("kind", "i2", (2, MAX_UNITS)),  # which unit stood in a slot, -1 = none
        ("dead", "i1", (2, MAX_UNITS)),
        ("hazard", "f8", (2, MAX_UNITS)),  # summed exact chances of being destroyed
    ]
)

ATTACK_SHAPE = (2, 8, 15, 4)
"""[re-roll permissions][dice][difficulty][hit, hit that sets off a death trap, lethal hit, lethal hit that does]"""
SAVE_SHAPE = (2, 2, 5, 2, 2, 5, 3)
"""[re-roll permissions][hits - 1][armour dice][face - 5][keep best][cover dice][unsaved hits]"""

WORK = record(
    [
        ("attack", "f8", ATTACK_SHAPE),
        ("save", "f8", SAVE_SHAPE),
        ("hit", "f8", ATTACK_SHAPE[:-1]),  # P(hit or lethal hit)
        ("card_power", "f8", (PACK,)),  # P(a plain fire order with this card hits)
        ("cost", "i8", (MAX_CELLS,)),  # reach: path length so far in hundredths of an inch
        ("road_cost", "i8", (MAX_CELLS,)),  # the same along the road only
        ("mark", "i1", (MAX_CELLS,)),
        ("heap", "i8", (4 * MAX_CELLS,)),
        ("cells", "i8", (MAX_CELLS,)),
        ("foes", "i8"),  # the living enemies of the unit that a player thinks about
        ("foe", "i8", (MAX_UNITS,)),
        ("foe_x", "i8", (MAX_UNITS,)),
        ("foe_y", "i8", (MAX_UNITS,)),
        ("foe_cell", "i8", (MAX_UNITS,)),
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
