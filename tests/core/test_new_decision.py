"""CONTRIBUTING's "Add a decision", followed to the letter on a copy of the package: two files are enough."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tigersim.core import enums
from tigersim.core.decisions import DECISION_NAMES, DECISIONS

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Add a decision")[1].split("\n## ")[0]
EXAMPLES = [
    re.sub("^   ", "", code, flags=re.MULTILINE) for code in re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
]
PLAYED = """
from tigersim.core import enums, layout
from tigersim.core.decisions import actions
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.play.compiled_players import PLAYERS
from tigersim.game.action import Action
from tigersim.rl import sight

assert DECISION_NAMES[enums.SALUTE] == "salute"
assert sight.SHAPES["decision"] == (enums.SALUTE + 1,)
b, t, w = layout.battles(1), layout.tables(1), layout.work()
for hits, texts in ((0, ["pass", "go-on"]), (1, ["pass"])):
    for text in texts:
        b[0].ask, b[0].subject, b[0].unit[0].hits, b[0].unit[0].acted = enums.SALUTE, 0, hits, 0
        with as_written():
            listed = w[0].actions[: actions.legal_actions(b, t, w)].tolist()
            for player in PLAYERS:  # they need not know of it
                assert player.looks_ahead or player.decide()(b, t, w) in listed
            assert [str(Action(code)) for code in listed] == texts
            actions.apply(b, t, w, Action.parse(text).code)
        assert (b[0].ask, b[0].unit[0].acted) == (enums.NOTHING, int(text == "go-on"))
print("played")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The package with the decision of the page."""
    package = tmp_path / "tigersim"
    shutil.copytree(ROOT / "tigersim", package, ignore=shutil.ignore_patterns("__pycache__"))
    number, kernels, entry = EXAMPLES
    vocabulary = package / "core" / "enums.py"
    text = vocabulary.read_text(encoding="utf-8")
    vocabulary.write_text(f"{text}\n{number}", encoding="utf-8")
    module = package / "core" / "decisions" / "turns.py"
    before, table = module.read_text(encoding="utf-8").split("DECISIONS = (\n")
    imported = "from tigersim.core.enums import SALUTE\n"
    code = before.replace("from tigersim.core.enums", f"{imported}from tigersim.core.enums", 1)
    table = table.rstrip().removesuffix(")") + entry.split("...,\n")[1]
    module.write_text(f"{code}{kernels}\n\nDECISIONS = (\n{table}", encoding="utf-8")
    return tmp_path


def test_the_page_names_files_that_exist() -> None:
    files = re.findall(r"`((?:tigersim|tests)/[^`]+)`", SECTION)
    assert len(files) >= 6
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_number_of_the_page_is_the_next_one() -> None:
    assert f"= {len(DECISIONS) + 1}\n" in EXAMPLES[0]


def test_a_decision_is_played_without_another_line(copied: Path) -> None:
    settings = {**os.environ, "PYTHONPATH": str(copied), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", PLAYED]
    done = subprocess.run(command, cwd=copied, env=settings, capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


def test_decisions_are_numbered_as_the_vocabulary_has_them() -> None:
    assert [one.number for one in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    assert DECISION_NAMES[enums.NOTHING] == "nothing"
    for one in DECISIONS:
        constant = one.name.upper().replace("RE-ROLL", "REROLL").replace(" ", "_")
        assert getattr(enums, constant) == one.number
        for kernel, kind in ((one.options, "list_"), (one.choose, "do_")):
            assert kernel.__name__.startswith(kind)
    assert len(set(DECISION_NAMES)) == len(DECISION_NAMES)
