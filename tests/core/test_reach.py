"""Where a move may end, against exact geometry."""

import math
import random
from typing import Any

import pytest

from tests.core import checked_battles, ground_kernels
from tests.core.exact_geometry import Ground
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of
from tigersim.core.enums import BUILDING, DESTINATION, PASS, PHASE_RECOVERY_TESTS, REGROUP, WATER, WRECKED
from tigersim.core.geometry import FACING_X, FACING_Y
from tigersim.game.ground import make_table
from tigersim.rules.switches import Facing, MoveUpTo, PassingUnits, TerrainStopScope, WaterMovement

AMPHIBIAN, JEEP, CRAFT = "T-40 [ussr]", "Seep [usa]", "LCVP [usa]"


def ask_where(position: Position, slot: int, allowance: int, bonus: int = 0) -> None:
    """The unit has passed its movement roll and may go so many inches."""
    state = position.state
    state.ask, state.asked, state.subject = DESTINATION, slot // B, slot
    state.allowance, state.road_bonus = allowance, bonus


def ground(position: Position, slot: int) -> Ground:
    """What the oracle needs of a position: rules of the switches, read once more from their options."""
    table, state, p = position.table, position.state, position.unit(slot).profile
    width = int(table[0].width)
    places = {(int(u.x), int(u.y)): k for k, u in enumerate(state.unit) if u.alive and u.placed}
    wrecks = {(int(x), int(y)) for x, y in zip(state.wreck_x, state.wreck_y, strict=True)} if state.wrecks else set()
    enemies = {place for place, k in places.items() if (k < B) != (slot < B)} | wrecks
    barred = {
        PassingUnits.THROUGH_FRIENDS: enemies,
        PassingUnits.BLOCKED_BY_ALL: set(places) | wrecks,
        PassingUnits.FREE: set(),
    }[int(state.ruling.passing_units)]
    kinds = {(c % width, c // width): int(table[0].kind[c]) for c in range(width * int(table[0].depth))}
    if not p.enters_buildings:
        barred |= {cell for cell, kind in kinds.items() if kind == BUILDING}
    if not (p.amphibious or p.water_only):
        barred |= {cell for cell, kind in kinds.items() if kind == WATER}
    if p.water_only:
        barred |= {cell for cell, kind in kinds.items() if kind != WATER}
    found = Ground(
        table, barred, set(places) | wrecks, bool(p.amphibious or p.water_only), bool(state.ruling.water_movement)
    )
    if state.ruling.terrain_stop_scope == TerrainStopScope.ROAD_EXEMPT:
        found.piece = {cell: 0 if found.road[cell] else piece for cell, piece in found.piece.items()}
    if state.ruling.terrain_stop_scope == TerrainStopScope.INFANTRY_EXEMPT and p.infantry:
        found.piece = dict.fromkeys(found.piece, 0)
    return found


def scattered(seed: int, table: Any = None) -> tuple[Position, random.Random]:
    """Units strewn over a table: by default one of much terrain, with a road through woods and over hills."""
    pick = random.Random(seed)
    if table is None:
        rows = [
            [pick.choice("WBH") if pick.random() < 0.15 else ("=" if pick.random() < 0.3 else ".") for _ in range(12)]
            for _ in range(11)
        ]
        rows[5] = [letter.lower() if letter in "WH" else "=" for letter in rows[5]]
        table = table_of(*("".join(row) for row in rows))
    position = Position([TANK, SQUAD, TRUCK], [TANK, SQUAD, SQUAD], table)
    width, depth = int(table[0].width), int(table[0].depth)
    free = [(x, y) for x in range(width) for y in range(depth)]
    for slot in (A, A + 1, A + 2, B, B + 1, B + 2):
        while True:
            x, y = free.pop(pick.randrange(len(free)))
            inside = table[0].kind[y * width + x] == BUILDING
            if not inside or position.unit(slot).profile.enters_buildings:
                position.put(slot, x, y)
                break
    return position, pick


@pytest.mark.rule("PT-MOVE-03", "PT-MOVE-04", "PT-MOVE-05", "PT-MOVE-06", "AMB-27", "AMB-40", "AMB-42")
@pytest.mark.parametrize("seed", range(12))
def test_every_cell_within_reach(seed: int) -> None:
    position, pick = scattered(seed)
    for slot in (A, A + 1, A + 2, B):
        allowance = pick.randint(1, 8)
        ask_where(position, slot, allowance)
        u = position.unit(slot)
        assert position.cells() == ground(position, slot).reach((int(u.x), int(u.y)), allowance), (slot, allowance)


@pytest.mark.rule("PT-WHEEL-02", "AMB-31", "AMB-40")
@pytest.mark.parametrize("seed", range(12))
def test_every_cell_within_reach_of_the_road_die(seed: int) -> None:
    position, pick = scattered(seed)
    allowance, bonus = pick.randint(1, 6), pick.randint(1, 6)
    x = next(x for x in range(12) if not position.state.occupant[5 * 12 + x])
    position.put(A + 2, x, 5)
    ask_where(position, A + 2, allowance, bonus)
    assert position.table[0].road[5 * 12 + x]
    assert position.cells() == ground(position, A + 2).reach((x, 5), allowance, bonus)


@pytest.mark.rule("PT-WHEEL-02")
def test_road_inches_stay_on_the_road() -> None:
    position = Position([TRUCK], [TANK], table_of(*["." * 20] * 4, "=" * 20, *["." * 20] * 4))
    position.put(A, 2, 4)
    ask_where(position, A, 4, 3)
    cells = position.cells()
    assert max(x for x, y in cells if y == 4) == 9  # seven inches along the road
    assert max(y for x, y in cells if x == 2) == 8  # four off it
    assert (5, 8) in cells  # three along the road, then four across country
    assert (7, 8) not in cells  # five along the road and four across country are nine of seven inches


@pytest.mark.rule("PT-MOVE-05", "AMB-40")
def test_entering_terrain_ends_the_move() -> None:
    table = table_of(
        "............",
        "...WWWW.....",
        "...WWWW.....",
        "...WWWW.....",
        "............",
    )
    position = Position([TANK], [TANK], table)
    position.put(A, 1, 2)
    ask_where(position, A, 9)
    cells = position.cells()
    inside = {(x, y) for x in range(3, 7) for y in (1, 2, 3)}
    edge = inside - {(4, 2), (5, 2)}
    assert cells & inside == edge  # the edge from any side, no deeper
    assert (8, 2) in cells  # round it: four diagonal steps and three straight ones
    position.put(A, 3, 2)
    ask_where(position, A, 5)
    assert {(4, 2), (6, 2), (7, 2), (8, 2)} <= position.cells()  # within it and out of it freely


@pytest.mark.rule("PT-MOVE-05", "AMB-40")
def test_a_shortcut_out_of_a_wood_and_back_does_not_bar_the_way_through_it() -> None:
    # out of the left arm and into the right arm again is shorter than round inside, but ends the move there
    table = table_of(
        "W...W..",
        "W...W..",
        "WWWWW..",
    )
    position = Position([TANK], [TANK], table)
    position.put(A, 0, 2)
    position.put(B, 6, 2)
    ask_where(position, A, 9)
    assert position.cells() == ground(position, A).reach((0, 2), 9)
    assert (5, 1) in position.cells()


@pytest.mark.rule("PT-MOVE-06")
def test_vehicles_stay_out_of_buildings() -> None:
    table = table_of("......", "..BB..", "..BB..", "......")
    position = Position([TANK, SQUAD], [TANK], table)
    building = {(2, 1), (3, 1), (2, 2), (3, 2)}
    position.put(A, 0, 1)
    position.put(A + 1, 0, 2)
    ask_where(position, A, 12)
    assert not position.cells() & building
    assert (5, 1) in position.cells()
    ask_where(position, A + 1, 6)
    assert position.cells() & building == building  # every cell of it lies at its rim


@pytest.mark.rule("AMB-42")
def test_friends_let_pass_and_enemies_do_not() -> None:
    position = Position([TANK, SQUAD], [TANK, TANK, TANK], table_of("........", "........", "........"))
    position.put(A, 0, 1)
    position.put(A + 1, 3, 1)
    ask_where(position, A, 7)
    assert {(4, 1), (7, 1)} <= position.cells()
    assert (3, 1) not in position.cells()  # nobody ends on another
    for y in range(3):
        position.put(B + y, 5, y)
    assert max(x for x, _ in position.cells()) == 4


@pytest.mark.rule("AMB-26")
def test_the_unit_may_stay() -> None:
    position = Position([TANK], [TANK])
    position.put(A, 3, 3)
    ask_where(position, A, 1)
    assert position.cells() == {(3, 3), (2, 3), (4, 3), (3, 2), (3, 4)}


@pytest.mark.parametrize("seed", range(6))
def test_every_straight_way_is_in_reach(seed: int) -> None:
    # what the players look at one by one is part of what the rules list
    position, pick = scattered(seed, make_table(2, seed) if seed % 2 else None)
    ways = 0
    for slot in (A, A + 1, A + 2, B):
        allowance, bonus = pick.randint(1, 15), pick.randint(0, 6)
        ask_where(position, slot, allowance, bonus)
        cells = position.cells()
        width, depth = int(position.table[0].width), int(position.table[0].depth)
        for x in range(width):
            for y in range(depth):
                if checked_battles.straight(position.battle, position.table, slot, x, y, allowance, bonus):
                    assert (x, y) in cells
                    ways += 1
    assert ways > 40


def test_a_slanting_way_along_a_wide_road_is_in_reach() -> None:
    # nine inches by three: 9.49 in a straight line, but 10.26 from cell to cell
    position = Position([TRUCK], [TANK], table_of(*["=" * 14] * 5))
    position.put(A, 1, 1)
    position.put(B, 13, 0)
    ask_where(position, A, 4, 6)
    assert checked_battles.straight(position.battle, position.table, A, 10, 4, 4, 6)
    assert (10, 4) in position.cells()


@pytest.mark.rule("PT-RECOVER-07", "PT-RECOVER-08", "AMB-97")
@pytest.mark.parametrize("seed", range(6))
def test_regrouping_leads_away_from_the_nearest_enemy(seed: int) -> None:
    position, _ = scattered(seed)
    u = position.unit(A + 1)
    position.recovery(A + 1, "7H")
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 0, A + 1)

    def gap(place: tuple[int, int], slot: int) -> int:
        v = position.unit(slot)
        return sum(max(abs(int(p) - int(q)) - 1, 0) ** 2 for p, q in zip(place, (v.x, v.y), strict=True))

    start = (int(u.x), int(u.y))
    nearest = min((B, B + 1, B + 2), key=lambda slot: gap(start, slot))
    cells = position.cells()
    assert cells <= ground(position, A + 1).reach(start, 6) - {start}
    assert all(gap(cell, nearest) > gap(start, nearest) for cell in cells)


@pytest.mark.rule("PT-RECOVER-08")
def test_who_cannot_get_away_may_not_regroup() -> None:
    position = Position([SQUAD], [TANK], open_table())
    position.put(A, 0, 0)
    position.put(B, 9, 9)
    position.recovery(A, "7H")
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 0, A)
    assert position.cells() == set()  # the corner is as far from the enemy as can be
    assert position.verbs() == {PASS}


# --- rulings on terrain and on other units ---------------------------------------------------------------------------


OTHER_READINGS = [
    ("terrain_stop_scope", TerrainStopScope.ROAD_EXEMPT),
    ("terrain_stop_scope", TerrainStopScope.INFANTRY_EXEMPT),
    ("passing_units", PassingUnits.BLOCKED_BY_ALL),
    ("passing_units", PassingUnits.FREE),
]


@pytest.mark.rule("PT-MOVE-01", "PT-MOVE-05", "AMB-40", "AMB-42")
@pytest.mark.parametrize(("switch", "option"), OTHER_READINGS)
def test_every_cell_within_reach_under_other_rulings(switch: str, option: int) -> None:
    changed = 0
    for seed in range(6):
        position, pick = scattered(seed)
        for slot in (A, A + 1, A + 2, B):
            allowance = pick.randint(4, 8)
            ask_where(position, slot, allowance)
            start = (int(position.unit(slot).x), int(position.unit(slot).y))
            by_default = position.cells()
            position.state.ruling[switch] = option
            assert position.cells() == ground(position, slot).reach(start, allowance), (seed, slot)
            changed += position.cells() != by_default
            position.state.ruling[switch] = 0
    assert changed


@pytest.mark.rule("PT-FIRE-08", "PT-MOVE-01", "AMB-42")
@pytest.mark.parametrize("slot", [A, B])
def test_a_wreck_bars_the_way_to_both_sides(slot: int) -> None:
    position = Position([TANK], [TANK], table_of("........", "BBBBBBBB"))
    position.put(A + B - slot, 7, 0)
    position.put(slot, 0, 1)
    position.state.wreck_x[0], position.state.wreck_y[0], position.state.wrecks = 3, 1, 1
    position.state.occupant[8 + 3] = WRECKED
    ask_where(position, slot, 7)
    assert position.cells() == {(0, 1), (1, 1), (2, 1)}
    position.state.ruling.passing_units = PassingUnits.FREE
    assert position.cells() == {(x, 1) for x in range(8)} - {(3, 1)}  # through it, but nobody stops on it


# --- the whole roll --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MOVE-01", "AMB-26")
def test_a_whole_roll_on_open_ground() -> None:
    position = Position([TANK], [TANK], open_table(24, 24))
    position.put(A, 11, 11)
    position.put(B, 23, 23)
    position.state.ruling.move_up_to = MoveUpTo.EXACT
    for inches in (1, 2, 5, 8):
        ask_where(position, A, inches)
        ring = {(x, y) for x in range(24) for y in range(24) if inches - 1 < math.dist((x, y), (11, 11)) <= inches}
        assert position.cells() == ring  # more than the last inch may not be left over
        for x, y in ring:
            assert ground_kernels.in_reach_straight(position.battle, position.table, A, x, y, inches, 0)
        assert not ground_kernels.in_reach_straight(position.battle, position.table, A, 11, 11, inches, 0)


@pytest.mark.rule("PT-MOVE-01", "AMB-26")
def test_what_stops_a_whole_roll() -> None:
    table = table_of(
        ".........",
        ".........",
        "...W.....",
        ".........",
        ".........",
    )
    position = Position([TANK], [TANK], table)
    position.put(A, 3, 1)
    position.put(B, 8, 4)
    position.state.ruling.move_up_to = MoveUpTo.EXACT
    ask_where(position, A, 5)
    found = position.cells()
    assert (3, 2) in found  # the wood stops it after an inch
    assert {(0, 1), (3, 0), (3, 4)} <= found  # and so does the table's edge
    assert (8, 1) in found
    assert not {(3, 1), (4, 1), (2, 2), (6, 2)} & found


@pytest.mark.rule("PT-MOVE-01", "AMB-26")
def test_a_unit_hemmed_in_moves_as_far_as_it_can() -> None:
    position = Position([TANK], [TANK] * 12, open_table(9, 9))
    position.put(A, 4, 4)
    ring = [(x, y) for x in (2, 3, 4, 5, 6) for y in (2, 3, 4, 5, 6) if max(abs(x - 4), abs(y - 4)) == 2]
    walls = [cell for cell in ring if cell not in ((2, 2), (2, 6), (6, 2), (6, 6))]
    for k, (x, y) in enumerate(walls):
        position.put(B + k, x, y)
    position.state.ruling.move_up_to = MoveUpTo.EXACT
    for cell in ((2, 2), (2, 6), (6, 2), (6, 6)):
        position.state.occupant[cell[1] * 9 + cell[0]] = WRECKED
    ask_where(position, A, 6)
    assert position.cells() == {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)}


# --- facing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MOVE-04", "AMB-32")
def test_a_unit_faces_as_it_moved_last() -> None:
    position = Position([TANK], [TANK], open_table(20, 20))
    position.put(A, 10, 10)
    position.unit(A).facing = 7
    ground_kernels.in_reach(position.battle, position.table, position.work, A, 4, 0)

    def facings(x: int, y: int) -> set[int]:
        bits = ground_kernels.last_facings(position.battle, position.table, position.work, A, x, y, 4, 0)
        return {k for k in range(16) if bits >> k & 1}

    assert facings(13, 10) == set(range(16))  # free by default
    position.state.ruling.facing = Facing.MOVEMENT_DIRECTION
    assert facings(10, 10) == {7}  # who stays keeps his facing
    assert facings(14, 10) == {0}  # four inches east, and no other way
    steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]

    def length(dx: int, dy: int) -> int:
        dx, dy = abs(dx), abs(dy)
        return 142 * min(dx, dy) + 100 * (max(dx, dy) - min(dx, dy))

    for cell in ((12, 11), (9, 9), (10, 13), (7, 8)):
        dx, dy = cell[0] - 10, cell[1] - 10
        by_steps = {
            2 * k for k, (i, j) in enumerate(steps) if length(dx - i, dy - j) + (142 if i and j else 100) <= 400
        }
        straight = min(range(16), key=lambda k: abs(math.remainder(k_angle(k) - math.atan2(dy, dx), math.tau)))
        assert facings(*cell) == by_steps | {straight}


def k_angle(facing: int) -> float:
    """Direction of a facing."""
    return math.atan2(FACING_Y[facing], FACING_X[facing])


# --- water -----------------------------------------------------------------------------------------------------------


def flooded(seed: int) -> tuple[Position, random.Random]:
    """Amphibians, a landing craft and land units strewn over a table of land, water, roads and bridges."""
    pick = random.Random(seed)
    rows = [[pick.choice("~~~...W=#,") for _ in range(13)] for _ in range(10)]
    for row in rows[3:7]:
        row[:] = [letter if letter in "#,=" and pick.random() < 0.4 else "~" for letter in row]
    table = table_of(*("".join(row) for row in rows))
    position = Position([AMPHIBIAN, JEEP, CRAFT, TANK], [SQUAD, CRAFT], table)
    places = [(x, y) for x in range(13) for y in range(10)]
    for slot in (A, A + 1, A + 2, A + 3, B, B + 1):
        fit = [c for c in places if ground_kernels.may_stand(position.battle, table, slot, c[1] * 13 + c[0])]
        if position.unit(slot).profile.water_only:
            fit = [c for c in fit if table[0].kind[c[1] * 13 + c[0]] == WATER]
        if slot == A + 1:  # starts on a road, where the road die is rolled
            fit = [c for c in fit if table[0].road[c[1] * 13 + c[0]]]
        place = pick.choice(fit)
        places.remove(place)
        position.put(slot, *place)
    return position, pick


@pytest.mark.rule("PT-AMPHIB-01", "PT-AMPHIB-02", "PT-AMPHIB-03", "AMB-127")
@pytest.mark.parametrize("bank", WaterMovement)
@pytest.mark.parametrize("seed", range(8))
def test_every_cell_within_reach_across_water(seed: int, bank: int) -> None:
    position, pick = flooded(seed)
    position.state.ruling.water_movement = bank
    for slot in (A, A + 1, A + 2, A + 3, B):
        allowance, bonus = pick.randint(3, 11), pick.choice((0, 0, 4)) if slot == A + 1 else 0
        ask_where(position, slot, allowance, bonus)
        start = (int(position.unit(slot).x), int(position.unit(slot).y))
        expected = ground(position, slot).reach(start, allowance, bonus)
        assert position.cells() == expected, (slot, allowance, bonus)


@pytest.mark.rule("PT-AMPHIB-03", "AMB-127")
def test_six_inches_on_water_and_the_rest_on_land() -> None:
    position = Position([AMPHIBIAN], [TANK], table_of("..." + "~" * 9 + "..."))
    position.put(A, 1, 0)
    position.put(B, 14, 0)
    ask_where(position, A, 12)
    # half an inch of water lies in the first cell's far half; six inches end in the middle of no cell: 5.5 are used
    assert max(x for x, _ in position.cells()) == 8
    position.put(A, 3, 0)
    assert max(x for x, _ in position.cells()) == 9  # six from centre to centre
    position.put(A, 6, 0)
    assert max(x for x, _ in position.cells()) == 13  # 5.5 inches swum, 1.5 on land


@pytest.mark.rule("PT-AMPHIB-01", "AMB-127")
def test_the_bank_stops_under_a_ruling() -> None:
    position = Position(
        [AMPHIBIAN],
        [TANK],
        table_of(
            "...~~~...",
        ),
    )
    position.put(A, 1, 0)
    position.put(B, 8, 0)
    ask_where(position, A, 9)
    assert position.cells() == {(x, 0) for x in range(8)}
    position.state.ruling.water_movement = WaterMovement.BANK_STOPS
    assert position.cells() == {(x, 0) for x in range(4)}  # the first wet cell ends the move
    position.put(A, 4, 0)
    assert position.cells() == {(x, 0) for x in range(2, 7)}  # and so does the first dry one


@pytest.mark.rule("PT-AMPHIB-01")
def test_fords_and_bridges_are_crossed_as_open_ground() -> None:
    table = table_of(
        ".~~.",
        ".,,.",
        ".~~.",
        "=##=",
    )
    position = Position([TANK, SQUAD], [TANK], table)
    position.put(A, 0, 2)
    position.put(A + 1, 0, 0)
    position.put(B, 3, 3)
    ask_where(position, A, 3)
    assert position.cells() & {(1, 2), (2, 2), (3, 2), (1, 3), (1, 1)} == {(1, 2), (2, 2), (3, 2)}
    ask_where(position, A + 1, 3)
    assert {(1, 0), (2, 0), (3, 0)} <= position.cells()


@pytest.mark.rule("PT-AMPHIB-02")
def test_a_landing_craft_keeps_to_the_water() -> None:
    position = Position([CRAFT], [TANK], table_of("..~~~~~~~~..", "..~~~~~~~~.."))
    position.put(A, 2, 0)
    position.put(B, 11, 1)
    ask_where(position, A, 9)
    assert {x for x, _ in position.cells()} == {2, 3, 4, 5, 6, 7, 8}  # six inches, whatever the dice
    position.put(A, 1, 0)  # aground
    assert position.cells() == {(1, 0)}


@pytest.mark.rule("PT-WHEEL-02", "AMB-31")
def test_road_inches_serve_on_any_road_of_the_way() -> None:
    position = Position([TRUCK], [TANK], table_of("====....====....", "................"))
    position.put(A, 0, 1)
    position.put(B, 15, 0)
    ask_where(position, A, 4, 8)
    assert max(x for x, y in position.cells() if y == 1) == 11  # 7 inches by two roads, 4 between them
    ask_where(position, A, 3, 9)
    assert max(x for x, y in position.cells() if y == 1) == 6  # the gap is longer than the other dice
