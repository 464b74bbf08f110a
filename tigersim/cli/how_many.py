"""The command that finds how many of one unit equal another."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import Forbid, Players, RulesAndUnits, Seed, Threads, two_players
from tigersim.cli.output import Output, noted, print_rich, under_way


@takes_options
def how_many(
    x: Annotated[str, typer.Argument(metavar="X", help="How many of these ...", autocompletion=completion.units)],
    y: Annotated[str, typer.Argument(metavar="Y", help="... equal one of those?", autocompletion=completion.units)],
    against: Annotated[int, typer.Option("--against", metavar="M", min=1, help="Equal M of them, not one.")] = 1,
    distance: Annotated[
        list[int] | None,
        typer.Option("--distance", help="Inches, may be given several times.", show_default="10 and 20"),
    ] = None,
    cover: Annotated[str, typer.Option("--cover", metavar="LIST", help="Of none, wood, building.")] = "none,wood",
    in_cover: Annotated[str, typer.Option("--in-cover", help="Who stands in the cover: x, y or both.")] = "y",
    battles: Annotated[
        int, typer.Option("--battles", metavar="N", min=100, help="Skirmishes behind every number.")
    ] = 4000,
    players: Players = "tactician",
    forbid: Forbid = None,
    seed: Seed = 1,
    threads: Threads = None,
    *,
    rules: RulesAndUnits,
    output: Output,
) -> None:
    """How many X equal one Y: skirmishes at a range that holds, until one side is gone.

    The engine fights 1 to 8 X against the Y with cards, turns and recovery; nobody moves or closes in. The answer is
    the number of X at which either side wins half the time, with a 95% interval, and what that many cost next to what
    the Y cost. Fire may depend on whether the target is within 12 inches or beyond, so there is one answer for each, in
    the open and with the Y in a wood. Victory points do not decide who wins. For the exact odds of one against one see
    `tigersim duel`.

    ```
    tigersim how-many "M4 Sherman" "Tiger I"
    tigersim how-many "Regulars [usa]" "Regulars [germany]" --against 2 --cover building --distance 8
    tigersim how-many "T-34c" "Panther A" --battles 20000 --players heuristic --json
    ```
    """
    from tigersim.game.terms import Terms
    from tigersim.pricing.play.duels import DISTANCES
    from tigersim.pricing.study.duel_study import fight_all, skirmishes

    first, second = rules.named(x, y)
    sides = two_players(players)
    fights, left_out = skirmishes(
        [(first, second, against)],
        tuple(distance or DISTANCES),
        [name.strip() for name in cover.split(",")],
        in_cover,
        players=sides,
        terms=Terms(ruleset=rules.chosen, forbid=tuple(forbid or ())),
        seed=seed,
    )
    with under_way(sides) as progress:
        found = fight_all(fights, battles, left_out, None, threads, progress)
    if not output.printed(found, found.tables["duels"]):
        from tigersim.show.tables.duels import duels_table

        print_rich(*found.said, duels_table(found.tables["duels"]), *noted(found.notes))
