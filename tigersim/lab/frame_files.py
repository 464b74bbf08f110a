"""Battles as a frame in files, part by part: any number of them in the memory of one part."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from tigersim.errors import RunError, check_names
from tigersim.files.atomic import make_folder, write_whole
from tigersim.lab.crew import CrewOptions, crew
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.design_options import DesignOptions
from tigersim.lab.frames import battles_frame, check_count
from tigersim.lab.run import Run

FRAME = "frame"
"""The folder of the frame in that of the run."""


class WrittenOptions(DesignOptions, CrewOptions, total=False):
    """What ``write_battles`` takes by name: options of ``Design``, ``Terms`` and ``crew``."""


def write_battles(
    folder: str | Path, design: Design | None = None, n: int = 1000, **options: Unpack[WrittenOptions]
) -> Path:
    """Play ``n`` battles of a design into files; memory does not grow with their number.

    folder: of the run; battles that are there are used, and what is played is kept there, also after Ctrl-C or a kill.
    design: what is played, by default a ``Design`` of the whole catalogue.
    n: number of battles.
    options: of ``Design`` and ``Terms``, instead of the design's, and by which processors (``lab.crew.crew``).

    Returns the folder ``frame`` in it, with rows and columns as ``battles`` has them, 20,480 battles a file
    (part-00000.parquet): ``pandas.read_parquet`` reads the folder or any file of it.

    Raises ``InvalidValue`` for ``n`` below 1, ``RunError`` for a folder that cannot be used or holds battles of another
    design, and what ``Design`` raises.
    """
    check_names(options, WrittenOptions.__annotations__, "option of write_battles")
    n = check_count(n)
    given: dict[str, Any] = dict(options)
    by: Any = {name: given.pop(name) for name in CrewOptions.__annotations__ if name in given}
    chosen = replace(design or Design(), **given)
    place = Path(folder) / FRAME
    left = n
    with crew(chosen, **by) as players, (run := Run(folder, chosen)).held():
        make_folder(place, f"folder {place}")
        wanted = set()
        for number, batches in enumerate(run.batches(0, -(-n // BATTLES_PER_TASK), crew=players)):
            frame = battles_frame(chosen, batches)[:left]
            left -= len(frame)
            wanted.add(place / f"part-{number:05d}.parquet")
            write_whole(place / f"part-{number:05d}.parquet", partial(frame.to_parquet, index=False))
        for path in set(place.glob("part-*.parquet")) - wanted:  # of a call that asked for more
            try:
                path.unlink()
            except OSError as error:
                raise RunError(f"{path} cannot be removed: {error.strerror or error}") from None
    return place
