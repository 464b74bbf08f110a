"""The command that ranks the units of a finished run by what a VP of them brings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli import completion
from tigersim.cli.options import Csv, FinishedRun, Json
from tigersim.cli.output import one_form, print_frame, print_json, print_rich


def efficiency(
    reference: Annotated[
        str,
        typer.Option(
            "--reference",
            metavar="UNIT",
            help="The unit that counts as 100 percent.",
            autocompletion=completion.units,
        ),
    ],
    run: FinishedRun = Path(WORTH),
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Rank the units of a finished run: what a VP of each brings, in percent of a unit that you know.

    Worth is cost plus mispricing, all other prices as printed; 120 percent means that a VP spent on the unit brings a
    fifth more than one spent on the reference. The interval is that of the ratio: it uses how the errors of both hang
    together. REVISED is the same by the price list in which everything is revised.

    ```
    tigersim efficiency --reference "M4 Sherman"
    tigersim efficiency runs/mine --reference "Tiger I" --csv
    ```
    """
    from tigersim.pricing import Prices

    one_form(json, csv)
    found = Prices.load(run)
    frame = found.efficiency(reference)
    if json:
        from tigersim.pricing.estimate.frames import records

        print_json({"reference": reference, "table": records(frame)})
    elif csv:
        print_frame(frame)
    else:
        from rich.text import Text

        from tigersim.show.tables.duels import efficiency_table

        print_rich(Text(f"{found.summary}.\n"), efficiency_table(frame, reference))
