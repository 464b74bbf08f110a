"""Series of battles: which contenders meet on which table, campaign points, and who leads."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tigersim as ts
from tests.cli.all_commands import run
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, PlayerNotFound, RuleForbids, UnitNotFound, UnknownName
from tigersim.game.outcome import Outcome
from tigersim.game.terms import Terms
from tigersim.lab import series as campaign
from tigersim.lab.series import Series, SeriesBattle

FIRST = ts.RuleSet.load("paper_tigers_1")
ARMIES = ("2 x T-34c", "2 x Panzer IV (mid)", "2 x M4 Sherman")


def ended(vp_a: int, vp_b: int) -> Outcome:
    """A battle that ended with these VP."""
    winner = "draw" if vp_a == vp_b else "ab"[vp_b > vp_a]
    return Outcome(vp_a, vp_b, winner, 3, 1, "PT-VP-13", 0, 0)


class Played:
    """Stands for ``Battle``: remembers what it was asked for, and ends as the test says."""

    def __init__(self, outcomes: list[Outcome]) -> None:
        self.outcomes, self.asked = outcomes, list[dict[str, Any]]()

    def start(self, armies: Any, terms: Terms, **settings: Any) -> Played:
        self.asked.append({"armies": armies, "terms": terms, **settings})
        return self

    def play(self) -> Outcome:
        return self.outcomes[len(self.asked) - 1]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Six battles; the first contender has side a in rounds 1 and 3."""
    one = Played([ended(13, 10), ended(12, 10), ended(5, 5), ended(0, 8), ended(9, 10), ended(0, 0)])
    monkeypatch.setattr(campaign, "Battle", one)
    return one


@pytest.mark.rule("PT1-VP-05")
@pytest.mark.parametrize(
    ("vp_a", "vp_b", "points"),
    [(13, 10, (3, 0)), (12, 10, (2, 0)), (11, 10, (2, 0)), (10, 10, (1, 1)), (7, 9, (0, 2)), (0, 3, (0, 3))],
)
def test_points_of_a_battle(vp_a: int, vp_b: int, points: tuple[int, int]) -> None:
    assert SeriesBattle(1, (1, 2), ended(vp_a, vp_b)).points == points


@pytest.mark.rule("PT1-VP-05")
@pytest.mark.parametrize("rules", [FIRST, None])
def test_two_contenders_take_turns_at_the_sides(played: Played, rules: ts.RuleSet | None) -> None:
    found = ts.series(ARMIES[:2], 4, 7, ruleset=rules, players=("uniform", "heuristic"), family="open")
    assert [one.sides for one in found.battles] == [(1, 2), (2, 1), (1, 2), (2, 1)]
    assert [(one["number"], one["table"], one["seed"]) for one in played.asked] == [(k, k, 7) for k in range(4)]
    assert [one["players"] for one in played.asked] == [("uniform", "heuristic"), ("heuristic", "uniform")] * 2
    assert all(one["terms"] == Terms(family="open", ruleset=rules) for one in played.asked)
    # 13:10 a victory of the first; 12:10 a minor one of the second; a draw; 0:8 a victory of the first on side b
    one, other = (found.standing(k) for k in (1, 2))
    assert (one.points, one.victories, one.minor_victories, one.draws, one.defeats) == (7, 2, 0, 1, 1)
    assert (other.points, other.victories, other.minor_victories, other.draws, other.defeats) == (3, 0, 1, 1, 2)
    assert (one.vp, one.enemy_vp) == (13 + 10 + 5 + 8, 10 + 12 + 5 + 0) == (other.enemy_vp, other.vp)
    assert found.leaders == (1,)
    assert found.contenders == ("2 x T-34c (uniform)", "2 x Panzer IV (mid) (heuristic)")


@pytest.mark.rule("PT1-VP-05")
def test_several_fight_on_the_same_field_each_against_each(played: Played) -> None:
    found = ts.series(ARMIES, 2)
    assert [one.sides for one in found.battles] == [(1, 2), (1, 3), (2, 3), (2, 1), (3, 1), (3, 2)]
    assert [one["table"] for one in played.asked] == [0, 0, 0, 1, 1, 1]
    assert [one["number"] for one in played.asked] == list(range(6))
    # 1-2 13:10, 1-3 12:10, 2-3 5:5, 2-1 0:8, 3-1 9:10, 3-2 0:0
    assert [found.standing(k).points for k in (1, 2, 3)] == [3 + 2 + 3 + 2, 0 + 1 + 0 + 1, 0 + 1 + 0 + 1]
    assert [one.contender for one in found.standings] == [1, 2, 3]
    assert found.leaders == (1,)
    assert {one.battles for one in found.standings} == {4}


def test_equal_points_share_the_lead() -> None:
    found = Series(("x", "x"), (SeriesBattle(1, (1, 2), ended(9, 0)), SeriesBattle(2, (2, 1), ended(9, 0))))
    assert found.leaders == (1, 2)
    assert str(found).endswith("1 and 2 have the most points.")


def test_a_series_in_words(played: Played) -> None:
    found = ts.series(ARMIES[:2], 4)
    assert str(found).splitlines() == [
        "1  2 x T-34c",
        "2  2 x Panzer IV (mid)",
        "",
        "4 battles; a victory brings 3 points, a minor one 2, a draw 1 (PT1-VP-05)",
        "    points  victories  minor  draws  defeats    VP  enemy VP",
        "  1      7          2      0      1        1    36        27",
        "  2      3          0      1      1        2    27        36",
        "",
        "1 has the most points.",
    ]
    told = found.to_dict()
    assert told["leaders"] == [1]
    assert told["battles"][3] == {
        **{"round": 4, "side_a": 2, "side_b": 1, "vp_a": 0, "vp_b": 8},
        **{"winner": "b", "victory": "victory", "points_a": 0, "points_b": 3},
    }


def test_armies_are_drawn_for_every_battle_unless_given(played: Played) -> None:
    ts.series(rounds=2, seed=3, players=("uniform", "heuristic"))
    drawn = ts.lab.Design(seed=3)
    assert [one["armies"] for one in played.asked] == [drawn.mustered(0), drawn.mustered(1)]
    assert drawn.mustered(0) != drawn.mustered(1)


@pytest.mark.parametrize(
    ("settings", "error", "what"),
    [
        ({"armies": ARMIES[:1]}, InvalidValue, "contenders is 1; allowed: from 2 to 16"),
        ({"armies": ARMIES, "players": ("uniform", "heuristic")}, InvalidValue, "one for each of the 3 contenders"),
        ({"armies": ARMIES, "rounds": 0}, InvalidValue, "rounds is 0"),
        ({"armies": ARMIES, "tables": 3}, UnknownName, "option of a battle 'tables'"),
        ({"armies": ("2 x Tigr", "KV-1")}, UnitNotFound, "Tigr"),
        ({"armies": ARMIES, "players": "nobody"}, PlayerNotFound, "nobody"),
        ({"armies": ARMIES, "ruleset": FIRST, "markers": "standard"}, RuleForbids, "PT1-VP-03"),
    ],
)
def test_what_does_not_fit_is_refused(settings: dict[str, Any], error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        ts.series(**settings)


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.rule("PT1-VP-05")
@pytest.mark.parametrize("ruleset", ["paper_tigers_1", "paper_tigers_2"])
def test_a_series_is_made_of_battles_that_can_be_played_again(ruleset: str) -> None:
    rules = ts.RuleSet.load(ruleset)
    found = ts.series(ARMIES[:2], 3, 5, ruleset=rules)
    for number, one in enumerate(found.battles):
        armies = tuple(ARMIES[k - 1] for k in one.sides)
        again = ts.Battle.start(armies=armies, ruleset=rules, seed=5, number=number, table=number)
        assert again.play() == one.outcome


def test_the_command_refuses_what_cannot_be_played() -> None:
    for call, what in (
        (["Tiger I"], "contenders is 1"),
        (["Tiger I", "KV-1", "T-34c", "--players", "uniform,heuristic"], "one for each of the 3 contenders"),
        (["Tiger I", "KV-1", "--ruleset", "paper_tigers_1", "--to-score", "9"], "PT1-VP-03"),
    ):
        found = run("series", *call)
        assert found.exit_code == 2
        assert what in " ".join(found.stderr.split())


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.parametrize(("players", "names"), [([], "tactician"), (["--players", "uniform"], "uniform")])
def test_without_armies_one_player_meets_itself(players: list[str], names: str) -> None:
    found = run("series", "--rounds", "1", "--json", *players)
    assert found.exit_code == 0, found.stderr
    told = json.loads(found.stdout)
    assert told["players"] == [names]
    assert len(told["battles"]) == 1
