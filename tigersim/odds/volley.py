"""Several fire rolls at one target, one after another: where they leave it.

The rolls may differ (two guns, two cards, two firers), a mortar's hit may bring a further shot, and re-rolls may aim at
destroying: they then weigh what the rolls to come can still do.  All counts are exact integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import gcd, lcm
from typing import NamedTuple

from tigersim.odds.dice import Counted, Counts, over_deck
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, SUPPRESSED, Victim, effect, victim
from tigersim.odds.rerolls import HIT, LETHAL, AttackTest, attack_outcomes
from tigersim.odds.result import as_counts
from tigersim.rules.fire import fires_again
from tigersim.rules.shot import Attack, Shot, ShotReadings
from tigersim.rules.support_weapons import second_shot_follows
from tigersim.rules.switches import MortarSecondShot
from tigersim.statistics.law import Law, absorbed

STATES = (CLEAN, SUPPRESSED, ONE_HIT, DESTROYED)
HITS = 4
"""Place behind the four states: hits that got through, on average."""


class Volley(NamedTuple):
    """One fire roll at the target."""

    test: AttackTest
    permissions: int
    extent: int
    target: Victim
    destroy: int
    """1 = re-rolls aim at destroying the target, 0 = at hitting it."""
    mortar: int = 0
    """1 = a hit brings a further shot at the same target."""
    second_shot: int = 0
    """Option of AMB-67."""

    def follows(self, outcome: int, before: int, after: int) -> bool:
        """Whether a roll brings a further shot, by its outcome and the target's states."""
        return bool(self.mortar) and _follows(self.second_shot, outcome, before, after)

    def goes_on(self, outcome: int, before: int, after: int) -> bool:
        """Whether it brings one at the same target, which has to stand."""
        return self.follows(outcome, before, after) and fires_again(1, after == DESTROYED)


@cache
def _follows(second_shot: int, outcome: int, before: int, after: int) -> bool:
    """Whether a mortar's roll brings a further shot."""
    scored = (outcome >= HIT) + (outcome >= LETHAL)
    taken = after - before if after >= ONE_HIT else 0  # more than 0 if a hit got through
    return second_shot_follows(scored, taken, False, second_shot)


class Ends(NamedTuple):
    """Where some rolls leave a target: [state before] -> counts of its state after, of hits.

    Behind these there may be further columns, which rolls before it average alike (``odds.activation``).
    """

    rows: tuple[Counts, ...]
    whole: int

    @classmethod
    def of(cls, rows: Sequence[Sequence[Fraction]]) -> Ends:
        """Those of shares, [state before][column]."""
        counts, whole = as_counts(share for row in rows for share in row)
        width = len(rows[0])
        return cls(tuple(counts[place * width : (place + 1) * width] for place in STATES), whole)

    def state(self, before: int) -> Counts:
        """Counts of the four states."""
        return self.rows[before][:HITS]


NOTHING = Ends(tuple(tuple(int(state == place) for place in range(HITS + 1)) for state in STATES), 1)
"""No roll leaves everything as it is."""


def attack_test(attack: Attack, readings: ShotReadings, red: bool, difficulty: int) -> AttackTest:
    """What an attack roll is held against on a card of this colour and difficulty."""
    return AttackTest(
        attack.dice(red),
        difficulty + attack.hit_add,
        difficulty + attack.lethal_add,
        readings.suppression_half,
        readings.death_trap,
        attack.all_lethal,
    )


def volleys(shot: Shot, red: bool, difficulty: int) -> tuple[Volley, ...]:
    """The fire rolls of a Fire action; none if the unit may not fire with this card."""
    attack, readings = shot.attack, shot.readings
    test = attack_test(attack, readings, red, difficulty)
    if test.dice == 0:
        return ()
    roll = Volley(
        test, attack.rerolls, attack.extent, victim(shot), attack.objective, attack.mortar, readings.mortar_second_shot
    )
    return (roll,) * attack.rolls


def on_card(shot: Shot, red: bool, difficulty: int) -> Counted:
    """The fields of ``odds.shot`` for one card, in counts."""
    return in_turn(volleys(shot, red, difficulty), shot.hits_before)


@lru_cache(maxsize=4096)
def on_any_card(shot: Shot) -> Counted:
    """The fields of ``odds.shot`` averaged over the deck, in counts."""
    attack = shot.attack
    if attack.rolls > 1 or attack.mortar:
        return over_deck(lambda red, d: on_card(shot, red, d))
    # what the outcome of one roll does is alike on every card, so its dice are averaged first, which is quick
    does = effect(victim(shot), shot.hits_before)
    kills = [row[DESTROYED] for row in does.after] if attack.objective and attack.rerolls else ()
    found, no_shot = _over_deck(attack, shot.readings, _small(kills))
    rows = [
        tuple(ways * count for count in (*after, hits))
        for ways, after, hits in zip(found, does.after, does.hits, strict=True)
    ]
    return _fields(rows, start(shot.hits_before), no_shot * does.whole)


@lru_cache(maxsize=4096)
def _over_deck(attack: Attack, readings: ShotReadings, values: Counts) -> Counted:
    """Outcomes of one roll averaged over the deck, and the ways that are cards without dice."""

    def on(red: bool, difficulty: int) -> Counted:
        test = attack_test(attack, readings, red, difficulty)
        found = attack_outcomes(test, attack.rerolls, values, attack.extent)
        whole = sum(found)
        return ((*found, 0), whole) if test.dice else ((*(0 for _ in found), whole), whole)

    (*counts, no_shot), _ = over_deck(on)
    return tuple(counts), no_shot


def in_turn(rolls: tuple[Volley, ...], hits_before: int) -> Counted:
    """The fields of ``odds.shot`` for these rolls, one after another; none = no shot."""
    state = start(hits_before)
    return _fields(by_outcome(rolls, state) if rolls else (), state, 0 if rolls else 1)


def _fields(rows: Sequence[Counts], state: int, no_shot: int) -> Counted:
    """The fields of ``odds.shot``.

    ``rows``: [outcome] -> ways to each state, and hits; ``no_shot``: ways without a shot at a target in ``state``.
    """
    clean, suppressed, one_hit, destroyed, hits = map(sum, zip(*rows, strict=True)) if rows else (0,) * 5
    hit, lethal = (sum(sum(row[:-1]) for row in rows[least:]) for least in (HIT, LETHAL))
    untouched = (no_shot if state == CLEAN else 0, no_shot if state == ONE_HIT else 0)
    counts = (
        clean + suppressed + untouched[0],
        one_hit + untouched[1],
        destroyed,
        suppressed,
        hit,
        lethal,
        hits,
        no_shot,
    )
    return counts, clean + suppressed + one_hit + destroyed + no_shot


def start(hits_before: int) -> int:
    """The state of a target with so many hits."""
    return ONE_HIT if hits_before else CLEAN


def with_more(numbers: Counted, more: list[Fraction]) -> Counted:
    """Further fields behind those that are there."""
    counts, whole = numbers
    common = lcm(whole, *(value.denominator for value in more))
    return tuple(count * (common // whole) for count in counts) + tuple(int(value * common) for value in more), common


@lru_cache(maxsize=4096)
def ends(rolls: tuple[Volley, ...], last: Ends = NOTHING) -> Ends:
    """Where these rolls, and ``last`` after them, leave the target."""
    if not rolls:
        return last
    if rolls[0].mortar and rolls[0].second_shot == MortarSecondShot.CHAIN:
        return _chain(rolls[0], ends(rolls[1:], last))
    first, then, further = _parts(rolls, last)
    return _averaged(first, Then(then, further, then))


@lru_cache(maxsize=1024)
def led(rolls: tuple[Volley, ...], followed: Ends, alone: Ends) -> Ends:
    """A leader's rolls, then ``followed`` if one hits (AMB-88), else ``alone``."""
    if not rolls:
        return alone
    first, hit, further = _parts(rolls, followed)
    return _averaged(first, Then(led(rolls[1:], followed, alone), further, hit))


def by_outcome(rolls: tuple[Volley, ...], state: int) -> tuple[Counts, ...]:
    """[outcome of the first roll] -> counts of the states in the end, and of hits."""
    first, then, further = _parts(rolls)
    return tuple(_by_outcome(first, state, Then(then, further, then)))


def aims(rolls: tuple[Volley, ...], state: int) -> Counts:
    """What outcomes of the first roll are worth to destroy; empty where re-rolls aim to hit."""
    first, then, further = _parts(rolls)
    return _values(first, state, _kills(Then(then, further, then))) if first.destroy else ()


def further_shots(rolls: tuple[Volley, ...], state: int) -> Fraction:
    """P(the first roll at a target in this state brings a further shot at it)."""
    first, then, further = _parts(rolls)
    table = _table(first, state, _kills(Then(then, further, then)))
    ways = sum(table[outcome][end] for outcome, end in _pairs(table) if first.goes_on(outcome, state, end))
    return Fraction(ways, sum(map(sum, table)))


def _parts(rolls: tuple[Volley, ...], last: Ends = NOTHING) -> tuple[Volley, Ends, Ends]:
    """The first roll, and where things end after it, and after the further shot it brings."""
    first, then = rolls[0], ends(rolls[1:], last)
    if not first.mortar:
        return first, then, then
    if first.second_shot == MortarSecondShot.CHAIN:
        return first, then, _chain(first, then)
    return first, then, ends((first._replace(mortar=0), *rolls[1:]), last)


def _pairs(table: tuple[Counts, ...]) -> Iterator[tuple[int, int]]:
    return product(range(len(table)), STATES)


class Then(NamedTuple):
    """What comes after a roll."""

    missed: Ends
    further: Ends
    """After a further shot that it brings."""
    hit: Ends
    """After a hit that brings none."""


Kills = tuple[Counts, ...]
"""What each state is worth where re-rolls aim at destroying, for each way that things can go on; on one scale."""


@lru_cache(maxsize=4096)
def _on_one_scale(then: Then) -> tuple[tuple[tuple[Counts, ...], ...], int]:
    """The rows of what comes after, all out of the second number."""
    whole = lcm(*(each.whole for each in then))
    return tuple(tuple(tuple(whole // each.whole * n for n in row) for row in each.rows) for each in then), whole


@lru_cache(maxsize=4096)
def _kills(then: Then) -> Kills:
    return tuple(tuple(row[DESTROYED] for row in rows) for rows in _on_one_scale(then)[0])


def _averaged(roll: Volley, then: Then) -> Ends:
    """Where a roll and what comes after it leave the target."""
    each = (_by_outcome(roll, state, then) for state in STATES[:DESTROYED])
    rows = [tuple(map(sum, zip(*outcomes, strict=True))) for outcomes in each]
    whole = sum(rows[CLEAN][:HITS])
    last = then.missed
    return Ends((*rows, tuple(whole // last.whole * count for count in last.rows[DESTROYED])), whole)


def _after(roll: Volley, state: int) -> tuple[Counts, ...]:
    """[outcome] -> counts of the states after this roll alone."""
    after = effect(roll.target, int(state == ONE_HIT)).after
    if state != SUPPRESSED:
        return after
    return tuple((0, row[CLEAN] + row[SUPPRESSED], *row[ONE_HIT:]) for row in after)  # what is unhurt stays suppressed


def _values(roll: Volley, state: int, kills: Kills) -> Counts:
    """What each outcome is worth."""
    worth = tuple(
        sum(ways * kills[_branch(roll, outcome, state, end)][end] for end, ways in enumerate(row))
        for outcome, row in enumerate(_after(roll, state))
    )
    return _small(worth)


def _small(worth: Sequence[int]) -> Counts:
    """These numbers by their common divisor, so that equal aims are equal; none if all are 0."""
    common = gcd(*worth)
    return tuple(value // common for value in worth) if common else ()


@lru_cache(maxsize=16384)
def _table(roll: Volley, state: int, kills: Kills) -> tuple[Counts, ...]:
    """[outcome][state after this roll] in counts; ``kills`` weigh states for re-rolls."""
    found, after = _found(roll, state, kills), _after(roll, state)
    return tuple(tuple(ways * count for count in row) for ways, row in zip(found, after, strict=True))


def _found(roll: Volley, state: int, kills: Kills) -> Counts:
    """Counts of the outcomes of this roll at a target in this state; ``kills`` weigh states for re-rolls."""
    values = _values(roll, state, kills) if roll.destroy and roll.permissions else ()
    return attack_outcomes(roll.test, roll.permissions, values, roll.extent)


def _by_outcome(roll: Volley, state: int, then: Then) -> list[Counts]:
    """[outcome of this roll] -> counts of the states in the end, of hits and of what follows."""
    parts, whole = _on_one_scale(then)
    hits = effect(roll.target, int(state == ONE_HIT)).hits
    is_last = all(each is NOTHING for each in then)
    rows: list[Counts] = []
    for outcome, (ways, after) in enumerate(zip(_found(roll, state, _kills(then)), _after(roll, state), strict=True)):
        if is_last:  # most often it is, and this is quick
            clean, suppressed, one_hit, destroyed = after
            rows.append((ways * clean, ways * suppressed, ways * one_hit, ways * destroyed, ways * hits[outcome]))
            continue
        row = [0] * len(then.missed.rows[CLEAN])
        row[HITS] = ways * hits[outcome] * whole
        for end, count in enumerate(after):
            if count:
                for place, more in enumerate(parts[_branch(roll, outcome, state, end)][end]):
                    row[place] += ways * count * more
        rows.append(tuple(row))
    return rows


def _branch(roll: Volley, outcome: int, before: int, after: int) -> int:
    """Which part of ``Then`` follows a roll with this outcome."""
    if roll.goes_on(outcome, before, after):
        return 1
    return 2 if outcome >= HIT else 0


def _chain(roll: Volley, then: Ends) -> Ends:
    """A shot that brings another whenever it hits, for as long as it does and the target stands.

    Where re-rolls aim at destroying, their choices and what follows from them are improved in turn until nothing
    changes.
    """
    further = then
    while True:
        solved = _solve_chain(roll, then, further)
        if solved == further:
            return solved
        further = solved


def _solve_chain(roll: Volley, then: Ends, guess: Ends) -> Ends:
    """Where the chain ends when re-rolls are chosen as if it ended like ``guess``."""
    kills = _kills(Then(then, guess, then))
    tables = {state: _table(roll, state, kills) for state in STATES[:DESTROYED]}

    def shot(at: tuple[bool, int]) -> Law[tuple[bool, int]] | None:
        goes_on, state = at
        if not goes_on:
            return None
        return Law.of(
            ((roll.goes_on(outcome, state, end), end), tables[state][outcome][end])
            for outcome, end in _pairs(tables[state])
        )

    rows = []
    for state in tables:
        found = absorbed((True, state), shot)
        columns = zip(*then.rows, strict=True)
        row = [found.ends.expect(lambda at, column=column: column[at[1]]) / then.whole for column in columns]  # type: ignore[misc]
        row[HITS] += found.total(lambda at: _hits(roll, at[1], tables[at[1]]))
        rows.append(row)
    rows.append([Fraction(count, then.whole) for count in then.rows[DESTROYED]])
    return Ends.of(rows)


def _hits(roll: Volley, state: int, table: tuple[Counts, ...]) -> Fraction:
    """Hits that get through at a target in this state, on average."""
    does = effect(roll.target, int(state == ONE_HIT))
    ways = sum(sum(row) // does.whole * through for row, through in zip(table, does.hits, strict=True))
    return Fraction(ways, sum(map(sum, table)))


def events(rolls: tuple[Volley, ...], state: int, happens: Callable[[Volley, int, int, int], bool]) -> Law[int]:
    """Of how many rolls ``happens(roll, outcome, state before, state after)`` holds.

    What a mortar's hit would bring at the same target is left out.
    """
    now = Law.sure((state, 0))
    for number, roll in enumerate(rolls):
        plain = roll._replace(mortar=0)
        rest = ends(tuple(later._replace(mortar=0) for later in rolls[number + 1 :]))
        kills = _kills(Then(rest, rest, rest))

        def fired(
            at: tuple[int, int], roll: Volley = roll, plain: Volley = plain, kills: Kills = kills
        ) -> Law[tuple[int, int]]:
            before, count = at
            if not fires_again(1, before == DESTROYED):
                return Law.sure(at)
            table = _table(plain, before, kills)
            return Law.of(
                ((end, count + happens(roll, outcome, before, end)), table[outcome][end])
                for outcome, end in _pairs(table)
            )

        now = now.then(fired)
    return now.map(lambda at: at[1])
