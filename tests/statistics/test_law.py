"""Finite laws and chains against closed forms, enumeration and icepool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from tigersim.statistics.law import D6, Law, NeverEndsError, absorbed, die, mixed, together


def test_weights_are_added_and_scaled_and_what_cannot_come_is_left_out() -> None:
    law = Law.of([(3, Fraction(1, 2)), (1, 1), (3, Fraction(1, 2)), (7, 0)])
    assert list(law) == [(1, Fraction(1, 2)), (3, Fraction(1, 2))]
    assert law == Law.of([(1, 5), (3, 5)])
    assert law[7] == 0


def test_counts_are_ways_of_0_1_2_and_so_on() -> None:
    assert Law.of_counts((0, 2, 4)) == Law.of([(1, 1), (2, 2)])


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_a_sum_of_dice_is_that_of_all_rolls(dice: int) -> None:
    rolls = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    law = D6.times(dice)
    assert law.ways == {total: rolls.count(total) for total in range(6 * dice + 1) if rolls.count(total)}
    assert law.mean == Fraction(7 * dice, 2)
    assert law.variance == Fraction(35 * dice, 12)
    assert law.at_least(8) == Fraction(sum(total >= 8 for total in rolls), len(rolls))


def test_trials_are_binomial() -> None:
    p = Fraction(1, 3)
    law = Law.trial(p).times(4)
    assert [law[n] for n in range(5)] == [comb(4, n) * p**n * (1 - p) ** (4 - n) for n in range(5)]
    assert Law.trial(Fraction(1)) == Law.sure(1)


def test_laws_follow_one_another_as_in_icepool() -> None:
    icepool = pytest.importorskip("icepool")
    law = D6.then(lambda face: die(face).times(2)).map(lambda total: total % 5)
    other = icepool.d6.map(lambda face: 2 @ icepool.Die(range(1, face + 1))) % 5
    assert dict(law.chances) == {outcome: other.probability(outcome) for outcome in other}


def test_a_mixture_draws_each_law_with_its_weight() -> None:
    law = mixed([(Fraction(1, 4), Law.sure(0)), (Fraction(3, 4), D6)])
    assert law[0] == Fraction(1, 4)
    assert law[6] == Fraction(1, 8)


def test_independent_laws_together() -> None:
    pair = together([Law.trial(Fraction(1, 3)), D6])
    assert pair[1, 6] == Fraction(1, 18)
    assert pair.map(sum).ways == Law.trial(Fraction(1, 3)).plus(D6).ways
    assert together([]) == Law.sure(())


def test_how_many_dice_reach_a_sum() -> None:
    rolls = D6.until(7)
    # one die never does; two do in 21 of 36; seven ones always do
    assert rolls[1] == 0
    assert rolls[2] == Fraction(21, 36)
    assert rolls[7] == Fraction(1, 6**6)
    assert rolls.most == 7


def test_numbers_that_may_be_zero_have_no_finite_law() -> None:
    with pytest.raises(ValueError, match="no finite law"):
        Law.of([(0, 1), (1, 1)]).until(3)


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(2, 3), Fraction(18, 38)])
def test_a_ruined_gambler(p: Fraction) -> None:
    """With 3 of 10 coins: the textbook chances and length of play (Feller I, XIV)."""
    start, goal = 3, 10
    found = absorbed(start, lambda n: None if n in (0, goal) else Law.of([(n + 1, p), (n - 1, 1 - p)]))
    r = (1 - p) / p
    wins = Fraction(start, goal) if r == 1 else (1 - r**start) / (1 - r**goal)
    length = start * (goal - start) if r == 1 else (start - goal * wins) / (1 - 2 * p)
    assert found.ends == Law.of([(goal, wins), (0, 1 - wins)])
    assert found.steps == length


def test_tries_until_a_six_and_what_they_cost() -> None:
    found = absorbed("trying", lambda state: Law.of([("trying", 5), ("won", 1)]) if state == "trying" else None)
    assert found.ends == Law.sure("won")
    assert found.visits == {"trying": 6}
    assert found.total(lambda _: Fraction(1, 2)) == 3


def test_a_chain_that_starts_at_its_end() -> None:
    found = absorbed(1, lambda _: None)
    assert (found.ends, found.steps) == (Law.sure(1), 0)


def test_a_chain_with_a_state_that_leads_to_no_end() -> None:
    with pytest.raises(NeverEndsError):
        absorbed(0, lambda n: None if n == 9 else Law.of([(1, 1), (9, 1)]) if n == 0 else Law.sure(n))
