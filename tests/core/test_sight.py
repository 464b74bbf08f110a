"""Wrecks and vehicles on lines of sight, against exact fractions."""

import pytest

from tests.core import ground_kernels as ground
from tests.core.exact_geometry import crossing
from tests.core.positions import SQUAD, TANK, A, B, Position, open_table, table_of
from tigersim.core.enums import WRECKED
from tigersim.rules.sight import line_crosses
from tigersim.rules.switches import LosUnitsBlock, WreckCover

SPAN = range(-5, 6)


def leave_wreck(position: Position, x: int, y: int) -> None:
    """A wreck on a cell."""
    state = position.state
    state.wreck_x[state.wrecks], state.wreck_y[state.wrecks] = x, y
    state.wrecks += 1
    state.occupant[y * int(position.table[0].width) + x] = WRECKED


def sees(position: Position, a: tuple[int, int], c: tuple[int, int]) -> bool:
    return bool(ground.in_sight(position.battle, position.table, *a, *c))


@pytest.mark.rule("PT-FIRE-08")
def test_a_line_crosses_the_squares_whose_inside_it_enters() -> None:
    crossed = 0
    for dx in SPAN:
        for dy in SPAN:
            if (dx, dy) == (0, 0):
                continue
            for ox in SPAN:
                for oy in SPAN:
                    expected = crossing(dx, dy, ox, oy) is not None
                    assert line_crosses(dx, dy, ox, oy) == expected, (dx, dy, ox, oy)
                    crossed += expected
    assert crossed > 500


@pytest.mark.rule("PT-FIRE-03", "PT-FIRE-08", "AMB-37")
def test_a_wreck_blocks_the_lines_that_cross_its_base() -> None:
    position = Position([TANK], [TANK], open_table(12, 12))
    assert sees(position, (1, 1), (9, 1))
    leave_wreck(position, 5, 1)
    assert not sees(position, (1, 1), (9, 1))
    assert not sees(position, (9, 1), (1, 1))
    assert sees(position, (1, 2), (9, 2))  # along its edge
    assert sees(position, (4, 1), (5, 2))  # past its corner
    assert sees(position, (1, 1), (5, 1))  # what stands in its place is seen
    for slot in (A, B):
        position.unit(slot).alive = 1
    position.state.ruling.los_units_block = LosUnitsBlock.NONE
    assert sees(position, (1, 1), (9, 1))


@pytest.mark.rule("PT-FIRE-08", "AMB-37")
def test_living_vehicles_block_only_where_the_ruling_says_so() -> None:
    position = Position([TANK, TANK, SQUAD], [TANK], open_table(12, 12))
    position.put(A, 1, 1)
    position.put(A + 1, 5, 1)
    position.put(A + 2, 1, 5)
    position.put(B, 9, 1)
    assert sees(position, (1, 1), (9, 1))
    position.state.ruling.los_units_block = LosUnitsBlock.WRECKS_AND_VEHICLES
    assert not sees(position, (1, 1), (9, 1))  # the tank between them; the two at the ends do not count
    assert sees(position, (1, 1), (1, 9))  # a squad is no vehicle
    position.unit(A + 1).placed = 0
    assert sees(position, (1, 1), (9, 1))  # aboard another: not on the table
    position.unit(A + 1).placed = 1
    position.unit(A + 1).alive = 0
    assert sees(position, (1, 1), (9, 1))
    leave_wreck(position, 5, 1)
    assert not sees(position, (1, 1), (9, 1))


@pytest.mark.rule("PT-FIRE-03")
def test_terrain_blocks_as_before() -> None:
    position = Position([TANK], [TANK], table_of("......", "..WW..", "......"))
    leave_wreck(position, 5, 2)
    assert not sees(position, (0, 1), (5, 1))
    assert sees(position, (0, 1), (2, 1))


@pytest.mark.rule("PT-FIRE-08", "AMB-38")
def test_infantry_behind_a_wreck_that_it_touches() -> None:
    position = Position([SQUAD, TANK], [TANK], open_table(12, 12))
    position.put(A, 5, 5)
    position.put(A + 1, 5, 7)
    leave_wreck(position, 6, 5)

    def covered(slot: int, x: int, y: int) -> bool:
        position.put(B, x, y)
        return bool(ground.wreck_covers(position.battle, slot, B))

    assert not covered(A, 10, 8)  # no die by default
    position.state.ruling.wreck_cover = WreckCover.ADJACENT_INFANTRY_DIE
    assert covered(A, 10, 8)  # about 31 degrees off the wreck
    assert covered(A, 10, 10)  # 45 degrees
    assert not covered(A, 9, 10)  # beyond
    assert not covered(A, 0, 5)  # the wreck lies behind it
    assert not covered(A + 1, 10, 5)  # not touching, and no infantry
    leave_wreck(position, 6, 7)
    assert not covered(A + 1, 11, 7)  # a tank takes no cover there
