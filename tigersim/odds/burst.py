"""The exact odds of machine-gun fire whose dice are shared among targets (PT-MG-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import ClassVar, NamedTuple

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.dice import over_deck
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED, effect, victim
from tigersim.odds.firing import start
from tigersim.odds.questions import ask_card, ask_choice, ask_count, ask_distance, ask_ruleset, option_codes
from tigersim.odds.rerolls import HIT, LETHAL
from tigersim.odds.result import Answer, as_counts
from tigersim.odds.setup import ShotTerms
from tigersim.odds.sharing import NOT_SHOT_AT, POLICIES, Aims, Share, SharedRoll
from tigersim.odds.targets import Target, ask_target
from tigersim.odds.volley import attack_test
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import fires_again

MOST_TARGETS = 3
REROLLS_FOR = {"burst": False, "first": True}
"""What re-rolls aim at: what the dealt dice are worth, or a hit on the first target with all of them."""

WHAT = {
    "hit": "the dice dealt to it hit",
    "lethal": "a lethal hit (part of the line above)",
    "destroyed": "destroyed",
    "shocked": "one hit: it is shocked",
    "suppressed": "no hit, but it loses assigned cards",
}


class Struck(NamedTuple):
    """What a burst does to one of its targets."""

    name: str
    p_hit: Fraction
    p_lethal: Fraction
    p_destroyed: Fraction
    p_shocked: Fraction
    p_suppressed: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class BurstOdds(Answer):
    """What a machine gun does to the targets that its dice are shared among."""

    expected_hit: float
    expected_destroyed: float
    expected_shocked: float
    expected_suppressed: float
    p_shared: float
    p_no_shot: float
    targets: tuple[Struck, ...]
    dice: tuple[tuple[bool, int], ...]
    """Pairs (red, dice of the roll) of the cards asked about."""

    MEANING: ClassVar[dict[str, str]] = {
        "expected_hit": "targets hit, on average",
        "expected_destroyed": "targets destroyed, on average",
        "expected_shocked": "targets left with one hit, on average",
        "expected_suppressed": "targets without a hit that lose cards, on average",
        "p_shared": "the dice of the first roll are shared",
        "p_no_shot": "no shot: the rules forbid it on such a card",
    }

    def rows(self) -> Iterator[tuple[str, str, float, str]]:
        """For each number: field, meaning, value, the exact fraction as text; then the same for every target."""
        yield from Answer.rows(self)
        for number, struck in enumerate(self.targets, start=1):
            for (what, meaning), value in zip(WHAT.items(), struck[1:], strict=True):
                yield f"p_target_{number}_{what}", f"{struck.name} ({number}): {meaning}", float(value), str(value)

    def steps(self) -> list[str]:
        """How the numbers come about."""
        rolled = ", ".join(f"{dice} on a {'red' if red else 'black'} card" for red, dice in self.dice)
        return [
            f"The dice of the roll: {rolled} (PT-MG-02).",
            "After the roll every die is dealt to one target, at least one to the first; the dice of each target are "
            "an attack of their own against the difficulty of the card (PT-MG-06, AMB-61).",
        ]


class _Question(NamedTuple):
    """A burst as asked."""

    terms: tuple[ShotTerms, ...]
    policy: int
    mg_split: int
    for_first: bool


def burst(
    attacker: str | Unit,
    targets: Sequence[str | Unit | Target],
    card: str | int | None = None,
    distance: float = 10,
    policy: str = "hits",
    ruleset: RuleSet | str | None = None,
    *,
    rerolls_for: str = "burst",
) -> BurstOdds:
    """The exact odds of one Fire action with a machine gun, its dice shared among up to three targets.

    ``targets`` are units in the open or ``Target``; the first is the one fired at, the others stand within 3 inches of
    it and in sight.  After each roll the dice are dealt in the best way for the ``policy``: hits = targets hit, then
    targets suppressed; destroy = targets destroyed, then hit; effects = targets hit or suppressed, then hit; first =
    all dice at the first target.  ``distance`` in inches to every target without one of its own.  Re-rolls come before
    and aim at the same (``rerolls_for`` burst) or at hitting the first target with all dice (first).  With rapid fire
    every roll is dealt anew; what is left is lost if the first target is destroyed.

    Raises ``RuleForbids`` for a shot that the rules forbid, and ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue``
    for a wrong argument.
    """
    number = ask_card(card)
    rules = ask_ruleset(ruleset)
    if not isinstance(targets, Sequence) or isinstance(targets, str):
        raise InvalidValue("targets", targets, "a list of units")
    ask_count("number of targets", len(targets), 1, MOST_TARGETS)
    aimed = [ask_target("targets", one) for one in targets]
    gap = ask_distance(distance)
    terms = tuple(target.resolved(attacker, "mg", "hit", rules, gap) for target in aimed)
    (mg_split,) = option_codes(rules, ("mg_split",))
    plan = ask_choice("policy", policy, POLICIES)
    question = _Question(terms, plan, mg_split, ask_choice("rerolls_for", rerolls_for, REROLLS_FOR))
    if number is None:
        counts, whole = over_deck(lambda red, d: _on_card(question, red, d))
        colours: tuple[bool, ...] = (True, False)
    else:
        colours = (is_red(number),)
        rule_id = terms[0].forbidden(colours[0])
        if rule_id:
            raise RuleForbids(rule_id, f"{attacker} may not fire on {card_name(number)}")
        counts, whole = _on_card(question, colours[0], difficulty(number))
    plain = len(BurstOdds.MEANING)
    each = [Fraction(count, whole) for count in counts[plain:]]
    struck = tuple(
        Struck(target.name, *each[len(WHAT) * place : len(WHAT) * (place + 1)]) for place, target in enumerate(aimed)
    )
    dice = tuple((red, terms[0].dice(red)) for red in colours)
    where = "any card" if number is None else card_name(number)
    title = f"{attacker} fires a burst at {', '.join(target.name for target in aimed)}: {where}"
    return BurstOdds.of(title, counts[:plain], whole, targets=struck, dice=dice)


States = tuple[int, ...]
Seen = tuple[tuple[bool, bool], ...]
"""For each target: it was hit, lethally hit."""


@lru_cache(maxsize=1024)
def _on_card(question: _Question, red: bool, d: int) -> tuple[tuple[int, ...], int]:
    """The fields of the answer for one card, then those of every target."""
    terms = question.terms
    first = terms[0]
    n = len(terms)
    before = tuple(start(one.hits_before) for one in terms)
    known: dict[tuple[States, Seen], Fraction] = {(before, ((False, False),) * n): Fraction(1)}
    shared = Fraction(0)
    if first.dice(red):
        for roll in range(first.rolls):
            after: dict[tuple[States, Seen], Fraction] = {}
            for (states, seen), p in known.items():
                if not fires_again(1, states[0] == DESTROYED):
                    after[states, seen] = after.get((states, seen), Fraction(0)) + p
                    continue
                for outcomes, q in _rolled(question, red, d, states):
                    shared += p * q * (roll == 0 and any(outcome != NOT_SHOT_AT for outcome in outcomes[1:]))
                    then = tuple(
                        (hit or outcome >= HIT, lethal or outcome >= LETHAL)
                        for outcome, (hit, lethal) in zip(outcomes, seen, strict=True)
                    )
                    for ends, r in _after(terms, states, outcomes):
                        after[ends, then] = after.get((ends, then), Fraction(0)) + p * q * r
            known = after
    each = [_struck(known, place) for place in range(n)]
    totals = [sum(column, Fraction(0)) for column in zip(*each, strict=True)]
    none = Fraction(int(first.dice(red) == 0))
    return as_counts([totals[0], *totals[2:], shared, none, *(value for one in each for value in one)])


def _rolled(question: _Question, red: bool, d: int, states: States) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """What one roll at targets in these states comes to, target by target."""
    first = question.terms[0]
    dice = first.dice(red)
    shares = tuple(
        Share(attack_test(terms, red, d)._replace(dice=dice), victim(terms), state)
        for terms, state in zip(question.terms, states, strict=True)
    )
    rerolls = (first.attack_rerolls, first.attack_extent)
    return _outcomes(Aims(shares, question.policy, question.mg_split, *rerolls, question.for_first))


@lru_cache(maxsize=4096)
def _outcomes(aims: Aims) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    return tuple(SharedRoll(aims).outcomes())


def _after(
    terms: tuple[ShotTerms, ...], states: States, outcomes: tuple[int, ...]
) -> Iterator[tuple[States, Fraction]]:
    """Where the targets are after attacks that came to this."""
    each = []
    for one, state, outcome in zip(terms, states, outcomes, strict=True):
        if outcome == NOT_SHOT_AT or state == DESTROYED:
            each.append([(state, Fraction(1))])
            continue
        does = effect(victim(one), int(state == ONE_HIT))
        ends = [(end, Fraction(ways, does.whole)) for end, ways in enumerate(does.after[outcome]) if ways]
        if state == SUPPRESSED:
            ends = [(max(end, SUPPRESSED), p) for end, p in ends]
        each.append(ends)
    for combination in product(*each):
        p = Fraction(1)
        for _, part in combination:
            p *= part
        yield tuple(end for end, _ in combination), p


def _struck(known: dict[tuple[States, Seen], Fraction], place: int) -> list[Fraction]:
    """P(hit), P(lethal), P(destroyed), P(shocked), P(suppressed) of one target."""
    values = [Fraction(0)] * len(WHAT)
    for (states, seen), p in known.items():
        state = states[place]
        flags = (*seen[place], state == DESTROYED, state == ONE_HIT, state == SUPPRESSED)
        for number, flag in enumerate(flags):
            values[number] += p * flag
    return values
