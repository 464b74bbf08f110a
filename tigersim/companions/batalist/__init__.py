"""Batalist: battalions under secret orders, with magic, morale and ambushes.

``rules`` holds the rules by chapter, ``strike`` one strike and its exact law, ``duel`` the chain of a duel, ``play``
the compiled kernels, ``ask`` the questions.
"""

from tigersim.companions.batalist.ask.battles import charge, destroy, duel, morale, obedience
from tigersim.companions.batalist.ask.command import (
    ammunition,
    commanders,
    contest_of_skills,
    dispute,
    hero,
    mana,
    orders,
)
from tigersim.companions.batalist.ask.hidden import ambush, area_fire, reconnaissance, trap
from tigersim.companions.batalist.ask.marching import boats, march, wounded
from tigersim.companions.batalist.ask.places import side
from tigersim.companions.batalist.ask.prices import prices
from tigersim.companions.batalist.ask.rolled import rolled
from tigersim.companions.batalist.ask.sampled import battle_line, duel_sampled
from tigersim.companions.batalist.ask.seasons import weather_of
from tigersim.companions.batalist.ask.strikes import assassin, exchange, formations, modifiers, strike

__all__ = [
    "ambush",
    "ammunition",
    "area_fire",
    "assassin",
    "battle_line",
    "boats",
    "charge",
    "commanders",
    "contest_of_skills",
    "destroy",
    "dispute",
    "duel",
    "duel_sampled",
    "exchange",
    "formations",
    "hero",
    "mana",
    "march",
    "modifiers",
    "morale",
    "obedience",
    "orders",
    "prices",
    "reconnaissance",
    "rolled",
    "side",
    "strike",
    "trap",
    "weather_of",
    "wounded",
]
