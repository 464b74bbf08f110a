"""Single battles tell what the attacker may have more where the defender begins with a marker (PT-VP-11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tigersim as ts
from tests.cli.all_commands import run
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit, parse_army
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.game.armies import Allowance, allowance
from tigersim.game.scenario import compensated
from tigersim.lab.design import Design

SQUADS = parse_army("3 x Regulars [usa]")
WORTH_FOUR = """
title = "The hill"
about = "A hill worth four."
[table]
map = '''
{rows}
'''
objective = 4
inches_per_letter = 6
[rules]
side_a_attacks = true
compensation = {compensation}
"""


def cost(army: list[Unit]) -> int:
    """What an army costs, VP."""
    return sum(ts.profile(one).cost for one in army)


def hill(place: Path, compensation: str = "true") -> ts.Scenario:
    """A scenario with an objective of 4 VP on a drawn table."""
    path = place / "hill.toml"
    rows = "\n".join([*["......"] * 3, "...*..", *["......"] * 2])
    path.write_text(WORTH_FOUR.format(rows=rows, compensation=compensation), encoding="utf-8")
    return ts.Scenario.load(path)


@pytest.mark.rule("PT-VP-11", "PT-SCEN-HILL-05", "PT-SCEN-BRIDGE-04")
def test_the_marker_that_counts(tmp_path: Path) -> None:
    assert {name: compensated(ts.Scenario.load(name)) for name in ts.scenarios()} == {
        **dict.fromkeys(ts.scenarios(), 0),
        "take the position": 8,  # major markers (PT-VP-08)
        "fighting withdrawal": 8,
    }
    assert compensated(hill(tmp_path)) == 4
    assert compensated(hill(tmp_path, "false")) == 0


@pytest.mark.rule("PT-VP-11")
def test_random_armies_are_given_the_worth_of_the_marker_that_there_is(tmp_path: Path) -> None:
    plain, more = (Design(scenario=hill(tmp_path, word), seed=3, jitter=1) for word in ("false", "true"))

    def gap(design: Design) -> float:
        costs = [[cost(side) for side in design.mustered(number)] for number in range(200)]
        return sum(a - b for a, b in costs) / len(costs)

    # budgets are hit as nearly as whole units allow; for the 8 VP of a major marker it is more than 6.5
    assert 3 < gap(more) - gap(plain) < 4.5


@pytest.mark.rule("PT-VP-11", "PT-VP-12", "AMB-123")
def test_what_the_attacker_may_have_more() -> None:
    tanks = parse_army("4 x T-34c")
    price = cost(tanks)
    assert price >= 8
    assert allowance(8, tanks, tanks, DEFAULT) == Allowance(8, price, price)
    assert cost(SQUADS) == 6
    # no army may cost more than twice the other, so that three squads leave room for 6 VP only
    assert allowance(8, SQUADS, SQUADS, DEFAULT) == Allowance(6, 6, 6)
    literal, free = (DEFAULT.replace(extra_force_cap=option) for option in ("extras_at_most_double", "uncapped"))
    assert [allowance(20, SQUADS, SQUADS, rules).extra for rules in (DEFAULT, literal, free)] == [6, 12, 20]


@pytest.mark.parametrize(
    ("attacker", "left", "words"),
    [(28, 0, "none could be added"), (25, 3, "3 could be added"), (30, -2, "2 more than it may")],
)
def test_it_is_told_in_words(attacker: int, left: int, words: str) -> None:
    told = Allowance(8, attacker, 20)
    assert told.left == left
    assert str(told) == (
        "Side a attacks and may have 8 VP of units more, for the marker of side b (PT-VP-11): "
        f"it has {attacker} VP against 20, {words}."
    )


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.rule("PT-VP-11")
def test_a_single_battle_tells_it() -> None:
    call = ["battle", "3 x T-34c", "3 x Panzer IV (mid)", "--scenario", "take the position"]
    first, second = (cost(parse_army(army)) for army in call[1:3])
    shown = " ".join(run(*call).stdout.split())
    assert f"it has {first} VP against {second}, {second + 8 - first} could be added" in shown
    told = {"extra": 8, "attacker": first, "defender": second, "counted": "VP"}
    assert json.loads(run(*call, "--json").stdout)["allowance"] == told
    usual = ts.Battle.start(armies=("3 x T-34c", "3 x Panzer IV (mid)"))
    assert usual.allowance is None
    assert "PT-VP-11" not in run(*call[:3]).stdout
    again = ts.Battle.start(("3 x T-34c", "3 x Panzer IV (mid)"), scenario="take the position")
    assert again.copy().allowance == again.from_start().allowance == again.allowance
