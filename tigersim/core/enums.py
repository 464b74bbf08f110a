"""The vocabulary of the compiled core: what every small integer in a record means."""

# --- sides and slots -------------------------------------------------------------------------------------------
SIDE_A = 0
SIDES = ("a", "b")
"""What people call the sides."""
MAX_UNITS = 16
"""Units a side can field; unit k of side s stands in slot ``s * MAX_UNITS + k``."""
SLOTS = 2 * MAX_UNITS
NOBODY = -1
WRECKED = 100
"""What the grid holds where a wreck lies: like an enemy it bars the way to both sides (AMB-42)."""

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
FLAMETHROWER = 4
"""What the log calls a flamethrower, which stands in the slot of a squad's hull gun or of a tank's main gun."""

# --- terrain (PT-GEN-05) ---------------------------------------------------------------------------------------
OPEN, WOOD, BUILDING, HILL, WATER, FORD, BRIDGE = 0, 1, 2, 3, 4, 5, 6
"""A ford and a bridge are crossed like open ground; neither they nor water are a piece that blocks or stops."""
OPEN_WATER, CLOSED_WATER = 1, 2
"""``t.water``: 0 none on the table; some that swimmers move on; a river that nobody swims (PT-SCEN-BRIDGE-03)."""
NO_FEATURE = 0
TERRAIN_NAMES = ("open", "wood", "building", "hill", "water", "ford", "bridge")
MAX_MARKERS = 8
"""Markers (PT-VP-07) that a table can hold."""

# --- what a battle can be waiting for: the decisions -----------------------------------------------------------
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
FOLLOW = 12
"""Name one more unit that follows the one about to act, or none."""
HELP = 13
"""Name one more unit that helps the target of a close combat, or none."""
STRIKE = 14
"""Which enemy a follower attacks, or a defender strikes at, in close combat."""
DARE = 15
"""Take the extra die of a suicide assault or not."""
SPLIT = 16
"""Deal one die of a machine-gun roll to another target, or leave the rest."""
SECOND_SHOT = 17
"""The target of a mortar's second shot, or of the other gun."""
SPLASH = 18
"""The neighbour that a howitzer's hit suppresses."""
WRECK = 19
"""Leave a destroyed vehicle on the table or not."""
DISMOUNT = 20
"""Where a unit thrown off its carrier goes; in a half-track, whether it gets off at all."""
TEST = 21
"""Which unit tests its recovery next."""
OCCUPY = 22
"""Take the place of the unit destroyed in close combat or not (AMB-78)."""
ARRIVE = 23
"""Which unit that waits off the table comes on now, or none of them."""
LAND = 24
"""Where a unit is dropped from the air, and which way a glider flies."""
DRIFT = 25
"""Which way a drop goes astray, in the opponent's word."""
NEXT_TARGET = 26
"""The next target of off-table fire, or none."""
HOLD_BACK = 27
"""Which unit of a patrol comes later, as reinforcement, or no other (PT-SCEN-PATROL-05)."""

# --- phases of a battle (PT-TURN-01) ---------------------------------------------------------------------------
PHASE_DEPLOY, PHASE_DRAW, PHASE_ASSIGN, PHASE_NOMINATE, PHASE_RESOLVE, PHASE_FIRE, PHASE_MOVE = range(7)
PHASE_RECOVER, PHASE_RECOVERY_TESTS, PHASE_END, PHASE_PROLONG, PHASE_OVER = range(7, 12)
PHASE_FOLLOW, PHASE_ACT, PHASE_COVER, PHASE_MELEE = range(12, 16)
"""An order: followers are named, then its units act one after the other, in phases of their own."""
PHASE_ARRIVE, PHASE_LAND, PHASE_OFF_TABLE = 16, 17, 18
"""Before the draw units that wait off the table come on, or land; a barrage or an air strike is under way."""

PHASE_NAMES = (
    "deploy",
    "draw",
    "assign",
    "nominate",
    "resolve",
    "fire",
    "move",
    "recover",
    "recovery tests",
    "end",
    "prolong",
    "over",
    "follow",
    "act",
    "find cover",
    "close combat",
    "arrive",
    "land",
    "off-table fire",
)

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
"""Prolong: agree to another deck.  Dare, wreck, occupy: yes.  Dismount: get off."""
FIND_COVER = 10
ASSAULT = 11
"""Order: close combat against ``target``."""
NAME = 12
"""Follow, help, strike, splash, test: the unit (of either side) that is named."""
BOARD = 13
"""Destination, deploy: get on the friendly carrier ``target``."""
SHIFT = 14
"""Split: die ``which`` goes to ``target``."""
SOME_DICE = 15
"""Re-roll the dice whose bits are set in ``which`` (AMB-99)."""

CALL = 16
"""Order: off-table support against ``target``, on an ace."""
BLOW = 17
"""Order of a demolition: blow the bridge."""

BLIND = 63
"""``which`` of a card that nobody has seen yet."""
HIDDEN = 60
"""``which`` of a unit's first face-down card; the second is one more."""

# --- what can be forbidden a side: a bit each in player.forbidden ------------------------------------------------
# Orders and getting on a carrier have the numbers of their verbs: MOVE, FIRE, FIND_COVER, ASSAULT, BOARD.
FOLLOWING = 16
HELPING = 17
"""Helping the target of a close combat."""
SHARING = 18
"""Dealing dice of a machine-gun roll to further targets."""
REROLLING = 19
RECOVERING = 20
"""Laying recovery cards."""
REGROUPING = 21
SAVING = 22
"""Keeping cards from one turn to the next."""
CALLING = 23
"""Calling off-table support."""

# --- how a battle ended (the victory rules' IDs, PT-VP-13 to 16) ------------------------------------------------
ENDED_BY_DECK, ENDED_BY_LAST_DECK, ENDED_BY_ELIMINATION, ENDED_BY_SCORE, ENDED_BY_BRIDGE = range(1, 6)
"""0 while it is not over; the bridge is blown or captured."""
ENDED_BY = ("", "PT-VP-13", "PT-VP-16", "AMB-23", "PT-VP-17", "PT-SCEN-BRIDGE-10")

# --- luck (docs/method.md): sums of "what came minus what was to be expected", 0 on average -----------
LUCK_SHOCK, LUCK_DRAW, LUCK_CARD, LUCK_RANK, LUCK_RECOVERY = range(5)
LUCK_KINDS = 5
LUCK_BANDS = 3
"""Luck is summed apart for turn 1, turn 2 and the rest: what falls early weighs more."""
LUCK_NAMES = ("shock", "draw", "card", "rank", "recovery")

# --- streams of chance -----------------------------------------------------------------------------------------
CHANCE_SETUP, CHANCE_DECK, CHANCE_DRAW, CHANCE_FIRE, CHANCE_SAVE, CHANCE_MOVE = range(1, 7)
CHANCE_RECOVERY, CHANCE_TABLE, CHANCE_MUSTER, CHANCE_PLAYER, CHANCE_COVER, CHANCE_MELEE = range(7, 13)
CHANCE_DISMOUNT, CHANCE_ARRIVAL, CHANCE_BLAST, CHANCE_LANDING, CHANCE_SLIDE = range(13, 18)
CHANCE_OFF_TABLE, CHANCE_FORTS = 18, 19
CHANCE_TIE = 20
"""Who goes first with the same card of two decks (PT-MULTI-04)."""
CHANCE_UNIT_CARDS = 21
"""Which unit cards are taken away unseen before a battle, and which of the rest are blank (PT-SOLO-07)."""
CHANCE_PICK = 22
"""Which of its two cards a unit turns over in solo play, where that is left to chance (AMB-149)."""
