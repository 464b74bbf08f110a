"""General d'Armée: every test value of the reference, its tables, and what else it says in numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.cases import each
from tests.companions.darmee_figures import FIGURES, PRINTED
from tigersim.catalogue.companions import game
from tigersim.companions import general_darmee as ga
from tigersim.companions.answer import Answer
from tigersim.companions.question import questions

UNSUPPORTED = {"morale_shortfall": "unsupported"}
SEPARATE = {"extra_pool": "separate"}

ASKED: dict[str, tuple[Answer, str]] = {
    "GA-N-01a": (ga.adcs(5), "p_none"),
    "GA-N-01b": (ga.adcs(5), "p_more_than_all"),
    "GA-N-01c": (ga.adcs(5), "expected_adcs"),
    "GA-N-01d": (ga.adcs(5), "variance_adcs"),
    "GA-N-01e": (ga.adcs(4, 2), "expected_adcs"),
    "GA-N-01f": (ga.adcs(4, 2, 4), "p_at_least"),
    "GA-N-01g": (ga.adcs(4, 2, readings=SEPARATE), "expected_adcs"),
    "GA-N-02a": (ga.double(5), "p_double_six"),
    "GA-N-02b": (ga.double(8), "p_double_six"),
    "GA-N-02c": (ga.double(8), "expected_further"),
    "GA-N-03a": (ga.afford(5), "expected_tasks"),
    "GA-N-03b": (ga.afford(6), "expected_tasks"),
    "GA-N-03c": (ga.afford(4, cost=4), "p_affordable"),
    "GA-N-03d": (ga.afford(5, cost=3), "p_affordable"),
    "GA-N-03e": (ga.afford(5, cost=4), "p_affordable"),
    "GA-N-04a": (ga.faltering(5, 0, 2), "p_shortfall"),
    "GA-N-04b": (ga.faltering(6, 0, 3), "p_shortfall"),
    "GA-N-04c": (ga.faltering(5, 0, 2), "expected_free"),
    "GA-N-04d": (ga.faltering(5, 0, 2), "expected_fled"),
    "GA-N-04e": (ga.faltering(5, 0, 2, readings=UNSUPPORTED), "expected_fled"),
    "GA-N-05a": (ga.obey(), "p_obeys_attached"),
    "GA-N-05b": (ga.obey(), "gain"),
    "GA-N-05c": (ga.obey(), "p_faltering_obeys_attached"),
    "GA-N-05d": (ga.obey(5), "p_all_obey"),
    "GA-N-05e": (ga.obey(5, 2), "p_all_obey"),
    "GA-N-06a": (ga.task("assault", 5), "p_carried_out"),
    "GA-N-06b": (ga.task("forward", 3), "p_carried_out"),
    "GA-N-06c": (ga.task("forward", 5, attach=False), "p_carried_out"),
    "GA-N-07a": (ga.initiative(), "p_as_holder"),
    "GA-N-07b": (ga.initiative(), "p_as_other"),
    "GA-N-07c": (ga.initiative(own_hesitant=2), "p_as_holder"),
    "GA-N-07d": (ga.initiative(own_faltering=2, enemy_hesitant=1), "p_first_turn"),
    "GA-N-07e": (ga.initiative(own_both=1, enemy_hesitant=1), "p_tie"),
    "GA-N-08a": (ga.initiative_turns(0), "expected_spell"),
    "GA-N-08b": (ga.initiative_turns(1), "p_long_run"),
    "GA-N-08c": (ga.initiative_turns(1), "expected_spell"),
    "GA-N-09a": (ga.initiative_after_rolls(), "p_as_holder"),
    "GA-N-09b": (ga.initiative_after_rolls(own_attached=2), "p_as_holder"),
    "GA-N-09c": (ga.initiative_after_rolls(own_attached=2), "p_as_other"),
    "GA-N-10a": (ga.recon(3), "p_any"),
    "GA-N-10b": (ga.recon(cover="wood", turns=4, adc_at_hand=True), "p_any"),
    "GA-N-10c": (ga.recon(2, turns=3), "p_any"),
    "GA-N-10d": (ga.recon(cards=3, adc_at_hand=True), "expected_turns"),
    "GA-N-11a": (ga.reserve(4, 1), "expected_turns"),
    "GA-N-11b": (ga.reserve(4, 1, attach=True, turns=2), "p_within"),
    "GA-N-11c": (ga.reserve(4, 1, order="forward"), "p_turn"),
    "GA-N-12a": (ga.forward(14), "p_move"),
    "GA-N-12b": (ga.forward(20), "p_move"),
    "GA-N-12c": (ga.forward(7), "p_charge"),
    "GA-N-12d": (ga.forward(10, readings={"units": "inch"}), "p_move"),
    "GA-N-13a": (ga.glory(), "p_given_adc"),
    "GA-N-13b": (ga.glory(4), "p_recovers"),
    "GA-N-13c": (ga.glory(4, attach=True), "p_recovers"),
    "GA-N-15a": (ga.command(6), "p_takes_effect"),
    "GA-N-15b": (ga.command(4, turns=3), "p_affordable_within"),
    "GA-N-16a": (ga.lost(6, lost=1), "expected_lost"),
    "GA-N-16b": (ga.lost(6, lost=2), "expected_tasks_lost"),
    "GA-N-17a": (ga.entering(4, 1), "expected_gain"),
    "GA-N-17b": (ga.entering(4, 1, 3), "p_before"),
    "GA-N-17c": (ga.entering(4, 1, 3), "p_after"),
    "GA-N-18a": (ga.bundle(), "p_affordable"),
    "GA-N-18b": (ga.bundle(brigades=6), "p_affordable"),
}


def exact(answer: Answer, name: str) -> Fraction:
    """A number that must be exact."""
    found = answer[name].exact
    assert found is not None
    return found


@each("figure", FIGURES)
def test_a_figure_of_the_reference(figure: str) -> None:
    value = exact(*ASKED[figure])
    fraction, decimal = PRINTED[figure]
    assert value == Fraction(fraction)
    if "/" not in decimal:
        places = -int(Decimal(decimal).as_tuple().exponent)
        assert abs(value - Fraction(decimal)) <= Fraction(1, 2 * 10**places)


def test_all_62_figures_are_asked() -> None:
    assert len(FIGURES) == 62
    assert list(ASKED) == list(FIGURES)


def test_the_19_questions_of_the_reference_are_there_and_six_more() -> None:
    found = questions(game("general_darmee"))
    assert [one.id for one in found.values()] == [f"GA-Q-{k:02}" for k in range(1, 26)]


# --- tables ----------------------------------------------------------------------------------------------------------

NUMBERS_OF_ADCS = {
    1: "0.333333 0.666667 - - - - - - - - 0.666667",
    2: "0.111111 0.444444 0.416667 0.027778 - - - - - - 1.361111",
    3: "0.037037 0.222222 0.416667 0.277778 0.046296 - - - - - 2.074074",
    4: "0.012346 0.098765 0.277778 0.351852 0.207562 0.051698 - - - - 2.798611",
    5: "0.004115 0.041152 0.154321 0.288066 0.294496 0.169496 0.048354 - - - 3.529578",
    6: "0.001372 0.016461 0.077160 0.190329 0.277349 0.252829 0.143583 0.040916 - - 4.263224",
    7: "0.000457 0.006401 0.036008 0.110425 0.209048 0.261460 0.222201 0.121513 0.032486 - 4.996871",
    8: "0.000152 0.002439 0.016004 0.058680 0.136698 0.217516 0.246123 0.196740 0.100952 0.024696 5.728656",
}
CAN_BE_PAID = {
    1: "0.666667 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000",
    2: "0.888889 0.444444 0.027778 0.000000 0.000000 0.000000 0.000000",
    3: "0.962963 0.740741 0.324074 0.046296 0.000000 0.000000 0.000000",
    4: "0.987654 0.888889 0.611111 0.259259 0.051698 0.000000 0.000000",
    5: "0.995885 0.954733 0.800412 0.512346 0.217850 0.048354 0.000000",
    6: "0.998628 0.982167 0.905007 0.714678 0.437329 0.184499 0.040916",
    7: "0.999543 0.993141 0.957133 0.846708 0.637660 0.376200 0.153999",
    8: "0.999848 0.997409 0.981405 0.922725 0.786027 0.568511 0.322388",
}
INITIATIVE = {
    -4: "0.871914 0.902778 0.841049 0.896382",
    -3: "0.800926 0.841049 0.760802 0.827181",
    -2: "0.712577 0.760802 0.664352 0.735269",
    -1: "0.610340 0.664352 0.556327 0.623702",
    0: "0.500000 0.556327 0.443673 0.500000",
    1: "0.389660 0.443673 0.335648 0.376298",
    2: "0.287423 0.335648 0.239198 0.264731",
    3: "0.199074 0.239198 0.158951 0.172819",
    4: "0.128086 0.158951 0.097222 0.103618",
}


def six(value: Any) -> str:
    """A number as the reference prints it."""
    return f"{float(value):.6f}"


@each(("brigades", "printed"), NUMBERS_OF_ADCS.items())
def test_the_table_of_numbers_of_adcs(brigades: int, printed: str) -> None:
    answer = ga.adcs(brigades)
    rows = answer.tables[0].rows
    shares = [six(row["probability"]) for row in rows] + ["-"] * (10 - len(rows))
    assert [*shares, six(answer["expected_adcs"].value)] == printed.split()


@each(("brigades", "printed"), CAN_BE_PAID.items())
def test_the_table_of_what_can_be_paid(brigades: int, printed: str) -> None:
    found = [ga.afford(brigades, cost=cost)["p_affordable"].value for cost in range(1, 8)]
    assert [six(value) for value in found] == printed.split()


def test_the_table_of_the_initiative() -> None:
    rows = ga.initiative().tables[0].rows
    found = {row["more of ours"]: " ".join(six(value) for value in list(row.values())[1:]) for row in rows}
    assert found == INITIATIVE


# --- what else it says -----------------------------------------------------------------------------------------------


def test_without_the_extra_adc_five_brigades_have_ten_thirds() -> None:
    assert exact(ga.adcs(5, readings={"extra_adc": "off"}), "expected_adcs") == Fraction(10, 3)


def test_an_attached_adc_is_worth_most_where_obedience_is_even() -> None:
    gains = {face: exact(ga.obey(readings={"obey_threshold": face}), "gain") for face in range(1, 8)}
    assert max(gains, key=lambda face: gains[face]) == 4
    assert gains == {face: Fraction(7 - face, 6) * Fraction(face - 1, 6) for face in range(1, 8)}


@each("brigades", range(7))
@each("off_table", range(1, 5))
def test_a_brigade_that_enters_is_worth_a_third_of_an_adc(brigades: int, off_table: int) -> None:
    assert exact(ga.entering(brigades, off_table), "expected_gain") == Fraction(1, 3)


def test_forward_as_a_sum_of_dice() -> None:
    answer = ga.forward()
    assert exact(answer, "expected_move") == 14
    assert exact(answer, "variance_move") == Fraction(35, 3)
    assert exact(answer, "expected_charge") == 7
    inches = ga.forward(readings={"units": "inch"})
    assert exact(inches, "expected_move") == Fraction(21, 2)
    assert exact(inches, "expected_charge") == Fraction(7, 2)


@each(("distance", "units", "turns"), [(40, "cm", 5), (33, "cm", 4), (15, "cm", 0), (24, "inch", 5), (18, "inch", 3)])
def test_turns_of_an_assault(distance: int, units: str, turns: int) -> None:
    assert exact(ga.assault(distance, readings={"units": units}), "turns") == turns


def test_the_bundle_of_the_reference_costs_seven_and_eight_with_a_faltering_brigade() -> None:
    assert exact(ga.bundle(), "cost") == 7
    assert exact(ga.bundle(faltering=1), "cost") == 8
    assert exact(ga.bundle(faltering=1), "legal") == 1
