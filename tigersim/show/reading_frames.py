"""The tables of a study of readings, for a page: question and reading in words, what is beyond noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd

from tigersim.catalogue.reading_words import option_words, reading_words
from tigersim.pricing.report.moves import moves_of

if TYPE_CHECKING:
    from tigersim.pricing.report.findings import Findings

TYPED = "set_by"
"""The column of what is typed behind ``--set``."""


def tables_in_words(found: Findings) -> Mapping[str, pd.DataFrame]:
    """All tables of a study of readings; those that name readings say them in words.

    Identifiers stand only where they serve to be typed: ``id`` for ``tigersim rule``, ``set_by`` for ``--set``.
    """
    tables = dict(found.tables)
    tables["rulings"] = _in_words(_effects(found))
    moved = found.tables["moved"]
    tables["moved"] = _in_words(moved[["id", "switch", "option", "effect", "low", "high", "unit"]])
    return tables


def _effects(found: Findings) -> pd.DataFrame:
    """One row per reading: its largest effect, with an interval where it is beyond noise."""
    return pd.DataFrame(
        [
            {
                "id": reading_words(one.switch).id,
                "switch": one.switch,
                "option": one.option,
                "effect": one.effect,
                "low": one.low,
                "high": one.high,
                "unit": one.unit,
                "beyond_noise": one.beyond_noise,
                "units_moved": one.units,
            }
            for one in moves_of(found).values()
        ]
    ).astype({"low": float, "high": float})


def _in_words(table: pd.DataFrame) -> pd.DataFrame:
    """The table with question and reading in front, and with the setting behind."""
    pairs = list(zip(table["switch"], table["option"], strict=True))
    worded = table.drop(columns=["id", "switch", "option"])
    worded.insert(0, "question", [reading_words(switch).question for switch, _ in pairs])
    worded.insert(1, "reading", [option_words(switch, option) for switch, option in pairs])
    return worded.assign(id=list(table["id"]), **{TYPED: [f"{switch}={option}" for switch, option in pairs]})
