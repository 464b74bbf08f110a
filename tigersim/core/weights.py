"""Weights of the judgement of compiled players, found by self-play (``lab.tune``).

They stand in WORK by the names of player and weight (``w[0].tactician[side].shock``), one record per side, so that two
players of different judgement can meet.
"""

from __future__ import annotations

TACTICIAN: dict[str, float] = {
    "shock": 0.61,  # a shocked unit, in units of its worth
    "danger": 0.48,  # what an enemy may do to us in an action, added to its worth
    "deny": 1.7,  # an action that an enemy with cards will not make, in units of its danger
    "pin": 0.057,  # a card taken from an armoured unit, VP
    "least": -0.16,  # an order worth less than this (VP) is not given
    "attack": 1.6,  # having the best target in view, in units of what a mean card takes from it
    "loaded": 0.8,  # each card that an enemy holds adds so much to its threat, in units of it
    "threat": 0.76,  # standing in an enemy's view, in units of what a mean card of it takes
    "hidden": 0.46,  # standing where cover would help, VP
    "near": 0.024,  # each inch beyond eight from the nearest enemy, VP
    "company": 0.2,  # a friend near enough to follow or be followed, VP
    "marker": 1.6,  # standing alone on a marker that no enemy contests, in units of its worth
    "pull": 0.66,  # being near a marker that no unit of ours holds, in units of standing on it
    "early": 0.15,  # a marker when the deck is new, in units of what it is worth when the deck ends
    "march": -0.052,  # a card for a unit that may go to a marker, VP
    "cover": 0.023,  # having found cover, in units of the threat
    "move": 0.9,  # a better place, in units of what is better about it
    "melee": 1.2,  # close combat, in units of what it wins
    "loss": 0.63,  # what the strike back costs, in units of the unit's worth
    "second": 2.4,  # the second card of a unit, in units of what the first promised
    "lead": 0.0051,  # friends without cards beside a unit, in units of what they promise
    "chorus": 0.32,  # firing when friends without cards stand beside the unit, in units of what they promise
    "lean": 1.7,  # part of its promise that a unit beside one with cards does without
    "urgent": -0.053,  # naming first a unit that stands under threat, in units of the threat
    "walk": 0.26,  # a card for a unit without a target, VP
    "hide": -0.037,  # a card for an unarmed unit in view of the enemy, VP
    "reserve": 0.83,  # what a card wins now, when it is weighed against what it would win in a recovery
    "card": 0.4,  # a card that is not used up for recovery, VP, in units of its chance to hit
    "keep": 0.0088,  # a card that is not lost anyhow is given for no less than this (VP)
    "lurk": 3.0,  # setting up an indirect weapon where nobody of the enemy's zone sees it, VP
    "lookout": 3.0,  # setting up what fires directly where it sees all of the enemy's zone, VP
    "stalk": 0.12,  # a card for a unit without a target, in units of what it may do to the best of them
    "suits": 1.0,  # how far a card for a unit without a target is chosen by how it moves, not by how it fires
    "caution": 0.15,  # how much more threat weighs for a player ten points ahead, and less for one behind
    "kin": 0.41,  # part by which friends that would do something else with a card count for less
    "approach": 0.82,  # standing nearer to what could be taken at close quarters, in units of the draw
    "crowd": 0.18,  # how little further foes add to the threat of those in view, in units of the unit's cost
    "places_fade": 0.46,  # what a place loses in worth while a deck is drawn
    "shock_fades": 0.3,  # what a shocked unit loses in worth while a deck is drawn
    "danger_fades": -0.13,  # what danger loses in weight while a deck is drawn
    "forward": 0.22,  # setting up an inch nearer to the enemy, VP
    "shelter": 3.3,  # setting up in cover, VP
    "flock": 3.2,  # setting up beside friends, VP
}
"""Name -> weight of the tactician."""

STRATEGIST: dict[str, float] = {
    **TACTICIAN,
    "shock": 0.6,
    "attack": 2.4,
    "threat": 0.45,
    "kin": 0.28,
    "lookout": 0.0,
    "flock": 4.8,
}
"""Name -> weight by which a strategist and a planner judge while they decide; whoever they imagine across the table is
a plain tactician."""

HEURISTIC: dict[str, float] = {
    "shock_worth": 0.92,  # shocking a unit, in units of its cost
    "pin_worth": 0.17,  # taking a card from an armoured unit, VP
    "least_attack": 0.16,  # an attack worth less than this (VP) is left for a better position
    "least_cover": 0.25,  # cover is not looked for with a smaller chance of finding it
    "walk_worth": 0.27,  # a card for a unit without a target, VP: it may walk to where it finds one
    "hide_worth": -0.13,  # a card for an unarmed unit in view of the enemy, VP: it may drive out of sight
    "seen_by": 0.22,  # standing in view of an enemy, in units of having a target in view
    "laden_seen_by": 0.31,  # as ``seen_by``, for an unarmed carrier with passengers, beside ``far_off``
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
    "deploy_back": 1.2,  # setting up an unarmed unit an inch farther from it, in the same units
    "deploy_cover": 6.1,  # setting up in cover, in the same units
}
"""Name -> weight of the player ``heuristic``.

The tactician leaves second shots and discards to the same rules of thumb.
"""

WEIGHTS: dict[str, dict[str, float]] = {"heuristic": HEURISTIC, "tactician": TACTICIAN, "strategist": STRATEGIST}
"""Player -> name -> weight, for the players that have weights."""


def row(player: str, **changes: float) -> tuple[float, ...]:
    """All weights of a player in their order, some changed; ``ValueError`` for an unknown name."""
    usual = WEIGHTS[player]
    if unknown := set(changes) - set(usual):
        raise ValueError(f"no weights of these names: {', '.join(sorted(unknown))}; there are {', '.join(usual)}")
    return tuple({**usual, **changes}.values())
