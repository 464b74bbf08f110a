"""Questions about a deck for certain units: the best resources, one unit, then another."""

from __future__ import annotations

from math import comb
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.asking import ask_whole
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import cost as cost_of
from tigersim.companions.victory_day.odds.building import Target, build_by, by_split
from tigersim.companions.victory_day.odds.hands import Dealing
from tigersim.companions.victory_day.odds.plans import Plan, build_both
from tigersim.companions.victory_day.questions import asking
from tigersim.companions.victory_day.rules.resources import KINDS
from tigersim.errors import InvalidValue

SHOWN = 10
"""Ways to share the resource cards that are listed."""
MOST_COUNTED = 2_000_000
"""Combinations that an answer counts out."""


@question("VD-Q-20", "best-resources")
def best_resources(
    deck: asking.Deck = 60,
    resources: asking.ResourceCards = 24,
    copies: asking.CopiesOf = 4,
    cost: asking.Cost = "armoured car",
    turn: asking.Turn = 3,
    second: asking.Second = False,
    redeal: asking.Redeal = False,
    *,
    readings: Readings,
) -> Answer:
    """Which resources serve a cost best?

    All ways to share the resource cards among depots, factories and fuel are compared by the chance to build the unit
    by an own turn.
    """
    asking.ask_deck(deck, resources)
    price = cost_of(cost)
    known, target, rests_on = asking.building(readings, deck, (resources, 0, 0), copies, price, second, redeal)
    seen = min(max(known.seen(turn), known.seen(turn, known.redeal_hand)), resources)
    _ask_counted(comb(resources + KINDS - 1, KINDS - 1) * comb(seen + KINDS, KINDS))
    splits = by_split(known, target, turn)
    best, split = splits[0]
    alike = sum(chance == best for chance, _ in splits)
    even = tuple((resources + k) // KINDS for k in range(KINDS))
    rows = [{"depots": d, "factories": f, "fuel": u, "p_build": chance} for chance, (d, f, u) in splits[:SHOWN]]
    same = f"{alike} ways to share them are equally good." if alike > 1 else "No other way to share them is as good."
    return Answer(
        f"{resources} resource cards in {deck} for {copies} copies of a unit for {asking.shown(price)} "
        f"by own turn {turn}",
        (
            Number.of("depots", "depots serve best", split[0]),
            Number.of("factories", "factories", split[1]),
            Number.of("fuel", "fuel", split[2]),
            Number.of("p_best", "it can be built in time with them", best),
            Number.of(
                "p_even",
                "the same with as many of each kind, or nearly so",
                build_by(known, Target(copies, price, (even[0], even[1], even[2]), target.enter_turned), turn),
            ),
            Number.of("p_worst", "the same with the worst resources", splits[-1][0]),
            Number.of("ways", "ways to share the resource cards among the kinds", len(splits)),
        ),
        (Table("The best", rows),),
        (same,),
        rests_on=(*rests_on, "resource_enters_turned"),
    )


@question("VD-Q-21", "plan")
def plan(
    deck: asking.Deck = 60,
    depots: asking.Depots = 8,
    factories: asking.Factories = 8,
    fuel: asking.Fuel = 8,
    copies: asking.CopiesOf = 4,
    cost: asking.Cost = "armoured car",
    turn: asking.Turn = 3,
    then_copies: Annotated[int, "copies of the second unit in the deck"] = 4,
    then_cost: Annotated[str, "cost of the second unit, or a unit with a cost"] = "2-3-2",
    then_turn: Annotated[int, "later own turn by which the second unit is to be built"] = 5,
    second: asking.Second = False,
    redeal: asking.Redeal = False,
    *,
    readings: Readings,
) -> Answer:
    """How likely is it to build unit X by own turn S and unit Y by own turn T?

    What is laid for X serves Y too, for resources come back every turn; but no more than two are laid a turn.  Counted
    are the cards that allow both, if they are laid in the best order.  The two units are different cards.
    """
    ask_whole("then_turn", then_turn, turn + 1, asking.LAST_TURN)
    by_kind, price, then_price = (depots, factories, fuel), cost_of(cost), cost_of(then_cost, "then_cost")
    known, target, rests_on = asking.building(readings, deck, by_kind, copies, price, second, redeal)
    ask_whole("then_copies", then_copies, 0, deck - sum(by_kind) - copies)
    later = Target(then_copies, then_price, by_kind, target.enter_turned)
    _ask_counted(sum(_ways(known, Plan(target, turn, later, t)) for t in range(turn + 1, then_turn + 1)))
    turns = range(turn + 1, then_turn + 1)
    chances = [(build_by(known, later, t), build_both(known, Plan(target, turn, later, t))) for t in turns]
    rows = [{"then_turn": t, "p_then": then, "p_both": both} for t, (then, both) in zip(turns, chances, strict=True)]
    first, (then, both) = build_by(known, target, turn), chances[-1]
    given = (Number.of("p_then_given", "the second in time if the first was", both / first),) if first else ()
    return Answer(
        f"{asking.shown(price)} by own turn {turn} and {asking.shown(then_price)} by own turn {then_turn}, "
        f"in {deck} cards with "
        f"{asking.shown(by_kind)} resources",
        (
            Number.of("p_both", "both can be built in time", both),
            Number.of("p_first", f"the first can be built by own turn {turn}", first),
            Number.of("p_then", f"the second can be built by own turn {then_turn}", then),
            *given,
        ),
        (Table("By the turn of the second", rows),),
        rests_on=(*rests_on, "resource_enters_turned"),
    )


def _ways(known: Dealing, planned: Plan) -> int:
    """How many pairs of pools there are: seen by the first turn, come until the second."""
    ways = 0
    for hand in {known.redeal_hand, known.seen(0)}:
        blocks = planned.blocks(known, hand)
        early, late = blocks[0], blocks[1] + blocks[2]
        ways = max(ways, comb(early + KINDS, KINDS) * comb(late + KINDS, KINDS))
    return ways


def _ask_counted(ways: int) -> None:
    """Raise ``InvalidValue`` for a question with too many combinations to count them out."""
    if ways > MOST_COUNTED:
        allowed = f"an earlier turn or fewer resource cards, for at most {MOST_COUNTED:,} combinations"
        raise InvalidValue("turn", f"{ways:,} combinations", allowed)
