"""Frames of a replay: the table after every event, and the lines of the log about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from tigersim.core import enums, layout, log
from tigersim.core.enums import SIDES
from tigersim.game.action import Action
from tigersim.game.battle import Battle
from tigersim.game.narration import line_of
from tigersim.game.seen import view_of
from tigersim.game.view import View
from tigersim.replay.luck import Ledger, Luck, Stake
from tigersim.replay.rolls import Roll, roll_of, roll_of_landing
from tigersim.replay.walk import Events, Moment
from tigersim.rules.switches import CardSecrecy

TURNS = (log.TURN, log.TURNS)
AT_A_TARGET = (enums.FIRE, enums.ASSAULT, enums.CALL)
"""Verbs of orders whose target means something."""


@dataclass(frozen=True)
class Frame:
    """One frame of a replay.

    turn: number of the turn, 0 while the armies deploy
    decisions: number of decisions taken so far
    lines: lines of the log about it
    view: the table, as seen without any hidden card
    suppressed: slots of the units that were suppressed this turn
    actor, target: slots of the units that it is about, None = no unit
    roll: dice that have just fallen; what they do comes with the next frame
    luck: luck of what these dice have settled
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
    """The frames of a battle so far, the empty table first."""
    ledger = Ledger(battle)
    explained = {one.number: one.chosen for one in battle.explanations}
    found: list[Frame] = []
    opened: list[Stake] = []
    for before, moment in pairwise(moments):
        if not found:
            found.append(_frame(battle, before, before.events, ()))
            ledger.at(before)
        luck, stakes = ledger.at(moment)
        frames = list(_frames_between(battle, before, moment, opened))
        if not frames and moment.decision > before.decision and before.decision in explained:
            line = f"side {SIDES[before.record[0].asked]}: {explained[before.decision]}"
            frames = [_frame(battle, moment, moment.events, (line,))]
        if luck is not None:  # then the dice of the last moment were the last of that shot, strike or test
            frames[0] = replace(frames[0], luck=luck)
        found += frames
        opened = stakes
    return found


def _frames_between(battle: Battle, before: Moment, moment: Moment, stakes: list[Stake]) -> Iterator[Frame]:
    """The frames between two moments: the dice that fell, the end of a turn, the rest."""
    events = moment.events
    if before.permission and events and events[0].kind in (log.ROLLED, log.SAVED):
        kept = not before.asked or Action(battle.taken[before.decision]).verb == "pass"
        roll = roll_of(before, events[0], kept)
        if stakes:
            roll = replace(roll, destroys=stakes[0].destroys, shocks=stakes[0].shocks)
        yield _frame(battle, before, events[:1], _lines(battle, events[:1]), roll)
        events = events[1:]
    if before.record[0].ask == enums.LAND:
        thrown = 1 + next(
            k for k, one in enumerate(events) if one.kind == log.ROLLED and one.purpose == enums.CHANCE_LANDING
        )
        roll = roll_of_landing(events[thrown - 1])
        yield _frame(battle, before, events[:thrown], _lines(battle, events[:thrown]), roll)
        events = events[thrown:]
    ended = next((k for k, one in enumerate(events) if one.kind in TURNS), 0)
    if ended:
        last = _frame(battle, moment, events[:ended], _lines(battle, events[:ended]))
        yield _before_the_draw(last, before.record[0].turn, _view(battle, before))
        events = events[ended:]
    if events:
        yield _frame(battle, moment, events, _lines(battle, events))


def _before_the_draw(frame: Frame, turn: int, before: View) -> Frame:
    """The end of a turn: units as they are, hands and pile as they were."""
    sides = [replace(then, vp=now.vp) for then, now in zip(before.sides, frame.view.sides, strict=True)]
    view = replace(frame.view, turn=int(turn), deck=before.deck, pile=before.pile, sides=(sides[0], sides[1]))
    return replace(frame, turn=int(turn), view=view)


def _frame(battle: Battle, moment: Moment, events: Events, lines: tuple[str, ...], roll: Roll | None = None) -> Frame:
    record = moment.record[0]
    suppressed = np.flatnonzero((record.unit["silenced"] != 0) & (record.unit["alive"] != 0))
    actor, target = _about(events[0]) if events else (None, None)
    if roll is not None and roll.target is not None:
        target = roll.target
    slots = tuple(int(slot) for slot in suppressed)
    return Frame(int(record.turn), moment.decision, lines, _view(battle, moment), slots, actor, target, roll)


def _view(battle: Battle, moment: Moment) -> View:
    """The table for a spectator, which knows no hidden card whatever the players may look at."""
    record = layout.copied(moment.record)
    record[0].ruling.card_secrecy = CardSecrecy.BLIND_UNTIL_REVEALED
    return view_of(record[0], battle.ground, battle._names, battle.units, battle.ruleset, 0)


def _lines(battle: Battle, events: Events) -> tuple[str, ...]:
    return tuple(line_of(event, battle.unit_name, battle.terms.counted_in) for event in events)


def _about(event: Any) -> tuple[int | None, int | None]:
    """(slot of the unit that an event is about, slot of its target); None where it has none."""
    aimless = event.kind == log.ORDERED and event.verb not in AT_A_TARGET
    return getattr(event, "unit", None), None if aimless else getattr(event, "target", None)
