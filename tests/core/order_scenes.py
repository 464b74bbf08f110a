"""A few units, the card of one turned over: take it for an order, close combat or a follow of one unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.core.positions import SQUAD, A, B, Position, open_table
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import ASSAULT, CHANCE_MELEE, FOLLOW, HELP, NAME, ORDER, PASS, PHASE_RESOLVE

Placed = tuple[str | Unit, int, int]
"""A unit and its cell."""
APART = (0, 0), (15, 0)
"""Where one more unit of each side stands, away from the others, so that the battle goes on after the scene."""


def scene(
    side_a: Sequence[Placed],
    side_b: Sequence[Placed],
    card: str,
    *,
    table: Any = None,
    ruleset: RuleSet = DEFAULT,
    second: str = "",
) -> Position:
    """Units on their cells, the card of the first of side a about to come up, and its ``second`` card after it.

    The unit of side a that stands apart holds the last card of all.
    """
    table = open_table(16, 12) if table is None else table
    kinds = [[*[one for one, _, _ in side], SQUAD] for side in (side_a, side_b)]
    position = Position(kinds[0], kinds[1], table, ruleset)
    for first, units in ((A, side_a), (B, side_b)):
        for k, (_, x, y) in enumerate(units):
            position.put(first + k, x, y)
        position.put(first + len(units), *APART[first // B])
    position.turn_over(A, card)
    if second:
        position.turn_over(A, second)
    position.turn_over(A + len(side_a), "2C")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


def reading(**switches: str) -> RuleSet:
    """The second edition with these switches turned."""
    return DEFAULT.replace(**switches)


def strikes(position: Position, *rolls: tuple[int, Sequence[int]]) -> None:
    """Make the dice of close combat fall: (unit, faces) per roll."""
    position.dice(*[(CHANCE_MELEE, unit, faces) for unit, faces in rolls])


def assault(position: Position, *followers: int, helpers: Sequence[int] = (), target: int = B) -> None:
    """Order close combat on the target; name followers and helpers, and nobody else."""
    position.do(ASSAULT, A, target)
    name(position, FOLLOW, followers)
    name(position, HELP, helpers)


def name(position: Position, decision: int, units: Sequence[int]) -> None:
    """Name these units at a decision that asks again and again, then no further one."""
    for unit in units:
        assert position.asked[0] == decision
        position.do(NAME, unit)
    if position.asked[0] == decision:
        position.do(PASS)


def stands(position: Position, slot: int) -> tuple[int, int]:
    """Where a living unit stands."""
    u = position.unit(slot)
    assert u.alive
    assert u.placed
    return int(u.x), int(u.y)


def alive(position: Position, *slots: int) -> list[int]:
    """1 for each of the units that lives."""
    return [int(position.unit(slot).alive) for slot in slots]


def embark(position: Position, unit: int, vehicle: int) -> None:
    """The unit is aboard the vehicle."""
    u, v = position.unit(unit), position.unit(vehicle)
    position.state.occupant[u.y * int(position.table[0].width) + u.x] = 0
    u.placed, u.carrier, u.x, u.y = 0, vehicle, v.x, v.y
    v.aboard += 1
