"""Commands about what decides battles: how much is luck, and who is left after each turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.options import (
    HOW_MANY,
    ArmyA,
    ArmyB,
    Players,
    Seed,
    Threads,
    UnitsFile,
    named_units,
    two_players,
)
from tigersim.cli.output import Drawn, bold, counted, make_ready, print_rich
from tigersim.cli.terms import OPTIONS, plays_battles
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from tigersim.game.terms import Terms


def _refuse_settings(ctx: typer.Context) -> None:
    """Raises ``InvalidValue`` for options that say how battles are played, if a run keeps them."""
    if ctx.params["run"] is None:
        return
    for name in ("battles", "players", "seed", *OPTIONS, "threads"):
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = "--set" if name == "switches" else f"--{name.replace('_', '-')}"
            raise InvalidValue(option, ctx.params[name], "only without RUN, whose battles have been played")


@plays_battles(first=_refuse_settings)
def luck(
    run: Annotated[
        Path | None,
        typer.Argument(metavar="[RUN]", help="A folder that keeps its battles.", show_default="battles are played"),
    ] = None,
    battles: Annotated[int, typer.Option("--battles", metavar="N", min=1000, help=HOW_MANY)] = 20_480,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    *,
    terms: Terms,
    threads: Threads = None,
    output: Drawn,
) -> None:
    """What decides a battle: how much of the spread of results is luck, how much the army?

    Shares of the variance of the margin in VP, with 95% intervals: what the armies explain, the tables, and each kind
    of luck that is known, that is, what came of dice and cards minus what was to be expected of them. The rest is luck
    that nobody books, and what units are worth to each other beyond their sum. Without RUN random battles are played.

    ```
    tigersim luck --players tactician --picture luck.png
    tigersim luck runs/mine
    ```
    """
    from tigersim.pricing.study.luck_shares import luck as ask
    from tigersim.show.tables.fitted import PlainTable

    sides = two_players(players)
    if run is None:
        make_ready(*sides)
    found = ask(run, battles, seed, players=sides, terms=terms, threads=threads)

    def plot() -> Any:
        from tigersim.show.plots import luck_plot

        return luck_plot(found)

    output.draw(plot)
    numbers = {"battles": found.battles, "spread": found.spread}
    if output.printed({**numbers, "parts": found.table, "provenance": found.provenance}, found.table):
        return
    said, spread = found.said
    shown = found.table.rename(columns={"low": "share_low", "high": "share_high"})
    print_rich(bold(said), spread, PlainTable(shown, "What decides a battle"))


@plays_battles()
def survival(
    army_a: ArmyA,
    army_b: ArmyB,
    battles: Annotated[int, typer.Option("--battles", metavar="N", min=2, help=HOW_MANY)] = 400,
    unit: Annotated[
        list[str] | None,
        typer.Option(
            "--unit", help="Draw this unit (four at most), as in: b:Tiger I.", show_default="all of each side"
        ),
    ] = None,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    *,
    terms: Terms,
    units: UnitsFile = None,
    output: Drawn,
) -> None:
    """Who is left after each turn: the same two armies, battle after battle.

    The share of each side's units, and of each kind of unit, that is alive after each turn, with pointwise 95%
    intervals. Units alive at the end of a battle count as alive in later turns too.

    ```
    tigersim survival "3 x T-34c, KV-1" "3 x Panzer IV (mid), Tiger I" --picture left.png
    tigersim survival "3 x T-34c, KV-1" "3 x Panzer IV (mid), Tiger I" --unit "a:KV-1" --unit "b:Tiger I" --csv
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.game.seats import groups_of
    from tigersim.lab.survival import ALL
    from tigersim.lab.survival import survival as ask
    from tigersim.show.tables.fitted import PlainTable

    wanted = [_of_side(text, units) for text in unit or ()] or [(side, ALL) for side in "ab"]
    sides, among = two_players(players), all_units(units)
    armies = (army_a, army_b)
    groups_of(armies, among)  # before the user waits for the compiler
    make_ready(*sides)
    with counted("battles", battles) as told:
        found = ask(armies, battles, seed, players=sides, units=among, terms=terms, told=told)

    def plot() -> Any:
        from tigersim.show.plots import survival_plot

        return survival_plot(found, units=wanted)

    output.draw(plot)
    rows = found.table.to_dict("records")
    if not output.printed({"battles": found.battles, "survival": rows, "provenance": found.provenance}, rows):
        for side, key in wanted:
            part = found.table[(found.table["side"] == side) & (found.table["unit"] == key)]
            names = {"low": "share_low", "high": "share_high", "under_way": "share_of_battles_that_go_on"}
            shown = part.drop(columns=["side", "unit", "units"]).rename(columns=names)
            print_rich(bold(f"side {side}: {key}"), PlainTable(shown, "alive after each turn", "what --csv prints"))


def _of_side(text: str, units: Path | None) -> tuple[str, str]:
    """A side and the key of a unit, from ``b:Tiger I``."""
    side, colon, name = text.partition(":")
    if not colon or side not in ("a", "b"):
        raise InvalidValue("--unit", text, "a side and a unit, as in b:Tiger I")
    (found,) = named_units(units, name.strip())
    return side, found.key
