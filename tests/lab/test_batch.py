"""Batches: the same bytes however the work is shared out, and every battle of a batch can be shown."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from tests.forms import form
from tests.lab.short_list import QUICK, UNITS, small
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import ENDED_BY
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.game.ground import make_table
from tigersim.lab import Batch, Design, play_batches
from tigersim.lab.batch import Arena, on_threads
from tigersim.lab.design import BATTLES_PER_TASK

TASKS = 7


def contents(batches: list[Batch]) -> bytes:
    return b"".join(batch.results.tobytes() for batch in batches)


@pytest.fixture(scope="module")
def in_one_go() -> list[Batch]:
    return list(play_batches(small(), 0, TASKS, threads=1))


def test_batches_come_in_order_with_their_numbers(in_one_go: list[Batch]) -> None:
    assert [batch.task for batch in in_one_go] == list(range(TASKS))
    assert {len(batch) for batch in in_one_go} == {BATTLES_PER_TASK}
    for batch in in_one_go:
        assert batch.first == batch.task * BATTLES_PER_TASK
        assert np.array_equal(batch.results["number"], np.arange(batch.first, batch.first + BATTLES_PER_TASK))
        assert set(batch.results["table"]) == {batch.task % 3}


@pytest.mark.parametrize("player", ["heuristic", "uniform"])
def test_threads_leave_no_trace(player: str) -> None:
    design = small(players=(player, player))
    one, two, five = (contents(list(play_batches(design, 0, TASKS, threads))) for threads in (1, 2, 5))
    assert one == two == five


@pytest.mark.skipif(COMPILER_OFF, reason="strategists think")
def test_strategists_leave_no_trace_either() -> None:
    design = small(players=("strategist", "tactician"))
    tasks = [(0, form(20, BATTLES_PER_TASK)), (1, 8)]
    one, two = (contents(list(on_threads(Arena(design), threads)(tasks))) for threads in (1, 2))
    assert one == two


def test_a_new_table_every_two_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tasks and threads, and although few tables are kept: 1.5 MB each."""
    monkeypatch.setattr("tigersim.lab.batch.TABLES_KEPT", 2)
    design = small(tables=None)
    arena = Arena(design)
    one = [arena.play(task) for task in range(TASKS)]
    assert [set(batch.results["table"]) for batch in one] == [{task // 2} for task in range(TASKS)]
    assert len(arena._tables) == 2
    assert contents(list(play_batches(design, 0, TASKS, threads=3))) == contents(one)
    assert contents([arena.play(0)]) == contents(one[:1])  # its table is made again
    # tasks 0 and 6 of a run of three tables in turn are on table 0, too: the same battles of task 0
    assert contents([Arena(small()).play(0)]) == contents(one[:1])


@pytest.mark.parametrize("sizes", [[1] * TASKS, [2, 5], [6, 1]])
def test_chunks_leave_no_trace(in_one_go: list[Batch], sizes: list[int]) -> None:
    arena, batches, at = Arena(small()), [], 0
    for size in sizes:
        batches += arena.batches(at, size, threads=2)
        at += size
    assert contents(batches) == contents(in_one_go)


def test_order_and_company_leave_no_trace(in_one_go: list[Batch]) -> None:
    """A task played alone, after others of another design's, or by a fresh arena is the same task."""
    arena = Arena(small())
    backwards = [arena.play(task) for task in reversed(range(TASKS))]
    assert contents(backwards[::-1]) == contents(in_one_go)
    assert contents([Arena(small()).play(4)]) == contents(in_one_go[4:5])


def test_a_task_can_be_played_in_part(in_one_go: list[Batch]) -> None:
    part = list(play_batches(small(), 2, 3, threads=2, last_task_battles=100))
    assert [len(batch) for batch in part] == [BATTLES_PER_TASK, BATTLES_PER_TASK, 100]
    assert contents(part) == contents(in_one_go[2:4]) + in_one_go[4].results[:100].tobytes()


@pytest.mark.parametrize("settings", [{"threads": 0}, {"last_task_battles": 0}, {"last_task_battles": 257}])
def test_bad_settings_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(InvalidValue, match=r"is (0|257); allowed: 1"):
        next(play_batches(small(), 0, 1, **settings))


def test_no_tasks_no_batches() -> None:
    assert list(play_batches(small(), 3, 0)) == []


def test_every_batch_is_told() -> None:
    told: list[int] = []
    for k, _ in enumerate(play_batches(small(), 0, 4, threads=2, played=told.append, last_task_battles=10)):
        assert len(told) == k + 1
    assert told == [BATTLES_PER_TASK] * 3 + [10]


def test_closing_stops_the_threads(in_one_go: list[Batch]) -> None:
    batches = play_batches(small(), 0, 10_000, threads=2)
    assert contents([next(batches)]) == contents(in_one_go[:1])
    batches.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("tigersim")]


def test_an_error_in_a_thread_is_an_error_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(arena: Arena, task: int, n: int = BATTLES_PER_TASK) -> Batch:
        raise MemoryError(f"task {task}")

    monkeypatch.setattr(Arena, "play", fails)
    with pytest.raises(MemoryError, match="task 0"):
        next(play_batches(small(), 0, 3, threads=2))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("tigersim")]


def test_any_battle_of_a_batch_can_be_shown(in_one_go: list[Batch]) -> None:
    """No battle is stored, each is replayed from the experiment's seed and its number."""
    for batch in in_one_go[:4]:
        for row in batch.results[5::83]:
            armies = [[UNITS[kind] for kind in row["kind"][side] if kind >= 0] for side in range(2)]
            shown = Battle.start(
                armies=(armies[0], armies[1]),
                seed=5,
                number=int(row["number"]),
                table=int(row["table"]),
                players=QUICK,
            )
            outcome = shown.play()
            assert [outcome.vp_a, outcome.vp_b] == row["vp"].tolist()
            assert (outcome.turns, outcome.decks) == (row["turns"], row["decks"])
            assert outcome.ended_by == ENDED_BY[row["ended_by"]]
            dead = [[bool(shown.record[0].unit[16 * side + k].died) for k in range(16)] for side in range(2)]
            assert dead == (row["dead"] == 1).tolist()


def test_arenas_make_each_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(seed: int, number: int, *settings: Any, **others: Any) -> object:
        made.append(number)
        return make_table(seed, number, *settings, **others)

    monkeypatch.setattr("tigersim.game.terms.make_table", counted)
    list(play_batches(small(), 0, 8, threads=2))
    assert sorted(made) == [0, 1, 2]


def test_players_are_those_of_the_design() -> None:
    def share_of_wins(players: tuple[str, str]) -> float:
        vp = np.concatenate([batch.results["vp"] for batch in play_batches(Design(players=players, tables=4), 0, 4)])
        return float((vp[:, 0] > vp[:, 1]).mean())

    assert share_of_wins(("heuristic", "uniform")) > 0.7
    assert share_of_wins(("uniform", "heuristic")) < 0.3


def test_any_battles_of_a_task_can_be_played(in_one_go: list[Batch]) -> None:
    part = Arena(small()).results(2 * BATTLES_PER_TASK + 40, 9)
    assert part.tobytes() == in_one_go[2].results[40:49].tobytes()


def test_a_mirrored_arena_shares_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = Arena(small(players=("heuristic", "uniform")))
    mirror = arena.mirror()
    assert mirror.design == arena.design.mirror()
    assert mirror.table(1) is arena.table(1)
    alone = Arena(small(players=("uniform", "heuristic"))).play(1, 20)
    assert contents([mirror.play(1, 20)]) == contents([alone])


def test_the_budget_reaches_the_planners(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    monkeypatch.setattr("tigersim.lab.batch.play_many", lambda kind, b, t, w, *_: seen.append(w[0].playouts.tolist()))
    for playouts in ((64, 300), (5, 5)):
        Arena(small(players=("planner", "planner"), playouts=playouts)).play(0, 1)
    assert seen == [[64, 300], [5, 5]]
