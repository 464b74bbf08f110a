"""The sums of dice against counting out every roll."""

from collections import Counter
from itertools import product

import pytest

from tigersim.odds.dice import sums


@pytest.mark.parametrize("dice", range(6))
def test_sums_counted_out(dice: int) -> None:
    counted = Counter(
        (sum(faces), sum(face in (5, 6) for face in faces)) for faces in product(range(1, 7), repeat=dice)
    )
    assert {(total, high): ways for total, high, ways in sums(dice)} == counted
    assert len(sums(dice)) == len(counted)
