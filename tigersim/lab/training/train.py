"""Training from scratch: rounds of self-play and fits, kept in a folder and taken up again where they stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.core.evaluation_layout import EVALUATION
from tigersim.core.play.warm import warm
from tigersim.errors import RunError
from tigersim.files.atomic import write_whole
from tigersim.files.documents import json_of
from tigersim.game import evaluations
from tigersim.lab.jobs import in_order
from tigersim.lab.training.collect import collect
from tigersim.lab.training.fit import begin, fit, luck_weights, predict
from tigersim.lab.training.plan import TrainingPlan
from tigersim.lab.training.position_table import Positions
from tigersim.lab.training.quality import quality
from tigersim.version import RULES_VERSION

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[int, int, float | None], None]
"""Called with (battles played, battles in all, None)."""
AT_ONCE = 8
"""Tasks whose positions are one file."""
FIRST_EPOCHS = 3
"""Of the fit that only serves to find what luck brings."""


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

    ``folder``: holds positions (NN-NN.parquet), numbers (evaluation-N.json), quality.csv and plan.json.
    Raises ``RunError`` for a folder of another plan or one that cannot be used.
    """
    import pandas as pd

    _claim(plan, folder)
    warm_for = sorted({one.player for one in plan.rounds})
    for player in warm_for:
        warm((player, player))
    played, tables, numbers = 0, [], np.zeros(1, dtype=EVALUATION)
    found: list[Positions] = []
    for number, about in enumerate(plan.rounds):
        target = folder / f"evaluation-{number}.json"
        parts = []
        with closing(in_order(_jobs(plan, number, folder, numbers), threads)) as files:
            for path, battles in files:
                parts.append(path)
                played += battles
                if progress is not None:
                    progress(played, plan.battles, None)
        positions = Positions.joined([Positions.load(path) for path in parts])
        found = [positions] if number <= 1 else [*found, positions]
        if not target.is_file():
            fitted = _fitted(plan, number, Positions.joined(found), numbers)
            write_whole(target, partial(evaluations.write, numbers=fitted, provenance=_provenance(plan, number)))
        numbers = evaluations.read(target)
        tables.append(quality(positions, as_numbers(numbers)).assign(round=number, player=about.player))
    frame = pd.concat(tables, ignore_index=True)
    write_whole(folder / "quality.csv", partial(frame.to_csv, index=False, float_format="%.6g"))
    return Trained(numbers, frame, target)


def as_numbers(record: Any) -> dict[str, Any]:
    """An ``EVALUATION`` record (an array of one) by name."""
    return {name: record[name][0].copy() for name in record.dtype.names}


def _fitted(plan: TrainingPlan, number: int, positions: Positions, before: Any) -> dict[str, Any]:
    """The numbers of a round: in the first one of the end of the battle, later of the end of the turn by the last."""
    about = plan.rounds[number]
    how: dict[str, Any] = {"rate": plan.rate, "batch": plan.batch, "seed": plan.seed + number}
    if number == 0:
        margin = positions.margin.astype(np.float64)
        rough = fit(positions, margin, begin(plan.seed), epochs=FIRST_EPOCHS, **how)
        luck = luck_weights(positions, margin - predict(rough, positions))
        numbers, labels = rough, margin - positions.luck @ luck
    else:
        numbers = as_numbers(before)
        luck = numbers.pop("luck").astype(np.float64)
        ends = positions.margin - positions.luck @ luck
        labels = np.where(positions.fresh != 0, ends, positions.soon)
    return {**fit(positions, labels, numbers, epochs=about.epochs, **how), "luck": luck}


def _jobs(plan: TrainingPlan, number: int, folder: Path, numbers: Any) -> Iterator[Callable[[], tuple[Path, int]]]:
    """What is still to be played of a round, a file each; also those that are there, which cost nothing."""
    designs = list(plan.designs(number))
    for first in range(0, len(designs), AT_ONCE):
        path = folder / f"{number:02d}-{first // AT_ONCE:03d}.parquet"
        yield partial(_part, path, plan.rounds[number], designs[first : first + AT_ONCE], numbers)


def _part(path: Path, about: Any, designs: Any, numbers: Any) -> tuple[Path, int]:
    if not path.is_file():
        Positions.joined([collect(design, task, about, numbers) for design, task in designs]).save(path)
    return path, len(designs) * about.battles


def _claim(plan: TrainingPlan, folder: Path) -> None:
    """Make the folder this plan's.  Raises ``RunError`` where it is another's."""
    about = {**plan.to_dict(), "rules_version": RULES_VERSION}
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


def _provenance(plan: TrainingPlan, number: int) -> dict[str, Any]:
    return {**plan.to_dict(), "round": number, "rules_version": RULES_VERSION}
