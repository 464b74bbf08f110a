"""The command that makes one page of finished results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.options import Json
from tigersim.cli.output import print_json


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN [RUN...]", help="Folders of finished results.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", help="The page.", show_default="report.html in the first folder"),
    ] = None,
    json: Json = False,
) -> None:
    """Make one HTML page of finished results: for a browser, for paper, for somebody without tigersim.

    RUN is the folder of a price list, of any other study that `tigersim run` carried out, or of a ladder. The page has
    what was found in words, the pictures, every table, what to doubt, and all settings. Tables can be sorted, searched,
    filtered and downloaded as CSV. It is one file, it loads nothing from anywhere, and the same folders give the same
    bytes.

    ```
    tigersim report results/003_prices_of_tacticians --out prices.html
    tigersim report runs/mine results/002_player_ladder --out both.html
    ```
    """
    from tigersim.show.report import report as write

    page = write(runs, out)
    if json:
        print_json({"page": str(page), "runs": [str(run) for run in runs], "bytes": page.stat().st_size})
        return
    typer.echo(f"{page} ({page.stat().st_size / 1024:,.0f} kB): {', '.join(map(str, runs))}")
