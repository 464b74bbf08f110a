"""Unit classes: dice, armour, movement and points before any trait (``data/classes.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

CLASS_IDS = (
    "infantry",
    "recon",
    "armored_car",
    "light_armored_car",
    "half_track",
    "carrier",
    "light_half_track",
    "light_carrier",
    "light_tank",
    "medium_tank",
    "heavy_tank",
    "tank_destroyer",
    "spg",
    "light_spg",
    "heavy_spg",
    "transport",
    "light_transport",
    "towed_gun",
    "light_towed_gun",
    "heavy_towed_gun",
    "landing_craft",
    "glider",
)
"""The classes in the order that numbers them: ``Profile.class_id`` is an index into this tuple."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fire(_Row):
    """Fire dice as (on a red card, on a black card), near and far; (0, 0) = may not fire.

    Near is within 12 inches.
    """

    main_weapon: bool
    near: tuple[int, int]
    far: tuple[int, int]
    max_range: int
    forward_only: bool
    machine_gun: bool


class Move(_Row):
    """Movement dice by card colour, how many count, and the limit in inches (0 = none)."""

    red: int
    black: int
    keep: int
    drop: int
    cap: int
    road_die: bool
    water_only: bool


class Save(_Row):
    """Armour dice by side, the lowest face that saves, cover, and hits to destroy."""

    armored: bool
    front: int
    other: int
    face: int
    keep_best: bool
    terrain_cover: int
    low_profile: int
    hits_to_destroy: int


class Melee(_Row):
    """Close combat dice, and whether the class may start a close combat."""

    dice: int
    may_assault: bool


class Cost(_Row):
    """Victory points before traits, whether the class counts as a tank, and what it carries."""

    base_vp: int
    tank: bool
    carries: str


class UnitClass(_Row):
    """One class of units.

    label: as printed in the source.
    name: in English.
    first_edition: the kind that units of the class are in the first edition (PT1-UNIT-01), "" = not in it.
    rules: the IDs behind each group.
    """

    id: str
    label: str
    name: str
    level: Literal["basic", "extended"]
    kind: Literal["infantry", "towed_gun", "vehicle"]
    first_edition: str
    fire: Fire
    move: Move
    save: Save
    melee: Melee
    cost: Cost
    inherited: tuple[str, ...] = ()
    rules: dict[str, tuple[str, ...]]


class Common(_Row):
    """Numbers that hold for every unit before its class and traits, with the IDs of their rules."""

    fire_rules: tuple[str, ...]
    move_rules: tuple[str, ...]
    armor_rules: tuple[str, ...]
    hits_rules: tuple[str, ...]
    machine_gun_extra_dice: int
    machine_gun_rules: tuple[str, ...]
    mortar_fewer_dice_far: int
    support_min_range: int
    mortar_rules: tuple[str, ...]
    find_cover_open: int
    find_cover_terrain: int
    find_cover_rules: tuple[str, ...]
    melee_dice_vehicle: int
    melee_rules: tuple[str, ...]
    recovery_dice: int
    recovery_rules: tuple[str, ...]
    max_cards: int
    max_actions: int
    command_rules: tuple[str, ...]


@cache
def _data() -> dict[str, Any]:
    text = resources.files("tigersim.catalogue").joinpath("data/classes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def classes() -> dict[str, UnitClass]:
    """All unit classes by identifier, in the order of ``CLASS_IDS``."""
    rows = _data()["class"]
    return {name: UnitClass(id=name, **rows[name]) for name in CLASS_IDS}


def counts_as_tank(row: UnitClass, ruleset: RuleSet) -> bool:
    """Whether units of the class are tanks; a tank destroyer is one by most readings of AMB-114."""
    if row.id == "tank_destroyer" and ruleset.vp_tank_destroyer == "armored_3":
        return False
    return row.cost.tank


@cache
def common() -> Common:
    """The numbers shared by all classes."""
    return Common(**_data()["common"])
