"""Players written in Python: plugged in, seeded, and told clearly when they go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import tigersim as ts
from tests.forms import form
from tests.game.test_battle import ARMIES, engine_choice, played, started
from tigersim.errors import InvalidValue, PlayerError, TigersimError
from tigersim.game.battle import Battle
from tigersim.game.view import View


class First:
    """The first legal action."""

    def choose(self, view: View, legal_actions: Sequence[ts.Action]) -> ts.Action:
        return legal_actions[0]


class Dice:
    """Any legal action, from chance that follows from the battle."""

    def begin(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)

    def choose(self, view: View, legal_actions: Sequence[ts.Action]) -> ts.Action:
        return self.rng.choice(legal_actions)


class Witness(Dice):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.offered: list[tuple[ts.Action, ...]] = []

    def choose(self, view: View, legal_actions: Sequence[ts.Action]) -> ts.Action:
        self.views.append(view)
        self.offered.append(tuple(legal_actions))
        return super().choose(view, legal_actions)


def begun(*players: Any, number: int = 0) -> Battle:
    return Battle.start(armies=ARMIES, seed=11, number=number, table=number % 4, players=players)  # type: ignore[arg-type]


# --- plugging in ---------------------------------------------------------------------------------------------------


def test_the_first_legal_action_is_a_way_to_play() -> None:
    by_player, by_hand = begun(First(), First()), begun(First(), First())
    outcome = by_player.play()
    while not by_hand.is_over:
        by_hand.push(by_hand.legal_actions()[0])
    assert by_player.log() == by_hand.log()
    assert outcome == by_hand.outcome


def test_a_player_decides_for_his_own_side_and_sees_it_so() -> None:
    for side in range(2):
        witness = Witness()
        players: list[Any] = ["heuristic", "heuristic"]
        players[side] = witness
        battle = begun(*players, number=2)
        battle.play()
        assert {(view.side, view.to_decide) for view in witness.views} == {("ab"[side], "ab"[side])}
        assert len({view.decision for view in witness.views}) > 5
        assert all(witness.offered)
        assert [int(player.by_the_book) for player in battle.record[0].player[:2]] == [side, 1 - side]


def test_what_a_player_is_shown_is_the_battle_at_that_moment() -> None:
    witness = Witness()
    battle = begun(witness, "heuristic", number=3)
    battle.play()
    again, rng = begun(witness, "heuristic", number=3), random.Random(witness.seed)
    for view, offered in zip(witness.views, witness.offered, strict=True):
        while again.to_decide == "b":
            again.push(engine_choice(again))
        assert again.view() == view
        assert tuple(again.legal_actions()) == offered
        again.push(rng.choice(offered))


def test_players_can_be_named_when_playing_too() -> None:
    given, named = begun(Dice(), "uniform", number=4), started(4)
    given.play()
    named.play((Dice(), "uniform"))
    assert named.log() == given.log()


def test_players_and_functions_mix() -> None:
    battle = started(5)
    battle.play((First(), lambda battle, legal: legal[-1]))
    by_hand = started(5)
    while not by_hand.is_over:
        by_hand.push(by_hand.legal_actions()[0 if by_hand.to_decide == "a" else -1])
    assert battle.log() == by_hand.log()


def test_a_copy_is_played_on_by_the_same_players() -> None:
    battle = begun(First(), "heuristic", number=1)
    for _ in range(30):
        battle.push(battle.legal_actions()[0])
    assert played(battle.copy()).log() == played(battle).log()


# --- the same battle again -----------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_battle() -> None:
    player = Dice()  # one object for all: what it drew before does not matter
    logs = [played(begun(player, "heuristic", number=number)).log() for number in (1, 2, 1)]
    assert logs[0] == logs[2] != logs[1]


def test_both_sides_and_all_battles_have_seeds_of_their_own() -> None:
    seeds = set()
    battles = form(2, 4)
    for number in range(battles):
        players = (Dice(), Dice())
        begun(*players, number=number).play()
        seeds |= {player.seed for player in players}
    assert len(seeds) == 2 * battles


def test_a_seed_does_not_tell_the_key_of_the_battle() -> None:
    player = Dice()
    battle = begun(player, "heuristic")
    battle.play()
    assert player.seed != int(battle.record[0].key)
    assert 0 <= player.seed < 2**64


# --- going wrong ---------------------------------------------------------------------------------------------------


class Wrong:
    """Does what it is told."""

    def __init__(self, deed: Callable[..., Any]) -> None:
        self.deed = deed

    def choose(self, view: View, legal_actions: Sequence[ts.Action]) -> Any:
        return self.deed(view, legal_actions)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda view, legal: None, "chose None"),
        (lambda view, legal: 0, "chose 0"),
        (lambda view, legal: legal[0].code, r"chose \d+"),
        (lambda view, legal: ts.Action(0xFF), r"chose Action\(255\)"),
        (lambda view, legal: ts.Action(legal[0].code + (1 << 60)), r"chose Action\(\d{19}\)"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_name_of_the_player(deed: Callable[..., Any], words: str) -> None:
    battle = begun("heuristic", Wrong(deed))
    with pytest.raises(PlayerError, match=words) as caught:
        battle.play()
    assert (caught.value.player, caught.value.side) == ("Wrong", "b")
    assert str(caught.value).startswith("player Wrong (side b) chose ")
    assert "at the decision 'deploy' of turn 0; allowed: one of the " in str(caught.value)
    assert isinstance(caught.value, TigersimError)
    assert battle.decision == "deploy"  # and the battle stands where it stood


def test_a_player_cannot_make_an_action_legal() -> None:
    def cheat(view: View, legal: Any) -> ts.Action:
        with pytest.raises((AttributeError, TypeError)):
            legal.append(ts.Action(0))
        raise ZeroDivisionError("after all")

    with pytest.raises(PlayerError, match=r"failed .*: ZeroDivisionError: after all") as caught:
        begun(Wrong(cheat), "heuristic").play()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_player_that_fails_to_begin_is_named() -> None:
    class Late(First):
        def begin(self, seed: int) -> None:
            raise OSError("no model")

    with pytest.raises(PlayerError, match=r"player Late \(side a\) failed at the beginning of a battle: OSError"):
        begun(Late(), "heuristic").play()


@pytest.mark.parametrize("player", [First, None, 3, object()], ids=["class", "none", "number", "object"])
def test_what_is_no_player_is_refused_before_the_battle(player: object) -> None:
    with pytest.raises(InvalidValue, match=r"player is .*; allowed: .*choose\(view, legal_actions\)"):
        begun(player, "heuristic")
    with pytest.raises(InvalidValue, match="player is"):
        started().play((player, "heuristic"))  # type: ignore[arg-type]
