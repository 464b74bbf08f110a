"""The command that runs an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.findings import draw_findings, show_findings
from tigersim.cli.options import Csv, Dask, Forbid, Health, Json, OutOfFile, Threads, Workers
from tigersim.cli.output import one_form, print_frame, print_json
from tigersim.cli.prices import at_home, draw, show, under_way
from tigersim.errors import InvalidValue
from tigersim.game.restrictions import by_side

RESULTS = Path("results")


def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", help="What to play, why, and until when.")],
    out: OutOfFile = None,
    forbid: Forbid = None,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    health: Health = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Run an experiment file: a study with every setting written down.

    Its `kind` says what is asked: prices, if it says nothing else; see the files in experiments/. The folder then holds
    the battles, the tables, the pictures and the provenance. Stop it with Ctrl-C and give the
    same command again, and it goes on; with more battles or a smaller half-width in the file, from what is there. What
    is forbidden here comes on top of what the file forbids, and has a folder of its own. --csv prints the chief table.

    ```
    tigersim run experiments/001_first_price_list.toml
    tigersim run mine.toml --out runs/mine --json
    ```
    """
    from tigersim.pricing.report.result import Prices
    from tigersim.pricing.study.kinds import read_study

    one_form(json, csv)
    if health and csv:
        raise InvalidValue("--health --csv", "both", "one of the two")
    plan = read_study(experiment)
    without = tuple(forbid or ())
    by_side(without)
    folder = out or RESULTS / "-".join([experiment.stem, *(f"without-{each.replace(':', '-')}" for each in without)])
    with under_way(folder, *(match for players in plan.matches() for match in at_home(dask, players))) as progress:
        found = plan.run(folder, forbid=without, threads=threads, workers=workers, dask=dask, progress=progress)
    if isinstance(found, Prices):
        draw(found, folder)
    else:
        found.save(folder)
        draw_findings(found, folder)
    found.write_csv(folder)
    if json:
        print_json({**found.to_dict(), "folder": str(folder)})
        return
    if csv:
        print_frame(found.table if isinstance(found, Prices) else next(iter(found.tables.values())))
        return
    typer.echo(f"{plan.question}\n")
    if isinstance(found, Prices):
        show(found, folder, health)
    else:
        show_findings(found, folder)
