"""Traits: the vocabulary, and what each of them changes in a profile, and nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tigersim.catalogue.profile import HULL, MACHINE_GUN, MAIN, MORTAR, WEAPON_FIELDS, Profile, profile
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.traits import advantages, disadvantages, trait, traits
from tigersim.catalogue.units import Unit
from tigersim.errors import TraitNotFound


def make(type: str, **fields: Any) -> Unit:
    return Unit(nation="testland", name="Test", source_name="Test", type=type, **fields)


def test_vocabulary() -> None:
    assert (len(advantages()), len(disadvantages())) == (10, 14)
    assert set(advantages()).isdisjoint(disadvantages())
    known = {entry.id for entry in rules()}
    for one in traits().values():
        assert one.rule in known
        assert one.vp == {"advantage": 1, "disadvantage": -1, "note": 0}[one.kind]
        assert one.effect.endswith(".")
    unused = {name for name, one in traits().items() if not one.spellings}
    assert unused == {"slow_rate_of_fire", "light_armor", "medium_armor", "anti_air"}


def test_traits_are_found_by_identifier_and_label() -> None:
    assert trait("hell_on_wheels").vp == 1
    assert trait("Open top").rule == "PT-DIS-OPEN_TOP"
    with pytest.raises(TraitNotFound, match="rivets"):
        trait("rivet")


SLOT = {"MAIN": MAIN, "HULL": HULL, "MACHINE_GUN": MACHINE_GUN, "MORTAR": MORTAR}


def changed(before: Profile, after: Profile) -> dict[str, tuple[int, int]]:
    """Field -> (before, after) for every field that differs; weapon fields as "red_far MAIN"."""
    differing = {}
    for field in dataclasses.fields(Profile):
        if not field.compare:
            continue
        old, new = getattr(before, field.name), getattr(after, field.name)
        if field.name in WEAPON_FIELDS:
            for name, slot in SLOT.items():
                if old[slot] != new[slot]:
                    differing[f"{field.name} {name}"] = (old[slot], new[slot])
        elif old != new:
            differing[field.name] = (old, new)
    return differing


DEARER, CHEAPER = {"cost": (5, 6), "score": (5, 6)}, {"cost": (5, 4), "score": (5, 4)}
NO_BLACK_FIRE = {
    "black_near MAIN": (2, 0),
    "black_far MAIN": (2, 0),
    "black_near MACHINE_GUN": (3, 0),
    "black_far MACHINE_GUN": (3, 0),
}

# what a medium tank (5 VP) has before and after; every other field must stay
ON_A_MEDIUM_TANK = {
    "improved_armor": DEARER | {"save_rerolls": (0, 1)},
    "improved_gun": DEARER | {"attack_rerolls": (0, 1)},
    "improved_movement": DEARER | {"move_rerolls": (0, 1)},
    "rapid_fire": DEARER | {"fire_rolls": (1, 2)},
    "fast": DEARER | {"move_red": (2, 3), "move_black": (3, 4)},
    "hell_on_wheels": DEARER | {"move_red": (2, 4), "move_black": (3, 5)},
    "skirt_armor": DEARER | {"skirt_armor": (0, 1)},
    "suicide_assault": DEARER | {"suicide_assault": (0, 1)},
    "rugged": DEARER | {"recovery_dice": (2, 3)},
    "infiltrator": DEARER | {"find_open": (2, 3), "find_terrain": (3, 4)},
    "underpowered": CHEAPER | {"move_red": (2, 1), "move_black": (3, 2)},
    "poor_command": CHEAPER | {"move_red": (2, 0)} | NO_BLACK_FIRE,
    "no_radio": CHEAPER | {"max_cards": (2, 1), "max_actions": (2, 1)},
    "unreliable": CHEAPER | {"unreliable": (0, 1)},
    "engine_fire": CHEAPER | {"unreliable": (0, 1), "engine_fire": (0, 1)},
    "vulnerable_armor": CHEAPER | {"vulnerable_armor": (0, 1)},
    "short_range_gun": CHEAPER | {"red_far MAIN": (3, 0), "black_far MAIN": (2, 0), "max_range MAIN": (0, 12)},
    "slow_rate_of_fire": CHEAPER | NO_BLACK_FIRE,
    "slow": CHEAPER | {"move_red": (2, 0)},
    "open_top": CHEAPER | {"open_top": (0, 1)},
    "death_trap": CHEAPER | {"death_trap": (0, 1)},
    "no_retreat": CHEAPER | {"may_regroup": (1, 0)},
    "rivets": CHEAPER | {"rivets": (0, 1)},
    "weak_running_gear": CHEAPER | {"weak_running_gear": (0, 1)},
}


@pytest.mark.rule(
    "PT-ADV-IMPROVED_ARMOR",
    "PT-ADV-IMPROVED_GUN",
    "PT-ADV-IMPROVED_MOVEMENT",
    "PT-ADV-RAPID_FIRE",
    "PT-ADV-FAST",
    "PT-ADV-HELL_ON_WHEELS",
    "PT-ADV-SKIRT_ARMOR",
    "PT-ADV-SUICIDE_ASSAULT",
    "PT-ADV-RUGGED",
    "PT-ADV-INFILTRATOR",
    "PT-DIS-UNDERPOWERED",
    "PT-DIS-POOR_COMMAND",
    "PT-DIS-NO_RADIO",
    "PT-DIS-UNRELIABLE",
    "PT-DIS-ENGINE_FIRE",
    "PT-DIS-VULNERABLE_ARMOR",
    "PT-DIS-SHORT_RANGE_GUN",
    "PT-DIS-SLOW_RATE_OF_FIRE",
    "PT-DIS-SLOW",
    "PT-DIS-OPEN_TOP",
    "PT-DIS-DEATH_TRAP",
    "PT-DIS-NO_RETREAT",
    "PT-DIS-RIVETS",
    "PT-DIS-WEAK_RUNNING_GEAR",
)
@pytest.mark.parametrize("name", ON_A_MEDIUM_TANK)
def test_each_trait_changes_its_own_numbers_only(name: str) -> None:
    kind = "advantages" if name in advantages() else "disadvantages"
    bare, traited = profile(make("medium_tank")), profile(make("medium_tank", **{kind: (name,)}))
    assert changed(bare, traited) == ON_A_MEDIUM_TANK[name]
    rule_id = traits()[name].rule
    for field in ON_A_MEDIUM_TANK[name]:
        ids = traited.sources[field.split()[0]]
        assert rule_id in ids or field in ("cost", "score")


def test_every_trait_is_in_the_table() -> None:
    assert set(ON_A_MEDIUM_TANK) == {*advantages(), *disadvantages()}


@pytest.mark.rule("PT-DIS-SHORT_RANGE_GUN", "PT-DIS-POOR_COMMAND")
def test_limits_hold_for_hull_guns_too() -> None:
    plain = make("medium_tank", gun="light", hull_gun="medium")
    short = plain.model_copy(update={"disadvantages": ("short_range_gun",)})
    assert changed(profile(plain), profile(short)) == CHEAPER | {
        "red_far MAIN": (2, 0),
        "black_far MAIN": (1, 0),
        "max_range MAIN": (0, 12),
        "red_far HULL": (3, 0),
        "black_far HULL": (2, 0),
        "max_range HULL": (0, 12),
    }
    poor = profile(plain.model_copy(update={"disadvantages": ("poor_command",)}))
    assert poor.black_near == poor.black_far == (0, 0, 0, 0)
    assert poor.armed == (1, 1, 1, 0)


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-03", "PT-ADV-IMPROVED_GUN")
def test_improved_units_re_roll() -> None:
    once = {"attack_rerolls": (0, 1), "save_rerolls": (0, 1), "move_rerolls": (0, 1)}
    assert changed(profile(make("medium_tank")), profile(make("medium_tank", improved=True))) == once
    foot = changed(profile(make("infantry")), profile(make("infantry", improved=True)))
    assert foot == once | {"melee_rerolls": (0, 1)}
    both = make("medium_tank", improved=True, advantages=("improved_gun",))
    assert changed(profile(make("medium_tank")), profile(both)) == once | DEARER | {"attack_rerolls": (0, 2)}


LIGHT_FAR = {"red_far MAIN": (3, 2), "black_far MAIN": (2, 1), "red_far MACHINE_GUN": (4, 3)}
HEAVY_GUN = {
    f"{field} {slot}": (n, n + 1)
    for slot, extra in (("MAIN", 0), ("MACHINE_GUN", 1))
    for field, n in (
        ("red_near", 3 + extra),
        ("black_near", 2 + extra),
        ("red_far", 3 + extra),
        ("black_far", 2 + extra),
    )
}
NOTES: list[tuple[str, dict[str, Any], dict[str, tuple[int, int]]]] = [
    ("medium_tank", {"gun": "light"}, LIGHT_FAR | {"black_far MACHINE_GUN": (3, 2)}),
    ("medium_tank", {"gun": "medium"}, {}),
    ("medium_tank", {"gun": "heavy"}, HEAVY_GUN),
    ("medium_tank", {"armor": "light"}, {"armor_keep_best": (0, 1)}),
    ("medium_tank", {"armor": "medium"}, {}),
    ("medium_tank", {"armor": "heavy"}, {"armor_front": (2, 3), "armor_other": (1, 2)}),
    ("light_armored_car", {"armor": "medium"}, {"armor_front": (1, 2), "armor_face": (6, 5)}),
    ("heavy_tank", {"armor": "heavy"}, {}),
    ("medium_tank", {"amphibious": True}, {"amphibious": (0, 1)}),
    ("half_track", {"wheeled": True}, {"road_die": (0, 1)}),
    ("transport", {"wheeled": True}, {}),
    ("medium_tank", {"forward_only": True}, {"forward_only MAIN": (0, 1)}),
    ("spg", {"forward_only": True}, {}),
    ("glider", {"carries": "1 infantry"}, {"carrier": (0, 5), "seats": (0, 1)}),
    ("carrier", {"machine_guns": 1, "mg_only": True, "forward_only": True}, {}),
    ("medium_tank", {"machine_guns": 2}, {}),
]


@pytest.mark.rule("PT-NOTE-GUN", "PT-NOTE-ARMOR", "PT-NOTE-AMPHIBIOUS", "PT-NOTE-WHEELED", "PT-NOTE-FORWARD_ONLY")
@pytest.mark.parametrize(("type_", "note", "changes"), NOTES)
def test_each_note_changes_its_own_numbers_only(
    type_: str, note: dict[str, Any], changes: dict[str, tuple[int, int]]
) -> None:
    if note.get("mg_only"):  # compared with the same machine gun firing all round
        bare = make(type_, **{k: v for k, v in note.items() if k != "forward_only"})
        assert changed(profile(bare), profile(make(type_, **note))) == {"forward_only MACHINE_GUN": (0, 1)}
        return
    assert changed(profile(make(type_)), profile(make(type_, **note))) == changes


@pytest.mark.rule("PT-NOTE-MG_ARMAMENT")
def test_machine_gun_notes() -> None:
    plain = profile(make("light_tank"))
    only = profile(make("light_tank", machine_guns=1, mg_only=True))
    assert set(changed(plain, only)) == {
        f"{field} MAIN" for field in ("armed", "red_near", "black_near", "red_far", "black_far")
    }
    assert only == profile(make("light_tank", machine_guns=2, mg_only=True))
    fitted = profile(make("light_transport", machine_guns=1, mg_optional=True))
    assert fitted.armed == (0, 0, 1, 0)
    assert fitted.cost == 1


@pytest.mark.rule("PT-DIS-UNDERPOWERED", "PT-DIS-SLOW", "PT-DIS-POOR_COMMAND")
def test_traits_together() -> None:
    tiger = profile(make("heavy_tank", advantages=("fast",), disadvantages=("underpowered", "slow")))
    assert (tiger.move_red, tiger.move_black, tiger.cost) == (0, 2, 4)
    glider = profile(make("glider", advantages=("hell_on_wheels",)))
    assert (glider.move_red, glider.move_black, glider.immobile) == (0, 0, 1)
