"""A match between two armies: what its margins say, worked by hand, and what the engine plays."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.catalogue.units import parse_army
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.pricing.play.blocks import PAIRS
from tigersim.pricing.play.fair import FairMatch, fair_match

engine = pytest.mark.skipif(COMPILER_OFF, reason="hundreds of battles")


def told(blocks: list[list[int]]) -> FairMatch:
    """A match whose every block has these margins, one battle and its mirror each."""
    margins = np.array(blocks)[:, :, None].repeat(2, axis=2)
    return FairMatch(margins, margins.astype(float), ("one", "other"), (1, 1), ("x", "y"))


def test_the_chance_to_win_with_a_handicap_is_the_share_of_the_margins_beyond_it() -> None:
    match = told([[-4, 0, 1, 3], [0, 3, 3, 8]])
    # 8 margins: one below 0, two draws, five above; a draw is half a win
    assert match.p_win() == (5 + 0.5 * 2) / 8
    assert match.counts == (10, 4, 2)  # battles and their mirrors
    assert match.p_win(1) == (4 + 0.5) / 8  # 3, 3, 3, 8 are more than 1, one is just 1
    assert match.p_win(3) == (1 + 0.5 * 3) / 8
    assert match.p_win(-4) == (7 + 0.5) / 8
    assert match.p_win(9) == 0
    assert [match.p_win(vp) for vp in match.table["handicap"]] == match.table["p_win"].tolist()
    assert match.handicap == 2  # 4 of 8 are beyond it: even; 1 gives 4.5 of 8


def test_the_even_handicap_is_the_smaller_gift_where_two_do_as_well() -> None:
    match = told([[-2, 2], [-2, 2]])
    assert [match.p_win(vp) for vp in (-1, 0, 1)] == [0.5, 0.5, 0.5]
    assert match.handicap == 0
    assert told([[2, 6], [2, 6]]).handicap == 3
    assert told([[-2, -6], [-2, -6]]).handicap == -3


def test_the_interval_is_students_over_the_tables() -> None:
    match = told([[1, 1], [1, -1], [-1, -1], [1, 1]])
    # points of the blocks: 1, 1/2, 0, 1: mean 5/8, standard deviation sqrt(11/48), t of 3 degrees of freedom 3.1824
    half = 3.182446 * (11 / 48) ** 0.5 / 2
    low, high = match.p_interval()
    assert low == pytest.approx(max(0.625 - half, 0), abs=1e-6)
    assert high == min(0.625 + half, 1)
    assert match.margin_interval.high == pytest.approx(0.25 + 3.182446 * np.std([1, 0, -1, 1], ddof=1) / 2, abs=1e-6)


def test_blocks_that_all_came_out_alike_are_not_beyond_doubt() -> None:
    low, high = told([[3, 3]] * 20).p_interval()
    assert high == 1
    assert 0.8 < low < 0.9  # Wilson: 20 / (20 + 1.96^2) = 0.839


@pytest.mark.parametrize(
    ("margins", "words"),
    [
        ([[3, 5], [4, 4]], ("wins 100.0%", "4.0 VP ahead", "Give army b 4 VP")),
        ([[-3, -5], [-4, -4]], ("wins 0.0%", "4.0 VP behind", "Give army a 4 VP")),
        ([[0, 0], [0, 0]], ("wins 50.0%", "Give nobody anything")),
    ],
)
def test_what_is_said(margins: list[list[int]], words: tuple[str, ...]) -> None:
    said = str(told(margins))
    assert all(word in said for word in words)


@engine
def test_an_army_against_itself_is_even_beyond_doubt() -> None:
    match = fair_match("2 x M4 Sherman, Jeep [usa]", "2 x M4 Sherman, Jeep [usa]", 200, players=("heuristic",) * 2)
    assert match.battles == 208  # whole tables of 16
    assert (match.p_win(), match.handicap, match.margin) == (0.5, 0, 0)
    assert match.p_interval() == (0.5, 0.5)


@engine
def test_armies_that_change_places_change_the_signs_and_nothing_else() -> None:
    one, other = "3 x M4 Sherman", "2 x Tiger I, Hetzer"
    there = fair_match(one, other, 320, seed=3, players=("heuristic", "uniform"), threads=1)
    back = fair_match(other, one, 320, seed=3, players=("uniform", "heuristic"), threads=2)
    assert np.array_equal(there.margins, -back.margins[..., ::-1])
    assert there.handicap == -back.handicap
    assert there.p_win(2) == 1 - back.p_win(-2)
    assert there.players == ("heuristic", "uniform")
    assert there.costs == (3 * 5, 2 * 4 + 4)


@engine
def test_known_luck_taken_out_narrows_the_margin_and_does_not_move_it() -> None:
    match = fair_match("3 x M4 Sherman", "3 x Panzer IV (mid)", 640, players=("heuristic", "heuristic"))
    raw, clean = match.margins.astype(float), match.adjusted
    assert clean.var() < 0.85 * raw.var()
    low, high = match.margin_interval
    assert abs(clean.mean() - raw.mean()) < 2 * (high - low)


@engine
def test_it_plays_until_the_chance_is_known_and_fewer_battles_are_the_first_of_more() -> None:
    armies = parse_army("3 x M4 Sherman"), parse_army("3 x Panzer IV (mid)")
    done: list[tuple[int, int]] = []
    match = fair_match(
        *armies, target=0.045, players=("heuristic",) * 2, progress=lambda now, total, _: done.append((now, total))
    )
    low, high = match.p_interval()
    assert (high - low) / 2 <= 0.045
    assert done[-1] == (match.battles, match.battles)
    fewer = fair_match(*armies, 320, players=("heuristic",) * 2)
    assert np.array_equal(fewer.margins, match.margins[: 320 // (2 * PAIRS)])


@engine
def test_by_a_list_it_is_said_which_of_its_limits_are_broken() -> None:
    """`tenths` is for six to fourteen units, three of one at most."""
    plain = ("heuristic", "heuristic")
    match = fair_match("5 x M4 Sherman", "3 x Tiger I, 3 x Hetzer", 200, players=plain, price_list="tenths")
    five = "5 x M4 Sherman, and at most 3 of one unit are allowed; 5 units, and 6 to 14 units are asked for"
    assert match.said[-1] == f"The list is made for other armies than army a ({match.limits}): {five}."
    assert match.to_dict()["faults_a"] == five.split("; ")
    assert match.to_dict()["faults_b"] == []
    within = fair_match(
        "3 x M4 Sherman, 3 x Hetzer", "3 x Tiger I, 3 x Hetzer", 200, players=plain, price_list="tenths"
    )
    assert within.faults == ((), ())
    assert "made for" not in str(within)
    printed = fair_match("5 x M4 Sherman", "3 x Tiger I", 200, players=plain)
    assert (printed.limits, printed.faults) == (None, ((), ()))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"battles": 20}, "number of battles is 20; allowed: 200 to 160,000"),
        ({"target": 0.7}, "target is 0.7"),
        ({"seed": -1}, "seed"),
    ],
)
def test_numbers_out_of_range_are_named(settings: dict[str, float], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        fair_match("Tiger I", "M4 Sherman", **settings)  # type: ignore[arg-type]


def test_an_unknown_unit_is_named() -> None:
    with pytest.raises(UnitNotFound, match="Tigger"):
        fair_match("Tigger I", "M4 Sherman")
