"""A position as text: what is read back is played on as if it had never been written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import pytest

import tigersim as ts
from tests.lab.short_list import QUICK
from tests.verification import same_bits_battles
from tigersim.catalogue.units import Unit, all_units
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, TigersimError
from tigersim.game.position import FORM, History, PositionText, from_text, to_text
from tigersim.game.records import workbench
from tigersim.version import RULES_VERSION

OF_COMPILED = [n for n in range(40) if not {*same_bits_battles.SLOW} & {*same_bits_battles.terms_of(n)["players"]}]
"""Numbers of battles of quick compiled players."""
compiled = pytest.mark.skipif(COMPILER_OFF, reason="whole battles take minutes without the compiler")
GOOD = f"{RULES_VERSION} | river, markers=standard | 2 x T-34c | Tiger I | heuristic, uniform | 4.1.0 | #00000000"


class Last:
    """Takes the last of its legal actions."""

    def choose(self, view: ts.View, legal_actions: Sequence[ts.Action]) -> ts.Action:
        return legal_actions[-1]


def same(one: ts.Battle, other: ts.Battle) -> None:
    """Both are at one decision, of one state, and end alike."""
    assert one.taken == other.taken
    assert one.record.tobytes() == other.record.tobytes()
    assert one.log() == other.log()
    assert one.play() == other.play()
    assert one.taken == other.taken
    assert one.position == other.position


@compiled
@pytest.mark.parametrize("number", OF_COMPILED)
def test_battles_of_all_kinds_are_played_on_from_anywhere(number: int) -> None:
    try:
        battle = same_bits_battles.start(same_bits_battles.terms_of(number))
    except TigersimError:
        return  # a battle that the rules do not allow
    battle._work[0].logging = 1
    cut = random.Random(number).randrange(1, 80)
    battle.play_to(cut)
    text = battle.position
    assert "\n" not in text
    same(ts.Battle.from_position(text, units=units_of(battle)), ts.Battle.from_position(text, units=units_of(battle)))
    again = ts.Battle.from_position(text, units=units_of(battle), logged=False)
    assert again.record.tobytes() == battle.record.tobytes()
    assert again.position == text
    assert (again.play(), again.taken) == (battle.play(), battle.taken)


def units_of(battle: ts.Battle) -> list[Unit]:
    """The catalogue, and the battle's own units."""
    return list(dict.fromkeys([*all_units(), *battle.units]))


@compiled
def test_decisions_of_people_and_changes_of_players_are_kept() -> None:
    pick = random.Random(3)
    battle = ts.Battle.start(("3 x T-34c & KV-1", "Tiger I, Panther A"), seed=9, family="village", players=QUICK)
    battle.play_to(20)
    for _ in range(12):
        battle.push(pick.choice(battle.legal_actions()))
    battle.play_to(50, players=("tactician", Last()))
    battle.play_to(70, players=(("heuristic", "uniform"), "tactician"))
    battle.push(pick.choice(battle.legal_actions()))
    text = battle.position
    assert "@tactician,?" in text
    assert "@heuristic+uniform,tactician" in text
    again = ts.Battle.from_position(text)
    same(again, battle)


@compiled
def test_a_planner_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tigersim.game.battle.workbench", partial(workbench, playouts=(4, 4)))
    battle = ts.Battle.start(("T-34c", "Tiger I"), players=("planner", "heuristic"), seed=5)
    battle.play_to(30)
    same(ts.Battle.from_position(battle.position), battle)


@compiled
def test_a_player_of_ones_own_plays_on() -> None:
    battle = ts.Battle.start(("T-34c", "Tiger I"), players=("heuristic", Last()), seed=2)
    battle.play_to(15)
    text = battle.position
    with pytest.raises(InvalidValue, match=r"player is '\?'; allowed: one of your own.*from_position"):
        ts.Battle.from_position(text).play()
    again = ts.Battle.from_position(text, players=("heuristic", Last()))
    assert (again.play(), again.taken) == (battle.play(), battle.taken)


@compiled
def test_copies_have_a_history_of_their_own() -> None:
    battle = ts.Battle.start(("T-34c", "Tiger I"), seed=2)
    battle.play_to(9)
    other, text = battle.copy(), battle.position
    assert other.position == text
    other.play_to(12)
    assert battle.position == text != other.position
    assert battle.from_start().position == ts.Battle.start(("T-34c", "Tiger I"), seed=2).position


def test_what_a_battle_began_with_is_read_back() -> None:
    found = from_text(GOOD)
    assert isinstance(found, PositionText)
    assert found.terms == ts.Battle.start(("T-34c", "Tiger I"), family="river", markers="standard").terms
    assert found.armies == ("2 x T-34c", "Tiger I")
    assert found.players == ("heuristic", "uniform")
    assert (found.seed, found.number, found.table) == (4, 1, 0)
    assert ts.Battle.from_position(GOOD).position == GOOD


def test_a_bar_in_a_scenario_of_ones_own_stays_within_its_field() -> None:
    plan = ts.Scenario.of_dict({"name": "own", "title": "A | B", "about": ""})
    battle = ts.Battle.start(("T-34c", "Tiger I"), scenario=plan)
    assert ts.Battle.from_position(battle.position).terms.scenario.title == "A | B"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ((GOOD, "nothing"), "position is 'nothing'.*VERSION"),
        ((f"{RULES_VERSION} | river", "1 | river"), f"rules version.*'1'; allowed: {RULES_VERSION}: .*other rules"),
        (("river,", "rivr,"), "rivr.*river"),
        (("Tiger I", "Tigr I"), "Tigr"),
        (("heuristic, uniform", "heuristic"), "two sides"),
        (("heuristic, uniform", "heuristik, uniform"), "heuristik"),
        (("4.1.0", "4.1"), "three whole numbers"),
        (("#0", "!9, #0"), "!9"),
        (("#0", "a1 fire b1 main, #0"), "one of legal_actions"),
        (("#0", "#9"), "checksum"),
        (("#0", "*99999, #0"), "decision is [0-9]+; allowed: none, for the battle is over"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(change: tuple[str, str], told: str) -> None:
    with pytest.raises(TigersimError, match=told):
        ts.Battle.from_position(GOOD.replace(*change))


def test_the_form_is_the_one_that_is_written() -> None:
    battle = ts.Battle.from_position(GOOD)
    assert to_text(battle.terms, battle._began, History(("heuristic", "uniform"))) == GOOD
    assert FORM.count("|") == GOOD.count("|")
