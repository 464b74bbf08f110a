"""Slots of a side, side of a slot: said in one place."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tigersim.core
from tigersim.core.sides import side_of, slots_of

BY_HAND = re.compile(r"range\([^\n]*MAX_UNITS \+|// MAX_UNITS|// enums\.MAX_UNITS")
HOME = "sides.py"


def plain(kernel: Any) -> Any:
    """A kernel as it is written."""
    return getattr(kernel, "py_func", kernel)


@pytest.mark.parametrize(("side", "slots"), [(0, [0, 1, 2]), (1, [16, 17])])
def test_a_side_has_the_slots_of_its_units_and_each_slot_its_side(side: int, slots: list[int]) -> None:
    battle = [SimpleNamespace(player=[SimpleNamespace(units=3), SimpleNamespace(units=2)])]
    assert list(plain(slots_of)(battle, side)) == slots
    assert {plain(side_of)(slot) for slot in slots} == {side}


def test_the_core_counts_slots_nowhere_else() -> None:
    sources = Path(tigersim.core.__file__).parent.rglob("*.py")
    found = [path.name for path in sources if path.name != HOME and BY_HAND.search(path.read_text("utf-8"))]
    assert found == []
