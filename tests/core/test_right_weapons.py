"""Positions with one right shot, burst or word, set up from the rulebook: support weapons, machine guns, markers."""

from __future__ import annotations

import pytest

from tests.core.fire_scenes import GUN, HOWITZER, MORTAR_SQUAD, field_of_fire, fire, ready
from tests.core.mirrored_scenes import Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK, TRUCK, A, B, Position
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import CHANCE_FIRE, MACHINE_GUN, PROLONG, SPLIT
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import PLAYERS, POLICIES
from tigersim.game.action import Action
from tigersim.odds import melee, move, shot

SIDES = pytest.mark.parametrize("turned", [False, True], ids=["from the south", "from the north"])
EITHER = pytest.mark.parametrize("player", ["heuristic", "tactician"])
SCREEN = ("W", 3, 28, 9, 9)
"""A wood across the table."""


def decision(position: Position, player: str) -> Action:
    """What a compiled player decides in a position."""
    policy = POLICIES.index(player)
    for seat in position.state.player:
        seat.policy, seat.by_the_book = policy, PLAYERS[policy].by_the_book
    with as_written():
        kind = kernels.kind_of([player])
        return Action(kernels.choose(kind, position.battle, position.table, position.work))


# --- support weapons -------------------------------------------------------------------------------------------------


@SIDES
@EITHER
@pytest.mark.rule("PT-MORTAR-06")
@pytest.mark.parametrize("card", ["5H", "7S", "9D"])
def test_a_mortar_squad_fires_its_mortar_where_its_rifles_reach_too(player: str, turned: bool, card: str) -> None:
    # the dice are the same, but a hit of the mortar brings a second shot at once
    rifles, mortar = (shot(MORTAR_SQUAD, SQUAD, card, 9, weapon=weapon) for weapon in ("main", "mortar"))
    assert mortar.p_destroyed > rifles.p_destroyed
    assert mortar.p_none <= rifles.p_none
    scene = Scene([(MORTAR_SQUAD, 15, 4, NORTH)], [(SQUAD, 15, 14, SOUTH)], turned=turned)
    action = scene.order(card).choose(player)
    assert (action.verb, action.weapon) == ("fire", "mortar")


@SIDES
@pytest.mark.rule("PT-HOW-03")
@pytest.mark.parametrize("beside", [0, 1])
def test_of_two_guns_a_howitzer_fires_at_the_one_beside_a_gun_with_cards(turned: bool, beside: int) -> None:
    # a hit takes all cards of one more unarmoured unit within six inches of the target (PT-HOW-03)
    guns = [(GUN, 9, 15, SOUTH), (GUN, 21, 15, SOUTH)]
    scene = Scene([(HOWITZER, 15, 2, NORTH)], [*guns, (GUN, (6, 24)[beside], 18, SOUTH)], turned=turned)
    scene.position.give(scene.them + 2, "3S", "3D")
    scene.position.unit(scene.them + 2).found_cover = 1  # so that it is the harder target itself
    action = scene.order("6H").choose("tactician")
    aimed = scene.their(action.target)
    assert action.verb == "fire"
    assert aimed in (beside, 2)
    assert aimed != 1 - beside


@SIDES
@pytest.mark.rule("PT-HOW-01")
def test_a_truck_that_a_squad_sees_for_a_howitzer_drives_out_of_its_sight(turned: bool) -> None:
    # The squad cannot reach the truck itself, the howitzer behind the wood does not see it: together they destroy it.
    assert move(TRUCK, "6C").p_success > 0.95
    assert shot(HOWITZER, TRUCK, "5H", 17).p_none < 0.1
    theirs = [(HOWITZER, 26, 19, SOUTH), (SQUAD, 15, 19, SOUTH)]
    woods = ("W", 18, 24, 6, 7), ("W", 22, 28, 15, 16)
    scene = Scene([(TRUCK, 15, 2, NORTH)], theirs, *woods, turned=turned)
    assert scene.sees((15, 2), (15, 19))
    assert not scene.sees((15, 2), (26, 19))
    scene.position.give(scene.them, "5H")
    assert scene.order("6C").choose("tactician").verb == "move"
    assert not scene.sees(scene.cell(scene.moving(3, 3, 2).choose("tactician")), (15, 19))


# --- bursts ----------------------------------------------------------------------------------------------------------


def burst(card: str, dice: tuple[int, ...], *enemies: tuple[object, int, int], cards: dict[int, str]) -> Position:
    """A machine gun's roll of these dice at the first enemy; ``cards``: what the enemies hold."""
    position = field_of_fire(TANK, *enemies, card=card)
    for k, held in cards.items():
        position.give(B + k, held)
    fire(ready(position), (CHANCE_FIRE, A, dice), weapon=MACHINE_GUN)
    assert position.asked == (SPLIT, 0, A)
    return position


@EITHER
@pytest.mark.rule("PT-MG-06")
def test_a_die_that_is_not_needed_goes_to_the_squad_with_a_card(player: str) -> None:
    # 6 + 5 hit the first squad; the three is half of six and takes a card, which the nearer squad does not have
    squads = (SQUAD, 10, 6), (SQUAD, 10, 4), (SQUAD, 10, 8)
    action = decision(burst("6H", (3, 1, 1, 5), *squads, cards={2: "5C"}), player)
    assert (action.verb, action.target) == ("share die", B + 2)


@EITHER
@pytest.mark.rule("PT-MG-06")
def test_no_die_goes_where_it_can_do_nothing(player: str) -> None:
    # nobody else holds a card, and no single die reaches nine
    squads = (SQUAD, 10, 6), (SQUAD, 10, 4), (SQUAD, 10, 8)
    assert decision(burst("9H", (5, 3, 4, 2), *squads, cards={0: "5C"}), player).verb == "pass"


@EITHER
@pytest.mark.rule("PT-MG-06")
def test_a_die_that_hits_by_itself_goes_to_the_dearer_neighbour(player: str) -> None:
    # a two: the first squad is hit by what is left, and a gun costs three times as much as a truck
    enemies = (SQUAD, 10, 6), (TRUCK, 10, 4), (GUN, 10, 8)
    position = field_of_fire(TANK, *enemies, card="3H")
    position.unit(B).hits = 1  # one more hit destroys it, a lethal one does no more
    fire(ready(position), (CHANCE_FIRE, A, (4, 3, 3, 2)), weapon=MACHINE_GUN)
    assert position.asked == (SPLIT, 0, A)
    action = decision(position, player)
    assert (action.verb, action.target) == ("share die", B + 2)


# --- close quarters --------------------------------------------------------------------------------------------------


@SIDES
@pytest.mark.parametrize("card", ["5H", "6D", "7H"])
def test_a_squad_rushes_the_gun_beside_it_though_friends_would_fire_too(turned: bool, card: str) -> None:
    # friends next to it may follow it into close combat as well as in fire (PT-MELEE-07)
    fight, fire_ = melee(SQUAD, GUN, card), shot(SQUAD, GUN, card, 5)
    assert 3 * fight.p_defender_destroyed - fight.p_attacker_destroyed > 3 * fire_.p_destroyed + 0.9
    ours = [(SQUAD, 15, 8, NORTH), (SQUAD, 14, 6, NORTH), (SQUAD, 16, 6, NORTH)]
    scene = Scene(ours, [(GUN, 15, 13, SOUTH)], turned=turned)
    assert scene.order(card).choose("tactician").verb == "close combat"


@SIDES
def test_a_squad_that_nobody_sees_goes_nearer_to_the_gun(turned: bool) -> None:
    # Behind the wood nothing can be done to it, on this side as on the other end of the move; nearer it comes to grips.
    assert move(SQUAD, "4C").p_success > 0.98
    scene = Scene([(SQUAD, 15, 1, NORTH)], [(GUN, 15, 14, SOUTH)], SCREEN, turned=turned)
    assert not scene.sees((15, 1), (15, 14))
    assert scene.order("4C").choose("tactician").verb == "move"
    _, y = scene.cell(scene.moving(4, 4, 4).choose("tactician"))
    assert y > 3


# --- cards and the last word -----------------------------------------------------------------------------------------


@SIDES
@pytest.mark.rule("PT-CARD-06", "PT-CARD-07")
@pytest.mark.parametrize("aims", [True, False], ids=["a target", "no target"])
def test_a_red_card_to_fire_a_black_one_to_move(turned: bool, aims: bool) -> None:
    assert shot(TANK, TANK, "8H", 9).p_none < shot(TANK, TANK, "8S", 9).p_none
    assert move(TANK, "8S").p_success > move(TANK, "8H").p_success
    screens = () if aims else (SCREEN,)
    scene = Scene([(TANK, 15, 4, NORTH)], [(TANK, 15, 14, SOUTH)], *screens, turned=turned)
    scene.position.unit(scene.us + 1).given = 2
    action = scene.assign("8H", "8S").choose("tactician")
    assert (action.verb, action.card) == ("give", "8H" if aims else "8S")


@EITHER
@pytest.mark.rule("PT-VP-15", "PT-VP-10")
@pytest.mark.parametrize(("markers", "word"), [((2, 0), "pass"), ((0, 2), "go on")], ids=["ahead", "behind"])
def test_another_deck_is_asked_for_by_the_score_with_markers(player: str, markers: tuple[int, int], word: str) -> None:
    position = Position([TANK], [TANK])
    for side, vp in enumerate(markers):
        position.state.player[side].vp = 3
        position.state.player[side].marker_vp = vp
    position.state.ask, position.state.asked = PROLONG, 0
    assert decision(position, player).verb == word
