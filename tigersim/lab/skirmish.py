"""Skirmishes: some of one unit against some of another, at one range, to the last.

The compiled engine plays them with all its rules (cards, turns, initiative, recovery) and its players, from a set
position on a bare table.  Nobody moves, boards, withdraws or closes in, so the range stays what it was.  Victory points
are not counted: they decide neither who wins nor when it ends, though the players weigh their orders by them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import InitVar, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.geometry import FACING_NORTH, FACING_SOUTH
from tigersim.core.play import engine, kernels
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS, QUICK, versions_of
from tigersim.core.play.warm import warm
from tigersim.errors import DamagedFile, InvalidValue, PlayerNotFound, RuleForbids, RunError
from tigersim.files.atomic import kept_file, write_json
from tigersim.files.documents import json_of
from tigersim.game.options import MOST_SCORE
from tigersim.game.records import army_slots, check_players, check_seed, fingerprint, profile_records, workbench
from tigersim.game.restrictions import by_side
from tigersim.game.terms import Terms
from tigersim.lab.jobs import checked, in_order
from tigersim.lab.ranks import Ranks, bare_table, check_cover, ranks
from tigersim.rules.movement import may_enter_building
from tigersim.version import __version__

HOLDS_RANGE = ("move", "close_combat", "mount", "regroup")
"""What would change the range: forbidden both sides."""
IN_COVER = {"x": (True, False), "y": (False, True), "both": (True, True)}
"""Who stands in the cover."""
THREE_DECKS = "max_three_decks"
"""Option of AMB-124: as long as a standard battle lasts at most (PT-VP-16)."""
TASK = 128
"""Skirmishes that one thread fights at a time."""
SPAN = 1 << 32
"""Battle numbers apart for every number of X."""


class Tally(NamedTuple):
    """How skirmishes ended: X alone is left; Y alone; both, when the cards are used up, or none."""

    won: int
    lost: int
    undecided: int

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        """Skirmishes that X has won; one undecided is half a win."""
        return self.won + 0.5 * self.undecided

    def __add__(self, other: object) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Skirmish:
    """Some X against some Y on a bare table; how many X is said when it is fought.

    x, y: the units; side a is X.
    against: number of Y.
    distance: inches between them (``ranks``).
    cover: "none", "wood" or "building".
    in_cover: who stands in it: "x", "y" or "both".
    terms: reading of the rules and what is forbidden besides; nothing else has a meaning here, and is refused.
    players: of X and of Y.
    seed: from which all chance follows.
    ruleset, forbid: of ``terms``, by name.

    It lasts until one side is gone, three decks at most, in the first edition one (PT-VP-16, PT1-VP-04).  Raises
    ``InvalidValue``, ``PlayerNotFound``, ``UnknownName``, and ``RuleForbids`` for a vehicle in a building and for
    flamethrowers, as there are no positions.
    """

    x: Unit
    y: Unit
    against: int = 1
    distance: int = 10
    cover: str = "none"
    in_cover: str = "y"
    terms: Terms = field(default_factory=Terms)
    players: tuple[str, str] = DEFAULT_PLAYERS
    seed: int = 1
    ruleset: InitVar[RuleSet | None] = None
    forbid: InitVar[str | Iterable[str]] = ()

    def __post_init__(self, ruleset: RuleSet | None, forbid: str | Iterable[str]) -> None:
        given: dict[str, Any] = {"ruleset": ruleset, "forbid": forbid or None}
        object.__setattr__(self, "terms", Terms.of(self.terms, **given))
        for name, value in self.terms.changed().items():
            if name not in ("ruleset", "forbid"):
                raise InvalidValue(name, value, "left out: skirmishes are fought on a bare table, to the last unit")
        check_seed(self.seed)
        check_players(self.players)
        for player in self.players:
            if player not in QUICK:
                raise PlayerNotFound(player, QUICK)
        if self.in_cover not in IN_COVER:
            raise InvalidValue("in cover", self.in_cover, ", ".join(IN_COVER))
        check_cover(self.cover)
        self.terms.check_flamethrowers(((self.x,), (self.y,)))
        self.ranks(1)
        if self.cover == "building":
            for unit, inside in zip((self.x, self.y), IN_COVER[self.in_cover], strict=True):
                if inside and not may_enter_building(profile(unit, self.terms.ruleset).enters_buildings != 0):
                    raise RuleForbids("PT-MOVE-06", f"{unit.name} may not stand in a building")

    @property
    def _covers(self) -> tuple[str, str]:
        first, second = (self.cover if inside else "none" for inside in IN_COVER[self.in_cover])
        return first, second

    def ranks(self, k: int) -> Ranks:
        """Where ``k`` X and the Y stand.  Raises ``InvalidValue`` where they find no room."""
        return ranks(k, self.against, self.distance, self.terms.ruleset.code("distance_metric"))

    def table(self, k: int) -> Any:
        """Their TABLE record."""
        return bare_table(self.ranks(k), self._covers, self.terms.ruleset.code("los_terrain_rule"))

    @cached_property
    def profiles(self) -> Any:
        """PROFILE records of X and Y."""
        return profile_records((self.x, self.y), self.terms.ruleset, self.terms.price_list)

    @property
    def _held(self) -> tuple[str, ...]:
        """What is forbidden so that the range holds, and what is forbidden besides."""
        return (*HOLDS_RANGE, *self.terms.forbid)

    def record(self) -> Any:
        """An empty battle record with the rulings, the players and what they may not do."""
        terms = self.terms.replace(forbid=self._held)
        if terms.ruleset.edition != 1:
            # played to a score out of reach: no lead in VP ends it before the last deck
            rules = terms.ruleset.replace(target_score=THREE_DECKS)
            terms = terms.replace(ruleset=rules, target_score=MOST_SCORE)
        return terms.record(self.players)

    def provenance(self) -> dict[str, Any]:
        """Everything that decides the bits of a tally, but for k and the numbers of the battles."""
        return {
            **{"tigersim": __version__, **versions_of(self.players)},
            **{"seed": self.seed, "x": self.x.key, "y": self.y.key, "against": self.against},
            **{name: getattr(self, name) for name in ("distance", "cover", "in_cover")},
            "players": list(self.players),
            "forbid": [list(names) for names in by_side(self._held)],
            "ruleset": self.terms.ruleset.to_dict(),
            "profiles": fingerprint(self.profiles),
        }


class Skirmishes:
    """Fights one skirmish many times.

    ``folder``: where tallies are kept, by what they are of; those that are there are not fought again.
    ``told``: called with the number of skirmishes that have just been fought, or read.
    """

    def __init__(
        self,
        skirmish: Skirmish,
        folder: str | Path | None = None,
        threads: int | None = None,
        told: Callable[[int], None] | None = None,
    ) -> None:
        self.skirmish = skirmish
        self.folder = None if folder is None else Path(folder)
        self.threads = checked(threads)
        self.told = told or (lambda games: None)
        self._own = threading.local()

    def fight(self, k: int, games: int, first: int = 0) -> Tally:
        """How ``games`` skirmishes of ``k`` X ended, those numbered from ``first`` on.

        Raises ``InvalidValue`` where so many find no room, ``RunError`` for files that cannot be used.
        """
        path = kept_file(self.folder, lambda: [self.skirmish.provenance(), k, games, first], ".json")
        if path is not None and path.exists():
            found = _read(path, games)
            self.told(games)
            return found
        found = self._fought(k, games, first)
        if path is not None:
            write_json(path, found._asdict(), indent=None)
        return found

    def _fought(self, k: int, games: int, first: int) -> Tally:
        stand, table = self.skirmish.ranks(k), self.skirmish.table(k)
        warm(self.skirmish.players)
        jobs = (
            partial(self._task, k, stand, table, low, min(TASK, first + games - low))
            for low in range(first, first + games, TASK)
        )
        found = Tally(0, 0, 0)
        with closing(in_order(jobs, self.threads)) as done:
            for part in done:
                found = found + part
                self.told(part.games)
        return found

    def _task(self, k: int, stand: Ranks, table: Any, first: int, games: int) -> Tally:
        one, own = self.skirmish, self._own
        if not hasattr(own, "work"):
            own.work, own.battle = workbench(one.terms.ruleset), one.record()
        battle, work = own.battle, own.work
        armies = np.stack([army_slots([kind] * units) for kind, units in enumerate((k, one.against))])
        standing, kind = np.asarray(battle)["player"]["standing"][0], kernels.kind_of(one.players)
        writes = _writes(battle, table, stand)
        ended = [0, 0, 0]
        with as_written():
            for number in range(k * SPAN + first, k * SPAN + first + games):
                engine.set_up(battle, table, work, one.seed, number, one.profiles, armies)
                for array, at, values in writes:
                    array[at] = values
                kernels.play_on(kind, battle, table, work)
                x, y = standing[:2].tolist()
                ended[2 if (x > 0) == (y > 0) else 0 if x > 0 else 1] += 1
        return Tally(*ended)


def _writes(battle: Any, table: Any, stand: Ranks) -> list[tuple[Any, Any, Any]]:
    """What puts X in the south as side a, Y in the north: (array, index, values) to be written.

    Plain arrays, looked up once: in records every field would be looked up again for every skirmish.
    """
    plain, width = np.asarray(battle), int(table["width"][0])
    units = plain["unit"][0]
    found: list[tuple[Any, Any, Any]] = [(plain["player"]["north"][0], slice(2), (0, 1))]
    for first, places, facing in ((0, stand.x, FACING_NORTH), (MAX_UNITS, stand.y, FACING_SOUTH)):
        slots = slice(first, first + len(places))
        values = {"x": places[:, 0], "y": places[:, 1], "facing": facing, "placed": 1}
        found += [(units[name], slots, value) for name, value in values.items()]
        holders = np.arange(first, first + len(places)) + 1
        found.append((plain["occupant"][0], places[:, 1] * width + places[:, 0], holders))
    return found


def _read(path: Path, games: int) -> Tally:
    try:
        found = Tally(**json_of(path))
        if any(type(count) is not int for count in found):
            raise ValueError("a count is no whole number")
        if found.games != games or min(found) < 0:
            raise ValueError("its skirmishes do not add up")
    except (OSError, ValueError, TypeError, DamagedFile) as error:
        raise RunError(f"{path} is damaged ({error}); delete this file, and it is fought again") from None
    return found
