"""The command that prices units of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli.options import BattlesUntilTarget, Csv, Json, Seed, Threads
from tigersim.cli.output import battle_progress, make_ready, one_form, print_csv, print_json, print_rich


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
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Here is my unit: what should it cost?

    The unit takes the place of units whose worth a finished price list knows, in twin battles that are alike in all
    else: armies, table, cards and dice. Players, tables, rules and all other prices are those of the list. The answer
    is what it should cost beside that list, with a 95% interval that holds the errors of the list too, and where it
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

    one_form(json, csv)
    own = all_units(file)[len(all_units()) :]
    wanted = own if name is None else (unit(name, among=own),)
    listed = Prices.load(beside)
    make_ready(*listed.provenance.get("players", ()))
    with battle_progress() as progress:
        found = [
            play(one, listed, battles, seed, cost=cost, target=target, threads=threads, progress=progress)
            for one in wanted
        ]
    if json:
        print_json([{**one.row(), "notes": one.notes, "provenance": one.provenance} for one in found])
    elif csv:
        print_csv([one.row() for one in found])
    else:
        from rich.text import Text

        from tigersim.show.tables.own_unit import class_table

        for one in found:
            print_rich(*map(Text, one.said), class_table(one), *(Text(f"Note: {note}.") for note in one.notes))
