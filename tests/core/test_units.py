"""Units on the table: losing cards, hits, shock, destruction and what it is worth."""

from __future__ import annotations

import pytest

from tests.core import unit_kernels
from tests.core.fire_scenes import GUN, JEEP, LIGHT_GUN, RECON, aboard, cards_left, ruled, state
from tests.core.positions import EAST, SQUAD, TANK, TRUCK, A, B, Position
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import NO_CARD, NOBODY
from tigersim.rules.switches import FindCoverLoss, RevealedCardLost, SuppressionEffect

REMEMBERED = ("rolls", "actions", "given", "recovering", "done", "silenced", "doubled", "drove", "ramp")


def holding(slot_b: str | Unit = TANK) -> Position:
    """An enemy unit at hand with a hidden card, an open one and one turned over."""
    position = Position([TANK], [slot_b, SQUAD])
    position.give(B, "5C")
    position.give(B, "6C", opened=True)
    position.turn_over(B, "7C")
    return position


def hit(position: Position, slot: int, hits: int, by: int = A) -> None:
    """A unit takes so many unsaved hits."""
    with as_written():
        unit_kernels.take_hits(position.battle, position.table, position.work, slot, hits, by)


@pytest.mark.rule("PT-HIT-01", "AMB-18")
def test_one_hit_shocks_and_costs_every_card() -> None:
    position = holding()
    hit(position, B, 1)
    assert (state(position, B), cards_left(position, B)) == ((1, 1), 0)
    discards = int(position.state.pile[0].discards)
    assert all(discards >> 4 * (rank - 2) & 1 for rank in (5, 6, 7))
    assert int(position.state.pile[0].revealed) == 0


@pytest.mark.rule("PT-HIT-02", "PT-HIT-03", "PT-HIT-04")
@pytest.mark.parametrize(
    ("unit", "before", "hits", "alive"),
    [(TANK, 0, 1, 1), (TANK, 1, 1, 0), (TANK, 0, 2, 0), (RECON, 0, 1, 0), (LIGHT_GUN, 0, 1, 0), (JEEP, 0, 1, 0)],
    ids=str,
)
def test_how_many_hits_destroy(unit: str | Unit, before: int, hits: int, alive: int) -> None:
    position = holding(unit)
    position.unit(B).hits = before
    hit(position, B, hits)
    assert int(position.unit(B).alive) == alive
    assert cards_left(position, B) == 0


@pytest.mark.rule("PT-HIT-03", "PT-VP-01", "PT-VP-02", "PT-VP-03", "PT-VP-04", "AMB-120")
@pytest.mark.parametrize(
    ("unit", "vp"), [(SQUAD, 1), (TRUCK, 1), (GUN, 3), (TANK, 5), ("T-60", 6), ("Militia", 1), ("Churchill IV", 7)]
)
def test_the_enemy_scores_what_a_unit_costs(unit: str | Unit, vp: int) -> None:
    position = holding(unit)
    hit(position, B, 2)
    assert [int(player.vp) for player in position.state.player[:2]] == [vp, 0]
    assert int(position.state.player[1].standing) == 1
    assert (int(position.unit(B).died), int(position.unit(B).placed)) == (1, 0)


@pytest.mark.rule("PT-VP-04", "AMB-120")
def test_the_score_may_be_the_base_value_alone() -> None:
    position = Position([TANK], ["T-60"], ruleset=ruled(vp_min_clamp="score_base_only"))
    hit(position, B, 2)
    assert int(position.state.player[0].vp) == 5


@pytest.mark.rule("PT-VP-01", "PT-VP-04", "AMB-121")
@pytest.mark.parametrize(
    ("reading", "by", "vp"),
    [
        ("opponent_scores_all", A, 5),
        ("opponent_scores_all", NOBODY, 5),
        ("only_enemy_caused", A, 5),
        ("only_enemy_caused", NOBODY, 0),
    ],
)
def test_who_scores_a_unit_lost_by_its_own_fault(reading: str, by: int, vp: int) -> None:
    position = Position([TANK], [TANK], ruleset=ruled(vp_self_inflicted=reading))
    hit(position, B, 2, by)
    assert int(position.state.player[0].vp) == vp


@pytest.mark.rule("PT-HIT-03")
def test_the_dead_leave_their_recovery_card() -> None:
    position = Position([TANK], [TANK])
    position.recovery(B, "8D")
    hit(position, B, 1)
    assert position.unit(B).recovery_card == NO_CARD
    assert int(position.state.pile[0].discards) >> (4 * 6 + 2) & 1


@pytest.mark.rule("PT-HIT-05", "PT-RECOVER-06")
def test_the_shocked_may_not_act() -> None:
    position = Position([TANK], [TANK])
    with as_written():
        assert unit_kernels.may_act(position.battle, A)
        hit(position, A, 1, B)
        assert not unit_kernels.may_act(position.battle, A)
        hit(position, A, 1, B)
        assert not unit_kernels.may_act(position.battle, A)


@pytest.mark.rule("PT-MG-04", "PT-MG-07", "AMB-18", "AMB-62")
def test_cards_that_suppression_can_take() -> None:
    position = holding()
    with as_written():
        assert unit_kernels.cards_held(position.battle, B) == 3
        assert unit_kernels.cards_to_lose(position.battle, B) == 3
        position.state.ruling.revealed_card_lost = RevealedCardLost.REVEALED_CARD_STILL_ACTS
        assert unit_kernels.cards_to_lose(position.battle, B) == 2
        assert not unit_kernels.can_be_suppressed(position.battle, A)
        position.state.ruling.suppression_effect = SuppressionEffect.NO_ACTIONS_THIS_TURN
        assert unit_kernels.can_be_suppressed(position.battle, A)


@pytest.mark.rule("PT-CARRY-02", "AMB-93")
def test_putting_a_carrier_takes_its_load_along_and_counts_as_driving() -> None:
    position = Position([TRUCK, SQUAD], [SQUAD])
    aboard(position, A + 1, A)
    with as_written():
        unit_kernels.put(position.battle, position.table, A, int(position.unit(A).x), int(position.unit(A).y), EAST)
        assert position.unit(A).drove == 0  # it has only turned
        unit_kernels.put(position.battle, position.table, A, 7, 9, EAST)
    assert position.unit(A).drove == 1
    assert (int(position.unit(A + 1).x), int(position.unit(A + 1).y), int(position.unit(A + 1).placed)) == (7, 9, 0)
    assert position.fault == "none"


@pytest.mark.rule("PT-COVER-09", "AMB-49")
@pytest.mark.parametrize(
    ("reading", "displaced", "next_turn"),
    [
        (FindCoverLoss.LOST_ON_MOVE_START, 0, 1),
        (FindCoverLoss.LITERAL_MOVE_ONLY, 1, 1),
        (FindCoverLoss.END_OF_TURN, 0, 0),
    ],  # when it moves or is displaced; when it moves; at the turn's end
)
def test_how_long_found_cover_lasts(reading: int, displaced: int, next_turn: int) -> None:
    position = Position([SQUAD], [SQUAD])
    position.state.ruling.find_cover_loss = reading
    u = position.unit(A)
    u.found_cover = 1
    with as_written():
        unit_kernels.new_turn(position.battle, A)
        assert u.found_cover == next_turn
        u.found_cover = 1
        unit_kernels.lose_cover(position.battle, A)
    assert u.found_cover == displaced


def test_a_new_turn_forgets_what_was_done_in_the_old_one() -> None:
    position = Position([SQUAD], [SQUAD])
    u = position.unit(A)
    for name in REMEMBERED:
        u[name] = 1
    u.leader = 3
    with as_written():
        unit_kernels.new_turn(position.battle, A)
    assert [int(u[name]) for name in REMEMBERED] == [0] * len(REMEMBERED)
    assert u.leader == NOBODY
