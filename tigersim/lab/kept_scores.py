"""What the candidates of a search scored, kept in a folder from which it goes on."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.errors import RunError
from tigersim.files.atomic import write_whole
from tigersim.lab.run import keep_settings

Scores = npt.NDArray[np.float64]
"""One row per candidate of a generation: share of points won, merit."""
COLUMNS = ["generation", "candidate", "score", "merit"]
FILE = "candidates.csv"


class KeptScores:
    """The scores of all candidates, generation by generation.

    folder: ``settings.json`` and ``candidates.csv``; generations that are there already need not be played, with other
    settings the folder is refused with ``RunError``.
    """

    def __init__(self, folder: Path | None, settings: dict[str, Any], population: int) -> None:
        self._path = None if folder is None else folder / FILE
        self._generations: list[Scores] = []
        if folder is not None:
            keep_settings(folder, "", settings)
            if (folder / FILE).exists():
                self._generations = self._read(folder / FILE, population)

    def __len__(self) -> int:
        return len(self._generations)

    def __getitem__(self, generation: int) -> Scores:
        return self._generations[generation]

    def add(self, scores: Scores) -> None:
        """The next generation, written at once.  Raises ``RunError``."""
        import pandas as pd

        self._generations.append(scores)
        if self._path is not None:
            numbered = enumerate(self._generations, 1)
            rows = [
                (generation, k, *row) for generation, of_one in numbered for k, row in enumerate(of_one.tolist(), 1)
            ]
            write_whole(self._path, partial(pd.DataFrame(rows, columns=COLUMNS).to_csv, index=False))

    @staticmethod
    def _read(path: Path, population: int) -> list[Scores]:
        import pandas as pd

        try:
            frame = pd.read_csv(path, dtype=str)  # pandas may not read back the last bit of a number
            generations = len(frame) // population
            due = [(str(g + 1), str(k + 1)) for g in range(generations) for k in range(population)]
            if list(frame) != COLUMNS or list(frame[COLUMNS[:2]].itertuples(index=False, name=None)) != due:
                raise ValueError("it does not hold whole generations")
            scores = frame[COLUMNS[2:]].to_numpy(dtype=float)
            if not np.isfinite(scores).all():
                raise ValueError("a score is missing")
        except (OSError, ValueError) as error:
            raise RunError(f"{path} is damaged ({error}); delete this file, and it is played again") from None
        return list(scores.reshape(generations, population, 2))
