"""General d'Armée: the simulated command phase against the exact odds, and what it does from turn to turn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.companions.darmee_figures import FIGURES
from tigersim.catalogue.companions import Readings, game
from tigersim.companions import general_darmee as ga
from tigersim.companions.general_darmee.forces.engagement import ROLLED, Commander, Engagement
from tigersim.companions.general_darmee.forces.orders import read_orders
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.settings import play
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.sampling import Sample
from tigersim.errors import InvalidValue

TRIALS = 40_000
MOST_ERRORS = 4.0
OBEDIENT = (("obey_threshold", 1), ("faltering_obey_threshold", 1))
TWO_FORWARDS, THREE_FORWARDS = "forward 1, forward 2", "forward 1, forward 2, forward 3"


@cache
def run(
    plan: str = "",
    line: int = 5,
    reserves: int = 0,
    off_table: int = 0,
    faltering: int = 0,
    adcs: int = ROLLED,
    cards: int = 0,
    turns: int = 1,
    holder: int = NOBODY,
    wood: bool = False,
    reach: int = 0,
    charging: bool = False,
    enemy: int = 5,
    readings: tuple[tuple[str, Any], ...] = (),
    seed: int = 7,
) -> Sample:
    """Engagements of one side with a plan against another that has no ADCs."""
    side = Side(line, reserves, off_table, faltering)
    engagement = Engagement(
        Commander(side, read_orders(plan, side), adcs, cards),
        Commander(Side(enemy), adcs=0),
        turns,
        holder,
        (wood, False),
        reach,
        charging,
    )
    return play(engagement, Reading.of(Readings.of(game("general_darmee"), dict(readings))), TRIALS, seed)


class Estimate(NamedTuple):
    """A number that was counted, and its standard error."""

    value: float
    error: float

    def agrees(self, exact: Fraction | float) -> bool:
        """Whether it lies within four standard errors; one that does not vary must be right."""
        return abs(self.value - float(exact)) <= MOST_ERRORS * self.error + 1e-9

    def less(self, other: Estimate) -> Estimate:
        """The difference of two runs."""
        return Estimate(self.value - other.value, float(np.hypot(self.error, other.error)))


def shared(what: int, **kwargs: Any) -> Estimate:
    found = run(**kwargs)
    return Estimate(found.mean(what), found.error(what))


def own(what: int, **kwargs: Any) -> Estimate:
    return shared(at.result(0, what), **kwargs)


def order(k: int, what: int, **kwargs: Any) -> Estimate:
    return shared(at.order_result(0, k, what), **kwargs)


def forwards(line: int, seed: int = 7) -> Estimate:
    """How many of three Forward! are paid; the errors of the three add up at most."""
    paid = [order(k, at.PAID, plan=THREE_FORWARDS, line=line, seed=seed) for k in range(3)]
    return Estimate(sum(one.value for one in paid), sum(one.error for one in paid))


def variance_of_adcs() -> Estimate:
    law = adc_law(Side(5), Reading.of(Readings.of(game("general_darmee"))))
    second, fourth = (float(sum(p * n**power for n, p in law)) for power in (2, 4))
    squares = float(run().sums[at.result(0, at.ADCS), 1]) / TRIALS
    return Estimate(squares - float(law.mean) ** 2, ((fourth - second**2) / TRIALS) ** 0.5)


def initiative(faltering: int = 0, holder: int = OWN, **kwargs: Any) -> dict[str, Any]:
    """A run in which the difference is known: everyone obeys, and every Faltering brigade has its ADC."""
    return {"faltering": faltering, "adcs": faltering, "holder": holder, "readings": OBEDIENT, **kwargs}


def rolls(plan: str, holder: int) -> dict[str, Any]:
    return {"plan": plan, "adcs": 2, "holder": holder}


def forward(reach: int, charging: bool = False, units: str = "cm") -> Estimate:
    readings = (*OBEDIENT, ("units", units))
    return order(0, at.EFFECT, plan="forward 1", adcs=2, reach=reach, charging=charging, readings=readings)


PAIRS, SEPARATE = (("extra_adc", "per_pair"),), (("extra_pool", "separate"),)
BUNDLE = "forward 1, forward 2, attach 1, attach 2, recon"
ATTACHED = "attach 1, attach 2"

COUNTED: dict[str, Callable[[], Estimate]] = {
    "GA-N-01a": lambda: Estimate(1, 0).less(order(0, at.PAID, plan="skirmishers 1")),
    "GA-N-01b": lambda: order(2, at.PAID, plan=THREE_FORWARDS),
    "GA-N-01c": lambda: own(at.ADCS),
    "GA-N-01d": variance_of_adcs,
    "GA-N-01e": lambda: own(at.ADCS, line=4, off_table=2),
    "GA-N-01f": lambda: order(1, at.PAID, plan=TWO_FORWARDS, line=4, off_table=2),
    "GA-N-01g": lambda: own(at.ADCS, line=4, off_table=2, readings=SEPARATE),
    "GA-N-02a": lambda: own(at.EXTRA_ADCS),
    "GA-N-02b": lambda: own(at.EXTRA_ADCS, line=8),
    "GA-N-02c": lambda: own(at.EXTRA_ADCS, line=8, readings=PAIRS).less(own(at.EXTRA_ADCS, line=8, seed=8)),
    "GA-N-03a": lambda: forwards(5),
    "GA-N-03b": lambda: forwards(6),
    "GA-N-03c": lambda: order(2, at.PAID, plan="forward 1, attach 1, recon", line=4, cards=1),
    "GA-N-03d": lambda: order(0, at.PAID, plan="command 1"),
    "GA-N-03e": lambda: order(1, at.PAID, plan=TWO_FORWARDS),
    "GA-N-04a": lambda: own(at.SHORT, faltering=2),
    "GA-N-04b": lambda: own(at.SHORT, line=6, faltering=3),
    "GA-N-04c": lambda: own(at.FREE_ADCS, faltering=2),
    "GA-N-04d": lambda: own(at.FLED, faltering=2),
    "GA-N-04e": lambda: own(at.FLED, faltering=2, readings=(("morale_shortfall", "unsupported"),)),
    "GA-N-05a": lambda: own(at.ALL_OBEY, plan="attach 1", line=1, adcs=1),
    "GA-N-05b": lambda: own(at.ALL_OBEY, plan="attach 1", line=1, adcs=1).less(own(at.ALL_OBEY, line=1, seed=8)),
    "GA-N-05c": lambda: own(at.ALL_OBEY, plan="attach 1", line=1, faltering=1, adcs=2),
    "GA-N-05d": lambda: own(at.ALL_OBEY),
    "GA-N-05e": lambda: own(at.ALL_OBEY, plan=ATTACHED, adcs=2),
    "GA-N-06a": lambda: order(0, at.CARRIED_OUT, plan="assault 1, attach 1"),
    "GA-N-06b": lambda: order(0, at.CARRIED_OUT, plan="forward 1, attach 1", line=3),
    "GA-N-06c": lambda: order(0, at.CARRIED_OUT, plan="forward 1"),
    "GA-N-07a": lambda: shared(at.INITIATIVE, **initiative()),
    "GA-N-07b": lambda: shared(at.INITIATIVE, **initiative(holder=ENEMY)),
    "GA-N-07c": lambda: shared(at.INITIATIVE, **initiative(2)),
    "GA-N-07d": lambda: shared(at.INITIATIVE, **initiative(1, NOBODY)),
    "GA-N-07e": lambda: shared(at.TIES, **initiative()),
    "GA-N-08a": lambda: shared(at.FIRST_LOST, **initiative(turns=60)),
    "GA-N-08b": lambda: shared(at.INITIATIVE_LAST, **initiative(1, turns=12)),
    "GA-N-08c": lambda: shared(at.FIRST_LOST, **initiative(1, turns=60)),
    "GA-N-09a": lambda: shared(at.INITIATIVE, **rolls("", OWN)),
    "GA-N-09b": lambda: shared(at.INITIATIVE, **rolls(ATTACHED, OWN)),
    "GA-N-09c": lambda: shared(at.INITIATIVE, **rolls(ATTACHED, ENEMY)),
    "GA-N-10a": lambda: own(at.UNCOVERED, plan="recon", line=3, cards=1),
    "GA-N-10b": lambda: own(at.UNCOVERED, plan="recon", adcs=1, cards=1, wood=True, turns=4),
    "GA-N-10c": lambda: own(at.UNCOVERED, plan="recon", line=2, cards=1, turns=3),
    "GA-N-10d": lambda: own(at.UNCOVERED_BY, plan="recon", adcs=1, cards=3, turns=80),
    "GA-N-11a": lambda: own(at.ENTERED_BY, plan="reserve 5", line=4, off_table=1, turns=60),
    "GA-N-11b": lambda: own(at.ENTERED, plan="reserve 5, attach 5", line=4, off_table=1, turns=2),
    "GA-N-11c": lambda: order(1, at.CARRIED_OUT, plan="reserve 5, forward 5", line=4, off_table=1),
    "GA-N-12a": lambda: forward(14),
    "GA-N-12b": lambda: forward(20),
    "GA-N-12c": lambda: forward(7, charging=True),
    "GA-N-12d": lambda: forward(10, units="inch"),
    "GA-N-13a": lambda: order(0, at.EFFECT, plan="glory 1", adcs=1),
    "GA-N-13b": lambda: own(at.RECOVERED, plan="glory 1", line=4),
    "GA-N-13c": lambda: own(at.RECOVERED, plan="glory 1, attach 1", line=4),
    "GA-N-15a": lambda: order(0, at.CARRIED_OUT, plan="command 1", line=6),
    "GA-N-15b": lambda: Estimate(*(3 * x for x in order(0, at.PAID, plan="command 1", line=4, turns=3))),
    "GA-N-16a": lambda: own(at.ADCS, line=6).less(own(at.ADCS, line=5, seed=8)),
    "GA-N-16b": lambda: forwards(6).less(forwards(4, seed=8)),
    "GA-N-17a": lambda: own(at.ADCS, line=5).less(own(at.ADCS, line=4, off_table=1, seed=8)),
    "GA-N-17b": lambda: order(0, at.PAID, plan="command 1", line=4, off_table=1),
    "GA-N-17c": lambda: order(0, at.PAID, plan="command 1", line=5),
    "GA-N-18a": lambda: order(4, at.PAID, plan=BUNDLE, line=8, cards=1),
    "GA-N-18b": lambda: order(4, at.PAID, plan=BUNDLE, line=6, cards=1),
}
"""Every figure of the reference as a count in the simulated phase; ``run`` without more is a turn of five brigades."""


@pytest.mark.rule("GA-T12-03", "GA-BCR-01", "GA-DER-05", "GA-T08-03", "GA-T08-04")
@pytest.mark.parametrize("figure", FIGURES)
def test_the_simulation_comes_to_the_figure(figure: str) -> None:
    found = COUNTED[figure]()
    assert found.error > 0
    assert found.agrees(FIGURES[figure]), (found, float(FIGURES[figure]))


def test_every_figure_is_simulated() -> None:
    assert list(COUNTED) == list(FIGURES)


# --- from turn to turn -----------------------------------------------------------------------------------------------


def test_hesitant_brigades_over_several_turns() -> None:
    exact = ga.initiative_after_rolls(own_attached=2, holder="enemy", turns=6)["expected_turns"].exact
    found = shared(at.INITIATIVE, plan=ATTACHED, adcs=2, holder=ENEMY, turns=6)
    assert exact is not None
    assert found.agrees(exact / 6)
    assert own(at.HESITANT, plan=ATTACHED, adcs=2, turns=6).agrees(Fraction(3, 3) + Fraction(2, 9))


@pytest.mark.rule("GA-AVL-10", "GA-AVL-11", "GA-GAP-02")
def test_adcs_are_lost_once_whether_or_not_the_brigade_stays() -> None:
    short = {n: 1 - adc_law(Side(n), Reading.of(Readings.of(game("general_darmee")))).at_least(2) for n in (3, 5)}
    either = 2 * (1 - (1 - short[5]) ** 2)
    gone = {"faltering": 2, "turns": 2}
    assert own(at.FLED, **gone).agrees(either)
    assert own(at.ADCS_LOST, **gone).agrees(either)
    stays = {**gone, "readings": (("sauve_qui_peut_removes", "false"),)}
    again = 2 * short[5] + 2 * (short[5] * short[3] + (1 - short[5]) * short[5])
    assert own(at.FLED, **stays).agrees(again)
    assert own(at.ADCS_LOST, **stays).agrees(either)


@pytest.mark.rule("GA-AVL-07", "GA-GAP-22")
def test_an_adc_is_rolled_for_on_the_table_once_his_brigade_has_entered() -> None:
    rules = Reading.of(Readings.of(game("general_darmee")))
    outside, inside = adc_law(Side(5, 0, 1), rules), adc_law(Side(6), rules)
    enters = outside.at_least(2)
    exact = (outside.mean + enters * inside.mean + (1 - enters) * outside.mean) / 2
    without_a_roll = (("reserve_rolls_on_commit", "false"),)
    assert own(at.ADCS, plan="reserve 6", off_table=1, turns=2, readings=without_a_roll).agrees(exact)


@pytest.mark.rule("GA-T08-05")
def test_forward_is_cheap_only_as_the_reserve_comes_in() -> None:
    told = {"line": 1, "off_table": 1, "readings": OBEDIENT}
    # 2 + 1 in the first turn, then Forward! alone for 2
    assert order(1, at.PAID, plan="reserve 2, forward 2", adcs=3, turns=2, **told) == (1, 0)
    # the first turn pays the reserve only, the second Forward!
    assert order(1, at.PAID, plan="reserve 2, forward 2", adcs=2, turns=2, **told) == (0.5, 0)
    assert own(at.ENTERED, plan="reserve 2, forward 2", adcs=2, turns=2, **told) == (1, 0)
    assert own(at.ENTERED, plan="reserve 2, forward 2", adcs=1, turns=2, **told) == (0, 0)


@pytest.mark.rule("GA-T11-06", "GA-T01-05", "GA-GAP-17")
def test_caps_hold_in_play() -> None:
    assert order(0, at.PAID, plan="command 1", adcs=3, turns=4) == (0.25, 0)
    two = (("divisions", 2),)
    assert order(1, at.PAID, plan="command 1, command 2", adcs=6, turns=4, readings=two) == (0.25, 0)
    assert own(at.UNCOVERED, plan="recon, recon", adcs=2, cards=2, readings=two).agrees(1)
    assert order(1, at.PAID, plan="recon, recon", adcs=2, cards=1, readings=two) == (0, 0)
    assert order(0, at.PAID, plan="recon", adcs=1, cards=0) == (0, 0)


@pytest.mark.rule("GA-TSK-01")
def test_orders_that_are_too_dear_are_passed_over() -> None:
    plan = "command 1, forward 1, skirmishers 1"
    assert [order(k, at.PAID, plan=plan, adcs=2).value for k in range(3)] == [0, 1, 0]
    assert [order(k, at.PAID, plan=plan, adcs=1).value for k in range(3)] == [0, 0, 1]
    assert own(at.FREE_ADCS, plan=plan, adcs=2) == (2, 0)


@pytest.mark.rule("GA-T12-01", "GA-T12-03")
def test_faltering_brigades_come_before_all_orders() -> None:
    assert order(0, at.PAID, plan="skirmishers 1", faltering=2, adcs=2).value == 0
    assert order(0, at.PAID, plan="skirmishers 1", faltering=2, adcs=3).value == 1
    assert own(at.FLED, line=2, faltering=2, adcs=1) == (2, 0)
    assert own(at.HESITANT, line=2, faltering=2, adcs=1) == (0, 0), "who flees does not roll"


# --- rulings in play -------------------------------------------------------------------------------------------------

HOLDS = {key: Fraction(value) for key, value in (("0", "721/1296"), ("1", "575/1296"), ("2", "145/432"))}
NEVER = ("faltering_obey_threshold", 7)


@pytest.mark.parametrize(
    ("readings", "difference"),
    [((), "0"), ((("count_fled", "true"),), "2")],
)
@pytest.mark.rule("GA-GAP-09")
def test_brigades_that_fled_count_by_one_reading(readings: tuple[tuple[str, Any], ...], difference: str) -> None:
    told = (*OBEDIENT, *readings)
    found = shared(at.INITIATIVE, line=2, faltering=2, adcs=0, holder=OWN, readings=told)
    assert found.agrees(HOLDS[difference])


@pytest.mark.parametrize(("double", "difference"), [("false", "1"), ("true", "2")])
@pytest.mark.rule("GA-GAP-08")
def test_a_brigade_in_both_states_counts_once_or_twice(double: str, difference: str) -> None:
    told = (("obey_threshold", 1), NEVER, ("count_double_state", double))
    found = shared(at.INITIATIVE, line=1, faltering=1, adcs=1, holder=OWN, readings=told)
    assert found.agrees(HOLDS[difference])


@pytest.mark.parametrize(
    ("plan", "adcs", "readings", "k", "what", "exact"),
    [
        ("command 1", 3, (), 0, at.CARRIED_OUT, "8/9"),
        ("command 1", 3, (("command_reroll_before_obey", "false"),), 0, at.CARRIED_OUT, "2/3"),
        ("command 1, attach 1", 4, (), 0, at.CARRIED_OUT, "8/9"),
        ("command 1, attach 1", 4, (("max_rerolls", "2"),), 0, at.CARRIED_OUT, "26/27"),
        ("artillery-preparation 1", 2, (), 0, at.CARRIED_OUT, "2/3"),
        ("artillery-preparation 1", 2, (("artillery_prep_needs_obey", "false"),), 0, at.CARRIED_OUT, "1"),
        ("forward 1", 2, (*OBEDIENT, ("forward_mode", "both")), 0, at.EFFECT, "4249/7776"),
        ("skirmishers 1", 1, (("obey_threshold", 5),), 0, at.CARRIED_OUT, "1/3"),
    ],
)
@pytest.mark.rule("GA-GAP-01", "GA-GAP-13", "GA-GAP-14", "GA-GAP-23", "GA-GAP-11")
def test_rulings_of_tasks(
    plan: str, adcs: int, readings: tuple[tuple[str, Any], ...], k: int, what: int, exact: str
) -> None:
    # 6D6 come to 21 or more in 25494 of 46656 ways
    assert order(k, what, plan=plan, adcs=adcs, readings=readings, reach=21).agrees(Fraction(exact))


@pytest.mark.rule("GA-GAP-12", "GA-GAP-16")
def test_rulings_of_glory_and_recon() -> None:
    assert own(at.RECOVERED, plan="glory 1", adcs=1, readings=(("glory_recovers", 2),)).agrees(Fraction(2, 3))
    side = Side(1)
    rules = Reading.of(Readings.of(game("general_darmee"), {"recon_cover_stacks": "true"}))
    scout = Commander(side, read_orders("recon", side), 1, 1)
    found = play(Engagement(scout, Commander(side), 1, cover=(True, True)), rules, TRIALS, 3)
    place = at.result(0, at.UNCOVERED)
    assert Estimate(found.mean(place), found.error(place)).agrees(Fraction(1, 6))


# --- the sample ------------------------------------------------------------------------------------------------------


def test_sums_depend_on_the_seed_only() -> None:
    side = Side(5, 1, 1, 1)
    plan = read_orders("forward 1, attach 1, recon, reserve 6, glory 2", side)
    engagement = Engagement(Commander(side, plan, cards=3), Commander(Side(4, 0, 0, 2)), 4)
    rules = Reading.of(Readings.of(game("general_darmee")))
    one = play(engagement, rules, 20_000, 11, threads=1)
    two = play(engagement, rules, 20_000, 11, threads=2)
    other = play(engagement, rules, 20_000, 12, threads=2)
    assert np.array_equal(one.sums, two.sums)
    assert not np.array_equal(one.sums, other.sums)


def test_both_sides_are_played_alike() -> None:
    side = Side(5, 1, 1, 1)
    one = Commander(side, read_orders("forward 1, attach 1, reserve 6, glory 2", side))
    found = play(Engagement(one, one, 4), Reading.of(Readings.of(game("general_darmee"))), TRIALS, 5)
    for what in range(at.SIDE_HEAD_RESULTS):
        ours, theirs = (
            Estimate(found.mean(place), found.error(place)) for place in (at.result(0, what), at.result(1, what))
        )
        assert ours.less(theirs).agrees(0), what
    assert Estimate(found.mean(at.INITIATIVE), found.error(at.INITIATIVE)).agrees(0.5)


@pytest.mark.parametrize(
    ("kwargs", "named"),
    [
        ({"turns": 0}, "turns"),
        ({"turns": 201}, "turns"),
        ({"reach": -1}, "reach"),
        ({"adcs": -2}, "adcs"),
        ({"adcs": 61}, "adcs"),
        ({"cards": 31}, "cards"),
        ({"trials": 0}, "trials"),
        ({"seed": -1}, "seed"),
        ({"plan": "recon, recon"}, "recon: 2 times"),
        ({"plan": "forward 6"}, "reserve 6 comes first"),
        ({"plan": "attach 6, reserve 6"}, "reserve 6 comes first"),
        ({"readings": {"attach_reserve": "false"}, "plan": "reserve 6, attach 6"}, "reserve, so it gets no more"),
        ({"readings": {"adc_bonus": "31"}}, "adc_bonus"),
        ({"readings": {"adc_per_brigade": "4"}}, "adc_per_brigade"),
        ({"readings": {"divisions": "0"}}, "divisions"),
        ({"brigades": 19, "off_table": 1, "readings": {"adc_per_brigade": "3", "adc_bonus": "1"}}, "dice for ADCs"),
    ],
)
def test_engagements_that_cannot_be_played(kwargs: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidValue, match=named):
        ga.command_phase(**kwargs)


def test_the_answer_tells_each_order_with_its_interval() -> None:
    answer = ga.command_phase(trials=4_000)
    rows = answer.tables[0].rows
    assert [row["order"] for row in rows if row["side"] == "we"] == [
        "forward 1",
        "attach 1",
        "recon",
        "reserve 6",
        "attach 2",
    ]
    assert all(0 < row["± paid"] < 0.02 for row in rows)
    initiative_share = answer["share_initiative"]
    assert initiative_share.low is not None
    assert initiative_share.low < initiative_share.value < (initiative_share.high or 0)
    assert answer["own_adcs"].trials == 4_000
    assert not ga.command_phase(plan="", enemy_plan="", trials=100).tables
