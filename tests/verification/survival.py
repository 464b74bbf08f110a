"""Price studies that are killed, and one whose disk fills up: the long form of ``tests/pricing/test_survival.py``.

    python tests/verification/survival.py [--kills 40] [--seed 1] [--disk]

A process is killed ``--kills`` times at random moments, in one folder until it is done, then in the next; and at every
write of a file, half way, before the file has its name and right after, each time in a folder of its own.
``--disk`` adds a disk of a few hundred kilobytes (it is mounted: Linux, and the rights to do so).  Each folder is then
finished and must have the files of a study that was left alone, byte for byte.  Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.pricing.killed_study import STEPS, play
from tigersim.errors import RunError

ROOT = Path(__file__).resolve().parents[2]
DISK = "300k"
"""Size of the disk that fills up."""


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check(folder: Path, expected: dict[str, bytes], what: str) -> None:
    """Finish a study and compare."""
    play(folder)
    found = files(folder)
    odd = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
    if odd:
        print(f"{what}: {', '.join(odd)} differ")
        sys.exit(1)


def begin(*arguments: object) -> subprocess.Popen[bytes]:
    """A study in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "tests.pricing.killed_study", *map(str, arguments)], cwd=ROOT)


def at_every_write(place: Path, expected: dict[str, bytes]) -> int:
    """Kill at each step of each write, until a study needs no such write; the number of kills."""
    kills = 0
    for write in range(1, 1000):
        for step in STEPS:
            folder = place / f"write-{write}-{step.replace(' ', '-')}"
            with begin(folder, write, step) as process:
                if process.wait() == 0:
                    return kills
            kills += 1
            check(folder, expected, f"killed at write {write}, {step}")
    raise AssertionError("a study without end")


def at_random(place: Path, expected: dict[str, bytes], kills: int, rng: random.Random) -> int:
    """Kill at random moments; the number of folders that it took."""
    number = done = 0
    while done < kills:
        folder = place / f"random-{number}"
        for _ in range(8):
            with begin(folder) as process:
                time.sleep(rng.uniform(0.5, 4.0))
                process.kill()
                if process.wait() != -signal.SIGKILL:
                    break
                done += 1
        check(folder, expected, f"killed at random, folder {number}")
        number += 1
    return number


def on_a_full_disk(place: Path, expected: dict[str, bytes]) -> str:
    """Fill a small disk, make room, go on; what the error said."""
    disk = place / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], check=True)
    try:
        said = ""
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(100_000))
        for _ in range(2):
            try:
                play(disk / "run")
            except RunError as error:
                said = str(error)
            before = files(disk / "run")
            if any(name.rpartition("/")[2].startswith(".") for name in before):
                print("a file that was not finished was left on the full disk")
                sys.exit(1)
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=20m", disk], check=True)
        check(disk / "run", expected, "disk full")
        return said
    finally:
        subprocess.run(["umount", disk], check=True)


def main() -> None:
    """Kill and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--disk", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as passing:
        place = Path(passing)
        play(place / "unharmed")
        expected = files(place / "unharmed")
        if options.disk:
            print(f"disk full: {on_a_full_disk(place, expected)}", flush=True)
        folders = at_random(place, expected, options.kills, random.Random(options.seed))
        print(f"{options.kills} kills or more at random moments of {folders} studies: same files", flush=True)
        print(f"{at_every_write(place, expected)} kills at every step of every write: same files", flush=True)


if __name__ == "__main__":
    main()
