"""How the findings of a study reach the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.cli.output import files_in, print_rich

if TYPE_CHECKING:
    from tigersim.pricing.report.findings import Findings


def draw_findings(found: Findings, folder: Path) -> None:
    """The pictures of a study, as far as its kind has any, into its folder."""
    from tigersim.show.finding_figures import pictures
    from tigersim.show.plots import write

    for one in pictures(found):
        write(one.draw(found, None), folder / f"{one.name}.png")


def show_findings(found: Findings, folder: Path | None = None) -> None:
    """Sentences, tables (their first rows, or what the kind shows of them), notes; ``folder``: where all of it is."""
    from rich.text import Text

    from tigersim.show.tables.frames import plain_table
    from tigersim.show.tables.traits import trait_worths_table

    if found.kind == "traits":
        tables = [trait_worths_table(found.tables["traits"])]
    else:
        tables = [plain_table(table, name) for name, table in found.tables.items()]
    print_rich(
        *(Text(line, style="bold" if k == 0 else "") for k, line in enumerate(found.said)),
        *files_in(folder),
        *tables,
        *(Text(f"Note: {note}.") for note in found.notes),
    )
