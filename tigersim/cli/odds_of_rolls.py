"""Commands for exact odds of moves, recovery, cover, landings and support."""

from __future__ import annotations

from typing import Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.odds import CardQuestion, Neighbour, Question, app
from tigersim.cli.options import UnitName
from tigersim.errors import InvalidValue

OnRoad = Annotated[bool, typer.Option("--on-road", help="It starts on a road.")]
Terrain = Annotated[str, typer.Option("--terrain", help="What it looks for cover in: none, wood, building or hill.")]


@app.command()
@takes_options
def move(
    unit: UnitName,
    on_road: OnRoad = False,
    on_water: Annotated[bool, typer.Option("--on-water", help="It moves on water.")] = False,
    *,
    asked: CardQuestion,
) -> None:
    """A Move action: whether the unit moves, and how far.

    ```
    tigersim odds move "BT-7" --card 9S --steps
    tigersim odds move "M8 Greyhound" --on-road --by-card
    ```
    """
    from tigersim.odds import move as ask

    (who,) = asked.named(unit)
    asked.answer_on(lambda card: ask(who, card, on_road, asked.chosen, on_water=on_water))


@app.command()
@takes_options
def recovery(
    unit: UnitName,
    regroup: Annotated[bool, typer.Option("--regroup", help="It has withdrawn first: one die more.")] = False,
    engine_hit: Annotated[bool, typer.Option("--engine-hit", help="The hit is its own engine's.")] = False,
    *,
    asked: CardQuestion,
) -> None:
    """A recovery test: whether a unit shakes off its hit.

    ```
    tigersim odds recovery "Tiger I" --card 7S --regroup
    ```
    """
    from tigersim.odds import recovery as ask

    (who,) = asked.named(unit)
    asked.answer_on(lambda card: ask(who, card, regroup, asked.chosen, engine_hit=engine_hit))


@app.command("find-cover")
@takes_options
def find_cover(unit: UnitName, terrain: Terrain = "none", *, asked: CardQuestion) -> None:
    """A Find cover order: whether the unit finds any.

    ```
    tigersim odds find-cover "Tiger I" --card 7S --terrain wood
    ```
    """
    from tigersim.odds import find_cover as ask

    (who,) = asked.named(unit)
    asked.answer_on(lambda card: ask(who, card, terrain, asked.chosen))


@app.command()
@takes_options
def landing(
    unit: UnitName,
    clear: Annotated[
        int | None,
        typer.Option("--clear", help="Inches that a glider may slide before it comes to grief.", show_default="any"),
    ] = None,
    *,
    asked: CardQuestion,
) -> None:
    """A landing from the air: does a unit come down on its point, and what does it cost?

    ```
    tigersim odds landing "Waco Glider" --card 8S --clear 12
    tigersim odds landing "Regulars [usa] + mortar + parachute" --by-card
    ```
    """
    from tigersim.odds import landing as ask

    (who,) = asked.named(unit)
    asked.answer_on(lambda card: ask(who, card, asked.chosen, clear=clear))


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
@takes_options
def barrage(targets: SupportTargets, order: Order = None, neighbour: Neighbour = None, *, asked: Question) -> None:
    """An artillery barrage, called by a black ace: three shots at targets near one another.

    The targets lie within 6 inches of one another. One may come with circumstances:
    `"Regulars [ussr]; cover=wood; found-cover; hits-before=1"`. One that is destroyed is passed over; `--order 1` asks
    about a single shot.

    ```
    tigersim odds barrage "Tiger I" "Regulars [germany]; cover=wood" --steps
    tigersim odds barrage "M4 Sherman" --order 1 --json
    ```
    """
    from tigersim.odds import Target
    from tigersim.odds import barrage as ask

    aimed = asked.told(Target.parse, *targets)
    beside = asked.told(Target.parse, neighbour)[0] if neighbour is not None else None
    asked.answer(ask(aimed, asked.chosen, order=_order_of(order), neighbour=beside))


@app.command("air-strike")
@takes_options
def air_strike(targets: SupportTargets, order: Order = None, *, asked: Question) -> None:
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

    aimed = asked.told(Target.parse, *targets)
    asked.answer(ask(aimed, asked.chosen, order=_order_of(order)))
