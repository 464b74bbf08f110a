"""General d'Armée: rules one by one, and the worked examples of the source."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tigersim.companions.general_darmee.forces import orders as tasks
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.kernels import places as phase_terms
from tigersim.companions.general_darmee.rules import availability, command_roll, effects, fog, morale, permissions, turn
from tigersim.companions.general_darmee.rules import initiative as initiative_roll
from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN
from tigersim.errors import InvalidValue, UnknownName

FACES = range(1, 7)
SIDE = Side(line=3, reserves=1, off_table=1)
"""Brigades 1 to 3 in line, 4 in reserve on the table, 5 off it."""


def costs(text: str, side: Side = SIDE) -> int:
    return tasks.cost_of(tasks.read_orders(text, side), side)


def wrong(text: str, side: Side = SIDE, divisions: int = 1, attach_reserve: bool = True) -> list[str]:
    return tasks.breaches(tasks.read_orders(text, side), side, divisions, attach_reserve)


# --- ADCs ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-AVL-03", "GA-AVL-04", "GA-AVL-06", "GA-AVL-07")
def test_an_adc_is_available_from_three_and_off_the_table_from_five() -> None:
    assert [face for face in FACES if availability.is_available(face, False)] == [3, 4, 5, 6]
    assert [face for face in FACES if availability.is_available(face, True)] == [5, 6]


@pytest.mark.rule("GA-AVL-01", "GA-AVL-02", "GA-AVL-05", "GA-GAP-05", "GA-GAP-05-B")
def test_all_adcs_are_rolled_for() -> None:
    assert [availability.adc_dice(n) for n in range(4)] == [0, 1, 2, 3]
    assert availability.adc_dice(5, 2, 3) == 13


@pytest.mark.rule("GA-AVL-09", "GA-GAP-03", "GA-GAP-03-B")
@pytest.mark.parametrize(
    ("sixes", "off_sixes", "single", "pairs"),
    [
        # for the pools all, separate, on_table
        (0, 0, (0, 0, 0), (0, 0, 0)),
        (1, 0, (0, 0, 0), (0, 0, 0)),
        (1, 1, (1, 0, 0), (1, 0, 0)),
        (2, 0, (1, 1, 1), (1, 1, 1)),
        (2, 2, (1, 2, 1), (2, 2, 1)),
        (4, 1, (1, 1, 1), (2, 2, 2)),
        (3, 5, (1, 2, 1), (4, 3, 1)),
    ],
)
def test_double_sixes(sixes: int, off_sixes: int, single: tuple[int, int, int], pairs: tuple[int, int, int]) -> None:
    pools = (availability.ALL, availability.SEPARATE, availability.ON_TABLE)
    assert tuple(availability.extra_adcs(sixes, off_sixes, availability.SINGLE, pool) for pool in pools) == single
    assert tuple(availability.extra_adcs(sixes, off_sixes, availability.PER_PAIR, pool) for pool in pools) == pairs
    assert [availability.extra_adcs(sixes, off_sixes, availability.OFF, pool) for pool in pools] == [0, 0, 0]


@pytest.mark.rule("GA-EX-01")
def test_example_of_five_dice_that_give_six_adcs() -> None:
    dice = (3, 4, 4, 6, 6)
    assert sum(availability.is_available(die, False) for die in dice) == 5
    assert availability.extra_adcs(dice.count(6), 0) == 1


@pytest.mark.rule("GA-AVL-10", "GA-AVL-11")
def test_a_brigade_that_flees_loses_its_adc_once() -> None:
    assert [availability.adcs_lost(fled, before) for fled, before in product((False, True), repeat=2)] == [0, 0, 1, 0]


# --- tasks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-T01-01", "GA-T02-01", "GA-T03-01", "GA-T04-01", "GA-T05-01", "GA-T06-01", "GA-T07-01")
@pytest.mark.rule("GA-T09-01", "GA-T10-01", "GA-T11-01", "GA-DER-01", "GA-GAP-23")
def test_costs_of_tasks() -> None:
    assert {name: task.cost for name, task in tasks.tasks().items()} == {
        "recon": 1,
        "attach": 1,
        "assault": 2,
        "artillery-preparation": 2,
        "skirmishers": 1,
        "glory": 1,
        "forward": 2,
        "reserve": 1,
        "redeploy": 2,
        "ammunition": 2,
        "command": 3,
    }
    free = [name for name, task in tasks.tasks().items() if not task.needs_obedience]
    assert free == ["recon", "attach"]


def test_numbers_of_tasks_are_places_in_the_table() -> None:
    numbered = {name: task.code for name, task in tasks.tasks().items()}
    named = ("RECON", "ATTACH", "ASSAULT", "PREPARATION", "SKIRMISHERS", "GLORY", "FORWARD", "RESERVE")
    assert [getattr(tasks, name) for name in (*named, "REDEPLOY", "AMMUNITION", "COMMAND")] == list(range(11))
    assert list(numbered.values()) == list(range(11))
    assert (numbered["artillery-preparation"], numbered["glory"], numbered["command"]) == (
        tasks.PREPARATION,
        tasks.GLORY,
        tasks.COMMAND,
    )


@pytest.mark.rule("GA-T08-01", "GA-T08-02", "GA-T08-05", "GA-EX-04")
def test_costs_of_reserves() -> None:
    assert costs("reserve 4") == 1
    assert costs("reserve 5") == 2
    assert costs("reserve 4, assault 4") == 2
    assert costs("assault 4, reserve 4, forward 4") == 3
    assert costs("reserve 5, assault 5, forward 5") == 4
    assert costs("reserve 4, assault 1") == 3, "only the reserve's own orders are cheaper"


@pytest.mark.rule("GA-EX-02", "GA-EX-03", "GA-EX-05")
def test_examples_of_bundles() -> None:
    assert costs("forward 1, attach 1, recon") == 4
    assert costs("attach 2, reserve 4") == 2
    assert costs("attach 1, forward 1") == 3
    assert not wrong("forward 1, attach 1, recon")
    assert not wrong("attach 2, reserve 4")


@pytest.mark.rule("GA-TSK-01", "GA-TSK-02", "GA-T08-05", "GA-GAP-25")
def test_who_may_get_which_tasks() -> None:
    every = range(len(tasks.tasks()))
    assert [code for code in every if tasks.may_be_given(code, False, False)] == [
        code for code in every if code != tasks.RESERVE
    ]
    assert [code for code in every if tasks.may_be_given(code, True, False)] == [tasks.RESERVE]
    assert [code for code in every if tasks.may_be_given(code, True, True)] == [
        tasks.ATTACH,
        tasks.ASSAULT,
        tasks.FORWARD,
    ]
    assert not tasks.may_be_given(tasks.ATTACH, True, True, attach_reserve=False)


@pytest.mark.rule("GA-T01-05", "GA-T02-06", "GA-T06-04", "GA-T11-06", "GA-DER-02", "GA-GAP-17")
def test_how_often_a_task_may_be_given() -> None:
    limits = {name: (task.most, task.per, task.span) for name, task in tasks.tasks().items() if task.most is not None}
    assert limits == {
        "recon": (1, "division", "turn"),
        "attach": (1, "brigade", "turn"),
        "glory": (1, "division", "turn"),
        "command": (1, "division", "game"),
    }
    assert [tasks.within_cap(given, 1) for given in range(3)] == [True, False, False]
    assert [tasks.within_cap(given, 1, 2) for given in range(4)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("text", "divisions", "named"),
    [
        ("recon, recon", 1, "recon: 2 times"),
        ("recon, recon, recon", 2, "recon: 3 times"),
        ("attach 1, attach 1", 1, "attach: 2 times, where brigade 1 may have 1 in a turn"),
        ("attach 1, attach 1", 3, "attach: 2 times, where brigade 1 may have 1 in a turn"),
        ("glory 1, glory 2", 1, "glory: 2 times"),
        ("command 1, command 2", 1, "command: 2 times"),
        ("forward 4", 1, "reserve 4 comes first"),
        ("reserve 1", 1, "not in reserve"),
        ("reserve 4, glory 4", 1, "no more than assault"),
        ("reserve 5, reserve 5", 1, "reserve 5"),
        ("skirmishers 5", 1, "in reserve"),
    ],
)
def test_bundles_that_are_not_legal(text: str, divisions: int, named: str) -> None:
    found = wrong(text, divisions=divisions)
    assert len(found) == 1
    assert named in found[0]


@pytest.mark.parametrize(
    ("text", "divisions"),
    [
        ("recon, recon", 2),
        ("glory 1, glory 2", 2),
        ("attach 1, attach 2, attach 3", 1),
        ("forward 1, assault 1, attach 1", 1),
        ("reserve 4, assault 4, forward 4, attach 4", 1),
        ("", 1),
    ],
)
def test_bundles_that_are_legal(text: str, divisions: int) -> None:
    assert wrong(text, divisions=divisions) == []


def test_an_adc_is_attached_to_a_reserve_by_one_reading_only() -> None:
    assert wrong("reserve 4, attach 4") == []
    assert len(wrong("reserve 4, attach 4", attach_reserve=False)) == 1


@pytest.mark.parametrize(
    "text", ["forward", "forward 0", "forward 6", "forward x", "forward 1.5", "recon 1", "glory -1"]
)
def test_orders_that_name_no_brigade_or_a_wrong_one(text: str) -> None:
    with pytest.raises(InvalidValue, match=text.split(" ", maxsplit=1)[0]):
        tasks.read_orders(text, SIDE)


def test_orders_of_unknown_tasks_and_too_many() -> None:
    with pytest.raises(UnknownName, match="did you mean forward"):
        tasks.read_orders("foward 1", SIDE)
    with pytest.raises(InvalidValue, match="up to 24"):
        tasks.read_orders(", ".join(["forward 1"] * 25), SIDE)


@pytest.mark.parametrize(
    "terms", [(0, 0, 0, 0), (21, 0, 0, 0), (-1, 2, 0, 0), (10, 6, 5, 0), (3, 0, 0, 4), (3, 0, 0, -1), (3, 9, 0, 4)]
)
def test_sides_that_there_are_not(terms: tuple[int, int, int, int]) -> None:
    with pytest.raises(InvalidValue):
        Side(*terms)


# --- what tasks do ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-T01-02", "GA-T01-03", "GA-GAP-16")
def test_recon() -> None:
    modifiers = [effects.recon_modifier(wood, height) for wood, height in product((False, True), repeat=2)]
    assert modifiers == [0, -1, -1, -1]
    assert effects.recon_modifier(True, True, stacks=True) == -2
    assert effects.recon_modifier(True, False, stacks=True) == -1
    assert [face for face in FACES if effects.recon_uncovers(face, 0)] == [4, 5, 6]
    assert [face for face in FACES if effects.recon_uncovers(face, -1)] == [5, 6]


@pytest.mark.rule("GA-T06-03", "GA-GAP-12")
def test_glory() -> None:
    assert [effects.glory_recovers(face, True) for face in FACES] == [0, 0, 0, 1, 1, 1]
    assert [effects.glory_recovers(face, False) for face in FACES] == [0] * 6
    assert effects.glory_recovers(6, True, recovers=2) == 2


@pytest.mark.rule("GA-T11-02")
def test_command_gives_back_two_casualties() -> None:
    assert [effects.command_recovers(casualties, False) for casualties in range(5)] == [0, 1, 2, 2, 2]
    assert effects.command_recovers(3, True) == 0


@pytest.mark.rule("GA-T04-02", "GA-T05-03", "GA-T06-02")
def test_casualty_dice_that_tasks_add() -> None:
    assert effects.casualty_dice(True, False, False) == 2
    assert effects.casualty_dice(False, True, False) == 1
    assert effects.casualty_dice(False, False, True) == 1
    assert effects.casualty_dice(False, False, False) == 0


@pytest.mark.rule("GA-T07-02", "GA-T07-03", "GA-GAP-10", "GA-GAP-11")
def test_dice_of_forward() -> None:
    by_units = [[effects.forward_dice(charge, units) for charge in (False, True)] for units in (0, 1)]
    assert by_units == [[4, 2], [3, 1]]
    assert [effects.forward_dice_in_all(units, both) for units in (0, 1) for both in (False, True)] == [4, 6, 3, 4]


@pytest.mark.rule("GA-T03-05", "GA-T03-07", "GA-T03-08")
def test_an_assault_advances_to_volley_range_unless_it_is_threatened() -> None:
    assert [effects.distance_after(cm) for cm in (40, 16, 15, 3)] == [35, 15, 15, 3]
    assert [effects.distance_after(inches, effects.INCHES) for inches in (24, 10, 9)] == [21, 9, 9]
    assert effects.distance_after(40, threatened=True) == 40


@pytest.mark.rule("GA-T03-05", "GA-T03-07")
@given(st.integers(0, 400), st.sampled_from((effects.CENTIMETRES, effects.INCHES)))
def test_the_slowest_assault_takes_as_many_turns_as_the_formula_says(distance: int, units: int) -> None:
    reach, step = ((15, 5), (9, 3))[units]
    turns, left = 0, distance
    while (then := effects.distance_after(left, units)) != left:
        turns, left = turns + 1, then
    assert turns == -(-max(0, distance - reach) // step)


@pytest.mark.rule("GA-T08-03", "GA-T08-04")
def test_a_reserve_enters_when_it_is_paid_for_and_obeys() -> None:
    assert [effects.reserve_enters(paid, obeyed) for paid, obeyed in product((False, True), repeat=2)] == [
        False,
        False,
        False,
        True,
    ]


@pytest.mark.rule("GA-T10-02")
def test_ammunition() -> None:
    found = [effects.low_on_ammunition(before, obeyed) for before, obeyed in product((False, True), repeat=2)]
    assert found == [False, False, True, False]


@pytest.mark.rule("GA-TSK-03", "GA-T03-09", "GA-T03-10", "GA-T09-07")
def test_only_an_assault_outlasts_its_turn() -> None:
    assert effects.order_stands(True, False, False, False)
    assert not effects.order_stands(False, False, False, False)
    for ended in range(3):
        assert not effects.order_stands(True, *(k == ended for k in range(3)))


# --- what units may do -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-T02-04", "GA-T02-05")
def test_guns_of_some_armies_move_only_by_order() -> None:
    assert [army for army in permissions.ARMIES if permissions.guns_are_free(army)] == [
        "french",
        "british",
        "late prussian",
    ]
    assert permissions.may_redeploy_guns(True, False)
    assert not permissions.may_redeploy_guns(False, False)
    assert permissions.may_redeploy_guns(False, True)
    assert permissions.may_redeploy_guns(False, False, limbered=True)
    assert permissions.may_redeploy_guns(False, False, horse=True)


@pytest.mark.rule("GA-GAP-28")
def test_which_order_guns_need() -> None:
    cases = list(product((False, True), repeat=3))
    assert [case for case in cases if permissions.order_for_guns(*case)] == [(True, False, True), (True, True, True)]
    any_task = [case for case in cases if permissions.order_for_guns(*case, any_task=True)]
    assert any_task == [(False, True, True), (True, False, True), (True, True, True)]


@pytest.mark.rule("GA-GAP-26", "GA-GAP-27")
def test_when_an_assault_stands_and_goes_on() -> None:
    cases = list(product((False, True), repeat=2))
    assert [effects.assault_is_given(*case) for case in cases] == [False, False, False, True]
    assert [effects.assault_is_given(*case, at_once=True) for case in cases] == [False, False, True, True]
    assert [effects.assault_goes_on(*case) for case in cases] == [False, True, False, True]
    assert [effects.assault_goes_on(*case, needs_obedience=False) for case in cases] == [False, True, True, True]


@pytest.mark.rule("GA-T11-05")
def test_whose_brigadiers_may_join_a_charge_under_command() -> None:
    assert permissions.brigadier_may_join_charge("russian", True)
    assert not permissions.brigadier_may_join_charge("russian", False)
    assert not permissions.brigadier_may_join_charge("french", True)


@pytest.mark.rule("GA-T03-02", "GA-T03-04", "GA-T03-06", "GA-T03-11")
def test_what_an_assault_allows_and_forbids() -> None:
    assert [permissions.takes_assault(arm) for arm in ("infantry", "cavalry", "artillery")] == [True, False, False]
    charging = [permissions.may_charge_in_assault(*units) for units in product((False, True), repeat=2)]
    assert charging == [False, False, False, True]
    assert permissions.may_move_in_assault(False, 10, 15)
    assert permissions.may_move_in_assault(True, 16, 15)
    assert not permissions.may_move_in_assault(True, 15, 15)


@pytest.mark.rule("GA-T04-05")
def test_which_batteries_cannot_prepare() -> None:
    assert permissions.may_prepare(3, True, False, False, True)
    for faulty in ((4, True, False, False, True), (0, False, False, False, True), (0, True, True, False, True)):
        assert not permissions.may_prepare(*faulty)
    assert not permissions.may_prepare(0, True, False, True, True)
    assert not permissions.may_prepare(0, True, False, False, False)


@pytest.mark.rule("GA-T07-04")
def test_who_gains_nothing_from_forward() -> None:
    states = product((False, True), repeat=3)
    assert [permissions.may_use_forward(*state) for state in states] == [True] + [False] * 7


@pytest.mark.rule("GA-MOV-01", "GA-MOV-04", "GA-FIR-01", "GA-FIR-05", "GA-T07-05")
def test_who_has_charged_neither_moves_nor_fires() -> None:
    assert [turn.may_move(in_charges) for in_charges in (False, True)] == [True, False]
    assert turn.may_fire(False)
    assert not turn.may_fire(True)
    assert not turn.may_fire(False, forward=True)
    assert turn.may_fire(False, forward=True, deployed_guns_that_stay=True)
    assert not turn.may_fire(True, forward=True, deployed_guns_that_stay=True)


# --- the Command Roll and Divisional Morale! -------------------------------------------------------------------------


@pytest.mark.rule("GA-BCR-01", "GA-BCR-05", "GA-BCR-07", "GA-T12-03", "GA-GAP-22")
def test_who_rolls() -> None:
    assert command_roll.rolls_for_command(False, False, False)
    assert not command_roll.rolls_for_command(False, False, True)
    assert not command_roll.rolls_for_command(True, False, False)
    assert command_roll.rolls_for_command(True, True, False)
    assert not command_roll.rolls_for_command(True, True, False, reserve_rolls=False)


@pytest.mark.rule("GA-BCR-03", "GA-BCR-06", "GA-GAP-01", "GA-GAP-01-B")
def test_on_what_a_brigade_obeys() -> None:
    assert [face for face in FACES if command_roll.obeys(face, False)] == [3, 4, 5, 6]
    assert [face for face in FACES if command_roll.obeys(face, True)] == [5, 6]
    assert [face for face in FACES if command_roll.obeys(face, False, 6, 1)] == [6]


@pytest.mark.rule("GA-T02-02", "GA-T02-03", "GA-T02-06", "GA-T11-03", "GA-T12-02", "GA-GAP-13", "GA-GAP-14")
def test_rerolls() -> None:
    of = {
        (attached, command): command_roll.rerolls(attached, command) for attached, command in product((0, 1), repeat=2)
    }
    assert of == {(0, 0): 0, (1, 0): 1, (0, 1): 1, (1, 1): 1}
    assert command_roll.rerolls(True, True, most=2) == 2
    assert command_roll.rerolls(False, True, before_obeying=False) == 0
    assert command_roll.rerolls(True, True, before_obeying=False, most=2) == 1


@pytest.mark.rule("GA-T12-01", "GA-T12-03", "GA-GAP-06")
def test_faltering_brigades_take_an_adc_each_or_flee() -> None:
    assert [morale.free_adcs(n, 2) for n in range(5)] == [0, 0, 0, 1, 2]
    assert [morale.brigades_that_flee(n, 2) for n in range(4)] == [2, 2, 0, 0]
    assert [morale.brigades_that_flee(n, 2, morale.UNSUPPORTED_FLEE) for n in range(4)] == [2, 1, 0, 0]
    assert morale.brigades_that_flee(0, 0) == 0


# --- initiative and the turn -----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-INI-01", "GA-DER-05", "GA-GAP-08", "GA-GAP-09")
def test_what_is_taken_off_the_initiative() -> None:
    assert initiative_roll.penalty(2, 1, 1, 3) == 4
    assert initiative_roll.penalty(2, 1, 1, 3, count_double=True) == 5
    assert initiative_roll.penalty(2, 1, 1, 3, count_fled=True) == 7


@pytest.mark.rule("GA-INI-02", "GA-INI-03", "GA-INI-04", "GA-INI-05")
def test_who_has_the_initiative() -> None:
    for holder, die in product((NOBODY, OWN, ENEMY), FACES):
        assert initiative_roll.winner(8, 7, holder, die) == OWN
        assert initiative_roll.winner(-1, 0, holder, die) == ENEMY
    for die in FACES:
        assert initiative_roll.winner(5, 5, OWN, die) == OWN
        assert initiative_roll.winner(5, 5, ENEMY, die) == ENEMY
    assert [initiative_roll.winner(5, 5, NOBODY, die) for die in FACES] == [OWN] * 3 + [ENEMY] * 3


@pytest.mark.rule("GA-TRN-01", "GA-TRN-02", "GA-TRN-03", "GA-TRN-04", "GA-TRN-05", "GA-TRN-06", "GA-ATK-05")
def test_five_phases_in_their_order() -> None:
    assert [(phase.title, phase.together) for phase in turn.phases()] == [
        ("Command and Initiative", True),
        ("Charges", False),
        ("Movement", False),
        ("Firing", False),
        ("Melee", True),
    ]


@pytest.mark.rule("GA-CMD-03", "GA-DER-04", "GA-ATK-01", "GA-ATK-02", "GA-ATK-03", "GA-ATK-04", "GA-ATK-06")
@pytest.mark.rule("GA-MOV-03", "GA-FIR-02", "GA-MEL-01", "GA-GAP-07")
def test_steps_of_the_phases() -> None:
    command, charges, movement, firing, melee = (phase.steps for phase in turn.phases())
    assert [step.split()[-1] for step in command] == ["ADCs", "tasks", "Rolls", "initiative"]
    assert charges == (
        "both move and join Generals",
        "active declares charges",
        "passive declares charges",
        "active resolves charges",
        "passive resolves charges",
    )
    assert movement == ("active moves", "passive moves")
    assert firing == ("active fires", "passive fires")
    assert melee == ("both fight every melee",)


@pytest.mark.rule("GA-INI-06", "GA-MOV-02")
def test_the_active_player_acts_first_where_one_acts_first() -> None:
    for active in (OWN, ENEMY):
        assert [turn.first_to_act(phase, active) for phase in turn.phases()] == [NOBODY, *[active] * 3, NOBODY]


@pytest.mark.rule("GA-T11-04")
def test_command_charges_first_whoever_is_active() -> None:
    for active in (OWN, ENEMY):
        assert turn.first_to_charge(active, True, False) == OWN
        assert turn.first_to_charge(active, False, True) == ENEMY
        assert turn.first_to_charge(active, True, True) == active
        assert turn.first_to_charge(active, False, False) == active


# --- the Fog of War --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-FOG-03", "GA-FOG-06")
def test_losses_of_a_card_are_noted_until_a_test_would_be_due() -> None:
    assert fog.after_fire(1, 2, False) == (3, False)
    assert fog.after_fire(1, 2, True) == (3, True)


@pytest.mark.rule("GA-FOG-04", "GA-FOG-05")
def test_the_owner_shares_out_all_losses_of_a_card() -> None:
    assert fog.placed(3, [0, 3]) == (0, 3)
    assert fog.placed(3, [1, 2]) == (1, 2)
    for shares in ([1, 1], [4, 0], [4, -1], []):
        with pytest.raises(InvalidValue, match="come to 3"):
            fog.placed(3, shares)


# --- the setting of the kernel ---------------------------------------------------------------------------------------


def test_places_of_results_do_not_overlap() -> None:
    def places() -> Iterator[int]:
        yield from range(phase_terms.SHARED_RESULTS)
        for side in range(2):
            yield from (phase_terms.result(side, what) for what in range(phase_terms.SIDE_HEAD_RESULTS))
            for order, what in product(range(tasks.MOST_ORDERS), range(phase_terms.ORDER_RESULTS)):
                yield phase_terms.order_result(side, order, what)

    assert list(places()) == list(range(phase_terms.RESULTS))
