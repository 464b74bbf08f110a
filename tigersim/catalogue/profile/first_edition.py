"""What the first edition leaves of a unit: six kinds, plain dice, no traits."""

from __future__ import annotations

from tigersim.catalogue.classes import classes
from tigersim.catalogue.picks import picked
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile.draft import Draft
from tigersim.errors import RuleForbids
from tigersim.registry import rule
from tigersim.rules.armor import armor_dice_for_aspect
from tigersim.rules.carry import HALF_TRACK


@rule("PT1-UNIT-01")
def as_kind(unit: Unit) -> Unit:
    """The unit as one of the edition's kinds, without traits, notes or support weapons.

    All tanks are alike, tank destroyers too; carriers are half-tracks, jeeps trucks, recon infantry, and all towed guns
    guns.  Raises ``RuleForbids`` for self-propelled guns, landing craft and gliders, and for what was picked for it.
    """
    kind = classes()[unit.type].first_edition
    if not kind:
        name = classes()[unit.type].name
        raise RuleForbids("PT1-UNIT-01", f"{unit.name} is a {name}: the first edition has no such units")
    if picked(unit):
        raise RuleForbids("PT1-UNIT-01", f"{unit.name}: the first edition offers no choice of weapons or armour")
    return Unit.model_construct(nation=unit.nation, name=unit.name, source_name=unit.source_name, type=kind)


@rule("PT1-MOVE-01", "PT1-MOVE-02", "PT1-MOVE-04")
def plain_movement(draft: Draft) -> None:
    """Set two dice on red, three on black, no road die, and a limit for infantry only.

    AMB-153 ``ed1_gun_move``: guns move like vehicles, or as in the second edition (PT-UNIT-GUN-01).
    """
    kind, like, rules = draft.row.kind, "medium_tank", ["PT1-CARD-02", "PT1-MOVE-02"]
    if kind == "infantry":
        like, rules = "infantry", ["PT1-CARD-02", "PT1-MOVE-01"]
    if kind == "towed_gun":
        rules.append("AMB-153")
        if draft.ruleset.ed1_gun_move == "as_edition_ii":
            like = "towed_gun"
    move = classes()[like].move
    draft.restate(*rules, move_red=move.red, move_black=move.black, move_cap=move.cap)
    draft.restate(move_keep=0, move_drop=0, road_die=0, water_only=0)


@rule("PT1-FIRE-05", "PT1-FIRE-06", "PT1-FIRE-07")
def plain_saves(draft: Draft) -> None:
    """Set armour dice by kind, alike from every side, and cover for infantry."""
    front, other = draft.values["armor_front"], draft.values["armor_other"]
    other = armor_dice_for_aspect(front, other, False, draft.ruleset.readings.edition)
    face, armored = draft.values["armor_face"], draft.values["armored"]
    draft.restate("PT1-FIRE-06", armored=armored, armor_front=front, armor_face=face, armor_keep_best=0)
    draft.restate("PT1-FIRE-05", "PT1-FIRE-06", armor_other=other)
    on_foot = draft.row.kind == "infantry"
    draft.restate("PT1-FIRE-07", terrain_cover=draft.values["terrain_cover"] if on_foot else 0)


@rule("PT1-CARD-02", "PT1-CARD-03", "PT1-CARD-04", "PT1-RECOVER-01")
def fewer_orders(draft: Draft) -> None:
    """Take away all orders but fire and movement: close combat, Find cover, regrouping."""
    draft.restate("PT1-CARD-03", melee_dice=0, may_assault=0)
    draft.restate("PT1-CARD-04", find_open=0, find_terrain=0)
    draft.restate("PT1-RECOVER-01", recovery_dice=draft.values["recovery_dice"], may_regroup=0)


@rule("PT1-CARRY-01", "PT1-CARRY-06")
def plain_carrying(draft: Draft) -> None:
    """Let trucks, half-tracks and tanks carry one infantry unit; nothing is towed."""
    seats, how = draft.values["seats"], draft.values["carrier"]
    draft.restate("PT1-CARRY-01", seats=seats, load=draft.values["load"] if draft.values["infantry"] else 0)
    draft.restate("PT1-CARRY-06", hitches=0, seats_and_hitches=0)
    fate = ("PT1-CARRY-03", "PT-CARRY-06" if how == HALF_TRACK else "PT-CARRY-05")
    draft.restate(*(fate if seats else ()), carrier=how)


def first_edition(draft: Draft) -> None:
    """Change what a kind of the first edition has otherwise than the class of that name."""
    draft.restate("PT1-UNIT-01", class_id=draft.values["class_id"])
    plain_movement(draft)
    plain_saves(draft)
    fewer_orders(draft)
    plain_carrying(draft)
