"""The command that measures how fast this machine plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.output import Output, make_ready, print_rich

if TYPE_CHECKING:
    from tigersim.bench.rows import Row


@takes_options
def bench(
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, max=100, help="Runs of each task; the median counts.")
    ] = 7,
    compiling: Annotated[
        bool, typer.Option("--compile", help="Also how long compiling into an empty cache takes, a minute or two.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the figures, for later versions to be compared with on this machine.")
    ] = False,
    *,
    output: Output,
) -> None:
    """Measure the speed of dice, odds, battles and starts here and now, each next to a limit.

    Ratios to NumPy, to icepool and to the generator, which makes chance and rolls nothing, come from runs that take
    turns in one process: they hold, while single rates drift with what else the machine does. Two threads stand next
    to two independent processes, which show what the machine gives. Starts are those of fresh processes, everything
    compiled. How many battles a price list takes follows from the list that comes along. Where --keep has kept the
    figures of another version on this machine, they stand in the last columns. The comparison with icepool needs it
    installed (`pip install icepool`).

    ```
    tigersim bench
    tigersim bench --repeats 3 --json
    tigersim bench --compile --keep
    ```
    """
    from tigersim.bench import battles, dice, kept, starts
    from tigersim.bench.rows import figures_of, records_of, rows_of
    from tigersim.core.play.compiled_players import QUICK

    for player in (*QUICK, battles.SLOW):
        make_ready(player, player)
    earlier = kept.before()  # a file that is damaged is told before anything is waited for
    measured = {**dice.measure_sampling(repeats), **battles.measure_battles(repeats), **starts.measure_starts(repeats)}
    if compiling:
        typer.echo("compiling into an empty cache; this takes a minute or two", err=True)
        measured |= starts.measure_compiling()
    version, figures = earlier or (None, {})
    rows = rows_of(measured, figures)
    place = kept.keep(figures_of(rows)) if keep else None
    if not output.printed({**measured, "rows": records_of(rows), "before": version}, records_of(rows)):
        _show(rows, version, measured.get("note", ""))
        if place is not None:
            print_rich(f"Kept in {place}.")


def _show(rows: Sequence[Row], version: str | None, note: str) -> None:
    from tigersim.show.tables.layout import Column, numbers, table

    columns = [Column("what", fold=True), *numbers("measured"), Column("compared with", fold=True), *numbers("ratio")]
    lines: list[list[Any]] = [
        [row.what, _figure(row.measured, row.unit), _compared(row), _times(row.ratio)] for row in rows
    ]
    if version is not None:
        columns += numbers("before", "ratio")
        for line, row in zip(lines, rows, strict=True):
            line += ["" if row.before is None else _figure(row.before, row.unit), _times(row.ratio_before)]
    below = [] if version is None else [f"Before: {version}, on this machine."]
    print_rich(table(columns, lines, title="Speed"), *below, *([f"Note: {note}."] if note else []))


def _compared(row: Row) -> str:
    return row.against + ("" if row.limit is None else f": {_figure(row.limit, row.unit)}")


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.2f} x"


def _figure(number: float, unit: str) -> str:
    """A figure of three digits with its unit: "412 M/s", "0.21 s", "636,000 battles"."""
    if unit == "a second":
        for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
            if number >= size:
                return f"{number / size:.3g} {sign}/s"
        return f"{number:.3g}/s"
    return f"{number:,.0f} {unit}" if number >= 1000 else f"{number:.3g} {unit}"
