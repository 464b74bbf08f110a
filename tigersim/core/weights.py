"""What a tactician thinks things are worth: the weights of his judgement, found by self-play.

The numbers stand in WORK, one row per side, so that two tacticians of different judgement can meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TACTICS: dict[str, float] = {
    "shock": 0.82,  # a shocked unit, in units of its worth
    "danger": 0.25,  # what an enemy may do to us in an action, added to his worth
    "deny": 1.4,  # an action that an enemy with cards will not make, in units of his danger
    "pin": 0.38,  # a card taken from an armoured unit, VP
    "least": 0,  # an order worth less than this (VP) is not given
    "attack": 0.82,  # having the best target in view, in units of what a mean card takes from it
    "threat": 0.46,  # standing in an enemy's view, in units of what a mean card of his takes
    "hidden": 0.17,  # standing where cover would help, VP
    "near": 0.05,  # each inch beyond eight from the nearest enemy, VP
    "company": 0.2,  # a friend near enough to follow or be followed, VP
    "marker": 0.34,  # standing at a marker, in units of its worth
    "cover": 0.2,  # having found cover, in units of the threat
    "move": 1.2,  # a better place, in units of what is better about it
    "melee": 1.0,  # close combat, in units of what it wins
    "loss": 0.47,  # what the strike back costs, in units of the unit's worth
    "second": 1.2,  # the second card of a unit, in units of what the first promised
    "lead": 0.37,  # friends without cards beside a unit, in units of what they promise
    "lean": 0.25,  # part of its promise that a unit beside one with cards does without
    "urgent": -0.11,  # naming first who stands under threat, in units of the threat
    "walk": 0.16,  # a card for a unit without a target, VP
    "hide": 0,  # a card for an unarmed unit in view of the enemy, VP
    "reserve": 1.2,  # cards kept back for every damaged unit
    "keep": 0.08,  # cards kept back in any case
    "forward": 0.32,  # setting up an inch nearer to the enemy, VP
    "shelter": 2.2,  # setting up in cover, VP
    "flock": 0.53,  # setting up beside friends, VP
}
"""Name -> weight."""

NAMES = tuple(TACTICS)
(
    SHOCK,
    DANGER,
    DENY,
    PIN,
    LEAST,
    ATTACK,
    THREAT,
    HIDDEN,
    NEAR,
    COMPANY,
    MARKER,
    COVER,
    BETTER,
    MELEE,
    LOSS,
    SECOND,
    LEAD,
    LEAN,
    URGENT,
    WALK,
    HIDE,
    RESERVE,
    KEEP,
    FORWARD,
    SHELTER,
    FLOCK,
) = range(len(TACTICS))


def tactics(**changes: float) -> Any:
    """One row of weights, with some of them changed."""
    unknown = set(changes) - set(TACTICS)
    if unknown:
        raise ValueError(f"no weights of these names: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    return np.array([*(TACTICS | changes).values()])
