"""Which pools of resources pay a cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial

from tigersim.companions.victory_day.rules.resources import DEPOT, FACTORY, FUEL, KINDS, pays
from tigersim.companions.victory_day.rules.spending import Amount


def pools(resources: int) -> Iterator[Amount]:
    """Every pool of so many resources."""
    for depots in range(resources + 1):
        for factories in range(resources - depots + 1):
            yield (depots, factories, resources - depots - factories)


def paying(resources: int, cost: Amount) -> tuple[int, int]:
    """How many of the pools pay the cost, and how many there are."""
    told = [pays(*pool, *cost) for pool in pools(resources)]
    return sum(told), len(told)


def random_pays(resources: int, cost: Amount) -> Fraction:
    """Chance that resources, each of any kind alike, pay the cost."""
    ways = 0
    for pool in pools(resources):
        if pays(*pool, *cost):
            ways += factorial(resources) // (factorial(pool[0]) * factorial(pool[1]) * factorial(pool[2]))
    return Fraction(ways, KINDS**resources)


def single_kind(kind: int, cost: Amount) -> int:
    """The fewest resources of one kind alone that pay the cost."""
    needed = 0
    while not pays(needed * (kind == DEPOT), needed * (kind == FACTORY), needed * (kind == FUEL), *cost):
        needed += 1
    return needed
