"""Ladders as files (``experiments/NNN_question.toml``): matches, pairs, tables, terms, why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from tigersim.lab.design import Design
from tigersim.lab.experiment import Count, DesignTable, FileWithTerms, TomlTable, errors_of
from tigersim.lab.ladder import PAIRS, Contestant, LadderPlan, Meeting
from tigersim.lab.planner_cost import BATTLES, BUDGETS


class MatchOf(TomlTable):
    """``[[matches]]``: the first player over the second; "planner:64" has a budget of 64."""

    players: tuple[str, str]
    pairs: Count = PAIRS

    def meeting(self) -> Meeting:
        """The match of a plan.  Raises what ``Contestant.named`` raises."""
        first, second = map(Contestant.named, self.players)
        return Meeting(first, second, self.pairs)


class ThinkingOf(TomlTable):
    """``[thinking]``: budgets (playouts) that are timed, and on how many battles each."""

    budgets: tuple[Count, ...] = BUDGETS
    battles: Count = BATTLES


class LadderFile(FileWithTerms):
    """One ladder."""

    PLAN_SAYS: ClassVar[tuple[str, ...]] = ("family", "forbid")

    matches: Annotated[tuple[MatchOf, ...], Field(min_length=1)]
    design: DesignTable = DesignTable()
    thinking: ThinkingOf = ThinkingOf()

    def plan(self) -> LadderPlan:
        """What is played.  Raises what ``Contestant.named``, ``LadderPlan`` and ``Design`` raise."""
        of_plan = {"families", "pairs_per_table"}
        about: dict[str, Any] = self.design.model_dump(exclude=of_plan)
        return LadderPlan(
            meetings=tuple(match.meeting() for match in self.matches),
            common=Design(terms=self.terms_with(), **about),
            budgets=self.thinking.budgets,
            timed_battles=self.thinking.battles,
            **self.design.model_dump(include=of_plan),
        )


def read_ladder(path: str | Path) -> tuple[LadderFile, LadderPlan]:
    """A file and its plan.  Raises ``DataError`` naming the file, and what the ruleset raises."""
    file = LadderFile.read(path)
    with errors_of(path):
        return file, file.plan()
