"""Questions about resources: what they pay, how they come, and by when a unit can be built."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.question import question
from tigersim.companions.victory_day.forces.cards import cost as cost_of
from tigersim.companions.victory_day.odds.building import build_by
from tigersim.companions.victory_day.odds.hands import mean_in_play, never_missed
from tigersim.companions.victory_day.odds.pools import paying, random_pays, single_kind
from tigersim.companions.victory_day.questions import asking
from tigersim.companions.victory_day.rules.resources import MOST_LAID, cards_needed, lacking, pays
from tigersim.companions.victory_day.rules.spending import total

MOST = 60
"""Resources of a pool that is counted out."""


@question("VD-Q-08", "afford")
def afford(
    pool: Annotated[str, "resources as depots-factories-fuel"] = "5-0-1",
    cost: asking.Cost = "armoured car",
    resources: Annotated[int, "resources of a random pool", (0, MOST)] = 5,
    *,
    readings: Readings,
) -> Answer:
    """Can this pool pay that cost?

    Besides, how often a random pool does: --resources of them, each of any kind alike.
    """
    have, price = cost_of(pool, "pool"), cost_of(cost)
    able = pays(*have, *price)
    counted = range(sum(price), sum(price) * 2)
    rows = [dict(zip(("resources", "pools", "paying"), (n, *reversed(paying(n, price))), strict=True)) for n in counted]
    return Answer(
        f"{asking.shown(have)} {'pays' if able else 'does not pay'} {asking.shown(price)} (depots-factories-fuel)",
        (
            Number.of("pays", "1 if it pays", int(able)),
            Number.of("lacking", "resources lacking, each replaced by two others", lacking(*have, *price)),
            Number.of("spent", "resources that it takes, if it pays", cards_needed(*have, *price)),
            Number.of("p_random", f"{resources} random resources pay", random_pays(resources, price)),
            *(
                Number.of(f"only_{name}", f"resources that it takes if all are {name}", single_kind(kind, price))
                for kind, name in enumerate(("depots", "factories", "fuel"))
            ),
        ),
        (Table("How many of the pools of so many resources pay", rows),) if rows else (),
    )


@question("VD-Q-09", "afford-all")
def afford_all(
    costs: Annotated[str, "costs or units with a cost, with commas"] = "armoured car, armoured car",
    pool: Annotated[str, "resources as depots-factories-fuel"] = "3-3-2",
    resources: Annotated[int, "resources of the pools that are counted", (0, MOST)] = 10,
    *,
    readings: Readings,
) -> Answer:
    """Can several things be paid in one round?

    A round is the own turn and the enemy's after it: resources spent in the one are turned in the other.
    """
    have, price = cost_of(pool, "pool"), total([cost_of(part, "costs") for part in costs.split(",")])
    able = pays(*have, *price)
    good, of = paying(resources, price)
    return Answer(
        f"{asking.shown(have)} {'pays' if able else 'does not pay'} {asking.shown(price)} in all",
        (
            Number.of("pays", "1 if it pays for all", int(able)),
            Number.of("lacking", "resources lacking, each replaced by two others", lacking(*have, *price)),
            Number.of("p_pools", f"of the {of} pools of {resources} resources so many pay", Fraction(good, of)),
        ),
    )


@question("VD-Q-10", "resources")
def resources(
    deck: asking.Deck = 60,
    resources: asking.ResourceCards = 24,
    turn: asking.Turn = 4,
    second: asking.Second = False,
    redeal: asking.Redeal = False,
    *,
    readings: Readings,
) -> Answer:
    """How do resources develop?

    The player lays two resource cards a turn, or as many as there are.
    """
    known, rests_on = asking.dealing(readings, deck, resources, second, redeal)
    late = readings.option("resource_enters_turned")
    turns = range(1, turn + 1)
    usable = [mean_in_play(known, t - late) for t in turns]
    all_laid, kept_up, so_far = MOST_LAID * turn, never_missed(known, turn), sum(usable, start=Fraction(0))
    rows = [
        {"turn": t, "in_play": mean_in_play(known, t), "usable": able, "p_never_missed": never_missed(known, t)}
        for t, able in zip(turns, usable, strict=True)
    ]
    return Answer(
        f"{resources} resource cards in {deck}, going {'second' if second else 'first'}",
        (
            Number.of("p_never_missed", f"{all_laid} in play in own turn {turn}: two were laid in each", kept_up),
            Number.of("in_play", "resource cards in play then, on average", mean_in_play(known, turn)),
            Number.of("usable", "resources that they give then, on average", usable[-1]),
            Number.of("usable_so_far", f"resources that can be spent in turns 1 to {turn}, on average", so_far),
        ),
        (Table("Turn by turn", rows),),
        rests_on=(*rests_on, "resource_enters_turned"),
    )


@question("VD-Q-11", "build")
def build(
    deck: asking.Deck = 60,
    depots: asking.Depots = 8,
    factories: asking.Factories = 8,
    fuel: asking.Fuel = 8,
    copies: asking.CopiesOf = 4,
    cost: asking.Cost = "armoured car",
    turn: asking.Turn = 3,
    second: asking.Second = False,
    redeal: asking.Redeal = False,
    *,
    readings: Readings,
) -> Answer:
    """How likely is it to be able to build unit X by own turn T?

    A copy must have been drawn, and the resources laid so far must pay for it; what is lacking is laid first.
    """
    price, by_kind = cost_of(cost), (depots, factories, fuel)
    known, target, rests_on = asking.building(readings, deck, by_kind, copies, price, second, redeal)
    others, _, _ = asking.building(readings, deck, by_kind, copies, price, not second, redeal)
    first, then = (others, known) if second else (known, others)
    rows = [
        {"turn": t, "going_first": build_by(first, target, t), "going_second": build_by(then, target, t)}
        for t in range(1, turn + 1)
    ]
    earliest, paid = -(-sum(price) // MOST_LAID) + target.enter_turned, build_by(known, target, turn, False)
    return Answer(
        f"{copies} copies of a unit for {asking.shown(price)} in {deck} cards with {asking.shown(by_kind)} resources",
        (
            Number.of("p_build", f"it can be built by own turn {turn}", build_by(known, target, turn)),
            Number.of("p_affordable", "its cost could be paid by then, drawn or not", paid),
            Number.of("earliest", "own turn in which it is possible at all", max(earliest, 1)),
        ),
        (Table("Turn by turn", rows),),
        rests_on=("first_turn_draw", *(key for key in rests_on if key != "first_turn_draw"), "resource_enters_turned"),
    )


@question("VD-Q-14", "seats")
def seats(
    deck: asking.Deck = 60,
    depots: asking.Depots = 8,
    factories: asking.Factories = 8,
    fuel: asking.Fuel = 8,
    copies: asking.CopiesOf = 4,
    cost: asking.Cost = "armoured car",
    build_turn: Annotated[int, "own turn by which the unit is to be built", (1, 40)] = 3,
    turn: Annotated[int, "own turn by which no resource card was missed", (1, asking.LAST_TURN)] = 2,
    *,
    readings: Readings,
) -> Answer:
    """What is the first-player difference?

    Each number is the second player's less the first player's, in own turns of the same number.
    """
    price, by_kind = cost_of(cost), (depots, factories, fuel)
    first, target, _ = asking.building(readings, deck, by_kind, copies, price, False, False)
    then, _, _ = asking.building(readings, deck, by_kind, copies, price, True, False)
    built = build_by(then, target, build_turn) - build_by(first, target, build_turn)
    all_laid, kept_up = MOST_LAID * turn, never_missed(then, turn) - never_missed(first, turn)
    return Answer(
        f"Going second instead of first with {deck} cards, {sum(by_kind)} of them resources",
        (
            Number.of("seen", "more cards seen in an own turn", then.seen(turn) - first.seen(turn)),
            Number.of("build", f"more often (as a share) the unit can be built by turn {build_turn}", built),
            Number.of("never_missed", f"more often {all_laid} resource cards are in play in turn {turn}", kept_up),
        ),
        rests_on=("first_turn_draw", "resource_enters_turned"),
    )
