"""Is a scenario balanced?  Random armies in it, at equal cost and with the extra points.

Side a is the attacker; where a scenario has no roles, the dice say who attacks, and side a is one as often as not: its
share then must be a half, and says how far to trust the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Unpack

import numpy as np
import pandas as pd
from pydantic import Field

from tigersim.catalogue.army_rules import in_words
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.errors import InvalidValue
from tigersim.game.restrictions import player_name
from tigersim.lab.crew import threads_only
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.given_armies import KEPT, Given, lucks, margins
from tigersim.pricing.play import blocks
from tigersim.pricing.play.balance import Balance, percent
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Planned, PlanOf, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run

BATTLES = 2_000
"""Battles behind one figure, unless another number is asked for."""
ON_A_TABLE = 16
"""Battles on one table: a block."""
EQUAL, BY_RULE = "equal cost", "extra points"
"""Conditions: armies of equal cost; the attacker's worth more by PT-VP-11 and PT-VP-12."""


@dataclass(frozen=True, eq=False)
class ScenarioBalance(Balance):
    """Battles of a scenario: ``margins`` (tables, battles on each), attacker minus defender.

    condition: ``EQUAL`` or ``BY_RULE``; costs: mean VP of both sides' armies; turns: mean; ended: share by rule;
    markers, goals: mean VP that they scored, attacker and defender (part of the margins); roles: whether the sides
    differ at all.
    """

    scenario: str = ""
    condition: str = EQUAL
    players: tuple[str, str] = ("", "")
    costs: tuple[float, float] = (0.0, 0.0)
    markers: tuple[float, float] = (0.0, 0.0)
    goals: tuple[float, float] = (0.0, 0.0)
    turns: float = 0.0
    roles: bool = True

    @property
    def said(self) -> str:
        """What was found, in a sentence."""
        side = "the attacker" if self.roles else "side a"
        given, (few, many) = self.handicap, self.handicap_interval
        gift = f"{self._gift(given)} at the end would make it even" if given else "nobody needs a handicap"
        span = f"{self._gift(few)} to {self._gift(many)}"
        if few * many > 0:  # both for one side
            span = "{} to {}".format(*sorted((abs(few), abs(many))))
        between = f" [{span}]" if few or many else ""
        return (
            f"{self.scenario}, {self.condition}: {side} wins {100 * self.p_win():.1f}% "
            f"[{percent(self.p_interval())}], {self.margin:+.1f} {self.counted} [{self.margin_interval.low:+.1f}, "
            f"{self.margin_interval.high:+.1f}] on average; {gift}{between}."
        )

    def _gift(self, handicap: int) -> str:
        """A handicap, and the side that is given it."""
        poorer, richer = ("the attacker", "the defender") if self.roles else ("side a", "side b")
        return f"{self.amount(abs(handicap))} for {richer if handicap > 0 else poorer}" if handicap else "none"

    def row(self) -> dict[str, Any]:
        """Plain numbers: a line of the table ``balance``."""
        low, high = self.p_interval()
        least, most = self.margin_interval
        few, many = self.handicap_interval
        return {
            "scenario": self.scenario,
            "condition": self.condition,
            "players": " against ".join(self.players),
            "battles": self.battles,
            **{"p_attacker": self.p_win(), "p_low": low, "p_high": high},
            **{"margin": self.margin, "margin_low": least, "margin_high": most},
            **{"handicap": self.handicap, "handicap_low": few, "handicap_high": many},
            "cost_attacker": self.costs[0],
            "cost_defender": self.costs[1],
            **{"markers_attacker": self.markers[0], "markers_defender": self.markers[1]},
            **{"goals_attacker": self.goals[0], "goals_defender": self.goals[1]},
            "turns": self.turns,
        }


def scenario_balance(
    design: Design,
    battles: int = BATTLES,
    condition: str = BY_RULE,
    *,
    folder: str | Path | None = None,
    threads: int | None = None,
    told: Any = None,
) -> ScenarioBalance:
    """Play a scenario between random armies, ``ON_A_TABLE`` battles on each of many tables.

    design: whose terms have the scenario.
    battles: how many, 32 or more.
    condition: ``EQUAL`` or ``BY_RULE``.
    folder: where battles are kept.
    threads: of this process.
    told: called with numbers of battles just played.

    Raises ``InvalidValue`` for too few battles, ``DataError`` for a scenario that cannot be played with these units.
    """
    if battles < 2 * ON_A_TABLE:
        raise InvalidValue("number of battles", battles, f"{2 * ON_A_TABLE} or more")
    tables = -(-battles // ON_A_TABLE)
    plan = replace(design, tables=max(tables, 1), extra_points=0 if condition == EQUAL else design.extra_points)
    block = np.arange(tables)[:, None] * BATTLES_PER_TASK + np.arange(ON_A_TABLE)
    armies = np.concatenate([plan.armies(int(row[0]), ON_A_TABLE) for row in block])
    given = Given(plan, folder, threads, told)
    results = given.at(armies, block.ravel())
    won = margins(results)
    worth = plan.costs.astype(np.float64)
    adjusted = blocks.without_luck(won.astype(np.float64), lucks(results, worth))
    cost = np.append(plan.costs, 0)[armies].sum(axis=2).mean(axis=0)
    shape = (tables, ON_A_TABLE)
    first, second = map(player_name, plan.players, plan.forbidden)

    def mean_of(field: str) -> tuple[float, float]:
        one, other = results[field].mean(axis=0)
        return float(one), float(other)

    return ScenarioBalance(
        won.reshape(shape),
        adjusted.reshape(shape),
        plan.terms.scenario.name,
        condition,
        (first, second),
        (float(cost[0]), float(cost[1])),
        mean_of("marker_vp"),
        mean_of("goal_vp"),
        float(results["turns"].mean()),
        plan.terms.scenario.rules.side_a_attacks,
        counted=plan.terms.counted_in,
    )


def conditions_of(scenario: Scenario) -> tuple[str, ...]:
    """The conditions that make a difference in a scenario."""
    return (EQUAL, BY_RULE) if scenario.rules.compensation else (EQUAL,)


class ScenarioStudy(Planned):
    """One study of scenarios.

    scenarios: by name or file; none named = all that are known.
    battles: behind each figure.
    """

    PLAN_SAYS: ClassVar[tuple[str, ...]] = ("scenario",)

    kind: Literal["scenarios"] = "scenarios"
    design: PlanOf = PlanOf()
    scenarios: tuple[str, ...] = ()
    battles: Annotated[int, Field(ge=2 * ON_A_TABLE)] = BATTLES

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Play all of them; battles are kept in ``folder/kept``.

        Table ``balance`` of the findings: ``ScenarioBalance.row``.  Raises ``InvalidValue`` for ``workers`` or
        ``dask``, and what ``Scenario.load`` and ``scenario_balance`` raise.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("scenarios are played by threads of this process", crew)
        plans = [Scenario.load(name) for name in self.scenarios or scenarios()]
        wanted = [(plan, condition) for plan in plans for condition in conditions_of(plan)]
        design = design_of(self, forbid)
        joint = JointProgress(progress, len(wanted) * self.battles)
        found = []
        for plan, condition in wanted:
            staged = replace(design, terms=design.terms.replace(scenario=plan))
            kept = Path(folder) / KEPT
            found.append(
                scenario_balance(staged, self.battles, condition, folder=kept, threads=threads, told=joint.count)
            )
        result = findings_of(found, design, plans)
        result.save(folder)
        return result


def findings_of(found: Sequence[ScenarioBalance], design: Design, plans: Sequence[Scenario]) -> Findings:
    """What several balances come to."""
    table = pd.DataFrame([one.row() for one in found])
    about = {**design.provenance(), "scenarios": [{"name": plan.name, **plan.to_dict()} for plan in plans]}
    notes = [] if design.army_rules is None else [f"armies have rules: {in_words(design.army_rules)}"]
    notes += [] if design.scale == 1 else [f"scores and costs are points of the list, {design.scale} to a VP"]
    return Findings("scenarios", tuple(one.said for one in found), {"balance": table}, (*notes, *LIMITS), about)


LIMITS = (
    "armies are drawn at random from what a scenario allows, of equal cost but for the extra points: chosen ones may "
    "do better on either side",
    "where the defender would choose an edge, the terrain or the place of the bridge, chance chooses",
    "a handicap is given at the end, and the players do not know of it",
)
