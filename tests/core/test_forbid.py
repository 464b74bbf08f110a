"""Restricted players: what is forbidden a side is never done, whoever plays it; nothing else changes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of
from tests.core.test_engine import check, play, table
from tests.core.test_perft import (
    follow_chain,
    gun_and_truck,
    infantry_attack,
    mortar_squad,
    set_up_aboard,
    tree,
)
from tests.forms import form
from tests.quick import quick
from tests.reference.perft import chosen
from tests.reference.walks import a_battle, ground, pool
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import unit
from tigersim.core import enums
from tigersim.core.codes import fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ASSIGN,
    BOARD,
    CHANCE_FIRE,
    DEPLOY,
    DESTINATION,
    FIRE,
    FOLLOW,
    GIVE,
    HELP,
    MAIN,
    MOVE,
    NAME,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_END,
    PLACE,
    RECOVER,
    REGROUP,
    REROLL,
    SHIFT,
    SPLIT,
)
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import QUICK
from tigersim.game.options import SUPPORT
from tigersim.game.records import workbench
from tigersim.game.restrictions import FORBIDDABLE, mask
from tigersim.lab.design import Design

VERB = {"move": enums.MOVE, "fire": enums.FIRE, "close_combat": enums.ASSAULT, "find_cover": enums.FIND_COVER}
ORDERED = {verb: name for name, verb in VERB.items()}
ANSWERED = {
    (FOLLOW, NAME): "follow",
    (HELP, NAME): "help",
    (SPLIT, SHIFT): "share",
    (REROLL, enums.ONE_DIE): "reroll",
    (REROLL, enums.ALL_DICE): "reroll",
    (REROLL, enums.SOME_DICE): "reroll",
    (RECOVER, GIVE): "recovery",
    (REGROUP, PLACE): "regroup",
    (DEPLOY, BOARD): "mount",
    (DESTINATION, BOARD): "mount",
}
"""(decision, verb of the answer) -> what is done by it."""


def done_by(decision: int, verb: int) -> str:
    """The name of what an answer to a decision does, "" for what cannot be forbidden."""
    if verb == enums.CALL:
        return "support"
    return ORDERED.get(verb, "") if decision == ORDER else ANSWERED.get((decision, verb), "")


def allowed(name: str) -> str:
    """What aces may call, so that there is something to forbid."""
    return SUPPORT[-1] if name == "support" else SUPPORT[0]


def deeds(player: str, name: str) -> tuple[int, int]:
    """How often side a, which may not, and side b do it in random battles of units that can do most.

    300 battles, or as many as it takes until side b has done it.
    """
    design = Design(units=pool("II", True), players=(player, player), sizes=(8, 14), seed=17, forbid=(f"a:{name}",))
    design = replace(design, support=allowed(name))
    where = ground("village")
    if name == "mount":  # the one boards near the enemy only by chance, the other only far away from him
        design = replace(design, units=(unit(TRUCK), unit(SQUAD)))
        where = where if player == "uniform" else table(0, 36)
    battle, work = design.battle_record(), workbench()
    b = battle[0]
    done = [0, 0]
    for number in range(300):
        with as_written():
            army = design.armies(number, 1)[0]
            kernels.start(quick(), battle, where, work, design.seed, number, design.profiles, army)
            while not b.over:
                side, decision = int(b.asked), int(b.ask)
                action = int(kernels.choose(quick(), battle, where, work))
                done[side] += done_by(decision, fields_of(action).verb) == name
                kernels.step(quick(), battle, where, work, action)
                for each in range(2):
                    done[each] += name == "save" and b.player[each].saved != 0
        for side in range(2):
            if name in VERB:  # orders that followers carry out are answers to no question
                done[side] += int(b.player[side].verbs[VERB[name]])
        if number >= 9 and done[1]:
            break
    return done[0], done[1]


def test_every_name_is_a_bit_of_its_own() -> None:
    assert len({thing.bit for thing in FORBIDDABLE.values()}) == len(FORBIDDABLE) == 13
    assert set(FORBIDDABLE) == {*ORDERED.values(), *ANSWERED.values(), "save", "support"}
    assert all(FORBIDDABLE[name].bit == verb for verb, name in ORDERED.items())  # may_repeat is asked about verbs


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")
@pytest.mark.parametrize("player", QUICK)
@pytest.mark.parametrize("name", FORBIDDABLE)
def test_only_the_side_that_is_not_bound_does_it(name: str, player: str) -> None:
    bound, free = deeds(player, name)
    assert bound == 0
    assert free > 0


@pytest.mark.parametrize("player", QUICK)
def test_battles_end_when_everything_is_forbidden(player: str) -> None:
    for ruleset in (DEFAULT, DEFAULT.replace(action_choice_timing="must_act"), RuleSet.load("paper_tigers_1")):
        design = Design(
            units=(unit("Panther D"), unit("Regulars [france]")) if ruleset.edition == 2 else Design().units[:3],
            players=(player, player),
            ruleset=ruleset,
            sizes=(3, 4),
            forbid=tuple(FORBIDDABLE),
            support=SUPPORT[-1] if ruleset.edition == 2 else SUPPORT[0],
        )
        results = play(design, 2 if COMPILER_OFF else 20)
        assert not results["verbs"].any()
        assert not results["vp"].any()
        assert set(results["ended_by"]) == {1} if ruleset.edition == 1 else set(results["ended_by"]) <= {1, 2}


@pytest.mark.parametrize("player", QUICK)
def test_everything_holds_with_anything_forbidden(player: str) -> None:
    """Also the checker says that nobody does, or is asked about, what is forbidden him."""
    for k, name in enumerate(FORBIDDABLE):
        design = Design(
            units=pool("II", True),
            players=(player, "uniform"),
            sizes=(3, 5),
            seed=k,
            forbid=(name, "b:save"),
            support=allowed(name),
        )
        asked = check(design, 1 if COMPILER_OFF else 60, table(k % 3))
        assert asked[ORDER] > 0


# --- nothing else changes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("mount", {"units": (unit("Panzer IV (mid)"), unit("Jeep [usa]"))}),  # nobody who gets on anything
        ("reroll", {"units": (unit("Panzer IV (mid)"), unit("Regulars [france]"))}),  # without a permission
        ("share", {"units": (unit("SU-85"), unit("Regulars [france]"))}),  # without machine guns
        ("close_combat", {"ruleset": RuleSet.load("paper_tigers_1")}),
        ("find_cover", {"ruleset": RuleSet.load("paper_tigers_1")}),
    ],
)
@pytest.mark.parametrize("player", QUICK)
def test_what_cannot_be_done_anyway_may_be_forbidden(player: str, name: str, settings: dict[str, Any]) -> None:
    n = 1 if COMPILER_OFF else 40
    free, bound = (
        play(Design(players=(player, player), sizes=(3, 5), forbid=forbid, **settings), n) for forbid in ((), (name,))
    )
    assert free.tobytes() == bound.tobytes()


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of battles")
@pytest.mark.parametrize("name", FORBIDDABLE)
def test_a_restriction_lasts_from_battle_to_battle(name: str) -> None:
    bound = Design(
        units=pool("II", True), players=("uniform", "uniform"), sizes=(4, 8), forbid=(name,), support=allowed(name)
    )
    in_one_go = play(bound, 30).tobytes()  # with one record
    assert b"".join(play(bound, 1, first).tobytes() for first in range(30)) == in_one_go
    assert play(replace(bound, forbid=()), 30).tobytes() != in_one_go


# --- the lists ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "name", "leaves"),
    [
        # all that infantry_attack lists: waive, move, five rifle shots, five assaults
        (infantry_attack, "close_combat", 7),
        (infantry_attack, "fire", 7),
        (infantry_attack, "move", 11),
        (mortar_squad, "find_cover", 5),  # else six
        (gun_and_truck, "mount", 33 * 16),  # else the truck next to the cells
        (set_up_aboard, "mount", 47 * 16),
    ],
)
def test_a_list_lacks_what_is_forbidden(build: Any, name: str, leaves: int) -> None:
    position = build()
    side = int(position.state.asked)
    position.state.player[1 - side].forbidden = mask([name])
    full = tree(position).perft(1)
    position.state.player[side].forbidden = mask([name])
    assert tree(position).perft(1) == leaves < full


def test_nobody_is_asked_to_follow() -> None:
    position = follow_chain()
    assert position.state.ask == FOLLOW
    position = Position([TANK, SQUAD], [SQUAD], open_table(12, 12), forbid=("a:follow",))
    for slot, x, y in ((A, 2, 1), (A + 1, 2, 5), (B, 11, 0)):  # as there
        position.put(slot, x, y)
    position.turn_over(A, "2C")
    position.go(enums.PHASE_RESOLVE)
    position.do(MOVE, A)
    assert position.state.ask == DESTINATION


def test_who_must_act_and_may_do_nothing_waives() -> None:
    ruling = DEFAULT.replace(action_choice_timing="must_act")
    for forbid, verbs in (
        ((), {MOVE, FIRE}),
        (("a:fire",), {MOVE}),
        (("move",), {FIRE}),
        (("fire", "a:move"), {PASS}),
        (("b:fire", "b:move"), {MOVE, FIRE}),
    ):
        position = Position([TANK], [TANK], ruleset=ruling, forbid=forbid)
        position.put(A, 10, 10)
        position.put(B, 10, 20)
        position.turn_over(A, "2H")
        position.go(enums.PHASE_RESOLVE)
        assert position.verbs() == verbs
        with as_written():
            action = int(kernels.choose(quick(), position.battle, position.table, position.work))
        assert fields_of(action).verb in verbs


def test_without_re_rolls_the_dice_stay_as_they_fall() -> None:
    for forbid, asked in (((), True), (("b:reroll",), True), (("a:reroll",), False)):
        position = Position(["Luchs"], [SQUAD], forbid=forbid)
        position.put(A, 10, 10)
        position.put(B, 10, 16)
        position.turn_over(A, "10H")
        position.dice((CHANCE_FIRE, A, (1, 1, 1)))
        position.go(enums.PHASE_RESOLVE)
        position.do(FIRE, A, B, MAIN)
        assert (position.asked == (REROLL, 0, A)) is asked


def test_without_saving_the_hand_is_given_up() -> None:
    for forbid, left, gone in (((), 2, 0), (("a:save",), 0, 2), (("b:save",), 2, 0)):
        position = Position([TANK], [TANK], forbid=forbid)
        position.hand(0, blind=["2C", "3C"])
        position.go(PHASE_END)
        while position.state.ask == enums.DISCARD:
            position.do(enums.DROP, which=enums.BLIND)
        player = position.state.player[0]
        assert int(player.saved).bit_count() == left
        assert player.forfeited == gone
        assert position.fault == "none"


# --- players know what they may not do -------------------------------------------------------------------------------


def choice(position: Position) -> int:
    with as_written():
        return int(kernels.choose(quick(), position.battle, position.table, position.work))


def test_no_card_is_kept_back_for_a_recovery_that_never_comes() -> None:
    # of two cards one is kept in any case, and more where many are damaged
    for forbid, verb in (((), PASS), (("a:recovery",), GIVE)):
        position = Position([TANK, SQUAD, SQUAD, SQUAD], [TANK], forbid=forbid)
        position.put(A, 10, 10)
        position.put(B, 10, 20)
        for squad in range(1, 4):
            position.unit(A + squad).hits = 1
        position.hand(0, blind=["2C", "3C"])
        position.go(PHASE_ASSIGN)
        assert position.asked[:2] == (ASSIGN, 0)
        assert fields_of(choice(position)).verb == verb


def test_no_card_is_laid_for_a_move_that_is_never_made() -> None:
    for forbid, verb in (((), GIVE), (("a:move",), PASS)):
        wood = table_of(*["." * 18] * 9, *["W" * 18] * 3, *["." * 18] * 9)
        position = Position([SQUAD], [SQUAD], wood, forbid=forbid)
        position.put(A, 9, 1)  # the wood hides the enemy from him
        position.put(B, 9, 19)
        position.hand(0, blind=["2C", "3C"])
        position.go(PHASE_ASSIGN)
        assert position.asked[:2] == (ASSIGN, 0)
        assert fields_of(choice(position)).verb == verb


# --- the independent lists -------------------------------------------------------------------------------------------


RARE = {"share": 30}
"""The first battle in which side b can do what it can do in neither of the first two."""


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of lists")
@pytest.mark.parametrize("name", FORBIDDABLE)
def test_the_independent_lists_agree(name: str) -> None:
    """Side a is bound; at every decision the engine's list is the naive one, and lacks what is forbidden.

    Two battles, in the short form one, or as many as it takes until side b could do it; those between that cannot show
    it are left out.
    """
    listed: Counter[tuple[int, str]] = Counter()
    for seed in (*form((1,), (0, 1)), *range(RARE.get(name, 2), 60)):
        one, pick = a_battle(seed, forbid=(f"a:{name}",), support=allowed(name), aces=4), random.Random(seed)
        while not one.battle[0].over:
            side, decision = int(one.battle[0].asked), int(one.battle[0].ask)
            moves = one.listed()
            listed.update({(side, done_by(decision, move.verb)) for move in moves})
            one.step(chosen(moves, decision, pick))
        if seed >= 1 and (listed[1, name] > 0 or name == "save"):  # no list is about saving
            break
    assert listed[0, name] == 0
    assert listed[1, name] > 0 or name == "save"
