"""Searches for weights as files (``experiments/NNN_question.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from tigersim.game.options import MARKERS
from tigersim.lab.design import Design
from tigersim.lab.experiment import Count, DesignTable, FileWithTerms, TomlTable, errors_of
from tigersim.lab.tune import TunePlan

Finite = Annotated[float, Field(allow_inf_nan=False)]
Above = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class TuneDesign(DesignTable):
    """``[design]`` of a search, with markers, and as many tables as a design may have."""

    markers: tuple[str, ...] = MARKERS
    tables: Count = 10_000


class SearchOf(TomlTable):
    """``[search]``: how long and how wide; ``battles`` are those of one candidate."""

    generations: Count
    population: Annotated[int, Field(ge=4)]
    battles: Annotated[int, Field(ge=2, multiple_of=2)]
    step: Above = 0.3
    least_step: Above = 0.05
    only: tuple[str, ...] = ()


class CheckOf(TomlTable):
    """``[check]``: battles of every match at the end."""

    battles: Annotated[int, Field(ge=2, multiple_of=2)] = 4000


class TuneFile(FileWithTerms):
    """One search; ``[weights.PLAYER]``: those of a player that are not the usual ones."""

    PLAN_SAYS: ClassVar[tuple[str, ...]] = ("family", "markers", "forbid")

    player: str
    opponents: Annotated[tuple[str, ...], Field(min_length=1)]
    search: SearchOf
    design: TuneDesign = TuneDesign()
    check: CheckOf = CheckOf()
    weights: dict[str, dict[str, Finite]] = Field(default_factory=dict)

    def plan(self) -> TunePlan:
        """What is played.  Raises what ``TunePlan``, ``Design`` and ``RuleSet`` raise."""
        of_plan = {"families", "markers", "pairs_per_table"}
        about: dict[str, Any] = self.design.model_dump(exclude=of_plan)
        return TunePlan(
            player=self.player,
            opponents=self.opponents,
            common=Design(terms=self.terms_with(), **about),
            pairs=self.search.battles // 2,
            check_pairs=self.check.battles // 2,
            weights=self.weights,
            **self.design.model_dump(include=of_plan),
            **self.search.model_dump(exclude={"battles"}),
        )


def read_tuning(path: str | Path) -> tuple[TuneFile, TunePlan]:
    """A file and its plan.  Raises ``DataError`` naming the file, and what the ruleset raises."""
    file = TuneFile.read(path)
    with errors_of(path):
        return file, file.plan()
