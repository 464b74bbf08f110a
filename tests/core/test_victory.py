"""Victory points, and how a battle ends."""

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, A, B, Position, open_table, user_unit
from tests.core.test_engine import check, play
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import unit
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_DRAW,
    CHANCE_FIRE,
    CHANCE_SAVE,
    DROP,
    ENDED_BY,
    FIRE,
    GIVE,
    GO_ON,
    MAIN,
    PASS,
    PHASE_DRAW,
    PHASE_END,
    PHASE_RESOLVE,
    PROLONG,
)
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.armies import extra_points
from tigersim.game.ground import make_table
from tigersim.game.options import check_victory
from tigersim.lab.design import Design
from tigersim.rules.switches import Edition
from tigersim.rules.victory import MOST_DECKS


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


@pytest.mark.rule("PT-VP-15", "AMB-05")
@pytest.mark.parametrize(("vp_a", "vp_b", "behind"), [(4, 6, 0), (7, 4, 1)])
def test_the_player_behind_may_force_another_deck(vp_a: int, vp_b: int, behind: int) -> None:
    for verb, over in ((PASS, True), (GO_ON, False)):
        position = at_the_end(vp_a, vp_b, reshuffle_margin="trailing_player_decides")
        assert position.asked[:2] == (PROLONG, behind)
        position.do(verb)
        assert bool(position.state.over) == over
    assert at_the_end(8, 4, reshuffle_margin="trailing_player_decides").state.over


@pytest.mark.rule("PT-VP-15", "AMB-05")
@pytest.mark.parametrize(("words", "over"), [((GO_ON,), False), ((PASS, GO_ON), False), ((PASS, PASS), True)])
def test_either_may_force_another_deck_at_equality(words: tuple[int, ...], over: bool) -> None:
    position = at_the_end(4, 4, reshuffle_margin="trailing_player_decides")
    for side, word in enumerate(words):
        assert position.asked[:2] == (PROLONG, side)
        position.do(word)
    assert bool(position.state.over) == over
    assert int(position.state.decks) == (1 if over else 2)


@pytest.mark.rule("PT-VP-16", "AMB-06")
@pytest.mark.parametrize(
    ("vp_b", "decks", "over"), [(4, 3, True), (5, 3, False), (5, MOST_DECKS - 1, False), (5, MOST_DECKS, True)]
)
def test_only_equality_ends_after_the_third_deck(vp_b: int, decks: int, over: bool) -> None:
    position = at_the_end(4, vp_b, decks, reshuffle_limit="only_equality_ends")
    assert bool(position.state.over) == over
    assert ended_by(position) == ("PT-VP-16" if over else "")


@pytest.mark.rule("PT1-VP-04")
def test_one_deck_is_one_game_in_the_first_edition() -> None:
    position = Position([TANK], [TANK])
    position.state.ruling.edition = Edition.FIRST
    position.empty_pile()
    position.go(PHASE_END)
    assert position.state.over
    assert ended_by(position) == "PT-VP-13"


# --- when a deck has ended -------------------------------------------------------------------------------------------


def last_cards(left: int, **switches: str) -> Position:
    """A turn begins with so few cards in the pile; both draw three."""
    position = Position([TANK] * 5, [TANK] * 5, open_table(), ruleset=DEFAULT.replace(**switches))
    pile = [int(card) for card in position.state.pile[0].deck]
    for card in pile[: 52 - left]:
        position.state.pile[0].discards |= np.uint64(1 << card)
    position.state.pile[0].next_card = 52 - left
    position.dice((CHANCE_DRAW, 0, (1, 2)), (CHANCE_DRAW, 1, (1, 2)))
    position.state.turn = 0
    position.go(PHASE_DRAW)
    return position


@pytest.mark.rule("PT-VP-13", "AMB-03")
@pytest.mark.parametrize(("left", "stops"), [(7, False), (6, True), (4, True)])
def test_the_game_may_stop_with_the_last_card(left: int, stops: bool) -> None:
    position = last_cards(left, game_end_timing="immediate")
    assert int(position.state.ask) == (PROLONG if stops else ASSIGN)
    if stops:
        position.do(GO_ON)
        position.do(GO_ON)
        assert position.asked[:2] == (ASSIGN, 0)  # the turn that was broken off goes on
        assert (int(position.state.turn), int(position.state.decks)) == (1, 2)
        assert int(position.state.player[0].n_blind) == min(3, left - left // 2)
        assert int(position.state.pile[0].deck_size) == 52 - left
        assert position.fault == "none"


@pytest.mark.rule("PT-VP-13", "AMB-03", "AMB-04")
def test_the_cards_of_the_turn_broken_off_may_be_collected() -> None:
    position = last_cards(4, game_end_timing="immediate", saved_cards_on_reshuffle="collect_all")
    position.do(GO_ON)
    position.do(GO_ON)
    assert int(position.state.turn) == 2  # a new turn, from a pile of 52
    assert int(position.state.pile[0].deck_size) == 52
    assert position.fault == "none"


@pytest.mark.rule("PT-VP-13", "AMB-03")
def test_turns_without_drawing_until_hands_are_empty() -> None:
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(game_end_timing="until_hands_empty"))
    position.state.player[0].vp = 9
    position.hand(0, saved=["2C", "3C"])
    position.empty_pile()
    position.state.held = 52
    position.go(PHASE_END)
    for _ in range(2):
        assert position.asked[:2] == (ASSIGN, 0)  # a card is left: another turn, without drawing
        assert [int(player.draw) for player in position.state.player[:2]] == [0, 0]
        position.do(GIVE, A, which=position.which(GIVE)[0])
        if position.state.ask == ASSIGN:
            position.do(PASS)
        position.do(PASS)  # the order
    assert ended_by(position) == "PT-VP-13"
    assert int(position.state.turn) == 3


@pytest.mark.rule("PT-VP-13", "AMB-03")
def test_a_turn_in_which_no_card_is_used_is_the_last() -> None:
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(game_end_timing="until_hands_empty"))
    position.state.player[0].vp = 9
    position.hand(0, saved=["2C", "3C"])
    position.empty_pile()
    position.state.held = 52
    position.go(PHASE_END)
    position.do(PASS)
    assert ended_by(position) == "PT-VP-13"


@pytest.mark.rule("PT-VP-13", "AMB-02")
def test_a_deck_that_ran_out_in_the_deal_has_ended_with_the_turn() -> None:
    position = last_cards(4, deck_runs_out_mid_deal="reshuffle_and_continue")
    assert [int(player.n_blind) for player in position.state.player[:2]] == [3, 3]
    pile = [int(card) for card in position.state.pile[0].deck[: int(position.state.pile[0].deck_size)]]
    position.do(PASS)
    position.do(PASS)
    assert position.asked[:2] == (PROLONG, 0)
    position.do(GO_ON)
    position.do(GO_ON)
    assert (int(position.state.decks), int(position.state.pile[0].ran_out)) == (2, 0)
    assert [
        int(card) for card in position.state.pile[0].deck[: int(position.state.pile[0].deck_size)]
    ] == pile  # it was shuffled then
    assert position.fault == "none"


# --- a side without units --------------------------------------------------------------------------------------------


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
    position.do(PASS)  # no wreck is left
    assert position.state.over
    assert ended_by(position) == "AMB-23"


def with_markers(*markers: tuple[int, int, int], side_b: int = 2, **switches: str) -> Position:
    """Two squads against some on a table with markers of one cell: x, y, VP."""
    position = Position([SQUAD, TANK], [SQUAD] * side_b, open_table(), ruleset=DEFAULT.replace(**switches))
    for number, (x, y, vp) in enumerate(markers):
        position.table[0].marker[y * 24 + x] = number + 1
        position.table[0].marker_value[number] = vp
    position.table[0].markers = len(markers)
    return position


def fall(position: Position, slot: int) -> None:
    """A unit is destroyed, and scored."""
    u = position.unit(slot)
    u.alive = u.placed = 0
    position.state.occupant[u.y * 24 + u.x] = 0
    position.state.player[slot // B].standing -= 1
    position.state.player[1 - slot // B].vp += u.profile.cost


@pytest.mark.rule("PT-VP-13", "AMB-23")
@pytest.mark.parametrize(
    ("rule", "markers", "over"),
    [
        ("play_to_deck_end", [], True),  # nothing can change
        ("play_to_deck_end", [(5, 5, 4)], False),  # a survivor may walk to it
        ("end_at_once", [(5, 5, 4)], True),
    ],
)
def test_a_side_without_units(rule: str, markers: list[tuple[int, int, int]], over: bool) -> None:
    position = with_markers(*markers, side_b=1, elimination_end=rule)
    position.put(A, 5, 5)
    position.hand(0, blind=["2C"])
    fall(position, B)
    position.go(PHASE_END)
    assert bool(position.state.over) == over
    assert ended_by(position) == ("AMB-23" if over else "")
    if over:
        assert int(position.state.player[0].vp) == 1 + sum(vp for *_, vp in markers)
    assert position.fault == "none"


@pytest.mark.rule("AMB-23")
def test_nobody_left_is_the_end_of_it() -> None:
    position = with_markers((5, 5, 4), side_b=1)
    for slot in (A, A + 1, B):
        fall(position, slot)
    position.go(PHASE_END)
    assert ended_by(position) == "AMB-23"


# --- markers ---------------------------------------------------------------------------------------------------------


def scored(position: Position) -> tuple[int, int]:
    """VP of markers when the deck runs out now."""
    position.state.player[0].vp += 90  # nobody asks for another deck
    fallen = [int(player.vp) for player in position.state.player[:2]]
    position.empty_pile()
    position.go(PHASE_END)
    assert position.state.over
    markers = [int(player.marker_vp) for player in position.state.player[:2]]
    assert [int(player.vp) for player in position.state.player[:2]] == [
        f + m for f, m in zip(fallen, markers, strict=True)
    ]
    return markers[0], markers[1]


@pytest.mark.rule("PT-VP-07", "PT-VP-10", "AMB-122")
@pytest.mark.parametrize(
    ("enemy", "vp"),
    [
        ((5, 14), 4),  # far away
        ((5, 9), 0),  # three inches between the edges: within
        ((5, 10), 4),
        ((8, 9), 4),  # two to the side, three along: 3.6
        ((7, 8), 0),  # 1 and 2: 2.2
        ((6, 5), 0),
    ],
)
def test_a_marker_is_held_by_a_unit_on_it_with_no_enemy_near(enemy: tuple[int, int], vp: int) -> None:
    position = with_markers((5, 5, 4))
    position.put(A, 5, 5)
    position.put(B, *enemy)
    assert scored(position) == (vp, 0)


@pytest.mark.rule("PT-VP-10")
def test_a_unit_beside_a_marker_does_not_hold_it() -> None:
    position = with_markers((5, 5, 4))
    position.put(A, 5, 6)
    assert scored(position) == (0, 0)


@pytest.mark.rule("PT-VP-10")
def test_the_distance_runs_to_the_nearest_edge_of_the_marker() -> None:
    for enemy, vp in ((12, 0), (13, 8)):
        position = with_markers((5, 5, 8))
        position.table[0].marker[5 * 24 + 5 : 5 * 24 + 9] = 1  # four cells wide
        position.put(A, 5, 5)
        position.put(B, enemy, 5)
        assert scored(position) == (vp, 0)


@pytest.mark.rule("PT-VP-09", "PT-VP-07")
def test_minor_markers_add_up() -> None:
    position = with_markers((5, 5, 2), (9, 5, 2), (20, 20, 8))
    position.put(A, 5, 5)
    position.put(A + 1, 9, 5)
    position.put(B, 20, 20)
    assert scored(position) == (4, 8)


@pytest.mark.rule("PT-VP-10", "AMB-122")
@pytest.mark.parametrize(
    ("rule", "holder", "contester", "vp"),
    [
        ("any_unit_at_end", "shocked", "", 4),
        ("any_unit_at_end", "", "shocked", 0),
        ("any_unit_at_end", "embarked", "", 0),
        ("any_unit_at_end", "", "embarked", 4),
        ("unshocked_only", "shocked", "", 0),
        ("unshocked_only", "", "shocked", 4),
        ("unshocked_only", "embarked", "", 0),
        ("embarked_count", "embarked", "", 4),
        ("embarked_count", "", "embarked", 0),
        ("embarked_count", "shocked", "", 4),
    ],
)
def test_who_counts_at_a_marker(rule: str, holder: str, contester: str, vp: int) -> None:
    position = with_markers((5, 5, 4), marker_control=rule)
    position.put(A, 5, 5)
    near = B if contester else B + 1
    position.put(B, 5, 7 if contester else 15)
    for slot, state in ((A, holder), (near, contester)):
        if state == "shocked":
            position.unit(slot).hits = 1
        elif state == "embarked":
            position.unit(slot).carrier = slot + 1
    assert scored(position) == (vp, 0)


@pytest.mark.rule("PT-VP-10", "PT-VP-15", "AMB-122")
def test_markers_count_at_each_deck_but_are_scored_once() -> None:
    position = with_markers((5, 5, 2))
    position.put(A, 5, 5)
    position.empty_pile()
    position.go(PHASE_END)
    assert position.asked[0] == PROLONG  # 2 : 0, close enough
    position.do(GO_ON)
    position.do(GO_ON)
    assert [int(player.vp) for player in position.state.player[:2]] == [0, 0]
    assert position.fault == "none"
    position.empty_pile()
    position.state.player[0].n_blind = position.state.player[1].n_blind = 0
    position.go(PHASE_END)
    position.do(PASS)
    assert [int(player.vp) for player in position.state.player[:2]] == [2, 0]


@pytest.mark.rule("PT-VP-15", "PT-VP-07")
def test_markers_decide_whether_the_score_is_close() -> None:
    position = with_markers((5, 5, 8))
    position.put(A, 5, 5)
    position.empty_pile()
    position.go(PHASE_END)
    assert position.state.over
    assert ended_by(position) == "PT-VP-13"


# --- play to a score -------------------------------------------------------------------------------------------------


def to_score(target: int, vp_a: int, vp_b: int, decks: int = 1, **switches: str) -> Position:
    """The deck has run out in a battle that is played to a score."""
    position = Position([TANK], [TANK], ruleset=DEFAULT.replace(**switches))
    position.state.target_score = target
    position.state.player[0].vp, position.state.player[1].vp = vp_a, vp_b
    position.state.decks = decks
    position.empty_pile()
    position.go(PHASE_END)
    return position


@pytest.mark.rule("PT-VP-17", "AMB-124")
@pytest.mark.parametrize(
    ("vp", "decks", "rule", "end"),
    [
        ((20, 3), 1, "deck_end_only_reshuffle_until", "PT-VP-17"),
        ((3, 20), 1, "deck_end_only_reshuffle_until", "PT-VP-17"),
        ((19, 3), 1, "deck_end_only_reshuffle_until", ""),
        ((19, 3), 5, "deck_end_only_reshuffle_until", ""),
        ((19, 3), MOST_DECKS, "deck_end_only_reshuffle_until", "PT-VP-16"),
        ((19, 3), 2, "max_three_decks", ""),
        ((19, 3), 3, "max_three_decks", "PT-VP-16"),
        ((20, 3), 3, "max_three_decks", "PT-VP-17"),
        ((19, 3), 3, "stop_at_once", ""),
    ],
)
def test_a_battle_to_a_score(vp: tuple[int, int], decks: int, rule: str, end: str) -> None:
    position = to_score(20, *vp, decks, target_score=rule)
    assert ended_by(position) == end
    if not end:
        assert int(position.state.decks) == decks + 1
        assert position.state.ask == ASSIGN  # nobody is asked whether it goes on


@pytest.mark.rule("PT-VP-17", "PT-VP-07")
def test_markers_count_towards_the_score() -> None:
    position = with_markers((5, 5, 8))
    position.put(A, 5, 5)
    position.state.target_score = 8
    position.empty_pile()
    position.go(PHASE_END)
    assert ended_by(position) == "PT-VP-17"
    assert int(position.state.player[0].vp) == 8


@pytest.mark.rule("PT-VP-17", "AMB-124")
@pytest.mark.parametrize(("rule", "over"), [("deck_end_only_reshuffle_until", False), ("stop_at_once", True)])
def test_the_score_may_end_the_battle_at_once(rule: str, over: bool) -> None:
    position = Position([TANK, TANK], [TANK, TANK], ruleset=DEFAULT.replace(target_score=rule))
    position.state.target_score = 5
    position.put(A, 5, 5)
    position.put(B, 5, 12)
    position.unit(B).hits = 1
    position.turn_over(A, "2H")
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1, 1)))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MAIN)
    position.do(PASS)  # no wreck is left
    assert bool(position.state.over) == over
    assert ended_by(position) == ("PT-VP-17" if over else "")


# --- whole battles ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
@pytest.mark.rule("PT-VP-07", "PT-VP-10", "PT-VP-17")
@pytest.mark.parametrize("target_score", [0, 12])
def test_everything_holds_with_markers_and_a_score_to_play_to(target_score: int) -> None:
    ground = make_table(1, 1, 18, 18)
    for number, (x, y, vp) in enumerate([(4, 9, 2), (9, 9, 8), (14, 9, 4)]):
        for row in range(y - 2, y + 3):
            ground[0].marker[row * 18 + x - 2 : row * 18 + x + 3] = number + 1
        ground[0].marker_value[number] = vp
    ground[0].markers = 3
    n = 400
    design = Design(players=("heuristic", "uniform"), sizes=(2, 5), seed=3, target_score=target_score)
    check(design, n, ground)
    results = play(design, n, ground=ground)
    costs = np.append(design.costs, 0)[results["kind"]]
    fallen = (results["dead"] * costs).sum(axis=2)[:, ::-1]
    assert np.array_equal(results["vp"], fallen + results["marker_vp"])
    assert (results["marker_vp"] > 0).any(axis=0).all()
    ended = set(results["ended_by"].tolist())
    assert (4 in ended, 1 in ended) == (target_score > 0, target_score == 0)
    one_side_gone = (results["dead"].sum(axis=2) == (results["kind"] >= 0).sum(axis=2)).sum(axis=1) == 1
    assert one_side_gone.any()
    assert 3 not in results["ended_by"][one_side_gone]  # the other may still walk to the markers


@pytest.mark.rule("PT-VP-11", "PT-VP-12", "AMB-123")
def test_points_for_units_come_from_the_armies() -> None:
    tanks, squads = [unit(TANK)] * 4, [unit(SQUAD)] * 6  # 20 VP and 6
    assert extra_points(8, squads, tanks) == 8
    assert extra_points(8, tanks, squads) == 0
    assert extra_points(20, tanks, squads, DEFAULT.replace(extra_force_cap="extras_at_most_double")) == 12
    with pytest.raises(InvalidValue):
        extra_points(-1, tanks, squads)


@pytest.mark.rule("PT1-VP-03")
@pytest.mark.parametrize(("markers", "target_score"), [("standard", 0), ("none", 10)])
def test_the_first_edition_has_neither_markers_nor_a_score(markers: str, target_score: int) -> None:
    with pytest.raises(RuleForbids, match="PT1-VP-03"):
        check_victory(markers, target_score, RuleSet("paper_tigers_1", 1))
    check_victory("none", 0, RuleSet("paper_tigers_1", 1))
