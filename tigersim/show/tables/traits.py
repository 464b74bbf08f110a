"""The table of traits on standard units, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Group

from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    import pandas as pd


def trait_worths_table(traits: pd.DataFrame) -> Group:
    """What each trait is worth over the classes, beside its printed VP."""
    rows = [_row(row) for row in traits.sort_values("worth", ascending=False, kind="stable").to_dict("records")]
    headings = ("asks", "worth", "95%", "sd", "carried", "95%", "off", "of", "0")
    below = (
        "VP. asks: as printed; worth: mean over the classes, sd: between them;\n"
        "carried: mean over the historical units with it; off: a bargain or too dear on\n"
        "so many of so many classes; 0: classes on which it makes no difference."
    )
    return table(("trait", *(Column(heading, number=True) for heading in headings)), rows, below=below, narrow=True)


def _row(row: dict[Any, Any]) -> tuple[object, ...]:
    return (
        row["trait"],
        f"{row['printed']:+d}" if row["printed"] else "0",
        _vp(row["worth"]),
        f"{_vp(row['low'])} {_vp(row['high'])}",
        "" if np.isnan(row["spread"]) else f"{row['spread']:.1f}",
        _vp(row["carried"]),
        f"{_vp(row['carried_low'])} {_vp(row['carried_high'])}".strip(),
        row["mispriced"],
        row["classes"],
        row["idle"],
    )


def _vp(value: float) -> str:
    return "" if np.isnan(value) else f"{value:+.2f}"
