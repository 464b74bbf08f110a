"""The strategist's plans for the cards of a turn: two units at most are favoured or left out, and that once a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.game.test_battle import started
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import POLICIES
from tigersim.core.play.strategist import PLANNED
from tigersim.core.players.strategist.card_plans import FAVOUR, LEAST
from tigersim.game.action import Action
from tigersim.game.battle import Battle

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
BATTLES = (7, 8)
"""Numbers of battles in which there is much to plan."""


def choice(battle: Battle, record: Any, work: Any, player: str) -> Action:
    """What a player chooses; it leaves its notes in the record."""
    for seat in record[0].player:
        seat.policy = POLICIES.index(player)
    with as_written():
        return Action(kernels.choose(kernels.kind_of([player]), record, battle.table, work))


def own_notes(record: Any) -> np.ndarray:
    """What a card is worth to every unit of the side that is asked, VP."""
    promises = np.array([unit.promise for unit in record[0].unit])
    return promises.reshape(2, MAX_UNITS)[record[0].asked]


def noted_by(battle: Battle, player: str) -> np.ndarray:
    """The notes that a player of a strategist's weights would take."""
    record, work = layout.copied(battle.record), layout.copied(battle._work)
    side = record[0].asked
    work[0].tactician[side] = work[0].strategist[side]
    choice(battle, record, work, player)
    return own_notes(record)


def assigning(number: int) -> Iterator[tuple[Battle, bool]]:
    """A battle of strategists at all its assignments; whether it is the first of a side in the turn."""
    battle = started(number, player="strategist")
    while not battle.is_over:
        if battle.decision == "assign":
            record = battle.record[0]
            yield battle, record.player[record.asked].thought != record.turn
        battle.push(choice(battle, battle.record, battle._work, "strategist"))


def test_plans_change_what_a_tactician_notes_of_two_units_at_most() -> None:
    found: Counter[str] = Counter()
    for number in BATTLES:
        for battle, first in assigning(number):
            if not first:
                continue
            plain, planned = noted_by(battle, "tactician"), noted_by(battle, "strategist")
            changed = np.flatnonzero(plain != planned)
            assert len(changed) <= PLANNED
            for unit in changed:
                favoured = planned[unit] > 0.0
                assert planned[unit] == pytest.approx(max(FAVOUR * plain[unit], LEAST) if favoured else 0.0)
                found["favoured" if favoured else "left out"] += 1
            found[f"{len(changed)} units"] += 1
    assert min(found[kind] for kind in ("favoured", "left out", "0 units", "1 units", "2 units")) >= 1


def weighed_by_a_strategist(battle: Battle, record: Any) -> tuple[int, list[float]]:
    """What a strategist chooses, and what it thinks each option is worth, VP."""
    work = layout.copied(battle._work)
    code = choice(battle, record, work, "strategist").code
    return code, work[0].option_worth[: work[0].options].tolist()


def without_plans(record: Any, side: int, *, known: bool) -> Any:
    """A copy in which a side has no plans: they are taken back, or (``known``) stand as if they were mere notes."""
    other = layout.copied(record)
    for unit in list(other[0].unit)[side * MAX_UNITS : (side + 1) * MAX_UNITS]:
        if unit.planned:
            unit.planned = 0
            if not known:
                unit.promise = unit.noted
    return other


def test_nobody_reads_the_plans_of_another() -> None:
    """The same decisions at the same worth whatever the enemy plans; a plan that could be read would change them."""
    seen = read = 0
    for number in BATTLES:
        battle = started(number, player="strategist")
        while not battle.is_over and (seen < 12 or read == 0):
            enemy = 1 - int(battle.record[0].asked)
            units = list(battle.record[0].unit)[enemy * MAX_UNITS : (enemy + 1) * MAX_UNITS]
            if any(unit.planned for unit in units) and battle.decision in ("assign", "order"):
                plain = weighed_by_a_strategist(battle, without_plans(battle.record, enemy, known=False))
                assert weighed_by_a_strategist(battle, layout.copied(battle.record)) == plain
                seen += 1
                read += weighed_by_a_strategist(battle, without_plans(battle.record, enemy, known=True)) != plain
            battle.push(choice(battle, battle.record, battle._work, "strategist"))
    assert seen >= 12
    assert read >= 1


def test_a_plan_holds_until_the_last_card_of_the_turn() -> None:
    planned = {}
    seen = 0
    for battle, first in assigning(BATTLES[0]):
        key = int(battle.record[0].asked), int(battle.record[0].turn)
        if first:
            planned[key] = noted_by(battle, "strategist")
        else:
            seen += 1
            np.testing.assert_array_equal(own_notes(battle.record), planned[key])
    assert seen > len(planned) > 2
