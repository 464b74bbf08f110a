"""The strategist's plans for the cards of a turn: two units at most are favoured or left out, and that once a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.core.unit_kernels import keep_plans, lays_other_cards
from tests.game.test_battle import started
from tigersim.core import layout
from tigersim.core.codes import fields_of, pack
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import DROP, FIND_COVER, FIRE, GIVE, MAX_UNITS, PASS
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import POLICIES
from tigersim.core.play.strategist import PLANNED
from tigersim.core.players.strategist.card_plans import AS_NOTED, FAVOUR, LEAST, WORSE
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


def test_plans_that_lay_the_same_cards_to_the_same_units_are_told() -> None:
    battle = started(0)
    work, first = layout.copied(battle._work), int(battle.record[0].asked) * MAX_UNITS
    work[0].plans_laid = 0

    def laid(**cards: int) -> bool:
        copy = layout.copied(battle.record)
        for unit, card in cards.items():
            copy[0].unit[first + int(unit[1:])].cards[0] = card
        with as_written():
            return bool(lays_other_cards(battle.record, copy, work))

    assert laid(u0=5, u1=9)
    assert not laid(u0=5, u1=9)
    assert laid(u0=9, u1=5)
    assert laid(u0=5)
    assert laid()
    assert not laid(u0=9, u1=5)


def test_plans_far_behind_the_notes_are_not_tried_again() -> None:
    work = layout.copied(started(0)._work)
    give, drop = (lambda unit, verb=verb: pack(verb, unit, 0, 0, 0, 0) for verb in (GIVE, DROP))
    tried = {  # what has won comes first: plan -> (worth, futures that it was tried in)
        give(1): (9.0, 8),
        drop(1): (8.0, 8),
        AS_NOTED: (5.0, 8),
        give(2): (5.0 - WORSE - 0.1, 8),
        drop(2): (5.0 - WORSE + 0.1, 3),
        give(3): (0.0, 0),  # lays the same cards as another
    }
    n = len(tried)
    work[0].option[:n] = list(tried)
    work[0].option_worth[:n], work[0].option_tries[:n] = zip(*tried.values(), strict=True)
    left = keep_plans(work, n)
    assert work[0].option[:left].tolist() == [AS_NOTED, drop(2), give(3)]


def test_who_had_better_fire_is_not_tried_waiting() -> None:
    """The first choice is tried in every future; another shot beside it is the only one."""
    seen: Counter[bool] = Counter()
    for number in BATTLES:
        battle = started(number, player="strategist")
        while not battle.is_over:
            if battle.decision == "order":
                record, work = layout.copied(battle.record), layout.copied(battle._work)
                choice(battle, record, work, "strategist")
                n = work[0].options
                verbs = fields_of(work[0].option[:n]).verb
                always = verbs[work[0].option_tries[:n] == work[0].option_tries[:n].max()]
                waits = np.isin(verbs, (PASS, FIND_COVER)).any()
                if n > 1:
                    assert (verbs == FIRE).sum() <= 2
                    assert (always != FIRE).any() if waits else (always == FIRE).any()
                    seen[bool(waits)] += 1
            battle.push(choice(battle, battle.record, battle._work, "strategist"))
    assert min(seen[waits] for waits in (False, True)) > 10


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
