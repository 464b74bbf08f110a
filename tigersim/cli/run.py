"""The command that runs an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.app import INTERRUPTED, complain
from tigersim.cli.options import Json, Threads
from tigersim.cli.output import battle_progress, print_json, say_if_compiling
from tigersim.cli.prices import draw, show

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
    say_if_compiling("play_many")
    try:
        with battle_progress() as progress:
            found = plan.run(folder, threads=threads, progress=progress)
    except KeyboardInterrupt:
        complain(f"interrupted; what was played is kept in {folder}, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    draw(found, folder)
    found.write_csv(folder)
    if json:
        print_json({**found.to_dict(), "folder": str(folder)})
    else:
        typer.echo(f"{plan.question}\n")
        show(found, folder)
