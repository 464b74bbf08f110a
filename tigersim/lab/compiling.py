"""How far the compiling of kernels is, told by what appears in their folder, whichever process put it there.

The functions that a kernel is made of are found from its names.  Each takes about as long as another; when all are
there, the kernel is made of them, and takes as long as a share of them (``WHOLE``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from types import CodeType
from typing import Any, NamedTuple

from tigersim.core import muster
from tigersim.core.compile.jit import CALLED_BY_KERNELS, DISPATCHERS
from tigersim.core.play import engine, kernels

WHOLE = 0.1
"""How long a kernel is optimised, in parts of the time that its functions take: 0.02 (tactician) to 0.15 measured."""
SPELL = 0.5
"""Seconds between two looks."""

Told = Callable[[int, int, float | None], None]
"""Called with functions compiled, functions in all, and the seconds that are left (None: not known yet)."""


class Work(NamedTuple):
    """Files that compiling makes: of the functions, and of the kernels, with the number of functions in each."""

    functions: frozenset[Path]
    kernels: dict[Path, int]

    @classmethod
    def of(cls, kinds: Iterable[str]) -> Work:
        """What battles of these kinds of matches need and the folder does not have."""
        functions: set[Path] = set()
        heads: dict[Path, int] = {}
        for kind in kinds:
            about = kernels.KINDS[kind]
            reached = functions_of(about.kernel)
            whole = _file(about.kernel)
            functions |= {path for one in reached if (path := _file(one)) is not None and path != whole}
            if whole is not None and not whole.exists():
                heads[whole] = len(reached)
        others = functions_of(muster.muster, engine.set_up, engine.carry_on)
        functions |= {path for one in others if (path := _file(one)) is not None}
        return cls(frozenset(path for path in functions if not path.exists()), heads)

    def left(self) -> tuple[int, float]:
        """Functions that are not there yet, and how much is left, kernels counted as functions."""
        functions = sum(not path.exists() for path in self.functions)
        return functions, functions + sum(WHOLE * size for path, size in self.kernels.items() if not path.exists())


def functions_of(*heads: Any) -> list[Any]:
    """The compiled functions that some functions are made of, themselves among them."""
    import_module(DISPATCHERS)  # which tells of all rules that kernels may call
    found: dict[Any, Any] = {}
    left = list(heads)
    while left:
        one = left.pop()
        python = getattr(one, "py_func", one)
        if python not in found:
            found[python] = one
            left += [each for each in _named_in(python) if hasattr(each, "py_func") or _is_registered(each)]
    return list(found.values())


def _is_registered(thing: Any) -> bool:
    return callable(thing) and getattr(thing, "__hash__", None) is not None and thing in CALLED_BY_KERNELS


def _named_in(python: Any) -> Iterator[Any]:
    """What the names of a plain function stand for, as far as it is of its module or closed over."""
    for code in _codes(python.__code__):
        for name in code.co_names:
            thing = python.__globals__.get(name)
            if thing is not None:
                yield thing
                for part in code.co_names:  # names of another module: ``engine.carry_on``
                    if (other := vars(thing).get(part) if hasattr(thing, "__spec__") else None) is not None:
                        yield other
    yield from (cell.cell_contents for cell in python.__closure__ or ())


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _file(function: Any) -> Path | None:
    """Where a compiled function is listed on disk; None for one that is not kept."""
    index = getattr(getattr(getattr(function, "_cache", None), "_cache_file", None), "_index_path", None)
    return None if index is None else Path(index)


@contextmanager
def watched(kinds: Sequence[str], told: Told | None) -> Iterator[None]:
    """Tell how far compiling is, now and then, while it goes on within."""
    work = Work.of(kinds) if told is not None else None
    if told is None or work is None or not (work.functions or work.kernels):
        yield
        return
    over = Event()
    watching = Thread(target=_watch, args=(work, told, over), daemon=True)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()


def _watch(work: Work, told: Told, over: Event) -> None:
    total, (_, all_of_it) = len(work.functions), work.left()
    pace = Pace(all_of_it, time.monotonic())
    while True:
        functions, left = work.left()
        told(total - functions, total, pace.seconds_left(left, time.monotonic()))
        if over.wait(SPELL):
            return


class Pace:
    """How long the rest will take at the pace so far; while nothing new appears, time passes all the same."""

    def __init__(self, all_of_it: float, now: float) -> None:
        self.all_of_it, self.begun = all_of_it, now
        self.before, self.end = all_of_it, float("inf")

    def seconds_left(self, left: float, now: float) -> float | None:
        """Seconds until the end; None before anything is done."""
        if left < self.before:
            self.before = left
            self.end = now + left * (now - self.begun) / (self.all_of_it - left)
        return max(self.end - now, 0.0) if self.end < float("inf") else None
