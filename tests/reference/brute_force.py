"""The rules of dice once more, counted out roll by roll: slow, plain, and sharing nothing with ``tigersim.odds``.

Written from the text of the rules alone.  Every die is listed (``itertools.product``), every re-roll that the rules
allow is tried, and the best is taken; sums are fractions.  The only thing taken from tigersim is a unit's ``Profile``
(how many dice it has) and the options of a ``RuleSet`` by name.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

FACES = (1, 2, 3, 4, 5, 6)
WEAPON_PLACE = {"main": 0, "hull": 1, "mg": 2, "mortar": 3}
RANK_DIFFICULTY = {"J": 10, "Q": 10, "K": 10, "A": 11}
DECK = [rank + suit for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A") for suit in "CSDH"]

Spread = dict[Hashable, Fraction]
"""What can happen -> its probability."""


class CannotRollError(Exception):
    """The unit has no dice for this card."""


def read_card(card: str) -> tuple[bool, int]:
    """(red, difficulty) of a card such as 10D."""
    rank, suit = card[:-1], card[-1]
    return suit in "DH", RANK_DIFFICULTY.get(rank) or int(rank)


# --- any roll with re-rolls -----------------------------------------------------------------------------------------


def best_roll(
    n: int,
    permissions: int,
    result: Callable[[tuple[int, ...]], Hashable],
    value: Callable[[Spread], Any],
    whole: int = 0,
) -> Spread:
    """How ``n`` dice end when their owner re-rolls so that ``value`` is greatest.

    ``result`` says what a roll means.  Each permission re-rolls one die or all of those not re-rolled yet; the last
    ``whole`` of them all only.  Of equally good choices the first is taken: keep, one die (the lowest first), all.
    """
    known: dict[tuple[tuple[int, ...], tuple[int, ...], int], Spread] = {}
    meaning = {dice: result(dice) for dice in product(FACES, repeat=n)}

    def choose(dice: tuple[int, ...], free: tuple[int, ...], left: int) -> Spread:
        state = (dice, free, left)
        if state not in known:
            options: list[Spread] = [{meaning[dice]: Fraction(1)}]
            if left and free:
                single = sorted(free, key=lambda i: dice[i]) if left > whole else []
                options += [again(dice, (i,), without(free, i), left - 1) for i in single]
                options.append(again(dice, free, (), left - 1))
            best, worth = options[0], value(options[0])
            for option in options[1:]:
                if value(option) > worth:
                    best, worth = option, value(option)
            known[state] = best
        return known[state]

    rerolled: dict[tuple[tuple[int, ...], tuple[int, ...], int], Spread] = {}

    def again(dice: tuple[int, ...], places: tuple[int, ...], free: tuple[int, ...], left: int) -> Spread:
        lifted = tuple(0 if place in places else face for place, face in enumerate(dice))
        if (lifted, free, left) not in rerolled:
            falls = []
            for fall in product(FACES, repeat=len(places)):
                now = list(dice)
                for place, face in zip(places, fall, strict=True):
                    now[place] = face
                falls.append(choose(tuple(now), free, left))
            rerolled[lifted, free, left] = mix(falls)
        return rerolled[lifted, free, left]

    return mix([choose(dice, tuple(range(n)), permissions) for dice in product(FACES, repeat=n)])


def without(places: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(place for place in places if place != gone)


def mix(spreads: Sequence[Spread]) -> Spread:
    """All of them equally likely."""
    total: Spread = {}
    for spread in spreads:
        for what, p in spread.items():
            total[what] = total.get(what, Fraction(0)) + p
    return {what: p / len(spreads) for what, p in total.items()}


def chance(spread: Spread, test: Callable[[Any], bool]) -> Fraction:
    return sum((p for what, p in spread.items() if test(what)), Fraction(0))


# --- saving ---------------------------------------------------------------------------------------------------------


def save_roll(armor: int, cover: int, target: Any, hits: int, rules: Any, permissions: int) -> Spread:
    """(hits not saved, whether an armour die saved) -> probability, of one roll against ``hits`` hits."""

    def result(dice: tuple[int, ...]) -> tuple[int, bool]:
        armor_ok = len([face for face in dice[:armor] if face >= target.armor_face])
        cover_ok = len([face for face in dice[armor:] if face >= 5])
        good = (min(armor_ok, 1) if target.armor_keep_best else armor_ok) + cover_ok
        if rules.save_success_rule == "one_success_cancels_all":
            stopped = hits if good else 0
        elif rules.save_success_rule == "one_success_cancels_one_hit_only":
            stopped = min(good, 1)
        else:
            stopped = good
        return max(hits - stopped, 0), armor_ok > 0

    def value(spread: Spread) -> Fraction:
        return -sum((p * what[0] for what, p in spread.items()), Fraction(0))  # type: ignore[index]

    return best_roll(armor + cover, permissions, result, value, target.save_whole)


def save_dice(target: Any, where: dict[str, Any], rules: Any, lethal: bool) -> tuple[int, int]:
    """(armour dice, cover dice) against such a hit."""
    if target.hits_to_destroy == 1 and rules.one_hit_destroys == "no_saves":
        return 0, 0
    front = where["aspect"] == "front"
    armor = target.armor_front if front else target.armor_other
    if lethal and target.vulnerable_armor and armor:
        side_already = rules.vulnerable_armor_min == "not_cumulative_with_side" and not front
        if not side_already:
            least = 0 if rules.vulnerable_armor_min == "cumulative_min_zero" else 1
            armor = max(armor - 1, least)
    sheltered = where["cover"] in ("wood", "building")
    cover = {"none": 0, "light": 1, "heavy": 2}[where["fortification"]]
    if sheltered:
        cover += target.terrain_cover
    if where["found_cover"]:
        useless = rules.find_cover_effect == "infantry_only_in_terrain" and target.infantry and not sheltered
        cover += 0 if useless else 1
    if rules.cover_die_pool == "same_quality" and target.armored:
        return armor + cover, 0
    return armor, cover


def stays_suppressed(target: Any, where: dict[str, Any], rules: Any) -> Fraction:
    """Probability that the target does not cancel a suppression."""
    armor, cover = save_dice(target, where, rules, lethal=False)
    kinds = [(armor, cover)]
    if rules.suppression_save == "either_not_both" and target.armored:
        kinds = [(armor, 0), (0, cover)]
    failures = []
    for a, c in kinds:
        fails = Fraction(target.armor_face - 1, 6) ** a * Fraction(4, 6) ** c
        # a re-roll is best used on all dice of a roll without success
        failures.append(fails * fails if target.save_rerolls else fails)
    return min(failures)


# --- a Fire action --------------------------------------------------------------------------------------------------


def fire_dice(firer: Any, target: Any, red: bool, where: dict[str, Any], rules: Any) -> int:
    place = WEAPON_PLACE[where["weapon"]]
    far = where["distance"] > 12
    dice = (firer.red_far if far else firer.red_near) if red else (firer.black_far if far else firer.black_near)
    n = int(dice[place])
    exempt = where["weapon"] == "mortar" and rules.skirt_armor_scope == "no_support_weapons"
    if n and firer.infantry and target.skirt_armor and not exempt:
        n -= 1
        n = max(n, {"not_allowed": 0, "min_one_die": 1, "min_two_dice": 2}[rules.zero_dice_pool])
    if n == 0:
        raise CannotRollError
    return n


def shot(firer: Any, target: Any, card: str, rules: Any, **asked: Any) -> dict[str, Fraction]:
    """The fields of ``tigersim.odds.shot`` for one card."""
    where: dict[str, Any] = {
        "distance": 10,
        "aspect": "front",
        "cover": "none",
        "found_cover": False,
        "fortification": "none",
        "hits_before": 0,
        "weapon": "main",
        "objective": "hit",
    } | asked
    red, card_difficulty = read_card(card)
    n = fire_dice(firer, target, red, where, rules)
    place = WEAPON_PLACE[where["weapon"]]
    machine_gun, suppresses = firer.machine_gun[place], firer.suppresses[place]

    hidden = target.low_profile
    if rules.spg_low_profile == "front_only" and where["aspect"] != "front":
        hidden = 0
    to_hit = card_difficulty + hidden
    to_kill = 2 * (card_difficulty if rules.spg_low_profile == "threshold_hit_only" else to_hit)
    if rules.edition == 1:
        to_kill = 6 * n + 1  # no hit is lethal
        to_hit += 1 if rules.ed1_example == "strictly_more" else 0

    def result(dice: tuple[int, ...]) -> tuple[str, bool]:
        total = sum(dice)
        high = [face for face in dice if face >= 5]
        trap = len(high) == len(dice) if rules.death_trap == "all_dice" else bool(high)
        if total >= to_kill:
            return "lethal", trap
        if total >= to_hit:
            return "hit", trap
        half = total * 2 > to_hit if rules.suppression_half == "strictly_more_than_half" else total * 2 >= to_hit
        return ("near" if half else "miss"), False

    saved: dict[bool, Spread] = {}

    def saves(lethal: bool) -> Spread:
        if lethal not in saved:
            hits = 2 if lethal or (target.rivets and rules.rivets == "counts_as_lethal") else 1
            armor, cover = save_dice(target, where, rules, lethal)
            saved[lethal] = save_roll(armor, cover, target, hits, rules, target.save_rerolls)
        return saved[lethal]

    def after(state: tuple[int, bool], outcome: tuple[str, bool]) -> Spread:
        """(hits or 9 = destroyed, suppressed, hits that got through) -> probability, after this attack roll."""
        hits, suppressed = state
        kind, trap = outcome
        keep_cards = {(hits, suppressed, 0): Fraction(1)}
        if kind == "miss":
            return keep_cards
        strips = kind == "near" and suppresses and not target.armored
        if kind != "near" and machine_gun and target.armored:
            strips = True
        elif kind != "near":
            spread: Spread = {}
            for (unsaved, armor_saved), p in saves(kind == "lethal").items():  # type: ignore[misc]
                taken = unsaved
                if target.rivets and (
                    rules.rivets == "extra_even_if_saved" or (rules.rivets == "extra_if_unsaved" and unsaved)
                ):
                    taken += 1
                burst = target.death_trap and trap and unsaved > 0
                if rules.death_trap == "armor_roll_with_no_success" and armor_saved:
                    burst = False
                dead = burst or (taken > 0 and hits + taken >= target.hits_to_destroy)
                new = (9 if dead else hits + taken, suppressed, taken)
                spread[new] = spread.get(new, Fraction(0)) + p
            return spread
        if not strips or hits > 0:
            return keep_cards
        fails = stays_suppressed(target, where, rules)
        spread = {(hits, True, 0): fails}
        other = (hits, suppressed, 0)
        spread[other] = spread.get(other, Fraction(0)) + 1 - fails
        return spread

    def fire(state: tuple[int, bool], rolls: int) -> tuple[Spread, Spread]:
        """(what this roll comes to, how it all ends) with ``rolls`` rolls to come at a target in this state."""
        ends: dict[tuple[str, bool], Spread] = {}
        then: dict[tuple[int, bool], Spread] = {}

        def end(outcome: tuple[str, bool]) -> Spread:
            if outcome not in ends:
                spread: Spread = {}
                for (hits, suppressed, taken), p in after(state, outcome).items():  # type: ignore[misc]
                    if hits == 9 or rolls == 1:
                        finals: Spread = {(hits, suppressed, 0): Fraction(1)}
                    else:
                        if (hits, suppressed) not in then:
                            then[hits, suppressed] = fire((hits, suppressed), rolls - 1)[1]
                        finals = then[hits, suppressed]
                    for (h, s, t), q in finals.items():  # type: ignore[misc]
                        final = (h, s, t + taken)
                        spread[final] = spread.get(final, Fraction(0)) + p * q
                ends[outcome] = spread
            return ends[outcome]

        kills: dict[Hashable, Fraction] = {}

        def kill(outcome: Any) -> Fraction:
            if outcome not in kills:
                kills[outcome] = chance(end(outcome), lambda what: what[0] == 9)
            return kills[outcome]

        def value(spread: Spread) -> tuple[Fraction, ...]:
            hit = chance(spread, lambda what: what[0] in ("hit", "lethal"))
            lethal = chance(spread, lambda what: what[0] == "lethal")
            if where["objective"] == "hit":
                return hit, lethal
            return sum((p * kill(what) for what, p in spread.items()), Fraction(0)), hit, lethal

        rolled = best_roll(n, firer.attack_rerolls, result, value, firer.attack_whole)
        total: Spread = {}
        for outcome, p in rolled.items():
            for final, q in end(outcome).items():  # type: ignore[arg-type]
                total[final] = total.get(final, Fraction(0)) + p * q
        return rolled, total

    attacks = firer.mg_attacks if where["weapon"] == "mg" else 1
    first, final = fire((where["hits_before"], False), firer.fire_rolls * attacks)
    return {
        "p_none": chance(final, lambda what: what[0] == 0),
        "p_one_hit": chance(final, lambda what: what[0] == 1),
        "p_destroyed": chance(final, lambda what: what[0] == 9),
        "p_suppressed": chance(final, lambda what: what[0] == 0 and what[1]),
        "p_hit_scored": chance(first, lambda what: what[0] in ("hit", "lethal")),
        "p_lethal_scored": chance(first, lambda what: what[0] == "lethal"),
        "expected_hits": sum((p * what[2] for what, p in final.items()), Fraction(0)),  # type: ignore[index]
        "p_no_shot": Fraction(0),
    }


def shot_over_deck(firer: Any, target: Any, rules: Any, **asked: Any) -> dict[str, Fraction]:
    """The same averaged over the 52 cards; where the unit cannot roll, nothing happens."""
    total: dict[str, Fraction] = {}
    known: dict[tuple[bool, int], dict[str, Fraction]] = {}
    for card in DECK:
        kind = read_card(card)
        if kind not in known:
            try:
                known[kind] = shot(firer, target, card, rules, **asked)
            except CannotRollError:
                hurt = asked.get("hits_before", 0)
                known[kind] = {"p_none": Fraction(1 - hurt), "p_one_hit": Fraction(hurt), "p_no_shot": Fraction(1)}
        for field, p in known[kind].items():
            total[field] = total.get(field, Fraction(0)) + p / 52
    return total


# --- other rolls ----------------------------------------------------------------------------------------------------


def plain(n: int, difficulty: int, permissions: int = 0) -> Fraction:
    """P(the sum of n dice reaches the difficulty)."""
    return chance(
        best_roll(n, permissions, lambda dice: sum(dice) >= difficulty, lambda spread: spread.get(True, Fraction(0))),
        bool,
    )


def melee(
    attacker: Any, defender: Any, card: str, reckless: bool = False, desperate: bool = False
) -> tuple[Fraction, Fraction, Fraction]:
    """(defender destroyed, attacker destroyed, neither)."""
    red, d = read_card(card)
    assert red

    def strike(own: Any, enemy: Any, extra: bool) -> Fraction:
        n = own.melee_dice + (1 if enemy.open_top else 0) + (1 if extra else 0)
        if own.infantry and enemy.skirt_armor:
            n -= 1
        return plain(n, d, own.melee_rerolls)

    hit = strike(attacker, defender, reckless)
    if reckless:
        return hit, 1 - hit, Fraction(0)
    back = strike(defender, attacker, desperate)
    if desperate:
        return hit + (1 - hit) * (1 - back), (1 - hit) * back, Fraction(0)
    return hit, (1 - hit) * back, (1 - hit) * (1 - back)


def move(unit: Any, card: str, rules: Any, on_road: bool = False) -> Spread:
    """Inches the unit may go (0 = the roll failed) -> probability."""
    red, d = read_card(card)
    n = unit.move_red if red else unit.move_black
    if n == 0:
        raise CannotRollError
    road = 1 if on_road and unit.road_die else 0

    def result(dice: tuple[int, ...]) -> int:
        own, extra, top = sorted(dice[:n]), sum(dice[n : n + road]), sum(dice[n + road :])
        counted = own[unit.move_drop :]
        if unit.move_keep:
            counted = counted[-unit.move_keep :]
        test = sum(own if rules.move_test_value == "all_dice" else counted)
        test += top
        if rules.road_die_in_test == "counts":
            test += extra
        if test < d:
            return 0
        inches = sum(counted) + extra + top
        return min(inches, unit.move_cap) if unit.move_cap else inches

    # the road die is tried after the lowest move die of the same worth, so it is listed last
    rolled = n + road + unit.move_bonus
    return best_roll(rolled, unit.move_rerolls, result, lambda spread: 1 - spread.get(0, Fraction(0)), unit.move_whole)
