"""The study of a list to play by: points under which strong armies are even.

Tables of the findings.  ``units``: ``printed`` (VP), ``points`` of the list, ``in_vp``, ``change`` (VP).  ``proofs``,
for every fineness of points and rules of composition the strongest army that a fresh search finds: its chances against
random armies of its cost (``p_win`` with ``p_low`` and ``p_high``) and against a field of random, national and strong
ones (``p_field`` with ``field_low`` and ``field_high``), ``foretold`` by the model, and the army.  ``judges``: what
the strongest armies under the list win in other hands, against random armies of their cost.  ``patches``: what the
strongest army wins under lists that keep what is printed but for so many ``changes``.  ``even``, by list and kind of
armies, or nations that meet, any armies and those within the rules of the list: how far true rates of wins of pairs of
equal cost lie from a half (``points`` with ``low`` and ``high``, root mean square, dice taken off).  ``rounds``: how
the list came about: the chance ``foretold`` of the best army, and what the armies left standing ``won``, percent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Unpack

import numpy as np
import pandas as pd
from pydantic import AfterValidator, Field

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.lists import SETTLED
from tigersim.catalogue.price_lists import IN_FOLDER, MOST_SCALE, PriceList
from tigersim.catalogue.units import all_units
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS, versions_of
from tigersim.errors import TigersimError, UnknownName
from tigersim.lab.crew import threads_only
from tigersim.lab.design import Design
from tigersim.lab.experiment import TomlTable
from tigersim.lab.given_armies import KEPT, Given
from tigersim.lab.run import keep_settings
from tigersim.pricing.estimate.army_check import groups_of, missed
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.fought import LEAST, Fought
from tigersim.pricing.play.army_kinds import EQUAL, KINDS, LEAST_PRICE, draw_alike, draw_national, draw_pairs
from tigersim.pricing.play.army_search import Breeding, fulfilled
from tigersim.pricing.play.list_proof import Stages, judged_row, strongest_row
from tigersim.pricing.play.list_rounds import Effort, ListRounds, Look, in_stages
from tigersim.pricing.play.pair_results import won_on_many_tables
from tigersim.pricing.play.progress import JointProgress
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.lists import list_in
from tigersim.pricing.study.experiment import Planned, PlanOf, design_of
from tigersim.pricing.study.run_options import RunOptions, how_to_run

MODEL = "army_model.json"
"""The file with the model of armies, in the folder of the study; next to it stands the list (``IN_FOLDER``)."""
NO_LIMITS = "none"
"""How files call rules that allow everything."""
PRINTED, MADE = "printed", "this list"
ENOUGH = 30
"""Fewest pairs within the rules of the list that have a row of their own in ``even``."""
PROOF_SEED, EVEN_SEED = 2_000_003, 3_000_017
"""Added to a seed: for battles and searches that no round has seen."""

Positive = Annotated[int, Field(ge=1)]
Rules = Annotated[str, Field(min_length=1)]


class ListPlan(PlanOf):
    """``[design]``: as for prices; ``sizes`` and ``jitter`` are not used."""

    players: tuple[str, str] = DEFAULT_PLAYERS


def _nations_that_are(meetings: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    known = dict.fromkeys(one.nation for one in all_units())
    for nation in (one for meeting in meetings for one in meeting):
        if nation not in known:
            raise ValueError(str(UnknownName(nation, known, kind="nation")))
    return meetings


def _kinds_that_are(alike: dict[str, int]) -> dict[str, int]:
    for kind in alike:
        if kind not in KINDS:
            raise ValueError(str(UnknownName(kind, KINDS, kind="kind of armies")))
    return alike


Meetings = Annotated[tuple[tuple[str, str], ...], AfterValidator(_nations_that_are)]
"""Pairs of nations."""


def rules_called(name: str) -> ArmyRules:
    """Rules of composition by name or file; "none" allows everything.

    Raises what ``ArmyRules.load`` raises.
    """
    return ArmyRules() if name == NO_LIMITS else ArmyRules.load(name)


def known_rules(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same, if all of them can be read.  Raises ``ValueError`` otherwise, as fields of a file do."""
    try:
        for name in names:
            rules_called(name)
    except TigersimError as error:
        raise ValueError(str(error)) from None
    return names


def _known(name: str) -> str:
    return known_rules((name,))[0]


class RoundsOf(TomlTable):
    """``[rounds]``: how many, and how hard each tries (``list_rounds.Effort``).

    averaged: prices of so many rounds, the last, are averaged.
    """

    rounds: Positive = 14
    averaged: Positive = 5
    pairs: Annotated[int, Field(ge=2048)] = 120_000
    searches: Positive = 2
    strong: Positive = 25
    battles: tuple[Annotated[int, Field(ge=2)], ...] = (100, 300, 1000)
    go_on: Annotated[float, Field(gt=0, le=1)] = 0.2
    climbs: Annotated[int, Field(ge=0)] = 0
    national: Annotated[float, Field(gt=0)] = 1
    epochs: Positive = 5
    generations: Positive = 25

    def effort(self) -> Effort:
        given = self.model_dump(exclude={"rounds", "averaged", "generations"})
        return Effort(**given, breeding=Breeding(generations=self.generations))


class ProofOf(TomlTable):
    """``[proof]``: which lists are tried by a fresh search, and how hard.

    As ``list_proof.Stages`` has it.
    scales: points to a VP.  army_rules: of the armies sought.  battles: fresh ones of the strongest army.
    climbs: of the search, as in ``[rounds]``.
    judges: players who fight battles of the strongest armies under the list again.  judged: how many of each.
    patches: numbers of units whose printed cost is changed, a list each.
    pairs, each: pairs of armies of all kinds of equal cost, and battles of each, that say how even the list is.
    alike: by kind, pairs of armies of it that are drawn besides, for a row that is to be sure.
    nations: pairs of them that meet.  met: pairs of armies of each.
    """

    scales: tuple[Annotated[int, Field(ge=1, le=MOST_SCALE)], ...] = (1, 2, 3, 10)
    army_rules: tuple[Rules, ...] = (NO_LIMITS, "three_of_a_kind", "one_of_a_kind")
    searches: Positive = 4
    kept: Positive = 40
    stages: tuple[Positive, ...] = (100, 300, 1000)
    climbs: Annotated[int, Field(ge=0)] = 0
    generations: Positive = 40
    battles: Annotated[int, Field(ge=2)] = 4000
    judges: tuple[str, ...] = ("heuristic", "strategist")
    judged: Annotated[int, Field(ge=2)] = 2000
    patches: tuple[Positive, ...] = ()
    pairs: Annotated[int, Field(ge=100)] = 3000
    each: Annotated[int, Field(ge=LEAST)] = 64
    alike: Annotated[dict[str, Annotated[int, Field(ge=2)]], AfterValidator(_kinds_that_are)] = Field(
        default_factory=dict
    )
    nations: Meetings = ()
    met: Annotated[int, Field(ge=2)] = 400

    def built(self) -> Stages:
        how = Breeding(generations=self.generations)
        return Stages(self.searches, self.kept, self.stages, climbs=self.climbs, proof=self.battles, breeding=how)


class ListStudy(Planned):
    """One study of a list.

    title: of the list.  prices: where it begins, a folder or an installed list (``lists.list_in``).
    scale: points that make a VP.  scores: what a destroyed unit scores, its points or what is printed.
    budgets: VP that armies are sought for.  army_rules: those that the rounds seek strong armies within.
    limits: rules that are printed with the list; None = the first of ``army_rules``.
    """

    kind: Literal["list"] = "list"
    title: Annotated[str, Field(min_length=1)] = "A list to play by"
    prices: str = SETTLED
    scale: Annotated[int, Field(ge=1, le=MOST_SCALE)] = 10
    scores: Literal["points", "printed"] = "points"
    budgets: tuple[Annotated[float, Field(gt=0)], ...] = (27, 54)
    army_rules: Annotated[tuple[Rules, ...], AfterValidator(known_rules)] = ("three_of_a_kind", "one_of_a_kind")
    limits: Annotated[Rules, AfterValidator(_known)] | None = None
    design: ListPlan = ListPlan()
    rounds: RoundsOf = RoundsOf()
    proof: ProofOf = ProofOf()

    @property
    def of_the_list(self) -> str:
        """The rules that are printed with the list."""
        return self.limits or self.army_rules[0]

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet."""
        return [self.design.players, *((player, player) for player in self.proof.judges)]

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Make the list and try it.

        The same call goes on from the battles that are kept in ``folder``.
        Raises ``InvalidValue`` for ``workers`` and ``dask``, ``RunError`` for folders that cannot be used.
        """
        forbid, progress, crew = how_to_run(options)
        threads = threads_only("the battles of given armies are played by threads of this process", crew)
        design = design_of(self, forbid)
        work = _Work(self, design, Path(folder), threads, JointProgress(progress))
        about = {
            **design.provenance(),
            **versions_of(self.proof.judges),
            **self.model_dump(exclude=PLANNED, mode="json"),
        }
        keep_settings(work.place, KEPT, about)
        prices, model, looks = work.made()
        made = work.price_list(prices, self.scale)
        made.save(work.place / IN_FOLDER)
        model.save(work.place / MODEL)
        proofs = list(work.proofs(prices, model))
        tables = {
            "units": _units(design, prices, made),
            "proofs": pd.DataFrame(proofs),
            **_where_any("judges", work.judged(made, proofs)),
            **_where_any("patches", work.patches(made, model)),
            "even": pd.DataFrame(work.evenness(made)),
            "rounds": looks,
        }
        return Findings(self.kind, _said(tables, self), tables, _notes(), about)


PLANNED = {"question", "why", "ruleset", "switches", "design", "terms", "kind"}


class _Work:
    """What a run needs at every step."""

    def __init__(
        self, study: ListStudy, design: Design, place: Path, threads: int | None, joint: JointProgress
    ) -> None:
        self.study, self.design, self.place, self.threads, self.joint = study, design, place, threads, joint
        rounds, proof = study.rounds, study.proof
        cells = len(study.budgets) * len(study.army_rules)
        judged = in_stages(rounds.searches * rounds.strong, rounds.battles, rounds.go_on)
        judged *= 1 + rounds.climbs
        come_back = rounds.battles[0] * (1 + rounds.climbs) * (rounds.rounds - 1) / 2
        tried = (len(proof.scales) * len(proof.army_rules) + len(proof.patches)) * len(study.budgets)
        pairs = proof.pairs + sum(proof.alike.values()) + len(proof.nations) * proof.met
        joint.total = (
            rounds.rounds * (rounds.pairs + round(cells * (judged + come_back))) + tried * proof.built().sought()
        )
        joint.total += 2 * pairs * proof.each + len(proof.judges) * len(study.budgets) * proof.judged

    def price_list(self, prices: Floats, scale: int) -> PriceList:
        """The list of such prices, VP, in whole points."""
        points = np.clip(np.rint(prices * scale), 1, None).astype(int).tolist()
        rules = rules_called(self.study.of_the_list)
        keys = [one.key for one in self.design.units]
        about = {"experiment": self.study.title, "seed": self.design.seed, "players": list(self.design.players)}
        rules_or_none = None if rules == ArmyRules() else rules
        return PriceList(
            self.study.title, dict(zip(keys, points, strict=True)), scale, self.study.scores, rules_or_none, about
        )

    def given(self, made: PriceList | None, seed: int = 0, player: str | None = None) -> Given:
        """Battles by a list, None = as printed; player: on both sides, None = those of the design."""
        design = replace(self.design, seed=self.design.seed + seed, terms=self.design.terms.replace(price_list=made))
        if player is not None:
            design = replace(design, players=(player, player))
        return Given(design, self.place / KEPT, self.threads, self.joint.count)

    def made(self) -> tuple[Floats, ArmyModel, pd.DataFrame]:
        """The prices that the rounds end with, VP, the model of armies, and what every round found."""
        study = self.study
        prices = np.maximum(list_in(study.prices, self.design), max(LEAST_PRICE, 1 / study.scale))

        def at(points: Integers, number: int) -> Given:
            return self.given(self.price_list(points / study.scale, study.scale), number)

        rules = [rules_called(name) for name in study.army_rules]
        effort = study.rounds.effort()
        rounds = ListRounds(self.design.units, study.scale, study.budgets, rules, at, self.design.seed, effort)
        rows: list[dict[str, Any]] = []
        found = [prices]
        for number in range(study.rounds.rounds):
            prices, looks = rounds.round(found[-1])
            found.append(prices)
            rows += [_row(number, look) for look in looks]
        averaged = np.mean(found[1:][-study.rounds.averaged :], axis=0)
        return averaged, rounds.model(PROOF_SEED), pd.DataFrame(rows)

    def proofs(self, prices: Floats, model: ArmyModel) -> Iterator[dict[str, Any]]:
        """Rows of ``proofs``."""
        study = self.study
        for scale in study.proof.scales:
            made = self.price_list(prices, scale)
            for number, name in enumerate(study.proof.army_rules):
                chance = np.random.default_rng([self.design.seed + PROOF_SEED, scale, number])
                for row in self._strongest(made, name, model, chance):
                    yield {"scale": scale, "army_rules": name, **row}

    def patches(self, made: PriceList, model: ArmyModel) -> Iterator[dict[str, Any]]:
        """Rows of ``patches``: the strongest armies where only the largest changes of the list are made."""
        chance = np.random.default_rng([self.design.seed + PROOF_SEED, 1])
        name = self.study.of_the_list
        for changes in self.study.proof.patches:
            for row in self._strongest(made.largest_changes(changes), name, model, chance):
                yield {"changes": changes, "army_rules": name, **row}

    def _strongest(
        self, made: PriceList, name: str, model: ArmyModel, chance: np.random.Generator
    ) -> Iterator[dict[str, Any]]:
        """What the strongest army of each budget wins under a list."""
        given, stages = self.given(made, PROOF_SEED), self.study.proof.built()
        for budget in self.study.budgets:
            yield strongest_row(given, model, rules_called(name), budget, stages, chance)

    def judged(self, made: PriceList, proofs: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """Rows of ``judges``: the strongest armies under the list, in the hands of other players."""
        study = self.study
        own = [row for row in proofs if (row["scale"], row["army_rules"]) == (study.scale, study.of_the_list)]
        for player in study.proof.judges:
            given = self.given(made, PROOF_SEED, player)
            for number, row in enumerate(own):
                chance = np.random.default_rng([self.design.seed + PROOF_SEED, number])
                asked = row["army"], row["budget"], study.proof.judged, number
                yield {"player": player, **judged_row(given, *asked, chance)}

    def evenness(self, made: PriceList) -> Iterator[dict[str, Any]]:
        """Rows of ``even``: pairs of equal cost by kind, at the printed costs and at the list."""
        proof, units = self.study.proof, self.design.units
        for name, one in ((PRINTED, None), (MADE, made)):
            given = self.given(one, EVEN_SEED)
            paid = given.design.costs / given.design.scale
            chance = np.random.default_rng(self.design.seed + EVEN_SEED)
            pairs = draw_pairs(units, paid, proof.pairs, chance, EQUAL)
            fought = won_on_many_tables(given, pairs.armies, proof.each)
            drawn = {number: kind for number, kind in enumerate(KINDS) if kind not in proof.alike}
            for kind, some in groups_of(pairs.kinds, drawn).items():
                yield from self._even(name, kind, pairs.armies[some], fought.of(some))
            for kind, n in proof.alike.items():
                armies = draw_alike(units, paid, n, kind, chance, EQUAL)
                yield from self._even(name, kind, armies, won_on_many_tables(given, armies, proof.each))
            for nations in proof.nations:
                armies = draw_national(units, paid, proof.met, nations, chance, EQUAL)
                met = won_on_many_tables(given, armies, proof.each)
                yield from self._even(name, " against ".join(nations), armies, met)

    def _even(self, name: str, kind: str, armies: Integers, fought: Fought) -> Iterator[dict[str, Any]]:
        """A row for all pairs, and one for those within the rules of the list where there are enough of them."""
        for rules in dict.fromkeys((NO_LIMITS, self.study.of_the_list)):
            within = fulfilled(armies, rules_called(rules), self.design.units)
            pairs = int(within.sum())
            if rules != NO_LIMITS and pairs < ENOUGH:
                continue
            at, low, high = (100 * value for value in missed(np.full(pairs, 0.5), fought.of(within)))
            about = {"list": name, "kind": kind, "army_rules": rules}
            yield about | {"pairs": pairs, "points": at, "low": low, "high": high}


def _row(number: int, look: Look) -> dict[str, Any]:
    about = {"round": number + 1, "budget": look.budget, "army_rules": look.rules}
    return {**about, "foretold": 100 * look.foretold, "won": 100 * look.won}


def _units(design: Design, prices: Floats, made: PriceList) -> pd.DataFrame:
    printed = replace(design, terms=design.terms.replace(price_list=None)).costs
    points = np.array([made.points[one.key] for one in design.units])
    return pd.DataFrame(
        {
            "nation": [one.nation for one in design.units],
            "name": [one.name for one in design.units],
            "printed": printed,
            "points": points,
            "in_vp": points / made.scale,
            "change": points / made.scale - printed,
            "exact": prices,
        }
    )


def _said(tables: dict[str, pd.DataFrame], study: ListStudy) -> tuple[str, ...]:
    proofs, even = tables["proofs"], tables["even"]
    said = []
    of_list = proofs[(proofs["scale"] == study.scale) & (proofs["army_rules"] == study.of_the_list)]
    for _, row in of_list.iterrows():
        budget, p, low, high = (float(row[name]) for name in ("budget", "p_win", "p_low", "p_high"))
        said.append(
            f"For {budget:g} VP the strongest army that a fresh search finds wins {100 * p:.0f}% [{100 * low:.0f}, "
            f"{100 * high:.0f}] against random armies of its cost."
        )
    one, other = (even[even["list"] == name].iloc[0] for name in (PRINTED, MADE))  # of all kinds
    said.append(
        f"True rates of wins of equal armies of all kinds lie {other.points:.1f} points [{other.low:.1f}, "
        f"{other.high:.1f}] from a half, {one.points:.1f} under the printed list (root mean square, dice taken off)."
    )
    return tuple(said)


def _where_any(name: str, rows: Iterable[dict[str, Any]]) -> dict[str, pd.DataFrame]:
    """A table by its name, or nothing where it would be empty: CSV could not tell its columns."""
    found = list(rows)
    return {name: pd.DataFrame(found)} if found else {}


def _notes() -> tuple[str, ...]:
    return (
        "the field of an army: random armies of its cost, of one nation each, and those that the search calls strong",
        "points are rounded from one list of exact prices for every scale",
    )
