"""How a unit lands from the air, and what a squad is without its weapon (chapter 1.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tigersim.catalogue.picks import is_airborne
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile.draft import MAIN, Draft
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, BY_PARACHUTE, NOT_BY_AIR

if TYPE_CHECKING:
    from tigersim.catalogue.profile import Profile


@rule("PT-AIRDROP-02", "PT-AIRDROP-03")
def landing(draft: Draft) -> None:
    """Set how the unit lands: airborne infantry jumps, gliders glide; edition I has neither."""
    draft.put(airborne=NOT_BY_AIR)
    if draft.unit.type == "glider":
        draft.put("PT-AIRDROP-03", airborne=BY_GLIDER)
    elif draft.unit.type == "infantry" and is_airborne(draft.unit) and not draft.edition_1:
        draft.put("PT-AIRDROP-02", airborne=BY_PARACHUTE)
    draft.put(rifles_red=0, rifles_black=0, rifles_range=0)


def has_weapon_to_lose(draft: Draft) -> bool:
    """Whether the unit is a squad with a machine gun or a mortar."""
    return draft.unit.type == "infantry" and bool(draft.unit.machine_guns or draft.unit.mortar)


def bare(unit: Unit) -> Unit:
    """The squad without its machine gun or mortar."""
    none = {"machine_guns": 0, "mg_only": False, "mg_implied": False, "mg_optional": False, "mortar": False}
    return unit.model_copy(update=none)


@rule("PT-AIRDROP-10")
def rifles(draft: Draft, plain: Profile) -> None:
    """Set the dice of a squad that has lost its weapon: the rifles of one that never had any."""
    red, black, inches = plain.red_near[MAIN], plain.black_near[MAIN], plain.max_range[MAIN]
    draft.put("PT-AIRDROP-10", rifles_red=red, rifles_black=black, rifles_range=inches)
