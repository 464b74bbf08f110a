"""Capacities of classes and single units, and what a unit is as a load (chapter 1.12)."""

from __future__ import annotations

from tigersim.catalogue.capacity import capacity
from tigersim.catalogue.profile.draft import Draft
from tigersim.registry import rule
from tigersim.rules import carry

FIELDS = {
    "infantry": "seats",
    "recon": "recon_seats",
    "towed_gun": "hitches",
    "light_towed_gun": "light_hitches",
    "tank": "tank_berths",
    "light_transport": "light_truck_berths",
}
"""Word of a printed capacity -> field of the profile."""

_LOADS = {
    "infantry": carry.FOOT,
    "recon": carry.RECON,
    "light_towed_gun": carry.LIGHT_GUN,
    "light_transport": carry.LIGHT_TRUCK,
}
_PRINTED = {"landing_craft": ("PT-AMPHIB-04",), "glider": ("AMB-126",)}
_FATE = {
    carry.TRUCK: ("PT-CARRY-05", "PT-CARRY-10"),
    carry.HALF_TRACK: ("PT-CARRY-06", "PT-CARRY-10"),
    carry.RIDDEN_TANK: ("PT-CARRY-04", "PT-CARRY-05"),
    carry.CRAFT: ("PT-AMPHIB-05", "PT-CARRY-05"),
    carry.GLIDER: ("AMB-126", "PT-CARRY-05"),
}
"""Which rules say what becomes of the load."""


@rule("PT-CARRY-01", "PT-CARRY-08", "PT-CARRY-12")
def load(draft: Draft) -> int:
    """What the unit is as a load: foot, gun, tank, light transport, or none.

    Recon units and light guns are told apart because light transports take no others.
    """
    if draft.unit.type in _LOADS:
        return _LOADS[draft.unit.type]
    if draft.row.kind == "towed_gun":
        return carry.GUN
    return carry.TANK if draft.is_tank else carry.NO_LOAD


def carrier(draft: Draft) -> int:
    """Kind of carrier: truck, half-track (carriers too), ridden tank, craft, glider or none.

    Self-propelled guns, where they carry at all, are ridden like tanks.
    """
    kind = draft.unit.type
    if kind.endswith("transport"):
        return carry.TRUCK
    if kind.endswith(("half_track", "carrier")):
        return carry.HALF_TRACK
    if kind in ("landing_craft", "glider"):
        return carry.CRAFT if kind == "landing_craft" else carry.GLIDER
    return carry.RIDDEN_TANK


@rule("PT-CARRY-11", "PT-CARRY-12", "PT-UNIT-HTRACK-03", "PT-UNIT-TANK-02", "PT-UNIT-TRUCK-01", "PT-UNIT-LTRUCK-01")
def class_capacity(draft: Draft) -> tuple[str, tuple[str, ...]]:
    """What units of the class carry where nothing is printed, and the rules that say so.

    PT-CARRY-11, PT-UNIT-HTRACK-03, PT-UNIT-TRUCK-01: one infantry unit, or one gun towed; PT-UNIT-TANK-02: riders.
    PT-CARRY-12, PT-UNIT-LTRUCK-01: light transports take a recon unit or a light gun only.  AMB-92
    ``carry_capacity_classes``: the classes listed; SPGs too; medium tanks only among tanks; not the light half-tracks
    and carriers.  AMB-51: light and heavy tanks as their parent class, or not.  AMB-94 ``towed_gun_limits``: light
    transports tow light guns, or any.
    """
    kind, ruleset = draft.unit.type, draft.ruleset
    text, rules = draft.row.cost.carries, draft.class_rules("carries")
    if kind.endswith("spg") and ruleset.carry_capacity_classes == "spg_too":
        return "1 infantry", ("AMB-92",)
    if draft.row.cost.tank:
        only_medium = ruleset.carry_capacity_classes == "medium_tank_only" and kind != "medium_tank"
        not_inherited = ruleset.subclass_inheritance == "explicit_only" and "carries" in draft.row.inherited
        if only_medium or not_inherited or not draft.is_tank:
            text = ""
    if ruleset.carry_capacity_classes == "no_light_carriers" and kind in ("light_half_track", "light_carrier"):
        text = ""
    if kind == "light_transport" and ruleset.towed_gun_limits == "jeep_any_gun":
        text = "1 recon or 1 towed_gun"
    return text, rules


@rule("PT-NOTE-CAPACITY", "PT-AMPHIB-04", "PT-CARRY-11")
def carrying(draft: Draft) -> None:
    """Set what the unit can carry, as printed for it, else as its class.

    One kind of load or another.  AMB-94 ``towed_gun_limits``: full transports, half-tracks and carriers carry infantry
    or a gun, or both at once.
    """
    text, rules = class_capacity(draft)
    if draft.unit.carries:
        text, rules = draft.unit.carries, ("PT-NOTE-CAPACITY", *_PRINTED.get(draft.unit.type, ()))
    counts = dict.fromkeys(FIELDS.values(), 0) | {FIELDS[word]: n for word, n in capacity(text).items()}
    draft.put(*rules, **counts)
    both = counts["seats"] > 0 and counts["hitches"] > 0 and draft.ruleset.towed_gun_limits == "infantry_and_gun"
    draft.put("AMB-94", seats_and_hitches=both)
    kind = carrier(draft) if any(counts.values()) else carry.NO_CARRIER
    draft.put(*_FATE.get(kind, ()), carrier=kind)
    draft.put("PT-CARRY-01", "PT-CARRY-08", load=load(draft))
