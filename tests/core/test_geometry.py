"""Measuring on the lattice, against plain geometry."""

import math
from fractions import Fraction

import pytest

from tigersim.core import geometry

CELLS = [(x, y) for x in range(-6, 7) for y in range(-6, 7)]


def least_distance_squared(dx: int, dy: int) -> int:
    """Between two unit squares whose corners lie (dx, dy) apart."""
    x = 0 if abs(dx) <= 1 else min(abs(dx + i) for i in (-1, 1))
    y = 0 if abs(dy) <= 1 else min(abs(dy + i) for i in (-1, 1))
    return x * x + y * y


@pytest.mark.rule("AMB-25")
def test_ranges_run_from_edge_to_edge() -> None:
    for dx, dy in CELLS:
        assert geometry.gap_squared(3, 4, 3 + dx, 4 + dy) == least_distance_squared(dx, dy)
    assert geometry.gap_squared(0, 0, 13, 0) == 144  # thirteen cells on: exactly twelve inches between the edges
    assert geometry.gap_squared(0, 0, 1, 1) == 0  # bases that touch at a corner


@pytest.mark.rule("PT-ARMOR-02", "PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY", "AMB-33")
@pytest.mark.parametrize("facing", range(geometry.FACINGS))
def test_the_front_is_45_degrees_to_either_side(facing: int) -> None:
    ahead = math.atan2(geometry.FACING_Y[facing], geometry.FACING_X[facing])
    for dx, dy in CELLS:
        if (dx, dy) == (0, 0):
            continue
        off = abs(math.remainder(math.atan2(dy, dx) - ahead, math.tau))
        if abs(off - math.pi / 4) < 1e-9:
            assert geometry.in_front_arc(facing, dx, dy)  # the boundary is front
        else:
            assert geometry.in_front_arc(facing, dx, dy) == (off < math.pi / 4), (facing, dx, dy)


def test_facings_go_round_the_compass() -> None:
    angles = [math.atan2(y, x) % math.tau for x, y in zip(geometry.FACING_X, geometry.FACING_Y, strict=True)]
    assert angles == sorted(angles)
    assert [angles[k] for k in (0, 4, 8, 12)] == [0, math.pi / 2, math.pi, 3 * math.pi / 2]


def test_facing_towards_is_the_nearest_direction() -> None:
    def cosine(k: int, dx: int, dy: int) -> Fraction:
        """Cosine times |cosine|, without the common length of (dx, dy)."""
        fx, fy = int(geometry.FACING_X[k]), int(geometry.FACING_Y[k])
        dot = fx * dx + fy * dy
        return Fraction(dot * abs(dot), fx * fx + fy * fy)

    for dx, dy in CELLS:
        if (dx, dy) != (0, 0):
            cosines = [cosine(k, dx, dy) for k in range(geometry.FACINGS)]
            assert geometry.facing_towards(dx, dy) == cosines.index(max(cosines))
    assert geometry.facing_towards(0, 0) == 0


@pytest.mark.rule("AMB-25")
def test_ranges_between_centres_under_a_ruling() -> None:
    for dx, dy in CELLS:
        assert geometry.gap_squared(3, 4, 3 + dx, 4 + dy, 1) == dx * dx + dy * dy


@pytest.mark.rule("PT-ARMOR-02", "PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY", "AMB-33")
@pytest.mark.parametrize("facing", range(geometry.FACINGS))
def test_other_readings_of_the_front(facing: int) -> None:
    fx, fy = int(geometry.FACING_X[facing]), int(geometry.FACING_Y[facing])
    length = math.hypot(fx, fy)
    corners = [(fx / length - fy / length * side, fy / length + fx / length * side) for side in (-1, 1)]
    for dx, dy in CELLS:
        if (dx, dy) == (0, 0):
            continue
        beyond_the_front_edge = (fx * dx + fy * dy) / length > 0.5 - 1e-9
        assert geometry.in_front_arc(facing, dx, dy, 1) == beyond_the_front_edge, (facing, dx, dy)
        # between the rays through the two front corners: left of the right one and right of the left one
        right, left = (cx * dy - cy * dx for cx, cy in corners)
        if min(abs(right), abs(left)) > 1e-9:
            assert geometry.in_front_arc(facing, dx, dy, 2) == (right > 0 > left), (facing, dx, dy)
