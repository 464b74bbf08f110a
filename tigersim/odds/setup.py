"""From a question in the players' words to the integers of one Fire action.

``resolve_shot`` says what is rolled for a red and for a black card; the exact odds and the sampler both read its
``ShotTerms``, so they answer the same question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.questions import (
    ASPECTS,
    COVERS,
    FORTIFICATIONS,
    NO_SLOT,
    OBJECTIVES,
    WEAPONS,
    Asked,
    ask_choice,
    ask_count,
    ask_distance,
    ask_flag,
    ask_ruleset,
    ask_unit,
    ask_weapon,
    listed,
    option_codes,
)
from tigersim.rules.armor import armor_dice, armor_dice_for_aspect
from tigersim.rules.cover import cover_dice, cover_dice_as_armor
from tigersim.rules.fire import (
    fire_dice,
    fire_difficulty,
    in_arc,
    in_range,
    is_far,
    lethal_difficulty,
    may_harm,
    rolls_of_action,
    weapon_dice,
)
from tigersim.rules.flamethrowers import burns_out, flame_hits
from tigersim.rules.fortifications import may_occupy
from tigersim.rules.hits import may_save
from tigersim.rules.machine_guns import suppression_dice
from tigersim.rules.rerolls import ONE_OR_ALL, reroll_extent
from tigersim.rules.switches import ArmoredSuppression, FortOccupancy

SWITCHES = (
    "save_success_rule",
    "suppression_half",
    "rivets",
    "death_trap",
    "small_arms_vs_armor",
    "spg_low_profile",
    "skirt_armor_scope",
    "zero_dice_pool",
    "improved_reroll_extent",
    "mortar_second_shot",
    "howitzer_splash",
    "armored_suppression",
    "ed1_example",
)
"""The rulings that change a shot beyond what profiles and the target's save dice already hold."""

SAVE_SWITCHES = (
    "vulnerable_armor_min",
    "one_hit_destroys",
    "cover_die_pool",
    "find_cover_effect",
    "suppression_save",
)
"""The rulings that say which dice a target saves with."""

MAIN, HULL, MACHINE_GUN, MORTAR = range(4)


@dataclass(frozen=True, slots=True)
class ShotTerms:
    """One Fire action at one target, in integers.  Dice of 0 with a rule ID beside them: that colour may not fire."""

    red_dice: int
    black_dice: int
    red_forbidden: str
    black_forbidden: str
    hit_add: int
    """Added to the card's difficulty for the hit (a low profile; AMB-154)."""
    lethal_add: int
    """Added to the card's difficulty before it is doubled for the lethal hit."""
    machine_gun: int
    suppresses: int
    """1 = a near miss at an unarmoured target suppresses it (AMB-65: by a ruling an armoured one loses a card)."""
    attack_rerolls: int
    rolls: int
    """Fire rolls of the action: 2 with rapid fire, or with machine guns that attack apart (AMB-58)."""
    objective: int
    """What re-rolls of the attack aim at: 0 hit, 1 destroy."""
    hits_before: int
    hits_to_destroy: int
    target_armored: int
    armor_dice: int
    """Against an ordinary hit; the save dice include those that cover adds to them (AMB-47)."""
    armor_dice_lethal: int
    armor_face: int
    keep_best: int
    cover_dice: int
    save_rerolls: int
    suppression_armor_dice: int
    suppression_cover_dice: int
    rivets: int
    death_trap: int
    save_success_rule: int
    """Options of AMB-43, AMB-63, AMB-103 and AMB-104, as numbers."""
    suppression_half: int
    rivets_rule: int
    death_trap_rule: int
    attack_extent: int = ONE_OR_ALL
    """What a permission to re-roll extends to (``rules.rerolls``)."""
    save_extent: int = ONE_OR_ALL
    mortar: int = 0
    """1 = a hit brings a second shot (PT-MORTAR-06)."""
    howitzer: int = 0
    """1 = a hit suppresses a neighbour of the target (PT-HOW-03)."""
    mortar_second_shot: int = 0
    """Options of AMB-67, AMB-70 and AMB-65."""
    howitzer_splash: int = 0
    armored_suppression: int = 0
    all_lethal: int = 0
    """1 = every hit is lethal, whatever the sum: of a flamethrower, or on its carrier (PT-FLAME-04, PT-FLAME-05)."""

    @property
    def suppresses_target(self) -> bool:
        """A near miss costs this target its cards, or an armoured one a card."""
        if not self.target_armored:
            return bool(self.suppresses)
        return bool(
            self.suppresses
            and self.armored_suppression == ArmoredSuppression.NEAR_MISS_ONE_CARD
            and not self.machine_gun
        )

    def dice(self, red: bool) -> int:
        """Fire dice on a card of this colour."""
        return self.red_dice if red else self.black_dice

    def forbidden(self, red: bool) -> str:
        """ID of the rule that forbids the shot on a card of this colour, "" if none does."""
        return self.red_forbidden if red else self.black_forbidden


def resolve_shot(
    attacker: str | Unit,
    target: str | Unit,
    *,
    distance: float = 10,
    aspect: str = "front",
    cover: str = "none",
    found_cover: bool = False,
    fortification: str = "none",
    hits_before: int = 0,
    weapon: str = "main",
    arc: str = "front",
    objective: str = "hit",
    ruleset: RuleSet | str | None = None,
    doubled: bool = False,
) -> ShotTerms:
    """What one Fire action of ``attacker`` at ``target`` rolls.

    ``distance`` in inches between the bases; ``aspect`` is the side of the target that is hit, ``arc`` the side of
    the attacker that it lies on (both front, other; side and rear mean other); ``weapon`` is main (a turret gun, a
    squad's rifles), hull, mg, mortar or flame (a flamethrower); ``doubled``: it has had the one further shot of its
    turn (AMB-102).  Raises
    ``InvalidValue`` or ``UnitNotFound`` for a wrong argument and ``RuleForbids`` where no card allows the shot; where
    one colour does not, its ``forbidden`` names the rule.
    """
    rules = ask_ruleset(ruleset)
    firer = ask_unit("attacker", attacker, rules)
    aim = ask_unit("target", target, rules)
    gap = ask_distance(distance)
    front = ask_choice("aspect", aspect, ASPECTS)
    ahead = ask_choice("arc", arc, ASPECTS)
    in_terrain = ask_choice("cover", cover, COVERS)
    found = ask_flag("found_cover", found_cover)
    fort = ask_choice("fortification", fortification, FORTIFICATIONS)
    slot = ask_weapon(weapon, firer.profile)
    goal = ask_choice("objective", objective, OBJECTIVES)
    ask_count("hits_before", hits_before, 0, aim.profile.hits_to_destroy - 1)
    if rules.edition_code == 1:
        _forbid_unknown(found, fort)
    check_position(aim, fort)

    _forbid_weapon(firer, slot, gap, ahead)
    terms = _terms(firer, aim, slot, is_far(gap * gap), front, in_terrain, found, fort, hits_before, goal)
    return replace(terms, rolls=_rolls(firer, slot, True)) if ask_flag("doubled", doubled) else terms


def check_position(aim: Asked, fort: int) -> None:
    """Raise what forbids a unit to stand in such a fortified position."""
    (occupancy,) = option_codes(aim.ruleset, ("fort_occupancy",))
    if not may_occupy(fort, bool(aim.profile.vehicle), occupancy):
        where = (
            "in a light position only" if occupancy == FortOccupancy.ONE_UNIT_NO_VEHICLE_IN_HEAVY else "in no position"
        )
        raise RuleForbids("AMB-135", f"{aim.unit.name} is a vehicle: it may stand {where}")


class SavePools(NamedTuple):
    """The dice of a target's save rolls; armour dice include those that cover adds to them (AMB-47)."""

    ordinary: int
    """Armour dice against an ordinary hit."""
    lethal: int
    cover: int
    suppression: tuple[int, int]
    """(Armour dice, cover dice) that may cancel a suppression."""


def save_pools(aim: Asked, front: bool, in_terrain: bool, found: bool, fort: int, burnt_out: bool = False) -> SavePools:
    """What the target rolls against fire at its ``front`` or from elsewhere, where it stands; nothing if burnt out."""
    codes = option_codes(aim.ruleset, SAVE_SWITCHES)
    vulnerable_min, one_hit, pool, find_effect, suppression_save = codes
    victim = aim.profile
    may = may_save(victim.hits_to_destroy, one_hit) and not burnt_out
    armor = armor_dice_for_aspect(victim.armor_front, victim.armor_other, front, aim.ruleset.edition_code) if may else 0
    shelter = (
        cover_dice(in_terrain, victim.terrain_cover, found, fort, bool(victim.infantry), find_effect) if may else 0
    )
    as_armor = cover_dice_as_armor(shelter, bool(victim.armored), pool)
    shelter -= as_armor
    ordinary, lethal = (
        armor_dice(armor, bool(victim.vulnerable_armor), hits, front, vulnerable_min) + as_armor for hits in (1, 2)
    )
    against = suppression_dice(ordinary, victim.armor_face, shelter, bool(victim.armored), suppression_save)
    return SavePools(ordinary, lethal, shelter, against)


def _forbid_unknown(found: bool, fort: int) -> None:
    """Raise what the first edition lacks."""
    if found:
        raise RuleForbids("PT1-CARD-04", "the first edition has no Find cover")
    if fort:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no fortifications")


@lru_cache(maxsize=8192)
def _terms(
    firer: Asked,
    aim: Asked,
    slot: int,
    far: bool,
    front: bool,
    in_terrain: bool,
    found: bool,
    fort: int,
    hits_before: int,
    goal: int,
) -> ShotTerms:
    """The terms of a shot with a weapon that bears and reaches, for all that still matters of where they stand."""
    codes = option_codes(firer.ruleset, SWITCHES)
    (saving, half, rivets_rule, trap_rule, small_arms, low_profile_rule, skirt_scope, zero_dice) = codes[:8]
    (extent, second_shot, splash, armored_suppression, example) = codes[8:]
    edition = firer.ruleset.edition_code
    shooter, victim = firer.profile, aim.profile
    machine_gun, flame = bool(shooter.machine_gun[slot]), bool(shooter.flame[slot])
    if not may_harm(bool(shooter.infantry), machine_gun, slot == MORTAR, bool(victim.armored), small_arms, flame):
        raise RuleForbids("AMB-45", f"rifles of {firer.unit.name} may not be aimed at armour by this ruling")

    dice = [0, 0]
    for red in (False, True):
        own = weapon_dice(
            red, far, shooter.red_near[slot], shooter.black_near[slot], shooter.red_far[slot], shooter.black_far[slot]
        )
        dice[red] = fire_dice(
            own, bool(shooter.infantry), bool(victim.skirt_armor), slot == MORTAR, skirt_scope, zero_dice
        )
    forbidden = [_why_no_dice(firer, red, flame) if dice[red] == 0 else "" for red in (False, True)]
    if not any(dice):
        raise RuleForbids(forbidden[True], f"{firer.unit.name} has no dice for this shot on any card")

    pools = save_pools(aim, front, in_terrain, found, fort, burns_out(1, flame, fort))
    attack_rerolls, attack_extent = reroll_extent(shooter.attack_rerolls, shooter.attack_whole, extent)
    save_rerolls, save_extent = reroll_extent(victim.save_rerolls, victim.save_whole, extent)
    return ShotTerms(
        red_dice=dice[True],
        black_dice=dice[False],
        red_forbidden=forbidden[True],
        black_forbidden=forbidden[False],
        hit_add=fire_difficulty(0, victim.low_profile, front, low_profile_rule, example),
        lethal_add=lethal_difficulty(0, victim.low_profile, front, low_profile_rule, edition),
        machine_gun=int(machine_gun),
        suppresses=shooter.suppresses[slot],
        attack_rerolls=attack_rerolls,
        rolls=_rolls(firer, slot, False),
        objective=goal,
        hits_before=hits_before,
        hits_to_destroy=victim.hits_to_destroy,
        target_armored=victim.armored,
        armor_dice=pools.ordinary,
        armor_dice_lethal=pools.lethal,
        armor_face=victim.armor_face,
        keep_best=victim.armor_keep_best,
        cover_dice=pools.cover,
        save_rerolls=save_rerolls,
        suppression_armor_dice=pools.suppression[0],
        suppression_cover_dice=pools.suppression[1],
        rivets=victim.rivets,
        death_trap=victim.death_trap,
        save_success_rule=saving,
        suppression_half=half,
        rivets_rule=rivets_rule,
        death_trap_rule=trap_rule,
        attack_extent=attack_extent,
        save_extent=save_extent,
        mortar=int(slot == MORTAR),
        howitzer=int(bool(shooter.howitzer and shooter.suppresses[slot]) and slot in (MAIN, HULL)),
        mortar_second_shot=second_shot,
        howitzer_splash=splash,
        armored_suppression=armored_suppression,
        all_lethal=int(flame_hits(1, flame, bool(victim.flammable)) == 2 and not (machine_gun and victim.armored)),
    )


def _rolls(firer: Asked, slot: int, doubled: bool) -> int:
    """Fire rolls of an action with this weapon."""
    profile = firer.profile
    (rapid_fire,) = option_codes(firer.ruleset, ("rapid_fire",))
    gunned = bool(profile.machine_gun[slot])
    main = slot == MAIN or (
        slot == HULL and not profile.flame[slot]
    )  # a squad's flamethrower stands in the hull's slot
    return rolls_of_action(profile.fire_rolls, profile.mg_attacks, gunned, main, doubled, rapid_fire)


def _forbid_weapon(firer: Asked, slot: int, gap: float, ahead: bool) -> None:
    """Raise what forbids this weapon whatever the card: it is not there, or arc or range are wrong."""
    profile, name = firer.profile, firer.unit.name
    if slot == NO_SLOT:
        raise RuleForbids("PT-FORT-04", f"{name} has no flamethrower; one is picked for it: '{name} + flamethrower'")
    if not profile.armed[slot]:
        names = list(WEAPONS)
        owned = listed(word for word, armed in zip(names, profile.armed, strict=True) if armed)
        raise RuleForbids(_why_unarmed(firer, slot), f"{name} has no weapon '{names[slot]}'; it has: {owned}")
    if not in_arc(bool(profile.forward_only[slot]), ahead):
        rule_id = "PT-UNIT-SPG-01" if profile.spg else "PT-NOTE-FORWARD_ONLY"
        raise RuleForbids(rule_id, f"{name} fires this weapon only to its front")
    longest, shortest = profile.max_range[slot], profile.min_range[slot]
    squared = gap * gap
    if not in_range(squared, longest, 0):
        if profile.flame[slot]:
            raise RuleForbids(
                "PT-FLAME-02", f'{name} may not fire its flamethrower at {gap:g}", only within {longest}"'
            )
        short = "short_range_gun" in firer.unit.disadvantages and slot in (MAIN, HULL)
        rule_id = "PT-DIS-SHORT_RANGE_GUN" if short else "PT-FIRE-02"
        raise RuleForbids(rule_id, f'{name} may not fire this weapon at {gap:g}", only within {longest}"')
    if not in_range(squared, 0, shortest):
        rule_id = "PT-MORTAR-04" if slot == MORTAR else "PT-HOW-02"
        raise RuleForbids(rule_id, f'{name} may not fire this weapon at {gap:g}", only farther than {shortest}"')


def _why_unarmed(firer: Asked, slot: int) -> str:
    if firer.profile.flammable and firer.ruleset.flame_mode == "replaces_all_fire":
        return "AMB-137"
    if slot == MAIN:
        return "PT-NOTE-MG_ARMAMENT" if firer.profile.armed[MACHINE_GUN] else "AMB-55"
    if firer.ruleset.edition_code == 1:
        return "PT1-UNIT-01"
    return {HULL: "PT-NOTE-TWO_GUNS", MACHINE_GUN: "PT-MG-01", MORTAR: "PT-MORTAR-01"}[slot]


def _why_no_dice(firer: Asked, red: bool, flame: bool) -> str:
    """The rule that leaves the unit without fire dice on a card of this colour."""
    if flame and not red:
        return "PT-FLAME-01"
    if not red:
        for trait in ("poor_command", "slow_rate_of_fire"):
            if trait in firer.unit.disadvantages:
                return f"PT-DIS-{trait.upper()}"
    return "AMB-30"
