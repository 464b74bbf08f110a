"""Commands that roll dice: one shot a million times, one battle from beginning to end."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli.app import help_if_bare
from tigersim.cli.odds import (
    Arc,
    Aspect,
    Attacker,
    Card,
    Cover,
    Distance,
    Fortification,
    FoundCover,
    HitsBefore,
    Objective,
    Target,
    Weapon,
    named_units,
)
from tigersim.cli.options import DEFAULT_RULESET, Json, RuleSetName, Seed, Switches, Threads, UnitsFile, chosen_ruleset
from tigersim.cli.output import print_json, print_lines, progress_bar

simulate_app = typer.Typer(rich_markup_mode="markdown")


@simulate_app.callback(invoke_without_command=True)
def simulate(ctx: typer.Context) -> None:
    """The same questions with every die rolled, as a check on the odds."""
    help_if_bare(ctx)


@simulate_app.command()
def shot(
    attacker: Attacker,
    target: Target,
    card: Card = None,
    distance: Distance = 10,
    aspect: Aspect = "front",
    cover: Cover = "none",
    found_cover: FoundCover = False,
    fortification: Fortification = "none",
    hits_before: HitsBefore = 0,
    weapon: Weapon = "main",
    arc: Arc = "front",
    objective: Objective = "hit",
    trials: Annotated[int, typer.Option("--trials", help="How many Fire actions to play.")] = 10_000_000,
    method: Annotated[
        str, typer.Option("--method", help="dice: roll every die; table: draw from the exact outcomes.")
    ] = "dice",
    seed: Seed = 1,
    threads: Threads = None,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
) -> None:
    """Play one Fire action millions of times and set the counts beside the exact odds.

    Every share comes with its 95% interval (Wilson).

    ```
    tigersim simulate shot "Tiger I" "M4 Sherman" --card QH
    tigersim simulate shot "Tiger I" "M4 Sherman" --trials 1000000 --seed 7 --json
    ```
    """
    from tigersim.simulate import shots

    firer, victim = named_units(units, attacker, target)
    rules = chosen_ruleset(ruleset, switches)
    with progress_bar("shots") as progress:
        sample = shots(
            firer,
            victim,
            card,
            distance,
            aspect,
            cover,
            found_cover,
            hits_before,
            weapon,
            objective,
            rules,
            fortification=fortification,
            arc=arc,
            trials=trials,
            seed=seed,
            method=method,
            threads=threads,
            progress=progress,
        )
    if json:
        print_json({"title": sample.title, **sample.to_dict()})
    else:
        print_lines(sample.show())
