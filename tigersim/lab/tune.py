"""Finding a compiled player's weights by self-play, with CMA-ES (the library cma).

A generation is a handful of candidates drawn around the mean of a normal distribution; all of them play the same fresh
battles, and the distribution moves towards those who did well.  In the end its mean is rounded and has to show on other
battles, which the search has not seen, that it plays better than the weights the search began with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tigersim.core.board import FAMILIES
from tigersim.core.play.warm import warm
from tigersim.core.weights import WEIGHTS
from tigersim.errors import InvalidValue, MissingExtra, check_names
from tigersim.files.atomic import save_results
from tigersim.game.options import MARKERS, check_families, check_once, check_victory
from tigersim.game.records import PLANNER_NAME, policy_number
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.kept_scores import KeptScores, Scores
from tigersim.lab.machine import machine
from tigersim.lab.pairs import Pairs
from tigersim.lab.trials import Met, Opponent, Trials

if TYPE_CHECKING:
    import pandas as pd

Weights = npt.NDArray[np.float64]
"""One row: all weights of a player, in the order of ``core.weights``."""
Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles in all, None)."""

DIGITS = 2
"""Significant digits of the weights that are found."""
CLOCKS = ["ms_per_battle", "battles_per_second"]
SAID = (
    *("player", "opponents", "families", "markers", "generations", "population", "pairs", "pairs_per_table"),
    *("check_pairs", "step", "least_step", "tuned"),
)
"""What provenance says of a plan besides its battles and weights."""
NEW, START = "new weights", "start weights"


@dataclass(frozen=True)
class TunePlan:
    """What a search plays.

    player: whose weights are sought.  opponents: compiled players that every candidate meets equally often; the player
    itself is one with the start weights.  weights: player -> name -> weight, where it is not the usual one: what the
    opponents play with, and what the search begins with.  common: seed, ruleset, armies and number of tables of all
    battles (``lab.Design``; its players, family, markers, budgets and what it forbids are not used).  families,
    markers: of tables.  generations, population: how many, and of how many candidates.  pairs: mirrored pairs of
    battles that every candidate plays.  pairs_per_table: pairs in a row on one table.  step: standard deviation of the
    first candidates, in units of each weight, but at least ``least_step``.  only: names of the weights that are sought,
    all unless some are named.  check_pairs: mirrored pairs of each match at the end.
    Raises ``InvalidValue``, ``UnknownName`` and ``PlayerNotFound``.
    """

    player: str
    opponents: tuple[str, ...]
    common: Design = field(default_factory=lambda: Design(tables=10_000))
    families: tuple[str, ...] = FAMILIES
    markers: tuple[str, ...] = MARKERS
    generations: int = 40
    population: int = 14
    pairs: int = 200
    pairs_per_table: int = 16
    step: float = 0.3
    least_step: float = 0.05
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    check_pairs: int = 2000

    def __post_init__(self) -> None:
        check_names([self.player], WEIGHTS, "player with weights")
        for name in self.opponents:
            policy_number(name)
        if not self.opponents or PLANNER_NAME in self.opponents or len(set(self.opponents)) < len(self.opponents):
            allowed = f"one or more, none of them twice, and no {PLANNER_NAME}, which takes too long"
            raise InvalidValue("opponents", list(self.opponents), allowed)
        object.__setattr__(self, "common", replace(self.common, terms=self.common.terms.replace(forbid=())))
        check_families(self.families)
        for plan in self.markers:
            check_victory(plan, 0, self.common.terms.ruleset)
        check_once("markers", self.markers)
        self._check_weights()
        if len(self.tuned) < 2 or len(set(self.tuned)) < len(self.tuned):
            raise InvalidValue("only", list(self.only), "two weights or more, none of them twice, or none for all")
        self._check_numbers()

    def _check_weights(self) -> None:
        check_names(self.weights, WEIGHTS, "player with weights")
        for player, given in {**self.weights, self.player: [*self.weights.get(self.player, {}), *self.only]}.items():
            check_names(given, WEIGHTS[player], f"weight of the {player}")
        for player, changed in self.weights.items():
            for name, value in changed.items():
                if not np.isfinite(value):
                    raise InvalidValue(f"weight {name} of the {player}", value, "a number")

    def _check_numbers(self) -> None:
        for name, least in (("generations", 1), ("population", 4)):
            if getattr(self, name) < least:
                raise InvalidValue(name, getattr(self, name), f"{least} or more")
        cells = len(self.opponents) * len(self.families) * len(self.markers)
        for name, least in (("pairs", cells), ("check_pairs", 2 * len(self.families) * len(self.markers))):
            if getattr(self, name) < least:
                what = "every kind of table" + (" and every opponent" if name == "pairs" else ", twice")
                raise InvalidValue(name, getattr(self, name), f"{least} or more, for {what}")
        if not 1 <= self.pairs_per_table <= BATTLES_PER_TASK:
            raise InvalidValue("pairs on one table", self.pairs_per_table, f"1 to {BATTLES_PER_TASK}")
        for name in ("step", "least_step"):
            if not (np.isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise InvalidValue(name, getattr(self, name), "a number above 0")

    def weights_of(self, player: str) -> dict[str, float]:
        """Name -> weight that a player has as an opponent; none for one without weights."""
        changed = self.weights.get(player, {})
        return {name: float(changed.get(name, weight)) for name, weight in WEIGHTS.get(player, {}).items()}

    @property
    def start_weights(self) -> dict[str, float]:
        """Name -> weight that the search begins with."""
        return self.weights_of(self.player)

    @property
    def tuned(self) -> tuple[str, ...]:
        """Names of the weights that are sought, in the order of ``core.weights`` or ``only``."""
        return self.only or tuple(WEIGHTS[self.player])

    @property
    def first_steps(self) -> dict[str, float]:
        """Name -> standard deviation among the first candidates, for all weights that are sought."""
        return {name: max(self.step * abs(self.start_weights[name]), self.least_step) for name in self.tuned}

    @property
    def rivals(self) -> tuple[str, ...]:
        """The opponents but the player itself."""
        return tuple(name for name in self.opponents if name != self.player)

    @property
    def battles(self) -> int:
        """Battles of the search and of the matches at its end."""
        return 2 * (self.generations * self.population * self.pairs + (1 + 2 * len(self.rivals)) * self.check_pairs)

    def row(self, weights: Mapping[str, float]) -> Weights:
        """All weights in their order: those given, and the start weights for the others."""
        return np.array([*{**self.start_weights, **weights}.values()])

    def trials(self, opponents: Sequence[str]) -> Trials:
        """Where candidates meet these opponents."""
        weights = {name: self.weights_of(name) for name in opponents}
        meant = [Opponent(name, np.array([*row.values()]) if row else None) for name, row in weights.items()]
        return Trials(self.common, self.player, meant, self.families, self.markers, self.pairs_per_table)

    def provenance(self) -> dict[str, Any]:
        """Everything that decides the bits of the results, the weights of all who play among it."""
        about = replace(self.common, players=("uniform", "uniform")).provenance()
        for of_one_match in ("players", "family", "markers"):
            del about[of_one_match]
        about |= {name: getattr(self, name) for name in SAID}
        about |= {name: list(about[name]) for name in ("opponents", "families", "markers", "tuned")}
        return {**about, "weights": {name: self.weights_of(name) for name in sorted(WEIGHTS)}}


@dataclass(frozen=True)
class Tuning:
    """What a search has found.

    start, weights: name -> weight, before and after; weights that were not sought are the same in both.
    search: one row per generation; columns ``generation mean_score best_score mean_merit step``, and the mean of the
    distribution after it, a column for every weight that is sought.  Scores: share of points won by the candidates;
    step: overall step size, 1 at the start.
    checks: matches on fresh battles, one row each: ``first second pairs battles score score_low score_high wins draws
    losses margin margin_low margin_high`` from the first one's side, with 95% intervals.
    """

    player: str
    start: Mapping[str, float]
    weights: Mapping[str, float]
    search: pd.DataFrame
    checks: pd.DataFrame
    provenance: Mapping[str, Any]

    @property
    def better(self) -> bool:
        """Whether the new weights have beaten the start weights beyond chance."""
        return bool(self.checks.iloc[0]["score_low"] > 0.5)

    @property
    def verdict(self) -> str:
        """One line: whether the new weights beat the old."""
        match = self.checks.iloc[0]
        share = f"{100 * match['score']:.1f}% [{100 * match['score_low']:.1f}, {100 * match['score_high']:.1f}]"
        if self.better:
            return f"The new weights beat the start weights: {share}."
        worse = match["score_high"] < 0.5
        return f"The new weights {'lose to' if worse else 'do not beat'} the start weights: {share}."

    @property
    def summary(self) -> str:
        """One line that says what the weights rest on."""
        about = self.provenance
        each = 2 * about["pairs"]
        return (
            f"{len(self.search)} generations of {about['population']} candidates, {each:,} battles each, against "
            f"{', '.join(about['opponents'])}, tables {', '.join(about['families'])}, markers "
            f"{', '.join(about['markers'])}, ruleset {about['ruleset']['name']}, seed {about['seed']}"
        )

    def changes(self) -> pd.DataFrame:
        """One row per weight that was sought: ``weight start found steps`` (in first steps)."""
        import pandas as pd

        about = self.provenance
        rows = []
        for name in about["tuned"]:
            start, found = self.start[name], self.weights[name]
            rows.append((name, start, found, (found - start) / max(about["step"] * abs(start), about["least_step"])))
        return pd.DataFrame(rows, columns=["weight", "start", "found", "steps"])

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        return {
            **self._weights(),
            "search": self.search.to_dict("records"),
            "checks": self.checks.to_dict("records"),
            "provenance": dict(self.provenance),
        }

    def _weights(self) -> dict[str, Any]:
        return {"player": self.player, "better": self.better, "start": dict(self.start), "weights": dict(self.weights)}

    def save(self, folder: str | Path) -> Path:
        """Write ``search.csv``, ``checks.csv``, ``weights.json`` and, last, ``provenance.json``.

        Every file appears whole or not at all.  Raises ``RunError``.
        """
        tables = {"search": self.search, "checks": self.checks}
        return save_results(folder, tables, {"weights": self._weights(), "provenance": dict(self.provenance)})


def tune_player(
    plan: TunePlan, threads: int | None = None, progress: Progress | None = None, folder: str | Path | None = None
) -> Tuning:
    """Seek better weights: the same bits on any number of threads.

    ``folder``: where the scores of every generation are kept as it ends, also after Ctrl-C; those already there are
    used.  Raises ``MissingExtra`` where cma is not installed, ``InvalidValue`` for fewer than one thread, ``RunError``
    for a folder that cannot be used.
    """
    search = _Search(plan)
    kept = KeptScores(None if folder is None else Path(folder), search.settings, plan.population)
    for name in (*plan.opponents, plan.player):
        warm((plan.player, name))
    done = 2 * plan.pairs * plan.population * min(len(kept), plan.generations)

    def played(battles: int) -> None:
        nonlocal done
        done += battles
        if progress is not None:
            progress(min(done, plan.battles), plan.battles, None)

    played(0)
    trials = plan.trials(plan.opponents)
    tasks = trials.tasks(plan.pairs)
    for generation in range(plan.generations):
        candidates = search.ask()
        if generation >= len(kept):
            kept.add(_scores(trials.play(generation * tasks, plan.pairs, candidates, threads, played)))
        search.tell(kept[generation])
    found = {**plan.start_weights, **search.rounded()}
    first = plan.generations * tasks
    return Tuning(
        player=plan.player,
        start=plan.start_weights,
        weights=found,
        search=search.frame(),
        checks=_check(plan, plan.row(found), first, threads, played),
        provenance={**search.settings, "machine": machine("cma")},
    )


class _Search:
    """The distribution of weights: in units of the first steps, from the start weights."""

    def __init__(self, plan: TunePlan) -> None:
        try:
            import cma
        except ImportError:
            raise MissingExtra("cma", "dev") from None
        self.plan = plan
        self.settings = {**plan.provenance(), "cma": cma.__version__}
        self._scale = np.array([*plan.first_steps.values()])
        self._start = np.array([plan.start_weights[name] for name in plan.tuned])
        chance = np.random.default_rng(plan.common.seed)  # its own, so that no other draws change it
        quiet = {"seed": np.nan, "verbose": -9, "verb_log": 0}
        drawn = {"popsize": plan.population, "randn": lambda *shape: chance.standard_normal(shape)}
        self._cma = cma.CMAEvolutionStrategy(np.zeros(len(plan.tuned)), 1.0, {**drawn, **quiet})
        self._asked: list[Any] = []
        self._rows: list[dict[str, float]] = []

    def ask(self) -> list[Weights]:
        """The candidates of the next generation, all weights of each."""
        self._asked = self._cma.ask()
        return [self.plan.row(self._named(x)) for x in self._asked]

    def tell(self, scores: Scores) -> None:
        """What the candidates scored."""
        self._cma.tell(self._asked, (-scores[:, 1]).tolist())
        share, merit = scores.T
        row = {"mean_score": share.mean(), "best_score": share.max(), "mean_merit": merit.mean()}
        now = {"step": float(self._cma.sigma), **self._named(self._cma.mean)}
        self._rows.append({"generation": len(self._rows) + 1, **{name: float(row[name]) for name in row}, **now})

    def rounded(self) -> dict[str, float]:
        """The mean of the distribution, to so many significant digits."""
        return {name: float(f"{weight:.{DIGITS}g}") for name, weight in self._named(self._cma.mean).items()}

    def frame(self) -> pd.DataFrame:
        """The rows of ``Tuning.search``."""
        import pandas as pd

        return pd.DataFrame(self._rows)

    def _named(self, x: Any) -> dict[str, float]:
        return dict(zip(self.plan.tuned, (self._start + self._scale * np.asarray(x)).tolist(), strict=True))


def _scores(met: list[list[Met]]) -> Scores:
    """Share of points and merit of every candidate: (candidates, 2).

    Merit is the mean margin, VP, less its luck: what chance brought, as far as the margins of all candidates follow it.
    By how much a battle is won says more than that it is won, and luck that is zero on average only hides it: what is
    true stands out from the noise (ratio of the variances) some 2.8 times as clearly as in the share of points alone,
    as with 2.8 times the battles.  The share of points alone decides in the end whether the new weights are better.
    """
    margins = np.stack([np.concatenate([one.margins for one in of_one]).ravel() for of_one in met])
    lucks = np.stack([np.concatenate([one.lucks for one in of_one]).reshape(margins.shape[1], -1) for of_one in met])
    share = (0.5 + 0.5 * np.sign(margins)).mean(axis=1)
    apart = margins - margins.mean(axis=1, keepdims=True)
    of_luck, *_ = np.linalg.lstsq(lucks.reshape(-1, lucks.shape[2]), apart.ravel())
    return np.column_stack([share, (margins - lucks @ of_luck).mean(axis=1)])


def _check(
    plan: TunePlan, found: Weights, first_task: int, threads: int | None, played: Callable[[int], None]
) -> pd.DataFrame:
    """The new weights against the old, and both against all others, on the same battles."""
    import pandas as pd

    start = plan.row({})
    itself = plan.trials([plan.player])
    rows = [(NEW, START, itself.play(first_task, plan.check_pairs, [found], threads, played)[0][0].margins)]
    first_task += itself.tasks(plan.check_pairs)
    if plan.rivals:
        others = plan.trials(plan.rivals)
        pairs = plan.check_pairs * len(plan.rivals)
        new, old = others.play(first_task, pairs, [found, start], threads, played)
        for k, name in enumerate(plan.rivals):
            rows += [(NEW, name, new[k].margins), (START, name, old[k].margins)]
    frame = pd.DataFrame([{"first": one, "second": other, **Pairs(margins).row()} for one, other, margins in rows])
    return frame.drop(columns=CLOCKS)
