"""Prints how fast the dice are, and the general kernel on shots with every kind of special case.

python benchmarks/bench_sampling.py
"""

from __future__ import annotations

from time import perf_counter

from tigersim import simulate
from tigersim.bench.dice import measure_sampling

SHOTS = {
    "plain": {"attacker": "M4 Sherman", "target": "Panzer IV (mid)"},
    "death trap": {"attacker": "Tiger I", "target": "M4 Sherman"},
    "machine gun at cover": {"attacker": "Panzer I", "target": "Regulars [ussr]", "weapon": "mg", "cover": "wood"},
    "re-rolls on both sides": {"attacker": "Crusader III", "target": "Jagd Panther"},
    "rapid fire": {"attacker": "T-60", "target": "Crusader I/II"},
    "two permissions": {"attacker": "Comet", "target": "Panther A"},
    "two permissions, destroy": {"attacker": "Comet", "target": "Panther A", "objective": "destroy"},
}
TRIALS = 1 << 21


def main() -> None:
    measured = measure_sampling()
    for name, value in measured.items():
        if isinstance(value, float):
            print(f"{name:28} {value:10.1f} x")
    for name, value in measured["per_second"].items():
        print(f"{name:28} {value:14,.0f} per second")
    for name, question in SHOTS.items():
        simulate.shots(**question, trials=1000)
        start = perf_counter()
        simulate.shots(**question, trials=TRIALS, threads=1)
        print(f"{name:28} {TRIALS / (perf_counter() - start):14,.0f} trials per second")


if __name__ == "__main__":
    main()
