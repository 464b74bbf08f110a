"""Training from scratch: rounds of self-play and fits, kept in a folder.

What has stopped is taken up again there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.core.evaluation_layout import EVALUATION, NETWORK
from tigersim.core.play.compiled_players import versions_of
from tigersim.core.play.warm import warm
from tigersim.errors import RunError
from tigersim.files.atomic import write_whole
from tigersim.files.documents import json_of
from tigersim.game import evaluations
from tigersim.lab.jobs import in_order
from tigersim.lab.training.collect import collect, collect_contrasts, collect_shots
from tigersim.lab.training.fit import begin, begin_target, fit, luck_weights, predict
from tigersim.lab.training.fit_shots import fit_shots, part_foretold
from tigersim.lab.training.plan import ContrastTrials, Round, ShotTrials, TrainingPlan
from tigersim.lab.training.position_table import Positions
from tigersim.lab.training.quality import part_told_apart, quality
from tigersim.lab.training.shot_table import Shots

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles in all, None)."""
AT_ONCE = 8
"""Tasks whose positions are one file."""
FIRST_EPOCHS = 3
"""Of the fit that only serves to find what luck brings."""
KILL, SHOCK = 0.5, 0.3
"""VP of its cost that destroying a target is worth, and shocking it, before any shot has been tried."""
SHOT_BATCH = 256
"""Decisions of a step of the fit to shots."""


@dataclass(frozen=True)
class Trained:
    """What a training has found.

    numbers: of the evaluation, an ``EVALUATION`` record.  quality: what it foretells of held-out battles
    (``lab.training.quality``), one row per round, player and turn.  path: the file of the numbers.
    """

    numbers: Any
    quality: pd.DataFrame
    path: Path


def train(plan: TrainingPlan, folder: Path, threads: int | None = None, progress: Progress | None = None) -> Trained:
    """Play and fit all rounds; what is there already in ``folder`` is used.

    ``folder``: holds positions (NN-NNN.parquet), contrasts (NN-contrasts-NNN.parquet), shots (NN-shots-NNN.parquet),
    numbers (evaluation-N.json and evaluation-N-shots.json), quality.csv and plan.json.
    Raises ``RunError`` for a folder of another plan or one that cannot be used.
    """
    import pandas as pd

    _claim(plan, folder)
    for player in sorted({one.player for one in plan.rounds}):
        warm((player, player))
    run = _Run(plan, folder, threads, progress)
    numbers, tables = np.zeros(1, dtype=EVALUATION), []
    found, tried = list[Positions](), list[Shots]()
    for number, about in enumerate(plan.rounds):
        positions = Positions.joined([Positions.load(path) for path in run.played(number, numbers)])
        found = [positions] if number <= 1 else [*found, positions]
        contrasts, told_apart = None, nan
        if about.contrasts.tasks:
            paths = run.played(number, numbers, about.contrasts)
            contrasts = Positions.joined([Positions.load(path) for path in paths])
        if not run.file(number, 0).is_file():
            run.write(number, 0, _fitted(plan, number, Positions.joined(found), contrasts, numbers))
        numbers, foretold = evaluations.read(run.file(number, 0)), nan
        if contrasts is not None:
            told_apart = part_told_apart(positional(as_numbers(numbers)), contrasts)
        if about.shots.tasks:
            shots = Shots.joined([Shots.load(path) for path in run.played(number, numbers, about.shots)])
            tried.append(shots.of_round(number))
            if not run.file(number, 1).is_file():
                run.write(number, 1, _with_targets(plan, number, Shots.joined(tried), numbers))
            numbers = evaluations.read(run.file(number, 1))
            now = as_numbers(numbers)
            foretold = part_foretold(network_of(now, "kill"), network_of(now, "shock"), shots)
        of_positions = quality(positions, positional(as_numbers(numbers)))
        foretold_too = {"r2_contrasts": told_apart, "r2_shots": foretold}
        tables.append(of_positions.assign(**foretold_too, round=number, player=about.player))
    frame = pd.concat(tables, ignore_index=True)
    write_whole(folder / "quality.csv", partial(frame.to_csv, index=False, float_format="%.6g"))
    last = len(plan.rounds) - 1
    return Trained(numbers, frame, run.file(last, 1 if plan.rounds[last].shots.tasks else 0))


def as_numbers(record: Any) -> dict[str, Any]:
    """The numbers of an ``EVALUATION`` record by the names of ``evaluations.PARTS``."""
    return {name: part.copy() for name, part in evaluations.parts_of(record).items()}


def network_of(numbers: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The numbers of one network, by their names in it."""
    return {part: numbers[f"{name}.{part}"] for part in NETWORK.names or ()}


def positional(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Those numbers that say what a position is worth."""
    return {**network_of(numbers, "worth"), "of_side": numbers["of_side"]}


def named(name: str, network: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a network by the names of ``evaluations.PARTS``."""
    return {f"{name}.{part}": network[part] for part in NETWORK.names or ()}


def _fitted(
    plan: TrainingPlan, number: int, positions: Positions, contrasts: Positions | None, before: Any
) -> dict[str, Any]:
    """The numbers of a round.

    In the first one of the end of the battle, later of the end of the turn by the last.
    """
    about, numbers = plan.rounds[number], as_numbers(before)
    how: dict[str, Any] = {"rate": plan.rate, "batch": plan.batch, "seed": plan.seed + number}
    if number == 0:
        margin = positions.margin.astype(np.float64)
        start = fit(positions, margin, begin(plan.seed), epochs=FIRST_EPOCHS, **how)
        luck = luck_weights(positions, margin - predict(start, positions))
        labels = margin - positions.luck @ luck
        numbers |= named("kill", begin_target(KILL)) | named("shock", begin_target(SHOCK))
    else:
        start, luck = positional(numbers), numbers["luck"].astype(np.float64)
        ends = positions.margin - positions.luck @ luck
        labels = np.where(positions.fresh != 0, ends, positions.soon)
    found = fit(positions, labels, start, epochs=about.epochs, contrasts=contrasts, **how)
    return {**numbers, **named("worth", found), "of_side": found["of_side"], "luck": luck}


def _with_targets(plan: TrainingPlan, number: int, shots: Shots, before: Any) -> dict[str, Any]:
    """The numbers with networks that are fitted to shots."""
    kill, shock = fit_shots(
        shots, epochs=plan.rounds[number].shots.epochs, rate=plan.rate, batch=SHOT_BATCH, seed=plan.seed + number
    )
    return {**as_numbers(before), **named("kill", kill), **named("shock", shock)}


@dataclass
class _Run:
    """What a training keeps where, and how far it is."""

    plan: TrainingPlan
    folder: Path
    threads: int | None
    progress: Progress | None
    battles: int = 0

    def file(self, number: int, part: int) -> Path:
        """Numbers after the positions of a round (0), after its shots (1)."""
        return self.folder / f"evaluation-{number}{'-shots' if part else ''}.json"

    def write(self, number: int, part: int, numbers: dict[str, Any]) -> None:
        """Write the numbers, with where they come from."""
        about = {**self.plan.to_dict(), "round": number, **_versions(self.plan)}
        write_whole(self.file(number, part), partial(evaluations.write, numbers=numbers, provenance=about))

    def played(self, number: int, numbers: Any, trials: ContrastTrials | ShotTrials | None = None) -> list[Path]:
        """The files of a round's positions, contrasts or shots; what is not there yet is played."""
        each, paths = (trials or self.plan.rounds[number]).battles, []
        with closing(in_order(self._jobs(number, numbers, trials), self.threads)) as files:
            for path, tasks in files:
                paths.append(path)
                self.battles += tasks * each
                if self.progress is not None:
                    self.progress(self.battles, self.plan.battles, None)
        return paths

    def _jobs(
        self, number: int, numbers: Any, trials: ContrastTrials | ShotTrials | None
    ) -> Iterator[Callable[[], tuple[Path, int]]]:
        """What is still to be played, a file each; also those that are there, which cost nothing."""
        designs = list(self.plan.designs(number, trials))
        kind = {ContrastTrials: "contrasts-", ShotTrials: "shots-"}.get(type(trials), "")
        for first in range(0, len(designs), AT_ONCE):
            path = self.folder / f"{number:02d}-{kind}{first // AT_ONCE:03d}.parquet"
            some = designs[first : first + AT_ONCE]
            yield partial(_kept, path, trials or self.plan.rounds[number], some, numbers)


def _kept(path: Path, about: Round | ContrastTrials | ShotTrials, designs: Any, numbers: Any) -> tuple[Path, int]:
    """A file, played unless it is there, and the tasks in it."""
    if path.is_file():
        return path, len(designs)
    if isinstance(about, ShotTrials):
        Shots.joined([collect_shots(design, task, about, numbers) for design, task in designs]).save(path)
    else:
        collected: Any = collect_contrasts if isinstance(about, ContrastTrials) else collect
        Positions.joined([collected(design, task, about, numbers) for design, task in designs]).save(path)
    return path, len(designs)


def _versions(plan: TrainingPlan) -> dict[str, int]:
    return versions_of(one.player for one in plan.rounds)


def _claim(plan: TrainingPlan, folder: Path) -> None:
    """Make the folder this plan's.  Raises ``RunError`` where it is another's."""
    about = {**plan.to_dict(), **_versions(plan)}
    path = folder / "plan.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"folder {folder} cannot be made: {error.strerror or error}") from None
    if path.is_file():
        if json_of(path) != json.loads(json.dumps(about)):
            raise RunError(f"{folder} holds a training of other settings; name another folder")
        return
    write_whole(path, lambda place: place.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8"))
