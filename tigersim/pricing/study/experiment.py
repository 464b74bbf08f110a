"""Experiments as files: what is played, why, and when it is enough (``experiments/NNN_question.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from tigersim.catalogue.scenarios import STANDARD
from tigersim.catalogue.units import all_units
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.lab.design import MOST_JITTER, Design
from tigersim.lab.experiment import ExperimentFile, TomlTable
from tigersim.pricing.play.closing import Close, close_run
from tigersim.pricing.play.job import TARGET, Progress, priced_units, prices
from tigersim.pricing.play.told import Told
from tigersim.pricing.report.result import Prices

CLOSED = ("prices", "worth")
"""Kinds of studies that play units far from their cost again."""


class PlanOf(TomlTable):
    """``[design]``: what ``lab.Design`` takes."""

    seed: Annotated[int, Field(ge=0)] = 1
    players: tuple[str, str] = ("heuristic", "heuristic")
    sizes: tuple[int, int] = (6, 10)
    jitter: Annotated[int, Field(ge=1, le=MOST_JITTER)] = 4
    tables: Annotated[int, Field(ge=1)] | None = None
    family: str = FAMILY
    markers: str = MARKERS[0]
    target_score: Annotated[int, Field(ge=0)] = 0
    support: str = SUPPORT[0]
    forts: tuple[int, int] = NO_FORTS
    scenario: str = STANDARD
    inches: tuple[int, int] | None = None
    forbid: tuple[str, ...] = ()
    units: str | None = None


class Stop(TomlTable):
    """``[stop]``: a number of battles, or a half-width that 95% of the units must reach (VP)."""

    battles: Annotated[int, Field(ge=1)] | None = None
    target_half_width: Annotated[float, Field(gt=0)] = TARGET


class Planned(ExperimentFile):
    """An experiment of a design."""

    design: PlanOf = PlanOf()

    def matches(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        return [self.design.players]


class Experiment(Planned):
    """One price study.

    ``[close]``: units far from their cost are played again at what they seem to be worth.
    """

    kind: Literal["prices"] = "prices"
    stop: Stop = Stop()
    close: Close | None = None

    @model_validator(mode="after")
    def _closes(self) -> Experiment:
        if self.close is not None and self.kind not in CLOSED:
            raise ValueError(f"only studies of kind {' and '.join(CLOSED)} close their list: leave [close] out")
        return self

    def run(
        self,
        folder: str | Path,
        *,
        forbid: tuple[str, ...] = (),
        threads: int | None = None,
        workers: int | None = None,
        dask: str | None = None,
        progress: Progress | None = None,
    ) -> Prices:
        """Play it in a run directory; what is there already is used.  ``forbid``: more than the file forbids.
        ``threads``, ``workers``, ``dask``: as ``prices`` takes them.

        Raises what ``prices`` raises.
        """
        plan: dict[str, Any] = self.design.model_dump(exclude={"units", "forbid"})
        rules = self.rules()
        told = Told(progress)
        found = prices(
            self.stop.battles,
            plan.pop("seed"),
            self.stop.target_half_width,
            ruleset=rules,
            units=None if self.design.units is None else all_units(Path(self.design.units), rules),
            forbid=(*self.design.forbid, *forbid),
            threads=threads,
            workers=workers,
            dask=dask,
            out=folder,
            progress=told.part(),
            **plan,
        )
        if self.close is None:
            return found
        how = {"threads": threads, "workers": workers, "dask": dask}
        return close_run(found, design_of(self, forbid), folder, self.close, progress=told.part(), **how)


def design_of(study: Planned, forbid: tuple[str, ...] = (), **more: Any) -> Design:
    """The design of a file; ``forbid``: more than the file forbids; ``more``: further fields of ``lab.Design``."""
    plan: dict[str, Any] = study.design.model_dump(include=set(PlanOf.model_fields) - {"units", "forbid"})
    rules, path = study.rules(), study.design.units
    units = priced_units(None if path is None else all_units(Path(path), rules), rules)
    return Design(units=units, ruleset=rules, forbid=(*study.design.forbid, *forbid), **plan, **more)
