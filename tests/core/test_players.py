"""The players: legal, blind, reproducible, and one better than the other."""

from __future__ import annotations

import numpy as np
import pytest

from tests.core import checked_battles
from tests.core.positions import SQUAD, TANK, A, B, Position, user_unit
from tests.core.test_engine import check, play, table
from tests.forms import form
from tests.quick import quick
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.core.codes import fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_FIRE,
    CHANCE_SAVE,
    EFFECT,
    FIRE,
    MACHINE_GUN,
    MAIN,
    ONE_DIE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_RESOLVE,
    REROLL,
)
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import PLAYERS, POLICIES, QUICK, versions_of
from tigersim.core.weights import WEIGHTS
from tigersim.lab.design import Design
from tigersim.version import AHEAD_VERSION, RULES_VERSION

IMPROVED = user_unit("improved tank", "medium_tank", improved=True)


def choice(position: Position) -> int:
    with as_written():
        return int(kernels.choose(quick(), position.battle, position.table, position.work))


def test_players_are_what_their_pages_say() -> None:
    assert POLICIES == ("uniform", "heuristic", "tactician", "planner", "strategist")
    assert [player.name for player in PLAYERS if not player.by_the_book] == ["uniform"]
    assert [player.name for player in PLAYERS if player.looks_ahead] == ["planner", "strategist"]
    assert set(WEIGHTS) <= set(POLICIES)


def test_a_provenance_names_the_version_of_players_that_look_ahead() -> None:
    assert versions_of(["tactician", "uniform"]) == {"rules_version": RULES_VERSION}
    for player in ("strategist", "planner"):
        said = {"rules_version": RULES_VERSION, "ahead_version": AHEAD_VERSION}
        assert versions_of(iter(["heuristic", player])) == said


@pytest.mark.parametrize("kind", form(("tactician", kernels.AHEAD), tuple(kernels.KINDS)))  # those that are compiled
@pytest.mark.parametrize("number", range(-1, len(POLICIES) + 1))
def test_a_kernel_refuses_a_player_that_it_does_not_play(kind: str, number: int) -> None:
    if 0 <= number < len(POLICIES) and POLICIES[number] in kernels.KINDS[kind].players:
        return
    position = Position([TANK], [TANK])
    position.go(PHASE_ASSIGN)
    position.battle[0].player["policy"] = number
    for request in (kernels.Request.CHOOSE, kernels.Request.PLAY):
        with as_written(), pytest.raises(ValueError, match="of none that this kernel plays"):
            kernels.run(kind, position.battle, position.table, position.work, request)


@pytest.mark.rule("PT-TURN-05", "AMB-09")
@pytest.mark.parametrize("player", QUICK)
def test_players_are_legal_and_blind(player: str) -> None:
    # the checker compares every choice with the one made after the cards that nobody has seen have changed places
    check(Design(players=(player, player), sizes=(3, 5), seed=77), 1 if COMPILER_OFF else 400, table(0))


def test_hidden_cards_do_change_places() -> None:
    position = Position([TANK], [TANK])
    position.hand(0, saved=["QH"], blind=["2C", "3C"])
    position.give(A, "4C")
    position.give(B, "KH", opened=True)
    position.turn_over(B, "9S")
    hidden = [int(c) for c in position.state.player[0].blind[:2]]
    assert (
        checked_battles.swap_hidden(position.battle, position.work, 5) == 52 - 3
    )  # all but the saved, the open and the turned-over card
    assert [int(c) for c in position.state.player[0].blind[:2]] != hidden
    assert int(position.unit(B).cards[0]) == 4 * 11 + 3  # the king of hearts stays
    assert position.fault == "none"


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of choices")
def test_uniform_takes_every_legal_action_alike() -> None:
    position = Position([TANK, TANK, TANK], [TANK], players=("uniform", "uniform"))
    position.hand(0, saved=["QH", "9S"], blind=["2C"])
    position.go(PHASE_ASSIGN)
    legal = position.legal()
    assert len(legal) == 10  # three cards to three units, or none
    n = 10_000
    taken = np.array([legal.index(choice(position)) for _ in range(n)])
    counts = np.bincount(taken, minlength=10)
    assert abs(((counts - n / 10) ** 2 / (n / 10)).sum() - 9) < 4 * 18**0.5


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
def test_heuristic_beats_uniform_in_four_of_five_mirrored_battles() -> None:
    design = Design(players=("heuristic", "uniform"), seed=13)
    n = 1000
    scores = []
    for flip in (False, True):
        vp = play(design, n, ground=table(1, 36), flip=flip)["vp"].astype(int)
        scores.append(np.where(vp[:, 0] > vp[:, 1], 1.0, np.where(vp[:, 0] == vp[:, 1], 0.5, 0.0)))
    pairs = (scores[0] + scores[1]) / 2  # the same two armies both ways are one observation
    low = pairs.mean() - 1.96 * pairs.std(ddof=1) / n**0.5
    assert low > 0.8


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
def test_equals_are_equal() -> None:
    vp = play(Design(seed=3), 1000, ground=table(1, 24))["vp"].astype(int)
    wins, losses = (vp[:, 0] > vp[:, 1]).sum(), (vp[:, 0] < vp[:, 1]).sum()
    assert abs(wins - losses) < 4 * (wins + losses) ** 0.5


# --- re-rolls by the book --------------------------------------------------------------------------------------------


def about_to_roll(card: str, *faces: int, target: str = SQUAD) -> Position:
    """An improved tank has fired and thrown these dice."""
    position = Position([IMPROVED, TANK], [target])
    position.put(A, 10, 10)
    position.put(B, 10, 16)
    position.turn_over(A, card)
    position.turn_over(A + 1, "2C")
    position.dice((CHANCE_FIRE, A, faces))
    position.go(PHASE_RESOLVE)
    position.do(FIRE, A, B, MAIN)
    assert position.state.ask == REROLL
    return position


@pytest.mark.rule("PT-IMPROVED-02")
@pytest.mark.parametrize(
    ("card", "faces", "verb", "which"),
    [
        ("7H", (6, 6, 2), PASS, 0),  # a lethal hit
        ("10H", (6, 3, 2), PASS, 0),  # a hit that no single die makes lethal
        ("10H", (5, 3, 1), ONE_DIE, 2),  # any face but a 1 makes it a hit
        ("4H", (2, 2, 1), ONE_DIE, 2),  # a hit whatever falls, and with a 4 it is lethal
        ("10H", (1, 1, 1), ALL_DICE, 0),  # no single die reaches 10
    ],
)
def test_attack_re_rolls(card: str, faces: tuple[int, ...], verb: int, which: int) -> None:
    action = choice(about_to_roll(card, *faces))
    assert (fields_of(action).verb, fields_of(action).which) == (verb, which)


@pytest.mark.rule("PT-ADV-IMPROVED_ARMOR")
def test_save_re_rolls() -> None:
    for saves, verb in (((1, 6), PASS), ((1, 2), ALL_DICE)):
        position = Position([TANK, TANK], ["T-34c"])
        position.put(A, 10, 10)
        position.put(B, 10, 16)
        position.turn_over(A, "7H")
        position.turn_over(A + 1, "2C")
        position.dice((CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, saves))
        position.go(PHASE_RESOLVE)
        position.do(FIRE, A, B, MAIN)
        assert position.asked == (REROLL, 1, B)
        assert fields_of(choice(position)).verb == verb


@pytest.mark.rule("AMB-53")
def test_the_book_knows_what_a_lethal_hit_doubles() -> None:
    # 4, 4, 1 at a low profile on a 4: it hits (9 >= 6).  By default lethal means 12; where only the hit counts the
    # +2 it means 8, and the roll is lethal as it lies.
    for rule, kept in (("all_table_fire", False), ("threshold_hit_only", True)):
        position = Position([IMPROVED, TANK], ["SU-85"], ruleset=DEFAULT.replace(spg_low_profile=rule))
        position.put(A, 10, 10)
        position.put(B, 10, 16)
        position.turn_over(A, "4H")
        position.turn_over(A + 1, "2C")
        position.dice((CHANCE_FIRE, A, (4, 4, 1)))
        position.go(PHASE_RESOLVE)
        position.do(FIRE, A, B, MAIN)
        assert (fields_of(choice(position)).verb == PASS) is kept


@pytest.mark.rule("PT-MG-07", "AMB-65")
def test_the_card_to_be_lost_is_chosen_blind() -> None:
    choices = set()
    for first, second in (("3C", "KH"), ("KH", "3C")):
        position = Position([TANK, SQUAD], ["Tiger I"])
        position.put(A, 10, 10)
        position.put(B, 10, 16)
        position.give(B, first, second)
        position.turn_over(A, "7H")
        position.turn_over(A + 1, "2C")
        position.dice((CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)))
        position.go(PHASE_RESOLVE)
        assert position.asked == (ORDER, 0, A)
        position.do(FIRE, A, B, MACHINE_GUN)
        assert position.asked == (EFFECT, 0, B)
        choices.add(choice(position))
    assert len(choices) == 1
