"""Victory Day: which resources serve best, one unit and then another, and what a card may do; against every deal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from tigersim.companions import victory_day as vd
from tigersim.companions.victory_day.odds.building import Target, build_by
from tigersim.companions.victory_day.odds.hands import Dealing
from tigersim.companions.victory_day.odds.plans import Plan, build_both
from tigersim.errors import InvalidValue

DECK = "dddffuXXY..."
"""Twelve cards: three depots, two factories, one fuel, two units X, one unit Y, three others."""
Pool = tuple[int, int, int]
COSTS: list[tuple[Pool, Pool]] = [
    ((1, 1, 0), (1, 1, 1)),
    ((0, 1, 1), (2, 0, 1)),
    ((2, 0, 0), (0, 2, 0)),
    ((0, 0, 1), (0, 0, 2)),
]
MORE: list[Pool] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def added(pool: Pool, more: Pool, sign: int = 1) -> Pool:
    return (pool[0] + sign * more[0], pool[1] + sign * more[1], pool[2] + sign * more[2])


@cache
def pays(pool: Pool, cost: Pool) -> bool:
    """Every way to pay tried: one resource of the cost after the other, by itself or by two others."""
    if cost == (0, 0, 0):
        return True
    if min(pool) < 0:
        return False
    wanted = next(one for kind, one in enumerate(MORE) if cost[kind])
    spent = [wanted, *(added(one, other) for one, other in product(MORE, repeat=2) if wanted not in (one, other))]
    left = [added(pool, one, -1) for one in spent]
    return any(min(one) >= 0 and pays(one, added(cost, wanted, -1)) for one in left)


@cache
def both_paid(seen: tuple[Pool, ...], costs: tuple[Pool, Pool], turns: tuple[int, int]) -> bool:
    """Whether some way to lay up to two resources a turn pays for X and, later, for Y; ``seen``: by turn 1, 2, ..."""
    lying: set[Pool] = {(0, 0, 0)}
    for turn in range(turns[1] + 1):
        if turn > 0:
            able = seen[turn - 1]
            for _ in range(2):
                lying |= {added(one, more) for one in lying for more in MORE}
                lying = {one for one in lying if min(added(able, one, -1)) >= 0}
        if turn == turns[0]:
            lying = {one for one in lying if pays(one, costs[0])}
    return any(pays(one, costs[1]) for one in lying)


def both(blocks: tuple[str, ...], costs: tuple[Pool, Pool], turns: tuple[int, int], late: int = 0) -> bool:
    """Whether X can be built in the first turn and Y in the second; ``late``: resources serve a turn later.

    ``blocks``: the cards of the hand, of the draw of turn 1, of turn 2, ...
    """
    seen = ["".join(blocks[: turn + 1]) for turn in range(len(blocks))]
    if "X" not in seen[turns[0]] or "Y" not in seen[turns[1]]:
        return False
    pools = tuple((cards.count("d"), cards.count("f"), cards.count("u")) for cards in seen[1 : turns[1] + 1 - late])
    return both_paid(pools, costs, (turns[0] - late, turns[1] - late))


def deals(sizes: list[int], left: str = DECK) -> Iterator[tuple[str, ...]]:
    """Every way to deal the deck in blocks of these sizes; all are as likely."""
    if not sizes:
        yield ()
        return
    for taken in combinations(range(len(left)), sizes[0]):
        rest = "".join(card for place, card in enumerate(left) if place not in taken)
        for after in deals(sizes[1:], rest):
            yield ("".join(left[place] for place in taken), *after)


@pytest.mark.rule("VD-RES-04", "VD-RES-06", "VD-ROT-10")
@pytest.mark.parametrize(("second", "late", "turns"), [(False, 0, (1, 2)), (True, 0, (1, 2)), (False, 1, (2, 3))])
@pytest.mark.parametrize("costs", COSTS, ids=str)
def test_both_units_against_every_deal(
    costs: tuple[Pool, Pool], second: bool, late: int, turns: tuple[int, int]
) -> None:
    sizes = [7, *[2 if second else 1, 2, 2][: turns[1]]]
    found = [both(blocks, costs, turns, late) for blocks in deals(sizes)]
    first, then = (Target(copies, cost, (3, 2, 1), late == 1) for copies, cost in zip((2, 1), costs, strict=True))
    dealing = Dealing(len(DECK), 6, second)
    assert build_both(dealing, Plan(first, turns[0], then, turns[1])) == Fraction(sum(found), len(found))
    assert 0 < sum(found) < len(found)


@pytest.mark.rule("VD-MUL-01", "VD-MUL-02")
def test_hands_that_are_redealt_never_count() -> None:
    costs = COSTS[0]
    kept = [blocks for blocks in deals([7, 1, 2]) if sum(card in "dfu" for card in blocks[0]) not in (0, 1, 7)]
    good = sum(both(blocks, costs, (1, 2)) for blocks in kept)
    dealing = Dealing(len(DECK), 6, redeal=True)
    first, then = (Target(copies, cost, (3, 2, 1)) for copies, cost in zip((2, 1), costs, strict=True))
    assert build_both(dealing, Plan(first, 1, then, 2)) == Fraction(good, len(kept))


def test_a_second_unit_that_costs_nothing_waits_for_its_card_only() -> None:
    usual = vd.plan(then_cost="0-0-0", then_copies=36 - 4, then_turn=4)
    # where all but 4 of the other 36 cards are the second unit, hardly anybody has to wait for it
    assert usual["p_first"].exact == Fraction(146806630911, 466452948325)  # VD-N-11a
    assert usual["p_both"].exact < usual["p_first"].exact
    assert usual["p_both"].value == pytest.approx(usual["p_first"].value, abs=1e-5)
    nothing = vd.plan(cost="0-0-0", copies=1, then_copies=4, then_cost="armoured car", then_turn=4)
    assert nothing["p_both"].exact < nothing["p_then"].exact < 1
    assert nothing["p_first"].exact == Fraction(12, 60)  # twelve of sixty cards are seen


def test_what_a_plan_says() -> None:
    answer = vd.plan()
    assert answer["p_first"].exact == vd.build()["p_build"].exact
    assert answer["p_then"].exact == vd.build(cost="2-3-2", turn=5)["p_build"].exact
    assert answer["p_then_given"].exact == answer["p_both"].exact / answer["p_first"].exact
    rows = answer.tables[0].rows
    assert [row["then_turn"] for row in rows] == [4, 5]
    assert rows[-1]["p_both"] == answer["p_both"].exact
    # who can build the first has seen resources that serve the second too
    assert answer["p_then_given"].exact > answer["p_then"].exact


@pytest.mark.rule("VD-DER-04", "VD-DER-05")
@pytest.mark.parametrize("options", [{}, {"second": True}, {"redeal": True, "turn": 2}, {"turn": 4, "deck": 40}])
def test_the_best_resources_are_the_best_of_all(options: dict[str, int | bool]) -> None:
    cost, cards = (1, 2, 1), 9
    answer = vd.best_resources(resources=cards, cost="1-2-1", **options)
    splits = [(d, f, cards - d - f) for d in range(cards + 1) for f in range(cards + 1 - d)]
    turn, deck = int(options.get("turn", 3)), int(options.get("deck", 60))
    dealing = Dealing(deck, cards, bool(options.get("second")), bool(options.get("redeal")))
    chances = {split: build_by(dealing, Target(4, cost, split), turn) for split in splits}
    best = max(chances.values())
    assert answer["p_best"].exact == best
    assert chances[tuple(int(answer[kind].exact or 0) for kind in ("depots", "factories", "fuel"))] == best
    assert answer["p_worst"].exact == min(chances.values())
    assert answer["p_even"].exact == chances[3, 3, 3]
    assert answer["ways"].exact == len(splits)
    listed = [row["p_build"] for row in answer.tables[0].rows]
    assert listed == sorted(chances.values(), reverse=True)[:10]


def test_resources_in_proportion_to_the_cost_serve_an_armoured_car_best() -> None:
    answer = vd.best_resources()
    assert [answer[kind].exact for kind in ("depots", "factories", "fuel")] == [6, 12, 6]
    assert answer["p_best"].exact == Fraction(469942912639, 1399358844975)  # VD-N-11d
    assert answer["p_even"].exact == Fraction(146806630911, 466452948325)  # VD-N-11a
    equal = vd.best_resources(resources=8, cost="0-0-0")
    assert equal.findings == ("45 ways to share them are equally good.",)


@pytest.mark.rule("VD-RES-11", "VD-RES-12", "VD-ROT-04", "VD-ROT-08")
def test_what_a_card_may_do() -> None:
    def told(**readings: str) -> dict[str, list[str]]:
        table = vd.actions(readings=readings).tables[1]
        return {row["deed"]: [row[key] for key in row if key != "deed"] for row in table.rows}

    unit_only, nobody = ["yes", "no", "no", "no"], ["no", "no", "yes", "no"]
    assert told() == {
        **dict.fromkeys(("attack", "block", "join a block", "support", "use an ability"), unit_only),
        "give a resource": nobody,
    }
    assert told(turned_joint_block="true")["join a block"] == ["yes", "yes", "no", "no"]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: vd.plan(turn=5, then_turn=5), "then_turn is 5; allowed: a whole number from 6"),
        (lambda: vd.plan(copies=30, then_copies=7), "then_copies is 7; allowed: a whole number from 0 to 6"),
        (lambda: vd.plan(then_cost="2-3"), "then_cost is '2-3'"),
        (lambda: vd.plan(deck=300, depots=90, factories=90, fuel=90, turn=20, then_turn=40), "combinations"),
        (lambda: vd.best_resources(resources=61), "is 61; allowed: a whole number from 0 to 60"),
        (lambda: vd.best_resources(deck=300, resources=200, turn=30), "combinations"),
    ],
)
def test_what_cannot_be_asked(ask: object, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        ask()  # type: ignore[operator]
