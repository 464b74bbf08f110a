"""The exact odds of a Move action: whether the unit moves, and how far it may go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, reduce
from itertools import product
from operator import le
from typing import NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.given import truth_value
from tigersim.odds.arguments import RuledUnit, card_words, read_order
from tigersim.odds.dice import Counted, Roll, colours_of, rolls, with_card
from tigersim.odds.result import Answer, answer, means
from tigersim.rules.amphibious import WATER_INCHES, may_enter_water
from tigersim.rules.arithmetic import with_face
from tigersim.rules.movement import (
    hit_by_own_failure,
    move_allowance,
    move_kept_count,
    move_succeeds,
    move_test_total,
    move_total,
)
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, reroll_extent
from tigersim.rules.wheels import road_dice

Reach = tuple[int, ...]
"""Counts by inches; place 0 holds the failures."""


@answer
class MoveOdds(Answer):
    """What a Move action comes to."""

    p_success: float = means("it may move")
    p_own_hit: float = means("the roll fails and costs it a hit (unreliable)")
    p_immobilised: float = means("the roll fails and it is stuck (weak running gear)")
    expected_inches: float = means("inches it may go, on average (no move counts as 0)")
    p_no_move: float = means("no roll: the rules forbid a move on such a card")
    reach: tuple[tuple[int, float], ...]
    """Pairs (inches the unit may go, probability); 0 inches = it does not move."""
    dice: tuple[tuple[bool, int], ...]
    """Pairs (red, move dice) of the cards asked about; the road die is not counted."""
    road: int
    bonus: int
    """Dice on top, which no class drops (AMB-29)."""

    def steps(self) -> list[str]:
        extra = f" and {self.bonus} on top, never dropped," if self.bonus else ""
        extra += " and the road die (PT-WHEEL-01)" if self.road else ""
        return [
            f"On a {'red' if red else 'black'} card it rolls {dice} dice{extra} against the difficulty (PT-MOVE-01)."
            for red, dice in self.dice
        ]


class MoveRoll(NamedTuple):
    """What a move roll is made of and held against."""

    dice: int
    kept: int
    road: int
    """1 = a road die is rolled too."""
    cap: int
    difficulty: int
    move_test_value: int = 0
    """Option of AMB-28."""
    road_die_in_test: int = 0
    """Option of AMB-31."""
    bonus: int = 0
    """Dice on top, all of which count (AMB-29)."""


def move(
    unit: str | Unit,
    card: str | int | None = None,
    on_road: bool = False,
    ruleset: RuleSet | str | None = None,
    *,
    on_water: bool = False,
) -> MoveOdds:
    """The exact odds of a Move action with one card, or averaged over the deck.

    unit: a name or a ``Unit``.
    card: as ``QH``, or None: averaged over a full deck.
    on_road: it starts on a road; a wheeled unit then rolls the road die, whose inches count on the road only.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    on_water: it moves on water, six inches at most.

    Re-rolls maximise P(success).  Raises ``RuleForbids`` for a card, or a unit, that does not allow a move, and
    ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    asked, number = read_order(unit, card, ruleset)
    profile = asked.profile
    plan = move_plan(asked, truth_value("on_road", on_road))
    if truth_value("on_water", on_water):
        plan = _afloat(asked, plan)
    elif profile.water_only:
        raise RuleForbids("PT-AMPHIB-02", f"{asked.name} moves on water only")
    for red in colours_of(number):
        rule_id = why_no_move(asked, red)
        if not rule_id:
            break
    else:
        raise RuleForbids(rule_id, f"{asked.name} may not move on {'any' if number is None else _colour(red)} card")

    def on_card(red: bool, d: int) -> Counted:
        reach = plan.reach(red, d)
        if reach is None:
            return _fields((1,), False, False, True), 1
        return _fields(reach, plan.own_hit, plan.stuck, False), sum(reach)

    counts, whole = with_card(on_card, number)
    ground = " on water" if on_water else " from a road" if on_road else ""
    title = f"{asked.name} moves{ground}: {card_words(number)}"
    numbers, reach = counts[:_NUMBERS], counts[_NUMBERS:]
    spread = tuple((inches, count / whole) for inches, count in enumerate(reach) if count)
    dice = tuple((red, profile.move_red if red else profile.move_black) for red in colours_of(number))
    return MoveOdds.of(title, numbers, whole, reach=spread, dice=dice, road=plan.road, bonus=profile.move_bonus)


_NUMBERS = len(MoveOdds.MEANING)
_LONGEST = 60


def _fields(reach: Reach, own_hit: bool, stuck: bool, no_move: bool) -> tuple[int, ...]:
    """The numbers of the answer, then the reach padded to one length."""
    failed, whole = reach[0], sum(reach)
    inches = sum(distance * count for distance, count in enumerate(reach))
    numbers = (whole - failed, failed * own_hit, failed * stuck, inches, whole * no_move)
    return numbers + reach + (0,) * (_LONGEST - len(reach))


def _afloat(asked: RuledUnit, plan: MovePlan) -> MovePlan:
    """The Move action on water; raises for a unit that may not be there."""
    profile = asked.profile
    if not may_enter_water(bool(profile.amphibious), bool(profile.water_only)):
        raise RuleForbids("PT-AMPHIB-01", f"{asked.name} may not enter water")
    return plan._replace(cap=min(plan.cap, WATER_INCHES) if plan.cap else WATER_INCHES)


def why_no_move(asked: RuledUnit, red: bool) -> str:
    """ID of the rule that forbids a move on a card of this colour, "" if none does."""
    profile = asked.profile
    if profile.move_red if red else profile.move_black:
        return ""
    if profile.immobile:
        return "AMB-126"
    for trait in ("slow", "poor_command") if red else ():
        if trait in asked.unit.disadvantages:
            return f"PT-DIS-{trait.upper()}"
    return "AMB-30"


def _colour(red: bool) -> str:
    return "a red" if red else "a black"


class MovePlan(NamedTuple):
    """All of a unit's Move action but the card; ``MoveRoll`` says what its numbers are."""

    red_dice: int
    black_dice: int
    keep: int
    drop: int
    bonus: int
    road: int
    cap: int
    move_test_value: int
    road_die_in_test: int
    rerolls: tuple[int, int]
    """Permissions, and what they extend to."""
    own_hit: bool
    """A failed roll costs it a hit."""
    stuck: bool
    """A failed roll immobilises it."""

    def reach(self, red: bool, difficulty: int) -> Reach | None:
        """Counts by the inches it may go, 0 = the roll fails; None if the card allows no move."""
        dice = self.red_dice if red else self.black_dice
        if dice == 0:
            return None
        kept = move_kept_count(dice, self.keep, self.drop)
        readings = (self.move_test_value, self.road_die_in_test)
        return move_outcomes(
            MoveRoll(dice, kept, self.road, self.cap, difficulty, *readings, self.bonus), *self.rerolls
        )


def move_plan(asked: RuledUnit, on_road: bool) -> MovePlan:
    """The unit's Move action on land."""
    profile, readings = asked.profile, asked.readings
    unreliable = bool(profile.unreliable or profile.engine_fire)
    return MovePlan(
        profile.move_red,
        profile.move_black,
        profile.move_keep,
        profile.move_drop,
        profile.move_bonus,
        road_dice(bool(profile.road_die), on_road),
        profile.move_cap,
        readings.move_test_value,
        readings.road_die_in_test,
        reroll_extent(profile.move_rerolls, profile.move_whole, readings.improved_reroll_extent),
        hit_by_own_failure(unreliable, bool(profile.vehicle), readings.unreliable_scope),
        bool(profile.weak_running_gear),
    )


@lru_cache(maxsize=4096)
def move_outcomes(roll: MoveRoll, permissions: int = 0, extent: int = ONE_OR_ALL) -> Reach:
    """Counts by the inches the unit may go (0 = the roll fails); they add up to a power of 6.

    With re-roll ``permissions`` (0 to 2) of this ``extent`` the owner maximises P(success).
    """
    choices = _MoveChoices(roll, extent)
    counts = [0] * (choices.longest + 1)
    for faces, ways in rolls(roll.dice):
        for top, top_ways in rolls(roll.bonus):
            for road in range(1, 7) if roll.road else (0,):
                free = _Free(faces, top, road if roll.road else 0)
                for inches, count in enumerate(choices.best(free, _Lying((), 0, 0), permissions)):
                    counts[inches] += ways * top_ways * count
    return tuple(counts)


class _Free(NamedTuple):
    """Dice that may be re-rolled: of the pool, on top, the road die (0 = none)."""

    pool: Roll
    top: Roll
    road: int

    def dice(self) -> int:
        return len(self.pool) + len(self.top) + (self.road > 0)


class _Lying(NamedTuple):
    """Dice that were re-rolled: of the pool, the sum of those on top, the road die (0 = none)."""

    pool: Roll
    top: int
    road: int


class _Again(NamedTuple):
    """How many dice are rolled again: lowest of the pool, lowest on top; and the road die."""

    pool: int
    top: int
    road: bool


class _MoveChoices:
    """Solves one move roll: the best choice in every state, each state once."""

    def __init__(self, roll: MoveRoll, extent: int) -> None:
        self.roll, self.extent = roll, extent
        self.longest = move_allowance(6 * (roll.dice + roll.road + roll.bonus), roll.cap)
        self.inches: Callable[[Roll, int, int], int] = cache(self._inches)
        self.best: Callable[[_Free, _Lying, int], Reach] = cache(self._best)
        self.all_dice: Callable[[int, int, bool, _Lying], Reach] = cache(self._all_dice)

    def _inches(self, pool: Roll, top: int, road: int) -> int:
        """How far the dice, as they lie, let the unit go; 0 if they fail."""
        packed, roll = reduce(with_face, pool, 0), self.roll
        test = move_test_total(packed, roll.kept, road, roll.move_test_value, roll.road_die_in_test, top)
        if not move_succeeds(test, roll.difficulty):
            return 0
        return move_allowance(move_total(packed, roll.kept) + top + road, roll.cap)

    def _best(self, free: _Free, lying: _Lying, permissions: int) -> Reach:
        """Counts by inches (adding up to 6^free dice) when the ``free`` dice may be re-rolled."""
        keep = [0] * (self.longest + 1)
        now = self.inches(_sorted(free.pool, lying.pool), sum(free.top) + lying.top, free.road + lying.road)
        keep[now] = 6 ** free.dice()
        best = tuple(keep)
        if permissions == 0 or best[0] == 0:
            return best
        for again in self._again(_Again(len(free.pool), len(free.top), free.road > 0)):
            choice = self._roll_again(again, free, lying, permissions - 1)
            if choice[0] < best[0]:
                best = choice
        return best

    def _again(self, free: _Again) -> Iterator[_Again]:
        """What one permission may re-roll of so many free dice, fewer dice before more."""
        if self.extent == ANY_DICE:
            every = product(range(free.pool + 1), range(free.top + 1), range(free.road + 1))
            yield from sorted((_Again(pool, top, bool(road)) for pool, top, road in every), key=sum)[1:]
            return
        if self.extent == ONE_OR_ALL:
            for one in (_Again(1, 0, False), _Again(0, 0, True), _Again(0, 1, False)):
                if one != free and all(map(le, one, free)):
                    yield one
        yield free

    def _roll_again(self, again: _Again, free: _Free, lying: _Lying, left: int) -> Reach:
        """Counts when the lowest dice of each sort are rolled again, then the best of what is left."""
        rest = _Free(free.pool[again.pool :], free.top[again.top :], 0 if again.road else free.road)
        if not rest.dice():
            return self.all_dice(len(free.pool), len(free.top), free.road > 0, lying)
        counts = [0] * (self.longest + 1)
        for faces, ways in rolls(again.pool):
            pool = _sorted(faces, lying.pool)
            for top, top_ways in rolls(again.top):
                for face in range(1, 7) if again.road else (lying.road,):
                    then = self.best(rest, _Lying(pool, lying.top + sum(top), face), left)
                    for inches, count in enumerate(then):
                        counts[inches] += ways * top_ways * count
        return tuple(counts)

    def _all_dice(self, pool_dice: int, top_dice: int, road_die: bool, lying: _Lying) -> Reach:
        counts = [0] * (self.longest + 1)
        for faces, ways in rolls(pool_dice):
            pool = _sorted(faces, lying.pool)
            for top, top_ways in rolls(top_dice):
                for face in range(1, 7) if road_die else (lying.road,):
                    counts[self.inches(pool, sum(top) + lying.top, face)] += ways * top_ways
        return tuple(counts)


def _sorted(faces: Roll, others: Roll) -> Roll:
    return tuple(sorted(faces + others)) if others else faces
