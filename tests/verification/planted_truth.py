"""The acceptance tests of the statistics in full: the long form of ``tests/pricing/test_planted_truth.py``.

    python tests/verification/planted_truth.py [--only 1 8 17]

Worlds whose truth is known, at the sizes at which the method was accepted.  Prints one line per test with its figures;
exits with 1 if one of them misses its bounds.  Figures marked * are those of a wrong way to estimate, which must fail:
without that the test would have no teeth.  Test 18 (the same bits from 1, 2 and 8 workers) is
``tests/pricing/test_moments.py`` and ``test_job.py``; test 19 (simulation-based calibration) is for a Bayesian backend,
and none is shipped.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.pricing import planted_figures
from tests.pricing.planted_worlds import Design

FULL = Design(units=150, tables=100, sizes=(6, 10), gap=2.5, choices=6)
MIDDLE = Design(units=60, tables=8, sizes=(5, 9), choices=6)
TABLES = Design(units=60, tables=60, sizes=(5, 9), choices=6)
SMALL = Design(units=30, tables=4, sizes=(5, 8), choices=6)
FAR = float("inf")

Bounds = dict[str, tuple[float, float]]


class Test(NamedTuple):
    title: str
    play: Callable[[], planted_figures.Figures]
    bounds: Bounds
    teeth: Bounds = dict.fromkeys(())
    """Bounds on what the wrong way gives."""


def shrunk() -> planted_figures.Figures:
    """Test 12, the raw error put next to the shrunk one."""
    found = planted_figures.shrinkage(MIDDLE, 10, (3000, 10_000, 30_000))
    for n in (3000, 10_000, 30_000):
        found[f"{n}: shrunk / raw"] = found.pop(f"{n}: rmse shrunk") / found.pop(f"{n}: rmse raw")
    return found


def far_from_the_false_discovery_rate() -> planted_figures.Figures:
    """Test 11, with how many of its own standard errors the rate lies above 5%."""
    found = planted_figures.multiplicity(planted_figures.some_covariance(FULL, 30_000), 200)
    found["FDR above 5%, in SE"] = (found["FDR"] - 0.05) / found["FDR, SE"]
    return found


def ranked() -> planted_figures.Figures:
    """Test 14, with the steps from one log loss to the next."""
    found = planted_figures.hold_outs(FULL, 125_000)
    for worse, better in (("coin", "cost"), ("cost", "additive"), ("additive", "truth")):
        found[f"{worse} - {better}"] = found[worse] - found[better]
    return found


TESTS = {
    1: Test(
        "null world",
        lambda: planted_figures.null_world(MIDDLE, 100, 6000),
        {"KS p": (0.001, 1), "worlds without a false alarm": (0.95, 1), "coverage of cost": (0.94, 0.96)},
        {"KS p of a world that is not null": (0, 1e-6)},
    ),
    2: Test(
        "additive world",
        lambda: planted_figures.additive_world(FULL, 20, 20_000, (10_000, 30_000, 90_000)),
        {"coverage": (0.935, 0.965), "error / SE": (0.95, 1.05), "slope": (-0.52, -0.48)},
        {"coverage of theta / lambda": (0, 0.5)},
    ),
    3: Test(
        "interaction world",
        lambda: planted_figures.interaction_world(MIDDLE, 20, 10_000, 100_000, 400_000),
        {"coverage of the projection": (0.93, 0.97)},
        {"coverage of the additive worth": (0, 0.7)},
    ),
    4: Test(
        "numbers",
        lambda: planted_figures.numbers(MIDDLE, 10_000),
        {
            "margin theta": (0, 1e-8),
            "wins theta": (0, 1e-8),
            "margin HC2": (0, 1e-6),
            "wins model covariance": (0, 1e-6),
            "wins clustered": (0, 1e-6),
        },
    ),
    5: Test(
        "bias of 6 VP",
        lambda: planted_figures.side_bias(MIDDLE, 40_000),
        dict.fromkeys(("attackers known", "tables known", "mirrored, attackers unknown"), (0, 0.5)),
        dict.fromkeys(("attackers unknown", "tables unknown"), (2, FAR)),
    ),
    6: Test(
        "identifiability (its errors: test_scale.py)",
        lambda: planted_figures.precise_scale(Design(units=60, tables=4, gap=2.0), 40_000),
        {"se(lambda) / lambda": (0, 0.04)},
    ),
    7: Test(
        "luck (of the engine: test_chance.py)",
        lambda: planted_figures.luck(MIDDLE, 60_000),
        {
            "z of the mean": (0, 4),
            "greatest z of a unit": (0, 4),
            "greatest shift / SE": (0, 4),
            "variance ratio": (0, 0.6),
        },
    ),
    8: Test(
        "self-consistent list",
        lambda: planted_figures.kill_engine(SMALL, 40, 6000, 300_000),
        {
            "list / Perron vector - 1": (0, 1e-6),
            "coverage, delta method": (0.92, 0.97),
            "coverage, jackknife": (0.92, 0.97),
        },
        {"theta / lambda: error after 8 steps / before": (2, FAR)},
    ),
    9: Test(
        "closed loop",
        lambda: planted_figures.closed_loop(SMALL, 30, 40_000, 400_000),
        {"mean delta": (-2.3, -1.7), "coverage of 0 after mending": (0.86, 1)},
        {"coverage of 0 before": (0, 0.05)},
    ),
    10: Test(
        "stopping",
        lambda: planted_figures.stopping(4000),
        {"coverage, stopped when narrow": (0.94, 0.96), "false alarms, always valid": (0, 0.05)},
        {"false alarms, naive": (0.25, 1)},
    ),
    11: Test(
        "multiplicity",
        far_from_the_false_discovery_rate,
        {
            "FDR above 5%, in SE": (-FAR, 2),
            "far units called FAIR": (0, 0.05),
            "power beyond 1.5 VP": (0.8, 1),
            "misses of selected intervals": (0, 0.05),
        },
        {"FDR of testing for 0": (0.15, 1), "misses of plain intervals when selected": (0.055, 1)},
    ),
    12: Test(
        "shrinkage (intervals of traits: test_traits.py)",
        shrunk,
        {
            **{f"{n}: shrunk / raw": (0, 1) for n in (3000, 10_000, 30_000)},
            **{f"{n}: residual sd": (0.47, 0.67) for n in (10_000, 30_000)},
        },
    ),
    13: Test(
        "circles",
        lambda: planted_figures.circles(10, 100, 20),
        {
            "share without circles": (-0.01, 0.01),
            "greatest error of the share": (0, 0.02),
            "greatest top / edge of noise": (0, 1.1),
        },
        {"raw share without circles": (0.05, 1), "mean error of the raw share": (0.04, 1)},
    ),
    14: Test(
        "hold-out",
        ranked,
        {
            "coin - cost": (0.001, 1),
            "cost - additive": (0.001, 1),
            "additive - truth": (0, 1),
            "slope": (0.97, 1.03),
            "attained by worths": (0, 1),
            "wins by coin": (0.6925, 0.6955),
        },
        {"slope on fresh battles, few": (0, 0.9)},
    ),
    15: Test(
        "adaptive sampling",
        lambda: planted_figures.adaptive(Design(units=60, tables=4, sizes=(4, 8), choices=4), 16, 12_000, 400_000),
        {"coverage, one slot adapted": (0.93, 0.97), "error / SE, one slot adapted": (0.95, 1.05)},
        {"coverage, all slots adapted": (0, 0.9)},
    ),
    16: Test(
        "conditions",
        lambda: planted_figures.conditions(150, 6, 200) | planted_figures.common_dice(MIDDLE, 20_000),
        {
            "mean s_u": (0.295, 0.305),
            "greatest error of s_u": (0, 0.05),
            "coverage of its interval": (0.92, 0.98),
            "variance, shared / independent": (0, 0.9),
            "coverage": (0.86, 1),
        },
        {"s_u with the errors in it": (0.35, 1)},
    ),
    17: Test(
        "indifference",
        lambda: planted_figures.indifference(3000, 600),
        {
            "mean root": (planted_figures.ROOT - 0.02, planted_figures.ROOT + 0.02),
            "coverage": (0.93, 0.97),
            "weak slope: coverage": (0.93, 0.97),
            "weak slope: unbounded": (0.5, 1),
        },
        {"weak slope: coverage, ends taken for an interval": (0, 0.5)},
    ),
    20: Test(
        "tables drawn anew",
        lambda: planted_figures.tables_drawn_anew(TABLES, 100, 12_000, 0.8),
        {"coverage of theta": (0.935, 0.965), "coverage of delta": (0.935, 0.965)},
        {"coverage of theta, tables taken for all": (0, 0.88), "coverage of delta, tables taken for all": (0, 0.88)},
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", type=int, nargs="+", choices=list(TESTS), default=list(TESTS), help="numbers of tests"
    )
    missed = 0
    for number in parser.parse_args().only:
        test, began = TESTS[number], time.perf_counter()
        figures = test.play()
        wanted = test.bounds | test.teeth
        out = [name for name, (low, high) in wanted.items() if not low <= figures[name] <= high]
        told = ", ".join(f"{name}{'*' * (name in test.teeth)} {figures[name]:.4g}" for name in figures)
        print(f"{'MISS' if out else 'ok  '} {number:2} {test.title}: {told} ({time.perf_counter() - began:.0f} s)")
        for name in out:
            low, high = wanted[name]
            print(f"        {name} is {figures[name]:.4g}, wanted {low:g} to {high:g}")
        sys.stdout.flush()
        missed += bool(out)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
