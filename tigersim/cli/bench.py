"""The command that measures how fast this machine plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tigersim.cli.groups import takes_options
from tigersim.cli.output import Output, make_ready, print_rich


@takes_options
def bench(
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, max=100, help="Runs of each task; the median counts.")
    ] = 7,
    *,
    output: Output,
) -> None:
    """Measure the speed of dice, odds and battles here and now.

    Ratios come from runs that take turns in one process: they hold, while single rates drift with what else the machine
    does. Two threads stand next to two independent processes, which show what the machine gives. The comparison with
    icepool needs it installed (`pip install icepool`).

    ```
    tigersim bench
    tigersim bench --repeats 3 --json
    ```
    """
    from tigersim.bench.battles import measure_battles
    from tigersim.bench.dice import measure_sampling
    from tigersim.core.play.compiled_players import QUICK

    for player in QUICK:
        make_ready(player, player)
    measured = {**measure_sampling(repeats), **measure_battles(repeats)}
    # a number has the path in the JSON: battles_per_second_per_thread.heuristic
    if not output.printed(measured, [{"measure": ".".join(path), "value": n} for path, n in _numbers(measured)]):
        from tigersim.show.tables.catalogue import facts_table

        print_rich(facts_table("Speed", dict(_lines(measured))))


def _numbers(measured: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """(path in the JSON, number) of all that was measured."""
    for name, value in measured.items():
        if isinstance(value, dict):
            yield from (((name, part), number) for part, number in value.items())
        else:
            yield (name,), value


def _lines(measured: dict[str, Any]) -> list[tuple[str, str]]:
    """Ratios as "12.3 x", rates as "1,234,567 per second", the rest as it is."""
    lines = []
    for path, value in _numbers(measured):
        label = ": ".join(part.replace("_", " ") for part in path if part != "per_second")
        if "per_second" in path[0] and len(path) > 1:
            lines.append((label, f"{value:,.0f} per second"))
        elif isinstance(value, float):
            lines.append((label, f"{value:.1f} x"))
        elif value is not None:
            lines.append((label, str(value)))
    return lines
