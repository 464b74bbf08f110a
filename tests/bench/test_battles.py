"""The yardstick for battles measures what it says."""

import pytest

from tigersim.bench import battles as bench_battles
from tigersim.lab.batch import Arena, Batch


def test_rates_of_all_players_and_the_control(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes that take as long as one do twice the work."""
    (alone,) = bench_battles._processes(1, 1)
    assert alone > 0
    monkeypatch.setattr(bench_battles, "_processes", lambda count, tasks: [alone] * count)
    measured = bench_battles.measure_battles(repeats=1, tasks=1)
    assert set(measured) == {
        *("battles_per_second_per_thread", "largest_vs_standard", "two_threads_vs_one", "control_two_processes")
    }
    assert set(measured["largest_vs_standard"]) == {"heuristic", "tactician"}
    assert all(ratio > 0 for ratio in measured["largest_vs_standard"].values())
    assert set(measured["battles_per_second_per_thread"]) == {"uniform", "heuristic", "tactician", "strategist"}
    assert all(rate > 0 for rate in measured["battles_per_second_per_thread"].values())
    assert measured["two_threads_vs_one"] > 0
    assert measured["control_two_processes"] == 2


def test_slow_players_are_timed_on_the_table_of_every_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables differ by half in how long such a battle takes: the first alone says little."""
    monkeypatch.setattr(bench_battles, "_processes", lambda count, _: [1.0] * count)
    timed, play = [], Arena.play

    def noted(arena: Arena, task: int, n: int) -> Batch:
        timed.append((arena.design.players, task, n))
        return play(arena, task, n)

    monkeypatch.setattr(Arena, "play", noted)
    bench_battles.measure_battles(repeats=1, tasks=3)
    slow = [(task, n) for players, task, n in timed if bench_battles.SLOW in players]
    assert slow[1:] == [(task, bench_battles.FEW) for task in range(3)]  # after one that compiles
