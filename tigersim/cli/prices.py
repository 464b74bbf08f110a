"""The main job: battles between random armies until every unit has a price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.catalogue.lists import WORTH
from tigersim.cli.options import (
    DEFAULT_SIZES,
    Armies,
    BattlesUntilTarget,
    Out,
    Players,
    Seed,
    Sizes,
    Spread,
    UnitsFile,
    played,
    two_players,
    two_sizes,
)
from tigersim.cli.output import ListOutput, bold, files_in, noted, print_rich, under_way
from tigersim.cli.terms import plays_battles
from tigersim.core.play.compiled_players import DEFAULT_PLAYER

if TYPE_CHECKING:
    from tigersim.game.terms import Terms
    from tigersim.pricing import Prices

RUNS = Path("runs")
"""Where runs go unless --out says otherwise; each design has a folder of its own."""


@plays_battles()
def prices(
    battles: BattlesUntilTarget = None,
    target: Annotated[
        float, typer.Option("--target", help="VP: stop when 95% of the units are known to so much either way.")
    ] = 0.25,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables", help="On how many random tables, used in turn; unless named, a new one every 512 battles."
        ),
    ] = None,
    *,
    terms: Terms,
    units: UnitsFile = None,
    armies: Armies,
    sizes: Sizes = DEFAULT_SIZES,
    jitter: Annotated[
        int | None,
        typer.Option(
            "--jitter",
            help="VP: how far the two budgets are apart, as faces of the dice that set it.",
            show_default="8; 4 with --tables, --sizes, a scenario, rules of armies or unit cards",
        ),
    ] = None,
    believed: Annotated[
        str,
        played(
            "--believed",
            metavar="LIST",
            help="What the players take units to be worth: printed; revised, by the study that comes along; a finished "
            "run; or a file with columns key and price.",
        ),
    ] = "printed",
    out: Out = None,
    spread: Spread,
    close: Annotated[
        bool, typer.Option("--close", help="Play units far from their cost again, at what they seem to be worth.")
    ] = False,
    output: ListOutput,
) -> None:
    """Price all units: play battles between random armies and see what each should cost.

    The list is ranked by what a unit is worth compared with its printed cost, all other prices staying as they are.
    BARGAIN or TOO DEAR: off by more than half a VP, beyond reasonable doubt; FAIR: within one VP, beyond reasonable
    doubt; UNDETERMINED: play more. For a unit more than 3 VP off that is a direction and no price; --close plays it
    again at what it seems to be worth, 204,800 battles a time and up to three times, and finds the price. The run is
    kept in a folder: battles, tables, pictures and all settings. Stop it with Ctrl-C, or lose it to a power cut, and
    give the same command again: it goes on, to the same bits. With more --battles or a smaller --target it goes on from
    what is there. Threads, --workers and a Dask cluster play the same battles.

    ```
    tigersim prices
    tigersim prices --battles 200000 --seed 7 --players uniform
    tigersim prices --players heuristic --close
    tigersim prices --believed revised --target 0.4
    tigersim prices --forbid close_combat --health
    tigersim prices --set spg_base_armor=three_dice --out runs/three-dice
    tigersim prices --units mine.csv --target 0.4 --json
    tigersim prices --scenario "fog of war"
    tigersim prices --nation germany,ussr --year 1943 --army-rules three_of_a_kind
    tigersim prices --army-rules six_to_fourteen --sizes 6,14
    tigersim prices --dask tcp://10.0.0.5:8786 --target 0.1
    ```
    """
    from tigersim.catalogue.units import all_units
    from tigersim.lab import Design, Run
    from tigersim.pricing import prices as play
    from tigersim.pricing.play.closing import close_run
    from tigersim.pricing.play.job import priced_units, with_wide_gaps
    from tigersim.pricing.play.progress import JointProgress
    from tigersim.pricing.report.answers import with_answers
    from tigersim.pricing.report.lists import finished, whole_list
    from tigersim.pricing.report.settled import settled_for

    listed = all_units(units, terms.ruleset)
    design = Design(
        listed,
        terms,
        seed=seed,
        players=two_players(players),
        sizes=two_sizes(sizes),
        tables=tables,
        army_rules=armies.rules(listed),
    )
    design = with_wide_gaps(design, out) if jitter is None else replace(design, jitter=jitter)
    if believed != "printed":
        design = replace(design, units=priced_units(design.units, terms.ruleset))
        design = replace(design, believed=whole_list(believed, finished(WORTH), design).tolist())
    folder = out or RUNS / Run.name_for(design)
    with under_way(*at_home(spread, design.players), folder=folder) as progress:
        joint = JointProgress(progress)
        found = play(
            battles, target_half_width=target, design=design, out=folder, progress=joint.next_run(), **vars(spread)
        )
        if close:
            priced = replace(design, units=priced_units(design.units, terms.ruleset)).narrowed()
            found = close_run(found, priced, folder, progress=joint.next_run(), **vars(spread))
    draw(found, folder)
    if not output.printed(found, with_answers(found, settled_for(found)), folder=folder):
        show(found, folder, output.health)


def at_home(spread: Spread, *matches: Sequence[str]) -> tuple[Sequence[str], ...]:
    """Those of the matches that this machine must be ready to play: none if a cluster plays."""
    return () if spread.dask else matches


def draw(found: Prices, folder: Path) -> None:
    """Draw units, traits, and the ranges of prices if there are any, into the folder of a run."""
    from tigersim.pricing.report.settled import settled_for
    from tigersim.show.plots import price_plot, range_plot, trait_plot, write

    settled = settled_for(found)
    write(price_plot(found, settled=settled), folder / "prices.png")
    write(trait_plot(found), folder / "traits.png")
    if found.table["range_low"].notna().any():
        write(range_plot(found, settled=settled), folder / "ranges.png")


def show(found: Prices, folder: Path | None, health: bool = False) -> None:
    """Print a price list: what it rests on, what is left out, where it is; units, traits, notes.

    ``folder``: where it is, None where that is known; ``health``: also how the players fared.
    """
    from tigersim.catalogue.rulebook import rules
    from tigersim.pricing.report.answers import answers
    from tigersim.pricing.report.ranges import by_condition
    from tigersim.pricing.report.settled import settled_for
    from tigersim.show.tables.fitted import PlainTable
    from tigersim.show.tables.players import health_table
    from tigersim.show.tables.prices import price_traits_table, prices_table
    from tigersim.show.words import not_modelled, not_played

    settled = settled_for(found)
    left = int((answers(found, settled)["source"] == "").sum())
    far = f"Of {left} units only a direction is known; --close plays them again to find their price.\n"
    counts = ", ".join(f"{number} {verdict}" for verdict, number in found.verdicts.counts.items())
    edition = found.provenance.get("edition")  # battles of one's own may not say it
    left_out = () if edition is None else (not_modelled(rules(), edition), not_played(found.provenance))
    print_rich(
        bold(found.summary),
        *filter(None, left_out),
        *files_in(folder),
        prices_table(found, settled),
        f"{counts}; 95% of the intervals are within ±{found.half_width_95:.2f} VP.\n{far if left else ''}",
        *([PlainTable(by_condition(found), "conditions")] if len(found.conditions) else []),
        price_traits_table(found.traits),
        *([health_table(found.provenance["health"])] if health else []),
        *noted((*found.notes, *([settled.source] if settled else []))),
    )
