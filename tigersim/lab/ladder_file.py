"""Ladders as files (``experiments/NNN_question.toml``): matches, pairs, tables, terms, why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from tigersim.core.board import FAMILIES
from tigersim.lab.design import BATTLES_PER_TASK, MOST_JITTER, Design
from tigersim.lab.experiment import FileWithTerms, TomlTable, errors_of
from tigersim.lab.ladder import PAIRS, PAIRS_PER_TABLE, Contestant, LadderPlan, Meeting
from tigersim.lab.thinking import BATTLES, BUDGETS

Count = Annotated[int, Field(ge=1)]


class MatchOf(TomlTable):
    """``[[matches]]``: the first player over the second; "planner:64" has a budget of 64."""

    players: tuple[str, str]
    pairs: Count = PAIRS


class DesignOf(TomlTable):
    """``[design]``: seed, tables and armies, as ``LadderPlan`` and ``Design`` take them."""

    seed: Annotated[int, Field(ge=0)] = 1
    families: tuple[str, ...] = FAMILIES
    tables: Count = 32
    pairs_per_table: Annotated[int, Field(ge=1, le=BATTLES_PER_TASK)] = PAIRS_PER_TABLE
    sizes: tuple[int, int] = (6, 10)
    jitter: Annotated[int, Field(ge=1, le=MOST_JITTER)] = 4


class ThinkingOf(TomlTable):
    """``[thinking]``: budgets (playouts) that are timed, and on how many battles each."""

    budgets: tuple[Count, ...] = BUDGETS
    battles: Count = BATTLES


class LadderFile(FileWithTerms):
    """One ladder."""

    PLAN_SAYS: ClassVar[tuple[str, ...]] = ("family", "forbid")

    matches: Annotated[tuple[MatchOf, ...], Field(min_length=1)]
    design: DesignOf = DesignOf()
    thinking: ThinkingOf = ThinkingOf()

    def plan(self) -> LadderPlan:
        """What is played.

        Raises what ``Contestant.named``, ``LadderPlan``, ``Design`` and ``RuleSet`` raise.
        """
        about: dict[str, Any] = self.design.model_dump(exclude={"families", "pairs_per_table"})
        return LadderPlan(
            meetings=tuple(
                Meeting(Contestant.named(match.players[0]), Contestant.named(match.players[1]), match.pairs)
                for match in self.matches
            ),
            common=Design(terms=self.terms_with(), **about),
            families=self.design.families,
            pairs_per_table=self.design.pairs_per_table,
            budgets=self.thinking.budgets,
            timed_battles=self.thinking.battles,
        )


def read_ladder(path: str | Path) -> tuple[LadderFile, LadderPlan]:
    """A file and its plan.  Raises ``DataError`` naming the file, and what the ruleset raises."""
    file = LadderFile.read(path)
    with errors_of(path):
        return file, file.plan()
