"""Each side's chance to win at the start of every turn, from futures played on.

Each future deals the cards that lie face down anew and throws other dice (``core.hidden_cards``), so it knows nothing
that the players did not know.  Compiled players play on as they are; a tactician replaces a planner and a player
written in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from tigersim.core import layout
from tigersim.core.compile.jit import as_written
from tigersim.core.play.compiled_players import PLAYERS
from tigersim.core.play.kernels import kind_of
from tigersim.core.play.kernels import play_on as play_to_the_end
from tigersim.game.battle import Battle
from tigersim.game.player import AnyPlayer
from tigersim.game.records import PLANNER_NAME, policy_number
from tigersim.replay.frames import Frame
from tigersim.replay.kernels import another_future
from tigersim.replay.walk import Moment
from tigersim.statistics.intervals import Z_95, wilson

FUTURES = 1000
"""Futures that are played from the start of each turn."""
STAND_IN = "tactician"
"""The player that plays on for a planner or a player written in Python."""
LEAST_RISE = 0.2
"""A turn in which the chance to win moved by less decides nothing; a thousand futures tell it to 0.03."""
Progress = Callable[[int, int], None]
"""Called with futures played and futures in all."""


@dataclass(frozen=True)
class Prospect:
    """The futures of one moment, summed up; at the end of a battle the outcome itself.

    turn: the turn at whose start it is, 0 = before the armies deploy
    frame: number of the frame it belongs to
    futures: number of futures played, 0 = the battle is over
    win: share of futures that side a wins, a draw counted as half
    low, high: 95% interval of ``win`` (Wilson)
    draws: share of draws
    margin: mean VP of side a minus side b at the end
    margin_low, margin_high: 95% interval of ``margin``
    """

    turn: int
    frame: int
    futures: int
    win: float
    low: float
    high: float
    draws: float
    margin: float
    margin_low: float
    margin_high: float


def prospects_of(
    battle: Battle, moments: list[Moment], frames: list[Frame], futures: int = FUTURES, progress: Progress | None = None
) -> list[Prospect]:
    """Prospects at the start of every turn, and the outcome if the battle is over."""
    first: dict[int, Moment] = {}
    for moment in moments:
        if moment.asked and not moment.record[0].over:
            first.setdefault(int(moment.record[0].turn), moment)
    places: dict[int, int] = {}
    for place, frame in enumerate(frames):
        places.setdefault(frame.turn, place)
    total = futures * len(first)
    found = []
    for done, (turn, moment) in enumerate(first.items()):

        def played(n: int, before: int = done * futures) -> None:
            if progress is not None:
                progress(before + n, total)

        margins = play_on(battle, moment.record, futures, played)
        found.append(prospect(turn, places.get(turn, 0), margins))
    last = moments[-1].record[0]
    if last.over:
        margin = float(last.player[0].vp - last.player[1].vp)
        win = 0.5 * (1 + (margin > 0) - (margin < 0))
        end = (win, win, win, float(margin == 0), margin, margin, margin)
        found.append(Prospect(int(last.turn) + 1, len(frames) - 1, 0, *end))
    return found


def prospect(turn: int, frame: int, margins: list[int]) -> Prospect:
    """The prospect of futures that ended with these margins (VP of side a minus side b)."""
    n = len(margins)
    points = sum(0.5 * (1 + (margin > 0) - (margin < 0)) for margin in margins)
    low, high = wilson(points, n)
    mean = fmean(margins)
    half = Z_95 * stdev(margins) / sqrt(n) if n > 1 else 0.0
    draws = margins.count(0) / n
    return Prospect(turn, frame, n, points / n, low, high, draws, mean, mean - half, mean + half)


def play_on(battle: Battle, record: Any, futures: int, played: Callable[[int], None]) -> list[int]:
    """VP of side a minus side b at the end of each future; ``record`` is left unchanged."""
    work = battle.from_start()._work
    work[0].logging = 0
    here = layout.copied(record)
    for seat, player in zip(here[0].player, battle.seated, strict=True):
        if player is None:
            continue
        seat.policy = policy_number(player_of_futures(player))
        seat.by_the_book = PLAYERS[seat.policy].by_the_book
    kind, margins = kind_of([player_of_futures(player) for player in battle.seated if player is not None]), []
    ahead = layout.copied(here)
    points = np.asarray(ahead)["player"]["vp"][0]  # of the future that is played
    with as_written():
        for future in range(futures):
            layout.put(here, ahead)
            another_future(ahead, future)
            play_to_the_end(kind, ahead, battle.table, work)
            margins.append(int(points[0] - points[1]))
            played(future + 1)
    return margins


def player_of_futures(player: AnyPlayer) -> str:
    """The compiled player that plays the futures of a side."""
    return player if isinstance(player, str) and player != PLANNER_NAME else STAND_IN


def deciding_turn(prospects: list[Prospect]) -> int | None:
    """The turn in which the winner's chance to win rose most, by ``LEAST_RISE`` at least, the first of equals.

    Of a draw, the one in which the chance changed most.  0 is the deployment; None while the battle goes on, and of a
    battle that no turn decided.
    """
    if len(prospects) < 2 or prospects[-1].futures:
        return None
    sign = (prospects[-1].margin > 0) - (prospects[-1].margin < 0)
    best, found = LEAST_RISE, None
    for now, then in pairwise(prospects):
        rise = sign * (then.win - now.win) if sign else abs(then.win - now.win)
        if rise > best or (found is None and rise >= best):
            best, found = rise, now.turn
    return found
