"""How often the 95% intervals of real runs cover what a long run on many other tables says.

    python tests/verification/table_coverage.py [--truth 2048000] [--runs 4] [--battles 512000] [--players tactician]

Plays one long run (a new table for every 512 battles) for the truth, then some runs with other seeds: at the default
(new tables) and on 32 tables used in turn.  Each is read with clustered errors and with errors that take its tables
for all there are (HC2).  Prints one line per design, errors and quantity: share of the units covered, that of the
twenty most mispriced, and the root mean square of error over standard error, in which the truth's own error counts.
With --battles 0 the runs stop by themselves, at 0.25 VP.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.play.job import Job, priced_units
from tigersim.pricing.report.result import Prices

QUANTITIES = ("theta", "delta", "price")
MOST_MISPRICED = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truth", type=int, default=2_048_000, help="battles behind the truth")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--battles", type=int, default=512_000, help="of a run; 0: until it stops by itself")
    parser.add_argument("--players", default="heuristic")
    parser.add_argument("--threads", type=int, default=None)
    options = parser.parse_args()
    truth = played(options, 900, None, options.truth)["clustered"]
    print(f"truth: {truth.summary}", flush=True)
    print(f"{'tables':8} {'errors':10} {'quantity':8} {'covered':>8} {'top 20':>8} {'rms z':>7} {'half-width':>10}")
    for tables in (None, 32):
        runs = [played(options, seed, tables, options.battles) for seed in range(1, options.runs + 1)]
        for errors in ("clustered", "HC2"):
            for quantity in QUANTITIES:
                said = line([run[errors] for run in runs], truth, quantity)
                print(f"{tables or 'new'!s:8} {errors:10} {quantity:8} {said}")
        sys.stdout.flush()


def played(options: argparse.Namespace, seed: int, tables: int | None, battles: int) -> dict[str, Prices]:
    """The list of a run by both kinds of errors."""
    design = Design(tables=tables, seed=seed, players=(options.players, options.players))
    design = Design(priced_units(None, design.terms.ruleset), seed=seed, players=design.players, tables=tables)
    began, found = time.perf_counter(), {}
    with Job.at_work(design, threads=options.threads) as job:
        if battles:
            job.play_to(-(-battles // BATTLES_PER_TASK))
        else:
            job.play_until(0.25)
        for errors in ("clustered", "HC2"):
            job.study.errors, job.study._last = errors, None
            found[errors] = job.study.fit(design.provenance())
    seconds = time.perf_counter() - began
    print(f"  seed {seed}, {found['clustered'].summary}: {seconds:.0f} s", flush=True)
    return found


def line(runs: list[Prices], truth: Prices, quantity: str) -> str:
    """What the intervals of one quantity cover, in all runs."""
    inside, top, z, width = [], [], [], []
    true, true_se = numbers(truth, quantity)
    most = np.argsort(-np.abs(truth.table["delta"].to_numpy()))[:MOST_MISPRICED]
    for run in runs:
        found, se = numbers(run, quantity)
        half = stats.t.ppf(0.975, freedom_of(run)) * se
        # the truth is known with an error too, which is no fault of the interval
        covered = np.abs(found - true) <= half * np.sqrt(1 + (true_se / se) ** 2)
        inside.append(covered)
        top.append(covered[most])
        z.append((found - true) / np.hypot(se, true_se))
        width.append(half)
    rms = np.sqrt(np.mean(np.square(z)))
    return f"{np.mean(inside):8.4f} {np.mean(top):8.4f} {rms:7.3f} {np.quantile(width, 0.95):10.3f}"


def numbers(found: Prices, quantity: str) -> tuple[np.ndarray, np.ndarray]:
    if quantity == "theta":
        return found.table["theta"].to_numpy(), found.table["theta_se"].to_numpy()
    return found.table[quantity].to_numpy(), standard_error(found, quantity)


if __name__ == "__main__":
    main()
