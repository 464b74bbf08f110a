"""Commands about finished price lists: merge, compare, rank."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tigersim.catalogue.lists import REFERENCE, WORTH
from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import KEPT, FinishedRun, UnitsFile, shown
from tigersim.cli.output import ListOutput, Output, battle_progress, noted, print_rich
from tigersim.cli.prices import draw, show
from tigersim.errors import InvalidValue


@takes_options
def merge(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN RUN...", help="Runs of prices, finished or not.")],
    out: Annotated[Path, shown("--out", metavar="DIR", help=KEPT)],
    units: UnitsFile = None,
    *,
    output: ListOutput,
) -> None:
    """Merge runs that differ in their seed only: one price list from all their battles.

    So machines that know nothing of each other work on one list: give each the same command with a --seed of its own,
    and bring the folders together. The list is the one that all battles at once give; every run keeps the effects of
    its own tables, and its settings stand in provenance.json. The battles stay in the folders of their runs: to add a
    run, merge all of them again. Runs that differ in anything else, or share a seed, are refused.

    ```
    tigersim merge runs/one runs/two --out runs/both
    tigersim merge runs/seed-* --out runs/all --json
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.pricing import merge_runs

    with battle_progress() as progress:
        found = merge_runs(runs, out, units=all_units(units), progress=progress)
    draw(found, out)
    if not output.printed(found, found.table, folder=out):
        show(found, out, output.health)


@takes_options
def compare(
    first: FinishedRun,
    second: Annotated[Path, typer.Argument(metavar="RUN", help="Another, of other players, tables or rulings.")],
    units: UnitsFile = None,
    *,
    output: Output,
) -> None:
    """Compare two price lists: how far apart, by class, by trait; which verdicts change.

    How far apart is the root mean square, over units, of the difference in worth minus cost, in victory points and
    without what the two runs' errors of sampling add to it. The runs should have different seeds, so that their errors
    have nothing in common. Two tables say where the difference lies, with 95% intervals: the mean of every class, and
    the traits that differ beyond chance, what class and other traits do taken off. The list shows the units whose
    verdict is another one. `--csv` shows all units, `--json` also all classes and traits.

    ```
    tigersim compare results/003_prices_of_heuristics results/003_prices_of_tacticians
    tigersim compare runs/one runs/other --json
    ```
    """
    from tigersim.catalogue.profile.unit_table import units as known_units
    from tigersim.pricing import Prices
    from tigersim.pricing.report.compare import compare as set_beside

    _no_units(first, second)
    found = set_beside(Prices.load(first), Prices.load(second), known_units(path=units))
    if output.printed(found, found.table):
        return
    from tigersim.show.tables.prices import class_differences_table, comparison_table, trait_differences_table

    changed = found.changed
    print_rich(
        f"First: {found.first}.\nSecond: {found.second}.\n",
        *found.said,
        "",
        *([class_differences_table(found.classes)] if len(found.classes) else []),
        *([trait_differences_table(found.traits)] if len(found.traits) else []),
        *([comparison_table(changed)] if len(changed) else []),
        *noted(found.notes),
    )


def _no_units(*runs: Path) -> None:
    """Raises ``InvalidValue`` for names of units in place of folders."""
    from tigersim.catalogue.lists import either
    from tigersim.cli.hints import ask_worth, units_in

    missing = [str(run) for run in runs if either(run)]
    if units := units_in(missing):
        raise InvalidValue("RUN", units[0], f"a finished run; units are compared by {ask_worth(units)}")


@takes_options
def efficiency(
    reference: Annotated[
        str,
        typer.Option(
            "--reference", metavar="UNIT", help="The unit that counts as 100 percent.", autocompletion=completion.units
        ),
    ] = REFERENCE,
    run: FinishedRun = Path(WORTH),
    *,
    output: Output,
) -> None:
    """Rank the units of a finished run: what a VP of each brings, in percent of one unit.

    Worth is cost plus delta, all other prices as printed; 120 percent means that a VP spent on the unit brings a
    fifth more than one spent on the reference. The interval is that of the ratio: it uses how the errors of both hang
    together. REVISED is the same by the price list in which everything is revised.

    ```
    tigersim efficiency
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
