"""How often today's tactician beats the former one, of rules version 6, in mirrored pairs of standard battles.

    python -m tests.verification.former_tactician [--pairs 40000] [--seed 921] [--markers standard] [--threads 2]

Needs the history of the repository: the former player is taken out of it and put into a copy of today's package, as
another compiled player with weights and scratch of its own.  Rules, tables and dice are today's.  That it plays as it
did is shown first: against itself and against the heuristic of its day, every result has to be to the bit what the
package of that day comes to by itself.  Else the command ends there, with exit status 1.

Minutes to play, three or four to compile.  The last line is today's share of the points, half a point for a draw,
with its 95% interval: 55.2% [55.1, 55.4] in 160,000 pairs, seed 921; 55.1% [54.8, 55.4] in 40,000 with markers.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.contributing import ROOT, Copy
from tigersim.game.options import MARKERS
from tigersim.lab.pairs import Pairs

COMMIT = "7bc17593124b535589ad0491eb5ce02417e526ce"
PROOF = 320
"""Mirrored pairs of each match by which the former player shows that it is the former one."""
MATCHES = {("tactician", "tactician"): ("former", "former"), ("tactician", "heuristic"): ("former", "former_heuristic")}
"""Players of that day -> what they are called in the copy of today's package."""

HOME = "tigersim/core/former"
MOVED = {
    "tigersim/core/players": HOME,
    "tigersim/core/weights.py": f"{HOME}/weights.py",
    "tigersim/core/workbench_layout.py": f"{HOME}/scratch.py",
}
"""What is the former player's: where it was -> where it is in the copy."""
RENAMED = {
    r"tigersim\.core\.players\b": "tigersim.core.former",
    r"tigersim\.core\.weights\b": "tigersim.core.former.weights",
    r"tigersim\.core\.ways\b": "tigersim.core.straight_paths",
    r"\bmay_shift\b": "may_share_die",
    # all that it notes is its own, but for the odds on the workbench and the lists that the rules write there
    r"\bw\[0\](?!\.(?:hit|mean_hit|mean_attack|card_power|cells|actions|tactician|heuristic)\b)": "w[0].of_former",
    r"\bw\[0\]\.tactician\b": "w[0].former",
    r"\bw\[0\]\.heuristic\b": "w[0].former_heuristic",
}
"""Its words for what has another name by now, or shall have one of its own."""
PLAYERS = """
def _former() -> Any:
    from tigersim.core.former.tactician.decide import decide

    return decide


def _former_heuristic() -> Any:
    from tigersim.core.former.heuristic import decide

    return decide


PLAYERS += (CompiledPlayer("former", "", _former), CompiledPlayer("former_heuristic", "", _former_heuristic))
"""
WEIGHTS = """
from tigersim.core.former.weights import WEIGHTS as FORMER

WEIGHTS |= {"former": FORMER["tactician"], "former_heuristic": FORMER["heuristic"]}
"""
CHANGES = (
    ("play/compiled_players.py", "POLICIES = tuple(", f"{PLAYERS}\nPOLICIES = tuple("),
    ("play/kernels.py", "PLAYED = {", 'PLAYED = {\n    "former": ("tactician", "former", "former_heuristic"),'),
    ("play/engine.py", "w[0].paired = ", "w[0].of_former.paired = w[0].paired = "),
    ("workbench_layout.py", "\nWORK = ", "\nfrom tigersim.core.former.scratch import WORK as OF_FORMER\n\nWORK = "),
    ("workbench_layout.py", '("attack",', '("of_former", OF_FORMER),\n        ("attack",'),
)
"""In files of ``core/``, for the former player: a text and what takes its place."""


def main() -> int:
    """Show that the former player is the former one, then let it meet today's."""
    ask = argparse.ArgumentParser(description="How often today's tactician beats the former one.")
    ask.add_argument("--pairs", type=int, default=40_000, help="mirrored pairs of battles (40000)")
    ask.add_argument("--seed", type=int, default=921, help="from which all chance follows (921)")
    ask.add_argument("--markers", choices=MARKERS, default=MARKERS[0], help="terrain whose control scores (none)")
    ask.add_argument("--threads", type=int, help="all cores unless it is said")
    said = ask.parse_args()
    how = (said.seed, said.markers, *([said.threads] if said.threads else []))
    with tempfile.TemporaryDirectory() as folder:
        former = taken_out(Path(folder, "former"))
        today = put_in(former, Path(folder, "today"))
        for then, now in MATCHES.items():
            if wrong := differing(played(former, *then, PROOF, *how), played(today, *now, PROOF, *how)):
                print(f"the former {' against '.join(then)} does not play as it did: other {', '.join(wrong)}")
                return 1
            print(f"{' against '.join(now)}: {2 * PROOF} battles as in {COMMIT[:8]}, to the bit", flush=True)
        vp = played(today, "tactician", "former", said.pairs, *how)["vp"].astype(np.int64)
    pairs = Pairs((vp[..., 0] - vp[..., 1]) * [1, -1])
    low, high = pairs.score_interval
    print(f"{100 * pairs.score:.1f}% [{100 * low:.1f}, {100 * high:.1f}] in {len(pairs):,} pairs, seed {said.seed}")
    return 0


def taken_out(folder: Path) -> Path:
    """The package of that day in a folder."""
    done = subprocess.run(["git", "archive", COMMIT, "tigersim"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        said = done.stderr.decode().strip()
        raise SystemExit(f"no commit {COMMIT[:8]} in the history here (a shallow clone? git fetch --unshallow): {said}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


def put_in(former: Path, folder: Path) -> Path:
    """A copy of today's package in a folder, with the player of that package in it."""
    copy = Copy(folder)
    for before, now in MOVED.items():
        found = former / before
        for path in found.rglob("*.py") if found.is_dir() else [found]:
            text = path.read_text(encoding="utf-8")
            for old, new in RENAMED.items():
                text = re.sub(old, new, text)
            target = folder / now / path.relative_to(found)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    for file, old, new in CHANGES:
        copy.replace(f"tigersim/core/{file}", old, new)
    copy.append("tigersim/core/weights.py", WEIGHTS)
    return folder


def played(package: Path, *what: Any) -> Any:
    """What ``former_battles`` comes to with the package in that folder, compiled there."""
    file = package / "results.npy"
    env = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT}", "TIGERSIM_CACHE": str(package / "kernels")}
    command = [sys.executable, "-m", "tests.verification.former_battles", str(file), *map(str, what)]
    subprocess.run(command, cwd=package, env=env, check=True)
    return np.load(file)


def differing(one: Any, other: Any) -> list[str]:
    """Fields in which results differ; what empty slots hold, left from the battle before, is no result."""
    for results in (one, other):
        results["acted"][results["kind"] < 0] = 0
    return [name for name in one.dtype.names if not np.array_equal(one[name], other[name])]


if __name__ == "__main__":
    raise SystemExit(main())
