"""Playing the battles of one task for their positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import as_written
from tigersim.core.play.kernels import SPARE, Battles
from tigersim.core.play.positions import POSITION, Sampling, take_positions
from tigersim.game.records import workbench
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.training.plan import Round
from tigersim.lab.training.position_table import Positions

MOST = 24
"""Positions of a battle, on average, beyond which a task keeps no more."""


def collect(design: Design, task: int, about: Round, numbers: Any) -> Positions:
    """The positions of the battles of one task, played and judged by these numbers (``EVALUATION``)."""
    first = task * BATTLES_PER_TASK
    ruleset = design.terms.ruleset
    work, battle = workbench(ruleset), design.battle_record(ruleset)
    layout.put(numbers, work.evaluation)
    results = layout.results(about.battles)
    results["number"] = np.arange(first, first + about.battles)
    rows = np.zeros(MOST * about.battles, dtype=POSITION).view(np.recarray)
    with as_written():
        armies = design.armies(first, about.battles)
        battles = Battles(design.seed, design.profiles_under(ruleset), armies, results)
        table = design.make_table(design.table_of(task), ruleset)
        sampling = Sampling(about.one_in, about.wild)
        n = take_positions(battle, table, work, layout.battles(SPARE), battles, rows, sampling)
    return Positions.of_records(rows[:n], task)
