"""The exact odds of a close combat: unit against unit, or with followers and helpers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict, Unpack

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.given import list_of, truth_value, whole_number
from tigersim.odds.arguments import RuledUnit, card_words, read_card, read_keywords, read_unit, told_apart
from tigersim.odds.combatants import (
    Combat,
    Field,
    Fighter,
    check_attacker,
    daring,
    defends,
    fight,
    read_fighter,
    side_of,
    strike_dice,
)
from tigersim.odds.dice import Counted, with_card
from tigersim.odds.result import Answer, Row, answer, as_counts, means
from tigersim.rules.cards import allows_close_combat, difficulty, is_red
from tigersim.rules.close_combat import MOST_ATTACKERS, MOST_HELPERS, may_help, withdraws
from tigersim.rules.switches import MeleeSecondaryTargets, MeleeSupportersStrike
from tigersim.statistics.law import Law, mixed


@answer
class MeleeOdds(Answer):
    """What a close combat of two units leaves; the first three fields add up to 1."""

    p_defender_destroyed: float = means("the defender is destroyed")
    p_attacker_destroyed: float = means("the attacker is destroyed")
    p_neither: float = means("both survive: the attacker goes back")
    p_no_combat: float = means("no close combat: it needs a red card (part of the line above)")
    attacker_dice: int
    defender_dice: int

    def steps(self) -> list[str]:
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


@answer
class GroupMeleeOdds(MeleeOdds):
    """What a close combat of several units leaves.

    The defender of its fields is the declared target, the attacker the leader.
    """

    p_defender_destroyed: float = means("the declared target is destroyed")
    p_attacker_destroyed: float = means("the leading attacker is destroyed")
    p_neither: float = means("neither of the two is destroyed")
    p_no_combat: float = means("no close combat: it needs a red card (part of the line above)")
    p_field_held: float = means("no defender survives and an attacker does")
    p_withdrawal: float = means("attackers that are left go back to where they came from")
    fighters: tuple[Fate, ...]
    """Every unit with its chance of being destroyed."""
    survivors: tuple[tuple[tuple[str, ...], Fraction], ...]
    """Who is left (roles), and how likely that is; the likeliest first, cards without a combat left out."""

    def rows(self) -> Iterator[Row]:
        yield from Answer.rows(self)
        for fate in self.fighters:
            meaning = f"{fate.name} ({fate.role.replace('_', ' ')}) is destroyed"
            yield f"p_{fate.role}_destroyed", meaning, float(fate.p_destroyed), str(fate.p_destroyed)

    def steps(self) -> list[str]:
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


class MeleeKeywords(TypedDict, total=False):
    """The units besides the two, and what the two dare."""

    suicide_attack: bool
    suicide_defence: bool
    followers: Sequence[str | Unit | Fighter]
    helpers: Sequence[str | Unit | Fighter]
    bystanders: Sequence[str | Unit | Fighter]


_KEYWORDS: dict[str, Any] = {
    "suicide_attack": False,
    "suicide_defence": False,
    "followers": (),
    "helpers": (),
    "bystanders": (),
}


def melee(
    attacker: str | Unit,
    defender: str | Unit | Fighter,
    card: str | int | None = None,
    ruleset: RuleSet | str | None = None,
    **others: Unpack[MeleeKeywords],
) -> MeleeOdds:
    """The exact odds of one close combat, with one card or averaged over the deck.

    attacker, defender: names or units; the defender also a ``Fighter``.
    card: as ``QH``, or None: averaged over a full deck, where a black card counts as no combat.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    suicide_attack, suicide_defence: the side takes the extra die of a suicide assault, and dies if its roll fails;
        False.
    followers: up to two that strike after the leader; ().
    helpers: up to two that strike after the declared target; ().
    bystanders: units that fight only if a follower strikes at them; ().

    A ``Fighter`` may be shocked (in the defence), dare the extra die, and choose the enemy that it strikes ``at``; by
    default followers strike at the target while it stands and then at its helpers, helpers at the leader and then at
    its followers.  Improved infantry re-rolls for P(success).

    Raises ``RuleForbids`` for a black card, for a unit that may not assault, follow or help, and for an extra die that
    it does not have; ``UnitNotFound``, ``CardNotFound``, ``InvalidValue`` or ``UnknownName`` for a wrong argument.
    """
    given = read_keywords(others, _KEYWORDS, "odds.melee")
    number = read_card(card)
    rules = ruleset_of(ruleset)
    leader = Fighter(attacker, suicide=truth_value("suicide_attack", given["suicide_attack"]))
    attack = [leader, *_listed("followers", given["followers"])]
    target = read_fighter("defender", defender)
    desperate = truth_value("suicide_defence", given["suicide_defence"]) or target.suicide
    helping, near = _listed("helpers", given["helpers"]), _listed("bystanders", given["bystanders"])
    defence = [Fighter(target.unit, target.shocked, desperate, target.at), *helping, *near]
    asked = _question(attack, defence, len(helping), rules)
    group = len(attack) + len(defence) > 2

    def on_card(red: bool, d: int) -> Counted:
        if not allows_close_combat(red):
            return as_counts([Fraction(n) for n in (0, 0, 1, 1, *[0] * (2 + len(asked.roles) if group else 0))])
        return as_counts(_numbers(asked, fight(asked.combat, d), group))

    if number is not None and not allows_close_combat(is_red(number)):
        raise RuleForbids("PT-MELEE-02", f"{card_name(number)} is black: close combat needs a red card")
    counts, whole = with_card(on_card, number)
    title = f"{asked.names[0]} assaults {asked.names[len(attack)]}: {card_words(number)}"
    first, struck = asked.combat.attackers[0], asked.combat.defenders[0]
    floor = asked.combat.readings.zero_dice_pool
    dice = (strike_dice(first, struck, floor), strike_dice(struck, first, floor))
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
    return [read_fighter(field, one) for one in list_of(field, value, "units")]


def _question(attack: list[Fighter], defence: list[Fighter], helpers: int, rules: RuleSet) -> _Question:
    """The combat; raises what forbids it."""
    whole_number("number of followers", len(attack) - 1, 0, MOST_ATTACKERS - 1)
    helpers = whole_number("number of helpers", helpers, 0, MOST_HELPERS)
    striking = [read_unit("attacker", fighter.unit, rules) for fighter in attack]
    struck = [read_unit("defender", fighter.unit, rules) for fighter in defence]
    for asked, fighter in zip(striking, attack, strict=True):
        check_attacker(asked, fighter)
    for asked, fighter in zip(struck[1 : 1 + helpers], defence[1:], strict=False):
        _check_helper(asked, fighter)
    if len(defence) > 1 + helpers and rules.readings.melee_secondary_targets == MeleeSecondaryTargets.HELPERS_ONLY:
        raise RuleForbids("AMB-80", "only the target and its helpers may be attacked by this ruling")
    sides = [
        [
            side_of(asked, fighter, daring(asked, fighter.suicide, attacking))
            for asked, fighter in zip(units, fighters, strict=True)
        ]
        for units, fighters, attacking in ((striking, attack, True), (struck, defence, False))
    ]
    for fighters, enemies in ((attack, defence), (defence, attack)):
        for place, fighter in enumerate(fighters):
            whole_number("at", fighter.at, 0, 0 if place == 0 else len(enemies) - 1)
    roles = ("leader", *_numbered("follower", len(attack) - 1), "target", *_numbered("helper", helpers))
    roles += _numbered("bystander", len(defence) - 1 - helpers)
    names = told_apart([asked.unit for asked in (*striking, *struck)])
    return _Question(Combat(tuple(sides[0]), tuple(sides[1]), helpers, rules), roles, names)


def _numbered(role: str, count: int) -> tuple[str, ...]:
    return tuple(f"{role}_{number}" for number in range(1, count + 1))


def _check_helper(asked: RuledUnit, fighter: Fighter) -> None:
    readings = asked.readings
    gun = bool(asked.profile.towed_gun)
    late = readings.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK
    switches = (readings.melee_supporters_strike, readings.melee_shocked_defender, readings.melee_guns_help)
    if not may_help(fighter.shocked, False, 0, True, late, *switches):
        raise RuleForbids("AMB-81", f"{asked.name} is shocked: it may not help")
    if not may_help(False, gun, 0, True, late, *switches):
        raise RuleForbids("PT-MELEE-03", f"{asked.name} is a towed gun: it fights only if it is attacked")


def _numbers(asked: _Question, ends: Law[Field], group: bool) -> list[Fraction]:
    """The fields of the answer for one card, then the chance of each unit to be destroyed."""
    combat = asked.combat
    attackers, defenders = len(combat.attackers), len(combat.defenders)
    fates = [
        ends.chance(lambda field, side=side, place=place: not field[side] >> place & 1)  # type: ignore[misc]
        for side, count in ((0, attackers), (1, defenders))
        for place in range(count)
    ]
    neither = ends.chance(lambda field: field.attackers & field.defenders & 1)
    numbers = [fates[attackers], fates[0], neither, Fraction(0)]
    if not group:
        return numbers

    def defended(field: Field) -> bool:
        return any(field.defenders >> place & 1 and defends(combat, place, field) for place in range(defenders))

    after_success = combat.readings.melee_after_success
    held = ends.chance(lambda field: field.attackers and not defended(field))
    back = ends.chance(lambda field: field.attackers and withdraws(defended(field), after_success))
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

    def roles(field: Field) -> tuple[str, ...]:
        bits = field.attackers | field.defenders << attackers
        return tuple(role for place, role in enumerate(asked.roles) if bits >> place & 1)

    left = mixed((1, fight(asked.combat, difficulty(card)).map(roles)) for card in cards)
    share = Fraction(1) if number is not None else Fraction(len(cards), 52)
    return tuple(sorted(((who, p * share) for who, p in left), key=lambda item: (-item[1], item[0])))
