"""Off-table support in battles: who calls it, on what, what its attacks do, and what the players make of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.core.fire_scenes import NO_RADIO, SU_85, TIGER, TRAP, Roll, aboard, cards_left, ruled, state
from tests.core.positions import EAST, SQUAD, TANK, TRUCK, WEST, A, B, Position, open_table, table_of, user_unit
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CALL,
    CHANCE_OFF_TABLE,
    CHANCE_SAVE,
    DISMOUNT,
    GIVE,
    MOVE,
    NAME,
    NEXT_TARGET,
    NO_CARD,
    NOBODY,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_NOMINATE,
    PHASE_RESOLVE,
    REROLL,
    SPLASH,
)
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import POLICIES
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.action import Action, in_words
from tigersim.game.narration import narrate
from tigersim.game.options import allow_support
from tigersim.game.seats import Seats

Placed = tuple[str | Unit, int, int]
HIT, MISS, NEAR = (6, 5), (1, 1), (3, 3)
"""Two dice of a barrage."""
STRIKE_HIT, STRIKE_MISS = (5, 5, 5), (1, 1, 1)
VETERANS = user_unit("veteran tank", "medium_tank", improved=True)
LIGHT = "Recon [generic]"


def field(
    *enemies: Placed, card: str = "AS", friends: Sequence[Placed] = (), support: str = "both", **more: Any
) -> Position:
    """A squad of side a at (0, 6) with an ace, friends and enemies where given; one more friend has the last card."""
    table = more.pop("table", None)
    rules: RuleSet | None = more.pop("ruleset", None)
    ours = [SQUAD, *(one for one, _, _ in friends), SQUAD]
    position = Position(
        ours, [one for one, _, _ in enemies], open_table(30, 13) if table is None else table, rules, **more
    )
    allow_support(position.battle, support, rules)
    position.put(A, 0, 6, EAST)
    for k, (_, x, y) in enumerate(friends, start=1):
        position.put(A + k, x, y, EAST)
    position.put(A + len(ours) - 1, 0, 0)
    for k, (_, x, y) in enumerate(enemies):
        position.put(B + k, x, y, WEST)
    position.turn_over(A, card)
    position.turn_over(A + len(ours) - 1, "2C")
    return position


def ready(position: Position) -> Position:
    """The ace comes up."""
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


def targets(position: Position) -> set[int]:
    """What the legal actions call support on."""
    return {one.target for one in position.fields(CALL)}


def attacks(*rolls: Sequence[int]) -> list[Roll]:
    """The dice of the attacks to come, thrown by the squad."""
    return [(CHANCE_OFF_TABLE, A, tuple(roll)) for roll in rolls]


def call(position: Position, *rolls: Roll, target: int = B) -> None:
    """Spend the ace, with these dice to come."""
    position.dice(*rolls)
    position.do(CALL, A, target)


# --- calling ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
@pytest.mark.parametrize(
    ("support", "card", "called"),
    [
        ("none", "AS", False),
        ("none", "AH", False),
        ("barrages", "AS", True),
        ("barrages", "AC", True),
        ("barrages", "AD", False),
        ("air strikes", "AC", False),
        ("air strikes", "AH", True),
        ("both", "AD", True),
        ("both", "KS", False),
    ],
)
def test_aces_call_what_the_battle_permits(support: str, card: str, called: bool) -> None:
    position = ready(field((TANK, 20, 6), card=card, support=support))
    assert targets(position) == ({B} if called else set())
    assert position.legal()[0] == PASS


@pytest.mark.rule("PT-SUPPORT-03", "PT-SUPPORT-07")
def test_the_first_target_is_in_view_of_any_friend() -> None:
    wall = table_of(*["..........W..................."] * 13)
    hidden = ready(field((TANK, 20, 6), table=wall))
    assert targets(hidden) == set()
    seen = ready(field((TANK, 20, 6), table=wall, friends=[(SQUAD, 15, 12)]))
    assert targets(seen) == {B}
    assert cards_left(seen, A + 1) == 0  # a spotter needs no card


@pytest.mark.rule("PT-SUPPORT-03", "AMB-68", "AMB-75")
@pytest.mark.parametrize(
    ("rules", "friend", "hits", "seen"),
    [
        ({}, SQUAD, 1, True),
        ({"indirect_spotter": "not_shocked"}, SQUAD, 1, False),
        ({"indirect_spotter": "not_shocked"}, SQUAD, 0, True),
        ({"indirect_spotter": "radio"}, NO_RADIO, 0, False),
        ({"shock_effects": "no_spot_no_hold"}, SQUAD, 1, False),
    ],
)
def test_who_may_spot(rules: dict[str, str], friend: str | Unit, hits: int, seen: bool) -> None:
    wall = table_of(*["..........W..................."] * 13)
    position = field((TANK, 20, 6), table=wall, friends=[(friend, 15, 12)], ruleset=ruled(**rules))
    position.unit(A + 1).hits = hits
    assert (targets(ready(position)) == {B}) is seen


@pytest.mark.rule("PT-SUPPORT-03", "PT-CARRY-03")
def test_passengers_neither_spot_nor_are_aimed_at() -> None:
    wall = table_of(*["..........W..................."] * 13)
    position = field((TRUCK, 20, 6), (SQUAD, 21, 6), table=wall, friends=[(TRUCK, 15, 12), (SQUAD, 16, 12)])
    aboard(position, A + 2, A + 1)
    aboard(position, B + 1, B)
    assert targets(ready(position)) == {B}  # the truck sees him
    alone = field((TRUCK, 20, 6), table=wall, friends=[(TRUCK, 5, 12), (SQUAD, 16, 12)])
    aboard(alone, A + 2, A + 1)
    assert targets(ready(alone)) == set()


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
def test_it_costs_the_unit_its_action_and_the_ace() -> None:
    position = ready(field((TANK, 20, 6)))
    call(position, *attacks(MISS))
    assert position.asked == (NEXT_TARGET, 0, A)
    position.do(PASS)
    assert position.asked == (ORDER, 0, A + 1)
    u = position.unit(A)
    assert (int(u.actions), int(u.acted), int(u.done)) == (1, 1, 1 << CALL)
    assert int(position.state.player[0].verbs[CALL]) == int(position.state.player[0].orders) == 1
    assert int(position.state.pile[0].discards) >> parse_card("AS") & 1
    assert position.fault == "none"


@pytest.mark.rule("PT-SUPPORT-01")
def test_a_passenger_may_call_too() -> None:
    position = field((TANK, 20, 6), friends=[(TRUCK, 2, 6)])
    aboard(position, A, A + 1)
    assert targets(ready(position)) == {B}


# --- a barrage -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-03", "PT-SUPPORT-04", "AMB-71")
def test_three_shots_from_one_to_the_next_within_six_inches() -> None:
    # in a row, six inches from base to base: the third is thirteen from the first
    position = ready(field((TANK, 10, 6), (TANK, 17, 6), (TANK, 24, 6), (TANK, 10, 12)))
    call(position, *attacks(MISS, MISS, MISS))
    assert targets(position) == {B, B + 1, B + 3}
    position.do(CALL, A, B + 1)
    assert targets(position) == {B, B + 1, B + 2}
    position.do(CALL, A, B + 2)
    assert int(position.unit(A).rolls) == 6  # two dice each
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-SUPPORT-03")
def test_the_next_target_need_not_be_seen() -> None:
    wall = table_of(*["..............W..............."] * 13)
    position = ready(field((TANK, 10, 6), (TANK, 17, 6), table=wall))
    assert targets(position) == {B}
    call(position, *attacks(MISS))
    assert targets(position) == {B, B + 1}


@pytest.mark.rule("PT-SUPPORT-04")
def test_no_third_shot_at_a_target_and_the_last_is_lost_without_another() -> None:
    position = ready(field((TANK, 10, 6), (TANK, 20, 6)))
    call(position, *attacks(MISS, MISS))
    assert targets(position) == {B}
    position.do(CALL, A, B)
    assert position.asked == (ORDER, 0, A + 1)
    assert int(position.unit(A).rolls) == 4


@pytest.mark.rule("PT-SUPPORT-04")
def test_two_shots_need_not_follow_each_other() -> None:
    position = ready(field((TANK, 10, 6), (TANK, 12, 6)))
    call(position, *attacks(MISS, MISS))
    position.do(CALL, A, B + 1)
    assert targets(position) == {B, B + 1}
    position.do(CALL, A, B)
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-13", "AMB-132", "AMB-53")
@pytest.mark.parametrize(
    ("target", "rules", "dice", "saves", "hits"),
    [
        (TIGER, {}, HIT, (1, 1), 1),  # a Tiger has three dice in front, two elsewhere
        (TIGER, {"barrage_arc": "full_dice"}, HIT, (1, 1, 1), 1),
        (TIGER, {}, HIT, (5, 1), 0),
        (SU_85, {}, HIT, (1,), 1),
        (SU_85, {"spg_low_profile": "include_support"}, (6, 6), (1,), 0),  # 12 against 13 is a near miss
        (SQUAD, {}, HIT, (), 1),
    ],
)
def test_what_a_shot_does(
    target: str, rules: dict[str, str], dice: tuple[int, int], saves: tuple[int, ...], hits: int
) -> None:
    position = ready(field((target, 10, 6), ruleset=ruled(**rules)))
    call(position, *attacks(dice), (CHANCE_SAVE, B, saves))
    assert state(position, B) == (1, hits)
    assert int(position.unit(B).rolls) == len(saves)


@pytest.mark.rule("PT-SUPPORT-05", "PT-SUPPORT-14", "PT-SUPPORT-15", "AMB-18", "AMB-63", "AMB-65")
@pytest.mark.parametrize(
    ("target", "rules", "dice", "saves", "left"),
    [
        (SQUAD, {}, (3, 3), (), 0),
        (SQUAD, {}, (3, 2), (), 3),
        (TANK, {}, (3, 3), (4,), 0),  # all cards of an armoured unit too
        (TANK, {}, (3, 3), (5,), 3),
        (TANK, {"armored_suppression": "support_like_mg"}, (6, 4), (), 3),
        (SQUAD, {"armored_suppression": "support_like_mg"}, (6, 4), (), 0),
        (TANK, {"revealed_card_lost": "revealed_card_still_acts"}, (3, 3), (4,), 1),
        (TANK, {"suppression_half": "strictly_more_than_half"}, (3, 3), (4,), 0),  # 6 is more than half of 11
    ],
)
def test_a_near_miss_strips_the_target(
    target: str, rules: dict[str, str], dice: tuple[int, int], saves: tuple[int, ...], left: int
) -> None:
    position = field((target, 10, 6), ruleset=ruled(**rules))
    position.give(B, "5C", "6C")
    position.turn_over(B, "3C")
    call(ready(position), *attacks(dice), (CHANCE_SAVE, B, saves))
    assert (state(position, B), cards_left(position, B)) == ((1, 0), left)
    assert int(position.unit(B).silenced) == (left < 3)


@pytest.mark.rule("PT-SUPPORT-15", "PT-COVER-01")
def test_cover_saves_against_suppression_and_hits() -> None:
    wood = table_of(*[".........WWW.................."] * 13)
    for dice, save, kept in ((NEAR, 5, 1), (NEAR, 4, 0), (HIT, 5, 1), (HIT, 4, 0)):
        position = field((SQUAD, 10, 6), table=wood)
        position.give(B, "5C")
        call(ready(position), *attacks(dice), (CHANCE_SAVE, B, (save,)))
        assert cards_left(position, B) == kept


@pytest.mark.rule("PT-SUPPORT-06", "AMB-70")
def test_every_hit_sends_a_neighbour_to_ground() -> None:
    position = field((TANK, 10, 6), (SQUAD, 12, 6), (SQUAD, 10, 9), (TANK, 10, 4), (SQUAD, 18, 6), (SQUAD, 9, 9))
    for k, card in enumerate(("3C", "4C", "5C", "6C", "7C")):
        position.give(B + k, card)
    call(ready(position), *attacks(HIT, HIT, HIT), (CHANCE_SAVE, B, (6,)))
    assert position.asked == (SPLASH, 0, A)  # the hit was saved, and suppresses all the same
    assert position.units(NAME) == {B + 1, B + 2}  # not armour, not one seven inches off, not one without a card
    position.do(NAME, B + 2)
    assert cards_left(position, B + 2) == 0
    assert position.asked == (NEXT_TARGET, 0, A)
    position.dice(*attacks(HIT), (CHANCE_SAVE, B, (6,)))
    position.do(CALL, A, B)
    assert cards_left(position, B + 1) == 0  # the only one left: nobody is asked
    assert cards_left(position, B + 3) == 1


@pytest.mark.rule("PT-SUPPORT-06", "AMB-70")
@pytest.mark.parametrize(
    ("reading", "neighbour", "die", "left"),
    [
        ("unarmored_enemy_no_save", SQUAD, 5, 0),
        ("unarmored_enemy_no_save", TANK, 5, 2),
        ("save_allowed", SQUAD, 5, 2),
        ("save_allowed", SQUAD, 4, 0),
        ("barrage_any_unit", TANK, 5, 0),
    ],
)
def test_who_is_suppressed_beside_the_target(reading: str, neighbour: str, die: int, left: int) -> None:
    position = field((SQUAD, 10, 6), (neighbour, 12, 6), ruleset=ruled(howitzer_splash=reading))
    position.give(B + 1, "3C", "4C")
    position.unit(B + 1).found_cover = 1
    call(ready(position), *attacks(HIT), (CHANCE_SAVE, B + 1, (die,)))
    assert cards_left(position, B + 1) == left


@pytest.mark.rule("PT-SUPPORT-05", "AMB-62")
def test_who_is_suppressed_may_not_follow_by_one_reading() -> None:
    position = field((SQUAD, 10, 6), ruleset=ruled(suppression_effect="no_actions_this_turn"))
    call(ready(position), *attacks(NEAR))
    assert int(position.unit(B).silenced) == 1


@pytest.mark.rule("PT-SUPPORT-02", "PT-DIS-DEATH_TRAP", "PT-DIS-RIVETS")
def test_traits_of_the_target_count() -> None:
    position = ready(field((TRAP, 10, 6), (SQUAD, 29, 12)))
    call(position, *attacks((6, 5)), (CHANCE_SAVE, B, (1,)))
    assert state(position, B)[0] == 0  # natural fives and sixes
    assert int(position.state.player[0].vp) == int(position.unit(B).profile.score)
    riveted = user_unit("riveted tank", "medium_tank", disadvantages=("rivets",))
    twice = ready(field((riveted, 10, 6), (SQUAD, 29, 12)))
    call(twice, *attacks((6, 5)), (CHANCE_SAVE, B, (1,)))
    assert state(twice, B)[0] == 0  # the hit and the rivet


@pytest.mark.rule("PT-SUPPORT-15", "PT-IMPROVED-02")
def test_the_target_re_rolls_its_save_and_the_attack_is_never_re_rolled() -> None:
    position = field((VETERANS, 10, 6))
    position.unit(A).profile.attack_rerolls = 1
    call(ready(position), *attacks(HIT), (CHANCE_SAVE, B, (1,)))
    assert position.asked == (REROLL, 1, B)
    position.do(PASS)
    assert state(position, B) == (1, 1)


@pytest.mark.rule("PT-SUPPORT-02", "PT-CARRY-05")
def test_passengers_of_the_target_are_hit_and_get_off() -> None:
    position = field((TRUCK, 10, 6), (SQUAD, 11, 6))
    aboard(position, B + 1, B)
    call(ready(position), *attacks(HIT))
    assert position.asked == (DISMOUNT, 1, B + 1)
    assert state(position, B + 1) == (1, 1)


# --- an air strike ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SUPPORT-07", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10")
def test_a_strike_goes_on_at_two_more_while_it_hits() -> None:
    position = ready(field((SQUAD, 10, 6), (SQUAD, 12, 6), (SQUAD, 14, 6), (SQUAD, 16, 6), card="AH"))
    call(position, *attacks((4, 4, 3), (5, 4, 4), (5, 5, 4)))
    assert state(position, B) == (1, 1)  # 11
    position.do(CALL, A, B + 1)
    assert state(position, B + 1) == (1, 1)  # 13
    position.do(CALL, A, B + 2)
    assert state(position, B + 2) == (1, 0)  # 14 against 15: the first miss ends it
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-SUPPORT-11", "PT-SUPPORT-16")
def test_a_saved_hit_lets_it_go_on_and_a_suppression_does_not() -> None:
    position = ready(field((TANK, 10, 6), (SQUAD, 12, 6), card="AD"))
    call(position, *attacks(STRIKE_HIT), (CHANCE_SAVE, B, (6,)))
    assert state(position, B) == (1, 0)
    assert targets(position) == {B, B + 1}
    missed = field((TANK, 10, 6), (SQUAD, 12, 6), card="AD")
    missed.give(B, "5C")
    call(ready(missed), *attacks((4, 3, 3)), (CHANCE_SAVE, B, (4,)))
    assert cards_left(missed, B) == 0
    assert missed.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-SUPPORT-12")
def test_the_same_target_twice_and_no_more() -> None:
    position = ready(field((TIGER, 10, 6), (SQUAD, 12, 6), card="AD"))
    call(position, *attacks(STRIKE_HIT), (CHANCE_SAVE, B, (6, 6)))
    call(position, *attacks(STRIKE_HIT), (CHANCE_SAVE, B, (6, 6)))  # a key for ten dice at once takes seconds to find
    assert int(position.state.shot.difficulty) == 13
    assert targets(position) == {B + 1}


@pytest.mark.rule("PT-SUPPORT-13")
def test_a_strike_never_meets_the_front() -> None:
    position = ready(field((TIGER, 10, 6), card="AH", ruleset=ruled(barrage_arc="full_dice")))
    call(position, *attacks(STRIKE_HIT), (CHANCE_SAVE, B, (1, 1)))
    assert (state(position, B), int(position.unit(B).rolls)) == ((1, 1), 2)


@pytest.mark.rule("PT-SUPPORT-07", "AMB-134")
@pytest.mark.parametrize(
    ("target", "rules", "dice"),
    [
        (TRUCK, {}, 3),
        (f"{TRUCK} + anti-air", {}, 2),
        (TANK, {}, 3),
        (TANK, {"anti_air": "mg_units"}, 2),
        (TRUCK, {"anti_air": "mg_units"}, 3),
    ],
)
def test_anti_air_takes_a_die(target: str, rules: dict[str, str], dice: int) -> None:
    position = ready(field((target, 10, 6), card="AH", ruleset=ruled(**rules)))
    call(position, *attacks((1,) * dice))
    assert int(position.unit(A).rolls) == dice
    barrage = ready(field((target, 10, 6), ruleset=ruled(**rules)))
    call(barrage, *attacks(MISS))
    assert int(barrage.unit(A).rolls) == 2


@pytest.mark.rule("PT-SUPPORT-06", "PT-SUPPORT-07")
def test_a_strike_suppresses_no_neighbour() -> None:
    position = field((SQUAD, 10, 6), (SQUAD, 12, 6), card="AH")
    position.give(B + 1, "5C")
    call(ready(position), *attacks(STRIKE_HIT))
    assert cards_left(position, B + 1) == 1


# --- the readings ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
def test_in_addition_the_unit_also_acts() -> None:
    position = ready(field((TANK, 20, 6), ruleset=ruled(support_call="in_addition")))
    call(position, *attacks(MISS))
    position.do(PASS)
    assert position.asked == (ORDER, 0, A)
    assert position.fault == "none"
    assert targets(position) == set()  # the ace calls once
    assert int(position.unit(A).actions) == 0
    position.do(MOVE, A)
    assert int(position.unit(A).actions) == 1
    assert int(position.state.support.called) == 0


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
def test_from_the_hand_an_ace_is_played_before_a_pair_of_units() -> None:
    rules = ruled(support_call="from_hand")
    position = Position([SQUAD, SQUAD], [SQUAD, TANK], open_table(20, 12), rules)
    allow_support(position.battle, "both", rules)
    position.hand(0, saved=["AS", "AH", "KH"], blind=["AC"])
    position.hand(1, saved=["AD"])
    position.give(A, "5C")
    position.give(B, "6C")
    position.state.first = 0
    position.go(PHASE_NOMINATE)
    assert position.asked == (NEXT_TARGET, 0, NOBODY)
    cards = {one.which for one in position.fields(CALL)}
    assert cards == {parse_card("AS"), parse_card("AH")}  # the new one is not known
    position.dice((CHANCE_OFF_TABLE, A, STRIKE_MISS))
    position.do(CALL, A, B, parse_card("AH"))
    assert position.fault == "none"
    assert position.asked == (NEXT_TARGET, 0, NOBODY)  # the other ace
    assert int(position.unit(A).actions) == 0
    position.do(PASS)
    assert position.asked == (NEXT_TARGET, 1, NOBODY)
    position.do(PASS)
    assert position.asked[0] == NOMINATE
    assert int(position.state.card) == NO_CARD
    assert int(position.state.pile[0].discards) >> parse_card("AH") & 1


@pytest.mark.rule("PT-SUPPORT-01", "AMB-131")
def test_from_the_hand_no_unit_calls_and_the_last_ace_comes_after_the_last_unit() -> None:
    rules = ruled(support_call="from_hand")
    assert targets(ready(field((TANK, 20, 6), ruleset=rules))) == set()
    position = Position([SQUAD], [SQUAD], open_table(20, 12), rules)
    allow_support(position.battle, "barrages", rules)
    position.hand(1, saved=["AS"])
    position.go(PHASE_NOMINATE)  # nobody has a card to turn over
    assert position.asked == (NEXT_TARGET, 1, NOBODY)


@pytest.mark.rule("PT-SUPPORT-03", "AMB-71")
def test_a_barrage_may_fall_on_friends_by_one_reading() -> None:
    rules = ruled(support_targets="any_unit")
    position = ready(field((TANK, 10, 6), (TANK, 15, 6), friends=[(SQUAD, 12, 6), (SQUAD, 10, 9)], ruleset=rules))
    assert targets(position) == {B, B + 1}
    call(position, *attacks(MISS, HIT))
    assert targets(position) == {B, A + 1}  # the same again, or the nearest: one inch off
    assert PASS not in position.legal()
    position.do(CALL, A, A + 1)
    assert state(position, A + 1) == (1, 1)
    assert position.fault == "none"
    strike = ready(field((TANK, 10, 6), card="AH", friends=[(SQUAD, 12, 6)], ruleset=rules))
    call(strike, *attacks(STRIKE_HIT), (CHANCE_SAVE, B, (6,)))
    assert PASS in strike.legal()


@pytest.mark.rule("PT-SUPPORT-03", "AMB-71", "PT-VP-04")
def test_a_friend_destroyed_by_it_scores_for_the_enemy() -> None:
    rules = ruled(support_targets="any_unit")
    position = ready(field((TANK, 10, 6), friends=[(LIGHT, 12, 6)], ruleset=rules))
    call(position, *attacks(MISS, HIT))
    position.do(CALL, A, A + 1)
    assert state(position, A + 1)[0] == 0
    assert int(position.state.player[1].vp) == int(position.unit(A + 1).profile.score)


def test_the_first_edition_has_no_support() -> None:
    first = RuleSet.load("paper_tigers_1")
    position = Position(["Medium tank [generic]"], ["Infantry [generic]"], ruleset=first)
    with pytest.raises(RuleForbids) as caught:
        allow_support(position.battle, "both", first)
    assert caught.value.rule_id == "PT1-UNIT-01"
    with pytest.raises(InvalidValue):
        allow_support(position.battle, "rockets")


# --- players ---------------------------------------------------------------------------------------------------------


def choice(position: Position, player: str) -> Action:
    """What a compiled player decides here, which has both sides."""
    position.state.player["policy"] = POLICIES.index(player)
    with as_written():
        return Action(int(kernels.choose(kernels.kind_of([player]), position.battle, position.table, position.work)))


PLAYERS = pytest.mark.parametrize("player", ["heuristic", "tactician"])


@PLAYERS
def test_players_call_on_what_is_worth_most(player: str) -> None:
    # both die of one hit; the tank costs more and saves a third of them, beyond the squad's reach are both
    position = field((TRUCK, 20, 6), (TANK, 25, 12), card="AH")
    position.unit(B).hits = position.unit(B + 1).hits = 1
    action = choice(ready(position), player)
    assert (action.verb, action.target) == ("call support", B + 1)
    assert action.code in position.legal()


@PLAYERS
def test_players_go_on_with_what_is_worth_most(player: str) -> None:
    # both are as easy to hit; the recon squad dies of one hit, but the shocked tank is worth more and dies of it too
    position = ready(field((SQUAD, 10, 6), (TANK, 12, 6), (LIGHT, 10, 8), card="AH"))
    position.unit(B + 1).hits = 1
    call(position, *attacks(STRIKE_HIT))
    action = choice(position, player)
    assert (action.verb, action.target) == ("call support", B + 1)


@PLAYERS
@pytest.mark.rule("AMB-71")
def test_players_choose_what_is_legal_even_where_all_is_bad(player: str) -> None:
    rules = ruled(support_targets="any_unit")
    position = ready(field((TANK, 10, 6), friends=[(SQUAD, 12, 6)], ruleset=rules))
    call(position, *attacks(MISS, MISS))
    position.do(CALL, A, B)  # twice, so only the friend is left
    assert targets(position) == {A + 1}
    assert choice(position, player).code in position.legal()


@PLAYERS
@pytest.mark.rule("AMB-17", "AMB-131")
def test_players_call_where_nothing_else_is_open_and_somebody_must_act(player: str) -> None:
    rules = ruled(action_choice_timing="must_act")
    position = field((SQUAD, 20, 6), ruleset=rules, forbid=("move", "find_cover", "fire", "close_combat"))
    assert ready(position).verbs() == {CALL}
    assert choice(position, player).verb == "call support"


@PLAYERS
def test_players_lay_a_saved_ace_beside_the_unit_with_least_to_do(player: str) -> None:
    position = Position([TANK, TRUCK], [TIGER, SQUAD], open_table(24, 12))
    allow_support(position.battle, "both")
    position.hand(0, saved=["AH", "3C"], blind=["5C", "6C"])
    position.go(PHASE_ASSIGN)
    assert position.asked[:2] == (ASSIGN, 0)
    action = choice(position, player)
    assert (action.verb, action.unit, action.card) == ("give", A + 1, "AH")
    plain = Position([TANK, TRUCK], [TIGER, SQUAD], open_table(24, 12))
    plain.hand(0, saved=["AH", "3C"], blind=["5C", "6C"])
    plain.go(PHASE_ASSIGN)
    assert choice(plain, player).card != "AH"
    assert {GIVE, PASS} == plain.verbs()
    assert BLIND in plain.which(GIVE)


@PLAYERS
@pytest.mark.rule("PT-MULTI-02", "PT-SUPPORT-01")
def test_of_two_players_each_lays_his_own_aces_beside_his_own_units(player: str) -> None:
    position = Position([TANK, TRUCK, TRUCK], [TIGER, SQUAD], open_table(24, 12), seats=Seats((2, 0)))
    allow_support(position.battle, "both")
    for hand, aces in ((0, ["AH", "3C"]), (2, ["AD", "4C"])):
        position.hand(hand, saved=aces)
    assert [int(position.unit(slot).commander) for slot in (A, A + 1, A + 2)] == [0, 0, 2]
    given = []
    for hand in (0, 2):
        position.go(PHASE_ASSIGN, hand)
        action = choice(position, player)
        assert action.code in position.legal()
        given.append((action.unit, action.card))
    assert given == [(A + 1, "AH"), (A + 2, "AD")]


@PLAYERS
def test_players_play_an_ace_of_their_hand(player: str) -> None:
    rules = ruled(support_call="from_hand")
    position = Position([SQUAD], [TRUCK, SQUAD], open_table(20, 12), rules)
    allow_support(position.battle, "both", rules)
    position.hand(0, saved=["AH"])
    position.state.first = 0
    position.go(PHASE_NOMINATE)
    action = choice(position, player)
    assert (action.verb, action.card) == ("call support", "AH")
    assert action.code in position.legal()


# --- words -----------------------------------------------------------------------------------------------------------


def test_it_is_told() -> None:
    position = field((TANK, 10, 6), (SQUAD, 12, 6), card="AH")
    position.work[0].logging = 1
    call(ready(position), *attacks(STRIKE_HIT, STRIKE_MISS), (CHANCE_SAVE, B, (6,)))
    position.do(CALL, A, B + 1)
    lines = narrate(position.work[0].log[: position.work[0].log_rows], lambda slot: f"u{slot}")
    assert [line for line in lines if "strike" in line or "support" in line] == [
        "u0 with AH: calls an air strike on u16",
        "  u0 has support fire: [5, 5, 5] = 15 against 11",
        "  attack 2 of u0's support at u17",
        "  u0 has support fire: [1, 1, 1] = 3 against 13",
    ]


def test_it_reads_as_words() -> None:
    name = lambda slot: f"u{slot}"  # noqa: E731
    unarmed = lambda slot: ()  # noqa: E731
    called = Action(Fields(CALL, A, B).code)
    assert in_words(called, name, 30, False, unarmed) == "u0: call support on u16"
    played = Action(Fields(CALL, A, B, parse_card("AS")).code)
    assert in_words(played, name, 30, False, unarmed) == "u0: call support on u16 with AS"
    assert (called.card, played.card, called.weapon) == (None, "AS", None)
