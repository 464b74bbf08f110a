"""Battles as tables: one row per battle, and one row per unit that fought."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from tigersim.catalogue.units import format_armies
from tigersim.core.enums import ENDED_BY, SIDES
from tigersim.errors import InvalidValue
from tigersim.game.records import SEEDS
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import whole_number
from tigersim.lab.batch import Batch, play_batches
from tigersim.lab.crew import crew
from tigersim.lab.design import BATTLES_PER_TASK, Design

if TYPE_CHECKING:
    import pandas as pd

PART = 80
"""Tasks whose battles become rows at once."""
BYTES_A_BATTLE = 1400
"""Memory that a battle takes on its way to a frame, measured; its row takes 400 in the end."""


def battles(
    design: Design | None = None,
    n: int = 1000,
    seed: int | None = None,
    players: tuple[str, str] | None = None,
    *,
    terms: Terms | None = None,
    threads: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    **options: Unpack[TermOptions],
) -> pd.DataFrame:
    """Play ``n`` battles of a design; one row per battle.

    design: what is played, by default a ``Design`` of the whole catalogue.
    n: number of battles.
    seed, players, terms: instead of the design's.
    threads, workers, dask: by which processors (``lab.crew.crew``); the battles are the same.
    options: of ``Terms``, instead of the design's.

    Columns: battle, seed, scenario, table; side_a_first (it attacks), side_a_south; of each side, as in army_a: player,
    army, cost, vp; margin (VP of a less those of b), winner, turns, decks, ended_by (a rule), and what was ordered.

    All rows are in memory, some 400 bytes each; ``write_battles`` keeps any number in files.

    Raises ``InvalidValue`` for ``n`` below 1 or more than this machine's memory holds, and what ``Design`` raises.
    """
    import pandas as pd

    n = check_count(n)
    check_fits_memory(n)
    chosen = Design() if design is None else design
    if not isinstance(chosen, Design):
        raise InvalidValue("design", chosen, "a ts.Design; how many battles says n=, as in ts.battles(n=1000, seed=1)")
    if seed is not None:
        chosen = replace(chosen, seed=seed)
    if players is not None:
        chosen = replace(chosen, players=players)
    if terms is not None or options:
        chosen = replace(chosen, terms=Terms.of(chosen.terms if terms is None else terms).replace(**options))
    frames = []
    with closing(_batches(chosen, n, threads, workers, dask)) as coming:
        while part := list(islice(coming, PART)):  # a record takes more than its row
            frames.append(battles_frame(chosen, part))
    return pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]


def check_count(n: object) -> int:
    """A number of battles.  Raises ``InvalidValue`` for what is none, or below 1."""
    return whole_number("number of battles", n, 1, SEEDS, "a whole number, 1 or more")


def check_fits_memory(n: int, memory: float | None = None) -> None:
    """Raises ``InvalidValue`` for more battles than a frame in so much memory holds; None: all of this machine's."""
    if memory is None:
        memory = memory_of_machine()
    most = int(memory / BYTES_A_BATTLE) if memory < float("inf") else n
    if n > most:
        raise InvalidValue(
            "number of battles",
            n,
            f"up to {most:,} in the memory of this machine; ts.write_battles(FOLDER, n={n}) keeps any number in files",
        )


def memory_of_machine() -> float:
    """Bytes of memory of this machine, infinite where the system does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return float("inf")


def played(
    design: Design, n: int, threads: int | None = None, workers: int | None = None, dask: str | None = None
) -> list[Batch]:
    """The batches of the first ``n`` battles of a design."""
    return list(_batches(design, check_count(n), threads, workers, dask))


def _batches(
    design: Design, n: int, threads: int | None, workers: int | None, dask: str | None
) -> Generator[Batch, None, None]:
    """The batches as they are played."""
    tasks = -(-n // BATTLES_PER_TASK)
    last = n - (tasks - 1) * BATTLES_PER_TASK
    with crew(design, threads=threads, workers=workers, dask=dask) as players:
        yield from play_batches(design, 0, tasks, last_task_battles=last, crew=players)


def battles_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """One row per battle; columns as ``battles`` has them."""
    import pandas as pd

    r: Any = np.concatenate([batch.results for batch in batches])
    costs = np.append(design.costs, 0)
    vp = r["vp"].astype(np.int64)
    margin = vp[:, 0] - vp[:, 1]
    columns = {"battle": r["number"], "seed": design.seed, "scenario": design.terms.scenario.name, "table": r["table"]}
    columns |= {name: r[name].astype(bool) for name in ("side_a_first", "side_a_south")}
    columns |= _by_side("player", design.players)
    columns |= _by_side("army", [format_armies(r["kind"][:, side].tolist(), design.units) for side in range(2)])
    columns |= _by_side("cost", costs[r["kind"]].sum(axis=2).T) | _by_side("vp", vp.T)
    winner = np.where(margin > 0, "a", np.where(margin < 0, "b", "draw"))
    columns |= {"margin": margin, "winner": winner, "turns": r["turns"], "decks": r["decks"]}
    columns["ended_by"] = np.array(ENDED_BY)[r["ended_by"]]
    for name in ("idle_turns", "never_acted", "waived", "forfeited", "marker_vp"):
        columns |= _by_side(name, r[name].T)
    columns |= _by_side("orders", r["verbs"].sum(axis=2).T)
    return pd.DataFrame(columns | _by_side("forbid", [", ".join(names) for names in design.forbidden]))


def _by_side(name: str, values: Any) -> dict[str, Any]:
    return {f"{name}_{side}": value for side, value in zip(SIDES, values, strict=True)}


def slots_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """One row per unit: ``battle side slot unit dead hazard`` (chances of dying, added up)."""
    import pandas as pd

    r: Any = np.concatenate([batch.results for batch in batches])
    keys = np.array([unit.key for unit in design.units], dtype=object)
    battle, side, slot = np.nonzero(r["kind"] >= 0)
    return pd.DataFrame(
        {
            "battle": r["number"][battle],
            "side": np.array(SIDES)[side],
            "slot": slot,
            "unit": keys[r["kind"][battle, side, slot]],
            "dead": r["dead"][battle, side, slot].astype(bool),
            "hazard": r["hazard"][battle, side, slot],
        }
    )
