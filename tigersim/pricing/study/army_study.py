"""The study of armies: a model of what an army is worth, fitted and tried on others.

Tables of the findings.  ``kinds``, by kind of armies and by forecast: ``pairs``, ``missed`` with ``low`` and ``high``,
points of a hundred by which true rates of wins are missed (root mean square, dice taken off), ``worst``, the largest
bias of a tenth.  ``tenths``, calibration of the model by kind: ``tenth pairs forecast came bias low high``, percent.
``forecasts``: Brier's scores and the share of the way from a coin to a perfect forecast (``forecast.foretold``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, Unpack

import numpy as np
import pandas as pd
import scipy
from pydantic import Field
from scipy import special

from tigersim.catalogue.lists import SETTLED
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.lab.crew import threads_only
from tigersim.lab.experiment import TomlTable
from tigersim.lab.given_armies import KEPT, Given, margins
from tigersim.lab.run import keep_settings
from tigersim.pricing.estimate.army_check import ALL, by_kind, groups_of, tenths_of
from tigersim.pricing.estimate.army_fit import EPOCHS, Battles, additive, fit_armies
from tigersim.pricing.estimate.army_model import ArmyModel, counts_of
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.forecast import foretold
from tigersim.pricing.estimate.fought import LEAST, Fought
from tigersim.pricing.play.army_kinds import KINDS, LEARNING, Pairs, draw_pairs
from tigersim.pricing.play.pair_results import won_on_many_tables
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.lists import list_in
from tigersim.pricing.study.experiment import Planned, PlanOf, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run

MODEL = "army_model.json"
"""The file with the fitted numbers, in the folder of the study."""
OF_MODEL, OF_SUM, OF_LIST = "the model", "a sum of worths", "the price list"
"""Forecasts that are compared."""
HELD_OUT_SEED = 1_000_003
"""Added to a seed: armies and battles that no fit has seen."""

Positive = Annotated[int, Field(ge=1)]


class ArmyPlan(PlanOf):
    """``[design]``: as for prices; ``sizes`` and ``jitter`` are not used."""

    players: tuple[str, str] = DEFAULT_PLAYERS


class FitOf(TomlTable):
    """``[fit]``: how the model is fitted.

    pairs: of armies, one battle each.  epochs: how often the fit goes through them.
    """

    pairs: Annotated[int, Field(ge=2048)] = 1_000_000
    epochs: Positive = EPOCHS


class HeldOut(TomlTable):
    """``[held_out]``: what the model is tried on.

    pairs: of fresh armies.  battles: of each pair, every one on another table.
    """

    pairs: Annotated[int, Field(ge=100)] = 4_000
    battles: Annotated[int, Field(ge=LEAST)] = 100


class ArmyStudy(Planned):
    """One study of armies.

    prices: the list by which armies of about equal cost are drawn, a folder or an installed one (``lists.list_in``).
    """

    kind: Literal["armies"] = "armies"
    prices: str = SETTLED
    design: ArmyPlan = ArmyPlan()
    fit: FitOf = FitOf()
    held_out: HeldOut = HeldOut()

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play, fit, try on fresh armies; the same call goes on from what is kept in ``folder``.

        Raises ``InvalidValue`` for ``workers`` and ``dask``, ``RunError`` for folders that cannot be used.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("the battles of given armies are played by threads of this process", crew)
        design = design_of(self, forbid)
        place, joint = Path(folder), JointProgress(progress)
        joint.total = self.fit.pairs + self.held_out.pairs * self.held_out.battles
        about = {**design.provenance(), **self.model_dump(include={"prices", "fit", "held_out"}, mode="json")}
        keep_settings(place, KEPT, about)
        prices = list_in(self.prices, design)
        fresh = replace(design, seed=design.seed + HELD_OUT_SEED)

        seen = draw_pairs(design.units, prices, self.fit.pairs, np.random.default_rng(design.seed))
        given = Given(design, place / KEPT, threads, joint.count)
        came = margins(given.play(seen.armies)).astype(np.float64)
        battles = _battles(seen, came, len(design.units))
        model = fit_armies(battles, [one.key for one in design.units], epochs=self.fit.epochs, seed=design.seed)

        unseen = draw_pairs(design.units, prices, self.held_out.pairs, np.random.default_rng(fresh.seed))
        tried = Given(fresh, place / KEPT, threads, joint.count)
        fought = won_on_many_tables(tried, unseen.armies, self.held_out.battles)
        chances = _chances(model, battles, unseen, prices)
        tables = _tables(unseen, fought, chances)
        fitted = ArmyModel(model.units, model.weights, {**about, "kinds": tables["kinds"].to_dict("records")})
        fitted.save(place / MODEL)
        return Findings(self.kind, _said(tables, unseen), tables, _notes(), about)


def _battles(pairs: Pairs, margin: Floats, units: int) -> Battles:
    return Battles(counts_of(pairs.armies[:, 0], units), counts_of(pairs.armies[:, 1], units), margin)


def _chances(model: ArmyModel, battles: Battles, pairs: Pairs, prices: Floats) -> dict[str, Floats]:
    """What each forecast gives army a: the model, a sum of worths, the difference of prices."""
    units = len(model.units)
    fresh = _battles(pairs, np.zeros(len(pairs.armies)), units)
    by = {OF_SUM: additive(battles), OF_LIST: prices}
    return {OF_MODEL: model.foretell_counts(fresh.side_a, fresh.side_b).p_win} | {
        name: by_sums(worth, prices, battles)(fresh) for name, worth in by.items()
    }


def by_sums(worth: Floats, prices: Floats, battles: Battles) -> Callable[[Battles], Floats]:
    """A forecast by the difference of two sums: a probit next to the root of all VP on the table.

    Its one steepness is fitted.  A unit counts at least what it is taken to cost where armies are drawn: there are
    armies of nothing but units whose price is below 0.
    """
    total = np.maximum(prices, LEARNING.least)

    def lean(some: Battles) -> Floats:
        spread = np.sqrt((some.side_a + some.side_b) @ total)
        return np.asarray((some.side_a - some.side_b) @ worth / spread, dtype=np.float64)

    seen, won = lean(battles), 0.5 + 0.5 * np.sign(battles.margin)

    def loss(steepness: float) -> float:
        of_a = special.log_ndtr(steepness * seen)
        of_b = special.log_ndtr(-steepness * seen)
        return -float(np.mean(won * of_a + (1 - won) * of_b))

    best = scipy.optimize.minimize_scalar(loss, bounds=(0.01, 5.0), method="bounded").x
    return lambda some: np.asarray(special.ndtr(best * lean(some)), dtype=np.float64)


def _tables(pairs: Pairs, fought: Fought, chances: dict[str, Floats]) -> dict[str, pd.DataFrame]:
    groups = groups_of(pairs.kinds, dict(enumerate(KINDS)))
    model = chances[OF_MODEL]
    tenths = [tenths_of(model[some], fought.of(some)).assign(kind=kind) for kind, some in groups.items()]
    even = np.full(len(pairs.armies), 0.5)
    columns = ["kind", "tenth", "pairs", "forecast", "came", "bias", "low", "high"]
    return {
        "kinds": by_kind(fought, {**chances, "an even match": even}, groups),
        "tenths": pd.concat(tenths, ignore_index=True)[columns],
        "forecasts": foretold(fought, chances).table(),
    }


def _said(tables: dict[str, pd.DataFrame], pairs: Pairs) -> tuple[str, ...]:
    kinds = tables["kinds"]
    overall = kinds[kinds["kind"] == ALL].set_index("forecast_by")
    one, other = overall.loc[OF_MODEL], overall.loc[OF_SUM]
    tenths = tables["tenths"]
    worst = tenths.iloc[int(tenths["bias"].abs().to_numpy().argmax())]
    return (
        f"Of {len(pairs.armies):,} fresh pairs of armies of every kind the model misses the true rate of wins by "
        f"{one.missed:.1f} points [{one.low:.1f}, {one.high:.1f}], a sum of worths by {other.missed:.1f} "
        f"[{other.low:.1f}, {other.high:.1f}] (root mean square, dice taken off).",
        f"The largest bias of a tenth is {worst.bias:+.1f} points, armies of {worst.kind}.",
    )


def _notes() -> tuple[str, ...]:
    return ("which side attacks, which edge it has and the table are left to chance in every forecast",)
