"""The exact odds of machine-gun fire whose dice are shared among targets (PT-MG-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, NamedTuple

from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.given import list_of, whole_number
from tigersim.odds.arguments import card_words, read_card, read_choice, read_distance, read_unit, told_apart
from tigersim.odds.dice import Counted, colours_of, with_card
from tigersim.odds.effect import DESTROYED, ONE_HIT, SUPPRESSED, effect, victim
from tigersim.odds.rerolls import HIT, LETHAL
from tigersim.odds.result import Answer, answer, as_counts, means
from tigersim.odds.sharing import NOT_SHOT_AT, POLICIES, Aims, Share, SharedRoll
from tigersim.odds.targets import Firing, Target
from tigersim.odds.volley import attack_test, start
from tigersim.rules.cards import is_red
from tigersim.rules.fire import fires_again
from tigersim.rules.shot import Shot
from tigersim.statistics.law import Law, together

MOST_TARGETS = 3
REROLLS_FOR = {"burst": False, "first": True}
"""What re-rolls aim at: what the dealt dice are worth, or a hit on the first target with all of them."""


class Struck(NamedTuple):
    """What a burst does to one of its targets."""

    name: str
    p_hit: Fraction
    p_lethal: Fraction
    p_destroyed: Fraction
    p_shocked: Fraction
    p_suppressed: Fraction


@answer
class BurstOdds(Answer):
    """What a machine gun does to the targets that its dice are shared among."""

    expected_hit: float = means("targets hit, on average")
    expected_destroyed: float = means("targets destroyed, on average")
    expected_shocked: float = means("targets left with one hit, on average")
    expected_suppressed: float = means("targets without a hit that lose cards, on average")
    p_shared: float = means("the dice of the first roll are shared")
    p_no_shot: float = means("no shot: the rules forbid it on such a card")
    targets: tuple[Struck, ...]
    dice: tuple[tuple[bool, int], ...]
    """Pairs (red, dice of the roll) of the cards asked about."""

    OF_EACH: ClassVar[dict[str, str]] = {
        "p_target_{}_hit": "the dice dealt to it hit",
        "p_target_{}_lethal": "a lethal hit (part of the line above)",
        "p_target_{}_destroyed": "destroyed",
        "p_target_{}_shocked": "one hit: it is shocked",
        "p_target_{}_suppressed": "no hit, but it loses assigned cards",
    }

    def parts(self) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
        return ((struck.name, struck[1:]) for struck in self.targets)

    def steps(self) -> list[str]:
        rolled = ", ".join(f"{dice} on a {'red' if red else 'black'} card" for red, dice in self.dice)
        return [
            f"The dice of the roll: {rolled} (PT-MG-02).",
            "After the roll every die is dealt to one target, at least one to the first; the dice of each target are "
            "an attack of their own against the difficulty of the card (PT-MG-06, AMB-61).",
        ]


class _Question(NamedTuple):
    """A burst as asked."""

    shots: tuple[Shot, ...]
    policy: int
    mg_split: int
    for_first: bool


def burst(
    attacker: str | Unit,
    targets: Sequence[str | Unit | Target],
    card: str | int | None = None,
    distance: float = 10,
    policy: str = "hits",
    ruleset: RuleSet | str | None = None,
    *,
    rerolls_for: str = "burst",
) -> BurstOdds:
    """The exact odds of a machine gun's Fire action, its dice shared among up to three targets.

    attacker: a name or a ``Unit``.
    targets: units in the open or ``Target``; the first is the one fired at, the others stand within 3 inches of it and
        in sight.
    card: as ``QH``, or None: averaged over a full deck.
    distance: inches to every target without one of its own.
    policy: the best way to deal the dice: hits = targets hit, then suppressed; destroy = targets destroyed, then
        hit; effects = targets hit or suppressed, then hit; first = all dice at the first target.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.
    rerolls_for: what re-rolls, which come before, aim at: burst = as the policy; first = hitting the first target
        with all dice.

    With rapid fire every roll is dealt anew; what is left is lost if the first target is destroyed.  Raises
    ``RuleForbids`` for a shot that the rules forbid, and ``UnitNotFound``, ``CardNotFound`` or ``InvalidValue`` for a
    wrong argument.
    """
    number = read_card(card)
    rules = ruleset_of(ruleset)
    aimed = [Target.read("targets", one) for one in list_of("targets", targets, "units")]
    whole_number("number of targets", len(aimed), 1, MOST_TARGETS)
    firing = Firing(read_distance(distance), "hit", rules)
    actions = [target.shot_at(attacker, "mg", firing) for target in aimed]
    plan = read_choice("policy", policy, POLICIES)
    for_first = read_choice("rerolls_for", rerolls_for, REROLLS_FOR)
    question = _Question(tuple(action.shot for action in actions), plan, rules.readings.mg_split, for_first)
    if number is not None and (rule_id := actions[0].forbidden(is_red(number))):
        raise RuleForbids(rule_id, f"{attacker} may not fire on {card_name(number)}")
    counts, whole = with_card(lambda red, d: _on_card(question, red, d), number)
    plain = len(BurstOdds.MEANING)
    names = told_apart([read_unit("targets", target.unit, rules).unit for target in aimed])
    each = [Fraction(count, whole) for count in counts[plain:]]
    width = len(BurstOdds.OF_EACH)
    struck = tuple(Struck(name, *each[width * place : width * (place + 1)]) for place, name in enumerate(names))
    dice = tuple((red, actions[0].dice(red)) for red in colours_of(number))
    title = f"{attacker} fires a burst at {', '.join(names)}: {card_words(number)}"
    return BurstOdds.of(title, counts[:plain], whole, targets=struck, dice=dice)


States = tuple[int, ...]
Seen = tuple[tuple[bool, bool], ...]
"""For each target: it was hit, lethally hit."""


@lru_cache(maxsize=1024)
def _on_card(question: _Question, red: bool, d: int) -> Counted:
    """The fields of the answer for one card, then those of every target."""
    shots = question.shots
    attack, n = shots[0].attack, len(shots)
    before = tuple(start(shot.hits_before) for shot in shots)
    now: Law[tuple[States, Seen]] = Law.sure((before, ((False, False),) * n))
    shared = Fraction(0)

    def fired(at: tuple[States, Seen]) -> Law[tuple[States, Seen]]:
        states, seen = at
        if not fires_again(1, states[0] == DESTROYED):
            return Law.sure(at)
        return _rolled(question, red, d, states).then(
            lambda outcomes: _after(shots, states, outcomes).map(lambda left: (left, _seen(seen, outcomes)))
        )

    if attack.dice(red):
        first = _rolled(question, red, d, before)
        shared = first.chance(lambda outcomes: any(outcome != NOT_SHOT_AT for outcome in outcomes[1:]))
        for _ in range(attack.rolls):
            now = now.then(fired)
    each = [_struck(now, place) for place in range(n)]
    totals = [sum(column, Fraction(0)) for column in zip(*each, strict=True)]
    none = Fraction(int(attack.dice(red) == 0))
    return as_counts([totals[0], *totals[2:], shared, none, *(value for one in each for value in one)])


def _seen(seen: Seen, outcomes: tuple[int, ...]) -> Seen:
    return tuple(
        (hit or outcome >= HIT, lethal or outcome >= LETHAL)
        for outcome, (hit, lethal) in zip(outcomes, seen, strict=True)
    )


def _rolled(question: _Question, red: bool, d: int, states: States) -> Law[tuple[int, ...]]:
    """What one roll at targets in these states comes to, target by target."""
    attack = question.shots[0].attack
    shares = tuple(
        Share(attack_test(shot.attack, shot.readings, red, d)._replace(dice=attack.dice(red)), victim(shot), state)
        for shot, state in zip(question.shots, states, strict=True)
    )
    aims = Aims(shares, question.policy, question.mg_split, attack.rerolls, attack.extent, question.for_first)
    return _outcomes(aims)


@lru_cache(maxsize=4096)
def _outcomes(aims: Aims) -> Law[tuple[int, ...]]:
    return SharedRoll(aims).outcomes()


def _after(shots: tuple[Shot, ...], states: States, outcomes: tuple[int, ...]) -> Law[States]:
    """Where the targets are after attacks that came to this."""
    each = []
    for shot, state, outcome in zip(shots, states, outcomes, strict=True):
        if outcome == NOT_SHOT_AT or state == DESTROYED:
            each.append(Law.sure(state))
            continue
        left = Law.of_counts(effect(victim(shot), int(state == ONE_HIT)).after[outcome])
        each.append(left.map(lambda end: max(end, SUPPRESSED)) if state == SUPPRESSED else left)
    return together(each)


def _struck(now: Law[tuple[States, Seen]], place: int) -> list[Fraction]:
    """P(hit), P(lethal), P(destroyed), P(shocked), P(suppressed) of one target."""
    ended = (now.chance(lambda at, end=end: at[0][place] == end) for end in (DESTROYED, ONE_HIT, SUPPRESSED))  # type: ignore[misc]
    return [now.chance(lambda at: at[1][place][0]), now.chance(lambda at: at[1][place][1]), *ended]
