"""The command that fits the learned evaluation from scratch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.options import KEPT, Seed, Threads, shown
from tigersim.cli.output import Output, print_rich, under_way
from tigersim.cli.prices import RUNS

if TYPE_CHECKING:
    import pandas as pd

SEED = 1
OUT = RUNS / "training"


@takes_options
def train(
    seed: Seed = SEED,
    tasks: Annotated[
        int | None,
        typer.Option(
            "--tasks",
            min=1,
            help="At most so many tasks of 256 battles a round, and so many of 64 in which options are tried.",
            show_default="all",
        ),
    ] = None,
    out: Annotated[Path, shown("--out", metavar="DIR", help=KEPT)] = OUT,
    threads: Threads = None,
    *,
    output: Output,
) -> None:
    """Fit the numbers that the strategist judges positions by, from self-play and nothing else.

    Rounds of battles of a player against itself, with some actions taken at random, give positions and what came of
    them; a small network is fitted to these, and judges the positions of the next round. The last two rounds are
    played by strategists; there two options of a decision are also tried in one future, and told apart. The folder
    then holds the positions as parquet, the numbers of each round (`evaluation-N.json`) and `quality.csv`: what they
    foretell of battles that no fit has seen. Without options it repeats the training of the numbers that come with the
    package (`tigersim/catalogue/data/evaluation.json`). Stop it with Ctrl-C and give the same command again, and it
    goes on.

    ```
    tigersim train
    tigersim train --tasks 4 --seed 7 --out runs/small_training --json
    ```
    """
    from tigersim.lab.training import TrainingPlan
    from tigersim.lab.training import train as fitted

    plan = TrainingPlan(seed=seed)
    if tasks is not None:
        plan = plan.at_most(tasks)
    with under_way(*sorted({(one.player, one.player) for one in plan.rounds}), folder=out) as progress:
        found = fitted(plan, out, threads, progress)
    whole = {"quality": found.quality.to_dict("records"), "file": str(found.path)}
    if not output.printed(whole, found.quality):
        _show(found.quality, found.path)


def _show(quality: pd.DataFrame, path: Path) -> None:
    from rich.table import Table

    last = quality[quality["round"] == quality["round"].max()]
    table = Table(title="Part of the spread of final margins that is foretold, battles that no fit has seen")
    for column in ("turn", "positions", "score", "straight line", "evaluation", "slope"):
        table.add_column(column, justify="right")
    for row in last.itertuples():
        numbers = (row.r2_score, row.r2_linear, row.r2, row.slope)
        table.add_row(str(row.turn or "all"), f"{row.positions:,}", *(f"{number:.3f}" for number in numbers))
    print_rich(table, f"The numbers stand in {path}.")
