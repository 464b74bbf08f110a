"""The exact odds of two units that shoot it out: an absorbing Markov chain over their hits.

The model of a turn.  Each unit without a hit is given its cards, all of them different, at random from a full deck;
the cards are played by initiative (PT-CARD-01 to 03), each for a Fire action at the other unit if its colour allows
one.  A unit that is hit or suppressed loses the cards it has not played (PT-HIT-01, PT-MG-04), an armoured one that a
machine gun reaches loses one of them (PT-MG-07).  Then each unit with a hit tests for recovery, with a card that may
be any of the deck (PT-RECOVER-04), if its side has kept one for it.  Nobody moves, and cover lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, NotModelled, RuleForbids
from tigersim.given import is_number, whole_number
from tigersim.odds.arguments import RuledUnit, read_distance, read_keywords, read_unit, told_apart
from tigersim.odds.dice import Counted, over_deck
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.result import Answer, Row, answer, as_counts, means
from tigersim.odds.targets import Firing, Target
from tigersim.odds.volley import Ends, ends, start, volleys
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.recovery import catches_fire, recovers, recovery_dice
from tigersim.rules.shot import Shot
from tigersim.statistics.law import Absorbed, Law, NeverEndsError, absorbed, mixed, together

if TYPE_CHECKING:
    import pandas as pd

PACK = 52
HOLDS_FIRE = "none"
"""The weapon of a unit that does not shoot back."""
STANDING_BY = {"two_card_initiative": "per_card", "revealed_card_lost": "lost", "card_secrecy": "blind_until_revealed"}
"""Rulings of the sequence of play that the model of a turn takes as they are by default."""

Hits = tuple[int, int]
"""Hits of both units: 0, 1, or GONE."""
GONE = 2


class Side(NamedTuple):
    """One of the two as the chain sees it."""

    shot: Shot | None
    """Of its Fire actions, None if it holds its fire."""
    later: Shot | None
    """Of those after the first of a turn (AMB-102)."""
    cards: int
    armored: bool
    recovers: Fraction
    """P(a hit is shaken off in the recovery phase)."""
    burns: Fraction
    """P(the test fails and costs the unit)."""


class Turn(NamedTuple):
    """What a turn does to a pair of units."""

    after: Law[Hits]
    shots: tuple[Fraction, Fraction]
    """Fire actions of each, on average."""


@answer
class DuelOdds(Answer):
    """Who wins a duel, in the end and within a number of turns."""

    p_a_destroyed: float = means("the first unit is destroyed, the second unit is not")
    p_b_destroyed: float = means("the second unit is destroyed, the first unit is not")
    p_both_destroyed: float = means("both burn in the same recovery phase")
    p_a_within: float = means("the first unit is destroyed within the turns asked for")
    p_b_within: float = means("the second unit is destroyed within them")
    p_neither_within: float = means("neither is destroyed within them")
    expected_turns: float = means("turns until it is decided, on average")
    expected_shots_a: float = means("Fire actions of the first unit until then, on average")
    expected_shots_b: float = means("Fire actions of the second unit until then, on average")
    turns: int
    by_turn: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """After each turn: P(a destroyed), P(b destroyed), P(both still there)."""
    names: tuple[str, str]
    cards: tuple[int, int]

    def rows(self) -> Iterator[Row]:
        """Field, meaning, value and exact fraction of each number, with the names of the two units."""
        first, second = self.names
        for field, meaning, value, exact in Answer.rows(self):  # slots make the class anew, which super() does not see
            named = meaning.replace("the first unit", first).replace("the second unit", second)
            yield field, named, value, exact

    def curve(self) -> pd.DataFrame:
        """One row per turn: P(destroyed) of each unit by then, and P(both still there)."""
        import pandas as pd

        rows = [(turn, *map(float, row)) for turn, row in enumerate(self.by_turn, start=1)]
        return pd.DataFrame(rows, columns=["turn", "p_a_destroyed", "p_b_destroyed", "p_neither"])

    def steps(self) -> list[str]:
        each = f"{self.cards[0]} and {self.cards[1]}" if self.cards[0] != self.cards[1] else f"{self.cards[0]} each"
        return [
            f"Cards a turn, at random from a full deck: {each}; the higher card acts first (PT-CARD-01 to 03).",
            "Each card is a Fire action if its colour allows one; a hit costs the cards not yet played (PT-HIT-01).",
            "A unit with a hit only tests for recovery, at the end of the turn with any card (PT-RECOVER-04).",
            f"Within the turns asked for means within {self.turns} turns.",
        ]


class DuelKeywords(TypedDict, total=False):
    """How the two shoot."""

    weapons: tuple[str, str]
    objective: str


def duel(
    a: str | Unit | Target,
    b: str | Unit | Target,
    distance: float = 10,
    turns: int = 6,
    ruleset: RuleSet | str | None = None,
    *,
    cards: int | tuple[int, int] = 1,
    recovery: float | Fraction = 1,
    **fire: Unpack[DuelKeywords],
) -> DuelOdds:
    """The exact odds of two units that shoot at each other until one is destroyed.

    a, b: names, units, or a ``Target``, which says how a unit stands (cover, aspect, hits before ...).
    distance: inches between them.
    turns: horizon of the fields ``..._within``, 1 to 100.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    cards: a turn, 0 to 2, for both or for each.
    recovery: the chance that a side has a card left for its unit's recovery test, 0 to 1.
    weapons: of both: main (the default), hull, mg, mortar, or none for a unit that holds its fire.
    objective: of re-rolls, as in ``shot``: hit (the default) or destroy.

    The module's text states the model of a turn.  Raises ``RuleForbids`` for a shot or a number of cards that the rules
    forbid, ``UnitNotFound``, ``InvalidValue`` or ``UnknownName`` for a wrong argument or a duel that can never end, and
    ``NotModelled`` for readings of the sequence of play other than the default.
    """
    given = read_keywords(fire, {"weapons": ("main", "main"), "objective": "hit"}, "odds.duel")
    weapons = given["weapons"]
    rules = ruleset_of(ruleset)
    for switch, reading in STANDING_BY.items():
        if rules.option(switch) != reading:
            raise NotModelled(f"a duel is played with {switch} = {reading} only")
    turns = whole_number("turns", turns, 1, 100)
    firing = Firing(read_distance(distance), given["objective"], rules)
    both = (Target.read("a", a), Target.read("b", b))
    for one in both:
        if one.distance is not None:  # else each would fire at a range of its own
            allowed = "left out: the two are as far from each other as the distance of the duel says"
            raise InvalidValue(f"distance of {one.name}", one.distance, allowed)
    each = cards if isinstance(cards, tuple) else (cards, cards)
    if len(each) != 2 or not isinstance(weapons, tuple) or len(weapons) != 2:
        raise InvalidValue("cards and weapons", (cards, weapons), "one for each of the two units")
    hands = (whole_number("cards", each[0], 0, 2), whole_number("cards", each[1], 0, 2))
    chance = _read_chance(recovery)
    a_side, b_side = (
        _side(both[place], both[1 - place], weapons[place], (hands[place], hands[1 - place]), chance, firing)
        for place in range(2)
    )
    sides, before = (a_side, b_side), (both[0].hits_before, both[1].hits_before)
    found = _ends(sides, before)
    gone = found.ends.map(lambda hits: (hits[0] == GONE, hits[1] == GONE))
    decided = [gone[True, False], gone[False, True], gone[True, True]]
    shots = [found.total(lambda hits: turn(sides, hits).shots[0]), found.total(lambda hits: turn(sides, hits).shots[1])]
    curve = tuple(_curve(sides, before, turns))
    counts, whole = as_counts([*decided, *curve[-1], found.steps, *shots])
    units = [read_unit("unit", one.unit, rules).unit for one in both]
    first, second = told_apart(units)
    names = (first, second) if first != second else (f"the first {first}", f"the second {second}")
    title = f'{first} against {second} at {firing.distance:g}"'
    return DuelOdds.of(title, counts, whole, turns=turns, by_turn=curve, names=names, cards=hands)


def _read_chance(value: object) -> Fraction:
    if is_number(value, 0, 1):
        return Fraction(str(value))
    raise InvalidValue("recovery", value, "a chance from 0 to 1")


def _side(own: Target, enemy: Target, weapon: str, cards: Hits, chance: Fraction, firing: Firing) -> Side:
    asked = read_unit("unit", own.unit, firing.ruleset)
    profile = asked.profile
    whole_number("hits_before", own.hits_before, 0, profile.hits_to_destroy - 1)
    if cards[0] > profile.max_cards:
        raise RuleForbids("PT-DIS-NO_RADIO", f"{asked.name} may be given one card a turn")
    shot = later = None
    if weapon != HOLDS_FIRE:
        shot = enemy.shot_at(own.unit, weapon, firing).shot
        later = enemy.shot_at(own.unit, weapon, firing, further=True).shot
        if shot.attack.rolls > 1 and shot.defence.armored and shot.suppressible and cards[1] > 1:
            raise NotModelled("near misses of rapid support fire at an armoured unit with two cards (AMB-65)")
    passed, burns = _recovery(asked)
    return Side(shot, later, cards[0], bool(profile.armored), chance * passed, chance * burns)


def _recovery(asked: RuledUnit) -> tuple[Fraction, Fraction]:
    """P(a test with any card succeeds), P(it fails and burns the unit)."""
    dice, rerolls = recovery_dice(asked.profile.recovery_dice, False), own_rerolls(asked)

    def on_card(_: bool, d: int) -> Counted:
        ways, whole = passes(recovers, dice, d, rerolls)
        return (ways,), whole

    counts, whole = over_deck(on_card)
    passed = Fraction(counts[0], whole)
    burns = catches_fire(bool(asked.profile.engine_fire), False, False, asked.readings.engine_fire)
    return passed, 1 - passed if burns else Fraction(0)


def _ends(sides: tuple[Side, Side], before: Hits) -> Absorbed[Hits]:
    """How the duel ends; raises ``InvalidValue`` if it may never end."""
    try:
        return absorbed(before, lambda hits: None if GONE in hits else turn(sides, hits).after)
    except NeverEndsError:
        allowed = "two of which one can always be destroyed"
        raise InvalidValue("duel", "these units, weapons and cards", allowed) from None


def _curve(sides: tuple[Side, Side], before: Hits, turns: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """After each turn: P(a destroyed), P(b destroyed), P(neither)."""
    now = Law.sure(before)
    for _ in range(turns):
        now = now.then(lambda hits: Law.sure(hits) if GONE in hits else turn(sides, hits).after)
        gone = [now.chance(lambda hits, place=place: hits[place] == GONE) for place in range(2)]  # type: ignore[misc]
        yield gone[0], gone[1], now.chance(lambda hits: GONE not in hits)


class _Moment(NamedTuple):
    """The middle of a turn: hits, cards not yet played, further shots taken (AMB-102)."""

    hits: Hits
    cards: Hits
    fired: tuple[bool, bool]


@lru_cache(maxsize=512)
def turn(sides: tuple[Side, Side], hits: Hits) -> Turn:
    """One turn of two units with so many hits.

    The deck is gone through from the highest card to the lowest: of the cards not seen yet each is as likely as any
    other to be one of those that a unit still holds.
    """
    hands = tuple(side.cards if hit == 0 else 0 for side, hit in zip(sides, hits, strict=True))
    now = Law.sure(_Moment(hits, (hands[0], hands[1]), (False, False)))
    shots = [Fraction(0), Fraction(0)]
    for card in range(PACK - 1, -1, -1):
        for place in range(2):
            shots[place] += now.expect(
                lambda at, place=place, card=card: at.cards[place] * (_fires(sides[place], at, place, card) is not None)  # type: ignore[misc]
            ) / (card + 1)
        now = now.then(lambda at, card=card: _seen(sides, at, card))  # type: ignore[misc]
    return Turn(now.map(lambda at: at.hits).then(lambda hits: _recovered(sides, hits)), (shots[0], shots[1]))


def _seen(sides: tuple[Side, Side], moment: _Moment, card: int) -> Law[_Moment]:
    """What the next card of the deck brings: either unit may hold it, or none."""
    held = ((moment.cards[place], place) for place in range(2) if moment.cards[place])
    parts = [(weight, _played(sides, moment, place, card)) for weight, place in held]
    return mixed([(card + 1 - sum(moment.cards), Law.sure(moment)), *parts])


def _fires(own: Side, moment: _Moment, place: int, card: int) -> Shot | None:
    """The Fire action that a unit makes of this card, None if it makes none."""
    shot = own.later if moment.fired[place] else own.shot
    return shot if shot is not None and shot.attack.dice(is_red(card)) else None


def _played(sides: tuple[Side, Side], moment: _Moment, place: int, card: int) -> Law[_Moment]:
    """What comes of a card that a unit plays."""
    enemy = 1 - place
    cards = _put(moment.cards, place, moment.cards[place] - 1)
    shot = _fires(sides[place], moment, place, card)
    if shot is None:
        return Law.sure(moment._replace(cards=cards))
    fired = _put(moment.fired, place, shot.attack.rolls > 1)
    rolls = volleys(shot, is_red(card), difficulty(card))
    # each roll of a machine gun at armour may take a card
    parts = [ends((roll,)) for roll in rolls] if shot.machine_gun_on_armor else [ends(rolls)]
    target = Law.sure((moment.hits[enemy], cards[enemy]))
    for part in parts:
        target = target.then(lambda at, part=part: _struck(at, part, sides[enemy].armored))  # type: ignore[misc]

    def left(at: Hits) -> _Moment:
        hits, hand = at
        return _Moment(_put(moment.hits, enemy, hits), (0, 0) if hits == GONE else _put(cards, enemy, hand), fired)

    return target.map(left)


def _struck(at: Hits, fire: Ends, armored: bool) -> Law[Hits]:
    """(hits, cards left) of a unit after fire."""
    hits, hand = at

    def left(state: int) -> Hits:
        if state == DESTROYED:
            return GONE, 0
        if state == ONE_HIT:
            return 1, 0
        if state == SUPPRESSED:
            return hits, max(hand - 1, 0) if armored else 0
        return hits, hand

    return Law.of_counts(fire.state(DESTROYED if hits == GONE else start(hits))).map(left)


def _put(pair: tuple[Any, Any], place: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if place == 0 else (pair[0], value)


def _recovered(sides: tuple[Side, Side], hits: Hits) -> Law[Hits]:
    """Hits after the recovery phase."""
    if GONE in hits:
        return Law.sure(hits)
    tests = ([(0, side.recovers), (GONE, side.burns), (1, 1 - side.recovers - side.burns)] for side in sides)
    each = (Law.of(test) if hit == 1 else Law.sure(hit) for test, hit in zip(tests, hits, strict=True))
    return together(each).map(lambda pair: (pair[0], pair[1]))
