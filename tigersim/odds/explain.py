"""How a shot's numbers come about, step by step, in a player's words with the IDs of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tigersim.odds.questions import FORTIFICATIONS, ask_ruleset, ask_unit, ask_weapon
from tigersim.odds.rerolls import HIT, LETHAL, NEAR_MISS, attack_outcomes
from tigersim.odds.saves import SaveRoll, cancelled, save_outcomes
from tigersim.odds.setup import ShotTerms
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import OUT_OF_REACH, is_far
from tigersim.rules.flamethrowers import burns_out
from tigersim.rules.hits import hits_to_save
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, WHOLE_ROLL
from tigersim.rules.switches import HowitzerSplash

if TYPE_CHECKING:
    from tigersim.odds.shot import ShotAsked


def percent(part: int, whole: int) -> str:
    """A share as a percentage, beside the exact fraction while that is short enough to read."""
    exact = Fraction(part, whole)
    share = f"{100 * part / whole:.2f}%"
    return f"{exact} = {share}" if 1 < exact.denominator <= 6**4 else share


def shot_steps(asked: ShotAsked) -> list[str]:
    """The steps of one Fire action; averaged over the deck, the steps for each colour."""
    if asked.other_gun is not None:
        return _steps_of_both(asked, asked.other_gun)
    terms = asked.terms
    steps = [_dice_step(asked, red) for red in _colours(asked)]
    steps += _difficulty_steps(asked)
    steps += _reroll_steps(terms)
    steps += _save_steps(asked)
    steps += _hit_steps(terms)
    steps += _side_effect_steps(asked)
    if terms.rolls > 1:
        firer = ask_unit("attacker", asked.attacker, ask_ruleset(asked.circumstances["ruleset"]))
        gunned = firer.profile.machine_gun[ask_weapon(asked.circumstances["weapon"], firer.profile)]
        reasons = ("PT-ADV-RAPID_FIRE, AMB-102",) * (firer.profile.fire_rolls > 1)
        reasons += ("AMB-58",) * bool(gunned and firer.profile.mg_attacks > 1)
        steps.append(
            f"It rolls {terms.rolls} times at the same target, each after the one before is resolved; what is left is "
            f"lost if the target is destroyed ({', '.join(reasons)})."
        )
    return steps


def _steps_of_both(asked: ShotAsked, other_gun: ShotTerms) -> list[str]:
    """The steps of the one gun, then of the other (AMB-74)."""
    steps = []
    for gun, terms in (("main", asked.terms), ("hull", other_gun)):
        alone = asked._replace(terms=terms, circumstances={**asked.circumstances, "weapon": gun}, other_gun=None)
        steps += [f"The {gun} gun: {step}" for step in shot_steps(alone)]
    return steps


def _colours(asked: ShotAsked) -> tuple[bool, ...]:
    return (True, False) if asked.card is None else (is_red(asked.card),)


def _dice_step(asked: ShotAsked, red: bool) -> str:
    terms, where = asked.terms, asked.circumstances
    colour = "red" if red else "black"
    rule_id = terms.forbidden(red)
    if rule_id:
        return f"On a {colour} card it may not fire ({rule_id}): such a card counts as no shot."
    firer = ask_unit("attacker", asked.attacker, ask_ruleset(where["ruleset"]))
    far = is_far(where["distance"] ** 2)
    field = f"{colour}_{'far' if far else 'near'}"
    slot = ask_weapon(where["weapon"], firer.profile)
    sources = ", ".join(firer.profile.weapon_sources[slot])
    own = getattr(firer.profile, field)[slot]
    count = "1 die" if terms.dice(red) == 1 else f"{terms.dice(red)} dice"
    step = f'On a {colour} card it rolls {count} at {where["distance"]:g}" ({sources}).'
    if own != terms.dice(red):
        step += f" Skirt armour has taken one of {own} (PT-ADV-SKIRT_ARMOR)."
    return step


def _difficulty_steps(asked: ShotAsked) -> list[str]:
    terms = asked.terms
    more = ""
    if terms.hit_add:
        low = f" + {terms.hit_add} for its low profile (PT-UNIT-SPG-02)"
        more = low if _may_be_lethal(terms) else " + 1 (AMB-154)"
    if asked.card is None:
        lethally = ", lethally at twice that (PT-FIRE-06, 07)" if _may_be_lethal(terms) else " (PT-FIRE-06)"
        if terms.all_lethal:
            lethally = f", and every hit is lethal ({_why_lethal(asked)})"
        return [f"It hits if the sum reaches the card's difficulty{more}{lethally}."]
    red, d = is_red(asked.card), difficulty(asked.card)
    from tigersim.odds.volley import attack_test

    test = attack_test(terms, red, d)
    found = attack_outcomes(test, 0)
    whole = sum(found)
    hit = f"The card's difficulty is {d}{more}: a sum of {test.difficulty} or more hits, "
    hit += f"{percent(sum(found[HIT:]), whole)} of the rolls"
    lethal = (
        f"; {2 * test.lethal_difficulty} or more is a lethal hit, {percent(sum(found[LETHAL:]), whole)} "
        "(PT-CARD-04, PT-FIRE-06, PT-FIRE-07)."
    )
    if terms.all_lethal:
        return [f"{hit} (PT-CARD-04, PT-FIRE-06); every hit is lethal ({_why_lethal(asked)})."]
    steps = [hit + (lethal if _may_be_lethal(terms) else " (PT-CARD-04, PT-FIRE-06); no hit is lethal (PT1-FIRE-04).")]
    if terms.suppresses and not terms.target_armored:
        steps.append(
            f"A miss that reaches half of {test.difficulty} suppresses: {percent(found[NEAR_MISS], whole)} (PT-MG-04)."
        )
    return steps


def _why_lethal(asked: ShotAsked) -> str:
    """The rules that make every hit lethal."""
    rules = ask_ruleset(asked.circumstances["ruleset"])
    target = ask_unit("target", asked.target, rules)
    return ", ".join(["PT-FLAME-04"] * _is_flame(asked) + ["PT-FLAME-05"] * target.profile.flammable)


def _is_flame(asked: ShotAsked) -> bool:
    firer = ask_unit("attacker", asked.attacker, ask_ruleset(asked.circumstances["ruleset"]))
    return bool(firer.profile.flame[ask_weapon(asked.circumstances["weapon"], firer.profile)])


def _may_be_lethal(terms: ShotTerms) -> bool:
    """Not in the first edition (PT1-FIRE-04)."""
    return terms.lethal_add < OUT_OF_REACH


def _reroll_steps(terms: ShotTerms) -> list[str]:
    if not terms.attack_rerolls:
        return []
    aim = "P(destroyed)" if terms.objective else "P(hit), then P(lethal hit)"
    times = "once" if terms.attack_rerolls == 1 else "twice, no die two times"
    what = {ONE_OR_ALL: "its lowest die or all dice", ANY_DICE: "any of its dice", WHOLE_ROLL: "all dice"}
    return [
        f"It may re-roll {what[terms.attack_extent]} {times}, always for the best {aim} "
        "(PT-IMPROVED-02, AMB-99, AMB-101)."
    ]


def _save_steps(asked: ShotAsked) -> list[str]:
    terms = asked.terms
    if terms.machine_gun and terms.target_armored:
        ways, whole = cancelled(
            terms.suppression_armor_dice,
            terms.armor_face,
            terms.suppression_cover_dice,
            terms.save_rerolls,
            terms.save_extent,
        )
        return [
            "A machine gun does not hurt armour: the hit costs the target one assigned card (PT-MG-07); "
            f"its save dice cancel that in {percent(ways, whole)} (PT-MG-08)."
        ]
    steps = []
    if burns_out(1, _is_flame(asked), FORTIFICATIONS[asked.circumstances["fortification"]]):
        return ["In a heavy position a flamethrower's hit destroys it at once; it rolls no saves (PT-FLAME-03)."]
    kinds = [(1, terms.armor_dice, "an ordinary hit"), (2, terms.armor_dice_lethal, "a lethal hit")]
    if terms.all_lethal:
        kinds = kinds[1:]
    for hits, armor, name in kinds if _may_be_lethal(terms) else ((1, terms.armor_dice, "a hit"),):
        stake = hits_to_save(hits, bool(terms.rivets), False, terms.rivets_rule)
        roll = SaveRoll(stake, armor, terms.armor_face, terms.keep_best, terms.cover_dice, terms.save_success_rule)
        found = save_outcomes(roll, terms.save_rerolls, terms.save_extent)
        whole = sum(found)
        left = [found[2 * hits] + found[2 * hits + 1] for hits in range(3)]
        steps.append(
            f"Against {name} it rolls {_save_dice(terms, armor)}: nothing gets through in {percent(left[0], whole)}, "
            f"one hit in {percent(left[1], whole)}, two in {percent(left[2], whole)} "
            "(PT-ARMOR-01, PT-COVER-01, AMB-43)."
        )
    if terms.save_rerolls:
        steps[-1] += " Its re-rolls are counted in (PT-IMPROVED-02)."
    if terms.suppresses and not terms.target_armored:
        ways, whole = cancelled(0, 5, terms.suppression_cover_dice, terms.save_rerolls, terms.save_extent)
        steps.append(f"Cover dice cancel a suppression in {percent(ways, whole)} (PT-MG-05).")
    return steps


def _save_dice(terms: ShotTerms, armor: int) -> str:
    kinds = []
    if armor:
        best = ", best die only" if terms.keep_best else ""
        kinds.append(f"{armor} armour (saving on {'6' if terms.armor_face == 6 else '5, 6'}{best})")
    if terms.cover_dice:
        kinds.append(f"{terms.cover_dice} cover (5, 6)")
    return " + ".join(kinds) or "no dice"


def _hit_steps(terms: ShotTerms) -> list[str]:
    steps = []
    on_armor = terms.machine_gun and terms.target_armored
    if terms.rivets and not on_armor:
        steps.append("Its rivets add a hit that nothing can save to every attack that hits (PT-DIS-RIVETS, AMB-103).")
    if terms.death_trap and not on_armor:
        steps.append(
            "It is a death trap: a hit that gets through destroys it if the attack dice show a natural 5 or 6 "
            "(PT-DIS-DEATH_TRAP, AMB-104)."
        )
    one = "One hit that gets through destroys it (PT-HIT-04)."
    if terms.hits_before:
        one = "It has a hit already: one more destroys it (PT-HIT-02)."
    elif terms.hits_to_destroy == 2:
        one = "One hit that gets through shocks it, two destroy it (PT-HIT-01, PT-HIT-03)."
    steps.append(one)
    return steps


def _side_effect_steps(asked: ShotAsked) -> list[str]:
    """What a hit brings beside its damage."""
    terms = asked.terms
    steps = []
    if terms.mortar:
        when = ("A hit brings", "A hit that gets through brings", "Every hit brings")[terms.mortar_second_shot]
        whom = "another target" if asked.second is not None else "the same target"
        steps.append(f"{when} a further shot at once, at {whom} and with the same card (PT-MORTAR-06, AMB-67).")
    if terms.howitzer:
        saved = "; cover dice may cancel it" if terms.howitzer_splash == HowitzerSplash.SAVE_ALLOWED else ""
        steps.append(f"A hit suppresses an unarmoured enemy beside the target{saved} (PT-HOW-03, AMB-70).")
    return steps
