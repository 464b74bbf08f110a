"""What an army lacks: said only where profiles and exact odds show it, with the rules behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit, format_army, unit
from tigersim.odds.panel import best_fire
from tigersim.rules.carry import FOOT, GUN, LIGHT_GUN, RECON, places_for
from tigersim.rules.fire import NEAR_INCHES
from tigersim.rules.fortifications import positions_needed
from tigersim.rules.support_weapons import may_spot
from tigersim.rules.turn import card_limit, cards_drawn, is_small_game

SELDOM = 0.1
"""A Fire action that hurts less often than this is said to do next to nothing."""
PLAIN_HEAVY, HARDEST, SQUAD = "Heavy tank [generic]", "Jagd Panther", "Infantry [generic]"
"""What is fired at: a plain heavy tank, the hardest front of the lists, a plain squad in a building."""
ARMOUR_RULES = ("PT-FIRE-06", "PT-ARMOR-01")
COVER_RULES = ("PT-FIRE-06", "PT-COVER-01")
AT = 10
"""Inches from which the squad is fired at."""
IDLE = 0.25
"""Share of units without a card in a turn that is worth a line."""
OFTEN = 0.5
"""Share of turns with cards to spare that is worth a line."""


class Lack(NamedTuple):
    """One thing that an army lacks.

    about: armour, squads, infantry, arms, spotters, cards, room, movement or flamethrowers.  said: a sentence without
    its full stop.  rules: the IDs behind it.
    """

    about: str
    said: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.said} ({', '.join(self.rules)})"


class _Ruled(NamedTuple):
    unit: Unit
    numbers: Profile
    name: str


def lacks(
    army: Sequence[Unit],
    *,
    enemy_units: int | None = None,
    among: Sequence[Unit] | None = None,
    ruleset: RuleSet | str | None = None,
) -> list[Lack]:
    """What an army lacks.

    enemy_units: how many the enemy has; None = as many.
    among: where names are looked up; default: the historical units.
    ruleset: the rules, by value, name or file.
    """
    rules = ruleset_of(ruleset)
    ruled = [_Ruled(one, profile(one, rules), format_army([one], among)) for one in army]
    parts = (
        _armour(ruled, rules),
        _squads(ruled, rules),
        _infantry(ruled, rules),
        _unarmed(ruled),
        _spotters(ruled, rules),
        _cards(ruled, len(army) if enemy_units is None else enemy_units, rules),
        _room(ruled, rules),
        _movement(ruled),
        _flamethrowers(ruled),
    )
    return [lack for part in parts for lack in part]


class _Best(NamedTuple):
    chance: float
    name: str


def _best(army: Sequence[_Ruled], target: str, distance: int, cover: str, rules: RuleSet) -> _Best:
    """The unit whose Fire action hurts the target most surely, any card."""
    found = {}
    there = unit(target)
    for one in army:
        if one.unit not in found:
            fire = best_fire(one.unit, there, distance, cover, "front", rules)
            found[one.unit] = _Best(fire.p_one_hit + fire.p_destroyed, one.name)
    return max(found.values(), key=lambda best: best.chance)


def _armour(army: Sequence[_Ruled], rules: RuleSet) -> Iterator[Lack]:
    starts = _bands(army)
    for target, called in ((PLAIN_HEAVY, "a plain heavy tank"), (HARDEST, "a Jagd Panther")):
        best = [_best(army, target, distance, "none", rules) for distance in starts]
        weak = [each.chance < SELDOM for each in best]
        if not (weak[0] or weak[-1]):
            continue
        if all(weak):
            where, those = "at any distance", best
        elif weak[-1]:
            first = max(k for k in range(len(weak)) if not weak[k]) + 1
            where, those = f'beyond {starts[first] - 1}"', best[first:]
        else:
            first = weak.index(False)
            where, those = f'within {starts[first] - 1}"', best[:first]
        yield Lack("armour", f"Next to nothing hurts the front of {called} {where}: {_at_best(those)}", ARMOUR_RULES)
        return


def _bands(army: Sequence[_Ruled]) -> list[int]:
    """The inches from which the dice of some weapon are others: between two of them nothing changes."""
    limits = {limit for one in army for limit in (*one.numbers.max_range, *one.numbers.min_range)}
    return sorted({1, NEAR_INCHES + 1} | {limit + 1 for limit in limits if limit})


def _at_best(those: Sequence[_Best]) -> str:
    best = max(those, key=lambda each: each.chance)
    return f"the best is {best.name}, {best.chance:.1%} a Fire action" if best.chance else "no weapon can"


def _squads(army: Sequence[_Ruled], rules: RuleSet) -> Iterator[Lack]:
    best = _best(army, SQUAD, AT, "building", rules)
    if best.chance < SELDOM:
        yield Lack("squads", f'Next to nothing hurts a squad in a building at {AT}": {_at_best([best])}', COVER_RULES)


def _infantry(army: Sequence[_Ruled], rules: RuleSet) -> Iterator[Lack]:
    if not any(one.numbers.enters_buildings for one in army):
        ids = profile(unit(SQUAD), rules).sources["enters_buildings"]
        yield Lack("infantry", "No infantry: none of its units may enter a building, to assault or to hold it", ids)
    if not any(one.numbers.may_assault for one in army):
        yield Lack("infantry", "None of its units may begin a close combat", ("PT-MELEE-01", "PT-MELEE-04"))


def _unarmed(army: Sequence[_Ruled]) -> Iterator[Lack]:
    yield from _those(army, [one for one in army if not any(one.numbers.armed)], "armed", "arms", "cannot fire")


def _those(army: Sequence[_Ruled], some: Sequence[_Ruled], field: str, about: str, said: str) -> Iterator[Lack]:
    """A line that names units, with the rules that give them a number."""
    if some:
        named = ", ".join(f"{count} x {name}" for name, count in Counter(one.name for one in some).items())
        ids = dict.fromkeys(rule for one in some for rule in one.numbers.sources.get(field, ()))
        yield Lack(about, f"{len(some)} of its {len(army)} units {said}: {named}", tuple(ids))


def _spotters(army: Sequence[_Ruled], rules: RuleSet) -> Iterator[Lack]:
    for at, one in enumerate(army):
        if not any(one.numbers.indirect) or one.unit in [other.unit for other in army[:at]]:
            continue
        friends = [*army[:at], *army[at + 1 :]]
        reading = rules.readings.indirect_spotter
        if not any(may_spot(False, False, other.numbers.max_cards < 2, reading) for other in friends):
            yield Lack(
                "spotters", f"Nobody may spot for the indirect fire of {one.name}", ("PT-MORTAR-02", "PT-HOW-01")
            )


def _cards(army: Sequence[_Ruled], enemy: int, rules: RuleSet) -> Iterator[Lack]:
    n = len(army)
    small = is_small_game(n, enemy)
    drawn = [cards_drawn(one, two, small) for one, two in product(range(1, 7), repeat=2)]
    capacity = sum(card_limit(0, one.numbers.max_cards) for one in army)
    spare = sum(cards > capacity for cards in drawn) / len(drawn)
    if spare > OFTEN:
        said = f"Its units take {capacity} cards a turn at most, and in {spare:.0%} of the turns it draws more"
        yield Lack("cards", said, ("PT-TURN-02", "PT-TURN-06", "PT-TURN-08"))
    acting = sum(min(cards, n) for cards in drawn) / len(drawn)
    if 1 - acting / n >= IDLE:
        said = f"On average {acting:.1f} of its {n} units at most get a card in a turn, saved cards not counted"
        yield Lack("cards", said, ("PT-TURN-02", "PT-TURN-08"))


LOADS = (((FOOT, RECON), "squads (infantry and recon)"), ((GUN, LIGHT_GUN), "towed guns"))


def _room(army: Sequence[_Ruled], rules: RuleSet) -> Iterator[Lack]:
    """Loads that find no place aboard, if nothing else is carried."""
    for kinds, called in LOADS:
        loads = [one.numbers.load for one in army if one.numbers.load in kinds]
        if not loads:
            continue
        room = sum(max(_places(one.numbers, load) for load in set(loads)) for one in army)
        if room < len(loads):
            yield Lack("room", f"Room aboard for {room} of its {len(loads)} {called}", ("PT-CARRY-01", "PT-CARRY-11"))


def _places(carrier: Any, load: int) -> int:
    return places_for(
        load,
        carrier.seats,
        carrier.recon_seats,
        carrier.hitches,
        carrier.light_hitches,
        carrier.tank_berths,
        carrier.light_truck_berths,
    )


def _movement(army: Sequence[_Ruled]) -> Iterator[Lack]:
    for field, said in (("immobile", "cannot move"), ("water_only", "can move on water only")):
        yield from _those(army, [one for one in army if getattr(one.numbers, field)], field, "movement", said)


def _flamethrowers(army: Sequence[_Ruled]) -> Iterator[Lack]:
    carriers = [one.numbers for one in army if one.numbers.flammable]
    if carriers:
        squads = sum(one.infantry for one in carriers)
        needed = positions_needed(squads, len(carriers) - squads)
        positions = "a heavy position" if needed == 1 else f"{needed} heavy positions"
        said = f"Its flamethrowers need {positions} of the defender, and it has to attack"
        yield Lack("flamethrowers", said, ("PT-FORT-04",))
