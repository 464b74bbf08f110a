"""The exact odds of a Move action: whether the unit moves, and how far it may go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.dice import Roll, over_deck, rolls
from tigersim.odds.questions import Asked, ask_card, ask_flag, ask_ruleset, ask_unit, option_codes
from tigersim.odds.result import Answer
from tigersim.rules.arithmetic import with_face
from tigersim.rules.cards import difficulty, is_red
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


@dataclass(frozen=True, slots=True, repr=False)
class MoveOdds(Answer):
    """What a Move action comes to."""

    p_success: float
    p_own_hit: float
    p_immobilised: float
    expected_inches: float
    p_no_move: float
    reach: tuple[tuple[int, float], ...]
    """Pairs (inches the unit may go, probability); 0 inches = it does not move."""
    dice: tuple[tuple[bool, int], ...]
    """Pairs (red, move dice) of the cards asked about; the road die is not counted."""
    road: int

    MEANING: ClassVar[dict[str, str]] = {
        "p_success": "it may move",
        "p_own_hit": "the roll fails and costs it a hit (unreliable)",
        "p_immobilised": "the roll fails and it is stuck (weak running gear)",
        "expected_inches": "inches it may go, on average (no move counts as 0)",
        "p_no_move": "no roll: the rules forbid a move on such a card",
    }

    def steps(self) -> list[str]:
        """How the numbers come about."""
        extra = " and the road die (PT-WHEEL-01)" if self.road else ""
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


def move(
    unit: str | Unit,
    card: str | int | None = None,
    on_road: bool = False,
    ruleset: RuleSet | str | None = None,
) -> MoveOdds:
    """The exact odds of a Move action on land with one card, or averaged over the deck.

    ``on_road``: it starts on a road (a wheeled unit then rolls the road die, whose inches count on the road only).
    Re-rolls maximise P(success).  Raises ``RuleForbids`` for a card, or a unit, that does not allow a move, and
    ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    number = ask_card(card)
    rules = ask_ruleset(ruleset)
    asked = ask_unit("unit", unit, rules)
    profile = asked.profile
    plan = move_plan(asked, rules, ask_flag("on_road", on_road))
    for red in (is_red(number),) if number is not None else (True, False):
        rule_id = why_no_move(asked, red)
        if not rule_id:
            break
    else:
        raise RuleForbids(
            rule_id, f"{asked.unit.name} may not move on {'any' if number is None else _colour(red)} card"
        )

    def on_card(red: bool, d: int) -> tuple[tuple[int, ...], int]:
        reach = plan.reach(red, d)
        if reach is None:
            return _fields((1,), False, False, True), 1
        return _fields(reach, plan.own_hit, plan.stuck, False), sum(reach)

    if number is None:
        counts, whole = over_deck(on_card)
        colours: tuple[bool, ...] = (True, False)
    else:
        colours = (is_red(number),)
        counts, whole = on_card(colours[0], difficulty(number))
    where = "any card" if number is None else card_name(number)
    title = f"{asked.unit.name} moves{' from a road' if on_road else ''}: {where}"
    numbers, reach = counts[:_NUMBERS], counts[_NUMBERS:]
    spread = tuple((inches, count / whole) for inches, count in enumerate(reach) if count)
    dice = tuple((red, profile.move_red if red else profile.move_black) for red in colours)
    return MoveOdds.of(title, numbers, whole, reach=spread, dice=dice, road=plan.road)


_NUMBERS = len(MoveOdds.MEANING)
_LONGEST = 60


def _fields(reach: Reach, own_hit: bool, stuck: bool, no_move: bool) -> tuple[int, ...]:
    """The numbers of the answer, then the reach padded to one length."""
    failed, whole = reach[0], sum(reach)
    inches = sum(distance * count for distance, count in enumerate(reach))
    numbers = (
        whole - failed,
        failed if own_hit else 0,
        failed if stuck else 0,
        inches,
        whole if no_move else 0,
    )
    return numbers + reach + (0,) * (_LONGEST - len(reach))


def why_no_move(asked: Asked, red: bool) -> str:
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
    """All of a unit's Move action but the card."""

    red_dice: int
    black_dice: int
    keep: int
    drop: int
    road: int
    """1 = a road die is rolled too."""
    cap: int
    move_test_value: int
    """Options of AMB-28 and AMB-31."""
    road_die_in_test: int
    rerolls: tuple[int, int]
    """Permissions, and what they extend to."""
    own_hit: bool
    """A failed roll costs it a hit."""
    stuck: bool
    """A failed roll immobilises it."""

    def reach(self, red: bool, difficulty: int) -> Reach | None:
        """Counts by the inches it may go, 0 = the roll fails; None if it may not move on such a card."""
        dice = self.red_dice if red else self.black_dice
        if dice == 0:
            return None
        kept = move_kept_count(dice, self.keep, self.drop)
        readings = (self.move_test_value, self.road_die_in_test)
        return move_outcomes(MoveRoll(dice, kept, self.road, self.cap, difficulty, *readings), *self.rerolls)


def move_plan(asked: Asked, rules: RuleSet, on_road: bool) -> MovePlan:
    """The unit's Move action on land."""
    profile = asked.profile
    test_value, road_test, scope, extent = option_codes(
        rules, ("move_test_value", "road_die_in_test", "unreliable_scope", "improved_reroll_extent")
    )
    return MovePlan(
        profile.move_red,
        profile.move_black,
        profile.move_keep,
        profile.move_drop,
        road_dice(bool(profile.road_die), on_road),
        profile.move_cap,
        test_value,
        road_test,
        reroll_extent(profile.move_rerolls, profile.move_whole, extent),
        hit_by_own_failure(bool(profile.unreliable or profile.engine_fire), bool(profile.vehicle), scope),
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
        for road in range(1, 7) if roll.road else (0,):
            for inches, count in enumerate(choices.best(faces, (), road, bool(roll.road), permissions)):
                counts[inches] += ways * count
    return tuple(counts)


class _MoveChoices:
    """Solves one move roll: the best choice in every state, each state once (as for attacks, ``odds.rerolls``)."""

    def __init__(self, roll: MoveRoll, extent: int) -> None:
        self.roll, self.extent = roll, extent
        self.longest = move_allowance(6 * (roll.dice + roll.road), roll.cap)
        self.known: dict[tuple[object, ...], Reach] = {}
        self.ends: dict[tuple[Roll, int], int] = {}

    def inches(self, faces: Roll, road: int) -> int:
        """How far the dice, as they lie, let the unit go; 0 if they fail."""
        end = self.ends.get((faces, road))
        if end is None:
            packed = 0
            for face in faces:
                packed = with_face(packed, face)
            roll = self.roll
            test = move_test_total(packed, roll.kept, road, roll.move_test_value, roll.road_die_in_test)
            end = 0
            if move_succeeds(test, roll.difficulty):
                end = move_allowance(move_total(packed, roll.kept) + road, roll.cap)
            self.ends[faces, road] = end
        return end

    def best(self, free: Roll, fixed: Roll, road: int, road_free: bool, permissions: int) -> Reach:
        """Counts by inches (adding up to 6^free dice) when ``free`` dice, and maybe the road die, may be re-rolled."""
        key = (free, fixed, road, road_free, permissions)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._solve(free, fixed, road, road_free, permissions)
        return known

    def _solve(self, free: Roll, fixed: Roll, road: int, road_free: bool, permissions: int) -> Reach:
        keep = [0] * (self.longest + 1)
        keep[self.inches(_sorted(free, fixed), road)] = 6 ** (len(free) + road_free)
        best = tuple(keep)
        if permissions == 0 or best[0] == 0:
            return best
        for dice, road_too in self._again(len(free), road_free):
            if dice == len(free) and road_too == road_free:
                choice = self._all_dice(dice, fixed, road, road_free)
            else:
                choice = self._lowest(dice, road_too, free, fixed, road, road_free, permissions - 1)
            if choice[0] < best[0]:
                best = choice
        return best

    def _again(self, free: int, road_free: bool) -> list[tuple[int, bool]]:
        """What one permission may re-roll: so many of the lowest free dice, and whether the road die too."""
        if self.extent == ANY_DICE:
            kinds = (False, True) if road_free else (False,)
            return sorted(((n, road) for n in range(free + 1) for road in kinds if n or road), key=sum)
        one = [(1, False)] * (free > 0) + [(0, True)] * road_free
        return [*(one if self.extent == ONE_OR_ALL else ()), (free, road_free)]

    def _lowest(
        self, dice: int, road_too: bool, free: Roll, fixed: Roll, road: int, road_free: bool, permissions: int
    ) -> Reach:
        """Counts when the lowest ``dice`` and perhaps the road die are rolled again, then the best of what is left."""
        counts = [0] * (self.longest + 1)
        for faces, ways in rolls(dice):
            for face in range(1, 7) if road_too else (road,):
                then = self.best(free[dice:], _sorted(fixed, faces), face, road_free and not road_too, permissions)
                for inches, count in enumerate(then):
                    counts[inches] += ways * count
        return tuple(counts)

    def _all_dice(self, dice: int, fixed: Roll, road: int, road_free: bool) -> Reach:
        key = ("all", dice, fixed, 0 if road_free else road)
        known = self.known.get(key)
        if known is None:
            counts = [0] * (self.longest + 1)
            for faces, ways in rolls(dice):
                for face in range(1, 7) if road_free else (road,):
                    counts[self.inches(_sorted(faces, fixed), face)] += ways
            known = self.known[key] = tuple(counts)
        return known


def _sorted(faces: Roll, others: Roll) -> Roll:
    return tuple(sorted(faces + others)) if others else faces
