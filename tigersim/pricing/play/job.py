"""The main job: play until prices are precise enough, and keep all in a run directory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from math import inf
from numbers import Integral
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Unpack

import numpy as np

from tigersim.catalogue.army_rules import in_words
from tigersim.catalogue.price_lists import check_units
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit, UnitsGiven, all_units, listed_units
from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS
from tigersim.errors import InvalidValue, check_names
from tigersim.files.documents import is_file
from tigersim.game.records import SEEDS
from tigersim.game.seats import parts_of
from tigersim.game.terms import Terms
from tigersim.given import is_number, whole_number
from tigersim.lab.batch import Batch, Crew
from tigersim.lab.crew import CrewOptions, crew
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.design_options import UnseededOptions
from tigersim.lab.health import Health
from tigersim.lab.run import SETTINGS, Run, read_settings
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.play.battles import READ, battle_table, roster_of
from tigersim.pricing.play.progress import Progress
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.result import Prices

TARGET = 0.25
"""VP: a run stops when 95% of the units have an interval of at most so much to either side."""
WIDE = 8
"""Faces of the dice that set how far budgets are apart (deviation 4.4 VP) where all else is as usual."""
MOST_NAMED = 8
"""Units left out that a note names; provenance names all."""
MOST_HALF_WIDTH = 100
"""VP: a greater number with a fraction is not meant for one."""
FIRST_LOOK = 80
"""Tasks before the first look: 20,480 battles."""
MOST_TASKS = 40_960
"""Tasks after which a run stops anyway: 10 million battles."""
OVERSHOOT = 1.03
"""How much more than forecast is played before the next look."""


class PriceOptions(UnseededOptions, CrewOptions, total=False):
    """What ``prices`` takes by name: options of ``Design``, ``Terms`` and ``crew``, and these."""

    units: UnitsGiven | None
    n_battles: int | None
    played_by: Sequence[int]


def prices(
    until: float | None = None,
    seed: int | None = None,
    target_half_width: float | None = None,
    *,
    design: Design | None = None,
    terms: Terms | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[PriceOptions],
) -> Prices:
    """What every unit is worth, from battles between random armies.

    until: when to stop.  A whole number: battles, rounded up to tasks of 256.  A number with a fraction, or None: the
    half-width (below).  Also ``n_battles``.
    seed: from which all chance follows; default 1, or the design's.
    target_half_width: VP; stop when 95% of the units have a 95% interval of at most so much to either side.  Default
    0.25.  The first look is after 20,480 battles, the next ones are when the forecast says.  (Looking needs no
    correction: docs/method.md, "When to stop".)
    design: what is played, a ``Design``; options given by name go before its own.
    terms: what the battles are played by, ``Terms``; options given by name go before its own.
    out: a run directory.  Battles already there are used, and what is played is kept there, also after Ctrl-C or a
    kill: the same call goes on, to the same bits, and one that asks for more battles or narrower intervals goes on from
    what is there.  None = temporary files, so memory does not grow with the number of battles.
    progress: called with (battles played, battles expected in all, half-width so far in VP or None).

    Options of the armies, by name:
    units: the units to price; default: all of the catalogue.  Units that cost nothing are left out: nothing buys them.
    sizes: fewest and most units a side; default (6, 10).
    jitter: VP; how far the two budgets are apart, faces of the dice that set it, 1 to 100; default 8 where nothing is
    said of sizes, tables, a scenario, army rules or unit cards (``with_wide_gaps``), else 4.
    tables: number of random tables used in turn; default None, a new one for every 512 battles.
    players: compiled players of side a and of side b; default ("tactician", "tactician").
    playouts: futures that a planner of either side looks at; default (256, 256).
    played_by: whole VP of the units, in their order, that are paid and scored in place of the printed costs.
    believed: VP that the players take the units to be worth, in their order; default what they cost.
    extra_points: VP of units that the attacker of a scenario may have more; default as the scenario says.
    army_rules: what the armies may be made of, as "three_of_a_kind" or ``ArmyRules(("germany",), 1943)``, for both
    sides or two for either; default any units.  Units that no army may have are left out, and a note names them.
    readings: how often other readings of the rules are played by; default never.

    Options of ``Terms``, by name, explained there:
    ruleset (second edition), scenario ("standard battle"), family ("mixed"), inches (the smallest table of the
    edition), map (none), markers ("none"), target_score (0 VP, none), support ("none"), forts ((0, 0)), landing (none),
    forbid (nothing), commanders ((1, 1)), decks (as the rules have it), solo (False), dummies (0), removed (0),
    price_list (as printed).

    What plays, one of them: threads of this process (default: one for each core), workers (processes), dask (address
    of a scheduler); the bits are the same.

    Raises ``UnknownName`` for an option that there is not, ``InvalidValue`` for settings out of range, ``RunError`` for
    a directory that cannot be used or a cluster that does not answer, ``MissingExtra`` for ``dask`` where Dask is not
    installed, ``IdentifiabilityError`` where the battles cannot tell, and what ``Design`` and ``Terms`` raise.
    """
    check_names(options, PriceOptions.__annotations__, "option of prices")
    given: dict[str, Any] = dict(options)
    crew_options: Any = {name: given.pop(name) for name in CrewOptions.__annotations__ if name in given}
    battles, target = _stop(until, given.pop("n_battles", None), target_half_width)
    if seed is not None:
        given["seed"] = seed
    wanted = _planned(design, terms, given, out)
    plan = wanted.narrowed()
    if len(plan.units) < 2:
        raise InvalidValue("units", plan.units[0].key, "two units or more: worth shows next to that of other units")
    if plan.sizes[0] == plan.sizes[1] and plan.terms.scenario.is_standard and not _turns_cards(plan):
        why = "what all units are worth in common shows where one side has more of them"
        raise InvalidValue("sizes", plan.sizes, f"two different numbers: {why}")
    with Job.at_work(plan, out, progress=progress, **crew_options) as job:
        if battles is not None:
            job.play_to(-(-battles // BATTLES_PER_TASK))
        else:
            job.play_until(target)
        about = {**plan.provenance(), "ruleset": plan.terms.ruleset.name, "health": job.health.records()}
        left_out = [unit.key for unit in wanted.units if unit not in plan.units]
        if left_out:
            about["left_out"] = left_out
        found = job.study.fit(provenance=about)
        found = replace(found, notes=(*found.notes, *_on_armies(plan, left_out)))
        if battles is None and found.half_width_95 > target:
            short = f"stopped at {len(job.study):,} battles, before 95% of the units were known to {target} VP"
            found = replace(found, notes=(*found.notes, short))
        if out is not None:
            found.save(out)
    return found


def _on_armies(plan: Design, left_out: Sequence[str]) -> list[str]:
    """How many units armies had, by which rules they were drawn, and which units they never had."""
    notes = []
    if plan.sizes != Design.sizes and plan.terms.scenario.is_standard:
        fewest, most = plan.sizes
        notes.append(f"an army has {fewest} to {most} units" if fewest < most else f"an army has {most} units")
    if plan.army_rules is not None:
        notes.append(f"armies have rules: {in_words(plan.army_rules)}")
    if left_out:
        names = ", ".join(left_out[:MOST_NAMED])
        more = f" and {len(left_out) - MOST_NAMED} more, which provenance names" if len(left_out) > MOST_NAMED else ""
        notes.append(f"{len(left_out)} units are not priced, since no army may have them: {names}{more}")
    return notes


def _stop(until: float | None, n_battles: int | None, half_width: float | None) -> tuple[int | None, float]:
    """Number of battles (None: until the half-width is reached) and the half-width in VP."""
    if isinstance(until, Integral):
        if n_battles is not None:
            raise InvalidValue("n_battles", n_battles, f"left out: until is {until}")
        n_battles = int(until)
    elif until is not None:
        if not is_number(until, 0, inf):
            raise InvalidValue("until", until, f"battles, as 20480, or a half-width in VP, below {MOST_HALF_WIDTH}")
        if until >= MOST_HALF_WIDTH:
            allowed = f"battles as a whole number, as 20480, or a half-width below {MOST_HALF_WIDTH} VP"
            raise InvalidValue("until", until, allowed)
        if half_width is not None:
            raise InvalidValue("target_half_width", half_width, f"left out: until is {until}")
        half_width = until
    target = TARGET if half_width is None else half_width
    if n_battles is not None:
        n_battles = whole_number("number of battles", n_battles, 1, SEEDS, "1 or more")
    if not is_number(target, 0, inf) or target == 0:
        raise InvalidValue("target half-width", target, "a number of VP above 0")
    return n_battles, target


def _planned(
    design: Design | None, terms: Terms | None, options: dict[str, Any], out: str | Path | None = None
) -> Design:
    """The design of a price list, with options laid over it; its units cost something."""
    units, paid = options.pop("units", None), options.pop("played_by", ())
    if len(paid):
        if options.get("prices"):
            raise InvalidValue("played_by", paid, "left out: prices says it already")
        options["prices"] = paid
    if design is not None:
        if terms is not None:
            options["terms"] = terms
        plan = replace(design, **options)
        check_units(plan.terms.price_list, design.units if units is None else listed_units(units))
        if units is None and plan.prices:  # one price for each unit of the design
            return plan
        return replace(plan, units=priced_units(plan.units if units is None else units, plan.terms.ruleset))
    rules = ruleset_of(options.get("ruleset") or Terms.of(terms).ruleset)
    plan = Design(priced_units(units, rules), terms, **{"tables": None, **options})
    check_units(plan.terms.price_list, listed_units(units))  # those that cost nothing may stand on a list, too
    return plan if "jitter" in options else with_wide_gaps(plan, out)


def with_wide_gaps(plan: Design, out: str | Path | None = None) -> Design:
    """The design with budgets further apart, if all that this has to do with is as usual; else as it is.

    So the VP scale is known from fewer battles.  Small armies or a scenario have no room for such gaps, and on few
    tables it is the tables that the scale is unsure of.  A run that is in ``out`` goes on with the jitter that it was
    begun with.
    """
    usual = Design(plan.units, tables=None)
    named = any(getattr(plan, name) != getattr(usual, name) for name in ("sizes", "jitter", "tables", "army_rules"))
    if named or _turns_cards(plan) or not plan.terms.scenario.is_standard:
        return plan
    begun = read_settings(Path(out)) if out is not None and is_file(Path(out) / SETTINGS) else {}
    return replace(plan, jitter=begun.get("jitter", WIDE))


def _turns_cards(plan: Design) -> bool:
    return any(parts_of(plan.terms.dummies, "dummies") + parts_of(plan.terms.removed, "removed"))


def priced_units(units: UnitsGiven | None, ruleset: RuleSet) -> tuple[Unit, ...]:
    """The units that cost something; None = of the catalogue."""
    listed = all_units(ruleset=ruleset) if units is None else listed_units(units)
    return tuple(one for one in listed if profile(one, ruleset).cost > 0)


class Job:
    """A study that grows part by part, its battles on the disk; ``at_work`` makes one."""

    @classmethod
    @contextmanager
    def at_work(
        cls,
        design: Design,
        out: str | Path | None = None,
        *,
        progress: Progress | None = None,
        **options: Unpack[CrewOptions],
    ) -> Iterator[Job]:
        """A job with its crew, in a run directory; None = a temporary one."""
        place = TemporaryDirectory(prefix="tigersim-") if out is None else nullcontext(str(out))
        with place as folder, crew(design, **options) as players, (run := Run(folder, design)).held():
            yield cls(run, players, progress)

    def __init__(self, run: Run, crew: Crew, progress: Progress | None) -> None:
        self.run = run
        self.crew = crew
        self.progress = progress
        design = run.design
        self.health = Health.of(design)
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
        """Play until the study has so many tasks; aim: how many are expected in the end."""
        self.aim = max(aim or tasks, tasks)
        self._count(0)
        for part in self.run.batches(self.tasks, tasks, played=self._count, crew=self.crew):
            self._add(part)
        self.tasks = tasks

    def _add(self, batches: list[Batch]) -> None:
        if batches:
            reread = partial(self._reread, batches[0].task, len(batches))
            self.study.add(self._table(batches), batches[0].first, reread)
            self.health.add(np.concatenate([batch.results for batch in batches]))

    def _reread(self, first: int, tasks: int) -> BattleTable:
        return self._table(self.run.stored(first, tasks, READ))

    def _table(self, batches: list[Batch]) -> BattleTable:
        return battle_table(self.run.design, self.study.roster, batches)

    def _count(self, battles: int) -> None:
        self.shown += battles
        if self.progress is not None:
            self.progress(self.shown, self.aim * BATTLES_PER_TASK, self.width)
