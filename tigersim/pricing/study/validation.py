"""Does a list hold?  What it forecasts, what no list can mend, and even matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Unpack

import numpy as np
import pandas as pd
from pydantic import Field

from tigersim.catalogue.profile.unit_table import as_table
from tigersim.lab.batch import Batch
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.experiment import TomlTable
from tigersim.lab.given_armies import KEPT, Given, margins
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.forecast import Foretold, chance_of, foretold
from tigersim.pricing.estimate.fought import LEAST, Fought
from tigersim.pricing.estimate.holdout import leave_units_out
from tigersim.pricing.estimate.mispricing import whole_vp
from tigersim.pricing.estimate.synergies import Interactions, interaction_share, pair_synergies
from tigersim.pricing.estimate.traits_from_prices import class_and_trait_columns
from tigersim.pricing.estimate.wins import Agreement, WinPrices, agreement, fit_wins, prices_by_wins
from tigersim.pricing.play.battles import battle_table
from tigersim.pricing.play.job import Job
from tigersim.pricing.play.matched import equal_pairs
from tigersim.pricing.play.pair_results import in_turn, tables_of
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.play.prospective import Spread, ratio, scores_of, spread
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.caveats import with_caveats
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.lists import list_in
from tigersim.pricing.study.archetypes import Circles, at_most, by_class, circles
from tigersim.pricing.study.experiment import Measured, design_of
from tigersim.pricing.study.gains import variance_ratios
from tigersim.pricing.study.run_options import RunOptions, how_to_run
from tigersim.statistics.intervals import Z_95

MOST_NAMED = 6
"""Units named in the sentence on wins and margins."""
MOST_SYNERGIES = 100
"""Pairs of units that are listed."""


class Replicates(TomlTable):
    """``[replicates]``: fresh pairs of armies, and how many battles each fights."""

    pairs: Annotated[int, Field(ge=200)] = 1500
    battles: Annotated[int, Field(ge=LEAST)] = 40


class CirclesOf(TomlTable):
    """``[circles]``: armies of one class each, every class against every other.

    price: of an army, VP of the revised list, by whose whole VP they play.
    battles: of each two classes.
    """

    price: Annotated[float, Field(gt=0)] = 30.0
    battles: Annotated[int, Field(ge=2)] = 400


class Pairs(TomlTable):
    """``[pairs]``: of armies of equal price, and mirrored matches (two battles) of each."""

    number: Annotated[int, Field(ge=2)] = 500
    matches: Annotated[int, Field(ge=LEAST)] = 200


class ValidationStudy(Measured):
    """A price list put to the test.

    prices: the folder of a price list or of a study of kind "equilibrium", whose revised list is tested.

    ``[stop]``: a number of battles, to which the forecasts are fitted.
    """

    kind: Literal["validation"] = "validation"
    prices: str
    replicates: Replicates = Replicates()
    circles: CirclesOf = CirclesOf()
    pairs: Pairs = Pairs()

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play and look; save what was found.

        Raises what ``prices`` raises, ``RunError`` where there is no list, ``InvalidValue`` for settings out of range.
        """
        forbid, progress, crew = how_to_run(options)
        tasks = self.stop.tasks("a number of battles")
        place, design = Path(folder), design_of(self, forbid)
        revised = list_in(self.prices, design)
        joint = JointProgress(progress, self._battles(tasks, design))
        threads = crew.get("threads")
        with Job.at_work(design, place, progress=joint.next_run(), **crew) as job:
            job.play_to(tasks)
            fitted = _fitted(job.study)
        fresh = replace(design, seed=design.seed + 1)
        given = Given(fresh, place / KEPT, threads, joint.count)
        foreseen, interactions = _replicated(given, self.replicates, fitted)
        by = given.repriced(whole_vp(revised).tolist())
        turning = circles(by, by_class(design.units), revised, self.circles.price, self.circles.battles, fresh.seed)
        even = _matched(design, revised, self.pairs, place / KEPT, threads, joint)
        found = _found(self, design, fitted, foreseen, interactions, turning, even)
        found.save(place)
        return found

    def _battles(self, tasks: int, design: Design) -> int:
        """All that are to be played, at most."""
        replicates = self.replicates.pairs * self.replicates.battles
        turning = at_most(by_class(design.units), self.circles.battles)
        even = len(LISTS) * 2 * self.pairs.number * self.pairs.matches
        return tasks * BATTLES_PER_TASK + replicates + turning + even


class _Fitted(NamedTuple):
    """What the battles of the first part say."""

    study: PriceStudy
    parts: list[BattleTable]
    wins: WinPrices


def _fitted(study: PriceStudy) -> _Fitted:
    parts = list(study.parts())
    fit = study.margin_fit()
    return _Fitted(study, parts, prices_by_wins(parts, tables=study.moments.columns.tables, mortality=fit.mortality))


def _replicated(given: Given, plan: Replicates, fitted: _Fitted) -> tuple[Foretold, Interactions]:
    """Forecasts of fresh pairs, and the share of what no additive list can tell."""
    design, roster = given.design, fitted.study.roster
    armies = design.armies(0, plan.pairs)
    results = given.play(np.tile(armies, (plan.battles, 1, 1)))
    numbers = in_turn(plan.pairs, plan.battles)
    margin, table = margins(results)[numbers].astype(np.float64), tables_of(design, numbers)
    pairs = battle_table(design, roster, [Batch(0, results[: plan.pairs])])
    tables = fitted.study.moments.columns.tables
    cost = fit_wins(fitted.parts, tables=tables, span=roster.cost[:, None])
    chances = {"the printed costs": chance_of(cost, pairs), "the worths": chance_of(fitted.wins.fit, pairs)}
    forecasts = foretold(Fought(0.5 + 0.5 * np.sign(margin), table), chances)
    return forecasts, interaction_share(Fought(margin, table), pairs.difference.astype(np.float64))


LISTS = ("printed", "revised, whole VP", "revised")
"""The lists by which armies of equal price are drawn."""


def _matched(
    design: Design, revised: Floats, plan: Pairs, kept: Path, threads: int | None, joint: JointProgress
) -> dict[str, Spread]:
    """Matches of equal price under each list, played by it; the last pays exact prices."""
    whole = whole_vp(revised)
    found = {}
    for number, name in enumerate(LISTS):
        prices = {"printed": design.costs.astype(float), "revised": revised}.get(name, whole.astype(float))
        seed = design.seed + 2 + number
        played = replace(design, seed=seed, prices=() if name == "printed" else tuple(whole.tolist()))
        armies = equal_pairs(prices, plan.number, design.sizes, seed)
        found[name] = spread(scores_of(Given(played, kept, threads, joint.count), armies, plan.matches))
    return found


def _found(
    plan: ValidationStudy,
    design: Design,
    fitted: _Fitted,
    foreseen: Foretold,
    interactions: Interactions,
    turning: Circles,
    even: dict[str, Spread],
) -> Findings:
    study, parts = fitted.study, fitted.parts
    synergies = pair_synergies(parts, study.margin_fit())
    left_out, of_unit = _units_left_out(study.fit(), as_table(design.units, design.terms.ruleset))
    real = synergies[synergies["real"]].head(MOST_SYNERGIES).reset_index(drop=True)
    named = {side: [study.roster.keys[unit] for unit in real[side]] for side in ("first", "second")}
    says = agreement(parts, study.margin_fit(), fitted.wins)
    tables = {
        "checks": _checks(says, interactions, turning, left_out, int(synergies["real"].sum())),
        "matched": _matched_table(even),
        "forecasts": foreseen.table(),
        "gains": variance_ratios(parts, study.moments.columns.tables, fitted.wins),
        "calibration": foreseen.curves(),
        "counters": turning.counters(),
        "synergies": real.assign(**named).drop(columns="real"),
        "units_left_out": of_unit,
        "wins_and_margins": _wins_and_margins(says, fitted),
    }
    alike = (
        "armies are drawn with costs near to each other, so that the printed costs have little to tell them apart by"
    )
    notes = (
        alike,
        *(f"no army of {name.replace('_', ' ')} costs about {plan.circles.price:g} VP" for name in turning.left_out),
    )
    settings = plan.model_dump(include={"prices", "replicates", "circles", "pairs"})
    about = {**design.provenance(), "battles": len(study), **settings}
    players = " against ".join(design.player_names)
    last = f"{len(study):,} battles of {players} fitted, seeds from {design.seed} on."
    said = (*_said(foreseen, interactions, turning, tables["matched"]), *_apart(tables["wins_and_margins"]), last)
    said = with_caveats(said, turning.left_out, plan.circles.price)
    return Findings("validation", said, tables, notes, about)


def _said(
    foreseen: Foretold, interactions: Interactions, turning: Circles, matched: pd.DataFrame
) -> tuple[str, str, str]:
    """The sentences that answer the question."""
    (worth, of_worth), (cost, _) = foreseen.share["the worths"], foreseen.share["the printed costs"]
    by_list = matched.set_index("list")
    printed, revised = by_list.loc["printed"], by_list.loc["revised, whole VP"]
    return (
        f"True win rates of armies of equal price lie {printed['points']:.1f} points from a half under the printed "
        f"list and {revised['points']:.1f} under the revised one (root mean square), "
        f"{revised['of_printed']:.2f} [{revised['of_printed_low']:.2f}, {revised['of_printed_high']:.2f}] of it.",
        f"Of what can be foretold of battles between fresh armies, the worths tell {worth:.0%} [{of_worth.low:.0%}, "
        f"{of_worth.high:.0%}], the printed costs {cost:.0%}.",
        f"{interactions.share:.0%} of the spread between armies is told by no additive list; "
        f"{turning.cycles.share:.0%} of the results between classes go round in circles.",
    )


def _wins_and_margins(says: Agreement, fitted: _Fitted) -> pd.DataFrame:
    """Units whose worth by wins is another than by margins, the farthest apart first."""
    by_wins = fitted.wins.found.delta
    table = pd.DataFrame(
        {
            "unit": fitted.study.roster.keys,
            "by_margins": by_wins - says.difference,
            "by_wins": by_wins,
            "difference": says.difference,
            "difference_low": says.difference - Z_95 * says.se,
            "difference_high": says.difference + Z_95 * says.se,
        }
    )[says.differs]
    return table.iloc[table["difference"].abs().argsort(kind="stable")[::-1]].reset_index(drop=True)


def _apart(table: pd.DataFrame) -> tuple[str, ...]:
    """The units that wins and margins judge most differently, in a sentence, if there are any."""
    if not len(table):
        return ()
    rows = table.head(MOST_NAMED).itertuples(index=False)
    named = ", ".join(f"{row.unit} {row.by_wins:+.1f} (by margins {row.by_margins:+.1f})" for row in rows)
    return (f"{len(table)} units are worth something else by wins than by margins, farthest: {named} VP.",)


def _checks(
    says: Agreement, interactions: Interactions, turning: Circles, left_out: float, synergies: int
) -> pd.DataFrame:
    """One row per question that has one number for an answer: ``check value low high``."""
    nothing = float("nan")
    rows = [
        ("spread between armies that no additive list tells, share", interactions.share, *interactions.interval),
        ("results between classes that go round in circles, share", turning.cycles.share, *turning.cycles.interval),
        ("worth by wins and by margins, correlation", says.correlation, nothing, nothing),
        ("worth by wins and by margins, apart by VP", says.rms, nothing, nothing),
        ("units whose worth by wins is another than by margins", float(says.differs.sum()), nothing, nothing),
        ("worth of a unit foretold from its class and traits, r2", left_out, nothing, nothing),
        ("pairs of units that stand out", float(synergies), nothing, nothing),
    ]
    return pd.DataFrame(rows, columns=["check", "value", "low", "high"])


def _matched_table(even: dict[str, Spread]) -> pd.DataFrame:
    """One row per list: distance of true win rates from a half, in points, and far pairs."""
    printed = even["printed"]
    rows = []
    for name, one in even.items():
        part, interval = ratio(one, printed)
        of = (1.0, np.nan, np.nan) if one is printed else (part, interval.low, interval.high)
        points = [100 * share for share in (one.rms, *one.interval)]
        rows.append((name, *points, one.share_far, *of, len(one.rates)))
    columns = ["list", "points", "points_low", "points_high", "share_far", "of_printed"]
    return pd.DataFrame(rows, columns=[*columns, "of_printed_low", "of_printed_high", "pairs"])


def _units_left_out(prices: Any, frame: pd.DataFrame) -> tuple[float, pd.DataFrame]:
    """Each unit's worth from its class and traits and all other units."""
    known = prices.table["delta"].notna().to_numpy()
    worth = (prices.table["cost"] + prices.table["delta"]).to_numpy()[known]
    cov = prices.covariance.to_numpy()[np.ix_(known, known)]
    x = class_and_trait_columns(frame[known])
    found = leave_units_out(x.to_numpy(), worth, cov)
    keys = prices.detail["key"].to_numpy()[known]
    return found.r2, pd.DataFrame({"unit": keys, "worth": worth, "foretold": found.predicted, "se": found.se})
