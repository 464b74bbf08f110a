"""The command that ranks the units of a finished run by what a VP of them brings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import FinishedRun
from tigersim.cli.output import Output, print_rich


@takes_options
def efficiency(
    reference: Annotated[
        str,
        typer.Option(
            "--reference", metavar="UNIT", help="The unit that counts as 100 percent.", autocompletion=completion.units
        ),
    ],
    run: FinishedRun = Path(WORTH),
    *,
    output: Output,
) -> None:
    """Rank the units of a finished run: what a VP of each brings, in percent of one unit.

    Worth is cost plus mispricing, all other prices as printed; 120 percent means that a VP spent on the unit brings a
    fifth more than one spent on the reference. The interval is that of the ratio: it uses how the errors of both hang
    together. REVISED is the same by the price list in which everything is revised.

    ```
    tigersim efficiency --reference "M4 Sherman"
    tigersim efficiency runs/mine --reference "Tiger I" --csv
    ```
    """
    from tigersim.pricing import Prices
    from tigersim.pricing.estimate.frames import records

    found = Prices.load(run)
    frame = found.efficiency(reference)
    if not output.printed({"reference": reference, "table": records(frame)}, frame):
        from tigersim.show.tables.duels import efficiency_table

        print_rich(f"{found.summary}.\n", efficiency_table(frame, reference))
