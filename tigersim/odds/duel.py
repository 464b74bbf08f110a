"""The exact odds of two units that shoot it out, turn by turn: an absorbing Markov chain over their hits.

The model of a turn.  Each unit without a hit is given its cards, all of them different, at random from a full deck;
the cards are played by initiative (PT-CARD-01 to 03), each for a Fire action at the other unit if its colour allows
one.  A unit that is hit or suppressed loses the cards it has not played (PT-HIT-01, PT-MG-04), an armoured one that a
machine gun reaches loses one of them (PT-MG-07).  Then each unit with a hit tests for recovery, with a card that may
be any of the deck (PT-RECOVER-04), if its side has kept one for it.  Nobody moves, and cover lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, NotModelled, RuleForbids
from tigersim.odds.dice import over_deck
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.firing import start
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.questions import Asked, ask_count, ask_distance, ask_ruleset, ask_unit, option_codes
from tigersim.odds.result import Answer, as_counts
from tigersim.odds.setup import ShotTerms
from tigersim.odds.targets import Target, ask_target
from tigersim.odds.volley import ends, volleys
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.recovery import catches_fire, recovers, recovery_dice

if TYPE_CHECKING:
    import pandas as pd

PACK = 52
HOLDS_FIRE = "none"
"""The weapon of a unit that does not shoot back."""
STANDING_BY = {
    "two_card_initiative": "per_card",
    "revealed_card_lost": "lost",
    "card_secrecy": "blind_until_revealed",
}
"""Rulings of the sequence of play that the model of a turn takes as they are by default."""

Hits = tuple[int, int]
"""Hits of both units: 0, 1, or GONE."""
GONE = 2


class Side(NamedTuple):
    """One of the two as the chain sees it."""

    terms: ShotTerms | None
    """Of its Fire actions, None if it holds its fire."""
    later: ShotTerms | None
    """Of those after the first of a turn (AMB-102)."""
    cards: int
    armored: bool
    recovers: Fraction
    """P(a hit is shaken off in the recovery phase)."""
    burns: Fraction
    """P(the test fails and costs the unit)."""


class Turn(NamedTuple):
    """What a turn does to a pair of units."""

    after: dict[Hits, Fraction]
    shots: tuple[Fraction, Fraction]
    """Fire actions of each, on average."""


@dataclass(frozen=True, slots=True, repr=False)
class DuelOdds(Answer):
    """Who wins a duel, in the end and within a number of turns."""

    p_a_destroyed: float
    p_b_destroyed: float
    p_both_destroyed: float
    p_a_within: float
    p_b_within: float
    p_neither_within: float
    expected_turns: float
    expected_shots_a: float
    expected_shots_b: float
    turns: int
    by_turn: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """After each turn: P(a destroyed), P(b destroyed), P(both still there)."""
    names: tuple[str, str]
    cards: tuple[int, int]

    MEANING: ClassVar[dict[str, str]] = {
        "p_a_destroyed": "the first unit is destroyed, the second is not",
        "p_b_destroyed": "the second unit is destroyed, the first is not",
        "p_both_destroyed": "both burn in the same recovery phase",
        "p_a_within": "the first unit is destroyed within the turns asked for",
        "p_b_within": "the second unit is destroyed within them",
        "p_neither_within": "neither is destroyed within them",
        "expected_turns": "turns until it is decided, on average",
        "expected_shots_a": "Fire actions of the first unit until then, on average",
        "expected_shots_b": "Fire actions of the second unit until then, on average",
    }

    def curve(self) -> pd.DataFrame:
        """One row per turn: P(destroyed) of each unit by then, and P(both still there)."""
        import pandas as pd

        rows = [(turn, *map(float, row)) for turn, row in enumerate(self.by_turn, start=1)]
        return pd.DataFrame(rows, columns=["turn", "p_a_destroyed", "p_b_destroyed", "p_neither"])

    def steps(self) -> list[str]:
        """How the numbers come about."""
        each = f"{self.cards[0]} and {self.cards[1]}" if self.cards[0] != self.cards[1] else f"{self.cards[0]} each"
        return [
            f"Cards a turn, at random from a full deck: {each}; the higher card acts first (PT-CARD-01 to 03).",
            "Each card is a Fire action if its colour allows one; a hit costs the cards not yet played (PT-HIT-01).",
            "A unit with a hit only tests for recovery, at the end of the turn with any card (PT-RECOVER-04).",
            f"Within the turns asked for means within {self.turns} turns.",
        ]


def duel(
    a: str | Unit | Target,
    b: str | Unit | Target,
    distance: float = 10,
    turns: int = 6,
    ruleset: RuleSet | str | None = None,
    *,
    cards: int | tuple[int, int] = 1,
    recovery: float | Fraction = 1,
    weapons: tuple[str, str] = ("main", "main"),
    objective: str = "hit",
) -> DuelOdds:
    """The exact odds of ``a`` and ``b`` shooting at each other, ``distance`` inches apart, until one is destroyed.

    A ``Target`` says how a unit stands (cover, aspect, hits before ...).  ``cards`` a turn for both or for each (0 to
    2); ``recovery`` is the chance that a side has a card left for its unit's recovery test; ``weapons`` of both: main,
    hull, mg, mortar, or none for a unit that holds its fire; ``objective`` of re-rolls as in ``shot``.  ``turns`` is
    the horizon of the fields ``..._within``.  The module's text states the model of a turn.

    Raises ``RuleForbids`` for a shot or a number of cards that the rules forbid, ``UnitNotFound`` or ``InvalidValue``
    for a wrong argument or a duel that can never end, and ``NotModelled`` for readings of the sequence of play other
    than the default.
    """
    rules = ask_ruleset(ruleset)
    for switch, reading in STANDING_BY.items():
        if rules.option(switch) != reading:
            raise NotModelled(f"a duel is played with {switch} = {reading} only")
    ask_count("turns", turns, 1, 100)
    gap, both = ask_distance(distance), (ask_target("a", a), ask_target("b", b))
    hands = (cards, cards) if isinstance(cards, int) else cards
    if not isinstance(hands, tuple) or len(hands) != 2 or not isinstance(weapons, tuple) or len(weapons) != 2:
        raise InvalidValue("cards and weapons", (cards, weapons), "one for each of the two units")
    chance = _ask_chance(recovery)
    sides = tuple(
        _side(
            both[place],
            both[1 - place],
            weapons[place],
            (hands[place], hands[1 - place]),
            chance,
            objective,
            rules,
            gap,
        )
        for place in range(2)
    )
    chain = _Chain((sides[0], sides[1]), tuple(target.hits_before for target in both))
    first, shots, length = chain.solved()
    curve = chain.curve(turns)
    values = [*first, *curve[-1], length, *shots]
    counts, whole = as_counts(values)
    names = (both[0].name, both[1].name)
    title = f'{names[0]} against {names[1]} at {gap:g}"'
    return DuelOdds.of(title, counts, whole, turns=turns, by_turn=tuple(curve), names=names, cards=hands)


def _ask_chance(value: object) -> Fraction:
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool) and 0 <= value <= 1:
        return Fraction(str(value))
    raise InvalidValue("recovery", value, "a chance from 0 to 1")


def _side(
    own: Target,
    enemy: Target,
    weapon: str,
    cards: Hits,
    chance: Fraction,
    objective: str,
    rules: RuleSet,
    gap: float,
) -> Side:
    asked = ask_unit("unit", own.unit, rules)
    profile = asked.profile
    ask_count("cards", cards[0], 0, 2)
    ask_count("hits_before", own.hits_before, 0, profile.hits_to_destroy - 1)
    if cards[0] > profile.max_cards:
        raise RuleForbids("PT-DIS-NO_RADIO", f"{asked.unit.name} may be given one card a turn")
    terms = later = None
    if weapon != HOLDS_FIRE:
        terms = enemy.resolved(own.unit, weapon, objective, rules, gap)
        later = enemy.resolved(own.unit, weapon, objective, rules, gap, doubled=True)
        if terms.rolls > 1 and terms.target_armored and terms.suppresses_target and cards[1] > 1:
            raise NotModelled("near misses of rapid support fire at an armoured unit with two cards (AMB-65)")
    passed, burns = _recovery(asked)
    return Side(terms, later, cards[0], bool(profile.armored), chance * passed, chance * burns)


def _recovery(asked: Asked) -> tuple[Fraction, Fraction]:
    """P(a test with any card succeeds), P(it fails and burns the unit)."""
    (engine_fire,) = option_codes(asked.ruleset, ("engine_fire",))
    dice, rerolls = recovery_dice(asked.profile.recovery_dice, False), own_rerolls(asked)

    def on_card(_: bool, d: int) -> tuple[tuple[int, ...], int]:
        ways, whole = passes(recovers, dice, d, rerolls)
        return (ways,), whole

    counts, whole = over_deck(on_card)
    passed = Fraction(counts[0], whole)
    burns = catches_fire(bool(asked.profile.engine_fire), False, False, engine_fire)
    return passed, 1 - passed if burns else Fraction(0)


class _Chain:
    """The chain of turns: what each does from every pair of hits that can come up."""

    def __init__(self, sides: tuple[Side, Side], before: tuple[int, ...]) -> None:
        self.sides = sides
        self.start: Hits = (before[0], before[1])
        self.turns: dict[Hits, Turn] = {}
        found = [self.start]
        while found:
            hits = found.pop()
            if hits not in self.turns and GONE not in hits:
                self.turns[hits] = turn(self.sides, hits)
                found += self.turns[hits].after
        self._check_end()

    def _check_end(self) -> None:
        """Raise if some state that can come up can never lead to a decision."""
        ending = {hits for hits, one in self.turns.items() if any(GONE in after for after in one.after)}
        while True:
            more = {hits for hits, one in self.turns.items() if hits not in ending and ending & set(one.after)}
            if not more:
                break
            ending |= more
        if len(ending) < len(self.turns):
            raise InvalidValue("duel", "these units, weapons and cards", "two of which one can always be destroyed")

    def solved(self) -> tuple[list[Fraction], list[Fraction], Fraction]:
        """P(a alone destroyed, b alone, both); Fire actions of both; turns: all until it is decided."""
        places = {hits: number for number, hits in enumerate(self.turns)}
        rows = []
        for hits, one in self.turns.items():
            row = [Fraction(int(hits == other)) - one.after.get(other, Fraction(0)) for other in places]
            decided = [one.after.get(end, Fraction(0)) for end in ((GONE, 0), (GONE, 1), (0, GONE), (1, GONE))]
            both = one.after.get((GONE, GONE), Fraction(0))
            rows.append([*row, decided[0] + decided[1], decided[2] + decided[3], both, *one.shots, Fraction(1)])
        solution = _eliminated(rows)[places[self.start]]
        return solution[:3], solution[3:5], solution[5]

    def curve(self, turns: int) -> list[tuple[Fraction, Fraction, Fraction]]:
        """After each turn: P(a destroyed), P(b destroyed), P(neither)."""
        spread: dict[Hits, Fraction] = {self.start: Fraction(1)}
        rows = []
        for _ in range(turns):
            after: dict[Hits, Fraction] = {}
            for hits, p in spread.items():
                for end, q in self.turns[hits].after.items() if hits in self.turns else ((hits, Fraction(1)),):
                    after[end] = after.get(end, Fraction(0)) + p * q
            spread = after
            gone = [sum((p for hits, p in spread.items() if hits[place] == GONE), Fraction(0)) for place in range(2)]
            neither = sum((p for hits, p in spread.items() if GONE not in hits), Fraction(0))
            rows.append((gone[0], gone[1], neither))
        return rows


def _eliminated(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve the equations ``rows`` = [matrix | right sides] by elimination: the solutions, row by row."""
    n = len(rows)
    for column in range(n):
        pivot = next(place for place in range(column, n) if rows[place][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for place in range(n):
            factor = rows[place][column]
            if place != column and factor:
                rows[place] = [a - factor * b for a, b in zip(rows[place], rows[column], strict=True)]
    return [row[n:] for row in rows]


class _Moment(NamedTuple):
    """In the middle of a turn: hits, cards not yet played, and who has had his one further shot (AMB-102)."""

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
    spread = {_Moment(hits, (hands[0], hands[1]), (False, False)): Fraction(1)}
    shots = [Fraction(0), Fraction(0)]
    done: dict[Hits, Fraction] = {}
    for card in range(PACK - 1, -1, -1):
        after: dict[_Moment, Fraction] = {}
        for moment, p in spread.items():
            if not any(moment.cards):
                done[moment.hits] = done.get(moment.hits, Fraction(0)) + p
                continue
            unseen = p * Fraction(card + 1 - sum(moment.cards), card + 1)
            if unseen:
                after[moment] = after.get(moment, Fraction(0)) + unseen
            for place in range(2):
                if moment.cards[place]:
                    weight = p * Fraction(moment.cards[place], card + 1)
                    for then, q, fires in _played(sides, moment, place, card):
                        shots[place] += weight * q * fires
                        after[then] = after.get(then, Fraction(0)) + weight * q
        spread = after
    for moment, p in spread.items():
        done[moment.hits] = done.get(moment.hits, Fraction(0)) + p
    return Turn(_recovered(sides, done), (shots[0], shots[1]))


def _played(
    sides: tuple[Side, Side], moment: _Moment, place: int, card: int
) -> Iterator[tuple[_Moment, Fraction, bool]]:
    """A unit plays this card: (what comes of it, how likely, whether it fires)."""
    own, enemy = sides[place], 1 - place
    cards = _put(moment.cards, place, moment.cards[place] - 1)
    terms = own.later if moment.fired[place] else own.terms
    if terms is None or terms.dice(is_red(card)) == 0:
        yield moment._replace(cards=cards), Fraction(1), False
        return
    fired = _put(moment.fired, place, terms.rolls > 1)
    states = {(moment.hits[enemy], cards[enemy]): Fraction(1)}
    rolls = volleys(terms, is_red(card), difficulty(card))
    one_by_one = bool(terms.machine_gun and terms.target_armored)  # each roll may take a card
    for number in range(len(rolls) if one_by_one else 1):
        after: dict[Hits, Fraction] = {}
        part = ends(rolls[number : number + 1]) if one_by_one else ends(rolls)
        for (hits, hand), p in states.items():
            for state, ways in enumerate(part.state(DESTROYED if hits == GONE else start(hits))):
                if ways:
                    end = _struck(hits, hand, state, sides[enemy].armored)
                    after[end] = after.get(end, Fraction(0)) + p * Fraction(ways, part.whole)
        states = after
    for (hits, hand), p in states.items():
        left = (0, 0) if hits == GONE else _put(cards, enemy, hand)
        yield _Moment(_put(moment.hits, enemy, hits), left, fired), p, True


def _struck(hits: int, hand: int, state: int, armored: bool) -> Hits:
    """(hits, cards left) of a unit that fire has left in this state."""
    if state == DESTROYED:
        return GONE, 0
    if state == ONE_HIT:
        return 1, 0
    if state == SUPPRESSED:
        return hits, max(hand - 1, 0) if armored else 0
    return hits, hand


def _put(pair: tuple[Any, Any], place: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if place == 0 else (pair[0], value)


def _recovered(sides: tuple[Side, Side], spread: dict[Hits, Fraction]) -> dict[Hits, Fraction]:
    """The same after the recovery phase."""
    after: dict[Hits, Fraction] = {}
    for hits, p in spread.items():
        each = []
        for side, hit in zip(sides, hits, strict=True):
            if hit != 1 or GONE in hits:
                each.append([(hit, Fraction(1))])
            else:
                each.append([(0, side.recovers), (GONE, side.burns), (1, 1 - side.recovers - side.burns)])
        for (one, q), (other, r) in product(*each):
            if q and r:
                after[one, other] = after.get((one, other), Fraction(0)) + p * q * r
    return after
