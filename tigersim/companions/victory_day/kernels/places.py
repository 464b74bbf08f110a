"""Places in the setting and in the results of a race, as plain numbers that kernels know."""

READING_KEYS = (
    "phases", "targeting", "attack_cost", "damage_persists", "special_abilities", "resource_defence", "max_redeals",
    "redeal_hand", "resource_enters_turned", "unit_enters_turned", "deck_destroyed", "survivor_turned",
    "first_turn_draw", "hand_limit",
)  # fmt: skip
"""What the first row of a setting says, in this order; then whether players redeal, and the turn asked about."""
ORDER, TARGETING, ATTACK_COST, PERSISTS, STRIKES, RESOURCE_DEFENCE, MAX_REDEALS, REDEAL_HAND = range(8)
RESOURCES_TURNED, UNITS_TURNED, DESTROYED, SURVIVOR_TURNED, FIRST_TURN_DRAW, HAND_LIMIT, REDEAL, TURN = range(8, 16)
DECKS = 1
"""Rows 1 and 2: the decks of a and b."""
UNITS = 3
"""Then a row for each type of unit: strike, cost, and its (attack, defence) against each type."""
STRIKE, COST, LINES = 0, 1, 4
A_WINS, FIRST_WINS, ROUNDS, CARDS, PER_PLAYER = range(5)
"""Results; ``CARDS``: in all zones at the end.  Then these for each player:"""
BUILT_BY, BUILT, UNITS_BUILT, UNITS_LOST, RESOURCES_LOST, STRUCK, REDEALT, LAST_TURN, RESULTS = range(9)
LEFT, USED, DEALT_AGAIN, LOSSES, IN_PLAY, PLACES, FIRST_BUILT, ALL_BUILT = range(8)
LOST, RAZED, TAKEN, OWN_TURN, COUNTS = range(8, 13)
"""What is counted of a player; ``PLACES``: used up by units, also by those destroyed."""
NOBODY = -1
