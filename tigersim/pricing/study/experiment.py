"""Experiments as files: what is played, why, and when it is enough (``experiments/NNN_question.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

from pydantic import Field

from tigersim.catalogue.scenarios import STANDARD
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.lab.crew import CrewOptions
from tigersim.lab.design import BATTLES_PER_TASK, MOST_JITTER, Design
from tigersim.lab.experiment import ExperimentFile, TomlTable
from tigersim.pricing.play.closing import Close, close_run
from tigersim.pricing.play.job import TARGET, priced_units, prices
from tigersim.pricing.play.progress import JointProgress, Progress
from tigersim.pricing.report.result import Prices


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

    def tasks(self, needed: str) -> int:
        """Tasks that hold so many battles.  Raises ``InvalidValue``, which says what is needed, without a number."""
        if self.battles is None:
            raise InvalidValue("stop.battles", None, needed)
        return -(-self.battles // BATTLES_PER_TASK)


class Planned(ExperimentFile):
    """An experiment of a design."""

    design: PlanOf = PlanOf()

    def matches(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        return [self.design.players]


class Measured(Planned):
    """An experiment of a design that says when it has enough battles."""

    stop: Stop = Stop()


class Experiment(Measured):
    """One price study.

    ``[close]``: units far from their cost are played again at what they seem to be worth.
    """

    kind: Literal["prices"] = "prices"
    close: Close | None = None

    def run(
        self,
        folder: str | Path,
        *,
        forbid: tuple[str, ...] = (),
        progress: Progress | None = None,
        **crew: Unpack[CrewOptions],
    ) -> Prices:
        """Play it in a run directory; what is there already is used.  ``forbid``: more than the file forbids.
        ``threads``, ``workers``, ``dask``: as ``prices`` takes them.

        Raises what ``prices`` raises.
        """
        plan: dict[str, Any] = self.design.model_dump(exclude={"units", "forbid"})
        rules = self.rules()
        joint = JointProgress(progress)
        found = prices(
            self.stop.battles,
            plan.pop("seed"),
            self.stop.target_half_width,
            ruleset=rules,
            units=None if self.design.units is None else all_units(Path(self.design.units), rules),
            forbid=(*self.design.forbid, *forbid),
            out=folder,
            progress=joint.next_run(),
            **crew,
            **plan,
        )
        if self.close is None:
            return found
        return close_run(found, design_of(self, forbid), folder, self.close, progress=joint.next_run(), **crew)


def design_of(study: Planned, forbid: tuple[str, ...] = (), **more: Any) -> Design:
    """The design of a file; ``forbid``: more than the file forbids; ``more``: further fields of ``lab.Design``."""
    plan: dict[str, Any] = study.design.model_dump(include=set(PlanOf.model_fields) - {"units", "forbid"})
    rules, path = study.rules(), study.design.units
    units = priced_units(None if path is None else all_units(Path(path), rules), rules)
    return Design(units=units, ruleset=rules, forbid=(*study.design.forbid, *forbid), **plan, **more)
