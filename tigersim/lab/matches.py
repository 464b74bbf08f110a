"""Which of two players, written in Python or compiled, plays better: mirrored battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from statistics import stdev
from typing import Any, Unpack

from tigersim.catalogue.units import Unit
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue
from tigersim.game.battle import Battle
from tigersim.game.outcome import Outcome
from tigersim.game.player import AnyPlayer, player_name
from tigersim.game.records import SEEDS
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import is_whole
from tigersim.lab.batch import Progress
from tigersim.lab.design import Design
from tigersim.statistics.intervals import Z_95, Interval, wilson

TABLES = 32
"""Tables that a match is played on in turn."""
Armies = tuple[str, str] | tuple[Sequence[Unit], Sequence[Unit]]


@dataclass(frozen=True)
class MatchBattle:
    """One battle of a match: number of its pair, and the side that the first player had."""

    number: int
    side: str
    outcome: Outcome

    @property
    def margin(self) -> int:
        """VP of the first player minus VP of the second."""
        return self.outcome.margin if self.side == "a" else -self.outcome.margin


@dataclass(frozen=True)
class Match:
    """What a match has shown, from the first player's point of view."""

    players: tuple[str, str]
    battles: tuple[MatchBattle, ...]

    @property
    def wins(self) -> int:
        """Battles in which the first player had more VP (PT-VP-14; minor victories count)."""
        return sum(one.margin > 0 for one in self.battles)

    @property
    def draws(self) -> int:
        """Battles that ended even."""
        return sum(one.margin == 0 for one in self.battles)

    @property
    def losses(self) -> int:
        """Battles in which the second player had more VP."""
        return sum(one.margin < 0 for one in self.battles)

    @property
    def share(self) -> float:
        """The part of all battles that the first player won."""
        return self.wins / len(self.battles)

    @property
    def interval(self) -> Interval:
        """Wilson's 95% interval of ``share``.

        It takes all battles for independent.  What favours a side favours both players of a pair in turn, so it is if
        anything too wide.
        """
        return wilson(self.wins, len(self.battles))

    @property
    def margin(self) -> float:
        """VP by which the first player was ahead, on average."""
        return sum(one.margin for one in self.battles) / len(self.battles)

    @property
    def margin_interval(self) -> Interval:
        """95% interval of ``margin`` from the spread of the pairs; needs two pairs."""
        pairs = [(one.margin + other.margin) / 2 for one, other in zip(*[iter(self.battles)] * 2, strict=True)]
        half = Z_95 * stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else inf
        return Interval(self.margin - half, self.margin + half)

    def __str__(self) -> str:
        first, second = self.players
        low, high = self.interval
        least, most = self.margin_interval
        return (
            f"{first} against {second}, {len(self.battles)} battles: {self.wins} won, {self.draws} drawn, "
            f"{self.losses} lost\n{first} wins {self.share:.1%} [{low:.1%}, {high:.1%}] and is ahead by "
            f"{self.margin:.1f} {self.battles[0].outcome.counted_in} [{least:.1f}, {most:.1f}] on average"
        )

    def __repr__(self) -> str:
        return str(self)


def match(
    first: AnyPlayer,
    second: AnyPlayer,
    battles: int = 100,
    seed: int = 1,
    *,
    armies: Armies | None = None,
    terms: Terms | None = None,
    progress: Progress | None = None,
    **options: Unpack[TermOptions],
) -> Match:
    """Let two players meet in mirrored battles: each twice, with the players swapped.

    first, second: names of compiled players or players written in Python, see ``Battle.play``.
    battles: an even number.
    seed: from which all chance follows; a seed is a match, for players that are reproducible themselves.
    armies: those of side a and side b in every battle; None = other random ones for each pair of battles.
    terms: what is played by, ``Terms``; its options may be given by name.  "a:" in ``forbid`` is the first player.
    progress: called with the number of battles just played.
    Raises what ``Battle.start`` and ``Battle.play`` raise, and ``InvalidValue`` for a number of battles.
    """
    if not is_whole(battles, 2, SEEDS) or battles % 2:
        raise InvalidValue("number of battles", battles, "an even number from 2, for each is played from both sides")
    agreed = Terms.of(terms, **options)
    design = Design(terms=agreed, seed=seed, tables=TABLES) if armies is None else None
    by_first = agreed if design is None else agreed.without_cards()
    by_side = {"a": by_first, "b": by_first.replace(forbid=agreed.mirror().forbid)}
    played = []
    for number in range(battles // 2):
        for side in SIDES:
            meet: Any = armies if design is None else design.mustered(number)
            players = (first, second) if side == "a" else (second, first)
            here: dict[str, Any] = {"seed": seed, "number": number, "table": number % TABLES, "logged": False}
            battle = Battle.start(meet, by_side[side], players=players, **here)
            played.append(MatchBattle(number, side, battle.play()))
            if progress is not None:
                progress(1)
    return Match((player_name(first), player_name(second)), tuple(played))
