"""Names of what can be forbidden, and one battle in which it is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.quick import quick
from tigersim.core import enums
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.play import kernels
from tigersim.errors import UnknownName
from tigersim.game.battle import Battle
from tigersim.game.restrictions import FORBIDDABLE, by_side, mask, names_of, player_name

ARMIES = ("2 x M4 Sherman, 3 x Regulars [france], Jeep [usa]", "Panther G, 3 x SS Grenadiers, Luchs")


@pytest.mark.parametrize(
    ("forbid", "sides"),
    [
        ((), ((), ())),
        ("follow", (("follow",), ("follow",))),
        (["a:follow"], (("follow",), ())),
        (("b:follow", "mount"), (("mount",), ("follow", "mount"))),
        (("save", "a:save", "b:move", "b:move"), (("save",), ("move", "save"))),  # in the order of the table
    ],
)
def test_what_each_side_is_forbidden(forbid: str | Sequence[str], sides: tuple[object, object]) -> None:
    assert by_side(forbid) == sides


@pytest.mark.parametrize(
    ("forbid", "words"),
    [
        ("close_combt", "unknown name of what to forbid 'close_combt'; did you mean close_combat?"),
        ("b:folow", "'folow'; did you mean follow?"),
        ("c:follow", "unknown side 'c' in 'c:follow'; allowed: a, b"),
        (":follow", "unknown side '' in ':follow'; allowed: a, b"),
        ("zzz", "allowed: move, fire, close_combat, "),
        ("a:", "unknown name of what to forbid ''"),
        ("", "unknown name of what to forbid ''"),
    ],
)
def test_names_that_there_are_not(forbid: str, words: str) -> None:
    with pytest.raises(UnknownName) as caught:
        by_side([forbid])
    assert words in str(caught.value)
    with pytest.raises(UnknownName):
        Battle.start(armies=ARMIES, forbid=(forbid,))


def test_masks_and_names() -> None:
    for name in FORBIDDABLE:
        assert names_of(mask([name])) == (name,)
        assert mask([name, name]) == mask([name])
    assert names_of(mask(reversed(list(FORBIDDABLE)))) == tuple(FORBIDDABLE)
    assert mask([]) == 0


def test_players_are_named_with_what_they_may_not() -> None:
    assert player_name("uniform", ()) == "uniform"
    assert player_name("uniform", ("follow", "save")) == "uniform without follow, save"


Offers = set[tuple[str, str, str]]
"""(side, decision, verb of an action that was legal)."""


def offers(battle: Battle) -> Offers:
    """What the sides are offered, in a battle of its compiled players."""
    found: Offers = set()
    while not battle.is_over:
        if battle.decision in ("order", "follow", "regroup"):  # lists of places are long
            found |= {(battle.to_decide, battle.decision, action.verb) for action in battle.legal_actions()}
        state = battle.record, battle.table, battle._work
        kernels.step(quick(), *state, kernels.choose(quick(), *state))
    return found


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
def test_a_battle_never_offers_what_is_forbidden() -> None:
    free: Offers = set()
    bound: Offers = set()
    forbid = ("a:close_combat", "b:fire", "follow", "b:regroup")
    for number in range(11, 31):
        settings = {
            "armies": ARMIES,
            "seed": 3,
            "number": number,
            "family": "village",
            "players": ("tactician", "tactician"),
        }
        free |= offers(Battle.start(**settings))
        battle = Battle.start(**settings, forbid=forbid)
        assert battle.forbidden == (("close_combat", "follow"), ("fire", "follow", "regroup"))
        assert battle.copy().forbidden == battle.forbidden
        bound |= offers(battle)
    gone = {
        ("a", "order", "close combat"),
        ("b", "order", "fire"),
        ("a", "follow", "name"),
        ("b", "follow", "name"),
        ("b", "regroup", "place"),
    }
    assert gone <= free
    assert not gone & bound
    assert {("a", "order", "fire"), ("a", "order", "move"), ("b", "order", "close combat")} <= bound


def test_who_plays_does_not_matter() -> None:
    """The side is bound, not the player that it began with."""
    battle = Battle.start(armies=ARMIES, seed=4, forbid=("a:fire", "a:move"))
    battle.play(("uniform", "heuristic"))
    verbs = [battle.record[0].player[side].verbs for side in range(2)]
    assert verbs[0][enums.FIRE] == verbs[0][enums.MOVE] == 0
    assert verbs[1][enums.FIRE] > 0
