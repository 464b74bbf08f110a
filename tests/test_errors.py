"""What messages quote: briefly, and never what a terminal would obey."""

from __future__ import annotations

import pytest

import tigersim as ts
from tigersim.catalogue.units import parse_army
from tigersim.errors import (
    MOST_QUOTED,
    MOST_SAID,
    DamagedFile,
    DataError,
    InvalidValue,
    NotModelled,
    TigersimError,
    UnitNotFound,
    UnknownName,
    brief,
    literal,
    visible,
)

TITLE = "\x1b]0;owned\x07"
"""What sets the title of a terminal."""
HUGE = 10**5000
"""More digits than Python writes."""


def test_control_characters_are_written_as_escapes() -> None:
    assert visible(TITLE) == "\\x1b]0;owned\\x07"
    assert visible("Sd.Kfz 234/4, Т-34 «ранний»") == "Sd.Kfz 234/4, Т-34 «ранний»"
    assert visible("\u202egnp") == "\\u202egnp"  # writes from right to left
    assert visible("\x9b31m") == "\\x9b31m"  # an escape of one character
    assert visible("\ud800") == "\\ud800"  # half of a character, which no terminal takes


def test_what_is_long_is_cut() -> None:
    assert brief("a" * 60) == "a" * 60
    assert brief("a" * 61) == "a" * 57 + "..."
    assert brief(HUGE) == "a number of more than 4,300 digits"
    assert literal("it's") == '"it\'s"'
    assert literal(HUGE) == "a number of more than 4,300 digits"
    assert len(literal("b" * 10**6)) == MOST_QUOTED + 2
    assert len(literal(list(range(1000)))) == MOST_QUOTED


@pytest.mark.parametrize(
    "error",
    [
        UnknownName(TITLE * 1000, ["one", "two"]),
        UnitNotFound("x" * 10**6, ["Tiger I"]),
        InvalidValue("distance", HUGE, "0 or more"),
        InvalidValue("card", TITLE * 1000, "a card"),
        DataError("my\x1b[2J.csv", 1, TITLE * 1000, "is not a column"),
        DamagedFile("x" * 10**6, "y" * 10**6, "is missing"),
        NotModelled(TITLE * 10**6),
    ],
    ids=lambda error: type(error).__name__,
)
def test_no_message_obeys_or_repeats_what_was_given(error: TigersimError) -> None:
    text = str(error)
    assert text.isprintable()
    assert len(text) <= (MOST_SAID if isinstance(error, NotModelled) else 700)


def test_a_unit_that_is_called_like_a_command_of_the_terminal() -> None:
    with pytest.raises(UnitNotFound) as caught:
        ts.unit(TITLE)
    assert str(caught.value).startswith("unknown unit '\\x1b]0;owned\\x07'; ")
    with pytest.raises(InvalidValue, match=r"count is '9{57}\.\.\.'; allowed: 1 to 99"):
        parse_army("9" * 5000 + " x Tiger I")
