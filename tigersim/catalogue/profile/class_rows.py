"""What a unit has from its class, before notes and traits (see ``data/classes.toml``)."""

from __future__ import annotations

from tigersim.catalogue.classes import CLASS_IDS, Save, classes
from tigersim.catalogue.profile.draft import Draft
from tigersim.registry import rule


@rule("PT-MOVE-06", "PT-HIT-04", "PT-UNIT-SPG-02", "PT-UNIT-RECON-04", "PT-UNIT-LTRUCK-01", "PT-UNIT-LGUN-02")
def identity(draft: Draft) -> None:
    """Set what the unit is: kind, low profile, hits to destroy, buildings.

    Vehicles stay out of buildings (AMB-41); fire at low vehicles is harder by 2; one hit destroys the smallest units.
    """
    row, ruleset = draft.row, draft.ruleset
    on_foot, gun = row.kind == "infantry", row.kind == "towed_gun"
    gun_enters = gun and ruleset.town_building != "guns_outside"
    inherits = ruleset.subclass_inheritance == "inherit" or "low_profile" not in row.inherited
    draft.put(
        class_id=CLASS_IDS.index(row.id),
        infantry=on_foot,
        towed_gun=gun,
        vehicle=row.kind == "vehicle",
        spg=row.id.endswith("spg"),
    )
    draft.put(*draft.class_rules("cost"), tank=draft.is_tank)
    draft.put("PT-MOVE-06", "AMB-41", enters_buildings=on_foot or gun_enters)
    draft.put(*draft.common.hits_rules, *draft.class_rules("hits"), hits_to_destroy=row.save.hits_to_destroy)
    draft.put(*draft.class_rules("low_profile"), low_profile=row.save.low_profile if inherits else 0)


def side_dice(draft: Draft, save: Save) -> int:
    """Armour dice against fire from elsewhere than the front.

    AMB-46 ``armor_keep_best``: where only the best die counts, one fewer all the same, or none is lost.
    """
    return save.front if save.keep_best and draft.ruleset.armor_keep_best == "side_no_loss" else save.other


@rule(
    "PT-UNIT-ACAR-01",
    "PT-UNIT-LACAR-01",
    "PT-UNIT-HTRACK-01",
    "PT-UNIT-LHTRACK-01",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-01",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-01",
    "PT-UNIT-SPG-03",
    "PT-UNIT-LSPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-TRUCK-01",
)
def armor(draft: Draft) -> None:
    """Set the armour dice of the class: by side, lowest face, whether only the best die counts.

    A half-track or carrier declared unarmoured (AMB-73) has none.
    """
    unit, save, ruleset = draft.unit, draft.row.save, draft.ruleset
    armored, front, other, keep_best = save.armored, save.front, side_dice(draft, save), save.keep_best
    rules = [*(draft.common.armor_rules if armored else ()), *draft.class_rules("save")]
    if unit.unarmored:
        armored, front, other, keep_best = False, 0, 0, False
        rules.append("AMB-73")
    if unit.type == "spg" and ruleset.spg_base_armor != "two_dice":
        front = 1 if ruleset.spg_base_armor == "one_die" else 3
        other = max(front - 1, 1)
    if unit.type == "landing_craft" and ruleset.landing_craft_stats == "armored_one_die":
        armored, front, other = True, 1, 1
    if unit.type == "tank_destroyer" and ruleset.armor_keep_best == "td_keep_random":
        front, keep_best = 1, False  # one of two dice, chosen unseen, is one die
    draft.put(
        *rules, armored=armored, armor_front=front, armor_other=other, armor_face=save.face, armor_keep_best=keep_best
    )
    draft.put(save_rerolls=0)


@rule("PT-COVER-01", "PT-COVER-02", "PT-UNIT-INF-02", "PT-UNIT-GUN-01")
def terrain_cover(draft: Draft) -> None:
    """Set the cover die of foot units and guns in woods or a building.

    AMB-50 ``vehicle_base_cover``: unarmoured vehicles too, or not.  AMB-51: recon as infantry, or not.
    """
    dice, rules = draft.row.save.terrain_cover, draft.class_rules("save") if draft.row.save.terrain_cover else ()
    if "terrain_cover" in draft.row.inherited and draft.ruleset.subclass_inheritance == "explicit_only":
        dice = 0
    unarmored_vehicle = draft.row.kind == "vehicle" and not draft.values["armored"]
    if unarmored_vehicle and draft.ruleset.vehicle_base_cover == "unarmored_vehicles_too":
        dice, rules = classes()["infantry"].save.terrain_cover, ("AMB-50",)
    draft.put(*rules, terrain_cover=dice)


@rule(
    "PT-MOVE-02",
    "PT-UNIT-INF-01",
    "PT-UNIT-RECON-02",
    "PT-UNIT-HTRACK-02",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-02",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-02",
    "PT-UNIT-LSPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-GUN-01",
    "PT-UNIT-LGUN-02",
    "PT-UNIT-HGUN-01",
)
def movement(draft: Draft) -> None:
    """Set movement dice by card colour, which of them count, and the most inches per action.

    A landed glider does not move (AMB-126).
    """
    move = draft.row.move
    rules = (*draft.common.move_rules, *draft.class_rules("move"))
    draft.put(*rules, move_red=move.red, move_black=move.black)
    draft.put(*draft.class_rules("move"), move_keep=move.keep, move_drop=move.drop, move_cap=move.cap)
    draft.put(*draft.class_rules("move"), water_only=move.water_only, immobile=not (move.red or move.black))
    draft.put(move_bonus=0, move_rerolls=0, amphibious=0)


@rule("PT-WHEEL-01", "PT-UNIT-ACAR-01", "PT-UNIT-TRUCK-01", "PT-NOTE-WHEELED")
def wheels(draft: Draft) -> None:
    """Give transports and armoured cars the road die, and units noted as wheeled.

    AMB-72 ``wheeled_by_class``: the class suffices, or the note is needed.
    """
    by_class = draft.row.move.road_die and draft.ruleset.wheeled_by_class == "by_class"
    if draft.unit.wheeled:
        draft.put("PT-WHEEL-01", "PT-NOTE-WHEELED", road_die=1)
    else:
        draft.put(*(("PT-WHEEL-01", "AMB-72") if by_class else ()), road_die=by_class)


@rule("PT-MELEE-03", "PT-MELEE-04")
def close_combat(draft: Draft) -> None:
    """Set the dice in close combat: three for infantry, two for others; towed guns only defend.

    AMB-126: gliders too.
    """
    melee, dice = draft.row.melee, draft.row.melee.dice
    if "melee_dice" in draft.row.inherited and draft.ruleset.subclass_inheritance == "explicit_only":
        dice = draft.common.melee_dice_vehicle
    draft.put(*draft.common.melee_rules, *draft.class_rules("melee"), melee_dice=dice)
    guns = ("PT-MELEE-03",) if draft.row.kind == "towed_gun" else ()
    draft.put(*guns, *draft.class_rules("melee"), may_assault=melee.may_assault)
    draft.put(melee_rerolls=0)


@rule("PT-TURN-08", "PT-FOLLOW-08", "PT-COVER-05", "PT-RECOVER-04")
def common_rows(draft: Draft) -> None:
    """Set what all have: two cards and two actions a turn, dice to find cover and to recover."""
    common = draft.common
    draft.put(*common.command_rules, max_cards=common.max_cards, max_actions=common.max_actions)
    draft.put(*common.find_cover_rules, find_open=common.find_cover_open, find_terrain=common.find_cover_terrain)
    draft.put(*common.recovery_rules, recovery_dice=common.recovery_dice, may_regroup=1)
    draft.put(fire_rolls=1, mg_attacks=1, attack_rerolls=0, own_rerolls=0)
    draft.put(attack_whole=0, save_whole=0, move_whole=0)
