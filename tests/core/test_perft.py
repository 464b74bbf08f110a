"""The lists of legal actions against an independent, naive generator: counted leaf by leaf, and along random battles.

``reference.naive_moves`` was written from the rules; wherever these tests look, both lists hold the same actions.  The
numbers stated beside that were counted by hand, as the comments say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.core.positions import EAST, SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of, user_unit
from tests.reference.perft import Tree
from tests.reference.walks import a_battle, ruleset
from tigersim.core.enums import (
    ASSAULT,
    ASSIGN,
    BOARD,
    CALL,
    DARE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    EFFECT,
    FIRE,
    FOLLOW,
    GO_ON,
    HELP,
    MACHINE_GUN,
    MAIN,
    MORTAR,
    MOVE,
    NAME,
    NEXT_TARGET,
    NOMINATE,
    OCCUPY,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_DEPLOY,
    PHASE_END,
    PHASE_NOMINATE,
    PHASE_PROLONG,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    PHASE_RESOLVE,
    PLACE,
    PROLONG,
    RECOVER,
    REGROUP,
    REROLL,
    SECOND_SHOT,
    SPLASH,
    SPLIT,
    STRIKE,
    TEST,
    WRECK,
)
from tigersim.game.options import allow_support
from tigersim.rules.switches import HowitzerSplash, MeleeAfterSuccess, RevealedCardLost, SupportCall, SupportTargets

MORTARS, GUNNERS = "Infantry [generic] + mortar", "Infantry [generic] + machine gun"
GUN, HOWITZER, JEEP = "Towed gun [generic]", "Towed gun [generic] + howitzer", "Light transport [generic]"
LIGHT_GUN = "Light towed gun [generic]"
HALF_TRACK, SPG, CONSCRIPTS = "Half-track [generic]", "Self-propelled gun [generic]", "Conscripts [ussr]"
FACINGS = 16
AUTOMATIC = "2H"
"""A red card that every roll of two dice or more passes."""


# --- setting positions up -------------------------------------------------------------------------------------------


def tree(position: Position) -> Tree:
    """The decisions below a position."""
    return Tree(position.battle, position.table, position.work)


def comes_up(position: Position, slot: int, card: str) -> Position:
    """The unit's card comes up for an order."""
    position.turn_over(slot, card)
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, slot // B, slot)
    return position


def embark(position: Position, unit: int, vehicle: int) -> None:
    """The unit is aboard the vehicle."""
    u, v = position.unit(unit), position.unit(vehicle)
    position.state.occupant[u.y * int(position.table[0].width) + u.x] = 0
    u.x, u.y, u.placed, u.carrier = v.x, v.y, 0, vehicle
    v.aboard += 1


def carry_on(position: Position, decision: int) -> Position:
    """Pass until the battle waits for that decision."""
    while int(position.state.ask) in (REROLL, FOLLOW, HELP, WRECK, ORDER) and int(position.state.ask) != decision:
        position.do(PASS)
    assert int(position.state.ask) == decision
    return position


def with_luck(
    position: Position, decision: int, act: Callable[[], None], also: Callable[[], bool] = lambda: True
) -> Position:
    """Act under the first key of the streams of chance that brings the decision about."""
    here = position.battle.copy()
    for key in range(1, 1000):
        position.battle[:] = here
        position.state.key = key
        act()
        while int(position.state.ask) in (REROLL, FOLLOW, HELP, WRECK) and int(position.state.ask) != decision:
            position.do(PASS)
        if int(position.state.ask) == decision and also():
            return position
    raise AssertionError("no luck")


def unplaced(position: Position) -> Position:
    """Nobody has been set up yet."""
    position.state.occupant[:] = 0
    for u in position.state.unit:
        u.placed = 0
    position.go(PHASE_DEPLOY)
    return position


# --- positions, what the battle waits for in them, and how many actions there are ------------------------------------


def machine_gun_squad() -> Position:
    position = Position([GUNNERS], [SQUAD, TANK, SQUAD], open_table(20, 8))
    for slot, x, y in ((A, 2, 2), (B, 2, 5), (B + 1, 10, 2), (B + 2, 17, 2)):
        position.put(slot, x, y)
    # waive, move; the squad 2" off with rifles and machine gun, or in close combat; the tank 7" off with rifles (it
    # has no card to lose); the squad 14" off with the machine gun: 2 + 3 + 1 + 1
    return comes_up(position, A, AUTOMATIC)


@cache
def wood() -> Any:
    """A wood across the table."""
    return table_of(*["........WW.........."] * 8)


def mortar_squad() -> Position:
    position = Position([MORTARS, SQUAD], [SQUAD, TANK, SQUAD], wood())
    for slot, x, y in ((A, 2, 2), (A + 1, 12, 4), (B, 15, 2), (B + 1, 18, 2), (B + 2, 6, 2)):
        position.put(slot, x, y)
    # waive, move, find cover; over the wood, spotted: the squad 12" and the tank 15" off; the squad 3" off is too near
    # for the mortar, so rifles
    return comes_up(position, A, "2C")


def exact_ranges() -> Position:
    position = Position([MORTARS], [SQUAD] * 4, open_table(20, 8))
    for slot, x, y in ((A, 0, 2), (B, 7, 2), (B + 1, 8, 3), (B + 2, 13, 2), (B + 3, 14, 4)):
        position.put(slot, x, y)
    # waive, move; at 6" rifles, no mortar as yet, and close combat; at 7" and 12" both; beyond only the mortar
    return comes_up(position, A, AUTOMATIC)


def mortar_without_spotter() -> Position:
    position = Position([MORTARS, SQUAD], [SQUAD, TANK, SQUAD], wood())
    for slot, x, y in ((A, 2, 2), (A + 1, 0, 7), (B, 15, 2), (B + 1, 18, 2), (B + 2, 6, 2)):
        position.put(slot, x, y)
    return comes_up(position, A, "2C")  # as before, but for the two shots over the wood


def second_mortar_shot() -> Position:
    position = Position([MORTARS], [SQUAD, SQUAD, TANK], open_table(20, 8))
    for slot, x, y in ((A, 0, 2), (B, 10, 2), (B + 1, 19, 2), (B + 2, 17, 2)):
        position.put(slot, x, y)
    comes_up(position, A, AUTOMATIC)
    position.do(FIRE, A, B, MORTAR)
    # none, or the tank exactly 6" from the squad; that is gone, and the second squad was 8" from it
    return carry_on(position, SECOND_SHOT)


def two_guns() -> Position:
    position = Position(["M3 Lee"], [SQUAD, SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 5, 5), (B, 5, 9), (B + 1, 9, 5)):
        position.put(slot, x, y)
    # waive, move; ahead with both guns and the machine gun; to the right the hull gun does not bear; two assaults
    return comes_up(position, A, AUTOMATIC)


def assault_gun() -> Position:
    position = Position([SPG], [SQUAD, SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 5, 2), (B, 8, 5), (B + 1, 9, 5)):
        position.put(slot, x, y)
    # waive, move, find cover; one target stands at 45 degrees, the other beyond
    return comes_up(position, A, "2C")


def howitzer_splash() -> Position:
    position = Position([HOWITZER], [TANK, SQUAD, SQUAD, SQUAD, HALF_TRACK], open_table(20, 8))
    for slot, x, y in ((A, 1, 1), (B, 12, 4), (B + 1, 14, 4), (B + 2, 12, 6), (B + 3, 10, 4), (B + 4, 10, 6)):
        position.put(slot, x, y)
    for slot, card in ((B + 1, "5C"), (B + 2, "6C"), (B + 4, "7C")):
        position.give(slot, card)
    comes_up(position, A, AUTOMATIC)
    position.do(FIRE, A, B, MAIN)
    return carry_on(position, SPLASH)  # one squad of three has no card to lose, and the half-track is armoured


def gun_and_truck() -> Position:
    position = Position([GUN, TRUCK, JEEP], [SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 0, 0), (A + 1, 3, 3), (A + 2, 4, 4), (B, 11, 11)):
        position.put(slot, x, y)
    comes_up(position, A, AUTOMATIC)
    position.do(MOVE, A)
    carry_on(position, DESTINATION)
    position.state.allowance = 6
    # x from 0 to 6: 7 + 6 + 6 + 6 + 5 + 4 + 1 = 35 cells within 6" of the corner; the truck stands in one, the jeep in
    # another; the gun can be limbered to the truck, while the jeep takes light guns only
    return position


def set_up() -> Position:
    position = unplaced(Position([SQUAD], [TRUCK, SQUAD], open_table(12, 12)))
    assert position.asked == (DEPLOY, 1, B)
    return position  # a third of 12 x 12: 48 cells


def set_up_aboard() -> Position:
    position = set_up()
    position.do(PLACE, B, at=(5, 10, EAST))
    return position  # one cell less, and the squad may start in the truck


def riders_get_off() -> Position:
    position = Position([TANK, SQUAD], [SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 5, 5), (A + 1, 0, 0), (B, 5, 11)):
        position.put(slot, x, y)
    embark(position, A + 1, A)
    comes_up(position, A, AUTOMATIC)
    position.do(FIRE, A, B, MAIN)
    carry_on(position, DISMOUNT)
    position.state.thrown = 1
    # sixteen rays as far as 1" from base to base: (2, 0) four times, (2, 1) eight times, and (1, 1) four times, since
    # at (2, 2) the gap is the root of 2
    return position


def riders_shut_in() -> Position:
    water = ["~" * 5] * 2
    position = Position([TANK, SQUAD], [SQUAD], table_of(".....", *water, "~~#~~", *water))
    for slot, x, y in ((A, 2, 2), (A + 1, 0, 0), (B, 2, 5)):
        position.put(slot, x, y)
    embark(position, A + 1, A)
    # waive, move; its riders would drown, so the tank on the bridge does not fire, and water lies before the squad
    return comes_up(position, A, AUTOMATIC)


def passengers_may_stay() -> Position:
    position = Position([TANK], [HALF_TRACK, SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 5, 0), (B, 5, 6), (B + 1, 0, 11)):
        position.put(slot, x, y)
    embark(position, B + 1, B)
    comes_up(position, A, AUTOMATIC)
    with_luck(position, DISMOUNT, lambda: position.do(FIRE, A, B, MAIN), lambda: bool(position.unit(B).alive))
    return position  # to stay or to get off


def passengers_who_get_off() -> Position:
    position = passengers_may_stay()
    position.do(GO_ON)
    position.state.thrown = 1
    return position  # the sixteen places of the riders


def amphibian(river: str) -> Position:
    rows = ("B" * 16, river, "B" * 16)
    position = Position(["LVT-A"], [SQUAD], table_of(*rows))
    position.put(A, 3, 1)
    comes_up(position, A, AUTOMATIC)
    position.do(MOVE, A)
    carry_on(position, DESTINATION)
    position.state.allowance = 12
    return position


def river() -> Position:
    # 6" of water from its edge at 3.5 end at 9.5: the centres of seven dry and nine cells in all lie before it
    return amphibian("....~~~~~~~~....")


def ford() -> Position:
    return amphibian("....~~~,~~~~....")  # the inch of the ford is not swum


def bridge() -> Position:
    return amphibian("....~~~#~~~~....")  # nor that of a bridge


def wreck() -> Position:
    position = Position([TANK, TANK], [TANK, SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 2, 2), (A + 1, 5, 0), (B, 5, 5), (B + 1, 5, 9)):
        position.put(slot, x, y)
    position.turn_over(A + 1, "2C")
    comes_up(position, A, AUTOMATIC)
    # the second tank's card: waive, move, find cover; with the wreck gone the squad behind it can be shot at twice
    return with_luck(position, WRECK, lambda: position.do(FIRE, A, B, MAIN))


def follow_chain() -> Position:
    position = Position([TANK, SQUAD, SQUAD, SQUAD], [SQUAD], open_table(12, 12))
    for slot, x, y in ((A, 2, 1), (A + 1, 2, 5), (A + 2, 2, 9), (A + 3, 10, 10), (B, 11, 0)):
        position.put(slot, x, y)
    comes_up(position, A, "2C")
    position.do(MOVE, A)
    assert int(position.state.ask) == FOLLOW
    return position  # nobody, or the squad 3" from the leader; the next one is 3" from that squad only


def longer_chain() -> Position:
    position = follow_chain()
    position.do(NAME, A + 1)
    return position  # nobody, or the second squad, 7" from the leader


def keeping_together() -> Position:
    position = follow_chain()
    position.do(NAME, A + 1)
    position.do(PASS)
    position.do(PLACE, A, at=(2, 1, EAST))
    assert position.asked == (DESTINATION, 0, A + 1)
    position.state.allowance = 6
    # within 3" of the leader, base to base, lie 5 + 6 + 6 + 6 + 5 + 5 + 3 = 36 cells, from x = 0 to 6; in one he stands
    # himself, and (6, 0) is the root of 41 from the squad; or it gets on the leader, a tank
    return position


def infantry_attack(leader: str = SQUAD) -> Position:
    position = Position([leader, SQUAD, SQUAD], [SQUAD, SQUAD, GUN, SQUAD, SQUAD], open_table(12, 12))
    places = (
        (A, 5, 2),
        (A + 1, 6, 2),
        (A + 2, 7, 2),
        (B, 5, 6),
        (B + 1, 7, 6),
        (B + 2, 4, 8),
        (B + 3, 3, 6),
        (B + 4, 10, 6),
    )
    for slot, x, y in places:
        position.put(slot, x, y)
    position.unit(B + 3).hits = 1
    return comes_up(position, A, AUTOMATIC)  # waive, move, five rifle shots, five assaults


def followers_into_combat() -> Position:
    position = infantry_attack()
    position.do(ASSAULT, A, B)
    assert int(position.state.ask) == FOLLOW
    # nobody or one of two: 3; then a helper or none, or the other follower or none: 2 + 2 + 2, for neither the gun nor
    # the shocked squad may help
    return position


def follower_strikes() -> Position:
    position = followers_into_combat()
    position.do(NAME, A + 1)
    position.do(PASS)
    position.do(PASS)
    assert position.asked == (STRIKE, 0, A + 1)
    # the target has fallen: nobody, or one of its three neighbours within 3" of its place; the fourth stood 4" off
    return position


def close_combat(leader: str, *followers: bool) -> Position:
    """Three units at the squad next to its helper with a red ten; whether each follower strikes when its turn comes."""
    position = infantry_attack(leader)
    position.unit(A).pending = 0
    position.state.pile[0].revealed = 0
    comes_up(position, A, "10H")

    def attack() -> None:
        position.do(ASSAULT, A, B)
        for name in (A + 1, A + 2, B + 1):
            position.do(NAME, name)
        if int(position.state.ask) == DARE:
            position.do(GO_ON)
        for strikes in followers:
            if strikes and B in position.units(NAME):
                position.do(NAME, B)
            else:
                position.do(PASS)

    def target_holds_out() -> bool:
        leader_lives = bool(position.unit(A).alive)
        return position.asked[1] == 1 and bool(position.unit(B).alive) and leader_lives == (leader == SQUAD)

    return with_luck(position, STRIKE, attack, target_holds_out)


def helper_strikes() -> Position:
    position = close_combat(SQUAD, True, True)
    assert position.asked == (STRIKE, 1, B + 1)
    return position  # the target has struck at the leader and missed; the helper: nobody, or one of the three attackers


def helper_strikes_at_who_came() -> Position:
    position = close_combat(SQUAD, False, True)
    assert position.asked == (STRIKE, 1, B + 1)
    return position  # as before, without the follower that has stayed where it was


def target_of_a_dead_leader() -> Position:
    position = close_combat(CONSCRIPTS, True, True)
    assert position.asked == (STRIKE, 1, B)
    return position  # the extra die has cost the leader its life: nobody, or one of two followers


def target_of_one_who_came() -> Position:
    position = close_combat(CONSCRIPTS, False, True)
    assert position.asked == (STRIKE, 1, B)
    return position  # nobody, or the one follower that has struck


def burst(*neighbours: tuple[int, int]) -> Position:
    position = Position([GUNNERS], [SQUAD] * (2 + len(neighbours)), open_table(12, 12))
    position.put(A, 5, 1)
    position.put(B, 5, 6)
    position.put(B + 1, 11, 6)
    for k, (x, y) in enumerate(neighbours):
        position.put(B + 2 + k, x, y)
    comes_up(position, A, AUTOMATIC)
    position.do(FIRE, A, B, MACHINE_GUN)
    return carry_on(position, SPLIT)


def burst_at_two() -> Position:
    return burst((9, 6))  # leave it, or one of four dice to the squad 3" off; the one 5" off is too far


def burst_at_three() -> Position:
    return burst((9, 6), (2, 6))  # leave it, or one of four dice to one of two


def re_rolls(*advantages: str) -> Position:
    improved = user_unit("Improved", "medium_tank", improved=True, advantages=advantages)
    position = Position([improved], [TANK], open_table(12, 12))
    comes_up(position, A, AUTOMATIC)
    position.do(FIRE, A, B, MAIN)
    assert int(position.state.ask) == REROLL
    return position


def one_permission() -> Position:
    return re_rolls()  # keep, all, or one of three dice


def two_permissions() -> Position:
    return re_rolls("improved_gun")


def recovery_tests() -> Position:
    position = Position([SQUAD, TANK], [SQUAD], open_table(12, 12))
    position.put(B, 6, 11)
    for slot, card in ((A, "10C"), (A + 1, "JC")):
        position.recovery(slot, card)
    position.go(PHASE_RECOVERY_TESTS)
    return position  # which of two is tested first


def regroup() -> Position:
    position = Position([TANK], [TANK], table_of("B" * 14, "." * 14, "B" * 14))
    position.put(A, 7, 1)
    position.put(B, 10, 1)
    position.recovery(A, "10C")
    position.go(PHASE_RECOVERY_TESTS)
    return position  # to stay, or to one of six cells along the street, away from the enemy


def hands() -> Position:
    position = Position([SQUAD] * 2, [SQUAD] * 2, open_table(12, 12))
    position.hand(0, saved=["KH"], blind=["3C", "4D"])
    position.hand(1, blind=["9C"])
    return position


def assignment() -> Position:
    position = hands()
    position.go(PHASE_ASSIGN)
    # no card, or the saved one or an unseen one to one of two units: 5; whatever it is, the other side then has no card
    # or its one to one of two: 5 x 3
    return position


def nomination() -> Position:
    position = Position([SQUAD] * 2, [SQUAD], open_table(12, 12))
    for slot, cards in ((A, ["3C", "4D"]), (A + 1, ["5C"]), (B, ["6C"])):
        position.give(slot, *cards)
    position.go(PHASE_NOMINATE)
    return position  # one unit turns over its first card, its second or both, or the other its one


def naming_again() -> Position:
    position = nomination()
    position.state.player[0].last_unit = A
    return position  # the other unit's turn


def recovery_cards() -> Position:
    position = hands()
    position.unit(A).hits = 1
    position.unit(A + 1).immobilised = 1
    position.go(PHASE_RECOVER)
    return position  # as for orders, to one that is hurt and one that cannot move; nobody of side b is either


def hand_over_six() -> Position:
    position = Position([SQUAD], [SQUAD], open_table(12, 12))
    position.hand(0, saved=["KH", "KD", "KS"], blind=["3C", "4D", "5C", "6C", "7C"])
    position.go(PHASE_END)
    # eight cards: a saved one or an unseen one, 3 + 1; then 2 + 1 after each saved one and 3 + 1 after an unseen one
    return position


def prolonging() -> Position:
    position = Position([SQUAD], [SQUAD], open_table(12, 12))
    position.empty_pile()
    position.go(PHASE_PROLONG)
    return position  # yes or no, twice if the first says yes


def daring() -> Position:
    position = Position([CONSCRIPTS], [SQUAD], open_table(12, 12))
    position.put(B, 0, 4)
    comes_up(position, A, AUTOMATIC)
    position.do(ASSAULT, A, B)
    return carry_on(position, DARE)


def occupation() -> Position:
    position = Position([SQUAD], [SQUAD, SQUAD], open_table(12, 12))
    position.state.ruling.melee_after_success = MeleeAfterSuccess.OCCUPY
    position.put(B, 0, 4)
    comes_up(position, A, AUTOMATIC)
    position.do(ASSAULT, A, B)
    return carry_on(position, OCCUPY)


def a_card_of_armour(revealed_card_lost: int = 0) -> Position:
    position = Position([GUNNERS], [TANK], open_table(12, 12))
    position.state.ruling.revealed_card_lost = revealed_card_lost
    position.put(B, 4, 8)
    position.give(B, "KS", opened=True)
    position.give(B, "QS")
    position.turn_over(B, "2D")
    comes_up(position, A, AUTOMATIC)
    # the open card, the hidden one or the one turned over
    return with_luck(position, EFFECT, lambda: position.do(FIRE, A, B, MACHINE_GUN))


def a_card_that_still_acts() -> Position:
    return a_card_of_armour(RevealedCardLost.REVEALED_CARD_STILL_ACTS)  # the one turned over is safe (AMB-18)


def landing() -> Position:
    position = Position(["LCVP", SQUAD], [SQUAD], table_of(*["...~~..."] * 12))
    for slot, x, y in ((A, 3, 5), (A + 1, 0, 0), (B, 7, 11)):
        position.put(slot, x, y)
    embark(position, A + 1, A)
    comes_up(position, A + 1, AUTOMATIC)
    position.do(MOVE, A + 1)
    carry_on(position, DESTINATION)
    position.state.allowance = 1
    # stay aboard, or 1" from the craft's edge, 2" from its centre, on the near bank: (2, 5), (1, 5), (2, 4), (2, 6)
    return position


def craft_attacks() -> Position:
    position = Position(["LCVP"], [SQUAD, SQUAD], table_of(*["...~~..."] * 12))
    for slot, x, y in ((A, 3, 5), (B, 2, 8), (B + 1, 0, 5)):
        position.put(slot, x, y)
    # waive, move; the squad on the bank can be touched from the water, the one inland cannot
    return comes_up(position, A, AUTOMATIC)


def glider() -> Position:
    position = unplaced(Position([SQUAD], ["Waco Glider", JEEP, LIGHT_GUN, SQUAD], open_table(12, 12)))
    position.do(PLACE, B, at=(5, 10, EAST))
    return position  # 47 cells for the jeep, or the glider


def glider_with_a_jeep() -> Position:
    position = glider()
    position.do(BOARD, B + 1, B)
    return position  # 47 cells for the light gun, or the glider, with the jeep that tows it


def glider_with_a_gun() -> Position:
    position = glider_with_a_jeep()
    position.do(BOARD, B + 2, B)
    return position  # 47 cells for the squad: the glider takes a jeep or infantry


def glider_with_a_gun_alone() -> Position:
    position = glider()
    position.do(PLACE, B + 1, at=(6, 10, EAST))
    return position  # 46 cells for the light gun, or the jeep: without that the glider takes no gun


def first_edition() -> Position:
    position = Position(
        ["Medium tank [generic]"], ["Infantry [generic]", "Infantry [generic]"], open_table(12, 12), ruleset("I")
    )
    position.put(B, 0, 3)
    return comes_up(position, A, AUTOMATIC)  # waive, move, two shots: neither machine guns nor close combat


def support(*units: tuple[int, int, int], readings: dict[str, int] | None = None) -> Position:
    """A squad of side a with two friends against two squads and a tank, on ground where support may be called."""
    position = Position([SQUAD] * 3, [SQUAD, TANK, SQUAD], open_table(26, 10))
    allow_support(position.battle, "both")
    for switch, option in (readings or {}).items():
        position.state.ruling[switch] = option
    for slot, x, y in ((A, 0, 0), (A + 1, 0, 2), (A + 2, 0, 4), (B, 14, 2), (B + 1, 21, 2), (B + 2, 21, 9), *units):
        position.put(slot, x, y)
    return position


def an_ace() -> Position:
    # waive, move, find cover; nobody is within twelve inches; a barrage on any of three
    return comes_up(support(), A, "AS")


def an_ace_in_addition() -> Position:
    position = comes_up(support(readings={"support_call": SupportCall.IN_ADDITION}), A, "AS")
    position.do(CALL, A, B)
    position.do(PASS)
    assert position.asked == (ORDER, 0, A)
    return position  # waive, move, find cover: the ace has called


def aces_in_hand() -> Position:
    position = support(readings={"support_call": SupportCall.FROM_HAND})
    position.hand(0, saved=["AS", "AD", "KH"])
    position.go(PHASE_NOMINATE)
    return position  # none, or one of two aces at one of three


def next_shot() -> Position:
    position = an_ace()
    position.do(CALL, A, B)
    return carry_on(position, NEXT_TARGET)  # none, the same once more, or the tank exactly 6" off


def last_shot() -> Position:
    position = next_shot()
    position.do(CALL, A, B)
    return carry_on(position, NEXT_TARGET)  # none, or the tank: the squad has been shot at twice


def shot_at_friends() -> Position:
    # the same once more, or either of two units at the same distance, be it a friend
    position = comes_up(
        support((A + 2, 11, 2), (B + 2, 14, 5), readings={"support_targets": SupportTargets.ANY_UNIT}), A, "AS"
    )
    position.do(CALL, A, B)
    return carry_on(position, NEXT_TARGET)


def support_splash() -> Position:
    position = support((B + 2, 14, 4), readings={"howitzer_splash": HowitzerSplash.BARRAGE_ANY_UNIT})
    for slot, card in ((B + 1, "5C"), (B + 2, "6C")):
        position.give(slot, card)
    comes_up(position, A, "AS")
    return with_luck(position, SPLASH, lambda: position.do(CALL, A, B))  # a tank too by this reading


COUNTED: list[tuple[Callable[[], Position], int, tuple[int, ...]]] = [
    (machine_gun_squad, ORDER, (7,)),
    (mortar_squad, ORDER, (6,)),
    (mortar_without_spotter, ORDER, (4,)),
    (exact_ranges, ORDER, (2 + 2 + 4 + 1,)),
    (second_mortar_shot, SECOND_SHOT, (2,)),
    (two_guns, ORDER, (9,)),
    (assault_gun, ORDER, (4,)),
    (howitzer_splash, SPLASH, (2,)),
    (gun_and_truck, DESTINATION, (33 * FACINGS + 1,)),
    (set_up, DEPLOY, (48 * FACINGS,)),
    (set_up_aboard, DEPLOY, (47 * FACINGS + 1,)),
    (riders_get_off, DISMOUNT, (16 * FACINGS,)),
    (riders_shut_in, ORDER, (2,)),
    (passengers_may_stay, DISMOUNT, (2,)),
    (passengers_who_get_off, DISMOUNT, (16 * FACINGS,)),
    (river, DESTINATION, (10 * FACINGS,)),
    (ford, DESTINATION, (11 * FACINGS,)),
    (bridge, DESTINATION, (11 * FACINGS,)),
    (wreck, WRECK, (2, 3 + 5)),
    (follow_chain, FOLLOW, (2,)),
    (longer_chain, FOLLOW, (2,)),
    (keeping_together, DESTINATION, (34 * FACINGS + 1,)),
    (infantry_attack, ORDER, (12,)),
    (followers_into_combat, FOLLOW, (3, 6)),
    (follower_strikes, STRIKE, (4,)),
    (helper_strikes, STRIKE, (4,)),
    (helper_strikes_at_who_came, STRIKE, (3,)),
    (target_of_a_dead_leader, STRIKE, (3,)),
    (target_of_one_who_came, STRIKE, (2,)),
    (burst_at_two, SPLIT, (5,)),
    (burst_at_three, SPLIT, (9,)),
    (one_permission, REROLL, (5,)),
    (two_permissions, REROLL, (5,)),
    (recovery_tests, TEST, (2,)),
    (regroup, REGROUP, (6 * FACINGS + 1,)),
    (assignment, ASSIGN, (5, 15)),
    (nomination, NOMINATE, (4, 4)),
    (naming_again, NOMINATE, (1, 1)),
    (recovery_cards, RECOVER, (5,)),
    (hand_over_six, DISCARD, (4, 3 * 3 + 4)),
    (prolonging, PROLONG, (2,)),
    (daring, DARE, (2,)),
    (occupation, OCCUPY, (2,)),
    (a_card_of_armour, EFFECT, (3,)),
    (a_card_that_still_acts, EFFECT, (2,)),
    (landing, DESTINATION, (4 * FACINGS + 1,)),
    (craft_attacks, ORDER, (3,)),
    (glider, DEPLOY, (47 * FACINGS + 1,)),
    (glider_with_a_jeep, DEPLOY, (47 * FACINGS + 1,)),
    (glider_with_a_gun, DEPLOY, (47 * FACINGS,)),
    (glider_with_a_gun_alone, DEPLOY, (46 * FACINGS + 1,)),
    (first_edition, ORDER, (4,)),
    (an_ace, ORDER, (3 + 3,)),
    (an_ace_in_addition, ORDER, (3,)),
    (aces_in_hand, NEXT_TARGET, (1 + 2 * 3,)),
    (next_shot, NEXT_TARGET, (3,)),
    (last_shot, NEXT_TARGET, (2,)),
    (shot_at_friends, NEXT_TARGET, (3,)),
    (support_splash, SPLASH, (2,)),
]
"""Position, what it waits for, and its leaves one decision deep, two deep and so on, counted by hand."""


@pytest.mark.parametrize(("build", "decision", "leaves"), COUNTED, ids=[row[0].__name__ for row in COUNTED])
def test_as_many_actions_as_counted_by_hand(
    build: Callable[[], Position], decision: int, leaves: tuple[int, ...]
) -> None:
    position = build()
    assert int(position.state.ask) == decision
    assert tuple(tree(position).perft(depth + 1) for depth in range(len(leaves))) == leaves


SHARINGS = [(burst_at_two, 2**4 - 1), (burst_at_three, 3**4 - 2**4)]
"""PT-MG-06: each of four dice goes to one of the targets, and not all of them away from the first."""


@pytest.mark.rule("PT-MG-06")
@pytest.mark.parametrize(("build", "sharings"), SHARINGS)
def test_every_sharing_of_a_burst_is_there_once(build: Callable[[], Position], sharings: int) -> None:
    assert tree(build()).endings() == sharings


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04")
def test_every_way_to_use_two_permissions() -> None:
    # keep or all: 2; or one of three dice, after which keep, all the rest, or one of the two left: 3 x 4
    assert tree(two_permissions()).endings() == 2 + 3 * 4
    assert tree(one_permission()).endings() == 5


@pytest.mark.parametrize("build", [row[0] for row in COUNTED], ids=[row[0].__name__ for row in COUNTED])
def test_the_lists_agree_three_decisions_deep(build: Callable[[], Position]) -> None:
    assert tree(build()).perft(3, places=2) > 0


@pytest.mark.parametrize("seed", range(12))
def test_the_lists_agree_along_random_battles(seed: int) -> None:
    """Some 700 decisions, of the kinds that come up; ``tests/verification/perft.py`` sees as many as one likes."""
    asked = a_battle(seed).walk(seed, 60)
    assert asked.total() > 20


@pytest.mark.parametrize("seed", range(6))
def test_the_lists_agree_along_battles_with_support(seed: int) -> None:
    """The aces lie on top of the pile, so that some of them are played."""
    a_battle(seed, support="both", aces=4).walk(seed, 80)
