"""What a Fire action does besides its target: second shots, suppressed neighbours."""

from __future__ import annotations

from fractions import Fraction

from tigersim.catalogue.rulesets import RuleSet
from tigersim.errors import RuleForbids
from tigersim.odds.arguments import COVERS, FORTIFICATIONS, read_choice, read_unit
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED
from tigersim.odds.rerolls import HIT
from tigersim.odds.saves import cancelled
from tigersim.odds.targets import Target
from tigersim.odds.volley import Volley, ends, events, further_shots, start, volleys
from tigersim.rules.cover import cover_dice
from tigersim.rules.off_table import BARRAGE, barrage_splashes
from tigersim.rules.rerolls import reroll_extent
from tigersim.rules.shot import Shot
from tigersim.rules.support_weapons import splash_save_dice, splash_suppresses
from tigersim.rules.switches import MortarSecondShot
from tigersim.statistics.law import Law


def second_shot(shot: Shot, red: bool, difficulty: int) -> list[Fraction]:
    """P(the first roll brings a second shot at the same target)."""
    rolls = volleys(shot, red, difficulty)
    return [further_shots(rolls, start(shot.hits_before)) if rolls else Fraction(0)]


def second_target(first: Shot, second: Shot, red: bool, difficulty: int) -> list[Fraction]:
    """P(a second shot), then P(one hit), P(destroyed), P(suppressed) of its target.

    Every second shot goes at the second target, and is lost when that is destroyed.
    """
    rolls = volleys(first, red, difficulty)
    before = start(first.hits_before)
    shots = events(rolls, before, Volley.follows)
    once = events(rolls[:1], before, Volley.follows)
    further = volleys(second, red, difficulty)[:1]
    if first.readings.mortar_second_shot != MortarSecondShot.CHAIN:
        further = tuple(roll._replace(mortar=0) for roll in further)
    after = ends(further)

    def left_by(count: int) -> Law[int]:
        state = Law.sure(start(second.hits_before))
        for _ in range(count):
            state = state.then(lambda at: Law.of_counts(after.state(at)))
        return state

    state = shots.then(left_by)
    return [once[1], state[ONE_HIT], state[DESTROYED], state[SUPPRESSED]]


def neighbour_stays(target: Target | None, ruleset: RuleSet, barrage: bool = False) -> Fraction:
    """P(a neighbour does not cancel one suppression by a howitzer, or by a ``barrage``).

    0 for one without cards; None has no cover dice.  Raises ``RuleForbids`` for an armoured one (AMB-70).
    """
    if target is None:
        return Fraction(1)
    asked = read_unit("neighbour", target.unit, ruleset)
    profile = asked.profile
    readings = asked.readings
    splash = readings.howitzer_splash
    armored = bool(profile.armored)
    meant = barrage_splashes(BARRAGE, 1, armored, splash) if barrage else splash_suppresses(True, 1, armored)
    if not meant:
        rule_id, what = ("PT-SUPPORT-06", "a barrage") if barrage else ("PT-HOW-03", "a howitzer")
        raise RuleForbids(rule_id, f"{asked.name} is armoured: {what} suppresses unarmoured neighbours")
    dice = cover_dice(
        read_choice("cover", target.cover, COVERS),
        profile.terrain_cover,
        target.found_cover,
        read_choice("fortification", target.fortification, FORTIFICATIONS),
        bool(profile.infantry),
        readings.find_cover_effect,
    )
    rerolls = reroll_extent(profile.save_rerolls, profile.save_whole, readings.improved_reroll_extent)
    ways, whole = cancelled(0, profile.armor_face, splash_save_dice(dice, splash), *rerolls)
    return Fraction(0) if target.hits_before else 1 - Fraction(ways, whole)


def neighbour(shot: Shot, stays: Fraction, red: bool, difficulty: int) -> list[Fraction]:
    """P(the neighbour is suppressed); ``stays`` = P(it does not cancel one suppression)."""
    rolls = volleys(shot, red, difficulty)
    hits = events(rolls, start(shot.hits_before), lambda _roll, outcome, _before, _after: outcome >= HIT)
    return [hits.expect(lambda count: 1 - (1 - stays) ** count)]
