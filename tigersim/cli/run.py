"""The command that runs an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.options import Json, Threads
from tigersim.cli.output import print_json
from tigersim.cli.prices import draw, show, under_way

RESULTS = Path("results")


def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", help="What to play, why, and until when.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where it is kept.", show_default="results/NAME")
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Run an experiment file: a price study with every setting written down.

    The folder then holds the battles, the tables, the pictures and the provenance. Stop it with Ctrl-C and give the
    same command again, and it goes on.

    ```
    tigersim run experiments/001_first_price_list.toml
    tigersim run mine.toml --out runs/mine --json
    ```
    """
    from tigersim.pricing.experiment import Experiment

    plan = Experiment.read(experiment)
    folder = out or RESULTS / experiment.stem
    with under_way(folder) as progress:
        found = plan.run(folder, threads=threads, progress=progress)
    draw(found, folder)
    found.write_csv(folder)
    if json:
        print_json({**found.to_dict(), "folder": str(folder)})
    else:
        typer.echo(f"{plan.question}\n")
        show(found, folder)
