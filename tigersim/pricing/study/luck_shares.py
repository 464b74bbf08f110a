"""How much of the spread of results is luck: shares of the variance of the margin.

    margin = armies + tables and sides + known luck, kind by kind + rest

All parts are fitted together by least squares.  A part's share is the covariance of its fitted values with the margin,
by the variance of the margin, less what a part with so many numbers explains by chance alone; so the shares add up to
one, and a part that does nothing has none on average.  Known luck is what came of dice and cards minus what was to be
expected (``core.luck``).  The rest is luck that is not booked (the order in which cards come, which units meet) and
what friends and enemies are worth to each other beyond their sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy import sparse

from tigersim.catalogue.price_lists import counted_in
from tigersim.catalogue.units import all_units
from tigersim.core.enums import LUCK_BANDS, LUCK_CARD, LUCK_DRAW, LUCK_KINDS, LUCK_RANK, LUCK_RECOVERY, LUCK_SHOCK
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue, NoResults
from tigersim.game.terms import Terms
from tigersim.given import check_name_or_file
from tigersim.lab.design import Design
from tigersim.lab.frames import played
from tigersim.lab.run import BATTLES, SETTINGS, Run
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.margin import enough_tables
from tigersim.pricing.estimate.moments import Columns, summed_by, table_by_table
from tigersim.pricing.play.battles import battle_table, roster_of
from tigersim.statistics import student

GROUPS = 20
"""Groups of tables or battles that are left out in turn (the jackknife) for the intervals."""
TOLERANCE = 1e-9
"""A direction with less than this part of a column's sum of squares counts as absent."""
LEAST = 1000
"""Battles, below which there is no answer."""
BATTLES_PLAYED = 20_480
"""Battles that are played unless another number is asked for."""

ARMIES, TABLES, KILLS, OTHER, REST = "armies", "tables and sides", "luck: kills", "luck: of any other kind", "rest"
KINDS = {
    LUCK_SHOCK: "luck: shocks",
    LUCK_DRAW: "luck: how many cards",
    LUCK_CARD: "luck: which cards",
    LUCK_RANK: "luck: which cards",
    LUCK_RECOVERY: "luck: recovery",
}
"""Kind of luck -> the part that it belongs to."""
ORDER = (ARMIES, TABLES, KILLS, *dict.fromkeys(KINDS.values()), OTHER, REST)


@dataclass(frozen=True)
class LuckShares:
    """Shares of the variance of the margin.

    table: one row per part, columns ``part share low high``, with 95% intervals; the shares add up to 1.
    battles: how many.
    spread: standard deviation of the margin, VP, or points of a price list.
    provenance: of the battles.
    """

    table: pd.DataFrame
    battles: int
    spread: float
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        unit = counted_in(self.provenance.get("price_list", {}).get("scale", 1))
        return (
            f"All known luck together has {self.known_luck:.0%} of it, the armies {self.share(ARMIES):.0%}.",
            f"{self.battles:,} battles; the margin has a standard deviation of {self.spread:.1f} {unit}.",
        )

    def __str__(self) -> str:
        return "\n".join(self.said)

    def __repr__(self) -> str:
        return str(self)

    def share(self, *parts: str) -> float:
        """What some parts have together."""
        return float(self.table.loc[self.table["part"].isin(parts), "share"].sum())

    @property
    def known_luck(self) -> float:
        """The share of all kinds of luck that are known."""
        return self.share(*(part for part in self.table["part"] if part.startswith("luck")))


def luck(
    run: str | Path | None = None,
    battles: int = BATTLES_PLAYED,
    seed: int = 1,
    *,
    players: tuple[str, str] = DEFAULT_PLAYERS,
    terms: Terms | None = None,
    threads: int | None = None,
) -> LuckShares:
    """What decides a battle: how much of the spread of results is luck, how much the army.

    run: a folder that keeps its battles; None: random battles are played, by what is said after it.
    battles, seed, players, terms, threads: as ``tigersim.battles`` takes them.

    Raises ``NoResults`` for a run without battles, ``InvalidValue`` for fewer than 1,000.
    """
    if run is not None:
        check_name_or_file("run", run)
        return shares_of_run(run)
    return shares_of_design(Design(terms=terms, seed=seed, players=players), battles, threads)


def luck_shares(parts: Iterable[BattleTable], provenance: Mapping[str, Any] | None = None) -> LuckShares:
    """The shares, from battles in any number of parts.

    Intervals are by the jackknife over groups of tables, or of battles where tables are too few.  Raises
    ``InvalidValue`` for fewer than ``LEAST`` battles, and for margins that do not vary.
    """
    names, sums = _sums(parts)
    whole = sums[0]
    for one in sums[1:]:
        whole = whole.combined(one, 1.0)
    battles = round(whole.products[-2, -2])
    if battles < LEAST:
        raise InvalidValue("battles", battles, f"{LEAST:,} or more")
    variance = (whole.products[-1, -1] - whole.products[-2, -1] ** 2 / battles) / battles
    if not variance > 0:
        raise InvalidValue("margins", "all the same", "margins that vary")
    found = _shares(whole, names)
    without = np.array([_shares(whole.combined(one, -1.0), names) for one in sums])
    groups = len(sums)
    error = np.sqrt((groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    half = student.quantile(0.975, groups - 1) * error
    there = [part for part in ORDER if part in names or part == REST]
    table = pd.DataFrame({"part": there, "share": found, "low": found - half, "high": found + half})
    return LuckShares(table, battles, float(np.sqrt(variance)), dict(provenance or {}))


def shares_of_run(folder: str | Path) -> LuckShares:
    """The shares in the battles that a run of prices keeps.  Raises ``NoResults`` for none."""
    if (Path(folder) / SETTINGS).is_file() and not any(Path(folder, BATTLES).glob("*.parquet")):
        raise NoResults(f"{folder} keeps no battles; the command that made it plays them again")
    run = Run.open(folder, all_units())
    design, roster = run.design, roster_of(run.design)
    return luck_shares((battle_table(design, roster, batches) for batches in run.parts()), _about(design))


def shares_of_design(design: Design, n: int, threads: int | None = None) -> LuckShares:
    """The shares in the first ``n`` battles of a design, which are played."""
    roster = roster_of(design)
    return luck_shares([battle_table(design, roster, played(design, n, threads))], _about(design))


def _about(design: Design) -> dict[str, Any]:
    return dict(design.provenance())


def _parts_of(columns: Columns, kills: bool) -> list[str]:
    """To which part each column belongs: those of the design, the luck of kills, and the level."""
    chances = columns.chances
    kinds = [KINDS[k // LUCK_BANDS] if chances == LUCK_KINDS * LUCK_BANDS else OTHER for k in range(chances)]
    return [*[ARMIES] * columns.units, TABLES, *kinds, *([KILLS] if kills else []), ""]


class _OfTables(NamedTuple):
    """Sums by table, times the edge: of its square, and of columns, 1 and margin (T, P)."""

    number: Integers
    games: Floats
    rows: Floats


class _Products(NamedTuple):
    """Sums of products of all columns, 1 and the margin over some battles, (P, P), and by table."""

    products: Floats
    tables: _OfTables

    def combined(self, other: _Products, sign: float) -> _Products:
        products = self.products + sign * other.products
        return _Products(products, table_by_table(self.tables, other.tables, sign))


def _sums(parts: Iterable[BattleTable]) -> tuple[list[str], list[_Products]]:
    """The part of each column, and the sums of each group."""
    blocks = list(parts)
    if not blocks:
        raise InvalidValue("battles", 0, f"{LEAST:,} or more")
    columns = Columns(len(blocks[0].roster), chances=blocks[0].chances)
    met = np.unique(np.concatenate([np.unique(block.table) for block in blocks]))
    found: dict[int, _Products] = {}
    first = 0
    for block in blocks:
        if enough_tables(met):
            group = np.searchsorted(met, block.table) % GROUPS
        else:
            group = (np.arange(first, first + len(block)) if block.pair is None else block.pair) % GROUPS
        first += len(block)
        for one in np.unique(group).tolist():
            mine = _products(block.rows(np.flatnonzero(group == one)), columns)
            found[one] = found[one].combined(mine, 1.0) if one in found else mine
    return _parts_of(columns, blocks[0].luck() is not None), [found[one] for one in sorted(found)]


def _products(block: BattleTable, columns: Columns) -> _Products:
    luck = block.luck()
    more = [np.ones(len(block)), block.margin]
    if luck is not None:
        lost = (luck * np.append(block.roster.cost, 0.0)[block.army]).sum(axis=2)
        more.insert(0, lost[:, 1] - lost[:, 0])
    rows = sparse.csr_array(sparse.hstack([columns.design(block), sparse.csr_array(np.column_stack(more))]))
    edge = block.edge.astype(np.float64)
    number, at_edge = summed_by(block.table, edge)
    return _Products((rows.T @ rows).toarray(), _OfTables(number, at_edge @ edge, (at_edge @ rows).toarray()))


def _shares(total: _Products, names: list[str]) -> Floats:
    """The shares, in the order of ``ORDER``, from sums of products."""
    played = total.tables.games > 0.5
    games, rows = total.tables.games[played], total.tables.rows[played]
    scaled = rows / np.sqrt(games)[:, None]
    within = total.products - scaled.T @ scaled
    battles, squares = total.products[-2, -2], total.products[-1, -1]
    gram, product = within[:-1, :-1], within[:-1, -1]
    size = np.sqrt(np.diagonal(total.products)[:-1])
    scale = np.divide(1.0, size, out=np.zeros_like(size), where=size > 0)
    inverse = np.linalg.pinv(gram * np.outer(scale, scale), rcond=TOLERANCE, hermitian=True) * np.outer(scale, scale)
    coef = inverse @ product
    numbers = np.einsum("ij,ji->i", inverse, gram)  # how many free numbers each column stands for
    noise = (within[-1, -1] - coef @ product) / (battles - numbers.sum() - len(games))
    level = total.products[-2, -1] / battles
    covariance = total.products[:-1, -1] / battles - total.products[-2, :-1] / battles * level
    explained = coef * covariance - noise * numbers / battles
    effects = (rows[:, -1] - rows[:, :-1] @ coef) / games
    # the level of all battles is one of the tables' numbers where they tell it, and no part of the spread
    free = len(games) - (1 - numbers[-1])
    by_table = effects @ (rows[:, -1] - level * rows[:, -2]) / battles - noise * free / battles
    variance = squares / battles - level**2 + noise / battles
    of = np.array(names)
    shares = [explained[of == part].sum() + (by_table if part == TABLES else 0.0) for part in ORDER if part in names]
    return np.asarray(np.array([*shares, noise]) / variance)
