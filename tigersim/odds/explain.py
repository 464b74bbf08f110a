"""How a shot's numbers come about, step by step, with the IDs of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tigersim.catalogue.rulesets import ruleset_of
from tigersim.odds.arguments import FORTIFICATIONS, RuledUnit, read_unit, read_weapon
from tigersim.odds.dice import colours_of
from tigersim.odds.rerolls import HIT, LETHAL, NEAR_MISS, attack_outcomes
from tigersim.odds.resolve import FireAction, own_dice
from tigersim.odds.saves import cancelled, save_outcomes, save_roll, suppression_cancelled
from tigersim.odds.volley import attack_test
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import OUT_OF_REACH, is_far
from tigersim.rules.flamethrowers import burns_out
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, WHOLE_ROLL
from tigersim.rules.shot import Attack, Defence, Shot
from tigersim.rules.switches import HowitzerSplash

if TYPE_CHECKING:
    from tigersim.odds.shot import ShotQuestion


def percent(part: int, whole: int) -> str:
    """A share as a percentage, next to the exact fraction while that is short enough to read."""
    exact = Fraction(part, whole)
    share = f"{100 * part / whole:.2f}%"
    return f"{exact} = {share}" if 1 < exact.denominator <= 6**4 else share


def shot_steps(asked: ShotQuestion) -> list[str]:
    """The steps of one Fire action; averaged over the deck, the steps for each colour."""
    if asked.other_gun is not None:
        return _steps_of_both(asked, asked.other_gun)
    shot, attack = asked.action.shot, asked.action.shot.attack
    steps = [_dice_step(asked, red) for red in colours_of(asked.card)]
    steps += _difficulty_steps(asked)
    steps += _reroll_steps(attack)
    steps += _save_steps(asked)
    steps += _hit_steps(shot)
    steps += _side_effect_steps(asked)
    if attack.rolls > 1:
        firer, slot = _firer(asked)
        gunned = firer.profile.machine_gun[slot]
        reasons = ("PT-ADV-RAPID_FIRE, AMB-102",) * (firer.profile.fire_rolls > 1)
        reasons += ("AMB-58",) * bool(gunned and firer.profile.mg_attacks > 1)
        steps.append(
            f"It rolls {attack.rolls} times at the same target, each after the one before is resolved; what is left is "
            f"lost if the target is destroyed ({', '.join(reasons)})."
        )
    return steps


def _steps_of_both(asked: ShotQuestion, other_gun: FireAction) -> list[str]:
    """The steps of the one gun, then of the other (AMB-74)."""
    steps = []
    for gun, action in (("main", asked.action), ("hull", other_gun)):
        circumstances = asked.circumstances._replace(weapon=gun)
        alone = asked._replace(action=action, circumstances=circumstances, other_gun=None)
        steps += [f"The {gun} gun: {step}" for step in shot_steps(alone)]
    return steps


def _dice_step(asked: ShotQuestion, red: bool) -> str:
    action, distance = asked.action, asked.circumstances.distance
    colour = "red" if red else "black"
    rule_id = action.forbidden(red)
    if rule_id:
        return f"On a {colour} card it may not fire ({rule_id}): such a card counts as no shot."
    firer, slot = _firer(asked)
    sources = ", ".join(firer.profile.weapon_sources[slot])
    own, dice = own_dice(firer, slot, is_far(distance**2), red), action.dice(red)
    count = "1 die" if dice == 1 else f"{dice} dice"
    step = f'On a {colour} card it rolls {count} at {distance:g}" ({sources}).'
    if own != dice:
        step += f" Skirt armour has taken one of {own} (PT-ADV-SKIRT_ARMOR)."
    return step


def _firer(asked: ShotQuestion) -> tuple[RuledUnit, int]:
    """The attacker, and the slot of its weapon."""
    firer = read_unit("attacker", asked.attacker, ruleset_of(asked.circumstances.ruleset))
    return firer, read_weapon(asked.circumstances.weapon, firer.profile)


def _difficulty_steps(asked: ShotQuestion) -> list[str]:
    shot, attack = asked.action.shot, asked.action.shot.attack
    more = ""
    if attack.hit_add:
        low = f" + {attack.hit_add} for its low profile (PT-UNIT-SPG-02)"
        more = low if _may_be_lethal(shot) else " + 1 (AMB-154)"
    if asked.card is None:
        lethally = ", lethally at twice that (PT-FIRE-06, 07)" if _may_be_lethal(shot) else " (PT-FIRE-06)"
        if attack.all_lethal:
            lethally = f", and every hit is lethal ({_why_lethal(asked)})"
        return [f"It hits if the sum reaches the card's difficulty{more}{lethally}."]
    red, d = is_red(asked.card), difficulty(asked.card)
    test = attack_test(attack, shot.readings, red, d)
    found = attack_outcomes(test, 0)
    whole = sum(found)
    hit = f"The card's difficulty is {d}{more}: a sum of {test.difficulty} or more hits, "
    hit += f"{percent(sum(found[HIT:]), whole)} of the rolls"
    lethal = (
        f"; {2 * test.lethal_difficulty} or more is a lethal hit, {percent(sum(found[LETHAL:]), whole)} "
        "(PT-CARD-04, PT-FIRE-06, PT-FIRE-07)."
    )
    if attack.all_lethal:
        return [f"{hit} (PT-CARD-04, PT-FIRE-06); every hit is lethal ({_why_lethal(asked)})."]
    steps = [hit + (lethal if _may_be_lethal(shot) else " (PT-CARD-04, PT-FIRE-06); no hit is lethal (PT1-FIRE-04).")]
    if attack.suppresses and not shot.defence.armored:
        steps.append(
            f"A miss that reaches half of {test.difficulty} suppresses: {percent(found[NEAR_MISS], whole)} (PT-MG-04)."
        )
    return steps


def _why_lethal(asked: ShotQuestion) -> str:
    """The rules that make every hit lethal."""
    target = read_unit("target", asked.target, ruleset_of(asked.circumstances.ruleset))
    return ", ".join(["PT-FLAME-04"] * _is_flame(asked) + ["PT-FLAME-05"] * target.profile.flammable)


def _is_flame(asked: ShotQuestion) -> bool:
    firer, slot = _firer(asked)
    return bool(firer.profile.flame[slot])


def _may_be_lethal(shot: Shot) -> bool:
    """Whether a hit may be lethal: not in the first edition (PT1-FIRE-04)."""
    return shot.attack.lethal_add < OUT_OF_REACH


def _reroll_steps(attack: Attack) -> list[str]:
    if not attack.rerolls:
        return []
    aim = "P(destroyed)" if attack.objective else "P(hit), then P(lethal hit)"
    times = "once" if attack.rerolls == 1 else "twice, no die two times"
    what = {ONE_OR_ALL: "its lowest die or all dice", ANY_DICE: "any of its dice", WHOLE_ROLL: "all dice"}
    return [
        f"It may re-roll {what[attack.extent]} {times}, always for the best {aim} (PT-IMPROVED-02, AMB-99, AMB-101)."
    ]


def _save_steps(asked: ShotQuestion) -> list[str]:
    shot, defence = asked.action.shot, asked.action.shot.defence
    if shot.machine_gun_on_armor:
        ways, whole = suppression_cancelled(defence)
        return [
            "A machine gun does not hurt armour: the hit costs the target one assigned card (PT-MG-07); "
            f"its save dice cancel that in {percent(ways, whole)} (PT-MG-08)."
        ]
    steps = []
    if burns_out(1, _is_flame(asked), FORTIFICATIONS[asked.circumstances.fortification]):
        return ["In a heavy position a flamethrower's hit destroys it at once; it rolls no saves (PT-FLAME-03)."]
    kinds = [(1, "an ordinary hit"), (2, "a lethal hit")]
    if shot.attack.all_lethal:
        kinds = kinds[1:]
    for hits, name in kinds if _may_be_lethal(shot) else ((1, "a hit"),):
        roll = save_roll(defence, shot.readings, hits)
        found = save_outcomes(roll, defence.rerolls, defence.extent)
        whole = sum(found)
        left = [found[2 * hits] + found[2 * hits + 1] for hits in range(3)]
        steps.append(
            f"Against {name} it rolls {_save_dice(defence, roll.armor_dice)}: nothing gets through in "
            f"{percent(left[0], whole)}, one hit in {percent(left[1], whole)}, two in {percent(left[2], whole)} "
            "(PT-ARMOR-01, PT-COVER-01, AMB-43)."
        )
    if defence.rerolls:
        steps[-1] += " Its re-rolls are counted in (PT-IMPROVED-02)."
    if shot.attack.suppresses and not defence.armored:
        ways, whole = cancelled(0, 5, defence.suppression_cover_dice, defence.rerolls, defence.extent)
        steps.append(f"Cover dice cancel a suppression in {percent(ways, whole)} (PT-MG-05).")
    return steps


def _save_dice(defence: Defence, armor: int) -> str:
    kinds = []
    if armor:
        best = ", best die only" if defence.keep_best else ""
        kinds.append(f"{armor} armour (saving on {'6' if defence.armor_face == 6 else '5, 6'}{best})")
    if defence.cover_dice:
        kinds.append(f"{defence.cover_dice} cover (5, 6)")
    return " + ".join(kinds) or "no dice"


def _hit_steps(shot: Shot) -> list[str]:
    steps = []
    on_armor, defence = shot.machine_gun_on_armor, shot.defence
    if defence.rivets and not on_armor:
        steps.append("Its rivets add a hit that nothing can save to every attack that hits (PT-DIS-RIVETS, AMB-103).")
    if defence.death_trap and not on_armor:
        steps.append(
            "It is a death trap: a hit that gets through destroys it if the attack dice show a natural 5 or 6 "
            "(PT-DIS-DEATH_TRAP, AMB-104)."
        )
    one = "One hit that gets through destroys it (PT-HIT-04)."
    if shot.hits_before:
        one = "It has a hit already: one more destroys it (PT-HIT-02)."
    elif defence.hits_to_destroy == 2:
        one = "One hit that gets through shocks it, two destroy it (PT-HIT-01, PT-HIT-03)."
    steps.append(one)
    return steps


def _side_effect_steps(asked: ShotQuestion) -> list[str]:
    """What a hit brings besides its damage."""
    attack, readings = asked.action.shot.attack, asked.action.shot.readings
    steps = []
    if attack.mortar:
        when = ("A hit brings", "A hit that gets through brings", "Every hit brings")[readings.mortar_second_shot]
        where = "another target" if asked.second is not None else "the same target"
        steps.append(f"{when} a further shot at once, at {where} and with the same card (PT-MORTAR-06, AMB-67).")
    if attack.howitzer:
        saved = "; cover dice may cancel it" if readings.howitzer_splash == HowitzerSplash.SAVE_ALLOWED else ""
        steps.append(f"A hit suppresses an unarmoured enemy beside the target{saved} (PT-HOW-03, AMB-70).")
    return steps
