"""The sequence of play, in positions set up by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position
from tests.forms import form
from tests.quick import quick
from tigersim.catalogue.cards import card_name, parse_card
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import unit
from tigersim.core import chance
from tigersim.core.codes import Fields, fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.decisions import actions
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHANCE_DRAW,
    CHANCE_FIRE,
    CHANCE_SAVE,
    CHANCE_SETUP,
    CHOOSE,
    DARE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    DROP,
    EFFECT,
    FIRE,
    FOLLOW,
    GIVE,
    HELP,
    MAIN,
    MOVE,
    NEXT_TARGET,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_DRAW,
    PHASE_END,
    PHASE_NOMINATE,
    PHASE_RECOVER,
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
from tigersim.core.play import kernels
from tigersim.game.ground import make_table
from tigersim.game.records import army_slots, profile_records, workbench
from tigersim.game.terms import Terms
from tigersim.rules.switches import RenominateSameUnit


def card(name: str) -> int:
    return parse_card(name)


def seen(position: Position) -> tuple[int, int, str]:
    """(decision, side, card about to be resolved)."""
    return (*position.asked[:2], card_name(int(position.state.card)))


# --- setting up ----------------------------------------------------------------------------------------------------


def started(number: int) -> tuple[Any, Any, Any]:
    """Battle ``number`` of two units against three, at its first decision."""
    battle, work, table = Terms().record(("uniform", "uniform")), workbench(), make_table(1, 0, 24, 24)
    slots = np.stack([army_slots([0, 1]), army_slots([1, 0, 1])])
    with as_written():
        kernels.start(quick(), battle, table, work, 9, number, profile_records([unit(TANK), unit(SQUAD)]), slots)
    return battle, table, work


def two_dice(battle: Any, purpose: int, turn: int, who: int, first: int) -> int:
    """Sum of two dice of a stream, as the rules let them fall."""
    with as_written():
        key = np.uint64(chance.stream(np.uint64(battle[0].key), purpose, turn, who))
        return int(chance.die(key, first)) + int(chance.die(key, first + 1))


@pytest.mark.rule("PT-SETUP-01", "PT-SETUP-03")
def test_the_higher_roll_attacks_and_ties_are_rolled_again() -> None:
    attackers, norths, ties = Counter[int](), Counter[int](), 0
    for number in range(3 if COMPILER_OFF else form(60, 200)):
        battle = started(number)[0]
        rolls = 0
        while two_dice(battle, CHANCE_SETUP, 0, 0, rolls) == two_dice(battle, CHANCE_SETUP, 0, 1, rolls):
            rolls += 2
            ties += 1
        a_is_higher = two_dice(battle, CHANCE_SETUP, 0, 0, rolls) > two_dice(battle, CHANCE_SETUP, 0, 1, rolls)
        assert (int(battle[0].player[0].attacker), int(battle[0].player[1].attacker)) == (a_is_higher, not a_is_higher)
        assert int(battle[0].player[0].north) + int(battle[0].player[1].north) == 1
        attackers[int(battle[0].player[0].attacker)] += 1
        norths[int(battle[0].player[0].north)] += 1
    if not COMPILER_OFF:
        # one in nine is a tie, each side is one half: four standard errors from it, and more
        assert ties > form(0, 10)
        assert min(attackers.values()) > form(14, 70) < min(norths.values())


@pytest.mark.rule("PT-SETUP-03", "PT-SETUP-04", "PT-SETUP-05")
def test_the_defender_deploys_first_each_side_within_its_third() -> None:
    for number in range(4):
        battle, table, work = started(number)
        order = []
        while battle[0].ask == DEPLOY:
            slot = int(battle[0].subject)
            order.append(slot)
            north = bool(battle[0].player[slot // B].north)
            with as_written():
                n = actions.legal_actions(battle, table, work)
                codes = [int(code) for code in work[0].actions[:n]]
                rows = {one.cell // 24 for one in map(fields_of, codes) if one.verb == PLACE}
                assert rows == set(range(16, 24) if north else range(8))
                kernels.step(quick(), battle, table, work, codes[n // 2])
        defender_first = [B, B + 1, B + 2, A, A + 1] if battle[0].player[0].attacker else [A, A + 1, B, B + 1, B + 2]
        assert order == defender_first


PHASES = {
    ASSIGN: 2,
    NOMINATE: 3,
    ORDER: 3,
    DESTINATION: 3,
    REROLL: 3,
    EFFECT: 3,
    FOLLOW: 3,
    HELP: 3,
    STRIKE: 3,
    DARE: 3,
    SPLIT: 3,
    SECOND_SHOT: 3,
    SPLASH: 3,
    NEXT_TARGET: 3,
    WRECK: 3,
    DISMOUNT: 3,
    RECOVER: 4,
    REGROUP: 4,
    TEST: 4,
    DISCARD: 5,
    PROLONG: 6,
}


@pytest.mark.rule("PT-TURN-01", "PT-END-01", "PT-TURN-02")
def test_a_turn_goes_through_its_phases_in_order() -> None:
    for number in range(2 if COMPILER_OFF else 12):
        battle, table, work = started(number)
        turn, phase, turns = 0, 0, 0
        with as_written():
            while not battle[0].over:
                if battle[0].ask != DEPLOY:
                    if battle[0].turn != turn:
                        turn, phase, turns = int(battle[0].turn), 0, turns + 1
                        drawn = [two_dice(battle, CHANCE_DRAW, turn, side, 0) for side in (0, 1)]
                        taken = [int(battle[0].player[side].draw) for side in (0, 1)]
                        # small forces: the higher of two dice that sum to this
                        assert all(t <= 6 and 2 * t >= d for t, d in zip(taken, drawn, strict=True))
                    assert PHASES[int(battle[0].ask)] >= phase
                    phase = PHASES[int(battle[0].ask)]
                kernels.step(quick(), battle, table, work, kernels.choose(quick(), battle, table, work))
        assert turns == int(battle[0].turn) > 1


# --- assigning -----------------------------------------------------------------------------------------------------


def dealt(blind_a: list[str], blind_b: list[str], units: tuple[list[str], list[str]] | None = None) -> Position:
    """Cards are dealt; assigning begins."""
    position = Position(*(units or ([TANK, SQUAD], [TANK, SQUAD])))
    position.hand(0, blind=blind_a)
    position.hand(1, blind=blind_b)
    position.go(PHASE_ASSIGN)
    return position


@pytest.mark.rule("PT-TURN-07", "PT-TURN-09", "AMB-10", "AMB-11")
def test_players_assign_in_turn_from_the_attacker_and_a_pass_is_final() -> None:
    position = dealt(["2C", "3C", "4C"], ["5C", "6C", "7C"])
    assert position.asked[:2] == (ASSIGN, 0)
    position.do(GIVE, A, which=BLIND)
    assert position.asked[:2] == (ASSIGN, 1)
    position.do(GIVE, B, which=BLIND)
    position.do(PASS)  # side a has finished
    for _ in range(2):
        assert position.asked[:2] == (ASSIGN, 1)
        position.do(GIVE, B + 1, which=BLIND)
    assert position.asked[0] == NOMINATE  # side b has no cards left
    assert position.state.player[0].n_blind == 2  # kept in hand
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-08")
def test_no_unit_may_have_more_than_two_cards() -> None:
    position = dealt(["2C", "3C", "4C", "5C"], [])
    for _ in range(2):
        assert Fields(GIVE, A, which=BLIND).code in position.legal()
        position.do(GIVE, A, which=BLIND)
    assert Fields(GIVE, A, which=BLIND).code not in position.legal()
    assert Fields(GIVE, A + 1, which=BLIND).code in position.legal()


@pytest.mark.rule("PT-DIS-NO_RADIO", "PT-HIT-05", "PT-RECOVER-06")
def test_no_radio_one_card_and_shocked_none() -> None:
    position = dealt(["2C", "3C", "4C", "5C"], [], (["Somua S-35", TANK, SQUAD], [TANK]))
    position.unit(A + 1).hits = 1
    assert position.units(GIVE) == {A, A + 2}
    position.do(GIVE, A, which=BLIND)
    assert position.units(GIVE) == {A + 2}


@pytest.mark.rule("PT-END-03", "PT-TURN-05", "AMB-19")
def test_saved_cards_are_chosen_by_face_and_new_ones_blind() -> None:
    position = Position([TANK, TANK], [TANK])
    position.hand(0, saved=["QH"], blind=["2C", "3C"])
    position.go(PHASE_ASSIGN)
    assert sorted(set(position.which(GIVE))) == [card("QH"), BLIND]
    position.do(GIVE, A, which=card("QH"))
    position.do(GIVE, A, which=BLIND)
    u = position.unit(A)
    assert [int(one) for one in u.opened] == [1, 0]
    assert int(u.cards[0]) == card("QH")
    assert int(position.state.player[0].saved) == 0
    assert position.fault == "none"


def ruled(side_a: list[str], side_b: list[str], **switches: str) -> Position:
    """Units under another reading of the rules."""
    return Position(side_a, side_b, ruleset=DEFAULT.replace(**switches))


@pytest.mark.rule("PT-TURN-07", "AMB-10")
@pytest.mark.parametrize(("rule", "side"), [("attacker", 0), ("higher_draw_roll", 1)])
def test_who_assigns_the_first_card(rule: str, side: int) -> None:
    position = ruled([TANK], [TANK], first_assigner=rule)
    position.dice((CHANCE_DRAW, 0, (2, 1)), (CHANCE_DRAW, 1, (3, 1)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    assert position.asked[:2] == (ASSIGN, side)


@pytest.mark.rule("PT-TURN-07", "AMB-11")
def test_a_pass_may_leave_the_way_back_open() -> None:
    position = ruled([TANK, TANK], [TANK, TANK], assignment_pass="pass_reopens")
    position.hand(0, blind=["2C", "3C", "4C"])
    position.hand(1, blind=["5C", "6C"])
    position.go(PHASE_ASSIGN)
    position.do(PASS)
    assert position.asked[:2] == (ASSIGN, 1)
    position.do(GIVE, B, which=BLIND)
    assert position.asked[:2] == (ASSIGN, 0)  # in again
    position.do(GIVE, A, which=BLIND)
    position.do(PASS)
    assert position.asked[:2] == (ASSIGN, 0)
    position.do(PASS)  # both in a row
    assert position.state.ask == NOMINATE
    assert [int(player.n_blind) for player in position.state.player[:2]] == [2, 1]


@pytest.mark.rule("PT-RECOVER-01", "AMB-11")
@pytest.mark.parametrize(("rule", "again"), [("pass_is_final", False), ("pass_reopens", True)])
def test_a_pass_in_recovery_too(rule: str, again: bool) -> None:
    position = ruled([TANK, TANK], [TANK, TANK], assignment_pass=rule)
    for slot in (A, B, B + 1):
        position.unit(slot).hits = 1
    position.hand(0, blind=["2C"])
    position.hand(1, blind=["5C", "6C"])
    position.go(PHASE_RECOVER)
    position.do(PASS)
    position.do(GIVE, B, which=BLIND)
    assert position.asked[:2] == ((RECOVER, 0) if again else (RECOVER, 1))


@pytest.mark.rule("PT-TURN-10", "AMB-12")
@pytest.mark.parametrize(("rule", "first"), [("current_turn_roll", 1), ("first_turn_roll", 0), ("attacker", 0)])
def test_who_names_a_unit_first(rule: str, first: int) -> None:
    for attacker in (0, 1):
        position = ruled([TANK], [TANK], activation_first_player=rule)
        position.state.player[0].attacker, position.state.player[1].attacker = 1 - attacker, attacker
        position.state.first_result[:2] = (6, 2)  # side a won the draw of turn 1
        position.state.turn = 2
        position.dice((CHANCE_DRAW, 0, (2, 1)), (CHANCE_DRAW, 1, (3, 1)))
        position.state.turn = 1
        position.go(PHASE_DRAW)
        assert int(position.state.first) == (attacker if rule == "attacker" else first)


@pytest.mark.rule("PT-TURN-10", "AMB-12")
def test_the_first_draw_is_remembered() -> None:
    position = ruled([TANK], [TANK], activation_first_player="first_turn_roll")
    position.dice((CHANCE_DRAW, 0, (2, 1)), (CHANCE_DRAW, 1, (3, 1)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    assert [int(result) for result in position.state.first_result[:2]] == [2, 3]
    assert int(position.state.first) == 1


# --- what a player knows of his cards --------------------------------------------------------------------------------


@pytest.mark.rule("PT-TURN-05", "PT-TURN-07", "AMB-09")
def test_who_looks_at_his_hand_chooses_by_face_but_lays_face_down() -> None:
    position = ruled([TANK, TANK], [TANK], card_secrecy="look_at_hand")
    position.hand(0, saved=["QH"], blind=["2C", "3C", "AS"])
    position.hand(1, blind=["5C"])
    position.go(PHASE_ASSIGN)
    assert sorted(set(position.which(GIVE))) == sorted(card(name) for name in ("QH", "2C", "3C", "AS"))
    position.do(GIVE, A, which=card("2C"))
    u = position.unit(A)
    assert (int(u.cards[0]), int(u.opened[0])) == (card("2C"), 0)
    player = position.state.player[0]
    assert {int(one) for one in player.blind[: int(player.n_blind)]} == {card("3C"), card("AS")}
    assert position.which(GIVE) == [card("5C")]  # the other sees his own
    position.do(PASS)
    position.do(GIVE, A, which=card("QH"))
    assert [int(one) for one in u.opened] == [0, 1]
    assert position.fault == "none"


@pytest.mark.rule("PT-RECOVER-01", "PT-END-04", "AMB-09")
def test_who_looks_at_his_hand_recovers_and_discards_by_face() -> None:
    position = ruled([TANK], [TANK], card_secrecy="look_at_hand")
    names = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    position.hand(0, saved=["QH"], blind=names)
    position.unit(A).hits = 1
    position.go(PHASE_RECOVER)
    assert position.which(GIVE) == sorted(card(name) for name in [*names, "QH"])
    position.do(PASS)
    assert position.asked[:2] == (DISCARD, 0)
    assert position.which(DROP) == sorted(card(name) for name in [*names, "QH"])
    position.do(DROP, which=card("8C"))
    position.do(DROP, which=card("QH"))
    assert int(position.state.pile[0].discards) == 1 << card("8C") | 1 << card("QH")
    assert position.fault == "none"


@pytest.mark.rule("PT-RECOVER-03", "AMB-09")
def test_a_recovery_card_from_a_known_hand_lies_face_down() -> None:
    position = ruled([TANK], [TANK], card_secrecy="look_at_hand")
    position.hand(0, saved=["QH"], blind=["2C"])
    position.unit(A).hits = position.unit(B).hits = 1
    position.hand(1, blind=["5C"])
    position.go(PHASE_RECOVER)
    position.do(GIVE, A, which=card("2C"))
    assert (int(position.unit(A).recovery_card), int(position.unit(A).recovery_open)) == (card("2C"), 0)
    assert position.asked[:2] == (RECOVER, 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-05", "AMB-09")
def test_who_looks_after_assignment_lays_blind_and_then_knows() -> None:
    position = ruled([TANK, TANK], [TANK], card_secrecy="look_after_assignment")
    position.hand(0, blind=["2C", "3C"])
    unseen = int(position.state.pile[0].unseen.n)
    position.go(PHASE_ASSIGN)
    assert set(position.which(GIVE)) == {BLIND}
    position.do(GIVE, A, which=BLIND)
    assert int(position.unit(A).opened[0]) == 0
    assert int(position.state.pile[0].unseen.n) == unseen - 1
    position.do(PASS)
    assert seen(position)[:2] == (ORDER, 0)  # turned over: it is not counted again
    assert int(position.state.pile[0].unseen.n) == unseen - 1
    assert position.fault == "none"


# --- acting --------------------------------------------------------------------------------------------------------


def armed(first: int = 0, number_a: int = 2, number_b: int = 2) -> Position:
    """Units that may be given cards, before the first pair is named."""
    position = Position([TANK] * number_a, [TANK] * number_b)
    position.state.first = first
    return position


@pytest.mark.rule("PT-TURN-10", "PT-TURN-11", "AMB-12", "AMB-13")
@pytest.mark.parametrize("first", [0, 1])
def test_units_are_named_in_order_of_the_draw_and_turned_over_together(first: int) -> None:
    position = armed(first)
    position.give(A, "5H", "6C")
    position.give(B, "9S")
    position.go(PHASE_NOMINATE)
    own, other = (A, B) if first == 0 else (B, A)
    assert position.asked[:2] == (NOMINATE, first)
    bits = set(position.which(CHOOSE))
    assert bits == ({1, 2, 3} if own == A else {1})  # one of the two cards, or both
    position.do(CHOOSE, own, which=1)
    assert int(position.state.pile[0].revealed) == 0  # nothing is turned over before both have chosen
    assert position.asked[:2] == (NOMINATE, 1 - first)
    position.do(CHOOSE, other, which=1)
    assert seen(position) == (ORDER, 1, "9S")
    assert int(position.unit(A).cards[1]) == card("6C")  # keeps the card it did not turn over
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-12", "PT-TURN-13", "PT-CARD-01", "PT-CARD-02", "PT-CARD-03", "PT1-TURN-04", "AMB-14")
def test_four_cards_come_up_by_initiative() -> None:
    position = armed()
    position.give(A, "9S", "KC")
    position.give(B, "9H", "9C")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=3)
    position.do(CHOOSE, B, which=3)
    came_up = []
    while position.state.ask == ORDER:
        came_up.append(seen(position)[1:])
        position.do(PASS)
    assert came_up == [(0, "KC"), (1, "9H"), (0, "9S"), (1, "9C")]


@pytest.mark.rule("PT-CARD-01", "PT-CARD-02", "PT-CARD-03", "AMB-16")
def test_the_whole_order_of_the_pack() -> None:
    names = [rank + suit for rank in ("2", "3", "7", "10", "J", "Q", "K", "A") for suit in "CSDH"]
    position = Position([TANK] * 16, [TANK])
    for k, name in enumerate(reversed(names)):
        position.give(A + k // 2, name)
    position.go(PHASE_NOMINATE)  # only one side has cards: all are turned over
    came_up = []
    while position.state.ask == ORDER:
        came_up.append(seen(position)[2])
        position.do(PASS)
    assert came_up == names[::-1]


@pytest.mark.rule("PT-TURN-15", "AMB-15")
@pytest.mark.parametrize(
    ("rule", "choices"),
    [(RenominateSameUnit.OTHER_UNIT_IF_ANY, {A + 1}), (RenominateSameUnit.ANY_UNIT_WITH_CARDS, {A, A + 1})],
)
def test_the_next_pair_is_of_other_units(rule: int, choices: set[int]) -> None:
    position = armed()
    position.state.ruling.renominate_same_unit = rule
    position.give(A, "5H", "6C")
    position.give(A + 1, "7C")
    position.give(B, "9S")
    position.give(B + 1, "8S")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=1)
    position.do(CHOOSE, B, which=1)
    position.do(PASS)
    position.do(PASS)
    assert position.asked[:2] == (NOMINATE, 0)
    assert position.units(CHOOSE) == choices
    if rule == "other_unit_if_any":
        position.do(CHOOSE, A + 1, which=1)
        position.do(CHOOSE, B + 1, which=1)
        position.do(PASS)
        position.do(PASS)
        assert seen(position) == (ORDER, 0, "6C")  # the first unit comes to its second card


@pytest.mark.rule("PT-TURN-11", "PT-TURN-15")
def test_a_unit_alone_may_be_named_again() -> None:
    position = armed(number_b=3)
    position.give(A, "5H", "6C")
    position.give(B, "9S")
    position.give(B + 1, "8S")
    position.give(B + 2, "7S")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=2)
    position.do(CHOOSE, B, which=1)
    position.do(PASS)
    position.do(PASS)
    assert position.units(CHOOSE) == {A}


@pytest.mark.rule("PT-TURN-16", "AMB-16")
def test_when_one_side_is_done_all_other_cards_come_up_at_once() -> None:
    position = armed(number_b=3)
    position.give(A, "5H")
    position.give(B, "9S", "2H")
    position.give(B + 1, "KS")
    position.give(B + 2, "7S")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=1)
    position.do(CHOOSE, B, which=1)
    position.do(PASS)
    position.do(PASS)
    came_up = []
    while position.state.ask == ORDER:
        came_up.append(seen(position)[2])
        position.do(PASS)
    assert came_up == ["KS", "7S", "2H"]


@pytest.mark.rule("PT-TURN-17", "PT-END-02", "AMB-17", "AMB-21")
def test_a_card_gives_one_action_or_is_waived() -> None:
    position = armed()
    position.give(A, "9H", "8H")
    position.go(PHASE_NOMINATE)
    assert position.verbs() == {PASS, MOVE, FIRE}
    position.do(FIRE, A, B, MAIN)
    assert int(position.state.pile[0].discards) >> card("9H") & 1
    assert position.asked[:2] == (FOLLOW, 0)
    position.do(PASS)  # the other tank stays out of it
    while position.state.ask == WRECK:
        position.do(PASS)
    assert seen(position) == (ORDER, 0, "8H")
    assert position.verbs() == {PASS, MOVE, FIRE}  # the same again, if he likes
    position.do(PASS)
    assert int(position.state.pile[0].discards) >> card("8H") & 1
    assert (int(position.unit(A).acted), int(position.state.player[0].waived)) == (1, 1)


@pytest.mark.rule("PT-HIT-05", "PT-HIT-01")
def test_a_unit_shocked_before_its_card_comes_up_does_not_act() -> None:
    position = armed()
    position.put(A, 5, 5)
    position.put(B, 5, 15, 4)  # its back to the enemy
    position.turn_over(A, "KH")
    position.turn_over(B, "QH")
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, (4, 3, 3)), (CHANCE_SAVE, B, (1,)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MAIN)
    assert position.unit(B).hits == 1
    assert seen(position) == (ORDER, 0, "2C")


# --- other readings of acting ----------------------------------------------------------------------------------------


def came_up(position: Position, *choices: str) -> list[str]:
    """The cards in the order in which they come up, all waived; where their owner may choose he takes ``choices``."""
    names, wanted = [], list(choices)
    while position.state.ask in (ORDER, NOMINATE):
        if position.state.ask == ORDER:
            names.append(seen(position)[2])
            position.do(PASS)
        else:
            chosen = card(wanted.pop(0))
            position.do(CHOOSE, int(position.state.pile[0].holder[chosen]), which=chosen)
    assert not wanted
    return names


@pytest.mark.rule("PT-TURN-10", "PT-TURN-11", "AMB-13")
def test_the_first_may_turn_over_before_the_second_chooses() -> None:
    position = ruled([TANK], [TANK, TANK], nomination_mode="sequential_reveal")
    position.state.first = 0
    position.give(A, "5H", "6C")
    position.give(B, "9S")
    position.give(B + 1, "4S")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=1)
    assert position.asked[:2] == (NOMINATE, 1)
    assert int(position.state.pile[0].revealed) == 1 << card("5H")
    position.do(CHOOSE, B + 1, which=1)
    assert seen(position) == (ORDER, 0, "5H")
    position.do(PASS)
    assert seen(position) == (ORDER, 1, "4S")
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-13", "PT-TURN-14", "AMB-14")
@pytest.mark.parametrize(
    ("rule", "choices", "order"),
    [
        ("per_card", (), ["KC", "9S", "8S"]),
        ("sum_of_cards", ("8S",), ["8S", "9S", "KC"]),  # 17 against 13
        ("best_card_block", ("8S",), ["KC", "8S", "9S"]),
    ],
)
def test_initiative_of_two_cards(rule: str, choices: tuple[str, ...], order: list[str]) -> None:
    position = ruled([TANK], [TANK], two_card_initiative=rule)
    position.state.first = 0
    position.give(A, "9S", "8S")
    position.give(B, "KC")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=3)
    position.do(CHOOSE, B, which=1)
    assert came_up(position, *choices) == order


@pytest.mark.rule("PT-TURN-14", "AMB-14")
def test_the_best_card_takes_the_other_along() -> None:
    position = ruled([TANK], [TANK], two_card_initiative="best_card_block")
    position.state.first = 0
    position.give(A, "AS", "2S")
    position.give(B, "KC", "3C")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=3)
    position.do(CHOOSE, B, which=3)
    assert position.which(CHOOSE) == sorted([card("AS"), card("2S")])
    assert came_up(position, "AS", "3C") == ["AS", "2S", "3C", "KC"]


@pytest.mark.rule("PT-TURN-14", "AMB-14")
def test_only_cards_turned_over_count_for_the_sum() -> None:
    position = ruled([TANK], [TANK], two_card_initiative="sum_of_cards")
    position.state.first = 0
    position.give(A, "9S", "8S")
    position.give(B, "KC")
    position.go(PHASE_NOMINATE)
    position.do(CHOOSE, A, which=1)
    position.do(CHOOSE, B, which=1)
    assert came_up(position) == ["KC", "9S", "8S"]


def left_alone(rule: str) -> Position:
    """Side b has cards left, side a has none."""
    position = ruled([TANK], [TANK, TANK], leftover_cards_order=rule)
    position.state.first = 0
    position.give(B, "9S", "2H")
    position.give(B + 1, "KS")
    position.go(PHASE_NOMINATE)
    return position


@pytest.mark.rule("PT-TURN-16", "AMB-16")
def test_a_side_left_alone_may_choose_the_order() -> None:
    position = left_alone("owner_order_after_reveal")
    assert position.asked[:2] == (NOMINATE, 1)
    assert position.which(CHOOSE) == sorted([card("9S"), card("2H"), card("KS")])
    assert came_up(position, "2H", "KS") == ["2H", "KS", "9S"]


@pytest.mark.rule("PT-TURN-16", "AMB-16")
def test_a_side_left_alone_may_go_on_naming_units() -> None:
    position = left_alone("one_by_one")
    assert position.asked[:2] == (NOMINATE, 1)
    position.do(CHOOSE, B, which=1)
    assert seen(position) == (ORDER, 1, "9S")
    position.do(PASS)
    assert position.units(CHOOSE) == {B + 1}  # another unit than the last (AMB-15)
    position.do(CHOOSE, B + 1, which=1)
    assert seen(position) == (ORDER, 1, "KS")
    position.do(PASS)
    position.do(CHOOSE, B, which=2)
    assert seen(position) == (ORDER, 1, "2H")
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-17", "AMB-17")
def test_an_order_may_be_obligatory() -> None:
    position = ruled([TANK, "Waco Glider"], [TANK], action_choice_timing="must_act")
    position.turn_over(A, "KH")
    position.turn_over(A + 1, "QH")
    position.go(PHASE_RESOLVE)
    assert position.verbs() == {MOVE, FIRE}
    assert len(set(position.legal())) == len(position.legal())
    position.state.card, position.state.subject = card("QH"), A + 1
    assert position.verbs() == {PASS}  # nothing else is open to it


@pytest.mark.rule("PT-TURN-11", "PT-END-03", "AMB-19")
@pytest.mark.parametrize(
    ("rule", "bits"), [("open_until_named", [1, 2, 3]), ("open_first", [1, 3]), ("open_last", [2, 3])]
)
def test_when_an_open_card_is_played(rule: str, bits: list[int]) -> None:
    position = ruled([TANK], [TANK], open_card_activation=rule)
    position.state.first = 0
    position.give(A, "QH", opened=True)
    position.give(A, "2C")
    position.give(B, "9S")
    position.go(PHASE_NOMINATE)
    assert position.which(CHOOSE) == bits


# --- the end of a turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-END-04", "PT-TURN-09", "AMB-20")
def test_hands_shrink_to_six_cards_saved_and_new_together() -> None:
    position = Position([TANK], [TANK])
    position.hand(0, saved=["2C", "QH", "9S"], blind=["3C", "4C", "5C", "6C", "7C"])
    position.hand(1, blind=["8C"])
    position.go(PHASE_END)
    assert position.asked[:2] == (DISCARD, 0)
    assert position.which(DROP) == sorted([card("2C"), card("QH"), card("9S"), BLIND])
    position.do(DROP, which=card("QH"))
    assert position.asked[:2] == (DISCARD, 0)
    position.do(DROP, which=BLIND)
    assert position.state.ask == ASSIGN  # six are left: the next turn
    assert bin(int(position.state.player[0].saved)).count("1") == 6
    assert int(position.state.pile[0].discards) >> card("QH") & 1
    assert int(position.state.player[0].forfeited) == 2
    assert position.fault == "none"


@pytest.mark.rule("PT-END-02", "PT-END-03")
def test_cards_kept_are_shown() -> None:
    position = Position([TANK], [TANK])
    position.hand(0, saved=["2C"], blind=["3C", "4C"])
    position.go(PHASE_END)
    kept = {one for one in range(52) if int(position.state.player[0].saved) >> one & 1}
    assert kept == {card("2C"), card("3C"), card("4C")}


@pytest.mark.rule("PT-TURN-02", "PT-TURN-09")
def test_a_new_turn_forgets_passes_and_actions() -> None:
    position = Position([TANK] * 5, [TANK] * 5)
    position.state.player[0].passed = position.state.player[1].passed = 1
    u = position.unit(A)
    u.given, u.actions, u.rolls = 2, 2, 9
    position.go(PHASE_DRAW)
    assert position.asked[:2] == (ASSIGN, 0)
    assert (int(u.given), int(u.actions), int(u.rolls)) == (0, 0, 0)
    assert position.state.turn == 2


@pytest.mark.rule("PT-END-04", "AMB-20")
def test_the_oldest_cards_go_first() -> None:
    position = ruled([TANK], [TANK], hand_limit="oldest_first")
    position.state.turn = 3
    position.hand(0, saved=["2C", "QH", "9S"], blind=["3C", "4C", "5C", "6C", "7C", "8C"])
    for name, turn in (("2C", 2), ("QH", 1), ("9S", 1)):
        position.state.pile[0].kept[card(name)] = turn
    position.go(PHASE_END)
    assert position.which(DROP) == sorted([card("QH"), card("9S")])  # both of turn 1
    position.do(DROP, which=card("QH"))
    assert position.which(DROP) == [card("9S")]
    position.do(DROP, which=card("9S"))
    assert position.which(DROP) == [card("2C")]
    position.do(DROP, which=card("2C"))
    assert [int(position.state.pile[0].kept[card(name)]) for name in ("3C", "8C")] == [3, 3]
    assert position.fault == "none"


@pytest.mark.rule("PT-END-04", "AMB-20")
def test_new_cards_go_when_no_older_are_left() -> None:
    position = ruled([TANK], [TANK], hand_limit="oldest_first")
    position.hand(0, blind=["2C", "3C", "4C", "5C", "6C", "7C", "8C"])
    position.go(PHASE_END)
    assert position.which(DROP) == [BLIND]
