"""The fit: a small network of every unit, summed over a side, and what else a side has.

The worth of a position is that of one side less that of the other, so it changes its sign with the sides.  Fitted by
Adam (Kingma and Ba 2015) on squares of what is missed, on one thread of numpy: same positions and seed, same numbers.
Networks of the same kind are fitted to shots: what the destruction of a target is worth, and a shock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from tigersim.core.evaluation_layout import NARROW, OF_UNIT, SIDE_FEATURES, TURN_FEATURES, UNIT_FEATURES, WIDE
from tigersim.lab.training.position_table import Positions
from tigersim.statistics.adam import Adam, Numbers

Floats = npt.NDArray[np.float64]
AT_ONCE = 20_000
"""Positions that are evaluated at once."""
FRESH_WEIGHT = 0.5
"""Weight of positions whose label is the end of the battle next to those with the end of the turn."""
CONTRAST_WEIGHT = 4.0
"""Weight of the contrasts of a step next to its positions."""


def begin_network(seed: int) -> Numbers:
    """A network to begin with, at random; it answers 0 to everything."""
    rng = np.random.default_rng(seed)

    def drawn(rows: int, columns: int, scale: float = 1.0) -> Any:
        return (rng.normal(size=(rows, columns)) * scale / rows**0.5).astype(np.float32)

    network = {
        "of_unit": drawn(UNIT_FEATURES, WIDE),
        "of_turn": drawn(TURN_FEATURES, WIDE, 0.5),
        "bias": np.zeros(WIDE),
        "inner": drawn(WIDE, NARROW, 1.5),
        "inner_bias": np.full(NARROW, 0.1),
        "last": np.zeros(NARROW),
        "straight": np.zeros(UNIT_FEATURES),
    }
    return {name: np.asarray(values, dtype=np.float32) for name, values in network.items()}


def begin_target(part: float) -> Numbers:
    """A network by which all targets are worth one part of what they cost."""
    network = {name: np.zeros_like(values) for name, values in begin_network(0).items()}
    network["straight"][OF_UNIT.index("cost")] = 5 * part
    return network


def begin(seed: int) -> Numbers:
    """Numbers of positions to begin with: at random, and a VP of score worth a VP."""
    of_side = np.zeros((SIDE_FEATURES, 2), dtype=np.float32)
    of_side[0, 0] = 5.0
    return {**begin_network(seed), "of_side": of_side}


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


def layers(network: Mapping[str, Any], units: Any, shared: Any) -> tuple[Any, tuple[Any, Any]]:
    """(What a network makes of units, what ``slopes_of`` needs).

    shared: what the moment adds to the first layer.
    """
    wide = np.maximum(units @ network["of_unit"] + shared, 0)
    narrow = np.maximum(wide @ network["inner"] + network["inner_bias"], 0)
    return narrow @ network["last"] + units @ network["straight"], (wide, narrow)


def slopes_of(network: Mapping[str, Any], units: Any, kept: tuple[Any, Any], weights: Any) -> tuple[Numbers, Any]:
    """Slopes of the weighed sum of what a network makes of units.

    In its numbers, and in ``shared``.
    """
    wide, narrow = kept
    to_narrow = np.outer(weights, network["last"]) * (narrow > 0)
    to_wide = (to_narrow @ network["inner"].T) * (wide > 0)
    return {
        "of_unit": units.T @ to_wide,
        "inner": wide.T @ to_narrow,
        "inner_bias": to_narrow.sum(axis=0),
        "last": narrow.T @ weights,
        "straight": units.T @ weights,
    }, to_wide


def forward(numbers: Mapping[str, Any], rows: Rows) -> tuple[Any, tuple[Any, Any]]:
    """(worth to side a, what ``backward`` needs)."""
    shared = rows.moment @ numbers["of_turn"] + numbers["bias"]
    of_units, kept = layers(numbers, rows.units, shared[rows.side_of_unit])
    sides = rows.sums @ of_units + np.einsum("skp,kp->s", rows.own, numbers["of_side"])
    return sides[0::2] - sides[1::2], kept


def backward(numbers: Mapping[str, Any], rows: Rows, kept: tuple[Any, Any], missed: Any) -> Numbers:
    """The slope of half the mean square of ``missed`` in every number.

    ``missed``: already weighed and divided.
    """
    sides = np.empty(2 * len(missed), dtype=np.float32)
    sides[0::2], sides[1::2] = missed, -missed
    slopes, to_wide = slopes_of(numbers, rows.units, kept, sides[rows.side_of_unit])
    to_shared = rows.sums @ to_wide
    of_side = np.einsum("s,skp->kp", sides, rows.own)
    return {**slopes, "of_turn": rows.moment.T @ to_shared, "bias": to_shared.sum(axis=0), "of_side": of_side}


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
    contrasts: Positions | None = None,
) -> Numbers:
    """Fit numbers to labels (VP of side a), from those given on.

    On positions whose battles are not held out.  ``contrasts``: two positions each; the difference of the two is fitted
    to that of what became of them by the end of the turn.
    """
    numbers = {name: values.copy() for name, values in numbers.items()}
    seen, starts = np.flatnonzero(~positions.held_out), _starts(positions)
    weights = np.where(positions.fresh != 0, FRESH_WEIGHT, 1.0)
    rng = np.random.default_rng(seed)
    steps = max(len(seen) // batch, 1)
    adam = Adam(numbers, rate, epochs * steps)
    pairs = Pairs(contrasts, steps) if contrasts is not None else None
    for _ in range(epochs):
        order = rng.permutation(seen)
        if pairs is not None:
            pairs.shuffle(rng)
        for k in range(steps):
            chosen = np.sort(order[k * batch : (k + 1) * batch])
            rows = Rows(positions, starts, chosen)
            found, kept = forward(numbers, rows)
            missed = (weights[chosen] * (found - labels[chosen]) / len(chosen)).astype(np.float32)
            slopes = backward(numbers, rows, kept, missed)
            if pairs is not None:
                of_pairs = pairs.slopes(numbers, k)
                slopes = {name: slope + of_pairs[name] for name, slope in slopes.items()}
            adam.step(slopes)
    return numbers


class Pairs:
    """Contrasts that are not held out, in as many parts as an epoch has steps."""

    def __init__(self, contrasts: Positions, steps: int) -> None:
        self.contrasts, self.starts = contrasts, _starts(contrasts)
        self.order = np.flatnonzero(~contrasts.held_out[::2])
        self.apart = differences(contrasts.soon.astype(np.float64))
        self.size = max(len(self.order) // steps, 1)

    def shuffle(self, rng: np.random.Generator) -> None:
        """Put them in another order."""
        self.order = rng.permutation(self.order)

    def slopes(self, numbers: Mapping[str, Any], step: int) -> Numbers:
        """The weighed slope of half the mean square of what is missed of the differences of a step's contrasts."""
        chosen = np.sort(self.order[step * self.size : (step + 1) * self.size])
        rows = Rows(self.contrasts, self.starts, np.stack([2 * chosen, 2 * chosen + 1], axis=1).reshape(-1))
        found, kept = forward(numbers, rows)
        missed = CONTRAST_WEIGHT * (differences(found) - self.apart[chosen]) / len(chosen)
        return backward(numbers, rows, kept, np.stack([-missed, missed], axis=1).reshape(-1).astype(np.float32))


def differences(values: Any) -> Any:
    """What the second position of every contrast has more than the first."""
    return values[1::2] - values[0::2]


def luck_weights(positions: Positions, missed: Floats) -> Floats:
    """What a VP of each kind of luck brings: least squares of what a prediction missed."""
    seen = ~positions.held_out
    return np.asarray(np.linalg.lstsq(positions.luck[seen].astype(np.float64), missed[seen], rcond=None)[0], np.float64)


def _starts(positions: Positions) -> Any:
    """Row of each position's first unit."""
    totals = positions.counts.sum(axis=1)
    return np.cumsum(totals) - totals
