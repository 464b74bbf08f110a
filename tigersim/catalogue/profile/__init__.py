"""Profiles: a printed unit under a ruleset, as the small integers that the dice see.

This package is the only place where a word of the unit lists becomes a number.  Each number keeps the IDs of the rules
and rulings (AMB) that made it: ``profile("KV-2").sources["armor_front"]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from tigersim.catalogue.picks import HOWITZER, picked
from tigersim.catalogue.profile import airborne, carrying, class_rows, cost, traits, weapons
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, MORTAR, SLOTS, Draft
from tigersim.catalogue.profile.first_edition import as_kind, first_edition
from tigersim.catalogue.profile.table import Row
from tigersim.catalogue.profile.table import table as _table
from tigersim.catalogue.rulesets import RuleSet, RuleSetGiven, ruleset_of
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import RuleForbids
from tigersim.rules.unit_numbers import WEAPON_FIELDS, UnitNumbers

__all__ = ["HULL", "MACHINE_GUN", "MAIN", "MORTAR", "SLOTS", "WEAPON_FIELDS", "Profile", "Row", "base_vp", "profile"]


@dataclass(frozen=True, slots=True)
class Profile(UnitNumbers):
    """Everything the dice need to know of a unit, with the rules that it comes from.

    Equal profiles play alike, whatever the units are called.
    """

    sources: dict[str, tuple[str, ...]] = field(compare=False, repr=False)
    """Field -> IDs of the rules and rulings it comes from."""
    weapon_sources: tuple[tuple[str, ...], ...] = field(compare=False, repr=False)
    """IDs behind each weapon slot."""

    def table(self, language: str = "en", *, brief: bool = False) -> list[Row]:
        """The profile as rows (label, value, rule IDs) that a player understands.

        language: "en" or "ru".
        brief: in fewer words, as a card has room for them.
        """
        return _table(self, language, brief=brief)


def profile(of: Unit | str, ruleset: RuleSetGiven | None = None) -> Profile:
    """Profile of a unit (or of the unit of that name), by default under edition II as ruled.

    ruleset: a ``RuleSet``, its name or file.

    Raises ``UnitNotFound`` for an unknown or ambiguous name, and ``RuleForbids`` for a unit that the ruleset does not
    have: a kind unknown to the first edition, or a choice that a ruling takes away (AMB-69, AMB-73, AMB-136).
    """
    return _profile(of if isinstance(of, Unit) else unit(of), ruleset_of(ruleset))


def base_vp(of: Unit | str, ruleset: RuleSetGiven | None = None) -> int:
    """The VP of the unit's class before its traits (PT-VP-01 to PT-VP-03)."""
    return cost.base(_draft(of if isinstance(of, Unit) else unit(of), ruleset_of(ruleset)))


def cost_and_score(of: Unit, ruleset: RuleSet) -> tuple[int, int]:
    """The VP that a unit costs and scores, as in its profile, without the making of all the rest."""
    draft = _draft(of, ruleset)
    cost.cost(draft)
    return draft.values["cost"], draft.values["score"]


def _draft(of: Unit, ruleset: RuleSet) -> Draft:
    """The unit at the start of its making, if the ruleset has it."""
    if HOWITZER in picked(of) and ruleset.howitzer_identity == "scenario_only":
        raise RuleForbids("AMB-69", f"{of.name}: under scenario_only only noted howitzers are howitzers")
    if of.unarmored and ruleset.unarmored_carrier == "none_exist":
        raise RuleForbids("AMB-73", f"{of.name}: under none_exist no half-track or carrier is unarmoured")
    draft = Draft(as_kind(of) if ruleset.edition == 1 else of, ruleset)
    weapons.check_flamethrower(draft)
    return draft


@lru_cache(maxsize=4096)
def _profile(of: Unit, ruleset: RuleSet) -> Profile:
    draft = _draft(of, ruleset)
    _build(draft)
    values = draft.values | {name: tuple(slots) for name, slots in draft.weapons.items()}
    sources = {name: tuple(rules) for name, rules in draft.sources.items() if rules}
    weapon_sources = tuple(tuple(rules) for rules in draft.weapon_sources)
    return Profile(**values, sources=sources, weapon_sources=weapon_sources)  # type: ignore[arg-type]


def _build(draft: Draft) -> None:
    """Fill in class, notes, traits that add or take away, the floor, then prohibitions."""
    class_rows.identity(draft)
    class_rows.armor(draft)
    class_rows.terrain_cover(draft)
    class_rows.movement(draft)
    class_rows.wheels(draft)
    class_rows.close_combat(draft)
    class_rows.common_rows(draft)
    carrying.carrying(draft)
    weapons.main_weapon(draft)
    weapons.hull_gun(draft)
    weapons.machine_guns(draft)
    weapons.howitzer(draft)
    weapons.mortar(draft)
    traits.improved(draft)
    traits.armor_note(draft)
    traits.amphibious_note(draft)
    traits.flags(draft)
    printed = (*draft.unit.advantages, *draft.unit.disadvantages)
    for name, apply in traits.MODIFIERS.items():
        if name in printed:
            apply(draft)
    _dice_floor(draft)
    for name, apply in traits.PROHIBITIONS.items():
        if name in printed:
            apply(draft)
    traits.anti_air(draft)
    weapons.flamethrower(draft)
    if draft.edition_1:
        first_edition(draft)
    cost.cost(draft)
    airborne.landing(draft)
    if airborne.has_weapon_to_lose(draft):
        airborne.rifles(draft, _profile(airborne.bare(draft.unit), draft.ruleset))


def _dice_floor(draft: Draft) -> None:
    """Raise every pool open to the unit to the fewest dice of ``zero_dice_pool`` (AMB-30)."""
    floor = draft.ruleset.readings.zero_dice_pool
    if not draft.values["immobile"]:
        red, black = (max(draft.values[name], floor) for name in ("move_red", "move_black"))
        draft.put(*(("AMB-30",) if min(red, black) <= floor else ()), move_red=red, move_black=black)
    for slot in draft.armed_slots():
        for reach in ("near", "far"):
            names = (f"red_{reach}", f"black_{reach}")
            dice = [draft.weapons[name][slot] for name in names]
            if any(dice):  # a range closed to the class stays closed
                draft.set_weapon(slot, **{name: max(n, floor) for name, n in zip(names, dice, strict=True)})
