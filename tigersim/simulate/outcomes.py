"""The exact table of outcomes that ``method="table"`` draws from: what the first roll scores and how the target ends.

The exact odds (``tigersim.odds.shot``) are sums over this table; a draw needs both halves of an outcome together.
"""

from __future__ import annotations

from fractions import Fraction

from tigersim.core import sampling
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED, effect, victim
from tigersim.odds.rerolls import HIT, LETHAL, AttackTest, attack_outcomes
from tigersim.odds.setup import ShotTerms
from tigersim.odds.shot import attack_test
from tigersim.rules.cards import difficulty, is_red

States = tuple[int, ...]
"""Counts of the states CLEAN, SUPPRESSED, ONE_HIT, DESTROYED."""
Fields = tuple[int, ...]
"""The fields of a trial (``core.sampling``) that an outcome counts in."""

STATE_FIELDS = {
    CLEAN: (),
    SUPPRESSED: (sampling.SUPPRESSED,),
    ONE_HIT: (sampling.ONE_HIT,),
    DESTROYED: (sampling.DESTROYED,),
}


def outcome_table(terms: ShotTerms, card: int | None) -> dict[Fields, Fraction]:
    """The probability of every outcome of a Fire action with this card, or with any card of the pack (None)."""
    cards = {red: DIFFICULTIES[red] for red in (False, True)}
    if card is not None:
        cards = {is_red(card): ((difficulty(card), 1),)}
    total = sum(count for colour in cards.values() for _, count in colour)
    table: dict[Fields, Fraction] = {}
    for red, colour in cards.items():
        for value, count in colour:
            for fields, probability in _on_card(terms, red, value).items():
                table[fields] = table.get(fields, Fraction(0)) + probability * Fraction(count, total)
    return {fields: probability for fields, probability in sorted(table.items()) if probability}


def _on_card(terms: ShotTerms, red: bool, value: int) -> dict[Fields, Fraction]:
    if terms.dice(red) == 0:
        state = ONE_HIT if terms.hits_before else CLEAN
        return {(*STATE_FIELDS[state], sampling.NO_SHOT): Fraction(1)}
    test = attack_test(terms, red, value)
    rows = _after_each_outcome(terms, test, terms.rolls, terms.hits_before)
    whole = sum(map(sum, rows))
    table: dict[Fields, Fraction] = {}
    for outcome, states in enumerate(rows):
        scored = (sampling.HIT_SCORED,) * (outcome >= HIT) + (sampling.LETHAL_SCORED,) * (outcome >= LETHAL)
        for state, ways in enumerate(states):
            fields = (*STATE_FIELDS[state], *scored)
            table[fields] = table.get(fields, Fraction(0)) + Fraction(ways, whole)
    return table


def attack_values(terms: ShotTerms, test: AttackTest, left: int, hits: int) -> tuple[int, ...]:
    """What the outcomes of the next attack roll are worth where re-rolls aim at destruction: ways to end destroyed.

    ``left`` rolls of the action are left, this one included, and the target has ``hits`` hits.  Empty where the aim
    is to hit.
    """
    if terms.objective == 0:
        return ()
    ends = _ends(terms, test, left - 1)
    return tuple(
        sum(ways * end[DESTROYED] for ways, end in zip(states, ends, strict=True))
        for states in effect(victim(terms), hits).after
    )


def _after_each_outcome(terms: ShotTerms, test: AttackTest, left: int, hits: int) -> list[States]:
    """[outcome of the next roll] -> where the target is when all ``left`` rolls are done, in counts."""
    found = attack_outcomes(test, terms.attack_rerolls, attack_values(terms, test, left, hits), terms.attack_whole)
    ends = _ends(terms, test, left - 1)
    return [
        tuple(
            ways * sum(n * end[state] for n, end in zip(states, ends, strict=True))
            for state in (CLEAN, SUPPRESSED, ONE_HIT, DESTROYED)
        )
        for ways, states in zip(found, effect(victim(terms), hits).after, strict=True)
    ]


def _ends(terms: ShotTerms, test: AttackTest, left: int) -> tuple[States, ...]:
    """[state of the target] -> where it is after ``left`` more rolls, in counts; every row has the same sum."""
    if left == 0:
        return ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    unhurt, hurt = (tuple(map(sum, zip(*_after_each_outcome(terms, test, left, hits), strict=True))) for hits in (0, 1))
    stays_suppressed = (0, unhurt[CLEAN] + unhurt[SUPPRESSED], *unhurt[ONE_HIT:])
    return unhurt, stays_suppressed, hurt, (0, 0, 0, sum(unhurt))
