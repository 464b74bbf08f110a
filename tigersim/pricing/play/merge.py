"""Several runs as one: battles of runs that differ in their seed only, in one price list.

Battles of different seeds have nothing in common: other armies, other dice, and other tables, though these bear the
same numbers.  So every run brings table effects of its own, and the sums are those of one long run.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tigersim.catalogue.units import UnitsGiven, listed_units
from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS
from tigersim.errors import InvalidValue, NoResults, RunError
from tigersim.files.documents import is_file
from tigersim.lab.batch import Batch
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.health import Health
from tigersim.lab.run import SETTINGS, Run, first_difference, read_settings
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.play.battles import READ, battle_table, roster_of
from tigersim.pricing.play.progress import Progress
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.result import Prices


def merge_runs(
    folders: Sequence[str | Path],
    out: str | Path | None = None,
    *,
    units: UnitsGiven | None = None,
    progress: Progress | None = None,
) -> Prices:
    """One price list from the battles of several run directories, as if fitted at once.

    folders: runs that differ in nothing but their seed.
    out: where the list is saved; the battles stay where they are.
    units: what the runs may hold, for runs with units of your own; default: the catalogue.
    progress: called with (battles read, battles in all, None).

    What every run was stands under ``runs`` in the provenance.  Raises ``InvalidValue`` for fewer than two runs,
    ``RunError`` for a directory without a run, one that is damaged, runs that differ in another setting or share a seed
    (both named), and for ``out`` that holds a run itself; ``IdentifiabilityError`` where the battles cannot tell.
    """
    places = [Path(folder) for folder in folders]
    if len(places) < 2:
        raise InvalidValue("runs", len(places), "2 or more directories")
    if out is not None and is_file(Path(out) / SETTINGS):
        raise RunError(f"{out} holds a run itself; choose another directory with --out")
    _check_alike(places)
    among = listed_units(units)
    with ExitStack() as stack:
        runs = [Run.open(place, among) for place in places]
        for run in runs:
            stack.enter_context(run.held())
        found = _fit(runs, progress)
        if out is not None:
            found.save(out)
    return found


def _check_alike(places: Sequence[Path]) -> None:
    """Raises ``RunError`` naming two runs that differ in a setting or share a seed."""
    seeds: dict[Any, Path] = {}
    first = places[0]
    for place in places:
        if not is_file(place / SETTINGS):
            raise NoResults(f"{place} holds no run: there is no {SETTINGS} in it")
    wanted = read_settings(first)
    for place in places:
        there = read_settings(place)
        seed = there.pop("seed", None)
        differs = first_difference({key: value for key, value in wanted.items() if key != "seed"}, there)
        if differs is not None:
            raise RunError(
                f"{first} and {place} differ in '{differs.name}' ({differs.one} and {differs.other}); only runs that "
                "differ in nothing but their seed are one run"
            )
        if seed in seeds:
            raise RunError(
                f"{seeds[seed]} and {place} have the same 'seed' ({seed}), so they are the same battles; merge runs of "
                "different seeds"
            )
        seeds[seed] = place


def _fit(runs: Sequence[Run], progress: Progress | None) -> Prices:
    design = runs[0].design
    study = PriceStudy(roster_of(design), chances=LUCK_KINDS * LUCK_BANDS, ruleset=design.terms.ruleset)
    health = Health.of(design)
    tasks = [run.tasks() for run in runs]
    sizes = [each * BATTLES_PER_TASK for each in tasks]
    for run, size in zip(runs, sizes, strict=True):
        if not size:
            raise RunError(f"{run.folder} holds no battles yet")
    for number, run in enumerate(runs):
        begin = sum(sizes[:number])
        before = sum(design.tables or design.tables_of(each) for each in tasks[:number])
        for batches in run.parts():
            reread = partial(_reread, study, run, before, batches[0].task, len(batches))
            study.add(_table(study, run, before, batches), begin + batches[0].first, reread)
            health.add(np.concatenate([batch.results for batch in batches]))
            if progress is not None:
                progress(len(study), sum(sizes), None)
    about = {name: value for name, value in design.provenance().items() if name != "seed"}
    merged = {
        "seeds": [run.design.seed for run in runs],
        "runs": [
            {"folder": str(run.folder), "battles": size, "settings": run.design.provenance()}
            for run, size in zip(runs, sizes, strict=True)
        ],
    }
    return study.fit(provenance={**about, **merged, "ruleset": design.terms.ruleset.name, "health": health.records()})


def _table(study: PriceStudy, run: Run, before: int, batches: list[Batch]) -> BattleTable:
    """The battles of a run, its tables after the ``before`` of the runs before it."""
    plain = battle_table(run.design, study.roster, batches)
    return replace(plain, table=plain.table + before)


def _reread(study: PriceStudy, run: Run, before: int, first: int, tasks: int) -> BattleTable:
    return _table(study, run, before, run.stored(first, tasks, READ))
