"""The exact odds of one whole Fire action: attack roll, re-rolls, saves, hits, and the second roll of rapid fire."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tigersim.catalogue.cards import CARDS, card_name
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.dice import DIFFICULTIES
from tigersim.odds.questions import ask_card, ask_ruleset, ask_unit
from tigersim.odds.rerolls import HIT, LETHAL, NEAR_MISS, AttackTest, Counts, attack_outcomes
from tigersim.odds.result import Answer
from tigersim.odds.saves import SaveRoll, cancelled, save_outcomes
from tigersim.odds.setup import ShotTerms, resolve_shot
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.hits import death_trap_springs, hits_taken, hits_to_save, is_destroyed

if TYPE_CHECKING:
    import pandas as pd

CLEAN, SUPPRESSED, ONE_HIT, DESTROYED = range(4)
"""The state of the target: unhurt, unhurt but its cards are lost, one hit, destroyed."""


@dataclass(frozen=True, slots=True)
class ShotOdds(Answer):
    """What one Fire action does; ``p_none + p_one_hit + p_destroyed == 1`` is the state of the target after it."""

    p_none: float
    p_one_hit: float
    p_destroyed: float
    p_suppressed: float
    p_hit_scored: float
    p_lethal_scored: float
    expected_hits: float
    p_no_shot: float
    asked: ShotAsked

    MEANING: ClassVar[dict[str, str]] = {
        "p_none": "the target has no hit",
        "p_one_hit": "the target has one hit: it is shocked",
        "p_destroyed": "the target is destroyed",
        "p_suppressed": "the target has no hit but loses assigned cards (part of the first line)",
        "p_hit_scored": "the first attack roll reaches the difficulty",
        "p_lethal_scored": "the first attack roll is a lethal hit (part of the line above)",
        "expected_hits": "hits that get through, on average",
        "p_no_shot": "no shot: the rules forbid it on such a card",
    }

    @property
    def terms(self) -> ShotTerms:
        """The integers that were rolled for."""
        return self.asked.terms

    def by_card(self) -> pd.DataFrame:
        """The same question for each of the 52 cards, in order of initiative; ``forbidden`` names the rule, or ""."""
        import pandas as pd

        rows = []
        known: dict[tuple[bool, int], list[float]] = {}
        for card in range(52):
            red, d = is_red(card), difficulty(card)
            if (red, d) not in known:
                counts, whole = _on_card(self.terms, red, d)
                known[red, d] = [count / whole for count in counts]
            rows.append([CARDS[card], red, d, *known[red, d], self.terms.forbidden(red)])
        return pd.DataFrame(rows, columns=["card", "red", "difficulty", *self.MEANING, "forbidden"])

    def steps(self) -> list[str]:
        """How the numbers come about, one sentence a step."""
        from tigersim.odds.explain import shot_steps

        return shot_steps(self.asked)


class ShotAsked(NamedTuple):
    """A question about a shot, as asked."""

    terms: ShotTerms
    attacker: str | Unit
    target: str | Unit
    card: int | None
    circumstances: dict[str, Any]


def shot(
    attacker: str | Unit,
    target: str | Unit,
    card: str | int | None = None,
    distance: float = 10,
    aspect: str = "front",
    cover: str = "none",
    found_cover: bool = False,
    hits_before: int = 0,
    weapon: str = "main",
    objective: str = "hit",
    ruleset: RuleSet | str | None = None,
    *,
    fortification: str = "none",
    arc: str = "front",
) -> ShotOdds:
    """The exact odds of one Fire action of ``attacker`` at ``target``, both rolls of a rapid-fire unit included.

    ``card`` as ``QH``, or None: averaged over a full deck, where a card that forbids the shot counts as no shot.
    ``distance`` in inches; ``aspect`` front or other (of the target); ``cover`` none, wood, building or hill;
    ``fortification`` none, light or heavy; ``hits_before`` the target's smoke markers; ``weapon`` main, hull, mg or
    mortar; ``arc`` front or other (where the target lies, seen from the attacker).  Re-rolls of the attack aim at
    ``objective``: hit = P(hit), then P(lethal hit); destroy = P(destroyed).  Those of the saves minimise the expected
    unsaved hits.

    Raises ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a wrong argument, and ``RuleForbids`` with the
    rule's ID for a shot that the rules forbid.
    """
    number = ask_card(card)
    circumstances = {
        "distance": distance,
        "aspect": aspect,
        "cover": cover,
        "found_cover": found_cover,
        "fortification": fortification,
        "hits_before": hits_before,
        "weapon": weapon,
        "arc": arc,
        "objective": objective,
        "ruleset": ruleset,
    }
    terms = resolve_shot(attacker, target, **circumstances)
    if number is None:
        counts, whole = _over_deck(terms)
    else:
        red = is_red(number)
        rule_id = terms.forbidden(red)
        if rule_id:
            raise RuleForbids(rule_id, f"{attacker} may not fire on {card_name(number)}")
        counts, whole = _on_card(terms, red, difficulty(number))
    asked = ShotAsked(terms, attacker, target, number, circumstances)
    return ShotOdds(_title(asked), counts, whole, *[count / whole for count in counts], asked)


def _title(asked: ShotAsked) -> str:
    where = asked.circumstances
    card = "any card" if asked.card is None else card_name(asked.card)
    return f'{asked.attacker} fires at {asked.target}: {card}, {where["distance"]:g}", {where["aspect"]}'


class Victim(NamedTuple):
    """All that decides what a hit does to the target, whatever the card and the attack dice."""

    machine_gun_on_armor: int
    suppressible: int
    """1 = a near miss strips its cards."""
    hits_to_destroy: int
    armor_dice: int
    armor_dice_lethal: int
    armor_face: int
    keep_best: int
    cover_dice: int
    save_rerolls: int
    suppression_armor_dice: int
    suppression_cover_dice: int
    rivets: int
    death_trap: int
    save_success_rule: int
    rivets_rule: int
    death_trap_rule: int


class Effect(NamedTuple):
    """What each outcome of an attack roll does, in counts out of ``whole``."""

    after: tuple[tuple[Counts, ...], tuple[Counts, ...]]
    """[hits before, 0 or 1][outcome] -> counts of CLEAN, SUPPRESSED, ONE_HIT, DESTROYED."""
    hits: Counts
    """[outcome] -> hits that get through, summed over the whole."""
    whole: int


@lru_cache(maxsize=4096)
def effect(victim: Victim) -> Effect:
    """What the six outcomes of an attack roll do to the target."""
    cancel, tries = cancelled(
        victim.suppression_armor_dice, victim.armor_face, victim.suppression_cover_dice, victim.save_rerolls
    )
    saves = []
    for hits, armor in ((1, victim.armor_dice), (2, victim.armor_dice_lethal)):
        stake = hits_to_save(hits, bool(victim.rivets), False, victim.rivets_rule)
        roll = SaveRoll(
            stake, armor, victim.armor_face, victim.keep_best, victim.cover_dice, victim.save_success_rule
        )
        saves.append(save_outcomes(roll, victim.save_rerolls))
    whole = max(tries, *map(sum, saves))
    after: tuple[list[Counts], list[Counts]] = ([], [])
    through = []
    nothing = (whole, 0, 0, 0)
    stripped = (whole // tries * cancel, whole // tries * (tries - cancel), 0, 0)
    for before in (0, 1):
        # a unit with a hit is shocked: it has no cards to lose
        unhurt, suppressed = (nothing, stripped) if before == 0 else ((0, 0, whole, 0), (0, 0, whole, 0))
        after[before].extend((unhurt, suppressed if victim.suppressible else unhurt))
        for outcome in range(HIT, LETHAL + 2):
            if victim.machine_gun_on_armor:
                after[before].append(suppressed)
            else:
                after[before].append(_after_hit(victim, saves[outcome >= LETHAL], outcome % 2 == 1, before, whole))
    for outcome in range(LETHAL + 2):
        through.append(
            0 if outcome < HIT or victim.machine_gun_on_armor else _through(victim, saves[outcome >= LETHAL], whole)
        )
    return Effect((tuple(after[0]), tuple(after[1])), tuple(through), whole)


def _after_hit(victim: Victim, saves: Counts, high: bool, before: int, whole: int) -> Counts:
    """The target's states after a hit, in counts out of ``whole``; ``high`` = the dice set off a death trap."""
    scale = whole // sum(saves)
    states = [0, 0, 0, 0]
    for entry, ways in enumerate(saves):
        unsaved, armor_saved = divmod(entry, 2)
        taken = hits_taken(unsaved, bool(victim.rivets), False, victim.rivets_rule)
        trap = bool(victim.death_trap) and death_trap_springs(unsaved, high, armor_saved, victim.death_trap_rule)
        if is_destroyed(before, taken, victim.hits_to_destroy, trap):
            states[DESTROYED] += ways * scale
        else:
            states[ONE_HIT if before + taken else CLEAN] += ways * scale
    return tuple(states)


def _through(victim: Victim, saves: Counts, whole: int) -> int:
    scale = whole // sum(saves)
    return scale * sum(
        ways * hits_taken(entry // 2, bool(victim.rivets), False, victim.rivets_rule)
        for entry, ways in enumerate(saves)
    )


def effect_of(terms: ShotTerms) -> Effect:
    """What each outcome of the attack roll does to the target of these terms."""
    on_armor = terms.machine_gun and terms.target_armored
    return effect(
        Victim(
            on_armor,
            terms.suppresses and not terms.target_armored,
            terms.hits_to_destroy,
            terms.armor_dice,
            terms.armor_dice_lethal,
            terms.armor_face,
            terms.keep_best,
            terms.cover_dice,
            terms.save_rerolls,
            terms.suppression_armor_dice,
            terms.suppression_cover_dice,
            terms.rivets,
            terms.death_trap,
            terms.save_success_rule,
            terms.rivets_rule,
            terms.death_trap_rule,
        )
    )


class Fired(NamedTuple):
    """The rolls of a Fire action from one state of the target on, in counts."""

    first: Counts
    """Outcomes of the first of them."""
    states: Counts
    """Where the target ends, out of ``whole``."""
    hits: int
    """Hits that get through, summed over the whole."""
    whole: int


def _values(terms: ShotTerms, worth: Counts) -> Counts:
    """What the outcomes are worth to the firer's re-rolls (as small numbers, so that equal aims are known again)."""
    if terms.objective == 0 or terms.attack_rerolls == 0:
        return ()
    common = gcd(*worth)
    return tuple(value // common for value in worth) if common else ()


def attack_test(terms: ShotTerms, red: bool, difficulty: int) -> AttackTest:
    """What the attack roll of these terms is held against on such a card."""
    return AttackTest(
        terms.dice(red),
        difficulty + terms.hit_add,
        difficulty + terms.lethal_add,
        terms.suppression_half,
        terms.death_trap_rule,
    )


@lru_cache(maxsize=4096)
def _deck_outcomes(
    dice: int, red: bool, adds: tuple[int, int], options: tuple[int, int], permissions: int, values: Counts
) -> Counts:
    """Outcomes of an attack roll summed over the 26 cards of a colour."""
    counts = [0] * 6
    for d, cards in DIFFICULTIES[red]:
        test = AttackTest(dice, d + adds[0], d + adds[1], *options)
        for outcome, ways in enumerate(attack_outcomes(test, permissions, values)):
            counts[outcome] += cards * ways
    return tuple(counts)


def _one_roll(found: Counts, does: Effect, before: int) -> Fired:
    """One attack roll with these outcomes at a target with ``before`` hits."""
    clean = suppressed = one_hit = destroyed = hits = 0
    for ways, (a, b, c, d), through in zip(found, does.after[before], does.hits, strict=True):
        clean += ways * a
        suppressed += ways * b
        one_hit += ways * c
        destroyed += ways * d
        hits += ways * through
    return Fired(found, (clean, suppressed, one_hit, destroyed), hits, sum(found) * does.whole)


def _rolls(terms: ShotTerms, does: Effect, test: AttackTest, left: int, before: int) -> Fired:
    """``left`` attack rolls, each after the one before it is resolved; none at a destroyed target."""
    after = does.after[before]
    if left == 1:
        worth = tuple(state[DESTROYED] for state in after)
        return _one_roll(attack_outcomes(test, terms.attack_rerolls, _values(terms, worth)), does, before)
    unhurt, hurt = (_rolls(terms, does, test, left - 1, hits) for hits in (0, 1))
    # how the target ends, from each state that this roll can leave
    stays_suppressed = (0, unhurt.states[CLEAN] + unhurt.states[SUPPRESSED], *unhurt.states[ONE_HIT:])
    then = (unhurt.states, stays_suppressed, hurt.states, (0, 0, 0, unhurt.whole))
    worth = tuple(sum(n * end[DESTROYED] for n, end in zip(state, then, strict=True)) for state in after)
    found = attack_outcomes(test, terms.attack_rerolls, _values(terms, worth))
    now = _one_roll(found, does, before)
    states = tuple(sum(n * end[state] for n, end in zip(now.states, then, strict=True)) for state in range(4))
    later = (now.states[CLEAN] + now.states[SUPPRESSED]) * unhurt.hits + now.states[ONE_HIT] * hurt.hits
    return Fired(found, states, now.hits * unhurt.whole + later, now.whole * unhurt.whole)


def _numbers(fired: Fired) -> Counts:
    """The fields of the answer, out of ``fired.whole``, when the shot is fired."""
    clean, suppressed, one_hit, destroyed = fired.states
    scale = fired.whole // sum(fired.first)
    hit, lethal = sum(fired.first[HIT:]), sum(fired.first[LETHAL:])
    return (clean + suppressed, one_hit, destroyed, suppressed, hit * scale, lethal * scale, fired.hits, 0)


def _no_shot(terms: ShotTerms, whole: int) -> Counts:
    hurt = terms.hits_before
    return (whole * (1 - hurt), whole * hurt, 0, 0, 0, 0, 0, whole)


def _on_card(terms: ShotTerms, red: bool, difficulty: int) -> tuple[Counts, int]:
    """The fields of the answer for one card, out of the second number."""
    if terms.dice(red) == 0:
        return _no_shot(terms, 1), 1
    fired = _rolls(terms, effect_of(terms), attack_test(terms, red, difficulty), terms.rolls, terms.hits_before)
    return _numbers(fired), fired.whole


def _on_colour(terms: ShotTerms, does: Effect, red: bool) -> tuple[Counts, int]:
    """The fields of the answer summed over the 26 cards of a colour, out of the second number (26 times a whole)."""
    dice = terms.dice(red)
    if dice == 0:
        return _no_shot(terms, 26), 26
    if terms.rolls == 1:  # the outcomes may be summed over the cards first: all the rest is linear in them
        worth = tuple(state[DESTROYED] for state in does.after[terms.hits_before])
        found = _deck_outcomes(
            dice,
            red,
            (terms.hit_add, terms.lethal_add),
            (terms.suppression_half, terms.death_trap_rule),
            terms.attack_rerolls,
            _values(terms, worth),
        )
        fired = _one_roll(found, does, terms.hits_before)
        return _numbers(fired), fired.whole
    sums = [0] * 8
    whole = 0
    for d, cards in DIFFICULTIES[red]:
        fired = _rolls(terms, does, attack_test(terms, red, d), terms.rolls, terms.hits_before)
        whole += cards * fired.whole
        for field, count in enumerate(_numbers(fired)):
            sums[field] += cards * count
    return tuple(sums), whole


def _over_deck(terms: ShotTerms) -> tuple[Counts, int]:
    """The fields of the answer averaged over the deck, out of the second number."""
    does = effect_of(terms)
    (red, red_whole), (black, black_whole) = _on_colour(terms, does, True), _on_colour(terms, does, False)
    # both wholes are 26 times a power of 6, so the greater is a multiple of the other
    whole = max(red_whole, black_whole)
    r, b = whole // red_whole, whole // black_whole
    return tuple(r * x + b * y for x, y in zip(red, black, strict=True)), 2 * whole
