"""Commands for exact odds: every roll of the dice counted, nothing sampled, no compiler to wait for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import typer

from tigersim.cli import completion
from tigersim.cli.app import help_if_bare
from tigersim.cli.options import (
    DEFAULT_RULESET,
    Csv,
    Json,
    Picture,
    RuleSetName,
    Switches,
    UnitsFile,
    chosen_ruleset,
)
from tigersim.cli.output import one_form, print_csv, print_json, print_lines, print_rich
from tigersim.errors import InvalidValue, RuleForbids

if TYPE_CHECKING:
    from pathlib import Path

    from tigersim.catalogue.units import Unit
    from tigersim.odds.result import Answer

app = typer.Typer(rich_markup_mode="markdown")

Attacker = Annotated[
    str,
    typer.Argument(
        metavar="ATTACKER", help="Who attacks; with its nation where names repeat.", autocompletion=completion.units
    ),
]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="The unit attacked.", autocompletion=completion.units)]
Card = Annotated[
    str | None, typer.Option("--card", help="The card, as QH or 10D.", show_default="averaged over a full deck")
]
Distance = Annotated[float, typer.Option("--distance", help="From base to base, in inches.")]
Aspect = Annotated[
    str, typer.Option("--aspect", help="Where the shot strikes the target: front, or other (as side, flank, rear).")
]
Cover = Annotated[str, typer.Option("--cover", help="What the target stands in: none, wood, building or hill.")]
FoundCover = Annotated[bool, typer.Option("--found-cover", help="The target has found cover.")]
Fortification = Annotated[str, typer.Option("--fortification", help="Of the target: none, light or heavy.")]
HitsBefore = Annotated[int, typer.Option("--hits-before", help="Hits on the target before the shot: 0 or 1.")]
Weapon = Annotated[str, typer.Option("--weapon", help="What is fired: main, hull, both, mg, mortar or flame.")]
Arc = Annotated[str, typer.Option("--arc", help="Where the target lies, seen from the attacker: front or other.")]
Objective = Annotated[
    str, typer.Option("--objective", help="What re-rolls aim at: hit (then a lethal one) or destroy.")
]
Neighbour = Annotated[
    str | None,
    typer.Option(
        "--neighbour", help="Whom a hit of a howitzer or a barrage may suppress.", show_default="any, in the open"
    ),
]
Steps = Annotated[bool, typer.Option("--steps", help="Explain the numbers step by step, with the rules.")]
ByCard = Annotated[bool, typer.Option("--by-card", help="The same question for every card of the deck.")]


@app.callback(invoke_without_command=True)
def odds(ctx: typer.Context) -> None:
    """Exact odds of a roll, a shot, a move: counted, not sampled."""
    help_if_bare(ctx)


def named_units(path: Path | None, *names: str) -> list[Unit]:
    """The units of these names, the user's own included."""
    from tigersim.catalogue.units import all_units, unit

    among = all_units(path)
    return [unit(name, among=among) for name in names]


class Told(Protocol):
    """A unit with its circumstances, as odds ask for it."""

    @property
    def unit(self) -> str | Unit: ...


T = TypeVar("T", bound=Told)


def told(path: Path | None, parse: Callable[[str], T], *texts: str) -> list[T]:
    """Units with their circumstances, ``"NAME; setting=value; word"``, the user's own units included."""
    parsed = [parse(text) for text in texts]
    units = named_units(path, *(str(one.unit) for one in parsed))
    return [replace(one, unit=unit) for one, unit in zip(parsed, units, strict=True)]  # type: ignore[type-var]


def print_answer(answer: Answer, *, json: bool, steps: bool = False, csv: bool = False) -> None:
    """Print an exact answer: as text, with or without its steps, as CSV, or as JSON with the fractions."""
    if csv:
        fields = ("field", "meaning", "value", "exact")
        print_csv([dict(zip(fields, row, strict=True)) for row in answer.rows()])
    elif json:
        fractions = {name: exact for name, _, _, exact in answer.rows()}
        explained = {"steps": answer.steps()} if steps else {}
        print_json({"title": answer.title, **answer.to_dict(), "exact": fractions, **explained})
    else:
        print_lines(answer.show(steps=steps))


def print_card_by_card(ask: Callable[[int], Answer], *, json: bool, csv: bool) -> None:
    """Ask for each of the 52 cards: a list in JSON or CSV, or a table with a line per difficulty and colour."""
    from tigersim.catalogue.cards import CARDS
    from tigersim.rules.cards import difficulty, is_red

    cards: list[dict[str, Any]] = []
    answer = None
    for card, name in enumerate(CARDS):
        row = {"card": name, "initiative": card + 1, "red": is_red(card), "difficulty": difficulty(card)}
        try:
            answer = ask(card)
            cards.append({**row, **answer.to_dict(), "forbidden": ""})
        except RuleForbids as rule:
            cards.append({**row, "forbidden": rule.rule_id})
            forbids = rule
    if answer is None:
        raise forbids
    if json or csv:
        none = dict.fromkeys(answer.to_dict())
        print_json(cards) if json else print_csv([{**row, **none, **row} for row in cards])
        return
    from tigersim.show.tables.by_card import cards_table

    asked = next(card["card"] for card in reversed(cards) if not card["forbidden"])
    print_rich(cards_table(answer.title.replace(asked, "card by card"), answer.MEANING, cards))


@app.command()
def pool(
    dice: Annotated[int, typer.Option("--dice", help="How many dice.")],
    difficulty: Annotated[int, typer.Option("--difficulty", help="What their sum must reach.")],
    rerolls: Annotated[int, typer.Option("--rerolls", help="How often one die or all may be rolled again.")] = 0,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """A sum of dice against a difficulty: success, double, half.

    ```
    tigersim odds pool --dice 3 --difficulty 9
    tigersim odds pool --dice 2 --difficulty 10 --rerolls 1 --json
    ```
    """
    from tigersim.odds import pool as ask

    one_form(json, csv)
    print_answer(ask(dice, difficulty, rerolls), json=json, csv=csv)


@app.command()
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
    second_target: Annotated[
        str | None, typer.Option("--second-target", help="Of a mortar's second shot.", show_default="the same")
    ] = None,
    neighbour: Neighbour = None,
    by_card: ByCard = False,
    steps: Steps = False,
    picture: Picture = None,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """One whole Fire action: attack roll, re-rolls, saves, and what becomes of the target.

    Without a card the odds are averaged over a full deck; cards on which the rules forbid the shot count as no shot.
    The picture has a bar for every card.

    ```
    tigersim odds shot "Tiger I" "M4 Sherman" --card QH --distance 10 --steps
    tigersim odds shot "Tiger I" "M4 Sherman" --by-card --picture shot.png
    tigersim odds shot "M4 Sherman" "Regulars [germany]" --weapon mg --cover wood --json
    tigersim odds shot "M7 Priest" "Tiger I" --neighbour "Regulars [germany]; cover=wood"
    ```
    """
    from tigersim.odds import Target
    from tigersim.odds import shot as ask

    firer, victim = named_units(units, attacker, target)
    further, beside = (told(units, Target.parse, *([one] if one else [])) for one in (second_target, neighbour))
    rules = chosen_ruleset(ruleset, switches)

    def on(card: str | int | None) -> Answer:
        return ask(
            firer,
            victim,
            card,
            distance,
            aspect,
            cover,
            rules,
            found_cover=found_cover,
            hits_before=hits_before,
            weapon=weapon,
            objective=objective,
            fortification=fortification,
            arc=arc,
            second_target=further[0] if further else None,
            neighbour=beside[0] if beside else None,
        )

    if picture is not None:
        from tigersim.show.plots import card_bars, save

        whole: Any = on(None)
        save(card_bars(whole.by_card(), title=whole.title.replace("any card, ", "")), picture)
    print_for(on, card, by_card=by_card, json=json, steps=steps, csv=csv)


def print_for(
    on: Callable[[Any], Answer], card: str | None, *, by_card: bool, json: bool, steps: bool, csv: bool
) -> None:
    """The answer for one card or the deck, or for all cards one by one."""
    one_form(json, csv)
    if by_card:
        if card is not None or steps:
            raise InvalidValue("--by-card", "with --card or --steps", "--by-card alone")
        print_card_by_card(on, json=json, csv=csv)
    else:
        print_answer(on(card), json=json, steps=steps, csv=csv)


@app.command()
def card(
    card: Annotated[str | None, typer.Argument(metavar="[CARD]", help="As QH; none: averaged over the deck.")] = None,
    unit: Annotated[
        str | None,
        typer.Option("--unit", help="For this unit.", show_default="a medium tank", autocompletion=completion.units),
    ] = None,
    weapon: Weapon = "main",
    distance: Distance = 10,
    by_card: ByCard = False,
    picture: Picture = None,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """What a card is good for: the chance of everything a unit may try with it.

    ```
    tigersim odds card QH
    tigersim odds card 5S --unit "BT-7"
    tigersim odds card --by-card --picture cards.png
    ```

    The picture sets what each card can hit against when it acts.
    """
    from tigersim.odds import card as ask

    who = named_units(units, unit)[0] if unit is not None else None
    rules = chosen_ruleset(ruleset, switches)
    if picture is not None:
        from tigersim.show.plots import initiative_plot, save

        save(initiative_plot(ask(None, who, weapon, distance, rules).by_card(), value="p_hit"), picture)
    print_for(
        lambda one: ask(one, who, weapon, distance, rules), card, by_card=by_card, json=json, steps=False, csv=csv
    )


@app.command()
def melee(
    attacker: Attacker,
    target: Target,
    card: Card = None,
    suicide_attack: Annotated[
        bool, typer.Option("--suicide-attack", help="The attacker takes the extra die of a suicide assault.")
    ] = False,
    suicide_defence: Annotated[bool, typer.Option("--suicide-defence", help="The defender takes it.")] = False,
    follower: Annotated[
        list[str] | None, typer.Option("--follower", help="Follows the attacker (twice at most), as: NAME; at=1.")
    ] = None,
    helper: Annotated[
        list[str] | None, typer.Option("--helper", help="Helps the defender (twice at most), as: NAME; at=1.")
    ] = None,
    bystander: Annotated[
        list[str] | None, typer.Option("--bystander", help="May be attacked by a follower that strikes at it.")
    ] = None,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Close combat, alone or with followers and helpers: who destroys whom.

    A unit may come with circumstances: `"Regulars [ussr]; shocked"`, `"Conscripts [ussr]; suicide; at=1"`.

    ```
    tigersim odds melee "Guards Infantry" "Tiger I" --card 7H --steps
    tigersim odds melee "Conscripts [ussr]" "Tiger I" --suicide-attack
    tigersim odds melee "Guards Infantry" "Tiger I" --follower "Regulars [ussr]" --helper "Regulars [germany]"
    ```
    """
    from tigersim.odds import Fighter
    from tigersim.odds import melee as ask

    (ours,) = named_units(units, attacker)
    (theirs,) = told(units, Fighter.parse, target)
    groups = {
        name: told(units, Fighter.parse, *(given or ()))
        for name, given in (("followers", follower), ("helpers", helper), ("bystanders", bystander))
    }
    rules = chosen_ruleset(ruleset, switches)

    def on(card: str | int | None) -> Answer:
        return ask(ours, theirs, card, rules, suicide_attack=suicide_attack, suicide_defence=suicide_defence, **groups)

    print_for(on, card, by_card=by_card, json=json, steps=steps, csv=csv)
