"""Elo: planted strengths are found again, as another program finds them, with intervals that mean what they say."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from tests.forms import form
from tigersim.errors import IdentifiabilityError
from tigersim.lab import Pairs
from tigersim.lab.elo import Result, elo, result

STRENGTH = {"uniform": 0.0, "heuristic": 1000.0, "tactician": 1180.0, "planner:256": 1260.0}
MATCHES = [
    ("heuristic", "uniform"),
    ("tactician", "heuristic"),
    ("planner:256", "tactician"),
    ("planner:256", "heuristic"),
]


def expected(first: str, second: str) -> float:
    """Elo's formula."""
    return 1 / (1 + 10 ** ((STRENGTH[second] - STRENGTH[first]) / 400))


def test_planted_strengths_are_found_exactly() -> None:
    found = elo([Result(*names, expected(*names), 0.01, 400) for names in MATCHES])
    assert list(found.columns) == ["player", "elo", "low", "high", "battles"]
    assert found["player"].tolist() == ["planner:256", "tactician", "heuristic", "uniform"]
    assert found["elo"].tolist() == pytest.approx([1260, 1180, 1000, 0], abs=0.01)
    assert found["battles"].tolist() == [800, 800, 1200, 400]


def test_one_match_by_hand() -> None:
    # three to one: 400 log10 3 = 190.85 points; an error of the score of 0.01 is 0.01 / (0.75 x 0.25) of log odds
    table = elo([Result("tactician", "heuristic", 0.75, 0.01, 100)]).set_index("player")
    assert table["elo"].to_dict() == pytest.approx({"tactician": 1190.85, "heuristic": 1000}, abs=0.01)
    half = 1.96 * 0.01 / 0.1875 * 400 / np.log(10)
    assert table.loc["tactician", "high"] - 1190.85 == pytest.approx(half, abs=0.01)
    assert 1190.85 - table.loc["tactician", "low"] == pytest.approx(half, abs=0.01)
    assert table.loc["heuristic", "low"] == table.loc["heuristic", "high"] == 1000


def test_the_scale_is_fixed_by_who_plays() -> None:
    def points(first: str, second: str) -> dict[str, float]:
        return elo([Result(first, second, 0.5, 0.1, 10)]).set_index("player")["elo"].to_dict()

    assert points("tactician", "uniform") == pytest.approx({"uniform": 0, "tactician": 0}, abs=1e-6)
    assert points("uniform", "heuristic") == pytest.approx({"uniform": 1000, "heuristic": 1000}, abs=1e-6)
    assert points("planner:64", "tactician") == pytest.approx({"planner:64": 0, "tactician": 0}, abs=1e-6)


def test_as_a_binomial_regression_of_another_program() -> None:
    """Scores that no strengths explain, of matches of all sizes: the likelihood decides."""
    rng = np.random.default_rng(3)
    names = list(STRENGTH)
    matches = [(a, b) for k, a in enumerate(names) for b in names[:k]]
    scores, battles = rng.uniform(0.4, 0.9, len(matches)), rng.integers(20, 2000, len(matches))
    found = elo([Result(*match, s, 0.01, int(n)) for match, s, n in zip(matches, scores, battles, strict=True)])
    design = np.array([[(name == a) - (name == b) for name in names if name != "heuristic"] for a, b in matches])
    model = sm.GLM(scores, design.astype(float), family=sm.families.Binomial(), var_weights=battles).fit(tol=1e-12)
    points = dict(zip([n for n in names if n != "heuristic"], 1000 + model.params * 400 / np.log(10), strict=True))
    assert found.set_index("player")["elo"].to_dict() == pytest.approx({"heuristic": 1000, **points}, abs=0.01)


def test_intervals_cover_planted_strengths() -> None:
    """Pairs of battles that hang together, as mirrored ones do: on average 95 of 100 intervals hold the truth.

    Both forms find intervals half as wide (67%) or twice as wide (all of 200); the long one finds 90% and 99%, too.
    """
    rng = np.random.default_rng(5)
    strength = {"heuristic": 1000.0, "tactician": 1100.0, "planner:256": 1150.0}
    matches = [("tactician", "heuristic"), ("planner:256", "tactician"), ("planner:256", "heuristic")]
    covered, tries, n = dict.fromkeys(("tactician", "planner:256"), 0), form(200, 600), 150
    for _ in range(tries):
        results = []
        for first, second in matches:
            p = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
            one = rng.random(n)
            other = np.where(rng.random(n) < 0.5, 1 - one, rng.random(n))  # half of the pairs are told by their armies
            margins = np.where(np.stack([one, other], axis=1) < p, 1, -1)
            results.append(result(first, second, Pairs(margins)))
        table = elo(results).set_index("player")
        for name in covered:
            covered[name] += table.loc[name, "low"] <= strength[name] <= table.loc[name, "high"]
    for count in covered.values():
        assert form(0.885, 0.92) < count / tries < form(1, 0.975)  # four standard errors of 95% of 200


def test_a_match_won_outright_is_far_but_finite() -> None:
    pairs = Pairs(np.full((40, 2), 3))
    table = elo([result("tactician", "heuristic", pairs)]).set_index("player")
    # 40 pairs won and one drawn: 40.5 to 0.5 is 763 points
    assert table.loc["tactician", "elo"] == pytest.approx(1763.4, abs=0.1)
    assert table.loc["tactician", "low"] < 1500
    assert table["battles"].tolist() == [80, 80]  # those that were played
    assert result("heuristic", "tactician", Pairs(np.full((40, 2), -3))).score == pytest.approx(0.5 / 41)


def test_pairs_that_score_alike_leave_an_error() -> None:
    by_chance = result("tactician", "heuristic", Pairs(np.array([[3, -1], [-2, 4], [5, -6], [1, -1]])))
    assert (by_chance.score, by_chance.battles) == (0.5, 8)
    assert by_chance.error == pytest.approx(0.178, abs=0.001)  # of Wilson's interval for 2 of 4, 0.150 to 0.850
    assert result("tactician", "planner:1", Pairs(np.array([[3, -3], [-2, 2]]))).error == 0


def test_players_that_no_chain_connects_are_refused() -> None:
    results = [Result("heuristic", "uniform", 0.9, 0.1, 10), Result("planner:64", "tactician", 0.6, 0.1, 10)]
    with pytest.raises(IdentifiabilityError, match="no chain of matches connects heuristic with planner:64"):
        elo(results)
    assert len(elo([*results, Result("tactician", "heuristic", 0.7, 0.1, 10)])) == 4


def test_a_player_against_himself_is_in_no_table() -> None:
    assert elo([Result("uniform", "uniform", 0.5, 0.0, 10)]).empty
    both = [Result("tactician", "tactician", 0.5, 0.0, 10), Result("heuristic", "uniform", 0.9, 0.1, 10)]
    assert elo(both)["battles"].tolist() == [10, 10]
