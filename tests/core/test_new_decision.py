"""CONTRIBUTING's "Add a decision", followed to the letter on a copy of the package: two files are enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contributing import Copy, Page
from tigersim.core import enums
from tigersim.core.decisions import DECISION_NAMES, DECISIONS

PAGE = Page("Add a decision")
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
def copied(tmp_path: Path) -> Copy:
    """The package with the decision of the page."""
    copy, turns = Copy(tmp_path), "tigersim/core/decisions/turns.py"
    number, kernels, entry = PAGE.examples
    copy.append("tigersim/core/enums.py", f"\n{number}")
    before, table = (tmp_path / turns).read_text(encoding="utf-8").split("DECISIONS = (\n")
    code = before.replace(
        "from tigersim.core.enums", "from tigersim.core.enums import SALUTE\nfrom tigersim.core.enums", 1
    )
    table = table.rstrip().removesuffix(")") + entry.split("...,\n")[1]
    (tmp_path / turns).write_text(f"{code}{kernels}\n\nDECISIONS = (\n{table}", encoding="utf-8")
    return copy


def test_the_page_names_files_that_exist() -> None:
    assert len(PAGE.files()) >= 6
    assert PAGE.missing() == []


def test_the_number_of_the_page_is_the_next_one() -> None:
    assert f"= {len(DECISIONS) + 1}\n" in PAGE.examples[0]


def test_a_decision_is_played_without_another_line(copied: Copy) -> None:
    assert copied.run(PLAYED) == "played\n"


def test_decisions_are_numbered_as_the_vocabulary_has_them() -> None:
    assert [one.number for one in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    assert DECISION_NAMES[enums.NOTHING] == "nothing"
    for one in DECISIONS:
        constant = one.name.upper().replace("RE-ROLL", "REROLL").replace(" ", "_")
        assert getattr(enums, constant) == one.number
        for kernel, kind in ((one.options, "list_"), (one.choose, "do_")):
            assert kernel.__name__.startswith(kind)
    assert len(set(DECISION_NAMES)) == len(DECISION_NAMES)
