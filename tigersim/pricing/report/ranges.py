"""The range of a price over conditions: other players, tables, sizes and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from tigersim.errors import InvalidValue, brief
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.conditions import over_conditions, robust_verdicts
from tigersim.pricing.estimate.list_errors import standard_error
from tigersim.pricing.report.schemas import LISTED

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices

RULE = "a further condition, 95%, by the spread of each unit"
"""What the ranges of a run are; in its provenance, so that ranges of another rule are known."""
NO_RANGE = "no range of prices over other conditions, since one condition only was played"
TOLD = "the range is over "


def with_range(listed: Prices, others: Mapping[str, Prices], within: Sequence[str]) -> Prices:
    """A list with the range of its prices over other conditions.

    listed: the list itself, which is one of the conditions.
    others: lists by the name of their condition.
    within: conditions that the range takes in, if they price all units of the list.

    The table of conditions that it gets has one row per unit and condition, the list itself first: ``key condition
    price price_se delta delta_se verdict within``; conditions under which some units are never fielded have no rows for
    these.  Raises ``InvalidValue`` where a condition prices units that the list does not, or a name is not there.
    """
    keys, few = list(listed.detail["key"]), []
    for name, one in others.items():
        there = list(one.detail["key"])
        if there != [key for key in keys if key in set(there)]:
            raise InvalidValue(f"units of the condition '{brief(name)}'", len(there), "those of the list, or some")
        if len(there) < len(keys):
            few.append(name)
    for name in within:
        if name not in others:
            raise InvalidValue("condition", name, ", ".join(others))
    lists = {LISTED: listed, **others}
    taken = {LISTED, *within} - set(few)
    rows = [_rows(one).assign(condition=name, within=name in taken) for name, one in lists.items()]
    table = pd.concat(rows, ignore_index=True)[
        ["key", "condition", "price", "price_se", "delta", "delta_se", "verdict", "within"]
    ]
    notes = listed.notes
    if few:
        notes = (*notes, f"the range leaves out conditions that price some of the units only: {', '.join(few)}")
    return over_them(replace(listed, conditions=table, notes=notes))


def over_them(listed: Prices) -> Prices:
    """A list with the range of its prices over those of its conditions that are ``within``."""
    table = listed.conditions
    names = list(table["condition"].unique())
    chosen = list(table.loc[table["within"], "condition"].unique())
    notes = tuple(note for note in listed.notes if note != NO_RANGE and not note.startswith(TOLD))
    prices, errors = (_by_condition(table, column, chosen) for column in ("price", "price_se"))
    if len(chosen) < 2 or not (np.isfinite(prices).all() and np.isfinite(errors).all()):
        reason = "no range of prices: some condition has no list in which everything is revised"
        return replace(listed, notes=(reason, *notes))
    found = over_conditions(prices, errors)
    verdict, share, robust = robust_verdicts(_by_condition(table, "verdict", chosen).astype(str))
    about = {
        "conditions": names,
        "conditions_in_range": chosen,
        "range_rule": RULE,
        "spread_over_conditions": found.spread,
        "spread_over_conditions_interval": list(found.spread_interval),
        "rank_correlation_with_the_list": dict(zip(chosen, found.rank_correlation[0].tolist(), strict=True)),
        "robust_verdicts": int(robust.sum()),
    }
    rule = (
        f"{TOLD}{len(chosen)} conditions, {', '.join(chosen)}: where the price would lie under one more of their sort "
        "(95%), errors of sampling taken off unit by unit"
    )
    return replace(
        listed,
        table=listed.table.assign(range_low=found.low, range_high=found.high),
        detail=listed.detail.assign(
            spread=found.own_spread, verdict_over_conditions=verdict, share_of_conditions=share, robust=robust
        ),
        notes=(rule, *notes),
        provenance={**listed.provenance, **about},
    )


def by_condition(found: Prices) -> pd.DataFrame:
    """The conditions, one a row, next to the list.

    Columns: ``condition price_apart worth_apart other_verdicts in_range``, and ``units``, how many of the list it
    prices, where some price fewer; all else is about these.  price_apart, worth_apart: from the list itself, VP, root
    mean square over the units, errors of sampling taken off; price: in a list in which everything is revised, worth:
    next to the printed cost; NaN where a list has no price.  other_verdicts: units whose verdict is another one.  No
    rows where one condition only was played.
    """
    table = found.conditions
    columns = ["condition", "price_apart", "worth_apart", "other_verdicts", "in_range"]
    if not len(table):
        return pd.DataFrame(columns=columns)
    listed = table[table["condition"] == LISTED].set_index("key")
    rows = []
    for name, one in table[table["condition"] != LISTED].groupby("condition", sort=False):
        same = listed.loc[one["key"]]
        price, worth = (_apart(same, one, column) for column in ("price", "delta"))
        others = int((one["verdict"].to_numpy() != same["verdict"].to_numpy()).sum())
        rows.append((name, price, worth, others, bool(one["within"].iloc[0]), len(one)))
    shown = pd.DataFrame(rows, columns=[*columns, "units"])
    return shown if (shown["units"] < len(listed)).any() else shown[columns]


def verdict_changes(found: Prices) -> pd.DataFrame:
    """Units with another verdict under a condition: ``key condition listed there``."""
    table = found.conditions
    columns = ["key", "condition", "listed", "there"]
    if not len(table):
        return pd.DataFrame(columns=columns)
    listed = table.loc[table["condition"] == LISTED].set_index("key")["verdict"]
    others = table[table["condition"] != LISTED].assign(listed=lambda rows: rows["key"].map(listed))
    changed = others[others["verdict"] != others["listed"]].rename(columns={"verdict": "there"})
    return changed.sort_values(["key", "condition"])[columns].reset_index(drop=True)


def _apart(listed: pd.DataFrame, other: pd.DataFrame, column: str) -> float:
    one, two = (frame[column].to_numpy(dtype=float) for frame in (listed, other))
    noise = sum(frame[f"{column}_se"].to_numpy(dtype=float) ** 2 for frame in (listed, other))
    return float(np.sqrt(np.maximum(np.mean((one - two) ** 2 - noise), 0.0)))


def _rows(found: Prices) -> pd.DataFrame:
    table = found.table
    return pd.DataFrame(
        {
            "key": found.detail["key"],
            "price": table["price"],
            "price_se": standard_error(found, "price"),
            "delta": table["delta"],
            "delta_se": standard_error(found, "delta"),
            "verdict": table["verdict"],
        }
    )


def _by_condition(table: pd.DataFrame, column: str, conditions: Sequence[str]) -> Floats:
    """(U, C): one column per condition, units in their order."""
    return np.column_stack([table.loc[table["condition"] == name, column].to_numpy() for name in conditions])
