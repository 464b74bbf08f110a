"""Movement: which dice count, whether the unit moves and how far, what it meets, and what a failed roll does."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.arithmetic import face_count, faces_total
from tigersim.rules.switches import MoveTestValue, PassingUnits, RoadDieInTest, TerrainStopScope, UnreliableScope

EVERY_PIECE, NOT_BY_ROAD, NO_PIECE = 0, 1, 2
"""Which pieces of terrain stop a unit that enters them."""


@rule("PT-UNIT-LTANK-02", "PT-UNIT-TD-02", "PT-UNIT-LSPG-01", "PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01")
def move_kept_count(dice: int, move_keep: int, move_drop: int) -> int:
    """PT-UNIT-LTANK-02, PT-UNIT-TD-02, PT-UNIT-LSPG-01, PT-UNIT-LGUN-02, PT-UNIT-HGUN-01: how many dice count.

    ``move_keep`` is the number of best dice that count (0 = all), ``move_drop`` how many of the lowest are dropped.
    """
    kept = dice - move_drop
    if move_keep > 0:
        kept = min(kept, move_keep)
    return max(kept, 0)


@rule("PT-UNIT-LTANK-02", "PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01")
def move_total(faces: int, kept: int) -> int:
    """PT-UNIT-LTANK-02, PT-UNIT-LGUN-02, PT-UNIT-HGUN-01: sum of the ``kept`` best dice.

    ``faces`` packs the dice as counts per face (``arithmetic.with_face``).
    """
    total = 0
    left = kept
    for face in range(6, 0, -1):
        taken = min(face_count(faces, face), left)
        total += taken * face
        left -= taken
    return total


@rule("PT-MOVE-01", "PT-WHEEL-01")
def move_test_total(
    faces: int, kept: int, road: int, move_test_value: int = 0, road_die_in_test: int = 0, bonus: int = 0
) -> int:
    """PT-MOVE-01, PT-WHEEL-01: the number compared with the difficulty.

    ``road`` is the face of the road die, 0 without one; ``bonus`` the sum of dice on top that are never dropped
    (AMB-29).  AMB-28 ``move_test_value``: 0 the dice kept, 1 all dice.  AMB-31 ``road_die_in_test``: 0 the road die
    counts, 1 it gives distance only.
    """
    total = bonus + (faces_total(faces) if move_test_value == MoveTestValue.ALL_DICE else move_total(faces, kept))
    if road_die_in_test == RoadDieInTest.COUNTS:
        total += road
    return total


@rule("PT-MOVE-01")
def move_succeeds(total: int, difficulty: int) -> bool:
    """PT-MOVE-01: the unit moves if the roll reaches the difficulty, and not at all otherwise."""
    return total >= difficulty


@rule("PT-MOVE-01", "PT-MOVE-02", "PT-UNIT-INF-01", "PT-UNIT-RECON-02", "PT-UNIT-GUN-01", "PT-AMPHIB-03")
def move_allowance(total: int, cap: int) -> int:
    """PT-MOVE-01, PT-MOVE-02, PT-UNIT-INF-01, PT-UNIT-RECON-02, PT-UNIT-GUN-01, PT-AMPHIB-03: inches of a move.

    The unit may move up to the roll, and never more than its ``cap`` (0 = none); the cap is no part of the test
    (AMB-26, AMB-28).
    """
    if cap > 0:
        return min(total, cap)
    return total


@rule("PT-MOVE-01")
def is_whole_move(length_squared: int, inches: int) -> bool:
    """PT-MOVE-01: whether a move of ``inches`` is used up, so that no further inch of it fits.

    ``length_squared``: square of the length of the path in hundredths of an inch (AMB-26 ``exact``).
    """
    return inches <= 0 or length_squared > 10000 * (inches - 1) * (inches - 1)


@rule("PT-MOVE-05")
def stopping_pieces(infantry: bool, terrain_stop_scope: int = 0) -> int:
    """PT-MOVE-05: which pieces (woods, buildings, hills) end the move of a unit that enters them from outside.

    AMB-40 ``terrain_stop_scope``: 0 every piece stops every class; 1 a road through a piece is open ground, so nothing
    stops on it, and leaving it inside the piece is entering the piece; 2 infantry is never stopped.
    """
    if terrain_stop_scope == TerrainStopScope.ROAD_EXEMPT:
        return NOT_BY_ROAD
    return NO_PIECE if terrain_stop_scope == TerrainStopScope.INFANTRY_EXEMPT and infantry else EVERY_PIECE


@rule("PT-MOVE-06")
def may_enter_building(enters_buildings: bool) -> bool:
    """PT-MOVE-06: vehicles may not; infantry and towed guns may (AMB-41)."""
    return enters_buildings


@rule("PT-MOVE-01")
def bars_the_way(enemy: bool, passing_units: int = 0) -> bool:
    """PT-MOVE-01: whether a unit (an enemy, or a wreck, which counts as one to both sides) bars the way of another.

    AMB-42 ``passing_units``: 0 through friends, 1 blocked by all, 2 free.
    """
    return (enemy and passing_units == PassingUnits.THROUGH_FRIENDS) or passing_units == PassingUnits.BLOCKED_BY_ALL


@rule("PT-DIS-UNRELIABLE", "PT-DIS-ENGINE_FIRE")
def hit_by_own_failure(unreliable: bool, vehicle: bool, unreliable_scope: int = 0) -> bool:
    """PT-DIS-UNRELIABLE, PT-DIS-ENGINE_FIRE: a failed move roll costs the unit one hit that nothing can save.

    AMB-105 ``unreliable_scope``: 0 any unit, 1 vehicles only.
    """
    return unreliable and (vehicle or unreliable_scope == UnreliableScope.ANY_MOVE_ACTION)
