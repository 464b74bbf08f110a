"""What a planner costs: milliseconds a decision and a battle, budget by budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import thread_time
from typing import TYPE_CHECKING

import numpy as np

from tigersim.core.compile.jit import as_written
from tigersim.core.play.kernels import AHEAD, choose, start, step
from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue
from tigersim.game.records import PLANNER_NAME, check_playouts, workbench
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design

if TYPE_CHECKING:
    import pandas as pd

BUDGETS = (64, 256, 1024)
"""Playouts that are timed unless others are asked for."""
BATTLES = 2
"""Battles that each budget is timed on."""


def thinking(design: Design, budgets: Sequence[int] = BUDGETS, battles: int = BATTLES) -> pd.DataFrame:
    """What a planner's decisions cost on one thread; one row per budget.

    Columns: ``playouts``; ``decisions``, those that it plans for (the others are a tactician's, and quick);
    ``ms_mean``, ``ms_95`` and ``ms_most``, milliseconds of such a decision: mean, 95% take no longer, the longest;
    ``ms_per_battle``.  Times are of the thread, without what other programs take.  Battle k is fought on table k.
    Raises ``InvalidValue`` for budgets or battles out of range.
    """
    import pandas as pd

    if battles < 1:
        raise InvalidValue("battles that budgets are timed on", battles, "1 or more")
    for playouts in budgets:
        check_playouts((playouts, playouts))
    names = ["playouts", "decisions", "ms_mean", "ms_95", "ms_most", "ms_per_battle"]
    if not budgets:
        return pd.DataFrame(columns=names)
    alike = replace(design, terms=design.terms.replace(forbid=()), players=(PLANNER_NAME, PLANNER_NAME))
    warm(alike.players)
    arena = Arena(alike)
    for number in range(battles):  # not on the clock
        arena.table(alike.table_at(number))
    _decisions(arena, 0, 1)  # nor are kernels loaded on it
    rows = []
    for playouts in budgets:
        start = thread_time()
        spent = 1000 * np.array([ms for number in range(battles) for ms in _decisions(arena, number, playouts)])
        each = 1000 * (thread_time() - start) / battles
        rows.append((playouts, len(spent), spent.mean(), np.quantile(spent, 0.95), spent.max(), each))
    return pd.DataFrame(rows, columns=names)


def _decisions(arena: Arena, number: int, playouts: int) -> list[float]:
    """Seconds that each planned decision of one battle took."""
    design = arena.design
    work = workbench(design.terms.ruleset, (playouts, playouts))
    battle = design.battle_record()
    table = arena.table(design.table_at(number))
    spent = []
    with as_written():
        start(AHEAD, battle, table, work, design.seed, number, design.profiles, design.armies(number, 1)[0])
        while not battle[0].over:
            work[0].options = 0  # a planner who has something to weigh says how much
            begin = thread_time()
            action = choose(AHEAD, battle, table, work)
            if work[0].options:
                spent.append(thread_time() - begin)
            step(AHEAD, battle, table, work, action)
    return spent
