"""Options that several commands share, so that they are called the same and mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli import completion
from tigersim.core.play.compiled_players import POLICIES
from tigersim.errors import InvalidValue
from tigersim.game.restrictions import FORBIDDABLE

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")]
Picture = Annotated[
    Path | None, typer.Option("--picture", metavar="FILE", help="Draw it to a .png, .svg or .pdf file too.")
]
UnitsFile = Annotated[
    Path | None,
    typer.Option("--units", metavar="FILE.csv", help="Your own units, added to the historical ones and checked alike."),
]
RuleSetName = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="The rules to play by: a named ruleset or a TOML file.",
        autocompletion=completion.rulesets,
    ),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SWITCH=OPTION",
        help="Read an unclear rule otherwise; may be given several times.",
        autocompletion=completion.switches,
    ),
]
SAME_SEED = "Same seed, same bits, on any number of threads."
Seed = Annotated[int, typer.Option("--seed", min=0, help=SAME_SEED)]
SeedUnlessInFile = Annotated[int | None, typer.Option("--seed", min=0, help=SAME_SEED, show_default="1")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, help="Worker threads.", show_default="all cores")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Play in N processes of this machine.",
        show_default="threads, no processes",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Let the workers of a Dask cluster play; the address of its scheduler, as in tcp://10.0.0.5:8786.",
        show_default="no cluster",
    ),
]

Players = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="A,B",
        help=f"Who plays: two of {', '.join(POLICIES[:-1])} and {POLICIES[-1]}, or one for both sides.",
        autocompletion=completion.players,
    ),
]

Family = Annotated[
    str,
    typer.Option(
        "--family",
        metavar="NAME",
        help="Kind of tables: open, wooded, village, river or mixed; of one battle also beach, position or withdrawal.",
        autocompletion=completion.families,
    ),
]
SIZES = "Inches of a table, from 36x36 (in the first edition 40x40) to 72x48."
"""Help of ``--size``."""
Markers = Annotated[
    str,
    typer.Option(
        "--markers",
        metavar="none|standard",
        help="Tables without or with markers worth victory points.",
        autocompletion=completion.markers,
    ),
]
Support = Annotated[
    str,
    typer.Option(
        "--support",
        metavar="KIND",
        help="What aces may call from off the table: none, barrages, 'air strikes' or both.",
        autocompletion=completion.support,
    ),
]
Forts = Annotated[
    str,
    typer.Option(
        "--forts",
        metavar="LIGHT,HEAVY",
        help="Tables with so many light and heavy positions of the defender.",
        show_default="none",
    ),
]
ScenarioName = Annotated[
    str,
    typer.Option(
        "--scenario",
        metavar="NAME",
        help="Which scenario is played, by name or TOML file; in one with roles side a attacks.",
        autocompletion=completion.scenarios,
    ),
]
ToScore = Annotated[
    int, typer.Option("--to-score", metavar="N", help="Play to N victory points.", show_default="not to a score")
]

Forbid = Annotated[
    list[str] | None,
    typer.Option(
        "--forbid",
        metavar="NAME",
        help="What the players never do: NAME for both sides, a:NAME or b:NAME for one; may be given several times. "
        + " ".join(f"{name}: {thing.meaning}." for name, thing in FORBIDDABLE.items()),
    ),
]
Health = Annotated[
    bool, typer.Option("--health", help="Also how the players fared: idle turns, units that never acted, cards unused.")
]

KEPT = "Where it is kept."
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help=KEPT, show_default="a folder of its own in runs/")
]
OutOfFile = Annotated[Path | None, typer.Option("--out", metavar="DIR", help=KEPT, show_default="results/NAME")]
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
    typer.Argument(metavar="ARMY_A", help="As '3 x M4 Sherman, Jeep [usa]'.", autocompletion=completion.armies),
]
ArmyB = Annotated[str, typer.Argument(metavar="ARMY_B", help="The other side.", autocompletion=completion.armies)]

DEFAULT_FAMILY = "mixed"
DEFAULT_MARKERS = "none"
DEFAULT_SCENARIO = "standard battle"
DEFAULT_SUPPORT = "none"
DEFAULT_FORTS = "0,0"
DEFAULT_PLAYERS = "heuristic,heuristic"
DEFAULT_RULESET = "paper_tigers_2"


def chosen_ruleset(name: str | RuleSet, switches: list[str] | None) -> RuleSet:
    """The ruleset, or the one of this name, with the ``--set switch=option`` pairs applied.

    Raises :class:`InvalidValue` for a setting without ``=``, and what the ruleset raises for an unknown one.
    """
    from tigersim.catalogue.rulesets import RuleSet

    ruleset = RuleSet.load(name) if isinstance(name, str) else name
    changes: dict[str, str] = {}
    for setting in switches or ():
        switch, equals, option = setting.partition("=")
        if not equals or not option:
            raise InvalidValue("--set", setting, "SWITCH=OPTION, as in save_success_rule=one_success_cancels_all")
        changes[switch.strip()] = option.strip()
    return ruleset.replace(**changes) if changes else ruleset


def two_forts(text: str) -> tuple[int, int]:
    """Numbers of light and heavy positions from ``"2,1"``.  Raises ``InvalidValue``."""
    light, comma, heavy = (part.strip() for part in text.partition(","))
    if not (comma and light.isdecimal() and heavy.isdecimal()):
        raise InvalidValue("--forts", text, "numbers of light and of heavy positions, as in 2,1")
    return int(light), int(heavy)


def two_players(names: str) -> tuple[str, str]:
    """The players of the two sides from ``"heuristic,uniform"`` or ``"uniform"`` (both).  Raises ``InvalidValue``."""
    players = [name.strip() for name in names.split(",")]
    if not 1 <= len(players) <= 2 or not all(players):
        raise InvalidValue("--players", names, "one player for both sides or two, as in heuristic,uniform")
    return players[0], players[-1]


def pair_of_numbers(text: str, option: str, sign: str) -> tuple[int, int]:
    """Two whole numbers, as ``"6,10"`` or ``"72x48"``.  Raises ``InvalidValue``."""
    parts = text.lower().split(sign)
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise InvalidValue(f"--{option}", text, f"two whole numbers with {sign!r} between them")
    return int(parts[0]), int(parts[1])
