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
from tigersim.odds.dice import over_deck
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED, Effect, effect, effect_of, victim
from tigersim.odds.questions import ask_card
from tigersim.odds.rerolls import HIT, LETHAL, AttackTest, Counts, attack_outcomes
from tigersim.odds.result import Answer
from tigersim.odds.setup import ShotTerms, resolve_shot
from tigersim.rules.cards import difficulty, is_red

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, repr=False)
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
    circumstances: dict[str, Any] = {
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
    return ShotOdds.of(_title(asked), counts, whole, asked=asked)


def _title(asked: ShotAsked) -> str:
    where = asked.circumstances
    card = "any card" if asked.card is None else card_name(asked.card)
    return f'{asked.attacker} fires at {asked.target}: {card}, {where["distance"]:g}", {where["aspect"]}'


class Fired(NamedTuple):
    """A Fire action in counts: the attack rolls came to ``found``, the target ends in ``states`` out of ``whole``."""

    found: Counts
    states: Counts
    hits: int
    scale: int
    """What each count of ``found`` is of the whole."""
    whole: int


def attack_test(terms: ShotTerms, red: bool, difficulty: int) -> AttackTest:
    """What an attack roll of these terms is held against on such a card."""
    return AttackTest(
        terms.dice(red),
        difficulty + terms.hit_add,
        difficulty + terms.lethal_add,
        terms.suppression_half,
        terms.death_trap_rule,
    )


def _sequences(test: AttackTest, permissions: tuple[int, int], values: Counts, rolls: int) -> Counts:
    """Outcomes of one attack roll, or of two with the same test: outcome of the first * 6 + outcome of the second.

    ``permissions`` to re-roll, and how many of them are for all dice only.
    """
    found = attack_outcomes(test, permissions[0], values, permissions[1])
    return found if rolls == 1 else tuple(first * second for first in found for second in found)


@lru_cache(maxsize=4096)
def _deck_sequences(
    red_dice: int,
    black_dice: int,
    adds: tuple[int, int, int, int],
    permissions: tuple[int, int],
    values: Counts,
    rolls: int,
) -> tuple[Counts, int]:
    """The same averaged over the deck, and how many of its counts are cards without dice: a miss, and no shot.

    ``adds`` are what the terms add to the test.
    """
    hit_add, lethal_add, suppression_half, death_trap_rule = adds

    def on_card(red: bool, d: int) -> tuple[Counts, int]:
        test = AttackTest(
            red_dice if red else black_dice, d + hit_add, d + lethal_add, suppression_half, death_trap_rule
        )
        found = _sequences(test, permissions, values, rolls)
        whole = sum(found)
        return (*found, 0 if test.dice else whole), whole

    counts, _ = over_deck(on_card)
    return counts[:-1], counts[-1]


def _values(does: Effect) -> Counts:
    """What each outcome is worth to a firer who wants to destroy, in small numbers so that equal aims are equal."""
    worth = tuple(state[DESTROYED] for state in does.after)
    common = gcd(*worth)
    return tuple(value // common for value in worth) if common else ()


def _resolve(found: Counts, does: Effect) -> Fired:
    """Attack rolls with these outcomes, each doing what it does."""
    clean = suppressed = one_hit = destroyed = hits = 0
    for ways, (a, b, c, d), through in zip(found, does.after, does.hits, strict=True):
        clean += ways * a
        suppressed += ways * b
        one_hit += ways * c
        destroyed += ways * d
        hits += ways * through
    return Fired(found, (clean, suppressed, one_hit, destroyed), hits, does.whole, sum(found) * does.whole)


def _second_roll_chooses(terms: ShotTerms) -> bool:
    """Whether the re-rolls of the second roll depend on what the first has left of the target."""
    return terms.rolls == 2 and terms.objective == 1 and terms.attack_rerolls > 0


def _adaptive(terms: ShotTerms, test: AttackTest) -> Fired:
    """Two rolls that both aim at destroying: the second from each state, then the first knowing what follows."""
    target = victim(terms)
    unhurt, hurt = (
        _resolve(attack_outcomes(test, terms.attack_rerolls, _values(does), terms.attack_whole), does)
        for does in (effect(target, 0), effect(target, 1))
    )
    now = effect(target, terms.hits_before)
    then = (
        unhurt.states,
        (0, unhurt.states[CLEAN] + unhurt.states[SUPPRESSED], *unhurt.states[ONE_HIT:]),
        hurt.states,
        (0, 0, 0, unhurt.whole),
    )
    ends = tuple(
        tuple(sum(ways * end[state] for ways, end in zip(after, then, strict=True)) for state in range(4))
        for after in now.after
    )
    hits = tuple(
        through * unhurt.whole + (after[CLEAN] + after[SUPPRESSED]) * unhurt.hits + after[ONE_HIT] * hurt.hits
        for through, after in zip(now.hits, now.after, strict=True)
    )
    both = Effect(ends, hits, now.whole * unhurt.whole)
    return _resolve(attack_outcomes(test, terms.attack_rerolls, _values(both), terms.attack_whole), both)


def _numbers(fired: Fired, no_shot: int) -> Counts:
    """The fields of the answer, out of ``fired.whole``; ``no_shot`` of its attack rolls were none."""
    clean, suppressed, one_hit, destroyed = fired.states
    found, scale = fired.found, fired.scale
    stride = len(found) // 6
    hit, lethal = sum(found[HIT * stride :]), sum(found[LETHAL * stride :])
    return (
        clean + suppressed,
        one_hit,
        destroyed,
        suppressed,
        hit * scale,
        lethal * scale,
        fired.hits,
        no_shot * scale,
    )


def _aims(terms: ShotTerms, does: Effect) -> Counts:
    """What re-rolls of the attack weigh before P(hit), if anything."""
    return _values(does) if terms.objective and terms.attack_rerolls else ()


def _on_card(terms: ShotTerms, red: bool, difficulty: int) -> tuple[Counts, int]:
    """The fields of the answer for one card, out of the second number."""
    test = attack_test(terms, red, difficulty)
    if _second_roll_chooses(terms):
        fired = _adaptive(terms, test)
    else:
        does = effect_of(terms)
        permissions = (terms.attack_rerolls, terms.attack_whole)
        fired = _resolve(_sequences(test, permissions, _aims(terms, does), terms.rolls), does)
    return _numbers(fired, 0 if test.dice else sum(fired.found)), fired.whole


def _over_deck(terms: ShotTerms) -> tuple[Counts, int]:
    """The fields of the answer averaged over the deck, out of the second number."""
    if _second_roll_chooses(terms):
        return over_deck(lambda red, d: _on_card(terms, red, d))
    # what an outcome does is the same on every card, so the attack rolls are averaged first
    does = effect_of(terms)
    adds = (terms.hit_add, terms.lethal_add, terms.suppression_half, terms.death_trap_rule)
    permissions = (terms.attack_rerolls, terms.attack_whole)
    found, no_shot = _deck_sequences(
        terms.red_dice, terms.black_dice, adds, permissions, _aims(terms, does), terms.rolls
    )
    fired = _resolve(found, does)
    return _numbers(fired, no_shot), fired.whole
