"""Weights of the judgement of compiled players, found by self-play (``lab.tune``).

TACTICS are the tactician's, THUMBS those of the player of rules of thumb.  The numbers stand in WORK, one row per side,
so that two players of different judgement can meet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

TACTICS: dict[str, float] = {
    "shock": 0.67,  # a shocked unit, in units of its worth
    "danger": 0.42,  # what an enemy may do to us in an action, added to his worth
    "deny": 1.8,  # an action that an enemy with cards will not make, in units of his danger
    "pin": 0.054,  # a card taken from an armoured unit, VP
    "least": -0.16,  # an order worth less than this (VP) is not given
    "attack": 1.7,  # having the best target in view, in units of what a mean card takes from it
    "loaded": 0.79,  # each card that an enemy holds adds so much to his threat, in units of it
    "threat": 0.57,  # standing in an enemy's view, in units of what a mean card of his takes
    "hidden": 0.47,  # standing where cover would help, VP
    "near": 0.034,  # each inch beyond eight from the nearest enemy, VP
    "company": 0.16,  # a friend near enough to follow or be followed, VP
    "marker": 1.6,  # standing alone on a marker that no enemy contests, in units of its worth
    "pull": 0.66,  # being near a marker that nobody of ours holds, in units of standing on it
    "early": 0.15,  # a marker when the deck is new, in units of what it is worth when the deck ends
    "march": -0.052,  # a card for a unit that may go to a marker, VP
    "cover": 0.027,  # having found cover, in units of the threat
    "move": 0.84,  # a better place, in units of what is better about it
    "melee": 1.0,  # close combat, in units of what it wins
    "loss": 0.47,  # what the strike back costs, in units of the unit's worth
    "second": 2.4,  # the second card of a unit, in units of what the first promised
    "lead": -0.1,  # friends without cards beside a unit, in units of what they promise
    "chorus": 0.34,  # firing when friends without cards stand beside the unit, in units of what they promise
    "lean": 1.6,  # part of its promise that a unit beside one with cards does without
    "urgent": -0.052,  # naming first who stands under threat, in units of the threat
    "walk": 0.21,  # a card for a unit without a target, VP
    "hide": -0.086,  # a card for an unarmed unit in view of the enemy, VP
    "reserve": 1.0,  # what a card wins now, when it is weighed against what it would win in a recovery
    "card": 0.27,  # a card that is not used up for recovery, VP, in units of its chance to hit
    "forward": 0.28,  # setting up an inch nearer to the enemy, VP
    "shelter": 3.0,  # setting up in cover, VP
    "flock": 1.6,  # setting up beside friends, VP
}
"""Name -> weight of the tactician."""

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
    CARD,
    FORWARD,
    SHELTER,
    FLOCK,
) = range(len(TACTICS))


THUMBS: dict[str, float] = {
    "shock_worth": 0.92,  # shocking a unit, in units of its cost
    "pin_worth": 0.17,  # taking a card from an armoured unit, VP
    "least_attack": 0.16,  # an attack worth less than this (VP) is left for a better position
    "least_cover": 0.25,  # cover is not looked for with a smaller chance of finding it
    "walk_worth": 0.27,  # a card for a unit without a target, VP: it may walk to where it finds one
    "hide_worth": -0.13,  # a card for an unarmed unit in view of the enemy, VP: it may drive out of sight
    "seen_by": 0.22,  # standing in view of an enemy, in units of having a target in view
    "laden_seen_by": 0.31,  # the same of an unarmed carrier with passengers, beside ``far_off``
    "in_cover": 2.3,  # standing in cover, in units of having a target in view
    "far_off": -0.038,  # each inch beyond eight from the nearest enemy, in units of having a target in view
    "rough_pin": -0.062,  # what a die of a machine gun against armour promises, VP
    "rough_start": 1.2,  # dice of a shot that promise nothing
    "rough_least": 0.29,  # dice that a shot is given credit for at least
    "rough_soft": 9.0,  # dice that promise the cost of a target without armour
    "rough_armour": 0.65,  # how many more it takes for every armour die
    "second_card": -0.36,  # how much less a card is worth to a unit for every card it has: promise / (1 + this)
    "back_each": 0.35,  # cards kept back for every damaged unit
    "back_any": 1.5,  # cards kept back in any case; of both together whole cards count
    "poor_recovery": -17.0,  # a saved card of a greater difficulty does not go to recovery if an unseen one can
    "high_discard": 23.0,  # a saved card of at least this difficulty is dropped before an unseen one
    "deploy_forward": 1.1,  # setting up an armed unit an inch nearer to the enemy
    "deploy_back": 1.2,  # setting up an unarmed unit an inch farther from him, in the same units
    "deploy_cover": 6.1,  # setting up in cover, in the same units
}
"""Name -> weight of the player ``heuristic``.

The tactician leaves second shots and discards to the same rules of thumb.
"""

(
    SHOCK_WORTH,
    PIN_WORTH,
    LEAST_ATTACK,
    LEAST_COVER,
    WALK_WORTH,
    HIDE_WORTH,
    SEEN_BY,
    LADEN_SEEN_BY,
    IN_COVER,
    FAR_OFF,
    ROUGH_PIN,
    ROUGH_START,
    ROUGH_LEAST,
    ROUGH_SOFT,
    ROUGH_ARMOUR,
    SECOND_CARD,
    BACK_EACH,
    BACK_ANY,
    POOR_RECOVERY,
    HIGH_DISCARD,
    DEPLOY_FORWARD,
    DEPLOY_BACK,
    DEPLOY_COVER,
) = range(len(THUMBS))

WEIGHTS: dict[str, tuple[str, dict[str, float]]] = {"heuristic": ("thumbs", THUMBS), "tactician": ("tactics", TACTICS)}
"""Player -> (the field of WORK that holds his weights, the weights)."""


def tactics(**changes: float) -> Any:
    """One row of a tactician's weights, some of them changed.  Raises ``ValueError``.

    For an unknown name.
    """
    return _row(TACTICS, changes)


def thumbs(**changes: float) -> Any:
    """One row of weights of rules of thumb, some changed.  Raises ``ValueError``.

    For an unknown name.
    """
    return _row(THUMBS, changes)


def _row(weights: Mapping[str, float], changes: Mapping[str, float]) -> Any:
    unknown = set(changes) - set(weights)
    if unknown:
        raise ValueError(f"no weights of these names: {', '.join(sorted(unknown))}; there are {', '.join(weights)}")
    return np.array([*{**weights, **changes}.values()], dtype=np.float64)
