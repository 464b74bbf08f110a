"""Survival: how many units of two armies are left after each turn, over many battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.army_text import ArmyGiven
from tigersim.catalogue.price_lists import check_units
from tigersim.catalogue.units import UnitsGiven, listed_units
from tigersim.core import layout, log
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS, SIDES
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.core.play.kernels import Battles, kind_of, play_many
from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue, RunError
from tigersim.game.armies import check_armies, check_landing_units
from tigersim.game.records import SEEDS, workbench
from tigersim.game.seats import groups_of
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import whole_number
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.lab.given_armies import Told, check_all_fight, slots_of
from tigersim.statistics.intervals import Interval, wilson

if TYPE_CHECKING:
    import pandas as pd

ALL = "all units"
NEVER = np.iinfo(np.int64).max
"""The turn in which a unit dies that outlives the battle."""


@dataclass(frozen=True)
class Survival:
    """How many units were left after each turn.

    table: one row per side, unit and turn, columns ``side unit turn units share low high under_way``: how many of
    them an army has, the share of them alive after that turn with its 95% interval (pointwise, battles being the
    sample), and the share of the battles that went on after it.  ``unit`` is a key or ``ALL``; turn 0 is the beginning;
    a battle that is over keeps those that it left.  battles: how many.  provenance: all that decides the bits.
    """

    table: pd.DataFrame
    battles: int
    provenance: Mapping[str, Any]


def survival(
    armies: Sequence[ArmyGiven],
    battles: int = 400,
    seed: int = 1,
    *,
    players: tuple[str, str] = DEFAULT_PLAYERS,
    terms: Terms | None = None,
    units: UnitsGiven | None = None,
    tables: int = 16,
    told: Told | None = None,
    **options: Unpack[TermOptions],
) -> Survival:
    """Play battles between two armies and count who is alive after each turn.

    armies: as ``Battle.start`` takes them, one battlegroup a side.
    battles: number of battles; battle k is ``Battle.start(armies, terms, seed=seed, number=k, table=k % tables)``.
    seed: from which all chance follows.
    players: compiled players of side a and side b.
    terms: what is played by, ``Terms``; its options may be given by name, but no unit cards (dummies, removed).
    units: where names are looked up, by default the catalogue.
    tables: number of random tables.
    told: called with the number of battles just played.
    Raises what ``Battle.start`` raises, and ``InvalidValue`` for fewer than two battles.
    """
    battles = whole_number("battles", battles, 2, SEEDS, "2 or more")
    by = Terms.of(terms, **options)
    check_all_fight(by)
    known = listed_units(units)
    check_units(by.price_list, known)
    groups = groups_of(armies, known)
    if max(map(len, groups)) > 1:
        raise InvalidValue("armies", "two battlegroups", "one a side; commanders=(2, 2) gives its units to two players")
    chosen = [side[0] for side in groups]
    check_armies(by.scenario, chosen, by.ruleset)
    check_landing_units(chosen, by.landing, by.ruleset)
    kinds = tuple(dict.fromkeys([*chosen[0], *chosen[1]]))
    design = Design(units=kinds, terms=by, seed=seed, players=players, tables=tables)
    slots = slots_of([[kinds.index(unit) for unit in army] for army in chosen])
    design.check_armies(slots[None])
    died, turns = deaths(design, slots, battles, told)
    keys = [[unit.key for unit in army] for army in chosen]
    about = {name: value for name, value in design.provenance().items() if name not in ("sizes", "jitter")}
    return Survival(counted(keys, died, turns), battles, {**about, "battles": battles, "armies": keys})


def deaths(
    design: Design, armies: npt.NDArray[np.int64], battles: int, told: Told | None = None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The turn in which each unit died, (n, 2, MAX_UNITS), and the last turn, (n,).

    ``armies``: numbers of the units of both sides, (2, MAX_UNITS), -1 = empty slot.  Raises ``RunError`` for a battle
    that is too long for its log.
    """
    warm(design.players)
    arena, work = Arena(design), workbench(design.terms.ruleset, design.playouts)
    record = design.battle_record()
    kind, profiles = kind_of(design.players), design.profiles
    work[0].logging = 1
    died = np.full((battles, 2 * MAX_UNITS), NEVER, dtype=np.int64)
    turns = np.zeros(battles, dtype=np.int64)
    for number in range(battles):
        table, result = arena.table(design.table_at(number)), layout.results(1)
        result["number"] = number
        work[0].log_rows = 0
        with as_written():
            play_many(kind, record, table, work, Battles(design.seed, profiles, armies[None], result))
        rows = work[0].log[: work[0].log_rows]
        if len(rows) >= layout.LOG_ROWS:
            many = f"more than {layout.LOG_ROWS} events, too many to be followed turn by turn"
            raise RunError(f"battle {number} has {many}")
        fallen = rows[rows[:, 0] == log.DESTROYED]
        died[number, fallen[:, 2]] = fallen[:, 1]
        turns[number] = result["turns"][0]
        if told is not None:
            told(1)
    return died.reshape(battles, 2, MAX_UNITS), turns


def counted(armies: Sequence[Sequence[str]], died: npt.NDArray[np.int64], turns: npt.NDArray[np.int64]) -> pd.DataFrame:
    """The table of ``Survival``, from the keys of both armies and what ``deaths`` returns."""
    import pandas as pd

    rows: list[tuple[Any, ...]] = []
    for side, army in enumerate(armies):
        for unit in (ALL, *dict.fromkeys(army)):
            members = [slot for slot, key in enumerate(army) if unit in (ALL, key)]
            for turn in range(int(turns.max()) + 1):
                alive = (died[:, side, members] > turn).mean(axis=1)
                share, under_way = float(alive.mean()), float((turns > turn).mean())
                interval = _interval(alive) if turn else Interval(share, share)  # all begin alive
                rows.append((SIDES[side], unit, turn, len(members), share, *interval, under_way))
    columns = ["side", "unit", "turn", "units", "share", "low", "high", "under_way"]
    return pd.DataFrame(rows, columns=columns)


def _interval(alive: npt.NDArray[np.float64]) -> Interval:
    """Wilson's interval of a mean of shares (n,), for as many trials as have its variance."""
    n, share, variance = len(alive), float(alive.mean()), float(alive.var(ddof=1))
    trials = n if variance == 0 else n * share * (1 - share) / variance
    return wilson(share * trials, trials)
