"""Twenty positions with one clearly right decision that the tactician gets wrong today.

What is right follows from the rules and the exact odds, which each test asserts; never from what a player does.  Every
position is played from both sides of the table.  Who does not find it today has to fail: a player that has learned it
makes its test say so.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tests.core.fire_scenes import GUN, HOWITZER, JEEP, LIGHT_GUN, aboard
from tests.core.mirrored_scenes import MAJOR, Piece, Placed, Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK, TRUCK, WEST, user_unit
from tests.core.test_right_decisions import BURNING, HEAVY, LONG, cost, vp
from tigersim.core.enums import (
    CHANCE_DISMOUNT,
    CHANCE_FIRE,
    CHANCE_SAVE,
    DISMOUNT,
    EFFECT,
    FIRE,
    FOLLOW,
    GO_ON,
    MACHINE_GUN,
    MAIN,
    PHASE_RECOVERY_TESTS,
    REGROUP,
    WRECK,
)
from tigersim.game.action import Action
from tigersim.odds import Target, activation, melee, move, recovery, shot

PLANNER, BOTH = ("planner",), ("strategist", "planner")
FOUND_BY: dict[str, tuple[str, ...]] = {
    "test_the_shocked_unit_stays_on_the_bridge": (),
    "test_the_last_card_goes_to_the_squad_that_takes_the_marker": PLANNER,
    "test_the_squad_steps_onto_the_marker": (),
    "test_the_enemy_on_the_marker_is_contested": BOTH,
    "test_a_wreck_is_left_to_screen_the_howitzer": PLANNER,
    "test_two_squads_rush_the_gun": PLANNER,
    "test_the_last_card_of_the_deck_goes_to_the_foot": PLANNER,
    "test_a_tank_does_not_ram_where_others_strike_back": BOTH,
    "test_in_the_last_turn_nobody_starts_a_burning_engine": PLANNER,
    "test_a_squad_goes_up_to_the_tank_to_strike_with_its_other_card": (),
    "test_the_gun_gets_off_before_its_jeep_is_shot": BOTH,
    "test_the_passenger_leaves_the_half_track_that_will_be_hit_again": (),
    "test_the_dear_tank_hides_in_the_last_turn": (),
    "test_the_card_that_comes_before_the_enemy": (),
    "test_first_the_gun_that_would_be_shot_at": PLANNER,
    "test_a_black_card_is_no_close_combat": (),
    "test_a_carrier_is_worth_what_it_carries": BOTH,
    "test_a_tank_out_of_reach_does_no_harm": PLANNER,
    "test_the_follower_who_brings_another": PLANNER,
    "test_the_card_that_could_be_fired_with_is_taken": PLANNER,
}
"""Test -> the players that find it today, from both sides of the table if no side is named."""
PLAYERS = ("tactician", "strategist", "planner")
RED_ONLY = user_unit("slow loader", "medium_tank", disadvantages=("slow_rate_of_fire",))
SHORT_GUN = user_unit("short gun", "medium_tank", disadvantages=("short_range_gun",))
MUTE_GUN = user_unit("light gun without a radio", "light_towed_gun", disadvantages=("no_radio",))
HALF_TRACK = user_unit("half-track", "half_track")
PARTED: Piece = ("W", 14, 16, 3, 16)
"""A wood along the table: who stands west of it and who stands east of it do not see each other."""


class Missed(AssertionError):
    """Another decision than the right one; arithmetic that is wrong is another error."""


def found(right: bool, action: Action) -> None:
    """The player's decision has to be the right one."""
    if not right:
        raise Missed(str(action))


def played(test: Callable[[str, bool], None]) -> Callable[[str, bool], None]:
    """A test of every player from both sides, that fails where the player does not find it today."""
    cases = []
    for player, (turned, side) in product(PLAYERS, ((False, "from the south"), (True, "from the north"))):
        missed = pytest.mark.xfail(raises=Missed, strict=True, reason=f"the {player} does not find it today {side}")
        marks = [] if {player, f"{player} {side}"} & set(FOUND_BY[test.__name__]) else [missed]
        marks += [LONG] if player != PLAYERS[0] else []
        cases.append(pytest.param(player, turned, marks=marks, id=f"{player}-{side}"))
    whole: Callable[[str, bool], None] = pytest.mark.parametrize(("player", "turned"), cases)(test)
    return whole


# --- markers at the end of the deck ------------------------------------------------------------------------------


@played
def test_the_shocked_unit_stays_on_the_bridge(player: str, turned: bool) -> None:
    # A two recovers it without the third die that withdrawing earns (PT-RECOVER-07), and a shocked unit holds a marker
    # (AMB-122), but not from next to it.
    assert recovery(TANK, "2C").p_success == 1
    scene = Scene([(TANK, 15, 8, NORTH)], [(TANK, 15, 17, SOUTH)], turned=turned, last=True, marker=(15, 8))
    scene.position.recovery(scene.us, "2C")
    scene.run_out()
    scene.position.go(PHASE_RECOVERY_TESTS)
    assert scene.position.asked == (REGROUP, scene.side, scene.us)
    action = scene.choose(player)
    found(action.verb == "pass", action)


@played
def test_the_last_card_goes_to_the_squad_that_takes_the_marker(player: str, turned: bool) -> None:
    # the tank's shot at the front of another brings little, and a shock nothing any more
    assert move(SQUAD, "5S").p_success * MAJOR > 7
    assert vp(shot(TANK, TANK, "5S", 9), TANK) < 0.5
    ours: list[Placed] = [(TANK, 10, 4, NORTH), (SQUAD, 24, 6, NORTH)]
    scene = Scene(ours, [(TANK, 10, 14, SOUTH)], turned=turned, last=True, marker=(24, 10))
    action = scene.assign("5S").choose(player)
    found((action.verb, scene.our(action.unit)) == ("give", 1), action)


@played
def test_the_squad_steps_onto_the_marker(player: str, turned: bool) -> None:
    # three inches ahead, and no enemy is near it nor has a card: nothing else scores (PT-VP-10)
    scene = Scene([(SQUAD, 15, 6, NORTH)], [(TANK, 15, 18, SOUTH)], turned=turned, last=True, marker=(15, 9))
    action = scene.order("5S").moving(4, 4, 4).choose(player)
    found(scene.cell(action) == (15, 9), action)


@played
def test_the_enemy_on_the_marker_is_contested(player: str, turned: bool) -> None:
    # Four inches bring the tank within three of the marker, which then is nobody's (PT-VP-10).  That is worth more than
    # either target: a shocked tank, or the squad itself with the marker.
    by_contest = move(TANK, "7S").p_success * MAJOR
    assert by_contest > 4 * vp(shot(TANK, TANK, "7S", 7, hits_before=1), TANK)
    assert by_contest > 4 * shot(TANK, SQUAD, "7S", 7, weapon="mg").p_destroyed * (MAJOR + cost(SQUAD))
    theirs: list[Placed] = [(SQUAD, 15, 12, SOUTH), (TANK, 23, 6, WEST)]
    scene = Scene([(TANK, 15, 4, NORTH)], theirs, turned=turned, last=True, marker=(15, 12))
    scene.position.unit(scene.them + 1).hits = 1
    action = scene.order("7S").choose(player)
    found(action.verb == "move", action)


# --- close combat ------------------------------------------------------------------------------------------------


@played
def test_two_squads_rush_the_gun(player: str, turned: bool) -> None:
    # One squad stands alone before a shocked gun, which a hit destroys; two stand before a sound one, which both rush
    # with one card (PT-MELEE-07).
    alone = max(shot(SQUAD, GUN, "KH", 3, hits_before=1).p_destroyed, melee(SQUAD, GUN, "KH").p_defender_destroyed)
    rush = melee(SQUAD, GUN, "KH", followers=(SQUAD,))
    lost = rush.p_attacker_destroyed * cost(SQUAD)  # the target strikes at the leader alone (PT-MELEE-11)
    assert rush.p_defender_destroyed * cost(GUN) - lost > alone * cost(GUN) + 0.6
    ours: list[Placed] = [(SQUAD, 6, 8, NORTH), (SQUAD, 20, 8, NORTH), (SQUAD, 22, 8, NORTH)]
    scene = Scene(ours, [(GUN, 6, 12, SOUTH), (GUN, 21, 12, SOUTH)], turned=turned)
    scene.position.unit(scene.them).hits = 1
    action = scene.assign("KH").choose(player)
    found(action.verb == "give" and scene.our(action.unit) in (1, 2), action)


@played
def test_the_last_card_of_the_deck_goes_to_the_foot(player: str, turned: bool) -> None:
    # The tank has one card for the only target that it sees.  A second is of use if the first shot fails; the squad
    # next to a gun has none.
    target = Target(TANK, aspect="other", hits_before=1)
    once, twice = (activation(TANK, target, ("fire",) * n, ("5H", "5D")[:n], 9).p_destroyed for n in (1, 2))
    assert melee(SQUAD, GUN, "5D").p_defender_destroyed * cost(GUN) > (twice - once) * cost(TANK) + 2
    ours: list[Placed] = [(TANK, 8, 4, NORTH), (SQUAD, 22, 8, NORTH)]
    theirs: list[Placed] = [(TANK, 8, 14, NORTH), (GUN, 22, 12, SOUTH)]
    scene = Scene(ours, theirs, PARTED, turned=turned, last=True)
    scene.position.unit(scene.them).hits = 1
    action = scene.assign("5H", "5D").give(0, "5H").next_card().choose(player)
    found((action.verb, scene.our(action.unit)) == ("give", 1), action)


@played
def test_a_tank_does_not_ram_where_others_strike_back(player: str, turned: bool) -> None:
    # two squads next to the tank strike back, whatever becomes of it (PT-MELEE-08, AMB-79)
    ram = melee(TANK, TANK, "6H", helpers=(SQUAD, SQUAD))
    assert ram.p_attacker_destroyed > ram.p_defender_destroyed + 0.2
    assert vp(shot(TANK, TANK, "6H", 4), TANK) > 0.5
    theirs: list[Placed] = [(TANK, 15, 11, SOUTH), (SQUAD, 13, 12, SOUTH), (SQUAD, 17, 12, SOUTH)]
    action = Scene([(TANK, 15, 6, NORTH)], theirs, turned=turned, last=True).order("6H").choose(player)
    found(action.verb != "close combat", action)


@played
def test_a_squad_goes_up_to_the_tank_to_strike_with_its_other_card(player: str, turned: bool) -> None:
    # seven inches off: one inch nearer, and the three destroys for sure (PT-MELEE-02, PT-MELEE-04)
    stormed = move(SQUAD, "7S").p_success * melee(SQUAD, TANK, "3H").p_defender_destroyed
    assert stormed > activation(SQUAD, TANK, ("fire", "fire"), ("7S", "3H"), 7).p_destroyed + 0.3
    scene = Scene([(SQUAD, 15, 4, NORTH)], [(TANK, 15, 12, SOUTH)], turned=turned, last=True)
    action = scene.order("7S", "3H").choose(player)
    found(action.verb == "move", action)


# --- out of harm's way -------------------------------------------------------------------------------------------


@played
def test_a_wreck_is_left_to_screen_the_howitzer(player: str, turned: bool) -> None:
    # One tank has destroyed the truck, the other fires next, along the line where the wreck lies (PT-FIRE-08).  None of
    # our units has a card to fire with, and a howitzer need not see (PT-HOW-01).
    assert shot(TANK, HOWITZER, "8H", 14, weapon="mg").p_none < 0.05
    ours: list[Placed] = [(HOWITZER, 15, 2, NORTH), (TRUCK, 15, 8, NORTH), (SQUAD, 1, 1, NORTH), (SQUAD, 1, 3, NORTH)]
    scene = Scene(ours, [(TANK, 15, 15, SOUTH), (TANK, 15, 17, SOUTH)], turned=turned).their_order("9H", "8H")
    assert scene.sees((15, 2), (15, 17))
    scene.position.dice((CHANCE_FIRE, scene.them, (6, 6, 6, 6)))
    scene.position.do(FIRE, scene.them, scene.us + 1, MACHINE_GUN)
    assert scene.position.asked == (WRECK, scene.side, scene.us + 1)
    action = scene.choose(player)
    scene.position.do(GO_ON)
    assert not scene.sees((15, 2), (15, 17))
    found(action.verb == "go on", action)


@played
def test_the_gun_gets_off_before_its_jeep_is_shot(player: str, turned: bool) -> None:
    # The hit that destroys the jeep destroys the light gun aboard (PT-CARRY-10, PT-HIT-04).  Off it, and more than
    # three inches away (PT-MG-06), they are two targets for one card.  The tank is far, but in sight.
    assert shot(TANK, JEEP, "5H", 15, weapon="mg").p_destroyed > 0.95
    assert move(LIGHT_GUN, "6C").p_success > 0.8
    ours: list[Placed] = [(LIGHT_GUN, 15, 2, NORTH), (JEEP, 15, 3, NORTH)]
    scene = Scene(ours, [(TANK, 15, 19, SOUTH)], ("W", 18, 24, 5, 6), turned=turned)
    aboard(scene.position, scene.us, scene.us + 1)
    scene.position.give(scene.them, "5H")
    action = scene.order("6C").choose(player)
    found(action.verb == "move", action)


@played
def test_the_passenger_leaves_the_half_track_that_will_be_hit_again(player: str, turned: bool) -> None:
    # A hit on the half-track, saved or not, is the second for the gun aboard (PT-CARRY-06, AMB-90).  Once the gun is
    # off the next shot takes the one or the other.
    half_track = vp(shot(TANK, HALF_TRACK, "8H", 10, hits_before=1), HALF_TRACK)
    aboard_it, off_it = ((1 - shot(TANK, GUN, "8H", 10, weapon=weapon).p_none) * cost(GUN) for weapon in ("main", "mg"))
    assert half_track + aboard_it > max(half_track, off_it) + 1
    ours: list[Placed] = [(HALF_TRACK, 15, 4, NORTH), (GUN, 15, 3, NORTH)]
    scene = Scene(ours, [(TANK, 15, 15, SOUTH), (TANK, 12, 15, SOUTH)], turned=turned)
    aboard(scene.position, scene.us + 1, scene.us)
    scene.their_order("9H", "8H")
    scene.position.dice(
        (CHANCE_FIRE, scene.them, (4, 4, 4)), (CHANCE_SAVE, scene.us, (1,)), (CHANCE_DISMOUNT, scene.us + 1, (4,))
    )
    scene.position.do(FIRE, scene.them, scene.us, MAIN)
    assert scene.position.asked == (DISMOUNT, scene.side, scene.us + 1)
    action = scene.choose(player)
    found(action.verb != "pass", action)


@played
def test_the_dear_tank_hides_in_the_last_turn(player: str, turned: bool) -> None:
    # only the enemy's action is still to come, and behind the wood there is nothing to fire at
    assert vp(shot(HEAVY, TANK, "4H", 10), TANK) > 1.8
    scene = Scene([(TANK, 15, 4, NORTH)], [(HEAVY, 15, 15, SOUTH)], ("W", 3, 14, 8, 10), turned=turned, last=True)
    scene.position.give(scene.them, "4H")
    assert not scene.sees((13, 4), (15, 15))
    action = scene.order("6C").moving(4, 3, 3).choose(player)
    found(not scene.sees(scene.cell(action), (15, 15)), action)


@played
def test_in_the_last_turn_nobody_starts_a_burning_engine(player: str, turned: bool) -> None:
    # a failed test burns the tank (PT-DIS-ENGINE_FIRE), a passed one earns nothing: it scores as much as a shocked one
    for regroup in (False, True):
        assert recovery(BURNING, "6C", regroup, engine_hit=True).p_destroyed > 0.04
    scene = Scene([(BURNING, 15, 6, NORTH)], [(TANK, 15, 18, SOUTH)], turned=turned, last=True)
    u = scene.position.unit(scene.us)
    u.hits = u.engine_hit = 1
    action = scene.recover("6C").choose(player)
    found(action.verb == "pass", action)


# --- cards -------------------------------------------------------------------------------------------------------


@played
def test_the_card_that_comes_before_the_enemy(player: str, turned: bool) -> None:
    # One hit destroys a light gun (PT-HIT-04): of two that aim at each other the first to fire lives.  The enemy's
    # seven lies open; ours can have one card (PT-DIS-NO_RADIO).
    early, late, enemy = (shot(MUTE_GUN, LIGHT_GUN, card, 9).p_destroyed for card in ("8H", "6H", "7H"))
    assert early > 0.8
    assert (1 - enemy) * late < 0.1
    scene = Scene([(MUTE_GUN, 15, 4, NORTH)], [(LIGHT_GUN, 15, 14, SOUTH)], turned=turned)
    scene.position.give(scene.them, "7H", opened=True)
    scene.position.unit(scene.us + 1).given = 2  # the squad out of sight has had its two (PT-TURN-08)
    action = scene.assign("6H", "8H").choose(player)
    found(action.card == "8H", action)


@played
def test_first_the_gun_that_would_be_shot_at(player: str, turned: bool) -> None:
    # Named now, its nine comes before the enemy's seven.  The tank's target, shocked and without cards, can wait
    # (PT-TURN-12).
    assert shot(LIGHT_GUN, LIGHT_GUN, "9H", 9).p_destroyed > 0.6
    assert shot(LIGHT_GUN, LIGHT_GUN, "7H", 9).p_destroyed > 0.9
    ours: list[Placed] = [(TANK, 7, 4, NORTH), (LIGHT_GUN, 23, 4, NORTH)]
    scene = Scene(ours, [(LIGHT_GUN, 23, 14, SOUTH), (TANK, 7, 14, NORTH)], PARTED, turned=turned)
    scene.position.unit(scene.them + 1).hits = 1
    scene.position.give(scene.them, "7H", opened=True)
    action = scene.assign("3C", "9H").give(0, "3C").give(1, "9H").nominate().choose(player)
    found((action.verb, scene.our(action.unit)) == ("choose", 1), action)


@played
def test_a_black_card_is_no_close_combat(player: str, turned: bool) -> None:
    # PT-CARD-08: all that the squad next to the heavy tank can do with it is a shot, poor even if a shock were a kill
    squad = shot(SQUAD, HEAVY, "9S", 3)
    assert vp(shot(TANK, TRUCK, "9S", 9, weapon="mg", hits_before=1), TRUCK) > 0.7
    assert (squad.p_destroyed + squad.p_one_hit) * cost(HEAVY) < 0.5
    ours: list[Placed] = [(SQUAD, 6, 8, NORTH), (TANK, 20, 4, NORTH)]
    scene = Scene(ours, [(HEAVY, 6, 12, SOUTH), (TRUCK, 20, 14, SOUTH)], turned=turned)
    scene.position.unit(scene.them + 1).hits = 1
    action = scene.assign("9S").choose(player)
    found((action.verb, scene.our(action.unit)) == ("give", 1), action)


@played
def test_the_card_that_could_be_fired_with_is_taken(player: str, turned: bool) -> None:
    # A machine gun takes one card from the tank, of our choice (PT-MG-07), which fires on red only
    # (PT-DIS-SLOW_RATE_OF_FIRE).
    assert shot(RED_ONLY, TANK, "7H", 9).p_none < 0.6
    scene = Scene([(TANK, 15, 4, NORTH)], [(RED_ONLY, 15, 14, SOUTH)], turned=turned)
    scene.position.give(scene.them, "3S", "7H", opened=True)
    scene.order("AH").position.dice((CHANCE_FIRE, scene.us, (6, 6, 6, 6)), (CHANCE_SAVE, scene.them, (1, 1)))
    scene.position.do(FIRE, scene.us, scene.them, MACHINE_GUN)
    assert scene.position.asked[:2] == (EFFECT, scene.side)
    action = scene.choose(player)
    found((action.verb, action.card) == ("drop", "7H"), action)


# --- targets and followers ---------------------------------------------------------------------------------------


@played
def test_a_carrier_is_worth_what_it_carries(player: str, turned: bool) -> None:
    # one hit destroys the jeep and the light gun aboard; the other gun is worth less even if a shock were a kill
    jeep, gun = (shot(TANK, target, "8H", 9, weapon="mg") for target in (JEEP, GUN))
    assert jeep.p_destroyed * (cost(JEEP) + cost(LIGHT_GUN)) > (gun.p_destroyed + gun.p_one_hit) * cost(GUN) + 0.9
    theirs: list[Placed] = [(GUN, 12, 14, SOUTH), (JEEP, 18, 14, SOUTH), (LIGHT_GUN, 18, 15, SOUTH)]
    scene = Scene([(TANK, 15, 4, NORTH)], theirs, turned=turned)
    aboard(scene.position, scene.them + 2, scene.them + 1)
    action = scene.order("8H").choose(player)
    found((action.verb, scene.their(action.target)) == ("fire", 1), action)


@played
def test_a_tank_out_of_reach_does_no_harm(player: str, turned: bool) -> None:
    # Its gun carries twelve inches (PT-DIS-SHORT_RANGE_GUN): to take its card wins nothing, nor does a shock in the
    # last turn.  The shocked squad is a point.
    assert vp(shot(TANK, SQUAD, "8H", 9, weapon="mg", hits_before=1), SQUAD) > 0.95
    assert vp(shot(TANK, SHORT_GUN, "8H", 13), SHORT_GUN) < 0.2
    theirs: list[Placed] = [(SHORT_GUN, 13, 18, SOUTH), (SQUAD, 18, 14, SOUTH)]
    scene = Scene([(TANK, 15, 4, NORTH)], theirs, turned=turned, last=True)
    scene.position.unit(scene.them + 1).hits = 1
    scene.position.give(scene.them, "4H", opened=True)
    action = scene.order("8H").choose(player)
    found((action.verb, scene.their(action.target)) == ("fire", 1), action)


@played
def test_the_follower_who_brings_another(player: str, turned: bool) -> None:
    # Beside the leader stands one tank on each side, and a fourth next to the second of them: named first, that one
    # brings it along (PT-FOLLOW-05), for one shot more.  There is a shocked tank for each.
    assert vp(shot(TANK, TANK, "7H", 12, hits_before=1), TANK) > 2
    ours: list[Placed] = [(TANK, x, 4, NORTH) for x in (15, 11, 19, 22)]
    scene = Scene(ours, [(TANK, x, 17, SOUTH) for x in (13, 15, 17)], turned=turned, last=True)
    for k in range(3):
        scene.position.unit(scene.them + k).hits = 1
    scene.order("7H").position.do(FIRE, scene.us, scene.them, MAIN)
    assert scene.position.asked[:2] == (FOLLOW, scene.side)
    action = scene.choose(player)
    found((action.verb, scene.our(action.unit)) == ("name", 2), action)


def test_the_table_is_of_these_twenty() -> None:
    # else it would tell of a position that is gone
    assert len(FOUND_BY) == 20
    assert FOUND_BY.keys() <= globals().keys()
