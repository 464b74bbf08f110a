"""What a tactician thinks things are worth: the weights of his judgement, found by self-play.

The numbers stand in WORK, one row per side, so that two tacticians of different judgement can meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TACTICS: dict[str, float] = {
    "shock": 0.53,  # a shocked unit, in units of its worth
    "danger": 0.46,  # what an enemy may do to us in an action, added to his worth
    "deny": 2.2,  # an action that an enemy with cards will not make, in units of his danger
    "pin": 0.52,  # a card taken from an armoured unit, VP
    "least": 0,  # an order worth less than this (VP) is not given
    "attack": 1.1,  # having the best target in view, in units of what a mean card takes from it
    "loaded": 0.39,  # each card that an enemy holds adds so much to his threat, in units of it
    "threat": 0.48,  # standing in an enemy's view, in units of what a mean card of his takes
    "hidden": 0.25,  # standing where cover would help, VP
    "near": 0.056,  # each inch beyond eight from the nearest enemy, VP
    "company": 0.33,  # a friend near enough to follow or be followed, VP
    "marker": 0.58,  # standing alone on a marker that no enemy contests, in units of its worth
    "pull": 0.24,  # being near a marker that nobody of ours holds, in units of standing on it
    "early": 0.35,  # a marker when the deck is new, in units of what it is worth when the deck ends
    "march": 0.23,  # a card for a unit that may go to a marker, VP
    "cover": 0.15,  # having found cover, in units of the threat
    "move": 1.1,  # a better place, in units of what is better about it
    "melee": 0.36,  # close combat, in units of what it wins
    "loss": 0.37,  # what the strike back costs, in units of the unit's worth
    "second": 1.1,  # the second card of a unit, in units of what the first promised
    "lead": 0.27,  # friends without cards beside a unit, in units of what they promise
    "chorus": 0.15,  # firing when friends without cards stand beside the unit, in units of what they promise
    "lean": 0.31,  # part of its promise that a unit beside one with cards does without
    "urgent": -0.24,  # naming first who stands under threat, in units of the threat
    "walk": 0.2,  # a card for a unit without a target, VP
    "hide": 0,  # a card for an unarmed unit in view of the enemy, VP
    "reserve": 1.1,  # cards kept back for every damaged unit
    "keep": 0.16,  # cards kept back in any case
    "card": 0.5,  # a card that is not used up for recovery, VP, in units of its chance to hit
    "forward": 0.11,  # setting up an inch nearer to the enemy, VP
    "shelter": 1.7,  # setting up in cover, VP
    "flock": 1.0,  # setting up beside friends, VP
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
    LOADED,
    THREAT,
    HIDDEN,
    NEAR,
    COMPANY,
    MARKER,
    PULL,
    EARLY,
    MARCH,
    COVER,
    BETTER,
    MELEE,
    LOSS,
    SECOND,
    LEAD,
    CHORUS,
    LEAN,
    URGENT,
    WALK,
    HIDE,
    RESERVE,
    KEEP,
    CARD,
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
