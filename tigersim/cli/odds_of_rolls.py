"""Commands for exact odds of other rolls: moves, recovery, cover, landings, support from off the table."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.odds import (
    ByCard,
    Card,
    Neighbour,
    Steps,
    app,
    named_units,
    print_answer,
    print_for,
    told,
)
from tigersim.cli.options import DEFAULT_RULESET, Csv, Json, RuleSetName, Switches, UnitName, UnitsFile, chosen_ruleset
from tigersim.cli.output import one_form
from tigersim.errors import InvalidValue

OnRoad = Annotated[bool, typer.Option("--on-road", help="It starts on a road.")]
Terrain = Annotated[str, typer.Option("--terrain", help="What it looks for cover in: none, wood, building or hill.")]


@app.command()
def move(
    unit: UnitName,
    card: Card = None,
    on_road: OnRoad = False,
    on_water: Annotated[bool, typer.Option("--on-water", help="It moves on water.")] = False,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """A Move action: whether the unit moves, and how far.

    ```
    tigersim odds move "BT-7" --card 9S --steps
    tigersim odds move "M8 Greyhound" --on-road --by-card
    ```
    """
    from tigersim.odds import move as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    print_for(
        lambda one: ask(who, one, on_road, rules, on_water=on_water),
        card,
        by_card=by_card,
        json=json,
        steps=steps,
        csv=csv,
    )


@app.command()
def recovery(
    unit: UnitName,
    card: Card = None,
    regroup: Annotated[bool, typer.Option("--regroup", help="It has withdrawn first: one die more.")] = False,
    engine_hit: Annotated[bool, typer.Option("--engine-hit", help="The hit is its own engine's.")] = False,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """A recovery test: whether a unit shakes off its hit.

    ```
    tigersim odds recovery "Tiger I" --card 7S --regroup
    ```
    """
    from tigersim.odds import recovery as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    print_for(
        lambda one: ask(who, one, regroup, rules, engine_hit=engine_hit),
        card,
        by_card=by_card,
        json=json,
        steps=steps,
        csv=csv,
    )


@app.command("find-cover")
def find_cover(
    unit: UnitName,
    card: Card = None,
    terrain: Terrain = "none",
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """A Find cover order: whether the unit finds any.

    ```
    tigersim odds find-cover "Tiger I" --card 7S --terrain wood
    ```
    """
    from tigersim.odds import find_cover as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    print_for(lambda one: ask(who, one, terrain, rules), card, by_card=by_card, json=json, steps=steps, csv=csv)


@app.command()
def landing(
    unit: UnitName,
    card: Card = None,
    clear: Annotated[
        int | None,
        typer.Option("--clear", help="Inches that a glider may slide before it comes to grief.", show_default="any"),
    ] = None,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """A landing from the air: whether a glider or a squad comes down on its point, and what it costs.

    ```
    tigersim odds landing "Waco Glider" --card 8S --clear 12
    tigersim odds landing "Regulars [usa] + mortar + parachute" --by-card
    ```
    """
    from tigersim.odds import landing as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    print_for(lambda one: ask(who, one, rules, clear=clear), card, by_card=by_card, json=json, steps=steps, csv=csv)


SupportTargets = Annotated[
    list[str],
    typer.Argument(
        metavar="TARGET...", help="The units attacked, as: NAME; cover=wood.", autocompletion=completion.units
    ),
]
Order = Annotated[
    str | None,
    typer.Option(
        "--order", metavar="1,1,2", help="Which target each attack goes at.", show_default="all in turn, then all again"
    ),
]


def _order_of(text: str | None) -> list[int] | None:
    """Numbers of targets from ``"1,1,2"``.  Raises ``InvalidValue``."""
    if text is None:
        return None
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise InvalidValue("--order", text, "numbers of targets, as in 1,1,2") from None


@app.command()
def barrage(
    targets: SupportTargets,
    order: Order = None,
    neighbour: Neighbour = None,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """An artillery barrage, called by a black ace: three shots at targets within 6 inches of one another.

    A target may come with circumstances: `"Regulars [ussr]; cover=wood; found-cover; hits-before=1"`. One that is
    destroyed is passed over; `--order 1` asks about a single shot.

    ```
    tigersim odds barrage "Tiger I" "Regulars [germany]; cover=wood" --steps
    tigersim odds barrage "M4 Sherman" --order 1 --json
    ```
    """
    from tigersim.odds import Target
    from tigersim.odds import barrage as ask

    one_form(json, csv)
    aimed = told(units, Target.parse, *targets)
    beside = told(units, Target.parse, neighbour)[0] if neighbour is not None else None
    rules = chosen_ruleset(ruleset, switches)
    print_answer(ask(aimed, rules, order=_order_of(order), neighbour=beside), json=json, steps=steps, csv=csv)


@app.command("air-strike")
def air_strike(
    targets: SupportTargets,
    order: Order = None,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """An air strike, called by a red ace: attacks that grow harder by 2, until the first miss.

    A target may come with circumstances: `"Regulars [ussr]; cover=wood"`. Where a scenario has units that hinder
    aircraft they are written `"Truck [france] + anti-air"`.

    ```
    tigersim odds air-strike "Tiger I" "Panzer IV (mid)" --steps
    tigersim odds air-strike "Truck [france] + anti-air" "M4 Sherman" --order 1,2,2
    ```
    """
    from tigersim.odds import Target
    from tigersim.odds import air_strike as ask

    one_form(json, csv)
    aimed = told(units, Target.parse, *targets)
    rules = chosen_ruleset(ruleset, switches)
    print_answer(ask(aimed, rules, order=_order_of(order)), json=json, steps=steps, csv=csv)
