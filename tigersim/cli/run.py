"""The command that runs an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.findings import draw_findings, show_findings
from tigersim.cli.groups import takes_options
from tigersim.cli.options import Forbid, OutOfFile, Spread
from tigersim.cli.output import ListOutput, under_way
from tigersim.cli.prices import at_home, draw, show
from tigersim.game.restrictions import by_side

RESULTS = Path("results")


@takes_options
def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", help="What to play, why, and until when.")],
    out: OutOfFile = None,
    forbid: Forbid = None,
    *,
    spread: Spread,
    output: ListOutput,
) -> None:
    """Run an experiment file: a study with every setting written down.

    Its `kind` says what is asked: prices (if it says nothing else), worth, armies, list, equilibrium, exploit,
    validation, attack, meetings, duels, exact_duels, traits, rulings or scenarios. A file of each kind stands in the
    folder experiments of the project's source. The folder of results then holds the battles, the tables, the pictures
    and the provenance. Stop it with Ctrl-C and give the same command again, and it goes on; with more battles or a
    smaller half-width in the file, from what is there. What is forbidden here comes on top of what the file forbids,
    and has a folder of its own. --csv prints the chief table.

    ```
    tigersim run experiments/001_first_price_list.toml
    tigersim run mine.toml --out runs/mine --json
    ```
    """
    from tigersim.pricing.report.result import Prices
    from tigersim.pricing.study.kinds import read_study

    plan = read_study(experiment)
    without = tuple(forbid or ())
    by_side(without)
    folder = out or RESULTS / "-".join([experiment.stem, *(f"without-{each.replace(':', '-')}" for each in without)])
    with under_way(*at_home(spread, *plan.matches()), folder=folder) as progress:
        found = plan.run(folder, forbid=without, progress=progress, **vars(spread))
    if isinstance(found, Prices):
        draw(found, folder)
    else:
        found.save(folder)
        draw_findings(found, folder)
    found.write_csv(folder)
    table = found.table if isinstance(found, Prices) else next(iter(found.tables.values()))
    if output.printed(found, table, folder=folder):
        return
    typer.echo(f"{plan.question}\n")
    if isinstance(found, Prices):
        show(found, folder, output.health)
    else:
        show_findings(found, folder)
