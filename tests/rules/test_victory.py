"""Victory points."""

import pytest

from tigersim.rules.victory import base_vp, may_prolong, result, unit_cost


@pytest.mark.rule("PT-VP-01", "PT-VP-02", "PT-VP-03")
def test_base_vp() -> None:
    assert base_vp(True, True) == 5
    assert base_vp(False, True) == 3
    assert base_vp(False, False) == 1


@pytest.mark.rule("PT-VP-04", "PT-VP-05", "PT-VP-06", "PT-HIST-03", "AMB-120")
# the worked values of the rules reference: M4 Sherman, M3 Lee, Churchill IV, Sdkfz 234/1, Marines, militia, LCVP
@pytest.mark.parametrize(
    ("base", "advantages", "disadvantages", "cost"),
    [(5, 1, 1, 5), (5, 0, 1, 4), (5, 2, 0, 7), (3, 2, 1, 4), (1, 2, 0, 3), (1, 0, 1, 1), (1, 1, 1, 1)],
)
def test_unit_cost(base: int, advantages: int, disadvantages: int, cost: int) -> None:
    assert unit_cost(base, advantages, disadvantages) == cost


@pytest.mark.rule("PT-VP-14", "PT-VP-16", "AMB-05")
def test_result() -> None:
    assert [result(10, enemy) for enemy in (5, 7, 8, 9, 10, 11, 12, 13, 20)] == [2, 2, 1, 1, 0, -1, -1, -2, -2]


@pytest.mark.rule("PT-VP-15", "PT-VP-16", "AMB-05", "AMB-06")
def test_prolonging() -> None:
    assert [may_prolong(apart, 1) for apart in (0, 2, 3, -3, 4)] == [True, True, True, True, False]
    assert [may_prolong(0, decks) for decks in (1, 2, 3)] == [True, True, False]
    assert [may_prolong(apart, 1, 1) for apart in (2, 3)] == [True, False]
    assert [may_prolong(0, decks, 0, 1) for decks in (3, 4)] == [True, False]
    assert [may_prolong(apart, 3, 0, 2) for apart in (0, 1, 3, 4)] == [False, True, True, False]
