"""The command about scenarios: what they are, and which side they favour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.options import (
    Csv,
    Json,
    Players,
    Seed,
    Threads,
    UnitsFile,
    pair_of_numbers,
    two_players,
)
from tigersim.cli.output import battle_progress, make_ready, one_form, print_frame, print_json, print_rich
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
    sizes: Annotated[
        str, typer.Option("--sizes", metavar="FEWEST,MOST", help="Units a side, where the scenario leaves it open.")
    ] = "6,10",
    extra: Annotated[
        int | None,
        typer.Option("--extra", metavar="VP", min=0, help="Unit points more for the attacker.", show_default="by rule"),
    ] = None,
    *,
    terms: Terms,
    units: UnitsFile = None,
    threads: Threads = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Is this scenario balanced, and what handicap would balance it? Without a name: which scenarios there are.

    Random armies of what the scenario allows play it on many tables, at equal cost and, where its rules give the
    attacker extra points, with these too (PT-VP-11). The answer is how often the attacker wins, by how many VP he is
    ahead with known luck taken out, and the handicap: whole VP added to one side's score when the battle is over, so
    that both win half the time. A battle won by any margin counts 1, a draw 1/2. All intervals are of 95%.

    A scenario of your own is a copy of one of the shipped files, which `--about` prints the place of; errors name file
    and field.

    ```
    tigersim scenario
    tigersim scenario "take the position" --about
    tigersim scenario "fighting withdrawal" --battles 4000
    tigersim scenario "fog of war" --size 72x48 --sizes 12,16
    tigersim scenario my_scenario.toml --players heuristic --json
    ```
    """
    from tigersim.catalogue.scenarios import Scenario
    from tigersim.show.tables.scenarios import balance_table, description, list_table, listed

    one_form(json, csv)
    if name is None:
        if json:
            print_json(listed().to_dict("records"))
        elif csv:
            print_frame(listed())
        else:
            print_rich(list_table())
        return
    plan = Scenario.load(name)
    if about:
        if csv:
            print_frame(listed([plan]))
        elif json:
            print_json({"name": plan.name, **plan.to_dict()})
        else:
            print_rich(description(plan))
        return
    from tigersim.catalogue.units import all_units
    from tigersim.lab.design import Design
    from tigersim.pricing.play.progress import JointProgress
    from tigersim.pricing.study.scenario_study import EQUAL, conditions_of, findings_of, scenario_balance

    sides = two_players(players)
    design = Design(
        all_units(units, terms.ruleset),
        terms.replace(scenario=plan),
        seed=seed,
        players=sides,
        sizes=pair_of_numbers(sizes, "sizes", ","),
        extra_points=extra,
    )
    wanted = conditions_of(plan) if extra is None else (EQUAL, "extra points")
    make_ready(*sides)
    with battle_progress() as progress:
        joint = JointProgress(progress, len(wanted) * battles)
        found = [scenario_balance(design, battles, one, threads=threads, told=joint.count) for one in wanted]
    result = findings_of(found, design, [plan])
    if json:
        print_json(result.to_dict())
    elif csv:
        print_frame(result.tables["balance"])
    else:
        print_rich(balance_table(result))
