"""Two units at a distance, dice to come: take it for a rule of fire."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.core import unit_kernels
from tests.core.positions import EAST, SQUAD, WEST, A, B, Position, table_of, user_unit
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import FIRE, MAIN, ORDER, PHASE_RESOLVE

SHERMAN, TIGER, SU_85, STUART = "M4 Sherman", "Tiger I", "SU-85", "M3A1 Stuart"
GUN = user_unit("gun", "towed_gun")
LIGHT_GUN = user_unit("light gun", "light_towed_gun")
MORTAR_SQUAD = user_unit("mortar squad", "infantry", mortar=True)
MG_SQUAD = user_unit("machine-gun squad", "infantry", machine_guns=1)
IMPROVED_TANK = user_unit("improved tank", "medium_tank", improved=True)
RECON = user_unit("scouts", "recon")
JEEP = user_unit("jeep", "light_transport")
TRAP = user_unit("tinder box", "medium_tank", disadvantages=("death_trap", "rivets"))
THIN = user_unit("thin tank", "medium_tank", disadvantages=("vulnerable_armor",))
HEAVY_THIN = user_unit("thick tank", "heavy_tank", disadvantages=("vulnerable_armor",))
TWO_GUNS = "M3 Lee"
RAPID = "T-60"
HOWITZER = user_unit("howitzer", "towed_gun", howitzer=True)
NO_RADIO = user_unit("silent squad", "infantry", disadvantages=("no_radio",))

Enemy = tuple[str | Unit, int, int]
"""A unit and where it stands."""
Roll = tuple[int, int, tuple[int, ...]]
"""Purpose, unit and faces of a roll to come."""
PAIR: tuple[Enemy, ...] = ((SQUAD, 10, 6), (SQUAD, 10, 8))
TRIO: tuple[Enemy, ...] = (*PAIR, (SQUAD, 10, 4))


def duel(
    attacker: str | Unit,
    target: str | Unit,
    distance: int = 10,
    *,
    card: str = "9H",
    aspect: str = "front",
    cover: bool = False,
    ruleset: RuleSet | None = None,
    cards: tuple[str, ...] = (),
    hits: int = 0,
) -> Position:
    """Two units at so many inches, the attacker's card about to come up; a friend of his holds the last card."""
    position = Position([attacker, SQUAD], [target], field(cover), ruleset)
    position.put(A, 38 - distance - 1, 4, EAST)
    position.put(B, 38, 4, WEST if aspect == "front" else EAST)
    position.put(A + 1, 0, 0)
    position.unit(B).hits = hits
    position.give(B, *cards)
    position.turn_over(A, card)
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


@cache
def field(cover: bool) -> Any:
    """The table of a duel: open, or with a wood where the target stands."""
    return table_of(*["." * 37 + ("WWW" if cover else "...")] * 3, *["." * 40] * 3)


def fire(position: Position, *rolls: tuple[int, int, tuple[int, ...]], weapon: int = MAIN) -> None:
    """Fire at the enemy with these dice to come."""
    position.dice(*rolls)
    position.do(FIRE, A, B, weapon)


def ruled(**options: str) -> RuleSet:
    """The standard reading with other rulings."""
    return DEFAULT.replace(**options)


def field_of_fire(
    firer: str | Unit, *enemies: tuple[str | Unit, int, int], card: str = "9H", ruleset: RuleSet | None = None
) -> Position:
    """A firer at (0, 6) that looks east, enemies where given as (unit, x, y) that look west, and its card about to come
    up; a friend of the firer, far off in a corner, holds the last card."""
    position = Position([firer, SQUAD], [one for one, _, _ in enemies], open_field(), ruleset)
    position.put(A, 0, 6, EAST)
    position.put(A + 1, 0, 0)
    for k, (_, x, y) in enumerate(enemies):
        position.put(B + k, x, y, WEST)
    position.turn_over(A, card)
    position.turn_over(A + 1, "2C")
    return position


@cache
def open_field() -> Any:
    """Open ground, 40 by 13 inches."""
    return table_of(*["." * 40] * 13)


def ready(position: Position) -> Position:
    """The firer's card comes up."""
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


def state(position: Position, slot: int) -> tuple[int, int]:
    """(alive, hits) of a unit."""
    return int(position.unit(slot).alive), int(position.unit(slot).hits)


def cards_left(position: Position, slot: int) -> int:
    """Cards that a unit holds, face down or turned over."""
    u = position.unit(slot)
    return sum(int(card) >= 0 for card in u.cards) + int(u.pending)


def aboard(position: Position, slot: int, vehicle: int) -> None:
    """A unit gets on a carrier, without its action."""
    with as_written():
        unit_kernels.board(position.battle, position.table, position.work, slot, vehicle)
    position.unit(vehicle).ramp = 0
