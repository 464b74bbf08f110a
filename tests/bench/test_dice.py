"""The yardsticks answer the question that they are timed on."""

from itertools import pairwise

import pytest

from tigersim import odds
from tigersim.bench import dice as bench
from tigersim.odds.resolve import resolve_shot
from tigersim.statistics.intervals import z_score


@pytest.fixture(autouse=True)
def _garbage_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each measurement it is collected, and this process holds all that other tests have left."""
    monkeypatch.setattr("tigersim.bench.dice.gc.collect", lambda: 0)


def test_numpy_twin_agrees_with_the_odds() -> None:
    counts = bench.numpy_shots(resolve_shot(**bench.QUESTION).shot, 300_000, 1)
    exact = odds.shot(**bench.QUESTION)
    for field, count in counts.items():
        assert abs(z_score(count, 300_000, getattr(exact, field))) < 4, field


def test_icepool_agrees_with_the_odds() -> None:
    pytest.importorskip("icepool")
    exact = odds.shot(**bench.QUESTION).exact
    assert bench.icepool_shot(resolve_shot(**bench.QUESTION).shot) == (exact.p_none, exact.p_one_hit, exact.p_destroyed)


def test_icepool_agrees_with_the_odds_of_other_plain_shots() -> None:
    pytest.importorskip("icepool")
    plain = [one for one in bench.different_questions(200) if bench.is_plain(resolve_shot(**one).shot)]
    assert len(plain) > 10
    for question in plain:
        exact = odds.shot(**question).exact
        assert bench.icepool_shot(resolve_shot(**question).shot) == (exact.p_none, exact.p_one_hit, exact.p_destroyed)


def test_new_questions_are_all_different() -> None:
    asked = bench.different_questions(9000)
    assert len({tuple(question.items()) for question in asked}) == 9000
    assert bench.different_questions(9000) == asked


def test_measured_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMPY_TRIALS", "DICE_TRIALS", "TABLE_TRIALS", "REROLL_TRIALS"):
        monkeypatch.setattr(bench, name, 2000)
    monkeypatch.setattr(bench, "EXACT_CALLS", 2)
    monkeypatch.setattr(bench, "NEW_QUESTIONS", 100)
    measured = bench.measure_sampling(repeats=1)
    rate = measured["per_second"]
    assert measured["table_vs_numpy"] == rate["table"] / rate["numpy"]
    assert all(value > 0 for value in rate.values())
    assert measured["repeats"] == 1


def test_without_icepool(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMPY_TRIALS", "DICE_TRIALS", "TABLE_TRIALS", "REROLL_TRIALS"):
        monkeypatch.setattr(bench, name, 1000)
    monkeypatch.setattr(bench, "find_spec", lambda _name: None)
    measured = bench.measure_sampling(repeats=1)
    assert measured["exact_vs_icepool"] is None
    assert measured["exact_new_vs_icepool"] is None
    assert "icepool" in measured["note"]


def test_tasks_take_turns() -> None:
    order: list[str] = []
    rates = bench._rates({name: bench.Task(lambda name=name: order.append(name), 5) for name in "ab"}, 3)
    assert order == ["a", "b"] * 4
    assert all(a != b for a, b in pairwise(order))
    assert set(rates) == {"a", "b"}
