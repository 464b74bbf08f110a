"""The command that makes one page of finished results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.options import Json, shown
from tigersim.cli.output import make_ready, print_json, progress_bar, ready_for_replays
from tigersim.errors import InvalidValue


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN [RUN...]", help="Folders of finished results, or installed studies.")
    ],
    out: Annotated[
        Path | None,
        shown("--out", metavar="FILE.html", help="The page.", show_default="report.html in the first folder"),
    ] = None,
    replays: Annotated[
        int, typer.Option("--replays", metavar="N", min=0, help="Battles of each price list that the page can play.")
    ] = 0,
    text: Annotated[bool, shown("--text", help="Print it here instead of making a page.")] = False,
    json: Json = False,
) -> None:
    """Make one HTML page of finished results, for a browser or for paper.

    RUN is the folder of a price list, of any other study that `tigersim run` carried out, or of a ladder. The page has
    what was found in words, the pictures, every table, what to doubt, and all settings. Tables can be sorted, searched,
    filtered and downloaded as CSV. It is one file, it loads nothing from anywhere, and the same folders give the same
    bytes. With `--replays 3` the first three battles behind a price list can be watched on the page, dice and all. With
    `--text` the terminal gets what the study printed when it was done.

    ```
    tigersim report results/003_prices_of_tacticians --out prices.html
    tigersim report runs/mine results/002_player_ladder --out both.html
    tigersim report runs/mine --replays 3
    tigersim report results/007_prices_that_have_settled --text
    ```
    """
    if text:
        if json or out is not None or replays:
            raise InvalidValue("--text", "with --json, --out or --replays", "--text alone")
        for run in runs:
            _print(run)
        return
    from tigersim.show.report import report as write

    if replays:
        _compile_for(runs, replays)
        with progress_bar("futures") as progress:
            page = write(runs, out, replays, progress=progress)
    else:
        page = write(runs, out)
    if json:
        print_json({"page": str(page), "runs": [str(run) for run in runs], "bytes": page.stat().st_size})
        return
    typer.echo(f"{page} ({page.stat().st_size / 1024:,.0f} kB): {', '.join(map(str, runs))}")


def _compile_for(runs: list[Path], replays: int) -> None:
    """Compile what the players of these price lists need, and tell if it takes long."""
    from tigersim.pricing import Prices
    from tigersim.show.report import read
    from tigersim.show.run_replays import check

    lists = [(run.name, found) for run in runs if isinstance(found := read(run), Prices)]
    for name, found in lists:
        make_ready(*check(found, name, replays).players)
    if lists:
        ready_for_replays()


def _print(run: Path) -> None:
    """Finished results, as they were printed when they were done."""
    from tigersim.pricing import Prices
    from tigersim.pricing.report.findings import Findings
    from tigersim.show.report import read

    found = read(run)
    if isinstance(found, Prices):
        from tigersim.cli.prices import show

        show(found, None)
    elif isinstance(found, Findings):
        from tigersim.cli.findings import show_findings

        show_findings(found)
    else:
        from tigersim.cli.ladder import show as show_ladder

        show_ladder(str(found.provenance.get("question", "Who plays better, and by how much?")), found, None)
