"""Mortars and howitzers: indirect fire, second shots, suppressed neighbours."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import HowitzerSplash, IndirectSpotter, MortarSecondShot, ShockEffects

NEIGHBOUR_INCHES = 6
"""PT-MORTAR-06, PT-HOW-03: how near to the target another one must be."""


@rule("PT-MORTAR-02", "PT-HOW-01")
def may_aim(sees_target: bool, indirect: bool, spotted: bool) -> bool:
    """Whether the firer sees its target, or a friend spots it for indirect fire."""
    return sees_target or (indirect and spotted)


@rule("PT-MORTAR-02", "PT-HOW-01", "PT-HIT-05")
def may_spot(shocked: bool, embarked: bool, no_radio: bool, indirect_spotter: int = 0, shock_effects: int = 0) -> bool:
    """Whether a friend that sees the target may spot for indirect fire.

    Any on the table may; none that is shocked under ``not_shocked`` or ``no_spot_no_hold``, none without a radio under
    ``radio``.
    """
    if embarked or (no_radio and indirect_spotter == IndirectSpotter.RADIO):
        return False
    return not (
        shocked and (indirect_spotter == IndirectSpotter.NOT_SHOCKED or shock_effects == ShockEffects.NO_SPOT_NO_HOLD)
    )


@rule("PT-MORTAR-06")
def second_shot_follows(scored: int, taken: int, extra: bool, mortar_second_shot: int = 0) -> bool:
    """Whether a mortar that has hit may fire once more at once, with the same card.

    scored: hits of the attack roll.
    taken: hits that got through.
    extra: the shot was itself a further one.
    mortar_second_shot: after a successful attack roll, once; under ``on_unsaved_hit`` after a hit that got through,
    once; under ``chain`` after every successful attack roll.
    """
    if mortar_second_shot == MortarSecondShot.ON_UNSAVED_HIT:
        return taken > 0 and not extra
    return scored > 0 and (mortar_second_shot == MortarSecondShot.CHAIN or not extra)


@rule("PT-MORTAR-06", "PT-HOW-03")
def beside_target(gap_squared: float) -> bool:
    """Whether another unit is within 6 inches of the original target."""
    return gap_squared <= NEIGHBOUR_INCHES * NEIGHBOUR_INCHES


@rule("PT-HOW-03")
def splash_suppresses(howitzer: bool, scored: int, armored: bool) -> bool:
    """Whether a howitzer's successful attack roll suppresses one other enemy.

    An unarmoured one.
    """
    return howitzer and scored > 0 and not armored


@rule("PT-HOW-03")
def splash_save_dice(cover_dice: int, howitzer_splash: int = 0) -> int:
    """Cover dice that may cancel that suppression: none, under ``save_allowed`` all."""
    return cover_dice if howitzer_splash == HowitzerSplash.SAVE_ALLOWED else 0
