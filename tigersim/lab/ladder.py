"""The ladder of players: who wins, by how much, on which tables, and at what cost of time.

Every match is played in mirrored pairs: the battle of one number under both orders of the players.  Matches and
families of tables have battle numbers of their own, so all pairs are independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.core.board import FAMILIES
from tigersim.core.play.compiled_players import versions_of
from tigersim.core.play.warm import warm
from tigersim.errors import DamagedFile, InvalidValue, NoResults, named
from tigersim.files.atomic import save_results
from tigersim.files.documents import json_of
from tigersim.files.schemas import table_of
from tigersim.game.options import check_once
from tigersim.game.records import PLANNER_NAME, PLAYOUTS, SEEDS, check_playouts, policy_number
from tigersim.game.terms import Terms
from tigersim.given import check_text, list_of, whole_number
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.elo import check_connected, elo, result
from tigersim.lab.jobs import in_order
from tigersim.lab.kept_pairs import KeptPairs, Key
from tigersim.lab.machine import machine
from tigersim.lab.pairs import Pairs
from tigersim.lab.planner_cost import BATTLES, BUDGETS, thinking
from tigersim.lab.schemas import LADDER, OfLadder, checked

if TYPE_CHECKING:
    import pandas as pd

PAIRS = 200
"""Mirrored pairs of a match unless another number is asked for."""
USUAL = ("uniform", "heuristic", "tactician")
"""Who meets unless others are named, from the weakest up."""
PAIRS_PER_TABLE = 16
"""Pairs in a row on one table: few, so that many tables are met."""

Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles in all, None)."""


@dataclass(frozen=True)
class Contestant:
    """A compiled player; ``playouts``: futures that a planner looks at, 0 for any other."""

    player: str
    playouts: int = 0

    @classmethod
    def named(cls, name: str) -> Contestant:
        """From "heuristic", "planner" or "planner:64".  Raises ``PlayerNotFound``, ``InvalidValue``."""
        player, colon, budget = name.partition(":")
        policy_number(player)
        if player != PLANNER_NAME:
            if colon:
                raise InvalidValue("player", name, f"{player}; only a planner has a budget of playouts")
            return cls(player)
        if colon and not budget.isdecimal():
            raise InvalidValue("player", name, f"{player}:PLAYOUTS, as in {player}:{PLAYOUTS}")
        playouts = int(budget) if colon else PLAYOUTS
        check_playouts((playouts, playouts))
        return cls(player, playouts)

    def __str__(self) -> str:
        return f"{self.player}:{self.playouts}" if self.playouts else self.player


@dataclass(frozen=True)
class Meeting:
    """A match: ``first`` against ``second`` in mirrored pairs over all grounds of a ladder."""

    first: Contestant
    second: Contestant
    pairs: int = PAIRS

    def __str__(self) -> str:
        return f"{self.first} over {self.second}"

    def design(self, common: Design, family: str) -> Design:
        """``common`` with these players on one family of tables, the first as side a.

        ``family``: may also be a text of terms, as "caught in a vice" or "river, markers=standard".
        """
        players = (self.first.player, self.second.player)
        playouts = (self.first.playouts or PLAYOUTS, self.second.playouts or PLAYOUTS)
        return replace(common, players=players, playouts=playouts, terms=_on(common.terms, family))


def _on(terms: Terms, family: str) -> Terms:
    """Terms on a family of tables, or changed by a text of terms.

    Raises what ``Terms.parse`` raises.
    """
    return Terms.of(terms.replace(family=FAMILIES[0]), **Terms.parse(family).changed())


def neighbours(names: Sequence[str], pairs: int = PAIRS) -> tuple[Meeting, ...]:
    """The matches of a short ladder: players from the weakest up, each over the one before.

    Raises ``InvalidValue`` for fewer than two players, and what ``Contestant.named`` raises.
    """
    listed = list_of("players", names, "players, from the weakest up")
    if len(listed) < 2:
        raise InvalidValue("players", listed, "two or more, from the weakest up")
    for name in listed:
        check_text("players", name, "names of players, from the weakest up")
    contestants = [Contestant.named(name) for name in listed]
    pairs = whole_number("pairs", pairs, 1, SEEDS, "a whole number, 1 or more")
    return tuple(Meeting(better, weaker, pairs) for weaker, better in pairwise(contestants))


def ladder(
    players: Sequence[str] = USUAL,
    pairs: int = PAIRS,
    seed: int = 1,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    folder: str | Path | None = None,
) -> Ladder:
    """Let players meet and see who plays better, by how much, and what the thinking costs.

    players: compiled ones from the weakest up, each over the one before; "planner:64" is one with that budget.
    pairs: mirrored pairs of battles a match.
    threads, progress, folder: as ``tigersim.lab.play_ladder`` takes them.

    Raises ``InvalidValue``, ``PlayerNotFound``, and what ``play_ladder`` raises.
    """
    return play_ladder(LadderPlan(neighbours(players, pairs), Design(seed=seed)), threads, progress, folder)


@dataclass(frozen=True)
class LadderPlan:
    """What a ladder plays.

    common: seed, ruleset, armies and number of tables of all matches (``lab.Design``; its players, family, budgets and
    what it forbids are not used).  families: of tables, or texts of terms
    ("caught in a vice", "river, markers=standard"); they share the pairs of every match evenly.  pairs_per_table:
    pairs in a row on one table.  budgets: playouts that a planner's decisions are timed at, where a planner plays.
    Raises ``InvalidValue`` and ``UnknownName``.
    """

    meetings: tuple[Meeting, ...]
    common: Design = field(default_factory=Design)
    families: tuple[str, ...] = FAMILIES
    pairs_per_table: int = PAIRS_PER_TABLE
    budgets: tuple[int, ...] = BUDGETS
    timed_battles: int = BATTLES

    def __post_init__(self) -> None:
        object.__setattr__(self, "common", replace(self.common, terms=self.common.terms.replace(forbid=())))
        if not self.meetings:
            raise InvalidValue("matches", [], "one match or more")
        check_once("families of tables", self.families)
        for family in self.families:
            _on(self.common.terms, family)
        if not 1 <= self.pairs_per_table <= BATTLES_PER_TASK:
            raise InvalidValue("pairs on one table", self.pairs_per_table, f"1 to {BATTLES_PER_TASK}")
        least = 2 * len(self.families)
        for meeting in self.meetings:
            if meeting.pairs < least:
                allowed = f"{least} or more, two for every family of tables"
                raise InvalidValue(f"pairs of the match {meeting}", meeting.pairs, allowed)
        for playouts in self.budgets:
            check_playouts((playouts, playouts))
        if self.timed_battles < 1:
            raise InvalidValue("battles that budgets are timed on", self.timed_battles, "1 or more")

    @property
    def battles(self) -> int:
        """Battles in all matches."""
        return sum(2 * meeting.pairs for meeting in self.meetings)

    @property
    def plans(self) -> bool:
        """Whether a planner plays."""
        return any(who.playouts for meeting in self.meetings for who in (meeting.first, meeting.second))

    def wanted(self) -> dict[Key, int]:
        """Pairs of every match on every family; what does not divide goes to the first families."""
        wanted: dict[Key, int] = {}
        for number, meeting in enumerate(self.meetings):
            each, more = divmod(meeting.pairs, len(self.families))
            wanted |= {(number, family): each + (k < more) for k, family in enumerate(self.families)}
        return wanted

    def provenance(self) -> dict[str, Any]:
        """Everything that decides the bits of the results."""
        about = replace(self.common, players=("uniform", "uniform")).provenance()
        for of_one_match in ("players", "family"):
            del about[of_one_match]
        matches = [{"players": [str(one.first), str(one.second)], "pairs": one.pairs} for one in self.meetings]
        planners = sorted({who.playouts for one in self.meetings for who in (one.first, one.second) if who.playouts})
        return {
            **about,
            **versions_of(who.player for one in self.meetings for who in (one.first, one.second)),
            "families": list(self.families),
            "pairs_per_table": self.pairs_per_table,
            "matches": matches,
            **({"playouts": planners, "timed_playouts": list(self.budgets)} if self.plans else {}),
        }


@dataclass(frozen=True)
class Ladder:
    """What a ladder has shown.

    matches: one row per match; columns ``first second pairs battles score score_low score_high wins draws losses margin
    margin_low margin_high ms_per_battle battles_per_second``.  Score: 1 a battle won, 1/2 a draw; margin: VP; both from
    the first player's side, with 95% intervals.  Times are of one thread.
    families: the same per match and ``family`` of tables.
    elo: ``player elo low high battles``; empty where players meet themselves only.
    thinking: what a planner's decisions cost (``lab.planner_cost``); empty where none plays.
    """

    matches: pd.DataFrame
    families: pd.DataFrame
    elo: pd.DataFrame
    thinking: pd.DataFrame
    provenance: Mapping[str, Any]

    @property
    def summary(self) -> str:
        """One line that says what the numbers rest on."""
        about = self.provenance
        players = dict.fromkeys(name for match in about["matches"] for name in match["players"])
        return (
            f"{self.matches['battles'].sum():,} battles in mirrored pairs, players {', '.join(players)}, "
            f"tables {', '.join(about['families'])}, ruleset {about['ruleset']['name']}, seed {about['seed']}"
        )

    def __repr__(self) -> str:
        return f"<Ladder: {self.summary}>"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        tables = {name: frame.to_dict("records") for name, frame in self._tables().items()}
        return {**tables, "provenance": dict(self.provenance)}

    def _tables(self) -> dict[str, pd.DataFrame]:
        found = {"matches": self.matches, "families": self.families, "elo": self.elo}
        return {name: frame for name, frame in {**found, "thinking": self.thinking}.items() if len(frame)}

    def save(self, folder: str | Path) -> Path:
        """Write ``matches.csv``, ``families.csv`` and, last, ``provenance.json``.

        Also ``elo.csv`` where players meet others, ``thinking.csv`` where a planner plays.  Raises ``RunError``.
        """
        return save_results(folder, self._tables(), {"provenance": dict(self.provenance)})

    @classmethod
    def load(cls, folder: str | Path) -> Ladder:
        """What ``save`` wrote, to six digits.  Raises ``RunError`` for a missing or damaged file."""
        import pandas as pd

        place = Path(folder)
        try:
            about = checked(json_of(place / "provenance.json"), OfLadder, place / "provenance.json")
            ranked = ["elo"] if any(len(set(match["players"])) > 1 for match in about["matches"]) else []
            timed = ["thinking"] if about.get("timed_playouts") is not None else []
            names = ["matches", "families", *ranked, *timed]
            tables = {name: table_of(place / f"{name}.csv", LADDER[name]) for name in names}
        except OSError as error:
            problem = f"{Path(str(error.filename)).name}: {error.strerror}"
            raise NoResults(f"{named(place)} holds no finished ladder: {problem}") from None
        players, matches = tables.get("elo", elo([])), tables["matches"]
        for column in ("first", "second"):
            if not set(matches.loc[matches["first"] != matches["second"], column]) <= set(players["player"]):
                raise DamagedFile(str(place / "matches.csv"), column, "names a player that elo.csv does not have")
        return cls(matches, tables["families"], players, tables.get("thinking", pd.DataFrame()), about)


def play_ladder(
    plan: LadderPlan, threads: int | None = None, progress: Progress | None = None, folder: str | Path | None = None
) -> Ladder:
    """Play all matches of a plan: the same bits, but for the times, on any number of threads.

    ``folder``: where pairs are kept as they are played, also after Ctrl-C; those already there are used.
    Raises ``InvalidValue`` for fewer than one thread, ``IdentifiabilityError`` where no chain of matches connects two
    players, ``RunError`` for a folder that cannot be used.
    """
    import pandas as pd

    check_connected([(str(one.first), str(one.second)) for one in plan.meetings])  # before hours have passed
    kept = KeptPairs(plan.wanted(), None if folder is None else Path(folder), plan.provenance())
    told = progress or (lambda battles, total, width: None)
    told(kept.battles, plan.battles, None)
    for meeting in plan.meetings:
        warm((meeting.first.player, meeting.second.player))
    try:
        with closing(in_order(_jobs(plan, kept), threads)) as played:
            for key, found in played:
                kept.add(key, found)
                told(kept.battles, plan.battles, None)
    finally:
        kept.write()
    matches, families, results = [], [], []
    for number, meeting in enumerate(plan.meetings):
        names = {"first": str(meeting.first), "second": str(meeting.second)}
        parts = {family: kept.of((number, family)) for family in plan.families}
        overall = Pairs.joined(list(parts.values()))
        matches.append({**names, **overall.row()})
        families += [{**names, "family": family, **pairs.row()} for family, pairs in parts.items()]
        results.append(result(**names, pairs=overall))
    return Ladder(
        matches=pd.DataFrame(matches),
        families=pd.DataFrame(families),
        elo=elo(results),
        thinking=thinking(plan.common, plan.budgets if plan.plans else (), plan.timed_battles),
        provenance={**plan.provenance(), "machine": machine()},
    )


def _jobs(plan: LadderPlan, kept: KeptPairs) -> Iterator[Callable[[], tuple[Key, Pairs]]]:
    """All that is still to be played, by match and family, in the order of the battles."""
    task = 0
    for key, pairs in plan.wanted().items():
        number, family = key
        meeting, have = plan.meetings[number], kept.count(key)
        # so few battles of a planner that Ctrl-C need not wait for long
        at_once = 1 if PLANNER_NAME in (meeting.first.player, meeting.second.player) else plan.pairs_per_table
        arena = Arena(meeting.design(plan.common, family))
        mirror = arena.mirror()
        for on_tables in range(0, pairs, plan.pairs_per_table):
            here = min(pairs - on_tables, plan.pairs_per_table)
            for done in range(max(have - on_tables, 0), here, at_once):
                first = task * BATTLES_PER_TASK + done
                yield partial(_part, key, arena, mirror, first, min(at_once, here - done))
            task += 1


def _part(key: Key, arena: Arena, mirror: Arena, first: int, n: int) -> tuple[Key, Pairs]:
    """Play ``n`` pairs from battle ``first`` on."""
    for each in (arena, mirror):  # off the clock: kernels are loaded and the table made
        each.results(first, 0)
    start = thread_time()
    there, back = (each.results(first, n)["vp"].astype(np.int64) for each in (arena, mirror))
    milliseconds = 1000 * (thread_time() - start)
    margins = np.stack([there[:, 0] - there[:, 1], back[:, 1] - back[:, 0]], axis=1)
    return key, Pairs(margins, milliseconds)
