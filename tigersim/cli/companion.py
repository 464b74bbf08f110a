"""Commands made from the questions of companion games; a game is loaded when it is named."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tigersim.cli.commands import help_if_bare
from tigersim.cli.groups import option, takes_options
from tigersim.cli.options import settings
from tigersim.cli.output import Output, print_lines

if TYPE_CHECKING:
    from tigersim.catalogue.companions import Game
    from tigersim.companions.question import Question

READINGS = typer.Option(
    "--set", metavar="RULING=OPTION", help="Read an open point otherwise; may be given several times."
)


class Games(TyperGroup):
    """The companion games as commands."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all games."""
        from tigersim.catalogue.companions import games

        return [one.command for one in games().values()]

    def get_command(self, ctx: Any, name: str) -> Any:
        """The commands of one game.  Raises ``GameNotFound``."""
        from tigersim.catalogue.companions import game

        of = game(name)
        command = typer.main.get_command(_commands(of))
        command.name = of.command
        return command


app = typer.Typer(cls=Games, rich_markup_mode="markdown")


@app.callback(invoke_without_command=True)
def companion(ctx: typer.Context) -> None:
    """Other games of the sources, by the same dice: exact odds, samples, open rules.

    ```
    tigersim companion victory-day
    tigersim companion general-darmee rules
    tigersim companion batalist --help
    ```
    """
    help_if_bare(ctx)


def _commands(game: Game) -> typer.Typer:
    """A command for every question of a game, and its rules and rulings."""
    from tigersim.companions.question import questions

    commands = typer.Typer(
        add_completion=False,
        rich_markup_mode="markdown",
        help=f"{game.title}: {game.about}\n\n{game.source}\n\n{_examples(game)}",
    )

    @commands.callback(invoke_without_command=True)
    def root(ctx: typer.Context) -> None:
        help_if_bare(ctx)

    for one in questions(game).values():
        commands.command(one.name, help=_help(one), rich_help_panel="Questions")(_asking(one))
    commands.command("rules", rich_help_panel="The rulebook")(_rules(game))
    commands.command("rulings", rich_help_panel="The rulebook")(_rulings(game))
    commands.command("rule", rich_help_panel="The rulebook")(_rule(game))
    return commands


def _examples(game: Game) -> str:
    """What the help of a game shows: its first question, its rules, and what it assumes."""
    from tigersim.companions.question import questions

    asked = [*list(questions(game))[:1], "rules", "rulings"]
    lines = [f"tigersim companion {game.command} {name}" for name in asked]
    return "\n".join(["```", *lines, "```"])


def _help(one: Question) -> str:
    """The docstring of a question; the ID ends its first paragraph."""
    head, _, rest = (inspect.getdoc(one.ask) or "").partition("\n")
    return f"{head} ({one.id})\n{rest}"


def _asking(one: Question) -> Callable[..., None]:
    """The command that asks a question: an option for each of its arguments."""

    def ask(set_: list[str] | None, output: Output, **given: Any) -> None:
        answer = one.ask(readings=settings(set_, "RULING=OPTION"), **given)
        if not output.printed(answer, answer.table().to_dict("records") if output.csv else None):
            print_lines(answer.show())

    parameters = []
    for name, (kind, meaning, default) in one.parameters.items():
        asked = typer.Option(_option(name, default), help=meaning[:1].upper() + meaning[1:] + ".")
        parameters.append(option(name, Annotated[kind, asked], default))
    parameters += [option("set_", Annotated[list[str] | None, READINGS], None), option("output", Output)]
    ask.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return takes_options(ask)


def _option(name: str, default: Any) -> str:
    """The option of an argument: one that is on unless told otherwise can be turned off."""
    word = name.replace("_", "-")
    return f"--{word}/--no-{word}" if default is True else f"--{word}"


def _rules(game: Game) -> Callable[..., None]:
    @takes_options
    def rules(output: Output) -> None:
        """All rules, and how far each is carried out."""
        where = {row["id"]: row for row in game.coverage()}
        rows = [
            {
                **{"id": one.id, "title": one.title, "status": one.status, "how": one.how},
                **{key: where.get(one.id, {}).get(key, []) for key in ("functions", "tests")},
            }
            for one in game.rules
        ]
        if not output.printed(rows):
            from tigersim.companions.answer import Table

            typer.echo(_counted([row["status"] for row in rows]))
            print_lines(Table("", rows).frame()[["id", "status", "title"]].to_string(index=False))

    return rules


def _counted(statuses: list[str]) -> str:
    counts = {status: statuses.count(status) for status in dict.fromkeys(statuses)}
    return f"{len(statuses)} rules: " + ", ".join(f"{n} {status}" for status, n in counts.items())


def _rule(game: Game) -> Callable[..., None]:
    @takes_options
    def rule(
        name: Annotated[str, typer.Argument(metavar="ID", help="ID of a rule or ruling, or the name of a ruling.")],
        output: Output,
    ) -> None:
        """One rule or ruling: what is known of it, by which functions and tests it is held."""
        told: dict[str, Any] = asdict(game.entry(name))
        told |= {key: row[key] for row in game.coverage() if row["id"] == told["id"] for key in ("functions", "tests")}
        if not output.printed(told, [told]):
            for key, value in told.items():
                for line in value if isinstance(value, list | tuple) else [value]:
                    print_lines(f"{key:12}{line}")

    return rule


def _rulings(game: Game) -> Callable[..., None]:
    @takes_options
    def rulings(output: Output) -> None:
        """Where the source is silent or breaks off, and what is assumed there."""
        rows = [
            {"id": one.id, "key": one.key, "default": one.default, "others": one.alternatives, "question": one.question}
            for one in game.rulings
        ]
        if not output.printed(rows):
            for one in game.rulings:
                options = f" ({one.key}: {', '.join(one.options)})" if one.key else ""
                print_lines(f"{one.id} {one.question}{options}\n     {one.why}")

    return rulings
