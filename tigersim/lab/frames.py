"""Battles as tables: one row per battle, and one row per unit that fought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from tigersim.catalogue.units import format_army
from tigersim.core.enums import ENDED_BY, SIDES
from tigersim.errors import InvalidValue
from tigersim.game.terms import TermOptions, Terms
from tigersim.lab.batch import Batch, play_batches
from tigersim.lab.crew import crew
from tigersim.lab.design import BATTLES_PER_TASK, Design

if TYPE_CHECKING:
    import pandas as pd


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

    Raises ``InvalidValue`` for ``n`` below 1, and what ``Design`` raises.
    """
    chosen = design or Design()
    if seed is not None:
        chosen = replace(chosen, seed=seed)
    if players is not None:
        chosen = replace(chosen, players=players)
    if terms is not None or options:
        chosen = replace(chosen, terms=Terms.of(chosen.terms if terms is None else terms).replace(**options))
    return battles_frame(chosen, played(chosen, n, threads, workers, dask))


def played(
    design: Design, n: int, threads: int | None = None, workers: int | None = None, dask: str | None = None
) -> list[Batch]:
    """The batches of the first ``n`` battles of a design."""
    if n < 1:
        raise InvalidValue("number of battles", n, "1 or more")
    tasks = -(-n // BATTLES_PER_TASK)
    last = n - (tasks - 1) * BATTLES_PER_TASK
    with crew(design, threads=threads, workers=workers, dask=dask) as players:
        return list(play_batches(design, 0, tasks, last_task_battles=last, crew=players))


def battles_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """One row per battle."""
    import pandas as pd

    r: Any = np.concatenate([batch.results for batch in batches])
    costs = np.append(design.costs, 0)
    army = [[_named(design, slots) for slots in r["kind"][:, side]] for side in range(2)]
    vp = r["vp"].astype(np.int64)
    margin = vp[:, 0] - vp[:, 1]
    orders = r["verbs"].sum(axis=2)
    forbidden = [", ".join(names) for names in design.forbidden]
    return pd.DataFrame(
        {
            "battle": r["number"],
            "seed": design.seed,
            "scenario": design.terms.scenario.name,
            "table": r["table"],
            "side_a_first": r["side_a_first"].astype(bool),
            "side_a_south": r["side_a_south"].astype(bool),
            "player_a": design.players[0],
            "player_b": design.players[1],
            "army_a": army[0],
            "army_b": army[1],
            "cost_a": costs[r["kind"][:, 0]].sum(axis=1),
            "cost_b": costs[r["kind"][:, 1]].sum(axis=1),
            "vp_a": vp[:, 0],
            "vp_b": vp[:, 1],
            "margin": margin,
            "winner": np.where(margin > 0, "a", np.where(margin < 0, "b", "draw")),
            "turns": r["turns"],
            "decks": r["decks"],
            "ended_by": np.array(ENDED_BY)[r["ended_by"]],
            "idle_turns_a": r["idle_turns"][:, 0],
            "idle_turns_b": r["idle_turns"][:, 1],
            "never_acted_a": r["never_acted"][:, 0],
            "never_acted_b": r["never_acted"][:, 1],
            "waived_a": r["waived"][:, 0],
            "waived_b": r["waived"][:, 1],
            "forfeited_a": r["forfeited"][:, 0],
            "forfeited_b": r["forfeited"][:, 1],
            "marker_vp_a": r["marker_vp"][:, 0],
            "marker_vp_b": r["marker_vp"][:, 1],
            "orders_a": orders[:, 0],
            "orders_b": orders[:, 1],
            "forbid_a": forbidden[0],
            "forbid_b": forbidden[1],
        }
    )


def slots_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """One row per unit that fought: ``battle side slot unit dead hazard``.

    hazard: its exact chances of dying, added up.
    """
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


def _named(design: Design, slots: Any) -> str:
    return format_army([design.units[kind] for kind in slots if kind >= 0], design.units)
