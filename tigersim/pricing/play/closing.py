"""Units far from their cost played again, each at what it seems to be worth (``[close]``).

``secant`` says why.  As long as more than ``near`` VP are left a unit is played again at the price that its runs so
far tell, ``looks`` times at most: from far away one secant ends on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Unpack

import pandas as pd
from pydantic import Field

from tigersim.lab.crew import CrewOptions
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.experiment import TomlTable
from tigersim.pricing.estimate.secant import ABOVE, fair_prices, listed, next_price
from tigersim.pricing.play.job import Job
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.pricing.report.result import Prices

FOLDER = "close"
"""The directory, within that of a run, of what is played again."""
SEEDS = 1000
"""Seeds between one look and the next; the units of a look have one each."""
COLUMNS = ["key", "look", "charged", "delta", "delta_se", "mortality", "battles", "seed"]
"""Of ``Prices.replays``: one row per unit and look."""
OPEN = "a fair price is still open: of "


class Close(TomlTable):
    """``[close]``: which units are played again, and how often.

    above: VP; units that are further off are played again.
    near: VP; until so much is left at most.
    looks: how many times at most.
    battles: of each time.
    """

    above: Annotated[float, Field(gt=0)] = ABOVE
    near: Annotated[float, Field(gt=0)] = 1.0
    looks: Annotated[int, Field(ge=1, le=9)] = 3
    battles: Annotated[int, Field(ge=BATTLES_PER_TASK)] = 204_800


@dataclass(frozen=True)
class Ask:
    """What is played again: unit number ``row`` at ``charged`` VP, with dice of ``seed``."""

    key: str
    row: int
    look: int
    charged: int
    seed: int

    @property
    def folder(self) -> str:
        """Names its directory: unit and price."""
        name = "".join(letter if letter.isalnum() else "_" for letter in self.key)
        return f"{FOLDER}/{self.row:03d}_{name}/{self.look}_at_{self.charged}"


Replay = Callable[[Ask], Prices]
"""Plays the list again with one unit at another price."""


def close(found: Prices, plan: Close, seed: int, replay: Replay) -> Prices:
    """``found`` with its ``replays``: every unit more than ``plan.above`` VP off, played again."""
    rows = []
    for row, (key, first) in enumerate(listed(found)):
        if not abs(first.delta) > plan.above:
            continue
        played = [first]
        for look in range(1, plan.looks + 1):
            ask = Ask(key, row, look, next_price(played), seed + SEEDS * look + row)
            if ask.charged in {one.price for one in played}:
                break
            replayed = replay(ask)
            played.append(listed(replayed)[row][1])
            about = (
                float(replayed.detail["mortality"].iloc[row]),
                int(replayed.provenance.get("battles", 0)),
                ask.seed,
            )
            rows.append((key, look, ask.charged, *played[-1][1:], *about))
            if abs(played[-1].delta) <= plan.near:
                break
    return replace(found, replays=pd.DataFrame(rows, columns=COLUMNS))


def close_run(
    found: Prices,
    design: Design,
    folder: str | Path,
    plan: Close | None = None,
    *,
    progress: Progress | None = None,
    **crew: Unpack[CrewOptions],
) -> Prices:
    """Play the units of a finished list again that are far from their cost, and save the list.

    Each has a directory of its own.  ``design``: of the list; ``how``: ``threads``, ``workers``, ``dask``.  What is on
    disk is not played again.  Raises what ``prices`` raises.
    """
    place, asked, joint = Path(folder), plan or Close(), JointProgress(progress)
    tasks = -(-asked.battles // BATTLES_PER_TASK)

    def replay(ask: Ask) -> Prices:
        charged = [int(vp) for vp in design.costs]
        charged[ask.row] = ask.charged
        other = replace(design, seed=ask.seed, prices=tuple(charged))
        with Job.at_work(other, place / ask.folder, progress=joint.next_run(), **crew) as job:
            job.play_to(tasks)
            return job.study.fit(provenance={**other.provenance(), "ruleset": other.terms.ruleset.name})

    closed = close(found, asked, design.seed, replay)
    about = {**closed.provenance, "close": asked.model_dump()}
    left = int(fair_prices(closed, asked.above)["fair"].isna().sum())
    notes = tuple(note for note in closed.notes if not note.startswith(OPEN))
    if left:
        notes = (*notes, f"{OPEN}{left} units {asked.looks} more runs did not tell")
    closed = replace(closed, provenance=about, notes=notes)
    closed.save(place)
    return closed
