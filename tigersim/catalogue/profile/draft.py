"""A profile in the making: numbers by field, each with the IDs of the rules behind it."""

from __future__ import annotations

from tigersim.catalogue.classes import Common, UnitClass, classes, common, counts_as_tank
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.rulesets import RuleSet
from tigersim.rules.unit_numbers import WEAPON_FIELDS

MAIN, HULL, MACHINE_GUN, MORTAR = range(4)
"""The weapon slots.  The ordinary fire of a foot unit stands in MAIN, its flamethrower in HULL."""

SLOTS = 4

Dice = tuple[int, int]
"""Dice on a red card, dice on a black card."""


class Draft:
    """The state that the rule functions of this package work on, in the order of ``_build``."""

    def __init__(self, unit: Unit, ruleset: RuleSet) -> None:
        self.unit = unit
        self.ruleset = ruleset
        self.edition_1 = ruleset.edition == 1
        self.row: UnitClass = classes()[unit.type]
        self.is_tank = counts_as_tank(self.row, ruleset)
        self.common: Common = common()
        self.values: dict[str, int] = {}
        self.weapons = {name: [0] * SLOTS for name in WEAPON_FIELDS}
        self.sources: dict[str, dict[str, None]] = {}
        self.weapon_sources: list[dict[str, None]] = [{} for _ in range(SLOTS)]

    def put(self, *rules: str, **fields: int) -> None:
        """Set fields, and note the rules they come from."""
        for name, value in fields.items():
            self.values[name] = int(value)
            self.sources.setdefault(name, {}).update(dict.fromkeys(rules))

    def add(self, *rules: str, **fields: int) -> None:
        """Add to fields that are set already, and note the rules."""
        self.put(*rules, **{name: self.values[name] + more for name, more in fields.items()})

    def restate(self, *rules: str, **fields: int) -> None:
        """Set fields by other rules than those that made them so far."""
        for name in fields:
            self.sources.pop(name, None)
        self.put(*rules, **fields)

    def set_weapon(self, slot: int, *rules: str, **fields: int) -> None:
        """Set fields of one weapon, and note the rules."""
        for name, value in fields.items():
            self.weapons[name][slot] = int(value)
            self.sources.setdefault(name, {}).update(dict.fromkeys(rules))
        self.weapon_sources[slot].update(dict.fromkeys(rules))

    def arm(self, slot: int, near: Dice, far: Dice, *rules: str, **fields: int) -> None:
        """Give the unit a weapon: its dice within 12 inches and beyond, and whatever else is not 0."""
        dice = {"red_near": near[0], "black_near": near[1], "red_far": far[0], "black_far": far[1]}
        self.set_weapon(slot, *self.common.fire_rules, *rules, armed=1, **dice, **fields)

    def disarm(self, slot: int, *rules: str) -> None:
        """Take a weapon away, and note the rules."""
        self.set_weapon(slot, *rules, **dict.fromkeys(WEAPON_FIELDS, 0))

    def clear_weapon(self, slot: int) -> None:
        """Leave the slot to another weapon: what was there, and the rules it came from, are gone."""
        for name in WEAPON_FIELDS:
            self.weapons[name][slot] = 0
        self.weapon_sources[slot].clear()

    def armed_slots(self) -> list[int]:
        """The slots that hold a weapon."""
        return [slot for slot in range(SLOTS) if self.weapons["armed"][slot]]

    def class_rules(self, group: str) -> tuple[str, ...]:
        """IDs behind a group of the class: fire, move, save, hits, low_profile, melee or cost."""
        return self.row.rules.get(group, ())
