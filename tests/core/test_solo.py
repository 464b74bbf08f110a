"""Solo play: the order of assigning and turning over, and forces drawn from unit cards (chapter 1.27)."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position
from tests.core.test_sequence import came_up, card, seen
from tests.forms import form
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.chance import battle_key
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHANCE_DRAW,
    CHOOSE,
    GIVE,
    MAX_UNITS,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_DRAW,
    PHASE_END,
    PHASE_NOMINATE,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
)
from tigersim.core.muster import turn_unit_cards
from tigersim.game.seats import PARTS, Seats, parts_of

SOLO = Seats(solo=True)
FIRST, SECOND = 1, 2
"""Bits of a unit's cards."""


def alone(side_a: list[str], side_b: list[str], **switches: str) -> Position:
    """One person plays both sides."""
    return Position(side_a, side_b, ruleset=DEFAULT.replace(**switches), seats=SOLO)


# --- assigning -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SOLO-02", "AMB-10")
@pytest.mark.parametrize(("dice", "first"), [(((5, 2), (4, 3)), 0), (((1, 2), (4, 3)), 1), (((4, 1), (4, 3)), 0)])
def test_the_side_with_the_higher_draw_assigns_all_its_cards_first(
    dice: tuple[tuple[int, int], tuple[int, int]], first: int
) -> None:
    position = alone([TANK, SQUAD], [TANK, SQUAD])
    position.dice((CHANCE_DRAW, 0, dice[0]), (CHANCE_DRAW, 1, dice[1]))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    for side in (first, 1 - first):
        held = int(position.state.player[side].n_blind)
        assert held >= 2  # of fewer than five units each, the higher die
        for _ in range(2):
            assert position.asked[:2] == (ASSIGN, side)
            position.do(GIVE, side * MAX_UNITS, which=BLIND)
        assert position.asked[:2] == (ASSIGN, side) or held == 2
        if position.asked[:2] == (ASSIGN, side):
            position.do(PASS)
    assert position.asked[0] == ORDER
    assert position.fault == "none"


@pytest.mark.rule("PT-SOLO-02", "AMB-11")
def test_a_side_that_has_assigned_is_done_whatever_a_pass_means() -> None:
    position = alone([TANK, SQUAD], [TANK], assignment_pass="pass_reopens")
    position.hand(0, blind=["2C", "3C"])
    position.hand(1, blind=["4C"])
    position.go(PHASE_ASSIGN, step=0)
    position.do(GIVE, A, which=BLIND)
    position.do(PASS)
    assert position.asked[:2] == (ASSIGN, 1)
    position.do(GIVE, B, which=BLIND)
    assert position.asked[0] == ORDER
    assert position.fault == "none"


# --- turning over ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SOLO-03", "PT-SOLO-04", "AMB-149")
def test_two_rounds_of_one_card_a_unit() -> None:
    position = alone([TANK, SQUAD], [TANK, SQUAD])
    position.give(A, "5C", "KD")  # the five was assigned first
    position.give(A + 1, "9H")
    position.give(B, "QS", "AH")
    position.give(B + 1, "5D")
    position.go(PHASE_NOMINATE)
    assert seen(position) == (ORDER, 1, "QS")  # nobody is asked for a unit
    assert int(position.unit(A).cards[1]) == card("KD")
    # all first cards by value, red before black; then what is left, the ace first
    assert came_up(position) == ["QS", "9H", "5D", "5C", "AH", "KD"]
    assert position.state.phase in (PHASE_RECOVER, PHASE_RECOVERY_TESTS, PHASE_END, PHASE_DRAW, PHASE_ASSIGN)


@pytest.mark.rule("PT-SOLO-03", "AMB-149")
def test_a_saved_card_may_come_before_the_one_assigned_first() -> None:
    for choice, order in ((SECOND, ["KD", "5C"]), (FIRST, ["5C", "KD"])):
        position = alone([TANK], [TANK])
        position.give(A, "5C")
        position.give(A, "KD", opened=True)
        position.go(PHASE_NOMINATE)
        assert position.asked == (NOMINATE, 0, A)
        assert position.which(CHOOSE) == [FIRST, SECOND]
        position.do(CHOOSE, A, which=choice)
        assert came_up(position) == order
        assert position.fault == "none"


@pytest.mark.rule("PT-SOLO-03", "AMB-19")
@pytest.mark.parametrize(("rule", "order"), [("open_first", ["KD", "5C"]), ("open_last", ["5C", "KD"])])
def test_when_the_open_card_comes_may_be_ruled(rule: str, order: list[str]) -> None:
    for opened in (False, True):  # whichever of the two was assigned first
        position = alone([TANK], [TANK], open_card_activation=rule)
        for name in ("KD", "5C") if opened else ("5C", "KD"):
            position.give(A, name, opened=name == "KD")
        position.go(PHASE_NOMINATE)
        assert came_up(position) == order


@pytest.mark.rule("PT-SOLO-03", "AMB-149")
@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of positions take minutes without the compiler")
def test_chance_may_pick_the_card() -> None:
    """A card that is picked in 80 of 100 cases is found in nearly all runs; the long form finds 65."""
    first, tries = 0, form(100, 400)
    for number in range(tries):
        position = alone([TANK], [TANK], solo_order="random_card")
        position.give(A, "5C", "KD")
        position.state.key = battle_key(7, number)
        position.go(PHASE_NOMINATE)
        assert position.asked[0] == ORDER  # nobody is asked
        first += seen(position)[2] == "5C"
    assert abs(first - tries / 2) < 4 * sqrt(tries / 4)


@pytest.mark.rule("PT-SOLO-03", "AMB-16", "AMB-14")
@pytest.mark.parametrize(
    "switches",
    [
        {"leftover_cards_order": "owner_order_after_reveal"},
        {"leftover_cards_order": "one_by_one"},
        {"two_card_initiative": "sum_of_cards"},
        {"nomination_mode": "sequential_reveal"},
    ],
    ids=lambda switches: next(iter(switches.values())),
)
def test_readings_about_pairs_of_units_are_not_asked(switches: dict[str, str]) -> None:
    position = alone([TANK, SQUAD], [TANK], **switches)
    position.give(A, "5C", "KD")
    position.give(A + 1, "9H")
    position.give(B, "QS")
    position.go(PHASE_NOMINATE)
    assert came_up(position) == ["QS", "9H", "5C", "KD"]


# --- unit cards ------------------------------------------------------------------------------------------------------


def drawn(armies: np.ndarray, dummies: float, removed: float, seed: int = 3) -> np.ndarray:
    """What takes the field, battle by battle."""
    found = armies.copy()
    with as_written():
        blank, gone = (np.array(parts_of(share, "share")) for share in (dummies, removed))
        turn_unit_cards(seed, 0, blank, gone, PARTS, found)
    return found


@pytest.mark.rule("PT-SOLO-05", "PT-SOLO-06", "PT-SOLO-07")
def test_which_units_appear_is_left_to_the_cards() -> None:
    n = 200 if COMPILER_OFF else 6000
    armies = np.full((n, 2, MAX_UNITS), -1, dtype=np.int64)
    armies[:, :, :4] = [3, 5, 5, 8]
    found = drawn(armies, 1 / 3, 1 / 3)
    # four units and two blanks are six cards, of which two are taken away
    sizes = Counter((found[:, 0] >= 0).sum(axis=1).tolist())
    for gone in range(3):
        chance = comb(4, gone) * comb(2, 2 - gone) / comb(6, 2)
        assert abs(sizes[4 - gone] - n * chance) < 4 * sqrt(n * chance * (1 - chance))
    for side in range(2):
        there = (found[:, side] == 8).any(axis=1).sum()  # each card stays with chance 4 in 6
        assert abs(there - n * 2 / 3) < 4 * sqrt(n * 2 / 9)
    assert (found[:, 0] != found[:, 1]).any()  # each side has its own cards
    for row in found.reshape(-1, MAX_UNITS)[:200]:
        units = [kind for kind in row.tolist() if kind >= 0]
        assert units == sorted(units)  # in their order, from the first slot on
        assert (row[len(units) :] == -1).all()


@pytest.mark.rule("PT-SOLO-07", "PT-SOLO-08")
def test_without_blanks_a_third_of_the_units_stays_away_and_nobody_else() -> None:
    armies = np.full((50, 2, MAX_UNITS), -1, dtype=np.int64)
    armies[:, :, :6] = range(6)
    blank = gone = np.array(parts_of((0, 1 / 3), "removed"))
    found = armies.copy()
    with as_written():
        turn_unit_cards(1, 0, 0 * blank, gone, PARTS, found)
    assert (found[:, 0] == armies[:, 0]).all()  # side a has no unit cards
    assert ((found[:, 1] >= 0).sum(axis=1) == 4).all()
    assert (drawn(armies, 0, 0) == armies).all()
