"""Commands for exact odds: every roll of the dice counted, nothing sampled, no compiler to wait for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.app import help_if_bare
from tigersim.cli.options import DEFAULT_RULESET, Json, RuleSetName, Switches, UnitsFile, chosen_ruleset
from tigersim.cli.output import print_json, print_lines, print_rich
from tigersim.errors import InvalidValue, RuleForbids

if TYPE_CHECKING:
    from pathlib import Path

    from tigersim.catalogue.units import Unit
    from tigersim.odds.result import Answer

app = typer.Typer(rich_markup_mode="markdown")

Attacker = Annotated[str, typer.Argument(metavar="ATTACKER", help="Who attacks; with its nation where names repeat.")]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="The unit attacked.")]
UnitName = Annotated[str, typer.Argument(metavar="UNIT", help="The unit; with its nation where names repeat.")]
Card = Annotated[
    str | None, typer.Option("--card", help="The card, as QH or 10D.", show_default="averaged over a full deck")
]
Distance = Annotated[float, typer.Option("--distance", help="From base to base, in inches.")]
Aspect = Annotated[str, typer.Option("--aspect", help="Where the shot strikes the target: front or other.")]
Cover = Annotated[str, typer.Option("--cover", help="What the target stands in: none, wood, building or hill.")]
FoundCover = Annotated[bool, typer.Option("--found-cover", help="The target has found cover.")]
Fortification = Annotated[str, typer.Option("--fortification", help="Of the target: none, light or heavy.")]
HitsBefore = Annotated[int, typer.Option("--hits-before", help="Hits on the target before the shot: 0 or 1.")]
Weapon = Annotated[str, typer.Option("--weapon", help="What is fired: main, hull, mg or mortar.")]
Arc = Annotated[str, typer.Option("--arc", help="Where the target lies, seen from the attacker: front or other.")]
Objective = Annotated[
    str, typer.Option("--objective", help="What re-rolls aim at: hit (then a lethal one) or destroy.")
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


def print_answer(answer: Answer, *, json: bool, steps: bool = False) -> None:
    """Print an exact answer: as text, with or without its steps, or as JSON with the fractions."""
    if json:
        fractions = {name: exact for name, _, _, exact in answer.rows()}
        explained = {"steps": answer.steps()} if steps else {}
        print_json({"title": answer.title, **answer.to_dict(), "exact": fractions, **explained})
    else:
        print_lines(answer.show(steps=steps))


def print_card_by_card(ask: Callable[[int], Answer], *, json: bool) -> None:
    """Ask for each of the 52 cards: a list in JSON, or a table with a line per difficulty and colour."""
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
    if json:
        print_json(cards)
        return
    from tigersim.show.tables import cards_table

    asked = next(card["card"] for card in reversed(cards) if not card["forbidden"])
    print_rich(cards_table(answer.title.replace(asked, "card by card"), answer.MEANING, cards))


@app.command()
def pool(
    dice: Annotated[int, typer.Option("--dice", help="How many dice.")],
    difficulty: Annotated[int, typer.Option("--difficulty", help="What their sum must reach.")],
    rerolls: Annotated[int, typer.Option("--rerolls", help="How often one die or all may be rolled again.")] = 0,
    json: Json = False,
) -> None:
    """A sum of dice against a difficulty: success, double, half.

    ```
    tigersim odds pool --dice 3 --difficulty 9
    tigersim odds pool --dice 2 --difficulty 10 --rerolls 1 --json
    ```
    """
    from tigersim.odds import pool as ask

    print_answer(ask(dice, difficulty, rerolls), json=json)


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
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
) -> None:
    """One whole Fire action: attack roll, re-rolls, saves, and what becomes of the target.

    Without a card the odds are averaged over a full deck; cards on which the rules forbid the shot count as no shot.

    ```
    tigersim odds shot "Tiger I" "M4 Sherman" --card QH --distance 10 --steps
    tigersim odds shot "Tiger I" "M4 Sherman" --by-card
    tigersim odds shot "M4 Sherman" "Regulars [germany]" --weapon mg --cover wood --json
    ```
    """
    from tigersim.odds import shot as ask

    firer, victim = named_units(units, attacker, target)
    rules = chosen_ruleset(ruleset, switches)

    def on(card: str | int | None) -> Answer:
        return ask(
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
        )

    _print(on, card, by_card=by_card, json=json, steps=steps)


def _print(on: Callable[[Any], Answer], card: str | None, *, by_card: bool, json: bool, steps: bool) -> None:
    """The answer for one card or the deck, or for all cards one by one."""
    if by_card:
        if card is not None or steps:
            raise InvalidValue("--by-card", "with --card or --steps", "--by-card alone")
        print_card_by_card(on, json=json)
    else:
        print_answer(on(card), json=json, steps=steps)


@app.command()
def card(
    card: Annotated[str | None, typer.Argument(metavar="[CARD]", help="As QH; none: averaged over the deck.")] = None,
    unit: Annotated[str | None, typer.Option("--unit", help="For this unit.", show_default="a medium tank")] = None,
    weapon: Weapon = "main",
    distance: Distance = 10,
    by_card: ByCard = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
) -> None:
    """What a card is good for: the chance of everything a unit may try with it.

    ```
    tigersim odds card QH
    tigersim odds card 5S --unit "BT-7"
    tigersim odds card --by-card
    ```
    """
    from tigersim.odds import card as ask

    who = named_units(units, unit)[0] if unit is not None else None
    rules = chosen_ruleset(ruleset, switches)
    _print(lambda one: ask(one, who, weapon, distance, rules), card, by_card=by_card, json=json, steps=False)


@app.command()
def melee(
    attacker: Attacker,
    target: Target,
    card: Card = None,
    suicide_attack: Annotated[
        bool, typer.Option("--suicide-attack", help="The attacker takes the extra die of a suicide assault.")
    ] = False,
    suicide_defence: Annotated[bool, typer.Option("--suicide-defence", help="The defender takes it.")] = False,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
) -> None:
    """Close combat, unit against unit: who destroys whom.

    ```
    tigersim odds melee "Guards Infantry" "Tiger I" --card 7H --steps
    tigersim odds melee "Conscripts [ussr]" "Tiger I" --suicide-attack
    ```
    """
    from tigersim.odds import melee as ask

    ours, theirs = named_units(units, attacker, target)
    rules = chosen_ruleset(ruleset, switches)

    def on(card: str | int | None) -> Answer:
        return ask(ours, theirs, card, rules, suicide_attack=suicide_attack, suicide_defence=suicide_defence)

    _print(on, card, by_card=by_card, json=json, steps=steps)


@app.command()
def move(
    unit: UnitName,
    card: Card = None,
    on_road: Annotated[bool, typer.Option("--on-road", help="It starts on a road.")] = False,
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
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
    _print(lambda one: ask(who, one, on_road, rules), card, by_card=by_card, json=json, steps=steps)


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
) -> None:
    """A recovery test: whether a unit shakes off its hit.

    ```
    tigersim odds recovery "Tiger I" --card 7S --regroup
    ```
    """
    from tigersim.odds import recovery as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    _print(
        lambda one: ask(who, one, regroup, rules, engine_hit=engine_hit), card, by_card=by_card, json=json, steps=steps
    )


@app.command("find-cover")
def find_cover(
    unit: UnitName,
    card: Card = None,
    terrain: Annotated[str, typer.Option("--terrain", help="It is in: none, wood, building or hill.")] = "none",
    by_card: ByCard = False,
    steps: Steps = False,
    units: UnitsFile = None,
    ruleset: RuleSetName = DEFAULT_RULESET,
    switches: Switches = None,
    json: Json = False,
) -> None:
    """A Find cover order: whether the unit finds any.

    ```
    tigersim odds find-cover "Tiger I" --card 7S --terrain wood
    ```
    """
    from tigersim.odds import find_cover as ask

    (who,) = named_units(units, unit)
    rules = chosen_ruleset(ruleset, switches)
    _print(lambda one: ask(who, one, terrain, rules), card, by_card=by_card, json=json, steps=steps)
