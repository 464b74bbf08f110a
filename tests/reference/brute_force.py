"""Rules of dice counted out roll by roll: take it as the expected side of exact odds.

Written from the text of the rules alone.  Every die is listed (``itertools.product``), every re-roll that the rules
allow is tried, and the best is taken; sums are fractions.  The only thing taken from tigersim is a unit's ``Profile``
(how many dice it has) and the options of a ``RuleSet`` by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

FACES = (1, 2, 3, 4, 5, 6)
WEAPON_PLACE = {"main": 0, "hull": 1, "mg": 2, "mortar": 3}
RANK_DIFFICULTY = {"J": 10, "Q": 10, "K": 10, "A": 11}
RANKS = (*map(str, range(2, 11)), "J", "Q", "K", "A")
DECK = [rank + suit for rank in RANKS for suit in "CSDH"]

Spread = dict[Hashable, Any]
"""What can happen -> its probability, a fraction."""


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
    extent: str = "one_or_all",
) -> Spread:
    """How ``n`` dice end when their owner re-rolls so that ``value`` is greatest.

    ``result`` says what a roll means.  Each permission re-rolls one die or all of those not re-rolled yet, any of them
    (``extent`` any_subset) or nothing but the whole roll (whole_roll).  Of equally good choices the first is taken:
    keep, then fewer dice before more, the lowest first.

    On the way whole numbers stand for probabilities, that many parts of ``whole``: fractions take longer.  So ``value``
    must rank spreads the same whatever they add up to.
    """
    whole = len(FACES) ** (n * (permissions + 1))
    known: dict[tuple[tuple[int, ...], tuple[int, ...], int], Spread] = {}
    meaning = {dice: result(dice) for dice in product(FACES, repeat=n)}
    kept: dict[Hashable, tuple[Spread, Any]] = {}
    rerolled: dict[tuple[tuple[int, ...], tuple[int, ...], int], tuple[Spread, Any]] = {}

    def choose(dice: tuple[int, ...], free: tuple[int, ...], left: int) -> Spread:
        state = (dice, free, left)
        if state not in known:
            what = meaning[dice]
            if what not in kept:
                sure: Spread = {what: whole}
                kept[what] = sure, value(sure)
            best, worth = kept[what]
            if left and free:
                by_face = sorted(free, key=lambda i: dice[i])
                sizes = {"one_or_all": {1, len(free)}, "any_subset": {*range(1, len(free) + 1)}, "whole_roll": {n}}
                for size in sorted(sizes[extent]):
                    for some in combinations(by_face, size):
                        option, its_worth = again(dice, some, tuple(i for i in free if i not in some), left - 1)
                        if its_worth > worth:
                            best, worth = option, its_worth
            known[state] = best
        return known[state]

    def again(dice: tuple[int, ...], places: tuple[int, ...], free: tuple[int, ...], left: int) -> tuple[Spread, Any]:
        """The same whatever lay at these places, and of the same value: both are worked out once."""
        lifted = tuple(0 if place in places else face for place, face in enumerate(dice))
        if (lifted, free, left) not in rerolled:
            falls = []
            for fall in product(FACES, repeat=len(places)):
                now = list(dice)
                for place, face in zip(places, fall, strict=True):
                    now[place] = face
                falls.append(choose(tuple(now), free, left))
            mixed = mix(falls)
            rerolled[lifted, free, left] = mixed, value(mixed)
        return rerolled[lifted, free, left]

    found = mix([choose(dice, tuple(range(n)), permissions) for dice in product(FACES, repeat=n)])
    assert sum(found.values()) == whole
    return {what: Fraction(parts, whole) for what, parts in found.items()}


def mix(spreads: Sequence[Spread]) -> Spread:
    """All of them equally likely, in parts of the same whole, which their number must divide.

    Most are one and the same value: to count those is quicker than to add them.
    """
    times = Counter(map(id, spreads))
    total: Spread = {}
    for spread in {id(one): one for one in spreads}.values():
        for what, p in spread.items():
            total[what] = total.get(what, 0) + p * times[id(spread)]
    return {what: p // len(spreads) for what, p in total.items()}


def chance(spread: Spread, test: Callable[[Any], bool]) -> Fraction:
    return sum((p for what, p in spread.items() if test(what)), Fraction(0))


# --- saving ---------------------------------------------------------------------------------------------------------


def save_roll(
    armor: int, cover: int, target: Any, hits: int, rules: Any, permissions: int, extent: str = "one_or_all"
) -> Spread:
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

    return best_roll(armor + cover, permissions, result, value, extent)


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
        # a re-roll is best used on all dice of a roll without success, whatever it may extend to
        failures.append(fails * fails if target.save_rerolls else fails)
    return min(failures)


# --- a Fire action --------------------------------------------------------------------------------------------------


def weapon_place(firer: Any, where: dict[str, Any]) -> int:
    """Which of the unit's weapons is fired."""
    return int(firer.flame.index(1)) if where["weapon"] == "flame" else WEAPON_PLACE[where["weapon"]]


def fire_dice(firer: Any, target: Any, red: bool, where: dict[str, Any], rules: Any) -> int:
    place = weapon_place(firer, where)
    if firer.flame[place] and not red:
        raise CannotRollError
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


STANDING = {
    "distance": 10,
    "aspect": "front",
    "cover": "none",
    "found_cover": False,
    "fortification": "none",
    "hits_before": 0,
    "weapon": "main",
    "objective": "hit",
}

State = tuple[int, bool]
"""(hits, or 9 = destroyed; it has lost cards)"""


def reroll_extent(permissions: int, whole: int, rules: Any) -> tuple[int, str]:
    """(times, extent): besides an ordinary re-roll one that must take the whole roll never gets a roll untouched."""
    if permissions > whole:
        return permissions - whole, "any_subset" if rules.improved_reroll_extent == "any_subset" else "one_or_all"
    return permissions, "whole_roll"


class FireRoll:
    """One fire roll of one weapon at one target with one card."""

    def __init__(self, firer: Any, target: Any, card: str, rules: Any, **asked: Any) -> None:
        self.firer, self.target, self.rules = firer, target, rules
        self.where: dict[str, Any] = STANDING | asked
        red, card_difficulty = read_card(card)
        self.n = fire_dice(firer, target, red, self.where, rules)
        place = weapon_place(firer, self.where)
        self.flame = bool(firer.flame[place])
        self.machine_gun, self.suppresses = firer.machine_gun[place], firer.suppresses[place]
        self.mortar = self.where["weapon"] == "mortar"
        hidden = target.low_profile
        if rules.spg_low_profile == "front_only" and self.where["aspect"] != "front":
            hidden = 0
        self.to_hit = card_difficulty + hidden
        self.to_kill = 2 * (card_difficulty if rules.spg_low_profile == "threshold_hit_only" else self.to_hit)
        if self.flame or (target.flammable and not (self.machine_gun and target.armored)):
            self.to_kill = self.to_hit  # every hit is lethal
        if rules.edition == 1:
            self.to_kill = 6 * self.n + 1  # no hit is lethal
            self.to_hit += 1 if rules.ed1_example == "strictly_more" else 0
        self.saved: dict[bool, Spread] = {}
        self.known: dict[Any, Spread] = {}

    def result(self, dice: tuple[int, ...]) -> tuple[str, bool]:
        total = sum(dice)
        high = [face for face in dice if face >= 5]
        trap = len(high) == len(dice) if self.rules.death_trap == "all_dice" else bool(high)
        if total >= self.to_kill:
            return "lethal", trap
        if total >= self.to_hit:
            return "hit", trap
        strict = self.rules.suppression_half == "strictly_more_than_half"
        half = total * 2 > self.to_hit if strict else total * 2 >= self.to_hit
        return ("near" if half else "miss"), False

    def saves(self, lethal: bool) -> Spread:
        if lethal not in self.saved:
            target, rules = self.target, self.rules
            hits = 2 if lethal or (target.rivets and rules.rivets == "counts_as_lethal") else 1
            armor, cover = save_dice(target, self.where, rules, lethal)
            if self.flame and self.where["fortification"] == "heavy":
                armor = cover = 0  # destroyed at once: two hits and nothing rolled
            times, extent = reroll_extent(target.save_rerolls, target.save_whole, rules)
            self.saved[lethal] = save_roll(armor, cover, target, hits, rules, times, extent)
        return self.saved[lethal]

    def after(self, state: State, outcome: tuple[str, bool]) -> Spread:
        """(hits or 9, suppressed, hits that got through) -> probability, after this attack roll."""
        if (state, outcome) not in self.known:
            self.known[state, outcome] = self._after(state, outcome)
        return self.known[state, outcome]

    def _after(self, state: State, outcome: tuple[str, bool]) -> Spread:
        hits, suppressed = state
        kind, trap = outcome
        target, rules = self.target, self.rules
        keep_cards: Spread = {(hits, suppressed, 0): Fraction(1)}
        if kind == "miss":
            return keep_cards
        strips = kind == "near" and self.suppresses and not target.armored
        if kind == "near" and self.suppresses and target.armored and not self.machine_gun:
            strips = rules.armored_suppression == "near_miss_one_card"
        if kind != "near" and self.machine_gun and target.armored:
            strips = True
        elif kind != "near":
            spread: Spread = {}
            for (unsaved, armor_saved), p in self.saves(kind == "lethal").items():  # type: ignore[misc]
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
        fails = stays_suppressed(target, self.where, rules)
        spread = {(hits, True, 0): fails}
        other = (hits, suppressed, 0)
        spread[other] = spread.get(other, Fraction(0)) + 1 - fails
        return spread

    def brings_another(self, outcome: tuple[str, bool], taken: int) -> bool:
        """Whether a mortar fires again after this."""
        if self.rules.mortar_second_shot == "on_unsaved_hit":
            return self.mortar and taken > 0
        return self.mortar and outcome[0] in ("hit", "lethal")

    def rolled(self, value: Callable[[Spread], Any]) -> Spread:
        times, extent = reroll_extent(self.firer.attack_rerolls, self.firer.attack_whole, self.rules)
        return best_roll(self.n, times, self.result, value, extent)


def hit_then_lethal(spread: Spread) -> tuple[Fraction, ...]:
    return (
        chance(spread, lambda what: what[0] in ("hit", "lethal")),
        chance(spread, lambda what: what[0] == "lethal"),
    )


def fire_one_by_one(rolls: Sequence[FireRoll], state: State) -> tuple[Spread, Spread, Fraction]:
    """Some fire rolls at one target, a mortar's second shots at it included.

    (what the first roll comes to, (hits or 9, suppressed, hits that got through) in the end, P(the first roll brings a
    second shot)).  Chains of shots are not counted out here (``mortar_chain``).
    """
    known: dict[Any, tuple[Spread, Spread, Fraction]] = {}

    def play(number: int, extra: bool, now: State) -> tuple[Spread, Spread, Fraction]:
        if (number, extra, now) in known:
            return known[number, extra, now]
        roll = rolls[number]
        assert not roll.mortar or roll.rules.mortar_second_shot != "chain"
        ends: dict[Any, Spread] = {}
        more: dict[Any, Fraction] = {}

        def end(outcome: Any) -> Spread:
            if outcome in ends:
                return ends[outcome]
            spread: Spread = {}
            more[outcome] = Fraction(0)
            for (hits, suppressed, taken), p in roll.after(now, outcome).items():  # type: ignore[misc]
                again = not extra and hits != 9 and roll.brings_another(outcome, taken)
                more[outcome] += p * again
                following = (number, True) if again else (number + 1, False)
                finals: Spread = {(hits, suppressed, 0): Fraction(1)}
                if hits != 9 and following[0] < len(rolls):
                    finals = play(*following, (hits, suppressed))[1]
                for (h, s, t), q in finals.items():  # type: ignore[misc]
                    spread[h, s, t + taken] = spread.get((h, s, t + taken), Fraction(0)) + p * q
            ends[outcome] = spread
            return spread

        def value(spread: Spread) -> tuple[Fraction, ...]:
            if roll.where["objective"] == "hit":
                return hit_then_lethal(spread)
            kill = sum((p * chance(end(what), lambda e: e[0] == 9) for what, p in spread.items()), Fraction(0))
            return kill, *hit_then_lethal(spread)

        first = roll.rolled(value)
        total: Spread = {}
        for outcome, p in first.items():
            for final, q in end(outcome).items():
                total[final] = total.get(final, Fraction(0)) + p * q
        second = sum((p * more[outcome] for outcome, p in first.items()), Fraction(0))
        known[number, extra, now] = first, total, second
        return known[number, extra, now]

    return play(0, False, state)


def rolls_of_action(firer: Any, weapon: str, rules: Any, doubled: bool = False) -> int:
    """How often a unit fires in one action."""
    attacks = int(firer.mg_attacks) if weapon == "mg" else 1
    if firer.fire_rolls == 1 or (rules.rapid_fire == "main_weapon_only" and weapon in ("mg", "mortar")):
        return attacks
    if rules.rapid_fire == "one_extra_shot_per_turn":
        return attacks if doubled else attacks + 1
    return 2 * attacks


def shot(firer: Any, target: Any, card: str, rules: Any, **asked: Any) -> dict[str, Fraction]:
    """The fields of ``tigersim.odds.shot`` for one card."""
    roll = FireRoll(firer, target, card, rules, **asked)
    rolls = [roll] * rolls_of_action(firer, roll.where["weapon"], rules)
    first, final, second = fire_one_by_one(rolls, (roll.where["hits_before"], False))
    fields = fields_of(first, final)
    if roll.mortar:
        fields["p_second_shot"] = second
    if firer.howitzer and roll.where["weapon"] == "main":
        assert len(rolls) == 1
        fields["p_neighbour_suppressed"] = fields["p_hit_scored"]
    return fields


def fields_of(first: Spread, final: Spread) -> dict[str, Fraction]:
    return {
        "p_none": chance(final, lambda what: what[0] == 0),
        "p_one_hit": chance(final, lambda what: what[0] == 1),
        "p_destroyed": chance(final, lambda what: what[0] == 9),
        "p_suppressed": chance(final, lambda what: what[0] == 0 and what[1]),
        "p_hit_scored": hit_then_lethal(first)[0],
        "p_lethal_scored": hit_then_lethal(first)[1],
        "expected_hits": sum((p * what[2] for what, p in final.items()), Fraction(0)),  # type: ignore[index]
        "p_no_shot": Fraction(0),
    }


def burst(
    firer: Any,
    targets: Sequence[tuple[Any, dict[str, Any]]],
    card: str,
    rules: Any,
    policy: str = "hits",
    reroll_for_first: bool = False,
) -> tuple[list[dict[str, Fraction]], Fraction]:
    """(for every target: hit, lethal, destroyed, shocked, suppressed; P(the first roll is shared))."""
    rolls = [FireRoll(firer, target, card, rules, **{"weapon": "mg", **where}) for target, where in targets]
    n, times = rolls[0].n, rolls_of_action(firer, "mg", rules)
    free_rolls, extent = reroll_extent(firer.attack_rerolls, firer.attack_whole, rules)

    def attack(k: int, dice: tuple[int, ...], shared: bool) -> Any:
        if not dice:
            return None
        kind, trap = rolls[k].result(dice)
        if kind == "lethal" and shared and rules.mg_split == "no_lethal_on_split":
            kind = "hit"
        return kind, trap

    def worth(k: int, outcome: Any, state: State) -> tuple[Fraction, Fraction, Fraction]:
        """(hit, cards lost, destroyed) by this attack."""
        if outcome is None or state[0] == 9:
            return Fraction(0), Fraction(0), Fraction(0)
        ends = rolls[k].after(state, outcome)
        hit = outcome[0] in ("hit", "lethal") and not targets[k][0].armored
        lost = chance(ends, lambda e: e[0] == 0 and e[1]) if not state[1] else Fraction(0)
        return Fraction(int(hit)), lost, chance(ends, lambda e: e[0] == 9)

    def best_deal(dice: tuple[int, ...], states: tuple[State, ...]) -> tuple[tuple[Fraction, ...], tuple[Any, ...]]:
        deals = []
        for dealt in product(range(len(targets)), repeat=n):
            pairs = list(zip(dice, dealt, strict=True))
            groups = [tuple(face for face, k in pairs if k == place) for place in range(len(targets))]
            shared = len(groups[0]) < n
            if not groups[0] or any(groups[k] and states[k][0] == 9 for k in range(1, len(targets))):
                continue
            if shared and policy == "first":
                continue
            if shared and rules.mg_split == "surplus_only" and sum(groups[0]) < rolls[0].to_hit:
                continue
            outcomes = tuple(attack(k, group, shared) for k, group in enumerate(groups))
            hit, lost, gone = map(sum, zip(*[worth(k, o, states[k]) for k, o in enumerate(outcomes)], strict=True))
            value = {"destroy": (gone, hit, lost), "effects": (hit + lost, hit, gone)}.get(policy, (hit, lost, gone))
            order = ["miss", "near", "hit", "lethal"]
            rank = tuple(-1 if o is None else 2 * order.index(o[0]) + o[1] for o in outcomes)
            deals.append((value, [len(group) for group in groups], rank, outcomes))
        value, _, _, outcomes = max(deals, key=lambda deal: deal[:3])
        return value, outcomes

    spread: dict[Any, Fraction] = {
        (tuple((roll.where["hits_before"], False) for roll in rolls), ((False, False),) * len(rolls)): Fraction(1)
    }
    shared_first = Fraction(0)
    for number in range(times):
        after: dict[Any, Fraction] = {}
        for (states, seen), p in spread.items():
            if states[0][0] == 9:
                after[states, seen] = after.get((states, seen), Fraction(0)) + p
                continue

            def result(dice: tuple[int, ...], now: tuple[State, ...] = states) -> Any:
                full = attack(0, dice, False)[0]
                value, outcomes = best_deal(tuple(sorted(dice)), now)
                if reroll_for_first:
                    value = (Fraction(full in ("hit", "lethal")), Fraction(full == "lethal"), Fraction(0))
                return value, outcomes

            def value(found: Spread) -> tuple[Fraction, ...]:
                return tuple(sum((p * what[0][i] for what, p in found.items()), Fraction(0)) for i in range(3))  # type: ignore[index]

            for (_, outcomes), q in best_roll(n, free_rolls, result, value, extent).items():  # type: ignore[misc]
                shared_first += p * q * (number == 0 and any(outcomes[1:]))
                ends: list[tuple[tuple[State, ...], Fraction]] = [((), p * q)]
                for k, outcome in enumerate(outcomes):
                    parts = rolls[k].after(states[k], outcome) if outcome else {(*states[k], 0): Fraction(1)}
                    ends = [((*s, (h, lost)), r * part) for s, r in ends for (h, lost, _), part in parts.items()]  # type: ignore[misc]
                then = tuple(
                    (a or (o is not None and o[0] in ("hit", "lethal")), b or (o is not None and o[0] == "lethal"))
                    for (a, b), o in zip(seen, outcomes, strict=True)
                )
                for s, r in ends:
                    after[s, then] = after.get((s, then), Fraction(0)) + r
        spread = after
    fields = []
    for k in range(len(targets)):
        fields.append(
            {
                "hit": sum(p for (_, seen), p in spread.items() if seen[k][0]),
                "lethal": sum(p for (_, seen), p in spread.items() if seen[k][1]),
                "destroyed": sum(p for (states, _), p in spread.items() if states[k][0] == 9),
                "shocked": sum(p for (states, _), p in spread.items() if states[k][0] == 1),
                "suppressed": sum(p for (states, _), p in spread.items() if states[k] == (0, True)),
            }
        )
    return fields, shared_first


def duel_turn(
    units: Sequence[tuple[Any, dict[str, Any]]], hits: tuple[int, int], cards: tuple[int, int], rules: Any
) -> tuple[dict[tuple[int, int], float], list[float]]:
    """((hits of both, 9 = destroyed) before recovery -> probability, shots of both), by every deal of the cards.

    Each unit comes with how it stands as a target and with what it fires (``weapon``).  In floats.
    """
    order = {card: number for number, card in enumerate(rank + suit for rank in RANKS for suit in "CSDH")}
    known: dict[Any, Any] = {}

    def fire(place: int, card: str, state: int, doubled: bool) -> Any:
        """[(hits, cards lost), probability] of a Fire action of one unit at the other; 9 cards are all."""
        key = (place, read_card(card), state, doubled)
        if key not in known:
            firer, target = units[place], units[1 - place]
            where = {**target[1], "weapon": firer[1].get("weapon", "main"), "hits_before": state}
            try:
                roll = FireRoll(firer[0], target[0], card, rules, **where)
            except CannotRollError:
                known[key] = None
                return None
            rolls = [roll] * rolls_of_action(firer[0], roll.where["weapon"], rules, doubled)
            ends: dict[Any, float] = {}
            if roll.machine_gun and target[0].armored:  # each roll may take a card, and nothing else happens
                spread = {(state, 0): 1.0}
                for one in rolls:
                    _, final, _ = fire_one_by_one([one], (0, False))
                    lost = float(chance(final, lambda what: what[1]))
                    spread = {
                        (state, n): spread.get((state, n), 0) * (1 - lost) + spread.get((state, n - 1), 0) * lost
                        for n in range(len(rolls) + 1)
                    }
                ends = spread
            else:
                _, final, _ = fire_one_by_one(rolls, (state, False))
                for (now, stripped, _taken), p in final.items():  # type: ignore[misc]
                    ends[now, int(stripped) * 9] = ends.get((now, int(stripped) * 9), 0.0) + float(p)
            known[key] = [(end, p) for end, p in ends.items() if p]
        return known[key]

    @cache
    def play(
        now: tuple[int, int], hands: tuple[tuple[str, ...], tuple[str, ...]], fired: tuple[int, ...]
    ) -> tuple[dict[tuple[int, int], float], list[float]]:
        """(hits of both -> probability, shots of both) from here on; deals that leave the same are played once."""
        if (not hands[0] and not hands[1]) or 9 in now:
            return {now: 1.0}, [0.0, 0.0]
        place = max(range(2), key=lambda side: max((order[card] for card in hands[side]), default=-1))
        card = max(hands[place], key=order.__getitem__)
        rest = [tuple(one for one in hand if one != card) for hand in hands]
        holds = units[place][1].get("weapon") == "none"
        ends = None if holds else fire(place, card, now[1 - place], place in fired)
        if ends is None:
            return play(now, (rest[0], rest[1]), fired)
        spread: dict[tuple[int, int], float] = {}
        shots = [0.0, 0.0]
        shots[place] = 1.0
        other = 1 - place
        for (hits_now, lost), q in ends:
            after = (hits_now, now[1]) if other == 0 else (now[0], hits_now)
            keeps = 0 if hits_now != now[other] else max(len(rest[other]) - lost, 0)
            left = list(combinations(rest[other], keeps))  # a hidden card is taken blind
            for hand in left:
                then, more = play(after, (rest[0], hand) if place == 0 else (hand, rest[1]), (*fired, place))
                add(spread, shots, then, more, q / len(left))
        return spread, shots

    def add(
        spread: dict[tuple[int, int], float],
        shots: list[float],
        then: dict[tuple[int, int], float],
        more: list[float],
        p: float,
    ) -> None:
        for end, q in then.items():
            spread[end] = spread.get(end, 0.0) + p * q
        for side in range(2):
            shots[side] += p * more[side]

    total: dict[tuple[int, int], float] = {}
    fired_by = [0.0, 0.0]
    deals = [
        (a, b)
        for a in combinations(DECK, cards[0] if hits[0] == 0 else 0)
        for b in combinations([card for card in DECK if card not in a], cards[1] if hits[1] == 0 else 0)
    ]
    for a, b in deals:
        add(total, fired_by, *play(hits, (a, b), ()), 1 / len(deals))
    return total, fired_by


def mortar_chain(roll: FireRoll, state: State, shots: int = 400) -> dict[State, float]:
    """Where a mortar leaves its target when every hit brings another shot; in floats, up to that many shots."""
    first = roll.rolled(hit_then_lethal)
    firing: dict[State, float] = {state: 1.0}
    done: dict[State, float] = {}
    for _ in range(shots):
        again: dict[State, float] = {}
        for now, p in firing.items():
            for outcome, q in first.items():
                for (hits, suppressed, _taken), r in roll.after(now, outcome).items():  # type: ignore[misc, arg-type]
                    place = again if outcome[0] in ("hit", "lethal") and hits != 9 else done  # type: ignore[index]
                    place[hits, suppressed] = place.get((hits, suppressed), 0.0) + p * float(q * r)
        firing = again
    return done


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


def plain(n: int, difficulty: int, permissions: int = 0, extent: str = "one_or_all") -> Fraction:
    """P(the sum of n dice reaches the difficulty)."""

    def value(spread: Spread) -> Fraction:
        return spread.get(True, Fraction(0))

    return value(best_roll(n, permissions, lambda dice: sum(dice) >= difficulty, value, extent))


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


def melee_in_groups(
    attack: Sequence[tuple[Any, dict[str, Any]]],
    defence: Sequence[tuple[Any, dict[str, Any]]],
    helpers: int,
    card: str,
    rules: Any,
) -> dict[tuple[frozenset[str], bool], Fraction]:
    """(who is left: a0 the leader, d0 the declared target, ..; whether they go back) -> probability.

    Each unit comes with what it wants: ``dares``, ``shocked``, ``at`` (place of the enemy it would strike).
    """
    red, difficulty = read_card(card)
    assert red
    ends: dict[tuple[frozenset[str], bool], Fraction] = {}

    def chance_to_kill(own: Any, wants: dict[str, Any], enemy: Any) -> Fraction:
        n = own.melee_dice + bool(enemy.open_top) + bool(wants.get("dares")) - bool(own.infantry and enemy.skirt_armor)
        n = max(n, {"not_allowed": 0, "min_one_die": 1, "min_two_dice": 2}[rules.zero_dice_pool])
        extent = "any_subset" if rules.improved_reroll_extent == "any_subset" else "one_or_all"
        good = best_roll(
            n, own.melee_rerolls, lambda dice: sum(dice) >= difficulty, lambda s: s.get(True, Fraction(0)), extent
        )
        return good.get(True, Fraction(0))

    def attacks(i: int, left: frozenset[str], struck: frozenset[str], p: Fraction) -> None:
        if p == 0:
            return
        if i == len(attack):
            fights_on = "d0" in left
            answers(0, left, struck, fights_on, p)
            return
        own, wants = attack[i]
        wish = wants.get("at", 0)
        named = range(helpers + 1)
        if rules.melee_secondary_targets == "helpers_only" and rules.melee_supporters_strike == "named_after_attack":
            named = range(1)
        list_of = [wish] if rules.melee_secondary_targets == "any_within_3" or wish in named else []
        list_of += [j for j in named if j != wish]
        standing = [j for j in list_of if f"d{j}" in left] if i else [0]
        if not standing:
            attacks(i + 1, left, struck, p)
            return
        enemy = standing[0]
        kill = chance_to_kill(own, wants, defence[enemy][0])
        now = struck | {f"d{enemy}"}
        attacks(i + 1, left - {f"d{enemy}"}, now, p * kill)
        attacks(i + 1, left - {f"a{i}"} if wants.get("dares") else left, now, p * (1 - kill))

    def takes_part(j: int, struck: frozenset[str], stood: bool) -> bool:
        if j == 0 or f"d{j}" in struck:
            return True
        return 1 <= j <= helpers and (stood or rules.melee_supporters_strike != "named_after_attack")

    def answers(j: int, left: frozenset[str], struck: frozenset[str], stood: bool, p: Fraction) -> None:
        if p == 0:
            return
        if j == len(defence):
            beaten = not any(f"d{k}" in left and takes_part(k, struck, stood) for k in range(len(defence)))
            back = not beaten or rules.melee_after_success == "always_return"
            ends[left, back] = ends.get((left, back), Fraction(0)) + p
            return
        own, wants = defence[j]
        strikes = f"d{j}" in left and takes_part(j, struck, stood)
        if wants.get("shocked") and rules.melee_shocked_defender == "never":
            strikes = False
        if rules.melee_supporters_strike == "only_if_target_survives" and not stood and f"d{j}" not in struck:
            strikes = False
        wish = wants.get("at", 0)
        foes = [i for i in [wish, *(i for i in range(len(attack)) if i != wish)] if f"a{i}" in left]
        if not strikes or not foes:
            answers(j + 1, left, struck, stood, p)
            return
        kill = chance_to_kill(own, wants, attack[foes[0]][0])
        answers(j + 1, left - {f"a{foes[0]}"}, struck, stood, p * kill)
        answers(j + 1, left - {f"d{j}"} if wants.get("dares") else left, struck, stood, p * (1 - kill))

    everybody = frozenset([f"a{i}" for i in range(len(attack))] + [f"d{j}" for j in range(len(defence))])
    attacks(0, everybody, frozenset(), Fraction(1))
    return ends


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
        test = sum(own if rules.move_test_value == "all_dice" else counted) + top
        if rules.road_die_in_test == "counts":
            test += extra
        if test < d:
            return 0
        inches = sum(counted) + extra + top
        return min(inches, unit.move_cap) if unit.move_cap else inches

    # the road die is tried after the lowest move die of the same worth, so it is listed last
    times, extent = reroll_extent(unit.move_rerolls, unit.move_whole, rules)
    rolled = n + road + unit.move_bonus
    return best_roll(rolled, times, result, lambda spread: 1 - spread.get(0, Fraction(0)), extent)
