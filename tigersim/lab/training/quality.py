"""What an evaluation foretells, turn by turn, compared with simpler ones.

Of battles that it was not fitted to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tigersim.lab.training.fit import differences, predict
from tigersim.lab.training.position_table import Positions

if TYPE_CHECKING:
    import pandas as pd

LAST_TURN = 6
"""Later turns are counted with it."""
LEAST = 20
"""Positions of a turn of which less says nothing."""
RIDGE = 1.0


def quality(positions: Positions, numbers: Mapping[str, Any]) -> pd.DataFrame:
    """One row per turn, and one of all (0): ``turn positions r2 r2_score r2_linear slope``.

    r2: part of the spread of final margins that the evaluation foretells; ``r2_score``: that the score foretells,
    ``r2_linear``: a straight line of the same features.  slope: VP of margin that come of a VP foretold, 1 at best.
    """
    import pandas as pd

    kept = np.flatnonzero(positions.held_out)
    score = 5.0 * (positions.sides[:, 0, 0] - positions.sides[:, 1, 0])[kept]
    found = {"r2": predict(numbers, positions)[kept], "r2_score": score, "r2_linear": straight(positions)[kept]}
    margin = positions.margin[kept].astype(np.float64)
    turns = np.minimum(positions.turn[kept], LAST_TURN)
    rows = []
    for turn in range(LAST_TURN + 1):
        these = turns == turn if turn else np.ones(len(turns), dtype=bool)
        spread = margin[these].var() if these.sum() >= LEAST else 0.0
        if spread == 0.0:
            continue
        row = {"turn": turn, "positions": int(these.sum())}
        row |= {name: 1 - ((margin - guess)[these] ** 2).mean() / spread for name, guess in found.items()}
        row["slope"] = np.polyfit(found["r2"][these], margin[these], 1)[0]
        rows.append(row)
    return pd.DataFrame(rows, columns=["turn", "positions", "r2", "r2_score", "r2_linear", "slope"])


def part_told_apart(numbers: Mapping[str, Any], contrasts: Positions) -> float:
    """Part of the spread of what two options lead to that is foretold, in battles that no fit has seen."""
    kept = contrasts.held_out[::2]
    came = differences(contrasts.soon.astype(np.float64))[kept]
    missed = came - differences(predict(numbers, contrasts))[kept]
    return float(1 - (missed**2).sum() / (came**2).sum()) if came.any() else float("nan")


def straight(positions: Positions) -> npt.NDArray[np.float64]:
    """Predictions of a line through the differences of the sums of all features.

    Fitted to what is not held out.
    """
    bounds = np.cumsum(positions.counts.reshape(-1)) - positions.counts.reshape(-1)
    sums = np.add.reduceat(positions.units.astype(np.float64), np.minimum(bounds, len(positions.units) - 1), axis=0)
    sums[positions.counts.reshape(-1) == 0] = 0.0
    features = np.concatenate([sums[0::2] - sums[1::2], positions.sides[:, 0] - positions.sides[:, 1]], axis=1)
    seen = ~positions.held_out
    square = features[seen].T @ features[seen] + RIDGE * np.eye(features.shape[1])
    guess: npt.NDArray[np.float64] = features @ np.linalg.solve(square, features[seen].T @ positions.margin[seen])
    return guess
