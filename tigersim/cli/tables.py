"""The command that draws a random table."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.options import (
    DEFAULT_FAMILY,
    DEFAULT_FORTS,
    DEFAULT_MARKERS,
    SIZES,
    Csv,
    Forts,
    Json,
    Markers,
    Picture,
    Seed,
    two_forts,
)
from tigersim.cli.output import one_form, print_csv, print_json, print_lines, say_if_compiling
from tigersim.errors import InvalidValue


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
    size: Annotated[str, typer.Option("--size", metavar="WIDTHxDEPTH", help=SIZES)] = "36x36",
    markers: Markers = DEFAULT_MARKERS,
    forts: Forts = DEFAULT_FORTS,
    picture: Picture = None,
    json: Json = False,
    csv: Csv = False,
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

    one_form(json, csv)
    width, depth = _inches(size)
    say_if_compiling("board._survey", "the maker of tables", "some seconds")
    one = make(family, seed, number, width=width, depth=depth, markers=markers, forts=two_forts(forts))
    if picture is not None:
        from tigersim.show.plots import save, table_map

        save(table_map(one), picture)
    if json:
        print_json(one.to_dict())
    elif csv:
        print_csv(one.cells())
    else:
        typer.echo(f"{one}\n")
        print_lines(one.describe())


def _inches(size: str) -> tuple[int, int]:
    """(width, depth) from ``48x36``.  Raises ``InvalidValue``."""
    width, by, depth = size.lower().partition("x")
    if not (by and width.strip().isdecimal() and depth.strip().isdecimal()):
        raise InvalidValue("--size", size, "WIDTHxDEPTH in inches, as in 48x36")
    return int(width), int(depth)
