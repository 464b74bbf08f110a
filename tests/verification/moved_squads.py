"""What it costs tacticians to have their squads moved: weights pulled towards moving, in mirrored pairs of battles.

    python -m tests.verification.moved_squads [--tasks 16]

256 pairs a task; a minute and the compiling.  Each line is one change of the weights (``core.weights``) against the
usual ones: score in percent and margin in VP with 95% intervals, and how many of the infantry squads never act, of the
changed player and of the usual one.
"""

from __future__ import annotations

import argparse

import numpy as np

from tigersim.core.weights import row
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.pairs import Pairs

CHANGES: tuple[dict[str, float], ...] = (
    {"walk": 0.6},
    {"near": 0.1},
    {"near": 0.1, "walk": 0.6, "hidden": 0.2},
    {"near": 0.2},
    {"near": 0.2, "walk": 1.0, "hidden": 0.0, "threat": 0.4},
)
"""A card for a unit without a target, places near the enemy, cover, threat (``core.weights`` has the usual worth)."""


def main() -> None:
    """Play all changes."""
    ask = argparse.ArgumentParser(description="What it costs tacticians to have their squads moved.")
    ask.add_argument("--tasks", type=int, default=16, help="tasks of 256 pairs a change (16)")
    tasks = ask.parse_args().tasks
    arena = Arena(Design(players=("tactician", "tactician"), seed=19))
    infantry = np.array([profile.infantry != 0 for profile in arena.design.profiles])
    for change in CHANGES:
        changed = row("tactician", **change)
        margins, idle = [], np.zeros((2, 2), dtype=np.int64)  # [changed or usual][squads, those that never act]
        for task in range(tasks):
            both = []
            for side, weights in enumerate([(changed, None), (None, changed)]):
                results = arena.results(task * BATTLES_PER_TASK, BATTLES_PER_TASK, weights)
                vp = results["vp"].astype(np.int64)
                both.append(vp[:, side] - vp[:, 1 - side])
                for player, of in enumerate((side, 1 - side)):
                    kind, acted = results["kind"][:, of], results["acted"][:, of]
                    squads = (kind >= 0) & infantry[kind]
                    idle[player] += squads.sum(), (squads & (acted == 0)).sum()
            margins.append(np.stack(both, axis=1))
        pairs = Pairs(np.concatenate(margins))
        (score, score_low, score_high), (low, high) = (pairs.score, *pairs.score_interval), pairs.margin_interval
        never = [f"{100 * part[1] / part[0]:.1f}%" for part in idle]
        print(
            f"{', '.join(f'{name} {value}' for name, value in change.items())}: {100 * score:.1f}% "
            f"[{100 * score_low:.1f}, {100 * score_high:.1f}], {pairs.margin:+.2f} VP [{low:+.2f}, {high:+.2f}], "
            f"{never[0]} of the squads never act, {never[1]} of the usual player's; {len(pairs)} pairs",
            flush=True,
        )


if __name__ == "__main__":
    main()
