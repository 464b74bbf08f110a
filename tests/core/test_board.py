"""The table: lines of sight against exact geometry, and what random tables hold."""

import random
from typing import Any

import numpy as np
import pytest

from tests.core import ground_kernels
from tests.core.exact_geometry import Cell, path, pieces, sees
from tests.core.positions import table_of
from tests.forms import form
from tigersim.catalogue.rulesets import DEFAULT, ruling
from tigersim.core import board
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import BUILDING, HILL, OPEN, WOOD
from tigersim.game.ground import make_table

HOLDS_AN_END, TARGET_PIECE_ONLY, HILLS_ELEVATE = 0, 1, 2
AROUND = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def cell(table: Any, x: int, y: int) -> int:
    return y * int(table[0].width) + x


def views(table: Any, a: tuple[int, int], c: tuple[int, int]) -> bool:
    return bool(ground_kernels.sees(table, cell(table, *a), cell(table, *c)))


def random_map(seed: int, width: int, depth: int, share: float) -> list[str]:
    letters = random.Random(seed)
    return [
        "".join(letters.choice("WBH") if letters.random() < share else "." for _ in range(width)) for _ in range(depth)
    ]


@pytest.mark.rule("PT-FIRE-03", "PT-FIRE-04", "AMB-36")
@pytest.mark.parametrize("seed", range(4))
def test_every_line_of_sight(seed: int) -> None:
    table = table_of(*random_map(seed, 9 + seed, 8, 0.12 + 0.04 * seed))
    piece = pieces(table)
    blocked = 0
    for a in piece:
        for c in piece:
            assert views(table, a, c) == sees(piece, a, c), (a, c)
            blocked += not sees(piece, a, c)
    assert 0.1 < blocked / len(piece) ** 2 < 0.9


@pytest.mark.rule("PT-FIRE-04")
def test_terrain_blocks_behind_it_but_not_in_it() -> None:
    table = table_of(
        ".........",
        "...WWW...",
        "...WWW...",
        ".........",
    )
    assert not views(table, (0, 1), (8, 1))  # through the wood
    assert not views(table, (0, 2), (8, 2))
    assert views(table, (0, 1), (4, 1))  # into it, as deep as you like
    assert views(table, (5, 1), (8, 3))  # out of it
    assert views(table, (3, 1), (5, 2))  # within it
    assert views(table, (0, 0), (8, 0))  # along its edge


@pytest.mark.rule("AMB-36")
def test_each_piece_counts_for_itself() -> None:
    table = table_of("..W..H..")
    assert views(table, (2, 0), (5, 0))  # from piece to piece
    assert not views(table, (2, 0), (7, 0))  # the hill lies between
    assert not views(table, (0, 0), (5, 0))  # the wood does


def test_a_line_through_a_corner_is_clear_of_the_cells_beside_it() -> None:
    table = table_of(
        "...",
        ".W.",
        "...",
    )
    assert views(table, (0, 1), (1, 2))
    assert views(table, (1, 0), (2, 1))
    assert not views(table, (0, 0), (2, 2))


@pytest.mark.rule("PT-GEN-03", "PT-GEN-05", "PT-SETUP-02")
def test_random_tables() -> None:
    kinds: set[int] = set()
    roads = 0
    for number in range(40):
        table = make_table(7, number)
        t = table[0]
        assert (int(t.width), int(t.depth)) == (36, 36)
        roads += int(t.road[: 36 * 36].any())
        kinds |= set(t.kind[: 36 * 36].tolist())
        if number >= form(12, 40):
            continue
        piece = pieces(table)
        kind = {place: int(t.kind[cell(table, *place)]) for place in piece}
        assert all((kind[place] == OPEN) == (piece[place] == 0) for place in piece)
        for place, own in piece.items():
            around = {piece.get((place[0] + i, place[1] + j), 0) for i in (-1, 0, 1) for j in (-1, 0, 1)}
            assert not own or around <= {0, own}  # pieces do not touch
            assert not (own and t.road[cell(table, *place)])  # roads run free
        for own in set(piece.values()) - {0}:
            places = [place for place in piece if piece[place] == own]
            (one,) = {kind[place] for place in places}  # a piece is of one kind
            sizes = [1 + max(p[k] for p in places) - min(p[k] for p in places) for k in (0, 1)]
            low, high = {WOOD: (4, 9), HILL: (5, 9), BUILDING: (2, 4)}[one]
            assert all(low <= size <= high for size in sizes), (one, sizes)
    assert kinds == {OPEN, WOOD, BUILDING, HILL}
    assert 25 < roads < 40  # eight tables in nine have one


@pytest.mark.rule("PT-FIRE-04", "AMB-36")
@pytest.mark.parametrize("reading", [HOLDS_AN_END, TARGET_PIECE_ONLY, HILLS_ELEVATE])
@pytest.mark.parametrize("seed", range(3))
def test_every_line_of_sight_under_every_reading(reading: int, seed: int) -> None:
    table = table_of(*random_map(seed + 20, 9, 8 + seed, 0.2))
    table[0].los_rule = reading
    board.survey(table)
    piece = pieces(table)
    kind = {place: int(table[0].kind[cell(table, *place)]) for place in piece}
    by_default = 0
    for a in piece:
        for c in piece:
            expected = sees_by(reading, piece, kind, a, c)
            assert views(table, a, c) == expected, (a, c)
            assert ground_kernels.sees_by_target(table, cell(table, *a), cell(table, *c)) == expected, (a, c)
            by_default += expected == sees(piece, a, c)
    assert (by_default == len(piece) ** 2) == (reading == HOLDS_AN_END)


def sees_by(reading: int, piece: dict[Cell, int], kind: dict[Cell, int], a: Cell, c: Cell) -> bool:
    """AMB-36, read once more: every piece on the line is looked at by itself."""
    for x, y in path(c[0] - a[0], c[1] - a[1]):
        place = (a[0] + x, a[1] + y)
        own = piece[place]
        if own in (0, piece[c]) or place == a:
            continue
        if own == piece[a] and reading != TARGET_PIECE_ONLY:
            continue
        if reading == HILLS_ELEVATE and kind[place] in (WOOD, BUILDING):
            touched = [any(piece.get((x + i, y + j)) == own for i, j in AROUND) for x, y in (a, c)]
            if (kind[a] == HILL and not touched[1]) or (kind[c] == HILL and not touched[0]):
                continue
        return False
    return True


@pytest.mark.rule("AMB-36")
def test_out_of_a_wood_and_into_it() -> None:
    table = table_of("..WWW..")
    table[0].los_rule = TARGET_PIECE_ONLY
    board.survey(table)
    assert views(table, (0, 0), (4, 0))  # into it, as deep as you like
    assert not views(table, (4, 0), (0, 0))  # out of its depth nobody sees
    assert views(table, (2, 0), (0, 0))  # from its edge one does
    assert views(table, (2, 0), (4, 0))  # within it too


@pytest.mark.rule("AMB-36")
def test_from_a_hill_over_a_wood() -> None:
    table = table_of("HH..WW..B.")
    table[0].los_rule = HILLS_ELEVATE
    board.survey(table)
    assert views(table, (0, 0), (7, 0))
    assert views(table, (7, 0), (0, 0))  # who is seen sees
    assert not views(table, (0, 0), (6, 0))  # close behind the wood
    assert not views(table, (3, 0), (7, 0))  # not from below
    assert not views(table, (0, 0), (9, 0))  # close behind the house
    assert views(table, (0, 0), (8, 0))


@pytest.mark.parametrize("family", board.FAMILIES)
@pytest.mark.parametrize("reading", [HOLDS_AN_END, TARGET_PIECE_ONLY, HILLS_ELEVATE])
def test_the_survey_is_line_is_clear_for_every_pair(family: str, reading: int) -> None:
    rules = DEFAULT.replace(los_terrain_rule=ruling("los_terrain_rule").options[reading])
    for number, (width, depth) in enumerate(((36, 36), (70, 40))):
        table = make_table(5, number, width, depth, family=family, ruleset=rules)
        with as_written():
            wrong = ground_kernels.unlike_line_is_clear(table, form(3, 1) if width == 36 else form(21, 7))
        assert wrong == 0


def test_lines_of_sight_go_both_ways() -> None:
    table = make_table(7, 3)
    size, words = 36 * 36, int(table[0].words)
    rows = table[0].los[: size * words].reshape(size, words)
    matrix = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")[:, :size]
    assert np.array_equal(matrix, matrix.T)
    assert matrix.diagonal().all()


def test_a_table_follows_from_its_number() -> None:
    again, other = make_table(7, 3), make_table(7, 4)
    assert make_table(7, 3).tobytes() == again.tobytes()
    assert other.tobytes() != again.tobytes() != make_table(8, 3).tobytes()


def test_tables_of_other_sizes() -> None:
    table = make_table(1, 0, 72, 48)
    assert (int(table[0].width), int(table[0].depth)) == (72, 48)
    assert table[0].feature.max() == table[0].features > 8
