"""Batalist: battalions under secret orders, with magic, morale and ambushes.

It loads its questions; the folders are those of every game (``tigersim.companions``).
"""

from tigersim.companions.batalist.questions.charges import charge, destroy
from tigersim.companions.batalist.questions.checking import rolled
from tigersim.companions.batalist.questions.command import ammunition, commanders, contest_of_skills, dispute, mana
from tigersim.companions.batalist.questions.duels import battle_line, duel, duel_sampled
from tigersim.companions.batalist.questions.formations import formations
from tigersim.companions.batalist.questions.hidden import ambush, area_fire, reconnaissance, trap
from tigersim.companions.batalist.questions.marching import boats, march, wounded
from tigersim.companions.batalist.questions.morale import morale, obedience
from tigersim.companions.batalist.questions.orders import hero, orders
from tigersim.companions.batalist.questions.prices import prices
from tigersim.companions.batalist.questions.strikes import assassin, exchange, modifiers, strike
from tigersim.companions.batalist.questions.weather import weather_of
from tigersim.companions.batalist.questions.zones import side

__all__ = [
    "ambush", "ammunition", "area_fire", "assassin", "battle_line", "boats", "charge", "commanders",
    "contest_of_skills", "destroy", "dispute", "duel", "duel_sampled", "exchange", "formations", "hero", "mana",
    "march", "modifiers", "morale", "obedience", "orders", "prices", "reconnaissance", "rolled", "side", "strike",
    "trap", "weather_of", "wounded",
]  # fmt: skip
