"""The commands about armies: what one costs and lacks, and one that is built."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.army_files import FROM_FILE, armies_asked, army_asked
from tigersim.cli.groups import Options, takes_options
from tigersim.cli.options import Nation, Players, Seed, Threads, UnitsFile, shown, two_players
from tigersim.cli.output import Output, print_lines, print_rich, under_way
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.errors import InvalidValue
from tigersim.files.documents import is_file, is_folder

if TYPE_CHECKING:
    from tigersim.catalogue.army_rules import ArmyRules
    from tigersim.catalogue.price_lists import PriceList
    from tigersim.catalogue.units import Unit

OWN_FILES = (".csv", ".tsv", ".txt", ".json")
"""Endings of names that are files, whether they are there or not."""


@dataclass(frozen=True)
class Composition(Options):
    """What one army may be made of."""

    nation: Nation = None
    year: Annotated[
        int | None,
        typer.Option("--year", min=1930, max=1945, help="Only units in service in that year, 1930 to 1945."),
    ] = None
    front: Annotated[
        str | None,
        typer.Option(
            "--front",
            help="Only units that served there: west, east, mediterranean or pacific.",
            autocompletion=completion.fronts,
        ),
    ] = None
    army_rules: Annotated[
        str | None,
        typer.Option(
            "--army-rules",
            metavar="NAME|FILE.toml",
            help="Rules of composition: three_of_a_kind, one_of_a_kind, combined_arms, six_to_fourteen or a TOML file "
            "of your own. By a list its own limits hold where no rules are given.",
            autocompletion=completion.army_rules,
        ),
    ] = None

    def rules(self, units: tuple[Unit, ...]) -> ArmyRules | None:
        """The rules that the options come to; None where nothing is said.  Raises what ``rules_of_texts`` raises."""
        from tigersim.catalogue.army_rules import OPTION, rules_of_texts

        both = rules_of_texts(vars(self), OPTION, units)
        return None if both is None else both[0]


@dataclass(frozen=True)
class Shared(Output):
    """In which form an army is told, and how it is shared."""

    link: Annotated[
        bool,
        shown("--link", help="Print the address of the page about armies that shows this; --site says where it is."),
    ] = False
    site: Annotated[
        str,
        shown(
            "--site",
            metavar="BASE",
            help="The folder or address of the site for --link.",
            envvar="TIGERSIM_SITE",
        ),
    ] = "site"


ListName = Annotated[
    str | None,
    typer.Option(
        "--list",
        metavar="NAME",
        help="What units cost and score: a list to play by (`tigersim list`), by name or TOML file.",
        autocompletion=completion.price_lists,
        show_default="as printed",
    ),
]


@takes_options
def army(
    army: Annotated[
        str,
        typer.Argument(
            metavar="ARMY",
            help=f"As '3 x M4 Sherman, Jeep [usa]'; {FROM_FILE}.",
            callback=army_asked,
            autocompletion=completion.armies,
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="ARMY",
            help="An army to compare it with, with a forecast; may be given again.",
            callback=armies_asked,
            autocompletion=completion.armies,
        ),
    ] = None,
    price_list: ListName = None,
    text: Annotated[bool, shown("--text", help="Print lines to paste into a chat; @FILE reads them back.")] = False,
    tabletop_simulator: Annotated[
        Path | None,
        shown(
            "--tabletop-simulator",
            metavar="FILE.json",
            help="Also write a saved object of Tabletop Simulator: a block for every unit, with its numbers.",
        ),
    ] = None,
    units: UnitsFile = None,
    *,
    composition: Composition,
    output: Shared,
) -> None:
    """What does an army cost, what is it worth, may it be fielded, what does it lack?

    Costs are those printed and, with --list, those of a list to play by; worth is what the settled list asks. What it
    lacks is worked out from the numbers of its units and exact odds, with the rules behind it. How it may do, against
    random armies of its cost and those of --against, is foretold by a model of armies, without a battle.

    The army may stand in a file, as text, as lines that --text printed, or as JSON that --json printed.

    ```
    tigersim army "3 x T-34c, KV-1"
    tigersim army "3 x T-34c, KV-1" --against "3 x Panzer IV (mid), Tiger I"
    tigersim army "3 x T-34c, KV-1" --list tenths --year 1941 --army-rules combined_arms
    tigersim army "3 x T-34c, KV-1" --text
    tigersim army @army.txt --link
    tigersim army "3 x T-34c, KV-1" --tabletop-simulator army.json
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.pricing.play.army_summary import army as ask

    _one_form(output, text=text)
    among = all_units(units)
    rules = composition.rules(among)
    found = ask(army, against=against or (), price_list=price_list, rules=rules, units=among)
    if tabletop_simulator is not None:
        _save(tabletop_simulator, found.members, found.price_list)
    if output.link:
        others = [one.armies[1] for one in found.against] or [""]
        _print_link(output.site, (found.army, others[0]), None, price_list, output)
    elif text:
        typer.echo(found.block())
    elif not output.printed(found, found.table):
        from tigersim.show.tables.army import army_lines, army_table

        print_rich(army_table(found))
        print_lines("\n".join(army_lines(found)))


@takes_options
def build(
    budget: Annotated[
        float | None,
        typer.Option("--budget", help="VP to spend.", show_default="what the enemy costs; 27 against the field"),
    ] = None,
    own: Annotated[
        str | None,
        typer.Option(
            "--own",
            metavar="FILE|ARMY",
            help="What you have: a CSV file with the columns unit and count, a file with an army, or an army itself.",
            show_default="every unit",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="ARMY",
            help=f"The enemy's army; {FROM_FILE}.",
            callback=army_asked,
            autocompletion=completion.armies,
            show_default="random armies of the budget",
        ),
    ] = None,
    fair: Annotated[bool, typer.Option("--fair", help="Seek the army nearest to an even match.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Answer at once, by the model of armies, without a battle.")
    ] = False,
    price_list: ListName = None,
    copies: Annotated[
        int | None,
        typer.Option(
            "--copies",
            min=1,
            help="At most so many of one unit.",
            show_default="3; with --own what you have; with --list what it allows",
        ),
    ] = None,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    threads: Threads = None,
    units: UnitsFile = None,
    *,
    composition: Composition,
    output: Shared,
) -> None:
    """Build an army: the strongest that a budget buys, or the fairest, from what you have.

    Against a given army, or against the field: random armies of the budget. Up to five armies of different character
    are found by the model of armies, then played: the rates come from fresh battles that the search has not met, with
    95% intervals. --quick leaves the battles out and says what is foretold.

    --nation is that of your army; --year, --front and --army-rules hold for the field too. The first of two --players
    leads your army.

    ```
    tigersim build --budget 27 --nation germany
    tigersim build --own mine.csv --against "3 x T-34c, KV-1, 2 x Regulars [ussr]"
    tigersim build --nation germany --against "5 x M4 Sherman" --fair --quick
    tigersim build --budget 40 --list tenths --year 1943 --front east
    tigersim build --budget 27 --quick --link
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.core.play.compiled_players import POLICIES
    from tigersim.errors import PlayerNotFound
    from tigersim.pricing.play.build import seek

    _one_form(output)
    among = all_units(units)
    sides = two_players(players)
    chosen: dict[str, Any] = {"price_list": price_list, "rules": composition.rules(among), "copies": copies}
    chosen |= {"units": among, "players": sides, "seed": seed, "threads": threads}
    asked: dict[str, Any] = {"against": against, "own": _own(own), "fair": fair}
    for side in sides:
        if side not in POLICIES:
            raise PlayerNotFound(side, POLICIES)
    sought = seek(budget, **asked, quick=quick, **chosen)
    if quick:
        found = sought.foretold()
    else:
        with under_way(sides) as progress:
            found = sought._replace(options={**sought.options, "progress": progress}).played()
    if output.link:
        for army_text in found.table["army"]:
            _print_link(output.site, (str(army_text), found.against), found.budget, price_list, output)
    elif not output.printed(found, found.table):
        from tigersim.show.tables.army import built_table

        print_rich(built_table(found))
        print_lines("\n".join(found.said))


def _own(given: str | None) -> Path | str | None:
    """A file, where one is named, or an army as text; "T-34/85" is a unit, "lists/mine" a file of the folder lists."""
    if given is None:
        return None
    path = Path(given)
    in_a_folder = os.sep in given and is_folder(path.parent)
    return path if in_a_folder or is_file(path) or is_folder(path) or path.suffix in OWN_FILES else given


def _one_form(output: Shared, text: bool = False) -> None:
    forms = {"--json": output.json, "--csv": output.csv, "--link": output.link, "--text": text}
    given = [name for name, wanted in forms.items() if wanted]
    if len(given) > 1:
        raise InvalidValue(" ".join(given), "both" if len(given) == 2 else "all of them", "one of them")


def _save(path: Path, members: tuple[Unit, ...], price_list: PriceList | None) -> None:
    from tigersim.show.tabletop_simulator import write_saved_object

    if path.suffix != ".json":
        raise InvalidValue("--tabletop-simulator", str(path), "a file that ends in .json")
    write_saved_object(path, members, price_list)
    typer.echo(f"Written: {path}", err=True)


def _print_link(
    site: str, armies: tuple[str, str], budget: float | None, price_list: str | None, output: Shared
) -> None:
    from tigersim.catalogue.price_lists import price_lists
    from tigersim.catalogue.share import ArmyState

    if price_list is not None and price_list not in price_lists():
        raise InvalidValue("--link --list", price_list, f"a list that the site has: {', '.join(price_lists())}")
    typer.echo(ArmyState(*armies, budget, price_list or "").link(site))
