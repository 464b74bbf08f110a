"""The options of a battle: one decorator gives them to every command that plays battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import Group, Options, group_of, takes_options
from tigersim.cli.options import (
    DEFAULT_FAMILY,
    DEFAULT_FORTS,
    DEFAULT_MARKERS,
    DEFAULT_RULESET,
    DEFAULT_SCENARIO,
    DEFAULT_SUPPORT,
    SIZES,
    Forbid,
    Forts,
    Markers,
    RuleSetName,
    Switches,
    chosen_ruleset,
    played,
    two_forts,
    two_numbers,
    width_and_depth,
)
from tigersim.errors import DataError, InvalidValue
from tigersim.files.documents import text_of

if TYPE_CHECKING:
    from tigersim.game.terms import Terms


@dataclass(frozen=True)
class BattleOptions(Options):
    """The options of a battle, in the order of their help."""

    terms: Annotated[
        str | None,
        played(
            "--terms",
            metavar="TEXT",
            help="What is played, in one line: 'river, markers=standard, forts=2+1'. Every option of a battle has "
            "its place in it; those given with it are added.",
            show_default="a standard battle",
        ),
    ] = None
    scenario: Annotated[
        str,
        played(
            "--scenario",
            metavar="NAME",
            help="Which scenario is played, by name or TOML file; in one with roles side a attacks.",
            autocompletion=completion.scenarios,
        ),
    ] = DEFAULT_SCENARIO
    family: Annotated[
        str,
        played(
            "--family",
            metavar="NAME",
            help="Kind of tables: open, wooded, village, river or mixed; of one battle also beach, position or "
            "withdrawal.",
            autocompletion=completion.families,
        ),
    ] = DEFAULT_FAMILY
    size: Annotated[str | None, played("--size", metavar="WIDTHxDEPTH", help=SIZES, show_default="the smallest")] = None
    map: Annotated[
        Path | None,
        played(
            "--map",
            metavar="FILE",
            help="A table of your own: rows of letters as in the map of a scenario, the north first.",
            show_default="random tables",
        ),
    ] = None
    markers: Markers = DEFAULT_MARKERS
    to_score: Annotated[
        int, played("--to-score", metavar="N", help="Play to N victory points.", show_default="not to a score")
    ] = 0
    support: Annotated[
        str,
        played(
            "--support",
            metavar="KIND",
            help="What aces may call from off the table: none, barrages, 'air strikes' or both.",
            autocompletion=completion.support,
        ),
    ] = DEFAULT_SUPPORT
    forts: Forts = DEFAULT_FORTS
    forbid: Forbid = None
    landing: Annotated[
        list[str] | None,
        played(
            "--landing",
            metavar="SIDE:TURN",
            help="Gliders and airborne infantry of a side land from the air in that turn, as a:2.",
        ),
    ] = None
    commanders: Annotated[
        str | None,
        played(
            "--commanders",
            metavar="A,B",
            help="Players of side a and of side b, 1 or 2; two take the units of their army in turn.",
            show_default="one each, or as the armies are written",
        ),
    ] = None
    decks: Annotated[
        int | None,
        played(
            "--decks",
            help="1 for all players, 2: one for each side.",
            show_default="2 for four players, else 1 (PT-MULTI-03)",
        ),
    ] = None
    solo: Annotated[
        bool, played("--solo", help="Cards are assigned and turned over as in solo play (PT-SOLO-02 to 04).")
    ] = False
    dummies: Annotated[
        str, played("--dummies", metavar="SHARE", help="Draw the forces from unit cards: share that is blank.")
    ] = "0"
    removed: Annotated[
        str,
        played(
            "--removed",
            metavar="SHARE",
            help="Share of the unit cards that is taken away unseen; up to 1/3, '0,1/3' for side b alone.",
        ),
    ] = "0"
    price_list: Annotated[
        str | None,
        played(
            "--list",
            metavar="NAME",
            help="What units cost and score: a list to play by (`tigersim list`), by name or TOML file.",
            autocompletion=completion.price_lists,
            show_default="as printed",
        ),
    ] = None
    ruleset: RuleSetName = DEFAULT_RULESET
    switches: Switches = None


OPTIONS = group_of(BattleOptions).options


def plays_battles(
    *left_out: str, first: Callable[[typer.Context], None] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: the parameter ``terms`` stands for the options of a battle, and gets their sum.

    left_out: names of options that the command has no use for, or asks for in its own way.
    first: what is checked before the options are read.
    """
    options = {name: one for name, one in OPTIONS.items() if name not in left_out}

    def value(ctx: typer.Context, _: dict[str, Any]) -> Terms:
        if first is not None:
            first(ctx)
        return terms_of(given_options(ctx, options))

    return partial(takes_options, terms=Group(options, value))


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
        "inches": width_and_depth,
        "map": map_of,
        "forts": two_forts,
        "landing": landing_turns,
        "commanders": lambda value: two_numbers(value, "--commanders", ",", "players of both sides, as in 2,1"),
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
    """Shares of both sides from ``"1/3"`` or ``"0,1/3"``.  Raises ``InvalidValue``."""
    try:
        both = [float(Fraction(part.strip())) for part in text.split(",")]
    except (ValueError, ArithmeticError):
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
