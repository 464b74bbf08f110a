"""The command that sets two price lists beside each other."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.options import FinishedRun
from tigersim.cli.output import Output, print_rich
from tigersim.errors import InvalidValue, TigersimError


@takes_options
def compare(
    first: FinishedRun,
    second: Annotated[Path, typer.Argument(metavar="RUN", help="Another, of other players, tables or rulings.")],
    *,
    output: Output,
) -> None:
    """Compare two price lists: how far apart they are beyond chance, and which verdicts change.

    How far apart is the root mean square, over units, of the difference in worth beside cost, in victory points and
    without what the two runs' errors of sampling add to it. The runs should have different seeds, so that their errors
    have nothing in common. The list shows the units whose verdict is another one; `--csv` shows all.

    ```
    tigersim compare results/003_prices_of_heuristics results/003_prices_of_tacticians
    tigersim compare runs/one runs/other --json
    ```
    """
    from tigersim.pricing import Prices
    from tigersim.pricing.report.compare import compare as set_beside

    for run in (first, second):
        _no_unit(run)
    found = set_beside(Prices.load(first), Prices.load(second))
    if output.printed(found, found.table):
        return
    from tigersim.show.tables.prices import comparison_table

    low, high = found.rms_interval
    changed, differ, units = found.changed, int(found.table["differs"].sum()), len(found.table)
    left_out = [f"Left out: {', '.join(found.left_out)}."] if found.left_out else []
    print_rich(
        f"First: {found.first}.\nSecond: {found.second}.\n",
        f"{units} units are {found.rms:.2f} VP apart [{low:.2f}, {high:.2f}] (root mean square without errors of "
        f"sampling; {found.rms_seen:.2f} with them), the second list {found.shift:+.2f} VP higher on average.\n"
        f"{differ} differ beyond chance; {len(changed)} have another verdict.\n{_revised(found.rms_of_prices)}",
        *left_out,
        *([comparison_table(changed)] if len(changed) else []),
    )


def _no_unit(run: Path) -> None:
    """Raises ``InvalidValue`` for the name of a unit in place of a folder."""
    from tigersim.catalogue.lists import either
    from tigersim.catalogue.units import AmbiguousUnit, unit

    if not either(run):
        return
    try:
        unit(str(run))
    except AmbiguousUnit:
        pass
    except TigersimError:
        return
    raise InvalidValue("RUN", str(run), "a finished run; for two units see tigersim show, duel and fair")


def _revised(apart: float) -> str:
    if isnan(apart):
        return "One of the lists has no prices with everything revised."
    return f"Where everything is revised, the two lists are {apart:.2f} VP apart."
