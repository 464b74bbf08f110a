"""The command that prices units of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli.groups import takes_options
from tigersim.cli.options import BattlesUntilTarget, Seed, Threads
from tigersim.cli.output import Output, noted, print_rich, under_way


@takes_options
def price_unit(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="Your own units, as tigersim show --units takes it.")
    ],
    name: Annotated[
        str | None, typer.Option("--unit", metavar="NAME", help="Price this one.", show_default="all of the file")
    ] = None,
    beside: Annotated[
        Path,
        typer.Option(
            "--list",
            metavar="RUN",
            help="A finished run of prices, whose other prices stand: a folder, or an installed list.",
        ),
    ] = Path(WORTH),
    cost: Annotated[
        int | None,
        typer.Option("--cost", metavar="VP", min=1, help="Play it at this price.", show_default="as the rules charge"),
    ] = None,
    battles: BattlesUntilTarget = None,
    target: Annotated[
        float, typer.Option("--target", help="VP: stop when the worth is known to so much either way.")
    ] = 0.25,
    seed: Seed = 1,
    threads: Threads = None,
    *,
    output: Output,
) -> None:
    """Here is my unit: what should it cost?

    The unit takes the place of units whose worth a finished price list knows, in twin battles that are alike in all
    else: armies, table, cards and dice. Players, tables, rules and all other prices are those of the list. The answer
    is what it should cost next to that list, with a 95% interval that holds the errors of the list too, and where it
    stands in its class. One that comes out more than 3 VP off is played again at that price until the price stays; with
    --cost it is played at that price and no other.

    ```
    tigersim price-unit mine.csv
    tigersim price-unit mine.csv --unit "Sisu" --target 0.15 --seed 7
    tigersim price-unit mine.csv --list runs/mine --cost 4 --json
    ```
    """
    from tigersim.catalogue.units import all_units, unit
    from tigersim.pricing import Prices
    from tigersim.pricing.play.own_unit import price_unit as play

    own = all_units(file)[len(all_units()) :]
    wanted = own if name is None else (unit(name, among=own),)
    listed = Prices.load(beside)
    with under_way(listed.provenance.get("players", ())) as progress:
        found = [
            play(one, listed, battles, seed, cost=cost, target=target, threads=threads, progress=progress)
            for one in wanted
        ]
    rows = [one.row() for one in found]
    whole = [{**row, "notes": one.notes, "provenance": one.provenance} for row, one in zip(rows, found, strict=True)]
    if not output.printed(whole, rows):
        from tigersim.show.tables.prices import class_table

        for one in found:
            print_rich(*one.said, class_table(one), *noted(one.notes))
