"""The exact odds of Follow me!: a leader and up to two followers act with one card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import list_of, truth_value, whole_number
from tigersim.odds.arguments import (
    TERRAINS,
    RuledUnit,
    UnitAsked,
    card_words,
    read_card,
    read_choice,
    read_distance,
    read_unit,
)
from tigersim.odds.deeds import FIND_COVER, FIRE, MOVE, Deeds
from tigersim.odds.dice import Counted, colours_of, with_card
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.find_cover import forbid_find_cover
from tigersim.odds.move import why_no_move
from tigersim.odds.resolve import FireAction
from tigersim.odds.result import Answer, TargetOdds, answer, as_counts, means
from tigersim.odds.targets import Firing, Target
from tigersim.odds.volley import HITS, NOTHING, STATES, Ends, ends, led, start, volleys
from tigersim.rules.cards import allows_find_cover
from tigersim.rules.follow import MOST_IN_GROUP, Follower, can_be_followed, follows, may_follow
from tigersim.statistics.law import Law, mixed, together

ACTIONS = {action: action for action in (FIRE, MOVE, FIND_COVER)}


@dataclass(frozen=True, slots=True)
class Member(UnitAsked):
    """A unit of the group; where nothing is said it stands as the question says of all."""

    distance: float | None = None
    """To the target, in inches."""
    weapon: str = "main"
    aspect: str | None = None
    """Where its shot strikes the target."""
    arc: str | None = None
    """Where the target lies, seen from it."""
    on_road: bool = False
    terrain: str = "none"
    """That it looks for cover in."""


class Acted(NamedTuple):
    """What one unit of the group comes to."""

    name: str
    values: tuple[Fraction, ...]


@answer
class FollowFireOdds(TargetOdds):
    """Fire of a group at one target: the state it leaves, and the state after each unit in turn."""

    expected_hits: float = means("hits that get through, on average")
    p_no_action: float = means("the leader may not fire on such a card, so nobody follows")
    members: tuple[Acted, ...]
    """For each unit: P(one hit), P(destroyed) once it and all before it have fired."""

    OF_EACH: ClassVar[dict[str, str]] = {
        "p_one_hit_after_{}": "after its fire the target has one hit",
        "p_destroyed_after_{}": "after its fire the target is destroyed",
    }

    def parts(self) -> tuple[Acted, ...]:
        return self.members

    def steps(self) -> list[str]:
        return _steps(self.members)


@answer
class FollowOdds(Answer):
    """A move, or a search for cover, of a group."""

    p_all: float = means("every unit succeeds")
    p_none: float = means("none does")
    expected_units: float = means("units that succeed, on average")
    p_no_action: float = means(
        "the leader may not do this on such a card, so nobody follows (part of the line of none)"
    )
    members: tuple[Acted, ...]
    """For each unit: P(it succeeds), inches it may go on average."""
    units: tuple[tuple[int, Fraction], ...]
    """Pairs (so many units succeed, probability)."""

    OF_EACH: ClassVar[dict[str, str]] = {
        "p_success_{}": "it succeeds",
        "expected_inches_{}": "inches it may go, on average (a failed roll counts as 0)",
    }

    def parts(self) -> tuple[Acted, ...]:
        return self.members

    def steps(self) -> list[str]:
        return _steps(self.members)


def _steps(members: tuple[Acted, ...]) -> list[str]:
    names = ", ".join(member.name for member in members)
    return [
        f"They act in the order of the chain: {names} (PT-FOLLOW-05).",
        "Each rolls its own dice against the difficulty of the leader's card (PT-FOLLOW-04, AMB-88).",
    ]


def follow(
    units: Sequence[str | Unit | Member],
    action: str = FIRE,
    card: str | int | None = None,
    target: str | Unit | Target | None = None,
    distance: float = 10,
    objective: str = "hit",
    ruleset: RuleSet | str | None = None,
    *,
    inches: float = 0,
) -> FollowFireOdds | FollowOdds:
    """The exact odds of a leader and up to two followers that act with one card.

    units: names, units or ``Member``, in the order of the chain, the leader first.
    action: fire (all at the target, whose hits carry over), move or find_cover; close combat is asked of ``melee``.
    card: as ``QH``, or None: averaged over a full deck; where the leader may not act none does, where a follower may
        not it stands by.
    target: a unit in the open or a ``Target``, for fire.
    distance: inches to the target, of every member without one of its own.
    objective: what re-rolls of attacks aim at: hit, or destroy = P(destroyed) by all that is still to come.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    inches: a move succeeds if the unit may go at least so far.

    Raises ``RuleForbids`` for an action that a unit may not do, or others may not follow; ``UnitNotFound``,
    ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    number = read_card(card)
    rules = ruleset_of(ruleset)
    members = [Member.read("units", one) for one in list_of("units", units, "units, the leader first")]
    whole_number("number of units", len(members), 1, MOST_IN_GROUP)
    asked = [read_unit("units", member.unit, rules) for member in members]
    kind = read_choice("action", action, ACTIONS)
    _check_group(asked, kind, rules)
    if kind == FIRE:
        if target is None:
            raise InvalidValue("target", target, "who is fired at, a unit or a Target")
        aimed = Target.read("target", target)
        firing = Firing(read_distance(distance), objective, rules)
        question: _Fire | _Move = _Fire(members, asked, aimed, firing)
    else:
        question = _Move(members, asked, kind, read_distance(inches), rules)
    colours = colours_of(number)
    for place, unit in enumerate(asked):
        reasons = [question.forbidden(place, red) for red in colours]
        if all(reasons):
            on = card_words(number)
            raise RuleForbids(reasons[0], f"{unit.name} may not {kind.replace('_', ' ')} on {on}")
    counts, whole = with_card(question.on_card, number)
    drawn = card_words(number)
    title = f"Follow me! {', '.join(unit.name for unit in asked)}: {kind.replace('_', ' ')}, {drawn}"
    return question.answer(title, counts, whole)


def _check_group(asked: list[RuledUnit], action: str, rules: RuleSet) -> None:
    """Raise if the action may not be followed, or a unit may never follow."""
    readings = rules.readings
    if action == FIND_COVER:
        forbid_find_cover(rules)
    if len(asked) > 1 and not can_be_followed(action == FIND_COVER, readings.follow_actions):
        raise RuleForbids("AMB-86", "nobody may follow a unit that finds cover by this ruling")
    for unit in asked[1:]:
        follower = Follower(0, 0, False, 0, unit.profile.max_actions, False)
        if not may_follow(follower, no_radio_scope=readings.no_radio_scope):
            raise RuleForbids("AMB-109", f"{unit.name} has no radio: it may not follow by this ruling")


def _marked(then: Ends) -> Ends:
    """``Ends`` with four columns more: the state of the target before all this."""
    return Ends(
        tuple((*row, *(then.whole * (state == place) for place in STATES)) for state, row in enumerate(then.rows)),
        then.whole,
    )


class _Fire:
    """All fire at one target, one after another."""

    def __init__(self, members: list[Member], asked: list[RuledUnit], aimed: Target, firing: Firing) -> None:
        self.asked = asked
        self.fires = [_fire(member, aimed, firing) for member in members]
        self.before = start(aimed.hits_before)
        self.independent = firing.ruleset.readings.follow_independent

    def forbidden(self, place: int, red: bool) -> str:
        return self.fires[place].forbidden(red)

    def on_card(self, red: bool, d: int) -> Counted:
        """The fields of the answer, then P(one hit) and P(destroyed) after each unit, in counts."""
        acts = self.fires[0].dice(red) > 0
        after = alone = NOTHING
        for place in range(len(self.fires) - 1, -1, -1):
            rolls = volleys(self.fires[place].shot, red, d) if acts else ()
            after, alone = _marked(after), _marked(alone)
            if place == 0 and not follows(False, self.independent):
                after = led(rolls, after, alone)
            else:
                after = ends(rolls, after)
        row = [Fraction(count, after.whole) for count in after.rows[self.before]]
        values = [row[CLEAN] + row[SUPPRESSED], row[ONE_HIT], row[DESTROYED], row[SUPPRESSED], row[HITS]]
        values.append(Fraction(not acts))
        for place in range(len(self.fires)):
            first = HITS + 1 + 4 * (len(self.fires) - 1 - place)
            values += [row[first + ONE_HIT], row[first + DESTROYED]]
        return as_counts(values)

    def answer(self, title: str, counts: tuple[int, ...], whole: int) -> FollowFireOdds:
        plain = len(FollowFireOdds.MEANING)
        each = _by_unit(self.asked, counts[plain:], whole, 2)
        return FollowFireOdds.of(title, counts[:plain], whole, members=each)


def _fire(member: Member, aimed: Target, firing: Firing) -> FireAction:
    """One member's fire."""
    stands = replace(
        aimed,
        distance=aimed.distance if member.distance is None else member.distance,
        aspect=aimed.aspect if member.aspect is None else member.aspect,
        arc=aimed.arc if member.arc is None else member.arc,
    )
    return stands.shot_at(member.unit, member.weapon, firing)


class _Move:
    """All move, or look for cover: each rolls for itself, against the same card."""

    def __init__(
        self, members: list[Member], asked: list[RuledUnit], action: str, inches: float, rules: RuleSet
    ) -> None:
        self.asked, self.action, self.inches = asked, action, inches
        self.deeds = [
            Deeds.of(unit, truth_value("on_road", member.on_road), read_choice("terrain", member.terrain, TERRAINS))
            for unit, member in zip(asked, members, strict=True)
        ]
        self.independent = rules.readings.follow_independent

    def forbidden(self, place: int, red: bool) -> str:
        if self.action == MOVE:
            return why_no_move(self.asked[place], red)
        return "" if allows_find_cover(red) else "PT-COVER-04"

    def _chance(self, place: int, red: bool, d: int) -> tuple[Fraction, Fraction, Fraction]:
        """(P(the roll succeeds), P(it is also far enough), inches on average)."""
        if self.forbidden(place, red):
            return Fraction(0), Fraction(0), Fraction(0)
        if self.action == FIND_COVER:
            found = self.deeds[place].finds(d)
            return found, found, Fraction(0)
        reach = self.deeds[place].move.reach(red, d) or (1,)
        whole = sum(reach)
        enough = sum(count for far, count in enumerate(reach) if far and far >= self.inches)
        inches = sum(far * count for far, count in enumerate(reach))
        return 1 - Fraction(reach[0], whole), Fraction(enough, whole), Fraction(inches, whole)

    def on_card(self, red: bool, d: int) -> Counted:
        """The answer's fields, P(0, 1, .. succeed), P(success) and inches of each unit, in counts."""
        n = len(self.asked)
        acts = not self.forbidden(0, red)
        chances = [self._chance(place, red, d) for place in range(n)]
        parts: list[tuple[Fraction, Law[int]]] = []
        each = [[Fraction(0), Fraction(0)] for _ in range(n)]
        # the leader's own roll first: it decides whether the others roll at all
        led_by = [(True, chances[0][1], chances[0][0]), (False, Fraction(0), 1 - chances[0][0])]
        for passed, enough, p in led_by:
            if not p:
                continue
            joins = acts and follows(passed, self.independent)
            leader = enough / p if passed else Fraction(0)
            rates = [leader, *(chance[1] if joins else Fraction(0) for chance in chances[1:])]
            parts.append((p, together(map(Law.trial, rates)).map(sum)))
            for place, rate in enumerate(rates):
                each[place][0] += p * rate
                each[place][1] += p * chances[place][2] * joins
        each[0][1] = chances[0][2]
        number = mixed(parts)
        values = [number[n], number[0], number.mean, Fraction(not acts), *(number[count] for count in range(n + 1))]
        return as_counts([*values, *(value for one in each for value in one)])

    def answer(self, title: str, counts: tuple[int, ...], whole: int) -> FollowOdds:
        plain, n = len(FollowOdds.MEANING), len(self.asked)
        spread = tuple((units, Fraction(count, whole)) for units, count in enumerate(counts[plain : plain + n + 1]))
        each = _by_unit(self.asked, counts[plain + n + 1 :], whole, 2)
        return FollowOdds.of(title, counts[:plain], whole, members=each, units=spread)


def _by_unit(asked: list[RuledUnit], counts: tuple[int, ...], whole: int, width: int) -> tuple[Acted, ...]:
    values = [Fraction(count, whole) for count in counts]
    return tuple(
        Acted(unit.name, tuple(values[place * width : (place + 1) * width])) for place, unit in enumerate(asked)
    )
