"""Jobs on threads: answers in order, jobs made no sooner than needed, nothing left running."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tigersim.errors import InvalidValue
from tigersim.lab.jobs import AHEAD, checked, in_order


def slow_first(k: int) -> int:
    time.sleep(0.02 if k == 0 else 0)
    return k


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_answers_come_in_the_order_of_the_jobs(threads: int) -> None:
    assert list(in_order((partial(slow_first, k) for k in range(50)), threads)) == list(range(50))


def test_jobs_are_made_shortly_before_they_begin() -> None:
    made = 0

    def jobs() -> Iterator[Callable[[], int]]:
        nonlocal made
        for k in range(100):
            made += 1
            yield partial(slow_first, k)

    answers = in_order(jobs(), 2)
    for taken in range(1, 20):
        next(answers)
        assert taken <= made <= taken + 2 * AHEAD
    answers.close()
    assert made < 40
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("tigersim")]


def test_an_error_of_a_job_is_an_error_here() -> None:
    def fails() -> int:
        raise MemoryError("enough")

    with pytest.raises(MemoryError, match="enough"):
        list(in_order([partial(slow_first, 1), fails], 2))


def test_threads_are_checked() -> None:
    assert checked(3) == 3
    assert checked(None) >= 1
    with pytest.raises(InvalidValue, match="threads is 0"):
        checked(0)
    with pytest.raises(InvalidValue, match="threads is -1"):
        list(in_order([], -1))


@pytest.mark.parametrize("how", ["closed", "failed", "done"])
def test_what_has_begun_is_halted_only_when_it_is_not_wanted_any_more(how: str) -> None:
    halted = threading.Event()

    def last() -> int:
        if how == "failed":
            raise MemoryError("enough")
        if how == "closed":
            assert halted.wait(30)  # else closing would wait for this
        return 1

    answers = in_order([partial(slow_first, 0), last], 2, halted.set)
    assert next(answers) == 0
    if how == "closed":
        answers.close()
    elif how == "failed":
        with pytest.raises(MemoryError):
            next(answers)
    else:
        assert list(answers) == [1]
    assert halted.is_set() == (how != "done")
