"""The command about lists to play by: on the terminal, as a file, a page or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import Nation, shown
from tigersim.cli.output import Output, print_lines, print_rich
from tigersim.errors import InvalidValue, UnknownName

SUFFIXES = (".toml", ".csv", ".html")
"""Of files that the command writes."""


@takes_options
def list_to_play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="LIST",
            help="A list by name, a TOML file, or the folder of a study of kind 'list'; left out: which there are.",
            autocompletion=completion.price_lists,
        ),
    ] = None,
    nation: Nation = None,
    most: Annotated[
        int | None,
        shown("--changes", metavar="N", min=1, help="Keep what is printed but for the N largest changes; show these."),
    ] = None,
    out: Annotated[
        Path | None,
        shown("--out", metavar="FILE", help="Write the list: .toml for --list, .html a page to print, or .csv."),
    ] = None,
    *,
    output: Output,
) -> None:
    """Show a list to play by: what every unit costs, next to what is printed, and why.

    A list says in points what units cost you and what the enemy scores for them; its scale says how many points make
    one victory point (VP) of the rulebook. Every command that plays battles takes it with `--list`. Without a name the
    lists that come along are named.

    ```
    tigersim list
    tigersim list tenths --nation germany
    tigersim list tenths --out list.html
    tigersim list tenths --changes 20 --out patch.toml
    tigersim battle "2 x M4 Sherman" "Panther D" --list tenths
    ```
    """
    from tigersim.catalogue.price_lists import PriceList, price_lists

    if name is None:
        if any(option is not None for option in (nation, most, out)):
            raise InvalidValue("LIST", "none", "a list, which --nation, --changes and --out ask for")
        there = [PriceList.load(one) for one in price_lists()]
        rows = [
            {"list": called, "scale": one.scale, "scores": one.scores, "title": one.title}
            for called, one in zip(price_lists(), there, strict=True)
        ]
        if not output.printed(rows):
            from tigersim.show.tables.list_to_play import lists_table

            print_rich(lists_table(rows))
        return
    from tigersim.show.list_to_play import as_page, changes

    chosen = PriceList.load(name)
    table = changes(chosen, WORTH)
    if most is not None:
        chosen = chosen.largest_changes(most)
        table = table[(table["name"] + " [" + table["nation"] + "]").isin(chosen.points)]
        table = table.sort_values("change", key=abs, ascending=False, kind="stable").reset_index(drop=True)
    if nation is not None:
        if nation.casefold() not in set(table["nation"]):
            raise UnknownName(nation, list(dict.fromkeys(table["nation"])), kind="nation")
        table = table[table["nation"] == nation.casefold()].reset_index(drop=True)
    if out is not None:
        if out.suffix not in SUFFIXES:
            raise InvalidValue("--out", str(out), f"a file that ends in {', '.join(SUFFIXES)}")
        if out.suffix == ".toml":
            chosen.save(out)
        else:
            from tigersim.files.atomic import write_whole

            text = table.to_csv(index=False) if out.suffix == ".csv" else as_page(chosen, table)
            write_whole(out, lambda file: file.write_text(text, encoding="utf-8"))
    about = {name: value for name, value in chosen.to_dict().items() if name != "points"}  # they stand in the table
    if not output.printed({"list": about, "units": table}, table):
        from tigersim.show.tables.list_to_play import list_table

        print_rich(list_table(chosen, table))
        if out is not None:
            print_lines(f"Written: {out}")
