"""Run directories: settings, parts of battles written whole or not at all, and a run that goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tigersim.atomic import write_whole
from tigersim.core import layout
from tigersim.errors import RunError
from tigersim.lab.batch import Arena, Batch, Progress, play_batches
from tigersim.lab.design import BATTLES_PER_TASK, Design

TASKS_PER_PART = 80
"""Tasks in one parquet file: 20,480 battles, some megabytes."""
SETTINGS = "settings.json"


class Run:
    """The battles of one design in one directory.

    ``settings.json`` says what is played; ``battles/part-NNNNN.parquet`` hold the battles.  A directory with other
    settings is refused with ``RunError``, one with the same settings is carried on: same bits as in one go.
    """

    def __init__(self, folder: str | Path, design: Design) -> None:
        self.folder = Path(folder)
        self.design = design
        self._arena = Arena(design)
        keep_settings(self.folder, "battles", design.provenance())

    @staticmethod
    def name_for(design: Design) -> str:
        """A directory name of its own for every design."""
        text = json.dumps(design.provenance(), sort_keys=True)
        return f"prices-seed{design.seed}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def _part(self, part: int) -> Path:
        return self.folder / "battles" / f"part-{part:05d}.parquet"

    def batches(
        self, first: int, end: int, threads: int | None = None, played: Progress | None = None
    ) -> Iterator[list[Batch]]:
        """Tasks ``first`` to ``end`` - 1, part by part: those on disk are read, the others played and written.

        A part is written when it is complete, and also when the run is interrupted: what was played is kept.
        ``played`` is called with the number of battles of every batch.
        """
        for part in range(first // TASKS_PER_PART, -(-end // TASKS_PER_PART)):
            begin = part * TASKS_PER_PART
            wanted = min(TASKS_PER_PART, end - begin)
            have = self._read(part)
            if played is not None:
                for batch in have[max(first - begin, 0) : wanted]:
                    played(len(batch))
            if len(have) < wanted:
                have = self._play(part, have, wanted, threads, played)
            yield have[max(first - begin, 0) : wanted]

    def _play(
        self, part: int, have: list[Batch], wanted: int, threads: int | None, played: Progress | None
    ) -> list[Batch]:
        begin = part * TASKS_PER_PART + len(have)
        known = len(have)
        try:
            for batch in play_batches(self.design, begin, wanted - known, threads, self._arena):
                have.append(batch)
                if played is not None:  # told when it is kept, so that Ctrl-C never loses what was told
                    played(len(batch))
        finally:
            if len(have) > known:
                self._write(part, have)
        return have

    def _write(self, part: int, batches: list[Batch]) -> None:
        import pyarrow.parquet as pq

        table = to_arrow(np.concatenate([batch.results for batch in batches]))
        write_whole(
            self._part(part),
            lambda passing: pq.write_table(table, passing, compression="zstd", write_page_checksum=True),
        )

    def _read(self, part: int) -> list[Batch]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self._part(part)
        if not path.exists():
            return []
        try:
            results = from_arrow(pq.read_table(path, page_checksum_verification=True))
        except (OSError, pa.ArrowException, ValueError) as error:
            raise RunError(f"{path} is damaged ({error}); delete this file, and it is played again") from None
        first = part * TASKS_PER_PART
        numbers = np.arange(first * BATTLES_PER_TASK, first * BATTLES_PER_TASK + len(results))
        if len(results) % BATTLES_PER_TASK or not np.array_equal(results["number"], numbers):
            raise RunError(f"{path} is damaged (battles are missing); delete this file, and it is played again")
        return [
            Batch(first + k, results[k * BATTLES_PER_TASK : (k + 1) * BATTLES_PER_TASK])
            for k in range(len(results) // BATTLES_PER_TASK)
        ]


def keep_settings(folder: Path, parts: str, settings: dict[str, Any]) -> None:
    """Make a run directory, and in it one for ``parts``, or check that the one there has the same settings.

    Raises ``RunError``.
    """
    path = folder / SETTINGS
    try:
        (folder / parts).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"run directory {folder} cannot be made: {error.strerror or error}") from None
    if not path.exists():
        text = json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
        write_whole(path, lambda passing: passing.write_text(text, encoding="utf-8"))
        return
    try:
        there = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise RunError(f"{path} is damaged ({error}); move the directory away or choose another with --out") from None
    found, wanted = _flat(there), _flat(json.loads(json.dumps(settings)))
    for name in sorted(set(wanted) | set(found)):
        if found.get(name) != wanted.get(name):
            raise RunError(
                f"{folder} holds a run with another '{name}' ({_brief(found.get(name))}, "
                f"now {_brief(wanted.get(name))}); choose another directory with --out"
            )


def to_arrow(results: Any) -> Any:
    """RESULT records as an arrow table; nested fields become lists of fixed length."""
    import pyarrow as pa

    columns = {}
    for name in layout.RESULT.names or ():
        field = np.ascontiguousarray(results[name])
        flat = pa.array(field.reshape(-1))
        length = int(np.prod(field.shape[1:], dtype=int))
        columns[name] = flat if field.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, length)
    return pa.table(columns)


def from_arrow(table: Any) -> Any:
    """The RESULT records of ``to_arrow``.  Raises ``ValueError`` for a table with other columns."""
    results = layout.results(table.num_rows)
    if table.schema != to_arrow(results[:0]).schema:
        raise ValueError("its columns are not those of battles")
    for name in layout.RESULT.names or ():
        column = table.column(name).combine_chunks()
        field = results[name]
        flat = column.values if field.ndim > 1 else column
        field[:] = flat.to_numpy(zero_copy_only=False).reshape(field.shape)
    return results


def _flat(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Settings within settings by their full names: "ruleset.switches.front_arc"."""
    flat = {}
    for name, value in settings.items():
        flat.update(_flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value})
    return flat


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
