"""The command line: one thin command per question, which imports what it needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from typing import Annotated

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from tigersim.cli import (
    army,
    bench,
    catalogue,
    companion,
    exchanges,
    exploit,
    fair,
    finished,
    how_many,
    ladder,
    list_to_play,
    luck,
    odds,
    play,
    price_lists,
    price_unit,
    prices,
    report,
    run,
    scenario,
    series,
    site,
    tables,
    train,
    traits,
    tune,
    warm,
    worth,
)
from tigersim.cli.app import Commands, help_if_bare
from tigersim.version import RULES_VERSION, __version__

EPILOG = (
    "Exit status: 0 done; 1 it was begun and failed; 2 it cannot be asked like that; 130 interrupted; 141 the reader "
    "of the output went away. Every command has `--help` with examples; `tigersim --install-completion` lets the shell "
    "complete commands and names."
)

app = typer.Typer(
    cls=Commands,
    epilog=EPILOG,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tigersim {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """What every historical unit of Paper Tigers can do, and what it is really worth.

    ```
    tigersim show "Tiger I"
    tigersim worth "Tiger I"
    tigersim odds shot "Tiger I" "M4 Sherman" --card QH --distance 10
    tigersim battle "2 x M4 Sherman, Jeep [usa]" "Tiger I"
    tigersim prices
    ```

    Cards are written rank and suit (2C 10D QH AS), distances are inches, armies "3 x M4 Sherman, Jeep [usa]".
    """
    help_if_bare(ctx)


PANELS = {
    "What is printed": (
        catalogue.units,
        catalogue.show,
        traits.traits,
        catalogue.rule,
        catalogue.rules,
        catalogue.rulings,
    ),
    "Who wins, and what is it worth?": (
        worth.worth,
        finished.findings,
        prices.prices,
        run.run,
        price_lists.merge,
        price_lists.compare,
        report.report,
        site.site,
        price_lists.efficiency,
        how_many.how_many,
        price_unit.price_unit,
        army.army,
        army.build,
        fair.fair,
        scenario.scenario,
        exploit.exploit,
        ladder.ladder,
        tune.tune,
        train.train,
        play.battle,
        series.series,
        luck.luck,
        luck.survival,
        tables.table,
    ),
    "What can it do?": (exchanges.duel,),
}
for panel, commands in PANELS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.command("list", rich_help_panel="Who wins, and what is it worth?")(list_to_play.list_to_play)
app.add_typer(odds.app, name="odds", rich_help_panel="What can it do?")
app.add_typer(play.simulate_app, name="simulate", rich_help_panel="What can it do?")
app.add_typer(companion.app, name="companion", rich_help_panel="Other games")
for command in (warm.warm, bench.bench):
    app.command(rich_help_panel="How fast is it?")(command)


def asked_for(words: Sequence[str]) -> typer.Typer:
    """The command line as far as these words need it: typer builds every command that it is given.

    That is the command or group that the first word names; all of it if it names none.
    """
    named = [one for one in app.registered_commands if _name(one) == words[0]] if words else []
    groups = [one for one in app.registered_groups if one.name == words[0]] if words else []
    if not named and not groups:
        return app
    part = copy(app)
    part.registered_commands, part.registered_groups = named, groups
    return part


def _name(command: CommandInfo) -> str:
    """As typer calls it."""
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


def main() -> None:
    """The ``tigersim`` command."""
    asked_for(sys.argv[1:])()
