"""General d'Armée: plans counted out and simulated, assaults that stand, fallbacks, units."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from tests.companions.darmee_figures import FIGURES
from tests.companions.test_general_darmee_phase import OBEDIENT, Estimate
from tigersim.catalogue.companions import Readings, game
from tigersim.companions import general_darmee as ga
from tigersim.companions.general_darmee.forces.engagement import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.forces.orders import read_orders
from tigersim.companions.general_darmee.forces.roster import read_roster
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.settings import play, play_against
from tigersim.companions.general_darmee.odds.initiative import mixed
from tigersim.companions.general_darmee.odds.turn import outlook
from tigersim.companions.general_darmee.rules.initiative import OWN
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.sampling import Sample
from tigersim.errors import InvalidValue, UnknownName

GAME = game("general_darmee")
TRIALS = 20_000
THIRD = Fraction(1, 3)
FIVE = Side(5)


def rules(**readings: Any) -> Reading:
    return Reading.of(Readings.of(GAME, readings))


def commander(
    plan: str, side: Side = FIVE, adcs: int = ROLLED, cards: int = 0, roster: str = "", army: str = "french"
) -> Commander:
    orders = read_orders(plan, side, fallbacks=True)
    return Commander(side, orders, adcs, cards, read_roster(roster, side.count), army)


def played(one: Commander, turns: int = 1, objective: int = 0, readings: Any = (), trials: int = TRIALS) -> Sample:
    engagement = Engagement(one, Commander(Side(5), adcs=0), turns, OWN, objective=objective)
    return play(engagement, rules(**dict(readings)), trials, 5)


def shares(found: Sample, what: int, orders: int) -> list[Estimate]:
    places = [at.order_result(0, k, what) for k in range(orders)]
    return [Estimate(found.mean(place), found.error(place)) for place in places]


def values(found: Sample, what: int, orders: int) -> list[float]:
    return [round(one.value, 12) for one in shares(found, what, orders)]


def own(found: Sample, what: int) -> Estimate:
    return Estimate(found.mean(at.result(0, what)), found.error(at.result(0, what)))


# --- one turn, exactly -----------------------------------------------------------------------------------------------


def test_the_law_of_hesitant_brigades_is_binomial_for_equal_brigades() -> None:
    rows = ga.obey(5).tables[0].rows
    assert [row["probability"] for row in rows] == [comb(5, n) * THIRD**n * (1 - THIRD) ** (5 - n) for n in range(6)]
    assert rows[2]["this or more"] == 1 - Fraction(32 + 80, 243)


def test_the_law_of_hesitant_brigades_counted_case_by_case() -> None:
    hesitate = [Fraction(1, 9), Fraction(1, 9), THIRD, 2 * THIRD]
    expected = [Fraction(0)] * 5
    for case in product((0, 1), repeat=4):
        chance = Fraction(1)
        for one, p in zip(case, hesitate, strict=True):
            chance *= p if one else 1 - p
        expected[sum(case)] += chance
    rows = ga.obey(3, 2, 1).tables[0].rows
    assert [row["probability"] for row in rows] == expected


def test_a_bundle_is_paid_and_obeyed() -> None:
    answer = ga.bundle()
    assert answer["p_all_obey"].exact == Fraction(8, 9) ** 2
    assert answer["p_paid_and_obeyed"].exact == FIGURES["GA-N-18a"] * Fraction(64, 81)
    alone = ga.bundle("forward 1, skirmishers 1, glory 2, recon", brigades=5)
    assert alone["p_all_obey"].exact == Fraction(4, 9)
    assert alone["casualty_dice"].exact == 2
    held = ga.bundle("forward 5, attach 5", brigades=5, faltering=1)
    assert held["p_paid_and_obeyed"].exact == Fraction(5, 9) * FIGURES["GA-N-03e"]
    assert ga.bundle("recon, recon")["p_paid_and_obeyed"].exact == 0
    assert ga.bundle("recon")["p_all_obey"].exact == 1


def test_a_reserve_in_a_bundle_obeys_by_its_roll_or_without() -> None:
    told = {"orders": "reserve 5, attach 5", "brigades": 4, "reserves": 1}
    assert ga.bundle(**told)["p_all_obey"].exact == Fraction(8, 9)
    assert ga.bundle(**told, readings={"reserve_rolls_on_commit": "false"})["p_all_obey"].exact == 1


def test_plans_come_to_the_figures_of_the_reference() -> None:
    answer = ga.plans("forward 1, attach 1; forward 1; forward 1, forward 2")
    orders = answer.tables[2].rows
    assert [row["carried out"] for row in orders if row["order"] == "forward 1"] == [
        FIGURES["GA-N-06a"],
        FIGURES["GA-N-06c"],
        FIGURES["GA-N-06c"],
    ]
    assert answer.tables[0].rows[2]["all paid"] == FIGURES["GA-N-03e"]
    assert answer["p_all_obeyed_3"].exact == FIGURES["GA-N-03e"] * Fraction(4, 9)
    attached = ga.plans("attach 1, attach 2; ", adcs=2, holder="own")
    assert attached["p_initiative_1"].exact == FIGURES["GA-N-09b"]
    assert attached["p_initiative_2"].exact == FIGURES["GA-N-09a"]
    assert attached.tables[1].rows[0]["plan 2"] == FIGURES["GA-N-05d"]
    assert "Likeliest to have the initiative: plan 1." in attached.findings


def test_the_enemy_of_plans_may_have_one_too() -> None:
    assert ga.plans("attach 1, attach 2", enemy_plan="attach 1, attach 2", holder="nobody")[
        "p_initiative_1"
    ].exact == Fraction(1, 2)


@pytest.mark.rule("GA-T11-04")
def test_command_charges_before_the_initiative_is_asked() -> None:
    def ahead(more: int) -> Fraction:
        wins = sum(a + b - more > c + d for a, b, c, d in product(range(1, 7), repeat=4))
        ties = sum(a + b - more == c + d for a, b, c, d in product(range(1, 7), repeat=4))
        return Fraction(2 * wins + ties, 2592)

    def hesitant(brigades: int) -> list[Fraction]:
        return [comb(brigades, n) * THIRD**n * (1 - THIRD) ** (brigades - n) for n in range(brigades + 1)]

    paid = FIGURES["GA-N-03d"]  # three ADCs of five brigades
    hesitates = paid * Fraction(1, 9) + (1 - paid) * THIRD
    obeys_without = (1 - paid) * 2 * THIRD
    later = sum(
        (p * q * (obeys_without * ahead(a - b) + hesitates * ahead(a + 1 - b)))
        for (a, p), (b, q) in product(enumerate(hesitant(4)), enumerate(hesitant(5)))
    )
    answer = ga.charge_first()
    assert answer["p_command"].exact == paid * Fraction(8, 9)
    assert answer["p_first"].exact == paid * Fraction(8, 9) + later
    neither = ga.charge_first(command=False, holder="own")
    assert neither["p_first"].exact == neither["p_initiative"].exact == FIGURES["GA-N-09a"]
    both = ga.charge_first(enemy_command=True)
    assert both["p_first"].exact == Fraction(1, 2)


# --- the simulation against its exact twin ---------------------------------------------------------------------------

SIX = Side(4, 1, 1, 1)
GUNS = (
    "1 infantry line casualties 3, 2 artillery low, 2 artillery horse casualties 4, 3 cavalry casualties 1, 4 artillery"
)
CASES: list[tuple[Commander, dict[str, Any]]] = [
    (commander("forward 1, attach 1, recon, forward 2", cards=2), {}),
    (commander("command 1 or forward 1 or attach 1, skirmishers 2, glory 2", cards=1), {}),
    (commander("reserve 5 or attach 1, reserve 6, forward 6, attach 6, assault 5", SIX), {}),
    (commander("attach 4, forward 4, recon, recon", SIX, cards=1), {"divisions": 2, "morale_shortfall": "unsupported"}),
    (commander("attach 4, glory 4, assault 3", Side(4, 0, 0, 3)), {"sauve_qui_peut_removes": "false"}),
    (commander("attach 4", Side(4, 0, 0, 3)), {"count_fled": "true", "count_double_state": "true"}),
    (commander("reserve 5, reserve 6, assault 6", SIX, 4), {"reserve_rolls_on_commit": "false"}),
    (commander("command 1, attach 1, attach 2", adcs=5), {"max_rerolls": 2, "obey_threshold": 5}),
    (
        commander("ammunition 2, artillery-preparation 2, glory 1, command 1, glory 3", Side(4), 8, 0, GUNS, "russian"),
        {"divisions": 2, "artillery_prep_needs_obey": "false", "glory_recovers": 2},
    ),
    (commander("attach 2, forward 4, command 1, glory 1", Side(4), ROLLED, 0, GUNS, "austrian"), {}),
    (
        commander("attach 2, forward 4, skirmishers 2, forward 2", Side(4), 4, 0, GUNS, "other"),
        {"guns_order": "any_task"},
    ),
    (
        commander("attach 3", Side(3, 0, 0, 2), ROLLED, 0, "2 artillery horse, 3 artillery"),
        {"sauve_qui_peut_removes": "false"},
    ),
    (commander("artillery-preparation 2 or artillery-preparation 4", Side(4), ROLLED, 0, GUNS), {}),
]


@pytest.mark.rule("GA-T02-04", "GA-T04-02", "GA-T05-03", "GA-T06-02", "GA-T07-04", "GA-T04-05", "GA-T03-11")
@pytest.mark.parametrize(("one", "readings"), CASES)
def test_the_simulated_turn_agrees_with_the_exact_one(one: Commander, readings: dict[str, Any]) -> None:
    rule = rules(**readings)
    enemy = Commander(Side(5), adcs=0)
    engagement = Engagement(one, enemy, 1, OWN, cover=(True, False), reach=15)
    exact = outlook(engagement, one, rule)
    found = play(engagement, rule, 2 * TRIALS, 9)
    for what, expected in ((at.PAID, exact.paid), (at.CARRIED_OUT, exact.carried_out), (at.EFFECT, exact.effect)):
        for order, estimate, value in zip(one.plan, shares(found, what, len(one.plan)), expected, strict=True):
            assert estimate.agrees(value), (str(order), what, estimate, float(value))
    counted = {
        at.SPENT: exact.spent,
        at.DICE: exact.dice,
        at.GUNS: exact.guns,
        at.HESITANT: exact.hesitant.mean,
        at.ALL_OBEY: exact.hesitant[0],
    }
    for what, value in counted.items():
        assert own(found, what).agrees(value), (what, own(found, what), float(value))
    initiative = Estimate(found.mean(at.INITIATIVE), found.error(at.INITIATIVE))
    against = outlook(engagement, enemy, rule)
    assert initiative.agrees(mixed(exact.penalties, against.penalties).as_holder)
    assert sum(exact.hesitant.chances.values()) == sum(exact.penalties.chances.values()) == 1


def test_differences_with_the_same_dice_are_those_of_the_plans() -> None:
    enemy, rule = Commander(Side(5), adcs=0), rules()
    one, other = (Engagement(commander(plan), enemy, 3) for plan in ("forward 1, forward 2", "attach 1, attach 2"))
    apart = [play(engagement, rule, TRIALS, 4) for engagement in (one, other)]
    together = play_against(one, other, rule, TRIALS, 4)
    for what in (at.INITIATIVE, at.result(0, at.HESITANT), at.result(0, at.SPENT)):
        assert together.mean(what) == pytest.approx(apart[1].mean(what) - apart[0].mean(what))
    hesitant = at.result(0, at.HESITANT)
    assert together.error(hesitant) < 0.8 * (apart[0].error(hesitant) ** 2 + apart[1].error(hesitant) ** 2) ** 0.5
    same = play_against(one, one, rule, 1_000, 4)
    assert not same.sums.any()


def test_plans_over_turns_tell_the_first_and_what_the_others_have_more() -> None:
    answer = ga.plans_over_turns("forward 1; forward 1 or attach 1; ", trials=4_000, cards=0)
    assert answer["sent_1"].value > 0
    assert answer["more_sent_2"].value > 0 > answer["more_sent_3"].value
    assert (answer["more_obeyed_2"].value, answer["more_obeyed_2"].low) == (0, 0)
    assert answer["more_obeyed_3"].value == -answer["obeyed_1"].value
    assert "Plan 3: no orders." in answer.findings


# --- assaults that stand ---------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-TSK-03", "GA-T03-10")
def test_an_assault_that_stands_is_not_paid_for_anew() -> None:
    four = played(commander("assault 1, skirmishers 1", adcs=2), 4, readings=OBEDIENT, trials=200)
    assert values(four, at.PAID, 2) == [0.25, 0.75]
    assert values(four, at.CARRIED_OUT, 2) == [1, 0.75]
    reached = played(commander("assault 1", adcs=2), 6, objective=2, readings=OBEDIENT, trials=200)
    assert values(reached, at.PAID, 1) == [0.5]
    assert values(reached, at.CARRIED_OUT, 1) == [1]


@pytest.mark.rule("GA-GAP-26", "GA-GAP-27")
@pytest.mark.parametrize(
    ("readings", "paid", "carried_out"),
    [
        # paid until it is obeyed: 1 + 1/3 + 1/9 turns of 3; obeyed in 2 of 3 turns
        ((), Fraction(13, 27), Fraction(2, 3)),
        ((("assault_stands", "paid"),), THIRD, Fraction(2, 3)),
        (
            (("assault_stands", "paid"), ("assault_obeys", "false")),
            THIRD,
            (2 * THIRD + Fraction(8, 9) + Fraction(26, 27)) / 3,
        ),
        ((("assault_obeys", "false"),), Fraction(13, 27), (2 * THIRD + Fraction(8, 9) + Fraction(26, 27)) / 3),
    ],
)
def test_an_assault_over_three_turns(readings: Any, paid: Fraction, carried_out: Fraction) -> None:
    found = played(commander("assault 1", adcs=2), 3, readings=readings)
    assert shares(found, at.PAID, 1)[0].agrees(paid)
    assert shares(found, at.CARRIED_OUT, 1)[0].agrees(carried_out)


@pytest.mark.rule("GA-T09-07")
def test_a_redeployment_cancels_an_assault() -> None:
    after = played(commander("assault 1, redeploy 1", adcs=2), 4, readings=OBEDIENT, trials=200)
    assert values(after, at.PAID, 2) == [0.5, 0.5]
    assert values(after, at.CARRIED_OUT, 2) == [0.5, 0.5]
    before = played(commander("redeploy 1, assault 1", adcs=4), 4, readings=OBEDIENT, trials=200)
    assert values(before, at.PAID, 2) == [1, 1]
    others = played(commander("assault 1, redeploy 2", adcs=4), 4, readings=OBEDIENT, trials=200)
    assert values(others, at.PAID, 2) == [0.25, 1]


@pytest.mark.rule("GA-TSK-03", "GA-T03-09", "GA-T09-07")
def test_a_bundle_with_assaults_that_stand() -> None:
    answer = ga.bundle("assault 2, redeploy 3, recon", standing="1, 2,3")
    assert answer["cost"].exact == 5
    stays, anew, cancelled = answer.findings
    assert "brigade 1 stands" in stays
    assert "new objective" in anew
    assert "may be cancelled" in cancelled
    with pytest.raises(InvalidValue, match="standing"):
        ga.bundle(standing="9")


# --- fallbacks -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-T11-06")
def test_a_fallback_for_a_capped_task() -> None:
    found = played(commander("command 1 or forward 1, attach 2", adcs=3), 4, readings=OBEDIENT, trials=200)
    assert values(found, at.PAID, 3) == [0.25, 0.75, 0.75]
    poor = played(commander("command 1 or forward 1", adcs=2), 4, readings=OBEDIENT, trials=200)
    assert values(poor, at.PAID, 2) == [0, 1]
    no_cards = played(commander("recon or skirmishers 1 or skirmishers 2, attach 1", adcs=3), 1, trials=200)
    assert values(no_cards, at.PAID, 4) == [0, 1, 0, 1]
    stands = played(commander("assault 1 or forward 1", adcs=9), 4, readings=OBEDIENT, trials=200)
    assert values(stands, at.PAID, 2) == [0.25, 0]


def test_orders_that_stand_in_count_once_against_a_cap() -> None:
    side = Side(3)
    assert [order.instead for order in read_orders("recon or attach 1, recon", side, fallbacks=True)] == [0, 1, 0]
    ga.command_phase("attach 1 or attach 1, glory 1 or glory 2", brigades=3, off_table=0, enemy_plan="", trials=10)
    with pytest.raises(InvalidValue, match=r"'glory 1 or attach 1, glory 2'; .* glory: 2 times"):
        ga.command_phase("glory 1 or attach 1, glory 2", brigades=3, off_table=0, enemy_plan="", trials=10)
    with pytest.raises(InvalidValue, match="for plans"):
        ga.bundle("recon or attach 1")
    with pytest.raises(UnknownName):
        ga.command_phase("recon or ", trials=10)


# --- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-T11-02", "GA-T06-03", "GA-T10-02")
def test_casualties_and_ammunition_over_turns() -> None:
    roster = "1 infantry casualties 3, 1 cavalry casualties 1, 1 artillery casualties 2"
    back = played(commander("command 1", adcs=3, roster=roster), 3, readings=OBEDIENT, trials=200)
    assert own(back, at.RECOVERED) == (3, 0), "two of the infantry, one of the cavalry, none of the guns"
    twice = played(commander("command 1", adcs=3, roster=roster), 3, readings=(*OBEDIENT, ("divisions", 2)), trials=200)
    assert own(twice, at.RECOVERED) == (4, 0), "the third of the infantry by the second Command!"
    one_hit = played(commander("glory 1", adcs=1, roster="1 infantry casualties 1"), 40, readings=OBEDIENT)
    assert own(one_hit, at.RECOVERED).agrees(1)
    cavalry = played(commander("glory 1", adcs=1, roster="1 cavalry casualties 1"), 2, readings=OBEDIENT, trials=200)
    assert (own(cavalry, at.RECOVERED).value, own(cavalry, at.DICE).value) == (0, 1)
    low = "artillery-preparation 1, ammunition 1"
    guns = played(commander(low, adcs=2, roster="1 artillery low"), 4, readings=OBEDIENT, trials=200)
    assert values(guns, at.PAID, 2) == [0.75, 0.25]
    assert own(guns, at.DICE).value == 1.5


@pytest.mark.rule("GA-T02-04", "GA-T02-05")
def test_guns_that_may_move_by_army() -> None:
    def share(army: str, roster: str = "1 artillery", plan: str = "attach 1") -> Estimate:
        return own(played(commander(plan, adcs=1, roster=roster, army=army)), at.GUNS)

    assert share("austrian").agrees(Fraction(8, 9))
    assert share("austrian", plan="").value == 0
    assert share("austrian", "1 artillery horse, 2 artillery limbered").value == 2
    assert share("british", plan="").value == 1
    ordered = commander("skirmishers 1", adcs=1, roster="1 infantry skirmishers, 1 artillery", army="other")
    assert own(played(ordered), at.GUNS).value == 0
    assert own(played(ordered, readings=(("guns_order", "any_task"),)), at.GUNS).agrees(2 * THIRD)


@pytest.mark.rule("GA-T02-04", "GA-T02-05", "GA-GAP-28")
def test_guns_that_may_move_in_a_bundle_and_with_a_task() -> None:
    told = {"orders": "attach 1, forward 2", "brigades": 5, "roster": "1 artillery, 2 artillery, 3 artillery horse"}
    assert ga.bundle(**told, army="austrian")["guns"].exact == 1 + Fraction(8, 9)
    any_task = {"guns_order": "any_task"}
    assert ga.bundle(**told, army="austrian", readings=any_task)["guns"].exact == 1 + Fraction(8, 9) + 2 * THIRD
    assert ga.bundle(**told)["guns"].exact == 3
    with_spare = FIGURES["GA-N-03d"] * Fraction(8, 9)  # the third ADC of five brigades is the attached one
    foot = {"task": "redeploy", "unit": "artillery", "army": "russian"}
    assert ga.task(**foot)["p_guns"].exact == with_spare
    assert ga.task(**foot, attach=False)["p_guns"].exact == 0
    assert ga.task(**foot, attach=False, readings=any_task)["p_guns"].exact == FIGURES["GA-N-06c"]
    assert ga.task(**foot, readings=any_task)["p_guns"].exact == FIGURES["GA-N-06a"]
    assert ga.task("redeploy", unit="artillery limbered", army="russian")["p_guns"].exact == 1


@pytest.mark.rule("GA-T03-11", "GA-T07-04", "GA-T04-05", "GA-T03-02")
@pytest.mark.parametrize(
    ("task", "unit", "gains"),
    [
        ("assault", "infantry", True),
        ("assault", "cavalry", False),
        ("assault", "infantry unformed", False),
        ("assault", "infantry out-of-command", False),
        ("forward", "infantry line", True),
        ("forward", "infantry recruits", True),
        ("forward", "infantry line recruits", False),
        ("forward", "infantry square", False),
        ("forward", "artillery", False),
        ("forward", "artillery limbered", True),
        ("artillery-preparation", "artillery casualties 3", True),
        ("artillery-preparation", "artillery casualties 4", False),
        ("artillery-preparation", "artillery low", False),
        ("artillery-preparation", "infantry", False),
        ("skirmishers", "infantry skirmishers", True),
        ("skirmishers", "infantry square", False),
        ("glory", "cavalry", True),
        ("glory", "artillery", False),
        ("ammunition", "artillery low", True),
        ("ammunition", "artillery", False),
        ("redeploy", "artillery", True),
    ],
)
def test_which_units_gain_by_a_task(task: str, unit: str, gains: bool) -> None:
    answer = ga.task(task, unit=unit)
    carried_out = answer["p_carried_out"].exact
    assert answer["p_gains"].exact == (carried_out if gains else 0)
    assert any(sentence.startswith("In vain: ") for sentence in answer.findings) != gains
    told = ga.bundle(f"{task} 1", brigades=5, roster=f"1 {unit}")
    assert any(sentence.startswith("In vain. ") for sentence in told.findings) != gains
    found = played(commander(f"{task} 1", adcs=2, roster=f"1 {unit}"), 1, trials=50)
    assert values(found, at.PAID, 1) == [int(gains)]


@pytest.mark.rule("GA-T04-02", "GA-T05-03", "GA-T06-02", "GA-T10-02", "GA-T11-02")
def test_what_a_task_does_for_a_unit() -> None:
    preparation = ga.task("artillery-preparation", unit="artillery")
    assert preparation["expected_dice"].exact == 2 * preparation["p_carried_out"].exact
    assert ga.task("skirmishers")["casualty_dice"].exact == 1
    guns = ga.task("ammunition", unit="artillery low")
    assert guns["p_still_low"].exact == 1 - guns["p_carried_out"].exact
    assert [ga.task("command", unit=f"{arm} casualties 3")["recovered"].exact for arm in ("cavalry", "artillery")] == [
        2,
        0,
    ]
    two = ga.bundle("artillery-preparation 1", roster="1 artillery, 1 artillery, 1 artillery recruits")
    assert two["casualty_dice"].exact == 4
    filled = ga.bundle("artillery-preparation 1, ammunition 1", roster="1 artillery low")
    assert filled["casualty_dice"].exact == 2
    assert filled.findings == ()
    others = ga.bundle("artillery-preparation 1, ammunition 2", roster="1 artillery low, 2 artillery low")
    assert len(others.findings) == 1


@pytest.mark.rule("GA-MOV-01", "GA-MOV-04", "GA-FIR-01", "GA-FIR-05", "GA-T07-05", "GA-T03-06", "GA-T11-05")
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, {"may_move": 1, "may_redeploy": 1, "forward": 0, "may_fire": 0, "may_fire_in_place": 1}),
        ({"charged": True}, {"may_move": 0, "may_redeploy": 0, "may_fire": 0, "may_fire_in_place": 0}),
        ({"orders": ""}, {"may_move": 1, "may_redeploy": 0, "may_fire": 1}),
        ({"orders": "", "army": "French"}, {"may_redeploy": 1}),
        ({"unit": "infantry", "orders": "assault"}, {"may_charge": 1, "may_go_back": 1, "may_fire": 1}),
        ({"unit": "infantry", "orders": "assault", "distance": 15}, {"may_go_back": 0}),
        ({"unit": "infantry", "orders": "assault", "charged": True}, {"may_go_back": 0}),
        ({"unit": "artillery limbered", "orders": "forward"}, {"forward": 1, "may_fire_in_place": 0}),
        ({"unit": "infantry skirmishers", "orders": "skirmishers,glory"}, {"casualty_dice": 2}),
        ({"unit": "cavalry", "orders": "command"}, {"brigadier_joins": 1}),
        ({"unit": "cavalry", "orders": "command", "army": "british"}, {"brigadier_joins": 0}),
        ({"unit": "cavalry", "orders": "attach"}, {"brigadier_joins": 0}),
        ({"orders": "artillery-preparation"}, {"may_prepare": 1, "casualty_dice": 2}),
    ],
)
def test_what_a_unit_may_do(asked: dict[str, Any], told: dict[str, int]) -> None:
    answer = ga.unit(**asked)
    assert {name: answer[name].exact for name in told} == told


@pytest.mark.rule("GA-T03-06", "GA-T03-08")
def test_an_assault_that_is_threatened_waits() -> None:
    answer = ga.assault(25, threatened=3)
    assert answer["turns"].exact == 5
    rows = answer.tables[0].rows
    assert [row["distance"] for row in rows] == [25, 25, 25, 25, 20, 15]
    assert [row["may go back"] for row in rows] == ["yes"] * 5 + ["no"]


@pytest.mark.rule("GA-TRN-01", "GA-INI-06", "GA-MOV-02", "GA-CMD-03")
def test_the_phases_with_who_comes_first() -> None:
    for active, word in (("own", "we"), ("enemy", "the enemy")):
        first = {row["name"]: row["first"] for row in ga.turn_order(active).tables[0].rows}
        assert list(first.values()) == ["both at once", word, word, word, "both at once"]
    with pytest.raises(UnknownName):
        ga.turn_order("nobody")


@pytest.mark.rule("GA-T11-05")
def test_command_says_whether_the_brigadier_may_join_a_charge() -> None:
    assert "brigadier may join" in ga.command(army="russian").findings[0]
    assert "brigadier may not" in ga.command(army="french").findings[0]


@pytest.mark.rule("GA-FOG-03", "GA-FOG-04", "GA-FOG-05", "GA-FOG-06")
def test_a_card_under_fire() -> None:
    answer = ga.card_under_fire("1,0,2", shares="0,1,2")
    assert (answer["noted"].exact, answer["placed"].exact, answer["least_worst"].exact) == (3, 0, 1)
    ways = sum(sum(case) == 3 for case in product(range(4), repeat=3))
    assert answer["ways"].exact == ways
    assert [row["casualties"] for row in answer.tables[0].rows] == [0, 1, 2]
    assert ga.card_under_fire(discipline_test=True)["placed"].exact == 1
    for wrong in ({"shares": "1,1,0"}, {"shares": "1,2"}, {"casualties": "-1"}, {"units": 0}, {"casualties": "61"}):
        with pytest.raises(InvalidValue):
            ga.card_under_fire(**wrong)


@pytest.mark.parametrize(
    ("roster", "named"),
    [
        ("7 infantry", "roster"),
        ("infantry", "roster"),
        ("1 infantry low", "'low' of artillery only"),
        ("1 infantry line square", "one formation"),
        ("1 infantry casualties x", "casualties of a unit"),
        ("1 infantry casualties", "casualties of a unit"),
        ("1 infantry casualties 101", "casualties of a unit"),
        (", ".join(["1 infantry"] * 25), "units of the roster"),
    ],
)
def test_rosters_that_are_refused(roster: str, named: str) -> None:
    with pytest.raises(InvalidValue, match=named):
        ga.bundle("recon", brigades=6, roster=roster)


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        ({"roster": "1 dragoons"}, "cavalry"),
        ({"roster": "1 infantry lancers"}, "unformed"),
        ({"army": "saxon"}, "austrian"),
    ],
)
def test_unknown_words_of_a_roster(asked: dict[str, str], allowed: str) -> None:
    with pytest.raises(UnknownName) as refused:
        ga.plans(**asked)
    assert allowed in refused.value.allowed


@pytest.mark.parametrize("plans", ["recon; recon", "; ".join(f"attach {k}" for k in range(1, 10))])
def test_plans_that_are_refused(plans: str) -> None:
    with pytest.raises(InvalidValue, match="plans"):
        ga.plans(plans, brigades=9)
