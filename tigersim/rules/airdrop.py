"""Airborne and glider landings: the roll, drifting off the point, sliding, and what it costs."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.carry import FOOT, RECON
from tigersim.rules.switches import AirdropCard, AirdropHits, GliderSlide, GliderStats

NOT_BY_AIR, BY_PARACHUTE, BY_GLIDER = 0, 1, 2
"""How a unit comes from the air (``profile.airborne``, ``unit.by_air``)."""
SLIDE_DICE = 3
"""PT-AIRDROP-08: dice of a glider's slide."""
ONES_THAT_COST = 2
"""PT-AIRDROP-10: more than one hit."""
NEVER = 99
"""More ones than there are dice."""


@rule("PT-AIRDROP-04")
def turns_over_a_card(first_of_its_side: bool, airdrop_card: int = 0) -> bool:
    """PT-AIRDROP-04: whether a card is turned over for this landing; its value is the difficulty.

    AMB-128 ``airdrop_card``: 0 one for all landings of a player in a turn, 1 one for each unit.
    """
    return first_of_its_side or airdrop_card == AirdropCard.ONE_PER_UNIT


@rule("PT-AIRDROP-05")
def landing_dice(red: bool) -> int:
    """PT-AIRDROP-05: two dice on a red card, three on a black one."""
    return 2 if red else 3


@rule("PT-AIRDROP-06")
def lands_on_point(total: int, difficulty: int) -> bool:
    """PT-AIRDROP-06: a sum that reaches the difficulty brings the unit down on the point that was chosen."""
    return total >= difficulty


@rule("PT-AIRDROP-07")
def drift_inches(difficulty: int) -> int:
    """PT-AIRDROP-07: inches that a unit which misses its point is carried, where the opponent likes."""
    return difficulty


@rule("PT-AIRDROP-08")
def slides(by_air: int) -> bool:
    """PT-AIRDROP-08: gliders slide on along the ground by the sum of three dice, in inches."""
    return by_air == BY_GLIDER


@rule("PT-AIRDROP-08")
def slide_heading(own: int, drift: int, drifted: bool, glider_slide: int = 0) -> int:
    """PT-AIRDROP-08: the facing along which a glider slides, of those that its owner and its drift give.

    AMB-129 ``glider_slide``: 0 the owner named it with the point, 1 the opponent names it (``own`` is then his), 2 that
    of the drift, the owner's if there was none.
    """
    return drift if drifted and glider_slide == GliderSlide.DRIFT_DIRECTION else own


@rule("PT-AIRDROP-09")
def ones_that_count(in_landing: int, in_slide: int, airdrop_hits: int = 0) -> int:
    """PT-AIRDROP-09: ones rolled, a hit each.

    AMB-130 ``airdrop_hits``: 0 on the dice of the landing and of the slide, 2 (landing_roll_only) of the landing.
    """
    return in_landing + (0 if airdrop_hits == AirdropHits.LANDING_ROLL_ONLY else in_slide)


@rule("PT-AIRDROP-09", "PT-AIRDROP-10")
def landing_hits(ones: int, airdrop_hits: int = 0) -> int:
    """PT-AIRDROP-09, PT-AIRDROP-10: hits that so many ones leave on the unit that lands, without a save.

    AMB-130 ``airdrop_hits``: 0 one at most, for the rest costs weapon or cargo; 1 (normal_hits) all of them.
    """
    return ones if airdrop_hits == AirdropHits.NORMAL_HITS else min(ones, 1)


@rule("PT-AIRDROP-09")
def ones_that_destroy(hits_to_destroy: int, airdrop_hits: int = 0) -> int:
    """PT-AIRDROP-09: how many ones destroy the unit that lands (``NEVER``: none do); see ``landing_hits``."""
    if landing_hits(NEVER, airdrop_hits) < hits_to_destroy:
        return NEVER
    return hits_to_destroy


@rule("PT-AIRDROP-10")
def loses_weapon(ones: int) -> bool:
    """PT-AIRDROP-10: more than one hit costs a squad its machine gun or mortar."""
    return ones >= ONES_THAT_COST


@rule("PT-AIRDROP-10")
def ones_that_cost_cargo(load: int, airdrop_hits: int = 0) -> int:
    """PT-AIRDROP-10: how many ones cost a glider this load (``rules.carry``): a vehicle or a gun; infantry is not lost.

    AMB-130 ``airdrop_hits``: 3 (all_cargo_lost) infantry too.
    """
    foot = load in (FOOT, RECON)
    return NEVER if foot and airdrop_hits != AirdropHits.ALL_CARGO_LOST else ONES_THAT_COST


@rule("PT-AIRDROP-11")
def is_deadly(water: bool, wood: bool, building: bool) -> bool:
    """PT-AIRDROP-11: who comes down in, or slides into, water, woods or a town is destroyed."""
    return water or wood or building


@rule("PT-AIRDROP-13")
def is_taken_away(by_glider: bool, aboard: int, glider_stats: int = 0) -> bool:
    """PT-AIRDROP-13: whether a glider that has been left goes off the table, worth nothing to anybody.

    AMB-126 ``glider_stats``: 0 it stays as a transport that cannot move, 1 (removed_after_unloading) it goes when its
    last passenger is off.
    """
    return by_glider and aboard == 0 and glider_stats == GliderStats.REMOVED_AFTER_UNLOADING


@rule("PT-AIRDROP-13")
def may_be_attacked(by_glider: bool, glider_stats: int = 0) -> bool:
    """PT-AIRDROP-13: AMB-126 ``glider_stats``: 2 (not_a_unit) nobody attacks a glider on the ground; else it may be."""
    return not (by_glider and glider_stats == GliderStats.NOT_A_UNIT)
