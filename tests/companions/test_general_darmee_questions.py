"""General d'Armée: questions against counts roll by roll, rulings that change answers, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.forms import some
from tigersim.catalogue.companions import Readings, game
from tigersim.companions import general_darmee as ga
from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.odds.adcs import adc_law
from tigersim.companions.general_darmee.odds.command_rolls import cards_left, mean_turns_to_uncover, with_rerolls
from tigersim.companions.general_darmee.odds.initiative import struggle
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.companions.question import questions
from tigersim.errors import InvalidValue, UnknownName

GAME = game("general_darmee")
RULED = Reading.of(Readings.of(GAME))
SMALL = st.integers(0, 6)


# --- roll by roll ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GA-AVL-03", "GA-AVL-06", "GA-AVL-09")
@pytest.mark.parametrize(("brigades", "off_table"), [(1, 0), (0, 1), (2, 1), (1, 3), (4, 2), (6, 0)])
@pytest.mark.parametrize("pool", ["all", "separate", "on_table"])
@pytest.mark.parametrize("extra", ["single", "per_pair", "off"])
def test_numbers_of_adcs_counted_roll_by_roll(brigades: int, off_table: int, pool: str, extra: str) -> None:
    found: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=brigades + off_table):
        here, away = dice[:brigades], dice[brigades:]
        groups = {"all": [dice], "separate": [here, away], "on_table": [here]}[pool]
        pairs = [sum(die == 6 for die in group) // 2 for group in groups]
        more = {"single": sum(n > 0 for n in pairs), "per_pair": sum(pairs), "off": 0}[extra]
        found[sum(die >= 3 for die in here) + sum(die >= 5 for die in away) + more] += 1
    law = adc_law(Side(brigades, 0, off_table), Reading.of(Readings.of(GAME, {"extra_pool": pool, "extra_adc": extra})))
    assert dict(law) == {n: Fraction(ways, 6 ** (brigades + off_table)) for n, ways in found.items()}


@pytest.mark.rule("GA-INI-01", "GA-INI-02", "GA-INI-03", "GA-INI-04")
@pytest.mark.parametrize("difference", [-11, -3, 0, 1, 10, 12])
def test_the_initiative_counted_roll_by_roll(difference: int) -> None:
    wins = ties = 0
    for a, b, c, d in product(range(1, 7), repeat=4):
        wins += a + b - difference > c + d
        ties += a + b - difference == c + d
    found = struggle(difference)
    assert found.as_other == Fraction(wins, 1296)
    assert found.as_holder == Fraction(wins + ties, 1296)
    assert found.first_turn == Fraction(2 * wins + ties, 2592)


@pytest.mark.rule("GA-DER-03")
@given(st.fractions(0, 1))
def test_a_reroll_of_failures(q: Fraction) -> None:
    assert with_rerolls(q, 0) == q
    assert with_rerolls(q, 1) == q * (2 - q)


@given(st.integers(0, 8), st.integers(0, 4))
def test_laws_of_adcs_are_laws(brigades: int, off_table: int) -> None:
    if brigades + off_table:
        law = adc_law(Side(brigades, 0, off_table), RULED)
        assert sum(p for _, p in law) == 1
        assert all(p >= 0 for _, p in law)
        assert sum(law.at_least(n) for n in range(1, law.most + 1)) == law.mean


@given(st.integers(-15, 15))
def test_the_initiative_is_fair_to_both(difference: int) -> None:
    one, other = struggle(difference), struggle(-difference)
    assert one.first_turn + other.first_turn == 1
    assert one.as_holder + other.as_other == 1
    assert one.long_run + other.long_run == 1
    assert one.turn_by_turn(1, 3)[0] == one.as_holder
    assert abs(float(one.turn_by_turn(1, 40)[-1] - one.long_run)) < 1e-9


@settings(deadline=None)
@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 6))
def test_cards_that_are_left(cards: int, divisions: int, turns: int) -> None:
    law, p = adc_law(Side(3), RULED), Fraction(1, 2)
    left = cards_left(cards, turns, law, divisions, p)
    assert sum(p for _, p in left) == 1
    more = cards_left(cards, turns + 1, law, divisions, p)
    assert more[0] >= left[0]
    assert mean_turns_to_uncover(cards, law, 1, p) == cards / (p * law.at_least(1))


def test_turns_to_uncover_cards_with_two_divisions() -> None:
    law, p = adc_law(Side(3), RULED), Fraction(1, 2)
    waits = mean_turns_to_uncover(3, law, 2, p)
    assert waits is not None
    # the mean wait is the sum of the chances that it is not over yet
    tail = sum(1 - cards_left(3, n, law, 2, p)[0] for n in range(40))
    assert abs(float(waits - tail)) < 1e-6


def test_nothing_is_found_without_adcs() -> None:
    never = ga.recon(cover="both", readings={"adc_per_brigade": "0"})
    assert never["p_any"].exact == 0
    with pytest.raises(KeyError, match="expected_turns"):
        never["expected_turns"]


# --- answers ---------------------------------------------------------------------------------------------------------


def test_casualties_under_command() -> None:
    answer = ga.command(casualties="3, 1,0")
    assert answer["recovered"].exact == 3
    assert [row["after"] for row in answer.tables[0].rows] == [1, 0, 0]


def test_glory_gives_back_no_more_than_was_lost() -> None:
    assert ga.glory(casualties=0)["p_recovers"].exact == 0
    assert ga.glory(arm="cavalry")["expected_recovered"].exact == 0
    two = {"glory_recovers": "2"}
    assert ga.glory(casualties=1, readings=two)["expected_recovered"] == ga.glory()["expected_recovered"]
    assert ga.glory(casualties=5, readings=two)["expected_recovered"].exact == 2 * Fraction(80, 243)


def test_an_illegal_bundle_is_told_and_priced() -> None:
    answer = ga.bundle("recon, recon", brigades=3)
    assert answer["legal"].exact == 0
    assert answer["cost"].exact == 2
    assert "recon: 2 times" in answer.findings[0]
    assert ga.bundle("attach 4, reserve 4", brigades=3, reserves=1)["legal"].exact == 1


def test_faltering_brigades_leave_fewer_adcs_for_a_task() -> None:
    found = [ga.task("forward", 5, faltering=n)["p_paid"].exact for n in range(4)]
    assert found == [adc_law(Side(5), RULED).at_least(2 + n) for n in range(4)]


def test_a_reserve_on_the_table_is_cheaper() -> None:
    assert ga.reserve(4, 0, "on table", "both")["cost"].exact == 3
    assert ga.reserve(4, 1, "off table", "both")["cost"].exact == 4
    assert ga.reserve(4, 1, "off table", "assault")["cost"].exact == 3


def test_initiative_over_turns_begins_with_its_holder() -> None:
    first = ga.initiative_turns(holder="own", turns=1)["expected_turns"].exact
    assert first == Fraction(721, 1296)
    assert ga.initiative_turns(holder="enemy", turns=1)["expected_turns"].exact == 1 - first


# --- rulings ---------------------------------------------------------------------------------------------------------

GUNS = {"plan": "forward 1", "roster": "1 infantry, 1 artillery", "army": "austrian"}
CHANGES: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("obey_threshold", "4", "obey", {}, "p_obeys"),
    ("faltering_obey_threshold", "6", "obey", {}, "p_faltering_obeys"),
    ("sauve_qui_peut_removes", "false", "command-phase", {"faltering": 4, "turns": 3}, "own_fled"),
    ("extra_adc", "per_pair", "adcs", {"brigades": 8}, "expected_adcs"),
    ("extra_adc", "off", "double-six", {}, "p_double_six"),
    ("extra_pool", "separate", "adcs", {"off_table": 2}, "expected_adcs"),
    ("extra_pool", "on_table", "double-six", {"off_table": 2}, "p_double_six"),
    ("adc_per_brigade", "2", "afford", {}, "p_affordable"),
    ("adc_bonus", "1", "lost-adcs", {}, "expected_left"),
    ("morale_shortfall", "unsupported", "faltering", {}, "expected_fled"),
    ("count_double_state", "true", "initiative", {"own_both": 1}, "p_as_holder"),
    ("count_double_state", "true", "initiative-after-rolls", {"own_faltering": 2}, "p_as_holder"),
    ("count_fled", "true", "initiative", {"own_fled": 1}, "p_as_holder"),
    ("units", "inch", "forward", {}, "p_move"),
    ("units", "inch", "assault", {}, "turns"),
    ("forward_mode", "both", "forward", {}, "p_turn"),
    ("glory_recovers", "2", "glory", {"casualties": 2}, "expected_recovered"),
    ("command_reroll_before_obey", "false", "command", {}, "p_takes_effect"),
    ("max_rerolls", "2", "command", {"attach": True}, "p_takes_effect"),
    ("max_rerolls", "2", "task", {"task": "command"}, "p_carried_out"),
    ("recon_cover_stacks", "true", "recon", {"cover": "both"}, "p_attempt"),
    ("divisions", "2", "recon", {"cards": 2}, "expected_uncovered"),
    ("divisions", "2", "bundle", {"orders": "recon, recon"}, "legal"),
    ("reserve_rolls_on_commit", "false", "reserve", {}, "p_turn"),
    ("artillery_prep_needs_obey", "false", "task", {"task": "artillery-preparation"}, "p_carried_out"),
    ("assault_stands", "paid", "command-phase", {"plan": "assault 1", "adcs": 2}, "own_sent"),
    ("assault_obeys", "false", "command-phase", {"plan": "assault 1", "adcs": 2}, "own_obeyed"),
    ("guns_order", "any_task", "command-phase", GUNS, "own_guns"),
    ("guns_order", "any_task", "unit", {"orders": "forward"}, "may_redeploy"),
    ("attach_reserve", "false", "reserve", {"attach": True}, "p_turn"),
    ("attach_reserve", "false", "bundle", {"orders": "reserve 9, attach 9", "reserves": 1}, "legal"),
]


@pytest.mark.parametrize(("key", "option", "name", "asked", "number"), CHANGES)
def test_a_ruling_changes_the_answer_that_rests_on_it(
    key: str, option: str, name: str, asked: dict[str, Any], number: str
) -> None:
    one = questions(GAME)[name]
    usual, other = one.ask(**asked), one.ask(**asked, readings={key: option})
    assert key in usual.rests_on
    assert usual[number].value != other[number].value
    assert f"{key} = {option} (the default is" in other.show()


def test_every_ruling_that_can_be_changed_changes_something() -> None:
    assert {key for key, *_ in CHANGES} == set(GAME.by_key)
    options = {(key, option) for key, ruling in GAME.by_key.items() for option in ruling.alternatives}
    assert options <= {(key, option) for key, option, *_ in CHANGES}


def test_an_answer_does_not_name_rulings_that_do_not_touch_it() -> None:
    """Six rulings of each question; all of them in the long form."""
    for one in questions(GAME).values():
        usual = one.ask()
        for key in some(sorted(set(GAME.by_key) - set(usual.rests_on)), 6):
            ruling = GAME.by_key[key]
            option = ruling.alternatives[0] if ruling.alternatives else str(int(ruling.default) + 1)
            assert one.ask(readings={key: option}).numbers == usual.numbers, (one.name, key)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "asked", "named"),
    [
        ("adcs", {"brigades": 0}, "brigades"),
        ("adcs", {"brigades": -1}, "brigades"),
        ("adcs", {"brigades": 21}, "brigades"),
        ("adcs", {"brigades": 15, "off_table": 6}, "brigades"),
        ("adcs", {"brigades": 2.5}, "brigades"),
        ("adcs", {"wanted": -1}, "wanted"),
        ("double-six", {"off_table": -1}, "off_table"),
        ("afford", {"cost": 0}, "cost"),
        ("afford", {"each": 0}, "each"),
        ("faltering", {"faltering": 6}, "faltering"),
        ("obey", {"steady": 2, "attached": 3}, "attached"),
        ("task", {"faltering": -1}, "faltering"),
        ("task", {"task": "reserve"}, "task"),
        ("task", {"task": "attach"}, "task"),
        ("initiative", {"own_hesitant": -1}, "own_hesitant"),
        ("initiative-turns", {"turns": 0}, "turns"),
        ("initiative-turns", {"difference": 99}, "difference"),
        ("initiative-after-rolls", {"own_steady": 1, "own_attached": 2}, "attached"),
        ("recon", {"cards": 0}, "cards"),
        ("recon", {"turns": 101}, "turns"),
        ("reserve", {"off_table": 0}, "off_table"),
        ("reserve", {"brigades": 0, "where": "on table"}, "brigades"),
        ("reserve", {"turns": 0}, "turns"),
        ("forward", {"distance": -1}, "distance"),
        ("glory", {"casualties": -1}, "casualties"),
        ("assault", {"distance": 501}, "distance"),
        ("command", {"casualties": "2,-1"}, "casualties"),
        ("command", {"casualties": ""}, "casualties"),
        ("command", {"turns": 0}, "turns"),
        ("lost-adcs", {"lost": 7}, "lost"),
        ("lost-adcs", {"lost": 6}, "lost"),
        ("entering", {"off_table": 0}, "off_table"),
        ("entering", {"cost": 41}, "cost"),
        ("bundle", {"orders": "forward"}, "order"),
        ("bundle", {"orders": "forward 9"}, "order"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, asked: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidValue, match=f"^{named} .*allowed: "):
        questions(GAME)[name].ask(**asked)


@pytest.mark.parametrize(
    ("name", "asked", "allowed"),
    [
        ("task", {"task": "charge"}, "recon"),
        ("reserve", {"where": "elsewhere"}, "off table"),
        ("reserve", {"order": "charge"}, "assault"),
        ("recon", {"cover": "fog"}, "wood"),
        ("glory", {"arm": "artillery"}, "infantry"),
        ("initiative-turns", {"holder": "both"}, "own"),
        ("command-phase", {"holder": "me"}, "enemy"),
        ("bundle", {"orders": "march 1"}, "attach"),
    ],
)
def test_an_unknown_name_is_refused_with_what_is_known(name: str, asked: dict[str, Any], allowed: str) -> None:
    with pytest.raises(UnknownName) as refused:
        questions(GAME)[name].ask(**asked)
    assert allowed in refused.value.allowed


def test_exact_questions_load_no_compiler() -> None:
    code = (
        "import sys\n"
        "from tigersim.companions import general_darmee as ga\n"
        "ga.adcs(); ga.initiative_after_rolls(); ga.bundle(); ga.recon()\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
