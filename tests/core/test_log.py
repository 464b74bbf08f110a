"""Events of a battle: each kind is declared once, written with its fields, and has words."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

import tigersim.core
from tigersim.core import enums, log
from tigersim.game.narration import WORDS, narrate

KINDS = {name: value for name, value in vars(log).items() if type(value) is int}


def notes() -> list[tuple[str, int, str]]:
    """(Kind, number of fields, place) of every event that the engine writes by ``note``."""
    found = []
    for path in sorted(Path(tigersim.core.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "note":
                kind = node.args[2]
                assert isinstance(kind, ast.Attribute)
                found.append((kind.attr, len(node.args) - 3, f"{path.name}:{node.lineno}"))
    return found


def test_the_engine_writes_every_event_with_the_fields_that_are_declared() -> None:
    written = notes()
    wrong = [place for kind, fields, place in written if len(log.EVENTS[KINDS[kind]].fields) != fields]
    assert not wrong
    assert {KINDS[kind] for kind, _, _ in written} | {log.ROLLED} == set(log.EVENTS)


def test_every_event_has_words_that_use_its_own_fields() -> None:
    assert set(WORDS) == set(log.EVENTS)
    for kind, words in WORDS.items():
        if isinstance(words, str):
            used = {name for _, name, _, _ in Formatter().parse(words) if name}
            assert used <= {"turn", "counted", *log.EVENTS[kind].fields}  # counted: VP, or points of a price list


def test_every_field_is_explained_and_every_event_fits_a_row() -> None:
    events = [*log.EVENTS.values(), log.RECOVERY_TESTED]
    assert {field for event in events for field in event.fields} == set(log.FIELDS)
    assert max(len(event.row._fields) for event in events) == 8
    assert len({event.name for event in events}) == len(log.EVENTS) + 1


def test_a_row_is_read_by_the_names_of_its_fields() -> None:
    seen = log.read([log.DESTROYED, 3, 17, 2, 40, 0, 0, 0])
    assert (seen.kind, seen.turn, seen.unit, seen.by, seen.vp) == (log.DESTROYED, 3, 17, 2, 40)
    tested = log.read([log.ROLLED, 1, 5, enums.CHANCE_RECOVERY, 8, 2, 9, 1])
    assert (tested.needed, tested.dice, tested.total, tested.passed) == (8, 2, 9, 1)
    moved = log.read([log.ROLLED, 1, 5, enums.CHANCE_MOVE, 8, 9, 5 * 7 + 4, 0])
    assert (moved.total, log.dice_of(moved)) == (9, [5, 4])
    with pytest.raises(KeyError):
        log.read([99, 1, 0, 0, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ([log.TURN, 2, 5, 7, 1, 0, 0, 0], "--- turn 2: side a draws 5, side b draws 7; side b first ---"),
        ([log.TURNS, 2, 5, 7, 2, 3, -1, 0], "--- turn 2: side a draws 5 and 3, side b draws 7; the second player of"),
        ([log.SUPPRESSED, 1, 4, 1, 0, 0, 0, 0], "  <4> loses 1 card"),
        ([log.SUPPRESSED, 1, 4, 2, 0, 0, 0, 0], "  <4> loses 2 cards"),
        ([log.DRIFTS, 1, 4, 12, 6, 0, 0, 0], "  <4> drifts 6 inches to the south"),
        ([log.EDGE_DRAWN, 1, 1, 0, 3, 0, 0, 0], ": side b comes on from the west edge ---"),
        ([log.CRASHED, 1, 4, -1, -1, 0, 0, 0], "  <4> comes down off the table"),
        ([log.CRASHED, 1, 4, 3, 9, 0, 0, 0], "  <4> comes down to its death at (3, 9)"),
        ([log.ASSIGNED, 1, 0, 4, -1, 0, 0, 0], "side a: a card to <4>"),
        ([log.BOARDED, 1, 4, 9, 0, 0, 0, 0], "  <4> gets on <9>"),
        ([log.ORDERED, 1, 20, 0, enums.CALL, 4, 1, 0], ": a barrage on <4>, seen by <20>"),
        ([log.SAVED, 1, 4, 1, 2, 6 * 7 + 1, 0, 0], "  <4> saves with [6, 1]: 1 success"),
        ([log.SAVED, 1, 4, 0, 0, 0, 0, 0], "  <4> has no save"),
    ],
)
def test_lines(row: list[int], line: str) -> None:
    (said,) = narrate([row], lambda slot: f"<{slot}>")
    assert line in said
