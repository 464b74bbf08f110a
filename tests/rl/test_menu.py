"""Numbers of actions: one for every deed, the same in every battle, and no legal action out of reach."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice, product

import numpy as np
import pytest

import tigersim as ts
from tests.forms import form
from tests.game.test_battle import ARMIES
from tests.game.test_view import charges, moments
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core import enums
from tigersim.core.codes import Fields
from tigersim.errors import InvalidValue
from tigersim.game.notation import VERBS
from tigersim.rl.menu import ACTIONS, FIRST_FACING, FORMS, Menu
from tigersim.rl.trained import Trained

A, B = 0, enums.MAX_UNITS


def coded(verb: int, *, unit: int = 0, target: int = 0, which: int = 0, cell: int = 0, facing: int = 0) -> ts.Action:
    return ts.Action(Fields(verb, unit, target, which, cell, facing).code)


def number(action: ts.Action, side: str) -> int:
    return int(Menu([action], side).numbers[0])


@pytest.mark.parametrize(
    ("action", "side", "expected"),
    [
        (coded(enums.PASS), "a", 0),
        (coded(enums.GO_ON), "b", 1),
        (coded(enums.MOVE, unit=3), "a", 2),
        (coded(enums.FIND_COVER, unit=B + 3), "b", 3),
        (coded(enums.FIRE, unit=2, target=B + 1, which=2), "a", 4 + 1 * 4 + 2),
        (coded(enums.FIRE, unit=B + 2, target=1, which=2), "b", 4 + 1 * 4 + 2),
        (coded(enums.ASSAULT, unit=2, target=B + 15), "a", 68 + 15),
        (coded(enums.BOARD, unit=2, target=5), "a", 84 + 5),
        (coded(enums.NAME, unit=5), "a", 100 + 5),
        (coded(enums.NAME, unit=5), "b", 100 + 16 + 5),
        (coded(enums.GIVE, unit=3, which=enums.BLIND), "a", 132 + 3 * 64 + 63),
        (coded(enums.CHOOSE, unit=B + 3, which=2), "b", 1156 + 3 * 64 + 2),
        (coded(enums.DROP, unit=B + 3, which=enums.HIDDEN), "a", 2180 + 60),
        (coded(enums.ALL_DICE), "a", 2244),
        (coded(enums.ONE_DIE, which=7), "a", 2245 + 7),
        (coded(enums.SOME_DICE, which=0b1010), "a", 2253 + 10),
        (coded(enums.SHIFT, unit=1, target=B + 4, which=3), "a", 2509 + 4 * 8 + 3),
        (coded(enums.PLACE, unit=1, cell=36 * 35 + 35, facing=9), "a", 2637 + 36 * 36 - 1),
        (coded(enums.CALL, unit=1, target=B + 3), "a", 3933 + (16 + 3) * 64),
        (coded(enums.CALL, unit=B + 1, target=B + 3, which=51), "b", 3933 + 3 * 64 + 51),
    ],
)
def test_numbers_counted_by_hand(action: ts.Action, side: str, expected: int) -> None:
    assert number(action, side) == expected


@pytest.mark.parametrize("side", ["a", "b"])
def test_every_deed_has_a_number_of_its_own(side: str) -> None:
    actions = []
    for verb, fields in FORMS.items():
        for values in product(*(range(size) for _, size in fields)):
            named = dict(zip((field for field, _ in fields), values, strict=True))
            if "slot" in named:
                named["unit"] = named.pop("slot")
            if "aim" in named:
                named["target"] = named.pop("aim")
            actions.append(coded(verb, **named))
    numbers = [int(one) for one in Menu(actions, side).numbers]
    assert sorted(numbers) == list(range(FIRST_FACING))
    assert set(FORMS) == set(VERBS)
    assert ACTIONS == FIRST_FACING + 16


@pytest.mark.parametrize("number", range(form(1, 3)))
def test_every_legal_action_can_be_picked_in_one_way(number: int) -> None:
    """In the short form at every third decision: of each kind there are many."""
    steps = Counter[int]()
    for battle in islice(chain(moments(number=number), charges(DEFAULT, ARMIES, number)), 0, None, form(3, 1)):
        legal = battle.legal_actions()
        first = Menu(battle.legal_codes(), battle.to_decide)
        assert np.array_equal(first.mask(), Menu(legal, battle.to_decide).mask())
        picked = []
        for one in np.flatnonzero(first.mask()).tolist():
            found = first.pick(one)
            if isinstance(found, ts.Action):
                steps[1] += 1
                picked.append(found)
                continue
            assert found.cell is not None
            for facing in np.flatnonzero(found.mask()).tolist():
                action = found.pick(facing)
                assert isinstance(action, ts.Action)
                assert (action.cell, action.facing) == (found.cell, facing - FIRST_FACING)
                steps[2] += 1
                picked.append(action)
        assert len(picked) == len(legal)
        assert set(picked) == set(legal)
    assert min(steps[1], steps[2]) > 100


def test_what_the_mask_does_not_offer_is_refused() -> None:
    battle = next(iter(moments()))
    menu = Menu(battle.legal_codes(), battle.to_decide)
    for wrong in (0, -1, ACTIONS, FIRST_FACING):
        with pytest.raises(InvalidValue, match=f"action is {wrong}; allowed: a number where the action mask is 1"):
            menu.pick(wrong)


def test_a_policy_is_a_player() -> None:
    shown = Counter[str]()

    def lowest(seen: object, mask: np.ndarray) -> int:
        shown["second" if mask[:FIRST_FACING].sum() == 0 else "first"] += 1
        return int(np.flatnonzero(mask)[0])

    armies = ("2 x M4 Sherman, Jeep [usa]", "Panther G, Hetzer")
    by_policy = ts.Battle.start(armies=armies, players=(Trained(lowest), "heuristic"))
    outcome = by_policy.play()
    by_hand = ts.Battle.start(armies=armies, players=("heuristic", "heuristic"))

    def by_number(battle: ts.Battle, legal: list[ts.Action]) -> ts.Action:
        return min(legal, key=lambda action: (number(action, "a"), action.facing))

    assert by_hand.play((by_number, "heuristic")) == outcome
    assert by_hand.log() == by_policy.log()
    assert min(shown["first"], shown["second"]) > 0
