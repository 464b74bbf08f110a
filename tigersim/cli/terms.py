"""The options of a battle: one decorator gives them to every command that plays battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.options import (
    DEFAULT_FAMILY,
    DEFAULT_FORTS,
    DEFAULT_MARKERS,
    DEFAULT_RULESET,
    DEFAULT_SCENARIO,
    DEFAULT_SUPPORT,
    SIZES,
    Family,
    Forbid,
    Forts,
    Markers,
    RuleSetName,
    ScenarioName,
    Support,
    Switches,
    ToScore,
    chosen_ruleset,
    pair_of_numbers,
    two_forts,
)
from tigersim.errors import DataError, InvalidValue
from tigersim.files.documents import text_of

if TYPE_CHECKING:
    from tigersim.game.terms import Terms

OPTIONS: dict[str, tuple[Any, Any]] = {
    "terms": (
        Annotated[
            str | None,
            typer.Option(
                "--terms",
                metavar="TEXT",
                help="What is played, in one line: 'river, markers=standard, forts=2+1'. Every option of a battle has "
                "its place in it; those given beside it are added.",
                show_default="a standard battle",
            ),
        ],
        None,
    ),
    "scenario": (ScenarioName, DEFAULT_SCENARIO),
    "family": (Family, DEFAULT_FAMILY),
    "size": (
        Annotated[str | None, typer.Option("--size", metavar="WIDTHxDEPTH", help=SIZES, show_default="the smallest")],
        None,
    ),
    "map": (
        Annotated[
            Path | None,
            typer.Option(
                "--map",
                metavar="FILE",
                help="A table of your own: rows of letters as in the map of a scenario, the north first.",
                show_default="random tables",
            ),
        ],
        None,
    ),
    "markers": (Markers, DEFAULT_MARKERS),
    "to_score": (ToScore, 0),
    "support": (Support, DEFAULT_SUPPORT),
    "forts": (Forts, DEFAULT_FORTS),
    "forbid": (Forbid, None),
    "landing": (
        Annotated[
            list[str] | None,
            typer.Option(
                "--landing",
                metavar="SIDE:TURN",
                help="Gliders and airborne infantry of a side land from the air in that turn, as a:2.",
            ),
        ],
        None,
    ),
    "commanders": (
        Annotated[
            str | None,
            typer.Option(
                "--commanders",
                metavar="A,B",
                help="Players of side a and of side b, 1 or 2; two take the units of their army in turn.",
                show_default="one each, or as the armies are written",
            ),
        ],
        None,
    ),
    "decks": (
        Annotated[
            int | None,
            typer.Option(
                "--decks",
                help="1 for all players, 2: one for each side.",
                show_default="2 for four players, else 1 (PT-MULTI-03)",
            ),
        ],
        None,
    ),
    "solo": (
        Annotated[
            bool, typer.Option("--solo", help="Cards are assigned and turned over as in solo play (PT-SOLO-02 to 04).")
        ],
        False,
    ),
    "dummies": (
        Annotated[
            str,
            typer.Option("--dummies", metavar="SHARE", help="Draw the forces from unit cards: share that is blank."),
        ],
        "0",
    ),
    "removed": (
        Annotated[
            str,
            typer.Option(
                "--removed",
                metavar="SHARE",
                help="Share of the unit cards that is taken away unseen; up to 1/3, '0,1/3' for side b alone.",
            ),
        ],
        "0",
    ),
    "ruleset": (RuleSetName, DEFAULT_RULESET),
    "switches": (Switches, None),
}
"""The options of a battle by the name of their parameter, (annotation, default), in the order of their help."""


def plays_battles(
    *left_out: str, first: Callable[[typer.Context], None] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: the options of a battle stand where the command has the parameter ``terms``, which gets their sum.

    left_out: names of options that the command has no use for, or asks for in its own way.
    first: what is checked before the options are read.
    """
    options = {
        name: Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in OPTIONS.items()
        if name not in left_out
    }

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        parameters = []
        for one in signature(command).parameters.values():
            if one.name == "terms":
                parameters += list(options.values())
            else:
                annotation = eval(one.annotation, command.__globals__)  # as typer itself does
                parameters.append(one.replace(kind=Parameter.KEYWORD_ONLY, annotation=annotation))
        if "ctx" not in signature(command).parameters:
            context = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=typer.Context)
            parameters.insert(0, context)

        @wraps(command)
        def with_terms(**values: Any) -> None:
            if first is not None:
                first(values["ctx"])
            given = given_options(values["ctx"], options)
            for name in options:
                del values[name]
            if "ctx" not in signature(command).parameters:
                del values["ctx"]
            command(terms=terms_of(given), **values)

        with_terms.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        with_terms.__annotations__ = {one.name: one.annotation for one in parameters}
        return with_terms

    return decorate


def given_options(ctx: typer.Context, names: Iterable[str]) -> dict[str, Any]:
    """Those of the options that stand on the command line, with their values."""
    sources = {name: ctx.get_parameter_source(name) for name in names}
    return {name: ctx.params[name] for name, source in sources.items() if source and source.name == "COMMANDLINE"}


def terms_of(given: Mapping[str, Any]) -> Terms:
    """The terms that options on the command line come to.

    Raises ``InvalidValue`` for an option that cannot be read or contradicts ``--terms``, and what ``Terms`` raises.
    """
    from tigersim.game.terms import TermOptions, Terms

    text = Terms.parse(given["terms"]) if "terms" in given else None
    found: dict[str, Any] = {name: given[name] for name in TermOptions.__annotations__ if name in given}
    if "ruleset" in given or text is None:
        found["ruleset"] = chosen_ruleset(given.get("ruleset", DEFAULT_RULESET), given.get("switches"))
    elif "switches" in given:
        rules = chosen_ruleset(text.ruleset, given["switches"])
        text = text.replace(ruleset=rules)
    for option, name in (("size", "inches"), ("to_score", "target_score")):
        if option in given:
            found[name] = given[option]
    readers: dict[str, Callable[[Any], Any]] = {
        "inches": lambda value: pair_of_numbers(value, "size", "x"),
        "map": map_of,
        "forts": two_forts,
        "landing": landing_turns,
        "commanders": lambda value: pair_of_numbers(value, "commanders", ","),
        "dummies": lambda value: shares(value, "--dummies"),
        "removed": lambda value: shares(value, "--removed"),
    }
    for name, read in readers.items():
        if name in found:
            found[name] = read(found[name])
    return Terms.of(text, **found)


def map_of(path: Path) -> str:
    """Rows of letters from a file.  Raises ``DataError`` that names the file."""
    from tigersim.game.terms import Terms

    rows = text_of(path)
    try:
        Terms(map=rows)
    except InvalidValue as error:
        raise DataError(str(path), None, None, f"is no map of a table: {error}") from None
    return rows


def shares(text: str, option: str) -> tuple[float, float]:
    """Shares of side a and side b from ``"1/3"`` (both) or ``"0,1/3"``.  Raises ``InvalidValue``."""
    try:
        both = [float(Fraction(part.strip())) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        both = []
    if not 1 <= len(both) <= 2:
        raise InvalidValue(option, text, "a share from 0 to 1/3 for both sides, or two, as in 0,1/3")
    return both[0], both[-1]


def landing_turns(entries: Iterable[str]) -> dict[str, int]:
    """Side -> turn of its landing, of entries such as "a:2".  Raises ``InvalidValue``."""
    turns = {}
    for entry in entries:
        side, _, turn = entry.partition(":")
        if not turn.isdecimal():
            raise InvalidValue("--landing", entry, "SIDE:TURN, as a:2")
        turns[side] = int(turn)
    return turns
