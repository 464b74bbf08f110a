"""From battles to prices: all at once, or batch by batch as they are played."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import scipy

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.lab.jobs import in_order
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.consistent import PriceList, self_consistent
from tigersim.pricing.estimate.data import BattleTable, sized
from tigersim.pricing.estimate.doubts import paired, side_with_budget
from tigersim.pricing.estimate.frames import from_frame
from tigersim.pricing.estimate.margin import (
    LEAST_TABLES,
    Errors,
    Luck,
    MarginFit,
    Sandwich,
    enough_tables,
    fit_margin,
    sandwich,
)
from tigersim.pricing.estimate.mispricing import Mispricing, mispricing, nearest_whole_price, verdicts
from tigersim.pricing.estimate.moments import Moments, Sums
from tigersim.pricing.estimate.rank_intervals import rank_intervals
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.scale import Guards, ScaleNotUsable, VPScale, budget_gap, check_design, vp_scale
from tigersim.pricing.estimate.traits_from_prices import Decomposition, decompose
from tigersim.pricing.report.ranges import NO_RANGE
from tigersim.pricing.report.result import Prices
from tigersim.statistics import student
from tigersim.version import __version__

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

READERS = 2
"""Threads that read batches again while others are used; more would hold more of them in memory."""

BATTLES_PER_TABLE = 10
"""Fewer battles a table than this, and a table's own effect costs more than it explains."""

MANY_TABLES = 30
"""Tables below which a note says that they are few."""

NO_LIST = "no self-consistent price list: "
NO_DEATHS = (
    "deaths are unknown: delta is theta / lambda - cost, without the VP that a unit concedes when it dies; "
    "no self-consistent price list"
)
NO_HAZARDS = "hazards are unknown: the luck of the dice is left in the margin, so intervals are wider than need be"


@dataclass(frozen=True)
class Method:
    """How prices are estimated from battles.

    luck: how the luck of kills is taken out of the margin, see ``margin.Luck``.
    errors: what the standard errors allow for, see ``margin.Errors``.
    kappa: share of its cost that a dead unit concedes.
    guards: what the battles must offer.
    """

    luck: Luck = "fitted"
    errors: Errors = "clustered"
    kappa: float = 1.0
    guards: Guards = field(default_factory=Guards)


@dataclass(frozen=True)
class _Estimate:
    total: Sums
    fit: MarginFit
    spread: Sandwich
    scale: VPScale
    found: Mispricing


@dataclass(frozen=True)
class _Part:
    battles: int
    get: Callable[[], BattleTable]


class PriceStudy:
    """Prices that grow with the battles: ``add`` until ``half_width_95`` is small, ``fit``.

    units: as in ``Roster.of``.
    tables: number of tables (numbered 0 to ``tables`` - 1); None = any number.
    by_table: whether each table has an effect of its own.
    chances: number of sums over chance that a battle carries.
    ruleset: by which costs are looked up.
    method: how prices are estimated.

    Intervals take a second pass over the battles: those that cannot be read again are kept in memory, some 300 bytes
    each with ten slots a side.
    """

    def __init__(
        self,
        units: object = None,
        *,
        tables: int | None = None,
        by_table: bool = True,
        chances: int = 0,
        ruleset: RuleSet | None = None,
        method: Method | None = None,
    ) -> None:
        self.roster = Roster.of(units, ruleset)
        self.ruleset = ruleset
        self.method = method or Method()
        self.moments = Moments(self.roster, tables, chances, by_table=by_table)
        self._parts: dict[int, _Part] = {}
        self._known: frozenset[str] = frozenset()
        self._last: _Estimate | None = None

    def __len__(self) -> int:
        return sum(part.battles for part in self._parts.values())

    def add(
        self, battles: BattleTable, start: int | None = None, reread: Callable[[], BattleTable] | None = None
    ) -> None:
        """Add a batch of battles.

        battles: the batch, with the columns of all others.
        start: number of its first battle; None = it follows what was added so far.
        reread: gives the batch again whenever it is called, as from a disk; then it is not kept in memory.

        Results depend on the battles and their numbers only, not on batches or the order of their arrival.
        """
        if not len(battles):
            return
        at = max((begin + part.battles for begin, part in self._parts.items()), default=0) if start is None else start
        if self._parts and battles.columns() != self._known:
            raise InvalidValue("battles", sorted(battles.columns()), "the same columns in all batches")
        self.moments.add(battles, at)
        self._known = battles.columns()
        self._parts[at] = _Part(len(battles), reread or (lambda: battles))
        self._last = None

    def parts(self) -> Iterator[BattleTable]:
        """The batches, in the order of their battles' numbers."""
        coming = (self._parts[at].get for at in sorted(self._parts))
        return in_order(coming, READERS, ahead=1)

    def half_width_95(self) -> float:
        """VP; 95% of the units have a 95% interval of delta at most this much to either side.

        Infinite as long as the battles do not suffice for any price.  Raises ``ScaleNotUsable`` where none would.
        """
        if not len(self):
            return float("inf")
        try:
            half = self._estimate().found.half_width()
        except ScaleNotUsable:
            raise
        except IdentifiabilityError:
            return float("inf")
        return float(np.quantile(half, 0.95)) if np.isfinite(half).all() else float("inf")

    def battles_for(self, half_width: float) -> int | None:
        """About how many battles bring ``half_width_95`` down to so many VP; None = unknown yet."""
        now = self.half_width_95()
        return int(np.ceil(len(self) * (now / half_width) ** 2)) if np.isfinite(now) else None

    def _estimate(self) -> _Estimate:
        if self._last is None:
            total, columns = self.moments.total(), self.moments.columns
            check_design(total, columns, self.roster, self.method.guards)
            deaths = "dead" in self._known
            fit = fit_margin(total, columns, self.roster, luck=self.method.luck, deaths=deaths)
            if fit.freedom <= 0:
                raise IdentifiabilityError(
                    f"{fit.battles} battles cannot tell {fit.battles - fit.freedom} effects apart; play more battles"
                )
            spread = sandwich(self.parts(), fit, errors=self.method.errors)
            gap = budget_gap(total, columns, self.roster)
            cost, guards = self.roster.cost, self.method.guards
            scale = vp_scale(fit.theta, spread.theta, cost, fit.mortality, gap, fit.battles, guards)
            self._last = _Estimate(total, fit, spread, scale, mispricing(fit, spread, scale, self.method.kappa))
        return self._last

    def margin_fit(self) -> MarginFit:
        """The regression behind the prices.

        Raises ``IdentifiabilityError`` where the battles cannot tell.
        """
        return self._estimate().fit

    def listed(self) -> tuple[MarginFit, PriceList]:
        """The regression and the list in which everything is revised.

        Raises ``IdentifiabilityError`` where the battles cannot tell, or there is no such list.
        """
        now = self._estimate()
        listed = self_consistent(now.fit) if now.scale.usable else None
        if listed is None:
            raise IdentifiabilityError("these battles give no self-consistent list; play more battles")
        return now.fit, listed

    def list_errors(self, fit: MarginFit, listed: PriceList) -> Floats:
        """Standard errors of the prices of that list, (U,), VP."""
        at_list = sandwich(self.parts(), fit, prices=listed.prices, errors=self.method.errors)
        return np.sqrt(np.diagonal(listed.covariance(at_list.theta)))

    def in_blocks(self, blocks: int) -> Iterator[BattleTable]:
        """All battles in so many parts of nearly equal size, in the order of their numbers."""
        whole = len(self)
        ends = [whole * (number + 1) // blocks for number in range(blocks)]
        sizes = iter(np.diff([0, *ends]).tolist())
        return sized(self.parts(), sizes)

    def fit(self, provenance: Mapping[str, Any] | None = None) -> Prices:
        """Prices from all battles so far, with ``provenance`` written next to them.

        Raises ``IdentifiabilityError``, by name, where the battles cannot tell.
        """
        now = self._estimate()
        listed = self_consistent(now.fit) if now.scale.usable else None
        list_se = None
        worth, worth_cov = self.roster.cost + now.found.delta, now.found.cov
        if listed is not None:
            at_list = sandwich(self.parts(), now.fit, prices=listed.prices, errors=self.method.errors)
            # the list holds for large corrections too, which delta only carries on in a straight line
            worth, worth_cov = listed.prices, listed.covariance(at_list.theta)
            list_se = np.sqrt(np.diagonal(worth_cov))
        stage_two = decompose(self.roster.frame, worth, worth_cov)
        table, detail = self._tables(now, listed, list_se)
        best, worst = self._ranks(now.found)
        detail = detail.assign(rank_best=best, rank_worst=worst, shrunk=stage_two.shrunk)
        keys = list(self.roster.keys)
        return Prices(
            table=table,
            traits=stage_two.traits,
            classes=stage_two.classes,
            detail=detail,
            covariance=pd.DataFrame(now.found.cov, columns=keys),
            notes=(*self._notes(now, listed), *stage_two.notes),
            provenance={**(provenance or {}), **self._provenance(now, stage_two)},
        )

    @staticmethod
    def _ranks(found: Mispricing) -> tuple[Any, Any]:
        """Places by worth compared with cost that the errors leave open; missing where some worth is."""
        known = np.isfinite(found.delta).all() and np.isfinite(found.cov).all()
        return rank_intervals(found.delta, found.cov, freedom=found.freedom) if known else (np.nan, np.nan)

    def _tables(
        self, now: _Estimate, listed: PriceList | None, list_se: Floats | None
    ) -> tuple[pd.DataFrame, pd.DataFrame]:
        units, found, frame = len(self.roster), now.found, self.roster.frame
        said, p = verdicts(found)
        nothing = np.full(units, np.nan)
        half = found.half_width()
        price = nothing if listed is None else listed.prices
        price_half = nothing if list_se is None else student.quantile(0.975, found.freedom) * list_se
        table = pd.DataFrame(
            {
                "nation": frame["nation"].astype(str).to_numpy(dtype=object),
                "name": frame["name"].astype(str).to_numpy(dtype=object),
                "cost": frame["cost"].to_numpy(),
                "delta": found.delta,
                "delta_low": found.delta - half,
                "delta_high": found.delta + half,
                "price": price,
                "price_low": price - price_half,
                "price_high": price + price_half,
                "range_low": nothing,
                "range_high": nothing,
                "verdict": said,
                "theta": now.fit.theta,
                "theta_se": np.sqrt(np.diagonal(now.spread.theta)),
                "n": now.total.n.astype(np.int64),
            }
        )
        if listed is None or list_se is None:
            whole, chance = nearest_whole_price(self.roster.cost + found.delta, found.se, found.freedom)
        else:
            whole, chance = nearest_whole_price(listed.prices, list_se, found.freedom)
        mortality, cov = now.fit.mortality, now.spread.mortality
        detail = pd.DataFrame(
            {
                "key": list(self.roster.keys),
                "whole_price": whole,
                "whole_price_probability": chance,
                "p_value": p,
                "mortality": nothing if mortality is None else mortality,
                "mortality_se": nothing if cov is None else np.sqrt(np.diagonal(cov)),
            }
        )
        return table, detail

    def _notes(self, now: _Estimate, listed: PriceList | None) -> list[str]:
        deaths = "dead" in self._known
        notes = [NO_RANGE]
        if not deaths:
            notes.append(NO_DEATHS)
        elif "hazard" not in self._known:
            notes.append(NO_HAZARDS)
        if not now.scale.usable:
            notes.append(f"{NO_LIST}{now.scale.reason}")
        elif deaths and listed is None:
            notes.append(f"{NO_LIST}it does not settle with these battles")
        notes += self._notes_on_tables(now.fit)
        if deaths and now.total.other > 0:
            share = float(now.total.other / now.total.battles)
            notes.append(f"on average {share:.2f} VP of the margin are not told by the deaths; they count at any price")
        return notes

    def _notes_on_tables(self, fit: MarginFit) -> list[str]:
        """What few tables leave open; nothing where tables are unknown."""
        met = len(fit.met)
        if self.method.errors != "clustered" or met >= MANY_TABLES or (met == 1 and self.moments.columns.tables != 1):
            return []
        if enough_tables(fit.met):
            return [
                f"intervals allow for tables that were not drawn, but know them from {met} only: with more tables they "
                "would be narrower"
            ]
        which = f"these {met} tables" if met > 1 else "this one table"
        return [
            f"intervals hold for {which}: it takes {LEAST_TABLES} to tell how much the worth of a unit differs from "
            "table to table"
        ]

    def _clusters(self, fit: MarginFit) -> str:
        """What the errors are, in the provenance."""
        pairs = "pair" in self._known
        if self.method.errors == "clustered" and enough_tables(fit.met):
            return "clustered by table and pair" if pairs else "clustered by table"
        return "clustered by pair" if pairs else "HC2" if self.method.errors == "clustered" else self.method.errors

    def _provenance(self, now: _Estimate, stage_two: Decomposition) -> dict[str, Any]:
        fit, scale = now.fit, now.scale
        ruled: dict[str, Any] = {}
        if (rules := self.ruleset) is not None:
            ruled = {"ruleset": rules.name, "edition": rules.edition, "switches": rules.changed()}
        return {
            **ruled,
            "battles": fit.battles,
            "units": len(self.roster),
            "tables": len(fit.met),
            "vp_scale": scale.value,
            "vp_scale_se": scale.se,
            "worth_of_a_body": scale.body,
            "worth_of_a_body_se": scale.body_se,
            "budget_gap_sd": budget_gap(now.total, self.moments.columns, self.roster),
            "attacker_effect": float(fit.coef[fit.columns.attacker]),
            "luck": self.method.luck,
            "luck_coefficient": fit.luck,
            "luck_variance_ratio": fit.variance / fit.raw_variance if fit.raw_variance > 0 else 1.0,
            "win_margin_correlation": _agreement(fit),
            "residual_sd": float(np.sqrt(fit.variance)),
            "trait_residual_sd": None if np.isnan(stage_two.residual_sd) else stage_two.residual_sd,
            "half_width_95": self.half_width_95(),
            "errors": self._clusters(fit),
            "errors_freedom": now.found.freedom,
            "guards": asdict(self.method.guards),
            "versions": {
                "tigersim": __version__,
                "python": platform.python_version(),
                "numpy": np.__version__,
                "scipy": scipy.__version__,
                "pandas": pd.__version__,
            },
        }


def _agreement(fit: MarginFit) -> float:
    """Correlation of what wins and what margins say against the cost."""
    line = np.column_stack([np.ones(len(fit.cost)), fit.cost])
    by_margin, by_win = (y - line @ np.linalg.lstsq(line, y)[0] for y in (fit.theta, fit.by_win))
    size = np.linalg.norm(by_margin) * np.linalg.norm(by_win)
    return float(by_margin @ by_win / size) if size > 0 else 0.0


def fit_prices(
    battles: pd.DataFrame | BattleTable,
    units: object = None,
    ruleset: RuleSet | None = None,
    *,
    slots: pd.DataFrame | None = None,
    luck: Luck = "fitted",
    errors: Errors = "clustered",
    kappa: float = 1.0,
    guards: Guards | None = None,
) -> Prices:
    """Prices from any table of battles: real games, another simulator, a planted world.

    battles: a ``BattleTable``, or columns ``army_a``, ``army_b``, ``margin`` and, where known, ``table``,
    ``side_a_first``, ``winner``, ``pair``, ``deaths`` (see ``pricing.estimate.frames``).
    units: what may occur, with costs (``Roster.of``); None = the units of the catalogue that took part, at their cost
    under ``ruleset``.
    ruleset: by which costs are looked up.
    slots: a second table with deaths and hazards.
    luck, errors, kappa: as in ``Method``.
    guards: what the battles must offer.

    Battles on one table, and of one ``pair``, are not independent, and the intervals allow for it.  Notes say where
    armies meet more than once and no ``pair`` says so (those that meet twice are taken for pairs), and where the side
    that attacked seems to go with the budget but no ``side_a_first`` tells which it was.

    Raises ``DataError`` or ``UnitNotFound`` for a bad cell, ``IdentifiabilityError`` where the battles cannot tell.
    """
    if not isinstance(battles, BattleTable | pd.DataFrame):
        raise InvalidValue("battles", battles, "a DataFrame, a row for each battle, or a BattleTable")
    table = battles if isinstance(battles, BattleTable) else from_frame(battles, units, ruleset, slots)
    table, of_pairs = paired(table)
    met = len(np.unique(table.table))
    crowded = met > 1 and len(table) < BATTLES_PER_TABLE * met
    notes: tuple[str, ...] = ()
    if crowded:
        notes = (f"no table effects: {met} tables in {len(table)} battles are too many to tell apart",)
    method = Method(luck, errors, kappa, guards or Guards())
    study = PriceStudy(table.roster, by_table=not crowded, chances=table.chances, ruleset=ruleset, method=method)
    study.add(table)
    found = study.fit()
    doubts = (note for note in (of_pairs, side_with_budget(table, study.margin_fit())) if note)
    return replace(found, notes=(*doubts, *found.notes, *notes))
