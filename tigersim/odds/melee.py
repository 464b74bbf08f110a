"""The exact odds of one close combat, unit against unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.dice import over_deck
from tigersim.odds.questions import Asked, ask_card, ask_flag, ask_ruleset, ask_unit, option_codes
from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.odds.result import Answer
from tigersim.rules.cards import allows_close_combat, difficulty, is_red
from tigersim.rules.close_combat import close_combat_dice, destroys_itself, may_declare_suicide


@dataclass(frozen=True, slots=True, repr=False)
class MeleeOdds(Answer):
    """What a close combat leaves; the fields but the last part the whole between them."""

    p_defender_destroyed: float
    p_attacker_destroyed: float
    p_neither: float
    p_no_combat: float
    attacker_dice: int
    defender_dice: int

    MEANING: ClassVar[dict[str, str]] = {
        "p_defender_destroyed": "the defender is destroyed",
        "p_attacker_destroyed": "the attacker is destroyed",
        "p_neither": "both survive: the attacker goes back",
        "p_no_combat": "no close combat: it needs a red card (part of the line above)",
    }

    def steps(self) -> list[str]:
        """How the numbers come about."""
        return [
            f"The attacker rolls {self.attacker_dice} dice against the red card's difficulty; a success destroys the "
            "defender, without any save (PT-MELEE-04).",
            f"If it fails, the defender strikes back with {self.defender_dice} dice against the same difficulty "
            "(PT-MELEE-05).",
        ]


def melee(
    attacker: str | Unit,
    defender: str | Unit,
    card: str | int | None = None,
    ruleset: RuleSet | str | None = None,
    *,
    suicide_attack: bool = False,
    suicide_defence: bool = False,
) -> MeleeOdds:
    """The exact odds of ``attacker`` assaulting ``defender``, each alone, with one card or averaged over the deck.

    ``suicide_attack`` and ``suicide_defence``: the side takes the extra die of a suicide assault and dies if its roll
    fails.  Improved infantry re-rolls for P(success).  Raises ``RuleForbids`` for a black card, for a unit that may
    not assault and for an extra die it does not have; ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a
    wrong argument.
    """
    number = ask_card(card)
    rules = ask_ruleset(ruleset)
    striking = ask_unit("attacker", attacker, rules)
    struck = ask_unit("defender", defender, rules)
    if rules.edition_code == 1:
        raise RuleForbids("PT1-CARD-03", "the first edition has no close combat")
    floor, suicide_rule = option_codes(rules, ("zero_dice_pool", "suicide_assault"))
    if not striking.profile.may_assault:
        rule_id = "PT-MELEE-03" if striking.profile.towed_gun else "AMB-126"
        raise RuleForbids(rule_id, f"{striking.unit.name} may not order close combat")
    reckless = _suicide("suicide_attack", suicide_attack, striking, True, suicide_rule)
    desperate = _suicide("suicide_defence", suicide_defence, struck, False, suicide_rule)
    dice = _dice(striking, struck, reckless, floor)
    back = _dice(struck, striking, desperate, floor)

    def on_card(red: bool, d: int) -> tuple[tuple[int, ...], int]:
        if not allows_close_combat(red):
            return (0, 0, 1, 1), 1
        hit, tries = _strike(dice, d, striking.profile.melee_rerolls)
        back_hit, back_tries = _strike(back, d, struck.profile.melee_rerolls)
        missed, whole = tries - hit, tries * back_tries
        if destroys_itself(reckless, d - 1, d):  # dead by its own hand: nothing is left to strike at
            return (hit * back_tries, missed * back_tries, 0, 0), whole
        fails = missed * (back_tries - back_hit)
        dies_striking = fails if destroys_itself(desperate, d - 1, d) else 0
        return (hit * back_tries + dies_striking, missed * back_hit, fails - dies_striking, 0), whole

    if number is None:
        counts, whole = over_deck(on_card)
    else:
        if not allows_close_combat(is_red(number)):
            raise RuleForbids("PT-MELEE-02", f"{card_name(number)} is black: close combat needs a red card")
        counts, whole = on_card(True, difficulty(number))
    where = "any card" if number is None else card_name(number)
    title = f"{striking.unit.name} assaults {struck.unit.name}: {where}"
    return MeleeOdds.of(title, counts, whole, attacker_dice=dice, defender_dice=back)


def _suicide(field: str, wanted: object, side: Asked, attacking: bool, suicide_rule: int) -> bool:
    """Whether this side takes the extra die, and dies if it fails."""
    declared = ask_flag(field, wanted)
    allowed = may_declare_suicide(bool(side.profile.suicide_assault), attacking, suicide_rule)
    if declared and not allowed:
        raise RuleForbids("PT-ADV-SUICIDE_ASSAULT", f"{side.unit.name} may not take the extra die of a suicide assault")
    return declared or (allowed and suicide_rule == 2)


def _dice(own: Asked, enemy: Asked, suicide: bool, floor: int) -> int:
    return close_combat_dice(
        own.profile.melee_dice,
        bool(own.profile.infantry),
        bool(enemy.profile.open_top),
        bool(enemy.profile.skirt_armor),
        suicide,
        floor,
    )


def _strike(dice: int, difficulty: int, permissions: int) -> tuple[int, int]:
    """(ways to succeed, all ways) of one close combat roll."""
    found = attack_outcomes(AttackTest(dice, difficulty, difficulty), permissions)
    return sum(found[HIT:]), sum(found)
