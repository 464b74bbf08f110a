"""Battles between given armies, not those that a design draws, on all cores.

What is played is kept by what it is (design, armies, numbers), so a study that was killed plays no more twice than the
file that it was at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue
from tigersim.files.atomic import kept_file
from tigersim.game.records import army_slots
from tigersim.game.terms import Terms
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.jobs import checked, in_order
from tigersim.lab.run import read_results, write_results

Armies = npt.NDArray[np.int64]
"""Unit numbers of both sides, (n, 2, MAX_UNITS); -1 = empty slot."""
Numbers = npt.NDArray[np.int64]
"""Numbers of battles, (n,)."""
Told = Callable[[int], None]
"""Called with the number of battles that have just been played, or read."""

KEPT = "kept"
"""The directory, within that of a study, of what it has played."""
CHUNK = 80 * BATTLES_PER_TASK
"""Battles in one file that is kept."""


def check_all_fight(terms: Terms) -> None:
    """Raises ``InvalidValue`` for unit cards: all units of given armies take the field."""
    for field, shares in (("dummies", terms.dummies), ("removed", terms.removed)):
        if any(shares):
            raise InvalidValue(field, shares, "0: all units of both armies take the field")


def slots_of(armies: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """Unit numbers as rows of slots, (n, MAX_UNITS).  Raises ``InvalidValue`` for a wrong size."""
    return np.array([army_slots(army) for army in armies], dtype=np.int64).reshape(-1, MAX_UNITS)


class Given:
    """Plays given armies by the terms, tables and players of a design, whatever its sizes.

    ``folder``: where what was played is kept; a study that is asked for the same again reads it there.
    """

    def __init__(
        self, design: Design, folder: str | Path | None = None, threads: int | None = None, told: Told | None = None
    ) -> None:
        self.design = design
        self.folder = None if folder is None else Path(folder)
        self.threads = checked(threads)
        self.told = told or (lambda battles: None)
        self._arena = Arena(design)

    def play(self, armies: Armies, first: int = 0) -> Any:
        """RESULT records of the battles between ``armies``, numbered from ``first`` on.

        A battle's table, dice and cards follow from its number: the same numbers with the armies of the two sides
        exchanged are the mirrored battles.  Raises ``InvalidValue`` for armies that are none, ``RunError`` for files
        that cannot be used.
        """
        given = self._checked(armies)
        numbers = np.arange(first, first + len(given))
        edges = range(first - first % CHUNK, first + len(given), CHUNK)
        cuts = [slice(max(low - first, 0), low + CHUNK - first) for low in edges]
        return np.concatenate([self._chunk(given[cut], numbers[cut]) for cut in cuts]).view(np.recarray)

    def at(self, armies: Armies, numbers: Numbers) -> Any:
        """RESULT records of the battles between ``armies`` at ``numbers``, in any order.

        Armies that play at the same numbers have the same tables, cards and dice, so that less chance is between them.
        Raises what ``play`` raises, and ``InvalidValue`` for numbers that do not fit.
        """
        given, wanted = self._checked(armies), np.ascontiguousarray(numbers, dtype=np.int64)
        if wanted.shape != (len(given),) or wanted.min() < 0:
            raise InvalidValue("numbers", f"an array of shape {wanted.shape}", f"{len(given)} numbers from 0 on")
        cuts = [slice(low, low + CHUNK) for low in range(0, len(given), CHUNK)]
        return np.concatenate([self._chunk(given[cut], wanted[cut]) for cut in cuts]).view(np.recarray)

    def repriced(self, prices: Sequence[int]) -> Given:
        """The players on their tables by other prices, () = as printed.  Raises as ``Design`` does."""
        return self._of(replace(self.design, prices=tuple(prices)))

    def mirror(self, design: Design | None = None) -> Given:
        """The players in each other's places on their tables; design: the mirrored one, if at hand."""
        return self._of(design or self.design.mirror())

    def _of(self, design: Design) -> Given:
        other = Given(design, self.folder, self.threads, self.told)
        other._arena = self._arena.on_these_tables(design)
        return other

    def mirrored(self, armies: Armies) -> tuple[Any, Any]:
        """The battles and their mirror images: the same numbers, the armies having changed sides."""
        return self.play(armies), self.play(np.asarray(armies)[:, ::-1])

    def _checked(self, armies: Armies) -> Armies:
        given = np.ascontiguousarray(armies, dtype=np.int64)
        kinds = len(self.design.units)
        if given.ndim != 3 or given.shape[1:] != (2, MAX_UNITS) or not given.size:
            raise InvalidValue("armies", f"an array of shape {given.shape}", f"shape (battles, 2, {MAX_UNITS})")
        if given.min() < NOBODY or given.max() >= kinds or (given < 0).all(axis=2).any():
            raise InvalidValue("armies", "an army without units or with unknown ones", f"units 0 to {kinds - 1}")
        return given

    def _chunk(self, armies: Armies, numbers: Numbers) -> Any:
        path = kept_file(self.folder, self.design.provenance, ".parquet", numbers.tobytes(), armies.tobytes())
        if path is not None and path.exists():
            results = read_results(path)
            self.told(len(results))
            return results
        results = np.concatenate(list(self._played(armies, numbers)))
        if path is not None:
            write_results(path, results)
        return results

    def _played(self, armies: Armies, numbers: Numbers) -> Iterator[Any]:
        warm(self.design.players)
        with closing(in_order(self._jobs(armies, numbers), self.threads)) as done:
            for results in done:
                yield results
                self.told(len(results))

    def _jobs(self, armies: Armies, numbers: Numbers) -> Iterator[Callable[[], Any]]:
        """Jobs of about one task, each of one or more runs of numbers on one table."""
        follows = (np.diff(numbers) == 1) & (numbers[1:] % BATTLES_PER_TASK != 0)
        edges = [0, *(np.flatnonzero(~follows) + 1).tolist(), len(numbers)]
        job: list[slice] = []
        for low, high in pairwise(edges):
            if job and high - job[0].start > BATTLES_PER_TASK:
                yield partial(self._spells, armies, numbers, job)
                job = []
            job.append(slice(low, high))
        yield partial(self._spells, armies, numbers, job)

    def _spells(self, armies: Armies, numbers: Numbers, spells: Sequence[slice]) -> Any:
        played = [self._arena.results(int(numbers[s.start]), s.stop - s.start, armies=armies[s]) for s in spells]
        return np.concatenate(played)


def margins(results: Any) -> npt.NDArray[np.int64]:
    """VP of side a minus VP of side b."""
    vp = results["vp"].astype(np.int64)
    return np.asarray(vp[:, 0] - vp[:, 1])


def kill_luck(results: Any, worth: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """VP of kills beyond their odds, in favour of side a; ``worth``: VP of each kind of unit."""
    kind = results["kind"]
    beyond = (results["dead"] - results["hazard"]) * np.where(kind >= 0, worth[kind], 0.0)
    lost = beyond.sum(axis=2)
    return np.asarray(lost[:, 1] - lost[:, 0])


def lucks(results: Any, worth: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What chance brought side a, (battles, kinds): ``kill_luck``, then those of ``core.luck``."""
    return np.column_stack([kill_luck(results, worth), results["luck"].reshape(len(results), -1)])
