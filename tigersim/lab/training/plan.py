"""What a training plays and how it fits: rounds, each with the numbers of the last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from tigersim.catalogue.scenarios import scenarios
from tigersim.core.board import FAMILIES
from tigersim.errors import InvalidValue
from tigersim.game.options import MARKERS
from tigersim.game.records import check_seed, policy_number
from tigersim.game.terms import Terms
from tigersim.lab.design import BATTLES_PER_TASK, Design

SIZES = ((6, 10), (4, 8), (6, 10), (8, 12))
"""Fewest and most units a side, in turn."""
TABLES = 200
SCENARIO_SHARE = 6
"""Of so many tasks one is of a scenario, and one with markers."""


def _check(about: Any, *names: str) -> None:
    """Refuse fewer than one of these, and more battles than a task has.  Raises ``InvalidValue``."""
    for name in names:
        if getattr(about, name) < 1:
            raise InvalidValue(name, getattr(about, name), "1 or more")
    if about.battles > BATTLES_PER_TASK:
        raise InvalidValue("battles", about.battles, f"1 to {BATTLES_PER_TASK}")


@dataclass(frozen=True)
class ShotTrials:
    """Battles whose shots are tried, each next to all others of its unit, to the end of the turn.

    tasks: how many, of up to 256 battles each.  battles: of each task.  one_in: of so many orders one is looked at.
    futures: in how many each shot is tried.  epochs: how often the fit goes through the shots.  seed: of the battles,
    added to that of the plan.
    """

    tasks: int
    battles: int = 64
    one_in: int = 2
    futures: int = 4
    epochs: int = 9
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self, "battles", "one_in", "futures", "epochs")


@dataclass(frozen=True)
class ContrastTrials:
    """Battles in which two options of a decision are tried in one future, to the end of the turn.

    tasks: how many, of up to 256 battles each.  battles: of each task.  one_in: of so many decisions one is looked at.
    seed: of the battles, added to that of the plan.
    """

    tasks: int
    battles: int = 64
    one_in: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self, "battles", "one_in")


NO_CONTRASTS = ContrastTrials(0)
NO_SHOTS = ShotTrials(0)


@dataclass(frozen=True)
class Round:
    """One round: battles of a player against itself, then a fit.

    tasks: how many, of up to 256 battles each.  battles: of each task.  one_in: of so many settled positions one is
    kept, next to those after wild actions.  wild: of a thousand decisions, in three of four battles, so many are taken
    at random, and the position after each is kept.  epochs: how often the fit goes through the positions.
    contrasts: the options that are tried, and fitted together with the positions.  shots: those that are tried once
    the positions are fitted.
    """

    player: str
    tasks: int
    battles: int = BATTLES_PER_TASK
    one_in: int = 30
    wild: int = 60
    epochs: int = 8
    contrasts: ContrastTrials = NO_CONTRASTS
    shots: ShotTrials = NO_SHOTS

    def __post_init__(self) -> None:
        policy_number(self.player)
        _check(self, "tasks", "battles", "one_in", "epochs")
        if not 0 <= self.wild <= 1000:
            raise InvalidValue("wild", self.wild, "0 to 1000")


ROUNDS = (
    Round("tactician", 240),
    Round("tactician", 600, shots=ShotTrials(200, seed=5)),
    Round("strategist", 240, contrasts=ContrastTrials(240, seed=9), shots=ShotTrials(200, seed=6)),
    Round("strategist", 240, contrasts=ContrastTrials(240, seed=10), shots=ShotTrials(200, epochs=20, seed=8)),
)
"""Those of the shipped numbers.

With half the positions how well a strategist plays by them is a matter of luck (a point more or less of its score over
tacticians), with more they are no better.  No seed is that of another round's battles, of positions (1 to 4), contrasts
or shots.
"""


@dataclass(frozen=True)
class TrainingPlan:
    """All rounds.

    seed: from which battles, wild actions and the fits follow.  rate: step of the fit at its begin."""

    rounds: tuple[Round, ...] = ROUNDS
    seed: int = 1
    rate: float = 0.003
    batch: int = 2048

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not self.rounds:
            raise InvalidValue("rounds", [], "one or more")

    @property
    def battles(self) -> int:
        """Battles in all rounds."""
        return sum(about.tasks * about.battles for one in self.rounds for about in (one, one.contrasts, one.shots))

    def at_most(self, tasks: int) -> TrainingPlan:
        """This plan with at most so many tasks of positions, of contrasts, and of shots, in a round.

        Raises ``InvalidValue`` for fewer than one.
        """

        def cut(one: Any) -> Any:
            return replace(one, tasks=min(one.tasks, tasks))

        rounds = tuple(replace(cut(one), contrasts=cut(one.contrasts), shots=cut(one.shots)) for one in self.rounds)
        return replace(self, rounds=rounds)

    def designs(self, number: int, trials: ContrastTrials | ShotTrials | None = None) -> Iterator[tuple[Design, int]]:
        """(design, task of it) of every task of a round.

        Standard battles on all families, some with markers, scenarios.  ``trials``: the battles of these, None = those
        that give positions.
        """
        about = self.rounds[number]
        names = scenarios()[1:]
        for task in range((trials or about).tasks):
            kind, family = task % SCENARIO_SHARE, FAMILIES[task % len(FAMILIES)]
            terms = Terms(family=family)
            if kind == SCENARIO_SHARE - 1:
                terms = Terms(scenario=names[task // SCENARIO_SHARE % len(names)])
            elif kind == SCENARIO_SHARE - 2:
                terms = Terms(family=family, markers=MARKERS[1])
            yield (
                Design(
                    terms=terms,
                    seed=self.seed + (trials.seed if trials else 1 + number),
                    players=(about.player, about.player),
                    sizes=SIZES[task // SCENARIO_SHARE % len(SIZES)],
                    tables=TABLES,
                ),
                task,
            )

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {**asdict(self), "rounds": [asdict(one) for one in self.rounds]}
