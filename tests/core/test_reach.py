"""Where a move may end, against exact geometry."""

import random
from typing import Any

import pytest

from tests.core import drivers
from tests.core.oracles import Ground
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of
from tigersim.arena import make_table
from tigersim.core.enums import BUILDING, DESTINATION, PASS, PHASE_RECOVERY_TESTS, REGROUP


def ask_where(position: Position, slot: int, allowance: int, bonus: int = 0) -> None:
    """The unit has passed its movement roll and may go so many inches."""
    state = position.state
    state.ask, state.asked, state.subject = DESTINATION, slot // B, slot
    state.allowance, state.road_bonus = allowance, bonus


def ground(position: Position, slot: int) -> Ground:
    """What the oracle needs of a position."""
    table, state = position.table, position.state
    width = int(table[0].width)
    places = {(int(u.x), int(u.y)): k for k, u in enumerate(state.unit) if u.alive and u.placed}
    barred = {place for place, k in places.items() if (k < B) != (slot < B)}
    if not position.unit(slot).profile.enters_buildings:
        size = width * int(table[0].depth)
        barred |= {(c % width, c // width) for c in range(size) if table[0].kind[c] == BUILDING}
    return Ground(table, barred, set(places))


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


@pytest.mark.rule("PT-MOVE-04", "PT-MOVE-05", "PT-MOVE-06", "AMB-27", "AMB-40", "AMB-42")
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
                if drivers.straight(position.battle, position.table, slot, x, y, allowance, bonus):
                    assert (x, y) in cells
                    ways += 1
    assert ways > 40


def test_a_slanting_way_along_a_wide_road_is_in_reach() -> None:
    # nine inches by three: 9.49 in a straight line, but 10.26 from cell to cell
    position = Position([TRUCK], [TANK], table_of(*["=" * 14] * 5))
    position.put(A, 1, 1)
    position.put(B, 13, 0)
    ask_where(position, A, 4, 6)
    assert drivers.straight(position.battle, position.table, A, 10, 4, 4, 6)
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
