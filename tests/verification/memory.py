"""Peak memory of long runs at several sizes: take it to see that memory does not grow with the number of battles.

    python -m tests.verification.memory [--battles 100000 1000000 5000000] [--players heuristic] [--place FOLDER]

Every line is a process of its own.  ``prices`` plays, ``read again`` finds all battles on the disk, ``table in files``
writes one row a battle; ``table in memory`` holds one row a battle, so it has to grow and is asked for the first size
only.  The folder keeps the battles, some 1 GB for five million; the same command goes on from there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SIZES = (100_000, 1_000_000, 5_000_000)
UNIT = 1024 if sys.platform == "linux" else 1
"""Bytes in which this system counts the peak of a process."""

PRICES = "from tigersim.cli import app; app({arguments!r})"
IN_FILES = "import tigersim as ts; ts.write_battles({folder!r}, n={n}, players=({player!r}, {player!r}))"
IN_MEMORY = "import tigersim as ts; ts.battles(n={n}, players=({player!r}, {player!r}))"


def peak(code: str) -> float:
    """Most megabytes that a fresh process held at once.  Raises ``RuntimeError`` if it fails."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(said.decode()[-2000:])
    return used.ru_maxrss * UNIT / 1e6


def jobs(place: Path, player: str, sizes: Sequence[int]) -> list[tuple[str, int, str]]:
    """Triples (what, battles, code), the sizes of one run after the other."""
    found = []
    for n in sizes:
        words = ["prices", "--battles", str(n), "--players", player, "--out", str(place / "prices"), "--json"]
        found += [("prices", n, PRICES.format(arguments=words)), ("read again", n, PRICES.format(arguments=words))]
    found += [("table in files", n, IN_FILES.format(folder=str(place / "table"), n=n, player=player)) for n in sizes]
    return [*found, ("table in memory", sizes[0], IN_MEMORY.format(n=sizes[0], player=player))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, nargs="+", default=SIZES)
    parser.add_argument("--players", default="heuristic")
    parser.add_argument("--place", type=Path, default=None)
    parser.add_argument("--only", choices=("prices", "read again", "table in files", "table in memory"))
    options = parser.parse_args()
    first: dict[str, tuple[int, float]] = {}
    peak(IN_MEMORY.format(n=1, player=options.players))  # compiled, for that takes memory of its own
    with TemporaryDirectory() as temporary:
        for what, n, code in jobs(options.place or Path(temporary), options.players, sorted(options.battles)):
            if options.only in (None, what):
                now = peak(code)
                least, before = first.setdefault(what, (n, now))
                more = f"{1e6 * (now - before) / (n - least):8.1f} bytes a battle more" if n > least else ""
                print(f"{what:16}{n:12,} battles {now:8.0f} MB {more}", flush=True)


if __name__ == "__main__":
    main()
