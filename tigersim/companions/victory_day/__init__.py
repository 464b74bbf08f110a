"""Victory Day: a card game of resources, units and tactical cards, until a deck is gone.

It loads its questions; the folders are those of every game (``tigersim.companions``).
"""

from tigersim.companions.victory_day.questions.building import afford, afford_all, build, resources, seats
from tigersim.companions.victory_day.questions.checking import check
from tigersim.companions.victory_day.questions.combat import duel, modifier, pairing, stat_line
from tigersim.companions.victory_day.questions.decks import clock, draw, legal, redeal, redeal_count, safest_deck
from tigersim.companions.victory_day.questions.planning import best_resources, plan
from tigersim.companions.victory_day.questions.race import race
from tigersim.companions.victory_day.questions.tactics import actions, tactical

__all__ = [
    "actions", "afford", "afford_all", "best_resources", "build", "check", "clock", "draw", "duel", "legal",
    "modifier", "pairing", "plan", "race", "redeal", "redeal_count", "resources", "safest_deck", "seats", "stat_line",
    "tactical",
]  # fmt: skip
