"""Pairs of battles of a ladder, by match and family of tables, kept in a folder if named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from tigersim.errors import RunError
from tigersim.files.atomic import write_whole
from tigersim.lab.pairs import Pairs
from tigersim.lab.run import keep_settings

Key = tuple[int, str]
"""Number of the match, family of tables."""

COLUMNS = ["as_a", "as_b", "milliseconds"]
"""Of a file: one row per pair; VP of the first player minus VP of the second in both battles, and what they took."""
SPELL = 5.0
"""Seconds after which what was played is written: so much is lost at most when the program is killed."""


class KeptPairs:
    """The pairs that have been played, each key's in the order of its battles.

    wanted: how many there are to be.  folder: ``settings.json`` and ``pairs/NN-FAMILY.csv``; what is there already
    counts as played, with other settings it is refused with ``RunError``.
    """

    def __init__(self, wanted: Mapping[Key, int], folder: Path | None, settings: dict[str, Any]) -> None:
        self.folder = None if folder is None else folder / "pairs"
        self._parts: dict[Key, list[Pairs]] = {key: [] for key in wanted}
        self._count = dict.fromkeys(wanted, 0)
        self._unwritten: set[Key] = set()
        self._written = monotonic()
        if folder is not None:
            keep_settings(folder, "pairs", settings)
            for key in wanted:
                if (path := self._path(key)).exists():
                    found = self._read(path, wanted[key])
                    self._parts[key], self._count[key] = [found], len(found)

    def count(self, key: Key) -> int:
        """How many pairs of a match there are."""
        return self._count[key]

    @property
    def battles(self) -> int:
        """Battles of all matches."""
        return 2 * sum(self._count.values())

    def of(self, key: Key) -> Pairs:
        """All pairs of a match on a family of tables."""
        return Pairs.joined(self._parts[key])

    def add(self, key: Key, found: Pairs) -> None:
        """The next pairs; now and then they are written."""
        self._parts[key].append(found)
        self._count[key] += len(found)
        self._unwritten.add(key)
        if monotonic() - self._written >= SPELL:
            self.write()

    def write(self) -> None:
        """Write what is not yet written; every file appears whole or not at all."""
        import pandas as pd

        if self.folder is not None:
            for key in sorted(self._unwritten):
                found = self.of(key)
                frame = pd.DataFrame(found.margins, columns=COLUMNS[:2])
                frame[COLUMNS[2]] = found.milliseconds / len(found)
                write_whole(self._path(key), partial(frame.to_csv, index=False, float_format="%.4f"))
        self._unwritten.clear()
        self._written = monotonic()

    def _path(self, key: Key) -> Path:
        assert self.folder is not None
        match, family = key
        return self.folder / f"{match + 1:02d}-{re.sub('[^a-z0-9]+', '-', family)}.csv"

    @staticmethod
    def _read(path: Path, wanted: int) -> Pairs:
        import pandas as pd

        try:
            frame = pd.read_csv(path)
            if list(frame) != COLUMNS or not 1 <= len(frame) <= wanted:
                raise ValueError("it does not hold pairs of this match")
            margins = frame[COLUMNS[:2]].to_numpy()
            if margins.dtype != np.int64:
                raise ValueError("a margin is no whole number")
            if frame[COLUMNS[2]].dtype.kind not in "if":
                raise ValueError("a time is no number")
        except (OSError, ValueError) as error:
            raise RunError(f"{path} is damaged ({error}); delete this file, and its battles are played again") from None
        return Pairs(margins, float(frame[COLUMNS[2]].sum()))
