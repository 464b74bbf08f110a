"""Movement: which dice count, how far the unit goes, what stops it, what a failure costs."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.arithmetic import face_count, faces_total
from tigersim.rules.switches import MoveTestValue, PassingUnits, RoadDieInTest, TerrainStopScope, UnreliableScope

EVERY_PIECE, NOT_BY_ROAD, NO_PIECE = 0, 1, 2
"""Which pieces of terrain stop a unit that enters them."""


@rule("PT-UNIT-LTANK-02", "PT-UNIT-TD-02", "PT-UNIT-LSPG-01", "PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01")
def move_kept_count(dice: int, move_keep: int, move_drop: int) -> int:
    """Number of movement dice that count.

    ``move_keep`` is the number of best dice that count (0 = all), ``move_drop`` how many of the lowest are dropped.
    """
    kept = dice - move_drop
    if move_keep > 0:
        kept = min(kept, move_keep)
    return max(kept, 0)


@rule("PT-UNIT-LTANK-02", "PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01")
def move_total(faces: int, kept: int) -> int:
    """Sum of the ``kept`` best dice.

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
    """Number that is compared with the difficulty.

    ``road`` is the face of the road die, 0 without one, which under ``distance_only`` does not count; ``bonus`` the sum
    of dice on top that are never dropped (AMB-29).  The dice kept count, under ``all_dice`` all.
    """
    total = bonus + (faces_total(faces) if move_test_value == MoveTestValue.ALL_DICE else move_total(faces, kept))
    if road_die_in_test == RoadDieInTest.COUNTS:
        total += road
    return total


@rule("PT-MOVE-01")
def move_succeeds(total: int, difficulty: int) -> bool:
    """Whether the unit moves: its roll reaches the difficulty."""
    return total >= difficulty


@rule("PT-MOVE-01", "PT-MOVE-02", "PT-UNIT-INF-01", "PT-UNIT-RECON-02", "PT-UNIT-GUN-01", "PT-AMPHIB-03")
def move_allowance(total: int, cap: int) -> int:
    """Inches that a unit may move: up to the roll, and never more than its ``cap`` (0 = none).

    The cap is no part of the test (AMB-26, AMB-28).
    """
    return min(total, cap) if cap > 0 else total


@rule("PT-MOVE-01")
def is_whole_move(length_squared: int, inches: int) -> bool:
    """Whether a move of ``inches`` is used up, so that no further inch of it fits.

    ``length_squared``: square of the length of the path in hundredths of an inch (AMB-26 ``exact``).
    """
    return inches <= 0 or length_squared > 10000 * (inches - 1) * (inches - 1)


@rule("PT-MOVE-05")
def stopping_pieces(infantry: bool, terrain_stop_scope: int = 0) -> int:
    """Pieces (woods, buildings, hills) that end the move of a unit that enters them.

    Every piece stops every class.  Under ``road_exempt`` a road through a piece is open ground, so nothing stops on it,
    and leaving it inside the piece is entering the piece; under ``infantry_exempt`` infantry is never stopped.
    """
    if terrain_stop_scope == TerrainStopScope.ROAD_EXEMPT:
        return NOT_BY_ROAD
    return NO_PIECE if terrain_stop_scope == TerrainStopScope.INFANTRY_EXEMPT and infantry else EVERY_PIECE


@rule("PT-MOVE-06")
def may_enter_building(enters_buildings: bool) -> bool:
    """Whether a unit may enter a building: infantry and towed guns may, vehicles not (AMB-41)."""
    return enters_buildings


@rule("PT-MOVE-01")
def bars_the_way(enemy: bool, passing_units: int = 0) -> bool:
    """Whether a unit bars the way of another: enemies do, and wrecks for both sides.

    Under ``blocked_by_all`` friends too, under ``free`` none does.
    """
    return (enemy and passing_units == PassingUnits.THROUGH_FRIENDS) or passing_units == PassingUnits.BLOCKED_BY_ALL


@rule("PT-DIS-UNRELIABLE", "PT-DIS-ENGINE_FIRE")
def hit_by_own_failure(unreliable: bool, vehicle: bool, unreliable_scope: int = 0) -> bool:
    """Whether a failed movement roll costs the unit one hit that nothing can save."""
    return unreliable and (vehicle or unreliable_scope == UnreliableScope.ANY_MOVE_ACTION)
