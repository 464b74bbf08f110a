"""The exact odds of a landing from the air."""

from __future__ import annotations

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.arguments import card_words, read_order
from tigersim.odds.dice import Counted, rolls, with_card
from tigersim.odds.result import Answer, answer, means
from tigersim.rules import airdrop

FARTHEST = 6 * airdrop.SLIDE_DICE
"""Inches that a glider slides at most."""


@answer
class LandingOdds(Answer):
    """What the dice of a landing do, whatever lies below (PT-AIRDROP-05 to PT-AIRDROP-10)."""

    p_on_point: float = means("it comes down on its point")
    p_drifts: float = means("it drifts as many inches as the difficulty, where the opponent likes")
    p_unhurt: float = means("it takes no hit")
    p_shocked: float = means("it takes a hit and lives")
    p_destroyed: float = means("it is destroyed: by ones, or by sliding farther than is clear")
    p_loses: float = means("it lives, but loses its machine gun or mortar, or a vehicle or gun aboard")
    p_perfect: float = means("it comes down on its point without a hit")
    glider: bool

    def steps(self) -> list[str]:
        steps = [
            "Two dice on a red card, three on a black one; a sum that reaches the card's difficulty brings it down on "
            "its point (PT-AIRDROP-05, 06)."
        ]
        if self.glider:
            steps.append("A glider slides on by the sum of three more dice, in inches (PT-AIRDROP-08).")
        steps.append(
            "Every one is a hit, without a save; the second costs weapon or cargo (PT-AIRDROP-09, 10, AMB-130)."
        )
        return steps


def landing(
    unit: str | Unit, card: str | int | None = None, ruleset: RuleSet | str | None = None, *, clear: int | None = None
) -> LandingOdds:
    """The exact odds of a landing from the air, with one card or averaged over the deck.

    unit: airborne infantry or a glider, a name or a ``Unit``.
    card: as ``QH``, or None: averaged over a full deck.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    clear: inches that a glider may slide before it comes to woods, water, a town or the table's edge; None: any.

    Raises ``RuleForbids`` for a unit that does not land from the air, ``UnitNotFound``, ``CardNotFound`` or
    ``InvalidValue`` for a wrong argument.
    """
    asked, number = read_order(unit, card, ruleset)
    name, by_air = asked.name, asked.profile.airborne
    if by_air == airdrop.NOT_BY_AIR:
        raise RuleForbids("PT-AIRDROP-02", f'{name} does not land from the air; infantry may, as "{name} + parachute"')
    if clear is not None and (isinstance(clear, bool) or not isinstance(clear, int) or clear < 0):
        raise InvalidValue("clear", clear, "a whole number of inches from 0")
    if clear is not None and not airdrop.slides(by_air):
        raise RuleForbids("PT-AIRDROP-08", f"{name} does not slide: only gliders do")
    airdrop_hits = asked.readings.airdrop_hits
    fatal = airdrop.ones_that_destroy(asked.profile.hits_to_destroy, airdrop_hits)
    safe = FARTHEST if clear is None else clear
    slide_dice = airdrop.SLIDE_DICE if airdrop.slides(by_air) else 0

    def on_card(red: bool, d: int) -> Counted:
        dice = airdrop.landing_dice(red)
        counts = [0] * len(LandingOdds.MEANING)
        for faces, ways in rolls(dice):
            hit = airdrop.lands_on_point(sum(faces), d)
            for slide, more in rolls(slide_dice):
                ones = airdrop.ones_that_count(faces.count(1), slide.count(1), airdrop_hits)
                dies = ones >= fatal or sum(slide) > safe
                hurt = airdrop.landing_hits(ones, airdrop_hits) > 0
                flags = (
                    *(hit, not hit),
                    *(not dies and not hurt, not dies and hurt, dies),
                    not dies and airdrop.loses_weapon(ones),
                    hit and not dies and not hurt,
                )
                for k, holds in enumerate(flags):
                    counts[k] += ways * more * holds
        return tuple(counts), 6 ** (dice + slide_dice)

    counts, whole = with_card(on_card, number)
    title = f"{name} lands: {card_words(number)}"
    return LandingOdds.of(title, counts, whole, glider=airdrop.slides(by_air))
