"""The command that says what units are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import ClassOption, Nation
from tigersim.cli.output import Output, bold, print_rich
from tigersim.errors import InvalidValue


@takes_options
def worth(
    units: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="UNIT...",
            help="One unit or more; with the nation where names repeat.",
            show_default="all that --nation and --class leave",
            autocompletion=completion.units,
        ),
    ] = None,
    nation: Nation = None,
    type_: Annotated[str | None, ClassOption] = None,
    duels: Annotated[
        bool, typer.Option("--duels", help="All exact duels of the unit: what it beats and what beats it.")
    ] = False,
    run: Annotated[
        Path,
        typer.Option("--run", metavar="RUN", help="Another finished run of prices: a folder, or an installed list."),
    ] = Path(WORTH),
    *,
    output: Output,
) -> None:
    """What is a unit really worth, and what beats it?

    First what to print in place of the printed cost, on the list to play by that comes along (`tigersim list tenths`);
    then the price with its 95% interval, the whole VP nearest to it, where the price lies under other players, tables
    and sizes of armies, and the verdict. BARGAIN: worth more than it costs; TOO DEAR: worth less; FAIR: worth what it
    costs; UNDETERMINED: nobody knows yet. Below it what moves the price: the unit's traits, unclear rules, and the best
    and worst duels against units of other nations. Up to three units stand next to each other, more in rows.

    ```
    tigersim worth "Tiger I"
    tigersim worth "Tiger I" "KV-1"
    tigersim worth "Tiger I" --duels
    tigersim worth --nation germany --class medium_tank
    tigersim worth "Tiger I" --run results/003_prices_of_strategists --json
    ```
    """
    from tigersim.pricing.report.worth import worth as ask

    found = ask(*(units or ()), nation=nation, type=type_, run=run)
    if duels:
        if len(found.table) > 1:
            raise InvalidValue("--duels", f"{len(found.table)} units", "one unit")
        table = found.duels()
        if not output.printed(table):
            from tigersim.show.tables.worth import duels_of_table

            print_rich(duels_of_table(found.keys[0], table))
        return
    if not output.printed(found, found.table):
        from tigersim.show.tables.worth import ABREAST, worth_table

        few = len(found.table) <= ABREAST
        print_rich(*map(bold, found.said[::2] if few else ()), worth_table(found))
