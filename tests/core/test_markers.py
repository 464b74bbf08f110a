"""Markers on the terrain of random tables."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.core.positions import table_of
from tigersim.core.board import FAMILIES
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import BRIDGE, BUILDING, HILL
from tigersim.core.markers import STANDARD_MARKERS, place_markers
from tigersim.game.ground import make_table

MINOR, MEDIUM, MAJOR = 2, 4, 8


def grids(table: Any) -> tuple[Any, Any, Any]:
    """Kind, piece and marker of every cell, [y, x]."""
    width, depth = int(table[0].width), int(table[0].depth)
    kind, feature, marker = (table[0][name][: width * depth] for name in ("kind", "feature", "marker"))
    return kind.reshape(depth, width), feature.reshape(depth, width), marker.reshape(depth, width)


def values(table: Any) -> list[int]:
    return [int(value) for value in table[0].marker_value[: table[0].markers]]


def lean(cells: Any) -> int:
    """Twice the distance of the middle of some cells north of the middle of the table."""
    rows = np.flatnonzero(cells.any(axis=1))
    return int(rows[0] + rows[-1]) - (len(cells) - 1)


@pytest.mark.rule("PT-VP-07", "PT-VP-08", "PT-SETUP-08")
@pytest.mark.parametrize("family", FAMILIES)
def test_markers_lie_on_terrain_between_the_deployment_zones(family: str) -> None:
    sizes = set()
    for number in range(25):
        table = make_table(2, number, markers="standard", family=family)
        kind, feature, marker = grids(table)
        found = values(table)
        for k, value in enumerate(found):
            cells = marker == k + 1
            assert cells.any()
            (one,) = set(kind[cells].tolist())
            assert value == {BUILDING: MINOR, HILL: MEDIUM, BRIDGE: MAJOR}[one]
            if one != BRIDGE:
                (piece,) = set(feature[cells].tolist())
                assert np.array_equal(cells, feature == piece)  # the whole piece
            assert not cells[:12].any()
            assert not cells[24:].any()
        assert found.count(MAJOR) == (family == "river")
        assert found.count(MEDIUM) <= 1
        assert found.count(MINOR) <= 2
        assert marker.max(initial=0) == len(found)
        sizes |= set(found)
    assert MINOR in sizes
    assert MEDIUM in sizes or family == "village"  # its town leaves little room for a hill


@pytest.mark.rule("PT-VP-09", "PT-SETUP-08")
@pytest.mark.parametrize("family", FAMILIES)
def test_markers_are_as_many_and_as_even_as_the_terrain_allows(family: str) -> None:
    for number in range(25):
        table = make_table(3, number, markers="standard", family=family)
        kind, feature, marker = grids(table)
        offers: dict[int, list[int]] = {HILL: [], BUILDING: []}
        for piece in range(1, int(table[0].features) + 1):
            cells = feature == piece
            rows = np.flatnonzero(cells.any(axis=1))
            if rows.min() >= 12 and rows.max() < 24 and int(kind[cells][0]) in offers:
                offers[int(kind[cells][0])].append(lean(cells))
        found = values(table)
        assert found.count(MEDIUM) == min(len(offers[HILL]), 1)
        assert found.count(MINOR) == min(len(offers[BUILDING]), 2)
        fixed = MAJOR * lean(kind == BRIDGE) if MAJOR in found else 0
        hills = [MEDIUM * hill for hill in offers[HILL]] or [0]
        houses = [MINOR * sum(some) for some in combinations(offers[BUILDING], min(len(offers[BUILDING]), 2))]
        best = min(abs(fixed + hill + house) for hill in hills for house in houses)
        placed = sum(value * lean(marker == k + 1) for k, value in enumerate(found))
        assert abs(placed) == best, (family, number)


@pytest.mark.rule("PT-VP-07")
def test_terrain_in_a_deployment_zone_is_no_marker() -> None:
    table = table_of(
        "HH.....",
        "HH...B.",
        ".......",
        "..BB...",
        ".......",
        ".......",
        "BB....B",
        ".......",
        ".......",
    )
    with as_written():
        place_markers(table, STANDARD_MARKERS)
    assert values(table) == []  # the pieces are not counted yet
    table[0].features = 5
    with as_written():
        place_markers(table, STANDARD_MARKERS)
    assert values(table) == [MINOR]
    _, _, marker = grids(table)
    assert {(int(x), int(y)) for y, x in np.argwhere(marker)} == {(2, 5), (3, 5)}


def test_no_markers_unless_asked_for() -> None:
    table = make_table(2, 1, family="river")
    assert table[0].markers == 0
    assert not table[0].marker.any()
