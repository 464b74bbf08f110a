"""Exact odds of shots, moves, close combats and all else that dice decide.

Every answer enumerates the dice through the rules and is an exact fraction, shown as a float.

``pool``, ``shot``, ``burst``, ``card``, ``melee``, ``move``, ``recovery``, ``find_cover`` and ``landing`` answer for
one card or, with ``card=None``, averaged over a full deck; ``barrage`` and ``air_strike`` for the ace that calls them.
An answer has fields (``p_destroyed``), ``exact`` (the same as fractions), ``table()`` and ``show(steps=True)``.
"""

from tigersim.odds.activation import activation
from tigersim.odds.burst import burst
from tigersim.odds.card import card
from tigersim.odds.combatants import Fighter
from tigersim.odds.duel import duel
from tigersim.odds.find_cover import find_cover
from tigersim.odds.follow import Member, follow
from tigersim.odds.landing import landing
from tigersim.odds.matrix import ShotMatrix, shot_matrix
from tigersim.odds.melee import melee
from tigersim.odds.move import move
from tigersim.odds.off_table import air_strike, barrage
from tigersim.odds.panel import panel
from tigersim.odds.pool import pool
from tigersim.odds.recovery import recovery
from tigersim.odds.shot import shot
from tigersim.odds.targets import Target

__all__ = [
    "Fighter",
    "Member",
    "ShotMatrix",
    "Target",
    "activation",
    "air_strike",
    "barrage",
    "burst",
    "card",
    "duel",
    "find_cover",
    "follow",
    "landing",
    "melee",
    "move",
    "panel",
    "pool",
    "recovery",
    "shot",
    "shot_matrix",
]
