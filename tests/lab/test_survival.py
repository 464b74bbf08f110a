"""Who is left after each turn: counted by hand, and read off the logs of the same battles."""

from __future__ import annotations

import re

import numpy as np
import pytest

import tigersim as ts
from tigersim.errors import InvalidValue
from tigersim.lab.survival import ALL, NEVER, counted, survival
from tigersim.statistics.intervals import wilson

ARMIES = ("2 x T-34c, KV-1", "3 x Panzer IV (mid)")


def by_hand() -> dict[tuple[str, str, int], dict[str, float]]:
    """Two battles of 2 and 3 turns: in the first side a loses an X in turn 1 and its Y in turn 2, in the second
    nobody; side b loses its Z in turn 3 of the second."""
    died = np.full((2, 2, 10), NEVER)
    died[0, 0, 0], died[0, 0, 2] = 1, 2
    died[1, 1, 0] = 3
    table = counted([["X", "X", "Y"], ["Z"]], died, np.array([2, 3]))
    return {(row["side"], row["unit"], row["turn"]): row for row in table.to_dict("records")}


def test_counted_by_hand() -> None:
    rows = by_hand()
    shares = {key: row["share"] for key, row in rows.items()}
    assert [shares["a", ALL, turn] for turn in range(4)] == pytest.approx([1, 5 / 6, 4 / 6, 4 / 6])
    assert [shares["a", "X", turn] for turn in range(4)] == pytest.approx([1, 3 / 4, 3 / 4, 3 / 4])
    assert [shares["a", "Y", turn] for turn in range(4)] == pytest.approx([1, 1, 1 / 2, 1 / 2])
    assert [shares["b", "Z", turn] for turn in range(4)] == pytest.approx([1, 1, 1, 1 / 2])
    assert [rows["a", ALL, turn]["under_way"] for turn in range(4)] == [1, 1, 0.5, 0]
    assert [rows[key]["units"] for key in (("a", ALL, 0), ("a", "X", 0), ("b", "Z", 0))] == [3, 2, 1]


def test_intervals() -> None:
    rows = by_hand()
    begin, single, sure = rows["a", "Y", 0], rows["a", "Y", 2], rows["a", "Y", 1]
    assert (begin["low"], begin["high"]) == (1, 1)
    # one of two, with the variance of n - 1: as good as one trial
    assert (single["low"], single["high"]) == pytest.approx(wilson(0.5, 1))
    assert (sure["low"], sure["high"]) == pytest.approx(wilson(2, 2))  # nothing has happened yet in two battles


def test_units_of_one_battle_hang_together() -> None:
    """All four live or all four die: as much is known as of one unit."""
    died = np.full((100, 2, 10), NEVER)
    died[:30, 0, :4] = 1
    table = counted([["X"] * 4, ["Z"]], died, np.ones(100, dtype=np.int64))
    (row,) = table[(table["side"] == "a") & (table["unit"] == "X") & (table["turn"] == 1)].to_dict("records")
    assert (row["low"], row["high"]) == pytest.approx(wilson(0.7 * 99, 99))


def test_the_logs_of_the_same_battles_say_the_same() -> None:
    found = survival(ARMIES, 6, seed=3, tables=2)
    fallen: dict[tuple[str, int], int] = {}
    last = 0
    for number in range(6):
        battle = ts.Battle.start(armies=ARMIES, seed=3, number=number, table=number % 2)
        last = max(last, battle.play().turns)
        turn = 0
        for line in battle.log():
            if begun := re.match(r"--- turn (\d+)", line):
                turn = int(begun[1])
            if dead := re.match(r"  ([ab])\d+ .* is destroyed", line):
                fallen[dead[1], turn] = fallen.get((dead[1], turn), 0) + 1
    assert fallen
    everybody = found.table[found.table["unit"] == ALL]
    assert everybody["turn"].max() == last
    for side in "ab":
        alive = 18
        for row in everybody[everybody["side"] == side].to_dict("records"):
            alive -= fallen.get((side, row["turn"]), 0)
            assert row["share"] == pytest.approx(alive / 18)


def test_the_same_seed_gives_the_same_table() -> None:
    one, other = (survival(ARMIES, 3, seed=4) for _ in range(2))
    assert one.table.equals(other.table)
    assert one.provenance["armies"][0] == ["T-34c [ussr]", "T-34c [ussr]", "KV-1 [ussr]"]


def test_too_few_battles_are_refused() -> None:
    with pytest.raises(InvalidValue, match="2 or more"):
        survival(ARMIES, 1)
