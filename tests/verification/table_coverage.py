"""How often the 95% intervals of real runs cover what a long run on many other tables says.

    python tests/verification/table_coverage.py [--truth 2048000] [--runs 4] [--battles 512000] [--players tactician]
    python tests/verification/table_coverage.py --designs wide near --battles 204800 --out DIRECTORY

Plays one long run (a new table for every 512 battles, budgets as near as a study draws them) for the truth, then some
runs with other seeds: with budgets further apart, as ``tigersim prices`` draws them ("wide"), as near as those of the
truth ("near"), and those on 32 tables used in turn ("32").  Each is read with clustered errors and with errors that
take its tables for all there are (HC2).  Prints one line per design, errors and quantity: share of the units covered,
that of the twenty most mispriced, the root mean square of error over standard error, in which the truth's own error
counts, the half-width that 95% of the units have at most, and how much less the twenty come out from their cost than
in the truth, as a share of it.  With --battles 0 the runs stop by themselves, at 0.25 VP; with --out they are kept.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tigersim.catalogue.rulesets import DEFAULT
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.run import Run
from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.play.job import WIDE, Job, priced_units
from tigersim.pricing.play.study import Method
from tigersim.pricing.report.result import Prices

QUANTITIES = ("theta", "delta", "price")
MOST_MISPRICED = 20
DESIGNS = {"wide": (None, WIDE), "near": (None, 4), "32": (32, 4)}
"""Tables, and faces of the dice that set how far budgets are apart."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truth", type=int, default=2_048_000, help="battles behind the truth")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--battles", type=int, default=512_000, help="of a run; 0: until it stops by itself")
    parser.add_argument("--players", default="heuristic")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, default=list(DESIGNS), help="(all)")
    parser.add_argument("--out", type=Path, default=None, help="directory in which runs are kept, and gone on from")
    options = parser.parse_args()
    truth = played(options, "near", 900, options.truth)["clustered"]
    print(f"truth: {truth.summary}", flush=True)
    print(
        f"{'design':6} {'errors':10} {'quantity':8} {'covered':>8} {'top 20':>8} {'rms z':>7} {'width':>7} {'less':>7}"
    )
    for name in options.designs:
        runs = [played(options, name, seed, options.battles) for seed in range(1, options.runs + 1)]
        for errors in ("clustered", "HC2"):
            for quantity in QUANTITIES:
                said = line([run[errors] for run in runs], truth, quantity)
                print(f"{name:6} {errors:10} {quantity:8} {said}")
        sys.stdout.flush()


def played(options: argparse.Namespace, name: str, seed: int, battles: int) -> dict[str, Prices]:
    """The list of a run by both kinds of errors."""
    tables, jitter = DESIGNS[name]
    players = (options.players, options.players)
    design = Design(priced_units(None, DEFAULT), seed=seed, players=players, tables=tables, jitter=jitter)
    began, found = time.perf_counter(), {}
    out = None if options.out is None else options.out / Run.name_for(design)
    with Job.at_work(design, out, threads=options.threads) as job:
        if battles:
            job.play_to(-(-battles // BATTLES_PER_TASK))
        else:
            job.play_until(0.25)
        for errors in ("clustered", "HC2"):
            job.study.method, job.study._last = Method(errors=errors), None
            found[errors] = job.study.fit(design.provenance())
    seconds = time.perf_counter() - began
    print(f"  seed {seed}, {found['clustered'].summary}: {seconds:.0f} s", flush=True)
    return found


def line(runs: list[Prices], truth: Prices, quantity: str) -> str:
    """What the intervals of one quantity cover, in all runs."""
    inside, top, z, width, less = [], [], [], [], []
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
        width.append(np.quantile(half, 0.95))
        less.append(1 - np.sign(true[most]) @ found[most] / np.abs(true[most]).sum())
    rms = np.sqrt(np.mean(np.square(z)))
    return f"{np.mean(inside):8.4f} {np.mean(top):8.4f} {rms:7.3f} {np.mean(width):7.3f} {np.mean(less):7.3f}"


def numbers(found: Prices, quantity: str) -> tuple[np.ndarray, np.ndarray]:
    if quantity == "theta":
        return found.table["theta"].to_numpy(), found.table["theta_se"].to_numpy()
    return found.table[quantity].to_numpy(), standard_error(found, quantity)


if __name__ == "__main__":
    main()
