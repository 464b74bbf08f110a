"""A strategist and a planner judge by weights of their own while they decide, and imagine plain tacticians."""

from __future__ import annotations

import pytest

from tests.core.mirrored_scenes import Scene
from tests.core.positions import NORTH, SOUTH, SQUAD, TANK
from tests.core.unit_kernels import situation
from tests.game.test_battle import started
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import POLICIES
from tigersim.core.weights import STRATEGIST, TACTICIAN, row
from tigersim.game.action import Action

OTHER = {"attack": 0.1, "threat": 5.0, "shelter": 9.0, "forward": -0.5, "move": 0.1}
"""Weights of which one sees at once that they were used."""
ROWS = {"plain": row("tactician"), "other": row("tactician", **OTHER)}


def decisions(player: str, own: str, other_own: str = "plain", usual: str = "plain", foe: str = "plain") -> list[int]:
    """The first decisions of side a, by these weights of both players on both sides; side b is a tactician's."""
    battle, found = started(3, player=player), []
    battle._work[0].playouts[:] = 6
    work = battle._work[0]
    battle.record[0].player[1].policy = POLICIES.index("tactician")
    for _ in range(40):
        for side, its_own, plain in ((0, own, usual), (1, other_own, foe)):
            work.strategist[side], work.tactician[side] = ROWS[its_own], ROWS[plain]
        before = work.tactician.tobytes(), work.strategist.tobytes()
        with as_written():
            kind = kernels.kind_of([player, "tactician"])
            found.append(kernels.choose(kind, battle.record, battle.table, battle._work))
        assert (work.tactician.tobytes(), work.strategist.tobytes()) == before
        assert work.lent_to == work.judged == 0
        battle.push(Action(found[-1]))
    return found


@pytest.mark.skipif(COMPILER_OFF, reason="dozens of decisions by trial")
@pytest.mark.parametrize("player", ["strategist", "planner"])
def test_only_its_own_weights_and_the_enemys_plain_ones_count(player: str) -> None:
    usual = decisions(player, own="plain")
    assert decisions(player, own="other") != usual
    assert decisions(player, own="plain", other_own="other", usual="other") == usual
    assert decisions(player, own="plain", foe="other") != usual


def test_what_was_found_by_own_weights_is_not_recalled_by_others() -> None:
    scene = Scene([(TANK, 12, 4, NORTH)], [(SQUAD, 14, 15, SOUTH)])
    work, codes = scene.position.work, set()
    work[0].judged = 1
    for lent_to in range(3):
        work[0].lent_to = lent_to
        with as_written():
            codes.add(int(situation(scene.position.battle, work, scene.side)))
    assert len(codes) == 3


def test_a_strategist_has_every_weight_of_a_tactician() -> None:
    assert tuple(STRATEGIST) == tuple(TACTICIAN)
    assert STRATEGIST["lookout"] == 0.0  # it finds its views by trial
