"""Carriers and those aboard: take it for passengers."""

from __future__ import annotations

from tests.core.fire_scenes import aboard, field_of_fire, ready
from tests.core.positions import SQUAD, TANK, A, B, Position, user_unit
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import CHANCE_MOVE, FOLLOW, MOVE, PASS

HALF_TRACK = user_unit("half-track", "half_track")
CARRIER, CRAFT = (
    user_unit("gun carrier", "carrier"),
    user_unit("craft", "landing_craft", carries="2 infantry or 1 tank"),
)
EDITION_1 = RuleSet.load("paper_tigers_1")
BOARDED = -1


def ride(
    rider: str | Unit, carrier: str | Unit, card: str = "5S", *, at: int = 8, ruleset: RuleSet | None = None
) -> Position:
    """A unit whose card comes up, and a carrier ``at`` x on the same row; the unit stands at (2, 5)."""
    position = Position([rider, carrier, SQUAD], [SQUAD], None, ruleset)
    position.put(A, 2, 5)
    position.put(A + 1, at, 5)
    position.put(A + 2, 23, 0)
    position.turn_over(A, card)
    position.turn_over(A + 2, "2C")
    return position


def move(position: Position, *faces: int, slot: int = A) -> None:
    """A unit's Move with these dice to come; nobody follows."""
    position.dice((CHANCE_MOVE, slot, faces))
    position.do(MOVE, slot)
    if position.asked[0] == FOLLOW:
        position.do(PASS)


def under_fire(
    rider: str | Unit,
    carrier: str | Unit,
    card: str = "3H",
    *,
    firer: str | Unit = TANK,
    ruleset: RuleSet | None = None,
) -> Position:
    """The firer's card comes up 9 inches from a carrier at (10, 6) with a unit aboard."""
    position = field_of_fire(TANK, (carrier, 10, 6), (rider, 10, 7), card=card, ruleset=ruleset)
    aboard(position, B + 1, B)
    return ready(position)


def place(position: Position, slot: int) -> int | tuple[int, int]:
    """Where a unit stands, or aboard what."""
    u = position.unit(slot)
    return (int(u.x), int(u.y)) if u.placed else BOARDED
