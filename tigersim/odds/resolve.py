"""From a question in the players' words to the integers of one Fire action.

``resolve`` says what is rolled for a red and for a black card; the exact odds and the sampler both read its
``FireAction``, so they answer the same question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Unpack

from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.given import truth_value, whole_number
from tigersim.odds.arguments import (
    ASPECTS,
    COVERS,
    FORTIFICATIONS,
    NO_SLOT,
    OBJECTIVES,
    WEAPONS,
    RuledUnit,
    read_choice,
    read_distance,
    read_unit,
    read_weapon,
)
from tigersim.odds.circumstances import AllKeywords, Circumstances
from tigersim.rules import fire
from tigersim.rules.armor import armor_dice, armor_dice_for_aspect
from tigersim.rules.cover import cover_dice, cover_dice_as_armor
from tigersim.rules.flamethrowers import burns_out, flame_hits
from tigersim.rules.fortifications import may_occupy
from tigersim.rules.hits import may_save
from tigersim.rules.machine_guns import suppression_dice
from tigersim.rules.rerolls import reroll_extent
from tigersim.rules.shot import Attack, Defence, Shot, ShotReadings
from tigersim.rules.switches import FortOccupancy

MAIN, HULL, MACHINE_GUN, MORTAR = range(4)


class FireAction(NamedTuple):
    """A Fire action at a target: its integers, and the rules that forbid it by colour, or ""."""

    shot: Shot
    red_forbidden: str
    black_forbidden: str

    def dice(self, red: bool) -> int:
        """Fire dice on a card of this colour."""
        return self.shot.attack.dice(red)

    def forbidden(self, red: bool) -> str:
        """ID of the rule that forbids the shot on a card of this colour, "" if none does."""
        return self.red_forbidden if red else self.black_forbidden


class Place(NamedTuple):
    """Where a target stands, in what its save dice depend on."""

    front: bool
    """Its front is hit."""
    in_terrain: bool
    """It stands in terrain that gives a cover die."""
    found_cover: bool
    fortification: int


def resolve_shot(attacker: str | Unit, target: str | Unit, **circumstances: Unpack[AllKeywords]) -> FireAction:
    """What one Fire action rolls; keywords are the fields of ``Circumstances``."""
    return resolve(attacker, target, Circumstances.of("resolve_shot", circumstances))


def resolve(
    attacker: str | Unit, target: str | Unit, circumstances: Circumstances, further: bool = False
) -> FireAction:
    """What one Fire action of ``attacker`` at ``target`` rolls.

    ``further``: it has had the one further shot of its turn (AMB-102).  Raises ``InvalidValue`` or ``UnitNotFound`` for
    a wrong argument and ``RuleForbids`` where no card allows the shot; where one colour does not, ``forbidden`` names
    the rule.
    """
    rules = ruleset_of(circumstances.ruleset)
    firer = read_unit("attacker", attacker, rules)
    aim = read_unit("target", target, rules)
    gap = read_distance(circumstances.distance)
    front = read_choice("aspect", circumstances.aspect, ASPECTS)
    ahead = read_choice("arc", circumstances.arc, ASPECTS)
    in_terrain = read_choice("cover", circumstances.cover, COVERS)
    found = truth_value("found_cover", circumstances.found_cover)
    fort = read_choice("fortification", circumstances.fortification, FORTIFICATIONS)
    slot = read_weapon(circumstances.weapon, firer.profile)
    goal = read_choice("objective", circumstances.objective, OBJECTIVES)
    hits_before = whole_number("hits_before", circumstances.hits_before, 0, aim.profile.hits_to_destroy - 1)
    if rules.edition == 1:
        _forbid_unknown(found, fort)
    check_position(aim, fort)

    _forbid_weapon(firer, slot, gap, ahead)
    action = _action(firer, slot, goal, fire.is_far(gap * gap), aim, Place(front, in_terrain, found, fort))
    shot = action.shot
    if further:
        shot = shot._replace(attack=shot.attack._replace(rolls=_rolls(firer, slot, True)))
    return action._replace(shot=shot._replace(hits_before=hits_before)) if further or hits_before else action


def check_position(aim: RuledUnit, fort: int) -> None:
    """Raise what forbids a unit to stand in such a fortified position."""
    occupancy = aim.readings.fort_occupancy
    if not may_occupy(fort, bool(aim.profile.vehicle), occupancy):
        where = (
            "in a light position only" if occupancy == FortOccupancy.ONE_UNIT_NO_VEHICLE_IN_HEAVY else "in no position"
        )
        raise RuleForbids("AMB-135", f"{aim.name} is a vehicle: it may stand {where}")


def defence_of(aim: RuledUnit, place: Place, burnt_out: bool = False) -> Defence:
    """What the target saves with, where it stands; without any save dice if it is ``burnt_out``."""
    readings, victim = aim.readings, aim.profile
    may = may_save(victim.hits_to_destroy, readings.one_hit_destroys) and not burnt_out
    edition = aim.ruleset.readings.edition
    armor = armor_dice_for_aspect(victim.armor_front, victim.armor_other, place.front, edition) if may else 0
    shelter = 0
    if may:
        infantry, find_effect = bool(victim.infantry), readings.find_cover_effect
        found, fort = place.found_cover, place.fortification
        shelter = cover_dice(place.in_terrain, victim.terrain_cover, found, fort, infantry, find_effect)
    as_armor = cover_dice_as_armor(shelter, bool(victim.armored), readings.cover_die_pool)
    shelter -= as_armor
    ordinary, lethal = (
        armor_dice(armor, bool(victim.vulnerable_armor), hits, place.front, readings.vulnerable_armor_min) + as_armor
        for hits in (1, 2)
    )
    suppression = suppression_dice(
        ordinary, victim.armor_face, shelter, bool(victim.armored), readings.suppression_save
    )
    rerolls, extent = reroll_extent(victim.save_rerolls, victim.save_whole, readings.improved_reroll_extent)
    return Defence(
        armored=victim.armored,
        hits_to_destroy=victim.hits_to_destroy,
        armor_dice=ordinary,
        armor_dice_lethal=lethal,
        armor_face=victim.armor_face,
        keep_best=victim.armor_keep_best,
        cover_dice=shelter,
        suppression_armor_dice=suppression[0],
        suppression_cover_dice=suppression[1],
        rerolls=rerolls,
        extent=extent,
        rivets=victim.rivets,
        death_trap=victim.death_trap,
    )


@lru_cache(maxsize=256)
def shot_readings(ruleset: RuleSet) -> ShotReadings:
    """The readings that are asked while a shot is rolled."""
    return ShotReadings(*(int(getattr(ruleset.readings, switch)) for switch in ShotReadings._fields))


def _forbid_unknown(found: bool, fort: int) -> None:
    """Raise what the first edition lacks."""
    if found:
        raise RuleForbids("PT1-CARD-04", "the first edition has no Find cover")
    if fort:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no fortifications")


@lru_cache(maxsize=8192)
def _action(firer: RuledUnit, slot: int, goal: int, far: bool, aim: RuledUnit, place: Place) -> FireAction:
    """A shot with a weapon that bears and reaches, at a target without a hit."""
    readings = firer.readings
    shooter, victim = firer.profile, aim.profile
    machine_gun, flame = bool(shooter.machine_gun[slot]), bool(shooter.flame[slot])
    if not fire.may_harm(
        bool(shooter.infantry), machine_gun, slot == MORTAR, bool(victim.armored), readings.small_arms_vs_armor, flame
    ):
        raise RuleForbids("AMB-45", f"rifles of {firer.name} may not be aimed at armour by this ruling")

    dice = [0, 0]
    for red in (False, True):
        dice[red] = fire.fire_dice(
            own_dice(firer, slot, far, red),
            bool(shooter.infantry),
            bool(victim.skirt_armor),
            slot == MORTAR,
            readings.skirt_armor_scope,
            readings.zero_dice_pool,
        )
    forbidden = [_why_no_dice(firer, red, flame) if dice[red] == 0 else "" for red in (False, True)]
    if not any(dice):
        raise RuleForbids(forbidden[True], f"{firer.name} has no dice for this shot on any card")

    rerolls, extent = reroll_extent(shooter.attack_rerolls, shooter.attack_whole, readings.improved_reroll_extent)
    low = (victim.low_profile, place.front, readings.spg_low_profile)
    attack = Attack(
        red_dice=dice[True],
        black_dice=dice[False],
        hit_add=fire.fire_difficulty(0, *low, readings.ed1_example),
        lethal_add=fire.lethal_difficulty(0, *low, readings.edition),
        rolls=_rolls(firer, slot, False),
        rerolls=rerolls,
        extent=extent,
        objective=goal,
        machine_gun=int(machine_gun),
        suppresses=shooter.suppresses[slot],
        mortar=int(slot == MORTAR),
        howitzer=int(bool(shooter.howitzer and shooter.suppresses[slot]) and slot in (MAIN, HULL)),
        all_lethal=int(flame_hits(1, flame, bool(victim.flammable)) == 2 and not (machine_gun and victim.armored)),
    )
    defence = defence_of(aim, place, burns_out(1, flame, place.fortification))
    return FireAction(Shot(attack, defence, shot_readings(firer.ruleset)), forbidden[True], forbidden[False])


def own_dice(firer: RuledUnit, slot: int, far: bool, red: bool) -> int:
    """Fire dice of a weapon on a card of one colour, before the target takes any."""
    weapon = firer.profile
    return fire.weapon_dice(
        red, far, weapon.red_near[slot], weapon.black_near[slot], weapon.red_far[slot], weapon.black_far[slot]
    )


def _rolls(firer: RuledUnit, slot: int, further: bool) -> int:
    """Fire rolls of an action with this weapon."""
    profile = firer.profile
    # a squad's flamethrower stands in the hull's slot
    main = slot == MAIN or (slot == HULL and not profile.flame[slot])
    gunned = bool(profile.machine_gun[slot])
    return fire.rolls_of_action(
        profile.fire_rolls, profile.mg_attacks, gunned, main, further, firer.readings.rapid_fire
    )


def _forbid_weapon(firer: RuledUnit, slot: int, gap: float, ahead: bool) -> None:
    """Raise what forbids this weapon on any card: it is not there, or arc or range are wrong."""
    profile, name = firer.profile, firer.name
    if slot == NO_SLOT:
        raise RuleForbids("PT-FORT-04", f"{name} has no flamethrower; one is picked for it: '{name} + flamethrower'")
    if not profile.armed[slot]:
        names = list(WEAPONS)
        owned = ", ".join(word for word, armed in zip(names, profile.armed, strict=True) if armed) or "none"
        raise RuleForbids(_why_unarmed(firer, slot), f"{name} has no weapon '{names[slot]}'; it has: {owned}")
    if not fire.in_arc(bool(profile.forward_only[slot]), ahead):
        rule_id = "PT-UNIT-SPG-01" if profile.spg else "PT-NOTE-FORWARD_ONLY"
        raise RuleForbids(rule_id, f"{name} fires this weapon only to its front")
    longest, shortest = profile.max_range[slot], profile.min_range[slot]
    squared = gap * gap
    if not fire.in_range(squared, longest, 0):
        if profile.flame[slot]:
            raise RuleForbids(
                "PT-FLAME-02", f'{name} may not fire its flamethrower at {gap:g}", only within {longest}"'
            )
        short = "short_range_gun" in firer.unit.disadvantages and slot in (MAIN, HULL)
        rule_id = "PT-DIS-SHORT_RANGE_GUN" if short else "PT-FIRE-02"
        raise RuleForbids(rule_id, f'{name} may not fire this weapon at {gap:g}", only within {longest}"')
    if not fire.in_range(squared, 0, shortest):
        rule_id = "PT-MORTAR-04" if slot == MORTAR else "PT-HOW-02"
        raise RuleForbids(rule_id, f'{name} may not fire this weapon at {gap:g}", only farther than {shortest}"')


def _why_unarmed(firer: RuledUnit, slot: int) -> str:
    if firer.profile.flammable and firer.ruleset.flame_mode == "replaces_all_fire":
        return "AMB-137"
    if slot == MAIN:
        return "PT-NOTE-MG_ARMAMENT" if firer.profile.armed[MACHINE_GUN] else "AMB-55"
    if firer.ruleset.edition == 1:
        return "PT1-UNIT-01"
    return {HULL: "PT-NOTE-TWO_GUNS", MACHINE_GUN: "PT-MG-01", MORTAR: "PT-MORTAR-01"}[slot]


def _why_no_dice(firer: RuledUnit, red: bool, flame: bool) -> str:
    """The rule that leaves the unit without fire dice on a card of this colour."""
    if flame and not red:
        return "PT-FLAME-01"
    if not red:
        for trait in ("poor_command", "slow_rate_of_fire"):
            if trait in firer.unit.disadvantages:
                return f"PT-DIS-{trait.upper()}"
    return "AMB-30"
