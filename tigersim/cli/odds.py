"""Commands for exact odds: every roll of the dice counted, nothing sampled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.commands import help_if_bare
from tigersim.cli.groups import Options, takes_options
from tigersim.cli.options import RulesAndUnits
from tigersim.cli.output import Drawn, Output, print_lines, print_rich
from tigersim.errors import InvalidValue, RuleForbids

if TYPE_CHECKING:
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
HitsBefore = Annotated[int, typer.Option("--hits-before", help="Hits on the target before the shot: 0 or 1.")]
Weapon = Annotated[str, typer.Option("--weapon", help="What is fired: main, hull, both, mg, mortar or flame.")]
Objective = Annotated[
    str, typer.Option("--objective", help="What re-rolls aim at: hit (then a lethal one) or destroy.")
]
Neighbour = Annotated[
    str | None,
    typer.Option(
        "--neighbour", help="A unit that a howitzer or a barrage may suppress.", show_default="any, in the open"
    ),
]
Steps = Annotated[bool, typer.Option("--steps", help="Explain the numbers step by step, with the rules.")]
ByCard = Annotated[bool, typer.Option("--by-card", help="The same question for every card of the deck.")]


@dataclass(frozen=True)
class Circumstances(Options):
    """How a Fire action is made, by the keywords of ``tigersim.odds.shot``."""

    distance: Distance = 10
    aspect: Aspect = "front"
    cover: Cover = "none"
    found_cover: Annotated[bool, typer.Option("--found-cover", help="The target has found cover.")] = False
    fortification: Annotated[str, typer.Option("--fortification", help="Of the target: none, light or heavy.")] = "none"
    hits_before: HitsBefore = 0
    weapon: Weapon = "main"
    arc: Annotated[
        str, typer.Option("--arc", help="Where the target lies, seen from the attacker: front or other.")
    ] = "front"
    objective: Objective = "hit"


@dataclass(frozen=True)
class Question(Output, RulesAndUnits):
    """What every question about exact odds takes."""

    steps: Steps = False

    def answer(self, answer: Answer) -> None:
        """Print it."""
        print_answer(answer, self, self.steps)


@dataclass(frozen=True)
class CardQuestion(Question):
    """What a question about one card takes: it may be asked for all cards."""

    card: Card = None
    by_card: ByCard = False

    def answer_on(self, ask: Callable[[Any], Answer]) -> None:
        """Print what ``ask`` says of the card, or of each."""
        print_by_card(ask, self.card, self.by_card, self, self.steps)


@app.callback(invoke_without_command=True)
def odds(ctx: typer.Context) -> None:
    """Exact odds of a roll, a shot, a move: counted, not sampled.

    ```
    tigersim odds shot "Tiger I" "M4 Sherman" --card QH --distance 10
    tigersim odds card QH --unit "Tiger I"
    tigersim odds panel "Tiger I"
    ```
    """
    help_if_bare(ctx)


def print_answer(answer: Answer, output: Output, steps: bool = False) -> None:
    """Print exact odds: as text, as CSV, or as JSON with the fractions."""
    fields = ("field", "meaning", "value", "exact")
    rows = [dict(zip(fields, row, strict=True)) for row in answer.rows()]
    explained = {"steps": answer.steps()} if steps and output.json else {}
    fractions = {row["field"]: row["exact"] for row in rows}
    if not output.printed({"title": answer.title, **answer.to_dict(), "exact": fractions, **explained}, rows):
        print_lines(answer.show(steps=steps))


def print_by_card(
    ask: Callable[[Any], Answer], card: str | None, by_card: bool, output: Output, steps: bool = False
) -> None:
    """Print exact odds for one card or the deck, or for each of the 52 cards.

    Cards one by one are a list in JSON or CSV, or a table with a line per difficulty and colour.
    """
    if not by_card:
        print_answer(ask(card), output, steps)
        return
    if card is not None or steps:
        raise InvalidValue("--by-card", "with --card or --steps", "--by-card alone")
    from tigersim.catalogue.cards import CARDS
    from tigersim.rules.cards import difficulty, is_red

    cards: list[dict[str, Any]] = []
    answer = None
    for number, name in enumerate(CARDS):
        row = {"card": name, "initiative": number + 1, "red": is_red(number), "difficulty": difficulty(number)}
        try:
            answer = ask(number)
            cards.append({**row, **answer.to_dict(), "forbidden": ""})
        except RuleForbids as rule:
            cards.append({**row, "forbidden": rule.rule_id})
            forbids = rule
    if answer is None:
        raise forbids
    none = dict.fromkeys(answer.to_dict())
    if not output.printed(cards, [{**row, **none, **row} for row in cards]):
        from tigersim.show.tables.odds import cards_table

        asked = next(row["card"] for row in reversed(cards) if not row["forbidden"])
        print_rich(cards_table(answer.title.replace(asked, "card by card"), answer.MEANING, cards))


@app.command()
@takes_options
def pool(
    dice: Annotated[int, typer.Option("--dice", help="How many dice.")],
    difficulty: Annotated[int, typer.Option("--difficulty", help="What their sum must reach.")],
    rerolls: Annotated[int, typer.Option("--rerolls", help="How often one die or all may be rolled again.")] = 0,
    *,
    output: Output,
) -> None:
    """A sum of dice against a difficulty: success, double, half.

    ```
    tigersim odds pool --dice 3 --difficulty 9
    tigersim odds pool --dice 2 --difficulty 10 --rerolls 1 --json
    ```
    """
    from tigersim.odds import pool as ask

    print_answer(ask(dice, difficulty, rerolls), output)


@dataclass(frozen=True)
class ShotQuestion(CardQuestion, Drawn):
    """What the question about a shot takes: it may be drawn."""


@app.command()
@takes_options
def shot(
    attacker: Attacker,
    target: Target,
    circumstances: Circumstances,
    second_target: Annotated[
        str | None, typer.Option("--second-target", help="Of a mortar's second shot.", show_default="the same")
    ] = None,
    neighbour: Neighbour = None,
    *,
    asked: ShotQuestion,
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

    firer, victim = asked.named(attacker, target)
    also = {"second_target": second_target, "neighbour": neighbour}
    reached: dict[str, Any] = {
        name: asked.told(Target.parse, text)[0] for name, text in also.items() if text is not None
    }

    def on(card: str | int | None) -> Any:
        return ask(firer, victim, card, ruleset=asked.chosen, **vars(circumstances), **reached)

    def plot() -> Any:
        from tigersim.show.plots import card_bars

        whole = on(None)
        return card_bars(whole.by_card(), title=whole.title.replace("any card, ", ""))

    asked.draw(plot)
    asked.answer_on(on)


@app.command()
@takes_options
def card(
    card: Annotated[str | None, typer.Argument(metavar="[CARD]", help="As QH; none: averaged over the deck.")] = None,
    unit: Annotated[
        str | None,
        typer.Option("--unit", help="For this unit.", show_default="a medium tank", autocompletion=completion.units),
    ] = None,
    weapon: Weapon = "main",
    distance: Distance = 10,
    by_card: ByCard = False,
    *,
    rules: RulesAndUnits,
    output: Drawn,
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

    (who,) = rules.named(unit) if unit is not None else [None]

    def on(one: str | int | None) -> Any:
        return ask(one, who, weapon, distance, rules.chosen)

    def plot() -> Any:
        from tigersim.show.plots import initiative_plot

        return initiative_plot(on(None).by_card(), value="p_hit")

    output.draw(plot)
    print_by_card(on, card, by_card, output)


@app.command()
@takes_options
def melee(
    attacker: Attacker,
    target: Target,
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
    *,
    asked: CardQuestion,
) -> None:
    """Close combat, alone or with followers and helpers: which units are destroyed.

    A unit may come with circumstances: `"Regulars [ussr]; shocked"`, `"Conscripts [ussr]; suicide; at=1"`.

    ```
    tigersim odds melee "Guards Infantry" "Tiger I" --card 7H --steps
    tigersim odds melee "Conscripts [ussr]" "Tiger I" --suicide-attack
    tigersim odds melee "Guards Infantry" "Tiger I" --follower "Regulars [ussr]" --helper "Regulars [germany]"
    ```
    """
    from tigersim.odds import Fighter
    from tigersim.odds import melee as ask

    (ours,) = asked.named(attacker)
    (theirs,) = asked.told(Fighter.parse, target)
    groups: dict[str, Any] = {
        name: asked.told(Fighter.parse, *(given or ()))
        for name, given in (("followers", follower), ("helpers", helper), ("bystanders", bystander))
    }
    groups |= {"suicide_attack": suicide_attack, "suicide_defence": suicide_defence}
    asked.answer_on(lambda card: ask(ours, theirs, card, asked.chosen, **groups))
