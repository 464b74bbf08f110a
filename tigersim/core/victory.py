"""How a battle ends: markers, the score at the end of a deck, another deck (chapter 1.15)."""

from tigersim.core import log
from tigersim.core.asking import ask, attacker
from tigersim.core.at_marker import markers_near
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, cards_in_pile, shuffle
from tigersim.core.demolition import bridge_is_taken
from tigersim.core.enums import (
    ENDED_BY_BRIDGE,
    ENDED_BY_DECK,
    ENDED_BY_ELIMINATION,
    ENDED_BY_LAST_DECK,
    ENDED_BY_SCORE,
    MAX_UNITS,
    NOBODY,
    PHASE_DRAW,
    PHASE_OVER,
    PROLONG,
    SLOTS,
)
from tigersim.core.goals import count_goals
from tigersim.core.hands import collect_cards, hidden_cards, put_pile_away
from tigersim.core.log import note
from tigersim.core.luck import hide_cards
from tigersim.core.sequence import start_assignment
from tigersim.core.units import in_play
from tigersim.registry import rule
from tigersim.rules.switches import (
    BridgeCapture,
    EliminationEnd,
    GameEndTiming,
    ReshuffleMargin,
    SavedCardsOnReshuffle,
    TargetScore,
)
from tigersim.rules.victory import counts_at_marker, may_prolong, plays_on_to_score, score_is_reached

ONE_REFUSED = 10
"""``b.step`` after the first of two players at equality has said no, where one word is enough."""


@jit_inner
@rule("PT-VP-07", "PT-VP-09", "PT-VP-10", "AMB-122")
def count_markers(b, t):
    """``player.marker_vp`` = the sum of the markers that a side controls now (AMB-122).

    It has a unit on the marker's ground and no enemy stands within 3 inches of that ground; both: nobody's.
    """
    b[0].player[0].marker_vp = b[0].player[1].marker_vp = 0
    if t[0].markers == 0:
        return
    held_0, held_1, near_0, near_1 = 0, 0, 0, 0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if not in_play(b, slot) or not counts_at_marker(u.hits, u.carrier != NOBODY, b[0].ruling.marker_control):
            continue
        inside, near = markers_near(t, u.x, u.y)
        if slot < MAX_UNITS:
            held_0 |= inside
            near_0 |= near
        else:
            held_1 |= inside
            near_1 |= near
    for marker in range(t[0].markers):
        if (held_0 & ~near_1) >> marker & 1:
            b[0].player[0].marker_vp += b[0].scale * t[0].marker_value[marker]
        if (held_1 & ~near_0) >> marker & 1:
            b[0].player[1].marker_vp += b[0].scale * t[0].marker_value[marker]


@jit_inner
@rule("PT-VP-13", "AMB-23")
def battle_is_decided(b, t):
    """Whether a side has no units left and nothing can change any more (AMB-23)."""
    mine, theirs = b[0].player[0].standing, b[0].player[1].standing
    if mine > 0 and theirs > 0:
        return False
    return b[0].ruling.elimination_end == EliminationEnd.END_AT_ONCE or t[0].markers == 0 or mine + theirs == 0


@jit_inner
@rule("AMB-124")
def score_ends_battle(b):
    """Whether the score played to ends the battle at once (1 = stop_at_once), by units lost."""
    return b[0].ruling.target_score == TargetScore.STOP_AT_ONCE and score_is_reached(
        b[0].player[0].vp, b[0].player[1].vp, b[0].scale * b[0].target_score
    )


@jit_inner
def stop_if_decided(b, t, w):
    """End the battle if it is decided in mid-turn (AMB-23, AMB-124); returns whether it is."""
    if battle_is_decided(b, t):
        finish(b, t, w, ENDED_BY_ELIMINATION)
        return True
    if score_ends_battle(b):
        finish(b, t, w, ENDED_BY_SCORE)
        return True
    if bridge_decides(b, t):
        finish(b, t, w, ENDED_BY_BRIDGE)
        return True
    return False


@jit_inner
@rule("PT-SCEN-BRIDGE-10", "AMB-144")
def bridge_decides(b, t):
    """The bridge is blown, or captured; AMB-144: tested after every action, or when a turn ends."""
    if b[0].blown != 0:
        return True
    if b[0].scenario.capture_ends == 0 or (
        b[0].ruling.bridge_capture == BridgeCapture.CONTROL_AT_TURN_END and b[0].phase != PHASE_DRAW
    ):
        return False
    return bridge_is_taken(b, t)


@jit_inner
def finish(b, t, w, ended_by):
    """End the battle: score the markers controlled now and the goals, once."""
    count_markers(b, t)
    count_goals(b, t)
    _close(b, w, ended_by)


@jit_inner
def _close(b, w, ended_by):
    """The battle is over with markers and goals as they were counted last."""
    for side in range(2):
        b[0].player[side].vp += b[0].player[side].marker_vp + b[0].player[side].goal_vp
    b[0].over = 1
    b[0].phase = PHASE_OVER
    b[0].ended_by = ended_by
    note(b, w, log.ENDED, b[0].player[0].vp, b[0].player[1].vp)


@jit_inner
def deck_totals(b):
    """Points of both sides at the end of a deck, markers and goals included."""
    one, other = b[0].player[0], b[0].player[1]
    return one.vp + one.marker_vp + one.goal_vp, other.vp + other.marker_vp + other.goal_vp


@jit_inner
@rule("PT-VP-13", "PT-VP-15", "PT-VP-16", "PT1-VP-04", "AMB-05", "AMB-06")
def step_prolong(b, t, w):
    """The deck is used up; close scores may go on, three decks at most.

    Both must agree.  AMB-05: 2 (trailing_player_decides) the word of the player behind, or of either at equality, is
    enough.  AMB-06: how many decks.
    """
    if b[0].step == 0:
        count_markers(b, t)
        count_goals(b, t)
    mine, theirs = deck_totals(b)
    if b[0].target_score > 0:
        _play_to_score(b, w, mine, theirs)
        return
    margin, limit, edition = b[0].ruling.reshuffle_margin, b[0].ruling.reshuffle_limit, b[0].ruling.edition
    if not may_prolong((mine - theirs) / b[0].scale, b[0].decks, margin, limit, edition) or not can_go_on(b):
        last_deck = b[0].decks > 1 and not may_prolong(0, b[0].decks, margin, limit, edition)
        _close(b, w, ENDED_BY_LAST_DECK if last_deck else ENDED_BY_DECK)
        return
    first = attacker(b)
    if margin == ReshuffleMargin.TRAILING_PLAYER_DECIDES and mine != theirs:
        first = 0 if mine < theirs else 1
    if b[0].step == 0:
        ask(b, PROLONG, first, NOBODY)
    elif (margin != ReshuffleMargin.TRAILING_PLAYER_DECIDES and b[0].step == 1) or b[0].step == ONE_REFUSED:
        ask(b, PROLONG, 1 - first, NOBODY)
    else:
        next_deck(b, w)


@jit_inner
def refuse_to_prolong(b, w):
    """A player will not go on; AMB-05: at an even score the other may still be asked."""
    mine, theirs = deck_totals(b)
    if b[0].ruling.reshuffle_margin == ReshuffleMargin.TRAILING_PLAYER_DECIDES and mine == theirs and b[0].step == 0:
        b[0].step = ONE_REFUSED
    else:
        _close(b, w, ENDED_BY_DECK)


@jit_inner
@rule("PT-VP-17", "AMB-124")
def _play_to_score(b, w, mine, theirs):
    """End the battle if a side has the agreed score at the end of a deck (AMB-124)."""
    if score_is_reached(mine, theirs, b[0].scale * b[0].target_score):
        _close(b, w, ENDED_BY_SCORE)
    elif plays_on_to_score(b[0].decks, b[0].ruling.target_score) and can_go_on(b):
        next_deck(b, w)
    else:
        _close(b, w, ENDED_BY_LAST_DECK)


@jit_inner
def can_go_on(b):
    """Whether there are cards for another deck."""
    if b[0].ruling.saved_cards_on_reshuffle == SavedCardsOnReshuffle.COLLECT_ALL:
        return True
    for pile in range(1 + b[0].own_decks):
        p = b[0].pile[pile]
        if p.discards == NONE and p.ran_out == 0 and (b[0].own_decks == 0 or cards_in_pile(b, pile) == 0):
            return False
    return True


@jit_inner
@rule("PT-VP-15", "AMB-03", "AMB-04")
def next_deck(b, w):
    """The deck is shuffled anew and a new turn begins.

    Only the discards are shuffled; AMB-04: 1 (collect_all) all 52 cards.  A deck that ran out in the middle of a deal
    was shuffled then (AMB-02).  AMB-03: under 2 (immediate) the turn that was broken off goes on first, unless its
    cards were collected.  Where each side has a deck the first that ends ends both (PT-MULTI-03 is silent): both are
    shuffled anew, with what is left of the other.
    """
    b[0].decks += 1
    collected = b[0].ruling.saved_cards_on_reshuffle == SavedCardsOnReshuffle.COLLECT_ALL
    if collected:
        collect_cards(b)
    for pile in range(1 + b[0].own_decks):
        if collected or b[0].pile[pile].ran_out == 0:
            if b[0].own_decks != 0:
                put_pile_away(b, pile)
            shuffle(b, pile)
            hide_cards(b, w, pile, hidden_cards(b, pile))
        b[0].pile[pile].ran_out = 0
    note(b, w, log.PROLONGED, b[0].decks)
    if b[0].ruling.game_end_timing == GameEndTiming.IMMEDIATE and not collected:
        start_assignment(b)
    else:
        b[0].phase = PHASE_DRAW
