"""Options that several commands share, so that they are called and mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from tigersim.cli import completion
from tigersim.cli.army_files import FROM_FILE, army_asked
from tigersim.cli.groups import Options
from tigersim.core.play.compiled_players import POLICIES
from tigersim.errors import InvalidValue
from tigersim.game.restrictions import FORBIDDABLE

if TYPE_CHECKING:
    from tigersim.catalogue.army_rules import TwoRules
    from tigersim.catalogue.rulesets import RuleSet
    from tigersim.catalogue.units import Unit

played = partial(typer.Option, rich_help_panel="What is played")
of_armies = partial(typer.Option, rich_help_panel="Random armies")
by_rules = partial(typer.Option, rich_help_panel="Rules and units")
at_work = partial(typer.Option, rich_help_panel="Work")
shown = partial(typer.Option, rich_help_panel="Output")

DEFAULT_FAMILY = "mixed"
DEFAULT_SIZES = "6,10"
DEFAULT_MARKERS = "none"
DEFAULT_SCENARIO = "standard battle"
DEFAULT_SUPPORT = "none"
DEFAULT_FORTS = "0,0"
DEFAULT_RULESET = "paper_tigers_2"

Json = Annotated[bool, shown("--json", help="Print JSON.")]
Picture = Annotated[Path | None, shown("--picture", metavar="FILE", help="Draw it to a .png, .svg or .pdf file too.")]
KEPT = "Where it is kept."
Out = Annotated[Path | None, shown("--out", metavar="DIR", help=KEPT, show_default="a folder of its own in runs/")]
OutOfFile = Annotated[Path | None, shown("--out", metavar="DIR", help=KEPT, show_default="results/NAME")]

UnitsFile = Annotated[
    Path | None,
    by_rules("--units", metavar="FILE.csv", help="Your own units, added to the historical ones and checked alike."),
]
RuleSetName = Annotated[
    str,
    by_rules(
        "--ruleset",
        metavar="NAME",
        help="The rules to play by: a named ruleset or a TOML file.",
        autocompletion=completion.rulesets,
    ),
]
Switches = Annotated[
    list[str] | None,
    by_rules(
        "--set",
        metavar="SWITCH=OPTION",
        help="Read an unclear rule otherwise; may be given several times.",
        autocompletion=completion.switches,
    ),
]

SAME_SEED = "Same seed, same bits, on any number of threads."
Seed = Annotated[int, typer.Option("--seed", min=0, help=SAME_SEED)]
SeedUnlessInFile = Annotated[int | None, typer.Option("--seed", min=0, help=SAME_SEED, show_default="1")]
Threads = Annotated[int | None, at_work("--threads", min=1, help="Worker threads.", show_default="all cores")]

Players = Annotated[
    str,
    played(
        "--players",
        metavar="A,B",
        help=f"Who plays: two of {', '.join(POLICIES[:-1])} and {POLICIES[-1]}, or one for both sides.",
        autocompletion=completion.players,
    ),
]
SIZES = "Inches of a table, from 36x36 (in the first edition 40x40) to 72x48."
"""Help of ``--size``."""
Markers = Annotated[
    str,
    played(
        "--markers",
        metavar="none|standard",
        help="Tables without or with markers worth victory points.",
        autocompletion=completion.markers,
    ),
]
Forts = Annotated[
    str,
    played(
        "--forts",
        metavar="LIGHT,HEAVY",
        help="Tables with so many light and heavy positions of the defender.",
        show_default="none",
    ),
]
Forbid = Annotated[
    list[str] | None,
    played(
        "--forbid",
        metavar="NAME",
        help="What the players never do: NAME for both sides, a:NAME or b:NAME for one; may be given several times. "
        + " ".join(f"{name}: {thing.meaning}." for name, thing in FORBIDDABLE.items()),
    ),
]
Sizes = Annotated[
    str,
    of_armies(
        "--sizes",
        metavar="FEWEST,MOST",
        help="Units of an army, the fewest and the most, where a scenario leaves it open.",
    ),
]

FinishedRun = Annotated[
    Path, typer.Argument(metavar="RUN", help="The folder of a finished run of prices, or an installed list by name.")
]
Nation = Annotated[
    str | None, typer.Option("--nation", help="Only the units of this nation.", autocompletion=completion.nations)
]
UnitName = Annotated[
    str,
    typer.Argument(
        metavar="UNIT", help="The unit; with its nation where names repeat.", autocompletion=completion.units
    ),
]
ClassOption = typer.Option(
    "--class", "--type", metavar="CLASS", help="Only this class, as in medium_tank.", autocompletion=completion.classes
)
TraitOption = typer.Option(
    "--trait", metavar="TRAIT", help="Only this trait, as in rivets.", autocompletion=completion.traits
)
HOW_MANY = "How many to play."
BattlesUntilTarget = Annotated[
    int | None, typer.Option("--battles", metavar="N", help=HOW_MANY, show_default="until --target is reached")
]
ArmyA = Annotated[
    str,
    typer.Argument(
        metavar="ARMY_A",
        help=f"As '3 x M4 Sherman, Jeep [usa]'; {FROM_FILE}.",
        callback=army_asked,
        autocompletion=completion.armies,
    ),
]
ArmyB = Annotated[
    str,
    typer.Argument(metavar="ARMY_B", help="The other side.", callback=army_asked, autocompletion=completion.armies),
]


@dataclass(frozen=True)
class Spread(Options):
    """How the work is spread."""

    threads: Threads = None
    workers: Annotated[
        int | None,
        at_work(
            "--workers",
            metavar="N",
            min=1,
            help="Play in N processes of this machine.",
            show_default="threads, no processes",
        ),
    ] = None
    dask: Annotated[
        str | None,
        at_work(
            "--dask",
            metavar="ADDRESS",
            help="Let the workers of a Dask cluster play; the address of its scheduler, as in tcp://10.0.0.5:8786.",
            show_default="no cluster",
        ),
    ] = None


@dataclass(frozen=True)
class Armies(Options):
    """What random armies may be made of."""

    nation: Annotated[
        str | None,
        of_armies(
            "--nation",
            metavar="NATION[,NATION]",
            help="Armies of this nation, or of one against another, as germany,ussr; a plus joins nations of one side.",
            show_default="all nations",
            autocompletion=completion.two_nations,
        ),
    ] = None
    year: Annotated[
        str | None,
        of_armies(
            "--year",
            metavar="YEAR[,YEAR]",
            help="Only units in service in that year, 1930 to 1945.",
            show_default="any",
        ),
    ] = None
    front: Annotated[
        str | None,
        of_armies(
            "--front",
            metavar="FRONT[,FRONT]",
            help="Only units that served there: west, east, mediterranean or pacific.",
            show_default="any",
            autocompletion=completion.fronts,
        ),
    ] = None
    army_rules: Annotated[
        str | None,
        of_armies(
            "--army-rules",
            metavar="NAME|FILE.toml[,...]",
            help="Rules of composition: three_of_a_kind, one_of_a_kind, combined_arms, six_to_fourteen or a TOML file "
            "of your own. Like the options above, one for both sides or two with a comma between them.",
            show_default="none",
            autocompletion=completion.army_rules,
        ),
    ] = None

    def rules(self, units: Sequence[Unit]) -> TwoRules | None:
        """The rules of both sides for these units.  Raises what ``rules_of_texts`` raises."""
        from tigersim.catalogue.army_rules import OPTION, rules_of_texts

        return rules_of_texts(vars(self), OPTION, units)


@dataclass(frozen=True)
class Rules(Options):
    """Which rules hold."""

    ruleset: RuleSetName = DEFAULT_RULESET
    switches: Switches = None

    @cached_property
    def chosen(self) -> RuleSet:
        """The ruleset, with ``--set`` applied.  Raises what ``chosen_ruleset`` raises."""
        return chosen_ruleset(self.ruleset, self.switches)


class Told(Protocol):
    """A unit with its circumstances, as odds ask for it."""

    @property
    def unit(self) -> str | Unit: ...


T = TypeVar("T", bound=Told)


@dataclass(frozen=True)
class RulesAndUnits(Rules):
    """Which rules hold, and which units there are."""

    units: UnitsFile = None

    def named(self, *names: str) -> list[Unit]:
        """The units of these names.  Raises ``UnitNotFound``."""
        return named_units(self.units, *names)

    def told(self, parse: Callable[[str], T], *texts: str) -> list[T]:
        """Units with their circumstances, ``"NAME; setting=value; word"``."""
        parsed = [parse(text) for text in texts]
        units = self.named(*(str(one.unit) for one in parsed))
        return [replace(one, unit=unit) for one, unit in zip(parsed, units, strict=True)]  # type: ignore[type-var]


def named_units(path: Path | None, *names: str) -> list[Unit]:
    """The units of these names, those of the user's file included.  Raises ``UnitNotFound``."""
    from tigersim.catalogue.units import all_units, unit

    among = all_units(path)
    return [unit(name, among=among) for name in names]


def chosen_ruleset(name: str | RuleSet, switches: list[str] | None) -> RuleSet:
    """The ruleset, or the one of this name, with the ``--set switch=option`` pairs applied.

    Raises ``InvalidValue`` for a setting without ``=``, and what the ruleset raises for an unknown one.
    """
    from tigersim.catalogue.rulesets import RuleSet

    ruleset = RuleSet.load(name) if isinstance(name, str) else name
    changes = settings(switches, "SWITCH=OPTION, as in save_success_rule=one_success_cancels_all")
    return ruleset.replace(**changes) if changes else ruleset


def settings(given: list[str] | None, form: str) -> dict[str, str]:
    """``--set`` as names and options; ``form``: how one is written.  Raises ``InvalidValue``."""
    pairs = [setting.partition("=") for setting in given or ()]
    for name, equals, value in pairs:
        if not equals or not value:
            raise InvalidValue("--set", name + equals, form)
    return {name.strip(): value.strip() for name, _, value in pairs}


def two_players(names: str) -> tuple[str, str]:
    """The players of both sides from ``"a,b"`` or ``"both"``.  Raises ``InvalidValue``."""
    players = [name.strip() for name in names.split(",")]
    if not 1 <= len(players) <= 2 or not all(players):
        raise InvalidValue("--players", names, "one player for both sides or two, as in heuristic,uniform")
    return players[0], players[-1]


def two_numbers(text: str, option: str, sign: str, form: str) -> tuple[int, int]:
    """Two whole numbers, as ``"6,10"`` or ``"72x48"``.  Raises ``InvalidValue``."""
    parts = [part.strip() for part in text.lower().split(sign)]
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise InvalidValue(option, text, form)
    return int(parts[0]), int(parts[1])


def two_sizes(text: str) -> tuple[int, int]:
    """Fewest and most units of an army from ``"6,10"``.  Raises ``InvalidValue``."""
    return two_numbers(text, "--sizes", ",", "the fewest and the most units, as in 6,10")


def two_forts(text: str) -> tuple[int, int]:
    """Numbers of light and heavy positions from ``"2,1"``.  Raises ``InvalidValue``."""
    return two_numbers(text, "--forts", ",", "numbers of light and of heavy positions, as in 2,1")


def width_and_depth(text: str) -> tuple[int, int]:
    """Inches of a table from ``"48x36"``.  Raises ``InvalidValue``."""
    return two_numbers(text, "--size", "x", "WIDTHxDEPTH in inches, as in 48x36")
