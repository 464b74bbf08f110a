"""What players know of their cards, and that the books on unseen cards are fair whatever they know."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position
from tests.core.test_engine import play, table, z
from tests.forms import form
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    GIVE,
    LUCK_CARD,
    LUCK_NAMES,
    LUCK_RANK,
    NOMINATE,
    PASS,
    PHASE_ASSIGN,
    PHASE_END,
)
from tigersim.lab.design import Design

SECRECY = ["blind_until_revealed", "look_after_assignment", "look_at_hand"]


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of battles")
@pytest.mark.rule("AMB-09", "AMB-02", "AMB-03")
@pytest.mark.parametrize(
    "switches",
    [
        {"card_secrecy": "look_after_assignment"},
        {"card_secrecy": "look_at_hand"},
        {"deck_runs_out_mid_deal": "reshuffle_and_continue", "reshuffle_limit": "three_reshuffles"},
        {"game_end_timing": "immediate", "card_secrecy": "look_at_hand"},
        {"deck_runs_out_mid_deal": "equalise", "game_end_timing": "until_hands_empty"},
    ],
    ids=lambda switches: "-".join(switches.values()),
)
def test_luck_averages_out_whatever_players_know(switches: dict[str, str]) -> None:
    # few units, so that cards are left; and one side that chooses them by face while the other does not, for what
    # both do alike would cancel out
    design = Design(seed=6, players=("heuristic", "uniform"), sizes=(1, 6), ruleset=DEFAULT.replace(**switches))
    # a mean that is 0.11 of a battle's spread off is found with 95%, in the long form 0.052
    results = play(design, form(3_000, 12_000), ground=table(0, 24))
    for kind, name in enumerate(LUCK_NAMES):
        for band in range(results["luck"].shape[2]):
            assert abs(z(results["luck"][:, kind, band])) < 4, (name, band)
            assert results["luck"][:, kind, band].std() > 0, (name, band)


@pytest.mark.rule("AMB-09")
@pytest.mark.parametrize(("rule", "booked"), [(SECRECY[0], True), (SECRECY[1], True), (SECRECY[2], False)])
def test_luck_is_booked_once_when_the_first_player_sees_a_card(rule: str, booked: bool) -> None:
    position = Position([TANK], [SQUAD], ruleset=DEFAULT.replace(card_secrecy=rule))
    position.hand(0, blind=["AS"])  # under look_at_hand it was booked when it was dealt
    position.go(PHASE_ASSIGN)
    before = position.state.luck.copy()
    position.do(GIVE, A, which=parse_card("AS") if rule == SECRECY[2] else BLIND)
    # alone with a card its unit turns it over at once, so the luck of laying and of turning over comes in one step
    changed = position.state.luck - before
    assert bool(changed[LUCK_RANK].any()) == bool(changed[LUCK_CARD].any()) == booked
    if booked:
        # 52 cards, mean rank 8: an ace is six above it, for side a
        assert changed[LUCK_RANK].sum() == pytest.approx(6)
    assert position.fault == "none"


@pytest.mark.rule("AMB-09")
def test_a_card_laid_and_known_is_not_booked_again_when_it_is_turned_over() -> None:
    position = Position([TANK], [SQUAD], ruleset=DEFAULT.replace(card_secrecy=SECRECY[1]))
    position.hand(0, blind=["AS", "2C"])
    position.hand(1, blind=["7C"])
    position.go(PHASE_ASSIGN)
    position.do(GIVE, A, which=BLIND)
    assert position.state.luck[LUCK_RANK].sum() == pytest.approx(2 - 8)  # the last of the hand lies on top
    position.do(PASS)
    before = position.state.luck.copy()
    position.do(PASS)
    assert np.array_equal(position.state.luck, before)
    assert position.fault == "none"


@pytest.mark.rule("AMB-02", "AMB-03")
@pytest.mark.parametrize("switches", [{"deck_runs_out_mid_deal": "reshuffle_and_continue"}, {}])
def test_no_luck_of_cards_after_two_piles_were_mixed(switches: dict[str, str]) -> None:
    position = Position([TANK], [SQUAD], ruleset=DEFAULT.replace(**switches))
    position.state.pile[0].shuffles = 2
    position.give(A, "AS")
    position.give(B, "2C")
    position.go(PHASE_ASSIGN)
    assert position.state.ask == NOMINATE
    for _ in range(2):
        position.do(3, A if position.state.asked == 0 else B, which=1)
    assert bool(position.state.luck[LUCK_RANK].any()) == (not switches)


@pytest.mark.rule("PT-END-02", "AMB-09")
@pytest.mark.parametrize("rule", SECRECY)
def test_cards_kept_are_shown_once(rule: str) -> None:
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(card_secrecy=rule))
    position.hand(0, blind=["2C", "3C"])
    position.go(PHASE_END)
    assert position.state.ask == ASSIGN
    known = 2 + (sum(int(player.n_blind) for player in position.state.player) if rule == SECRECY[2] else 0)
    assert int(position.state.pile[0].unseen.n) == 52 - known
    assert position.fault == "none"
