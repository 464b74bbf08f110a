"""Armies as text that goes into a chat and comes back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tigersim.catalogue.army_text import Priced, army_block, army_line, units_of
from tigersim.catalogue.units import all_units, parse_army
from tigersim.errors import DataError

ARMIES = st.lists(st.sampled_from(all_units()), min_size=1, max_size=16)


@given(ARMIES, st.sampled_from(["", "> ", "  ", "* "]))
def test_a_block_comes_back_whatever_a_chat_puts_before_its_lines(army: list, quote: str) -> None:
    block = army_block(army, Priced([3] * len(army), budget=50))
    assert units_of("\n".join(quote + line for line in block.splitlines())) == army


def test_a_block_says_what_is_in_the_army() -> None:
    army = parse_army("2 x T-34c, KV-1, T-34c")
    block = army_block(army, Priced([6, 6, 5, 6], budget=27)).splitlines()
    assert block == [
        "Paper Tigers, army of ussr: 23 of 27 VP",
        "3 x T-34c - 18 VP",
        "1 x KV-1 - 5 VP",
        "Total: 23 VP, 4 units, as printed",
        "Army: 2 x T-34c, KV-1, T-34c",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "3 x T-34c, KV-1",
        "3 x T-34c\nKV-1\n",
        "\ufeff# mine\r\n3 x T-34c,\r\n\r\nKV-1\r\n",
        "Good evening!\nArmy: 3 x T-34c, KV-1\nSee you.",
        "army:  3 x T-34c, KV-1",
        json.dumps({"army": "3 x T-34c, KV-1", "cost": 23}),
        json.dumps({"suggestions": [{"army": "3 x T-34c, KV-1"}, {"army": "Jeep [usa]"}]}),
    ],
)
def test_any_form_of_an_army_is_read(text: str) -> None:
    assert units_of(text) == parse_army("3 x T-34c, KV-1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no army"),
        ("# nothing\n", "holds no army"),
        ("Army: KV-1\nArmy: Tiger I", "holds 2 armies"),
        ("{", "no JSON"),
        ('{"cost": 3}', "field 'army'"),
        ("[1, 2]", "field 'army'"),
    ],
)
def test_one_clear_line_for_a_text_without_an_army(text: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        army_line(text, "army.txt")
