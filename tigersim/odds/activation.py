"""The exact odds of a whole activation: one or two cards, each for an action of one unit.

The state of the target is carried from action to action, and so is what a failed move does to the unit itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypedDict, Unpack

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import truth_value, whole_number
from tigersim.odds.arguments import (
    TERRAINS,
    RuledUnit,
    card_words,
    read_card,
    read_choice,
    read_distance,
    read_keywords,
    read_unit,
)
from tigersim.odds.combatants import Combat, duel_of
from tigersim.odds.deeds import FIND_COVER, FIRE, MELEE, MOVE, Deeds, Own, melee_ends, own_results
from tigersim.odds.dice import DIFFICULTIES, colours_of
from tigersim.odds.find_cover import forbid_find_cover
from tigersim.odds.move import why_no_move
from tigersim.odds.resolve import FireAction
from tigersim.odds.result import TargetOdds, answer, as_counts, means
from tigersim.odds.targets import Firing, Target
from tigersim.odds.volley import HITS, Ends, ends, start, volleys
from tigersim.rules.cards import allows_close_combat, allows_find_cover, difficulty, is_red
from tigersim.rules.switches import RepeatAction
from tigersim.statistics.law import Law

ACTIONS = {action: action for action in (FIRE, MOVE, FIND_COVER, MELEE)}

Card = tuple[bool, int]
"""(red, difficulty) of a card: all that an action asks of it."""


@answer
class ActivationOdds(TargetOdds):
    """What an activation leaves of the target and of the unit itself."""

    expected_hits: float = means("hits that fire gets through, on average")
    p_moved: float = means("the unit moves")
    expected_inches: float = means("inches it may go, on average")
    p_found_cover: float = means("the unit ends in the cover that it found")
    p_own_hit: float = means("a failed move leaves the unit with a hit (unreliable)")
    p_own_destroyed: float = means("the unit is destroyed, by its own failed move or in close combat")
    p_no_first: float = means("no first action: its card does not allow it")
    p_no_second: float = means("no second action: its card, or what has become of the unit, does not allow it")
    actions: tuple[str, ...]

    def steps(self) -> list[str]:
        names = " then ".join(action.replace("_", " ") for action in self.actions)
        return [
            f"The unit acts: {names}, each with a card of its own (PT-TURN-11, PT-TURN-17).",
            "What the first action leaves of the target is what the second one meets (PT-HIT-02, PT-HIT-03).",
            "A unit that its own failed move has hit loses the other card (PT-HIT-01, PT-DIS-UNRELIABLE).",
        ]


class _Plan(NamedTuple):
    """An activation as asked, in what the dice see."""

    unit: RuledUnit
    actions: tuple[str, ...]
    deeds: Deeds
    here: FireAction | None
    """A Fire action from where the unit stands; None if it cannot fire from there."""
    there: FireAction | None
    """A Fire action after a successful move."""
    again: FireAction | None
    """A second Fire action (AMB-102)."""
    combats: tuple[Combat, Combat] | None
    """Close combat with the target, and with the target shocked."""
    before: int


class OwnKeywords(TypedDict, total=False):
    """Circumstances of the unit's own actions."""

    after_move: Target | None
    on_road: bool
    terrain: str


def activation(
    attacker: str | Unit,
    target: str | Unit | Target,
    actions: Sequence[str] = (FIRE, FIRE),
    cards: Sequence[str | int] | None = None,
    distance: float = 10,
    weapon: str = "main",
    objective: str = "hit",
    ruleset: RuleSet | str | None = None,
    **own: Unpack[OwnKeywords],
) -> ActivationOdds:
    """The exact odds of an activation: one or two actions of a unit, with a card each.

    No other unit acts between them.

    attacker: the unit that acts, a name or a ``Unit``.
    target: a unit in the open, or a ``Target``.
    actions: one or two of fire, move, find_cover, melee, in their order.
    cards: one for each action, as ``("QH", "5S")``; None: averaged over all pairs of cards of a full deck, where a card
        that does not allow its action is played for nothing.
    distance: inches to a target without a distance of its own.
    weapon, objective: as in ``shot``; destroy = P(destroyed) by all that is still to come.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    after_move: how the target stands once the unit has moved, a ``Target``; None (the default): as before.
    on_road: the unit starts on a road; False.
    terrain: that it looks for cover in: none (the default), wood, building, hill.

    Raises ``RuleForbids`` for an action that no card, or not this card, allows; ``UnitNotFound``, ``CardNotFound``,
    ``InvalidValue`` or ``UnknownName`` for a wrong argument.
    """
    given = read_keywords(own, {"after_move": None, "on_road": False, "terrain": "none"}, "odds.activation")
    rules = ruleset_of(ruleset)
    unit = read_unit("attacker", attacker, rules)
    chosen = _read_actions(actions, unit, rules)
    numbers = _read_cards(cards, len(chosen))
    aimed = Target.read("target", target)
    moved = aimed if given["after_move"] is None else Target.read("after_move", given["after_move"])
    firing = Firing(read_distance(distance), objective, rules)
    on_road, in_terrain = truth_value("on_road", given["on_road"]), read_choice("terrain", given["terrain"], TERRAINS)
    plan = _plan(unit, chosen, Deeds.of(unit, on_road, in_terrain), (aimed, moved), weapon, firing)
    for place, action in enumerate(chosen):
        colours = colours_of(None if numbers is None else numbers[place])
        reasons = [_forbidden(plan, action, red) for red in colours]
        if all(reasons):
            on = card_words(None if numbers is None else numbers[place])
            raise RuleForbids(reasons[0], f"{unit.name} may not {action.replace('_', ' ')} on {on}")
    if numbers is None:
        values = _over_deck(plan)
    else:
        values = _with_cards(plan, tuple((is_red(number), difficulty(number)) for number in numbers))
    counts, whole = as_counts(values)
    drawn = "any cards" if numbers is None else " and ".join(card_name(number) for number in numbers)
    title = f"{unit.name}: {', then '.join(chosen)} at {aimed.name} ({drawn})".replace("_", " ")
    return ActivationOdds.of(title, counts, whole, actions=chosen)


def _read_actions(actions: object, unit: RuledUnit, rules: RuleSet) -> tuple[str, ...]:
    if not isinstance(actions, Sequence) or isinstance(actions, str) or not 1 <= len(actions) <= 2:
        raise InvalidValue("actions", actions, f"one or two of {', '.join(ACTIONS)}")
    chosen = tuple(read_choice("actions", action, ACTIONS) for action in actions)
    if len(chosen) > unit.profile.max_actions:
        raise RuleForbids("PT-DIS-NO_RADIO", f"{unit.name} makes one action a turn")
    if len(set(chosen)) < len(chosen) and rules.readings.repeat_action != RepeatAction.ALLOWED:
        raise RuleForbids("AMB-21", "a unit may not do the same with both its cards by this ruling")
    return chosen


def _read_cards(cards: object, count: int) -> list[int] | None:
    if cards is None:
        return None
    if not isinstance(cards, Sequence) or isinstance(cards, str) or len(cards) != count:
        raise InvalidValue("cards", cards, f"{count}, one for each action")
    numbers = [number for number in map(read_card, cards) if number is not None]
    if len(set(numbers)) < count:
        raise InvalidValue("cards", cards, "different cards, one for each action")
    return numbers


def _plan(
    unit: RuledUnit, actions: tuple[str, ...], deeds: Deeds, stands: tuple[Target, Target], weapon: str, firing: Firing
) -> _Plan:
    """All that the dice need; raises what forbids an action whatever the card."""
    rules = firing.ruleset
    aimed = read_unit("target", stands[0].unit, rules)
    whole_number("hits_before", stands[0].hits_before, 0, aimed.profile.hits_to_destroy - 1)
    if FIND_COVER in actions:
        forbid_find_cover(rules)
    here = there = again = None
    if FIRE in actions:
        moves_first = actions[0] == MOVE
        try:
            here = stands[0].shot_at(unit.unit, weapon, firing)
        except RuleForbids:
            if not moves_first:
                raise
        there = stands[1].shot_at(unit.unit, weapon, firing) if moves_first else here
        again = stands[0].shot_at(unit.unit, weapon, firing, further=True) if actions == (FIRE, FIRE) else None
    combats = None
    if MELEE in actions:
        combats = (duel_of(unit, aimed, False), duel_of(unit, aimed, True))
    return _Plan(unit, actions, deeds, here, there, again, combats, start(stands[0].hits_before))


def _forbidden(plan: _Plan, action: str, red: bool) -> str:
    """ID of the rule that forbids the action on a card of this colour, "" if none does."""
    if action == FIRE:
        fire = plan.there or plan.here
        return fire.forbidden(red) if fire is not None else ""
    if action == MOVE:
        return why_no_move(plan.unit, red)
    if action == MELEE:
        return "" if allows_close_combat(red) else "PT-MELEE-02"
    return "" if allows_find_cover(red) else "PT-COVER-04"


def _over_deck(plan: _Plan) -> list[Fraction]:
    """The fields averaged over all pairs of different cards, in order."""
    classes = [((red, d), cards) for red, colour in DIFFICULTIES.items() for d, cards in colour]
    total: list[Fraction] = []
    whole = 52 * 51 ** (len(plan.actions) - 1)
    for cards in product(classes, repeat=len(plan.actions)):
        ways = cards[0][1]
        if len(cards) == 2:
            ways *= cards[1][1] - (cards[0][0] == cards[1][0])
        part = [value * Fraction(ways, whole) for value in _with_cards(plan, tuple(card for card, _ in cards))]
        total = [a + b for a, b in zip(total, part, strict=True)] if total else part
    return total


def _with_cards(plan: _Plan, cards: tuple[Card, ...]) -> list[Fraction]:
    """The fields of the answer with these cards.

    What becomes of the target is found from the last action backwards, for everything that a first action may do to
    the unit itself.
    """
    target = [Fraction(0)] * (HITS + 2)
    own = [Fraction(0)] * 5
    skipped = [Fraction(0), Fraction(0)]
    lives = _outlives_first(plan, cards)
    for first, p in _own_after(plan, 0, cards[0], Own()):
        for last, q in _own_after(plan, 1, cards[1], first) if len(cards) > 1 else Law.sure(first):
            after = _target_ends(plan, cards, first, last)
            row = after.rows[plan.before]
            target = [value + p * q * Fraction(count, after.whole) for value, count in zip(target, row, strict=True)]
            flags = (last.moved, last.found, last.hit, last.destroyed)
            moved, found, hit, died = map(Fraction, flags)
            brought = (moved, last.inches, found, hit, died)
            own = [value + p * q * lives * part for value, part in zip(own, brought, strict=True)]
            skipped[0] += p * q * last.skipped[0]
            skipped[1] += p * q * (1 - lives if len(cards) > 1 and not last.skipped[1] else len(cards) > 1)
    clean, suppressed, one_hit, destroyed, hits, killed = target
    results = [clean + suppressed, one_hit, destroyed, suppressed, hits]
    return [*results, *own[:4], own[4] + killed, *skipped]


def _outlives_first(plan: _Plan, cards: tuple[Card, ...]) -> Fraction:
    """P(the unit is left after a first action that is a close combat), 1 for any other."""
    if plan.actions[0] != MELEE or _forbidden(plan, MELEE, cards[0][0]):
        return Fraction(1)
    alone = melee_ends(plan.combats, cards[0][1], melee_ends(None, 0))
    return 1 - Fraction(alone.rows[plan.before][HITS + 1], alone.whole)


def _own_after(plan: _Plan, place: int, card: Card, own: Own) -> Law[Own]:
    """What an action does to the unit itself; close combat apart, which depends on the target."""
    action = plan.actions[place]
    fire = _fire(plan, place, own)
    allowed = own.acts and not _forbidden(plan, action, card[0])
    if action == FIRE:
        allowed = allowed and fire is not None and fire.dice(card[0]) > 0
    if action == MOVE:
        allowed = allowed and not own.stuck
    if not allowed:
        return Law.sure(own.without_action())
    return own_results(plan.deeds, action, card, own)


def _fire(plan: _Plan, place: int, own: Own) -> FireAction | None:
    """The Fire action at this place of the activation."""
    if place == 1 and plan.actions[0] == FIRE:
        return plan.again
    return plan.there if own.moved else plan.here


def _target_ends(plan: _Plan, cards: tuple[Card, ...], first: Own, last: Own) -> Ends:
    """Where the target ends when the unit's own actions come to this."""
    after = melee_ends(None, 0)
    owns = (Own(), first)
    for place in range(len(cards) - 1, -1, -1):
        red, d = cards[place]
        if last.skipped[place]:
            continue
        if plan.actions[place] == FIRE:
            fire = _fire(plan, place, owns[place])
            after = ends(volleys(fire.shot, red, d), after) if fire is not None else after
        elif plan.actions[place] == MELEE and plan.combats is not None:
            after = melee_ends(plan.combats, d, after)
    return after
