"""What notes, the improved flag and traits change: one rule, one function."""

from __future__ import annotations

from collections.abc import Callable

from tigersim.catalogue.classes import classes
from tigersim.catalogue.profile.class_rows import side_dice
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, Draft
from tigersim.catalogue.traits import flag_traits, traits
from tigersim.registry import rule

# --- notes and the improved flag ----------------------------------------------------------------------------------


def repeats_class_armor(draft: Draft) -> bool:
    """Whether the armour note says what the class says already (the KV-2, AMB-113)."""
    return f"{draft.unit.armor}_tank" == draft.unit.type


@rule("PT-NOTE-ARMOR")
def armor_note(draft: Draft) -> None:
    """Give the unit the armour dice of the tank of the noted size.

    AMB-113 ``kv2_heavy_armor``: a note that repeats the class changes nothing, or gives a re-roll, or a die.
    """
    if draft.unit.armor is None:
        return
    save = classes()[f"{draft.unit.armor}_tank"].save
    draft.put(
        "PT-NOTE-ARMOR",
        "AMB-113",
        armor_front=save.front,
        armor_other=side_dice(draft, save),
        armor_face=save.face,
        armor_keep_best=save.keep_best,
    )
    if repeats_class_armor(draft) and draft.ruleset.kv2_heavy_armor == "improved_armor":
        improved_armor(draft)
    if repeats_class_armor(draft) and draft.ruleset.kv2_heavy_armor == "extra_die":
        draft.add("AMB-113", armor_front=1, armor_other=1)


@rule("PT-NOTE-AMPHIBIOUS")
def amphibious_note(draft: Draft) -> None:
    """Let the unit move on land and on water."""
    if draft.unit.amphibious:
        draft.put("PT-NOTE-AMPHIBIOUS", amphibious=1)


@rule("PT-SUPPORT-07", "AMB-134")
def anti_air(draft: Draft) -> None:
    """Note that air strikes roll one die fewer at a unit that has the ability.

    AMB-134 ``anti_air``: a unit that is given it by a scenario or an army list, or also every unit with a machine gun.
    """
    armed = draft.ruleset.anti_air == "mg_units" and draft.weapons["armed"][MACHINE_GUN]
    draft.put(anti_air=0)
    if armed or draft.unit.anti_air:
        draft.put("PT-SUPPORT-07", "AMB-134", anti_air=1)


@rule("PT-IMPROVED-02", "PT-IMPROVED-03")
def improved(draft: Draft) -> None:
    """Give a re-roll of fire, movement, armour and cover, to infantry of close combat too.

    AMB-100 ``improved_reroll_scope``: on these rolls only, or on all tests of the unit's own: close combat of any unit,
    Find cover and recovery too.
    """
    if not draft.unit.improved:
        return
    draft.add("PT-IMPROVED-02", attack_rerolls=1, move_rerolls=1, save_rerolls=1)
    if draft.ruleset.improved_reroll_scope == "all_own_tests":
        draft.add("PT-IMPROVED-02", "AMB-100", melee_rerolls=1, own_rerolls=1)
    elif draft.row.kind == "infantry":
        draft.add("PT-IMPROVED-03", melee_rerolls=1)


def _reroll(draft: Draft, rule_id: str, roll: str) -> None:
    """Add one permission to re-roll.

    AMB-101 ``advantage_reroll``: besides that of an improved unit, in its place, or for the whole roll only.
    """
    ruling = draft.ruleset.advantage_reroll
    if draft.values[f"{roll}_rerolls"] == 0 or ruling != "as_improved_no_stack":
        draft.add(rule_id, "AMB-101", **{f"{roll}_rerolls": 1})
    if ruling == "whole_roll_only":
        draft.add(rule_id, "AMB-101", **{f"{roll}_whole": 1})


# --- traits of which a profile notes only that a unit has them -------------------------------------------------------


def flags(draft: Draft) -> None:
    """Note each trait that is a number of its own: 1 for a unit that has it."""
    printed = (*draft.unit.advantages, *draft.unit.disadvantages)
    for name in flag_traits():
        one = traits()[name]
        draft.put(*((one.rule, *one.rulings) if name in printed else ()), **{name: name in printed})


# --- advantages ---------------------------------------------------------------------------------------------------


@rule("PT-ADV-IMPROVED_ARMOR")
def improved_armor(draft: Draft) -> None:
    """Allow a re-roll of armour rolls (AMB-101)."""
    _reroll(draft, "PT-ADV-IMPROVED_ARMOR", "save")


@rule("PT-ADV-IMPROVED_GUN")
def improved_gun(draft: Draft) -> None:
    """Allow a re-roll of fire rolls of any of its weapons (AMB-101)."""
    _reroll(draft, "PT-ADV-IMPROVED_GUN", "attack")


@rule("PT-ADV-IMPROVED_MOVEMENT")
def improved_movement(draft: Draft) -> None:
    """Allow a re-roll of movement rolls (AMB-101)."""
    _reroll(draft, "PT-ADV-IMPROVED_MOVEMENT", "move")


@rule("PT-ADV-RAPID_FIRE")
def rapid_fire(draft: Draft) -> None:
    """Allow two rolls at one target in each Fire action (AMB-102)."""
    draft.put("PT-ADV-RAPID_FIRE", "AMB-102", fire_rolls=2)


def _move_dice(draft: Draft, rule_id: str, more: int) -> None:
    """Add movement dice, before the class drops or keeps some, or on top (AMB-29)."""
    if draft.values["immobile"]:
        return
    selects = draft.values["move_keep"] > 0 or draft.values["move_drop"] > 0
    if more > 0 and selects and draft.ruleset.dice_modifier_order == "drop_then_add":
        draft.add(rule_id, "AMB-29", move_bonus=more)
        return
    if more < 0 and draft.values["move_bonus"] > 0:
        draft.add(rule_id, "AMB-29", move_bonus=more)
        return
    red, black = (max(draft.values[field] + more, 0) for field in ("move_red", "move_black"))
    draft.put(rule_id, "AMB-29", move_red=red, move_black=black)


@rule("PT-ADV-FAST")
def fast(draft: Draft) -> None:
    """Add one movement die, before any is dropped (AMB-29)."""
    _move_dice(draft, "PT-ADV-FAST", 1)


@rule("PT-ADV-HELL_ON_WHEELS")
def hell_on_wheels(draft: Draft) -> None:
    """Add two movement dice, before any is dropped (AMB-29)."""
    _move_dice(draft, "PT-ADV-HELL_ON_WHEELS", 2)


@rule("PT-ADV-RUGGED")
def rugged(draft: Draft) -> None:
    """Add one recovery die."""
    draft.add("PT-ADV-RUGGED", recovery_dice=1)


@rule("PT-ADV-INFILTRATOR")
def infiltrator(draft: Draft) -> None:
    """Add one die to find cover."""
    draft.add("PT-ADV-INFILTRATOR", find_open=1, find_terrain=1)


# --- disadvantages ------------------------------------------------------------------------------------------------


@rule("PT-DIS-UNDERPOWERED")
def underpowered(draft: Draft) -> None:
    """Take away one movement die (AMB-29, AMB-30)."""
    _move_dice(draft, "PT-DIS-UNDERPOWERED", -1)


@rule("PT-DIS-NO_RADIO")
def no_radio(draft: Draft) -> None:
    """Allow one card and one action a turn (AMB-109)."""
    draft.put("PT-DIS-NO_RADIO", "AMB-109", max_cards=1, max_actions=1)


@rule("PT-DIS-ENGINE_FIRE")
def engine_fire(draft: Draft) -> None:
    """Make it unreliable too (AMB-105)."""
    draft.put("PT-DIS-ENGINE_FIRE", "AMB-105", unreliable=1)


@rule("PT-DIS-NO_RETREAT")
def no_retreat(draft: Draft) -> None:
    """Forbid it to regroup."""
    draft.put("PT-DIS-NO_RETREAT", may_regroup=0)


# --- what is forbidden outright, after every die has been counted --------------------------------------------------


def _no_fire_on_black(draft: Draft, rule_id: str) -> None:
    for slot in draft.armed_slots():
        draft.set_weapon(slot, rule_id, black_near=0, black_far=0)


@rule("PT-DIS-POOR_COMMAND")
def poor_command(draft: Draft) -> None:
    """Forbid fire on black cards and movement on red ones."""
    _no_fire_on_black(draft, "PT-DIS-POOR_COMMAND")
    draft.put("PT-DIS-POOR_COMMAND", move_red=0)


@rule("PT-DIS-SLOW_RATE_OF_FIRE")
def slow_rate_of_fire(draft: Draft) -> None:
    """Forbid fire on black cards."""
    _no_fire_on_black(draft, "PT-DIS-SLOW_RATE_OF_FIRE")


@rule("PT-DIS-SLOW")
def slow(draft: Draft) -> None:
    """Forbid movement on red cards."""
    draft.put("PT-DIS-SLOW", move_red=0)


@rule("PT-DIS-SHORT_RANGE_GUN")
def short_range_gun(draft: Draft) -> None:
    """End the range of the main guns, not of the machine gun, at 12 inches."""
    for slot in (MAIN, HULL):
        if draft.weapons["armed"][slot]:
            reach = classes()["infantry"].fire.max_range
            draft.set_weapon(slot, "PT-DIS-SHORT_RANGE_GUN", red_far=0, black_far=0, max_range=reach)


def _by_name(*traits: Callable[[Draft], None]) -> dict[str, Callable[[Draft], None]]:
    return {apply.__name__: apply for apply in traits}


_GAINS = (improved_armor, improved_gun, improved_movement, rapid_fire, fast, hell_on_wheels, rugged, infiltrator)
MODIFIERS = _by_name(*_GAINS, underpowered, no_radio, engine_fire, no_retreat)
"""Traits that add or take away, by name."""
PROHIBITIONS = _by_name(poor_command, slow_rate_of_fire, slow, short_range_gun)
"""Traits that forbid; they come after the floor on dice pools, which must not undo them."""
