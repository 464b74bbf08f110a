"""Setting up: who attacks and how deep each side deploys."""

import pytest

from tigersim.rules.setup import attacker_by_roll, deployment_depth, first_to_set_up
from tigersim.rules.switches import DeploymentDepth


@pytest.mark.rule("PT-SETUP-01", "PT-SETUP-03")
def test_the_higher_roll_attacks_and_a_tie_is_rolled_again() -> None:
    assert attacker_by_roll(9, 4) == 1
    assert attacker_by_roll(4, 9) == 0
    assert all(attacker_by_roll(total, total) == -1 for total in range(2, 13))


@pytest.mark.rule("PT-SETUP-01")
def test_neither_player_is_favoured() -> None:
    rolls = [one + two for one in range(1, 7) for two in range(1, 7)]
    results = [attacker_by_roll(mine, theirs) for mine in rolls for theirs in rolls]
    assert results.count(1) == results.count(0)
    # two sums of two dice are equal in 1 + 4 + 9 + 16 + 25 + 36 + 25 + 16 + 9 + 4 + 1 = 146 of 36 x 36 cases
    assert results.count(-1) == 146


@pytest.mark.rule("PT-SETUP-03", "PT-SETUP-05", "PT-SCEN-BRIDGE-05")
def test_the_defender_sets_up_first() -> None:
    assert [first_to_set_up(attacker) for attacker in (0, 1)] == [1, 0]


@pytest.mark.rule("PT-SETUP-04", "PT-SETUP-05")
@pytest.mark.parametrize(("table", "inches"), [(36, 12), (48, 16), (60, 20), (40, 13)])
def test_a_side_deploys_within_a_third_of_the_table(table: int, inches: int) -> None:
    assert deployment_depth(table) == inches


@pytest.mark.rule("PT-SETUP-04", "PT-SETUP-05", "PT1-SETUP-02", "AMB-24")
def test_a_third_of_the_longer_side_but_not_beyond_the_middle() -> None:
    assert [deployment_depth(36, 48, rule) for rule in (0, 1)] == [12, 16]
    assert deployment_depth(48, 36, DeploymentDepth.LONGEST_DIMENSION) == 16
    assert deployment_depth(36, 36, DeploymentDepth.LONGEST_DIMENSION) == 12
    assert deployment_depth(36, 72, DeploymentDepth.LONGEST_DIMENSION) == 18  # 24 and 24 would overlap on 36
    assert deployment_depth(60, 180, DeploymentDepth.DEPTH_DIMENSION) == 20
