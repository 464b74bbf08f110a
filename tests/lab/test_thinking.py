"""What planning costs: every budget is timed on the same battles, and more futures take longer."""

from __future__ import annotations

import pytest

from tests.lab.short_list import small
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue
from tigersim.lab import Contestant, LadderPlan, Meeting, play_ladder
from tigersim.lab.planner_cost import thinking

pytestmark = pytest.mark.skipif(COMPILER_OFF, reason="thousands of battles played on")

TINY = {"sizes": (2, 3), "tables": 2}


def test_more_futures_take_longer() -> None:
    found = thinking(small(**TINY), budgets=(8, 256), battles=2)
    assert list(found) == ["playouts", "decisions", "ms_mean", "ms_95", "ms_most", "ms_per_battle"]
    assert found["playouts"].tolist() == [8, 256]
    assert (found["decisions"] > 10).all()
    assert found["ms_mean"][1] > found["ms_mean"][0]  # not 32 times: options that fall behind are dropped
    assert (found["ms_mean"] <= found["ms_most"]).all()
    assert (found["ms_95"] <= found["ms_most"]).all()
    # what is planned is part of a battle
    planned = found["ms_mean"] * found["decisions"] / 2
    assert (planned < found["ms_per_battle"]).all()


def test_a_planners_ladder_states_its_cost() -> None:
    meeting = Meeting(Contestant.named("planner:16"), Contestant.named("uniform"), 4)
    settings = {"families": ("open", "mixed"), "budgets": (4, 16, 64), "timed_battles": 1}
    one, other = (play_ladder(LadderPlan((meeting,), small(**TINY), **settings), threads) for threads in (1, 2))
    assert one.thinking["playouts"].tolist() == [4, 16, 64]
    assert one.matches["score"].item() == other.matches["score"].item() > 0.5
    assert one.matches["margin_low"].item() == other.matches["margin_low"].item()


def test_a_planner_against_himself_is_even_in_every_pair_and_budgets_change_places_too() -> None:
    def score(first: str, second: str) -> tuple[float, float, float]:
        meeting = Meeting(Contestant.named(first), Contestant.named(second), 6)
        plan = LadderPlan((meeting,), small(**TINY), families=("open",), budgets=())
        found = play_ladder(plan).matches.iloc[0]
        return found["margin"], found["margin_low"], found["margin_high"]

    assert score("planner:8", "planner:8") == (0, 0, 0)
    margin, low, high = score("planner:8", "planner:64")
    assert low < high
    assert score("planner:64", "planner:8") == pytest.approx((-margin, -high, -low))


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidValue, match="playouts is"):
        thinking(small(), budgets=(0,))
    with pytest.raises(InvalidValue, match="timed on is 0"):
        thinking(small(), battles=0)
    assert thinking(small(), budgets=()).empty
