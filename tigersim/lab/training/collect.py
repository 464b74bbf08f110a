"""Playing the battles of one task for their positions, for contrasts, or for shots."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import as_written
from tigersim.core.play.contrasts import Contrasting
from tigersim.core.play.deciding import played
from tigersim.core.play.gather import How, Rows, gather
from tigersim.core.play.kernels import SPARE, Battles
from tigersim.core.play.positions import POSITION, Sampling
from tigersim.core.play.shots import SHOT, Trials
from tigersim.game.records import workbench
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.training.plan import ContrastTrials, Round, ShotTrials
from tigersim.lab.training.position_table import Positions
from tigersim.lab.training.shot_table import Shots

MOST = 24
"""Positions of a battle, on average, beyond which a task keeps no more."""
MOST_CONTRASTS = 130
"""Contrasts of a battle, on average, beyond which a task keeps no more."""
MOST_SHOTS = 120
"""Shots of a battle, on average, beyond which a task keeps no more."""
HOW = How(Sampling(1, 0), Contrasting(1), Trials(1, 1))
"""Replaced in part: of kinds that there is no room for nothing is taken."""


def collect(design: Design, task: int, about: Round, numbers: Any) -> Positions:
    """The positions of the battles of one task, played and judged by these numbers.

    ``numbers``: an ``EVALUATION`` record.
    """
    rows = room(positions=MOST * about.battles)
    how = HOW._replace(sampling=Sampling(about.one_in, about.wild))
    n = _play(design, task, about.battles, numbers, rows, how)
    return Positions.of_records(rows.positions[:n], task)


def collect_contrasts(design: Design, task: int, about: ContrastTrials, numbers: Any) -> Positions:
    """The contrasts of the battles of one task, two positions each, tried and judged by these numbers."""
    rows = room(contrasts=2 * MOST_CONTRASTS * about.battles)
    how = HOW._replace(contrasting=Contrasting(about.one_in))
    n = _play(design, task, about.battles, numbers, rows, how)
    return Positions.of_records(rows.contrasts[:n], task)


def collect_shots(design: Design, task: int, about: ShotTrials, numbers: Any) -> Shots:
    """The shots of the battles of one task, tried and judged by these numbers (``EVALUATION``)."""
    rows = room(shots=MOST_SHOTS * about.battles)
    how = HOW._replace(trials=Trials(about.one_in, about.futures))
    n = _play(design, task, about.battles, numbers, rows, how)
    return Shots.of_records(rows.shots[:n], task)


def room(positions: int = 0, contrasts: int = 0, shots: int = 0) -> Rows:
    """Rows to be filled, so many of each kind."""
    kinds = (positions, POSITION), (contrasts, POSITION), (shots, SHOT)
    return Rows(*(np.zeros(n, dtype=record).view(np.recarray) for n, record in kinds))


def _play(design: Design, task: int, n: int, numbers: Any, rows: Rows, how: How) -> int:
    """Fill ``rows`` from the first battles of a task; returns how many."""
    first, ruleset = task * BATTLES_PER_TASK, design.terms.ruleset
    work, battle = workbench(ruleset, evaluation=numbers), design.battle_record(ruleset)
    results = layout.results(n)
    results["number"] = np.arange(first, first + n)
    with as_written():
        battles = Battles(design.seed, design.profiles_under(ruleset), design.armies(first, n), results)
        table = design.make_table(design.table_of(task), ruleset)
        return played(int(gather(battle, table, work, layout.battles(SPARE), battles, rows, how)))
