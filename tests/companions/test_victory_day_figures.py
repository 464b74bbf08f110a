"""Victory Day: every figure of its reference, typed in from there, against the exact questions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.cases import each
from tigersim.companions import victory_day as vd
from tigersim.companions.answer import Answer

CAR = {"deck": 60, "depots": 8, "factories": 8, "fuel": 8, "copies": 4, "cost": "1-2-1", "turn": 3}
ATTACKERS = "3/3 armour, 4/3 infantry +1/1 against armour, 3/2 infantry"
BLOCKERS = "2/2 armour, 5/5 armour, 3/2 infantry"

FIGURES: dict[str, tuple[Fraction, str, Callable[[], Answer], str]] = {
    "VD-N-01a": (Fraction(49, 144), "0.34027778", vd.duel, "p_both"),
    "VD-N-01b": (Fraction(35, 144), "0.24305556", vd.duel, "p_win"),
    "VD-N-01c": (Fraction(25, 144), "0.17361111", vd.duel, "p_neither"),
    "VD-N-02a": (Fraction(1, 6), "0.16666667", lambda: vd.stat_line("3/3"), "p_win"),
    "VD-N-02b": (Fraction(1, 3), "0.33333333", lambda: vd.stat_line("3/3"), "p_both"),
    "VD-N-02c": (Fraction(1, 3), "0.33333333", lambda: vd.stat_line("3/3"), "p_loss"),
    "VD-N-02d": (Fraction(1, 6), "0.16666667", lambda: vd.stat_line("3/3", 1, 1), "gain"),
    "VD-N-03a": (
        Fraction(2, 9),
        "0.22222222",
        lambda: vd.modifier("4/3 +1/1 against armour", "3/3 armour"),
        "p_win_without",
    ),
    "VD-N-03b": (
        Fraction(5, 12),
        "0.41666667",
        lambda: vd.modifier("4/3 +1/1 against armour", "3/3 armour"),
        "p_win_with",
    ),
    "VD-N-05a": (Fraction(4829, 35853), "0.13468887", lambda: vd.redeal(40, 16), "p_redeal"),
    "VD-N-05b": (Fraction(70001, 487635), "0.14355204", lambda: vd.redeal(60, 24), "p_redeal"),
    "VD-N-05c": (Fraction(233147, 1664740), "0.1400501", lambda: vd.redeal(50, 20), "p_redeal"),
    "VD-N-05d": (Fraction(23188, 162545), "0.14265588", lambda: vd.redeal(60, 24), "p_few"),
    "VD-N-06a": (Fraction(32309, 1096680), "0.02946074", lambda: vd.safest_deck(40), "p_redeal"),
    "VD-N-06b": (Fraction(30463, 877743), "0.03470606", lambda: vd.safest_deck(60), "p_redeal"),
    "VD-N-07a": (Fraction(70001, 417634), "0.16761327", lambda: vd.redeal_count(60, 24), "redeals"),
    "VD-N-07b": (Fraction(23319241, 1285437609), "0.01814109", lambda: vd.redeal_count(40, 16), "p_two"),
    "VD-N-08a": (Fraction(4, 27), "0.14814815", lambda: vd.afford(cost="1-2-1", resources=4), "p_random"),
    "VD-N-08b": (Fraction(200, 243), "0.82304527", lambda: vd.afford(cost="1-2-1", resources=5), "p_random"),
    "VD-N-08c": (Fraction(727, 729), "0.99725652", lambda: vd.afford(cost="1-2-1", resources=6), "p_random"),
    "VD-N-09a": (Fraction(6, 11), "0.54545455", lambda: vd.afford_all("1-2-1, 1-2-1", resources=10), "p_pools"),
    "VD-N-09b": (Fraction(103, 105), "0.98095238", lambda: vd.afford_all("1-2-1, 1-2-1", resources=13), "p_pools"),
    "VD-N-10a": (Fraction(3265655, 5168931), "0.63178537", lambda: vd.resources(60, 24, turn=2), "p_never_missed"),
    "VD-N-10b": (
        Fraction(2599, 6195),
        "0.41953188",
        lambda: vd.resources(60, 24, turn=3, second=True),
        "p_never_missed",
    ),
    "VD-N-10c": (Fraction(4143116416, 745867675), "5.55476066", lambda: vd.resources(60, 24, turn=4), "in_play"),
    "VD-N-10d": (
        Fraction(8580328469204, 552687947175),
        "15.52472514",
        lambda: vd.resources(60, 24, turn=4),
        "usable_so_far",
    ),
    "VD-N-11a": (Fraction(146806630911, 466452948325), "0.31472977", lambda: vd.build(**CAR), "p_build"),
    "VD-N-11b": (Fraction(6079251814, 15377569725), "0.39533242", lambda: vd.build(**CAR, second=True), "p_build"),
    "VD-N-11c": (Fraction(1002275487313, 2824983916755), "0.3547898", lambda: vd.build(**CAR, redeal=True), "p_build"),
    "VD-N-11d": (
        Fraction(469942912639, 1399358844975),
        "0.33582731",
        lambda: vd.build(**(CAR | {"depots": 6, "factories": 12, "fuel": 6})),
        "p_build",
    ),
    "VD-N-11e": (Fraction(6800602199, 11759318025), "0.57831604", lambda: vd.build(**CAR), "p_affordable"),
    "VD-N-12a": (Fraction(43382, 97527), "0.44482041", lambda: vd.draw(60, 4, 1), "p_drawn"),
    "VD-N-12b": (Fraction(72845, 97527), "0.74692137", lambda: vd.draw(60, 4, 5, second=True), "p_drawn"),
    "VD-N-12c": (Fraction(3, 10), "0.3", lambda: vd.draw(40, 1, 3), "p_drawn"),
    "VD-N-14a": (Fraction(112792022341, 1399358844975), "0.08060264", lambda: vd.seats(build_turn=3), "build"),
    "VD-N-14b": (Fraction(10540992, 111993505), "0.09412146", lambda: vd.seats(turn=2), "never_missed"),
    "VD-N-16a": (
        Fraction(0),
        "0",
        lambda: vd.pairing(ATTACKERS, BLOCKERS),
        "mean",
    ),
}


def test_all_figures_are_here() -> None:
    parts = {1: "abc", 2: "abcd", 3: "ab", 5: "abcd", 6: "ab", 7: "ab", 8: "abc", 9: "ab", 10: "abcd", 11: "abcde"}
    parts |= {12: "abc", 14: "ab", 16: "a"}
    assert list(FIGURES) == [f"VD-N-{number:02}{letter}" for number, letters in parts.items() for letter in letters]
    assert len(FIGURES) == 37


@each(("exact", "decimal", "ask", "field"), FIGURES.values(), ids=FIGURES)
def test_a_figure_is_exact(exact: Fraction, decimal: str, ask: Callable[[], Answer], field: str) -> None:
    number = ask()[field]
    assert number.exact == exact
    assert abs(exact - Fraction(decimal)) <= Fraction(1, 2 * 10**8)


# --- the tables of the reference --------------------------------------------------------------------------------


MATRIX = {
    "3/3": "BWLBBL",
    "2/2": "LBLBLL",
    "5/5": "WWBWWB",
    "3/2": "BBLBBL",
    "4/3": "BWLBBB",
    "5/4": "WWBWBB",
}


@pytest.mark.rule("VD-DER-01")
def test_who_survives_against_whom() -> None:
    rows = vd.duel().tables[0].rows
    assert [row["attacker"].split()[0] for row in rows] == list(MATRIX)
    for row in rows:
        assert "".join(row[enemy] for enemy in MATRIX) == MATRIX[row["attacker"].split()[0]]


REDEALABLE = """
8 0.569387 0.690244 0.768119
10 0.427690 0.570935 0.670085
12 0.306042 0.458022 0.571942
14 0.208354 0.356614 0.478147
15 0.168618 0.311143 0.433866
16 0.134689 0.269407 0.391699
18 0.082892 0.197319 0.314428
20 0.049896 0.140050 0.247247
22 0.032761 0.096540 0.190379
24 0.029487 0.065370 0.143552
26 0.039655 0.045086 0.106173
28 0.064940 0.034477 0.077480
30 0.109540 0.032799 0.056666
32 0.180586 0.039963 0.042997
35 0.360689 0.069141 0.034706
"""


@each("line", REDEALABLE.split("\n")[1:-1], ids=lambda line: line.split()[0])
def test_hands_that_may_be_redealt(line: str) -> None:
    resources, *chances = line.split()
    assert [f"{vd.redeal(deck, int(resources))['p_redeal'].value:.6f}" for deck in (40, 50, 60)] == chances


def test_the_safest_numbers_of_resources() -> None:
    assert [vd.safest_deck(deck)["resources"].exact for deck in (40, 60)] == [23, 35]


BUILDING = """
2 0.093953 0.135275
3 0.314730 0.395332
4 0.473286 0.545451
5 0.609941 0.665991
6 0.713718 0.753818
7 0.787298 0.815260
8 0.838757 0.858704
"""


def test_by_which_turn_an_armoured_car_can_be_built() -> None:
    answer = vd.build(**(CAR | {"turn": 8}))
    told = [
        f"{row['turn']} {float(row['going_first']):.6f} {float(row['going_second']):.6f}"
        for row in answer.tables[0].rows
    ]
    assert told[1:] == BUILDING.strip().split("\n")
    assert answer["earliest"].exact == 2
    assert answer.tables[0].rows[0]["going_second"] == 0


def test_how_many_pools_pay_an_armoured_car() -> None:
    rows = vd.afford(cost="1-2-1").tables[0].rows
    assert [(row["resources"], row["pools"], row["paying"]) for row in rows] == [
        (4, 15, 1),
        (5, 21, 12),
        (6, 28, 26),
        (7, 36, 36),
    ]


@each(("deck", "struck", "turns"), [(60, 0, (27, 27)), (61, 0, (28, 27)), (40, 0, (17, 17)), (60, 1, (18, 18))])
def test_how_long_a_deck_lasts(deck: int, struck: int, turns: tuple[int, int]) -> None:
    answer = vd.clock(deck, struck, readings={"special_abilities": "deck_strike"})
    assert (answer["first"].exact, answer["second"].exact) == turns
    earlier = "second" if turns[1] < turns[0] else "first"
    assert answer.findings == (f"The deck of the player who goes {earlier} is destroyed earlier.",)


def test_the_second_player_has_seen_one_card_more() -> None:
    assert vd.seats()["seen"].exact == 1


def test_pairings_of_three() -> None:
    answer = vd.pairing(ATTACKERS, BLOCKERS)
    assert [answer[name].exact for name in ("best", "p_best", "worst", "p_worst")] == [
        1,
        Fraction(1, 6),
        -1,
        Fraction(1, 6),
    ]
    best, worst = answer.tables[0].rows
    assert (best["score"], best["kills"], best["losses"]) == (1, 3, 2)
    assert (worst["score"], worst["kills"], worst["losses"]) == (-1, 2, 3)


@each(("units", "splits"), [(5, 21), (10, 66)])
def test_ways_to_share_units(units: int, splits: int) -> None:
    assert vd.actions(units=units)["splits"].exact == splits
