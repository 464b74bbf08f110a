"""The study of a list under attack: the strongest armies that a long search finds under it.

Table ``attacks`` of the findings, one row for rules of composition and a budget: what the strongest army wins in fresh
battles against random armies of its cost (``p_win`` with ``p_low`` and ``p_high``) and against a field of random,
national and strong ones (``p_field`` with ``field_low`` and ``field_high``), ``foretold`` by the model, its ``cost`` in
VP and the ``army``.  ``hands``: what these armies win in other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

import numpy as np
import pandas as pd
from pydantic import AfterValidator, Field

from tigersim.core.play.compiled_players import versions_of
from tigersim.lab.crew import threads_only
from tigersim.lab.design import Design
from tigersim.lab.experiment import TomlTable
from tigersim.lab.given_armies import KEPT, Given
from tigersim.lab.run import keep_settings
from tigersim.pricing.play.army_search import Breeding
from tigersim.pricing.play.foretell import model_for
from tigersim.pricing.play.list_proof import Stages, judged_row, strongest_row
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.experiment import Planned, design_of
from tigersim.pricing.study.list_study import NO_LIMITS, ListPlan, Positive, Rules, known_rules, rules_called
from tigersim.pricing.study.run_options import RunOptions, how_to_run


class EffortOf(TomlTable):
    """``[effort]``: how hard is sought (``list_proof.Stages``); generations: of each search by the model."""

    searches: Positive = 8
    kept: Positive = 40
    stages: tuple[Positive, ...] = (100, 300, 1000)
    climbs: Annotated[int, Field(ge=0)] = 2
    generations: Positive = 60
    battles: Annotated[int, Field(ge=2)] = 4000

    def built(self) -> Stages:
        how = Breeding(generations=self.generations)
        return Stages(self.searches, self.kept, self.stages, climbs=self.climbs, proof=self.battles, breeding=how)


class AttackStudy(Planned):
    """The strongest armies under a list; the list is that of ``[terms]``, or what is printed.

    budgets: VP.  army_rules: of the armies sought; their opponents are bound by none.  judges: players who fight so
    many (``judged``) battles of each army found.  The search begins with the model of armies that comes with the list.
    """

    kind: Literal["attack"] = "attack"
    design: ListPlan = ListPlan()
    budgets: tuple[Annotated[float, Field(gt=0)], ...] = (27, 54)
    army_rules: Annotated[tuple[Rules, ...], AfterValidator(known_rules)] = (NO_LIMITS, "three_of_a_kind")
    effort: EffortOf = EffortOf()
    judges: tuple[str, ...] = ()
    judged: Annotated[int, Field(ge=2)] = 2000

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet."""
        return [self.design.players, *((player, player) for player in self.judges)]

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Search and play; the same call goes on from the battles that are kept in ``folder``.

        Raises ``InvalidValue`` for ``workers`` and ``dask`` and for a budget that buys nothing, ``RunError`` for
        folders that cannot be used.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("the battles of given armies are played by threads of this process", crew)
        design = design_of(self, forbid)
        place = Path(folder)
        asked = self.model_dump(include={"budgets", "army_rules", "effort", "judges", "judged"}, mode="json")
        about = {**design.provenance(), **versions_of(self.judges), **asked}
        keep_settings(place, KEPT, about)
        joint = JointProgress(progress, self._battles())

        def given(by: Design) -> Given:
            return Given(by, place / KEPT, threads, joint.count)

        attacks = list(self._attacks(design, given(design)))
        tables = {"attacks": pd.DataFrame(attacks)}
        if self.judges:
            seated = {player: given(replace(design, players=(player, player))) for player in self.judges}
            tables["hands"] = pd.DataFrame(list(self._judged(design, seated, attacks)))
        return Findings(self.kind, tuple(map(_said, attacks)), tables, _notes(), about)

    def _battles(self) -> int:
        """About how many are played."""
        cells = len(self.budgets) * len(self.army_rules)
        return cells * (self.effort.built().sought() + len(self.judges) * self.judged)

    def _attacks(self, design: Design, given: Given) -> Iterator[dict[str, Any]]:
        model = model_for(design.terms.price_list).model
        for number, name in enumerate(self.army_rules):
            for budget in self.budgets:
                chance = np.random.default_rng([design.seed, number, round(budget)])
                row = strongest_row(given, model, rules_called(name), budget, self.effort.built(), chance)
                yield {"army_rules": name, **row}

    def _judged(
        self, design: Design, seated: Mapping[str, Given], attacks: Sequence[Mapping[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        for player, given in seated.items():
            for number, row in enumerate(attacks):
                chance = np.random.default_rng([design.seed, number])
                judged = judged_row(given, row["army"], row["budget"], self.judged, number, chance)
                yield {"player": player, "army_rules": row["army_rules"], **judged}


def _said(row: Mapping[str, Any]) -> str:
    of = "any units" if row["army_rules"] == NO_LIMITS else row["army_rules"].replace("_", " ")
    p, low, high = (100 * row[name] for name in ("p_win", "p_low", "p_high"))
    return (
        f"Of {of} for {row['budget']:g} VP the strongest army found wins {p:.0f}% [{low:.0f}, {high:.0f}] against "
        f"random armies of its cost: {row['army']}."
    )


def _notes() -> tuple[str, ...]:
    return ("a lower bound: a longer search may find a stronger army",)
