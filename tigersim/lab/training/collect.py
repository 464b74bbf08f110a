"""Playing the battles of one task for their positions, or for shots."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import as_written
from tigersim.core.play.kernels import SPARE, Battles
from tigersim.core.play.positions import POSITION, Sampling, take_positions
from tigersim.core.play.shots import SHOT, Trials, take_shots
from tigersim.game.records import workbench
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.training.plan import Round, ShotTrials
from tigersim.lab.training.position_table import Positions
from tigersim.lab.training.shot_table import Shots

MOST = 24
"""Positions of a battle, on average, beyond which a task keeps no more."""
MOST_SHOTS = 120
"""Shots of a battle, on average, beyond which a task keeps no more."""


def collect(design: Design, task: int, about: Round, numbers: Any) -> Positions:
    """The positions of the battles of one task, played and judged by these numbers.

    ``numbers``: an ``EVALUATION`` record.
    """
    rows = np.zeros(MOST * about.battles, dtype=POSITION).view(np.recarray)
    n = _play(take_positions, design, task, about.battles, numbers, rows, Sampling(about.one_in, about.wild))
    return Positions.of_records(rows[:n], task)


def collect_shots(design: Design, task: int, about: ShotTrials, numbers: Any) -> Shots:
    """The shots of the battles of one task, tried and judged by these numbers (``EVALUATION``)."""
    rows = np.zeros(MOST_SHOTS * about.battles, dtype=SHOT).view(np.recarray)
    n = _play(take_shots, design, task, about.battles, numbers, rows, Trials(about.one_in, about.futures))
    return Shots.of_records(rows[:n], task)


def _play(take: Any, design: Design, task: int, n: int, numbers: Any, rows: Any, how: Any) -> int:
    """Let ``take`` fill ``rows`` from the first battles of a task; returns how many."""
    first, ruleset = task * BATTLES_PER_TASK, design.terms.ruleset
    work, battle = workbench(ruleset, evaluation=numbers), design.battle_record(ruleset)
    results = layout.results(n)
    results["number"] = np.arange(first, first + n)
    with as_written():
        battles = Battles(design.seed, design.profiles_under(ruleset), design.armies(first, n), results)
        table = design.make_table(design.table_of(task), ruleset)
        return int(take(battle, table, work, layout.battles(SPARE), battles, rows, how))
