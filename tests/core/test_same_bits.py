"""A few of the battles and exact odds on record come out as they did; ``verification.same_bits`` checks all of them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.forms import form
from tests.verification import same_bits, same_bits_answers, same_bits_battles
from tigersim.core.compile.jit import COMPILER_OFF

SLOW = {same_bits_battles.PLANNER, same_bits_battles.CHOOSER, same_bits_battles.READER}
LAST = form(20, 40)
"""The battles before this one are played."""
EACH = 4
"""Questions to each of the exact odds."""


def quick(number: int) -> bool:
    """Whether a battle has none of the slow players."""
    return not SLOW & set(same_bits_battles.terms_of(number)["players"])


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
def test_battles_come_out_as_on_record() -> None:
    record = same_bits.read(same_bits.RECORD)
    for number in filter(quick, range(LAST)):
        assert same_bits_battles.fingerprint(number) == record[f"battle {number}"], same_bits.about(f"battle {number}")


def test_exact_odds_come_out_as_on_record() -> None:
    record = same_bits.read(same_bits.RECORD)
    wanted = [f"odds {name} {number}" for name in same_bits_answers.ASKED for number in range(EACH)]
    lines = dict(same_bits_answers.odds_lines())
    for name in [name for name in wanted if name in lines]:
        assert lines[name]() == record[name], same_bits.about(name)


def test_the_record_is_whole() -> None:
    record = same_bits.read(same_bits.RECORD)
    assert list(record) == [name for name, _ in same_bits.wanted(["battles", *same_bits.PARTS], 0, same_bits.BATTLES)]
    refused = [bits for name, bits in record.items() if name.startswith("battle ") and bits.isalpha()]
    assert len(refused) <= same_bits.BATTLES // 10
    assert not any(bits.startswith(same_bits.CRASH) for bits in record.values())


def test_terms_are_of_all_kinds() -> None:
    drawn = [same_bits_battles.terms_of(number) for number in range(same_bits.BATTLES)]
    told = Counter(str(terms.get("scenario", "standard battle")) for terms in drawn)
    assert set(same_bits_battles.ts.scenarios()) < set(told)
    assert {terms["ruleset"][0] for terms in drawn} == {*same_bits_battles.BASES, same_bits_battles.FIRST_EDITION}
    players = {
        player for terms in drawn for side in terms["players"] for player in ([side] if isinstance(side, str) else side)
    }
    assert players == SLOW | set(same_bits_battles.COMPILED)
    keywords = Counter(key for terms in drawn for key in terms)
    assert min(keywords[key] for key in ("forbid", "landing", "commanders", "decks", "solo", "dummies", "forts")) >= 10


def test_what_differs_is_named_with_its_terms(capsys: pytest.CaptureFixture[str]) -> None:
    record: dict[str, Any] = dict(islice(same_bits.read(same_bits.RECORD).items(), 3))
    assert same_bits.verdict(record, record) == 0
    assert same_bits.verdict({**record, "battle 1": "0" * 16}, record) == 1
    told = capsys.readouterr().out
    assert "DIFFERS: battle 1: 0000000000000000, on record" in told
    assert "armies=" in told
    assert same_bits.verdict(record | {"battle x": "0" * 16}, record) == 1
