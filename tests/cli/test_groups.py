"""Options that belong together: what a command gets, and where help shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from tests.cli.all_commands import COMMANDS, options
from tigersim.cli.groups import Options, group_of, takes_options

PANELS = {
    **dict.fromkeys(("--json", "--csv", "--picture", "--out", "--health"), "Output"),
    **dict.fromkeys(("--threads", "--workers", "--dask"), "Work"),
    **dict.fromkeys(("--ruleset", "--units"), "Rules and units"),
    **dict.fromkeys(("--family", "--forts", "--markers", "--players", "--scenario", "--terms"), "What is played"),
}
"""Option -> the panel of the help that has it in every command."""


@dataclass(frozen=True)
class Size(Options):
    width: Annotated[int, typer.Option("--width")]
    depth: Annotated[int, typer.Option("--depth")] = 3


@dataclass(frozen=True)
class Box(Size):
    height: Annotated[int, typer.Option("--height")] = 5


def told(*words: str) -> str:
    app = typer.Typer()

    @app.command()
    @takes_options
    def show(name: str, box: Box, twice: bool = False) -> None:
        typer.echo(f"{name} {box} {twice}")

    return CliRunner().invoke(app, [*words]).output.strip()


def test_a_command_gets_one_value() -> None:
    assert told("a", "--width", "2", "--height", "7") == f"a {Box(2, 3, 7)} False"
    assert told("b", "--twice", "--depth", "1", "--width", "9") == f"b {Box(9, 1, 5)} True"


def test_an_option_without_a_default_must_be_given() -> None:
    assert "--width" in told("a")


def test_options_of_a_kind_come_before_those_that_it_adds() -> None:
    assert list(group_of(Box).options) == ["width", "depth", "height"]


@pytest.mark.parametrize("name", COMMANDS)
def test_options_stand_in_their_panels(name: str) -> None:
    found = {word: one.rich_help_panel for word, one in options(name).items() if word in PANELS}
    assert found == {word: PANELS[word] for word in found}
