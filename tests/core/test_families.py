"""Families of tables, many of each, under a checker that shares nothing with the generator."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import ndimage

from tests.core.positions import table_of
from tests.forms import form
from tigersim.core import board, layout
from tigersim.core.board import FAMILIES
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import BRIDGE, BUILDING, FORD, HILL, OPEN, WATER, WOOD
from tigersim.core.families import armies_can_meet, lay_out
from tigersim.game.ground import make_table

TABLES = 12 if COMPILER_OFF else form(500, 2000)
"""Tables looked at per family on the standard table; a tenth of them on others.

A fault of one table in 170 is found with 95%, in the long form of one in 670.
"""
SIZES = ((36, 36), (72, 48), (48, 36), (36, 48), (60, 40))
EIGHT = np.ones((3, 3), dtype=int)
"""Cells that touch at a side or a corner."""


class Ground:
    """One table as arrays [y, x]."""

    def __init__(self, kind: Any, feature: Any, road: Any) -> None:
        self.kind, self.feature, self.road = kind, feature, road
        self.depth, self.width = kind.shape

    def boxes(self) -> dict[int, tuple[int, int]]:
        """Piece -> its size, the larger side first."""
        found = ndimage.find_objects(self.feature)
        sides = {k + 1: (b[1].stop - b[1].start, b[0].stop - b[0].start) for k, b in enumerate(found) if b}
        return {piece: (max(side), min(side)) for piece, side in sides.items()}

    def zones(self) -> tuple[Any, Any]:
        """The two deployment zones: the southern and the northern third."""
        third = self.depth // 3
        return slice(0, third), slice(self.depth - third, self.depth)


@cache
def grounds(family: str, width: int = 36, depth: int = 36) -> list[Ground]:
    """Many tables of a family."""
    n = TABLES if (width, depth) == (36, 36) else max(TABLES // 10, 1)
    table = layout.tables(1)
    table[0].width, table[0].depth = width, depth
    found = []
    with as_written():
        for number in range(n):
            lay_out(table, 11, number, FAMILIES.index(family))
            cells = [table[0][name][: width * depth].reshape(depth, width) for name in ("kind", "feature", "road")]
            found.append(Ground(*(field.copy() for field in cells)))
    return found


ALL = [(family, size) for family in FAMILIES for size in SIZES]


@pytest.mark.rule("PT-SETUP-02", "PT-SETUP-04", "PT-SETUP-05")
@pytest.mark.parametrize(("family", "size"), ALL)
def test_armies_can_meet_on_every_table(family: str, size: tuple[int, int]) -> None:
    for number, ground in enumerate(grounds(family, *size)):
        land = (ground.kind != WATER) & (ground.kind != BUILDING)
        _, parts = ndimage.label(land, EIGHT)
        assert parts == 1, (family, number)  # no pocket, and both zones in one part
        assert all(land[zone].sum() >= 16 for zone in ground.zones()), (family, number)


@pytest.mark.rule("PT-GEN-05")
@pytest.mark.parametrize(("family", "size"), ALL)
def test_pieces_have_the_sizes_of_the_rulebook(family: str, size: tuple[int, int]) -> None:
    for number, ground in enumerate(grounds(family, *size)):
        assert ((ground.feature > 0) == np.isin(ground.kind, (WOOD, BUILDING, HILL))).all()
        places = ndimage.find_objects(ground.feature)
        for piece, (large, small) in ground.boxes().items():
            cells = ground.feature[places[piece - 1]] == piece
            (kind,) = set(ground.kind[places[piece - 1]][cells].tolist())
            low, high = {WOOD: (4, 9), HILL: (5, 9), BUILDING: (2, 4)}[kind]
            assert low <= small <= large <= high, (family, number, piece)
            assert ndimage.label(cells, EIGHT)[1] == 1, (family, number, piece)
        assert not (ground.road.astype(bool) & (ground.feature > 0)).any()  # roads run free


@pytest.mark.rule("PT-GEN-05")
@pytest.mark.parametrize("family", FAMILIES)
def test_only_woods_touch_one_another(family: str) -> None:
    touching = 0
    for number, ground in enumerate(grounds(family)[: TABLES // 3]):
        for piece in ground.boxes():
            cells = ground.feature == piece
            rim = ndimage.binary_dilation(cells, EIGHT) & ~cells
            around = set(ground.kind[rim & (ground.feature > 0)].tolist())
            kind = int(ground.kind[cells][0])
            assert around <= ({WOOD} if kind == WOOD and family == "wooded" else set()), (family, number, piece)
            assert not (ground.kind[rim] == WATER).any()
            touching += bool(around)
    assert bool(touching) == (family == "wooded")


@pytest.mark.rule("PT-GEN-05", "PT-AMPHIB-01")
@pytest.mark.parametrize("size", SIZES)
def test_a_river_lies_between_the_armies(size: tuple[int, int]) -> None:
    fords_seen = set()
    for number, ground in enumerate(grounds("river", *size)):
        river = np.isin(ground.kind, (WATER, FORD, BRIDGE))
        assert river.any(axis=0).all()  # from edge to edge
        assert ndimage.label(river)[1] == 1
        assert not any(river[zone].any() for zone in ground.zones()), number
        dry = (ground.kind != WATER) & ~river
        assert ndimage.label(dry, EIGHT)[1] == 2, number  # without its crossings it cannot be passed
        bridge = ground.kind == BRIDGE
        columns = np.flatnonzero(bridge.any(axis=0))
        assert len(columns) == (2 if size[0] * size[1] >= 2 * 1296 else 1)
        assert ground.road[:, columns].all()  # the road leads over the bridge, from edge to edge
        fords = ndimage.label((ground.kind == FORD).any(axis=0))[1]
        assert fords in (1, 2)
        fords_seen.add(fords)
        assert not (ndimage.binary_dilation(bridge.any(axis=0), iterations=2) & (ground.kind == FORD).any(axis=0)).any()
        assert 2 <= river.sum(axis=0).min() <= river.sum(axis=0).max() <= 4
    if not COMPILER_OFF:
        assert fords_seen == {1, 2}


@pytest.mark.rule("PT-GEN-05")
def test_families_differ_as_their_names_say() -> None:
    def share(family: str, *kinds: int) -> float:
        return float(np.mean([np.isin(ground.kind, kinds).mean() for ground in grounds(family)]))

    assert share("open", WOOD, BUILDING, HILL) < 0.6 * share("mixed", WOOD, BUILDING, HILL)
    assert share("wooded", WOOD) > 1.5 * share("mixed", WOOD)
    assert share("village", BUILDING) > 2 * share("mixed", BUILDING)
    assert [share(family, WATER) > 0 for family in FAMILIES] == [family == "river" for family in FAMILIES]


@pytest.mark.rule("PT-GEN-05")
def test_a_village_is_a_town_at_a_crossroads() -> None:
    houses = []
    for number, ground in enumerate(grounds("village")):
        built = ground.kind == BUILDING
        ys, xs = np.nonzero(built)
        assert xs.max() - xs.min() < 17, number  # one town
        assert ys.max() - ys.min() < 14
        assert ground.road.astype(bool).all(axis=0).any()
        assert ground.road.astype(bool).all(axis=1).any()
        houses.append(len([1 for piece in ground.boxes() if ground.kind[ground.feature == piece][0] == BUILDING]))
    assert min(houses) >= 3
    assert 5 < np.mean(houses) <= 12


def test_a_larger_wood_is_put_together_from_pieces() -> None:
    largest = 0
    for ground in grounds("wooded"):
        forests, n = ndimage.label(ground.kind == WOOD, EIGHT)
        pieces = [len(np.unique(ground.feature[forests == k])) for k in range(1, n + 1)]
        largest = max(largest, *pieces, 0)
    assert largest >= 3


# --- whole tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_a_table_follows_from_seed_number_family_and_size(family: str) -> None:
    one = make_table(7, 3, family=family)
    assert one.tobytes() == make_table(7, 3, family=family).tobytes()
    assert FAMILIES[one[0].family] == family
    for other in ((8, 3), (7, 4), (7, 3, 40, 36)):
        assert make_table(*other, family=family)[0].kind.tobytes() != one[0].kind.tobytes()
    assert one[0].water == (family == "river")
    kinds = [ground.kind for ground in grounds(family)[:5]]
    for number, kind in enumerate(kinds):
        table = make_table(11, number, family=family)
        assert np.array_equal(table[0].kind[:1296].reshape(36, 36), kind)  # what the tests above looked at


def test_a_dirty_record_makes_no_difference() -> None:
    used = make_table(3, 1, 72, 48, family="river", markers="standard")
    with as_written():
        board.generate(used, 7, 3, board.TableTerms(36, 36))
    fresh = make_table(7, 3)
    size, words = 1296, int(fresh[0].words)
    for name in ("kind", "feature", "road", "marker"):
        assert np.array_equal(used[0][name], fresh[0][name]), name
    assert used[0].water == 0
    assert used[0].markers == 0
    assert np.array_equal(used[0].los[: size * words], fresh[0].los[: size * words])


def test_open_ground_is_what_has_no_piece() -> None:
    for family in FAMILIES:
        for ground in grounds(family)[:20]:
            assert (ground.feature[ground.kind == OPEN] == 0).all()


# --- the check itself -------------------------------------------------------------------------------------------------


def passes(*rows: str) -> bool:
    with as_written():
        return bool(armies_can_meet(table_of(*rows), np.zeros((2, layout.MAX_CELLS), dtype=np.int64)))


OPEN_ROWS = ("." * 12,) * 4


@pytest.mark.rule("PT-SETUP-04", "PT-SETUP-05")
def test_what_keeps_armies_apart() -> None:
    dry = ("." * 12,) * 3
    assert passes(*OPEN_ROWS, *dry, *OPEN_ROWS)
    assert not passes(*OPEN_ROWS, "." * 12, "~" * 12, "." * 12, *OPEN_ROWS)
    assert passes(*OPEN_ROWS, "." * 12, "~" * 5 + "#" + "~" * 6, "." * 12, *OPEN_ROWS)
    assert passes(*OPEN_ROWS, "." * 12, "," + "~" * 11, "." * 12, *OPEN_ROWS)
    assert not passes(*OPEN_ROWS, "B" * 12, "." * 12, "." * 12, *OPEN_ROWS)
    assert not passes(*OPEN_ROWS, "..BBB.......", "..B.B.......", "..BBB.......", *OPEN_ROWS)  # a courtyard
    assert passes(*OPEN_ROWS, "..BBB.......", "..B.B.......", "..B.B.......", *OPEN_ROWS)
    assert passes(*OPEN_ROWS, "WWWWWWWWWWWW", "HHHHHHHHHHHH", "." * 12, *OPEN_ROWS)  # no vehicle minds those


@pytest.mark.rule("PT-SETUP-04", "PT-SETUP-05")
def test_a_zone_has_room_for_an_army() -> None:
    full, rest = "B" * 12, ("." * 12,) * 5
    assert not passes("..." + "B" * 9, full, full, *rest)
    assert not passes(*rest, full, full, "." * 10 + "BB")
    assert passes(*rest, full[1:] + ".", "." * 12, full[4:] + "....")
