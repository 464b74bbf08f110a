"""The fit: a small network of every unit, summed over a side, and what a side has beside its units.

The worth of a position is that of one side less that of the other, so it changes its sign with the sides.  Fitted by
Adam (Kingma and Ba 2015) on squares of what is missed, on one thread of numpy: same positions and seed, same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from tigersim.core.evaluation_layout import NARROW, SIDE_FEATURES, TURN_FEATURES, UNIT_FEATURES, WIDE
from tigersim.lab.training.position_table import Positions

Numbers = dict[str, npt.NDArray[np.float32]]
Floats = npt.NDArray[np.float64]
AT_ONCE = 20_000
"""Positions that are evaluated at once."""
SMALL = 1e-8
DECAY = 1e-5
"""Part of every number that a step takes off it, in units of the step."""
FRESH_WEIGHT = 0.5
"""Weight of positions whose label is the end of the battle beside those with the end of the turn."""


def begin(seed: int) -> Numbers:
    """Numbers to begin with: at random, and a VP of score worth a VP."""
    rng = np.random.default_rng(seed)

    def drawn(rows: int, columns: int, scale: float = 1.0) -> Any:
        return (rng.normal(size=(rows, columns)) * scale / rows**0.5).astype(np.float32)

    numbers = {
        "of_unit": drawn(UNIT_FEATURES, WIDE),
        "of_turn": drawn(TURN_FEATURES, WIDE, 0.5),
        "bias": np.zeros(WIDE),
        "inner": drawn(WIDE, NARROW, 1.5),
        "inner_bias": np.full(NARROW, 0.1),
        "last": np.zeros(NARROW),
        "straight": np.zeros(UNIT_FEATURES),
        "of_side": np.zeros((SIDE_FEATURES, 2)),
    }
    numbers["of_side"][0, 0] = 5.0
    return {name: np.asarray(values, dtype=np.float32) for name, values in numbers.items()}


class Rows:
    """Some positions, laid out for the network."""

    def __init__(self, positions: Positions, starts: Any, chosen: Any) -> None:
        counts = positions.counts[chosen].reshape(-1)
        totals = positions.counts[chosen].sum(axis=1)
        ends = np.cumsum(totals)
        within = np.arange(ends[-1]) - np.repeat(ends - totals, totals)
        self.units = positions.units[np.repeat(starts[chosen], totals) + within].astype(np.float32)
        self.side_of_unit = np.repeat(np.arange(len(counts)), counts)
        bounds = np.concatenate([[0], np.cumsum(counts)])
        ones = np.ones(len(self.units), dtype=np.float32)
        self.sums = sparse.csr_matrix((ones, np.arange(len(self.units)), bounds), shape=(len(counts), len(self.units)))
        self.moment = positions.moment[chosen].reshape(len(counts), -1)
        own = positions.sides[chosen].reshape(len(counts), -1)
        self.own = np.stack([own, own * self.moment[:, :1]], axis=2)


def forward(numbers: Mapping[str, Any], rows: Rows) -> tuple[Any, tuple[Any, ...]]:
    """(worth to side a, what ``backward`` needs)."""
    shared = rows.moment @ numbers["of_turn"] + numbers["bias"]
    wide = np.maximum(rows.units @ numbers["of_unit"] + shared[rows.side_of_unit], 0)
    narrow = np.maximum(wide @ numbers["inner"] + numbers["inner_bias"], 0)
    of_units = narrow @ numbers["last"] + rows.units @ numbers["straight"]
    sides = rows.sums @ of_units + np.einsum("skp,kp->s", rows.own, numbers["of_side"])
    return sides[0::2] - sides[1::2], (wide, narrow)


def backward(numbers: Mapping[str, Any], rows: Rows, kept: tuple[Any, ...], missed: Any) -> Numbers:
    """The slope of half the mean square of ``missed`` (already weighed and divided) in every number."""
    wide, narrow = kept
    sides = np.empty(2 * len(missed), dtype=np.float32)
    sides[0::2], sides[1::2] = missed, -missed
    of_units = sides[rows.side_of_unit]
    to_narrow = np.outer(of_units, numbers["last"]) * (narrow > 0)
    to_wide = (to_narrow @ numbers["inner"].T) * (wide > 0)
    to_shared = rows.sums @ to_wide
    return {
        "of_unit": rows.units.T @ to_wide,
        "of_turn": rows.moment.T @ to_shared,
        "bias": to_shared.sum(axis=0),
        "inner": wide.T @ to_narrow,
        "inner_bias": to_narrow.sum(axis=0),
        "last": narrow.T @ of_units,
        "straight": rows.units.T @ of_units,
        "of_side": np.einsum("s,skp->kp", sides, rows.own),
    }


def predict(numbers: Mapping[str, Any], positions: Positions) -> Floats:
    """What the numbers make of positions: VP of side a's margin."""
    starts = _starts(positions)
    parts = np.array_split(np.arange(len(positions)), max(len(positions) // AT_ONCE, 1))
    return np.concatenate([forward(numbers, Rows(positions, starts, part))[0] for part in parts]).astype(np.float64)


def fit(
    positions: Positions,
    labels: Floats,
    numbers: Numbers,
    *,
    epochs: int,
    rate: float,
    batch: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> Numbers:
    """Fit numbers to labels (VP of side a), on positions whose battles are not held out, from those given on."""
    numbers = {name: values.copy() for name, values in numbers.items()}
    seen, starts = np.flatnonzero(~positions.held_out), _starts(positions)
    weights = np.where(positions.fresh != 0, FRESH_WEIGHT, 1.0)
    rng = np.random.default_rng(seed)
    first = {name: np.zeros_like(values) for name, values in numbers.items()}
    second = {name: np.zeros_like(values) for name, values in numbers.items()}
    steps = max(len(seen) // batch, 1)
    done = 0
    for _ in range(epochs):
        order = rng.permutation(seen)
        for k in range(steps):
            chosen = np.sort(order[k * batch : (k + 1) * batch])
            rows = Rows(positions, starts, chosen)
            found, kept = forward(numbers, rows)
            missed = (weights[chosen] * (found - labels[chosen]) / len(chosen)).astype(np.float32)
            slopes = backward(numbers, rows, kept, missed)
            done += 1
            step = rate * 0.5 * (1 + np.cos(np.pi * done / (epochs * steps)))
            for name, slope in slopes.items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope * slope - second[name])
                mean, square = first[name] / (1 - 0.9**done), second[name] / (1 - 0.999**done)
                numbers[name] -= (step * (mean / (np.sqrt(square) + SMALL) + DECAY * numbers[name])).astype(np.float32)
            if progress is not None:
                progress(len(chosen))
    return numbers


def luck_weights(positions: Positions, missed: Floats) -> Floats:
    """What a VP of each kind of luck brings in the end: least squares of what a prediction missed."""
    seen = ~positions.held_out
    return np.asarray(np.linalg.lstsq(positions.luck[seen].astype(np.float64), missed[seen], rcond=None)[0], np.float64)


def _starts(positions: Positions) -> Any:
    """Row of each position's first unit."""
    totals = positions.counts.sum(axis=1)
    return np.cumsum(totals) - totals
