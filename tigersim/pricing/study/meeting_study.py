"""The study of nations that meet: how even a list makes their armies, and how even any list could.

Table ``meetings`` of the findings, one row for two nations: ``pairs`` of random armies of equal cost, ``units_first``
and ``units_second`` that they have, ``p_first`` that the first wins (``p_low``, ``p_high``), ``points`` that true rates
of wins lie from a half (``low``, ``high``; root mean square, dice taken off), and ``closest``, the points that are left
under prices fitted to these two nations alone (``closest_low``, ``closest_high``; errors of estimation taken off).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

import numpy as np
import pandas as pd
from pydantic import Field

from tigersim.lab.crew import threads_only
from tigersim.lab.given_armies import KEPT, Given, margins
from tigersim.lab.run import keep_settings
from tigersim.pricing.estimate.army_check import missed, rate_of
from tigersim.pricing.estimate.arrays import Integers
from tigersim.pricing.estimate.closest_list import Closest, closest_list
from tigersim.pricing.estimate.even_prices import Outcomes
from tigersim.pricing.estimate.fought import LEAST, Fought
from tigersim.pricing.play.army_kinds import EQUAL, draw_national
from tigersim.pricing.play.pair_results import won_on_many_tables
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Planned, design_of
from tigersim.pricing.study.list_study import ListPlan, Meetings
from tigersim.pricing.study.run_options import RunOptions, how_to_run

LEARNT_SEED = 1_000_003
"""Added to a seed: for the battles that prices are fitted to."""


class MeetingStudy(Planned):
    """How even a list is where nations meet; the list is that of ``[terms]``, or what is printed.

    nations: pairs of them.  pairs: of armies of each two nations.  battles: of each pair of armies.
    learnt: battles of other pairs, one each, that prices for two nations alone are fitted to.
    """

    kind: Literal["meetings"] = "meetings"
    design: ListPlan = ListPlan()
    nations: Annotated[Meetings, Field(min_length=1)]
    pairs: Annotated[int, Field(ge=100)] = 600
    battles: Annotated[int, Field(ge=LEAST)] = 64
    learnt: Annotated[int, Field(ge=1000)] = 20_000

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play and fit; the same call goes on from the battles that are kept in ``folder``.

        Raises ``InvalidValue`` for ``workers`` and ``dask``, ``RunError`` for folders that cannot be used.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("the battles of given armies are played by threads of this process", crew)
        design = design_of(self, forbid)
        place = Path(folder)
        joint = JointProgress(progress, len(self.nations) * (self.pairs * self.battles + self.learnt))
        asked = self.model_dump(include={"nations", "pairs", "battles", "learnt"}, mode="json")
        about = {**design.provenance(), **asked}
        keep_settings(place, KEPT, about)
        paid, least = design.costs / design.scale, 1 / design.scale
        tried, taught = (
            Given(replace(design, seed=design.seed + more), place / KEPT, threads, joint.count)
            for more in (0, LEARNT_SEED)
        )
        rows = []
        for number, nations in enumerate(self.nations):
            chance = np.random.default_rng([design.seed, number])
            armies, others = (
                draw_national(design.units, paid, pairs, nations, chance, EQUAL) for pairs in (self.pairs, self.learnt)
            )
            fought = won_on_many_tables(tried, armies, self.battles)
            came = 0.5 + 0.5 * np.sign(margins(taught.play(others, number * self.learnt)).astype(np.float64))
            found = closest_list(Outcomes(others, came, np.ones(len(came))), armies, fought, paid, least)
            rows.append({**_met(nations, armies, fought), **_left(found)})
        return Findings(self.kind, tuple(map(_said, rows)), {"meetings": pd.DataFrame(rows)}, _notes(), about)


def _met(nations: tuple[str, str], armies: Integers, fought: Fought) -> dict[str, Any]:
    """How even armies of two nations are."""
    pairs = len(armies)
    points, low, high = (100 * value for value in missed(np.full(pairs, 0.5), fought))
    units = (armies >= 0).sum(axis=2).mean(axis=0).tolist()
    return {
        **dict(zip(("first", "second"), nations, strict=True)),
        "pairs": pairs,
        **dict(zip(("units_first", "units_second"), units, strict=True)),
        **dict(zip(("p_first", "p_low", "p_high"), rate_of(fought), strict=True)),
        **{"points": points, "low": low, "high": high},
    }


def _left(found: Closest) -> dict[str, float]:
    """What prices for two nations alone leave."""
    return dict(zip(("closest", "closest_low", "closest_high"), (100 * part for part in found), strict=True))


def _said(row: dict[str, Any]) -> str:
    points, closest = (
        "{:.1f} points [{:.1f}, {:.1f}]".format(*(row[name] for name in names))
        for names in (("points", "low", "high"), ("closest", "closest_low", "closest_high"))
    )
    return (
        f"Where {row['first']} meets {row['second']}, true rates of wins of armies of equal cost lie {points} from a "
        f"half, and {closest} under prices for these two nations alone."
    )


def _notes() -> tuple[str, ...]:
    return ("root mean square; dice, and errors of estimation, are taken off",)
