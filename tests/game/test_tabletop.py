"""Tables with a face: their maps, pieces and words say what their records hold."""

from collections import Counter

import numpy as np
import pytest

import tigersim as ts
from tigersim.core.enums import TERRAIN_NAMES
from tigersim.errors import InvalidValue, RuleForbids, TigersimError, UnknownName
from tigersim.game.tabletop import GLYPHS


def test_the_map_shows_every_inch() -> None:
    table = ts.table("river", seed=3)
    rows = str(table).splitlines()
    assert len(rows) == 36 + 2  # and a ruler, and a legend
    for k in range(36):
        y = 35 - k
        cells = rows[k][4:].split(" ")
        assert len(cells) == 36
        for x, shown in enumerate(cells):
            kind, road = (int(table.record[0][name][y * 36 + x]) for name in ("kind", "road"))
            assert shown == GLYPHS["road" if road and TERRAIN_NAMES[kind] != "bridge" else TERRAIN_NAMES[kind]]
    assert [int(row[:4]) for row in rows[:36] if row[:4].strip()] == [30, 24, 18, 12, 6, 0]
    assert rows[36].split() == ["0", "6", "12", "18", "24", "30"]
    assert rows[36].index("6") == 4 + 2 * 6  # above the seventh inch


def test_a_wide_map_is_one_character_to_the_inch() -> None:
    rows = str(ts.table("open", width=72, depth=48)).splitlines()
    assert {len(row) for row in rows[:48]} == {4 + 72}
    assert len(rows) == 48 + 2


@pytest.mark.rule("PT-GEN-05")
def test_pieces_are_counted_and_measured() -> None:
    table = ts.table("river", seed=3, number=2)
    kind = table.record[0].kind[:1296].reshape(36, 36)
    for piece in table.pieces:
        box = kind[piece.y : piece.y + piece.depth, piece.x : piece.x + piece.width]
        number = TERRAIN_NAMES.index(piece.kind)
        assert number in box[0]
        assert number in box[-1]
        assert number in box[:, 0]
        assert number in box[:, -1]
        assert 0 < piece.cells <= piece.width * piece.depth
    for name in ("wood", "building", "hill", "bridge", "ford"):
        cells = sum(piece.cells for piece in table.pieces if piece.kind == name)
        assert cells == np.count_nonzero(kind == TERRAIN_NAMES.index(name))
    assert [piece.kind for piece in table.pieces].count("bridge") == 1


@pytest.mark.rule("PT-VP-07", "PT-VP-08")
def test_markers_are_named_and_drawn() -> None:
    table = ts.table("village", seed=5, markers="standard")
    assert table.markers
    assert {marker.kind: marker.vp for marker in table.markers}.items() <= {"building": 2, "hill": 4}.items()
    rows = str(table).splitlines()
    for marker in table.markers:
        assert rows[35 - marker.y][4 + 2 * marker.x] == str(marker.vp)
        assert f"{marker.kind} at ({marker.x}, {marker.y}) {marker.vp} VP" in table.describe()
    assert "Markers" not in ts.table("village", seed=5).describe()


@pytest.mark.rule("PT-FORT-01")
def test_positions_are_named_and_drawn() -> None:
    table, plain = ts.table("village", seed=5, forts=(2, 1)), ts.table("village", seed=5)
    assert Counter(one.kind for one in table.positions) == {"light": 2, "heavy": 1}
    assert table.defender_edge in ("south", "north")
    rows = str(table).splitlines()
    for one in table.positions:
        assert rows[35 - one.y][4 + 2 * one.x] == {"light": "o", "heavy": "O"}[one.kind]
        assert f"{one.kind} at ({one.x}, {one.y})" in table.describe()
        assert table.cells()[36 * one.y + one.x]["position"] == one.kind
    assert f"who has the {table.defender_edge} edge" in table.describe()
    assert "o light O heavy position" in str(table)
    data = table.to_dict()
    assert data["positions"] == [{"kind": one.kind, "x": one.x, "y": one.y} for one in table.positions]
    assert data["defender_edge"] == table.defender_edge
    assert table.glyphs(positions=False) == plain.glyphs()
    assert plain.positions == []
    assert plain.defender_edge is None
    assert not {"positions", "defender_edge"} & set(plain.to_dict())
    assert "position" not in plain.cells()[0]
    assert "heavy" not in str(plain) + plain.describe()


def test_words_say_what_lies_there_and_who_can_go_where() -> None:
    table = ts.table("river", seed=3)
    words = table.describe()
    bridges = [piece for piece in table.pieces if piece.kind == "bridge"]
    assert f"{len(bridges)} bridge" in words
    assert "rows 0-11 and 24-35" in words
    assert "to all open land by bridge and ford." in words
    assert table.can_meet
    at = bridges[0]
    table.record[0].kind[:1296].reshape(36, 36)[:, at.x] = TERRAIN_NAMES.index("water")
    for ford in [piece for piece in table.pieces if piece.kind == "ford"]:
        table.record[0].kind[:1296].reshape(36, 36)[:, ford.x : ford.x + ford.width] = TERRAIN_NAMES.index("water")
    assert not table.can_meet
    assert "out of reach" in table.describe()


@pytest.mark.rule("PT-FIRE-03", "AMB-36")
def test_lines_of_sight_follow_the_ruleset() -> None:
    one_way = ts.RuleSet.load("paper_tigers_2").replace(los_terrain_rule="target_piece_only")
    plain, other = ts.table("wooded", seed=3), ts.table("wooded", seed=3, ruleset=one_way)
    wood = max((piece for piece in plain.pieces if piece.kind == "wood"), key=lambda piece: piece.cells)
    middle = (wood.x + wood.width // 2, wood.y + wood.depth // 2)
    outside = (wood.x - 1, middle[1])
    assert plain.sees(middle, outside)
    assert plain.sees(outside, middle)
    assert other.sees(outside, middle)
    assert not other.sees(middle, outside)
    with pytest.raises(InvalidValue, match="y from 0 to 35"):
        plain.sees((0, 0), (0, 36))


@pytest.mark.rule("PT-GEN-03")
def test_what_is_no_table_is_refused() -> None:
    for size in ((35, 36), (36, 35), (73, 48), (72, 49)):
        with pytest.raises(InvalidValue, match="36x36 to 72x48"):
            ts.table("mixed", width=size[0], depth=size[1])
    with pytest.raises(UnknownName, match="did you mean river"):
        ts.table("rivers")
    with pytest.raises(TigersimError, match="markers"):
        ts.table("river", markers="many")
    with pytest.raises(InvalidValue, match="number"):
        ts.table("river", number=-1)
    with pytest.raises(InvalidValue, match="forts"):
        ts.table("river", forts=(9, 9))
    with pytest.raises(RuleForbids, match="PT1-UNIT-01"):
        ts.table("river", forts=(1, 0), ruleset=ts.RuleSet.load("paper_tigers_1"))


@pytest.mark.rule("PT1-GEN-02", "PT1-VP-03")
def test_tables_of_the_first_edition() -> None:
    first = ts.RuleSet.load("paper_tigers_1")
    assert (ts.table("open", ruleset=first).width, ts.table("open", ruleset=first, depth=48).depth) == (40, 48)
    with pytest.raises(InvalidValue, match="40x40 to 72x48"):
        ts.table("open", ruleset=first, width=36, depth=36)
    with pytest.raises(RuleForbids, match="PT1-VP-03"):
        ts.table("open", ruleset=first, markers="standard")


def test_the_dictionary_holds_the_whole_table() -> None:
    table = ts.table("village", seed=2, number=4, markers="standard")
    data = table.to_dict()
    assert (data["family"], data["seed"], data["number"]) == ("village", 2, 4)
    assert (data["width"], data["depth"], data["can_meet"]) == (36, 36, True)
    assert len(data["pieces"]) == len(table.pieces)
    assert len(data["markers"]) == len(table.markers)
    assert "".join(data["map"]).count("▒") == sum(p.cells for p in table.pieces if p.kind == "building")
