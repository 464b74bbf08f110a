"""The main job: play until the prices are precise enough, and keep everything in a run directory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenarios import STANDARD, Scenario
from tigersim.catalogue.units import Unit, all_units
from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS
from tigersim.errors import InvalidValue
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.game.scenario import scenario_of
from tigersim.lab.batch import Batch, Crew
from tigersim.lab.crew import crew
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.health import Health
from tigersim.lab.run import Run
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.play.battles import battle_table, roster_of
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.result import Prices

TARGET = 0.25
"""VP: a run stops when 95% of the units have an interval of at most so much to either side."""
FIRST_LOOK = 80
"""Tasks before the first look: 20,480 battles."""
MOST_TASKS = 40_960
"""Tasks after which a run stops anyway: 10 million battles."""
OVERSHOOT = 1.03
"""How much more than forecast is played before the next look."""

Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles expected in all, half-width reached so far or None)."""


def prices(
    n_battles: int | None = None,
    seed: int = 1,
    target_half_width: float = TARGET,
    *,
    players: tuple[str, str] = ("heuristic", "heuristic"),
    ruleset: RuleSet | None = None,
    units: Sequence[Unit] | None = None,
    sizes: tuple[int, int] = (6, 10),
    jitter: int = 4,
    tables: int | None = None,
    family: str = FAMILY,
    markers: str = MARKERS[0],
    target_score: int = 0,
    support: str = SUPPORT[0],
    forts: tuple[int, int] = NO_FORTS,
    scenario: str | Path | Scenario = STANDARD,
    inches: tuple[int, int] | None = None,
    forbid: str | Iterable[str] = (),
    played_by: Sequence[int] = (),
    threads: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Prices:
    """What every unit is worth, from battles between random armies.

    Units that a ruling leaves without VP (AMB-116) are left out: nobody buys them.
    ``n_battles``: play so many (rounded up to whole tasks of 256); None: look at 20,480 battles, then as often as the
    forecast says, until 95% of the units have a 95% interval of at most ``target_half_width`` VP to either side.
    (That needs no correction: docs/method.md, "When to stop".)  ``tables``: how many random tables are used in turn,
    None: a new one for every 512 battles; intervals hold for tables that were not drawn.  ``scenario``: what is played,
    by name or file; ``inches``: width and depth of the tables.  ``forbid``: what the players never do, as ``Design``
    takes it.  ``played_by``: whole VP of the units, in their order, that are paid and scored in place of the
    printed costs (units without VP must not be among them).

    ``out``: a run directory; battles already there are used, and what is played is kept there, also after Ctrl-C or a
    kill: the same call goes on, to the same bits, and one that asks for more battles or narrower intervals goes on from
    what is there.  Without it battles pass through a directory of temporary files, so memory does not grow with their
    number.  ``threads`` of this process, or ``workers``: processes of this machine, or ``dask``: the address of a Dask
    scheduler; the bits are the same.

    Raises ``InvalidValue`` or ``UnknownName`` for settings out of range, ``RunError`` for a directory that cannot be
    used or a cluster that does not answer, ``MissingExtra`` for ``dask`` where Dask is not installed, and
    ``IdentifiabilityError`` where the battles cannot tell.
    """
    if n_battles is not None and n_battles < 1:
        raise InvalidValue("number of battles", n_battles, "1 or more")
    if not target_half_width > 0:
        raise InvalidValue("target half-width", target_half_width, "a number of VP above 0")
    rules = ruleset or DEFAULT
    design = Design(
        units=priced_units(units, rules),
        seed=seed,
        players=players,
        ruleset=rules,
        sizes=sizes,
        jitter=jitter,
        tables=tables,
        family=family,
        markers=markers,
        target_score=target_score,
        support=support,
        forts=forts,
        scenario=scenario_of(scenario),
        inches=inches,
        forbid=(forbid,) if isinstance(forbid, str) else tuple(forbid),
        prices=tuple(played_by),
    )
    with Job.at_work(design, out, threads=threads, workers=workers, dask=dask, progress=progress) as job:
        if n_battles is not None:
            job.play_to(-(-n_battles // BATTLES_PER_TASK))
        else:
            job.play_until(target_half_width)
        about = {**design.provenance(), "ruleset": rules.name, "health": job.health.records()}
        found = job.study.fit(provenance=about)
        if n_battles is None and found.half_width_95 > target_half_width:
            short = (
                f"stopped at {len(job.study):,} battles, before 95% of the units were known to {target_half_width} VP"
            )
            found = replace(found, notes=(*found.notes, short))
        if out is not None:
            found.save(out)
    return found


def priced_units(units: Sequence[Unit] | None, ruleset: RuleSet) -> tuple[Unit, ...]:
    """Those of the units (None: of the catalogue) that cost something."""
    listed = tuple(units) if units is not None else all_units(ruleset=ruleset)
    return tuple(one for one in listed if profile(one, ruleset).cost > 0)


@contextmanager
def _folder(out: str | Path | None) -> Iterator[Path]:
    """Where the battles go: ``out``, or a directory that is gone afterwards."""
    if out is not None:
        yield Path(out)
        return
    with TemporaryDirectory(prefix="tigersim-") as passing:
        yield Path(passing)


class Job:
    """A study that grows part by part; its battles stay on the disk.  ``at_work`` makes one."""

    @classmethod
    @contextmanager
    def at_work(
        cls,
        design: Design,
        out: str | Path | None = None,
        *,
        threads: int | None = None,
        workers: int | None = None,
        dask: str | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Job]:
        """A job in a run directory of its own (None: one that is gone afterwards), with somebody to play it."""
        with (
            _folder(out) as folder,
            crew(design, threads, workers, dask) as players,
            (run := Run(folder, design)).held(),
        ):
            yield cls(run, players, progress)

    def __init__(self, run: Run, crew: Crew, progress: Progress | None) -> None:
        self.run = run
        self.crew = crew
        self.progress = progress
        design = run.design
        self.health = Health(design.player_names)
        self.tasks = 0
        self.aim = 0
        self.shown = 0
        self.width: float | None = None
        self.study = PriceStudy(
            roster_of(design), tables=design.tables, chances=LUCK_KINDS * LUCK_BANDS, ruleset=design.terms.ruleset
        )

    def play_until(self, target: float) -> None:
        """Look, forecast, play on."""
        self.play_to(FIRST_LOOK)
        while self.tasks < MOST_TASKS:
            self.width = self.study.half_width_95()
            if self.width <= target:
                return
            needed = self.study.battles_for(target)
            forecast = 4 * self.tasks if needed is None else int(np.ceil(OVERSHOOT * needed / BATTLES_PER_TASK))
            self.play_to(min(max(forecast, self.tasks + 8), 4 * self.tasks, MOST_TASKS), aim=min(forecast, MOST_TASKS))

    def play_to(self, tasks: int, aim: int | None = None) -> None:
        """Carry the study to ``tasks`` tasks; ``aim``: how many are expected in the end."""
        self.aim = max(aim or tasks, tasks)
        self._tell(0)
        for part in self.run.batches(self.tasks, tasks, played=self._tell, crew=self.crew):
            self._add(part)
        self.tasks = tasks

    def _add(self, batches: list[Batch]) -> None:
        if batches:
            again = partial(self._again, batches[0].task, len(batches))
            self.study.add(self._table(batches), batches[0].first, again)
        for batch in batches:
            self.health.add(batch.results)

    def _again(self, first: int, tasks: int) -> BattleTable:
        return self._table(self.run.stored(first, tasks))

    def _table(self, batches: list[Batch]) -> BattleTable:
        return battle_table(self.run.design, self.study.roster, batches)

    def _tell(self, battles: int) -> None:
        self.shown += battles
        if self.progress is not None:
            self.progress(self.shown, self.aim * BATTLES_PER_TASK, self.width)
