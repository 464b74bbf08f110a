"""Profiles: a printed unit under a ruleset, as the small integers that the dice see.

This package is the only place where a word of the unit lists becomes a number.  Each number keeps the IDs of the rules
and rulings (AMB) that made it: ``profile("KV-2").sources["armor_front"]``.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from tigersim.catalogue.picks import HOWITZER, picked
from tigersim.catalogue.profile import airborne, carrying, class_rows, cost, traits, weapons
from tigersim.catalogue.profile.draft import HULL, MACHINE_GUN, MAIN, MORTAR, SLOTS, WEAPON_FIELDS, Draft
from tigersim.catalogue.profile.first_edition import as_kind, first_edition
from tigersim.catalogue.profile.table import Row
from tigersim.catalogue.profile.table import table as _table
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import RuleForbids

__all__ = ["HULL", "MACHINE_GUN", "MAIN", "MORTAR", "SLOTS", "WEAPON_FIELDS", "Profile", "Row", "base_vp", "profile"]

Slots = tuple[int, int, int, int]
"""One number per weapon slot: MAIN, HULL, MACHINE_GUN, MORTAR."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything the dice need to know of a unit; flags are 0 or 1, distances inches, costs VP.

    Equal profiles play alike, whatever the units are called.
    """

    # identity
    class_id: int  # index into CLASS_IDS
    infantry: int  # infantry or recon
    towed_gun: int
    vehicle: int
    armored: int
    tank: int  # counts as a tank
    spg: int
    cost: int  # VP to buy it
    hits_to_destroy: int  # 1 or 2
    low_profile: int  # added to the difficulty of fire at it: 0 or 2
    enters_buildings: int
    # weapons, by slot; near = within 12 inches; 0 dice = may not fire
    armed: Slots
    red_near: Slots
    black_near: Slots
    red_far: Slots
    black_far: Slots
    max_range: Slots  # 0 = no limit
    min_range: Slots  # the target must be farther than this; 0 = none
    forward_only: Slots  # fires into the front arc only
    machine_gun: Slots  # harms no armour
    suppresses: Slots  # a near miss suppresses
    indirect: Slots  # needs no line of sight of its own
    flame: Slots  # a flamethrower: every hit is lethal, and destroys what is in a heavy position
    # fire
    fire_rolls: int  # rolls per Fire action: 1 or 2
    attack_rerolls: int  # permissions to re-roll one die or all: 0 to 2
    howitzer: int  # a hit suppresses a neighbour of the target
    flammable: int  # carries a flamethrower: every hit on it is lethal
    # saves
    armor_front: int  # dice against fire at the front
    armor_other: int  # dice against fire from elsewhere
    armor_face: int  # lowest face that saves: 5 or 6
    armor_keep_best: int  # only the best armour die counts
    vulnerable_armor: int  # one armour die fewer against a lethal hit
    save_rerolls: int  # 0 to 2
    terrain_cover: int  # cover dice in woods or a building
    rivets: int
    death_trap: int
    skirt_armor: int
    open_top: int
    # movement
    move_red: int  # dice, the road die not counted; 0 = may not move
    move_black: int
    move_keep: int  # so many best dice count; 0 = all
    move_drop: int  # so many lowest dice do not count
    move_bonus: int  # dice rolled beside these, all of which count
    move_cap: int  # inches per action; 0 = no limit
    road_die: int  # one die more when starting on a road
    move_rerolls: int  # 0 to 2
    unreliable: int  # a failed movement roll is a hit
    engine_fire: int
    weak_running_gear: int
    amphibious: int
    water_only: int
    immobile: int
    # command
    max_cards: int
    max_actions: int
    # find cover
    find_open: int  # dice
    find_terrain: int
    # close combat
    melee_dice: int
    may_assault: int
    suicide_assault: int
    melee_rerolls: int
    # recovery
    recovery_dice: int
    may_regroup: int
    # what its destruction scores, and what rulings add
    score: int  # VP
    own_rerolls: int  # re-rolls of Find cover and recovery
    mg_attacks: int  # attacks per Fire action of its machine guns: 1 or 2
    attack_whole: int  # how many of the permissions re-roll the whole roll only
    save_whole: int
    move_whole: int
    # carrying: either one kind of load or another, unless seats_and_hitches
    load: int  # what the unit is as a load (carrying.py), 0 = none
    carrier: int  # how it carries (carrying.py), 0 = not at all
    seats: int  # infantry or recon units
    recon_seats: int  # recon units only
    hitches: int  # towed guns of any size
    light_hitches: int  # light towed guns only
    tank_berths: int
    light_truck_berths: int  # light transports, each with the gun it tows
    seats_and_hitches: int
    # landing from the air
    airborne: int  # how it may land: 0 not, 1 by parachute, 2 as a glider
    rifles_red: int  # dice of its rifles once its machine gun or mortar is lost; 0 = it has none to lose
    rifles_black: int
    rifles_range: int
    # optional chapters
    anti_air: int  # air strikes roll a die fewer at it

    sources: dict[str, tuple[str, ...]] = field(compare=False, repr=False)
    """Field -> IDs of the rules and rulings it comes from."""
    weapon_sources: tuple[tuple[str, ...], ...] = field(compare=False, repr=False)
    """IDs behind each weapon slot."""

    def table(self) -> list[Row]:
        """The profile as rows (label, value, rule IDs) that a player understands."""
        return _table(self)


def profile(of: Unit | str, ruleset: RuleSet | None = None) -> Profile:
    """Profile of a unit (or of the unit of that name), by default under edition II as ruled.

    Raises ``UnitNotFound`` for an unknown or ambiguous name, and ``RuleForbids`` for a unit that the ruleset does not
    have: a kind unknown to the first edition, or a choice that a ruling takes away (AMB-69, AMB-73, AMB-136).
    """
    return _profile(unit(of) if isinstance(of, str) else of, DEFAULT if ruleset is None else ruleset)


def base_vp(of: Unit | str, ruleset: RuleSet | None = None) -> int:
    """The VP of the unit's class before its traits (PT-VP-01 to PT-VP-03)."""
    return cost.base(_draft(unit(of) if isinstance(of, str) else of, DEFAULT if ruleset is None else ruleset))


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
