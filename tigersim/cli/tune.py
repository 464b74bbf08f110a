"""The command that seeks better weights for a compiled player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.options import OutOfFile, Threads
from tigersim.cli.output import Output, bold, files_in, print_rich, under_way
from tigersim.cli.run import RESULTS

if TYPE_CHECKING:
    from tigersim.lab import Tuning


@takes_options
def tune(
    experiment: Annotated[
        Path,
        typer.Argument(metavar="EXPERIMENT.toml", help="Which weights, against which players and tables, how long."),
    ],
    out: OutOfFile = None,
    threads: Threads = None,
    *,
    output: Output,
) -> None:
    """Seek better weights for a player by self-play, and check them on other battles.

    A compiled player judges by named weights: what shocking a tank is worth, what it costs to be seen. A generation of
    candidates, players of slightly different weights, plays the same mirrored battles; the next is drawn nearer to
    those who did well (CMA-ES). In the end the weights are rounded and have to beat the old ones on battles that the
    search has not seen. The folder then holds `weights.json` (before, after, and whether they are better),
    `checks.csv`, `search.csv`, `candidates.csv`, `search.png`, `weights.png` and `provenance.json`. Nothing changes in
    the player: weights that are better are copied into `tigersim/core/weights.py` by hand.

    Needs the library cma, which comes with `pip install 'tigersim[dev]'`. Same seed, same weights, on any number of
    threads. Stop it with Ctrl-C and give the same command again, and it goes on with the generation it was at.

    ```
    tigersim tune experiments/004_tuning_heuristic.toml
    tigersim tune my_search.toml --threads 2 --out runs/my_search --json
    ```
    """
    from tigersim.lab.tune import tune_player
    from tigersim.lab.tune_file import read_tuning

    file, plan = read_tuning(experiment)
    folder = out or RESULTS / experiment.stem
    matches = [(plan.player, name) for name in dict.fromkeys((*plan.opponents, plan.player))]
    with under_way(*matches, folder=folder) as progress:
        found = tune_player(plan, threads, progress, folder)
    from tigersim.show.plots import search_plot, weights_plot, write

    found.save(folder)
    write(search_plot(found), folder / "search.png")
    write(weights_plot(found), folder / "weights.png")
    if not output.printed(found, found.changes(), folder=folder):
        _show(file.question, found, folder)


def _show(question: str, found: Tuning, folder: Path) -> None:
    from tigersim.show.tables.players import checks_table, weights_table

    tables = (weights_table(found.changes()), "", checks_table(found.checks))
    print_rich(bold(question), f"{found.summary}.", *files_in(folder), *tables, f"\n{found.verdict}")
