"""Re-rolls in battles as each reading has them."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import reading, scene
from tests.core.positions import SQUAD, A, B, user_unit
from tigersim.core.enums import ALL_DICE, CHANCE_FIRE, FIRE, MAIN, ONE_DIE, ORDER, PASS, REROLL, SOME_DICE

IMPROVED_TANK = user_unit("improved tank", "medium_tank", improved=True)
BETTER_GUN = user_unit("tank with a better gun", "medium_tank", advantages=("improved_gun",))
EVERY_WAY = {PASS, ONE_DIE, ALL_DICE}


@pytest.mark.rule("AMB-99", "PT-IMPROVED-02", "PT-IMPROVED-04")
@pytest.mark.parametrize(("option", "verbs"), [("one_or_all", EVERY_WAY), ("any_subset", EVERY_WAY | {SOME_DICE})])
def test_dice_of_one_re_roll(option: str, verbs: set[int]) -> None:
    ruleset = reading(improved_reroll_extent=option)
    position = scene([(IMPROVED_TANK, 3, 5)], [(SQUAD, 8, 5)], "10H", ruleset=ruleset)
    position.dice((CHANCE_FIRE, A, (1, 2, 4, 3, 3)))
    position.do(FIRE, A, B, MAIN)
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == verbs
    if SOME_DICE in verbs:
        position.do(SOME_DICE, A, which=0b011)
        assert int(position.unit(B).hits) == 1  # 3 + 3 + 4
        assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("AMB-101", "PT-ADV-IMPROVED_GUN", "PT-IMPROVED-04")
@pytest.mark.parametrize(
    ("option", "alone", "stacks"),
    [
        ("stack_on_other_dice", EVERY_WAY, True),
        ("as_improved_no_stack", EVERY_WAY, False),
        ("whole_roll_only", {PASS, ALL_DICE}, False),
    ],
)
def test_re_rolls_from_two_sources(option: str, alone: set[int], stacks: bool) -> None:
    ruleset = reading(advantage_reroll=option)
    position = scene([(BETTER_GUN, 3, 5)], [(SQUAD, 8, 5)], "10H", ruleset=ruleset)
    position.do(FIRE, A, B, MAIN)
    assert position.verbs() == alone
    both = scene([("Comet", 3, 5)], [(SQUAD, 8, 5)], "10H", ruleset=ruleset)
    both.dice((CHANCE_FIRE, A, (1, 1, 1, 1)))
    both.do(FIRE, A, B, MAIN)
    assert both.verbs() == EVERY_WAY  # it is improved besides
    both.do(ONE_DIE, A, which=0)
    assert (both.asked == (REROLL, 0, A)) == stacks
