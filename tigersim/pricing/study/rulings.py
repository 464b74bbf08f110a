"""Which reading of an unclear rule moves which unit's price: all rulings tried at once.

Every few tasks draw at random which rulings are read otherwise (``lab.readings``).  One list is fitted to all battles;
what one draw of readings has done to the prices is then read off the errors that this list leaves in its battles,

    price moves of draw d  =  S (Z'Z)^-1 (battles of all / battles of d)  sum over d of z e,

S being the derivative of the self-consistent list by theta.  A regression of these moves on which readings were drawn
gives the effect of each reading on each unit, errors by draw: whatever else was drawn averages out.  To first order,
that is: a reading that turned the game inside out would need a list of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Unpack

import numpy as np
import pandas as pd
from pydantic import Field

from tigersim.catalogue.rulesets import RuleSet, ruling
from tigersim.errors import IdentifiabilityError
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.experiment import TomlTable
from tigersim.lab.readings import Readings, about_prices, others, tried
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.consistent import PriceList
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.margin import MarginFit, passes, residuals
from tigersim.pricing.estimate.mispricing import BAND, FALSE_DISCOVERIES, interval_null_p, selected_level
from tigersim.pricing.estimate.moments import summed_by
from tigersim.pricing.play.job import Job
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Measured, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p

SPARE = 50
"""Draws that must be left over when every reading has been given a number of its own."""


class Screen(TomlTable):
    """``[readings]``: as ``lab.readings.Readings``."""

    share: Annotated[float, Field(gt=0, lt=1)] = 0.25
    tasks: Annotated[int, Field(ge=1)] = 4


class RulingsStudy(Measured):
    """A price study whose tasks are played by other readings of the rules, drawn at random."""

    kind: Literal["rulings"] = "rulings"
    readings: Screen = Screen()

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play it in a run directory.

        Raises what ``prices`` and ``Stop.tasks`` raise, and what ``check_drawn`` raises before a battle is played.
        """
        forbid, progress, crew = how_to_run(options)
        tasks = self.stop.tasks("a number of battles: there is no half-width to stop at")
        readings = Readings(self.readings.share, self.readings.tasks)
        design = design_of(self, forbid, readings=readings)
        check_drawn(drawn_by(design, -(-tasks // readings.tasks), options_of(design.terms.ruleset)))
        with Job.at_work(design, folder, progress=progress, **crew) as job:
            job.play_to(tasks)
            found = moved_by_readings(job, design)
        found.save(folder)
        return found


@dataclass(frozen=True)
class Effects:
    """Effects of K things on U prices, VP (K, U), with standard errors."""

    effect: Floats
    se: Floats
    freedom: int


def effects(moves: Floats, drawn: Floats) -> Effects:
    """Regression of moves (D, U) on what was drawn (D, K), errors as HC2.  Raises what ``check_drawn`` raises."""
    check_drawn(drawn)
    draws, things = drawn.shape
    centred = drawn - drawn.mean(axis=0)
    inverse = np.linalg.inv(centred.T @ centred)
    effect = inverse @ (centred.T @ moves)
    rest = moves - moves.mean(axis=0) - centred @ effect
    leverage = np.einsum("dk,kl,dl->d", centred, inverse, centred) + 1 / draws
    spread = rest / np.sqrt(1 - leverage)[:, None]
    bread = centred @ inverse
    return Effects(effect, np.sqrt((bread**2).T @ spread**2), draws - things - 1)


def check_drawn(drawn: Floats) -> None:
    """Raises ``IdentifiabilityError`` for draws (D, K) that cannot tell what they were drawn from apart.

    There are too few, or something was never drawn, always drawn, or always with others.
    """
    draws, things = drawn.shape
    if draws - things - 1 < SPARE:
        raise IdentifiabilityError(
            f"{draws} draws of readings cannot tell {things} readings apart; play {things + 1 + SPARE} or more draws"
        )
    centred = drawn - drawn.mean(axis=0)
    if np.linalg.cond(centred.T @ centred) > 1e10:
        raise IdentifiabilityError("some reading was never drawn, or only with another one; play more battles")


def price_moves(parts: Iterable[BattleTable], fit: MarginFit, listed: PriceList, draw: Integers, draws: int) -> Floats:
    """How far the revised prices of each draw's battles are from a list, VP, (D, U).

    To first order.

    parts: the battles.
    fit: their regression.
    listed: the list of all of them.
    draw: number of the draw of each battle, in the order of ``parts``.
    draws: how many.
    """
    units, start = fit.columns.units, 0
    sums, battles = np.zeros((draws, fit.columns.count)), np.zeros(draws)
    left = residuals(fit, listed.prices)
    for block in passes(parts):
        mine = draw[start : start + len(block)]
        start += len(block)
        drawn, member = summed_by(mine)
        sums[drawn] += member @ (fit.rows(block) * left(block)[:, None])
        battles += np.bincount(mine, minlength=draws)
    theta = (sums @ fit.inverse[:, :units]) * (fit.battles / np.maximum(battles, 1))[:, None]
    return np.asarray(theta @ listed.sensitivity.T)


def moved_by_readings(job: Job, design: Design) -> Findings:
    """What every reading does to every price."""
    assert design.readings is not None
    study = job.study
    fit, listed = study.listed()
    draw = np.arange(len(study)) // BATTLES_PER_TASK // design.readings.tasks
    draws = int(draw[-1]) + 1
    columns = options_of(design.terms.ruleset)
    drawn = drawn_by(design, draws, columns)
    found = effects(price_moves(study.parts(), fit, listed, draw, draws), drawn)
    keys = list(study.roster.keys)
    by_ruling, moved = _tables(found, columns, keys, drawn)
    far = int(by_ruling["units_moved"].gt(0).sum())
    said = (
        f"{far} of {len(columns)} other readings move some unit's price by more than {BAND:g} VP beyond reasonable "
        f"doubt ({len(moved)} prices in all; {FALSE_DISCOVERIES:.0%} of them wrongly, on average).",
        f"{len(study):,} battles of {' against '.join(design.player_names)}, {draws:,} draws of readings, each ruling "
        f"read otherwise with a chance of {design.readings.share:.0%}, seed {design.seed}.",
    )
    notes = (
        "an effect is that of a reading on the self-consistent price, averaged over the other readings as they were "
        "drawn, to first order",
        "not tried, because they change what units cost: "
        + "; ".join(one.title for one in about_prices(design.terms.ruleset)),
    )
    about = {**design.provenance(), "battles": len(study), "draws": draws, "vp_scale_of_list": listed.scale}
    return Findings("rulings", said, {"rulings": by_ruling, "moved": moved}, notes, about)


def options_of(base: RuleSet) -> list[tuple[str, str]]:
    """(switch, other reading) of all rulings that are tried."""
    return [(one.switch, option) for one in tried(base) for option in others(base, one)]


def drawn_by(design: Design, draws: int, columns: list[tuple[str, str]]) -> Floats:
    """Which readings each draw had, 0 or 1: (draws, readings)."""
    assert design.readings is not None
    place = {column: k for k, column in enumerate(columns)}
    drawn = np.zeros((draws, len(columns)))
    for number in range(draws):
        for pair in design.readings.drawn(design.terms.ruleset, design.seed, number).items():
            drawn[number, place[pair]] = 1.0
    return drawn


def _tables(
    found: Effects, columns: list[tuple[str, str]], keys: list[str], drawn: Floats
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One row per reading, and one row per price that a reading moves beyond doubt."""
    p = interval_null_p(found.effect, found.se)
    adjusted = adjusted_p(p.ravel()).reshape(p.shape)
    real = adjusted <= FALSE_DISCOVERIES
    square = (found.effect**2 - found.se**2).mean(axis=1)
    most = np.abs(found.effect).argmax(axis=1)
    each = range(len(columns))
    by_ruling = pd.DataFrame(
        {
            "id": [ruling(switch).id for switch, _ in columns],
            "option": [option for _, option in columns],
            "units_moved": real.sum(axis=1),
            "most": [found.effect[k, most[k]] for k in each],
            "unit": [keys[most[k]] for k in each],
            "most_se": [found.se[k, most[k]] for k in each],
            "rms": np.sqrt(np.maximum(square, 0.0)),
            "switch": [switch for switch, _ in columns],
            "draws": drawn.sum(axis=0).astype(int),
        }
    ).sort_values(["units_moved", "rms"], ascending=False, kind="stable", ignore_index=True)
    rows, at = np.nonzero(real)
    level = selected_level(len(rows), real.size) if len(rows) else 0.95
    half = student.quantile(0.5 + level / 2, found.freedom) * found.se[rows, at]
    effect = found.effect[rows, at]
    moved = pd.DataFrame(
        {
            "id": [ruling(columns[k][0]).id for k in rows],
            "option": [columns[k][1] for k in rows],
            "unit": [keys[k] for k in at],
            "effect": effect,
            "low": effect - half,
            "high": effect + half,
            "switch": [columns[k][0] for k in rows],
            "p": p[rows, at],
        }
    )
    order = moved["effect"].abs().argsort(kind="stable")[::-1]
    return by_ruling, moved.iloc[order].reset_index(drop=True)
