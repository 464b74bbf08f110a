"""The odds of a plain pool."""

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import brute_force
from tigersim import odds
from tigersim.errors import InvalidValue

# rolls out of 6^n that reach d, reach 2 d, and miss but reach half of d, for d from 2 to 11 (rules reference 4.1)
THREE_DICE = {
    2: (216, 215, 0),
    3: (216, 206, 0),
    4: (215, 181, 1),
    5: (212, 135, 4),
    6: (206, 81, 10),
    7: (196, 35, 19),
    8: (181, 10, 34),
    9: (160, 1, 52),
    10: (135, 0, 77),
    11: (108, 0, 98),
}


@pytest.mark.rule("PT-GEN-10", "PT-FIRE-06", "PT-FIRE-07", "PT-MG-04")
@pytest.mark.parametrize("difficulty", THREE_DICE)
def test_check_values(difficulty: int) -> None:
    exact = odds.pool(dice=3, difficulty=difficulty).exact
    success, double, half = THREE_DICE[difficulty]
    assert (exact.p_success, exact.p_double, exact.p_half) == (
        Fraction(success, 216),
        Fraction(double, 216),
        Fraction(half, 216),
    )


@pytest.mark.parametrize("dice", [1, 2, 4, 7, 10])
def test_agrees_with_icepool(dice: int) -> None:
    total = dice @ icepool.d6
    for difficulty in (1, 5, 9, 14, 23, 60):
        exact = odds.pool(dice, difficulty).exact
        whole = total.denominator()
        assert exact.p_success == Fraction((total >= difficulty).quantity(True), whole)
        assert exact.p_double == Fraction((total >= 2 * difficulty).quantity(True), whole)
        near = total.map(lambda t, d=difficulty: t < d and 2 * t >= d)
        assert exact.p_half == Fraction(near.quantity(True), whole)


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "AMB-101")
@pytest.mark.parametrize(("dice", "difficulty"), [(2, 7), (3, 10), (3, 13), (4, 11)])
@pytest.mark.parametrize("rerolls", [1, 2])
def test_rerolls_equal_counting_out(dice: int, difficulty: int, rerolls: int) -> None:
    exact = odds.pool(dice, difficulty, rerolls).exact
    assert exact.p_success == brute_force.plain(dice, difficulty, rerolls)


@settings(deadline=None)
@given(dice=st.integers(1, 6), difficulty=st.integers(1, 40), rerolls=st.integers(0, 2))
def test_invariants(dice: int, difficulty: int, rerolls: int) -> None:
    now = odds.pool(dice, difficulty, rerolls).exact
    assert 0 <= now.p_double <= now.p_success <= now.p_success + now.p_half <= 1
    assert odds.pool(dice, difficulty + 1, rerolls).exact.p_success <= now.p_success
    assert odds.pool(dice + 1, difficulty, rerolls).exact.p_success >= now.p_success
    if rerolls:
        assert odds.pool(dice, difficulty, rerolls - 1).exact.p_success <= now.p_success


@pytest.mark.parametrize(
    "arguments",
    [
        {"dice": 0},
        {"dice": 11},
        {"dice": -2},
        {"dice": 2.0},
        {"dice": True},
        {"dice": "3"},
        {"difficulty": 0},
        {"difficulty": 61},
        {"rerolls": 3},
        {"rerolls": -1},
    ],
)
def test_wrong_arguments(arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidValue, match="allowed: a whole number from"):
        odds.pool(**({"dice": 3, "difficulty": 9} | arguments))  # type: ignore[arg-type]


def test_table_and_text() -> None:
    answer = odds.pool(3, 9)
    assert list(answer.table()["exact"]) == ["20/27", "1/216", "13/54"]
    assert answer.p_success == pytest.approx(160 / 216)
    assert answer.show().startswith("3D6 against 9")
    assert "74.07%" in str(answer)
    assert "160 of them succeed, 1 doubly; 52 fail" in answer.show(steps=True)
