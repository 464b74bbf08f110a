"""Recovery: who may be given a card, regrouping, the test, and engines on fire."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position, open_table, table_of
from tests.core.tried_actions import ALL_PLAYERS, HITS, tries
from tests.quick import quick
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import unit
from tigersim.core.codes import Fields, fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ALL_DICE,
    ASSIGN,
    BLIND,
    CHANCE_RECOVERY,
    GIVE,
    NAME,
    NO_CARD,
    ONE_DIE,
    PASS,
    PHASE_NOMINATE,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    PLACE,
    RECOVER,
    REGROUP,
    REROLL,
    TEST,
)
from tigersim.core.play import kernels
from tigersim.odds import recovery
from tigersim.rules.switches import Edition


def damaged(hurt: str, card: str = "7H", *, ruleset: RuleSet | None = None) -> Position:
    """A damaged unit with a card next to it, in the open, an enemy to the north."""
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
    choices = {(one.unit, one.which) for one in position.fields(GIVE)}
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
    unseen = int(position.state.pile[0].unseen.n)
    position.go(PHASE_RECOVERY_TESTS)
    position.do(PASS)
    u = position.unit(A)
    assert (int(u.hits), int(u.recovery_card)) == (hits, NO_CARD)
    assert int(position.state.pile[0].unseen.n) == unseen - 1  # everybody has seen the card now
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
    action = Fields(PLACE, A, cell=4 * 24 + 12).code if regroup else PASS
    n = 300 if COMPILER_OFF else 20_000
    hits = tries(position, action, (A,), n, ALL_PLAYERS, 3)[:, 0, HITS]
    p = recovery(unit(hurt), card, regroup=regroup).p_success
    assert 0 < p < 1
    assert abs(np.sum(hits == 0) - n * p) <= 4 * (n * p * (1 - p)) ** 0.5


# --- other readings --------------------------------------------------------------------------------------------------


def ruled(hurt: str = TANK, card: str = "7H", **switches: str) -> Position:
    """A damaged unit with a card next to it under another reading of the rules."""
    return damaged(hurt, card, ruleset=DEFAULT.replace(**switches))


@pytest.mark.rule("PT-RECOVER-01", "PT-RECOVER-02", "AMB-95")
@pytest.mark.parametrize("secrecy", ["blind_until_revealed", "look_at_hand"])
def test_only_saved_cards_may_serve(secrecy: str) -> None:
    ruleset = DEFAULT.replace(recovery_cards="saved_only", card_secrecy=secrecy)
    position = Position([TANK, TANK], [TANK, TANK], ruleset=ruleset)
    position.hand(0, saved=["2C"], blind=["3C", "4C"])
    position.hand(1, blind=["6C"])
    position.unit(A).hits = position.unit(B).hits = 1
    position.go(PHASE_RECOVER)
    assert position.which(GIVE) == [0]
    position.do(PASS)
    assert position.state.ask == ASSIGN  # side b has none that may serve


@pytest.mark.rule("PT-RECOVER-03", "AMB-96")
@pytest.mark.parametrize(("rule", "first"), [("alternate_attacker_first", 0), ("higher_draw_roll_first", 1)])
def test_who_recovers_first(rule: str, first: int) -> None:
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(recovery_order=rule))
    position.state.draw_winner = 1
    position.hand(0, blind=["3C"])
    position.hand(1, blind=["6C"])
    position.unit(A).hits = position.unit(B).hits = 1
    position.go(PHASE_NOMINATE)
    assert position.asked[:2] == (RECOVER, first)
    for _ in range(2):
        position.do(GIVE, B if position.state.asked else A, which=BLIND)
    assert position.asked[:2] == (REGROUP, first)


@pytest.mark.rule("PT-RECOVER-03", "PT-RECOVER-04", "AMB-96")
def test_all_withdraw_before_the_first_test() -> None:
    position = Position([TANK, TANK], [TANK], ruleset=DEFAULT.replace(recovery_order="simultaneous"))
    for slot, card in ((A + 1, "3S"), (B, "2H"), (A, "3C")):  # nothing that two dice, or three, could miss
        position.put(slot, 5 + slot % B, 8 + slot // 4)
        position.recovery(slot, card)
    position.go(PHASE_RECOVERY_TESTS)
    for slot in (A, A + 1, B):
        assert position.asked == (REGROUP, slot // B, slot)
        assert [int(position.unit(one).recovery_card) >= 0 for one in (A, A + 1, B)] == [True] * 3  # none is tested yet
        if slot == B:
            position.do(PASS)
        else:
            position.do(PLACE, slot, at=(5 + slot, 5, 4))
    assert [int(position.unit(one).hits) for one in (A, A + 1, B)] == [0, 0, 0]
    assert position.fault == "none"


@pytest.mark.rule("PT-RECOVER-03", "AMB-96", "AMB-97")
@pytest.mark.parametrize(("rule", "open_card"), [("up_to_6_nearest_enemy", 1), ("before_reveal", 0)])
def test_withdrawing_with_or_without_seeing_the_card(rule: str, open_card: int) -> None:
    position = ruled(regroup_details=rule)
    unseen = int(position.state.pile[0].unseen.n)
    position.dice((CHANCE_RECOVERY, A, (3, 4)))
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 0, A)
    assert int(position.unit(A).recovery_open) == open_card
    assert int(position.state.pile[0].unseen.n) == unseen - open_card
    position.do(PASS)
    assert int(position.unit(A).hits) == 0
    assert int(position.state.pile[0].unseen.n) == unseen - 1


@pytest.mark.rule("PT-RECOVER-07", "AMB-97")
def test_withdrawing_by_exactly_six_inches() -> None:
    position = ruled(regroup_details="exactly_6")
    position.go(PHASE_RECOVERY_TESTS)
    cells = position.cells()
    assert (12, 2) in cells
    assert (8, 4) in cells  # 5.66 inches: in the sixth
    assert (12, 3) not in cells
    assert (9, 4) not in cells  # three and four: exactly five
    assert all(25 < (x - 12) ** 2 + (y - 8) ** 2 <= 36 for x, y in cells)


@pytest.mark.rule("PT-RECOVER-07", "AMB-97")
def test_terrain_ends_a_withdrawal_of_six_inches_early() -> None:
    wood = "....WWWW...."
    table = table_of(*["." * 12] * 11, wood, wood, *["." * 12] * 3)
    position = Position([TANK], [SQUAD], table, ruleset=DEFAULT.replace(regroup_details="exactly_6"))
    position.put(A, 6, 7)
    position.put(B, 6, 14)
    position.recovery(A, "7H")
    position.go(PHASE_RECOVERY_TESTS)
    assert (6, 4) in position.cells()
    assert (6, 5) not in position.cells()


@pytest.mark.rule("PT-RECOVER-08", "AMB-97")
def test_withdrawing_from_every_enemy() -> None:
    for rule, sideways in (("up_to_6_nearest_enemy", True), ("all_enemies", False)):
        position = Position([TANK], [SQUAD, SQUAD], ruleset=DEFAULT.replace(regroup_details=rule))
        position.put(A, 12, 8)
        position.put(B, 12, 14)
        position.put(B + 1, 22, 6)  # in the south-east, farther away
        position.recovery(A, "7H")
        position.go(PHASE_RECOVERY_TESTS)
        cells = position.cells()
        assert ((16, 5) in cells) == sideways  # away from the first, towards the second
        assert (8, 5) in cells
        assert ((12, 3) in cells) == sideways  # due south leads past the second
    assert all(x <= 12 for x, _ in cells)


@pytest.mark.rule("PT-RECOVER-07", "AMB-97")
def test_withdrawing_without_a_card() -> None:
    position = ruled(regroup_details="no_card_needed")
    position.unit(A + 1).hits = 1
    position.put(A + 1, 5, 8)
    position.dice((CHANCE_RECOVERY, A, (3, 3)))
    position.go(PHASE_RECOVERY_TESTS)
    assert position.asked == (REGROUP, 0, A)
    position.do(PASS)
    assert position.asked == (REGROUP, 0, A + 1)  # A has failed its test and is not asked again
    position.do(PLACE, A + 1, at=(5, 3, 4))
    assert (int(position.unit(A + 1).y), int(position.unit(A + 1).hits)) == (3, 1)
    assert position.state.ask == ASSIGN
    default = damaged(TANK)
    default.unit(A + 1).hits = 1
    default.go(PHASE_RECOVERY_TESTS)
    default.do(PASS)
    assert default.state.ask == ASSIGN


@pytest.mark.rule("PT-RECOVER-09", "AMB-98")
def test_leaving_the_enemys_sight() -> None:
    house = ".....BBBBB...."
    table = table_of(*["." * 14] * 10, house, *["." * 14] * 5)
    for rule, hidden_only in (("advisory", False), ("mandatory_if_possible", True)):
        position = Position([SQUAD], [SQUAD], table, ruleset=DEFAULT.replace(regroup_los=rule))
        position.put(A, 3, 8)
        position.put(B, 7, 14)
        position.recovery(A, "7H")
        position.go(PHASE_RECOVERY_TESTS)
        cells = position.cells()
        assert (5, 4) in cells  # behind the house
        assert ((1, 6) in cells) == ((2, 7) in cells) == (not hidden_only)  # in the open


@pytest.mark.rule("PT-RECOVER-09", "AMB-98")
def test_where_nothing_hides_everything_is_open() -> None:
    cells = []
    for rule in ("advisory", "mandatory_if_possible"):
        position = ruled(regroup_los=rule)
        position.go(PHASE_RECOVERY_TESTS)
        cells.append(position.cells())
    assert cells[0] == cells[1]


@pytest.mark.rule("PT-RECOVER-07", "PT-RECOVER-02", "AMB-97")
def test_embarked_units_recover_but_do_not_withdraw() -> None:
    position = damaged(SQUAD, "7H")
    position.unit(A).profile.hits_to_destroy = 2
    u = position.unit(A)
    u.carrier = A + 1
    position.dice((CHANCE_RECOVERY, A, (3, 4)))
    position.go(PHASE_RECOVERY_TESTS)
    assert position.state.ask == ASSIGN
    assert int(u.hits) == 0


@pytest.mark.rule("PT1-RECOVER-01")
def test_nobody_withdraws_in_the_first_edition() -> None:
    position = damaged(TANK)
    position.state.ruling.edition = Edition.FIRST
    position.dice((CHANCE_RECOVERY, A, (3, 4)))
    position.go(PHASE_RECOVERY_TESTS)
    assert position.state.ask == ASSIGN
    assert int(position.unit(A).hits) == 0


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
@pytest.mark.parametrize(("rule", "alive"), [("failed_attempt_after_engine_hit", 1), ("no_attempt_is_failure", 0)])
def test_not_to_try_may_be_to_fail(rule: str, alive: int) -> None:
    for own in (1, 0):
        position = Position(["Panther D", TANK], [TANK], ruleset=DEFAULT.replace(engine_fire=rule))
        position.unit(A).hits, position.unit(A).engine_hit = 1, own
        position.go(PHASE_RECOVER)
        burnt = own and not alive
        assert int(position.unit(A).alive) == (not burnt)
        assert float(position.unit(A).hazard) == (1 if burnt else 0)
        assert int(position.state.player[1].vp) == (int(position.unit(A).profile.cost) if burnt else 0)
        assert position.fault == "none"


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
@pytest.mark.parametrize(("faces", "alive"), [((1, 1), 0), ((4, 4), 1)])
def test_to_try_is_still_a_chance(faces: tuple[int, int], alive: int) -> None:
    position = ruled("Panther D", engine_fire="no_attempt_is_failure")
    position.unit(A).engine_hit = 1
    position.dice((CHANCE_RECOVERY, A, faces))
    position.go(PHASE_RECOVERY_TESTS)
    position.do(PASS)
    assert int(position.unit(A).alive) == alive
    assert float(position.unit(A).hazard) == pytest.approx(15 / 36)


# --- re-rolls of improved units (AMB-100) ----------------------------------------------------------------------------


def rerolling(card: str, faces: tuple[int, ...], players: tuple[str, str] = ("heuristic", "heuristic")) -> Position:
    """A unit that may re-roll its recovery test."""
    position = Position([TANK, SQUAD], [SQUAD], open_table(12, 12), players=players)
    position.put(A, 5, 3)
    position.put(B, 5, 9)
    position.recovery(A, card)
    position.unit(A).profile.own_rerolls = 1
    position.dice((CHANCE_RECOVERY, A, faces))
    position.go(PHASE_RECOVERY_TESTS)
    position.do(PASS)
    return position


@pytest.mark.rule("PT-RECOVER-04", "PT-IMPROVED-02", "AMB-100")
def test_a_recovery_test_may_be_rolled_again_once() -> None:
    position = rerolling("10H", (1, 4))
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == {PASS, ONE_DIE, ALL_DICE}
    position.do(ALL_DICE, A)
    assert position.state.ask == ASSIGN
    assert [int(one) for one in position.state.roll.fixed[:2]] == [1, 1]
    total = int(position.state.roll.dice[0] + position.state.roll.dice[1])
    assert int(position.unit(A).hits) == (0 if total >= 10 else 1)
    kept = rerolling("10H", (1, 4))
    kept.do(PASS)
    assert int(kept.unit(A).hits) == 1


@pytest.mark.rule("PT-IMPROVED-02", "AMB-100")
@pytest.mark.parametrize(
    ("card", "faces", "verb", "which"),
    [
        ("7H", (3, 4), PASS, 0),  # it has passed
        ("9H", (1, 4), ONE_DIE, 0),  # 5 or 6 next to the 4: 12 of 36; both anew: 10 of 36
        ("8H", (1, 1), ALL_DICE, 0),  # one die cannot do it
        ("9H", (5, 2), ONE_DIE, 1),
    ],
)
def test_the_book_rerolls_recovery_as_well_as_it_can(card: str, faces: tuple[int, int], verb: int, which: int) -> None:
    position = rerolling(card, faces)
    with as_written():
        action = int(kernels.choose(quick(), position.battle, position.table, position.work))
    assert (fields_of(action).verb, fields_of(action).which) == (verb, which)


@pytest.mark.rule("PT-RECOVER-04", "AMB-100")
def test_recovery_with_a_reroll_comes_as_often_as_it_should() -> None:
    position = damaged(TANK, "9H")
    position.unit(A).profile.own_rerolls = 1
    position.go(PHASE_RECOVERY_TESTS)
    n = 300 if COMPILER_OFF else 20_000
    hits = tries(position, PASS, (A,), n, ALL_PLAYERS, 3)[:, 0, HITS]
    # of the 36 rolls: pass, or the better of keeping the higher die and rolling both anew (10 of 36)
    best = [
        1 if one + two >= 9 else max(max(0, 7 - (9 - max(one, two))) / 6, 10 / 36)
        for one in range(1, 7)
        for two in range(1, 7)
    ]
    p = sum(best) / 36
    assert abs(np.sum(hits == 0) - n * p) <= 4 * (n * p * (1 - p)) ** 0.5
