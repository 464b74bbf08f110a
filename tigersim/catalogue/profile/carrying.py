"""Who carries whom: capacities of the classes and of single units, and what a unit is as a load (chapter 1.12)."""

from __future__ import annotations

import re

from tigersim.catalogue.profile.class_rows import counts_as_tank
from tigersim.catalogue.profile.draft import Draft
from tigersim.registry import rule

NO_LOAD, FOOT, RECON, GUN, LIGHT_GUN, TANK, LIGHT_TRUCK = range(7)
"""What a unit is as a load."""
NONE, TRUCK, HALF_TRACK, RIDDEN_TANK, CRAFT, GLIDER = range(6)
"""How a unit carries: what happens to its load when it is hit or fires depends on that."""

_LOADS = {"infantry": FOOT, "recon": RECON, "light_towed_gun": LIGHT_GUN, "light_transport": LIGHT_TRUCK}
_CAPACITIES = {
    "infantry": "seats",
    "recon": "recon_seats",
    "gun towed": "hitches",
    "light_towed_gun": "light_hitches",
    "tank": "tank_berths",
    "light_transport": "light_truck_berths",
}
_CAPACITY = re.compile(r"(\d+) ([a-z_]+(?: towed)?)")


@rule("PT-CARRY-01", "PT-CARRY-08", "PT-CARRY-12", "PT-NOTE-CAPACITY")
def load(draft: Draft) -> int:
    """PT-CARRY-01, PT-CARRY-08, PT-CARRY-12, PT-NOTE-CAPACITY: what the unit is as a load for others."""
    if draft.unit.type in _LOADS:
        return _LOADS[draft.unit.type]
    if draft.row.kind == "towed_gun":
        return GUN
    return TANK if counts_as_tank(draft) else NO_LOAD


@rule("PT-CARRY-01", "PT-CARRY-04", "PT-CARRY-06")
def carrier(draft: Draft) -> int:
    """PT-CARRY-01, PT-CARRY-04, PT-CARRY-06: trucks, half-tracks (and carriers), tanks, craft and gliders carry."""
    kind = draft.unit.type
    if kind.endswith(("half_track", "carrier")):
        return HALF_TRACK
    if kind.endswith("transport"):
        return TRUCK
    if kind in ("landing_craft", "glider"):
        return CRAFT if kind == "landing_craft" else GLIDER
    return RIDDEN_TANK if draft.row.cost.tank or kind.endswith("spg") else NONE


@rule(
    "PT-CARRY-11",
    "PT-CARRY-12",
    "PT-UNIT-HTRACK-03",
    "PT-UNIT-TANK-02",
    "PT-UNIT-TRUCK-01",
    "PT-UNIT-LTRUCK-01",
    "PT-AMPHIB-04",
    "PT-NOTE-CAPACITY",
)
def carrying(draft: Draft) -> None:
    """What the unit can carry: as printed for it, else as printed for its class; either one kind of load or another.

    PT-CARRY-11, PT-UNIT-HTRACK-03, PT-UNIT-TANK-02, PT-UNIT-TRUCK-01: one infantry unit, or one gun towed.
    PT-CARRY-12, PT-UNIT-LTRUCK-01: light transports take recon or light guns only.  PT-AMPHIB-04, PT-NOTE-CAPACITY: as
    printed.  AMB-92 ``carry_capacity_classes``: SPGs too; medium tanks only; not the light half-tracks and carriers.
    AMB-94 ``towed_gun_limits``: light transports tow any gun; infantry and a gun at once.
    """
    unit, ruleset = draft.unit, draft.ruleset
    text = unit.carries or draft.row.cost.carries
    if unit.type.endswith("spg") and ruleset.carry_capacity_classes == "spg_too":
        text = "1 infantry"
    if ruleset.carry_capacity_classes == "medium_tank_only" and draft.row.cost.tank and unit.type != "medium_tank":
        text = ""
    if ruleset.carry_capacity_classes == "no_light_carriers" and unit.type in ("light_half_track", "light_carrier"):
        text = ""
    counts = dict.fromkeys(_CAPACITIES.values(), 0)
    for number, what in _CAPACITY.findall(text):
        if what in _CAPACITIES:
            counts[_CAPACITIES[what]] += int(number)
    if unit.type == "light_transport" and ruleset.towed_gun_limits == "jeep_any_gun":
        counts["hitches"], counts["light_hitches"] = 1, 0
    together = ruleset.towed_gun_limits == "infantry_and_gun" and unit.type != "light_transport"
    rules = draft.row.rules.get("carries", ())
    draft.put(*rules, **counts)
    draft.put("AMB-94", seats_and_hitches=together and counts["seats"] > 0 and counts["hitches"] > 0)
    draft.put("PT-CARRY-01", load=load(draft), carrier=carrier(draft) if any(counts.values()) else NONE)
