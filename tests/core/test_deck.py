"""The pack of cards: shuffling, dealing, and where cards lie."""

import numpy as np
import pytest

from tests.core import checked_battles
from tests.core.positions import SQUAD, A, B, Position
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import ASSIGN, CHANCE_DRAW, GO_ON, PHASE_DRAW, PHASE_PROLONG, PROLONG
from tigersim.rules.switches import HighRollBasis

FIVE = [SQUAD] * 5


def pile(position: Position) -> list[int]:
    state = position.state
    return [int(card) for card in state.pile[0].deck[int(state.pile[0].next_card) : int(state.pile[0].deck_size)]]


def blind(position: Position, side: int) -> list[int]:
    player = position.state.player[side]
    return [int(card) for card in player.blind[: int(player.n_blind)]]


def reading(**switches: str) -> Position:
    """Five squads a side under another reading of the rules."""
    return Position(FIVE, FIVE, ruleset=DEFAULT.replace(**switches))


def draw_all_but(position: Position, left: int) -> list[int]:
    """Put all but ``left`` cards of the pile on the discards; returns the pile as it was."""
    order = pile(position)
    for card in order[: 52 - left]:
        position.state.pile[0].discards |= np.uint64(1 << card)
    position.state.pile[0].next_card = 52 - left
    return order


def draw(position: Position, one: tuple[int, int], two: tuple[int, int]) -> None:
    """A new turn in which the sides roll these dice for cards."""
    position.state.turn = 1
    position.dice((CHANCE_DRAW, 0, one), (CHANCE_DRAW, 1, two))
    position.state.turn = 0
    position.go(PHASE_DRAW)


@pytest.mark.rule("PT-GEN-01")
def test_the_pack_has_52_cards() -> None:
    position = Position([SQUAD], [SQUAD])
    assert sorted(pile(position)) == list(range(52))
    assert int(position.state.pile[0].discards) == 0
    assert position.fault == "none"


@pytest.mark.rule("PT-SETUP-06")
def test_every_order_of_the_pack_is_alike() -> None:
    # where each card comes to lie: 52 x 52 cells of a table with fixed margins, so 51 x 51 degrees of freedom
    n = 520 if COMPILER_OFF else 26_000
    places = np.zeros((52, 52), np.int64)
    with as_written():
        checked_battles.shuffles(Position([SQUAD], [SQUAD]).battle, n, places)
    assert (places.sum(axis=0) == n).all()
    assert (places.sum(axis=1) == n).all()
    squares = ((places - n / 52) ** 2 / (n / 52)).sum()
    assert abs(squares - 51 * 51) < 4 * (2 * 51 * 51) ** 0.5


@pytest.mark.rule("PT-TURN-02", "PT-TURN-03", "PT-TURN-07", "AMB-01", "AMB-10")
def test_cards_are_dealt_in_turn_and_the_higher_draw_is_first() -> None:
    position = Position(FIVE, FIVE)
    order = pile(position)
    draw(position, (1, 2), (3, 2))
    assert position.asked[:2] == (ASSIGN, 0)  # but the attacker assigns first (PT-TURN-07)
    # five cards for side b, three for side a: b a b a b a b b
    assert blind(position, 1) == [order[0], order[2], order[4], order[6], order[7]]
    assert blind(position, 0) == [order[1], order[3], order[5]]
    assert pile(position) == order[8:]


@pytest.mark.rule("PT-TURN-04")
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_attacker_is_dealt_to_first_at_a_tie(attacker: int) -> None:
    position = Position(FIVE, FIVE)
    position.state.player[0].attacker, position.state.player[1].attacker = 1 - attacker, attacker
    order = pile(position)
    draw(position, (1, 3), (2, 2))
    assert blind(position, attacker) == order[:8:2]
    assert blind(position, 1 - attacker) == order[1:8:2]
    assert position.state.first == attacker


@pytest.mark.rule("PT-TURN-06", "AMB-07")
@pytest.mark.parametrize(("units_a", "units_b", "small"), [(4, 4, True), (1, 4, True), (5, 4, False), (4, 5, False)])
def test_small_forces_take_the_higher_die(units_a: int, units_b: int, small: bool) -> None:
    position = Position([SQUAD] * units_a, [SQUAD] * units_b)
    draw(position, (2, 5), (4, 4))
    assert (len(blind(position, 0)), len(blind(position, 1))) == ((5, 4) if small else (7, 8))
    assert position.state.first == (0 if small else 1)


@pytest.mark.rule("PT-TURN-03", "AMB-08")
def test_the_draw_may_be_compared_by_the_sum() -> None:
    position = Position([SQUAD], [SQUAD])
    position.state.ruling.high_roll_basis = HighRollBasis.SUM_2D6
    draw(position, (2, 5), (4, 4))
    assert (len(blind(position, 0)), len(blind(position, 1))) == (5, 4)
    assert position.state.first == 1


@pytest.mark.rule("PT-TURN-03", "AMB-02")
def test_what_the_pile_cannot_give_is_lost() -> None:
    position = Position(FIVE, FIVE)
    order = pile(position)
    for card in order[:45]:
        position.state.pile[0].discards |= np.uint64(1 << card)
    position.state.pile[0].next_card = 45
    draw(position, (6, 6), (1, 1))
    assert blind(position, 0) == [order[k] for k in (45, 47, 49, 50, 51)]
    assert blind(position, 1) == [order[k] for k in (46, 48)]
    assert pile(position) == []
    assert position.fault == "none"


@pytest.mark.rule("PT-VP-15", "AMB-04")
def test_saved_cards_stay_out_of_the_new_deck() -> None:
    position = Position(FIVE, FIVE)
    position.hand(0, saved=["2C", "QH"])
    position.hand(1, saved=["AS"])
    position.empty_pile()
    before = int(position.state.player[0].saved), int(position.state.player[1].saved)
    position.go(PHASE_PROLONG)
    for _ in range(2):
        assert position.state.ask == PROLONG
        position.do(GO_ON)
    assert position.state.decks == 2
    kept = {card for saved in before for card in range(52) if saved >> card & 1}
    assert len(kept) == 3
    dealt = blind(position, 0) + blind(position, 1)
    assert sorted([*pile(position), *dealt]) == sorted(set(range(52)) - kept)
    assert (int(position.state.player[0].saved), int(position.state.player[1].saved)) == before
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-03", "AMB-01")
def test_all_cards_to_the_higher_draw_first() -> None:
    position = reading(deal_order="block_high_first")
    order = pile(position)
    draw(position, (1, 2), (3, 2))
    assert (blind(position, 1), blind(position, 0)) == (order[:5], order[5:8])


@pytest.mark.rule("AMB-01", "AMB-02")
def test_the_pile_gives_out_in_the_second_block() -> None:
    position = reading(deal_order="block_high_first", deck_runs_out_mid_deal="equalise")
    order = draw_all_but(position, 7)
    draw(position, (2, 2), (4, 2))
    assert (blind(position, 1), blind(position, 0)) == (order[45:51], order[51:])


@pytest.mark.rule("PT-TURN-02", "AMB-02")
@pytest.mark.parametrize(("left", "dealt"), [(8, 4), (7, 3), (1, 0)])
def test_a_round_that_cannot_be_dealt_to_both_is_not_dealt(left: int, dealt: int) -> None:
    position = reading(deck_runs_out_mid_deal="equalise")
    order = draw_all_but(position, left)
    draw(position, (3, 3), (2, 3))
    first = 52 - left
    assert blind(position, 0) == order[first : first + 2 * dealt : 2]
    assert blind(position, 1) == order[first + 1 : first + 2 * dealt : 2]
    assert pile(position) == []
    assert all(int(position.state.pile[0].discards) >> card & 1 for card in order[first + 2 * dealt :])
    assert position.fault == "none"


@pytest.mark.rule("AMB-02")
def test_a_last_card_for_one_player_alone_is_dealt() -> None:
    position = reading(deck_runs_out_mid_deal="equalise")
    order = draw_all_but(position, 5)
    draw(position, (2, 3), (1, 1))
    # side a, who has the higher draw, gets the first, third and fifth of them
    assert (blind(position, 0), blind(position, 1)) == ([order[47], order[49], order[51]], [order[48], order[50]])


@pytest.mark.rule("PT-TURN-02", "AMB-02")
def test_the_discards_are_shuffled_and_dealt_on() -> None:
    position = reading(deck_runs_out_mid_deal="reshuffle_and_continue")
    order = draw_all_but(position, 3)
    draw(position, (4, 1), (2, 2))
    mine, theirs = blind(position, 0), blind(position, 1)
    assert (len(mine), len(theirs)) == (5, 4)
    assert [mine[0], theirs[0], mine[1]] == order[49:]
    assert set(theirs[1:] + mine[2:]) <= set(order[:49])
    assert sorted(mine + theirs + pile(position)) == list(range(52))
    assert pile(position) != sorted(pile(position))
    assert (int(position.state.decks), int(position.state.pile[0].ran_out)) == (1, 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-VP-15", "AMB-04")
def test_all_cards_may_be_collected_for_the_new_deck() -> None:
    position = reading(saved_cards_on_reshuffle="collect_all")
    position.hand(0, saved=["2C", "QH"])
    position.empty_pile()
    position.go(PHASE_PROLONG)
    position.do(GO_ON)
    position.do(GO_ON)
    assert int(position.state.player[0].saved) == 0
    assert sorted([*pile(position), *blind(position, 0), *blind(position, 1)]) == list(range(52))
    assert position.fault == "none"


@pytest.mark.rule("PT-TURN-06", "AMB-07")
@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ("fixed_at_start_both", (7, 8)),
        ("recount_each_turn_both", (7, 8)),
        ("per_player", (5, 8)),
    ],
)
def test_small_forces_by_those_who_live(rule: str, cards: tuple[int, int]) -> None:
    position = reading(small_force_test=rule)
    fall(position, A)
    draw(position, (2, 5), (4, 4))
    assert (len(blind(position, 0)), len(blind(position, 1))) == cards


@pytest.mark.rule("PT-TURN-06", "AMB-07")
@pytest.mark.parametrize(("rule", "cards"), [("fixed_at_start_both", (7, 8)), ("recount_each_turn_both", (5, 4))])
def test_forces_may_become_small(rule: str, cards: tuple[int, int]) -> None:
    position = reading(small_force_test=rule)
    fall(position, A)
    fall(position, B)
    draw(position, (2, 5), (4, 4))
    assert (len(blind(position, 0)), len(blind(position, 1))) == cards


def fall(position: Position, slot: int) -> None:
    """A unit is destroyed."""
    u = position.unit(slot)
    u.alive = u.placed = 0
    position.state.occupant[u.y * position.table[0].width + u.x] = 0
    position.state.player[slot // B].standing -= 1


@pytest.mark.rule("PT-TURN-05", "AMB-09")
@pytest.mark.parametrize(("rule", "known"), [("look_at_hand", 9), ("look_after_assignment", 0)])
def test_cards_that_somebody_knows_are_no_longer_unseen(rule: str, known: int) -> None:
    position = reading(card_secrecy=rule)
    draw(position, (4, 1), (2, 2))
    assert int(position.state.pile[0].unseen.n) == 52 - known
    assert position.fault == "none"
