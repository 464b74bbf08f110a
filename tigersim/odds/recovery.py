"""The exact odds of a recovery test."""

from __future__ import annotations

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.given import truth_value
from tigersim.odds.arguments import card_words, read_order
from tigersim.odds.dice import Counted, with_card
from tigersim.odds.own_tests import own_rerolls, passes
from tigersim.odds.result import Answer, answer, means
from tigersim.rules.recovery import catches_fire, recovers, recovery_dice


@answer
class RecoveryOdds(Answer):
    """Whether a unit shakes off its hit (PT-RECOVER-04)."""

    p_success: float = means("it recovers: the hit is removed")
    p_destroyed: float = means("it fails, or does not try, and burns (engine fire)")
    dice: int

    def steps(self) -> list[str]:
        return [f"It rolls {self.dice} dice against the card's difficulty, whatever its colour (PT-RECOVER-04, 07)."]


def recovery(
    unit: str | Unit,
    card: str | int | None = None,
    regroup: bool = False,
    ruleset: RuleSet | str | None = None,
    *,
    engine_hit: bool = False,
    attempt: bool = True,
) -> RecoveryOdds:
    """The exact odds of a recovery test with one card, or averaged over the deck.

    unit: a name or a ``Unit``.
    card: as ``QH``, or None: averaged over a full deck.
    regroup: it has withdrawn first and rolls one die more.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    engine_hit: the hit is its own engine's.
    attempt: False: no test is rolled, which may burn the unit by a ruling (AMB-106).

    Re-rolls, where a ruling grants them (AMB-100), maximise P(success).  Raises ``RuleForbids`` for a unit that may not
    regroup, or that one hit destroys, ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument.
    """
    asked, number = read_order(unit, card, ruleset)
    withdraws, own_hit = truth_value("regroup", regroup), truth_value("engine_hit", engine_hit)
    profile, name = asked.profile, asked.name
    if profile.hits_to_destroy == 1 and not profile.weak_running_gear:
        raise RuleForbids("PT-HIT-04", f"{name} is destroyed by its first hit: there is nothing to recover from")
    if withdraws and not profile.may_regroup:
        rule_id = "PT-DIS-NO_RETREAT" if "no_retreat" in asked.unit.disadvantages else "PT-RECOVER-07"
        rule_id = "PT1-RECOVER-01" if asked.ruleset.edition == 1 else rule_id
        raise RuleForbids(rule_id, f"{name} may not regroup")
    dice = recovery_dice(profile.recovery_dice, withdraws)
    tries = truth_value("attempt", attempt)
    burns = catches_fire(bool(profile.engine_fire), own_hit, False, asked.readings.engine_fire, tries)
    rerolls = own_rerolls(asked)

    def on_card(_: bool, d: int) -> Counted:
        if not tries:
            return (0, int(burns)), 1
        ways, whole = passes(recovers, dice, d, rerolls)
        return (ways, whole - ways if burns else 0), whole

    counts, whole = with_card(on_card, number)
    what = "tries to recover" if tries else "does not try to recover"
    title = f"{name} {what}: {card_words(number)}"
    return RecoveryOdds.of(title, counts, whole, dice=dice)
