"""A close combat roll by roll: the attackers in their order, then the defenders left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.arguments import RuledUnit, UnitAsked
from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.rules.close_combat import (
    close_combat_dice,
    destroys_itself,
    may_attack_unit,
    may_declare_suicide,
    may_help,
    may_strike_at,
    strikes_back,
    takes_suicide_die,
)
from tigersim.rules.rerolls import reroll_extent
from tigersim.rules.switches import MeleeSupportersStrike
from tigersim.statistics.law import Law


@dataclass(frozen=True, slots=True)
class Fighter(UnitAsked):
    """A unit in a close combat."""

    shocked: bool = False
    suicide: bool = False
    """It takes the extra die of a suicide assault, and dies if its roll fails."""
    at: int = 0
    """The enemy that it strikes at, by its place on its side: 0 the leader or the declared target, then the followers,
    or the helpers and after them the bystanders.  If that one is gone, the next one that it may strike at."""


def read_fighter(field: str, value: object) -> Fighter:
    """A ``Fighter``, or a unit that fights as most do."""
    found = Fighter.read(field, value)
    if type(found.shocked) is not bool or type(found.suicide) is not bool or type(found.at) is not int:
        raise InvalidValue(field, value, "a Fighter with flags shocked and suicide and a whole number at")
    return found


class Side(NamedTuple):
    """One unit in the combat with all that its strikes and those at it depend on."""

    melee_dice: int
    infantry: bool
    open_top: bool
    skirt_armor: bool
    rerolls: tuple[int, int]
    """Permissions, and what they extend to."""
    suicide: bool
    shocked: bool
    towed_gun: bool
    at: int


class Combat(NamedTuple):
    """The leader and its followers against the declared target, its helpers and bystanders."""

    attackers: tuple[Side, ...]
    defenders: tuple[Side, ...]
    helpers: int
    ruleset: RuleSet

    @property
    def readings(self) -> Any:
        """The answers to the rulings, by name."""
        return self.ruleset.readings

    def is_helper(self, defender: int) -> bool:
        return 0 < defender <= self.helpers


def side_of(asked: RuledUnit, fighter: Fighter, suicide: bool) -> Side:
    """The fighter as the dice see it."""
    profile = asked.profile
    return Side(
        profile.melee_dice,
        bool(profile.infantry),
        bool(profile.open_top),
        bool(profile.skirt_armor),
        reroll_extent(profile.melee_rerolls, 0, asked.readings.improved_reroll_extent),
        suicide,
        fighter.shocked,
        bool(profile.towed_gun),
        fighter.at,
    )


class Field(NamedTuple):
    """Who is left, as bits: attackers, defenders."""

    attackers: int
    defenders: int
    attacked: int = 0
    """Defenders that an attacker struck at."""
    target_stood: int = 1
    """1 = the declared target was left after all attacks."""


def strike_dice(own: Side, enemy: Side, zero_dice_pool: int) -> int:
    """Dice of one strike."""
    return close_combat_dice(
        own.melee_dice, own.infantry, enemy.open_top, enemy.skirt_armor, own.suicide, zero_dice_pool
    )


def strike(own: Side, enemy: Side, zero_dice_pool: int, difficulty: int) -> Fraction:
    """P(a strike destroys)."""
    dice = strike_dice(own, enemy, zero_dice_pool)
    permissions, extent = own.rerolls
    found = attack_outcomes(AttackTest(dice, difficulty, difficulty), permissions, (), extent)
    return Fraction(sum(found[HIT:]), sum(found))


@lru_cache(maxsize=1024)
def fight(combat: Combat, difficulty: int) -> Law[Field]:
    """Who is left in the end."""
    now = Law.sure(Field((1 << len(combat.attackers)) - 1, (1 << len(combat.defenders)) - 1))
    for place in range(len(combat.attackers)):
        now = now.then(lambda field, place=place: _attack(combat, place, field, difficulty))  # type: ignore[misc]
    now = now.map(lambda field: field._replace(target_stood=field.defenders & 1))
    for place in range(len(combat.defenders)):
        now = now.then(lambda field, place=place: _defence(combat, place, field, difficulty))  # type: ignore[misc]
    return now


def _order(first: int, count: int) -> Sequence[int]:
    """The enemy aimed at, then the others from the front."""
    return (first, *(place for place in range(count) if place != first))


def attack_choice(combat: Combat, place: int, defenders: int) -> int | None:
    """The defender that an attacker strikes at while these (bits) stand; None if there is none."""
    own = combat.attackers[place]
    named = combat.readings.melee_supporters_strike != MeleeSupportersStrike.NAMED_AFTER_ATTACK
    for enemy in _order(own.at, len(combat.defenders)):
        bystander = enemy > combat.helpers
        if defenders >> enemy & 1 and (enemy == own.at or not bystander):
            helper = combat.is_helper(enemy) and named
            if may_attack_unit(place == 0, enemy == 0, 0, helper, combat.readings.melee_secondary_targets):
                return enemy
    return None


def _attack(combat: Combat, place: int, field: Field, difficulty: int) -> Law[Field]:
    """What an attacker's strike leads to."""
    own = combat.attackers[place]
    enemy = attack_choice(combat, place, field.defenders)
    if enemy is None:
        return Law.sure(field)
    attacked = field._replace(attacked=field.attacked | 1 << enemy)
    hit = strike(own, combat.defenders[enemy], combat.readings.zero_dice_pool, difficulty)
    dies = destroys_itself(own.suicide, difficulty - 1, difficulty)
    struck = attacked._replace(defenders=field.defenders & ~(1 << enemy))
    missed = attacked._replace(attackers=field.attackers & ~(1 << place)) if dies else attacked
    return Law.of([(struck, hit), (missed, 1 - hit)])


def defends(combat: Combat, place: int, field: Field) -> bool:
    """Whether a defender takes part: the target, its helpers, and each that was attacked."""
    if place == 0 or field.attacked >> place & 1:
        return True
    if not combat.is_helper(place):
        return False
    own, readings = combat.defenders[place], combat.readings
    return may_help(
        own.shocked,
        own.towed_gun,
        0,
        bool(field.target_stood),
        readings.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK,
        readings.melee_supporters_strike,
        readings.melee_shocked_defender,
        readings.melee_guns_help,
    )


def _defence(combat: Combat, place: int, field: Field, difficulty: int) -> Law[Field]:
    """What a defender's strike leads to."""
    own, readings = combat.defenders[place], combat.readings
    strikes = defends(combat, place, field) and strikes_back(
        bool(field.defenders >> place & 1),
        bool(field.attacked >> place & 1),
        own.shocked,
        bool(field.target_stood),
        readings.melee_supporters_strike,
        readings.melee_shocked_defender,
    )
    enemies = [
        enemy
        for enemy in _order(own.at, len(combat.attackers))
        if field.attackers >> enemy & 1 and may_strike_at(place == 0, enemy == 0, bool(field.attackers & 1))
    ]
    if not strikes or not enemies:
        return Law.sure(field)
    hit = strike(own, combat.attackers[enemies[0]], readings.zero_dice_pool, difficulty)
    dies = destroys_itself(own.suicide, difficulty - 1, difficulty)
    struck = field._replace(attackers=field.attackers & ~(1 << enemies[0]))
    missed = field._replace(defenders=field.defenders & ~(1 << place)) if dies else field
    return Law.of([(struck, hit), (missed, 1 - hit)])


def duel_of(attacker: RuledUnit, defender: RuledUnit, shocked: bool) -> Combat:
    """A close combat of two units, in which neither dares more than it must (AMB-84).

    Raises ``RuleForbids`` for a unit that may not order close combat.
    """
    check_attacker(attacker, Fighter(attacker.unit))
    fighters = (Fighter(attacker.unit), Fighter(defender.unit, shocked=shocked))
    sides = [
        side_of(asked, fighter, daring(asked, False, attacking))
        for asked, fighter, attacking in zip((attacker, defender), fighters, (True, False), strict=True)
    ]
    return Combat((sides[0],), (sides[1],), 0, attacker.ruleset)


def check_attacker(asked: RuledUnit, fighter: Fighter) -> None:
    """Raise what forbids a unit to lead or follow into close combat."""
    if asked.ruleset.edition == 1:
        raise RuleForbids("PT1-CARD-03", "the first edition has no close combat")
    if not asked.profile.may_assault:
        rule_id = "PT-MELEE-03" if asked.profile.towed_gun else "AMB-126"
        raise RuleForbids(rule_id, f"{asked.name} may not order close combat")
    if fighter.shocked:
        raise RuleForbids("PT-HIT-05", f"{asked.name} is shocked: it may not attack")


def daring(asked: RuledUnit, wanted: bool, attacking: bool) -> bool:
    """Whether a unit takes the extra die of a suicide assault; raises if it may not."""
    able = bool(asked.profile.suicide_assault)
    if wanted and not may_declare_suicide(able, attacking, asked.readings.suicide_assault):
        raise RuleForbids("PT-ADV-SUICIDE_ASSAULT", f"{asked.name} may not take the extra die of a suicide assault")
    return takes_suicide_die(able, attacking, wanted, asked.readings.suicide_assault)
