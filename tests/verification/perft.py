"""Legal actions against the naive generator along random battles: the long form of ``tests/core/test_perft.py``.

    python tests/verification/perft.py [--battles 100] [--seed 1] [--decisions 400]

Battles of both editions, of mixed armies on three small tables, half of those of the second edition under random
readings of the rules, a quarter of all with something forbidden, three quarters with support that aces call; at every
decision the engine's list has to be the naive one.  Exits with 1 at the first difference, naming the battle.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.reference.perft import Differs
from tests.reference.walks import MAPS, a_battle
from tests.verification.invariants import restrictions
from tigersim.game.options import SUPPORT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=400, help="most decisions of one battle")
    options = parser.parse_args()
    asked: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(options.seed, options.seed + options.battles):
        try:
            forbid = restrictions(str(number)) if number % 4 == 3 else ()
            support = SUPPORT[number % len(SUPPORT)]
            asked += a_battle(number, tuple(MAPS), forbid, support, aces=4).walk(number, options.decisions)
        except Differs as difference:
            print(f"battle {number}: {difference}")
            return 1
    for name, times in asked.most_common():
        print(f"{name:12} {times:9,}")
    seconds = time.perf_counter() - began
    print(f"{options.battles:,} battles, {asked.total():,} decisions, {seconds:.0f} seconds: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
