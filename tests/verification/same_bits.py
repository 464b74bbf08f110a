"""Proof that a change leaves all results as they are: battles, odds, prices and answers against hashes on record.

    python -m tests.verification.same_bits
    python -m tests.verification.same_bits --battles 5000 --first 20000 --against before.txt --write
    python -m tests.verification.same_bits --parts odds prices

Battle n is over terms drawn from n alone: every scenario, both editions with random readings, all families of tables,
markers, support, forts, landings, several players a side, solo play, armies of 1 to 16 units, every compiled player and
two written in Python.  Its hash covers all decisions, what was legal at two of them, both sides' view of three moments,
and the outcome.  Beside the battles stand questions to all exact odds, tables of battles of every kind of design, small
price lists, and all questions of the companion games.  Words do not count, numbers do, to twelve digits.

The record is ``same_bits.txt``, a line for each.  ``--write`` writes it: only where results are meant to change, and
the history then says why.  What differs is named with its terms; the exit status is 1 if anything does.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.verification import same_bits_answers as answers
from tests.verification import same_bits_battles as battles

RECORD = Path(__file__).with_suffix(".txt")
BATTLES = 1000
PARTS: dict[str, Callable[[], Iterator[answers.Line]]] = {
    "odds": answers.odds_lines,
    "tables": answers.table_lines,
    "prices": answers.price_lines,
    "companions": answers.companion_lines,
}
"""What is checked besides battles."""
CRASH = "crash: "
NAMED = 20
"""Differences that are named, at most."""


def main() -> int:
    about = (__doc__ or "").replace("``", "")
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=BATTLES, help=f"({BATTLES})")
    parser.add_argument("--first", type=int, default=0, help="number of the first battle (0)")
    parser.add_argument("--parts", nargs="+", choices=("battles", *PARTS), default=("battles", *PARTS), help="(all)")
    parser.add_argument("--threads", type=int, default=1, help="(1)")
    parser.add_argument("--against", type=Path, default=RECORD, help="file of hashes (the one kept with the tests)")
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing")
    parser.add_argument("--terms", type=int, metavar="NUMBER", help="print the terms of a battle and its hash")
    options = parser.parse_args()
    if options.terms is not None:
        print(battles.in_words(battles.terms_of(options.terms)), battles.fingerprint(options.terms), sep="\n")
        return 0
    lines = list(wanted(options.parts, options.first, options.battles))
    found = worked_out(lines, options.threads)
    crashed = [name for name, bits in found.items() if bits.startswith(CRASH)]
    if options.write and not crashed:
        kept = {} if set(options.parts) == {"battles", *PARTS} else read(options.against)
        options.against.write_text("".join(f"{name}\t{bits}\n" for name, bits in (kept | found).items()), "utf-8")
        print(f"{options.against}: {len(found)} hashes written")
        return 0
    return verdict(found, read(options.against))


def wanted(parts: list[str], first: int, n: int) -> Iterator[answers.Line]:
    """What is to be checked, by name."""
    if "battles" in parts:
        for number in range(first, first + n):
            yield f"battle {number}", partial(battles.fingerprint, number)
    for part, listed in PARTS.items():
        if part in parts:
            yield from listed()


def worked_out(lines: list[answers.Line], threads: int) -> dict[str, str]:
    """The hash of each; how far it is goes to stderr.  The command line talks to one thread at a time."""
    found, began = {}, time.perf_counter()
    threaded = [line for line in lines if not line[0].startswith("companion")]
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        for name, bits in pool.map(hashed, threaded):
            found[name] = bits
            _told(len(found), len(lines), began)
    for line in lines[len(threaded) :]:
        name, bits = hashed(line)
        found[name] = bits
        _told(len(found), len(lines), began)
    return found


def hashed(line: answers.Line) -> tuple[str, str]:
    """The name of a line and its hash, or the crash that stands in its place."""
    name, work = line
    try:
        return name, work()
    except Exception as error:
        return name, f"{CRASH}{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def _told(done: int, of: int, began: float) -> None:
    if done % 100 == 0 or done == of:
        print(f"{done} of {of}, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)


def read(path: Path) -> dict[str, str]:
    """The hashes that a file holds by name."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(line.split("\t") for line in lines)


def verdict(found: Mapping[str, str], record: Mapping[str, str]) -> int:
    """Say what differs from the record; returns the exit status."""
    unknown = [name for name in found if name not in record]
    other = [name for name in found if name in record and found[name] != record[name]]
    crashed = [name for name in found if found[name].startswith(CRASH)]
    for name in other[:NAMED]:
        print(f"DIFFERS: {name}: {found[name]}, on record {record[name]}{about(name)}")
    for name in crashed[:NAMED]:
        print(f"CRASHED: {name}: {found[name]}{about(name)}")
    if unknown:
        print(f"not on record: {len(unknown)}, the first {unknown[0]}")
    refused = sum(bits.isalpha() for name, bits in found.items() if name.startswith("battle "))
    print(f"{len(found)} checked, {len(other)} differ, {len(crashed)} crashed, {refused} battles refused as expected")
    return int(bool(other or crashed or unknown))


def about(name: str) -> str:
    """The terms of a battle or the question, on a line of its own."""
    kind, *rest = name.split()
    if kind == "battle":
        return "\n    " + battles.in_words(battles.terms_of(int(rest[0])))
    if kind == "odds":
        args, keywords = answers.question(rest[0], int(rest[1]))
        return f"\n    {rest[0]} {args} {keywords}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
