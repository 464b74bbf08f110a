"""The command about traits: what they are and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.catalogue.lists import is_installed
from tigersim.cli.findings import draw_findings, show_findings
from tigersim.cli.groups import takes_options
from tigersim.cli.options import (
    DEFAULT_RULESET,
    HOW_MANY,
    ClassOption,
    Out,
    Players,
    Seed,
    Threads,
    TraitOption,
    chosen_ruleset,
    two_players,
)
from tigersim.cli.output import Output, print_rich, under_way
from tigersim.cli.prices import RUNS
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from tigersim.catalogue.traits import Trait
    from tigersim.pricing.report.findings import Findings

TABLES = 200
"""Random tables that twins are played on, so that it matters little which ones they are."""


@takes_options
def traits(
    run: Annotated[
        Path | None,
        typer.Option("--run", metavar="RUN", help="With the worth that this run of prices, or of twins, has found."),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Play twin battles: what each trait is worth on a standard unit.")
    ] = False,
    battles: Annotated[
        int | None, typer.Option("--battles", metavar="N", min=2, help=HOW_MANY, show_default="200,000")
    ] = None,
    classes: Annotated[list[str] | None, ClassOption] = None,
    only: Annotated[list[str] | None, TraitOption] = None,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    threads: Threads = None,
    out: Out = None,
    *,
    output: Output,
) -> None:
    """List advantages, disadvantages and notes: price, effect, rule, how many units have them.

    `--play` asks what each is worth: a standard unit of every class with the trait against the same unit without it, in
    random armies, in twin battles that share armies, table, cards and dice and differ in traits alone. BARGAIN or
    TOO DEAR: off its printed VP by more than half a VP, beyond reasonable doubt. The same command goes on where it was
    stopped, and with more --battles. What traits are worth on the units that have them in history, a run of prices
    says.

    ```
    tigersim traits
    tigersim traits --trait rivets --trait fast
    tigersim traits --run results/001_first_price_list
    tigersim traits --play --battles 400000 --players tactician
    tigersim traits --play --class medium_tank --trait fast --trait rivets
    ```
    """
    if play:
        if run is not None:
            raise InvalidValue("--run --play", "both", "one of the two")
        _play(battles, classes or [], only or [], two_players(players), seed, threads, out, output)
        return
    for option, given in {"--battles": battles, "--class": classes, "--out": out}.items():
        if given:
            raise InvalidValue(option, given, "only with --play")
    if run is not None:
        if only:
            raise InvalidValue("--run --trait", "both", "one of the two")
        _worths(run, output)
    else:
        _list(only or [], output)


def _list(only: list[str], output: Output) -> None:
    """What is printed of them, or of those that are named."""
    from tigersim.catalogue.traits import traits as all_traits
    from tigersim.catalogue.units import all_units

    count = Counter(name for one in all_units() for name in (*one.advantages, *one.disadvantages))
    rows = [
        one.model_dump(exclude={"spellings"}) | {"units": count[one.id] if one.kind != "note" else None}
        for one in _named(all_traits(), only)
    ]
    if not output.printed(rows):
        from tigersim.show.tables.catalogue import traits_table

        print_rich(traits_table(rows))


def _named(known: Mapping[str, Trait], only: list[str]) -> list[Trait]:
    """The traits of these names, all if none is named.  Raises ``TraitNotFound``."""
    from tigersim.catalogue.traits import trait

    wanted = {trait(name).id for name in only}
    return [one for name, one in known.items() if not only or name in wanted]


def _play(
    battles: int | None,
    classes: list[str],
    only: list[str],
    players: tuple[str, str],
    seed: int,
    threads: int | None,
    out: Path | None,
    output: Output,
) -> None:
    """Twin battles into a folder, then what they say."""
    from tigersim.lab import Design, Run
    from tigersim.pricing.estimate.trait_cells import trait_cells
    from tigersim.pricing.study.trait_study import BATTLES, trait_study

    rules = chosen_ruleset(DEFAULT_RULESET, None)
    design = Design(seed=seed, players=players, ruleset=rules, tables=TABLES)
    cells = trait_cells(design.units, rules, classes, only)
    folder = out or RUNS / Run.name_for(design).replace("prices", "traits", 1)
    with under_way(players, folder=folder) as progress:
        found = trait_study(
            design, cells, BATTLES if battles is None else battles, folder=folder, threads=threads, progress=progress
        )
    found.save(folder)
    found.write_csv(folder)
    draw_findings(found, folder)
    _show(found, folder, output)


def _worths(run: Path, output: Output) -> None:
    """What each trait is worth, as a finished run has found: one of twins, or one of prices."""
    from tigersim.pricing import Prices
    from tigersim.pricing.report.findings import Findings, kind_of
    from tigersim.show.tables.prices import price_traits_table

    if kind_of(run) == "traits":
        _show(Findings.load(run), run, output)
        return
    found = Prices.load(run)
    if not output.printed(found.traits.to_dict("records")):
        print_rich(found.summary, price_traits_table(found.traits))


def _show(found: Findings, folder: Path, output: Output) -> None:
    """All of it as JSON, the traits as CSV, or the traits as people read them."""
    if not output.printed(found, found.tables["traits"], folder=folder):
        show_findings(found, None if is_installed(folder) else folder)
