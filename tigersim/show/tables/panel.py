"""One unit against a panel of others, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    import pandas as pd


def panel_table(frame: pd.DataFrame, unit: str) -> Group:
    """What a unit does to others and they to it (``odds.panel``), one Fire action each way."""
    shots: list[dict[str, Any]] = frame.to_dict("records")  # type: ignore[assignment]
    rows = [
        (
            row["other"],
            row["cost"],
            row["weapon"] or "none",
            f"{100 * row['p_one_hit']:.1f}%",
            f"{100 * row['p_destroyed']:.1f}%",
            row["weapon_back"] or "none",
            f"{100 * row['p_one_hit_back']:.1f}%",
            f"{100 * row['p_destroyed_back']:.1f}%",
        )
        for row in shots
    ]
    columns = (
        "against",
        Column("VP", number=True),
        "fires",
        Column("one hit", number=True),
        Column("destroys", number=True),
        "back",
        Column("one hit", number=True),
        Column("destroyed", number=True),
    )
    return table(columns, rows, title=f"{unit}: one Fire action each way, any card", below="Exact, not sampled.")
