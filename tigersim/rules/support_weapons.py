"""Mortars and howitzers: indirect fire, the second shot of a mortar, the neighbour that a howitzer suppresses."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import HowitzerSplash, IndirectSpotter, MortarSecondShot, ShockEffects

NEIGHBOUR_INCHES = 6
"""PT-MORTAR-06, PT-HOW-03: how near to the target another one must be."""


@rule("PT-MORTAR-02", "PT-HOW-01")
def may_aim(sees_target: bool, indirect: bool, spotted: bool) -> bool:
    """PT-MORTAR-02, PT-HOW-01: the firer sees its target, or a friend spots it for a weapon that fires indirectly."""
    return sees_target or (indirect and spotted)


@rule("PT-MORTAR-02", "PT-HOW-01", "PT-HIT-05")
def may_spot(shocked: bool, embarked: bool, no_radio: bool, indirect_spotter: int = 0, shock_effects: int = 0) -> bool:
    """PT-MORTAR-02, PT-HOW-01, PT-HIT-05: a friend that sees the target may spot for indirect fire.

    AMB-68 ``indirect_spotter``: 0 any on the table, 1 none that is shocked, 2 none without a radio.  AMB-75
    ``shock_effects``: 1 = none that is shocked.
    """
    if embarked or (no_radio and indirect_spotter == IndirectSpotter.RADIO):
        return False
    return not (
        shocked and (indirect_spotter == IndirectSpotter.NOT_SHOCKED or shock_effects == ShockEffects.NO_SPOT_NO_HOLD)
    )


@rule("PT-MORTAR-06")
def second_shot_follows(scored: int, taken: int, extra: bool, mortar_second_shot: int = 0) -> bool:
    """PT-MORTAR-06: a mortar that has hit may fire once more at once, with the same card.

    ``scored``: hits of the attack roll; ``taken``: hits that got through; ``extra``: the shot was itself a further
    one.  AMB-67 ``mortar_second_shot``: 0 after a successful attack roll, once; 1 after a hit that got through, once;
    2 after every successful attack roll.
    """
    if mortar_second_shot == MortarSecondShot.ON_UNSAVED_HIT:
        return taken > 0 and not extra
    return scored > 0 and (mortar_second_shot == MortarSecondShot.CHAIN or not extra)


@rule("PT-MORTAR-06", "PT-HOW-03")
def beside_target(gap_squared: float) -> bool:
    """PT-MORTAR-06, PT-HOW-03: another unit within 6 inches of the original target."""
    return gap_squared <= NEIGHBOUR_INCHES * NEIGHBOUR_INCHES


@rule("PT-HOW-03")
def splash_suppresses(howitzer: bool, scored: int, armored: bool) -> bool:
    """PT-HOW-03: a howitzer's successful attack roll suppresses one other enemy, an unarmoured one (AMB-70)."""
    return howitzer and scored > 0 and not armored


@rule("PT-HOW-03")
def splash_save_dice(cover_dice: int, howitzer_splash: int = 0) -> int:
    """PT-HOW-03: cover dice that may cancel that suppression.

    AMB-70 ``howitzer_splash``: 0 (and 2, which concerns barrages) none, 1 all that the unit has against this fire.
    """
    return cover_dice if howitzer_splash == HowitzerSplash.SAVE_ALLOWED else 0
