"""The exact odds of one close combat: unit against unit, or with followers, helpers and bystanders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.combatants import (
    Combat,
    Fighter,
    Readings,
    Spread,
    ask_fighter,
    check_attacker,
    daring,
    defends,
    fight,
    side_of,
    strike_dice,
)
from tigersim.odds.dice import over_deck
from tigersim.odds.questions import Asked, ask_card, ask_count, ask_flag, ask_ruleset, ask_unit, option_codes
from tigersim.odds.result import Answer, as_counts
from tigersim.rules.cards import allows_close_combat, difficulty, is_red
from tigersim.rules.close_combat import (
    MOST_ATTACKERS,
    MOST_HELPERS,
    may_help,
    withdraws,
)
from tigersim.rules.switches import MeleeSupportersStrike


@dataclass(frozen=True, slots=True, repr=False)
class MeleeOdds(Answer):
    """What a close combat of two units leaves; the fields but the last part the whole between them."""

    p_defender_destroyed: float
    p_attacker_destroyed: float
    p_neither: float
    p_no_combat: float
    attacker_dice: int
    defender_dice: int

    MEANING: ClassVar[dict[str, str]] = {
        "p_defender_destroyed": "the defender is destroyed",
        "p_attacker_destroyed": "the attacker is destroyed",
        "p_neither": "both survive: the attacker goes back",
        "p_no_combat": "no close combat: it needs a red card (part of the line above)",
    }

    def steps(self) -> list[str]:
        """How the numbers come about."""
        return [
            f"The attacker rolls {self.attacker_dice} dice against the red card's difficulty; a success destroys the "
            "defender, without any save (PT-MELEE-04).",
            f"If it fails, the defender strikes back with {self.defender_dice} dice against the same difficulty "
            "(PT-MELEE-05).",
        ]


class Fate(NamedTuple):
    """What becomes of one unit of a close combat."""

    role: str
    """leader, follower_1, target, helper_1, bystander_1, .."""
    name: str
    dice: int
    """Of its strike at the leader or the declared target."""
    p_destroyed: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class GroupMeleeOdds(MeleeOdds):
    """What a close combat of several units leaves; the defender is the declared target, the attacker the leader."""

    p_field_held: float
    p_withdrawal: float
    fighters: tuple[Fate, ...]
    """Every unit with its chance of being destroyed."""
    survivors: tuple[tuple[tuple[str, ...], Fraction], ...]
    """Who is left (roles), and how likely that is; the likeliest first, cards without a combat left out."""

    MEANING: ClassVar[dict[str, str]] = {
        "p_defender_destroyed": "the declared target is destroyed",
        "p_attacker_destroyed": "the leading attacker is destroyed",
        "p_neither": "neither of the two is destroyed",
        "p_no_combat": "no close combat: it needs a red card (part of the line above)",
        "p_field_held": "no defender survives and an attacker does",
        "p_withdrawal": "attackers that are left go back to where they came from",
    }

    def rows(self) -> Iterator[tuple[str, str, float, str]]:
        """For each number: field, meaning, value, the exact fraction as text; then the same for every unit."""
        yield from Answer.rows(self)
        for fate in self.fighters:
            meaning = f"{fate.name} ({fate.role.replace('_', ' ')}) is destroyed"
            yield f"p_{fate.role}_destroyed", meaning, float(fate.p_destroyed), str(fate.p_destroyed)

    def steps(self) -> list[str]:
        """How the numbers come about."""
        dice = ", ".join(f"{fate.role.replace('_', ' ')} {fate.dice}" for fate in self.fighters)
        return [
            f"All roll against the red card's difficulty (PT-MELEE-12), with so many dice: {dice} (PT-MELEE-04, 05).",
            "The attackers strike first, in the order of the chain; a success destroys without a save (PT-MELEE-09).",
            "Then every defender that is left strikes once, the declared target at the leader (PT-MELEE-08, 11).",
            "If any defender survives, the attackers that are left go back (PT-MELEE-13).",
        ]


class _Question(NamedTuple):
    """A close combat as asked, checked against the rules."""

    combat: Combat
    roles: tuple[str, ...]
    names: tuple[str, ...]


def melee(
    attacker: str | Unit,
    defender: str | Unit | Fighter,
    card: str | int | None = None,
    ruleset: RuleSet | str | None = None,
    *,
    suicide_attack: bool = False,
    suicide_defence: bool = False,
    followers: Sequence[str | Unit | Fighter] = (),
    helpers: Sequence[str | Unit | Fighter] = (),
    bystanders: Sequence[str | Unit | Fighter] = (),
) -> MeleeOdds:
    """The exact odds of ``attacker`` assaulting ``defender`` with one card, or averaged over the deck.

    ``suicide_attack`` and ``suicide_defence``: the side takes the extra die of a suicide assault and dies if its roll
    fails.  Up to two ``followers`` strike after the leader, up to two ``helpers`` after the declared target; a
    ``bystander`` fights only if a follower strikes at it.  A ``Fighter`` may be shocked (in the defence), dare the
    extra die, and choose whom it strikes ``at``; by default followers strike at the target while it stands and then at
    its helpers, helpers at the leader and then at his followers.  Improved infantry re-rolls for P(success).

    Raises ``RuleForbids`` for a black card, for a unit that may not assault, follow or help, and for an extra die that
    it does not have; ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    number = ask_card(card)
    rules = ask_ruleset(ruleset)
    readings = Readings(*option_codes(rules, Readings._fields))
    attack = [Fighter(attacker, suicide=ask_flag("suicide_attack", suicide_attack)), *_listed("followers", followers)]
    target = ask_fighter("defender", defender)
    desperate = ask_flag("suicide_defence", suicide_defence) or target.suicide
    helping, near = _listed("helpers", helpers), _listed("bystanders", bystanders)
    defence = [Fighter(target.unit, target.shocked, desperate, target.at), *helping, *near]
    asked = _ask(attack, defence, len(helping), rules, readings)
    group = len(attack) + len(defence) > 2

    def on_card(red: bool, d: int) -> tuple[tuple[int, ...], int]:
        if not allows_close_combat(red):
            return as_counts([Fraction(n) for n in (0, 0, 1, 1, *[0] * (2 + len(asked.roles) if group else 0))])
        return as_counts(_numbers(asked, fight(asked.combat, d), group))

    if number is None:
        counts, whole = over_deck(on_card)
        where = "any card"
    else:
        where = card_name(number)
        if not allows_close_combat(is_red(number)):
            raise RuleForbids("PT-MELEE-02", f"{where} is black: close combat needs a red card")
        counts, whole = on_card(True, difficulty(number))
    title = f"{asked.names[0]} assaults {asked.names[len(attack)]}: {where}"
    leader, struck = asked.combat.attackers[0], asked.combat.defenders[0]
    dice = (strike_dice(leader, struck, readings[0]), strike_dice(struck, leader, readings[0]))
    if not group:
        return MeleeOdds.of(title, counts, whole, attacker_dice=dice[0], defender_dice=dice[1])
    plain = len(GroupMeleeOdds.MEANING)
    return GroupMeleeOdds.of(
        title,
        counts[:plain],
        whole,
        attacker_dice=dice[0],
        defender_dice=dice[1],
        fighters=_fates(asked, counts[plain:], whole),
        survivors=_survivors(asked, number),
    )


def _listed(field: str, value: object) -> list[Fighter]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidValue(field, value, "a list of units")
    return [ask_fighter(field, one) for one in value]


def _ask(attack: list[Fighter], defence: list[Fighter], helpers: int, rules: RuleSet, readings: Readings) -> _Question:
    """The combat, or the reason why the rules forbid it."""
    ask_count("number of followers", len(attack) - 1, 0, MOST_ATTACKERS - 1)
    ask_count("number of helpers", helpers, 0, MOST_HELPERS)
    striking = [ask_unit("attacker", fighter.unit, rules) for fighter in attack]
    struck = [ask_unit("defender", fighter.unit, rules) for fighter in defence]
    for asked, fighter in zip(striking, attack, strict=True):
        check_attacker(asked, fighter)
    for asked, fighter in zip(struck[1 : 1 + helpers], defence[1:], strict=False):
        _check_helper(asked, fighter, readings)
    if len(defence) > 1 + helpers and readings.melee_secondary_targets == 1:
        raise RuleForbids("AMB-80", "only the target and its helpers may be attacked by this ruling")
    sides = [
        [
            side_of(asked, fighter, daring(asked, fighter.suicide, attacking, readings), readings)
            for asked, fighter in zip(units, fighters, strict=True)
        ]
        for units, fighters, attacking in ((striking, attack, True), (struck, defence, False))
    ]
    for fighters, enemies in ((attack, defence), (defence, attack)):
        for place, fighter in enumerate(fighters):
            ask_count("at", fighter.at, 0, 0 if place == 0 else len(enemies) - 1)
    roles = ("leader", *_numbered("follower", len(attack) - 1), "target", *_numbered("helper", helpers))
    roles += _numbered("bystander", len(defence) - 1 - helpers)
    names = tuple(asked.unit.name for asked in (*striking, *struck))
    return _Question(Combat(tuple(sides[0]), tuple(sides[1]), helpers, readings), roles, names)


def _numbered(role: str, count: int) -> tuple[str, ...]:
    return tuple(f"{role}_{number}" for number in range(1, count + 1))


def _check_helper(asked: Asked, fighter: Fighter, readings: Readings) -> None:
    gun = bool(asked.profile.towed_gun)
    late = readings.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK
    switches = (readings.melee_supporters_strike, readings.melee_shocked_defender, readings.melee_guns_help)
    if not may_help(fighter.shocked, False, 0, True, late, *switches):
        raise RuleForbids("AMB-81", f"{asked.unit.name} is shocked: it may not help")
    if not may_help(False, gun, 0, True, late, *switches):
        raise RuleForbids("PT-MELEE-03", f"{asked.unit.name} is a towed gun: it fights only if it is attacked")


def _numbers(asked: _Question, ends: Spread, group: bool) -> list[Fraction]:
    """The fields of the answer for one card, then the chance of each unit to be destroyed."""
    combat = asked.combat
    attackers, defenders = len(combat.attackers), len(combat.defenders)
    fates = [
        sum((p for field, p in ends.items() if not field[side] >> place & 1), Fraction(0))
        for side, count in ((0, attackers), (1, defenders))
        for place in range(count)
    ]
    neither = sum((p for field, p in ends.items() if field.attackers & field.defenders & 1), Fraction(0))
    numbers = [fates[attackers], fates[0], neither, Fraction(0)]
    if not group:
        return numbers
    held = back = Fraction(0)
    for field, p in ends.items():
        left = any(field.defenders >> place & 1 and defends(combat, place, field) for place in range(defenders))
        if field.attackers:
            held += p * (not left)
            back += p * withdraws(left, combat.readings.melee_after_success)
    return [*numbers, held, back, *fates]


def _fates(asked: _Question, counts: tuple[int, ...], whole: int) -> tuple[Fate, ...]:
    combat = asked.combat
    floor = combat.readings.zero_dice_pool
    dice = [strike_dice(own, combat.defenders[0], floor) for own in combat.attackers]
    dice += [strike_dice(own, combat.attackers[0], floor) for own in combat.defenders]
    return tuple(
        Fate(role, name, n, Fraction(count, whole))
        for role, name, n, count in zip(asked.roles, asked.names, dice, counts, strict=True)
    )


def _survivors(asked: _Question, number: int | None) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
    """Who is left, with this card or with any (red ones, of 52)."""
    attackers = len(asked.combat.attackers)
    cards = [card for card in range(52) if allows_close_combat(is_red(card))] if number is None else [number]
    total: dict[tuple[str, ...], Fraction] = {}
    for card in cards:
        for field, p in fight(asked.combat, difficulty(card)).items():
            bits = field.attackers | field.defenders << attackers
            left = tuple(role for place, role in enumerate(asked.roles) if bits >> place & 1)
            total[left] = total.get(left, Fraction(0)) + p / (1 if number is not None else 52)
    return tuple(sorted(total.items(), key=lambda item: (-item[1], item[0])))
