"""The study of what traits are worth on standard units: its file, its run, its sentences.

Tables of its findings: ``traits`` (``traits_from_twins.trait_table``), ``cells`` (every trait on every class,
``traits_from_twins.cell_table``) and ``left_out`` (``type trait reason units``).
"""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

import numpy as np
import pandas as pd
import scipy
from pydantic import Field

from tigersim.catalogue.army_rules import in_words
from tigersim.errors import InvalidValue
from tigersim.game.restrictions import player_name
from tigersim.lab.crew import threads_only
from tigersim.lab.design import Design
from tigersim.lab.experiment import TomlTable
from tigersim.lab.given_armies import KEPT
from tigersim.pricing.estimate.trait_cells import EVERY, IDLE, NO_EFFECT, Cells, trait_cells
from tigersim.pricing.estimate.traits_from_twins import TraitWorths, cell_table, sentence_on, trait_table, trait_worths
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.pricing.play.trait_screen import screened
from tigersim.pricing.play.trait_twins import Part, Twins
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Planned, PlanOf, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run

BATTLES = 200_000
"""Battles of a study that does not say how many; half of them are the twins of the others."""
NAMED = 3
"""Traits that the findings name in a sentence."""


class AskedOf(PlanOf):
    """``[design]``: as for prices, and which classes and traits are asked about.

    classes, traits: names; none named = all.
    """

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

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play it in a folder; what is there already is used.

        Raises ``InvalidValue`` for ``workers`` or ``dask``, and what ``trait_study`` raises.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("twins are played by threads of this process", crew)
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

    Raises ``InvalidValue`` for fewer than two battles and for rules of armies, ``RunError`` for a folder that cannot be
    used, and ``IdentifiabilityError`` where so many battles cannot tell.
    """
    if battles < 2:
        raise InvalidValue("number of battles", battles, "2 or more")
    if design.army_rules is not None:
        allowed = "none: traits are tried on plain units of every class, which no nation has"
        raise InvalidValue("rules of armies", in_words(design.army_rules), allowed)
    pairs, kept = battles // 2, None if folder is None else Path(folder) / KEPT
    joint = JointProgress(progress, 2 * pairs)

    def count_screen(battles: int) -> None:
        joint.total += battles  # the screen comes on top of the battles asked for
        joint.count(battles)

    cells = screened(Twins(design, cells, kept, threads, count_screen))
    twins = Twins(design, cells, kept, threads, joint.count)
    parts = list(twins.parts(pairs))
    found = trait_worths([part.pairs for part in parts], [part.level for part in parts], twins.common)
    return _findings(twins, parts, found)


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
        sentence_on(cells),
        f"{2 * pairs:,} battles in {pairs:,} pairs of twins, {len(twins.cells.standards)} classes, {players}, "
        f"{design.terms.ruleset.name}, seed {design.seed}; half of the intervals are within ±{half:.2f} VP.",
    ]
    off = traits[(traits["low"] > traits["printed"]) | (traits["high"] < traits["printed"])]
    far = off.iloc[(off["worth"] - off["printed"]).abs().argsort(kind="stable")[::-1]].head(NAMED)
    if len(far):
        rows = zip(far["trait"].str.replace("_", " "), far["worth"], far["printed"], strict=True)
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
        names = ", ".join(dict.fromkeys(cheap["type"])).replace("_", " ")
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
