"""How the findings of a study reach the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tigersim.cli.output import print_rich

if TYPE_CHECKING:
    from tigersim.pricing.findings import Findings


def show_findings(found: Findings, folder: Path | None = None) -> None:
    """Sentences, tables (their first rows), notes; ``folder``: where all of it is."""
    from rich.text import Text

    from tigersim.show.tables import plain_table

    where = []
    if folder is not None:
        kept = sorted(path.name for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
        where = [Text(f"Files in {folder}: {', '.join(kept)}.\n")]
    print_rich(
        *(Text(line, style="bold" if k == 0 else "") for k, line in enumerate(found.said)),
        *where,
        *(plain_table(table, name) for name, table in found.tables.items()),
        *(Text(f"Note: {note}.") for note in found.notes),
    )
