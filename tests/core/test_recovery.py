"""Recovery: who may be given a card, regrouping, the test, and engines on fire."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core import drivers
from tests.core.positions import SQUAD, TANK, A, B, Position, table_of
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import unit
from tigersim.core import layout
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHANCE_RECOVERY,
    GIVE,
    NAME,
    NO_CARD,
    PASS,
    PHASE_NOMINATE,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    PLACE,
    RECOVER,
    REGROUP,
    TEST,
)
from tigersim.core.jit import COMPILER_OFF, as_written
from tigersim.odds import recovery


def damaged(hurt: str, card: str = "7H", *, ruleset: RuleSet | None = None) -> Position:
    """A damaged unit with a card beside it, in the open, an enemy to the north."""
    position = Position([hurt, SQUAD], [SQUAD], ruleset=ruleset)
    position.put(A, 12, 8)
    position.put(B, 12, 14)
    position.recovery(A, card)
    return position


@pytest.mark.rule("PT-RECOVER-01", "PT-RECOVER-02", "AMB-95", "AMB-96")
def test_cards_go_to_damaged_units_one_each_in_turn() -> None:
    position = Position([TANK, TANK, TANK], [TANK, TANK])
    position.hand(0, saved=["2C"], blind=["3C", "4C", "5C"])
    position.hand(1, blind=["6C"])
    for slot in (A, A + 2, B + 1):
        position.unit(slot).hits = 1
    position.go(PHASE_RECOVER)
    assert position.asked[:2] == (RECOVER, 0)
    choices = {(code >> 8 & 0xFF, code >> 24 & 0xFF) for code in position.legal() if code & 0xFF == GIVE}
    assert choices == {(A, 0), (A, BLIND), (A + 2, 0), (A + 2, BLIND)}  # the saved 2C, or a card nobody has seen
    position.do(GIVE, A, which=0)
    assert position.asked[:2] == (RECOVER, 1)
    assert position.units(GIVE) == {B + 1}
    position.do(PASS)
    assert position.asked[:2] == (RECOVER, 0)
    assert position.units(GIVE) == {A + 2}  # one card a unit
    assert position.fault == "none"


@pytest.mark.rule("PT-RECOVER-01", "AMB-96")
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_attacker_gives_first(attacker: int) -> None:
    position = Position([TANK], [TANK])
    position.hand(0, blind=["3C"])
    position.hand(1, blind=["6C"])
    position.unit(A).hits = position.unit(B).hits = 1
    position.state.player[0].attacker, position.state.player[1].attacker = 1 - attacker, attacker
    position.go(PHASE_NOMINATE)  # nobody has a card left to turn over
    assert position.asked[:2] == (RECOVER, attacker)


@pytest.mark.rule("PT-DIS-WEAK_RUNNING_GEAR", "AMB-110")
@pytest.mark.parametrize(("rule", "asked"), [("immobilised_may_test", RECOVER), ("only_if_hit", ASSIGN)])
def test_an_immobilised_unit_may_be_given_a_card(rule: str, asked: int) -> None:
    position = Position(["Cruiser Tank"], [TANK], ruleset=DEFAULT.replace(weak_running_gear=rule))
    position.hand(0, blind=["3C"])
    position.unit(A).immobilised = 1
    position.go(PHASE_RECOVER)
    assert int(position.state.ask) == asked


@pytest.mark.rule("PT-RECOVER-03", "AMB-96")
def test_the_attackers_units_are_tested_first_in_the_order_of_their_owner() -> None:
    position = Position([TANK, TANK], [TANK])
    for slot, card in ((A + 1, "7H"), (B, "8H"), (A, "9H")):
        position.put(slot, 5 + slot, 3 + slot // 4)
        position.recovery(slot, card)
    position.state.player[0].attacker, position.state.player[1].attacker = 0, 1
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 1, B)
    position.do(PASS)
    assert position.asked[:2] == (TEST, 0)
    assert position.units(NAME) == {A, A + 1}
    position.do(NAME, A + 1)  # each owner chooses his order
    assert position.asked == (REGROUP, 0, A + 1)
    position.do(PASS)
    assert position.asked == (REGROUP, 0, A)  # one is left: there is nothing to choose


@pytest.mark.rule("PT-RECOVER-04", "PT-RECOVER-05", "PT-RECOVER-06")
@pytest.mark.parametrize(("card", "faces", "hits"), [("7H", (3, 4), 0), ("7S", (3, 3), 1), ("AC", (5, 6), 0)])
def test_the_test(card: str, faces: tuple[int, int], hits: int) -> None:
    position = damaged(TANK, card)
    position.dice((CHANCE_RECOVERY, A, faces))
    unseen = int(position.state.unseen.n)
    position.go(PHASE_RECOVERY_TESTS)
    position.do(PASS)
    u = position.unit(A)
    assert (int(u.hits), int(u.recovery_card)) == (hits, NO_CARD)
    assert int(position.state.unseen.n) == unseen - 1  # everybody has seen the card now
    assert position.asked[:2] == (ASSIGN, 0)  # the next turn
    assert position.units(GIVE) == ({A, A + 1} if hits == 0 else {A + 1})
    assert position.fault == "none"


@pytest.mark.rule("PT-RECOVER-07", "PT-ADV-RUGGED")
@pytest.mark.parametrize(("hurt", "dice"), [(TANK, 3), ("M4 Sherman", 4)])
def test_regrouping_gives_a_die_more(hurt: str, dice: int) -> None:
    # all ones: the total tells the number of dice, against a card of as many
    for card, hits in ((f"{dice}S", 0), (f"{dice + 1}S", 1)):
        position = damaged(hurt, card)
        position.dice((CHANCE_RECOVERY, A, (1,) * dice))
        position.go(PHASE_RECOVERY_TESTS)
        position.do(PLACE, A, at=(12, 2, 4))
        assert (int(position.unit(A).y), int(position.unit(A).hits)) == (2, hits)


@pytest.mark.rule("PT-RECOVER-07", "PT-RECOVER-08", "AMB-97")
def test_regrouping_is_a_move_of_up_to_six_inches() -> None:
    position = damaged(TANK)
    position.go(PHASE_RECOVERY_TESTS)
    cells = position.cells()
    assert (12, 2) in cells
    assert (12, 1) not in cells  # seven inches
    assert (12, 9) not in cells  # nearer
    assert (12, 8) not in cells  # nowhere


@pytest.mark.rule("PT-RECOVER-07", "PT-MOVE-05")
def test_regrouping_stops_at_terrain_too() -> None:
    wood = "." * 10 + "WWWW" + "." * 10
    table = table_of(*["." * 24] * 10, wood, wood, *["." * 24] * 12)
    position = Position([TANK, SQUAD], [SQUAD], table)
    position.put(A, 12, 15)
    position.put(B, 12, 22)
    position.recovery(A, "7H")
    position.go(PHASE_RECOVERY_TESTS)
    assert (12, 13) in position.cells()
    assert (12, 12) not in position.cells()


@pytest.mark.rule("PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR", "AMB-97")
@pytest.mark.parametrize("hurt", ["Army Infantry [japan]", "Waco Glider", "Cruiser Tank"])
def test_who_may_not_regroup(hurt: str) -> None:
    position = damaged(hurt)
    position.unit(A).immobilised = hurt == "Cruiser Tank"
    position.go(PHASE_RECOVERY_TESTS)
    assert int(position.state.ask) == ASSIGN


@pytest.mark.rule("PT-RECOVER-07", "PT-AMPHIB-02", "AMB-97")
def test_a_landing_craft_withdraws_on_the_water() -> None:
    position = Position(["LCVP", SQUAD], [SQUAD], table_of(*["...~~..."] * 12))
    position.put(A, 3, 6)
    position.put(A + 1, 0, 0)
    position.put(B, 3, 10)
    position.recovery(A, "7H")
    position.go(PHASE_RECOVERY_TESTS)
    # six inches south on two columns of water; the seventh row is out of reach, (4, 0) is sqrt 37 away
    assert position.cells() == {(3, y) for y in range(6)} | {(4, y) for y in range(1, 6)}


@pytest.mark.rule("PT-DIS-WEAK_RUNNING_GEAR", "AMB-110")
def test_one_success_mends_gear_and_hit() -> None:
    position = damaged("Cruiser Tank", "2S")
    position.unit(A).immobilised = 1
    position.go(PHASE_RECOVERY_TESTS)
    assert (int(position.unit(A).hits), int(position.unit(A).immobilised)) == (0, 0)


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
@pytest.mark.parametrize(
    ("rule", "own", "faces", "alive"),
    [
        ("failed_attempt_after_engine_hit", 1, (1, 1), 0),
        ("failed_attempt_after_engine_hit", 1, (4, 4), 1),
        ("failed_attempt_after_engine_hit", 0, (1, 1), 1),
        ("any_failed_recovery", 0, (1, 1), 0),
    ],
)
def test_engine_fires(rule: str, own: int, faces: tuple[int, int], alive: int) -> None:
    position = damaged("Panther D", ruleset=DEFAULT.replace(engine_fire=rule))
    position.unit(A).engine_hit = own
    position.dice((CHANCE_RECOVERY, A, faces))
    position.go(PHASE_RECOVERY_TESTS)
    position.do(PASS)
    assert int(position.unit(A).alive) == alive
    # two dice reach 7 in 21 of 36 rolls; who cannot burn runs no risk
    risk = 15 / 36 if own or rule == "any_failed_recovery" else 0
    assert float(position.unit(A).hazard) == pytest.approx(risk)
    assert int(position.state.player[1].vp) == (0 if alive else int(position.unit(A).profile.cost))


@pytest.mark.rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
@pytest.mark.parametrize(
    ("hurt", "card", "regroup"),
    [(TANK, "7H", False), (TANK, "QS", True), ("M4 Sherman", "AH", False), ("M4 Sherman", "AH", True)],
)
def test_recovery_comes_as_often_as_the_odds_say(hurt: str, card: str, regroup: bool) -> None:
    position = damaged(hurt, card)
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 0, A)
    action = PLACE | A << 8 | (4 * 24 + 12) << 32 if regroup else PASS
    assert action in position.legal()
    n = 300 if COMPILER_OFF else 20_000
    rows = np.zeros((n, 7), np.int64)
    with as_written():
        drivers.trials(position.battle, layout.battles(1), position.table, position.work, 3, action, A, rows)
    p = recovery(unit(hurt), card, regroup=regroup).p_success
    assert 0 < p < 1
    assert abs(np.sum(rows[:, 1] == 0) - n * p) <= 4 * (n * p * (1 - p)) ** 0.5
