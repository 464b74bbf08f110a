"""The command about the finished studies that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.output import Output, print_lines, print_rich
from tigersim.errors import InvalidValue, UnknownName

if TYPE_CHECKING:
    import pandas as pd


@takes_options
def findings(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="STUDY",
            help="An installed study by name or number, or the folder of a finished run; left out: which there are.",
            autocompletion=completion.studies,
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="One table of the study, all its rows.")
    ] = None,
    *,
    output: Output,
) -> None:
    """List the finished studies that come along, or show what one found.

    Each was played once, with every setting written down; commands that rest on one take another by --run, --list or
    --worth. The list says which question a study answers, who played how many battles under which version of the
    rules, and from which seed. With a name: what was found in words, the tables it holds, and how to look at them.

    ```
    tigersim findings
    tigersim findings 012_duels
    tigersim findings 006 --table prices --csv
    tigersim findings results/002_player_ladder
    ```
    """
    if name is None:
        if table is not None:
            raise InvalidValue("STUDY", "none", "a study, which --table is of")
        _all(output)
        return
    from tigersim.pricing.report.studies import number_or_name, tables_of
    from tigersim.show.report import read

    place = Path(number_or_name(name))
    found = read(place)
    tables = tables_of(found)
    if table is None:
        if not output.printed(found, _sizes(tables)):
            from tigersim.cli.report import report
            from tigersim.show.tables.studies import sizes_table

            report([place], text=True)
            print_rich(sizes_table(str(place), _sizes(tables)))
        return
    if table not in tables:
        raise UnknownName(table, tables, where=str(place), kind="table")
    frame = tables[table]
    if not output.printed(frame):
        from tigersim.show.tables.studies import whole_table

        print_rich(whole_table(frame, table))


def _sizes(tables: dict[str, pd.DataFrame]) -> list[dict[str, Any]]:
    return [{"table": name, "rows": len(one), "columns": ", ".join(map(str, one))} for name, one in tables.items()]


def _all(output: Output) -> None:
    from tigersim.pricing.report.studies import studies

    rows = studies()
    if not output.printed(rows):
        from tigersim.show.tables.studies import studies_table

        print_rich(studies_table(rows))
        print_lines("tigersim findings STUDY tells what one found; tigersim report STUDY makes a page of it.")
