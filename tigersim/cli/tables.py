"""The command that draws a random table."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import (
    DEFAULT_FAMILY,
    DEFAULT_FORTS,
    DEFAULT_MARKERS,
    SIZES,
    Forts,
    Markers,
    Seed,
    played,
    two_forts,
    width_and_depth,
)
from tigersim.cli.output import Drawn, print_lines, say_if_compiling


@takes_options
def table(
    family: Annotated[
        str,
        typer.Argument(
            metavar="FAMILY",
            help="mixed, open, wooded, village, river or beach; of scenarios: position or withdrawal.",
            autocompletion=completion.families,
        ),
    ] = DEFAULT_FAMILY,
    seed: Seed = 1,
    number: Annotated[int, typer.Option("--number", min=0, help="Which of the tables of this seed.")] = 0,
    size: Annotated[str, played("--size", metavar="WIDTHxDEPTH", help=SIZES)] = "36x36",
    markers: Markers = DEFAULT_MARKERS,
    forts: Forts = DEFAULT_FORTS,
    *,
    output: Drawn,
) -> None:
    """Draw a random table: what battles are fought on.

    The same family, seed, number and size give the same table, to the inch. One character of the map is one inch, the
    north edge on top; the armies deploy in the southern and in the northern third. On a river table the river runs
    between them, with a bridge (two on a large table) and one or two fords; on a beach the sea covers one of the two
    zones, which is the attacker's. Standard markers are a bridge at 8 VP, a hill at 4 and up to two buildings at 2
    each. Positions lie in the defender's deployment zone, whose edge is then drawn with the table. With --csv every
    square inch is a line: what it is, and the number of the wood, building or hill that it belongs to, 0 = none.

    ```
    tigersim table river --seed 3
    tigersim table village --seed 3 --number 5 --markers standard
    tigersim table open --forts 3,1
    tigersim table wooded --size 72x48 --picture wooded.svg
    ```
    """
    from tigersim.game.tabletop import table as make

    width, depth = width_and_depth(size)
    say_if_compiling("board._survey", "the maker of tables", "some seconds")
    one = make(family, seed, number, width=width, depth=depth, markers=markers, forts=two_forts(forts))

    def plot() -> Any:
        from tigersim.show.plots import table_map

        return table_map(one)

    output.draw(plot)
    if not output.printed(one, one.cells() if output.csv else None):
        typer.echo(f"{one}\n")
        print_lines(one.describe())
