"""The exact odds of a Find cover order."""

from __future__ import annotations

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.arguments import TERRAINS, card_words, read_choice, read_order
from tigersim.odds.dice import Counted, with_card
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.result import Answer, answer, means
from tigersim.rules.cards import allows_find_cover, is_red
from tigersim.rules.cover import find_cover_dice, finds_cover


@answer
class FindCoverOdds(Answer):
    """Whether a unit finds cover (PT-COVER-05)."""

    p_success: float = means("it finds cover: one more cover die until it moves")
    p_no_order: float = means("no roll: the order needs a black card (PT-COVER-04)")
    dice: int

    def steps(self) -> list[str]:
        return [f"It rolls {self.dice} dice against the difficulty of a black card (PT-COVER-05)."]


def forbid_find_cover(ruleset: RuleSet) -> None:
    """Raise ``RuleForbids`` in the first edition, which has no such order."""
    if ruleset.edition == 1:
        raise RuleForbids("PT1-CARD-04", "the first edition has no Find cover")


def find_cover(
    unit: str | Unit, card: str | int | None = None, terrain: str = "none", ruleset: RuleSet | str | None = None
) -> FindCoverOdds:
    """The exact odds of a Find cover order, with one card or averaged over the deck.

    unit: a name or a ``Unit``.
    card: as ``QH``, or None: averaged over a full deck, where red cards count as no order.
    terrain: that the unit is in or on: none, wood, building, hill.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.

    Re-rolls, where a ruling grants them (AMB-100), maximise P(success).  Raises ``RuleForbids`` for a red card, and
    ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    asked, number = read_order(unit, card, ruleset)
    forbid_find_cover(asked.ruleset)
    in_terrain = read_choice("terrain", terrain, TERRAINS)
    dice = find_cover_dice(asked.profile.find_open, asked.profile.find_terrain, in_terrain)
    rerolls = own_rerolls(asked)

    def on_card(red: bool, d: int) -> Counted:
        if not allows_find_cover(red):
            return (0, 1), 1
        ways, whole = passes(finds_cover, dice, d, rerolls)
        return (ways, 0), whole

    if number is not None and not allows_find_cover(is_red(number)):
        raise RuleForbids("PT-COVER-04", f"{card_name(number)} is red: cover is found on black cards only")
    counts, whole = with_card(on_card, number)
    title = f"{asked.name} looks for cover: {card_words(number)}"
    return FindCoverOdds.of(title, counts, whole, dice=dice)
