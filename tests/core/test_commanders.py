"""Three and four players, and a deck for each side (chapter 1.27)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.core import checked_battles
from tests.core.positions import TANK, A, B, Position, open_table
from tests.core.test_sequence import came_up, card, seen
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core import hidden_cards
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHANCE_DRAW,
    CHANCE_FIRE,
    CHANCE_SAVE,
    CHANCE_TIE,
    CHOOSE,
    DISCARD,
    DROP,
    FIRE,
    FOLLOW,
    GIVE,
    GO_ON,
    MAIN,
    MOVE,
    NAME,
    NOBODY,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_DRAW,
    PHASE_END,
    PHASE_NOMINATE,
    PHASE_RECOVER,
    PHASE_RESOLVE,
    PROLONG,
    RECOVER,
    TEST,
)
from tigersim.game.seats import Seats

THREE = Seats((2, 0))
"""Side a has two players: A and A + 1 are the first one's, the rest the second one's."""
FOUR = Seats((2, 1))
TWO_DECKS = Seats(own_decks=True)
A1, B1, A2, B2 = range(4)
"""The players."""


def three(side_a: int = 4, side_b: int = 2, **switches: str) -> Position:
    """So many tanks a side, and three players."""
    return Position([TANK] * side_a, [TANK] * side_b, ruleset=DEFAULT.replace(**switches), seats=THREE)


def four(**switches: str) -> Position:
    """Four tanks of two players against three of two: A, A + 1; A + 2, A + 3; B; B + 1, B + 2."""
    return Position([TANK] * 4, [TANK] * 3, ruleset=DEFAULT.replace(**switches), seats=FOUR)


def who(position: Position) -> int:
    """The player who is asked."""
    return int(position.state.speaker)


# --- cards of one's own ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MULTI-01", "PT-MULTI-02")
def test_who_commands_what() -> None:
    position = four()
    owners = [int(position.unit(slot).commander) for slot in (A, A + 1, A + 2, A + 3, B, B + 1, B + 2)]
    assert owners == [A1, A1, A2, A2, B1, B2, B2]
    in_turn = Position([TANK] * 5, [TANK], seats=Seats((-1, 0)))
    assert [int(in_turn.unit(A + k).commander) for k in range(5)] == [A1, A2, A1, A2, A1]
    assert int(in_turn.unit(B).commander) == B1


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-02", "PT-TURN-03", "PT-TURN-04")
def test_each_player_rolls_for_his_own_hand() -> None:
    position = Position([TANK] * 6, [TANK] * 5, seats=Seats((2, 0)))
    position.dice((CHANCE_DRAW, A1, (1, 1)), (CHANCE_DRAW, B1, (1, 2)), (CHANCE_DRAW, A2, (3, 1)))
    position.state.turn = 0
    pack = [int(one) for one in position.state.pile[0].deck]
    position.go(PHASE_DRAW)
    # b has five units, so nobody's is a small game: 2, 3 and 4 cards, one each in turn, the highest first
    assert [int(position.state.player[k].n_blind) for k in (A1, B1, A2)] == [2, 3, 4]
    assert [int(one) for one in position.state.player[A2].blind[:4]] == [pack[0], pack[3], pack[6], pack[8]]
    assert [int(one) for one in position.state.player[B1].blind[:3]] == [pack[1], pack[4], pack[7]]
    assert [int(one) for one in position.state.player[A1].blind[:2]] == [pack[2], pack[5]]
    assert [int(one) for one in position.state.order[:3]] == [A2, B1, A1]
    assert position.asked[:2] == (ASSIGN, 0)
    assert who(position) == A1  # the attacker assigns first
    assert position.fault == "none"


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-04", "PT-TURN-06", "AMB-07")
def test_a_small_game_is_one_in_which_every_player_has_few_units() -> None:
    position = three(side_a=6, side_b=4)  # two, four and four
    position.dice((CHANCE_DRAW, A1, (3, 1)), (CHANCE_DRAW, B1, (2, 3)), (CHANCE_DRAW, A2, (3, 3)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    assert [int(position.state.player[k].n_blind) for k in (A1, B1, A2)] == [3, 3, 3]
    # a tie: those of the attacker first, and of his side the first player
    assert [int(one) for one in position.state.order[:3]] == [A1, A2, B1]


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-07", "AMB-10")
def test_cards_go_round_the_table_and_only_to_ones_own_units() -> None:
    position = three()
    position.hand(A1, blind=["2C", "3C"])
    position.hand(B1, blind=["4C", "5C"])
    position.hand(A2, saved=["KD"], blind=["6C"])
    position.go(PHASE_ASSIGN)
    assert (who(position), position.units(GIVE)) == (A1, {A, A + 1})
    position.do(GIVE, A, which=BLIND)
    assert (who(position), position.units(GIVE)) == (B1, {B, B + 1})
    position.do(GIVE, B, which=BLIND)
    assert (who(position), position.units(GIVE)) == (A2, {A + 2, A + 3})
    assert set(position.which(GIVE)) == {card("KD"), BLIND}  # his own hand
    position.do(GIVE, A + 2, which=card("KD"))
    assert (who(position), set(position.which(GIVE))) == (A1, {BLIND})
    position.do(PASS)  # for good
    position.do(GIVE, B + 1, which=BLIND)
    assert who(position) == A2
    position.do(GIVE, A + 3, which=BLIND)
    assert position.asked[0] == NOMINATE  # b has no cards left either
    assert int(position.state.player[A1].n_blind) == 1
    assert position.fault == "none"


@pytest.mark.rule("PT-MULTI-02", "AMB-11")
def test_a_pass_may_leave_the_way_back_open_to_all() -> None:
    position = three(assignment_pass="pass_reopens")
    position.hand(A1, blind=["2C"])
    position.hand(B1, blind=["4C"])
    position.hand(A2, blind=["6C"])
    position.go(PHASE_ASSIGN)
    position.do(PASS)
    position.do(PASS)
    assert who(position) == A2
    position.do(GIVE, A + 2, which=BLIND)
    assert who(position) == A1  # both are asked again
    position.do(PASS)
    assert who(position) == B1


# --- naming units ----------------------------------------------------------------------------------------------------


def armed(**switches: str) -> Position:
    """Four players, each with cards; the draw rolls were b2, a1, a2, b1."""
    position = four(**switches)
    position.give(A, "5C", "2C")
    position.give(A + 2, "QH")
    position.give(B, "9S")
    position.give(B + 2, "9D")
    position.state.order[:] = (B2, A1, A2, B1)
    position.state.first = 1
    position.state.named_last[:] = NOBODY
    return position


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-10", "PT-TURN-12", "PT-TURN-16", "AMB-150")
def test_every_player_names_a_unit_in_the_order_of_the_draw() -> None:
    position = armed()
    position.go(PHASE_NOMINATE)
    for player, side, unit, which in ((B2, 1, B + 2, 1), (A1, 0, A, 1), (A2, 0, A + 2, 1), (B1, 1, B, 1)):
        assert position.asked[:2] == (NOMINATE, side)
        assert (who(position), position.units(CHOOSE)) == (player, {unit})
        assert int(position.state.pile[0].revealed) == 0  # turned over together
        position.do(CHOOSE, unit, which=which)
    assert position.fault == "none"
    # all four by initiative; then side a alone has a card left, which comes up unasked
    assert came_up(position) == ["QH", "9D", "9S", "5C", "2C"]


@pytest.mark.rule("PT-TURN-10", "AMB-150")
def test_sides_may_name_one_unit_each_their_players_in_turn() -> None:
    position = armed(multi_activation="sides_alternate")
    position.give(B + 1, "3C")
    position.go(PHASE_NOMINATE)
    assert (who(position), position.units(CHOOSE)) == (B2, {B + 1, B + 2})
    position.do(CHOOSE, B + 2, which=1)
    assert (who(position), position.units(CHOOSE)) == (A1, {A})
    position.do(CHOOSE, A, which=1)
    assert came_up_of_two(position) == ["9D", "5C"]
    assert (who(position), position.units(CHOOSE)) == (B1, {B})  # the other player's turn
    position.do(CHOOSE, B, which=1)
    assert who(position) == A2
    position.do(CHOOSE, A + 2, which=1)
    assert came_up_of_two(position) == ["QH", "9S"]
    assert who(position) == B2
    position.do(CHOOSE, B + 1, which=1)
    assert who(position) == A1
    assert position.fault == "none"


def came_up_of_two(position: Position) -> list[str]:
    """Two cards that come up, both waived."""
    names = []
    for _ in range(2):
        names.append(seen(position)[2])
        position.do(PASS)
    return names


@pytest.mark.rule("PT-TURN-10", "AMB-13")
def test_what_is_named_may_be_turned_over_before_the_next_player_names() -> None:
    position = armed(nomination_mode="sequential_reveal")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, B + 2, which=1)
    assert int(position.state.pile[0].revealed) == 1 << card("9D")
    position.do(CHOOSE, A, which=1)
    assert int(position.state.pile[0].revealed) == 1 << card("9D") | 1 << card("5C")


@pytest.mark.rule("PT-TURN-16", "AMB-16")
def test_a_side_left_alone_may_go_on_player_by_player() -> None:
    position = three(leftover_cards_order="one_by_one")
    position.give(A, "5C")
    position.give(A + 2, "QH")
    position.go(PHASE_NOMINATE)
    assert who(position) == A1
    position.do(CHOOSE, A, which=1)
    assert who(position) == A2
    position.do(CHOOSE, A + 2, which=1)
    assert came_up(position) == ["QH", "5C"]


@pytest.mark.rule("PT-TURN-15", "AMB-15")
def test_another_unit_than_the_last_is_another_of_ones_own() -> None:
    position = three()
    position.give(A, "5C", "2C")
    position.give(A + 2, "QH")
    position.give(B, "9S", "4S")
    position.go(PHASE_NOMINATE)
    for unit in (A, B, A + 2):
        position.do(CHOOSE, unit, which=1)
    for _ in range(3):
        position.do(PASS)
    assert (who(position), position.units(CHOOSE)) == (A1, {A})  # he has no other, whatever his partner has
    assert position.fault == "none"


# --- friends ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MULTI-02", "PT-FOLLOW-01", "AMB-150")
@pytest.mark.parametrize(
    ("rule", "followers"),
    [
        ("one_unit_per_player", {A + 1, A + 2}),
        ("sides_alternate", {A + 1, A + 2}),
        ("no_follow_across_players", {A + 1}),
    ],
)
def test_whether_a_partners_unit_follows(rule: str, followers: set[int]) -> None:
    position = three(multi_activation=rule)
    for k in range(3):
        position.put(A + k, 6 + 2 * k, 6)
    position.put(A + 1, 6, 8)
    position.turn_over(A, "4C")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    position.do(MOVE, A)
    assert position.asked[:2] == (FOLLOW, 0)
    assert position.units(NAME) == followers


@pytest.mark.rule("PT-MULTI-05", "PT-VP-04")
def test_who_destroys_what_is_counted_for_the_player_and_the_side() -> None:
    position = three(side_b=2)
    position.put(A + 2, 10, 10)
    position.put(B, 10, 15)
    position.unit(B).hits = 1
    position.turn_over(A + 2, "2H")
    position.dice((CHANCE_FIRE, A + 2, (6, 6, 6)), (CHANCE_SAVE, B, (1, 1)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A + 2, B, MAIN)
    while position.state.ask not in (ORDER, NOMINATE, ASSIGN, RECOVER):
        position.do(PASS)
    assert position.unit(B).alive == 0
    score = int(position.unit(B).profile.score)
    assert int(position.state.player[0].vp) == score
    assert [int(position.state.player[k].scored) for k in (A1, A2)] == [0, score]


@pytest.mark.rule("PT-MULTI-02", "PT-RECOVER-01", "AMB-96")
def test_recovery_goes_round_and_each_tests_his_own() -> None:
    position = three()
    for slot in (A, A + 2, A + 3):
        position.unit(slot).hits = 1
    position.hand(A1, saved=["2C"])
    position.hand(A2, saved=["3C", "4C"])
    position.go(PHASE_RECOVER)
    assert (who(position), position.units(GIVE), position.which(GIVE)) == (A1, {A}, [card("2C")])
    position.do(GIVE, A, which=card("2C"))
    assert (who(position), position.units(GIVE)) == (A2, {A + 2, A + 3})
    position.do(GIVE, A + 2, which=card("3C"))
    position.do(GIVE, A + 3, which=card("4C"))
    # the first player's one test is rolled, then the second says which of his two comes first
    while position.state.ask not in (TEST, ASSIGN):
        position.do(PASS)
    assert position.asked[:2] == (TEST, 0)
    assert (who(position), position.units(NAME)) == (A2, {A + 2, A + 3})
    assert position.fault == "none"


@pytest.mark.rule("PT-MULTI-02", "PT-END-04")
def test_each_hand_holds_six_cards() -> None:
    position = three()
    position.hand(A1, saved=["2C", "3C", "4C", "5C", "6C", "7C"])
    position.hand(A2, saved=["2D", "3D", "4D", "5D", "6D", "7D", "8D"])
    position.go(PHASE_END)
    assert position.asked[:2] == (DISCARD, 0)
    assert who(position) == A2
    assert position.which(DROP) == sorted(card(f"{rank}D") for rank in range(2, 9))
    position.do(DROP, which=card("8D"))
    assert position.state.ask != DISCARD
    assert position.fault == "none"


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-02")
def test_one_whose_battlegroup_is_gone_draws_no_more_while_his_partner_fights() -> None:
    position = three()
    for slot in (A, A + 1):
        position.unit(slot).alive = 0
    position.state.player[0].standing = 2
    position.hand(A1, saved=["KD"])
    position.go(PHASE_DRAW)
    assert int(position.state.player[A1].n_blind) == 0
    assert int(position.state.player[A2].n_blind) > 0
    assert position.state.player[A1].saved == np.uint64(1 << card("KD"))
    assert who(position) in (A2, B1)


# --- what a partner sees ---------------------------------------------------------------------------------------------


def future(battle: Any, number: int) -> Any:
    """One of the futures that a planner looks at."""
    ahead = battle.copy()
    with as_written():
        secrets_of(ahead, number)
    return ahead


def secrets_of(ahead: Any, number: int) -> None:
    getattr(hidden_cards.another_future, "py_func", hidden_cards.another_future)(ahead, number)


@pytest.mark.rule("PT-MULTI-02", "PT-TURN-05", "AMB-09")
def test_a_partners_new_cards_are_hidden_from_him_who_decides() -> None:
    position = three(card_secrecy="look_at_hand")
    position.hand(A1, blind=["2C", "3C"])
    position.hand(A2, blind=["AH", "AS"])
    position.hand(B1, blind=["4C"])
    position.go(PHASE_ASSIGN)
    assert who(position) == A1
    partners = set()
    for number in range(12):
        ahead = future(position.battle, number)[0]
        assert [int(one) for one in ahead.player[A1].blind[:2]] == [card("2C"), card("3C")]
        partners.add(tuple(int(one) for one in ahead.player[A2].blind[:2]))
    assert len(partners) > 6


# --- a deck for each side --------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MULTI-03")
def test_each_side_draws_from_a_deck_of_its_own() -> None:
    position = Position([TANK] * 5, [TANK] * 5, seats=TWO_DECKS)
    packs = [[int(one) for one in position.pile(side).deck] for side in range(2)]
    assert sorted(packs[0]) == sorted(packs[1]) == list(range(52))
    assert packs[0] != packs[1]
    position.dice((CHANCE_DRAW, 0, (1, 2)), (CHANCE_DRAW, 1, (2, 2)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    assert [int(one) for one in position.state.player[0].blind[:3]] == packs[0][:3]
    assert [int(one) for one in position.state.player[1].blind[:4]] == packs[1][:4]
    assert position.fault == "none"


def tied(name_a: str, name_b: str, dice: tuple[tuple[int, ...], tuple[int, ...]], **switches: str) -> list[str]:
    """Two units turn over these cards of two decks; who comes up first, and the log of the dice."""
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(**switches), seats=TWO_DECKS)
    position.turn_over(A, name_a)
    position.turn_over(B, name_b)
    position.dice((CHANCE_TIE, 0, dice[0]), (CHANCE_TIE, 1, dice[1]))
    position.go(PHASE_RESOLVE)
    order = []
    while position.state.ask == ORDER:
        assert position.fault == "none"
        order.append("ab"[int(position.state.asked)])
        position.do(PASS)
    return [*order, str(int(position.state.tie_rolls))]


@pytest.mark.rule("PT-MULTI-04", "AMB-22")
def test_the_same_card_of_two_decks_is_decided_by_two_dice_each() -> None:
    assert tied("9S", "9S", ((6, 5), (6, 4))) == ["a", "b", "1"]
    assert tied("9S", "9S", ((1, 2), (2, 2))) == ["b", "a", "1"]
    assert tied("9S", "9S", ((3, 4, 1, 1), (5, 2, 6, 1))) == ["b", "a", "1"]  # seven each, then two against seven
    assert tied("9S", "9C", ((1, 1), (6, 6))) == ["a", "b", "0"]  # spades before clubs, no dice
    assert tied("9H", "10C", ((6, 6), (1, 1))) == ["b", "a", "0"]


@pytest.mark.rule("PT-MULTI-04", "AMB-22")
def test_all_cards_of_a_rank_and_colour_may_be_tied() -> None:
    rule = {"identical_cards": "same_rank_and_colour"}
    assert tied("9S", "9C", ((1, 1), (6, 6)), **rule) == ["b", "a", "1"]
    assert tied("9D", "9H", ((6, 6), (1, 1)), **rule) == ["a", "b", "1"]
    assert tied("9C", "9D", ((6, 6), (1, 1)), **rule) == ["b", "a", "0"]  # red before black


@pytest.mark.rule("PT-MULTI-04", "AMB-14")
def test_units_with_the_same_cards_are_tied_as_well() -> None:
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(two_card_initiative="sum_of_cards"), seats=TWO_DECKS)
    for unit in (A, B):
        position.turn_over(unit, "9S", "4D")
    position.dice((CHANCE_TIE, 0, (1, 1)), (CHANCE_TIE, 1, (1, 2)))
    position.go(PHASE_RESOLVE)
    assert position.asked[:2] == (NOMINATE, 1)  # side b was higher, and has its two cards in its own order
    assert position.which(CHOOSE) == sorted([card("9S"), card("4D")])
    position.do(CHOOSE, B, which=card("4D"))
    position.do(PASS)
    assert position.asked == (ORDER, 1, B)  # it goes on: no other roll
    position.do(PASS)
    assert position.asked[:2] == (NOMINATE, 0)
    assert int(position.state.tie_rolls) == 1
    assert position.fault == "none"


@pytest.mark.rule("PT-MULTI-03", "PT-VP-13", "PT-VP-15")
def test_the_first_deck_that_ends_ends_both() -> None:
    position = Position([TANK], [TANK], seats=TWO_DECKS)
    position.empty_pile(1)
    position.hand(0, saved=["KD"])
    position.go(PHASE_END)
    assert position.asked[:2] == (PROLONG, 0)
    position.do(GO_ON)
    position.do(GO_ON)
    assert int(position.state.decks) == 2
    # both are shuffled anew, side a's without the king that it keeps
    assert int(position.state.pile[0].deck_size) == 51
    assert int(position.state.pile[1].deck_size) == 52
    assert position.fault == "none"
    going_on = Position([TANK], [TANK], seats=TWO_DECKS)
    going_on.go(PHASE_END)
    assert going_on.state.ask == ASSIGN  # neither has ended


@pytest.mark.rule("PT-MULTI-03", "PT-TURN-05")
def test_no_card_of_one_deck_is_dealt_anew_into_the_other() -> None:
    position = Position([TANK], [TANK], seats=TWO_DECKS)
    position.give(A, "2C", "3C")
    position.hand(1, blind=["AH"])
    position.hand(0, saved=["KD"], blind=["5C"])
    position.go(PHASE_ASSIGN)
    assert checked_battles.swap_hidden(position.battle.copy(), position.work, 1) == 51 + 52
    places = set()
    for number in range(8):
        ahead = future(position.battle, number)
        assert checked_battles.FAULTS[checked_battles.fault(ahead, position.table)] == "none"
        places.add(int(ahead[0].player[1].blind[0]))
        assert ahead[0].player[0].saved == np.uint64(1 << card("KD"))
    assert len(places) > 4


@pytest.mark.rule("PT-MULTI-03", "AMB-02")
@pytest.mark.parametrize(("rule", "cards"), [("deal_what_is_left", (2, 5)), ("equalise", (2, 2))])
def test_a_deck_that_runs_out_ends_the_deal_for_its_side(rule: str, cards: tuple[int, int]) -> None:
    ruleset = DEFAULT.replace(deck_runs_out_mid_deal=rule)
    position = Position([TANK] * 5, [TANK] * 5, open_table(), ruleset, seats=TWO_DECKS)
    pile = position.pile(0)
    for k in range(50):
        pile.discards |= np.uint64(1 << int(pile.deck[k]))
    pile.next_card = 50
    position.dice((CHANCE_DRAW, 0, (2, 2)), (CHANCE_DRAW, 1, (2, 3)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    assert tuple(int(position.state.player[side].n_blind) for side in range(2)) == cards
    assert position.fault == "none"
