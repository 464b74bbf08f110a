"""The command line: one thin command per question, which imports what it needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.main import get_command_name
from typer.models import CommandInfo

from tigersim.cli.commands import Commands, help_if_bare
from tigersim.version import RULES_VERSION, __version__

EPILOG = (
    "Exit status: 0 done; 1 it was begun and failed; 2 it cannot be asked like that; 130 interrupted; 141 the reader "
    "of the output went away. Every command has `--help` with examples; `tigersim --install-completion` lets the shell "
    "complete commands and names."
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tigersim {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


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


class Entry(NamedTuple):
    """A command, or a group of them, that is loaded when it is asked for."""

    home: str
    """Its module among those of the command line, and its name there: "catalogue.units"."""
    panel: str
    """Where the help lists it."""
    called: str
    """The word that calls it."""

    def add_to(self, app: typer.Typer, words: Sequence[str] = ()) -> None:
        """Load it into ``app``; of a group, if ``words`` begin with one of its commands, that alone."""
        module, name = self.home.split(".")
        found = getattr(import_module(f"tigersim.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            app.add_typer(_part_of(found, words), name=self.called, rich_help_panel=self.panel)
        else:
            app.command(self.called, rich_help_panel=self.panel)(found)


PANELS = {
    "What is printed": "catalogue.units catalogue.show traits.traits catalogue.rule catalogue.rules catalogue.rulings",
    "Who wins, and what is it worth?": (
        "worth.worth finished.findings prices.prices run.run price_lists.merge price_lists.compare report.report "
        "site.site price_lists.efficiency how_many.how_many price_unit.price_unit army.army army.build fair.fair "
        "scenario.scenario exploit.exploit ladder.ladder tune.tune train.train play.battle series.series luck.luck "
        "luck.survival tables.table list_to_play.list_to_play"
    ),
    "What can it do?": "exchanges.duel odds.app play.simulate_app",
    "Other games": "companion.app",
    "How fast is it?": "warm.warm bench.bench",
}
"""The panels of the help, and the commands in each."""
CALLED = {
    "list_to_play.list_to_play": "list",
    "odds.app": "odds",
    "play.simulate_app": "simulate",
    "companion.app": "companion",
}
"""Those that are called by another word than the name of their function."""
ENTRIES = tuple(
    Entry(home, panel, CALLED.get(home) or home.split(".")[1].replace("_", "-"))
    for panel, homes in PANELS.items()
    for home in homes.split()
)
"""All commands and groups, in the order of the help."""


def asked_for(words: Sequence[str]) -> typer.Typer:
    """The command line as far as these words need it: the command that they name, or all of it if they name none."""
    named = [entry for entry in ENTRIES if entry.called == words[0]] if words else []
    made = typer.Typer(
        cls=Commands,
        epilog=EPILOG,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.callback(invoke_without_command=True)(root)
    for entry in named or ENTRIES:
        entry.add_to(made, words[1:])
    return made


def _part_of(group: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """A group as far as these words need it: typer builds every command that it is given."""
    named = [one for one in group.registered_commands if words and _name(one) == words[0]]
    if not named:
        return group
    part = copy(group)
    part.registered_commands, part.registered_groups = named, []
    return part


def _name(command: CommandInfo) -> str:
    """As typer calls it."""
    return command.name or get_command_name(getattr(command.callback, "__name__", ""))


def __getattr__(name: str) -> Any:
    """``app``, the whole command line, is made when it is asked for."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["app"] = asked_for(())
    return globals()["app"]


def main() -> None:
    """The ``tigersim`` command."""
    asked_for(sys.argv[1:])()
