"""The source's own examples, replayed to the letter with the dice that it tells."""

from __future__ import annotations

import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position
from tigersim.catalogue.cards import card_name
from tigersim.core.enums import ASSIGN, BLIND, CHANCE_DRAW, GIVE, PHASE_DRAW
from tigersim.game.narration import narrate

TOM, CINDY = 0, 1


def tom_and_cindy() -> Position:
    """Three units a side; Tom rolls 5 and 2, Cindy 4 and 3."""
    position = Position([TANK, SQUAD, SQUAD], [TANK, SQUAD, SQUAD])
    position.dice((CHANCE_DRAW, TOM, (5, 2)), (CHANCE_DRAW, CINDY, (4, 3)))
    position.state.turn = 0
    position.work[0].log_rows = 0
    position.work[0].logging = 1
    return position


@pytest.mark.rule("PT-TURN-02", "PT-TURN-03", "PT-TURN-06", "PT1-TURN-01", "PT1-TURN-02", "PT-TURN-10")
def test_tom_and_cindy_draw() -> None:
    position = tom_and_cindy()
    order = [int(card) for card in position.state.pile[0].deck]
    position.go(PHASE_DRAW)
    tom, cindy = (position.state.player[side] for side in (TOM, CINDY))
    # the 5 counts and not the 2, so Tom has five cards; the 4 and not the 3, so Cindy has four
    assert (int(tom.draw), int(tom.n_blind)) == (5, 5)
    assert (int(cindy.draw), int(cindy.n_blind)) == (4, 4)
    # Tom, who has more, is dealt to first; then one card each in turn
    assert [int(card) for card in tom.blind[:5]] == order[0:9:2]
    assert [int(card) for card in cindy.blind[:4]] == order[1:8:2]
    assert int(position.state.draw_winner) == int(position.state.first) == TOM
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-05", "PT-TURN-07", "PT-TURN-08", "PT-TURN-09")
def test_tom_and_cindy_lay_their_cards() -> None:
    position = tom_and_cindy()
    position.go(PHASE_DRAW)
    given = []
    for side, unit in [(TOM, A), (CINDY, B), (TOM, A), (CINDY, B), (TOM, A + 1), (CINDY, B + 1), (TOM, A + 2)]:
        assert position.asked[:2] == (ASSIGN, side)
        assert set(position.which(GIVE)) == {BLIND}  # nobody looks at what he got
        assert A not in position.units(GIVE) or len(given) < 4  # two cards and no more
        position.do(GIVE, unit, which=BLIND)
        given.append(unit)
    assert (int(position.state.player[TOM].n_blind), int(position.state.player[CINDY].n_blind)) == (1, 1)
    lines = narrate(position.work[0].log[: position.work[0].log_rows], lambda slot: f"unit {slot}")
    assert lines[0] == "--- turn 1: side a draws 5, side b draws 4; side a first ---"
    assert lines[1:3] == ["side a: a card to unit 0", "side b: a card to unit 16"]
    assert not any(card_name(card) in " ".join(lines) for card in range(52))
    assert position.fault == "none"
