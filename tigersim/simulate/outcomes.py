"""The exact table of outcomes that ``method="table"`` draws from: what the first roll scores and how the target ends.

The exact odds (``tigersim.odds.shot``) are sums over this table; a draw needs both halves of an outcome together.
"""

from __future__ import annotations

from fractions import Fraction

from tigersim.core import sampling
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.firing import start
from tigersim.odds.rerolls import HIT, LETHAL
from tigersim.odds.setup import ShotTerms
from tigersim.odds.volley import HITS, aims, by_outcome, volleys
from tigersim.rules.cards import difficulty, is_red

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
    rows = [row[:HITS] for row in by_outcome(volleys(terms, red, value), start(terms.hits_before))]
    whole = sum(map(sum, rows))
    table: dict[Fields, Fraction] = {}
    for outcome, states in enumerate(rows):
        scored = (sampling.HIT_SCORED,) * (outcome >= HIT) + (sampling.LETHAL_SCORED,) * (outcome >= LETHAL)
        for state, ways in enumerate(states):
            fields = (*STATE_FIELDS[state], *scored)
            table[fields] = table.get(fields, Fraction(0)) + Fraction(ways, whole)
    return table


def attack_values(terms: ShotTerms, red: bool, value: int, left: int, hits: int) -> tuple[int, ...]:
    """What the outcomes of the next attack roll are worth where re-rolls aim at destruction: ways to end destroyed.

    ``left`` rolls of the action are left, this one included, and the target has ``hits`` hits.  Empty where the aim
    is to hit.
    """
    return aims(volleys(terms, red, value)[:left], start(hits))
