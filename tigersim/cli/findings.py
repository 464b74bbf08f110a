"""How the findings of a study reach the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.cli.output import bold, files_in, noted, print_rich

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tigersim.pricing.report.findings import Findings


def draw_findings(found: Findings, folder: Path) -> None:
    """The pictures of a study, as far as its kind has any, into its folder."""
    from tigersim.show.finding_figures import pictures
    from tigersim.show.plots import write

    for one in pictures(found):
        write(one.draw(found, None), folder / f"{one.name}.png")


def show_findings(found: Findings, folder: Path | None = None) -> None:
    """Print sentences, the beginnings of tables, and notes; ``folder``: where all of it is."""
    from tigersim.show.tables.fitted import PlainTable
    from tigersim.show.tables.prices import trait_worths_table
    from tigersim.show.tables.readings import reading_tables

    tables: list[RenderableType]
    if found.kind == "traits":
        tables = [trait_worths_table(found.tables["traits"])]
    elif found.kind == "rulings":
        tables = [*reading_tables(found)]
    else:
        tables = [PlainTable(table, name) for name, table in found.tables.items()]
    print_rich(*map(bold, found.said[:1]), *found.said[1:], *files_in(folder), *tables, *noted(found.notes))
