"""The exact odds of off-table support: a barrage, and an air strike.

The targets stand within 6 inches of one another.  They are attacked in a given order; one that is gone is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeVar

from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import truth_value, whole_number
from tigersim.odds import side_effects
from tigersim.odds.arguments import COVERS, FORTIFICATIONS, read_choice, read_unit
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED, Victim, effect
from tigersim.odds.explain import percent
from tigersim.odds.rerolls import HIT, NEAR_MISS, AttackTest, attack_outcomes
from tigersim.odds.resolve import Place, check_position, defence_of, shot_readings
from tigersim.odds.result import Answer, answer, as_counts, means
from tigersim.odds.saves import save_outcomes, suppression_cancelled
from tigersim.odds.targets import Target
from tigersim.odds.volley import start
from tigersim.rules import off_table
from tigersim.rules.flamethrowers import flame_hits
from tigersim.statistics.law import Law

T = TypeVar("T", bound="SupportOdds")

MOST_TARGETS = 6


class Struck(NamedTuple):
    """What support fire leaves of one of its targets."""

    name: str
    p_destroyed: Fraction
    p_one_hit: Fraction
    p_suppressed: Fraction
    """Part of ``p_none``."""
    p_none: Fraction


class SupportAttack(NamedTuple):
    """One attack of the order, as the dice see it."""

    target: int
    """Its number, from 1."""
    dice: int
    difficulty: int
    p_hit: Fraction
    p_near_miss: Fraction
    """It misses and suppresses, unless that is cancelled."""


@answer
class SupportOdds(Answer):
    """What support fire does to its targets, whatever it comes to."""

    p_hit: float = means("the first attack roll reaches the difficulty")
    p_any_destroyed: float = means("at least one target is destroyed")
    expected_attacks: float = means("attacks, on average")
    expected_hits: float = means("attack rolls that hit, on average")
    expected_destroyed: float = means("targets destroyed, on average")
    expected_shocked: float = means("targets left with one hit, on average")
    expected_suppressed: float = means("targets without a hit that lose cards, on average")
    targets: tuple[Struck, ...]
    attacks: tuple[SupportAttack, ...]
    """As many as there can be while no target is destroyed, in their order."""
    rests: tuple[str, ...]
    """Sentences on the targets' saves."""

    OF_EACH: ClassVar[dict[str, str]] = {
        "p_target_{}_destroyed": "destroyed",
        "p_target_{}_one_hit": "one hit: it is shocked",
        "p_target_{}_suppressed": "no hit, but it loses assigned cards",
        "p_target_{}_none": "no hit",
    }
    SOURCES: ClassVar[str] = ""
    """The rules that say with what an attack is made."""
    GOING_ON: ClassVar[str] = ""
    """What comes after an attack."""

    def parts(self) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
        return ((struck.name, struck[1:]) for struck in self.targets)

    def steps(self) -> list[str]:
        steps = []
        for number, attack in enumerate(self.attacks, start=1):
            hit, near = (percent(p.numerator, p.denominator) for p in (attack.p_hit, attack.p_near_miss))
            steps.append(
                f"Attack {number}, at target {attack.target}: {attack.dice} dice against {attack.difficulty}; it hits "
                f"in {hit}, and reaches half of that in {near} more ({self.SOURCES})."
            )
        return [*steps, self.GOING_ON, *self.rests]


@answer
class BarrageOdds(SupportOdds):
    """What a barrage does (PT-SUPPORT-02)."""

    p_neighbour_suppressed: float = means('another enemy within 6" of a target hit loses assigned cards')

    SOURCES: ClassVar[str] = "PT-SUPPORT-02, PT-SUPPORT-05, AMB-63"
    GOING_ON: ClassVar[str] = (
        "Three shots, two at most at one target; a target that is destroyed is passed over, and a shot without a "
        "target is lost. Every hit, saved or not, suppresses a neighbour (PT-SUPPORT-04, 06, AMB-71)."
    )


@answer
class StrikeOdds(SupportOdds):
    """What an air strike does (PT-SUPPORT-07)."""

    SOURCES: ClassVar[str] = "PT-SUPPORT-07, PT-SUPPORT-08, PT-SUPPORT-14, AMB-63"
    GOING_ON: ClassVar[str] = (
        "The strike goes on while its attack rolls hit, saved or not, each attack harder by 2; the first miss ends "
        "it. A target that is destroyed is passed over (PT-SUPPORT-10, 11, 12, 16)."
    )


class _Aim(NamedTuple):
    """One target with all that an attack on it depends on."""

    name: str
    victim: Victim
    anti_air: bool
    flammable: int
    """1 = every hit is lethal (PT-FLAME-05)."""
    low_profile: int
    before: int
    """Its state before the first attack."""


class _Question(NamedTuple):
    """Support fire as asked, checked against the rules."""

    kind: int
    aims: tuple[_Aim, ...]
    order: tuple[int, ...]
    """Places of the targets, from 0; one that is gone is passed over."""
    ruleset: RuleSet

    def test(self, place: int, attacks: int) -> AttackTest:
        """What an attack on a target after so many others is held against."""
        aim = self.aims[place]
        readings = self.ruleset.readings
        needed = off_table.support_difficulty(self.kind, attacks, aim.low_profile, readings.spg_low_profile)
        dice = off_table.support_dice(self.kind, aim.anti_air)
        test = AttackTest(dice, needed, needed, readings.suppression_half, readings.death_trap)
        return test._replace(all_lethal=aim.flammable)


def barrage(
    targets: str | Unit | Target | Sequence[str | Unit | Target],
    ruleset: RuleSet | str | None = None,
    *,
    order: Sequence[int] | None = None,
    neighbour: str | Unit | Target | None = None,
) -> BarrageOdds:
    """The exact odds of a barrage: three shots, not more than two at one target.

    targets: a unit in the open, a ``Target``, or a list of them, all within 6 inches of one another.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    order: the number of the target of each shot, from 1, as (1, 1, 2); None: all in turn, then all again.  A target
        that is destroyed is passed over: more numbers than shots say which is next.  (1,) asks about a single shot.
    neighbour: of the targets, none of them, which every hit suppresses; None: one without any cover dice.

    Re-rolls of saves minimise the expected unsaved hits.  Raises ``RuleForbids`` for a third shot at a target and where
    the ruleset has no support, and ``UnitNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    rules = ruleset_of(ruleset)
    question = _question(off_table.BARRAGE, targets, order, rules)
    beside = None if neighbour is None else _position("neighbour", neighbour)
    stays = side_effects.neighbour_stays(beside, rules, barrage=True)
    ends = _ends(question)
    splashes = off_table.barrage_splashes(off_table.BARRAGE, 1, False)
    pinned = ends.expect(lambda end: 1 - (1 - stays) ** (end.hits if splashes else 0))
    return _answer(BarrageOdds, question, ends, [pinned], "A barrage on")


def air_strike(
    targets: str | Unit | Target | Sequence[str | Unit | Target],
    ruleset: RuleSet | str | None = None,
    *,
    order: Sequence[int] | None = None,
) -> StrikeOdds:
    """The exact odds of an air strike: attacks until the first miss, two at most on a target.

    ``targets``, ``order``: as of ``barrage``; a strike goes on to the end of the order while it hits.  A unit that
    hinders aircraft is written ``"Truck [france] + anti-air"``.  Raises as ``barrage`` does.
    """
    question = _question(off_table.STRIKE, targets, order, ruleset_of(ruleset))
    return _answer(StrikeOdds, question, _ends(question), [], "An air strike on")


# --- what is asked ---------------------------------------------------------------------------------------------------


def _question(kind: int, targets: object, order: Sequence[int] | None, rules: RuleSet) -> _Question:
    if rules.edition == 1:
        raise RuleForbids("PT1-UNIT-01", "the first edition has no off-table support")
    listed = list(targets) if isinstance(targets, Sequence) and not isinstance(targets, str) else [targets]
    whole_number("number of targets", len(listed), 1, MOST_TARGETS)
    aims = tuple(_aim(kind, _position("targets", one), rules) for one in listed)
    return _Question(kind, aims, _order(kind, order, len(aims)), rules)


def _position(field: str, value: object) -> Target:
    """A target, of which only matters where it stands."""
    target = Target.read(field, value)
    if target.distance is not None or target.aspect != "front" or target.arc != "front":
        allowed = "cover, found_cover, fortification and hits_before only: this fire comes from nowhere on the table"
        raise InvalidValue(field, target.name, allowed)
    return target


def _order(kind: int, order: Sequence[int] | None, count: int) -> tuple[int, ...]:
    """Places of the targets in the order of the attacks."""
    if order is None:
        return tuple(range(count)) * off_table.MOST_ATTACKS
    if not isinstance(order, Sequence) or isinstance(order, str) or not order:
        raise InvalidValue("order", order, "numbers of targets, as in (1, 1, 2)")
    for number in order:
        whole_number("order", number, 1, count)
        if not off_table.may_attack_again(order.count(number) - 1):
            rule_id = "PT-SUPPORT-04" if kind == off_table.BARRAGE else "PT-SUPPORT-12"
            raise RuleForbids(rule_id, f"target {number} is attacked more than {off_table.MOST_ATTACKS} times")
    return tuple(number - 1 for number in order)


def _aim(kind: int, target: Target, rules: RuleSet) -> _Aim:
    asked = read_unit("targets", target.unit, rules)
    profile = asked.profile
    whole_number("hits_before", target.hits_before, 0, profile.hits_to_destroy - 1)
    fort = read_choice("fortification", target.fortification, FORTIFICATIONS)
    check_position(asked, fort)
    in_terrain = read_choice("cover", target.cover, COVERS)
    readings = asked.readings
    front = off_table.support_is_frontal(kind, readings.barrage_arc)
    place = Place(front, in_terrain, truth_value("found_cover", target.found_cover), fort)
    half, armored, needed = readings.suppression_half, bool(profile.armored), off_table.support_difficulty(kind, 0, 0)
    suppressible = off_table.support_suppresses(needed - 1, needed, armored, half, readings.armored_suppression)
    victim = Victim(defence_of(asked, place), shot_readings(asked.ruleset), bool(suppressible))
    burns, low = int(flame_hits(1, False, bool(profile.flammable)) == 2), profile.low_profile
    return _Aim(asked.name, victim, bool(profile.anti_air), burns, low, start(target.hits_before))


# --- the attacks, one after the other --------------------------------------------------------------------------------


class _End(NamedTuple):
    """Where the targets are, and what has been rolled."""

    states: tuple[int, ...]
    place: int
    """In the order."""
    attacks: int
    hits: int
    over: bool


def _ends(question: _Question) -> Law[_End]:
    """Where support fire can end."""
    now = Law.sure(_End(tuple(aim.before for aim in question.aims), 0, 0, 0, False))
    while not all(end.over for end in now.ways):
        now = now.then(lambda end: Law.sure(end) if end.over else _attacked(question, end))
    return now


def _attacked(question: _Question, end: _End) -> Law[_End]:
    """What the next attack, if there is one, leads to."""
    order, place = question.order, end.place
    while place < len(order) and end.states[order[place]] == DESTROYED:
        place += 1
    if place == len(order):
        return Law.sure(end._replace(over=True))
    target = order[place]
    state = end.states[target]
    found = attack_outcomes(question.test(target, end.attacks))
    does = effect(question.aims[target].victim, int(state == ONE_HIT))
    after = []
    for outcome, ways in enumerate(found):
        hit = outcome >= HIT
        over = not off_table.support_goes_on(question.kind, end.attacks + 1, hit)
        for left, count in enumerate(does.after[outcome]):
            now = max(left, state) if state == SUPPRESSED else left
            states = (*end.states[:target], now, *end.states[target + 1 :])
            after.append((_End(states, place + 1, end.attacks + 1, end.hits + hit, over), ways * count))
    return Law.of(after)


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(answer: type[T], question: _Question, ends: Law[_End], more: list[Fraction], what: str) -> T:
    struck = tuple(_struck(aim, place, ends) for place, aim in enumerate(question.aims))
    attacks = tuple(_attacks(question))
    numbers = [
        attacks[0].p_hit,
        ends.chance(lambda end: DESTROYED in end.states),
        ends.expect(lambda end: end.attacks),
        ends.expect(lambda end: end.hits),
        *(sum(column, Fraction(0)) for column in zip(*(one[1:4] for one in struck), strict=True)),
        *more,
    ]
    counts, whole = as_counts(numbers)
    names = ", ".join(aim.name for aim in question.aims)
    rests = tuple(_saves(number, aim) for number, aim in enumerate(question.aims, start=1))
    return answer.of(f"{what} {names}", counts, whole, targets=struck, attacks=attacks, rests=rests)


def _struck(aim: _Aim, place: int, ends: Law[_End]) -> Struck:
    shares = ends.map(lambda end: end.states[place])
    none = 1 - shares[DESTROYED] - shares[ONE_HIT]
    return Struck(aim.name, shares[DESTROYED], shares[ONE_HIT], shares[SUPPRESSED], none)


def _attacks(question: _Question) -> Iterator[SupportAttack]:
    """The attacks while no target is destroyed, as far as they can be made."""
    for number, place in enumerate(question.order):
        test = question.test(place, number)
        found = attack_outcomes(test)
        hit, near = (Fraction(ways, sum(found)) for ways in (sum(found[HIT:]), found[NEAR_MISS]))
        yield SupportAttack(place + 1, test.dice, test.difficulty, hit, near * question.aims[place].victim.suppressible)
        if not hit or (question.kind == off_table.BARRAGE and number + 1 == off_table.BARRAGE_SHOTS):
            return


def _saves(number: int, aim: _Aim) -> str:
    """What a target saves with, in a sentence."""
    defence = aim.victim.defence
    found = save_outcomes(aim.victim.save_roll(1)._replace(hits=1), defence.rerolls, defence.extent)
    stopped = percent(found[0] + found[1], sum(found))
    kept = percent(*suppression_cancelled(defence))
    lost = f"it keeps its cards in {kept} (PT-SUPPORT-15)" if aim.victim.suppressible else "it keeps its cards (AMB-65)"
    return (
        f"Target {number}, {aim.name}, has {defence.armor_dice} armour and {defence.cover_dice} cover dice against it: "
        f"a hit is stopped in {stopped} (PT-SUPPORT-13, AMB-132); of a miss that reaches half {lost}."
    )
