"""Matches: mirrored battles between two players, counted from the first one's side."""

from __future__ import annotations

from math import inf
from statistics import mean

import numpy as np
import pytest

import tigersim as ts
from tests.forms import form
from tests.game.test_battle import ARMIES
from tests.game.test_player import Dice, First, Witness
from tests.lab.short_list import QUICK
from tigersim.errors import InvalidValue, PlayerError, PlayerNotFound
from tigersim.game.battle import Battle, Outcome
from tigersim.lab.matches import Match, MatchBattle
from tigersim.simulate import wilson

FEW = ("2 x M4 Sherman", "Tiger I, Panzer II")
"""Armies of battles that are soon over."""


def ended(margin_a: int) -> Outcome:
    """A battle with that margin for side a."""
    return Outcome(max(margin_a, 0), max(-margin_a, 0), "", 3, 1, "PT-VP-13", 0, 0)


def of_margins(*pairs: tuple[int, int]) -> Match:
    """A match with these margins for the first player, as side a and as side b."""
    battles = []
    for number, (as_a, as_b) in enumerate(pairs):
        battles += [MatchBattle(number, "a", ended(as_a)), MatchBattle(number, "b", ended(-as_b))]
    return Match(("first", "second"), tuple(battles))


def test_battles_are_counted_from_the_first_players_side() -> None:
    found = of_margins((5, -2), (0, 3), (4, 6))
    assert [one.margin for one in found.battles] == [5, -2, 0, 3, 4, 6]
    assert (found.wins, found.draws, found.losses) == (4, 1, 1)
    assert found.share == pytest.approx(4 / 6)
    assert found.interval == wilson(4, 6)
    assert found.margin == pytest.approx(16 / 6)
    # means of the pairs 1.5, 1.5 and 5: standard deviation sqrt(49 / 12), over the root of 3
    half = 1.959964 * (49 / 12 / 3) ** 0.5
    assert found.margin_interval == pytest.approx((16 / 6 - half, 16 / 6 + half), rel=1e-6)
    assert str(found).startswith(
        "first against second, 6 battles: 4 won, 1 drawn, 1 lost\nfirst wins 66.7% [30.0%, 90.3%]"
    )
    assert of_margins((1, 2)).margin_interval == (-inf, inf)


def test_a_pair_of_battles_swaps_the_players_and_nothing_else() -> None:
    found = ts.match("uniform", "heuristic", battles=6, seed=11, armies=ARMIES)
    assert [(one.number, one.side) for one in found.battles] == [(k // 2, "ab"[k % 2]) for k in range(6)]
    for one in found.battles:
        players = ("uniform", "heuristic") if one.side == "a" else ("heuristic", "uniform")
        again = Battle.start(armies=ARMIES, seed=11, number=one.number, table=one.number, players=players)
        assert again.play() == one.outcome


def test_armies_are_those_of_the_experiment_unless_given() -> None:
    found = ts.match(*QUICK, battles=4, seed=3)
    rows = ts.battles(n=2, seed=3)
    for one, row in zip(found.battles[::2], rows.itertuples(), strict=True):
        again = Battle.start(
            armies=(row.army_a, row.army_b), seed=3, number=one.number, table=one.number, players=QUICK
        )
        assert again.play() == one.outcome
    assert found.battles[0].outcome == found.battles[1].outcome  # a player against himself, only the seats change
    assert found.margin == 0
    assert found.wins == found.losses


def test_better_players_win() -> None:
    found = ts.match(Dice(), "heuristic", battles=form(8, 12), seed=2, armies=ARMIES)
    assert found.players == ("Dice", "heuristic")
    assert found.losses > form(6, 9)
    assert found.interval.high < 0.5
    assert found.margin_interval.high < 0


def test_the_same_seed_is_the_same_match() -> None:
    player = Dice()
    matches = [ts.match(player, "uniform", battles=2, seed=seed, armies=FEW) for seed in (5, 5, 6)]
    assert matches[0] == matches[1] != matches[2]


def test_rules_and_victory_reach_the_battles() -> None:
    rules = ts.RuleSet.load("paper_tigers_1")
    witness = Witness()
    ts.match(witness, "heuristic", battles=2, seed=1, ruleset=rules, armies=FEW)
    assert {view.ruleset for view in witness.views} == {rules}
    witness = Witness()
    village = {"family": "village", "markers": "standard", "target_score": 9}
    ts.match("heuristic", witness, battles=4, seed=1, armies=FEW, **village)
    assert {(view.table.family, view.target_score) for view in witness.views} == {("village", 9)}
    assert all(view.table.markers for view in witness.views[:1] + witness.views[-1:])
    assert {view.table.number for view in witness.views} == {0, 1}


def test_progress_is_told_battle_by_battle() -> None:
    told: list[int] = []
    ts.match(First(), "uniform", battles=4, progress=told.append)
    assert told == [1] * 4


@pytest.mark.parametrize("battles", [0, 1, 7, -2])
def test_half_a_pair_is_refused(battles: int) -> None:
    with pytest.raises(InvalidValue, match=r"number of battles is .*an even number from 2"):
        ts.match("uniform", "uniform", battles=battles)


def test_what_goes_wrong_names_the_player() -> None:
    with pytest.raises(PlayerNotFound, match="heuristic"):
        ts.match("heuristc", "uniform", battles=2)

    class Lazy:
        def choose(self, view: ts.View, legal_actions: object) -> None:
            return None

    with pytest.raises(PlayerError, match=r"player Lazy \(side a\) chose None"):
        ts.match(Lazy(), "uniform", battles=2)  # type: ignore[arg-type]


def test_margins_average_over_both_sides() -> None:
    found = ts.match("heuristic", "uniform", battles=8, seed=4, armies=("3 x Tiger I", "Jeep [usa]"))
    as_a = mean(one.margin for one in found.battles if one.side == "a")
    as_b = mean(one.margin for one in found.battles if one.side == "b")
    assert as_a > as_b  # three Tigers are the better side
    assert found.margin == pytest.approx(np.mean([as_a, as_b]))
