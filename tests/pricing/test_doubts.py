"""What battles give away although no column says it: mirrored pairs, and a better side that goes with the budget."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.pricing.planted_worlds import AdditiveWorld, Design
from tigersim.pricing import BattleTable, Guards, Prices, fit_prices
from tigersim.pricing.estimate.data import joined

DESIGN = Design(units=20, tables=4, sizes=(4, 7), choices=4)
WORLD = AdditiveWorld.make(1, DESIGN, interaction=0.4)
PLAIN = AdditiveWorld.make(1, DESIGN)
LOOSE = Guards(min_appearances=20, max_scale_error=0.5)
N = 4000


def mirrored(times: int = 2, exchanged: bool = True) -> BattleTable:
    """Every two armies meet so often, on exchanged sides; other dice, and other slots."""
    army = DESIGN.armies(np.random.default_rng(2), WORLD.roster.cost, N // times)
    rounds = []
    for number in range(times):
        slots = army[:, ::-1] if exchanged and number % 2 else army
        slots = np.random.default_rng(number).permuted(slots, axis=2)
        rounds.append(WORLD.battles(len(slots), 10 + number, army=slots))
    return joined(rounds)


def widths(found: Prices) -> np.ndarray:
    return (found.table["delta_high"] - found.table["delta_low"]).to_numpy()


def doubts(found: Prices) -> list[str]:
    return [note for note in found.notes if "column" in note and "trait" not in note]


@pytest.mark.parametrize("exchanged", [True, False])
def test_armies_that_meet_twice_are_taken_for_pairs(exchanged: bool) -> None:
    played = mirrored(exchanged=exchanged)
    found = fit_prices(played, guards=LOOSE)
    assert found.provenance["errors"] == "clustered by pair"
    assert doubts(found)[0].startswith("4,000 of 4,000 battles are fought by two armies that meet more than once, each")
    said = fit_prices(replace(played, pair=np.tile(np.arange(N // 2), 2)), guards=LOOSE)
    assert doubts(said) == []
    np.testing.assert_allclose(widths(found), widths(said), rtol=1e-9)
    # interactions repeat within a pair, so intervals for independent battles would be too narrow
    tables = replace(played, pair=np.arange(N))
    assert np.median(widths(found) / widths(fit_prices(tables, guards=LOOSE))) > 1.05


def test_pairs_among_other_battles_leave_those_alone() -> None:
    few, many = mirrored().rows(np.r_[0:400, N // 2 : N // 2 + 400]), WORLD.battles(2000, 3)
    found = fit_prices(joined([many, few]), guards=LOOSE)
    assert doubts(found)[0].startswith("800 of 2,800 battles")
    pair = np.concatenate([np.arange(1000, 3000), np.tile(np.arange(400), 2)])
    said = fit_prices(replace(joined([many, few]), pair=pair), guards=LOOSE)
    np.testing.assert_allclose(widths(found), widths(said), rtol=1e-9)


def test_armies_that_meet_more_often_are_named_and_left_alone() -> None:
    found = fit_prices(mirrored(times=4), guards=LOOSE)
    assert found.provenance["errors"] == "HC2"
    assert "number the pairs in a column pair" in doubts(found)[0]


def test_armies_drawn_at_random_raise_no_doubt() -> None:
    for world in (WORLD, PLAIN):
        played = world.battles(N, 5)
        assert doubts(fit_prices(played, guards=LOOSE)) == []
        blind = replace(played, attacker=np.zeros(N, dtype=np.int8))  # the attack goes round by a coin
        assert doubts(fit_prices(blind, guards=LOOSE)) == []


def gap_of(played: BattleTable) -> np.ndarray:
    return played.difference @ played.roster.cost


def blind(played: BattleTable, margin: np.ndarray, **columns: np.ndarray) -> BattleTable:
    nobody = np.zeros(len(played), dtype=np.int8)
    return replace(played, margin=margin, winner=np.sign(margin).astype(np.int8), attacker=nobody, **columns)


def test_a_dearer_side_that_always_attacks_is_seen() -> None:
    """The attack is worth 2.5 VP to the attacker, so the margin jumps by 5 VP where the budgets change places."""
    played = PLAIN.battles(N, 6)
    attacker = np.where(gap_of(played) > 0, 1, -1).astype(np.int8)
    margin = played.margin - PLAIN.side * played.attacker + 2.5 * attacker
    found = fit_prices(blind(played, margin), guards=LOOSE)
    (note,) = doubts(found)
    assert "no column side_a_first" in note
    jump = float(note.split("jumps by ")[1].split(" VP")[0])
    assert jump == pytest.approx(5.0, abs=1.5)
    known = fit_prices(replace(played, margin=margin, attacker=attacker), guards=LOOSE)
    assert doubts(known) == []
    # that is what the note is for: the scale holds the attack
    assert found.provenance["vp_scale"] > 1.5 * known.provenance["vp_scale"]


def test_a_margin_that_bends_is_no_jump() -> None:
    """The better army wins by less and less more: smooth, so it is no side's advantage."""
    played = PLAIN.battles(3 * N, 7)
    fair = PLAIN.means(3 * N, 7).margin
    bent = 5 * np.tanh(fair / 5) + (played.margin - fair)
    assert doubts(fit_prices(blind(played, bent), guards=LOOSE)) == []


def test_a_side_that_is_dearer_and_ahead_is_seen() -> None:
    """Side a stands at either edge, costs more and has the first turn, worth 3 VP: no table tells that."""
    played = PLAIN.battles(3 * N, 8)
    chosen = np.flatnonzero((gap_of(played) > 0) | (np.random.default_rng(1).random(3 * N) < 0.25))
    dear = played.rows(chosen)
    edge = np.random.default_rng(2).choice([-1, 1], len(dear)).astype(np.int8)
    margin = dear.margin - PLAIN.side * dear.attacker + 3.0
    by_edge = margin + PLAIN.table[dear.table] * (edge - 1)  # a table's effect goes with the edge
    (note,) = doubts(fit_prices(blind(dear, by_edge, edge=edge), guards=LOOSE))
    assert "side a is +3" in note or "side a is +2" in note
    # where side a always stands at the first edge, the tables' effects take its advantage out
    assert doubts(fit_prices(blind(dear, margin), guards=LOOSE)) == []


def test_a_scale_above_one_is_doubted() -> None:
    """An advantage that only grows with the budget looks like worth; that worth is too much to be true."""
    played = PLAIN.battles(N, 9)
    margin = played.margin - PLAIN.side * played.attacker + 1.0 * gap_of(played)
    (note,) = doubts(fit_prices(blind(played, margin), guards=LOOSE))
    assert note.startswith("one VP of cost buys 1.")
