"""Airborne and glider landings: the roll, drifting off the point, sliding, and the cost."""

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
    """Whether a card is turned over for this landing; its value is the difficulty.

    A player has one card for all landings of a turn, under ``one_per_unit`` one for each.
    """
    return first_of_its_side or airdrop_card == AirdropCard.ONE_PER_UNIT


@rule("PT-AIRDROP-05")
def landing_dice(red: bool) -> int:
    """Dice of a landing roll: two on a red card, three on a black one."""
    return 2 if red else 3


@rule("PT-AIRDROP-06")
def lands_on_point(total: int, difficulty: int) -> bool:
    """Whether the unit comes down on the chosen point: its roll reaches the difficulty."""
    return total >= difficulty


@rule("PT-AIRDROP-07")
def drift_inches(difficulty: int) -> int:
    """Inches by which a unit that misses its point drifts, in the direction the opponent likes."""
    return difficulty


@rule("PT-AIRDROP-08")
def slides(by_air: int) -> bool:
    """Whether the unit slides on along the ground, by the sum of three dice: gliders do."""
    return by_air == BY_GLIDER


@rule("PT-AIRDROP-08")
def slide_heading(own: int, drift: int, drifted: bool, glider_slide: int = 0) -> int:
    """Facing along which a glider slides, of those that its owner and its drift give.

    The owner names it with the point; under ``opponent_heading`` the opponent does (``own`` is then the opponent's),
    under ``drift_direction`` it is that of the drift, the owner's if there was none.
    """
    return drift if drifted and glider_slide == GliderSlide.DRIFT_DIRECTION else own


@rule("PT-AIRDROP-09")
def ones_that_count(in_landing: int, in_slide: int, airdrop_hits: int = 0) -> int:
    """Ones rolled in landing and sliding, a hit each.

    Under ``landing_roll_only`` those of the slide do not count.
    """
    return in_landing + (0 if airdrop_hits == AirdropHits.LANDING_ROLL_ONLY else in_slide)


@rule("PT-AIRDROP-09", "PT-AIRDROP-10")
def landing_hits(ones: int, airdrop_hits: int = 0) -> int:
    """Hits that so many ones leave on the unit that lands; nothing saves them.

    One at most, for the rest costs weapon or cargo; under ``normal_hits`` all of them.
    """
    return ones if airdrop_hits == AirdropHits.NORMAL_HITS else min(ones, 1)


@rule("PT-AIRDROP-09")
def ones_that_destroy(hits_to_destroy: int, airdrop_hits: int = 0) -> int:
    """Number of ones that destroy the unit that lands; ``NEVER`` if none do."""
    return NEVER if landing_hits(NEVER, airdrop_hits) < hits_to_destroy else hits_to_destroy


@rule("PT-AIRDROP-10")
def loses_weapon(ones: int) -> bool:
    """Whether a squad loses its machine gun or mortar: by more than one hit."""
    return ones >= ONES_THAT_COST


@rule("PT-AIRDROP-10")
def ones_that_cost_cargo(load: int, airdrop_hits: int = 0) -> int:
    """Number of ones that cost a glider this load (``rules.carry``), ``NEVER`` if none do.

    A vehicle or a gun is lost; infantry only under ``all_cargo_lost``.
    """
    foot = load in (FOOT, RECON)
    return NEVER if foot and airdrop_hits != AirdropHits.ALL_CARGO_LOST else ONES_THAT_COST


@rule("PT-AIRDROP-11")
def is_deadly(water: bool, wood: bool, building: bool) -> bool:
    """Whether a unit that comes down in, or slides into, this ground is destroyed."""
    return water or wood or building


@rule("PT-AIRDROP-13")
def is_taken_away(by_glider: bool, aboard: int, glider_stats: int = 0) -> bool:
    """Whether a glider that its passengers have left goes off the table, worth no points.

    It stays as a transport that cannot move, unless ``removed_after_unloading``.
    """
    return by_glider and aboard == 0 and glider_stats == GliderStats.REMOVED_AFTER_UNLOADING


@rule("PT-AIRDROP-13")
def may_be_attacked(by_glider: bool, glider_stats: int = 0) -> bool:
    """Whether a unit on the ground may be attacked: all may but a glider under ``not_a_unit``."""
    return not (by_glider and glider_stats == GliderStats.NOT_A_UNIT)
