"""CONTRIBUTING's "Add a player", followed to the letter: a file and an entry are enough."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tigersim.core.compile.sources import PACKAGE

PAGE = PACKAGE.parent / "CONTRIBUTING.md"
SECTION = PAGE.read_text(encoding="utf-8").split("## Add a player")[1].split("\n## ")[0]
EXAMPLES = [textwrap.dedent(text) for text in re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)]
LIST = Path("core", "play", "compiled_players.py")
PLAYED = """
import numpy as np
import tigersim as ts
from tigersim.cli import completion
from tigersim.core import board, deck

def survey(table):  # every cell sees every other: without the compiler this takes no minute
    table[0].words = (int(table[0].width) * int(table[0].depth) + 63) // 64
    table[0].los[:] = np.uint64(2**64 - 1)

board.survey = survey
assert completion.players("fi") == ["first"]
battle = ts.Battle.start(armies=("Regulars [usa]", "Regulars [germany]"), players=("first", "heuristic"), family="open")
chosen = 0
while not battle.is_over and battle.decisions < 60:
    first = battle.legal_actions()[0].code if battle.to_decide == "a" else None
    battle.play_to(battle.decisions + 1)
    assert first in (None, battle.taken[-1])
    chosen += first is not None
assert chosen > 10
print("played", ts.__file__)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with the example of the page in it."""
    copy = tmp_path / "tigersim"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "lists"))
    player, loads, entry = EXAMPLES
    (copy / "core" / "players" / "first.py").write_text(player, encoding="utf-8")
    text = (copy / LIST).read_text(encoding="utf-8")
    begin = text.index("PLAYERS = (")
    end = text.index("\n)", begin)
    text = f"{text[:begin]}{loads}\n\n{text[begin:end]}\n{entry.splitlines()[2]}{text[end:]}"
    (copy / LIST).write_text(text, encoding="utf-8")
    return copy


def test_the_page_names_no_other_file_of_the_package() -> None:
    steps = re.split(r"^\d\. ", SECTION, flags=re.MULTILINE)[1:]
    assert [re.findall(r"`(tigersim/[^`\n]+)`", step) for step in steps] == [
        ["tigersim/core/players/NAME.py"],
        [f"tigersim/{LIST.as_posix()}"],
        ["tigersim/core/weights.py"],
    ]


def test_it_plays_without_another_line(package: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env={**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        cwd=package.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played", str(package / "__init__.py")]
