"""The command about scenarios: what they are, and which side they favour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.options import (
    DEFAULT_SIZES,
    Armies,
    Players,
    Seed,
    Sizes,
    Threads,
    UnitsFile,
    two_players,
    two_sizes,
)
from tigersim.cli.output import Output, print_rich, under_way
from tigersim.cli.terms import plays_battles

if TYPE_CHECKING:
    from tigersim.game.terms import Terms


@plays_battles("scenario")
def scenario(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A scenario, or a TOML file of your own.", autocompletion=completion.scenarios
        ),
    ] = None,
    about: Annotated[bool, typer.Option("--about", help="Only say what it is; play nothing.")] = False,
    battles: Annotated[int, typer.Option("--battles", metavar="N", min=32, help="Battles behind each figure.")] = 2000,
    players: Players = "tactician",
    seed: Seed = 1,
    sizes: Sizes = DEFAULT_SIZES,
    extra: Annotated[
        int | None,
        typer.Option("--extra", metavar="VP", min=0, help="Unit points more for the attacker.", show_default="by rule"),
    ] = None,
    *,
    terms: Terms,
    units: UnitsFile = None,
    armies: Armies,
    threads: Threads = None,
    output: Output,
) -> None:
    """Is this scenario balanced, and what handicap would balance it? Without a name: a list.

    Random armies of what the scenario allows play it on many tables, at equal cost and, where its rules give the
    attacker extra points, with these too (PT-VP-11). The answer is how often the attacker wins, by how many VP it is
    ahead with known luck taken out, and the handicap: whole VP added to one side's score when the battle is over, so
    that both win half the time. A battle won by any margin counts 1, a draw 1/2. All intervals are of 95%.

    A scenario of your own is a copy of one of the shipped files, which `--about` prints the place of; errors name file
    and field.

    ```
    tigersim scenario
    tigersim scenario "take the position" --about
    tigersim scenario "fighting withdrawal" --battles 4000
    tigersim scenario "take the position" --nation usa,germany --year 1944
    tigersim scenario "fog of war" --size 72x48 --sizes 12,16
    tigersim scenario my_scenario.toml --players heuristic --json
    ```
    """
    from tigersim.catalogue.scenarios import Scenario
    from tigersim.show.tables.scenarios import balance_table, description, list_table, listed

    if name is None:
        if not output.printed(listed()):
            print_rich(list_table())
        return
    plan = Scenario.load(name)
    if about:
        if not output.printed({"name": plan.name, **plan.to_dict()}, listed([plan])):
            print_rich(description(plan))
        return
    from tigersim.catalogue.units import all_units
    from tigersim.game.terms import Terms
    from tigersim.lab.design import Design
    from tigersim.pricing.play.progress import JointProgress
    from tigersim.pricing.study.scenario_study import EQUAL, conditions_of, findings_of, scenario_balance

    sides, among = two_players(players), all_units(units, terms.ruleset)
    design = Design(
        among,
        Terms.of(terms, scenario=name),
        seed=seed,
        players=sides,
        sizes=two_sizes(sizes),
        extra_points=extra,
        army_rules=armies.rules(among),
    )
    wanted = conditions_of(plan) if extra is None else (EQUAL, "extra points")
    with under_way(sides) as progress:
        joint = JointProgress(progress, len(wanted) * battles)
        found = [scenario_balance(design, battles, one, threads=threads, told=joint.count) for one in wanted]
    result = findings_of(found, design, [plan])
    if not output.printed(result, result.tables["balance"]):
        print_rich(balance_table(result))
