"""The vocabulary of the compiled core: what every small integer in a record means."""

from __future__ import annotations

# --- sides and slots -------------------------------------------------------------------------------------------
SIDE_A, SIDE_B = 0, 1
MAX_UNITS = 16
"""Units a side can field; unit k of side s stands in slot ``s * MAX_UNITS + k``."""
SLOTS = 2 * MAX_UNITS
NOBODY = -1

# --- cards (PT-GEN-01) -----------------------------------------------------------------------------------------
PACK = 52
NO_CARD = -1
MAX_BLIND = 12
"""Most cards that a draw roll of 2D6 gives."""

# --- dice ------------------------------------------------------------------------------------------------------
MAX_DICE = 8

# --- weapons (the order of the profile's weapon slots) ---------------------------------------------------------
MAIN, HULL, MACHINE_GUN, MORTAR = 0, 1, 2, 3
WEAPONS = 4

# --- terrain (PT-GEN-05) ---------------------------------------------------------------------------------------
OPEN, WOOD, BUILDING, HILL = 0, 1, 2, 3
NO_FEATURE = 0
TERRAIN_NAMES = ("open", "wood", "building", "hill")

# --- what a battle can be waiting for: the decisions of DESIGN.md section 4 ------------------------------------
NOTHING = 0
DEPLOY = 1
ASSIGN = 2
NOMINATE = 3
ORDER = 4
DESTINATION = 5
REROLL = 6
EFFECT = 7
RECOVER = 8
REGROUP = 9
DISCARD = 10
PROLONG = 11
DECISION_NAMES = (
    "nothing",
    "deploy",
    "assign",
    "nominate",
    "order",
    "destination",
    "re-roll",
    "effect",
    "recover",
    "regroup",
    "discard",
    "prolong",
)

# --- phases of a battle (PT-TURN-01) ---------------------------------------------------------------------------
PHASE_DEPLOY = 0
PHASE_DRAW = 1
PHASE_ASSIGN = 2
PHASE_NOMINATE = 3
PHASE_RESOLVE = 4
PHASE_FIRE = 5
PHASE_MOVE = 6
PHASE_RECOVER = 7
PHASE_RECOVERY_TESTS = 8
PHASE_END = 9
PHASE_PROLONG = 10
PHASE_OVER = 11

# --- verbs of actions ------------------------------------------------------------------------------------------
PASS = 0
"""Assign, recover: no more cards. Order: waive the card. Re-roll: keep. Regroup: stay. Prolong: end the battle."""
PLACE = 1
"""Deploy, destination, regroup: cell and facing."""
GIVE = 2
"""Assign, recover: ``which`` card (a saved card, or BLIND for the next card nobody has seen) to a unit."""
CHOOSE = 3
"""Nominate: unit and which of its cards it turns over (bit 0 the first, bit 1 the second)."""
MOVE = 4
FIRE = 5
ONE_DIE = 6
ALL_DICE = 7
DROP = 8
"""Effect: which of its cards the target loses. Discard: which card goes."""
GO_ON = 9
"""Prolong: agree to another deck."""

BLIND = 63
"""``which`` of a card that nobody has seen yet."""
HIDDEN = 60
"""``which`` of a unit's first face-down card; the second is one more."""

# --- how a battle ended (the victory rules' IDs, PT-VP-13 to 16) ------------------------------------------------
ENDED_NOT = 0
ENDED_BY_DECK = 1
ENDED_BY_LAST_DECK = 2
ENDED_BY_ELIMINATION = 3
ENDED_BY = ("", "PT-VP-13", "PT-VP-16", "AMB-23")

# --- luck (METHOD.md, section 4): sums of "what came minus what was to be expected", nought on average -----------
LUCK_SHOCK = 0
LUCK_DRAW = 1
LUCK_CARD = 2
LUCK_RANK = 3
LUCK_RECOVERY = 4
LUCK_KINDS = 5
LUCK_BANDS = 3
"""Luck is summed apart for turn 1, turn 2 and the rest: what falls early weighs more."""
LUCK_NAMES = ("shock", "draw", "card", "rank", "recovery")

# --- streams of chance (DESIGN.md section 5) -------------------------------------------------------------------
CHANCE_SETUP = 1
CHANCE_DECK = 2
CHANCE_DRAW = 3
CHANCE_FIRE = 4
CHANCE_SAVE = 5
CHANCE_MOVE = 6
CHANCE_RECOVERY = 7
CHANCE_TABLE = 8
CHANCE_MUSTER = 9
CHANCE_PLAYER = 10
