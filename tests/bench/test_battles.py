"""The yardstick for battles measures what it says."""

import pytest

from tigersim.bench import battles as bench_battles


def test_rates_of_all_players_and_the_control() -> None:
    measured = bench_battles.measure_battles(repeats=1, tasks=1)
    assert set(measured) == {
        *("battles_per_second_per_thread", "largest_vs_standard", "two_threads_vs_one", "control_two_processes")
    }
    assert set(measured["largest_vs_standard"]) == {"heuristic", "tactician"}
    assert all(ratio > 0 for ratio in measured["largest_vs_standard"].values())
    assert set(measured["battles_per_second_per_thread"]) == {"uniform", "heuristic", "tactician", "strategist"}
    assert all(rate > 0 for rate in measured["battles_per_second_per_thread"].values())
    assert measured["two_threads_vs_one"] > 0
    assert measured["control_two_processes"] > 0


def test_two_processes_that_take_as_long_as_one_do_twice_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_battles, "_processes", lambda count, tasks: [2.0] * count)
    assert bench_battles.measure_battles(repeats=1, tasks=1)["control_two_processes"] == 2
