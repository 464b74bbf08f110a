"""The long run that a release must show: what it plays, that it goes on where it was stopped, and what it says last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.verification import invariants
from tigersim.core.decisions import DECISION_NAMES

ASKED = [0] + [3] * (len(DECISION_NAMES) - 1)
TWO = ["--players", "uniform-uniform", "heuristic-uniform"]


def run(monkeypatch: pytest.MonkeyPatch, fault_at: int = -1, *arguments: str) -> tuple[int, list[tuple[str, int]]]:
    """(exit status, chunks that were played) of the command, with nothing behind it; a fault in chunks of a number."""
    played = []

    def one_chunk(pair: str, number: int, seed: int, tables: int) -> invariants.Found:
        played.append((pair, number))
        return invariants.Found(pair, number, "battle 7: wrong" if number == fault_at else "", ASKED)

    monkeypatch.setattr(invariants, "one_chunk", one_chunk)
    monkeypatch.setattr("sys.argv", ["invariants", *TWO, "--threads", "1", *arguments])
    return invariants.main(), played


def test_the_pairs_take_turns_and_the_last_line_says_it_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, played = run(monkeypatch, -1, "--battles", "1000")
    assert status == 0
    assert played == [(pair, number) for number in (0, 1) for pair in TWO[1:]]
    last = capsys.readouterr().out.splitlines()[-1]
    decisions = 4 * 3 * (len(DECISION_NAMES) - 1)
    assert last.startswith(f"sound: 1,000 battles, 2 pairs of players, {decisions:,} decisions, never asked: none; ")


def test_a_fault_is_the_last_line_and_names_its_chunk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, played = run(monkeypatch, 1, "--battles", "2000")
    assert status == 1
    assert played[:3] == [("uniform-uniform", 0), ("heuristic-uniform", 0), ("uniform-uniform", 1)]
    assert len(played) <= 4  # one may have been under way
    assert capsys.readouterr().out.splitlines()[-1] == "FAULT: uniform-uniform:1, seed 1: battle 7: wrong"


def test_it_goes_on_where_it_was_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    assert run(monkeypatch, 1, "--battles", "1000", "--keep", str(keep))[0] == 1
    status, played = run(monkeypatch, -1, "--battles", "1000", "--keep", str(keep))
    assert (status, played) == (0, [("uniform-uniform", 1), ("heuristic-uniform", 1)])  # and the faulty one again
    assert run(monkeypatch, -1, "--battles", "1000", "--keep", str(keep)) == (0, [])
    more, played = run(monkeypatch, -1, "--battles", "1500", "--keep", str(keep))
    assert (more, played) == (0, [("uniform-uniform", 2), ("heuristic-uniform", 2)])


@pytest.mark.parametrize("field", ["sources", "rules_version", "seed", "tables"])
def test_a_file_of_another_run_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, field: str) -> None:
    keep = tmp_path / "kept.jsonl"
    run(monkeypatch, -1, "--battles", "500", "--keep", str(keep))
    first, *rest = keep.read_text(encoding="utf-8").splitlines()
    terms: dict[str, Any] = json.loads(first)
    terms[field] = "another"
    keep.write_text("\n".join([json.dumps(terms), *rest, ""]), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"kept\.jsonl: was begun with other sources or another seed"):
        run(monkeypatch, -1, "--battles", "500", "--keep", str(keep))


def test_what_is_rare_at_a_table_is_common_in_it() -> None:
    chunks = [invariants.a_chunk(("uniform", "tactician"), number, 1, 32) for number in range(60)]
    designs = [chunk.design for chunk in chunks]

    def share(count: int) -> float:
        return count / len(chunks)

    staged = [one for one in designs if not one.terms.scenario.is_standard]
    small = [one for one in chunks if one.landing and one.design.terms.scenario.is_standard and one.inches < 36]
    assert share(len(staged)) > 0.25
    assert share(len(small)) > 0.1
    assert {one.terms.scenario.title for one in staged} >= {"Waves", "Fog of war", "Clash of patrols, reinforced"}
    assert share(sum(one.terms.support != "none" for one in designs)) > 0.6
    assert share(sum(one.terms.seats.commanders != (1, 1) for one in designs)) > 0.15
    assert share(sum(one.terms.solo for one in designs)) > 0.05
    assert share(sum(bool(one.terms.ruleset.changed()) for one in designs)) > 0.35
    assert (
        share(sum(any(one.terms.forts) and bool(chunk.landing) for one, chunk in zip(designs, chunks, strict=True)))
        > 0.05
    )
