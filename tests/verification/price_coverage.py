"""How often the 95% intervals of prices contain the truth: the long form of ``tests/pricing/test_coverage.py``.

    python tests/verification/price_coverage.py [--worlds 20] [--battles 20000] [--units 147] [--truth 1000000]

The truth is the projection of noiseless battles.  Prints one line per kind of world and quantity.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.pricing.planted_worlds import AdditiveWorld, Design, KillWorld, projection
from tigersim.pricing import BattleTable, Guards, PriceStudy
from tigersim.pricing.estimate.scale import ScaleNotPrecise
from tigersim.pricing.play.study import Method

LOOSE = Guards(min_appearances=50, max_scale_error=0.25)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=2, help="fits per world")
    parser.add_argument("--battles", type=int, default=20_000)
    parser.add_argument("--units", type=int, default=147)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--truth", type=int, default=1_000_000, help="noiseless battles behind the projection")
    parser.add_argument("--errors", default="clustered", choices=["clustered", "HC0", "HC1", "HC2", "HC3"])
    options = parser.parse_args()
    design = Design(units=options.units, tables=options.tables, sizes=(6, 10), gap=2.5, choices=6)
    print(f"{'world':12} {'quantity':8} {'coverage':>8} {'unit-runs':>9} {'error/SE':>8} {'half-width':>10}")
    for kind in ("additive", "interaction", "kills", "kills, deaths only"):
        began = time.perf_counter()
        for name, (ratio, half) in coverage(kind, design, options).items():
            inside = np.mean(np.abs(ratio) <= 1.0)
            print(
                f"{kind:18} {name:8} {inside:8.4f} {ratio.size:9,} {1.96 * np.sqrt(np.mean(ratio**2)):8.3f} "
                f"{np.median(half):10.3f}"
            )
        print(f"{'':12} {time.perf_counter() - began:.0f} s", flush=True)


def coverage(kind: str, design: Design, options: argparse.Namespace) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Error over half-width, and half-width, of delta, theta and price, over all worlds, fits and units."""
    found: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    for number in range(options.worlds):
        world = a_world(kind, number, design)
        means = world.means(options.truth, seed=10_000 + number)
        truth = projection(means, getattr(world, "mortality", None))
        del means
        for repeat in range(options.repeats):
            table = fit(world.battles(options.battles, seed=100 * number + repeat), kind, options)
            if table is None:
                continue
            for name, true in (("delta", truth.delta), ("theta", truth.theta), ("price", truth.prices)):
                half = (
                    1.96 * table["theta_se"] if name == "theta" else (table[f"{name}_high"] - table[f"{name}_low"]) / 2
                )
                if np.isfinite(true).all() and half.notna().all():
                    ratio = ((table[name] - true) / half).to_numpy()
                    found.setdefault(name, []).append((ratio, half.to_numpy()))
    return {name: tuple(np.concatenate(both) for both in zip(*pairs, strict=True)) for name, pairs in found.items()}


def a_world(kind: str, number: int, design: Design) -> AdditiveWorld | KillWorld:
    if kind.startswith("kills"):
        return KillWorld.make(number, design)
    return AdditiveWorld.make(number, design, interaction=0.2 if kind == "interaction" else 0.0)


def fit(battles: BattleTable, kind: str, options: argparse.Namespace):
    if kind == "kills, deaths only":
        battles = replace(battles, hazard=None)
    study = PriceStudy(battles.roster, tables=options.tables, method=Method(errors=options.errors, guards=LOOSE))
    study.add(battles)
    try:
        return study.fit().table
    except ScaleNotPrecise as error:
        print(f"  one fit left out: {error}")
        return None


if __name__ == "__main__":
    main()
