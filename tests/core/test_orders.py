"""Orders: one card, one action, and what different readings make of it."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import reading, scene, stands
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK, A, B, open_table
from tests.quick import quick
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import CHANCE_MOVE, FIND_COVER, FIRE, FOLLOW, MAIN, MOVE, NAME, ORDER, PASS, PLACE
from tigersim.core.play import kernels

SU_85 = "SU-85"


@pytest.mark.rule("PT-TURN-17", "PT-END-02")
def test_one_card_one_action() -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "AS", second="KS")
    position.do(FIRE, A, B, MAIN)
    assert position.asked == (ORDER, 0, A)  # the second card
    assert int(position.unit(A).actions) == 1
    position.do(PASS)
    assert position.asked == (ORDER, 0, A + 1)
    assert int(position.unit(A).actions) == 1  # a card waived is no action, but is used up
    assert int(position.state.player[0].waived) == 1
    assert position.fault == "none"


@pytest.mark.rule("AMB-17", "PT-TURN-12", "PT-TURN-17", "PT-FIRE-06")
@pytest.mark.parametrize(("option", "waived"), [("at_resolution_may_waive", {PASS}), ("must_act", set())])
def test_a_card_may_be_waived(option: str, waived: set[int]) -> None:
    ruleset = reading(action_choice_timing=option)
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "9S", ruleset=ruleset)
    assert position.verbs() == {FIRE, MOVE, FIND_COVER} | waived
    stuck = scene([(SU_85, 3, 5)], [(SQUAD, 3, 0)], "9H", ruleset=ruleset)  # behind it; it may not assault either
    stuck.unit(A).immobilised = 1
    assert stuck.verbs() == {PASS}  # nothing else is open to it


@pytest.mark.rule("AMB-17", "PT-FOLLOW-05")
def test_who_must_follow_with_a_hopeless_shot_does() -> None:
    ruleset = reading(action_choice_timing="must_act")
    position = scene(
        [(TANK, 1, 5), ("Light towed gun [generic]", 2, 6)],
        [("KV-1", 20, 5)],
        "KS",
        table=open_table(24, 12),
        ruleset=ruleset,
    )
    position.do(FIRE, A, B, MAIN)
    assert position.asked == (FOLLOW, 0, A)
    position.do(NAME, A + 1)
    assert position.asked == (ORDER, 0, A + 1)
    assert position.verbs() == {FIRE}  # one die against a king
    with as_written():
        chosen = int(kernels.choose(quick(), position.battle, position.table, position.work))
    assert chosen in position.legal()


@pytest.mark.rule("AMB-21", "PT-TURN-17")
@pytest.mark.parametrize(("option", "again"), [("allowed", True), ("distinct_actions", False)])
@pytest.mark.parametrize("verb", [MOVE, FIRE, FIND_COVER])
def test_the_same_action_twice(option: str, again: bool, verb: int) -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "AS", second="KS", ruleset=reading(repeat_action=option))
    if verb == MOVE:
        position.dice((CHANCE_MOVE, A, (1, 1)))
    position.do(verb, A, B if verb == FIRE else 0)
    assert position.asked == (ORDER, 0, A)
    assert position.verbs() == {PASS, MOVE, FIRE, FIND_COVER} - (set() if again else {verb})


@pytest.mark.rule("AMB-34", "PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
@pytest.mark.parametrize(("option", "may", "facing"), [("no_pivot", False, NORTH), ("free_pivot", True, SOUTH)])
def test_turning_to_fire(option: str, may: bool, facing: int) -> None:
    position = scene([(SU_85, 3, 8)], [(SQUAD, 3, 2)], "9H", ruleset=reading(pivot_to_fire=option))
    assert (FIRE in position.verbs()) == may
    if may:
        position.do(FIRE, A, B, MAIN)
    assert position.unit(A).facing == facing  # and it stays so
    assert stands(position, A) == (3, 8)
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-17", "PT-MOVE-01")
def test_a_move_of_no_inches_is_an_action_too() -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "2S")
    position.do(MOVE, A)
    position.do(PLACE, A, at=(3, 5, SOUTH))
    assert int(position.unit(A).actions) == 1
    assert position.unit(A).facing == SOUTH
