"""Every Fire action of every unit at every other, as tables that a page looks up.

A question leads over the class of its firer and that of its target to a *throw* (the dice on a card of a colour) and a
*victim* (what becomes of the target); the two have a *curve*, one row of chances for each difficulty.  All chances come
from ``tigersim.odds.shot``, asked for one question of each kind, and are whole numbers out of ``WHOLE``.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids
from tigersim.odds.arguments import read_weapon
from tigersim.odds.circumstances import Circumstances
from tigersim.odds.dice import DIFFICULTIES, Counted
from tigersim.odds.effect import Effect, effect, victim
from tigersim.odds.resolve import resolve
from tigersim.odds.shot import ShotOdds, ShotQuestion
from tigersim.odds.volley import on_card
from tigersim.rules.cards import difficulty
from tigersim.rules.shot import Attack
from tigersim.site.tables.firing_classes import (
    ARCS,
    ASPECTS,
    COVERS,
    FORTIFICATIONS,
    FOUND,
    OF_PROFILE,
    PLACES,
    RULINGS,
    WEAPONS,
    Aim,
    Armed,
    Firer,
    FirerClass,
    TargetClass,
    action_of,
    armed,
    circumstances,
    firer_class,
    firers,
    limits,
    options,
    readings_of_profiles,
    ruleset_of,
    target_class,
    units,
)
from tigersim.site.tables.numbering import Numbered, Unique

WHOLE = 1_000_000_000
"""What chances are out of."""
ON_DICE = next(name for name in RULINGS if name not in OF_PROFILE)
"""The switch that is asked while dice are rolled."""
COLOURS = (True, False)
DIFFICULTY = tuple(d for d, _ in DIFFICULTIES[True])
AFTER = tuple(list(ShotOdds.MEANING).index(name) for name in ("p_destroyed", "p_one_hit", "p_suppressed"))
EXTRAS = ("p_second_shot", "p_neighbour_suppressed")
"""Further chances that some weapons have; no weapon has two."""


class Half(NamedTuple):
    """What belongs to a throw, whatever the target: equal ones roll alike on a card of the colour."""

    dice: int
    attack: Attack
    """Without its dice, and without what only its target feels."""


class Case(NamedTuple):
    """A question that stands for all with its roll and its victim."""

    firer: Firer
    aim: Aim
    red: bool
    reading: str
    """Of ``ON_DICE``."""
    hits: int


def out_of_whole(count: int, whole: int) -> int:
    """A share in parts of ``WHOLE``, rounded to the nearest."""
    return (2 * WHOLE * count + whole) // (2 * whole)


@cache
def shot_tables() -> dict[str, Any]:
    """The tables, plain values for JSON; filled once, since they are the same in every language."""
    with _uncollected():
        classes = classified()
        return classes.tables | classes.curves()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without a search for circular garbage: nothing here makes any, and the search takes a third of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@cache
def classified() -> Classified:
    """The classes of all questions, which are found long before their chances are."""
    return Classified()


class Classified:
    """The classes, as they are found, and what they lead to."""

    def __init__(self) -> None:
        self.rules: Unique[str] = Unique()
        self.sources: Unique[tuple[str, ...]] = Unique()
        self.firers: Numbered[FirerClass, Firer] = Numbered()
        self.targets: Numbered[TargetClass, Aim] = Numbered()
        self.throws: Numbered[Half, Half] = Numbered()
        self.victims: Numbered[tuple[tuple[Effect, ...], int], int] = Numbered()
        self.cases: dict[tuple[int, int], Case] = {}
        """[throw, victim] -> the question that is asked for all that lead there."""
        self.tables = self._tables()

    def _tables(self) -> dict[str, Any]:
        kept_fire: Numbered[str, Any] = Numbered()
        kept_stand: Numbered[str, Any] = Numbered()
        by_unit = [
            (
                _short([kept_fire.number(repr(one), one) for one in self._of_readings(unit, self._fires)]),
                _short([kept_stand.number(repr(one), one) for one in self._of_readings(unit, self._stands)]),
            )
            for unit in units()
        ]
        rolls, victims = self._meetings()
        return {
            "whole": WHOLE,
            "limits": limits(),
            "difficulties": DIFFICULTY,
            "ranks": [_ranks(d) for d in DIFFICULTY],
            "weapons": tuple(WEAPONS),
            "arcs": ARCS,
            "places": {"aspect": ASPECTS, "cover": COVERS, "found": FOUND, "fort": FORTIFICATIONS},
            "rulings": {name: options(name) for name in RULINGS},
            "of_profile": OF_PROFILE,
            "on_dice": ON_DICE,
            "units": by_unit,
            "fires": list(kept_fire),
            "stands": list(kept_stand),
            "firers": [_firer_words(one) for one in self.firers.names()],
            "targets": [_target_words(one) for one in self.targets.names()],
            "rolls": rolls,
            "throws": [_throw_words(one) for one in self.throws],
            "victims": victims,
            "sources": [[self.rules.of(rule_id) for rule_id in ids] for ids in self.sources],
            "rules": list(self.rules),
        }

    def _of_readings(self, unit: Unit, of: Any) -> Iterator[Any]:
        """``of(unit, readings)`` for every choice of readings; most leave a unit as it is, and it is asked once."""
        usual = readings_of_profiles()[0]
        known = of(unit, usual)
        for readings in readings_of_profiles():
            same = all(
                profile(armed(unit, weapon).unit, ruleset_of(readings))
                == profile(armed(unit, weapon).unit, ruleset_of(usual))
                for weapon in WEAPONS
            )
            yield known if same else of(unit, readings)

    def _forbids(self, rule_id: str) -> int:
        """A rule in the place of a number: below 0."""
        return -1 - self.rules.of(rule_id)

    def _fires(self, unit: Unit, readings: tuple[str, ...]) -> list[Any]:
        """[weapon] -> picked, sources, [arc and distance] -> class of firers; or only the rule that forbids it."""
        return [self._weapon(armed(unit, weapon), unit, weapon, readings) for weapon in WEAPONS]

    def _weapon(self, having: Armed, unit: Unit, weapon: str, readings: tuple[str, ...]) -> Any:
        if having.forbidden:
            return self._forbids(having.forbidden)
        found = [self._firer(one) for one in firers(unit, weapon, readings)]
        if len(set(found)) == 1 and found[0] < 0:
            return found[0]
        own = profile(having.unit, ruleset_of(readings))
        sources = own.weapon_sources[read_weapon(WEAPONS[weapon][0], own)]
        return [int(having.picked), self.sources.of(sources), found]

    def _firer(self, one: Firer) -> int:
        try:
            return self.firers.number(firer_class(one), one)
        except RuleForbids as why:
            return self._forbids(why.rule_id)

    def _stands(self, unit: Unit, readings: tuple[str, ...]) -> list[Any]:
        """Sources of armour and of hits, [place] -> class of targets, or the rule that forbids the place."""
        own = profile(unit, ruleset_of(readings))
        armor, hits = (self.sources.of(_sources(own, field)) for field in ("armor_front", "hits_to_destroy"))
        return [armor, hits, [self._target(Aim(unit, place, readings)) for place in PLACES]]

    def _target(self, aim: Aim) -> int:
        try:
            return self.targets.number(target_class(aim), aim)
        except RuleForbids as why:
            return self._forbids(why.rule_id)

    def _meetings(self) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
        """[firers][targets] -> rolls by colour, and [..][..] -> victims by reading and hits."""
        rolls: Unique[tuple[int, ...]] = Unique()
        victims: Unique[tuple[int, ...]] = Unique()
        thrown: list[list[int]] = []
        struck: list[list[int]] = []
        for firer in self.firers:
            row: tuple[list[int], list[int]] = ([], [])
            for aim in self.targets:
                throws, becomes = self._meeting(firer, aim)
                row[0].append(rolls.of(throws))
                row[1].append(victims.of(becomes))
            thrown.append(row[0])
            struck.append(row[1])
        return [thrown, [list(one) for one in rolls]], [struck, [list(one) for one in victims]]

    def _meeting(self, firer: Firer, aim: Aim) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Rolls by colour, victims by reading and hits before."""
        try:
            action = action_of(firer, aim)
        except RuleForbids as why:
            return (self._forbids(why.rule_id),) * len(COLOURS), ()
        throws = {}
        for red in COLOURS:
            rule_id = action.forbidden(red)
            half = _half(action.shot.attack, red)
            throws[red] = self._forbids(rule_id) if rule_id else self.throws.number(half, half)
        becomes = []
        for reading in options(ON_DICE):
            readings = action.shot.readings._replace(**{ON_DICE: options(ON_DICE).index(reading)})
            fired = action.shot._replace(readings=readings)
            before = range(fired.defence.hits_to_destroy)
            effects = tuple(effect(victim(fired), hits) for hits in before)
            for hits in before:
                number = self.victims.number((effects, hits), hits)
                becomes.append(number)
                for red, throw in throws.items():
                    if throw >= 0:
                        self.cases.setdefault((throw, number), Case(firer, aim, red, reading, hits))
        return tuple(throws.values()), tuple(becomes)

    def curves(self) -> dict[str, Any]:
        """[throw][victim] -> numbers of two curves; curves of chances, by difficulty, and their rows."""
        rows: Unique[tuple[int, ...]] = Unique()
        curves: Unique[tuple[int, ...]] = Unique()
        scored: Unique[tuple[int, ...]] = Unique()
        scores = [list(ShotOdds.MEANING).index(name) for name in ("p_hit_scored", "p_lethal_scored")]
        cells = [[[-1] * len(self.victims) for _ in self.throws] for _ in range(2)]
        for (throw, number), case in self.cases.items():
            meaning, found = _answers(case)
            more = tuple(meaning.index(name) for name in EXTRAS if name in meaning)
            cells[0][throw][number] = curves.of(tuple(rows.of(_after(one, more, case.hits)) for one in found))
            each = (out_of_whole(counts[place], whole) for counts, whole in found for place in scores)
            cells[1][throw][number] = scored.of(tuple(each))
        return {
            "curve_of": cells[0],
            "scored_of": cells[1],
            "curves": _steps(number for curve in curves for number in curve),
            "rows": list(rows),
            "scored": list(scored),
        }


def _ranks(d: int) -> list[str]:
    """The ranks whose cards have this difficulty."""
    return list(dict.fromkeys(name[:-1] for number, name in enumerate(CARDS) if difficulty(number) == d))


def _half(attack: Attack, red: bool) -> Half:
    """What is thrown on a card of a colour."""
    return Half(attack.dice(red), attack._replace(red_dice=0, black_dice=0, machine_gun=0, suppresses=0))


def asked(case: Case) -> Circumstances:
    """The circumstances of a case, in the words of ``odds.shot``."""
    where = circumstances(case.firer, case.aim, **{ON_DICE: case.reading})
    return where._replace(hits_before=case.hits)


def _answers(case: Case) -> tuple[list[str], list[Counted]]:
    """What the numbers of ``odds.shot`` mean in a case, and the numbers for each difficulty."""
    firer, target, where = case.firer.unit, case.aim.unit, asked(case)
    question = ShotQuestion(resolve(firer, target, where), firer, target, None, where)
    kind, numbers = question.kind()
    on = numbers or (lambda red, d: on_card(question.action.shot, red, d))
    return list(kind.MEANING), [on(case.red, d) for d in DIFFICULTY]


def _after(found: Counted, more: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """Destroyed, one hit, suppressed, and what else such a weapon may bring; zeros at the end are cut off.

    Of a target that has a hit before only the first: its one hit is the rest.
    """
    counts, whole = found
    chances = [out_of_whole(counts[place], whole) for place in (*AFTER, *more)]
    if hits:
        chances[1] = 0
    while chances and chances[-1] == 0:
        chances.pop()
    return tuple(chances)


def _steps(numbers: Iterable[int]) -> list[int]:
    """Each number less the one before it, which packs better."""
    return [number - before for before, number in pairwise(chain([0], numbers))]


def _sources(own: Profile, field: str) -> tuple[str, ...]:
    return own.sources.get(field, ())


def _short(numbers: list[int]) -> Any:
    """One number where all are the same."""
    return numbers[0] if len(set(numbers)) == 1 else numbers


def _firer_words(one: FirerClass) -> dict[str, int]:
    """What is said of a firer."""
    attack = one.attack._asdict() | {"infantry": one.infantry, "flame": one.flame}
    names = ("red_dice", "black_dice", "rolls", "rerolls", "extent", "machine_gun", "suppresses", "mortar", "howitzer")
    return {name: int(attack[name]) for name in (*names, "infantry", "flame") if attack[name]}


def _target_words(one: TargetClass) -> dict[str, int]:
    """What is said of a target."""
    found = one.defence._asdict() | {"hit_add": one.hit_add, "lethal_add": one.lethal_add, "skirt": one.skirt_armor}
    return {name: int(value) for name, value in found.items() if value}


def _throw_words(one: Half) -> dict[str, int]:
    """What is said of a throw."""
    attack = one.attack
    return {
        "dice": one.dice,
        "hit_add": attack.hit_add,
        "lethal_add": attack.lethal_add,
        "all_lethal": attack.all_lethal,
    }
