"""Squares of shares for the terminal: rows against columns, in percent."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from rich.console import Group

from tigersim.show.tables.cells import whole_percent
from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    import pandas as pd


def square_table(shares: pd.DataFrame, title: str, below: str) -> Group:
    """Shares from 0 to 1 in percent, or a dash; columns are numbered and named below."""
    names = [str(name) for name in shares.columns]
    rows = [
        (str(name), *("–" if isnan(share) else whole_percent(share) for share in values))
        for name, values in zip(shares.index, shares.to_numpy(dtype=float).tolist(), strict=True)
    ]
    key = "; ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    heads = [Column("fires at"), *(Column(str(number), number=True) for number in range(1, len(names) + 1))]
    return table(heads, rows, title=title, below=f"{key}\n{below}", narrow=True)
