"""Choices for a unit when the armies are picked, as in ``Regulars [france] + mortar``."""

from __future__ import annotations

from typing import Any

from tigersim.catalogue.classes import classes
from tigersim.catalogue.printed import NATIONS, Unit
from tigersim.errors import RuleForbids, UnknownName
from tigersim.registry import rule
from tigersim.rules.flamethrowers import may_carry_flamethrower

MACHINE_GUN, MORTAR, HOWITZER, FLAMETHROWER = "machine gun", "mortar", "howitzer", "flamethrower"
UNARMOURED, NO_MACHINE_GUN, PARACHUTE, ANTI_AIR = "unarmoured", "no machine gun", "parachute", "anti-air"
CHOICES = (MACHINE_GUN, MORTAR, HOWITZER, FLAMETHROWER, UNARMOURED, NO_MACHINE_GUN, PARACHUTE, ANTI_AIR)
"""The words after a plus."""

SIGN = " + "


def picked(unit: Unit) -> tuple[str, ...]:
    """The choices made for a unit; its name carries them."""
    return tuple(unit.name.split(SIGN)[1:])


def pick(unit: Unit, choice: str) -> Unit:
    """The unit with something chosen for it; its name tells so: ``Regulars + mortar``.

    Raises ``UnknownName`` for a word that is no choice, ``RuleForbids`` for a choice that is not open to the unit.
    """
    if choice not in CHOICES:
        raise UnknownName(choice, CHOICES, kind="choice")
    change = _WAYS[choice](unit)
    return unit.model_copy(update=change | {"name": unit.name + SIGN + choice})


@rule("PT-UNIT-INF-03", "PT-UNIT-RECON-04", "PT-MG-01", "PT-MORTAR-01")
def _squad_weapon(unit: Unit, choice: str) -> dict[str, Any]:
    """A machine gun or a mortar for infantry; recon may not have one.

    Vehicles have the machine guns of their class or of their description.
    """
    if unit.type == "recon":
        raise RuleForbids("PT-UNIT-RECON-04", f"{unit.name} is recon, which has neither machine gun nor mortar")
    if unit.type != "infantry":
        rule_id = "PT-MG-01" if choice == MACHINE_GUN else "PT-MORTAR-01"
        raise RuleForbids(rule_id, f"{unit.name} is no infantry: what it is armed with is printed")
    if unit.machine_guns or unit.mortar:
        raise RuleForbids("PT-UNIT-INF-03", f"{unit.name} has its machine gun or mortar already")
    return {"machine_guns": 1} if choice == MACHINE_GUN else {"mortar": True}


@rule("PT-HOW-01")
def _howitzer(unit: Unit) -> dict[str, Any]:
    """A towed gun declared a howitzer; a self-propelled gun is one where it is noted (AMB-69)."""
    if not unit.type.endswith("towed_gun"):
        raise RuleForbids("AMB-69", f"{unit.name} is no towed gun: only those may be declared howitzers")
    if unit.howitzer:
        raise RuleForbids("AMB-69", f"{unit.name} is a howitzer already")
    return {"howitzer": True}


@rule("PT-FORT-04")
def _flamethrower(unit: Unit) -> dict[str, Any]:
    """A flamethrower for an infantry unit or, as a flamethrower tank, for a tank (AMB-136).

    Whether the army may have it is asked when a battle begins (``records.check_flamethrowers``).
    """
    infantry, recon = unit.type in ("infantry", "recon"), unit.type == "recon"
    tank = classes()[unit.type].cost.tank
    if not may_carry_flamethrower(infantry, recon, tank, unit.type == "medium_tank"):
        what = "recon" if recon else classes()[unit.type].name
        raise RuleForbids("AMB-136", f"{unit.name} is {what}: only infantry and tanks carry flamethrowers")
    if unit.flamethrower:
        raise RuleForbids("PT-FORT-04", f"{unit.name} has a flamethrower already")
    return {"flamethrower": True}


@rule("PT-UNIT-HTRACK-01")
def _unarmoured(unit: Unit) -> dict[str, Any]:
    """A half-track or carrier of an unarmoured type; none of Appendix A is (AMB-73)."""
    if not unit.type.endswith(("half_track", "carrier")):
        raise RuleForbids("PT-UNIT-HTRACK-01", f"{unit.name}: only half-tracks and carriers may be unarmoured")
    if unit.nation in NATIONS:
        raise RuleForbids("AMB-73", f"{unit.name} is a historical unit, and none of them is unarmoured")
    if unit.unarmored or unit.armor:
        raise RuleForbids("AMB-73", f"{unit.name} says already what armour it has")
    return {"unarmored": True}


@rule("PT-NOTE-MG_ARMAMENT")
def _no_machine_gun(unit: Unit) -> dict[str, Any]:
    """A machine gun that the unit may have, left at home (AMB-59)."""
    if not (unit.mg_optional and unit.machine_guns):
        raise RuleForbids("AMB-59", f"{unit.name} has no machine gun that may be left out")
    return {"machine_guns": 0, "mg_optional": False}


AIRBORNE = "ВДВ"
"""How Appendix A begins the names of airborne infantry."""


def is_airborne(unit: Unit) -> bool:
    """Whether the unit may land by parachute: by its printed name, or by choice."""
    return PARACHUTE in picked(unit) or unit.source_name.split(" ")[0] == AIRBORNE


@rule("PT-AIRDROP-02")
def _parachute(unit: Unit) -> dict[str, Any]:
    """An airborne squad: any infantry, with a machine gun or mortar if it has one."""
    if unit.type != "infantry":
        raise RuleForbids("PT-AIRDROP-02", f"{unit.name} is no infantry: only that jumps by parachute")
    if is_airborne(unit):
        raise RuleForbids("PT-AIRDROP-02", f"{unit.name} is airborne already")
    return {}


@rule("PT-SUPPORT-07", "AMB-134")
def _anti_air(unit: Unit) -> dict[str, Any]:
    """The ability to hinder aircraft, which a scenario or an army list may give, free (AMB-134)."""
    if unit.anti_air:
        raise RuleForbids("AMB-134", f"{unit.name} hinders aircraft already")
    return {"anti_air": True}


_WAYS = {
    MACHINE_GUN: lambda unit: _squad_weapon(unit, MACHINE_GUN),
    MORTAR: lambda unit: _squad_weapon(unit, MORTAR),
    HOWITZER: _howitzer,
    FLAMETHROWER: _flamethrower,
    UNARMOURED: _unarmoured,
    NO_MACHINE_GUN: _no_machine_gun,
    PARACHUTE: _parachute,
    ANTI_AIR: _anti_air,
}
