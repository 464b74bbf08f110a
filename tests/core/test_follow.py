"""Follow me! in battles: who may join an order, in which order the group acts, and what each of them does."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import embark, name, reading, scene, stands
from tests.core.positions import NORTH, SQUAD, TANK, TRUCK, A, B, Position, open_table, user_unit
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.core.enums import (
    ASSAULT,
    ASSIGN,
    BOARD,
    CHANCE_COVER,
    CHANCE_FIRE,
    CHANCE_MOVE,
    DESTINATION,
    DISMOUNT,
    FIND_COVER,
    FIRE,
    FOLLOW,
    MACHINE_GUN,
    MAIN,
    MOVE,
    NAME,
    NOBODY,
    ORDER,
    PASS,
    PHASE_DRAW,
    PHASE_RESOLVE,
    PLACE,
    SPLIT,
    WRECKED,
)
from tigersim.rules.switches import MountProcedure

FIRST = RuleSet.load("paper_tigers_1")
GUN = user_unit("gun", "towed_gun")
MUTE = user_unit("tank without radio", "medium_tank", disadvantages=("no_radio",))


def gap_squared(x: int, y: int, u: int, v: int) -> int:
    """From edge to edge of two cells."""
    return int(max(abs(x - u) - 1, 0) ** 2 + max(abs(y - v) - 1, 0) ** 2)


def wait_for_followers(position: Position, verb: int, target: int = 0) -> set[int]:
    """Give the order; which units may its leader call?"""
    position.do(verb, A, target)
    return position.units(NAME) if position.asked[0] == FOLLOW else set()


def stay(position: Position, slot: int) -> None:
    """End a move where it began."""
    assert position.asked == (DESTINATION, 0, slot)
    position.do(PLACE, slot, at=(*stands(position, slot), NORTH))


# --- who may join ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-01", "PT1-FOLLOW-01", "AMB-25")
@pytest.mark.parametrize("ruleset", [DEFAULT, FIRST], ids=str)
def test_vehicles_guns_and_infantry_within_three_inches(ruleset: RuleSet) -> None:
    friends = [(SQUAD, 7, 5), (TANK, 4, 5), (GUN, 3, 9), (SQUAD, 8, 5), (TRUCK, 6, 8)]
    position = scene([(TANK, 3, 5), *friends], [(SQUAD, 4, 6)], "2S", ruleset=ruleset)
    # gaps of 3, 0, 3 and 4 inches; two inches both ways are 2.8, so the truck is near enough too
    assert wait_for_followers(position, MOVE) == {A + 1, A + 2, A + 3, A + 5}
    assert position.asked == (FOLLOW, 0, A)


@pytest.mark.rule("PT-FOLLOW-06", "PT-HIT-05", "PT-FOLLOW-01", "AMB-85")
def test_no_cards_and_no_shock() -> None:
    position = scene([(TANK, 3, 5), (SQUAD, 4, 5), (SQUAD, 3, 6), (SQUAD, 4, 6), (SQUAD, 2, 5)], [], "2S")
    position.give(A + 1, "7C")
    position.unit(A + 2).given = 1  # it had one, and has lost or used it
    position.unit(A + 3).hits = 1
    assert wait_for_followers(position, MOVE) == {A + 4}


@pytest.mark.rule("PT-FOLLOW-01", "PT-CARRY-02", "PT-CARRY-03", "AMB-85")
def test_passengers_follow_a_move_only() -> None:
    for verb, card, offered in ((MOVE, "2S", {A + 2}), (FIND_COVER, "2S", set()), (FIRE, "2H", set())):
        position = scene([(TANK, 3, 5), (TRUCK, 4, 5), (SQUAD, 3, 7)], [(SQUAD, 9, 5)], card)
        position.unit(A + 1).given = 1
        embark(position, A + 2, A + 1)
        assert wait_for_followers(position, verb, B if verb == FIRE else 0) == offered
    position = scene([(TRUCK, 3, 5), (SQUAD, 3, 7)], [], "2S")
    embark(position, A + 1, A)
    position.dice((CHANCE_MOVE, A, (1, 1, 1)), (CHANCE_MOVE, A + 1, (1, 1, 1)))
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1])
    position.do(PLACE, A, at=(4, 5, NORTH))
    assert position.asked == (DESTINATION, 0, A + 1)
    position.do(PLACE, A + 1, at=(5, 6, NORTH))  # it gets off next to its own lorry
    assert stands(position, A + 1) == (5, 6)
    assert int(position.unit(A).aboard) == 0
    assert position.fault == "none"


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-03", "AMB-86")
def test_a_follower_must_be_able_to_do_it_with_that_card() -> None:
    slow = user_unit("slow tank", "medium_tank", disadvantages=("slow",))
    slow_gun = user_unit("slow gun", "medium_tank", disadvantages=("slow_rate_of_fire",))
    friends = [(slow, 4, 5), (slow_gun, 3, 6), (GUN, 4, 6), (TRUCK, 2, 5), (SQUAD, 2, 6)]
    enemy = [(SQUAD, 8, 5)]
    everybody = {A + 1, A + 2, A + 3, A + 4, A + 5}
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2S"), MOVE) == everybody
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2H"), MOVE) == everybody - {A + 1}
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2S"), FIND_COVER) == everybody
    shooters = everybody - {A + 4}  # a lorry is unarmed
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2H"), FIRE, B) == shooters
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2S"), FIRE, B) == shooters - {A + 2}
    assert wait_for_followers(scene([(SQUAD, 3, 5), *friends], enemy, "2H"), ASSAULT, B) == everybody - {A + 3}


@pytest.mark.rule("PT-FOLLOW-05", "PT1-FOLLOW-02", "PT-FOLLOW-04")
@pytest.mark.parametrize("ruleset", [DEFAULT, FIRST], ids=str)
def test_a_chain_of_three(ruleset: RuleSet) -> None:
    row = [(SQUAD, 1, 5), (SQUAD, 5, 5), (SQUAD, 9, 5), (SQUAD, 13, 5)]  # three inches between each and the next
    position = scene(row, [], "2S", ruleset=ruleset)
    assert wait_for_followers(position, MOVE) == {A + 1}
    position.do(NAME, A + 1)
    assert position.units(NAME) == {A + 2}
    position.do(NAME, A + 2)
    for slot in (A, A + 1, A + 2):  # three and no more, in their order
        stay(position, slot)
    assert position.asked == (ORDER, 0, A + 4)
    assert [int(position.unit(A + k).actions) for k in range(4)] == [1, 1, 1, 0]
    assert position.fault == "none"


@pytest.mark.rule("PT-FOLLOW-09", "PT-MELEE-07")
def test_there_is_no_chain_into_close_combat() -> None:
    position = scene([(SQUAD, 5, 5), (SQUAD, 9, 5), (SQUAD, 13, 5), (SQUAD, 5, 9)], [(SQUAD, 9, 7)], "2H")
    assert wait_for_followers(position, ASSAULT, B) == {A + 1, A + 3}
    position.do(NAME, A + 1)
    assert position.units(NAME) == {A + 3}  # A + 2 is next to A + 1, but eight inches from the leader


# --- how often -------------------------------------------------------------------------------------------------------


def after_one_order(ruleset: RuleSet, follower: str = SQUAD, second: str = "3S") -> Position:
    """A leader with two cards has been followed once by A + 1; his second card is up."""
    position = scene([(SQUAD, 2, 2), (follower, 1, 2)], [], "4S", second=second, ruleset=ruleset)
    position.dice((CHANCE_MOVE, A, (2, 2)), (CHANCE_MOVE, A + 1, (2, 2)))
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1])
    stay(position, A)
    stay(position, A + 1)
    assert position.asked == (ORDER, 0, A)
    return position


@pytest.mark.rule("PT-FOLLOW-07", "PT-FOLLOW-08")
def test_the_same_leader_twice_and_no_third_action() -> None:
    position = after_one_order(DEFAULT)
    assert wait_for_followers(position, MOVE) == {A + 1}
    name(position, FOLLOW, [A + 1])
    stay(position, A)
    stay(position, A + 1)
    assert int(position.unit(A + 1).actions) == 2  # by following alone
    assert int(position.state.player[0].followed) == 2
    assert position.fault == "none"
    once_more = after_one_order(DEFAULT)
    once_more.unit(A + 1).actions = 2
    assert wait_for_followers(once_more, MOVE) == set()


@pytest.mark.rule("PT-FOLLOW-07", "PT1-FOLLOW-03")
@pytest.mark.parametrize(("ruleset", "offered"), [(DEFAULT, set()), (FIRST, {A + 1})], ids=str)
def test_another_leader(ruleset: RuleSet, offered: set[int]) -> None:
    position = after_one_order(ruleset)
    position.do(PASS)
    assert position.asked == (ORDER, 0, A + 2)  # he stands in the corner, next to it
    position.do(MOVE, A + 2)
    assert (position.units(NAME) if position.asked[0] == FOLLOW else set()) == offered


@pytest.mark.rule("PT-FOLLOW-08", "PT1-FOLLOW-03")
@pytest.mark.parametrize(("ruleset", "offered"), [(DEFAULT, set()), (FIRST, {A + 1})], ids=str)
def test_a_third_action(ruleset: RuleSet, offered: set[int]) -> None:
    position = after_one_order(ruleset)
    position.unit(A + 1).actions = 2
    assert wait_for_followers(position, MOVE) == offered


# --- moving together -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-02", "PT-FOLLOW-04", "AMB-87")
def test_moving_followers_stay_within_three_inches_where_they_can() -> None:
    for faces, can in (((6, 6, 6), True), ((1, 1, 2), False)):
        position = scene([(TANK, 2, 5), (TANK, 2, 6)], [], "4S", table=open_table(24, 12))
        position.dice((CHANCE_MOVE, A, (6, 6, 1)), (CHANCE_MOVE, A + 1, faces))
        position.do(MOVE, A)
        name(position, FOLLOW, [A + 1])
        position.do(PLACE, A, at=(14, 5, NORTH))
        assert position.asked == (DESTINATION, 0, A + 1)
        near = {(x, y) for x, y in position.cells() if gap_squared(x, y, 14, 5) <= 9}
        if can:
            assert position.cells() == near
            assert len(near) > 40
        else:
            assert near == set()
            assert (2, 6) in position.cells()
            assert (6, 6) in position.cells()


@pytest.mark.rule("PT-FOLLOW-02")
def test_another_of_the_group_will_do() -> None:
    position = scene([(TANK, 2, 5), (TANK, 2, 6), (TANK, 2, 7)], [], "4S", table=open_table(24, 12))
    position.dice((CHANCE_MOVE, A, (6, 6, 1)), (CHANCE_MOVE, A + 1, (1, 1, 2)), (CHANCE_MOVE, A + 2, (1, 1)))
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1, A + 2])
    position.do(PLACE, A, at=(14, 5, NORTH))
    # A + 1 cannot keep up with its leader; it stays with A + 2, who has not moved yet
    assert position.cells()
    assert all(gap_squared(x, y, 2, 7) <= 9 for x, y in position.cells())
    assert (2, 3) in position.cells()
    assert (2, 2) not in position.cells()


@pytest.mark.rule("PT-FOLLOW-02", "PT-CARRY-02")
def test_a_follower_boards_no_lorry_away_from_the_group() -> None:
    position = scene([(SQUAD, 3, 5), (SQUAD, 5, 5), (TRUCK, 7, 5), (TRUCK, 5, 10)], [], "4S")
    position.dice((CHANCE_MOVE, A, (2, 2)), (CHANCE_MOVE, A + 1, (2, 2, 2)))
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1])
    stay(position, A)
    lorries = {one.target for one in position.fields(BOARD)}
    assert lorries == {A + 2}  # three inches from the leader; the other is four away, though in reach


# --- shooting together -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-03", "PT-FOLLOW-04", "AMB-88")
def test_followers_choose_their_own_targets_and_roll_their_own_dice() -> None:
    position = scene([(SQUAD, 2, 5), (TANK, 3, 5)], [(SQUAD, 8, 5), (SQUAD, 8, 8)], "9H")
    position.dice((CHANCE_FIRE, A, (1, 1)), (CHANCE_FIRE, A + 1, (6, 2, 1)))
    position.do(FIRE, A, B, MAIN)
    name(position, FOLLOW, [A + 1])
    assert int(position.unit(B).hits) == 0  # eight at most
    assert position.asked == (ORDER, 0, A + 1)
    assert position.verbs() == {PASS, FIRE}
    assert position.targets() == {(B + k, weapon) for k in range(3) for weapon in (MAIN, MACHINE_GUN)}
    position.do(FIRE, A + 1, B + 1, MAIN)
    assert int(position.unit(B + 1).hits) == 1  # nine against the leader's nine
    assert int(position.unit(A + 1).actions) == 1
    assert int(position.state.player[0].followed) == 1
    assert position.asked == (ORDER, 0, A + 2)
    assert position.fault == "none"


@pytest.mark.rule("PT-FOLLOW-03", "PT-FOLLOW-08")
def test_a_shot_declined_is_no_action() -> None:
    position = scene([(SQUAD, 2, 5), (TANK, 3, 5)], [(SQUAD, 8, 5)], "9H")
    position.do(FIRE, A, B, MAIN)
    name(position, FOLLOW, [A + 1])
    position.do(PASS)
    assert int(position.unit(A + 1).actions) == 0
    assert int(position.state.player[0].followed) == int(position.state.player[0].waived) == 0
    assert position.asked == (ORDER, 0, A + 2)


@pytest.mark.rule("PT-FOLLOW-03")
def test_a_target_that_is_gone_leaves_the_follower_without_a_shot() -> None:
    position = scene([(TANK, 2, 5), (SQUAD, 3, 5)], [(SQUAD, 8, 5)], "2H")
    position.unit(B).hits = 1
    position.put(B + 1, 15, 11)  # more than twelve inches from the follower
    position.put(A + 1, 2, 4)
    position.do(FIRE, A, B, MAIN)
    name(position, FOLLOW, [A + 1])
    assert position.asked == (ORDER, 0, A + 2)
    assert int(position.unit(A + 1).actions) == 0


@pytest.mark.rule("PT-FOLLOW-01", "PT-CARRY-04", "AMB-91")
def test_a_tank_follows_into_fire_only_if_its_riders_can_get_off() -> None:
    for walled in (False, True):
        position = scene([(TANK, 2, 10), (TANK, 0, 11), (SQUAD, 5, 5)], [(SQUAD, 8, 11)], "AH")
        embark(position, A + 2, A + 1)
        if walled:
            for cell in ((0, 10), (1, 10), (1, 11)):
                position.state.occupant[cell[1] * 16 + cell[0]] = WRECKED
        assert wait_for_followers(position, FIRE, B) == (set() if walled else {A + 1})
        if not walled:
            name(position, FOLLOW, [A + 1])
            position.do(FIRE, A + 1, B, MAIN)
            assert position.asked == (DISMOUNT, 0, A + 2)


# --- looking for cover together --------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-01", "PT-FOLLOW-04", "PT-COVER-04", "AMB-86")
def test_find_cover_can_be_followed() -> None:
    position = scene([(SQUAD, 3, 5), (TANK, 4, 5)], [], "9S")
    position.dice((CHANCE_COVER, A, (1, 1)), (CHANCE_COVER, A + 1, (6, 3)))
    position.do(FIND_COVER, A)
    name(position, FOLLOW, [A + 1])
    assert [int(position.unit(slot).found_cover) for slot in (A, A + 1)] == [0, 1]
    assert [int(position.unit(slot).actions) for slot in (A, A + 1)] == [1, 1]


# --- what may come between -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FOLLOW-01", "PT-HIT-05")
def test_a_follower_hurt_meanwhile_does_not_act() -> None:
    position = scene([(TANK, 3, 5), (TANK, 3, 6), (TANK, 3, 7)], [], "2S")
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1, A + 2])
    position.unit(A + 1).hits = 1
    stay(position, A)
    stay(position, A + 2)
    assert [int(position.unit(A + k).actions) for k in range(3)] == [1, 0, 1]
    assert position.asked == (ORDER, 0, A + 3)


@pytest.mark.rule("PT-FOLLOW-01", "PT-CARRY-02", "AMB-93")
def test_a_lorry_that_has_been_boarded_meanwhile_may_not_move() -> None:
    position = scene([(SQUAD, 3, 5), (TRUCK, 5, 5)], [], "2S")
    position.state.ruling.mount_procedure = MountProcedure.VEHICLE_STATIONARY
    position.dice((CHANCE_MOVE, A, (2, 2)))
    position.do(MOVE, A)
    name(position, FOLLOW, [A + 1])
    position.do(BOARD, A, A + 1)
    assert position.asked == (ORDER, 0, A + 2)
    assert int(position.unit(A + 1).actions) == 0
    assert int(position.unit(A + 1).rolls) == 0


# --- the other readings ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-85", "PT-FOLLOW-01", "PT-FOLLOW-06")
@pytest.mark.parametrize(
    ("option", "offered"), [("never_assigned_this_turn", {A + 3}), ("no_cards_now", {A + 2, A + 3})]
)
def test_cards_lost_or_used(option: str, offered: set[int]) -> None:
    position = scene(
        [(TANK, 3, 5), (SQUAD, 4, 5), (SQUAD, 3, 6), (SQUAD, 4, 6)],
        [],
        "2S",
        ruleset=reading(follow_eligibility=option),
    )
    position.give(A + 1, "7C")
    position.unit(A + 2).given = 1
    assert wait_for_followers(position, MOVE) == offered


@pytest.mark.rule("AMB-86", "PT-FOLLOW-01")
@pytest.mark.parametrize(("option", "cover"), [("card_menu", {A + 1}), ("move_fire_melee_only", set())])
def test_what_can_be_followed(option: str, cover: set[int]) -> None:
    for verb, card, offered in ((FIND_COVER, "2S", cover), (MOVE, "2S", {A + 1}), (FIRE, "2H", {A + 1})):
        ruleset = reading(follow_actions=option)
        position = scene([(TANK, 3, 5), (TANK, 4, 5)], [(SQUAD, 8, 5)], card, ruleset=ruleset)
        assert wait_for_followers(position, verb, B if verb == FIRE else 0) == offered


@pytest.mark.rule("AMB-87", "PT-FOLLOW-02", "PT-FOLLOW-05")
@pytest.mark.parametrize("option", ["before_leader_acts", "after_leader_acts"])
def test_when_followers_are_named(option: str) -> None:
    position = scene(
        [(TANK, 3, 5), (TANK, 3, 6), (TANK, 13, 8)],
        [],
        "4S",
        table=open_table(24, 12),
        ruleset=reading(follow_timing=option),
    )
    position.dice((CHANCE_MOVE, A, (6, 4)))
    position.do(MOVE, A)
    if option == "before_leader_acts":
        assert position.asked == (FOLLOW, 0, A)
        assert int(position.unit(A).rolls) == 0
        assert position.units(NAME) == {A + 1}
    else:
        position.do(PLACE, A, at=(13, 5, NORTH))
        assert position.asked == (FOLLOW, 0, A)
        assert position.units(NAME) == {A + 2}  # next to the leader where he is now
        position.do(NAME, A + 2)
        stay(position, A + 2)
        assert position.asked == (ORDER, 0, A + 3)
        assert position.fault == "none"


@pytest.mark.rule("AMB-88", "PT-FOLLOW-04")
@pytest.mark.parametrize(("option", "acts"), [("independent", True), ("leader_must_succeed", False)])
@pytest.mark.parametrize(("verb", "purpose"), [(MOVE, CHANCE_MOVE), (FIND_COVER, CHANCE_COVER), (FIRE, CHANCE_FIRE)])
@pytest.mark.parametrize("success", [False, True])
def test_following_a_failure(option: str, acts: bool, verb: int, purpose: int, success: bool) -> None:
    card = "9H" if verb == FIRE else "9S"
    position = scene([(TANK, 3, 5), (TANK, 3, 6)], [(SQUAD, 8, 5)], card, ruleset=reading(follow_independent=option))
    position.dice((purpose, A, (6, 6) if success else (1, 1)))
    position.do(verb, A, B if verb == FIRE else 0)
    name(position, FOLLOW, [A + 1])
    if success and verb == MOVE:
        stay(position, A)
    if verb == FIRE:
        assert (position.asked == (ORDER, 0, A + 1)) == (acts or success)
    else:
        assert int(position.unit(A + 1).actions) == (acts or success)


@pytest.mark.rule("AMB-87", "AMB-88", "PT-FOLLOW-04")
def test_nobody_is_called_behind_a_leader_whose_failure_is_known() -> None:
    ruleset = reading(follow_timing="after_leader_acts", follow_independent="leader_must_succeed")
    for faces, asked in (((1, 1), ORDER), ((6, 3), FOLLOW)):
        position = scene([(TANK, 3, 5), (TANK, 3, 6)], [], "9S", ruleset=ruleset)
        position.dice((CHANCE_COVER, A, faces))
        position.do(FIND_COVER, A)
        assert position.asked[0] == asked


@pytest.mark.rule("AMB-109", "PT-DIS-NO_RADIO", "PT-FOLLOW-08")
@pytest.mark.parametrize(("option", "offered"), [("one_action_any_means", {A + 1, A + 2}), ("cannot_follow", {A + 2})])
def test_without_a_radio(option: str, offered: set[int]) -> None:
    position = scene(
        [(SQUAD, 3, 5), (MUTE, 4, 5), (TANK, 3, 6)], [], "2S", second="2H", ruleset=reading(no_radio_scope=option)
    )
    assert wait_for_followers(position, MOVE) == offered
    if A + 1 in offered:
        position.do(NAME, A + 1)
        position.do(PASS)
        stay(position, A)
        stay(position, A + 1)
        assert position.asked == (ORDER, 0, A)
        assert wait_for_followers(position, MOVE) == {A + 2}  # one action in all


@pytest.mark.rule("AMB-62", "PT-MG-04", "PT-FOLLOW-01")
@pytest.mark.parametrize(("option", "offered"), [("cards_only", {A + 1, A + 2}), ("no_actions_this_turn", {A + 2})])
def test_a_suppressed_unit_without_cards(option: str, offered: set[int]) -> None:
    position = Position([TANK, SQUAD, TANK], [TANK], open_table(16, 12), reading(suppression_effect=option))
    for slot, x in ((A, 3), (A + 1, 5), (A + 2, 2), (B, 12)):
        position.put(slot, x, 5)
    position.turn_over(B, "10H")
    position.turn_over(A, "4S")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 1, B)
    position.dice((CHANCE_FIRE, B, (2, 2, 1, 1)))  # half of ten and no more
    position.do(FIRE, B, A + 1, MACHINE_GUN)
    assert position.asked == (SPLIT, 1, B)
    position.do(PASS)
    assert position.asked == (ORDER, 0, A)
    assert int(position.unit(A + 1).hits) == 0
    assert wait_for_followers(position, MOVE) == offered


@pytest.mark.rule("PT-FOLLOW-07")
def test_whom_it_followed_is_forgotten_with_the_turn() -> None:
    position = after_one_order(DEFAULT)
    assert int(position.unit(A + 1).leader) == A
    position.go(PHASE_DRAW)
    assert position.asked[0] == ASSIGN
    assert int(position.unit(A + 1).leader) == NOBODY
    assert int(position.unit(A + 1).actions) == 0
