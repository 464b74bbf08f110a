"""Victory points, and how a battle ends."""

import pytest

from tests.core.positions import TANK, A, B, Position, user_unit
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    DROP,
    ENDED_BY,
    FIRE,
    GO_ON,
    MAIN,
    PASS,
    PHASE_END,
    PHASE_RESOLVE,
    PROLONG,
)


def at_the_end(vp_a: int, vp_b: int, decks: int = 1, **switches: str) -> Position:
    """The deck has just run out at this score."""
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(**switches))
    position.state.player[0].vp, position.state.player[1].vp = vp_a, vp_b
    position.state.decks = decks
    position.empty_pile()
    position.go(PHASE_END)
    return position


def ended_by(position: Position) -> str:
    """ID of the rule that ended the battle, "" while it goes on."""
    return ENDED_BY[int(position.state.ended_by)]


@pytest.mark.rule("PT-VP-01", "PT-VP-02", "PT-VP-03", "PT-VP-04")
@pytest.mark.parametrize(
    ("target", "vp"),
    [
        ("Regulars [france]", 1),
        ("Truck [france]", 1),
        (user_unit("gun", "towed_gun"), 3),
        ("BA-64", 3),
        (TANK, 5),
        ("Conscripts [italy]", 1),  # a disadvantage, but never below one
        ("T-60", 6),
        ("Renault R-35", 3),
    ],
    ids=str,
)
def test_the_dead_score_what_they_cost(target: str, vp: int) -> None:
    position = Position([TANK, TANK], [target, TANK])
    position.put(A, 5, 5)
    position.put(B, 5, 12)
    position.unit(B).hits = int(position.unit(B).profile.hits_to_destroy) - 1
    position.turn_over(A, "2H")
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1, 1)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MAIN)
    assert position.unit(B).alive == 0
    assert (int(position.state.player[0].vp), int(position.state.player[1].vp)) == (vp, 0)
    assert position.fault == "none"


@pytest.mark.rule("PT-VP-13", "AMB-03")
def test_the_battle_ends_with_the_turn_in_which_the_pile_is_used_up() -> None:
    assert ended_by(at_the_end(9, 5)) == "PT-VP-13"
    going_on = Position([TANK], [TANK])
    going_on.state.player[0].vp = 9
    going_on.go(PHASE_END)
    assert not going_on.state.over  # there are cards to draw


@pytest.mark.rule("PT-VP-13", "PT-END-04")
def test_the_last_turn_is_played_out() -> None:
    position = Position([TANK], [TANK])
    position.state.player[0].vp = 9
    position.hand(0, blind=["2C", "3C", "4C", "5C", "6C", "7C", "8C"])
    position.empty_pile()
    position.go(PHASE_END)
    assert position.verbs() == {DROP}
    position.do(DROP, which=position.which(DROP)[0])
    assert ended_by(position) == "PT-VP-13"


@pytest.mark.rule("PT-VP-15", "AMB-05")
@pytest.mark.parametrize(
    ("vp_a", "vp_b", "rule", "asked"),
    [
        (4, 4, "up_to_3_both_agree", True),
        (7, 4, "up_to_3_both_agree", True),
        (4, 8, "up_to_3_both_agree", False),
        (7, 4, "under_3_both_agree", False),
        (6, 4, "under_3_both_agree", True),
    ],
)
def test_close_scores_may_go_on(vp_a: int, vp_b: int, rule: str, asked: bool) -> None:
    position = at_the_end(vp_a, vp_b, reshuffle_margin=rule)
    assert bool(position.state.over) == (not asked)
    if asked:
        assert position.asked[:2] == (PROLONG, 0)
        assert position.verbs() == {PASS, GO_ON}


@pytest.mark.rule("PT-VP-15", "AMB-05")
def test_both_must_want_to_go_on() -> None:
    for second in (PASS, GO_ON):
        position = at_the_end(4, 4)
        position.do(GO_ON)
        assert position.asked[:2] == (PROLONG, 1)
        position.do(second)
        assert bool(position.state.over) == (second == PASS)
        assert int(position.state.decks) == (1 if second == PASS else 2)
        assert ended_by(position) == ("PT-VP-13" if second == PASS else "")
    refused = at_the_end(4, 4)
    refused.do(PASS)
    assert refused.state.over


@pytest.mark.rule("PT-VP-16", "AMB-06")
@pytest.mark.parametrize(
    ("decks", "rule", "over"),
    [
        (2, "three_decks_total", False),
        (3, "three_decks_total", True),
        (3, "three_reshuffles", False),
        (4, "three_reshuffles", True),
    ],
)
def test_three_decks_are_the_limit(decks: int, rule: str, over: bool) -> None:
    position = at_the_end(4, 4, decks, reshuffle_limit=rule)
    assert bool(position.state.over) == over
    assert ended_by(position) == ("PT-VP-16" if over else "")


@pytest.mark.rule("AMB-23")
def test_nothing_changes_once_a_side_is_gone() -> None:
    position = Position([TANK, TANK], [TANK])
    position.put(A, 5, 5)
    position.put(B, 5, 12)
    position.unit(B).hits = 1
    position.turn_over(A, "2H")
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1, 1)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MAIN)
    assert position.state.over
    assert ended_by(position) == "AMB-23"
