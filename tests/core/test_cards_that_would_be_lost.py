"""Cards that the end of a turn or of the deck would take cost nothing: positions in which they are given.

What is right follows from the rules: no more than six cards are kept (PT-END-04), none after the last turn (PT-VP-13),
and what a unit may do with a card it need not do (AMB-17).  Every position is played from both sides of the table.
"""

from __future__ import annotations

import pytest

from tests.core.mirrored_scenes import Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK, TRUCK
from tigersim.core.enums import DISCARD, MAX_BLIND, PHASE_END, PHASE_RECOVER, RECOVER
from tigersim.odds import move, recovery

SIDES = pytest.mark.parametrize("turned", [False, True], ids=["from the south", "from the north"])
SEVEN = ("2C", "3C", "4C", "5C", "6C", "7C", "8C")
"""One card more than may be kept."""
WOOD = ("W", 13, 17, 3, 6)
HEAVY = "KV-1"


def others_are_full(scene: Scene, *but: int) -> Scene:
    """Of our units only those named have room for a card: the rest have had two this turn (PT-TURN-08)."""
    for k in range(int(scene.position.state.player[scene.side].units)):
        if k not in but:
            scene.position.unit(scene.us + k).given = 2
    return scene


@SIDES
@pytest.mark.parametrize("kind", [SQUAD, TRUCK], ids=["squad", "truck"])
def test_the_seventh_card_goes_to_a_unit_that_sees_nobody(turned: bool, kind: str) -> None:
    # the squad in cover has nobody in reach, the truck is unarmed: either may move, and the card is lost else
    assert move(kind, "6C").p_success > 0.8
    scene = Scene([(kind, 15, 5, NORTH)], [(TANK, 15, 18, SOUTH)], WOOD, ("W", 3, 28, 9, 9), turned=turned)
    action = others_are_full(scene, 0).assign(*SEVEN).choose("tactician")
    assert (action.verb, scene.our(action.unit)) == ("give", 0)


@SIDES
def test_the_last_card_of_the_deck_goes_to_the_squad_in_the_wood(turned: bool) -> None:
    # nothing can be saved for a turn that is not played
    scene = Scene([(SQUAD, 15, 5, NORTH)], [(TANK, 15, 18, SOUTH)], WOOD, turned=turned, last=True)
    action = others_are_full(scene, 0).assign("5C").choose("tactician")
    assert (action.verb, scene.our(action.unit)) == ("give", 0)


@SIDES
def test_in_the_last_turn_no_card_is_kept_for_a_recovery(turned: bool) -> None:
    # A recovered tank would not act any more and scores as much as a shocked one, nothing; a shot may destroy a tank.
    assert recovery(HEAVY, "2C").p_success == 1
    ours = [(HEAVY, 12, 4, NORTH), (TANK, 17, 4, NORTH)]
    scene = Scene(ours, [(TANK, 17, 14, NORTH)], turned=turned, last=True)
    scene.position.unit(scene.us).hits = 1
    action = scene.assign("2C").choose("tactician")
    assert (action.verb, scene.our(action.unit)) == ("give", 1)


@SIDES
def test_a_squad_beside_a_tank_with_cards_gets_the_card_that_would_be_lost(turned: bool) -> None:
    # the tank will fire at what is twenty inches off, where the squad cannot follow it: it has no other card to act on
    ours = [(TANK, 15, 2, NORTH), (SQUAD, 17, 2, NORTH)]
    scene = Scene(ours, [(TANK, 15, 19, SOUTH)], turned=turned)
    action = others_are_full(scene, 1).assign(*SEVEN, "9C").choose("tactician")
    assert (action.verb, scene.our(action.unit)) == ("give", 1)


@SIDES
def test_a_tank_of_the_same_mind_follows_its_neighbour_and_leaves_the_card_to_others(turned: bool) -> None:
    # Beside a tank with two cards it acts twice anyhow (PT-FOLLOW-01); with one card of its own it would act once.
    ours = [(TANK, 15, 4, NORTH), (TANK, 17, 4, NORTH), (SQUAD, 5, 0, NORTH)]
    scene = Scene(ours, [(TANK, 15, 14, SOUTH)], ("W", 4, 6, 2, 4), turned=turned)
    action = others_are_full(scene, 1, 2).assign(*SEVEN).choose("tactician")
    assert (action.verb, scene.our(action.unit)) == ("give", 2)


@SIDES
def test_a_card_that_would_be_lost_is_spent_on_a_poor_recovery(turned: bool) -> None:
    # six cards stay in the hand anyhow, so even one chance in six is worth it
    assert recovery(SQUAD, "KC").p_success > 0.1
    hand = ("10C", "10D", "JC", "JD", "KC", "QC", "QD")
    scene = Scene([(SQUAD, 15, 4, NORTH)], [(TANK, 15, 18, SOUTH)], ("W", 3, 28, 9, 9), turned=turned)
    scene.position.unit(scene.us).hits = 1
    scene.position.hand(scene.side, saved=hand)
    scene.position.go(PHASE_RECOVER, scene.side)
    assert scene.position.asked[:2] == (RECOVER, scene.side)
    assert scene.choose("tactician").verb == "give"


@SIDES
@pytest.mark.parametrize(("known", "goes"), [("AS", True), ("2H", False)], ids=["an ace", "a two"])
def test_of_seven_cards_the_weakest_goes_and_an_unseen_one_is_of_mean_strength(
    turned: bool, known: str, goes: bool
) -> None:
    scene = Scene([(SQUAD, 15, 4, NORTH)], [(TANK, 15, 18, SOUTH)], turned=turned)
    unseen = ("3C", "5D", "7S", "9H", "JC", "KD")
    assert len(unseen) < MAX_BLIND
    scene.position.hand(scene.side, saved=(known,), blind=unseen)
    scene.position.go(PHASE_END)
    assert scene.position.asked[:2] == (DISCARD, scene.side)
    action = scene.choose("tactician")
    assert action.verb == "drop"
    assert (action.card == known) is goes


@SIDES
def test_of_four_tanks_beside_a_leader_two_can_follow_and_the_others_get_cards(turned: bool) -> None:
    # PT-FOLLOW-05: two follow; a third and a fourth tank would stand idle though they see the enemy as well
    ours = [
        (TANK, 15, 4, NORTH),
        (TANK, 16, 4, NORTH),
        (TANK, 14, 4, NORTH),
        (TANK, 15, 3, NORTH),
        (TANK, 16, 3, NORTH),
    ]
    scene = Scene(ours, [(TANK, 15, 14, SOUTH)], turned=turned)
    scene.position.unit(scene.us).given = 2
    scene.position.unit(scene.us + 5).given = 2
    action = scene.assign(*SEVEN).choose("tactician")
    assert action.verb == "give"
    assert scene.our(action.unit) in range(1, 5)
