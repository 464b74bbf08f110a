"""Thousands of damaged run folders, each read by every command that reads runs: the long form of
``tests/show/test_damaged_runs.py``.

    python tests/verification/damaged_runs.py [--cases 4000] [--first 1000]

Prints what is answered with anything but an answer or one clear line, and how many cases were asked; ends with status 1
if there was any.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import traceback
import warnings
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import matplotlib as mpl

from tests.damage import asked, case, commands, complaint


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=4000)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--quick", action="store_true", help="one command a case, no pages")
    options = parser.parse_args()
    warnings.simplefilter("error")
    mpl.use("agg")
    wrong = answered = 0
    said: Counter[str] = Counter()
    with TemporaryDirectory() as place:
        for seed in range(options.first, options.first + options.cases):
            damage = case(seed, Path(place))
            questions = commands(damage)
            for command in [questions[seed % (len(questions) - 1)]] if options.quick else questions:
                result = asked(command)
                problem = complaint(damage, result)
                answered += result.exit_code == 0
                if problem:
                    wrong += 1
                    at = traceback.extract_tb(result.exc_info[2])[-1] if result.exc_info else None
                    own = [f for f in traceback.extract_tb(result.exc_info[2]) if "/tigersim/" in f.filename]
                    where = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else str(at)
                    said[f"{where} {problem[:100]}"] += 1
                    print(
                        f"{seed} {command[0]} {damage.folder.name}/{damage.file} {damage.how}\n    {where} {problem}",
                        flush=True,
                    )
            shutil.rmtree(damage.folder.parent)
    print(f"{options.cases} damaged runs, {answered} answers, {wrong} faults")
    for line, count in said.most_common():
        print(f"  {count} x {line}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
