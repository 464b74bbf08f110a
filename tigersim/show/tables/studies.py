"""Finished studies for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group

from tigersim.show.tables.layout import Column, filled, numbers, table


def studies_table(rows: Sequence[Mapping[str, Any]]) -> Group:
    """The installed studies: question, who played how many battles, rules version, seed."""
    cells = filled(
        rows,
        lambda row: f"{row['study']}\n  {row['question']}",
        lambda row: "" if row["battles"] is None else f"{row['battles']:,}",
        "{players}",
        lambda row: "" if row["rules_version"] is None else row["rules_version"],
        lambda row: "" if row["seed"] is None else row["seed"],
    )
    heads = (Column("study, and what it asks", fold=True), *numbers("battles"), "players", *numbers("rules", "seed"))
    below = "rules: version of the rules as they are programmed. Battles are left empty where a study keeps no count."
    return table(heads, cells, below=below)


def sizes_table(place: str, rows: Sequence[Mapping[str, Any]]) -> Group:
    """The tables of a study, and how to see all of one."""
    cells = filled(rows, "{table}", "{rows:,}", lambda row: row["columns"].replace("_", " "))
    below = f"tigersim findings {place} --table TABLE prints all rows of one; --csv all columns."
    return table(("table", *numbers("rows"), Column("columns", fold=True)), cells, title="Tables", below=below)
