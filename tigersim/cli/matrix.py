"""The command for exact odds of the shots of some units at some others."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.odds import Aspect, Card, Cover, Distance, HitsBefore, Weapon
from tigersim.cli.options import RulesAndUnits
from tigersim.cli.output import Drawn, print_rich


@takes_options
def matrix(
    attackers: Annotated[
        str,
        typer.Argument(
            metavar="ATTACKERS", help="Who fires, as in: Tiger I, KV-1, Jeep [usa].", autocompletion=completion.armies
        ),
    ],
    targets: Annotated[
        str | None,
        typer.Argument(
            metavar="[TARGETS]",
            help="The units fired at.",
            show_default="the attackers themselves",
            autocompletion=completion.armies,
        ),
    ] = None,
    card: Card = None,
    distance: Distance = 10,
    aspect: Aspect = "front",
    cover: Cover = "none",
    hits_before: HitsBefore = 0,
    weapon: Weapon = "main",
    show: Annotated[
        str, typer.Option("--show", help="destroyed, one_hit, suppressed, none, hit_scored or lethal_scored.")
    ] = "destroyed",
    *,
    rules: RulesAndUnits,
    output: Drawn,
) -> None:
    """Everybody fires at everybody: what each of some units does to each of some others.

    Chances in percent; a shot that the rules forbid is a dash.

    ```
    tigersim odds matrix "M4 Sherman, T-34c, Tiger I"
    tigersim odds matrix "Tiger I, Panther A" "M4 Sherman, KV-1, Regulars [usa]" --distance 20 --picture matrix.png
    ```
    """
    from tigersim import odds
    from tigersim.odds.circumstances import MatrixKeywords

    firers = rules.named(*(name.strip() for name in attackers.split(",")))
    victims = firers if targets is None else rules.named(*(name.strip() for name in targets.split(",")))
    circumstances: MatrixKeywords = {"aspect": aspect, "cover": cover, "hits_before": hits_before, "weapon": weapon}
    circumstances["ruleset"] = rules.chosen
    found = odds.shot_matrix(firers, victims, card, distance, **circumstances)
    wide = found.wide(f"p_{show}")

    def plot() -> Any:
        from tigersim.show.plots import shot_matrix

        return shot_matrix(found, field=f"p_{show}")

    output.draw(plot)
    if not output.printed({"asked": found.asked, "rests_on": found.rests_on, "shots": found.table}, found.table):
        from tigersim.show.tables.odds import square_table

        print_rich(square_table(wide, f"{show.replace('_', ' ')}, in percent: {found.asked}", found.rests_on))
