"""CONTRIBUTING's "Add a player", followed to the letter: a file and an entry are enough."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contributing import SMALL_TABLES, Copy, Page

PAGE = Page("Add a player")
LIST = "tigersim/core/play/compiled_players.py"
PLAYED = f"""{SMALL_TABLES}
import tigersim as ts
from tigersim.cli import completion
from tigersim.core import board, deck

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
def copied(tmp_path: Path) -> Copy:
    """A copy of the package with the example of the page in it."""
    copy = Copy(tmp_path)
    player, loads, entry = PAGE.examples
    copy.append("tigersim/core/players/first.py", player)
    text = (tmp_path / LIST).read_text(encoding="utf-8")
    begin = text.index("PLAYERS = (")
    end = text.index("\n)", begin)
    text = f"{text[:begin]}{loads}\n\n{text[begin:end]}\n{entry.splitlines()[2]}{text[end:]}"
    (tmp_path / LIST).write_text(text, encoding="utf-8")
    return copy


def test_the_page_names_no_other_file_of_the_package() -> None:
    steps = re.split(r"^\d\. ", PAGE.text, flags=re.MULTILINE)[1:]
    assert [re.findall(r"`(tigersim/[^`\n]+)`", step) for step in steps] == [
        ["tigersim/core/players/NAME.py"],
        [LIST],
        ["tigersim/core/weights.py"],
    ]


def test_it_plays_without_another_line(copied: Copy) -> None:
    assert copied.run(PLAYED).split() == ["played", str(copied.folder / "tigersim" / "__init__.py")]
