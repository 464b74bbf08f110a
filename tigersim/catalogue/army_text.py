"""Armies as text that goes into a chat, a file or a note, and comes back.

A block has a line for every kind of unit and ends in ``Army: 3 x T-34c, KV-1``, which is what is read back; what stands
around it does not matter.  A text without such a line is read as a list of units, one a line or with commas.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tigersim.catalogue.units import Unit, format_army, members, parse_army
from tigersim.errors import DataError, InvalidValue, brief

ARMY_LINE = re.compile(r"\W*army:\s*(\S.*)", re.IGNORECASE)
"""The line of a block that is read back, however a chat quotes it."""
TEXT = "the text of an army"
"""What errors call a text that comes from no file."""


ArmyGiven: TypeAlias = "str | Sequence[Unit | str]"
"""An army: text, or a list of units or of their names."""


class Priced(NamedTuple):
    """What the units of an army cost, in their order, and what that is counted in: "VP" or "points"."""

    costs: Sequence[int]
    counted: str = "VP"
    budget: float | None = None
    """To spend; None = not said."""
    title: str = ""
    """Of the list of costs; "" = as printed."""


def army_block(army: Sequence[Unit], priced: Priced, units: Sequence[Unit] | None = None) -> str:
    """The army as lines to paste into a chat; ``army_line`` reads them back.

    units: where names are looked up, as for ``parse_army``.
    """
    total, counted = sum(priced.costs), priced.counted
    spent = f"{total} {counted}" if priced.budget is None else f"{total} of {priced.budget:g} {counted}"
    nations = " and ".join(dict.fromkeys(one.nation for one in army))
    costs: Counter[Unit] = Counter()
    for one, cost in zip(army, priced.costs, strict=True):
        costs[one] += cost
    lines = [f"{army.count(one)} x {format_army([one], units)} - {cost} {counted}" for one, cost in costs.items()]
    units_of = f"{len(army)} unit{'' if len(army) == 1 else 's'}"
    by = priced.title or "as printed"
    return "\n".join(
        [
            f"Paper Tigers, army of {nations}: {spent}",
            *lines,
            f"Total: {total} {counted}, {units_of}, {by}",
            f"Army: {format_army(army, units)}",
        ]
    )


def army_line(text: str, where: str = TEXT) -> str:
    """The army of a text as one line that ``parse_army`` reads.

    text: a line, a block of ``army_block``, lines of units, or JSON with an ``army``.
    where: what errors call it.

    Raises ``DataError`` for a text without an army or with several.
    """
    plain = text.lstrip("\ufeff").strip()
    if plain.startswith(("{", "[")):
        return _of_json(plain, where)
    found = [line[1].strip() for line in map(ARMY_LINE.fullmatch, map(str.strip, plain.splitlines())) if line]
    if len(found) > 1:
        raise DataError(where, None, None, f"holds {len(found)} armies; leave one line that begins with 'Army:'")
    if found:
        return found[0]
    lines = [line.strip().rstrip(",") for line in plain.splitlines()]
    units = [line for line in lines if line and not line.startswith("#")]
    if not units:
        raise DataError(where, None, None, "holds no army; write units, as in 3 x M4 Sherman, Jeep [usa]")
    return ", ".join(units)


def units_of(given: ArmyGiven, units: Sequence[Unit] | None = None) -> list[Unit]:
    """The units of an army: a list of them or of their names, or any text that ``army_line`` reads.

    Raises ``InvalidValue`` for anything else, and what ``army_line``, ``parse_army`` and ``unit`` raise.
    """
    if not isinstance(given, str):
        if not isinstance(given, Iterable):
            raise InvalidValue("army", given, 'text, as "3 x M4 Sherman, Jeep [usa]", or a list of units')
        return members(given, units)
    one_line = "\n" not in given.strip() and not given.lstrip().startswith(("{", "["))
    return parse_army(given if one_line and not ARMY_LINE.fullmatch(given.strip()) else army_line(given), units)


def _of_json(text: str, where: str) -> str:
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise DataError(where, None, None, "is no JSON that can be read") from None
    if isinstance(found, Mapping):
        for name in ("armies", "suggestions"):  # several answers at once: the first
            several = found.get(name)
            found = several[0] if isinstance(several, list) and several and "army" not in found else found
    if not isinstance(found, Mapping) or not isinstance(found.get("army"), str):
        raise DataError(
            where, None, "army", f"is no text in {brief(text, 20)}; write what `tigersim army --json` prints"
        )
    return army_line(found["army"], where)
