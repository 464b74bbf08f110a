"""The first edition's tables and scenarios: a metre at least each way, and nothing about markers."""

from __future__ import annotations

from pathlib import Path

import pytest

import tigersim as ts
from tests.cli.all_commands import run
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.terms import Terms
from tigersim.lab.design import Design
from tigersim.rl.sight import check_board

FIRST = ts.RuleSet.load("paper_tigers_1")
ARMIES = ("2 x T-34c", "2 x Panzer IV (mid)")
DRAWN = """
title = "A meadow"
about = "Nothing but grass."
[table]
inches_per_letter = 4
map = '''
{rows}
'''
"""


def meadow(place: Path, inches: int) -> ts.Scenario:
    """A scenario of one drawn table, open and square, four inches a letter."""
    path = place / "meadow.toml"
    path.write_text(DRAWN.format(rows="\n".join(["." * (inches // 4)] * (inches // 4))), encoding="utf-8")
    return ts.Scenario.load(path)


@pytest.mark.rule("PT1-VP-03")
@pytest.mark.parametrize("name", ["take the position", "fighting withdrawal"])
def test_scenarios_about_a_marker_are_refused(name: str) -> None:
    with pytest.raises(RuleForbids, match=f"'{name}' is about a marker.*PT1-VP-03"):
        ts.Battle.start(ARMIES, scenario=name, ruleset=FIRST)
    with pytest.raises(RuleForbids, match="PT1-VP-03"):
        Design(scenario=ts.Scenario.load(name), ruleset=FIRST)
    assert Design(scenario=ts.Scenario.load(name)).terms.scenario.name == name


@pytest.mark.rule("PT1-VP-03")
def test_the_command_says_so_in_one_line() -> None:
    found = run("scenario", "take the position", "--ruleset", "paper_tigers_1", "--battles", "32")
    assert found.exit_code == 2
    assert "PT1-VP-03" in found.output
    assert len(found.output.splitlines()) == 1


def test_other_scenarios_are_played_by_it() -> None:
    assert Design(scenario=ts.Scenario.load("caught in a vice"), ruleset=FIRST).terms.ruleset == FIRST


@pytest.mark.rule("PT1-GEN-02")
def test_battles_are_fought_on_a_metre_each_way() -> None:
    assert Design(ruleset=FIRST).provenance()["table_inches"] == 40
    assert Design().provenance()["table_inches"] == 36
    for rules, inches in ((FIRST, 40), (ts.RuleSet.load("paper_tigers_2"), 36)):
        table = Terms(ruleset=rules, family="open").table(1, 0)
        assert (int(table[0].width), int(table[0].depth)) == (inches, inches)


@pytest.mark.rule("PT1-GEN-02")
def test_smaller_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleForbids, match=r"48 by 36.*40x40.*PT1-GEN-02"):
        Design(ruleset=FIRST, inches=(48, 36))
    with pytest.raises(RuleForbids, match=r"48 by 36.*40x40.*PT1-GEN-02"):
        Terms(ruleset=FIRST, inches=(48, 36))
    with pytest.raises(RuleForbids, match="PT1-GEN-02"):
        Terms(scenario=meadow(tmp_path, 36), ruleset=FIRST).table(1, 0)
    assert int(Terms(scenario=meadow(tmp_path, 36)).table(1, 0)[0].width) == 36
    assert int(Terms(scenario=meadow(tmp_path, 40), ruleset=FIRST).table(1, 0)[0].width) == 40


def test_programs_learn_on_smaller_tables_only() -> None:
    check_board(36, 36)
    with pytest.raises(InvalidValue, match=r"40x40.*36x36"):
        check_board(40, 40)
    pytest.importorskip("pettingzoo")
    with pytest.raises(InvalidValue, match="programs learn on"):
        ts.rl.env(ruleset=FIRST)
