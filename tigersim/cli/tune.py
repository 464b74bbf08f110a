"""The command that seeks better weights for a compiled player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli.options import Csv, Json, OutOfFile, Threads
from tigersim.cli.output import one_form, print_frame, print_json, print_rich
from tigersim.cli.prices import under_way
from tigersim.cli.run import RESULTS

if TYPE_CHECKING:
    from tigersim.lab import Tuning


def tune(
    experiment: Annotated[
        Path, typer.Argument(metavar="EXPERIMENT.toml", help="Whose weights, against whom, on which tables, how long.")
    ],
    out: OutOfFile = None,
    threads: Threads = None,
    json: Json = False,
    csv: Csv = False,
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

    one_form(json, csv)
    file, plan = read_tuning(experiment)
    folder = out or RESULTS / experiment.stem
    matches = [(plan.player, name) for name in dict.fromkeys((*plan.opponents, plan.player))]
    with under_way(folder, *matches) as progress:
        found = tune_player(plan, threads, progress, folder)
    from tigersim.show.plots import search_plot, weights_plot, write

    found.save(folder)
    write(search_plot(found), folder / "search.png")
    write(weights_plot(found), folder / "weights.png")
    if json:
        print_json({**found.to_dict(), "folder": str(folder)})
    elif csv:
        print_frame(found.changes())
    else:
        _show(file.question, found, folder)


def _show(question: str, found: Tuning, folder: Path) -> None:
    from rich.text import Text

    from tigersim.show.tables.players import checks_table, weights_table

    kept = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    print_rich(
        Text(question, style="bold"),
        Text(f"{found.summary}."),
        Text(f"Files in {folder}: {', '.join(kept)}.\n"),
        weights_table(found.changes()),
        Text(),
        checks_table(found.checks),
        Text(f"\n{found.verdict}"),
    )
