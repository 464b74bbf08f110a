"""The exact law of outcomes that ``method="table"`` draws from.

The exact odds (``tigersim.odds.shot``) are sums over this law; a draw needs both halves of an outcome together.
"""

from __future__ import annotations

from tigersim.core import sampling
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.rerolls import HIT, LETHAL
from tigersim.odds.volley import HITS, aims, by_outcome, start, volleys
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.shot import Shot
from tigersim.statistics.law import Law, mixed

Fields = tuple[int, ...]
"""The fields of a trial (``core.sampling``) that an outcome counts in."""

STATE_FIELDS = {
    CLEAN: (),
    SUPPRESSED: (sampling.SUPPRESSED,),
    ONE_HIT: (sampling.ONE_HIT,),
    DESTROYED: (sampling.DESTROYED,),
}


def outcome_law(shot: Shot, card: int | None) -> Law[Fields]:
    """The law of the outcomes of a Fire action with this card, or with any card (None)."""
    cards = {red: DIFFICULTIES[red] for red in (False, True)}
    if card is not None:
        cards = {is_red(card): ((difficulty(card), 1),)}
    return mixed((count, _on_card(shot, red, value)) for red, colour in cards.items() for value, count in colour)


def _on_card(shot: Shot, red: bool, value: int) -> Law[Fields]:
    if shot.attack.dice(red) == 0:
        return Law.sure((*STATE_FIELDS[start(shot.hits_before)], sampling.NO_SHOT))
    rows = by_outcome(volleys(shot, red, value), start(shot.hits_before))
    scored = [
        (sampling.HIT_SCORED,) * (outcome >= HIT) + (sampling.LETHAL_SCORED,) * (outcome >= LETHAL)
        for outcome in range(len(rows))
    ]
    return Law.of(
        ((*STATE_FIELDS[state], *fields), ways)
        for fields, row in zip(scored, rows, strict=True)
        for state, ways in enumerate(row[:HITS])
    )


def attack_values(shot: Shot, red: bool, value: int, left: int, hits: int) -> tuple[int, ...]:
    """What the outcomes of the next attack roll are worth: ways to end destroyed.

    ``left`` rolls of the action are left, this one included, and the target has ``hits`` hits.  Empty where the aim
    is to hit.
    """
    return aims(volleys(shot, red, value)[:left], start(hits))
