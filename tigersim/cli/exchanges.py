"""Commands for odds of more than one roll: bursts, whole activations, Follow me!, duels."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.odds import (
    Aspect,
    Attacker,
    Card,
    CardQuestion,
    Cover,
    Distance,
    HitsBefore,
    Objective,
    Question,
    Target,
    Weapon,
    app,
)
from tigersim.cli.odds_of_rolls import OnRoad, Terrain
from tigersim.cli.options import RulesAndUnits
from tigersim.cli.output import Drawn, Output, print_rich
from tigersim.errors import InvalidValue

Targets = Annotated[
    list[str],
    typer.Argument(
        metavar="TARGET...", help="One to three, as: NAME; cover=wood; found-cover.", autocompletion=completion.units
    ),
]
Standing = Annotated[
    str,
    typer.Argument(
        metavar="UNIT", help="As: NAME; cover=wood; aspect=other; hits-before=1.", autocompletion=completion.units
    ),
]


@app.command()
@takes_options
def burst(
    attacker: Attacker,
    targets: Targets,
    card: Card = None,
    distance: Distance = 10,
    policy: Annotated[
        str, typer.Option("--policy", help="What the dice are dealt for: hits, destroy, effects, or all at the first.")
    ] = "hits",
    rerolls_for: Annotated[str, typer.Option("--rerolls-for", help="What re-rolls aim at: burst or first.")] = "burst",
    *,
    asked: Question,
) -> None:
    """A machine-gun roll shared among up to three targets, dealt in the best way.

    ```
    tigersim odds burst "Panzer I" "Regulars [ussr]" "Guards Infantry; cover=wood" --card 8H
    ```
    """
    from tigersim.odds import Target as Aim
    from tigersim.odds import burst as ask

    (firer,) = asked.named(attacker)
    aimed = asked.told(Aim.parse, *targets)
    asked.answer(ask(firer, aimed, card, distance, policy, asked.chosen, rerolls_for=rerolls_for))


@app.command()
@takes_options
def panel(
    attacker: Attacker,
    others: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[UNIT...]",
            help="Against these.",
            show_default="a dozen of all kinds",
            autocompletion=completion.units,
        ),
    ] = None,
    distance: Distance = 10,
    cover: Annotated[str, typer.Option("--cover", help="The unit stands in: none, wood, building or hill.")] = "none",
    cover_of_others: Annotated[str, typer.Option("--cover-of-others", help="The others stand in.")] = "none",
    aspect: Aspect = "front",
    *,
    rules: RulesAndUnits,
    output: Output,
) -> None:
    """One unit against many: what it does to each of them, and what each does to it.

    One Fire action each way, averaged over a full deck, with the weapon that destroys most surely.

    ```
    tigersim odds panel "Tiger I"
    tigersim odds panel "Regulars [ussr]" "Tiger I" "M4 Sherman" --distance 5 --cover wood --csv
    ```
    """
    from tigersim.odds import panel as ask
    from tigersim.odds.panel import PANEL

    who, *against = rules.named(attacker, *(others or PANEL))
    covers = {"cover": cover, "cover_of_others": cover_of_others}
    frame = ask(who, against, distance, **covers, aspect=aspect, ruleset=rules.chosen)
    if not output.printed(frame):
        from tigersim.show.tables.odds import panel_table

        print_rich(panel_table(frame, attacker))


@app.command()
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


@app.command()
@takes_options
def activation(
    attacker: Attacker,
    target: Target,
    action: Annotated[
        list[str] | None,
        typer.Option("--action", help="fire, move, find_cover or melee; twice for two.", show_default="fire, fire"),
    ] = None,
    card: Annotated[
        list[str] | None, typer.Option("--card", help="One for each action.", show_default="all pairs of a deck")
    ] = None,
    distance: Distance = 10,
    weapon: Weapon = "main",
    objective: Objective = "hit",
    after_move: Annotated[
        str | None, typer.Option("--after-move", help="How the target stands then, as: distance=6; aspect=other.")
    ] = None,
    on_road: OnRoad = False,
    terrain: Terrain = "none",
    *,
    asked: Question,
) -> None:
    """A whole activation: one or two cards, each for an action, hits carried over.

    ```
    tigersim odds activation "Tiger I" "M4 Sherman" --card QH --card 5S
    tigersim odds activation "M4 Sherman" "Tiger I" --action move --action fire --after-move "distance=6; aspect=other"
    ```
    """
    from tigersim.odds import Target as Aim
    from tigersim.odds import activation as ask

    (firer,) = asked.named(attacker)
    (aimed,) = asked.told(Aim.parse, target)
    moved = None
    if after_move is not None:
        (moved,) = asked.told(Aim.parse, f"{target.partition(';')[0]}; {after_move}")
    answer = ask(
        firer,
        aimed,
        action or ("fire", "fire"),
        card,
        distance,
        weapon,
        objective,
        asked.chosen,
        after_move=moved,
        on_road=on_road,
        terrain=terrain,
    )
    asked.answer(answer)


@app.command()
@takes_options
def follow(
    members: Annotated[
        list[str],
        typer.Argument(
            metavar="UNIT...", help="The leader, then up to two, as: NAME; weapon=mg.", autocompletion=completion.units
        ),
    ],
    action: Annotated[str, typer.Option("--action", help="fire, move or find_cover.")] = "fire",
    target: Annotated[str | None, typer.Option("--target", help="To fire at, as: NAME; cover=wood.")] = None,
    distance: Distance = 10,
    inches: Annotated[float, typer.Option("--inches", help="How far a move has to go.")] = 0,
    objective: Objective = "hit",
    *,
    asked: CardQuestion,
) -> None:
    """Follow me!: a leader and up to two followers do the same with one card.

    ```
    tigersim odds follow "M4 Sherman" "M4 Sherman" "M7 Priest" --target "Tiger I" --card 8H
    tigersim odds follow "BT-7" "BT-7" "T-60" --action move --inches 8
    ```
    """
    from tigersim.odds import Member
    from tigersim.odds import Target as Aim
    from tigersim.odds import follow as ask

    group = asked.told(Member.parse, *members)
    if action == "fire" and target is None:
        raise InvalidValue("--target", "left out", 'who is fired at, as in --target "Tiger I"')
    aimed = asked.told(Aim.parse, target)[0] if target is not None else None
    asked.answer_on(lambda card: ask(group, action, card, aimed, distance, objective, asked.chosen, inches=inches))


@app.command()
@takes_options
def duel(
    a: Standing,
    b: Standing,
    distance: Distance = 10,
    turns: Annotated[int, typer.Option("--turns", help="The horizon of the chances within some turns.")] = 6,
    cards: Annotated[str, typer.Option("--cards", metavar="N[,M]", help="Cards a turn, for both or for each.")] = "1",
    recovery: Annotated[
        str, typer.Option("--recovery", metavar="CHANCE", help="That a side has a card for a recovery test: 0 to 1.")
    ] = "1",
    weapons: Annotated[
        str, typer.Option("--weapons", metavar="A,B", help="What they fire: main, hull, mg, mortar, none.")
    ] = "main,main",
    objective: Objective = "hit",
    by_turn: Annotated[bool, typer.Option("--by-turn", help="The chances turn by turn.")] = False,
    *,
    asked: Question,
) -> None:
    """Two units shoot it out, turn by turn: which is destroyed, how soon, with how many shots.

    Each turn both draw their cards from a full deck, and the higher card acts first: either may be the first to fire.
    For some of one against another see `tigersim how-many`.

    ```
    tigersim duel "Tiger I" "M4 Sherman" --distance 20
    tigersim odds duel "Panzer I" "Regulars [ussr]; cover=wood" --weapons mg,main --cards 2,1 --by-turn
    ```
    """
    from tigersim.odds import Target as Aim
    from tigersim.odds import duel as ask

    first, second = asked.told(Aim.parse, a, b)
    fire = tuple(part.strip() for part in weapons.split(","))
    if len(fire) != 2:
        raise InvalidValue("--weapons", weapons, "two, as in main,mg")
    answer = ask(
        first,
        second,
        distance,
        turns,
        asked.chosen,
        cards=_hands(cards),
        recovery=_chance(recovery),
        weapons=fire,
        objective=objective,
    )
    if by_turn:
        _print_turns(answer.by_turn, answer.names, asked)
    else:
        asked.answer(answer)


def _hands(text: str) -> int | tuple[int, int]:
    """Cards a turn from ``1`` or ``2,1``."""
    parts = text.split(",")
    if not 1 <= len(parts) <= 2 or not all(part.strip().isdigit() for part in parts):
        raise InvalidValue("--cards", text, "a number of cards for both, or two, as in 2,1")
    hands = [int(part) for part in parts]
    return hands[0] if len(hands) == 1 else (hands[0], hands[1])


def _chance(text: str) -> Fraction:
    """A chance from ``0.5`` or ``1/2``."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InvalidValue("--recovery", text, "a chance from 0 to 1, as in 0.5 or 1/2") from None


def _print_turns(rows: tuple[tuple[Fraction, Fraction, Fraction], ...], units: tuple[str, str], output: Output) -> None:
    names = ("p_a_destroyed", "p_b_destroyed", "p_neither")
    table = [
        {"turn": turn, **{name: float(p) for name, p in zip(names, row, strict=True)}}
        for turn, row in enumerate(rows, start=1)
    ]
    if not output.printed(table):
        from tigersim.show.tables.odds import turns_table

        print_rich(turns_table(table, units))
