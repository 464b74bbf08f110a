"""The study of what traits are worth on standard units (kind ``traits``): its file, its run and what it says.

Tables of its findings: ``traits`` (``trait_worth.trait_table``), ``cells`` (``trait_worth.cell_table``: every trait on
every class) and ``left_out`` (``type trait reason units``).
"""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
import scipy
from pydantic import Field

from tigersim.errors import InvalidValue
from tigersim.game.restrictions import player_name
from tigersim.lab.design import Design
from tigersim.lab.experiment import TomlTable, by_threads
from tigersim.lab.given import KEPT
from tigersim.pricing.estimate.trait_cells import EVERY, IDLE, NO_EFFECT, Cells, trait_cells
from tigersim.pricing.estimate.trait_worth import TraitWorths, cell_table, told, trait_table, trait_worths
from tigersim.pricing.play.job import Progress
from tigersim.pricing.play.trait_screen import screened
from tigersim.pricing.play.trait_twins import Part, Twins
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Planned, PlanOf, design_of

BATTLES = 200_000
"""Battles of a study that does not say how many; half of them are the twins of the others."""
NAMED = 3
"""Traits that the findings name in a sentence."""


class AskedOf(PlanOf):
    """``[design]``: as for prices, and which ``classes`` and ``traits`` are asked about; none named = all."""

    classes: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


class Stop(TomlTable):
    """``[stop]``: how many battles are played, twins counted."""

    battles: Annotated[int, Field(ge=2)] = BATTLES


class TraitStudy(Planned):
    """What every trait is worth on a standard unit of each class."""

    kind: Literal["traits"] = "traits"
    design: AskedOf = AskedOf()
    stop: Stop = Stop()

    def run(
        self,
        folder: str | Path,
        *,
        forbid: tuple[str, ...] = (),
        threads: int | None = None,
        workers: int | None = None,
        dask: str | None = None,
        progress: Progress | None = None,
    ) -> Findings:
        """Play it in a folder; what is there already is used.  ``forbid``: more than the file forbids.

        Raises ``InvalidValue`` for ``workers`` or ``dask`` (twins are played by threads), and what ``trait_study``
        raises.
        """
        by_threads("twins are played by threads of this process", workers, dask)
        design = design_of(self, forbid)
        cells = trait_cells(design.units, design.terms.ruleset, self.design.classes, self.design.traits)
        return trait_study(design, cells, self.stop.battles, folder=folder, threads=threads, progress=progress)


def trait_study(
    design: Design,
    cells: Cells,
    battles: int = BATTLES,
    *,
    folder: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Play ``battles`` battles (two to a pair) and say what the traits of ``cells`` are worth.

    Before them some ten thousand show which traits make no difference at all (``trait_screen``); these are left out.

    ``design``: units of the catalogue, players, tables, rules.  ``folder``: battles already there are used, and what
    is played is kept there.  ``progress``: called with (battles played, battles in all, None).

    Raises ``InvalidValue`` for fewer than two battles, ``RunError`` for a folder that cannot be used, and
    ``IdentifiabilityError`` where so many battles cannot tell.
    """
    if battles < 2:
        raise InvalidValue("number of battles", battles, "2 or more")
    pairs, kept = battles // 2, None if folder is None else Path(folder) / KEPT
    tally = _Tally(2 * pairs, progress)
    cells = screened(Twins(design, cells, kept, threads, tally.on_top))
    twins = Twins(design, cells, kept, threads, tally.told)
    parts = list(twins.parts(pairs))
    found = trait_worths([part.pairs for part in parts], [part.level for part in parts], twins.common)
    return _findings(twins, parts, found)


class _Tally:
    """Battles told as they are played; the screen comes on top of the ``battles`` that were asked for."""

    def __init__(self, battles: int, progress: Progress | None) -> None:
        self.done, self.total, self.progress = 0, battles, progress

    def on_top(self, battles: int) -> None:
        self.total += battles
        self.told(battles)

    def told(self, battles: int) -> None:
        self.done += battles
        if self.progress is not None:
            self.progress(self.done, self.total, None)


def _findings(twins: Twins, parts: list[Part], found: TraitWorths) -> Findings:
    asked = twins.cells.asked
    frame = pd.DataFrame(
        [(cell.type, cell.trait, cell.charged, cell.units) for cell in asked],
        columns=["type", "trait", "charged", "units"],
    )
    died = sum((part.died_without for part in parts), np.zeros(len(asked)))
    cells = cell_table(found, frame, died / found.n)
    traits = trait_table(cells, found, twins.cells.left_out)
    pairs = sum(len(part.pairs) for part in parts)
    return Findings(
        kind="traits",
        said=_said(twins, cells, traits, found, pairs),
        tables={"traits": traits, "cells": cells, "left_out": twins.cells.left_out},
        notes=_notes(twins, cells),
        provenance=_provenance(twins, found, pairs),
    )


def _said(twins: Twins, cells: pd.DataFrame, traits: pd.DataFrame, found: TraitWorths, pairs: int) -> tuple[str, ...]:
    design = twins.design
    players = " against ".join(dict.fromkeys(map(player_name, design.players, design.forbidden)))
    half = 0.5 * float((cells["high"] - cells["low"]).median())
    said = [
        told(cells),
        f"{2 * pairs:,} battles in {pairs:,} pairs of twins, {len(twins.cells.standards)} classes, {players}, "
        f"{design.terms.ruleset.name}, seed {design.seed}; half of the intervals are within ±{half:.2f} VP.",
    ]
    off = traits[(traits["low"] > traits["printed"]) | (traits["high"] < traits["printed"])]
    far = off.iloc[(off["worth"] - off["printed"]).abs().argsort(kind="stable")[::-1]].head(NAMED)
    if len(far):
        rows = zip(far["trait"], far["worth"], far["printed"], strict=True)
        named = ", ".join(f"{name} {worth:+.2f} (printed {vp:+d})" for name, worth, vp in rows).replace("+0)", "0)")
        said.append(f"Farthest from the printed VP over the classes: {named}.")
    said.append(
        f"Battles drawn one by one would have to be {found.gain:.1f} times as many as the twins for the same intervals."
    )
    return tuple(said)


def _notes(twins: Twins, cells: pd.DataFrame) -> tuple[str, ...]:
    out = twins.cells.left_out
    idle, unused, never = (
        int(one.sum()) for one in (out["reason"] == NO_EFFECT, out["reason"] == IDLE, out["type"] == EVERY)
    )
    cheap = cells[(cells["kind"] != "note") & (cells["charged"] != cells["printed"])]
    notes = [
        "a worth of several VP is a direction: the sum goes straight on from the cost of the plain unit",
        "worth is that of the trait alone on a plain unit of its class, in random armies of which about half are such "
        "units; with and without it the unit costs and scores what the plain one does",
        f"left out: {idle} traits without effect on a class by the rules, {unused} with {IDLE}, {never} that no unit "
        f"can be given alone, {len(out) - idle - unused - never} that the rules refuse a class or that play like "
        "another; left_out.csv has the reasons",
    ]
    if len(cheap):
        names = ", ".join(dict.fromkeys(cheap["type"]))
        notes.append(
            f"the rules charge {len(cheap)} traits otherwise than printed, since no unit costs less than 1 VP: {names}"
        )
    return tuple(notes)


def _provenance(twins: Twins, found: TraitWorths, pairs: int) -> dict[str, Any]:
    design, scale = twins.design, found.scale
    return {
        **design.provenance(),
        "ruleset": design.terms.ruleset.name,
        "edition": design.terms.ruleset.edition,
        "switches": design.terms.ruleset.changed(),
        "battles": 2 * pairs,
        "pairs": pairs,
        "errors_freedom": found.freedom,
        "cells": [cell.key for cell in twins.cells.asked],
        "vp_scale": scale.value,
        "vp_scale_se": scale.se,
        "variance_ratio": found.gain,
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "pandas": pd.__version__,
        },
    }
