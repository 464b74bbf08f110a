"""Finished studies for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.cells import written
from tigersim.show.tables.layout import WIDTH, Column, filled, numbers, table

if TYPE_CHECKING:
    import pandas as pd


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


def whole_table(frame: pd.DataFrame, name: str) -> Group:
    """All rows and columns of a table; columns that do not fit follow below, behind the first one again."""
    cells = {str(column): [written(str(column), value) for value in frame[column]] for column in frame}
    widths = {column: max([len(column), *map(len, texts)]) + 2 for column, texts in cells.items()}
    first, *others = cells
    parts = [[first]]
    for column in others:
        if sum(widths[each] for each in (*parts[-1], column)) > WIDTH and len(parts[-1]) > 1:
            parts.append([first])
        parts[-1].append(column)
    right = set(frame.select_dtypes("number"))
    title = name.replace("_", " ")
    return Group(
        *(
            table(
                [Column(each.replace("_", " "), number=each in right, fold=each not in right) for each in part],
                zip(*(cells[each] for each in part), strict=True),
                title="" if number else title,
            )
            for number, part in enumerate(parts)
        )
    )
