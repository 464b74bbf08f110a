"""The settled list: prices at which every unit brings its cost to players used to them.

``consistent`` reads such a list off the kill log, as if the players went on to play as they did.  They do not: players
that see other prices shoot at others, and other armies meet.  So the list is played by, in whole VP, read off again,
and so on; each round goes only part of the way (``damping``), since players who react may overshoot.  What is left
between the list played by and the list read off says how far it has settled.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Unpack

import numpy as np
import pandas as pd
from pydantic import Field

from tigersim.errors import IdentifiabilityError
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.experiment import TomlTable
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.consistent import self_consistent
from tigersim.pricing.estimate.margin import enough_tables, fit_margin
from tigersim.pricing.estimate.mispricing import nearest_whole_price, whole_vp
from tigersim.pricing.estimate.moments import Moments, Sums
from tigersim.pricing.play.job import Job
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Measured, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run
from tigersim.statistics import student

BLOCKS = 30
"""Parts that the battles of a run are cut into, one of which is left out at a time."""
FOLDER = "rounds"


class Rounds(TomlTable):
    """``[rounds]``: how often the list is played by and read off again.

    number: of rounds.
    damping: how much of the way each goes.
    """

    number: Annotated[int, Field(ge=1, le=20)] = 3
    damping: Annotated[float, Field(gt=0, le=1)] = 0.7


class EquilibriumStudy(Measured):
    """A price study that is repeated at the prices that it finds.

    ``[stop]``: battles of each round.
    """

    kind: Literal["equilibrium"] = "equilibrium"
    rounds: Rounds = Rounds()

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play the rounds, in ``rounds/NN``.  Raises what ``prices`` and ``Stop.tasks`` raise."""
        forbid, progress, crew = how_to_run(options)
        tasks = self.stop.tasks("a number of battles for each round")
        place, design = Path(folder), design_of(self, forbid)
        joint = JointProgress(progress, tasks * BATTLES_PER_TASK * (self.rounds.number + 1))
        printed = design.costs.astype(np.float64)
        at: Floats = printed
        rounds: list[Round] = []
        for number in range(self.rounds.number + 1):
            played = design_at(design, at, number)
            with Job.at_work(played, place / FOLDER / f"{number:02d}", progress=joint.next_run(), **crew) as job:
                job.play_to(tasks)
                rounds.append(read_off(job.study, printed, at))
            # the first list is read off as it is: nobody has reacted to anything yet
            at = at + (self.rounds.damping if number else 1.0) * (rounds[-1].price - at)
        found = _found(design, self.rounds, rounds, printed)
        found.save(place)
        return found


class Round(NamedTuple):
    """One round: a list that was played by, and the list that was read off.

    at, price: VP, (U,); ``at`` before it was rounded.
    se: of ``price``, by the block jackknife.
    sandwich: of ``price``, the other way to that error.
    groups: of tables that the jackknife left out, one at a time.
    """

    at: Floats
    price: Floats
    se: Floats
    sandwich: Floats
    battles: int
    groups: int = BLOCKS

    @property
    def left(self) -> float:
        """Root mean square from settled, VP, errors of sampling taken off."""
        return float(max(float(np.mean((self.price - self.at) ** 2 - self.se**2)), 0.0) ** 0.5)


def design_at(design: Design, prices: Floats, number: int) -> Design:
    """The design of a round, with dice of its own; prices to the nearest whole VP."""
    other = replace(design, seed=design.seed + number)
    if not number:
        return other
    return replace(other, prices=tuple(whole_vp(prices).tolist()))


def read_off(study: PriceStudy, printed: Floats, at: Floats) -> Round:
    """The self-consistent list of a study, on the level of the printed one, with its errors."""
    fit, listed = study.listed()
    level = float(printed @ printed / (printed @ listed.prices))
    left_out = jackknife(study, BLOCKS)
    left_out *= (printed @ printed) / (left_out @ printed)[:, None]
    blocks = len(left_out)
    se = np.sqrt((blocks - 1) * left_out.var(axis=0))
    return Round(at, level * listed.prices, se, level * study.list_errors(fit, listed), fit.battles, blocks)


def jackknife(study: PriceStudy, blocks: int) -> Floats:
    """Self-consistent lists without one block of the battles each, (blocks, U).

    A block is a group of tables, since battles on one table are not independent; of battles where tables are too few.
    Raises ``IdentifiabilityError`` where some such list does not settle.
    """
    columns, whole = study.moments.columns, study.moments.total()
    in_a_row = (_moments(study).with_all([part]).total() for part in study.in_blocks(blocks))
    found = []
    for one in _blocks_of_tables(study, whole.met, blocks) if enough_tables(whole.met) else in_a_row:
        listed = self_consistent(fit_margin(whole.minus(one), columns, study.roster, luck=study.method.luck))
        if listed is None:
            raise IdentifiabilityError("a part of the battles gives no self-consistent list; play more battles")
        found.append(listed.prices)
    return np.array(found)


def _blocks_of_tables(study: PriceStudy, met: Integers, blocks: int) -> list[Sums]:
    """The sums of ``blocks`` groups of the tables ``met``; no table is parted."""
    groups = min(blocks, len(met))
    of_table = np.arange(len(met)) * groups // len(met)
    trees, ends = [_moments(study) for _ in range(groups)], [0] * groups
    for part in study.parts():
        group = of_table[np.searchsorted(met, part.table)]
        for number in np.unique(group):
            mine = part.rows(np.flatnonzero(group == number))
            trees[number].add(mine, ends[number])
            ends[number] += len(mine)
    return [tree.total() for tree in trees]


def _moments(study: PriceStudy) -> Moments:
    columns = study.moments.columns
    return Moments(study.roster, columns.tables, columns.chances, by_table=columns.by_table)


def _found(design: Design, rounds: Rounds, played: list[Round], printed: Floats) -> Findings:
    last, frame = played[-1], design.units
    half = student.quantile(0.975, last.groups - 1) * last.se
    whole, chance = nearest_whole_price(last.price, last.se)
    table = pd.DataFrame(
        {
            "nation": [unit.nation for unit in frame],
            "name": [unit.name for unit in frame],
            "cost": design.costs,
            "rescored": played[0].price,
            "price": last.price,
            "price_low": last.price - half,
            "price_high": last.price + half,
            "whole_price": whole.astype(int),
            "p_whole": chance,
        }
    )
    bargains = (table["price"] - table["cost"]).argsort(kind="stable")[::-1]
    table = table.iloc[bargains].reset_index(drop=True)
    steps = pd.DataFrame(
        {
            "round": range(len(played)),
            "battles": [one.battles for one in played],
            "left": [one.left for one in played],
            "from_printed": [_rms(one.price - printed) for one in played],
            "from_rescored": [_rms(one.price - played[0].price) for one in played],
            "error": [_rms(one.se) for one in played],
            "sandwich_over_jackknife": [_rms(one.sandwich) / _rms(one.se) for one in played],
        }
    )
    said = (
        f"With all prices revised and the players used to them, a unit is {_rms(last.price - printed):.2f} VP from its "
        f"printed cost (root mean square); {int((whole != printed).sum())} of {len(printed)} whole prices change.",
        f"The list has settled to {last.left:.2f} VP; to the list read off the first battles alone it is "
        f"{_rms(last.price - played[0].price):.2f} VP.",
        f"{sum(one.battles for one in played):,} battles of {' against '.join(design.player_names)} in "
        f"{len(played)} rounds, seeds {design.seed} to {design.seed + len(played) - 1}.",
    )
    notes = (
        f"intervals are those of the last round, by the jackknife over {BLOCKS} groups of tables",
        "players pay, score and mind whole VP; the list itself is not rounded",
    )
    about = {**design.provenance(), "rounds": rounds.number, "damping": rounds.damping}
    return Findings("equilibrium", said, {"list": table, "rounds": steps}, notes, about)


def _rms(x: Floats) -> float:
    return float(np.sqrt(np.mean(x**2)))
