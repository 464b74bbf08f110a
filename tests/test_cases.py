"""Many cases in one test: all are tested, and each that fails is named."""

import inspect

import pytest

from tests.cases import each


def test_all_cases_are_tested_and_the_failing_ones_named() -> None:
    seen = []

    @each(("x", "y"), [(1, 1), pytest.param(2, 3, id="not even"), (4, 4), (5, 6)])
    def equal(x: int, y: int) -> None:
        seen.append(x)
        assert x == y

    with pytest.raises(ExceptionGroup, match="2 of 4 cases fail") as caught:
        equal()
    assert seen == [1, 2, 4, 5]
    assert [one.__notes__ for one in caught.value.exceptions] == [["case: not even"], ["case: x = 5, y = 6"]]


def test_what_is_no_case_stays_a_fixture() -> None:
    @each("x", [1, 2], ids=["one", "two"])
    @each("y", [1, 3])
    def smaller(y: int, limit: int, x: int) -> None:
        assert x * y < limit

    assert list(inspect.signature(smaller).parameters) == ["limit"]
    smaller(limit=7)
    with pytest.raises(ExceptionGroup) as caught:
        smaller(limit=6)
    (outer,) = caught.value.exceptions
    assert outer.__notes__ == ["case: two"]
    assert isinstance(outer, ExceptionGroup)
    assert [one.__notes__ for one in outer.exceptions] == [["case: y = 3"]]


def test_a_case_that_raises_nothing_fails_and_one_that_skips_takes_no_other_along() -> None:
    @each("x", ["a", "1"])
    def no_number(x: str) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            int(x)

    with pytest.raises(BaseExceptionGroup, match="1 of 2 cases fail") as caught:
        no_number()
    assert caught.value.exceptions[0].__notes__ == ["case: x = '1'"]

    @each("x", [1, 2])
    def skipped(x: int) -> None:
        pytest.skip("not here")

    with pytest.raises(ValueError, match="x = 1 is skipped"):
        skipped()


def test_what_would_test_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no case would be tested"):
        each("x", [])
    with pytest.raises(ValueError, match="no marks"):
        each("x", [pytest.param(1, marks=pytest.mark.xfail)])
    with pytest.raises(ValueError, match="does not take y"):
        each("y", [1])(lambda x: None)
    each("x", [pytest.param(1, marks=pytest.mark.rule("PT-FIRE-07"))])
