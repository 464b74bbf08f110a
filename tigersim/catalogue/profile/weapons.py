"""The weapons of a unit, slot by slot: class dice, gun notes and support weapons."""

from __future__ import annotations

from tigersim.catalogue.classes import classes
from tigersim.catalogue.picks import FLAMETHROWER, picked
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, MORTAR, Dice, Draft
from tigersim.errors import RuleForbids
from tigersim.registry import rule
from tigersim.rules.flamethrowers import flame_dice, flame_range, may_carry_flamethrower
from tigersim.rules.switches import FlameMode


def _plus(dice: Dice, more: int) -> Dice:
    return (max(dice[0] + more, 0), max(dice[1] + more, 0))


@rule("PT-NOTE-GUN")
def gun_dice(draft: Draft, size: str) -> tuple[Dice, Dice]:
    """(Near, far) dice of a gun of that size: those of the tank of that size.

    AMB-111 ``gun_note_override``: they take the place of the class's dice, or their modifier is added to it.
    """
    tank = classes()[f"{size}_tank"].fire
    if draft.ruleset.gun_note_override != "add_to_class":
        return tank.near, tank.far
    own, plain = draft.row.fire, classes()["medium_tank"].fire
    near, far = (
        (mine[0] + gun[0] - usual[0], mine[1] + gun[1] - usual[1])
        for mine, gun, usual in ((own.near, tank.near, plain.near), (own.far, tank.far, plain.far))
    )
    return near, far


def noted_gun(draft: Draft) -> str | None:
    """The size of the main gun where the class's own dice do not hold.

    AMB-69 ``howitzer_identity``: a heavy howitzer has heavy gun dice, or no extra die (also a heavy towed gun that is
    declared one).  AMB-111: a light SPG without a note has the class dice, or counts as a light gun.
    """
    unit, ruleset = draft.unit, draft.ruleset
    heavy = unit.gun == "heavy" or (unit.gun is None and unit.type == "heavy_towed_gun")
    if unit.howitzer and heavy and ruleset.howitzer_identity == "heavy_no_extra_die":
        return "medium"
    if unit.gun is None and unit.type == "light_spg" and ruleset.gun_note_override == "light_classes_have_light_gun":
        return "light"
    return unit.gun


def machine_guns_only(draft: Draft) -> bool:
    """Whether machine guns are the unit's only armament (PT-NOTE-MG_ARMAMENT).

    AMB-59 ``mg_only_reading``: by any such note, or only where the word "only" is printed.
    """
    unit = draft.unit
    return unit.mg_only and not (unit.mg_implied and draft.ruleset.mg_only_reading == "only_if_word_only")


def has_class_weapon(draft: Draft) -> bool:
    """Whether the class by itself brings a main weapon to this unit.

    Not where machine guns are its only armament, or where the turret of a two-gun unit holds machine guns.  AMB-56
    ``halftrack_weapon`` and AMB-55 ``unarmed_transports``: none, or ordinary dice (half-tracks of the first edition,
    which has no machine guns, always).
    """
    unit, row, ruleset = draft.unit, draft.row, draft.ruleset
    if machine_guns_only(draft) or unit.hull_gun:
        return False
    if row.id.endswith(("half_track", "carrier")):
        return draft.edition_1 or ruleset.halftrack_weapon == "generic_main_weapon"
    return row.fire.main_weapon or ruleset.unarmed_transports == "all_vehicles_fire"


@rule(
    "PT-FIRE-02",
    "PT1-FIRE-01",
    "PT-UNIT-INF-02",
    "PT-UNIT-RECON-03",
    "PT-UNIT-LACAR-02",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-03",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-02",
    "PT-UNIT-SPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-LGUN-01",
    "PT-UNIT-HGUN-01",
    "PT-NOTE-FORWARD_ONLY",
)
def main_weapon(draft: Draft) -> None:
    """The main weapon: a noted gun, or the class's own.

    Foot units reach 12 inches; self-propelled guns, and units so noted, fire only into the front arc.  AMB-35
    ``gun_arc``: towed guns too.
    """
    unit, fire, ruleset = draft.unit, draft.row.fire, draft.ruleset
    gun = noted_gun(draft)
    if gun is not None:
        near, far = gun_dice(draft, gun)
        rules: tuple[str, ...] = ("PT-NOTE-GUN", "AMB-111")
    elif has_class_weapon(draft):
        near, far = fire.near, fire.far
        rules = draft.class_rules("fire")
    else:
        only = ("PT-NOTE-MG_ARMAMENT", "AMB-59") if machine_guns_only(draft) else ()
        draft.set_weapon(MAIN, *draft.class_rules("fire"), *only, armed=0)
        return
    draft.arm(MAIN, near, far, *rules, max_range=fire.max_range)
    if fire.forward_only and (ruleset.subclass_inheritance == "inherit" or "forward_only" not in draft.row.inherited):
        draft.set_weapon(MAIN, "PT-UNIT-SPG-01", forward_only=1)
    if draft.row.kind == "towed_gun" and ruleset.gun_arc == "front_only":
        draft.set_weapon(MAIN, "AMB-35", forward_only=1)
    if unit.forward_only:
        draft.set_weapon(MAIN, "PT-NOTE-FORWARD_ONLY", forward_only=1)


@rule("PT-NOTE-TWO_GUNS")
def hull_gun(draft: Draft) -> None:
    """Put the second gun into the hull: it fires only forward, with the dice of its own size."""
    if draft.unit.hull_gun is not None:
        near, far = gun_dice(draft, draft.unit.hull_gun)
        draft.arm(HULL, near, far, "PT-NOTE-TWO_GUNS", "PT-NOTE-GUN", forward_only=1)


def has_machine_gun(draft: Draft) -> bool:
    """Whether the unit has a machine gun, printed or by its class.

    One that may be fitted is, unless left out.  The first edition has none (PT1-UNIT-01).  AMB-57
    ``mg_default_classes``: tanks, armoured cars and half-tracks; all armoured classes; or not tank destroyers.  AMB-125
    ``landing_craft_stats``: landing craft have none, or one.
    """
    unit, row, ruleset = draft.unit, draft.row, draft.ruleset
    if draft.edition_1:
        return False
    if unit.machine_guns:
        return True
    if unit.type == "landing_craft":
        return ruleset.landing_craft_stats == "mg"
    if ruleset.mg_default_classes == "all_armored":
        return row.save.armored
    if unit.type == "tank_destroyer":
        return draft.is_tank and ruleset.mg_default_classes != "exclude_td"
    return row.fire.machine_gun


@rule("PT-MG-01", "PT-MG-02", "PT-NOTE-MG_ARMAMENT", "PT-UNIT-INF-03")
def machine_guns(draft: Draft) -> None:
    """Put in the machine guns, with one die more than the unit fires.

    Infantry has the extra die within 12 inches only.  AMB-54 ``class_modifier_weapon``: class and gun modifiers hold
    for machine guns too, or for main guns only, or the class's holds and a noted gun changes no other weapon; with two
    guns the class modifier holds.  AMB-58 ``two_mgs``: two machine guns give no more, or a die each, or two attacks.
    AMB-60 ``infantry_mg_mode``: a squad with a machine gun may fire its rifles instead, or never.
    """
    unit, row, ruleset, common = draft.unit, draft.row, draft.ruleset, draft.common
    if not has_machine_gun(draft):
        return
    near, far = row.fire.near, row.fire.far
    gun = noted_gun(draft)
    if gun is not None and unit.hull_gun is None and ruleset.class_modifier_weapon != "note_for_gun_only":
        near, far = gun_dice(draft, gun)
    if ruleset.class_modifier_weapon == "main_gun_only":
        near, far = classes()["medium_tank"].fire.near, classes()["medium_tank"].fire.far
    extra = common.machine_gun_extra_dice
    if ruleset.two_mgs == "one_die_each":
        extra *= max(unit.machine_guns, 1)
    if ruleset.two_mgs == "two_attacks" and unit.machine_guns == 2:
        draft.put("AMB-58", mg_attacks=2)
    far = near if row.kind == "infantry" else _plus(far, extra)
    rules = (*common.machine_gun_rules, "AMB-54", "PT-NOTE-MG_ARMAMENT" if unit.machine_guns else "AMB-57")
    draft.arm(MACHINE_GUN, _plus(near, extra), far, *rules, machine_gun=1)
    draft.set_weapon(MACHINE_GUN, "PT-MG-04", suppresses=1)
    if unit.forward_only and (unit.mg_only or not draft.weapons["armed"][MAIN]):
        draft.set_weapon(MACHINE_GUN, "PT-NOTE-FORWARD_ONLY", forward_only=1)
    if row.kind == "infantry" and ruleset.infantry_mg_mode == "always_mg":
        draft.disarm(MAIN, "AMB-60")


@rule("PT-HOW-01", "PT-HOW-02", "PT-NOTE-HOWITZER")
def howitzer(draft: Draft) -> None:
    """Make the main gun fire indirectly, and suppress, beyond 6 inches."""
    draft.put(howitzer=0)
    if draft.unit.howitzer:
        draft.put("PT-HOW-03", "PT-NOTE-HOWITZER", howitzer=1)
        draft.set_weapon(MAIN, "PT-HOW-01", "PT-NOTE-HOWITZER", "AMB-69", indirect=1)
        draft.set_weapon(MAIN, "PT-HOW-02", suppresses=1, min_range=draft.common.support_min_range)


@rule("PT-MORTAR-01", "PT-MORTAR-03", "PT-MORTAR-04", "PT-MORTAR-05", "PT-UNIT-INF-03")
def mortar(draft: Draft) -> None:
    """Put in a mortar besides the ordinary fire; it suppresses, beyond 6 inches.

    One die fewer beyond 12 inches.  AMB-66 ``mortar_mode``: rifles may be used wherever they reach, or only where the
    mortar may not be.
    """
    if draft.unit.mortar:
        near, common = draft.row.fire.near, draft.common
        rifles = draft.row.kind == "infantry" and draft.weapons["armed"][MAIN]
        if rifles and draft.ruleset.mortar_mode == "mortar_always_beyond_6":
            draft.set_weapon(MAIN, "AMB-66", max_range=common.support_min_range)
        draft.arm(MORTAR, near, _plus(near, -common.mortar_fewer_dice_far), *common.mortar_rules, indirect=1)
        draft.set_weapon(MORTAR, "PT-MORTAR-04", min_range=common.support_min_range)
        draft.set_weapon(MORTAR, "PT-MORTAR-05", suppresses=1)


@rule("PT-FORT-04")
def check_flamethrower(draft: Draft) -> None:
    """Raise ``RuleForbids`` for a flamethrower tank that the ruleset does not have (AMB-136)."""
    unit = draft.unit
    if not unit.flamethrower:
        return
    medium, listed = unit.type == "medium_tank", FLAMETHROWER not in picked(unit)
    tank, code = draft.is_tank, draft.ruleset.readings.flame_vehicles
    if not may_carry_flamethrower(unit.type == "infantry", unit.type == "recon", tank, medium, listed, code):
        whose = ("tanks", "units whose list of their own gives them one", "medium tanks and infantry")[code]
        raise RuleForbids(
            "AMB-136", f"{unit.name}: under {draft.ruleset.flame_vehicles} only {whose} have a flamethrower"
        )


@rule("PT-FLAME-01", "PT-FLAME-02", "PT-FLAME-05")
def flamethrower(draft: Draft) -> None:
    """Put in a flamethrower: on red cards only, 6 inches for infantry, 12 for tanks.

    A unit that carries one burns.  AMB-137 ``flame_mode``: infantry may use it or its ordinary fire, and on a tank it
    takes the place of the guns, the machine gun stays; or it is all they fire.  Its dice are those that the unit rolls
    on a red card anyway, or three.
    """
    draft.put(flammable=0)
    if not draft.unit.flamethrower:
        return
    weapons, on_foot = draft.weapons, draft.row.kind == "infantry"
    mode = draft.ruleset.readings.flame_mode
    guns = [slot for slot in (MAIN, HULL) if weapons["armed"][slot]]
    dice = weapons["red_near"][guns[0]] if guns else draft.row.fire.near[0]
    ahead = weapons["forward_only"][guns[0]] if guns else int(draft.unit.forward_only)
    if mode == FlameMode.REPLACES_ALL_FIRE:
        guns = draft.armed_slots()
    for slot in guns if mode == FlameMode.REPLACES_ALL_FIRE or not on_foot else ():
        draft.clear_weapon(slot)
    slot = HULL if on_foot else MAIN
    near = {"red_near": flame_dice(True, dice, mode), "black_near": flame_dice(False, dice, mode)}
    draft.set_weapon(slot, *draft.common.fire_rules, "PT-FLAME-01", "AMB-137", armed=1, **near)
    draft.set_weapon(slot, "PT-FLAME-02", max_range=flame_range(on_foot), forward_only=ahead)
    draft.set_weapon(slot, "PT-FLAME-03", "PT-FLAME-04", flame=1)
    draft.put("PT-FLAME-05", flammable=1)
