"""Over the sea: the beach, who can come, setting up on the water, and how much gets ashore."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

import tigersim as ts
from tests.core import checked_battles
from tests.core.positions import SQUAD, TANK, A, B, Position, table_of
from tests.forms import form
from tests.reference.naive_moves import moves, packed
from tigersim.catalogue.units import parse_army, unit
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.crossing import who_cannot_cross
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.enums import (
    BOARD,
    BRIDGE,
    BUILDING,
    DEPLOY,
    FORD,
    NOBODY,
    PHASE_DEPLOY,
    PLACE,
    WATER,
)
from tigersim.core.play import engine
from tigersim.core.play.compiled_players import QUICK
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.ground import make_table
from tigersim.game.records import profile_records, workbench
from tigersim.game.terms import Terms
from tigersim.lab.design import Design

LCVP, LCM, LCA = "LCVP", "LCM", "LCA"
SEA = "~" * 18
BEACH = [*["." * 18] * 12, *[SEA] * 6]
"""Twelve inches of land above six of sea."""
EIGHT = np.ones((3, 3), dtype=int)


def beach(side_a: list[str], side_b: list[str] | None = None) -> Position:
    """Side a attacks over the sea in the south, and nobody is set up yet."""
    table = table_of(*BEACH)
    table[0].sea, table[0].defender_edge = 1, 2
    position = Position(side_a, side_b or [SQUAD], table)
    for slot in (*range(A, A + len(side_a)), *range(B, B + len(side_b or [SQUAD]))):
        u = position.unit(slot)
        position.state.occupant[u.y * 18 + u.x] = 0
        u.placed = 0
    return position


# --- the table -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-AMPHIB-02", "PT-SETUP-04", "PT-GEN-05")
@pytest.mark.parametrize("size", [(36, 36), (72, 48), (48, 36)])
def test_the_sea_covers_the_attackers_zone_and_land_lies_beyond(size: tuple[int, int]) -> None:
    edges = set()
    for number in range(2 if COMPILER_OFF else form(12, 30)):
        table = make_table(4, number, *size, "beach")
        t = table[0]
        width, depth = size
        kind = t.kind[: width * depth].reshape(depth, width)
        road = t.road[: width * depth].reshape(depth, width)
        if t.defender_edge == 1:  # the sea in the north
            kind, road = kind[::-1], road[::-1]
        edges.add(int(t.defender_edge))
        assert (int(t.sea), int(t.water)) == (1, 1)
        third = depth // 3
        assert (kind[:third] == WATER).all()
        assert not (kind[third + 2 :] == WATER).any()
        assert not np.isin(kind, (FORD, BRIDGE)).any()
        assert not road[kind == WATER].any()
        land = (kind != WATER) & (kind != BUILDING)
        assert ndimage.label(land, EIGHT)[1] == 1
        assert land[depth - third :].sum() >= 16
        assert not np.isin(kind[third + 1 : third + 2], (BUILDING,)).all()
    if not COMPILER_OFF:
        assert edges == {1, 2}


@pytest.mark.rule("PT-SETUP-03", "PT-AMPHIB-02")
def test_the_table_says_which_edge_is_the_defenders() -> None:
    for number in range(4):
        table = make_table(4, number, 36, 36, "beach")
        for attacker in (1, 2):
            record, work = Terms().record(("uniform", "uniform")), workbench()
            record[0].scenario.attacker = attacker
            slots = np.full((2, 16), -1)
            slots[:, 0] = 0
            with as_written():
                engine.set_up(record, table, work, 3, number, profile_records([unit(LCVP)]), slots)
            assert [int(player.attacker) for player in record[0].player[:2]] == [attacker == 1, attacker == 2]
            north = [int(player.north) for player in record[0].player[:2]]
            assert north[2 - attacker] == (int(table[0].defender_edge) == 2)
            assert sum(north) == 1


# --- setting up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-AMPHIB-01", "PT-AMPHIB-02", "PT-AMPHIB-04", "PT-AMPHIB-05")
def test_craft_go_first_and_the_rest_aboard() -> None:
    # two squads and a tank in an LCM and an LCVP: the tank takes the LCM, the squads have the LCVP
    position = beach([SQUAD, TANK, LCM, SQUAD, LCVP])
    position.go(PHASE_DEPLOY)
    assert position.asked == (DEPLOY, 1, B)  # the defender first, on land
    assert position.cells() == {(x, y) for x in range(18) for y in range(12, 18)}
    position.do(PLACE, B, at=(9, 17, 0))
    for craft, x in ((A + 2, 3), (A + 4, 9)):
        assert position.asked == (DEPLOY, 0, craft)
        taken = {(3, 5)} if craft == A + 4 else set()
        assert position.cells() == {(x, y) for x in range(18) for y in range(6)} - taken
        position.do(PLACE, craft, at=(x, 5, 4))
    assert position.asked == (DEPLOY, 0, A + 1)  # the tank, for which there is one berth
    assert (position.carriers(), position.cells()) == ({A + 2}, set())
    position.do(BOARD, A + 1, A + 2)
    for squad in (A, A + 3):
        assert position.asked == (DEPLOY, 0, squad)
        assert position.carriers() == {A + 4}
        position.do(BOARD, squad, A + 4)
    assert position.fault == "none"


@pytest.mark.rule("PT-AMPHIB-04")
def test_nobody_takes_the_berth_without_which_another_stays_behind() -> None:
    for crew, berths in (([SQUAD, SQUAD], {A + 1, A + 2}), ([SQUAD, SQUAD, SQUAD, SQUAD], {A + 1, A + 2})):
        position = beach([TANK, LCM, LCM, *crew[:2]])
        position.go(PHASE_DEPLOY)
        position.do(PLACE, B, at=(9, 17, 0))
        position.do(PLACE, A + 1, at=(3, 5, 4))
        position.do(PLACE, A + 2, at=(9, 5, 4))
        assert position.asked == (DEPLOY, 0, A)
        assert position.carriers() == berths
        position.do(BOARD, A, A + 2)
        for squad in (A + 3, A + 4):
            assert position.carriers() == {A + 1}
            assert position.legal() == [packed(move) for move in moves(position.battle, position.table)]
            position.do(BOARD, squad, A + 1)


@pytest.mark.rule("PT-AMPHIB-02", "PT-AMPHIB-04")
@pytest.mark.parametrize(
    ("army", "left"),
    [
        ("LCM, M4 Sherman", None),
        ("LCVP, 2 x Regulars [usa]", None),
        ("LCVP, 3 x Regulars [usa]", "Regulars"),
        ("LCVP, M4 Sherman", "M4 Sherman"),
        ("2 x LCM, M4 Sherman, 2 x Regulars [usa]", None),
        ("LCM, M4 Sherman, Regulars [usa]", "Regulars"),
        ("LVT-1, DUKW", None),
        ("LCM, Truck [france]", "Truck"),
        ("DUKW, Regulars [usa]", None),
    ],
)
def test_who_can_cross(army: str, left: str | None) -> None:
    units = parse_army(army)
    record, work = Terms().record(("uniform", "uniform")), workbench()
    slots = np.full((2, 16), -1)
    slots[0, : len(units)] = range(len(units))
    slots[1, 0] = 0
    with as_written():
        engine.set_up(record, table_of(*BEACH), work, 3, 0, profile_records(units), slots)
        before = record.tobytes()
        found = int(who_cannot_cross(record, 0))
    assert record.tobytes() == before
    assert (None if found == NOBODY else units[found].name) == left


def test_an_army_that_cannot_cross_is_told_what_it_lacks() -> None:
    with pytest.raises(RuleForbids, match=r"Regulars of side a .*LCVP.*Tiger I of side b .*LCM"):
        ts.Battle.start(armies=("LCVP, 3 x Regulars [usa]", "Tiger I"), family="beach")
    with pytest.raises(InvalidValue, match="beach"):
        Design(family="beach")


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
@pytest.mark.rule("PT-AMPHIB-02")
def test_who_can_cross_attacks() -> None:
    for seed in range(1, 6):
        for armies, side in ((("LCVP, 2 x Regulars [usa]", "2 x Tiger I"), 0), (("2 x Tiger I", "LCM, Panther A"), 1)):
            battle = ts.Battle.start(armies=armies, family="beach", seed=seed)
            assert [bool(player.attacker) for player in battle.record[0].player[:2]] == [side == 0, side == 1]


# --- coming ashore -------------------------------------------------------------------------------------------------

INVADERS = "4 x LCVP, 2 x LCM, 6 x Regulars [usa], 2 x M4 Sherman"
DEFENDERS = "4 x Regulars [germany], Panzer IV (mid)"
CARGO = range(6, 14)


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
@pytest.mark.rule("PT-AMPHIB-02", "PT-AMPHIB-04", "PT-AMPHIB-05")
@pytest.mark.parametrize("player", ["heuristic", "tactician"])
def test_most_cargo_gets_ashore(player: str) -> None:
    ashore, battles = 0, 20
    for seed in range(1, battles + 1):
        battle = ts.Battle.start(armies=(INVADERS, DEFENDERS), family="beach", seed=seed, players=(player, player))
        landed: set[int] = set()
        while not battle.is_over:
            battle.play_to(battle.decisions + 5)
            landed |= {slot for slot in CARGO if battle.record[0].unit[slot].placed}
        ashore += len(landed)
    assert ashore >= 0.6 * battles * len(CARGO)


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
@pytest.mark.rule("PT-AMPHIB-02", "PT-TURN-05")
@pytest.mark.parametrize("players", [(one, other) for one in QUICK for other in QUICK], ids="-".join)
def test_everything_holds_in_battles_on_a_beach(players: tuple[str, str]) -> None:
    sides = [parse_army(INVADERS + ", LVT-1, DUKW"), parse_army(DEFENDERS)]
    kinds = list(dict.fromkeys([*sides[0], *sides[1]]))
    n = 60
    armies = np.full((n, 2, 16), -1)
    for side, army in enumerate(sides):
        armies[:, side, : len(army)] = [kinds.index(one) for one in army]
    found, results = np.zeros(3 + len(DECISION_NAMES), np.int64), layout.results(n)
    results["number"] = np.arange(n)
    battle = Terms().record(players)
    battle[0].scenario.attacker = 1
    with as_written():
        checked_battles.play_checked(
            battle,
            make_table(1, 1, family="beach"),
            workbench(),
            5,
            profile_records(kinds),
            armies,
            results,
            layout.battles(1),
            found,
        )
    assert checked_battles.FAULTS[found[0]] == "none", f"battle {found[1]}"
