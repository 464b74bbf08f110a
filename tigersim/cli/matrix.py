"""The command that sets some units against some others: exact odds of everybody's shot at everybody."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.odds import Aspect, Card, Cover, Distance, HitsBefore, Weapon, named_units
from tigersim.cli.options import DEFAULT_RULESET, Csv, Json, Picture, RuleSetName, Switches, UnitsFile, chosen_ruleset
from tigersim.cli.output import one_form, print_frame, print_json, print_rich


def matrix(
    attackers: Annotated[
        str,
        typer.Argument(
            metavar="ATTACKERS",
            help="Who fires, as in: Tiger I, KV-1, Jeep [usa].",
            autocompletion=completion.armies,
        ),
    ],
    targets: Annotated[
        str | None,
        typer.Argument(
            metavar="[TARGETS]",
            help="At whom.",
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
    picture: Picture = None,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
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

    one_form(json, csv)
    firers = named_units(units, *(name.strip() for name in attackers.split(",")))
    victims = firers if targets is None else named_units(units, *(name.strip() for name in targets.split(",")))
    circumstances: MatrixKeywords = {"aspect": aspect, "cover": cover, "hits_before": hits_before, "weapon": weapon}
    circumstances["ruleset"] = chosen_ruleset(ruleset, switches)
    found = odds.shot_matrix(firers, victims, card, distance, **circumstances)
    wide = found.wide(f"p_{show}")
    if picture is not None:
        from tigersim.show.plots import save, shot_matrix

        save(shot_matrix(found, field=f"p_{show}"), picture)
    if json:
        rows = found.table.to_dict("records")
        print_json({"asked": found.asked, "rests_on": found.rests_on, "shots": rows})
    elif csv:
        print_frame(found.table)
    else:
        from tigersim.show.tables.squares import square_table

        print_rich(square_table(wide, f"{show.replace('_', ' ')}, in percent: {found.asked}", found.rests_on))
