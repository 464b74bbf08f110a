"""The command that lets players meet: who plays better, and by how much."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import KEPT, SeedUnlessInFile, Threads, shown
from tigersim.cli.output import Output, bold, files_in, print_rich, under_way
from tigersim.cli.prices import RUNS
from tigersim.cli.run import RESULTS
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from tigersim.lab import Ladder, LadderPlan

DEFAULT_PLAYERS = ["uniform", "heuristic", "tactician"]  # of ``lab.ladder``, which loads the engine


@takes_options
def ladder(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EXPERIMENT.toml | PLAYER...",
            autocompletion=completion.players,
            help="A file that says which players meet, or players from the weakest up, each over the one before; "
            "a planner may be written with its budget, planner:64.",
            show_default=" ".join(DEFAULT_PLAYERS),
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option("--pairs", help="Mirrored pairs of battles a match.", show_default="200")
    ] = None,
    seed: SeedUnlessInFile = None,
    out: Annotated[
        Path | None,
        shown("--out", metavar="DIR", help=KEPT, show_default="results/NAME, or a folder of its own in runs/"),
    ] = None,
    threads: Threads = None,
    *,
    output: Output,
) -> None:
    """Let players meet and see who plays better, by how much, and what the thinking costs.

    Every battle is played twice, with the same armies, table, cards and dice and the players in each other's places;
    the pairs are spread over all families of tables. Scores, margins and Elo come with 95% intervals, each pair being
    one observation. The folder then holds `matches.csv`, `families.csv`, `elo.csv`, `elo.png` and `provenance.json`,
    and `thinking.csv` where a planner plays. Stop it with Ctrl-C and give the same command again, and it goes on.

    ```
    tigersim ladder heuristic tactician --pairs 200
    tigersim ladder tactician planner:64 --pairs 50 --seed 7 --json
    tigersim ladder experiments/002_player_ladder.toml
    ```
    """
    from tigersim.lab.ladder import play_ladder

    question, plan, folder = _asked(what or DEFAULT_PLAYERS, pairs, seed)
    place = out or folder
    with under_way(*((one.first.player, one.second.player) for one in plan.meetings), folder=place) as progress:
        found = play_ladder(plan, threads, progress, place)
    from tigersim.show.plots import elo_plot, write

    found.save(place)
    if len(found.elo):
        write(elo_plot(found), place / "elo.png")
    if not output.printed(found, found.matches, folder=place):
        show(question, found, place)


def _asked(what: list[str], pairs: int | None, seed: int | None) -> tuple[str, LadderPlan, Path]:
    """The question, what is played for it, and where it is kept unless another folder is named."""
    from tigersim.lab import Design
    from tigersim.lab.ladder import PAIRS, LadderPlan, neighbours
    from tigersim.lab.ladder_file import read_ladder

    if any(word.endswith(".toml") for word in what):
        for option, value in (("--pairs", pairs), ("--seed", seed)):
            if value is not None:
                raise InvalidValue(option, value, "nothing together with a file, which says it itself")
        if len(what) > 1:
            raise InvalidValue("what to play", " ".join(what), "one file, or players")
        file, plan = read_ladder(what[0])
        return file.question, plan, RESULTS / Path(what[0]).stem
    common = Design(seed=1 if seed is None else seed)
    plan = LadderPlan(neighbours(what, PAIRS if pairs is None else pairs), common)
    mark = hashlib.sha256(json.dumps(plan.provenance(), sort_keys=True).encode()).hexdigest()[:8]
    return "Who plays better, and by how much?", plan, RUNS / f"ladder-seed{common.seed}-{mark}"


def show(question: str, found: Ladder, folder: Path | None) -> None:
    """Print a ladder: matches, strengths, what planners cost; ``folder``: where it is, None where that is known."""
    from tigersim.show.tables.players import elo_table, ladder_table, thinking_table

    strength = elo_table(found.elo) if len(found.elo) else "No Elo: no player meets another."
    tables = (ladder_table(found.matches), "", ladder_table(found.families), "", strength)
    print_rich(bold(question), f"{found.summary}.", *files_in(folder), *tables)
    if len(found.thinking):
        print_rich("\nWhat a decision that a planner plans costs, on one thread:", thinking_table(found.thinking))
