"""The command that makes one price list of several runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.options import KEPT, UnitsFile, shown
from tigersim.cli.output import ListOutput, battle_progress
from tigersim.cli.prices import draw, show


@takes_options
def merge(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN RUN...", help="Runs of prices, finished or not.")],
    out: Annotated[Path, shown("--out", metavar="DIR", help=KEPT)],
    units: UnitsFile = None,
    *,
    output: ListOutput,
) -> None:
    """Merge runs that differ in their seed only: one price list from all their battles.

    So machines that know nothing of each other work on one list: give each the same command with a --seed of its own,
    and bring the folders together. The list is the one that all battles at once give; every run keeps the effects of
    its own tables, and its settings stand in provenance.json. The battles stay in the folders of their runs: to add a
    run, merge all of them again. Runs that differ in anything else, or share a seed, are refused.

    ```
    tigersim merge runs/one runs/two --out runs/both
    tigersim merge runs/seed-* --out runs/all --json
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.pricing import merge_runs

    with battle_progress() as progress:
        found = merge_runs(runs, out, units=all_units(units), progress=progress)
    draw(found, out)
    if not output.printed(found, found.table, folder=out):
        show(found, out, output.health)
