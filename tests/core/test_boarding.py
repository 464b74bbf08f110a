"""Getting on carriers, being thrown off them, closing with an enemy."""

import math

import pytest

from tests.core import ground_kernels as ground
from tests.core.exact_geometry import crossing
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of
from tigersim.core.enums import NOBODY
from tigersim.core.geometry import FACING_X, FACING_Y, touches
from tigersim.rules.switches import MoveUpTo, PassingUnits

LCVP, AMPHIBIAN = "LCVP [usa]", "T-40 [ussr]"
FARTHEST, EVERY_PLACE, AWAY = 0, 1, 2

Cell = tuple[int, int]


def cells(position: Position, n: int) -> set[Cell]:
    """The first ``n`` cells on the workbench, without repeats."""
    width = int(position.table[0].width)
    found = [(int(c) % width, int(c) // width) for c in position.work[0].cells[:n]]
    assert len(found) == len(set(found))
    return set(found)


def thrown(position: Position, at: Cell, inches: int, placement: int = FARTHEST, firer: int = NOBODY) -> set[Cell]:
    position.battle[0].ruling.dismount_placement = placement
    n = ground.forced_places(position.battle, position.table, position.work, A, *at, inches, firer)
    return cells(position, n)


def aboard(position: Position, slot: int, carrier: int) -> None:
    """Take a unit off the table and aboard another."""
    u, c = position.unit(slot), position.unit(carrier)
    width = int(position.table[0].width)
    if position.state.occupant[u.y * width + u.x] == slot + 1:
        position.state.occupant[u.y * width + u.x] = 0
    u.placed, u.carrier, u.x, u.y = 0, carrier, c.x, c.y


def gap(a: Cell, c: Cell) -> float:
    return math.hypot(*(max(abs(p - q) - 1, 0) for p, q in zip(a, c, strict=True)))


# --- getting on ----------------------------------------------------------------------------------------------------


def test_bases_touch_also_at_a_corner() -> None:
    around = {(x, y) for x in range(6) for y in range(6) if touches(3, 3, x, y)}
    assert around == {(x, y) for x in (2, 3, 4) for y in (2, 3, 4)}


@pytest.mark.rule("PT-CARRY-02")
def test_a_unit_boards_a_carrier_that_its_move_touches() -> None:
    position = Position([SQUAD, TRUCK], [TANK], open_table(16, 12))
    position.put(A, 2, 5)
    position.put(A + 1, 8, 5)
    for inches, expected in ((4, False), (5, True)):  # five inches to the cell next to it
        for driver in (ground.can_reach_to_board, ground.can_board_straight):
            assert driver(position.battle, position.table, position.work, A, 8, 5, inches, 0) == expected
    position.put(A, 7, 4)  # touching already
    assert ground.can_board_straight(position.battle, position.table, position.work, A, 8, 5, 1, 0)


@pytest.mark.rule("PT-CARRY-02")
def test_nobody_needs_a_place_beside_the_carrier_to_board_it() -> None:
    position = Position([SQUAD, TRUCK, *[SQUAD] * 8], [TANK], open_table(16, 12))
    position.put(A, 2, 5)
    position.put(A + 1, 8, 5)
    ring = [(x, y) for x in (7, 8, 9) for y in (4, 5, 6) if (x, y) != (8, 5)]
    for k, place in enumerate(ring):
        position.put(A + 2 + k, *place)
    assert ground.can_reach_to_board(position.battle, position.table, position.work, A, 8, 5, 5, 0)
    position.put(B, 6, 5)
    position.state.ruling.passing_units = PassingUnits.BLOCKED_BY_ALL  # nobody gets through
    assert not ground.can_reach_to_board(position.battle, position.table, position.work, A, 8, 5, 6, 0)


@pytest.mark.rule("PT-CARRY-02")
def test_boarding_round_a_corner_needs_a_path() -> None:
    table = table_of(
        "........",
        "...B....",
        "...B....",
        "...B....",
        "........",
    )
    position = Position([TANK, TRUCK], [TANK], table)
    position.put(A, 1, 2)
    position.put(A + 1, 5, 2)
    both = (position.battle, position.table, position.work, A, 5, 2)
    assert not ground.can_board_straight(*both, 6, 0)
    assert not ground.can_reach_to_board(*both, 3, 0)
    assert ground.can_reach_to_board(*both, 5, 0)  # three diagonal steps round the end of the row: 4.26


@pytest.mark.rule("PT-AMPHIB-05", "PT-CARRY-02")
def test_landing_craft_are_boarded_from_the_waters_edge() -> None:
    table = table_of(
        "..~~~~",
        "..~~~~",
        "..~~~~",
    )
    position = Position([SQUAD, LCVP], [TANK], table)
    position.put(A, 0, 1)
    position.put(A + 1, 2, 1)
    assert ground.can_reach_to_board(position.battle, position.table, position.work, A, 2, 1, 1, 0)
    position.put(A + 1, 3, 1)  # an inch off the shore
    assert not ground.can_reach_to_board(position.battle, position.table, position.work, A, 3, 1, 6, 0)


@pytest.mark.rule("PT-CARRY-02", "AMB-93")
def test_dismounting_a_unit_moves_its_distance_from_the_carriers_edge() -> None:
    position = Position([SQUAD, TRUCK], [TANK], open_table(20, 15))
    position.put(A + 1, 8, 7)
    aboard(position, A, A + 1)
    n = ground.reach_from(position.battle, position.table, position.work, A, 8, 7, 3)
    found = cells(position, n)
    assert max(x for x, y in found if y == 7) == 12  # three free inches between the bases, and its own
    assert (8, 7) not in found  # the carrier's place
    assert found == {(x, y) for x in range(20) for y in range(15) if 0 < (x - 8) ** 2 + (y - 7) ** 2 <= 16}


@pytest.mark.rule("PT-AMPHIB-05")
def test_nobody_leaves_a_landing_craft_on_open_water() -> None:
    table = table_of("..~~~~", "..~~~~", "..~~~~")
    position = Position([SQUAD, LCVP], [TANK], table)
    for x, expected in ((4, set()), (2, {(1, 0), (1, 1), (1, 2)})):
        position.put(A + 1, x, 1)
        aboard(position, A, A + 1)
        n = ground.reach_from(position.battle, position.table, position.work, A, x, 1, 1)
        assert cells(position, n) - {(0, 1)} == expected


# --- being thrown off ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-CARRY-07", "PT-CARRY-10", "AMB-91")
@pytest.mark.parametrize("inches", range(1, 7))
def test_thrown_off_on_open_ground(inches: int) -> None:
    position = Position([SQUAD, TANK], [TANK], open_table(24, 24))
    position.put(A + 1, 11, 11)
    aboard(position, A, A + 1)
    on_rays = set()
    expected = set()
    for fx, fy in zip(FACING_X.tolist(), FACING_Y.tolist(), strict=True):
        ray = [
            (11 + x, 11 + y)
            for x in range(-8, 9)
            for y in range(-8, 9)
            if (x, y) != (0, 0) and crossing(16 * fx, 16 * fy, x, y) and gap((0, 0), (x, y)) <= inches
        ]
        on_rays |= set(ray)
        expected.add(max(ray, key=lambda cell: math.dist(cell, (11, 11))))
    assert thrown(position, (11, 11), inches) == expected
    assert (12 + inches, 11) in expected
    assert thrown(position, (11, 11), inches, EVERY_PLACE) == on_rays


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
def test_the_throw_is_shortened_only_where_the_place_is_illegal() -> None:
    table = table_of(
        "...........",
        "...........",
        "...........",
        "...........",
        ".....~..WWW",
        "...........",
        "....BB.....",
        "...........",
        "...........",
    )
    position = Position([SQUAD, TANK, SQUAD], [TANK, TANK], table)
    position.put(A + 1, 6, 4)
    aboard(position, A, A + 1)
    position.put(A + 2, 6, 8)
    position.put(B, 9, 7)
    position.put(B + 1, 3, 1)
    found = thrown(position, (6, 4), 4)
    assert (8, 4) in found  # entering the wood stops it
    assert not {(9, 4), (10, 4), (5, 4), (4, 4)} & found  # and water bars it
    assert (6, 7) in found  # a friend stands in the place four inches off: one short of him
    assert {(8, 6), (9, 7), (10, 8)} & found == {(8, 6)}  # an enemy bars the way
    assert (5, 2) in found  # the building is entered, and stops it


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
def test_out_of_a_wood_and_into_the_next() -> None:
    position = Position([SQUAD, TRUCK], [TANK], table_of("WWW..HH."))
    position.put(A + 1, 0, 0)
    aboard(position, A, A + 1)
    # the slanting ray runs off the table after its first cell; the straight one as far as the second piece
    assert thrown(position, (0, 0), 6) == {(1, 0), (5, 0)}
    assert thrown(position, (0, 0), 6, EVERY_PLACE) == {(x, 0) for x in range(1, 6)}


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
def test_away_from_the_firer() -> None:
    position = Position([SQUAD, TRUCK, SQUAD], [TANK], open_table(16, 16))
    position.put(A + 1, 8, 8)
    aboard(position, A, A + 1)
    position.put(B, 1, 8)
    assert thrown(position, (8, 8), 3, AWAY, B) == {(12, 8)}
    assert thrown(position, (8, 8), 3, AWAY) == thrown(position, (8, 8), 3)  # nobody fired
    position.put(B, 15, 15)
    assert thrown(position, (8, 8), 1, AWAY, B) == {(7, 7)}
    position.put(A + 2, 7, 7)
    assert len(thrown(position, (8, 8), 1, AWAY, B)) == 2  # to the left or to the right of it


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
def test_no_place_to_go() -> None:
    table = table_of("~~~~~", "~~~~~", "~~~~~")
    position = Position([SQUAD, LCVP], [TANK], table)
    position.put(A + 1, 2, 1)
    aboard(position, A, A + 1)
    assert thrown(position, (2, 1), 6) == set()
    position.put(B, 0, 1)
    assert thrown(position, (2, 1), 6, AWAY, B) == set()


# --- closing with an enemy -----------------------------------------------------------------------------------------


def place(position: Position, cell: int) -> Cell | None:
    width = int(position.table[0].width)
    return None if cell < 0 else (cell % width, cell // width)


@pytest.mark.rule("PT-MELEE-04")
def test_the_nearest_place_beside_the_enemy() -> None:
    position = Position([TANK, TANK], [TANK], open_table(12, 12))
    position.put(A, 1, 5)
    position.put(B, 6, 5)

    def nearest(slot: int = A) -> Cell | None:
        return place(position, ground.nearest_touching_place(position.battle, position.table, slot, 6, 5))

    assert nearest() == (5, 5)
    position.put(A + 1, 5, 5)
    assert nearest() == (5, 4)  # as near as (5, 6): the southern one comes first
    assert nearest(A + 1) == (5, 5)  # it stands there


@pytest.mark.rule("PT-MELEE-04", "PT-MOVE-06")
def test_no_place_beside_the_enemy() -> None:
    table = table_of("BBBBB", "BBBBB", "BBBBB", ".....")
    position = Position([TANK, SQUAD], [SQUAD], table)
    position.put(A, 0, 0)
    position.put(A + 1, 4, 0)
    position.put(B, 2, 2)
    found = [ground.nearest_touching_place(position.battle, position.table, slot, 2, 2) for slot in (A, A + 1)]
    assert [place(position, cell) for cell in found] == [None, (3, 1)]  # vehicles stay out of buildings


@pytest.mark.rule("PT-MELEE-04", "AMB-77")
def test_water_between_two_units() -> None:
    position = Position([TANK, AMPHIBIAN], [TANK], table_of("..~..", ".,#..", "....."))
    position.put(A, 0, 2)
    position.put(A + 1, 1, 2)

    def wet(slot: int, x: int, y: int) -> bool:
        return bool(ground.water_between(position.battle, position.table, slot, x, y))

    assert wet(A, 4, 2)
    assert not wet(A, 1, 2)
    assert not wet(A + 1, 4, 2)  # it swims
    position.put(A, 0, 1)
    assert not wet(A, 4, 1)  # by ford and bridge


@pytest.mark.rule("PT-MELEE-02", "AMB-77")
def test_a_legal_path_of_six_inches() -> None:
    table = table_of(
        ".........",
        "...BBB...",
        "...BBB...",
        "...BBB...",
        ".........",
    )
    position = Position([TANK, SQUAD], [TANK], table)
    position.put(A, 2, 2)
    position.put(B, 7, 2)
    both = (position.battle, position.table, position.work, A, 7, 2)
    assert place(position, ground.touching_place_by_path(*both, 5)) is None
    assert place(position, ground.touching_place_by_path(*both, 6)) == (6, 1)  # 1 + 1.42 + 2 + 1.42
    position.state.ruling.move_up_to = MoveUpTo.EXACT  # a close combat is no move of a whole roll
    assert place(position, ground.touching_place_by_path(*both, 6)) == (6, 1)
