"""What a unit costs, and scores when it is destroyed, in victory points."""

from __future__ import annotations

from tigersim.catalogue.profile.draft import Draft
from tigersim.catalogue.profile.traits import repeats_class_armor
from tigersim.registry import rule
from tigersim.rules import victory

_IMPROVED_PRICE = {"plus_0": 0, "plus_1": 1, "plus_3": 3}


def base(draft: Draft) -> int:
    """VP of the class before traits (PT-VP-01 to 03).

    AMB-114 ``vp_tank_destroyer``, AMB-115 ``vp_spg``, AMB-116 ``vp_craft``: what those classes count as.  AMB-73: a
    half-track or carrier declared unarmoured counts as such.
    """
    unit, row, ruleset = draft.unit, draft.row, draft.ruleset
    if unit.unarmored:
        return victory.base_vp(False, False)
    if row.cost.tank and not draft.is_tank:
        return victory.base_vp(False, True)
    spg_as_tank = ruleset.vp_spg == "tank_5" or (unit.type == "heavy_spg" and ruleset.vp_spg == "heavy_5")
    if unit.type.endswith("spg") and spg_as_tank:
        return victory.base_vp(True, True)
    if unit.type in ("landing_craft", "glider") and ruleset.vp_craft == "armored_3":
        return victory.base_vp(False, True)
    return row.cost.base_vp


def priced_advantages(draft: Draft) -> int:
    """How many VP the advantages add (PT-VP-05).

    AMB-117 ``vp_improved``: what the improved flag adds.  AMB-112 ``compound_gun_entry``: "improved heavy gun" is
    priced as an advantage, or free as a note.  AMB-113 ``kv2_heavy_armor``: the KV-2's armour as an advantage.
    AMB-119 ``vp_notes``: a second weapon printed before the disadvantages is free, or counts.
    """
    unit, ruleset = draft.unit, draft.ruleset
    vp = len(unit.advantages)
    if unit.improved:
        vp += _IMPROVED_PRICE[ruleset.vp_improved]
    if ruleset.compound_gun_entry == "note_only" and "improved_gun" in unit.advantages and unit.gun is not None:
        vp -= 1
    if ruleset.kv2_heavy_armor == "improved_armor" and repeats_class_armor(draft):
        vp += 1
    gun_and_machine_gun = unit.gun is not None and unit.machine_guns > 0
    if ruleset.vp_notes == "plus_1" and (unit.hull_gun is not None or gun_and_machine_gun):
        vp += 1
    return vp


def support_weapons(draft: Draft) -> int:
    """Support weapons that the unit has been given besides what its class and its notes bring."""
    unit, on_foot = draft.unit, draft.row.kind == "infantry"
    machine_gun = unit.machine_guns > 0 and (on_foot or unit.mg_optional)
    howitzer = unit.howitzer and draft.row.kind == "towed_gun"
    return sum((machine_gun, unit.mortar, howitzer, unit.flamethrower))


@rule("PT1-VP-01")
def cost(draft: Draft) -> None:
    """Set the unit's cost in VP, at least 1, which its destruction scores too.

    In the first edition that of its kind.  AMB-116 ``vp_craft``: landing craft and gliders may be equipment without VP.
    AMB-118 ``vp_support_weapons``: free, or a point each.  AMB-120 ``vp_min_clamp``: traits change the cost and the
    score, or the cost only.
    """
    unit, ruleset = draft.unit, draft.ruleset
    printed = ("PT1-VP-01",) if draft.edition_1 else ("PT-VP-05", "PT-VP-06")
    rules = [*draft.class_rules("cost"), "PT-VP-04", *printed]
    first = base(draft)
    more = priced_advantages(draft)
    if ruleset.vp_support_weapons == "plus_1_each":
        more += support_weapons(draft)
    vp = victory.unit_cost(first, more, len(unit.disadvantages))
    if unit.type in ("landing_craft", "glider") and ruleset.vp_craft == "zero":
        first = vp = 0
    draft.put(*rules, cost=vp)
    draft.put(*rules, "AMB-120", score=first if ruleset.vp_min_clamp == "score_base_only" else vp)
