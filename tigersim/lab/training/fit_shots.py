"""The fit of what targets are worth: shots of one decision compared with each other.

What comes of a shot is its chance to destroy times what the destruction is worth, and its chance to shock times that of
a shock; all else is the same for all shots of a decision and drops out of their differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.lab.training.fit import begin_network, layers, slopes_of
from tigersim.lab.training.shot_table import Shots
from tigersim.statistics.adam import Adam, Numbers

Floats = npt.NDArray[np.float64]


def worth_of_shots(kill: Numbers, shock: Numbers, shots: Shots) -> Floats:
    """What the networks make of shots, VP."""
    found = _look(kill, shock, shots.units.astype(np.float32), shots.moment, _chances(shots))[0]
    return np.asarray(found, dtype=np.float64)


def part_foretold(kill: Numbers, shock: Numbers, shots: Shots) -> float:
    """Part of the spread between shots of one decision that is foretold.

    In battles that no fit has seen; not a number where there is no spread.
    """
    kept = shots.held_out
    decision = np.unique(shots.decision[kept], return_inverse=True)[1]
    came = _within(decision, shots.value[kept])
    missed = came - _within(decision, worth_of_shots(kill, shock, shots)[kept])
    return float(1 - (missed**2).sum() / (came**2).sum()) if came.any() else float("nan")


def fit_shots(shots: Shots, *, epochs: int, rate: float, batch: int, seed: int) -> tuple[Numbers, Numbers]:
    """(Network of what a destruction is worth, of what a shock is).

    Fitted to shots of battles that are not held out.  ``batch``: decisions of a step.
    """
    networks = begin_network(seed), begin_network(seed + 1)
    seen = np.flatnonzero(~shots.held_out)
    order = seen[np.argsort(shots.decision[seen], kind="stable")]
    _, starts, counts = np.unique(shots.decision[order], return_index=True, return_counts=True)
    steps = max(len(starts) // batch, 1)
    adams = [Adam(network, rate, epochs * steps) for network in networks]
    chances, rng = _chances(shots), np.random.default_rng(seed)
    for _ in range(epochs):
        chosen = rng.permutation(len(starts))
        for k in range(steps):
            some = chosen[k * batch : (k + 1) * batch]
            lengths = counts[some]
            within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            rows = order[np.repeat(starts[some], lengths) + within]
            decision = np.repeat(np.arange(len(some)), lengths)
            units, moment = shots.units[rows].astype(np.float32), shots.moment[rows]
            found, kept = _look(*networks, units, moment, chances[:, rows])
            missed = _within(decision, found - shots.value[rows]) / len(rows)
            for adam, network, one, chance in zip(adams, networks, kept, chances[:, rows], strict=True):
                slopes, to_wide = slopes_of(network, units, one, (missed * chance).astype(np.float32))
                adam.step({**slopes, "of_turn": moment.T @ to_wide, "bias": to_wide.sum(axis=0)})
    return networks


def _chances(shots: Shots) -> Any:
    return np.stack([shots.destroys, shots.shocks])


def _look(kill: Numbers, shock: Numbers, units: Any, moment: Any, chances: Any) -> tuple[Any, list[Any]]:
    found, kept = 0.0, []
    for network, chance in zip((kill, shock), chances, strict=True):
        worth, one = layers(network, units, moment @ network["of_turn"] + network["bias"])
        found = found + chance * worth
        kept.append(one)
    return found, kept


def _within(decision: Any, values: Any) -> Any:
    """Values less the mean of their decision.  decision: numbers from 0 on."""
    sums = np.bincount(decision, weights=values)
    return values - (sums / np.maximum(np.bincount(decision), 1))[decision]
