"""What the learned evaluation looks at, by name, and the record of its fitted numbers."""

from tigersim.core.enums import LUCK_KINDS
from tigersim.core.sizes import record

FEATURES = 2
"""Version of the features: moves with their meaning, so that numbers fitted to others are refused."""
OF_UNIT = (
    "cost",  # VP, a fifth
    "score",  # VP that its destruction scores, a fifth
    "sound",
    "shocked",
    "placed",
    "aboard",
    "load",  # VP aboard, a fifth
    "target",  # VP that a mean action takes from its best target as it stands, half
    "second_target",  # the same from the next best
    "harm",  # VP that mean actions of all sound foes that see it take from it, half
    "harm_loaded",  # that, of each card that they hold
    "worst",  # that of the worst of them
    "cards",
    "power",  # sum of the chances to hit of a plain order with the cards it holds, unseen ones as they are on average
    "ready",  # ``target`` times ``power``
    "done",  # had cards this turn and has none left
    "hidden",  # stands where cover would help
    "found_cover",
    "near",  # inches to the nearest foe, a twentieth
    "strength",  # VP that a mean action takes at a long range, mean over all foes, half
    "strength_near",  # the same at a short one
    "strength_best",  # of the best foe, at a short one
    "frailty",  # chance that a mean action at a long range destroys it, mean over all sound foes
    "frailty_near",
    "pace",  # dice of a move, a fifth
    "foot",
    "unarmed",
    "company",  # sound friends near enough to follow it, two at most, half
    "recovering",  # has a recovery card
    "marker",  # VP of the marker it stands on, a fifth
    "marker_near",  # VP of the best marker near it, less the farther off, a fifth
    "goal",  # VP of the scenario's goal as far as it has come, a fifth
    "melee",  # VP that close combat takes from the best foe in reach, half
    "melee_harm",  # VP that close combat takes from it, all foes in reach, half
    "due",  # sum of the chances to hit of the cards that it acts with next
    "ready_due",  # ``target`` times ``due``
    "harm_due",  # ``harm`` of foes that act next, times their chances to hit
    "exposed",  # sound foes that see it, a quarter
)
"""Of every unit, seen from its side."""
OF_TURN = (
    "played",  # part of the deck that is drawn
    "assigning",
    "resolving",
    "recovery",
    "own_laid",  # cards beside own units, an eighth
    "their_laid",
    "own_hand",  # a sixth
    "their_hand",
    "own_sound",  # units, an eighth
    "their_sound",
    "lead",  # VP ahead, a tenth, two at most
    "decks",  # decks begun, less one
    "marker_lead",  # VP of markers ahead, a fifth
    "goals",  # whether the scenario scores where units are
    "own_passed",  # lays no more cards this turn
    "their_passed",
    "own_due",
    "their_due",
)
"""Of the moment, seen from a side."""
OF_SIDE = (
    "vp",  # a fifth
    "marker_vp",  # if the deck ended now, a fifth
    "goal_vp",
    "new_cards",  # a sixth
    "saved_cards",
    "low_cards",  # saved ones that recover well, a sixth
    "asked",
    "attacker",
)
"""Of each side; their differences are weighed."""
UNIT_FEATURES, TURN_FEATURES, SIDE_FEATURES = len(OF_UNIT), len(OF_TURN), len(OF_SIDE)
STRENGTHS = OF_UNIT.index("frailty_near") + 1 - OF_UNIT.index("strength")
"""Features that tell what units can do to each other wherever they stand; they lie one behind another."""
WIDE, NARROW = 24, 8
"""Sizes of the two layers."""
TOGETHER = 4
"""Units that are judged at once."""

NETWORK = record(
    [
        ("of_unit", "f4", (UNIT_FEATURES, WIDE)),
        ("of_turn", "f4", (TURN_FEATURES, WIDE)),
        ("bias", "f4", (WIDE,)),
        ("inner", "f4", (WIDE, NARROW)),
        ("inner_bias", "f4", (NARROW,)),
        ("last", "f4", (NARROW,)),
        ("straight", "f4", (UNIT_FEATURES,)),
    ]
)
"""What a unit is worth in some respect, VP: two layers, and a straight line past them."""
NETWORKS = ("worth", "kill", "shock")
EVALUATION = record(
    [
        ("worth", NETWORK),  # to its side, of the final margin
        ("kill", NETWORK),  # its destruction, to the enemy
        ("shock", NETWORK),  # a hit that shocks it, to the enemy
        ("of_side", "f4", (SIDE_FEATURES, 2)),  # and times ``played``
        ("luck", "f4", (1 + LUCK_KINDS,)),  # what a VP of luck in kills is worth, and each other kind of luck
    ]
)
"""Fitted numbers; the worth of a side is the sum over its units, plus its own numbers weighed."""
