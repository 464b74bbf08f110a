"""Run directories: settings, parts of battles, and a run that goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules, in_words
from tigersim.catalogue.units import Unit
from tigersim.core import layout
from tigersim.core.compile.signals import uninterrupted
from tigersim.core.sizes import record
from tigersim.errors import DamagedFile, NoResults, RunError, brief
from tigersim.files.atomic import clear_passing, make_folder, write_json, write_whole
from tigersim.files.documents import is_file, json_of
from tigersim.files.locks import locked
from tigersim.lab.batch import Arena, Batch, Crew, Progress, play_batches
from tigersim.lab.design import BATTLES_PER_TASK, Design

ALL_FIELDS: tuple[str, ...] = layout.RESULT.names or ()
"""What is kept of a battle."""
TASKS_PER_PART = 80
"""Tasks in one parquet file: 20,480 battles, some megabytes."""
SAVE_EVERY = 60.0
"""Seconds of playing after which a part is written although it is not complete: so much is lost by a kill at most."""
FOLLOWS = ("costs", "profiles", "units")
"""Settings that follow from others, which say more."""
SETTINGS = "settings.json"
BATTLES = "battles"


class Run:
    """The battles of one design in one directory.

    ``settings.json`` says what is played; ``battles/part-NNNNN.parquet`` hold the battles.  A directory with other
    settings is refused with ``RunError``, one with the same settings is carried on: same bits as in one go.
    """

    def __init__(self, folder: str | Path, design: Design) -> None:
        self.folder = Path(folder)
        self.design = design
        self._arena = Arena(design)
        self._held = False
        keep_settings(self.folder, BATTLES, design.provenance())

    @classmethod
    def open(cls, folder: str | Path, among: Iterable[Unit]) -> Run:
        """The run that is kept in a directory; ``among``: units of which it may hold some.

        Raises ``RunError`` for a directory without a run, and for a run that this version plays otherwise.
        """
        place = Path(folder)
        if not is_file(place / SETTINGS):
            raise NoResults(f"{place} holds no run: there is no {SETTINGS} in it")
        there = read_settings(place)
        try:
            design = Design.of_provenance(there, among)
        except (KeyError, TypeError, ValueError, LookupError) as error:
            raise RunError(f"{place / SETTINGS} cannot be used: {' '.join(str(error).split())}") from None
        differs = first_difference(there, design.provenance())
        if differs is not None:
            raise RunError(
                f"{place} holds a run with another '{differs.name}' than this version of tigersim plays with"
            )
        return cls(place, design)

    @staticmethod
    def name_for(design: Design) -> str:
        """A directory name of its own for every design."""
        text = json.dumps(design.provenance(), sort_keys=True)
        return f"prices-seed{design.seed}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the directory to oneself, so that no other writes a shorter part over a longer one.

        What a process that was killed has left half written is cleared.  Raises ``RunError`` while another process has
        the directory.
        """
        if self._held:
            yield
            return
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(self.folder, wait=False))
            except BlockingIOError:
                raise RunError(
                    f"another process is at work in {self.folder}; wait until it is done, or choose another directory "
                    "with --out"
                ) from None
            self._held = True
            stack.callback(setattr, self, "_held", False)
            clear_passing(self.folder)
            clear_passing(self.folder / BATTLES)
            yield

    def _part(self, part: int) -> Path:
        return self.folder / BATTLES / f"part-{part:05d}.parquet"

    def batches(
        self, first: int, end: int, threads: int | None = None, played: Progress | None = None, crew: Crew | None = None
    ) -> Iterator[list[Batch]]:
        """Tasks ``first`` to ``end`` - 1, part by part, read from disk or played and written.

        A part is written when it is complete, every minute before that, and when the run is interrupted: what was
        played is kept.  ``played`` is called with the number of battles of every batch.  ``crew``: who plays, in place
        of ``threads`` here.
        """
        with self.held():
            part, last = first // TASKS_PER_PART, -(-end // TASKS_PER_PART)
            while part < last:
                begin, have = part * TASKS_PER_PART, self._read(part)
                if played is not None:
                    for batch in have[max(first - begin, 0) : end - begin]:
                        played(len(batch))
                until = next((later for later in range(part + 1, last) if self._part(later).exists()), last)
                at, stop = begin + len(have), min(until * TASKS_PER_PART, end)
                # one stream up to the next part that is there: who plays plays on while parts are written and used
                with closing(self._played(at, stop, threads, crew)) as coming:
                    for number in range(part, until):
                        begin = number * TASKS_PER_PART
                        wanted = min(TASKS_PER_PART, end - begin)
                        self._fill(number, have, islice(coming, max(wanted - len(have), 0)), played)
                        yield have[max(first - begin, 0) : wanted]
                        have = []
                part = until

    def stored(self, first: int, tasks: int, fields: Sequence[str] = ALL_FIELDS) -> list[Batch]:
        """Tasks of one part that were played before, from the disk.

        fields: of their records; the ``number`` must be among them.

        Raises ``RunError`` if lost.
        """
        part, at = divmod(first, TASKS_PER_PART)
        found = self._read(part, fields)[at : at + tasks]
        if len(found) < tasks:
            raise RunError(f"{self._part(part)} has been deleted or cut short; give the same command again")
        return found

    def parts(self) -> Iterator[list[Batch]]:
        """All battles on disk, part by part.  Raises ``RunError`` for a damaged or missing part."""
        there = self._there()
        for number, path in enumerate(there):
            found = self._read(number)
            if path != self._part(number) or (len(found) < TASKS_PER_PART and path != there[-1]):
                raise RunError(
                    f"{self._part(number)} is missing or cut short, though {there[-1].name} is there; the command that "
                    "made the run plays it again"
                )
            yield found

    def tasks(self) -> int:
        """How many tasks are on disk, if all of it is sound (``parts`` looks)."""
        there = self._there()
        last = int(there[-1].stem.removeprefix("part-")) if there else 0
        return TASKS_PER_PART * last + len(self._read(last))

    def _there(self) -> list[Path]:
        return sorted((self.folder / BATTLES).glob("part-*.parquet"))

    def _played(self, first: int, end: int, threads: int | None, crew: Crew | None) -> Generator[Batch, None, None]:
        """Tasks ``first`` to ``end`` - 1, begun when the first is taken."""
        yield from play_batches(self.design, first, end - first, threads, self._arena, crew=crew)

    def _fill(self, part: int, have: list[Batch], coming: Iterator[Batch], played: Progress | None) -> None:
        """Add what comes to what a part has, and write it."""
        written, at = len(have), time.monotonic()
        try:
            for batch in coming:
                have.append(batch)
                if played is not None:  # told when it is kept, so that Ctrl-C never loses what was told
                    played(len(batch))
                if time.monotonic() - at > SAVE_EVERY:
                    self._write(part, have)
                    written, at = len(have), time.monotonic()
        finally:
            if len(have) > written:
                self._write(part, have)

    @uninterrupted  # Ctrl-C in the middle of a write would lose what the user was told is kept
    def _write(self, part: int, batches: list[Batch]) -> None:
        write_results(self._part(part), np.concatenate([batch.results for batch in batches]))

    def _read(self, part: int, fields: Sequence[str] = ALL_FIELDS) -> list[Batch]:
        path = self._part(part)
        if not path.exists():
            return []
        results = read_results(path, fields)
        first = part * TASKS_PER_PART
        numbers = np.arange(first * BATTLES_PER_TASK, first * BATTLES_PER_TASK + len(results))
        if len(results) % BATTLES_PER_TASK or not np.array_equal(results["number"], numbers):
            raise RunError(f"{path} is damaged (battles are missing); delete this file, and it is played again")
        return [
            Batch(first + k, results[k * BATTLES_PER_TASK : (k + 1) * BATTLES_PER_TASK])
            for k in range(len(results) // BATTLES_PER_TASK)
        ]


def write_results(path: Path, results: Any) -> None:
    """RESULT records into a file, whole or not at all.  Raises ``RunError``."""
    import pyarrow.parquet as pq

    table = to_arrow(results)
    write_whole(path, lambda passing: pq.write_table(table, passing, compression="zstd", write_page_checksum=True))


def read_results(path: Path, fields: Sequence[str] = ALL_FIELDS) -> Any:
    """What ``write_results`` wrote, these fields of it.  Raises ``RunError`` for a damaged file."""
    import pyarrow.parquet as pq

    columns = None if fields == ALL_FIELDS else list(fields)  # with all of them, others must not be there
    try:
        return from_arrow(pq.read_table(path, columns=columns, page_checksum_verification=True), fields)
    except Exception as error:  # damaged bytes make the reader raise anything
        problem = brief(error, 200)
        raise RunError(f"{path} is damaged ({problem}); delete this file, and it is played again") from None


def keep_settings(folder: Path, parts: str, settings: dict[str, Any]) -> None:
    """Make a run directory, or check that its settings are the same.  Raises ``RunError``."""
    make_folder(folder / parts, f"run directory {folder}")
    if not (folder / SETTINGS).exists():
        write_json(folder / SETTINGS, settings)
        return
    there = read_settings(folder)
    differs = first_difference(there, settings)
    if differs is not None:
        raise RunError(
            f"{folder} holds a run with another '{differs.name}' ({differs.one}, now {differs.other}); choose another "
            "directory with --out"
        )


def read_settings(folder: Path) -> dict[str, Any]:
    """The settings of the run in a directory.  Raises ``RunError``."""
    path = folder / SETTINGS
    try:
        found = json_of(path)
        if not isinstance(found, dict):
            raise DamagedFile(str(path), None, "holds no settings by name")
    except (OSError, DamagedFile) as error:
        raise RunError(f"{path} is damaged ({error}); move the directory away or choose another with --out") from None
    return found


class Difference(NamedTuple):
    """A setting in which two runs differ, and what it is in each, in words."""

    name: str
    one: str
    other: str


def first_difference(one: dict[str, Any], other: dict[str, Any]) -> Difference | None:
    """The first setting, by alphabet, in which two runs differ, or None.

    What follows from others comes last, and a table that only one of them has is one setting.
    """
    for name in sorted({*one, *other}, key=lambda name: (name in FOLLOWS, name)):
        if name not in one or name not in other:
            mine, theirs = ({name: None if side.get(name) == {} else side.get(name)} for side in (one, other))
        else:
            mine, theirs = flat({name: one[name]}), flat({name: other[name]})
        for full in sorted({*mine, *theirs}):
            if mine.get(full) != theirs.get(full):
                return Difference(full, _told(full, mine.get(full)), _told(full, theirs.get(full)))
    return None


def to_arrow(results: Any) -> Any:
    """RESULT records as an arrow table; nested fields become lists of fixed length."""
    import pyarrow as pa

    columns = {}
    for name in results.dtype.names:
        field = np.ascontiguousarray(results[name])
        flat = pa.array(field.reshape(-1))
        length = int(np.prod(field.shape[1:], dtype=int))
        columns[name] = flat if field.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, length)
    return pa.table(columns)


def from_arrow(table: Any, fields: Sequence[str] = ALL_FIELDS) -> Any:
    """The RESULT records of ``to_arrow``, of these fields.  Raises ``ValueError`` for a table with other columns."""
    kind = record([(name, layout.RESULT[name]) for name in fields])
    results = np.zeros(table.num_rows, dtype=kind).view(np.recarray)
    if table.schema != to_arrow(results[:0]).schema:
        raise ValueError("its columns are not those of battles")
    for name in kind.names or ():
        column = table.column(name).combine_chunks()
        field = results[name]
        flat = column.values if field.ndim > 1 else column
        field[:] = flat.to_numpy(zero_copy_only=False).reshape(field.shape)
    return results


def flat(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Settings by their full names ("ruleset.switches.front_arc"), values as JSON has them."""
    named: dict[str, Any] = {}
    for name, value in json.loads(json.dumps(settings)).items():
        named |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return named


def _told(name: str, value: Any) -> str:
    """A setting in a line of an error."""
    if value is None:
        return "none"
    if name == "army_rules":
        return in_words((ArmyRules.of_dict(value[0]), ArmyRules.of_dict(value[-1])))
    if name == "price_list":
        return f"'{brief(value.get('title'))}'"
    return brief(json.dumps(value, ensure_ascii=False))
