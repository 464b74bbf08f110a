"""A battle as a row of pictures: what lies on the table after every event, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tigersim.core import enums, layout, log
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.game.narration import told
from tigersim.game.view import SIDES, View, view_of
from tigersim.replay.luck import Books, Luck, Stake
from tigersim.replay.rolls import Roll, roll_of, roll_of_landing
from tigersim.replay.walk import Moment, Rows
from tigersim.rules.switches import CardSecrecy

TURNS = (log.TURN, log.TURNS)
WITHOUT_UNIT = (*TURNS, log.DISCARDED, log.PROLONGED, log.ENDED, log.LANDING_CARD, log.TIE_ROLLED, log.EDGE_DRAWN)
AIMED = (enums.FIRE, enums.ASSAULT, enums.CALL)


@dataclass(frozen=True)
class Frame:
    """One picture of a battle.

    ``turn``: 0 while the armies deploy.  ``decisions``: so many have been taken.  ``lines``: what the log tells of it.
    ``view``: the table, as somebody sees it who looks at no hidden card.  ``suppressed``: slots of the units that were
    suppressed this turn.  ``actor``, ``target``: slots of the units that it is about.  ``roll``: dice that have just
    fallen; what they do comes with the next picture.  ``luck``: of what these dice have settled, see ``replay.luck``.
    """

    turn: int
    decisions: int
    lines: tuple[str, ...]
    view: View
    suppressed: tuple[int, ...]
    actor: int | None = None
    target: int | None = None
    roll: Roll | None = None
    luck: Luck | None = None


def frames_of(battle: Battle, moments: Iterable[Moment]) -> list[Frame]:
    """The pictures of what has been played of a battle, the empty table first."""
    books = Books(battle)
    explained = {one.number: one.chosen for one in battle.explanations}
    found: list[Frame] = []
    opened: list[Stake] = []
    for before, moment in pairwise(moments):
        if not found:
            found.append(_frame(battle, before, before.rows, ()))
            books.at(before)
        luck, stakes = books.at(moment)
        pictures = list(_pictures(battle, before, moment, opened))
        if not pictures and moment.decision > before.decision and before.decision in explained:
            pictures = [_frame(battle, moment, moment.rows, (f"side {_side(before)}: {explained[before.decision]}",))]
        if luck is not None:  # then the dice of the last moment were the last of that shot, strike or test
            pictures[0] = replace(pictures[0], luck=luck)
        found += pictures
        opened = stakes
    return found


def _side(moment: Moment) -> str:
    """The side that decides."""
    return SIDES[moment.record[0].asked]


def _pictures(battle: Battle, before: Moment, moment: Moment, stakes: list[Stake]) -> Iterator[Frame]:
    """What the log tells between two moments: the dice that fell, the end of a turn, the rest."""
    rows = moment.rows
    if before.permission and len(rows) and rows[0, 0] in (log.ROLLED, log.SAVED):
        kept = not before.asked or Action(battle.taken[before.decision]).verb == "pass"
        roll = roll_of(before, rows[0].tolist(), kept)
        if stakes:
            roll = replace(roll, destroys=stakes[0].destroys, shocks=stakes[0].shocks)
        yield _frame(battle, before, rows[:1], _lines(battle, rows[:1]), roll)
        rows = rows[1:]
    if before.record[0].ask == enums.LAND:
        thrown = 1 + int(np.flatnonzero((rows[:, 0] == log.ROLLED) & (rows[:, 3] == enums.CHANCE_LANDING))[0])
        roll = roll_of_landing(rows[thrown - 1].tolist())
        yield _frame(battle, before, rows[:thrown], _lines(battle, rows[:thrown]), roll)
        rows = rows[thrown:]
    turns = np.flatnonzero(np.isin(rows[:, 0], TURNS))
    if len(turns) and turns[0]:
        ended = _frame(battle, moment, rows[: turns[0]], _lines(battle, rows[: turns[0]]))
        yield _before_the_draw(ended, before.record[0].turn, _view(battle, before))
        rows = rows[turns[0] :]
    if len(rows):
        yield _frame(battle, moment, rows, _lines(battle, rows))


def _before_the_draw(frame: Frame, turn: int, before: View) -> Frame:
    """The end of a turn, for which the engine does not stop: units as they are, hands and pile as they were."""
    sides = [replace(then, vp=now.vp) for then, now in zip(before.sides, frame.view.sides, strict=True)]
    view = replace(frame.view, turn=int(turn), deck=before.deck, pile=before.pile, sides=(sides[0], sides[1]))
    return replace(frame, turn=int(turn), view=view)


def _frame(battle: Battle, moment: Moment, rows: Rows, lines: tuple[str, ...], roll: Roll | None = None) -> Frame:
    record = moment.record[0]
    suppressed = np.flatnonzero((record.unit["silenced"] != 0) & (record.unit["alive"] != 0))
    actor, target = _about(rows[0].tolist()) if len(rows) else (None, None)
    if roll is not None and roll.target is not None:
        target = roll.target
    slots = tuple(int(slot) for slot in suppressed)
    return Frame(int(record.turn), moment.decision, lines, _view(battle, moment), slots, actor, target, roll)


def _view(battle: Battle, moment: Moment) -> View:
    """The table for a spectator, who knows no hidden card whatever the players may look at."""
    record = layout.copied(moment.record)
    record[0].ruling.card_secrecy = CardSecrecy.BLIND_UNTIL_REVEALED
    return view_of(record[0], battle.ground, battle._names, battle.units, battle.ruleset, 0)


def _lines(battle: Battle, rows: Rows) -> tuple[str, ...]:
    return tuple(told(rows, battle.unit_name))


def _about(row: list[int]) -> tuple[int | None, int | None]:
    """(slot of the unit that an event is about, slot of its target)."""
    kind, _, first, second, third, fourth, *_ = row
    if kind in WITHOUT_UNIT:
        return None, None
    if kind == log.ASSIGNED:
        return second, None
    if kind == log.AIMED:
        return first, second
    return first, fourth if kind == log.ORDERED and third in AIMED else None
