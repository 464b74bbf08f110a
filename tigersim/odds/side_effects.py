"""What a Fire action does beside its target: a mortar's second shot at another, a howitzer's suppressed neighbour."""

from __future__ import annotations

from fractions import Fraction

from tigersim.catalogue.rulesets import RuleSet
from tigersim.errors import RuleForbids
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.firing import start
from tigersim.odds.questions import COVERS, FORTIFICATIONS, ask_choice, ask_unit, option_codes
from tigersim.odds.rerolls import HIT
from tigersim.odds.saves import cancelled
from tigersim.odds.setup import ShotTerms
from tigersim.odds.targets import Target
from tigersim.odds.volley import CHAIN, Volley, ends, events, further_shots, volleys
from tigersim.rules.cover import cover_dice
from tigersim.rules.off_table import BARRAGE, barrage_splashes
from tigersim.rules.rerolls import reroll_extent
from tigersim.rules.support_weapons import splash_save_dice, splash_suppresses


def second_shot(terms: ShotTerms, red: bool, difficulty: int) -> list[Fraction]:
    """P(the first roll brings a second shot at the same target)."""
    rolls = volleys(terms, red, difficulty)
    return [further_shots(rolls, start(terms.hits_before)) if rolls else Fraction(0)]


def second_target(first: ShotTerms, second: ShotTerms, red: bool, difficulty: int) -> list[Fraction]:
    """P(the first roll brings a second shot), then P(one hit), P(destroyed), P(suppressed) of that shot's target.

    Every second shot goes at the second target, and is lost when that is destroyed.
    """
    rolls = volleys(first, red, difficulty)
    state = start(second.hits_before)
    spread = [Fraction(int(state == place)) for place in range(4)]
    if not rolls:
        return [Fraction(0), spread[ONE_HIT], Fraction(0), Fraction(0)]
    shots = events(rolls, start(first.hits_before), _brings_a_shot)
    once = events(rolls[:1], start(first.hits_before), _brings_a_shot)
    further = volleys(second, red, difficulty)[:1]
    if first.mortar_second_shot != CHAIN:
        further = tuple(roll._replace(mortar=0) for roll in further)
    after = ends(further)
    total = [Fraction(0)] * 4
    for p in shots:
        total = [a + p * b for a, b in zip(total, spread, strict=True)]
        spread = [
            sum(
                (spread[before] * Fraction(after.state(before)[place], after.whole) for before in range(4)), Fraction(0)
            )
            for place in range(4)
        ]
    return [once[1], total[ONE_HIT], total[DESTROYED], total[SUPPRESSED]]


def _brings_a_shot(roll: Volley, outcome: int, before: int, after: int) -> bool:
    return roll.follows(outcome, before, after, False)


def neighbour_stays(target: Target | None, ruleset: RuleSet, barrage: bool = False) -> Fraction:
    """P(a neighbour does not cancel the suppression by a howitzer, or by one shot of a ``barrage``).

    0 for one without cards; None has no cover dice.  Raises ``RuleForbids`` for an armoured one (AMB-70).
    """
    if target is None:
        return Fraction(1)
    asked = ask_unit("neighbour", target.unit, ruleset)
    profile = asked.profile
    switches = ("howitzer_splash", "find_cover_effect", "improved_reroll_extent")
    splash, find_effect, extent = option_codes(ruleset, switches)
    armored = bool(profile.armored)
    meant = barrage_splashes(BARRAGE, 1, armored, splash) if barrage else splash_suppresses(True, 1, armored)
    if not meant:
        rule_id, what = ("PT-SUPPORT-06", "a barrage") if barrage else ("PT-HOW-03", "a howitzer")
        raise RuleForbids(rule_id, f"{asked.unit.name} is armoured: {what} suppresses unarmoured neighbours")
    dice = cover_dice(
        ask_choice("cover", target.cover, COVERS),
        profile.terrain_cover,
        target.found_cover,
        ask_choice("fortification", target.fortification, FORTIFICATIONS),
        bool(profile.infantry),
        find_effect,
    )
    rerolls = reroll_extent(profile.save_rerolls, profile.save_whole, extent)
    ways, whole = cancelled(0, profile.armor_face, splash_save_dice(dice, splash), *rerolls)
    return Fraction(0) if target.hits_before else 1 - Fraction(ways, whole)


def neighbour(terms: ShotTerms, stays: Fraction, red: bool, difficulty: int) -> list[Fraction]:
    """P(the neighbour is suppressed); ``stays`` = P(it does not cancel one suppression)."""
    rolls = volleys(terms, red, difficulty)
    hits = events(rolls, start(terms.hits_before), lambda _roll, outcome, _before, _after: outcome >= HIT)
    return [sum((p * (1 - (1 - stays) ** count) for count, p in enumerate(hits)), Fraction(0))]
